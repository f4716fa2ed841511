"""What comes in may be anything; what goes out is the right 4xx, at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from cardsite.api.exceptions import Problem
from cardsite.api.parsers import parse

COLLECTION = "/api/v1/cards/collection"
ADDRESSES = ["/api/v1/ask", COLLECTION, "/api/v1/resolve"]
DEEP = "[" * 33 + "]" * 33
BAD: dict[str, tuple[bytes, int, str]] = {
    "nothing": (b"", 400, "kaputtes-json"),
    "blanks": (b"  \n", 400, "kaputtes-json"),
    "half an object": (b'{"identifiers": [', 400, "kaputtes-json"),
    "two values": (b"{} {}", 400, "kaputtes-json"),
    "no utf-8": (b'{"name": "\xff\xfe"}', 400, "kaputtes-json"),
    "another encoding": ('{"name": "ä"}'.encode("utf-16"), 400, "kaputtes-json"),
    "not a number": (b'{"identifiers": NaN}', 400, "kaputtes-json"),
    "infinity": (b'{"identifiers": -Infinity}', 400, "kaputtes-json"),
    "a comment": (b'{"identifiers": [] /* x */}', 400, "kaputtes-json"),
    "doubled key": (b'{"sets": [], "sets": []}', 400, "doppelter-schluessel"),
    "doubled key below": (b'{"state": {"a": 1, "a": 2}}', 400, "doppelter-schluessel"),
    "key doubled again": (b'{"a": 1, "b": 2, "b": 3, "a": 4}', 400, "doppelter-schluessel"),
    "too deep": (DEEP.encode(), 400, "zu-tief"),
    "very deep": (b"[" * 60_000, 400, "zu-tief"),
    "deep objects": (b'{"a":' * 10_000, 400, "zu-tief"),
    "huge whole number": (b'{"identifiers": ' + b"9" * 20_000 + b"}", 422, "ungueltiger-inhalt"),
    "huge fraction": (b'{"identifiers": 1e999}', 422, "ungueltiger-inhalt"),
    "nul": (b'{"identifiers": ["\\u0000"]}', 422, "ungueltiger-inhalt"),
    "half a character": (b'{"identifiers": ["\\ud800"]}', 422, "ungueltiger-inhalt"),
    "a megabyte": (b" " * 1_048_576, 413, "zu-gross"),
    "more than allowed": (b'"' + b"x" * 65_536 + b'"', 413, "zu-gross"),
}
WRONG_TYPES = ["null", "true", "3", '"text"', "[]", "[[]]", "{}"]


def send(client: Client, address: str, body: bytes | str, media: str = "application/json") -> Any:
    # Django's client names the type of an empty body only when it is told to.
    return client.post(address, data=body, content_type=media, **{"CONTENT_TYPE": media} if media else {})


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_bad_body_gets_its_problem(api: Client, address: str, case: str) -> None:
    body, status, kind = BAD[case]
    response = send(api, address, body)
    assert response.status_code == status, response.content
    assert response.json()["type"].endswith(f"/fehler/{kind}")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b'{"state": {"players": [{"id": "a"}, {"id": "b", "level": 1e400}]}}', "/state/players/1/level"),
        (b'{"do": [{"by": ' + b"9" * 31 + b"}]}", "/do/0/by"),
        (b'{"a/b": 1e999}', "/a~1b"),
        (b"1e999", ""),
    ],
)
def test_a_number_that_is_too_big_is_refused_at_its_place(api: Client, body: bytes, pointer: str) -> None:
    answer = send(api, "/api/v1/resolve", body)
    assert (answer.status_code, answer.json()["pointer"]) == (422, pointer)


@pytest.mark.parametrize("body", [b'{"a": 1e999, "b"', b'{"a": 1e999, "b": NaN}'])
def test_what_is_no_json_is_none_whatever_its_numbers(api: Client, body: bytes) -> None:
    answer = send(api, "/api/v1/resolve", body)
    assert answer.status_code == 400
    assert answer.json()["type"].endswith("/fehler/kaputtes-json")


def test_no_number_that_is_too_big_reaches_who_reads_on() -> None:
    for digits in ("9" * 15, "-" + "9" * 14, "9" * 14 + ".5", "0." + "9" * 20, "1e14"):
        assert type(parse(digits.encode())) in {int, float}
    for digits in ("9" * 16, "-" + "9" * 15, "9" * 15 + "0.5", "1E15", "1e+400", "-1e300"):
        with pytest.raises(Problem, match="zu groß"):
            parse(digits.encode())


@pytest.mark.parametrize(
    ("written", "read"), [("5.0", 5), ("5", 5), ("5.5", 5.5), ("-0.0", 0), ("1e2", 100), ("25e-1", 2.5)]
)
def test_a_number_without_a_fraction_is_whole_however_it_is_written(written: str, read: float) -> None:
    found = parse(f"[{written}]".encode())
    assert found == [read]
    assert type(found[0]) is type(read)


@pytest.mark.parametrize("body", WRONG_TYPES)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_body_of_the_wrong_type_is_unprocessable(api: Client, address: str, body: str) -> None:
    response = send(api, address, body)
    assert response.status_code == 422
    assert response.json()["detail"]


@pytest.mark.parametrize("media", ["text/plain", "application/xml", "multipart/form-data; boundary=x", ""])
@pytest.mark.parametrize("address", ADDRESSES)
def test_another_media_type_is_refused(api: Client, address: str, media: str) -> None:
    response = send(api, address, b"{}", media)
    assert response.status_code == 415
    assert response.json()["type"].endswith("/fehler/medientyp")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_body_without_a_length_is_refused(api: Client, address: str) -> None:
    response = api.post(
        address, b"{}", content_type="application/json", headers={"Transfer-Encoding": "chunked"}
    )
    assert response.status_code == 411


def test_brackets_in_texts_are_no_depth(api: Client) -> None:
    body = json.dumps({"identifiers": ["[" * 100]})
    assert send(api, COLLECTION, body).json()["not_found"] == ["[" * 100]


def test_the_position_of_broken_json_counts_from_1(api: Client) -> None:
    problem = send(api, COLLECTION, b'{"identifiers": ?}').json()
    assert problem["position"] == 17
    assert problem["detail"] == "Das ist kein JSON: Bei Zeile 1, Spalte 17 geht es nicht weiter."


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"identifiers": ["axe-cop/krieger", 7]}, "/identifiers/1"),
        ({"identifiers": []}, "/identifiers"),
        ({"identifiers": ["x"] * 76}, "/identifiers"),
        ({"identifiers": [{"id": "a", "name": "b"}]}, "/identifiers/0"),
        ({"identifiers": [{"id": "a", "set": "b"}]}, "/identifiers/0"),
        ({"identifiers": [{"nmae": "b"}]}, "/identifiers/0/nmae"),
        ({"identifiers": [{"name": {"de": "b"}}]}, "/identifiers/0"),
        ({"identifier": ["x"]}, "/identifier"),
        ({"identifiers": "x"}, "/identifiers"),
    ],
)
def test_a_collection_names_the_wrong_place(api: Client, body: Any, pointer: str) -> None:
    response = send(api, COLLECTION, json.dumps(body))
    assert response.status_code == 422
    assert response.json()["pointer"] == pointer


def test_a_collection_answers_what_it_has_and_lists_what_it_has_not(
    api: Client, django_assert_max_num_queries: Any, judge: Any
) -> None:
    wanted: list[Any] = [
        "axe-cop/kindskopfkrake", {"name": "Krieger", "set": "shakespeare"}, "axe-cop/gibtsnicht",
        {"name": "gibtsnicht"}, {"id": "axe-cop/krieger"}, "axe-cop/kindskopfkrake",
    ]  # fmt: skip
    with django_assert_max_num_queries(8):
        body = send(api, COLLECTION, json.dumps({"identifiers": wanted})).json()
    assert [card["id"] for card in body["data"]] == [
        "axe-cop/kindskopfkrake",
        "shakespeare/krieger",
        "axe-cop/krieger",
    ]
    assert body["not_found"] == ["axe-cop/gibtsnicht", {"name": "gibtsnicht"}]
    assert body["count"] == 3
    for card in body["data"]:
        judge(card, "Card")
