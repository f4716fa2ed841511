"""Smash Up: how strong a creature is with all that lies on it and beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.ask import scoring, telling
from rules.ask.data import said, slot_of
from rules.ask.question import Question, Reading
from rules.ask.shore.atoms import Atom, cut
from rules.ask.shore.printed import DENIES
from rules.ask.spotting import spotter
from rules.ask.table import ME
from rules.ask.wanted import sentences
from rules.engine import resolve
from rules.engine.errors import ScenarioError

WEIGHT = 0.99
MOST, FEW = 4, 3
# What a card does once, or only if somebody wants it, nobody can know from where it lies.
ONCE = frozenset(("counter", "change_strength"))
SENTENCES = frozenset((".", "!", "?", ";", ":"))
GROUND = "smash-up.konflikte.staerke-an-basis"
Row = dict[str, Any]
# Some monster of which only the number is told.
ANY_MONSTER = {"name": "Monster", "kind": "monster", "strength": 1}


@dataclass
class Lying:
    """What a question says of the creatures of one person."""

    creatures: dict[str, int] = field(default_factory=dict)
    attached: list[str] = field(default_factory=list)
    monsters: list[Any] = field(default_factory=list)
    base: str | None = None
    # Whether monsters are spoken of at all.
    spoken: bool = False
    # Whether anybody else is.
    others: bool = False
    # Numbers that count nothing yet.
    counts: list[int] = field(default_factory=list)


def by_strength(question: Question) -> Reading | None:
    """Tell how strong creatures are that are told with what changes them."""
    if not question.on_bases or question.before or not _asks(question):
        return None
    facts = question.library.card_facts
    atoms = cut(question.tokens, question.mentions, facts)
    lying = _told(atoms, facts)
    card = _meant(lying, atoms) if lying else None
    if (
        lying
        and len(lying.creatures) > 1
        and (lying.others or question.keys & (said("owning") - said("myself")))
    ):
        # „sein Sword Lord“ changes nobody else's.
        return None
    if lying is None or card is None or not _is_known(lying, card, facts):
        return None
    if hidden := _hidden(question, atoms):
        asked = question.answer("count", "rueckfrage", telling.WHICH_THING, asks=["karte"])
        return Reading(WEIGHT, asked) if _is_worn(hidden) else None
    part = _part(question, lying, card, [])
    if part is None or len(set(part["each"])) > 1:
        return None
    if not lying.spoken and _part(question, lying, card, [ANY_MONSTER]) != part:
        asks = ["zahl", "lage"]
        return Reading(WEIGHT, question.answer("count", "rueckfrage", telling.HOW_MANY_MONSTERS, asks=asks))
    return Reading(WEIGHT, _answer(question, lying, card, part))


def _asks(question: Question) -> bool:
    """Say whether strength is asked for, and nothing else: „wie stark“, „power?“, „wie viel haben die zwei“."""
    elsewhere = said("base_asks_points") | said("base_power_else") | said("base_slain") | said("base_removes")
    if question.keys & elsewhere:
        return False
    told = [words for words, _ in sentences(question.tokens, SENTENCES) if words]
    last = {one.key for one in told[-1]} if told else set()
    much = last & (said("base_how_much") | said("base_asks_size")) or question.says("how_many")
    together = much and last & said("base_together") and not last & said("base_asks_due")
    asked = last & said("base_asks_power") and (much or len(last) <= FEW)
    return bool(asked or together)


def _hidden(question: Question, atoms: Sequence[Atom]) -> str:
    """Return a word that may be a card which nobody recognized: „Stiefel“, „Zaubertrunk“."""
    known = spotter(question.library).everyday
    for at, one in enumerate(atoms):
        token = question.tokens[one.start]
        noun = at > 0 and token.text[0].isupper() and atoms[at - 1].key not in SENTENCES
        if one.kind == "word" and (_is_worn(token.key) or (noun and token.key not in known)):
            return token.key
    return ""


def _is_worn(word: str) -> bool:
    """„Stiefel“, „mit Stiefeln“."""
    return (slot_of(word) or slot_of(word.removesuffix("n"))) is not None


def _told(atoms: Sequence[Atom], facts: Mapping[str, Mapping[str, Any]]) -> Lying | None:
    """Return all that is told, or nothing where something finds no place."""
    lying = Lying()
    for at, one in enumerate(atoms):
        if one.kind == "number":
            if one.signed or not 0 < one.number <= MOST:
                return None
            lying.counts.append(one.number)
        elif one.kind == "creature":
            lying.creatures[one.card] = max(lying.creatures.get(one.card, 0), _count(lying, atoms, at))
        elif one.kind == "monster" or (one.kind == "word" and _is_monster(one.key)):
            _monster(lying, atoms, at)
        elif one.kind == "base":
            lying.base = one.card
        elif one.kind == "card" and _lies_on(facts[one.card]):
            lying.attached.append(one.card)
        elif one.kind == "card":
            return None
        elif one.kind == "who" and one.key not in said("pronouns") | {ME}:
            lying.others = True
    # „de zwoa zamm“ are those that were counted before.
    return None if set(lying.counts) - set(lying.creatures.values()) else lying


def _is_monster(key: str) -> bool:
    return key in said("base_monsters") or key in said("base_first_monsters")


def _count(lying: Lying, atoms: Sequence[Atom], at: int) -> int:
    """Return the number right before, or one word before."""
    if lying.counts and any(atoms[back].kind == "number" for back in (at - 1, at - 2) if back >= 0):
        return lying.counts.pop()
    return 1


def _monster(lying: Lying, atoms: Sequence[Atom], at: int) -> None:
    lying.spoken = True
    if DENIES & {atoms[back].key for back in range(max(0, at - 2), at)}:
        return
    many = any(atoms[back].kind == "number" for back in (at - 1, at - 2) if back >= 0)
    known = atoms[at].card or ANY_MONSTER
    if many or atoms[at].card or atoms[at - 1].key in said("article"):
        lying.monsters += [known] * _count(lying, atoms, at)
    else:
        lying.spoken = bool(lying.monsters)


def _lies_on(card: Mapping[str, Any]) -> bool:
    return bool(card.get("play_on") == "creature" and card.get("lasting"))


def _meant(lying: Lying, atoms: Sequence[Atom]) -> str | None:
    """Return the creature that is asked for: the only one, the one in the question, or the one counted there."""
    if len(lying.creatures) == 1:
        card, times = next(iter(lying.creatures.items()))
        return card if times == 1 or not lying.attached else None
    start = max((at for at, one in enumerate(atoms[:-1]) if one.key in SENTENCES), default=-1)
    named = {one.card for one in atoms[start + 1 :] if one.kind == "creature"}
    counted = {card for card, times in lying.creatures.items() if times in lying.counts}
    found = named or counted
    return next(iter(found)) if len(found) == 1 and not lying.attached and start >= 0 else None


def _is_known(lying: Lying, card: str, facts: Mapping[str, Mapping[str, Any]]) -> bool:
    """Say whether what lies there changes strengths, and nothing hangs on what was done or has happened."""
    if facts[card].get("strength") is None or "active" in str(facts[lying.base or card].get("abilities")):
        return False
    there = [*lying.creatures, *lying.attached, *([lying.base] if lying.base else [])]
    changes = any("change_strength" in _effects(facts[one], lasting=True) for one in there)
    done = ONCE & set(_effects(facts[card], lasting=False))
    return changes and not done and "counter" not in _effects(facts[card], lasting=True)


def _effects(card: Mapping[str, Any], *, lasting: bool) -> Iterator[str]:
    for ability in card.get("abilities") or ():
        if (ability.get("kind") == "lasting") == lasting:
            yield from (str(effect.get("action")) for effect in ability.get("effects") or ())


def _part(question: Question, lying: Lying, card: str, more: list[Row]) -> Row | None:
    """Return what the creatures asked for come to on their base, as the resolver tells it."""
    scenario = _scenario(lying, card, more)
    try:
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    if not result["legal"] or not result["outcomes"]:
        return None
    name = f"„{question.library.card_facts[card]['name']}“"
    parts = [
        part
        for part in result["outcomes"][0]["bases"][0]["strength"]["parts"]
        if part["source"].startswith(name)
    ]
    cites = [cite for part in parts for cite in part["cites"]]
    return (
        {"each": [int(part["value"]) for part in parts], "cites": list(dict.fromkeys(cites))}
        if parts
        else None
    )


def _scenario(lying: Lying, card: str, more: list[Row]) -> Row:
    rows: list[Row] = []
    for one, times in lying.creatures.items():
        for _ in range(times):
            on = lying.attached if one == card else []
            attached = [{"card": thing, "owner": None, "controller": "du"} for thing in on]
            rows.append({"ref": f"k{len(rows) + 1}", "card": one, "owner": "du", "controller": "du"})
            rows[-1] |= {"attached": attached} if attached else {}
    for monster in [*lying.monsters, *more]:
        rows.append({"ref": f"k{len(rows) + 1}", "card": monster, "owner": None, "controller": None})
    state = {
        "players": [{"id": "du"}, {"id": "person1"}],
        "turn": {"player": "du", "step": "check"},
        "bases": [{"card": lying.base or scoring.UNNAMED, "cards": rows}],
    }
    do = [{"action": "check_bases", "player": "du"}]
    return {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": do}


def _answer(question: Question, lying: Lying, card: str, part: Row) -> Any:
    facts = question.library.card_facts
    total, each = sum(part["each"]), part["each"]
    printed = int(facts[card]["strength"])
    sources = [
        str(facts[cite.removeprefix("card:")]["name"]) for cite in part["cites"]
        if cite.startswith("card:") and "change_strength" in _effects(facts[cite.removeprefix("card:")], lasting=True)
    ]  # fmt: skip
    answer = question.answer("count", "zahl", telling.strength(each, printed, sources))
    answer.numbers = {"staerke": total} | ({"je": each[0]} if len(each) > 1 else {})
    answer.cites = sorted(
        (one for one in part["cites"] if not one.startswith(("card:", "smash-up.wertung."))),
        key=lambda one: "konflikte" not in one,
    ) or [GROUND]
    return answer
