"""A fight as it is told: the tables that its parts may mean, and what each of them comes to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cards.per_release import PerRelease
from rules.ask import fight, lacking
from rules.ask.assembly import assembled, lay, plainly, twists
from rules.ask.clues import Clues, laid_out
from rules.ask.data import FOLDER, rows
from rules.ask.mentions import Mention
from rules.ask.parts import Parts
from rules.ask.reader import Reader
from rules.ask.spotting import spotter
from rules.ask.table import Table
from rules.ask.words import Token
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.library import Library
from rules.facts import fixtures_folder

FILE, JURY = "parts.npz", "jury"
# So many rows of parts each of the jury keeps while it reads.
JUROR_BEAM = 4
# How strongly the scores of rows of parts are told apart: sharply, and softly.
SHARP, SOFT = 8.0, 20.0
DECIDED = frozenset(("munchkins", "monsters"))
# Places among what speaks for an outcome; and how often an outcome was right for which all of it spoke.
SOFTLY, CLEAN, ALL_AGREE = 1, 4, 12
MOSTLY, PLAIN = 1.5, 0.95
# Nobody asks about a fight that is far from even: up to here, and from here on, a reading is likelier or less likely.
EVEN, UNEVEN = (2, 5), (10, 20)
# Sums of our side and of theirs that few fights come to: as little as that, or more.
LITTLE, MUCH = (6, 3), (24, 20)
_parts: PerRelease[Parts] = PerRelease()
_jury: PerRelease[tuple[Parts, ...]] = PerRelease()
Values = dict[tuple[Any, ...], list[float]]
Told = tuple[tuple[Table, tuple[float, ...]], ...]


class Worked(NamedTuple):
    """A table worked out: what the resolver says, or what is missing for it."""

    table: Table
    comes_to: tuple[Any, ...]
    scenario: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    gap: lacking.Gap | None = None

    @property
    def decided(self) -> bool:
        return self.comes_to[0] in DECIDED


class Choice(NamedTuple):
    """The table that was most likely meant, and how sure that is."""

    worked: Worked
    sure: float


def parts() -> Parts:
    """Return what was learned from marked fights."""
    path = fixtures_folder() / FOLDER / FILE
    stat = path.stat()
    return _parts.at((str(path), stat.st_mtime_ns, stat.st_size), lambda: Parts.load(path))


def jury() -> tuple[Parts, ...]:
    """Return what was learned from other choices of marked fights: where all read the same, that is surer."""
    paths = sorted((fixtures_folder() / FOLDER / JURY).glob("*.npz"))
    stamps = tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in paths)
    return _jury.at(stamps, lambda: tuple(Parts.load(path) for path in paths))


def by_rules(tokens: Sequence[Token], mentions: Sequence[Mention], library: Library) -> Table:
    """Return the table as the reader's rules see it, with how many numbers found no place."""
    reader = Reader(tokens, mentions, library.card_facts)
    text = clues_of(tokens, mentions, library).text
    plain = plainly(text, library.card_facts)
    settled = [*(at for at, role in plain.roles.items() if not role), *plain.equal]
    reader.table.used.update(text.items[at].place for at in settled)
    table = reader.read()
    lay(plain, table, library.card_facts)
    table.doubts = twists(text, table, library.card_facts)
    return with_aside(table, mentions)


def with_aside(table: Table, mentions: Sequence[Mention]) -> Table:
    table.aside = sum(
        one.kind == "number" and place not in table.used and one.number not in table.claims
        for place, one in enumerate(mentions)
    )
    return table


def clues_of(tokens: Sequence[Token], mentions: Sequence[Mention], library: Library) -> Clues:
    text = laid_out(tokens, mentions, library.card_facts, spotter(library).everyday)
    return Clues(text, library.card_facts)


def tables(known: Parts, clues: Clues, mentions: Sequence[Mention]) -> Told:
    """Return the tables that a question may describe, the likeliest first, each with the scores of its readings."""
    found: list[tuple[Table, tuple[float, ...]]] = []
    for row in known.read(clues):
        table = assembled(clues.text, mentions, row.roles, clues.facts)
        for place, (same, scores) in enumerate(found):
            if same == table:
                found[place] = (same, (*scores, row.score))
                break
        else:
            found.append((table, (row.score,)))
    return tuple(found)


def opinions(jurors: Sequence[Parts], clues: Clues, mentions: Sequence[Mention]) -> list[Table]:
    """Return the table that each of the jury reads."""
    best = (juror.read(clues, JUROR_BEAM)[0] for juror in jurors)
    return [assembled(clues.text, mentions, row.roles, clues.facts) for row in best]


