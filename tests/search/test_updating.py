"""A release that changes a few cards continues the index before it, and answers like one that is written anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from cards.models import Card, Change, Edition, Release
from cards.releases import make_release
from cards.search import files, find, store, updating
from cards.search.corpus import PARTS, read_part
from cards.search.store import Corpus
from rules.models import Ruling
from tests.search.generated import Queries

pytestmark = pytest.mark.django_db
ASKED = 700
SHOWN = 40


@pytest.fixture
def before(tmp_path: Path, settings: LazySettings) -> Corpus:
    """The index of the loaded data, in a file of this test."""
    settings.SEARCH_DIR = tmp_path / "search"
    store._corpus.forget()
    return store.current()


def added(name: str, **facts: Any) -> Card:
    box = Edition.objects.order_by("order").first()
    assert box is not None
    given = {
        "kind": "monster",
        "deck": "door",
        "coverage": "text",
        "confidence": "low",
        "order": 900,
        **facts,
    }
    return Card.objects.create(edition=box, slug=name.lower().replace(" ", "-"), name=name, **given)


def a_busy_evening() -> None:
    """Change, add and remove cards: words come and go, and with them what others are made of."""
    added("Quasselstrippe", text="Ein Quassel und eine Strippe.", level=7)
    added("Strippe", text="Kindskopf, Kraken und Zwiebeln.", kind="item", gold=300, tags=["zwiebelig"])
    added("Aal", text="Steht ganz vorn.", level=3, treasures=2)
    added("Zzz Schlafmütze", text="Steht ganz hinten und bringt zwei Schätze.", bonus=2, kind="item")
    added("Hopsassa", text="Macht einen Purzelwumms.")
    Card.objects.filter(edition="axe-cop", slug="krieger").update(name="Zwiebelkrieger", text="Weint.")
    Card.objects.filter(name="Kindskopfkrake").delete()
    Card.objects.filter(kind="monster", level=4).update(level=5)


def answer(query: str, corpus: Corpus) -> Any:
    found = find(query, limit=SHOWN, corpus=corpus)
    facets = [found.facets("karte", name) for name in ("typ", "set", "hat", "merkmal")]
    hits = [(some.part.key, some.total, [d.key for d in some.documents]) for some in found.results]
    said = (
        found.explanation,
        found.notes,
        [w.text for w in found.warnings],
        found.mended,
        sorted(found.marked),
    )
    return hits, facets, said, [(s.said, s.hits) for s in found.suggestions]


def compare(continued: Corpus, anew: Corpus) -> None:
    documents = [document for part in PARTS.values() for document in read_part(part)]
    asked = ["quassel", "strippe", "krake", "zwiebel", "sortierung:name stufe>0", "aal", "wumms"]
    asked += Queries(documents).drawn(ASKED)
    wrong = [query for query in asked if answer(query, continued) != answer(query, anew)]
    assert wrong == []
    names = [[name for name, _ in corpus.names_from("")] for corpus in (continued, anew)]
    assert sorted(names[0]) == sorted(names[1])


def test_what_is_continued_answers_like_what_is_written_anew(
    before: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_busy_evening()
    release = make_release("Ein Abend").version
    with monkeypatch.context() as patch:
        patch.setattr(store, "_fill", lambda *_: pytest.fail("Es wird fortgesetzt, nicht neu geschrieben."))
        continued = store.current()
    assert continued.release == release
    assert find("quassel", corpus=continued).of("karte").total == 1
    compare(continued, store._in_memory(release))


def test_what_is_said_of_a_card_is_not_said_of_one_with_the_same_facts(before: Corpus) -> None:
    told, _silent = added("Quasselstrippe", level=7), added("Plaudertasche", level=7)
    ruling = Ruling.objects.filter(cards__isnull=True).first()
    assert ruling is not None
    ruling.cards.add(told)
    make_release("Zwei gleiche Karten")
    found = find("hat:klarstellung quasselstrippe oder hat:klarstellung plaudertasche", parts=("karte",))
    assert [card.name for card in found.of("karte").documents] == ["Quasselstrippe"]
    assert find("plaudertasche klar:0", parts=("karte",)).of("karte").total == 1


def test_what_was_continued_can_be_continued(before: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    a_busy_evening()
    make_release("Ein Abend")
    store.current()
    Card.objects.filter(slug="quasselstrippe").update(name="Plaudertasche")
    Card.objects.filter(slug="aal").delete()
    added("Aalglatt", text="Noch ein Aal.")
    # Only now it can be seen of which words one that was there before is made.
    added("Purzel", text="Es macht Wumms.")
    release = make_release("Noch ein Abend").version
    with monkeypatch.context() as patch:
        patch.setattr(store, "_fill", lambda *_: pytest.fail("Es wird fortgesetzt, nicht neu geschrieben."))
        continued = store.current()
    assert find("wumms", corpus=continued).of("karte").total == 2
    compare(continued, store._in_memory(release))


def test_another_box_or_a_ruling_that_changes_writes_the_index_anew(before: Corpus) -> None:
    assert updating.changed_since(before.release) == []
    Edition.objects.filter(key="axe-cop").update(name="Axt-Polizist")
    make_release("Anderer Name einer Box")
    assert updating.changed_since(before.release) is None
    assert store.current().catalogue.labels["set"]["axe-cop"] == "Axt-Polizist"


def test_a_release_that_says_nothing_of_its_changes_writes_the_index_anew(before: Corpus) -> None:
    added("Quasselstrippe")
    Release.objects.create(version="ungenau", made_at=Release.objects.latest().made_at)
    assert updating.changed_since(before.release) is None
    assert find("quasselstrippe").of("karte").total == 1


def test_too_many_changes_write_the_index_anew(before: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updating, "MOST_LATE", 3)
    a_busy_evening()
    release = make_release("Ein Abend").version
    assert Change.objects.filter(release__version=release).count() > 3
    assert not updating.continued(files.path_of("entwurf"), release)
    assert find("quassel").of("karte").total == 1
