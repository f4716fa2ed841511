"""Loading the rules: strict reading, nothing dangling, the same data twice."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
import yaml
from django.conf import settings
from django.core.management import CommandError, call_command

from rules import models
from rules.contradictions import agrees
from rules.hashes import text_hash
from rules.linking import cited
from rules.reading import BOX_FILES, RuleBooks, read

BOXES = ("cthulhu", "shakespeare", "impossible", "axe-cop", "smash-up")


@pytest.fixture(scope="module")
def books() -> RuleBooks:
    problems: list[str] = []
    found = read(settings.FIXTURES, problems)
    assert problems == []
    return found


def broken(tmp_path: Path, name: str, change: dict[str, object]) -> list[str]:
    """Return the problems after changing the first entry of one file."""
    root = tmp_path / "fixtures"
    copytree(settings.FIXTURES, root)
    file = root / name
    rows = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    rows[0] |= change
    file.write_text(yaml.dump(rows, Dumper=yaml.CSafeDumper, allow_unicode=True), encoding="utf-8")
    problems: list[str] = []
    read(root, problems)
    return problems


def test_the_books_hold_all_that_the_five_rulebooks_say(books: RuleBooks) -> None:
    ours = (*BOXES, "")
    numbers = {kind: sum(box in ours for box, _entry in getattr(books, kind)) for kind in BOX_FILES}
    assert numbers == {
        "rules": 1659, "terms": 398, "rulings": 358 + 131 + 25, "examples": 61, "combinations": 112, "questions": 292,
    }  # fmt: skip
    assert len(books.comparisons) == 445


def test_every_id_of_the_fixtures_is_in_the_database(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    files = [settings.FIXTURES / box / f"{kind}.yaml" for box in BOXES for kind in BOX_FILES]
    call_command("check_ids", *files)
    assert "ids sind da" in capsys.readouterr().out


def test_an_id_that_is_missing_is_named(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ledger.yaml"
    file.write_text("- id: cthulhu.kampf.erfunden\n")
    with pytest.raises(CommandError, match="1 von 1 ids fehlen"):
        call_command("check_ids", file)
    assert "cthulhu.kampf.erfunden" in capsys.readouterr().out


def test_an_unknown_key_is_an_error_with_its_place(tmp_path: Path) -> None:
    problems = broken(tmp_path, "cthulhu/rules.yaml", {"txet": "verschrieben"})
    assert problems == [
        "cthulhu/rules.yaml, Eintrag 1 (cthulhu.flavour.thema): Object contains unknown field `txet`."
    ]


def test_a_ruling_on_a_rule_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    problems = broken(tmp_path, "cthulhu/rulings.yaml", {"rules": {"cthulhu.kampf.erfunden": ""}})
    assert problems == [
        "cthulhu.ruling.krapfen-doppelbonus: verweist auf „cthulhu.kampf.erfunden“, das es nicht gibt."
    ]


def test_an_id_stands_only_once(tmp_path: Path) -> None:
    problems = broken(tmp_path, "cthulhu/terms.yaml", {"id": "cthulhu.begriff.stufenzaehler"})
    assert "terms: Die id „cthulhu.begriff.stufenzaehler“ steht zweimal da." in problems


def test_an_unknown_topic_is_an_error(tmp_path: Path) -> None:
    problems = broken(tmp_path, "shakespeare/rules.yaml", {"topic": "kampff"})
    assert any(problem.endswith("Das Thema „kampff“ ist unbekannt.") for problem in problems)


def edited(tmp_path: Path, *edits: tuple[str, str, str]) -> list[str]:
    """Return the problems after replacing words in files."""
    root = tmp_path / "fixtures"
    copytree(settings.FIXTURES, root)
    for name, old, new in edits:
        text = (root / name).read_text(encoding="utf-8")
        assert old in text
        (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    problems: list[str] = []
    read(root, problems)
    return problems


def test_a_rule_decides_only_questions_that_are_asked(tmp_path: Path) -> None:
    problems = edited(tmp_path, ("cthulhu/rules.yaml", "    ziel.spielerzahl:", "    ziel.spielrzahl:"))
    assert problems == ["cthulhu.ziel.spielerzahl: verweist auf „ziel.spielrzahl“, das es nicht gibt."]


def test_one_rule_of_a_box_decides_a_question(tmp_path: Path) -> None:
    edit = ("cthulhu/rules.yaml", "    kombination.mehr-spieler:", "    ziel.spielerzahl:")
    problem = "cthulhu.kombination.mehr-spieler: Über „ziel.spielerzahl“ entscheidet in dieser Box schon {}."
    assert edited(tmp_path, edit) == [problem.format("cthulhu.ziel.spielerzahl")]


def test_a_book_is_not_silent_where_its_rule_answers(tmp_path: Path) -> None:
    problems = edited(tmp_path, ("cthulhu/silent.yaml", "- ziel.zu-zweit", "- ziel.spielerzahl"))
    assert problems == [
        "cthulhu/silent.yaml: Auf „ziel.spielerzahl“ antwortet doch cthulhu.ziel.spielerzahl."
    ]


def test_every_book_answers_every_question_or_is_silent(books: RuleBooks) -> None:
    asked, answers = books.ids("comparisons"), books.answers()
    assert answers.keys() == asked
    boxes = {box for row in answers.values() for box in row}
    assert boxes >= set(BOXES) - {"smash-up"}
    assert {frozenset(row) for row in answers.values()} == {frozenset(boxes)}
    begun = {box for row in answers.values() for box, answer in row.items() if answer.get("missing")}
    assert begun.isdisjoint(BOXES)


def test_every_ruling_of_a_rulebook_cites_the_rules_it_rests_on(books: RuleBooks) -> None:
    without = [entry.id for box, entry in books.rulings if box and not entry.rules]
    assert without == []


def test_every_citation_says_how_the_rule_read(books: RuleBooks) -> None:
    hashes = {entry.id: text_hash(entry.text) for _box, entry in books.rules}
    stale = [
        (entry.id, rule)
        for _box, entry in books.rulings
        for rule, seen in entry.rules.items()
        if seen != hashes[rule]
    ]
    assert stale == []


def test_line_breaks_do_not_change_how_a_text_reads() -> None:
    assert text_hash("Wer gewinnt,\n  gewinnt.") == text_hash("Wer gewinnt, gewinnt.")
    assert text_hash("Wer gewinnt.") != text_hash("Wer verliert.")


def test_a_changed_rule_marks_the_ruling_for_checking(db: None) -> None:
    citation = models.Citation.objects.select_related("rule").first()
    assert citation
    assert not citation.is_stale()
    citation.rule.text_hash = text_hash("Neuer Wortlaut.")
    assert citation.is_stale()


def test_loading_twice_changes_nothing(db: None) -> None:
    before = {model: model._default_manager.count() for model in (models.Rule, models.Citation, models.Case)}
    call_command("load_fixtures", force=True)
    after = {model: model._default_manager.count() for model in before}
    assert after == before
    assert all(before.values())


def test_an_overtaken_answer_names_the_one_that_replaced_it(db: None) -> None:
    old = models.Ruling.objects.get(status="superseded")
    assert [new.pk for new in old.contradicts.all()] == ["faq.super-munchkin-seiner-zwei"]


def test_a_ruling_about_a_card_is_linked_to_it(db: None) -> None:
    ruling = models.Ruling.objects.get(pk="smash-up.ruling.unterirdisches-versteck-zweimal")
    assert [card.name for card in ruling.cards.all()] == ["Unterirdisches Versteck"]


def test_a_case_knows_the_rules_that_its_answer_cites(db: None, books: RuleBooks) -> None:
    entry = next(entry for _box, entry in books.cases if entry.id == "cthulhu-01-gleichstand")
    case = models.Case.objects.get(pk=entry.id)
    linked = {*case.rules.values_list("pk", flat=True), *case.rulings.values_list("pk", flat=True)}
    assert linked == set(cited(entry))
    assert "cthulhu.ruling.gleichstand-im-kampf" in linked


def test_a_value_and_the_words_beside_it_agree(tmp_path: Path) -> None:
    problems = edited(
        tmp_path,
        ("cthulhu/rules.yaml", "value: 5\n      answer: Mit einem W", "value: 4\n      answer: Mit einem W"),
    )
    assert problems[0] == (
        "cthulhu.weglaufen.wurf, „weglaufen.mindestwurf“: Die Antwort sagt „Mit einem Würfel mindestens eine 5“, "
        "der Wert sagt 4. Eines von beiden stimmt nicht."
    )
    assert problems[1].startswith(
        "cthulhu.weglaufen.wurf, „weglaufen.mindestwurf“: Der Text sagt „Für die Flucht"
    )


def test_a_permission_and_its_answer_agree(tmp_path: Path) -> None:
    name, rule = "shakespeare/rules.yaml", "    hilfe.bonus-einmal:\n      value: "
    assert len(edited(tmp_path, (name, f"{rule}true", f"{rule}false"))) == 1


@pytest.mark.parametrize(
    ("value", "text", "fits"),
    [
        (5, "Mit einem Würfel mindestens eine 5", True),
        (4, "Mit einem Würfel mindestens eine 5", False),
        (4, "Jeder bekommt acht Karten, zur Hälfte vom Türstapel", True),
        (1000, "Für je 1.000 Goldstücke", True),
        (100, "Für je 1.000 Goldstücke", False),
        (1, "Je Hand eine Waffe, also zwei", True),
        (3, "So viele, wie man mag", True),
        (0, "Keine zwei", True),
    ],
)
def test_a_number_is_read_in_digits_and_in_words(value: int, text: str, fits: bool) -> None:
    assert agrees(value, text) is fits


def test_a_statement_shows_the_values_it_decides_and_no_others(db: None) -> None:
    assert models.Rule.objects.get(pk="cthulhu.weglaufen.wurf").params == {"escape_min": 5}
    shared = models.Rule.objects.get(pk="cthulhu.spielende.stufe10")
    assert shared.params["win_level"] == 10
