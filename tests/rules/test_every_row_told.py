"""Data files that people ask by, build by and look up: one row is changed, and it is answered or shown otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml
from django.test import Client
from django.utils.html import escape

from cards.files import load_yaml
from cards.loading import load
from cards.models import Card
from rules.answers import Answers, read_answers
from rules.ask import ask, facts, mood, ties
from rules.ask.data import rows
from rules.ask.entries import of_books, units
from rules.ask.knowledge import knowledge
from rules.ask.marks import fights
from rules.ask.spotting import Spotter
from rules.booklet.mix import Mix
from rules.booklet.sheet import sheet
from rules.cases import expand
from rules.comparing import DIFFERENT, Cell, Row
from rules.coverage import coverage
from rules.engine import resolve
from rules.expectations import shortfalls
from rules.facts import library, reasons
from rules.question_like import reads_like_question
from rules.telling_apart import sentence, topic_of
from rules.whatif import starting
from rules.whatif.fields import groups
from rules.whatif.showing import show
from tests.rules import test_every_row as resolver
from tests.rules import test_every_row_beside as beside
from tests.rules.test_every_row import base, questions
from tests.rules.test_every_row_beside import FILES, ROOT, TRIED, booklets, changes, sampled, saying

MUNCHKIN = tuple(Path(file).parent.name for file in FILES if Path(file).name == "silent.yaml")
# Those of several boxes, and each box's own.
CASES = [file for file in FILES if file.startswith("cases/") or Path(file).name == "cases.yaml"]
# What nobody is told.
NOT_TOLD = {
    **{file: "the imprint, for whoever edits" for file in FILES if Path(file).name == "edition.yaml"},
    "smash-up/text/left-out.yaml": "what test_booklet.py lets the text leave out",
}


SCORING = "Auf der Basis mit Zerstörungswert 20 hat Anna 3 Kreaturen mit je Stärke 4 und ich 9. Wer gewinnt?"


def another(value: Any) -> Any:
    """Leave a list or a word of a line out, word something else, raise a number."""
    if isinstance(value, str):
        return " ".join(value.split()[1:]) if " " in value else value + "-anders"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value + 30
    return [] if isinstance(value, list) and value and isinstance(value[0], str) else None


# What comes out.


def some(found: Any) -> list[Any]:
    listed = list(found)
    return listed[:: 1 + len(listed) // TRIED]


def laws() -> list[str]:
    return some(entry.asks[0] for entry in units())


def tables() -> list[str]:
    return some(fight.text for fight in fights())


def answered() -> Any:
    return [ask(text, ["cthulhu"], library()).as_dict() for text in [*laws()[::6], *tables()[::6]]]


def scored() -> Any:
    return ask(SCORING, ["smash-up"], library()).as_dict()


def spotted() -> Any:
    reader = Spotter(base())
    return reader.everyday, reader.names.never, [reader.spot(text, ()) for text in laws() + tables()]


def nicknamed() -> Any:
    reader = Spotter(base())
    names = load_yaml(ROOT / "ask/nicknames.yaml").values()
    return [reader.spot(name.title(), ()) for alike in names for name in alike]


def of_cards() -> Any:
    known = base().card_facts
    asked = [(card, fact) for fact in rows("facts") for card in some(known)]
    return [facts.tell(*one, known, "", "") for one in asked if facts.known(one[1], [known[one[0]]])]


def going_on() -> Any:
    known = knowledge(library())
    talks = [ties.Talk("Und mit Helfer?", [text], ["cthulhu"]) for text in laws()]
    return [[one.sure for one in ties.found(known, talk)] for talk in talks]


def told_apart() -> Any:
    cell = Cell("cthulhu", "Eins", None, silent=False, rules=())
    found = [Row(key, "", "Was gilt?", "", (cell,), DIFFERENT, "") for key in base().comparison]
    return [sentence(row, {"cthulhu": "Munchkin Cthulhu"}) for row in found]


def topics() -> Any:
    names = load_yaml(ROOT / "munchkin/text/topics.yaml")["names"].values()
    return [topic_of(word) for words in names for word in words]


def asked_of(game: str) -> list[Any]:
    return some(question for question in questions().values() if question["game"] == game)


def shown() -> Any:
    found = [*asked_of("munchkin"), *asked_of("smash-up")]
    pages = [show(question, resolve(question, base()), {}) for question in found]
    heads = [(page.tone, page.result_label, page.certainty) for page in pages]
    return pages, heads, [reads_like_question(text) for text in laws()]


def opened() -> Any:
    cards = {(card.edition_id, card.kind): card for card in Card.objects.all()}
    scenes = [starting.from_card(f"{box}/{card.slug}") for (box, _), card in cards.items()]
    fresh = [starting.fresh("munchkin", "cthulhu"), starting.fresh("smash-up", "smash-up")]
    return fresh, [scene and scene.scenario for scene in scenes]


def unproven(box: str) -> Any:
    return coverage(
        ({"id": one, "resolver": True} for one in base().cited if one.startswith(box)), {}, reasons()
    )


TOLD: dict[str, Callable[[], Any]] = {
    "ask/common.yaml": spotted,
    "ask/compared.yaml": lambda: [entry.asks for entry in of_books(base())],
    "ask/facts.yaml": of_cards,
    "ask/kinds.yaml": answered,
    "ask/labels.yaml": answered,
    "ask/moods.yaml": lambda: [mood.moods(text) for text in laws()],
    "ask/nicknames.yaml": nicknamed,
    "ask/parts.yaml": answered,
    "ask/situations.yaml": scored,
    "ask/ties.yaml": going_on,
    "ask/words.yaml": spotted,
    "munchkin/text/compare.yaml": told_apart,
    "munchkin/text/sheet.yaml": lambda: sheet(Mix(base(), MUNCHKIN)),
    "munchkin/text/topics.yaml": topics,
    "munchkin/text/words.yaml": lambda: booklets("munchkin"),
    "whatif/munchkin.yaml": lambda: [groups(question) for question in asked_of("munchkin")],
    "whatif/scenes.yaml": opened,
    "whatif/smash-up.yaml": lambda: [groups(question) for question in asked_of("smash-up")],
    "whatif/words.yaml": shown,
    **{f"{box}/open.yaml": lambda box=box: unproven(box) for box in MUNCHKIN},
}


@pytest.mark.parametrize("file", TOLD)
def test_one_changed_row_is_told_otherwise(file: str, db: None) -> None:
    said = load_yaml(ROOT / file)
    with saying(file, said):
        usual = TOLD[file]()
    for changed in sampled(said, another):
        with saying(file, changed):
            if TOLD[file]() != usual:
                return
    pytest.fail(f"{file}: nichts wird anders gesagt.")


@pytest.mark.parametrize("file", CASES)
def test_a_case_that_expects_something_else_no_longer_holds(file: str) -> None:
    case = next(expand(load_yaml(ROOT / file)[0], answers()))
    given = resolve(case["scenario"], base())
    assert not shortfalls(given, case["expect"])
    assert any(shortfalls(given, expected) for expected in changes(case["expect"], denied))


def denied(value: Any) -> Any:
    return not value if isinstance(value, bool) else another(value)


@cache
def answers() -> Answers:
    return read_answers(ROOT)


# What the tables keep: the field of its first row that is changed, and the page that shows it.
KEPT: dict[str, tuple[str, str]] = {
    "box": ("name", "/sets/{key}/"),
    "editions": ("name", "/sets/{key}/"),
    "sources": ("title", "/quellen/"),
    "terms": ("definition", "/glossar/{id}/"),
}
OTHER_CARD = "axe-cop/krieger"


def test_one_changed_row_of_what_is_kept_is_shown_as_it_was_changed(reader: Client, tmp_path: Path) -> None:
    root = Path(copytree(ROOT, tmp_path / "fixtures"))
    shown: dict[str, str] = {}
    for file in (one for one in FILES if Path(one).stem in KEPT):
        field, address = KEPT[Path(file).stem]
        said = load_yaml(root / file)
        said[0][field] += " (anders)"
        write(root / file, said)
        shown[address.format(**said[0])] = str(escape(said[0][field]))
    moved = load_yaml(root / "redirects.yaml")
    write(root / "redirects.yaml", [{**moved[0], "new": OTHER_CARD}])
    unsaid = {box: load_yaml(root / box / "silent.yaml") for box in MUNCHKIN}
    for box, said in unsaid.items():
        write(root / box / "silent.yaml", said[:-1])
    assert load(root)
    for address, text in shown.items():
        assert text in reader.get(address).content.decode(), address
    assert reader.get(f"/karten/{moved[0]['old']}/").headers["Location"] == f"/karten/{OTHER_CARD}/"
    assert {box: library().editions[box]["lacks"] for box in MUNCHKIN} == {
        box: said[-1:] for box, said in unsaid.items()
    }


def write(file: Path, rows: Any) -> None:
    file.write_text(yaml.safe_dump(rows, allow_unicode=True), encoding="utf-8")


def test_every_data_file_is_changed_somewhere_or_named_with_the_reason_why_not() -> None:
    by_kind = [file for file in FILES if Path(file).stem in KEPT]
    changed = {
        *resolver.READ, *beside.CHANGED, *TOLD, *by_kind, "redirects.yaml",
        *(f"{box}/silent.yaml" for box in MUNCHKIN), *CASES,
    }  # fmt: skip
    assert sorted([*changed, *NOT_TOLD]) == FILES
