"""What holds for every address of the API, operation by operation."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

import brotli
import pytest
from django.test import Client
from django.utils import timezone

from cards.models import Release
from cardsite import stand
from cardsite.api import docs, shelf
from cardsite.api.exceptions import KINDS, Problem
from cardsite.api.operation import ALWAYS, Operation
from cardsite.api.parameters import known_word
from cardsite.api.urls import OPERATIONS

EXAMPLE_QUERY = {"card_named": "?exact=Kindskopfkrake"}


def addresses() -> list[Any]:
    """Return every operation that reads, with an address that works."""
    rows = [row for row in OPERATIONS if row.method == "GET" and row.name != "bulk_download"]
    return [
        pytest.param(row, docs.example_path(row) + EXAMPLE_QUERY.get(row.name, ""), id=row.name)
        for row in rows
    ]


READS = addresses()
STORED = [entry for entry in READS if entry.values[0].stored]
LISTED = [entry for entry in READS if entry.values[0].listed]
PAGED = [entry for entry in LISTED if any(p.name == "cursor" for p in entry.values[0].parameters)]
SHAPED = [entry for entry in READS if entry.values[0].shaped]
WRITES = [pytest.param(row, f"/api/v1/{row.path}", id=row.name) for row in OPERATIONS if row.method == "POST"]
ALL = [*READS, *WRITES]


def joined(address: str, query: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}"


def assert_problem(response: Any, status: int, kind: str) -> dict[str, Any]:
    """Check the shape that every error has."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["type"] == f"http://testserver/api/v1/fehler/{kind}"
    assert body["status"] == status
    assert body["title"] == KINDS[kind].title
    assert body["detail"].endswith((".", "?"))
    assert isinstance(body["suggestions"], list)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    return body


def test_the_table_of_operations_is_not_empty() -> None:
    assert len(READS) >= 28
    assert {row.values[0].name for row in WRITES} >= {"card_collection", "resolve_scenario"}


@pytest.mark.parametrize(("operation", "address"), READS)
def test_it_answers_with_the_headers_of_an_answer(api: Client, operation: Operation, address: str) -> None:
    response = api.get(address)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith(operation.media)
    assert response.headers["Content-Language"] == "de"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Vary"] == "Accept, Accept-Encoding"
    assert response.headers["RateLimit"].startswith('"minute";r=')
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert int(response.headers["Content-Length"]) == len(response.content)
    assert "Cookie" not in response.headers["Vary"]


