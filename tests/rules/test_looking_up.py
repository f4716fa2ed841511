"""Whoever looks something up finds it where they look first, or is led on from there, within half a minute."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from rules.booklet.mix import Mix
from rules.booklet.rows import rows
from rules.booklet.text import Chapter, compose
from rules.engine.library import Library
from rules.facts import library_from_fixtures
from tests.rules.looking_up import look_up, places, pointed_place
from tests.rules.tables import TABLES, sentences

SHORT = {"A": "axe-cop", "C": "cthulhu", "I": "impossible", "S": "shakespeare"}
COUNTED = re.compile(r"Wie viele? [^A-ZÄÖÜ]*(\w+)")
# Two headings name cards for what else they say of them.
NOT_COUNTED = {"Karten"}
# Where a reader looks first who asks about selling, trading and levels, besides what numbers are asked of.
LOOKED_FOR = (
    ("Verkaufen", "spielende.letzte-stufe"),
    ("Verkaufen", "handeln.weiterverkauf"),
    ("Verkaufen", "grosse-gegenstaende.verkaufen"),
    ("Stufen", "verkaufen.preis"),
    ("Stufen", "hilfe.helfer-stufe"),
    ("Stufenkarten", "spielende.letzte-stufe"),
    ("Auf der Hand und vor Dir", "phase4-milde-gabe.handlimit"),
    ("Auslegen und ablegen", "kultisten.ablegen"),
    ("Deine Figur und Deine ersten Karten", "kraft.start"),
    ("Ausrüstung", "verbuendete.haende"),
    ("Große Gegenstände", "verbuendete.haende"),
    ("Auf der Hand und vor Dir", "vorbereitung.stapel-leer"),
    ("Zu zweit kämpfen", "kampf.gleichstand-krieger-hilft"),
    ("Tod", "verbuendete.gegenstaende-verlust"),
    ("Tauschen", "hilfe.bestechen"),
    ("Worum es geht", "kultisten.letzter-nichtkultist-stufe"),
    ("Ende und Varianten", "ziel.siegstufe"),
    ("Ende und Varianten", "hilfe.kaempfer-stufe"),
)


@pytest.fixture(scope="module")
def library() -> Library:
    return library_from_fixtures()


@pytest.fixture(scope="module")
def document() -> str:
    return (settings.BASE_DIR / "docs/combining.md").read_text()


def reached(chapters: tuple[Chapter, ...]) -> dict[str, set[str]]:
    """Return by heading the questions that are answered under it, or under a heading that it leads on to."""
    said: dict[str, set[str]] = {}
    led: dict[str, set[str]] = {}
    for chapter in chapters:
        for part in chapter.paragraphs:
            title = part.title or chapter.title
            assert title not in said
            said[title] = {question for one in part.sentences for question in one.asks}
            led[title] = {
                place.title for one in part.sentences for pointer in one.see for place in pointer.places
            }
    return {title: said[title].union(*(said[other] for other in led[title])) for title in said}


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_a_number_stands_where_the_first_heading_that_names_the_thing_leads(
    library: Library, boxes: tuple[str, ...]
) -> None:
    chapters = compose(Mix(library, boxes))
    found = reached(chapters)
    for chapter in chapters:
        for question in (ask for part in chapter.paragraphs for one in part.sentences for ask in one.asks):
            asked = library.comparison[question]["question"]
            thing = COUNTED.match(asked)
            # A question that names the chapter itself is looked for there.
            if thing is None or thing[1] in NOT_COUNTED or chapter.title.split()[-1] in asked:
                continue
            first = next((title for title in found if thing[1] in re.findall(r"\w+", title)), None)
            assert first is None or question in found[first], (first, asked)


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_what_else_is_looked_for_under_a_heading_stands_there_or_is_pointed_to(
    library: Library, boxes: tuple[str, ...]
) -> None:
    chapters = compose(Mix(library, boxes))
    found = reached(chapters)
    answered = {question for one in sentences(chapters) for question in one.asks}
    for title, question in LOOKED_FOR:
        assert title not in found or question not in answered or question in found[title], (title, question)


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_a_pointer_leads_to_a_sentence_elsewhere_and_parts_none_from_what_makes_it_clear(
    library: Library, boxes: tuple[str, ...]
) -> None:
    chapters = compose(Mix(library, boxes))
    anchors = {one.anchor for one in sentences(chapters)}
    seen = 0
    for chapter in chapters:
        for part in chapter.paragraphs:
            own = {one.anchor for one in part.sentences}
            for one, after in zip(part.sentences, (*part.sentences[1:], None), strict=True):
                if not one.see:
                    continue
                assert one.text.endswith((".", "!", "?")), one.text
                assert after is None or not after.follows, after.text
                for pointer in one.see:
                    led = {place.anchor for place in pointer.places}
                    assert led
                    assert led <= anchors - own, pointer.text
                    assert re.fullmatch(r"Zu.* siehe „.*“\.", pointer.text), pointer.text
                    seen += 1
    assert seen > 5


def test_every_pointer_is_about_questions_that_there_are_and_shows_at_some_table(library: Library) -> None:
    says = [row for chapter in rows().chapters for part in chapter.paragraphs for row in part.says]
    meant = {question for row in says for asks in row.see.values() for question in asks}
    assert meant <= set(library.comparison)
    shown = {
        place.anchor
        for boxes in TABLES
        for one in sentences(compose(Mix(library, boxes)))
        for pointer in one.see
        for place in pointer.places
    }
    firsts = {row.asks[0] for row in says if meant & set(row.asks)}
    assert shown == firsts


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_every_sentence_is_read_within_half_a_minute(library: Library, boxes: tuple[str, ...]) -> None:
    """The doubts behind the figures stand in docs/combining.md; what has to be read on the way is counted here."""
    found = places(Mix(library, boxes))
    assert len(found) > 200
    assert {anchor: seconds for anchor, (_, _, seconds) in found.items() if seconds > 30} == {}


@pytest.mark.parametrize(
    ("title", "boxes"),
    [
        ("Cthulhu and Shakespeare", ("cthulhu", "shakespeare")),
        ("Impossible and Axe Cop", ("impossible", "axe-cop")),
        ("All four boxes", ("axe-cop", "cthulhu", "shakespeare", "impossible")),
    ],
)
def test_the_twenty_questions_of_the_document_stand_where_it_says(
    library: Library, document: str, title: str, boxes: tuple[str, ...]
) -> None:
    told = table_under(document, title)
    assert len(told) == 20
    mix = Mix(library, boxes)
    found = places(mix)
    for asked, *between in told:
        *looked, anchor = between[:-3]
        where, words, reckoned = found[anchor.strip("`")]
        if looked and looked[0] != "–":
            words, reckoned = pointed_place(mix, looked[0], anchor.strip("`"))
        line = [asked, *looked, anchor, where, str(words), f"{reckoned:.0f} s"]
        assert line in told
        assert reckoned <= 30


def test_the_look_ups_of_the_fresh_reader_take_what_the_document_says(
    library: Library, document: str
) -> None:
    told = table_under(document, "Twenty questions by a reader")
    assert len(told) == 20
    for asked, table, answers, heading, *_, before, _ in told:
        mix = Mix(library, tuple(SHORT[box] for box in table.split("+")))
        skimmed, read, seconds = look_up(mix, heading, re.findall("`([^`]+)`", answers))
        line = [asked, table, answers, heading, str(skimmed), str(read), before, f"{seconds:.0f}"]
        assert line in told
        assert seconds <= 30


def table_under(document: str, title: str) -> list[list[str]]:
    """Return the rows of the table under a heading without its head."""
    part = document.partition(f"### {title}")[2].partition("###")[0]
    lines = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    return lines[2:]
