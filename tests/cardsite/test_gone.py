"""While the database is gone, what is known goes on, and what is not known is refused at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import OperationalError
from django.test import Client

from cardsite import stand

PAGE = "/karten/axe-cop/krieger/"
CARD = "/api/v1/cards/axe-cop/krieger"
Gone = Callable[[], list[int]]


@pytest.fixture
def gone(reader: Client, monkeypatch: pytest.MonkeyPatch) -> Gone:
    """Let the database be gone from now on; the list grows with every time that somebody waits for it."""
    waited: list[int] = []

    def ask() -> None:
        waited.append(1)
        raise OperationalError("couldn't get a connection after 1.00 sec")

    def begin() -> list[int]:
        monkeypatch.setattr(stand, "_read", ask)
        stand.forget()
        return waited

    return begin


@pytest.mark.parametrize("address", [PAGE, CARD])
def test_what_is_stored_goes_on_and_says_that_it_may_be_old(reader: Client, gone: Gone, address: str) -> None:
    before = reader.get(address)
    assert "Warning" not in before.headers
    gone()
    after = reader.get(address)
    assert (after.status_code, after.content) == (200, before.content)
    assert after.headers["Warning"] == '110 - "Response is Stale"'
    assert int(after.headers["Age"]) >= 0
    known = reader.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert known.status_code == 304


@pytest.mark.parametrize("address", ["/glossar/", "/api/v1/terms"])
def test_what_is_not_stored_is_refused_without_asking_again(reader: Client, gone: Gone, address: str) -> None:
    reader.get(PAGE)
    waited = gone()
    for _ in range(3):
        answer = reader.get(address)
        assert answer.status_code == 503
        assert answer.headers["Cache-Control"] == "no-store"
        assert int(answer.headers["Retry-After"]) > 0
    assert len(waited) == 1, "only the first one waited for the database"


def test_who_waits_in_vain_in_a_view_waits_once(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> None:
        raise OperationalError("gone")

    reader.get(PAGE)
    monkeypatch.setattr("cardsite.views.boxes", fails)
    answer = reader.get("/")
    assert answer.status_code == 503
    assert "Regelheft ist kurz außer Reichweite" in answer.content.decode()
    with pytest.raises(OperationalError):
        stand.fresh()


def test_after_a_moment_the_database_is_asked_again(
    reader: Client, gone: Gone, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = gone()
    monkeypatch.setattr(stand, "LOST_FOR_SECONDS", 0.0)
    reader.get("/glossar/")
    before = len(waited)
    reader.get("/glossar/")
    assert len(waited) > before > 0


def test_what_needs_no_data_goes_on(reader: Client, gone: Gone) -> None:
    gone()
    for address in ("/healthz", "/robots.txt", "/site.webmanifest"):
        assert reader.get(address).status_code == 200
