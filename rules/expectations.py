"""What a case expects of an answer, and where an answer falls short of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

MISSING = object()
_PART = re.compile(r"[^.\[\]]+|\[[^\]]+\]")


def shortfalls(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> list[str]:
    """Return what the answer lacks, one sentence each; an empty list means the case passes."""
    found = [
        *_verdict(answer, expect),
        *_values(answer, expect),
        *_odds(answer, expect),
        *_rest(answer, expect),
    ]
    return list(dict.fromkeys(found))


def _verdict(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> Iterator[str]:
    for key in ("legal", "verdict"):
        if key in expect and answer.get(key) != expect[key]:
            said = (answer.get("refusal") or {}).get("text") or answer.get("summary")
            yield f"{key} is {answer.get(key)}, not {expect[key]}: {said}"


def _values(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> Iterator[str]:
    wanted = {kind: expect.get(kind) or {} for kind in ("all", "counts", "contains")}
    if any(wanted.values()) and not answer.get("outcomes"):
        yield "there is no outcome"
    for outcome in answer.get("outcomes") or ():
        for path, value in wanted["all"].items():
            if not is_same(at(outcome, path), value):
                yield f"{path} is {_shown(at(outcome, path))}, not {value}"
        for path, size in wanted["counts"].items():
            if _size(at(outcome, path)) != size:
                yield f"{path} has {_size(at(outcome, path))}, not {size}"
        for path, cards in wanted["contains"].items():
            yield from _lacking(at(outcome, path), path, cards)


def _lacking(found: Any, path: str, cards: list[Any]) -> Iterator[str]:
    names = [card_name(card) for card in found] if isinstance(found, list) else []
    for card in cards:
        if card_name(card) in names:
            names.remove(card_name(card))
        else:
            yield f"{path} lacks {card_name(card)}"


def _odds(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> Iterator[str]:
    for odd in expect.get("odds") or ():
        outcomes = [o for o in answer.get("outcomes") or () if is_same(at(o, odd["path"]), odd["value"])]
        chance = sum((Fraction(outcome["chance"]) for outcome in outcomes), Fraction(0))
        if chance != Fraction(str(odd["chance"])):
            yield f"the chance that {odd['path']} is {odd['value']} is {chance}, not {odd['chance']}"


def _rest(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> Iterator[str]:
    asked = {
        decision["player"]
        for outcome in answer.get("outcomes") or ()
        for decision in outcome.get("open") or ()
    }
    for decision in expect.get("open") or ():
        if decision["player"] not in asked:
            yield f"nothing is left to decide for {decision['player']}"
    told = {row["edition"] for row in answer.get("differs") or ()}
    for edition in expect.get("differs") or ():
        if edition not in told:
            yield f"it is not said that {edition} differs"
    followed = {row["question"]: row["choice"] for row in answer.get("house") or () if row["followed"]}
    for question, choice in (expect.get("house") or {}).items():
        if followed.get(question) != choice:
            yield f"the table's own choice {choice} for {question} is not followed"
    if expect.get("cites") and not cited(answer) & set(expect["cites"]):
        yield f"none of {expect['cites']} is cited"
    if lacking := sorted(set(expect.get("cites_all") or ()) - rested_on(answer)):
        yield f"not cited: {', '.join(lacking)}"


def cited(answer: Mapping[str, Any]) -> set[str]:
    """Return every id that an answer cites anywhere."""
    found = set((answer.get("refusal") or {}).get("cites") or ())
    for row in (*(answer.get("unsettled") or ()), *(answer.get("differs") or ())):
        found.update(row.get("cites") or ())
    for outcome in answer.get("outcomes") or ():
        found.update(cite for step in outcome.get("steps") or () for cite in step.get("cites") or ())
        combat = outcome.get("combat") or {}
        found.update(combat.get("because") or ())
        for side in ("munchkins", "monsters"):
            found.update(
                cite
                for part in (combat.get(side) or {}).get("parts") or ()
                for cite in part.get("cites") or ()
            )
    return found


def rested_on(answer: Mapping[str, Any]) -> set[str]:
    """Return every id that an answer cites or lists besides: of what says the same again, a step shows one."""
    return cited(answer) | set(answer.get("cites") or ())


def at(value: Any, path: str) -> Any:
    """Return the value at a path such as `state.players[sven].hand[0]`, or MISSING."""
    for part in _PART.findall(path):
        value = _step(value, part.strip("[]"))
        if value is MISSING:
            return MISSING
    return value


def _step(value: Any, key: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(key, MISSING)
    if not isinstance(value, list):
        return MISSING
    if re.fullmatch(r"-?\d+", key):
        return value[int(key)] if -len(value) <= int(key) < len(value) else MISSING
    return next(
        (v for v in value if isinstance(v, Mapping) and key in (v.get("id"), v.get("ref"), v.get("player"))),
        MISSING,
    )


def card_name(card: Any) -> str:
    """Return a card's plain name: without its box, an unknown card by its back."""
    if isinstance(card, Mapping):
        if "back" in card:
            return f"back:{card['back']}"
        return card_name(card.get("card") or card.get("name") or json.dumps(card, sort_keys=True))
    return str(card).rpartition("/")[2].casefold()


def is_same(found: Any, wanted: Any) -> bool:
    """Say whether a value is what was wanted; cards are compared by their names."""
    if found is MISSING:
        return wanted is None or wanted == []
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(map(is_same, found, wanted))
    if isinstance(wanted, str) and isinstance(found, (str, Mapping)):
        return found == wanted or card_name(found) == card_name(wanted)
    return bool(found == wanted)


def _size(value: Any) -> int:
    if isinstance(value, Mapping) and "shuffled" in value:
        value = value["shuffled"]
    return value if isinstance(value, int) else len(value) if isinstance(value, list) else 0


def _shown(value: Any) -> str:
    return "missing" if value is MISSING else json.dumps(value, ensure_ascii=False)[:120]
