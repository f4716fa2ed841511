"""What a told fight lacks before it can be worked out: each raises the question for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask.table import (
    HANDS,
    Facts,
    Foe,
    Person,
    Table,
    each_monster,
    facts_of,
    has,
    met_by_hand,
    thrown_for,
    unvalued,
)


class Gap(Exception):
    """Something decisive is missing: what (a word of the contract), the question for it, what one may say to it."""

    def __init__(self, *what: str, text: str, choices: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.what, self.text, self.choices = list(what), text, dict(choices or {})


def check(table: Table, fighting: list[Person], foes: list[Foe], total: int | None, facts: Facts) -> None:
    """Raise `Gap` where a level, a bonus or what somebody is decides and nobody said it."""
    _check_foes(foes, facts)
    _check_levels(table, fighting[0], fighting[1] if len(fighting) > 1 else None, total, facts)
    _check_bonuses(table, fighting, facts)
    _check_played(table, fighting, facts)
    _check_meeting(fighting[0], foes, facts)


def user(card: Any, fighting: Sequence[Person], table: Table) -> Sequence[Person]:
    """Return who has to be able to use a card: who threw it, or anybody of those who fight."""
    thrower = table.throwers.get(card) if isinstance(card, str) else None
    return [one for one in fighting if one.id == thrower] or fighting


def usable_by(card: Any, fighting: Sequence[Person], table: Table, facts: Facts) -> bool:
    """Say whether one of those who fight may use a card; raises `Gap` where nobody said what they are."""
    fighting = user(card, fighting, table)
    known = facts_of(card, facts)
    wanted = {str(one) for one in known.get("usable_by") or ()}
    boxes = {str(known.get("set")), *(card.partition("/")[0] for card in table.cards() if "/" in card)}
    traits = {f"{box}/{slug}" for box in boxes for slug in wanted} & facts.keys()
    if not traits or any(traits & set(map(str, person.cards)) for person in fighting):
        return True
    kinds = {facts[one]["kind"] for one in traits}
    for person in fighting:
        other = any(isinstance(one, str) and facts[one]["kind"] in kinds for one in person.cards)
        if not other and not person.classless and not traits & person.lacks:
            names = " oder ".join(sorted({f"„{facts[one]['name']}“" for one in traits}))
            raise Gap(
                "klasse", "karte", text=f"„{known['name']}“ nutzt nur, wer {names} ist. Wer ist das hier?"
            )
    return False


def _check_foes(foes: list[Foe], facts: Facts) -> None:
    if not foes:
        raise Gap("karte", "stufe", "zahl", text="Gegen welches Monster geht es, und welche Stufe hat es?")
    for foe in foes:
        if foe.level is None and (foe.card is None or facts[foe.card].get("level") is None):
            asked = f"{_unknown_level(foe, facts)} Welche Stufe steht auf der Karte?"
            raise Gap("stufe", "karte", "zahl", text=asked)


def _check_meeting(fighter: Person, foes: list[Foe], facts: Facts) -> None:
    """Raise `Gap` where a monster is stronger or not by how many cards one holds when one meets it."""
    able = any(has(card, "discard_for_strength", facts) for card in fighter.cards)
    if fighter.hand_count is None and fighter.discards and not able:
        # Cards that nobody can use up are those in the hand.
        fighter.hand_count = fighter.discards
    for foe in foes:
        met = met_by_hand(foe, facts)
        if met and foe.strength != met and fighter.hand_count is None:
            name = facts[foe.card or ""]["name"]
            asked = (
                f"„{name}“ hängt davon ab, wie viele Handkarten Du beim Aufdecken hast. Wie viele sind es?"
            )
            raise Gap("zahl", "lage", text=asked)


def check_discards(table: Table, fighting: list[Person], foes: list[Foe], facts: Facts) -> None:
    """Raise `Gap` where cards are thrown away for strength against a sort of monster that none is said to be."""
    tags = {
        tag for foe in foes for tag in [*foe.tags, *((facts[foe.card].get("tags") or ()) if foe.card else ())]
    }
    for person in fighting:
        for use in thrown_for(person, facts) if person.discards else ():
            if person.discards > use.get("max", person.discards):
                person.discards = int(use["max"])
                table.notes.append(f"Mehr als {person.discards} abgeworfene Karten zählen nicht.")
            sort = use.get("vs")
            if not sort or sort in tags:
                continue
            if sort in table.untagged:
                person.discards = 0
                table.notes.append(f"Karten abzuwerfen bringt nur etwas, wenn das Monster {sort} ist.")
            else:
                asked = f"Ist das Monster {sort}? Nur dann bringen abgeworfene Karten hier etwas."
                raise Gap("karte", text=asked)


def _check_levels(
    table: Table, fighter: Person, helper: Person | None, total: int | None, facts: Facts
) -> None:
    if fighter.level is None and total is None:
        raise Gap("stufe", text="Welche Stufe hat, wer kämpft, und welche Boni kommen dazu?")
    if helper is None or table.team_total is not None:
        return
    if helper.level is None and helper.total is None:
        raise Gap("stufe", text="Welche Stufe und welche Boni hat, wer hilft?")


def _check_bonuses(table: Table, fighting: list[Person], facts: Facts) -> None:
    """Raise `Gap` where somebody has a thing whose bonus no source attests."""
    for person in fighting:
        known = [facts[card] for card in person.cards if isinstance(card, str)]
        names = [str(card["name"]) for card in known if unvalued(card)]
        person.unknown += [name for name in names if name not in person.unknown]
    unknown = [name for person in fighting for name in person.unknown]
    unknown += [
        str(facts[card]["name"])
        for card, _ in table.played
        if isinstance(card, str) and unvalued(facts[card])
    ]
    if unknown:
        asked = f"Welchen Bonus gibt „{unknown[0]}“, und hast Du eine Klasse?"
        raise Gap("zahl", "karte", "klasse", text=asked)


def _check_played(table: Table, fighting: list[Person], facts: Facts) -> None:
    """Raise `Gap` where a card in the fight does one of two things, and nobody says which."""
    cards = [card for person in fighting for card in person.hand] + [card for card, _ in table.played]
    for card in (one for one in cards if isinstance(one, str)):
        name = facts[card]["name"]
        if len(sides := each_monster(card, facts)) > 1 and card not in table.modes:
            each = next(one for one in sides if one is not None)
            asked = f"„{name}“: Wird damit ein Monster abgelegt, oder bekommt jedes {each}?"
            raise Gap("karte", "lage", text=asked.replace("-", "−"))
        if facts[card].get("doubles") and len(doubled(card, table, facts)) > 1:
            raise Gap("karte", text=f"Welche Karte verdoppelt „{name}“?")


def doubled(card: str, table: Table, facts: Facts) -> list[Any]:
    """Return the cards in the fight that another one may double."""
    tag = (facts[card].get("doubles") or {}).get("tag")
    return [one for one, _ in table.played if one != card and tag in (facts_of(one, facts).get("tags") or ())]


def check_hands(fighting: list[Person], table: Table, facts: Facts) -> None:
    """Raise `Gap` where a hand more would be needed, and nobody says whether one may use what gives it."""
    for person in fighting:
        needed = sum(int(facts_of(card, facts).get("hands") or 0) for card in person.cards)
        for card in person.cards if needed > HANDS else ():
            if has(card, "extra_hands", facts):
                usable_by(card, [person], table, facts)


def _unknown_level(foe: Foe, facts: Facts) -> str:
    if foe.card is None:
        return "Die Stufe des Monsters fehlt."
    return f"Die Stufe von „{facts[foe.card]['name']}“ ist hier nicht belegt."