def worked(table: Table, boxes: Sequence[str], library: Library) -> Worked:
    """Work a table out."""
    try:
        scenario = fight.scenario(table, boxes, library.card_facts, table.players)
        result = resolve(scenario, library)
    except lacking.Gap as gap:
        return Worked(table, ("gap", *gap.what), gap=gap)
    except ScenarioError:
        return Worked(table, ("broken",))
    if not result["legal"] or not result["outcomes"][0].get("combat"):
        return Worked(table, ("broken",))
    combat = result["outcomes"][0]["combat"]
    if fight.hold_powers(table, scenario, result, library.card_facts):
        result = resolve(scenario, library)
        combat = result["outcomes"][0]["combat"]
    sums = combat["munchkins"]["total"], combat["monsters"]["total"]
    return Worked(table, (combat["winner"], *sums), scenario, result)


def shares(scores: Mapping[Any, Sequence[float]], spread: float) -> dict[Any, float]:
    """Return how much of all readings each outcome has."""
    top = max(one for of in scores.values() for one in of)
    found = {key: sum(math.exp((one - top) / spread) for one in of) for key, of in scores.items()}
    total = sum(found.values())
    return {key: value / total for key, value in found.items()}


def values(
    found: Sequence[tuple[Worked, Sequence[float]]], other: Worked, numbers: int, votes: Sequence[Worked]
) -> Values:
    """Return what speaks for each outcome: its share of the readings, what the rules read, how the jury votes."""
    scores: dict[Any, list[float]] = {}
    aside = {other.comes_to: other.table.aside}
    for one, of in found:
        scores.setdefault(one.comes_to, []).extend(of)
        aside[one.comes_to] = min(one.table.aside, aside.get(one.comes_to, one.table.aside))
    sharp, soft = shares(scores, SHARP), shares(scores, SOFT)
    named = dict.fromkeys([*scores, *([other.comes_to] if other.decided else [])])
    clean = other.decided and not other.table.aside
    return {
        key: [
            _odds(sharp.get(key, 0.0)),
            _odds(soft.get(key, 0.0)),
            float(key == other.comes_to),
            float(other.decided and key != other.comes_to),
            float(clean and key == other.comes_to),
            float(clean and key != other.comes_to),
            (key == other.comes_to) * soft.get(key, 0.0),
            len(scores) / 10,
            float(key[0] in DECIDED),
            aside[key] / max(1, numbers),
            numbers / 10,
            (agreed := sum(one.comes_to == key for one in votes) / max(1, len(votes))),
            float(agreed == 1.0),
            *_usual(key),
        ]
        for key in named
    }


def _usual(comes_to: tuple[Any, ...]) -> list[float]:
    """Return how even a fight is, and whether its sums are such as people have."""
    decided = comes_to[0] in DECIDED
    sides = comes_to[1:] if decided else (0, 0)
    between = abs(sides[0] - sides[1])
    told = (
        math.log1p(between),
        *(between <= one for one in EVEN),
        *(between > one for one in UNEVEN),
        *(side <= one for side, one in zip(sides, LITTLE, strict=True)),
        *(side > one for side, one in zip(sides, MUCH, strict=True)),
        sides[1] <= 0,
    )
    return [decided * float(one) for one in told]


def _odds(share: float) -> float:
    return math.log((share + 0.02) / (1.02 - share))


def surely(of: Sequence[float], weights: Sequence[float], bias: float) -> float:
    """Return how sure an outcome is; the more so, however uneven the fight, where nobody reads it otherwise."""
    sure = 1 / (1 + math.exp(-bias - sum(weight * value for weight, value in zip(weights, of, strict=True))))
    plain = of[CLEAN] and of[ALL_AGREE] and of[SOFTLY] >= MOSTLY
    return max(sure, PLAIN) if plain else sure


def weighed(
    told: Told, other: Table, voted: Sequence[Table], boxes: Sequence[str], library: Library, numbers: int
) -> tuple[list[tuple[Worked, Sequence[float]]], Worked, Values]:
    """Return every table worked out, that of the rules, and what speaks for each outcome."""
    seen: list[Worked] = []

    def once(table: Table) -> Worked:
        known = next((one for one in seen if one.table == table), None)
        if known is None:
            known = worked(table, boxes, library)
            seen.append(known)
        return known

    found: list[tuple[Worked, Sequence[float]]] = [(once(table), of) for table, of in told]
    ruled = worked(other, boxes, library)
    return found, ruled, values(found, ruled, numbers, [once(table) for table in voted])


def chosen(
    told: Told, other: Table, voted: Sequence[Table], boxes: Sequence[str], library: Library, numbers: int
) -> Choice:
    """Return the table that was most likely meant: one that the parts tell, or that of the reader's rules."""
    found, ruled, speaking = weighed(told, other, voted, boxes, library, numbers)
    learned = rows("parts")
    sure = {key: surely(of, learned["weights"], learned["bias"]) for key, of in speaking.items()}
    best = max(sure, key=sure.__getitem__)
    return Choice(
        next(one for one in [*(one for one, _ in found), ruled] if one.comes_to == best), sure[best]
    )
