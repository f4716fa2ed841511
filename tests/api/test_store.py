"""The answer store and the points: bytes and tag belong together, and nobody takes too much."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from cards.models import Card, Release
from cardsite import points, stand
from cardsite.api import middleware
from cardsite.api.operation import OPERATIONS, Deprecation
from cardsite.api.views import view_of

CARD = "/api/v1/cards/axe-cop/krieger"


def new_release(version: str = "0123456789ab") -> None:
    Release.objects.create(version=version, made_at=timezone.now())


def test_body_and_tag_change_together(api: Client) -> None:
    first = api.get(CARD)
    Card.objects.filter(edition="axe-cop", slug="krieger").update(text="Anders.")
    new_release()
    stand.forget()
    second = api.get(CARD)
    assert second.json()["text"] == "Anders."
    assert second.json()["stand"] == "0123456789ab"
    assert second.headers["ETag"] != first.headers["ETag"]


def test_within_a_second_the_old_answer_stays_whole(api: Client) -> None:
    first = api.get(CARD)
    Card.objects.filter(edition="axe-cop", slug="krieger").update(text="Anders.")
    new_release()
    again = api.get(CARD)
    assert (again.content, again.headers["ETag"]) == (first.content, first.headers["ETag"])


def test_a_release_between_reading_and_answering_is_read_again(db: None) -> None:
    versions = iter(["00000000000a", ""])
    seen: list[str] = []

    def read(at: stand.Stand) -> str:
        seen.append(at.version)
        if version := next(versions, ""):
            new_release(version)
        return at.version

    found, at, sure = stand.read_at_one_stand(read)
    assert sure
    assert found == at.version == "00000000000a"
    assert len(seen) == 2


def test_data_that_never_rest_are_answered_without_a_tag(db: None) -> None:
    numbers = iter(range(10))

    def read(at: stand.Stand) -> None:
        new_release(f"00000000000{next(numbers)}")

    assert stand.read_at_one_stand(read)[2] is False


def test_the_same_data_again_have_another_tag(api: Client) -> None:
    new_release("00000000000a")
    stand.forget()
    first = api.get("/api/v1/changes").headers["ETag"]
    new_release("00000000000b")
    new_release("00000000000a")
    stand.forget()
    assert api.get("/api/v1/changes").headers["ETag"] != first


def test_a_tag_of_another_address_proves_nothing(api: Client) -> None:
    tag = api.get("/api/v1/cards/axe-cop/cop").headers["ETag"]
    assert api.get(CARD, headers={"If-None-Match": tag}).status_code == 200
    wrong = api.get("/api/v1/cards?erfunden=1", headers={"If-None-Match": tag})
    assert wrong.status_code == 400


def test_a_star_matches_what_is_there_only(api: Client) -> None:
    for _made_and_kept in range(2):
        assert api.get(CARD, headers={"If-None-Match": "*"}).status_code == 304
    assert api.get("/api/v1/cards/axe-cop/weg", headers={"If-None-Match": "*"}).status_code == 404


def test_another_host_gets_its_own_links(api: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["eins.example", "zwei.example"]
    for host in ("eins.example", "zwei.example", "eins.example"):
        assert api.get(CARD, headers={"Host": host}).json()["url"].startswith(f"http://{host}/")
    assert api.get(CARD, headers={"Host": "boese.example"}).status_code == 400


@pytest.mark.parametrize(("page", "address"), [(4_000, 10), (10, 8_000)])
def test_the_store_forgets_before_it_grows_too_large(
    monkeypatch: pytest.MonkeyPatch, rf: RequestFactory, page: int, address: int
) -> None:
    monkeypatch.setattr(middleware, "MOST_BYTES_STORED", 30_000)
    store = middleware.AnswerStore(lambda request: HttpResponse())
    assert store.kept.get("x.1", "url") is None
    for number in range(100):
        response = HttpResponse(
            b"x" * page, headers={"Last-Modified": "x", "Content-Type": "application/json"}
        )
        store.keep(rf.get("/"), response, "x.1", "u" * address + str(number))
        held = store.kept.shelf.held("x.1")
        assert held
        assert 0 < len(held.things) < 5


def test_points_run_out_and_come_back(api: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_POINTS_PER_MINUTE = 25
    monkeypatch.setattr(points.time, "time", lambda: 60_000_010.0)
    rests = []
    while (response := api.get("/api/v1/search?q=krieger")).status_code == 200:
        rests.append(response.headers["RateLimit"])
        assert len(rests) < 30
    assert rests[0] == '"minute";r=22;t=50'
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "50"
    assert response.headers["RateLimit"] == '"minute";r=0;t=50'
    assert response.json()["type"].endswith("/zu-viele-anfragen")
    monkeypatch.setattr(points.time, "time", lambda: 60_000_061.0)
    assert api.get(CARD).status_code == 200


def test_a_304_costs_nothing(api: Client, settings: Any) -> None:
    tag = api.get(CARD).headers["ETag"]
    settings.API_POINTS_PER_MINUTE = 1
    points.forget()
    cache.clear()
    for _ in range(5):
        assert api.get(CARD, headers={"If-None-Match": tag}).status_code == 304


def test_all_processes_share_one_account(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_POINTS_PER_MINUTE = 100
    monkeypatch.setattr(points.time, "time", lambda: 60_000_120.0)
    given = 0
    for _ in range(200):
        points.forget()
        try:
            points.charge("192.0.2.1", 1)
        except points.Spent:
            break
        given += 1
    assert given <= 100
    points.charge("192.0.2.2", 1)


@pytest.mark.parametrize(
    ("proxies", "chain", "client"),
    [(0, "1.1.1.1", "9.9.9.9"), (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"), (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
     (2, "1.1.1.1", "1.1.1.1"), (1, "", "9.9.9.9")],
)  # fmt: skip
def test_only_trusted_proxies_say_who_asks(
    rf: RequestFactory, settings: Any, proxies: int, chain: str, client: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = rf.get("/", headers={"X-Forwarded-For": chain}, REMOTE_ADDR="9.9.9.9")
    assert points.client_of(request) == client


def test_an_operation_that_ends_says_when_and_what_instead(rf: RequestFactory, db: None) -> None:
    ending = Deprecation(
        datetime(2030, 1, 1, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC), "https://x.example/neu"
    )
    row = next(row for row in OPERATIONS if row.name == "set_list")
    response = view_of(replace(row, deprecation=ending)).as_view()(rf.get("/api/v1/sets"))
    assert response.headers["Deprecation"] == "@1893456000"
    assert response.headers["Sunset"] == "Wed, 01 Jan 2031 00:00:00 GMT"
    assert response.headers["Link"] == '<https://x.example/neu>; rel="deprecation"'


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_what_is_not_stored_is_compressed_too(api: Client, encoding: str) -> None:
    response = api.get("/api/v1/cards/random", headers={"Accept-Encoding": encoding})
    assert response.headers["Content-Encoding"] == encoding
    assert int(response.headers["Content-Length"]) == len(response.content)


def test_a_database_that_is_gone_is_a_problem_that_passes(
    api: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*args: Any) -> Any:
        raise OperationalError("weg")

    known = api.get(CARD)
    monkeypatch.setattr(stand, "fresh", gone)
    assert api.get(CARD).content == known.content
    stand.forget()
    for response in (api.get("/api/v1/cards/axe-cop/cop"), api.get("/api/v1/terms")):
        assert response.status_code == 503
        assert response.headers["Retry-After"] == "5"
        assert response.json()["type"].endswith("/nicht-verfuegbar")


def test_an_empty_site_answers_empty_lists(api: Client) -> None:
    Release.objects.all().delete()
    stand.forget()
    response = api.get("/api/v1/changes")
    assert response.json()["count"] == 0
    assert response.json()["stand"] == "leer"
