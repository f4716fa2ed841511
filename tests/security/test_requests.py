"""Requests that no browser sends: they get the right refusal, and change nothing for the next reader."""

from __future__ import annotations

import gzip
import json

import pytest
from django.test import Client

from tests.addresses import pages

CARD = "/api/v1/cards/axe-cop/krieger"
FORWARDED = {
    "X-Forwarded-Host": "boese.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Port": "666",
    "X-Original-URL": "/admin/",
    "X-HTTP-Method-Override": "DELETE",
    "Forwarded": "host=boese.example",
}


@pytest.mark.parametrize(
    "host", ["boese.example", "testserver@boese.example", "testserver:80:80", "<script>", "a" * 500]
)
def test_a_foreign_host_is_refused_in_german(reader: Client, host: str) -> None:
    answer = reader.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "Diese Anfrage ist nicht lesbar" in answer.content.decode()
    assert "boese" not in answer.content.decode()


def test_a_foreign_host_gets_a_problem_from_the_api(reader: Client) -> None:
    reader.get(CARD)
    answer = reader.get(CARD, headers={"Host": "boese.example"})
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content)["type"] == "/api/v1/fehler/ungueltige-anfrage"


@pytest.mark.parametrize(
    "address", ["/", CARD, "/api/v1/changes.atom", "/suche/opensearch.xml", "/llms.txt", "/karten"]
)
def test_what_a_stranger_says_of_a_proxy_reaches_no_answer(reader: Client, address: str) -> None:
    for headers in (FORWARDED, {}):
        answer = reader.get(address, headers=headers)
        assert "boese.example" not in answer.content.decode() + str(answer.headers)
        assert answer.status_code < 400


@pytest.mark.parametrize(
    "start", ["//boese.example", "/\\boese.example", "///boese.example", "/%2f%2fboese.example"]
)
@pytest.mark.parametrize("end", ["", "/regeln", "/suche", "/.."])
def test_no_address_leads_to_another_host(reader: Client, start: str, end: str) -> None:
    # As the server hands it on: the test client itself would take „//host“ for a host.
    answer = reader.get("/", PATH_INFO=start.replace("%2f", "/") + end)
    assert (
        "boese.example"
        not in answer.headers.get("Location", "").partition("?")[0].lstrip("/").partition("/")[0]
    )
    assert answer.status_code in (301, 404)


@pytest.mark.parametrize(
    "path", ["..%2f..%2fmanage.py", "%2e%2e/%2e%2e/manage.py", "/etc/passwd", "%00", "site/../../x"]
)
@pytest.mark.parametrize("start", ["/static/", "/api/v1/bulk/", "/api/v1/fehler/"])
def test_no_address_leads_out_of_a_folder(reader: Client, start: str, path: str) -> None:
    assert reader.get(start + path).status_code in (301, 400, 404)


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "CONNECT", "QUATSCH"])
def test_a_page_has_no_other_methods(reader: Client, method: str) -> None:
    for address in pages().values():
        answer = reader.generic(method, address)
        assert (answer.status_code, answer.content) == (405, b""), address
        assert answer["Allow"] == "GET, HEAD, POST"


def test_what_a_client_does_not_accept_it_does_not_get(reader: Client) -> None:
    for accepted in (
        "gzip;q=0",
        "br;q=0, gzip;q=0.0",
        "*;q=0",
        "xgzip",
        "gzipgzip",
        "gzip;q=quatsch",
        "identity",
        "br",
    ):
        assert (
            "Content-Encoding" not in reader.get("/hinweise/", headers={"Accept-Encoding": accepted}).headers
        )
    for accepted in ("gzip", "gzip;q=0.1", "br, gzip;q=0.5", "*"):
        answer = reader.get("/hinweise/", headers={"Accept-Encoding": accepted})
        assert b"<html" in gzip.decompress(answer.content), accepted


@pytest.mark.parametrize("address", ["/", CARD])
def test_ten_thousand_tags_are_no_more_than_one(reader: Client, address: str) -> None:
    tags = ", ".join(f'"{number:016x}"' for number in range(10_000))
    assert reader.get(address, headers={"If-None-Match": tags}).status_code == 200


QUERIES = {
    "many names": "&".join(f"p{n}=1" for n in range(10_000)),
    "many values": "&".join(["q=1"] * 10_000),
    "nul": "q=%00",
    "nul in a name": "%00=%00",
    "overlong UTF-8": "q=%C0%AF",
    "half a character": "q=%ED%A0%80",
    "nothing": "=&=&;;&&",
    "a foreign digit": "seite=%D9%A9",
    "a huge number": "seite=99999999999999999999",
    "an exponent": "seite=1e9",
    "pictures": "q=" + "%F0%9F%90%99" * 300,
    "marks on one letter": "q=a" + "%CC%88" * 500,
}
MISSING = ("/gibt-es-nicht/", "/api/v1/gibt-es-nicht")
OPERATIONS = (
    "cards",
    "search",
    "rules",
    "compare",
    "combine",
    "changes",
    "cards/named",
    "cards/autocomplete",
)


@pytest.mark.parametrize("name", QUERIES)
def test_no_query_breaks_a_page(reader: Client, name: str) -> None:
    addresses = [
        *pages().values(),
        "/gibt-es-nicht/",
        "/api/v1/gibt-es-nicht",
        *(f"/api/v1/{operation}" for operation in OPERATIONS),
    ]
    for address in addresses:
        assert reader.get(f"{address}?{QUERIES[name]}").status_code < 500, address
