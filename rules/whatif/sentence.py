"""A fight as a sentence that the reader of questions understands, so that one can ask on about it."""

from __future__ import annotations

from typing import Any

from rules.ask import ask
from rules.engine.library import Library
from rules.whatif.changes import name_of

Row = dict[str, Any]
SIDES = ("munchkins", "monsters")


def context_of(scenario: Row, given: Row, library: Library) -> str:
    """Return what a further question goes on with; nothing where the sentence does not mean the same fight."""
    said = sentence(scenario)
    if not said:
        return ""
    found = ask(said, scenario["sets"], library)
    return found.context if found.result and _score(found.result) == _score(given) else ""


def sentence(scenario: Row) -> str:
    """Return a fight in words: who with what and whose help against which monsters."""
    state = scenario.get("state", {})
    combat = state.get("combat")
    people = {str(one.get("id")): one for one in state.get("players", ()) if isinstance(one, dict)}
    fighter = people.get(str((combat or {}).get("fighter")))
    others = [one for one in scenario.get("do") or () if one.get("action") != "finish_combat"]
    if not combat or fighter is None or others:
        return ""
    helper = people.get(str(combat.get("helper")))
    cards = [one.get("card") for one in combat.get("played", ()) if one.get("side") == "munchkins"]
    monsters = " und ".join(_monster(one) for one in combat.get("monsters", ()))
    help_ = f" mit Hilfe von {_person(helper, [])}" if helper else ""
    return f"{_person(fighter, cards)} kämpft{help_} gegen {monsters}. Wer gewinnt?" if monsters else ""


def _person(person: Row, cards: list[Any]) -> str:
    name = str(person["id"])
    words = [f"{name[:1].upper()}{name[1:]} Stufe {person.get('level', 1)}"]
    words += [_card(card) for card in [*person.get("in_play", ()), *cards]]
    return ", ".join(words)


def _card(card: Any) -> str:
    """Return a card by its name; one that was typed by hand by what it adds."""
    if isinstance(card, dict) and "card" not in card:
        bonus = card.get("bonus", card.get("strength", 0))
        return f"{bonus:+d}" if isinstance(bonus, int) else ""
    return name_of(card)


def _monster(monster: Row) -> str:
    card = monster.get("card")
    typed = isinstance(card, dict) and "card" not in card
    name = f"Monster Stufe {card.get('level', 1)}" if typed else name_of(card)  # type: ignore[union-attr]
    boosts = [_card(one) for one in monster.get("boosts", ())]
    return f"{name} mit {' und '.join(boosts)}" if boosts else name


def _score(given: Row) -> list[int]:
    combat = given["outcomes"][0].get("combat") if given["outcomes"] else None
    return [combat[side]["total"] for side in SIDES] if combat else []
