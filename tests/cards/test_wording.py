"""Facts in German: what a reader reads for each of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cards.models import Card
from cards.shapes import Facts
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
            "−3 gegen Elf; +2 gegen Stufe 5 und höher",
        ),
        ("ignores", {"max_level": 4, "gender": "w"}, "weibliche Munchkins bis Stufe 4"),
        ("bonus_per", {"munchkin": 3, "monster": 3}, "+3 je Munchkin und +3 je Monster"),
        (
            "bad_stuff",
            [{"lose_levels": 2}, {"lose": {"slot": "armor"}}],
            "2 Stufen verlieren. Rüstung verlieren.",
        ),
        ("bad_stuff", [], "Es geschieht nichts."),
        ("bad_stuff", [{"death": True}], "Der Charakter stirbt."),
        ("bad_stuff", [{"become": "kultist"}], "Kultist werden."),
        ("effects", [{"gain_levels": 1}], "Eine Stufe aufsteigen."),
        ("effects", [{"lose": {"hand": "all"}}], "Die ganze Hand ablegen."),
        ("effects", [{"next_combat": {"strength": -5}}], "Im nächsten Kampf −5."),
        ("abilities", [{"wins_ties": True}, {"extra_hands": 1}], "Gewinnt bei Gleichstand. 1 Hand mehr."),
        (
            "abilities",
            [{"discard_for_strength": {"each": 3, "max": 3, "vs": "untot"}}],
            "Karten ablegen: +3 je Karte gegen untot, höchstens 3 je Kampf.",
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
