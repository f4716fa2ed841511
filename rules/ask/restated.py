"""Numbers of a question that only repeat what lies on the table: sums, printed values, how many of a kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.ask.mentions import Mention
from rules.ask.printed import printed
from rules.ask.question import Question
from rules.ask.table import facts_of

Facts = Mapping[str, Mapping[str, Any]]
# How many tokens may lie between a card and what is printed on it.
BESIDE = 4
MOST_COUNTED = 9
# What is counted, not measured: „drei Verbündete“, „zwei Rassen“.
COUNTED = (
    "item", "headgear", "armor", "footgear", "vehicle", "one_shot", "boost", "ally", "class", "race", "hands",
    "handcards", "others", "helper", "monster", "undead", "christmas", "treasures", "woman", "man", "players",
)  # fmt: skip


def left(question: Question, sums: set[int]) -> list[int]:
    """Return the numbers that have no place on the table and repeat nothing of it."""
    claims, used = question.table.claims, question.table.used
    return [
        one.number
        for place, one in enumerate(question.mentions)
        if one.kind == "number"
        and place not in used
        and one.number not in claims
        and (one.signed or one.number not in sums)
        and not _counts(question, place)
        and abs(one.number) not in _printed_beside(question, one)
    ]


def sums(
    scenario: Mapping[str, Any], result: Mapping[str, Any], facts: Facts, idle: Iterable[int] = ()
) -> set[int]:
    """Return the sums somebody may speak of: who fights, each side, alone or rightly, and what lies between."""
    state = scenario["state"]
    combat = result["outcomes"][0]["combat"]
    ours, theirs = combat["munchkins"]["total"], combat["monsters"]["total"]
    fighting = state["players"][: 1 + bool(state["combat"]["helper"])]
    alone = [_worth(seat, facts) for seat in fighting]
    gear = [total - seat["level"] for total, seat in zip(alone, fighting, strict=True)]
    bare, boosted, hated = _monsters(state["combat"]["monsters"], facts)
    played = [(_bonus(row["card"], facts), row["side"]) for row in state["combat"].get("played") or ()]
    helping = sum(alone) + sum(bonus for bonus, side in played if side == "munchkins")
    against = [
        one + sum(bonus for bonus, side in played if side != "munchkins") for one in (bare, boosted, hated)
    ]
    both = {ours, theirs, abs(ours - theirs), abs(ours - theirs) + 1, helping}
    # Who counts what lies where it does not count.
    both |= {one + worth for worth in idle for one in (*alone, ours)}
    return both | set(alone) | set(gear) - {0} | {bare, boosted, hated, *against}


def _worth(seat: Mapping[str, Any], facts: Facts) -> int:
    """Return what somebody counts who counts everything."""
    things = [*seat["in_play"], *seat.get("backpack", ())]
    return int(seat["level"]) + sum(_bonus(card, facts) for card in things)


def _monsters(foes: Iterable[Mapping[str, Any]], facts: Facts) -> tuple[int, int, int]:
    """Return the levels of the monsters, with what strengthens them, and with all that they like or hate."""
    bare = boosted = hated = 0
    for foe in foes:
        known = facts_of(foe["card"], facts)
        bare += int(known.get("level") or 0)
        boosted += sum(int(facts_of(card, facts).get("strength") or 0) for card in foe["boosts"])
        hated += sum(int(row.get("strength") or 0) for row in known.get("modifiers") or ())
    return bare, bare + boosted, bare + boosted + hated


def _bonus(card: Any, facts: Facts) -> int:
    bonus = facts_of(card, facts).get("bonus")
    upon = sum(_bonus(one, facts) for one in card.get("with", ())) if isinstance(card, dict) else 0
    return upon + (bonus if isinstance(bonus, int) else 0)


def _counts(question: Question, place: int) -> bool:
    """Say whether a number only says how many of something are named."""
    one = question.mentions[place]
    follows = question.mentions[place + 1] if place + 1 < len(question.mentions) else None
    if follows is None or one.signed or not 0 <= one.number <= MOST_COUNTED or follows.start - one.end > 2:
        return False
    if any(token.kind == "sign" for token in question.tokens[one.end : follows.start]):
        return False
    return follows.is_word(*COUNTED) or (follows.kind == "card" and question.tokens[one.end].kind == "word")


def _printed_beside(question: Question, number: Mention) -> set[int]:
    """Return every value that is printed on a card named beside a number."""
    cards = (
        card
        for one in question.mentions
        if one.kind == "card" and (number.start - one.end <= BESIDE and one.start - number.end <= BESIDE)
        for card in one.cards
    )
    return {value for card in cards for value in printed(question.library.card_facts[card])}