@pytest.mark.parametrize(("operation", "address"), STORED)
def test_a_known_tag_is_answered_304_without_the_database(
    api: Client, operation: Operation, address: str, django_assert_num_queries: Any
) -> None:
    first = api.get(address)
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    assert first.headers["Cache-Control"].startswith("public, max-age=")
    with django_assert_num_queries(0):
        again = api.get(address, headers={"If-None-Match": f'"anders", {tag}'})
        stored = api.get(address, headers={"If-None-Match": '"anders"'})
        unchanged = api.get(address, headers={"If-Modified-Since": first.headers["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    assert (stored.status_code, stored.content) == (200, first.content)
    assert unchanged.status_code == 304


@pytest.mark.parametrize(("operation", "address"), STORED)
def test_a_new_release_makes_a_new_tag(api: Client, operation: Operation, address: str) -> None:
    tag = api.get(address).headers["ETag"]
    Release.objects.create(version="0123456789ab", made_at=timezone.now())
    stand.forget()
    fresh = api.get(address, headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    assert fresh.headers["ETag"] != tag


@pytest.mark.parametrize("encoding", ["br", "gzip"])
@pytest.mark.parametrize(("operation", "address"), STORED)
def test_each_encoding_has_its_own_tag(
    api: Client, operation: Operation, address: str, encoding: str
) -> None:
    plain = api.get(address)
    packed = api.get(address, headers={"Accept-Encoding": f"{encoding}, identity;q=0.1"})
    if len(plain.content) <= 500:
        assert "Content-Encoding" not in packed.headers
        return
    assert packed.headers["Content-Encoding"] == encoding
    assert packed.headers["ETag"] != plain.headers["ETag"]
    unpack = brotli.decompress if encoding == "br" else gzip.decompress
    assert unpack(packed.content) == plain.content
    again = api.get(address, headers={"Accept-Encoding": encoding, "If-None-Match": packed.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(("operation", "address"), READS)
def test_head_has_the_headers_and_no_body(api: Client, operation: Operation, address: str) -> None:
    got, head = api.get(address), api.head(address)
    assert (head.status_code, head.content) == (200, b"")
    if operation.stored:
        for name in ("Content-Type", "ETag", "Last-Modified", "Content-Length", "Cache-Control"):
            assert head.headers[name] == got.headers[name], name


@pytest.mark.parametrize(("operation", "address"), [e for e in STORED if e.values[0].path])
def test_a_slash_at_the_end_changes_nothing(api: Client, operation: Operation, address: str) -> None:
    path, mark, query = address.partition("?")
    slashed = api.get(f"{path}/{mark}{query}")
    assert slashed.status_code == 200
    if not operation.listed and operation.name != "search":
        assert slashed.content == api.get(address).content


@pytest.mark.parametrize(("operation", "address"), ALL)
def test_an_unknown_parameter_is_refused_with_the_nearest_name(
    api: Client, operation: Operation, address: str
) -> None:
    send = api.get if operation.method == "GET" else api.post
    body = assert_problem(send(joined(address, "erfunden=1")), 400, "unbekannter-parameter")
    assert body["parameter"] == "erfunden"
    for parameter in operation.parameters:
        wrong = assert_problem(send(joined(address, f"{parameter.name}x=1")), 400, "unbekannter-parameter")
        assert wrong["suggestions"][0] == parameter.name


@pytest.mark.parametrize(("operation", "address"), SHAPED)
def test_fields_cuts_the_answer_and_keeps_the_head(api: Client, operation: Operation, address: str) -> None:
    extra = operation.answers.__struct_encode_fields__[-3]
    body = api.get(joined(address, f"fields={extra}")).json()
    things = body["data"] if operation.listed else [body]
    assert things
    for thing in things:
        assert set(thing) <= {*ALWAYS, extra}
        assert set(ALWAYS) <= set(thing)


@pytest.mark.parametrize(("operation", "address"), SHAPED)
def test_every_object_says_what_it_is_and_where(api: Client, operation: Operation, address: str) -> None:
    body = api.get(address).json()
    for thing in body["data"] if operation.listed else [body]:
        assert set(ALWAYS) <= set(thing)
        assert thing["url"].startswith("http://testserver/api/v1/")
        assert thing["html_url"].startswith("http://testserver/")
        assert thing["stand"] == stand.current().version


@pytest.mark.parametrize(("operation", "address"), SHAPED)
def test_the_answer_keeps_the_schema(api: Client, operation: Operation, address: str, judge: Any) -> None:
    include = f"include={','.join(operation.include)}" if operation.include else ""
    name = operation.answers.__name__
    judge(
        api.get(joined(address, include) if include else address).json(),
        f"{name}List" if operation.listed else name,
    )


@pytest.mark.parametrize(("operation", "address"), LISTED)
def test_a_list_counts_and_warns_in_one_envelope(api: Client, operation: Operation, address: str) -> None:
    body = api.get(address).json()
    assert {"object", "url", "stand", "count", "next", "previous", "warnings", "data"} <= set(body)
    assert body["object"] == "list"
    assert body["count"] >= len(body["data"]) > 0


@pytest.mark.parametrize(("operation", "address"), PAGED)
def test_next_leads_through_the_whole_list_and_previous_back(
    api: Client, operation: Operation, address: str
) -> None:
    step = 150 if api.get(address).json()["count"] > 60 else 7
    whole, url = [], joined(address, f"limit={step}")
    first = api.get(url).json()
    while url:
        page = api.get(url).json()
        whole += [thing["id"] for thing in page["data"]]
        last, url = page, page["next"]
    assert len(whole) == len(set(whole)) == first["count"]
    while last["previous"]:
        last = api.get(last["previous"]).json()
    assert last["data"] == first["data"]
    assert last["previous"] is None


@pytest.mark.parametrize(
    "cursor", ["x", "%00%00", "kaputt", "abcd1234", "WzEsMl0", "", "W3RydWUs", "A" * 500]
)
@pytest.mark.parametrize(("operation", "address"), PAGED)
def test_what_is_no_cursor_is_refused(api: Client, operation: Operation, address: str, cursor: str) -> None:
    response = api.get(joined(address, f"cursor={cursor}"))
    assert response.status_code == 400
    assert response.json()["parameter"] == "cursor"


@pytest.mark.parametrize(
    "place", [[True], [True, None], [False, 1, 2, 3, 4, 5, 6], [True, [1]], [True, 2**40]]
)
@pytest.mark.parametrize(("operation", "address"), PAGED)
def test_a_cursor_that_no_list_gave_leads_nowhere(
    api: Client, operation: Operation, address: str, place: list[Any]
) -> None:
    cursor = base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode().rstrip("=")
    response = api.get(joined(address, f"cursor={cursor}"))
    assert response.status_code in {400, 404}
    assert response.json()["parameter"] == "cursor"


@pytest.mark.parametrize("limit", ["0", "-1", "201", "zehn", "1.5", "9" * 30, ""])
@pytest.mark.parametrize(("operation", "address"), PAGED)
def test_a_limit_out_of_bounds_is_refused(
    api: Client, operation: Operation, address: str, limit: str
) -> None:
    body = assert_problem(api.get(joined(address, f"limit={limit}")), 400, "ungueltiger-parameter")
    assert body["parameter"] == "limit"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "FOO"])
@pytest.mark.parametrize(("operation", "address"), READS)
def test_reading_addresses_refuse_to_be_written(
    api: Client, operation: Operation, address: str, method: str
) -> None:
    response = api.generic(method, address)
    assert_problem(response, 405, "methode")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
@pytest.mark.parametrize(("operation", "address"), WRITES)
def test_computing_addresses_take_post_only(
    api: Client, operation: Operation, address: str, method: str
) -> None:
    response = api.generic(method, address)
    assert_problem(response, 405, "methode")
    assert response.headers["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize(("operation", "address"), ALL)
def test_a_browser_of_another_site_may_ask(api: Client, operation: Operation, address: str) -> None:
    response = api.options(address, headers={"Origin": "https://werkzeug.example"})
    assert response.status_code == 204
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert operation.method in response.headers["Access-Control-Allow-Methods"]
    assert operation.method in response.headers["Allow"]


@pytest.mark.parametrize("accept", ["text/csv", "image/png, text/csv", "application/json;q=0, text/csv"])
@pytest.mark.parametrize(("operation", "address"), READS)
def test_a_format_that_is_not_there_is_refused(
    api: Client, operation: Operation, address: str, accept: str
) -> None:
    api.get(address)
    assert_problem(api.get(address, headers={"Accept": accept}), 406, "nicht-annehmbar")


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html, */*;q=0.1", "application/*"])
def test_the_usual_accept_headers_are_welcome(api: Client, accept: str) -> None:
    assert api.get("/api/v1/cards/axe-cop/krieger", headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize(
    "address", ["/api/v1/nichts", "/api/v1/cards/axe-cop", "/api/v1/cards/axe-cop/krieger/mehr", "/api/v1/rules/%00",
                "/api/v1/rules/../../etc/passwd", "/api/v1/bulk/..%2f..%2fgeheim.sqlite", "/api/v1/cards/%FF/%FE"],
)  # fmt: skip
def test_an_address_that_is_not_there_is_a_problem(api: Client, address: str) -> None:
    assert_problem(api.get(address), 404, "nicht-gefunden")


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_type_leads_to_a_page_that_explains_it(reader: Client, kind: str) -> None:
    page = reader.get(f"/api/v1/fehler/{kind}")
    assert page.status_code == 200
    assert KINDS[kind].title in page.content.decode()


@pytest.mark.parametrize(
    ("sign", "status"), [("%20", 400), ("%C2%A0", 400), ("%EF%BB%BF", 400), ("%C2%85", 404)]
)
def test_a_name_of_blanks_is_empty_where_the_schema_says_so(api: Client, sign: str, status: int) -> None:
    answer = api.get(f"/api/v1/cards/named?fuzzy={sign * 3}")
    assert answer.status_code == status
    assert ("ist leer" in answer.json()["detail"]) == (status == 400)


def test_a_word_like_none_is_told_the_first_forty_that_are_right() -> None:
    words = [f"wort{number:02}" for number in range(50)]
    with pytest.raises(Problem, match=re.escape(f"Erlaubt: {', '.join(words[:40])}.")):
        known_word("topic", "xyz", words)


def test_the_same_parameter_twice_is_refused(api: Client) -> None:
    body = assert_problem(api.get("/api/v1/cards?limit=3&limit=4"), 400, "ungueltiger-parameter")
    assert body["parameter"] == "limit"


def test_a_crash_is_a_problem_document_too(api: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(frame: Any) -> Any:
        raise RuntimeError("kaputt")

    monkeypatch.setattr(shelf, "cards", crash)
    api.raise_request_exception = False
    assert_problem(api.get("/api/v1/cards/axe-cop/cop"), 500, "interner-fehler")
