"""„Was müsste sich ändern?“: small changes of the scenario, each put to the resolver, those that turn the result."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.library import Library
from rules.engine.work import REQUEST_LIMIT, OutOfWork, at_most
from rules.whatif import links
from rules.whatif.changes import name_of
from rules.whatif.words import game_rows, words

Row = dict[str, Any]
# So many changes are tried at most for one page, with so much work, and so many are shown.
MOST_TRIED = 40
MOST_WORK = 3_000
MOST_SHOWN = 6
# The actions that end a fight: what turns it has to come before them.
ENDS_FIGHT = ("finish_combat", "run_away")
ENOUGH = 60
# A change: how it reads, the question so changed, and what its answer must be like.
Try = tuple[str, Row, Callable[[Row], bool]]


@dataclass(frozen=True)
class Turn:
    """One change that turns the result, with the link to the scenario so changed."""

    text: str
    link: str


@dataclass(frozen=True)
class Turns:
    """What was found to turn the result; `rest` is the first change that nobody looked at yet."""

    found: list[Turn]
    rest: int | None = None


def turns(question: Row, answer: Row, library: Library, start: int | None = None) -> Turns:
    """Return what would turn the result; nothing where there is nothing to turn.

    A first look spends little on it. Who asks for the rest, from a change on, gets as far as the request's budget.
    """
    tries = islice(_tries(question, answer), start or 0, None)
    with at_most(MOST_WORK if start is None else REQUEST_LIMIT):
        return _search(tries, start, library)


def _search(tries: Iterator[Try], start: int | None, library: Library) -> Turns:
    """Ask the resolver about each change in turn and keep those that turn the result."""
    found: dict[str, Turn] = {}
    first = start or 0
    for number, (text, changed, is_turned) in enumerate(tries, first):
        if len(found) >= MOST_SHOWN:
            break
        if number >= first + MOST_TRIED:
            return Turns(list(found.values()), number)
        # Of changes of one kind the first that turns is the smallest.
        kind = text.partition("+")[0]
        if kind in found:
            continue
        try:
            if is_turned(resolve(changed, library)):
                found[kind] = Turn(text, links.write(changed))
        except OutOfWork:
            # Who began with this one would never get past it.
            return Turns(list(found.values()), number + (number == start))
        except (ScenarioError, links.LinkError):
            continue
    return Turns(list(found.values()))


def _tries(question: Row, answer: Row) -> Iterator[Try]:
    if answer["refusal"]:
        yield from ((*changed, _is_allowed) for changed in _other_times(question, answer))
    elif len(answer["outcomes"]) > 1:
        return
    elif question["game"] == "smash-up":
        yield from _for_bases(question, answer)
    elif combat := answer["outcomes"][0].get("combat"):
        loser = "munchkins" if combat["winner"] == "monsters" else "monsters"
        short = abs(combat["munchkins"]["total"] - combat["monsters"]["total"])
        wins = partial(_wins, loser)
        yield from ((*changed, wins) for changed in _helping(question, answer, loser, short))


def _for_bases(question: Row, answer: Row) -> Iterator[Try]:
    """Yield what could make a base fall that still stands."""
    known = question["state"].get("bases") or []
    for base in answer["outcomes"][0].get("bases") or ():
        if base["due"] or not base["breakpoint"] or base["index"] >= len(known):
            continue
        place, short = base["index"], base["breakpoint"]["total"] - base["strength"]["total"]
        yield from ((*changed, partial(_falls, place)) for changed in _creatures(question, place, short))


def _falls(place: int, given: Row) -> bool:
    bases = [base for outcome in given["outcomes"] for base in outcome.get("bases") or ()]
    return bool(given["legal"]) and any(base["due"] and base["index"] == place for base in bases)


def _creatures(question: Row, place: int, short: int) -> Iterator[tuple[str, Row]]:
    """Yield the creatures in hand and the weakest creature that is enough, each played at the base."""
    state = question["state"]
    active = state.get("turn", {}).get("player")
    name = name_of(state["bases"][place]["card"])
    for person in state["players"]:
        hand = person.get("hand", [])
        for card in hand if person["id"] == active and isinstance(hand, list) else ():
            play = {"action": "play", "player": active, "card": card, "base": place}
            text = f"{_title(active)} spielt {name_of(card)} an „{name}“."
            yield text, {**question, "do": [*(question.get("do") or []), play]}
    entry = {"ref": "neu", "owner": active, "controller": active}
    entry["card"] = {"name": "Kreatur", "kind": "creature", "strength": short}
    bases = copy.deepcopy(state["bases"])
    bases[place]["cards"] = [*bases[place].get("cards", []), entry]
    yield f"An „{name}“ kommt mindestens Stärke +{short} dazu.", _with_state(question, bases=bases)


def _is_allowed(given: Row) -> bool:
    return bool(given["legal"])


def _wins(side: str, given: Row) -> bool:
    fights = [outcome.get("combat") for outcome in given["outcomes"]]
    return bool(given["legal"]) and all(fight and fight["winner"] == side for fight in fights)


def _other_times(question: Row, answer: Row) -> Iterator[tuple[str, Row]]:
    """Yield the question in other phases, on other turns, and without the fight."""
    if answer["refusal"]["at"] != "do[0]":
        return
    state = question["state"]
    turn = state.get("turn", {})
    for field in game_rows(question["game"])["turn"]:
        for value, label in field.get("options", {}).items():
            if value != turn.get(field["key"]):
                changed = _with_state(question, turn={**turn, field["key"]: value})
                yield f"Im Abschnitt „{label}“ wäre es erlaubt.", changed
    acting = question["do"][0].get("player")
    if acting and acting != turn.get("player"):
        yield "Im eigenen Zug wäre es erlaubt.", _with_state(question, turn={**turn, "player": acting})
    if state.get("combat"):
        yield "Ohne den Kampf wäre es erlaubt.", _with_state(question, combat=None)


def _helping(question: Row, answer: Row, side: str, short: int) -> Iterator[tuple[str, Row]]:
    """Yield what each side could still throw in: cards held, abilities, help, and a bonus of the right size."""
    people = _table(question, answer)
    yield from _from_hands(question, people, side)
    if side == "munchkins":
        yield from _abilities(question, people)
        yield from _helpers(question, people)
    yield from _bonuses(question, side, short)


def _table(question: Row, answer: Row) -> list[Row]:
    people: list[Row] = question["state"]["players"]
    return [person for person in people if isinstance(person, dict)]


def _from_hands(question: Row, people: list[Row], side: str) -> Iterator[tuple[str, Row]]:
    for person in people:
        for card in person.get("hand", ()):
            play = {"action": "play", "player": person["id"], "card": card, "on": side}
            text = f"{_title(person['id'])} spielt {name_of(card)} für die {words()['sides'][side]}."
            yield text, _before_the_end(question, [play])
            if side == "monsters":
                yield text, _before_the_end(question, [{**play, "on": {"monster": 0}}])


def _abilities(question: Row, people: list[Row]) -> Iterator[tuple[str, Row]]:
    """Yield the abilities of whoever fights, paid with one, two and three cards of the hand."""
    fighter = _combat(question).get("fighter") or question["state"].get("turn", {}).get("player")
    for person in people:
        if person["id"] != fighter:
            continue
        hand = person.get("hand", [])
        for card in person.get("in_play", ()):
            for number in range(1, min(3, len(hand)) + 1):
                use = {"action": "use", "player": fighter, "card": card, "discard": hand[:number]}
                cards = "eine Karte" if number == 1 else f"{number} Karten"
                text = f"{_title(fighter)} legt für {name_of(card)} {cards} ab."
                yield text, _before_the_end(question, [use])


def _helpers(question: Row, people: list[Row]) -> Iterator[tuple[str, Row]]:
    combat = _combat(question)
    fighter = combat.get("fighter") or question["state"].get("turn", {}).get("player")
    for person in people:
        if person["id"] not in (fighter, combat.get("helper")):
            ask = {"action": "ask_help", "player": fighter, "helper": person["id"]}
            yield f"{_title(person['id'])} hilft mit.", _before_the_end(question, [ask])


def _bonuses(question: Row, side: str, short: int) -> Iterator[tuple[str, Row]]:
    """Yield the smallest bonus on the side that is behind: as much as it is short, or one more."""
    combat = _combat(question)
    if not combat or short > ENOUGH:
        return
    for bonus in (short, short + 1):
        card = {"name": f"Bonus +{bonus}", "kind": "one-shot", "bonus": bonus}
        played = [*combat.get("played", []), {"card": card, "player": combat.get("fighter"), "side": side}]
        text = f"Die {words()['sides'][side]} bekommen mindestens +{bonus} dazu."
        if bonus:
            yield text, _with_state(question, combat={**combat, "played": played})


def _combat(question: Row) -> Row:
    combat = question["state"].get("combat")
    return combat if isinstance(combat, dict) else {}


def _before_the_end(question: Row, actions: list[Row]) -> Row:
    """Return the question with actions put in before the fight ends; at the end of what was done else."""
    done = question.get("do") or []
    ends = [number for number, action in enumerate(done) if action["action"] in ENDS_FIGHT]
    place = ends[0] if ends else len(done)
    return {**question, "do": [*done[:place], *actions, *done[place:]]}


def _with_state(question: Row, **parts: Any) -> Row:
    return {**question, "state": {**copy.deepcopy(question["state"]), **parts}}


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
