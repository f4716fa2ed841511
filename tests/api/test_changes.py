"""What changed between two releases: recorded by hashes, listed since a moment, fed as Atom."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from cards.changes import record
from cards.models import Card, Change, Redirect, Release
from cardsite import stand

ATOM = "{http://www.w3.org/2005/Atom}"
FIRST = {
    ("card", "box/a"): ("A", {"level": 1}),
    ("card", "box/b"): ("B", {"level": 2}),
    ("rule", "box.r"): ("R", {}),
}


def release(version: str, day: int, objects: dict[Any, Any]) -> Release:
    made = Release.objects.create(version=version, made_at=datetime(2030, 1, day, tzinfo=UTC))
    record(made, objects)
    return made


@pytest.fixture
def history(db: None) -> None:
    """A short history: added; one changed, one renamed, one removed, one added."""
    Change.objects.all().delete()
    release("aaaaaaaaaaaa", 1, FIRST)
    Redirect.objects.create(kind="card", old="box/b", new="box/c", since=date(2030, 1, 2))
    second = {("card", "box/a"): ("A", {"level": 3}), ("card", "box/c"): ("C", {"level": 2})}
    release("bbbbbbbbbbbb", 2, second)
    stand.forget()


def listed(client: Client, query: str = "") -> list[tuple[str, str, str | None]]:
    body = client.get(f"/api/v1/changes{query}").json()
    return [(row["change"], row["key"], row["new_id"]) for row in body["data"]]


SECOND = [
    ("changed", "box/a", None),
    ("renamed", "box/b", "box/c"),
    ("added", "box/c", None),
    ("removed", "box.r", None),
]


def test_a_release_records_what_it_did(api: Client, history: None) -> None:
    assert listed(api)[:3] == [("added", "box/a", None), ("added", "box/b", None), ("added", "box.r", None)]
    assert listed(api)[3:] == SECOND


@pytest.mark.parametrize(
    "since", ["aaaaaaaaaaaa", "2030-01-01", "2030-01-01T12:00:00Z", "2030-01-01T12:00:00+01:00"]
)
def test_since_takes_a_release_a_day_or_a_moment(api: Client, history: None, since: str) -> None:
    assert listed(api, f"?since={since}") == SECOND


@pytest.mark.parametrize(
    ("since", "changes"),
    [
        ("0001-01-01", 7),
        ("0001-01-01T00:00:00+14:00", 7),
        ("9999-12-31", 0),
        ("9999-12-31T23:59:59-12:00", 0),
    ],
)
def test_the_ends_of_the_calendar_are_moments_too(
    api: Client, history: None, since: str, changes: int
) -> None:
    assert len(listed(api, f"?since={since.replace('+', '%2B')}")) == changes


def test_nothing_has_changed_since_the_newest_release(api: Client, history: None) -> None:
    assert listed(api, "?since=bbbbbbbbbbbb") == []


def test_changes_of_one_kind(api: Client, history: None) -> None:
    assert listed(api, "?since=aaaaaaaaaaaa&of=rule") == [("removed", "box.r", None)]


def test_writing_the_same_again_changes_nothing(history: None) -> None:
    again = {("card", "box/a"): ("A", {"level": 3}), ("card", "box/c"): ("C", {"level": 2})}
    before = Change.objects.count()
    release("bbbbbbbbbbbb", 3, again)
    assert Change.objects.count() == before


def test_what_comes_back_is_added_again(history: None) -> None:
    back = {
        ("card", "box/a"): ("A", {"level": 3}),
        ("card", "box/c"): ("C", {"level": 2}),
        ("rule", "box.r"): ("R", {}),
    }
    made = release("cccccccccccc", 3, back)
    assert list(made.changes.values_list("what", "key")) == [("added", "box.r")]


@pytest.mark.parametrize(
    "since", ["gestern", "2030-02-30", "0", "ffffffffffff", "9999999-01-01", "2030-01-01T99:00"]
)
def test_an_unknown_moment_is_refused(api: Client, history: None, since: str) -> None:
    response = api.get(f"/api/v1/changes?since={since}")
    assert response.status_code in {400, 404}
    assert response.json()["parameter"] == "since"


def test_the_feed_tells_each_release(api: Client, history: None) -> None:
    response = api.get("/api/v1/changes.atom")
    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(response.content)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]
    assert titles[0] == "Stand bbbbbbbbbbbb: 1 neu, 1 geändert, 1 entfallen, 1 umbenannt"
    identifiers = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    assert len(identifiers) == len(set(identifiers)) >= 2


def test_loading_the_fixtures_recorded_every_card(api: Client) -> None:
    assert api.get("/api/v1/changes?of=card").json()["count"] >= Card.objects.count() > 0
