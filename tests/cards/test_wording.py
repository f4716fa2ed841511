"""Facts in German: what a reader reads for each of them."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from cards.clauses import Clause, together
from cards.models import Card
from cards.nouns import KINDS, SLOTS, listed
from cards.shapes import Facts
from cards.vocabulary import Kind
from cards.wording import LABELS, facts_in_words, say, trait_names

TRAITS = {"elf": "Elf", "kultist": "Kultist", "untot": "untot", "gender:w": "weiblich"}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("bonus", 3, "+3"),
        ("run_away", -2, "−2"),
        ("gold", 1200, "1.200 Goldstücke"),
        ("gold", 0, "kein Wert"),
        ("hands", 0, "keine Hand"),
        ("hands", 2, "2 Hände"),
        ("slot", "feet", "Schuhwerk"),
        ("points", [4, 2, 1], "4 / 2 / 1"),
        (
            "modifiers",
            [{"vs": "elf", "strength": -3}, {"vs": "level>=5", "strength": 2}],
            "−3 gegen Elfen; +2 gegen Gegner ab Stufe 5",
        ),
        ("ignores", {"max_level": 4, "gender": "w"}, "weibliche Munchkins bis Stufe 4"),
        ("bonus_per", {"munchkin": 3, "monster": 3}, "+3 je Munchkin und +3 je Monster"),
        (
            "bad_stuff",
            [{"lose_levels": 2}, {"lose": {"slot": "armor"}}],
            "Du verlierst zwei Stufen.\nDu verlierst deine Rüstung.",
        ),
        ("bad_stuff", [], "Es geschieht nichts."),
        ("bad_stuff", [{"death": True}], "Du stirbst."),
        ("bad_stuff", [{"become": "kultist"}], "Du wirst Kultist."),
        ("effects", [{"gain_levels": 1}], "Du steigst eine Stufe auf."),
        ("effects", [{"lose": {"hand": "all"}}], "Du legst deine ganze Hand ab."),
        ("effects", [{"next_combat": {"strength": -5}}], "Du hast im nächsten Kampf −5."),
        (
            "abilities",
            [{"wins_ties": True}, {"extra_hands": 1}],
            "Du gewinnst bei Gleichstand.\nDu hast eine Hand mehr.",
        ),
        (
            "abilities",
            [{"discard_for_strength": {"each": 3, "max": 3, "vs": "untot"}}],
            "Du darfst im Kampf gegen Untote bis zu drei Karten ablegen und bekommst für jede +3.",
        ),
        (
            "effects",
            [
                {
                    "if": {"has": {"trait": "kultist"}},
                    "do": [{"lose": {"trait": "kultist"}}],
                    "else": [{"lose_levels": 1}],
                }
            ],
            "Wenn du Kultist bist, verlierst du die Karte Kultist; sonst verlierst du eine Stufe.",
        ),
        (
            "effects",
            [{"lose_levels": 1, "unless": {"has": {"slot": "armor"}}}],
            "Wenn du keine Rüstung hast, verlierst du eine Stufe.",
        ),
        (
            "effects",
            [{"lose": {"kind": "item", "worth": 1000}}],
            "Du verlierst Gegenstände im Wert von zusammen mindestens 1.000 Goldstücken.",
        ),
        (
            "effects",
            [{"lose": {"kind": "item", "unusable": True, "all": True}}],
            "Du verlierst alle Gegenstände, die du gerade nicht nutzen kannst.",
        ),
        (
            "effects",
            [{"lose": {"kind": "item", "highest": "bonus"}}],
            "Du verlierst den Gegenstand mit dem höchsten Bonus.",
        ),
        (
            "effects",
            [{"options": [[{"remove_monster": {"how": "eliminated"}}], [{"each_monster": -2}]]}],
            "Entweder entfernst du ein Monster aus dem Kampf, oder jedes Monster bekommt −2.",
        ),
        (
            "abilities",
            [{"strength": 1, "if": {"any": [{"slot": "vehicle"}, {"tag": "fahrzeug"}, {"tag": "ross"}]}}],
            "Wenn du ein Fahrzeug oder ein Ross hast, hast du +1 im Kampf.",
        ),
        (
            "abilities",
            [{"use": {"effects": [{"leave_fight": True}], "cost": {"self": True}, "moment": "own-turn"}}],
            "In deinem Zug darfst du diese Karte ablegen. Dann findet der Kampf nicht statt.",
        ),
        (
            "counts",
            [
                {"tag": "sekret", "times": 0, "side": "munchkins"},
                {"tag": "sekret", "times": 2, "side": "monsters"},
            ],
            "Sekrete der Munchkins zählen nicht.\nSekrete der Monster zählen doppelt.",
        ),
        ("counts", [{"slot": "feet", "times": 3}], "Schuhwerk zählt dreifach."),
        ("no_help_from", ["gender:w"], "weibliche Munchkins"),
        ("usable_by", ["kultist", "elf"], "Kultisten und Elfen"),
        (
            "play_when",
            {"person": "other", "active": True, "level": "level<=8"},
            "auf eine andere Person, die am Zug ist und höchstens Stufe 8 hat",
        ),
        (
            "abilities",
            [{"use": {"effects": [{"wager": 6}], "moment": "fight", "once": "combat"}}],
            "Einmal je Kampf: Du sagst einen Bonus bis 6 an; würfelst du weniger, verlierst du diese Karte.",
        ),
        (
            "reacts",
            [
                {
                    "to": "elf",
                    "effects": [
                        {"remove_monster": {"how": "defeated", "which": "source"}},
                        {"become": "kultist"},
                    ],
                }
            ],
            "Spielst du „Elf“ in diesen Kampf, ist dieses Monster besiegt und du wirst Kultist.",
        ),
        (
            "bonus_deed",
            {"deed": "der Vers wird laut gesungen", "bonus": 5},
            "Der Vers wird laut gesungen. Dann +5.",
        ),
        (
            "abilities",
            [{"allies": 3}, {"hand_limit": 6}],
            "Du darfst drei Verbündete haben.\nDu darfst sechs Handkarten behalten.",
        ),
        ("abilities", [{"kind": "extra", "window": "before"}], "Extra (vor der Wertung)."),
        ("abilities", [{"kind": "play", "may": True}], "Beim Ausspielen, freiwillig."),
    ],
)
def test_a_fact_reads_like_a_sentence_of_a_player(name: str, value: Any, words: str) -> None:
    assert say(name, value, TRAITS) == words


def test_every_fact_has_a_german_label() -> None:
    assert {field.encode_name for field in msgspec.structs.fields(Facts)} == set(LABELS)


@pytest.mark.django_db
def test_every_fact_of_every_card_can_be_said() -> None:
    traits = trait_names()
    said = [fact for card in Card.objects.all() for fact in facts_in_words(card, traits)]
    assert len(said) > 1000
    assert not [fact for fact in said if "_" in fact.text or "{" in fact.text]


@pytest.mark.django_db
def test_a_trait_is_called_by_the_name_of_its_card() -> None:
    assert trait_names()["monsterjaeger"] == "Monsterjäger"


@pytest.mark.parametrize(
    ("kind", "forms"),
    [
        ("item", ("einen großen Gegenstand", "keinen Gegenstand", "den Gegenstand", "alle Gegenstände")),
        ("class", ("eine große Klasse", "keine Klasse", "die Klasse", "alle Klassen")),
        ("monster", ("ein großes Monster", "kein Monster", "das Monster", "alle Monster")),
        (
            "one-shot",
            (
                "eine große einmal einsetzbare Karte",
                "keine einmal einsetzbare Karte",
                "die einmal einsetzbare Karte",
                "alle einmal einsetzbaren Karten",
            ),
        ),
    ],
)
def test_a_noun_has_its_article_and_ending(kind: str, forms: tuple[str, ...]) -> None:
    one = KINDS[Kind(kind)]
    assert (one.a("groß"), one.no(), one.the(), one.all()) == forms


def test_what_is_yours_is_said_so() -> None:
    assert [SLOTS[slot].your() for slot in ("head", "feet", "hand")] == [
        "deine Kopfbedeckung",
        "dein Schuhwerk",
        "deinen Gegenstand für die Hände",
    ]


def test_alternatives_that_are_the_same_are_said_once() -> None:
    assert listed(["ein Fahrzeug", "ein Fahrzeug", "ein Ross"], "oder") == "ein Fahrzeug oder ein Ross"


def test_a_clause_turns_after_a_condition() -> None:
    lose, become = Clause("du", "verlierst", "eine Stufe"), Clause("du", "wirst", "Kultist")
    over = Clause("der Zug", "ist", "vorbei")
    assert lose.straight() == "du verlierst eine Stufe"
    assert together([lose, become], turned=True) == "verlierst du eine Stufe und wirst Kultist"
    assert together([become, over]) == "du wirst Kultist und der Zug ist vorbei"


# What no reader should meet anywhere: slugs, keys of ours, code, a hyphen for a minus, double spaces.
UNREADABLE = re.compile(
    r"\b[a-z]+(?:-[a-z]+){2,}\b|(?i:boardgame)|pawnderings|_|[{}\[\]]|  |(?<![\w–])-(?=\d)| = "
)
# What a sentence that is built must not have besides: conditions in brackets, English connectives, doubled words.
CLUMSY = re.compile(
    r"\((?:wenn|falls|sofern|außer)\b|\b(?:or|and|if|unless)\b(?![^„]*“)|Karte der Art|Wenn man hat|mit dem Merkmal|"
    r"gegen (?:männlich|weiblich|untot)\b(?! )|geschieht:|\b[Jj]e (?:anderem|Monster an)|\b(\w{4,}) \1\b"
)


@pytest.mark.django_db
def test_no_generated_line_of_a_card_is_unreadable() -> None:
    traits = trait_names()
    said = [
        (card.key, line)
        for card in Card.objects.all()
        for fact in facts_in_words(card, traits)
        if fact.name not in ("bad_stuff", "sources_differ")
        for line in fact.lines
    ]
    assert len(said) > 1400
    assert [one for one in said if UNREADABLE.search(one[1]) or CLUMSY.search(one[1])] == []


@pytest.mark.django_db
def test_no_text_about_a_card_is_unreadable() -> None:
    said = [
        (card.key, text)
        for card in Card.objects.all()
        for text in (
            card.text,
            card.bad_stuff_text,
            *card.notes,
            str(card.structures.get("sources_differ", "")),
        )
        if text
    ]
    assert len(said) > 500
    found = [(key, text, hit.group()) for key, text in said if (hit := UNREADABLE.search(text))]
    assert found == []
