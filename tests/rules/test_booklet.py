"""The rulebook of a table: one text in which every question that can come up is answered once, by what is in force."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from django.conf import settings
from django.test import Client

from cards.files import load_yaml
from rules.booklet.asking import ask
from rules.booklet.changes import changes
from rules.booklet.house import groups, scenario
from rules.booklet.mix import Mix, ground_of
from rules.booklet.plain import compose_plain
from rules.booklet.rows import rows
from rules.booklet.sheet import sheet
from rules.booklet.text import Chapter, compose
from rules.combining import NAMELESS
from rules.engine import resolve
from rules.engine.library import Library
from rules.engine.rulebook import agree
from rules.facts import library_from_fixtures
from rules.whatif import links
from tests.rules.tables import BOOKS, MIXES, TABLES, falls_away, sentences

# Words of kinds, and the kinds and cards that they speak of.
KINDS = {
    r"Rassen?\b|Elfen?\b|Zwerge?\b|Halb-Blut": {"race"},
    r"Loyalität|[Dd]oppelagent|[Dd]reifachagent": {"loyalty"},
    r"Training|Zusatzausbildung": {"training"},
    r"\bKr(?:aft|äfte)\b(?! und)": {"power"},
    r"Mietling": {"hireling"},
    r"Verbündete": {"ally"},
    r"Fl[uü]ch[es]?\b": {"curse"},
    r"\bFallen? ": {"trap"},
    r"Gegenstandsverstärker": {"item-boost"},
    r"Lakai|Handlanger|Mook": {"minion", "mook"},
}
NAMES = {"Krieger": "Krieger", "Priester": "Priester", "Dieb": "Dieb", "Kultist": "Kultist", "Cop ": "Cop"}
STRANGE = ("Credits", "Komplexe", "Stil ", "Gaki", "Dämon", "Krakzilla", "Mixer")


@pytest.fixture(scope="module")
def library() -> Library:
    return library_from_fixtures()


def words(chapters: tuple[Chapter, ...]) -> str:
    titles = [part.title for chapter in chapters for part in chapter.paragraphs]
    pointers = [pointer.text for one in sentences(chapters) for pointer in one.see]
    return " ".join([*(one.text for one in sentences(chapters)), *pointers, *titles])


def test_there_are_fifteen_mixes_and_every_leading_book() -> None:
    assert len(MIXES) == 15
    assert len(TABLES) == 32


def test_every_question_of_the_comparison_has_its_sentence(library: Library) -> None:
    asked = {
        question
        for chapter in rows().chapters
        for part in chapter.paragraphs
        for row in part.says
        for question in row.asks
    }
    assert asked == set(library.comparison)


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_every_question_is_answered_once_or_concerns_nothing_here(
    library: Library, boxes: tuple[str, ...]
) -> None:
    mix = Mix(library, boxes)
    answered = [question for one in sentences(compose(mix)) for question in one.asks]
    assert len(answered) == len(set(answered))
    assert all(mix.answers(question) for question in answered)
    silent = {question for question in library.comparison if not mix.answers(question)}
    left_out = set(library.comparison) - set(answered) - silent
    assert {question for question in left_out if not falls_away(question, mix)} == set()


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_the_text_speaks_of_no_kind_that_no_box_has(library: Library, boxes: tuple[str, ...]) -> None:
    mix = Mix(library, boxes)
    chapters = compose(mix)
    text = " ".join([words(chapters), *(point.about + point.text for one in chapters for point in one.open)])
    wrong = [word for word, kinds in KINDS.items() if re.search(word, text) and not kinds & mix.ground.kinds]
    wrong += [word for word, name in NAMES.items() if word in text and name not in mix.ground.names]
    wrong += [word for word in STRANGE if word in text]
    assert wrong == []
    assert "sagt dazu nichts" not in text
    assert "{" not in text


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_nothing_is_said_twice_and_every_sentence_is_whole(library: Library, boxes: tuple[str, ...]) -> None:
    chapters = compose(Mix(library, boxes))
    texts = [one.text for one in sentences(chapters)]
    repeated = {text for text in texts if texts.count(text) > 1 and len(text) > 30}
    assert repeated == set()
    for chapter in chapters:
        for part in chapter.paragraphs:
            said = " ".join(one.text for one in part.sentences)
            assert re.fullmatch(r"[„A-ZÄÖÜ].*[.!?]", said), said
            assert not re.search(r"[a-zß]{2}\. [a-zäöü]|, [.]|,,|  ", said), said


@pytest.mark.parametrize("boxes", [one for one in TABLES if len(one) > 1], ids="+".join)
def test_a_mark_stands_wherever_another_book_says_otherwise(library: Library, boxes: tuple[str, ...]) -> None:
    mix = Mix(library, boxes)
    for one in sentences(compose(mix)):
        for question in set(one.asks) - rows().together:
            answers, decider = mix.answers(question), mix.decider(question)
            row = library.comparison[question]
            others = {box for box in answers if not agree(row, answers[decider], answers[box])}
            assert others <= {difference.box for difference in one.differences}, question


def test_two_books_that_answer_otherwise_are_worded_otherwise(library: Library) -> None:
    compared = set()
    for boxes in permutations(BOOKS, 2):
        mix, turned = Mix(library, boxes), Mix(library, boxes[::-1])
        here, there = _texts(mix), _texts(turned)
        for question in (set(here) & set(there)) - rows().together:
            answers, row = mix.answers(question), library.comparison[question]
            if mix.decider(question) != turned.decider(question) and not agree(row, *answers.values()):
                assert here[question] != there[question], (question, boxes)
                compared.add(question)
    assert len(compared) > 20


def _texts(mix: Mix) -> dict[str, str]:
    return {question: one.text for one in sentences(compose(mix)) for question in one.asks}


def test_a_box_that_is_only_named_leaves_every_sentence_whole(library: Library) -> None:
    named = [key for key, row in library.editions.items() if row["game"] == "munchkin" and key not in BOOKS]
    assert len(named) > 6
    for boxes in ((book, box) for book in BOOKS for box in named if box != NAMELESS):
        for part in (part for chapter in compose(Mix(library, boxes)) for part in chapter.paragraphs):
            said = " ".join(one.text for one in part.sentences)
            assert re.fullmatch(r"[„A-ZÄÖÜ].*[.!?]", said), said
            assert not re.search(r"[a-zß]{2}\. [a-zäöü]|, [.]|,,|  |{", said), said


def statements(library: Library, boxes: tuple[str, ...]) -> int:
    rules = (row for row in library.cited.values() if row["url"].startswith("/regeln/"))
    return sum(len(row["text"]) for row in rules if row["edition"] in boxes)


@pytest.mark.parametrize(("size", "share"), [(2, 0.6), (4, 0.45)])
def test_the_text_is_much_shorter_than_the_books(library: Library, size: int, share: float) -> None:
    for boxes in (one for one in TABLES if len(one) == size):
        assert len(words(compose(Mix(library, boxes)))) < share * statements(library, boxes)


def test_the_leading_book_decides_and_the_other_stands_at_the_mark(library: Library) -> None:
    first = {one.anchor: one for one in sentences(compose(Mix(library, ("impossible", "cthulhu"))))}
    assert "zwei Türkarten" in first["anfangskarten.tuerkarten"].text
    assert [(one.box, one.answer) for one in first["anfangskarten.tuerkarten"].differences] == [
        ("cthulhu", "Vier")
    ]


def test_mixing_stands_above_the_leading_book(library: Library) -> None:
    alone = {one.anchor: one.text for one in sentences(compose(Mix(library, ("impossible",))))}
    mixed = {one.anchor: one.text for one in sentences(compose(Mix(library, ("impossible", "cthulhu"))))}
    assert "bewirkt er nichts" in alone["untote.folgen"]
    assert "folgen" in mixed["untote.folgen"]


def test_a_book_that_knows_big_items_speaks_of_them_whichever_of_its_cards_are_known(
    library: Library,
) -> None:
    for boxes in TABLES:
        said = words(compose(Mix(library, boxes)))
        assert ("Großen Gegenst" in said) == bool({"axe-cop", "shakespeare"} & set(boxes)), boxes


def test_a_card_stands_above_the_leading_book(library: Library) -> None:
    mixed = {one.anchor: one.text for one in sentences(compose(Mix(library, ("cthulhu", "shakespeare"))))}
    assert "Krieger" in mixed["kampf.gleichstand-ausnahme"]
    assert "Elfen" in mixed["hilfe.helfer-stufe-ausnahme"]


def test_the_first_box_of_the_address_leads_unless_another_is_named(library: Library) -> None:
    for sets, rulebook in ((["impossible", "cthulhu"], ""), (["cthulhu", "impossible"], "impossible")):
        asked = ask(library, sets, rulebook)
        assert asked.mix is not None
        assert asked.mix.boxes == ("impossible", "cthulhu")
        assert asked.query == "sets=cthulhu,impossible&rulebook=impossible"


def test_a_box_that_the_books_only_name_brings_its_rules(library: Library) -> None:
    asked = ask(library, ["cthulhu", "star-munchkin"])
    assert asked.mix is not None
    assert "Komplexe" in words(compose(asked.mix))


def test_the_order_of_the_boxes_in_the_address_does_not_matter(library: Library) -> None:
    addresses = {ask(library, order, "impossible").query for order in permutations(BOOKS)}
    assert len(addresses) == 1


@pytest.mark.parametrize(
    ("sets", "rulebook", "house", "said"),
    [
        (["ctulhu", "impossible"], "", "", "„ctulhu“ kennen wir nicht. Meintest Du Munchkin Cthulhu?"),
        (["cthulhu", "cthulhu"], "", "", "zweimal genannt"),
        (["cthulhu", "smash-up"], "", "", "ist ein anderes Spiel"),
        (["munchkin-fu"], "", "", "haben wir keine Anleitung"),
        (["cthulhu", "impossible"], "axe-cop", "", "kann hier nicht entscheiden"),
        (["cthulhu", "impossible"], "", "tod.helfn:cthulhu", "Meintest Du „tod.helfen“?"),
        (
            ["cthulhu", "impossible"],
            "",
            "tod.helfen:axe-cop",
            "die Antwort „axe-cop“ nicht; möglich: cthulhu, impossible",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    library: Library, sets: list[str], rulebook: str, house: str, said: str
) -> None:
    asked = ask(library, sets, rulebook, house)
    assert any(said in fault.text for fault in asked.faults)
    assert ask(library, *_again(asked.right)).faults == []


@pytest.mark.parametrize(
    ("sets", "house", "right"),
    [
        ("ctulhu", "", "sets=cthulhu"),
        ("ctulhu,impossible", "", "sets=cthulhu,impossible"),
        ("munchkin-fu", "", "sets=cthulhu,munchkin-fu"),
        ("cthulhu,cthulhu", "", "sets=cthulhu"),
        ("smash-up,cthulhu", "", "sets=cthulhu"),
        ("cthulhu,impossible", "tod.helfn:impossible", "sets=cthulhu,impossible&house=tod.helfen:impossible"),
        ("cthulhu,impossible", "tod.helfen:imposible", "sets=cthulhu,impossible&house=tod.helfen:impossible"),
        ("cthulhu,impossible", "nichts:a", "sets=cthulhu,impossible"),
        (
            "impossibel,cthulhu",
            "tod.helfen:cthulu",
            "sets=cthulhu,impossible&rulebook=impossible&house=tod.helfen:cthulhu",
        ),
        ("monster-smash", "", "sets=smash-up"),
        ("monster-smash,smash-up", "", ""),
        ("quatsch", "", ""),
    ],
)
def test_the_right_address_is_the_nearest_to_what_was_asked(
    library: Library, sets: str, house: str, right: str
) -> None:
    assert ask(library, sets.split(","), "", house).right == right


@pytest.mark.parametrize("page", ["", "blatt/", "so-spielen-wir/", "neu/", "qr.svg"])
def test_a_table_may_choose_everything_at_once(library: Library, reader: Client, page: str) -> None:
    mix = Mix(library, ("impossible", "cthulhu", "shakespeare", "axe-cop"))
    points = [point for group in groups(mix, compose(mix)) for point in group.points]
    longest = {point.id: max((choice.id for choice in point.choices), key=len) for point in points}
    house = ",".join(f"{question}:{answer}" for question, answer in longest.items())
    asked = ask(library, mix.boxes, "impossible", house)
    assert len(asked.query) > 1500
    assert reader.get(f"/kombinieren/{page}?{asked.query}&kenne=cthulhu").status_code == 200


@pytest.mark.parametrize("page", ["blatt/", "so-spielen-wir/", "neu/"])
def test_what_there_is_for_munchkin_only_says_so_to_smash_up(reader: Client, page: str) -> None:
    text = reader.get(f"/kombinieren/{page}?sets=smash-up").content.decode()
    assert "diese Seite gibt es nur für Munchkin-Boxen" in text
    assert "/kombinieren/?sets=smash-up" in text


def test_signs_that_nobody_can_see_are_not_repeated(reader: Client) -> None:
    assert "\x00" not in reader.get("/kombinieren/?sets=ct%00ulhu&house=a%00:b").content.decode()


def _again(query: str) -> tuple[list[str], str, str]:
    read = dict(part.split("=") for part in query.split("&"))
    return read["sets"].split(","), read.get("rulebook", ""), read.get("house", "")


def test_a_choice_of_the_table_stands_in_the_text(library: Library) -> None:
    asked = ask(library, ["cthulhu", "impossible"], "", "tod.helfen:impossible,tod.was-bleibt:cthulhu")
    assert asked.mix is not None
    found = {one.anchor: one for one in sentences(compose(asked.mix))}
    assert "nächsten Runde" in found["tod.helfen"].text
    assert found["tod.helfen"].chosen
    assert "Bei Euch gilt stattdessen: Klasse(n) und Stufe." in found["tod.was-bleibt"].text


def test_a_chosen_reading_words_the_sentence_that_it_is_about(library: Library) -> None:
    told = [
        row for chapter in rows().chapters for part in chapter.paragraphs for row in part.says if row.read
    ]
    assert len(told) > 6
    for row in told:
        for key, text in row.read.items():
            doubt, _, letter = key.partition(":")
            boxes = next(
                boxes
                for boxes in TABLES
                if doubt in Mix(library, boxes).choices and raised(library, doubt, boxes)
            )
            assert letter != Mix(library, boxes).choices[doubt].default
            plain = {one.anchor: one for one in sentences(compose(Mix(library, boxes)))}
            chosen = {one.anchor: one for one in sentences(compose(table(library, boxes, key)))}
            assert chosen[row.asks[0]].chosen
            assert chosen[row.asks[0]].text != plain[row.asks[0]].text
            assert {anchor for anchor in plain if plain[anchor].text != chosen[anchor].text} == {
                row.asks[0]
            }, text


def raised(library: Library, doubt: str, boxes: tuple[str, ...]) -> bool:
    """Say whether a book of the table raises this question."""
    return bool(Mix(library, boxes).choices[doubt].cites)


def test_a_book_chosen_for_a_question_settles_or_opens_what_is_open_about_it(library: Library) -> None:
    beside, curses = "trade.beside-a-fight", "death.curses"
    boxes = ("axe-cop", "impossible")
    assert beside in Mix(library, boxes).choices
    assert beside not in table(library, boxes, "handeln.unbeteiligte-im-kampf:impossible").choices
    # A choice about what only another choice opens may stand before it in the address.
    mix = table(library, ("axe-cop", "cthulhu"), f"{curses}:b,tod.flueche:cthulhu")
    assert mix.house == {curses: "b", "tod.flueche": "cthulhu"}
    asked = ask(library, boxes, "axe-cop", f"{beside}:b,handeln.unbeteiligte-im-kampf:impossible")
    assert [fault.parameter for fault in asked.faults] == ["house"]
    assert sheet(asked.mix or Mix(library, boxes)).own


def test_all_that_is_open_stands_in_a_chapter_and_can_be_chosen(library: Library) -> None:
    listed = {one.ask for chapter in rows().chapters for one in chapter.open}
    assert listed == set(library.data["munchkin"]["unsettled"]) - {"card.not-executed"}
    for boxes in TABLES:
        named = [point.id for chapter in compose(Mix(library, boxes)) for point in chapter.open]
        assert len(named) == len(set(named))
    alone = {point.id for chapter in compose(Mix(library, ("axe-cop",))) for point in chapter.open}
    assert {"steal.during-a-fight", "discard.from-hand", "permission.silent"} <= alone
    assert "turn-of-the-dead" not in alone


def test_ground_is_that_of_the_cards(library: Library) -> None:
    assert "race" in ground_of(library, "shakespeare").kinds
    assert "race" not in ground_of(library, "cthulhu").kinds


def test_smash_up_has_its_own_text_and_says_why_it_does_not_mix(reader: Client) -> None:
    page = reader.get("/kombinieren/?sets=smash-up").content.decode()
    assert "Mit Munchkin lässt es sich nicht mischen" in page
    assert page.count('class="say"') > 130
    assert "Was die Anleitungen hier offen lassen" in page
    # Whoever has linked to a statement still gets to the sentence that says it.
    assert 'id="smash-up.monster.kein-besitzer"' in page


def test_the_text_of_smash_up_says_every_statement_once_and_shorter(library: Library) -> None:
    chapters = compose_plain(library, "smash-up")
    told = [rule for one in sentences(chapters) for rule in one.rules]
    left_out = {f"smash-up.{key}" for key in load_yaml(settings.FIXTURES / "smash-up/text/left-out.yaml")}
    stated = {
        rule
        for rule, row in library.cited.items()
        if row["edition"] == "smash-up" and row["url"].startswith("/regeln/")
    }
    assert sorted([*told, *left_out]) == sorted(stated)
    assert len(words(chapters)) < 0.6 * statements(library, ("smash-up",))
    texts = [one.text for one in sentences(chapters)]
    assert len(texts) == len(set(texts))
    for part in (part for chapter in chapters for part in chapter.paragraphs):
        said = " ".join(one.text for one in part.sentences)
        assert re.fullmatch(r"[„A-ZÄÖÜ].*[.!?]", said), said
        assert not re.search(r"[a-zß]{2}\. [a-zäöü]|, [.]|,,|  ", said), said
        assert len(said.split()) < 110
        assert "Spieler" not in re.sub("„[^“]*“", "", said), said


def test_the_text_of_smash_up_names_all_that_its_book_leaves_open(library: Library) -> None:
    named = [point.id for chapter in compose_plain(library, "smash-up") for point in chapter.open]
    rows = library.data["smash-up"]["unsettled"]
    assert sorted(named) == sorted(key for key, row in rows.items() if row.get("questions"))


def test_whats_new_shows_whole_sentences_and_the_surprising_first(library: Library) -> None:
    for boxes in TABLES:
        for known in BOOKS:
            found = changes(Mix(library, (known,)), Mix(library, boxes))
            for one in (*found.otherwise, *found.added, *found.gone):
                assert re.fullmatch(r"[„A-ZÄÖÜ1].*[.!?]", one.sentence.text), one.sentence.text
            if boxes == (known,):
                assert found.number == 0


def test_a_change_that_leans_on_the_sentence_before_it_brings_that_along(library: Library) -> None:
    found = changes(Mix(library, ("impossible",)), Mix(library, ("shakespeare", "impossible")))
    by_anchor = {one.sentence.anchor: one for one in (*found.otherwise, *found.added)}
    assert by_anchor["untote.folgen"].context == "Manche Monster tragen den Vermerk Untot."
    assert by_anchor["anfangskarten.tuerkarten"].context == ""
    listed = [one.sentence.text for one in found.added]
    for before, one in zip(listed, found.added[1:], strict=False):
        assert one.context != before
    for boxes in TABLES:
        for part in (part for chapter in compose(Mix(library, boxes)) for part in chapter.paragraphs):
            assert not part.sentences[0].follows, part.sentences[0].text


def test_what_a_new_card_brings_is_new_and_not_only_unsaid(library: Library) -> None:
    found = changes(Mix(library, ("impossible",)), Mix(library, ("shakespeare", "impossible")))
    unsaid = {one.sentence.anchor: one.unsaid for one in found.added}
    assert not unsaid["phase4-milde-gabe.zwerg"]
    assert not unsaid["klasse.priester-auferstehung"]
    assert unsaid["tod.zug-endet"]


def test_whole_topics_come_before_what_ones_own_book_only_leaves_unsaid(library: Library) -> None:
    found = changes(Mix(library, ("cthulhu",)), Mix(library, ("axe-cop",)))
    for part in (found.added, found.gone):
        assert [one.unsaid for one in part] == sorted(one.unsaid for one in part)
    new = {one.title for one in found.added if not one.unsaid}
    assert {"Kräfte", "Verbündete"} <= new
    assert any("Kultistenkarten" in one.sentence.text for one in found.gone if not one.unsaid)
    # That no book forbids it here does not make it allowed.
    assert any("Gestohlen wird im Kampf nicht" in one.sentence.text for one in found.gone if one.unsaid)


def test_adding_a_box_tells_only_what_that_box_brings(library: Library) -> None:
    found = changes(
        Mix(library, ("cthulhu", "impossible")), Mix(library, ("cthulhu", "impossible", "axe-cop"))
    )
    assert found.gone == ()
    assert all("axe-cop" in one.sentence.boxes for one in found.added)
    assert "Kraft" in " ".join(one.sentence.text for one in found.added if not one.unsaid)


def test_after_adding_a_box_nothing_of_the_leading_book_is_lost(library: Library) -> None:
    found = changes(Mix(library, ("cthulhu",)), Mix(library, ("cthulhu", "shakespeare")))
    added = " ".join(one.sentence.text for one in found.added)
    assert "Halb-Blut" in added
    assert all("Tür" not in one.sentence.text for one in found.gone)


@pytest.mark.parametrize("boxes", TABLES, ids="+".join)
def test_the_sheet_names_every_figure_once_and_five_disputes(
    library: Library, boxes: tuple[str, ...]
) -> None:
    mix = Mix(library, boxes)
    page = sheet(mix)
    kinds = ("class", "race", "loyalty", "training", "power")
    names = {
        row["name"]
        for key, row in library.card_facts.items()
        if row["kind"] in kinds and key.partition("/")[0] in boxes
    }
    shown = [name.partition(" (")[0] for group in page.figures for name, _ in group.lines]
    silent = [name for group in page.figures for name in group.unattested]
    assert set(shown) | set(silent) == names
    assert not set(shown) & set(silent)
    assert len(page.disputes) == 5
    assert all(set(point.cites) & _questions_of(library, boxes) for point in page.disputes)


def _questions_of(library: Library, boxes: tuple[str, ...]) -> set[str]:
    return {
        ident for ident, row in library.cited.items() if row["edition"] in boxes and ".ambiguitaet." in ident
    }


def test_the_sheet_says_the_numbers_of_the_leading_book(library: Library) -> None:
    said = {boxes: " ".join(one.text for part in sheet(Mix(library, boxes)).parts for one in part.sentences)
            for boxes in (("impossible", "cthulhu"), ("cthulhu", "impossible"))}  # fmt: skip
    assert "Starthand 2 Türen, 2 Schätze." in said["impossible", "cthulhu"]
    assert "Starthand 4 Türen, 4 Schätze." in said["cthulhu", "impossible"]


def table(library: Library, boxes: tuple[str, ...], house: str = "") -> Mix:
    """Return a table as an address names it."""
    asked = ask(library, boxes, boxes[0], house)
    assert asked.faults == []
    assert asked.mix is not None
    return asked.mix


def test_every_difference_and_open_point_can_be_chosen_and_is_followed_by_the_resolver(
    library: Library,
) -> None:
    for boxes in TABLES:
        mix = table(library, boxes)
        chapters = compose(mix)
        points = [point for group in groups(mix, chapters) for point in group.points]
        marked = {other.question for one in sentences(chapters) for other in one.differences}
        assert marked <= {point.id for point in points}
        assert len(points) == len({point.id for point in points})
        assert all(point.choices for point in points)
        for point in points[::7]:
            chosen = table(library, boxes, f"{point.id}:{point.choices[-1].id}")
            assert chosen.house
            assert resolve(scenario(chosen), library)["legal"]


def test_a_chosen_rule_reaches_what_if_and_names_what_would_count_otherwise(reader: Client) -> None:
    page = reader.get(
        "/kombinieren/so-spielen-wir/?sets=cthulhu,impossible&house=anfangskarten.tuerkarten:impossible"
    )
    text = page.content.decode()
    assert "Wie viele Türkarten bekommt man zu Beginn?" in text
    link = re.search(r"/was-waere-wenn/bauen/\?s=([^\"]+)", text)
    assert link
    asked = links.read(link[1])
    assert asked["house"] == {"anfangskarten.tuerkarten": "impossible"}
    asked["state"]["turn"] = {"player": "du", "phase": "setup"}
    asked["do"] = [{"action": "deal"}]
    answer = reader.get(f"/was-waere-wenn/?s={links.write(asked)}").content.decode()
    assert "So spielt Ihr" in answer
    assert "Ohne Eure Wahl: Vier." in answer


def test_the_form_of_choices_becomes_one_address(reader: Client) -> None:
    response = reader.get(
        "/kombinieren/so-spielen-wir/?sets=cthulhu,impossible&wahl.tod.helfen=impossible&wahl.dead-rolls="
    )
    assert (
        response["Location"]
        == "/kombinieren/so-spielen-wir/?sets=cthulhu,impossible&house=tod.helfen:impossible"
    )


def test_the_sheet_carries_what_the_table_has_chosen(reader: Client) -> None:
    text = reader.get(
        "/kombinieren/blatt/?sets=cthulhu,impossible&house=tod.helfen:impossible"
    ).content.decode()
    assert "So spielen wir</h2>" in text
    assert "Ab wann darf die neue Figur anderen im Kampf helfen?" in text
