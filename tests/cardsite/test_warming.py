"""A worker builds what readers need before they ask for it, and again after every release."""

from __future__ import annotations

import gc
import weakref

import pytest
from django.db import OperationalError
from django.test import Client

from cards.models import Card
from cards.releases import make_release
from cards.search import store
from cardsite import warming
from rules import proofs


def renamed(name: str) -> None:
    """Make a release in which a card has this name."""
    Card.objects.filter(edition="axe-cop", slug="krieger").update(name=name)
    make_release("Umbenannt")


def test_the_first_search_after_a_release_finds_what_is_built(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "_run", lambda library: {})
    before = warming.warm("")
    renamed("Zwiebelkrieger")
    after = warming.warm(before)
    assert after not in ("", before)
    monkeypatch.setattr(store, "build", lambda *_: pytest.fail("Gebaut wird vorher, nicht beim Fragen."))
    assert "Zwiebelkrieger" in reader.get("/suche/?q=zwiebelkrieger").content.decode()


def test_what_a_release_replaces_goes_without_the_collector(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "_run", lambda library: {})
    renamed("Zwiebelkrieger")
    before = warming.warm("")
    corpus = store.current()
    old = [weakref.ref(thing) for thing in (corpus, *corpus.indexes.values())]
    del corpus
    monkeypatch.setattr(gc, "collect", lambda: 0)
    renamed("Porreekrieger")
    assert warming.warm(before) != before
    assert [one() for one in old] == [None] * len(old)
    gc.unfreeze()


def test_what_is_warm_is_not_built_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    warm = store.newest_release()
    monkeypatch.setattr(store, "current", lambda: pytest.fail("Nichts ist neu."))
    assert warming.warm(warm) == warm


def test_a_worker_without_a_database_says_so_once_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone() -> str:
        raise OperationalError("weg")

    monkeypatch.setattr(store, "newest_release", gone)
    warmed = ""
    for _ in range(3):
        warmed = warming.warm(warmed)
    assert [record.message for record in caplog.records] == ["Noch nichts vorbereitet: weg"]
