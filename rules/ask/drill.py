"""Learning from marked fights which part each number, card and person plays: an averaged structured perceptron."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from rules.ask.assembly import assembled
from rules.ask.clues import NOTHING, Clues, State, Text, laid_out
from rules.ask.marks import Marked, unpunctuated
from rules.ask.parts import Parts, Row, best_of
from rules.ask.spotting import spotter
from rules.ask.told import DECIDED, Values, by_rules, opinions, surely, tables, weighed, worked
from rules.engine.library import Library

SEEDS, ROUNDS, BEAM = (1, 2, 3), 6, 5
# By how much the right row of parts is to lead before nothing more is learned from it.
MARGIN = 5.0
# How often some hands are left out to measure by what was learned from the others; and of how many the jury is.
FOLDS, JURORS = 4, 4
OF_NUMBERS = frozenset(
    ("stufe", "bonus", "gesamt", "hand", "abwerfen", "weg", "wurf", "anzahl", "schaetze", "gegen")
)
PEOPLE = ("person", "me", "we", "sex", "name", "helper")
SEXES = (".w", ".m")


class Example(NamedTuple):
    """A marked fight as the reader sees it, with the part of each unit."""

    marked: Marked
    clues: Clues
    roles: tuple[str, ...]
    # Marks that no unit stands for.
    lost: tuple[str, ...]


def shared_out(fights: Sequence[Marked], parts: int) -> list[list[Marked]]:
    """Cut fights into parts so that whoever wrote some of one wrote none of another: a stranger's are to be read."""
    hands = sorted({one.hand for one in fights})
    return [[one for one in fights if hands.index(one.hand) % parts == part] for part in range(parts)]


def plain(role: str) -> str:
    """Return a part without what the word tells of the sex."""
    for sex in SEXES:
        role = role.removesuffix(sex)
    return role


def examples(fights: Iterable[Marked], library: Library) -> list[Example]:
    """Return marked fights as units with their parts."""
    found = []
    reader = spotter(library)
    for one in fights:
        tokens, mentions = reader.spot(one.text, one.boxes)
        text = laid_out(tokens, mentions, library.card_facts, reader.everyday)
        roles, lost = _given(one, text)
        found.append(Example(one, Clues(text, library.card_facts), roles, lost))
    return found


def _given(one: Marked, text: Text) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the part of each unit, and the marks that fit none."""
    roles = [NOTHING] * len(text.units)
    lost = []
    for mark in one.marks:
        fitting = [
            place for place, unit in enumerate(text.units) if _covers(mark.start, mark.end, text, unit.item)
        ]
        if chosen := _chosen(fitting, mark.role, text):
            roles[chosen[-1]] = plain(mark.role)
        else:
            lost.append(f"{one.text[mark.start : mark.end]}|{mark.role}")
    return tuple(roles), tuple(lost)


def _covers(start: int, end: int, text: Text, item: int) -> bool:
    tokens = text.tokens[text.items[item].start : text.items[item].end]
    return tokens[0].start < end and tokens[-1].end > start


def _chosen(fitting: Sequence[int], role: str, text: Text) -> list[int]:
    """Return the units of a mark that can play its part: a number, a card, or else the last."""
    owner, _, what = role.partition(".")
    units = {place: text.units[place] for place in fitting}
    if what in OF_NUMBERS or role == "egal":
        return [place for place, unit in units.items() if unit.value is not None]
    if what == "karte":
        cards = [place for place, unit in units.items() if unit.cards]
        return cards or [place for place, unit in units.items() if unit.kind != "number"]
    if owner in ("K", "H", "T") and what in ("", "w", "m"):
        people = [place for place, unit in units.items() if unit.kind in PEOPLE]
        return people or list(fitting)
    return list(fitting)


class _Lesson:
    """An example with the rows of its clues, each looked up once."""

    def __init__(self, one: Example, parts: Parts) -> None:
        self.clues, self.roles, self.parts = one.clues, one.roles, parts
        self.plain = [_rows(parts, one.clues.of_words(at)) for at in range(len(one.roles))]
        self.kinds = [parts.allowed(unit.kind) for unit in one.clues.units]
        self._told: dict[tuple[int, State], Any] = {}

    def told(self, at: int, state: State) -> Any:
        """Return the rows of what was read before a unit; behind the last one, of the whole."""
        rows = self._told.get((at, state))
        if rows is None:
            clues = self.clues.of_state(at, state) if at < len(self.roles) else self.clues.of_end(state)
            rows = self._told[at, state] = _rows(self.parts, clues)
        return rows

    def steps(self, roles: Sequence[str]) -> Iterator[tuple[Any, str]]:
        """Yield the rows that speak for a row of parts, and for which part they do."""
        state = State()
        for at, role in enumerate(roles):
            yield self.plain[at], role
            yield self.told(at, state), role
            state = self.clues.after(at, role, state)
        if len(roles) == len(self.roles):
            yield self.told(len(roles), state), NOTHING


def _rows(parts: Parts, clues: Sequence[str]) -> Any:
    return np.asarray(parts.rows(clues), dtype=np.int64)


class _Learner:
    """Weights while they are learned, and their sum over all steps."""

    def __init__(self, parts: Parts, seed: int) -> None:
        self.parts = parts
        self.number = {role: place for place, role in enumerate(parts.roles)}
        self.weights = np.zeros((len(parts.place), len(parts.roles)), dtype=np.float32)
        self.summed = np.zeros_like(self.weights)
        self.chance = random.Random(seed)  # noqa: S311 - the same order each time, no secret
        self.step = 1

    def learn(self, lessons: Sequence[_Lesson]) -> Any:
        """Return the weights, averaged over all steps."""
        order = list(lessons)
        for _ in range(ROUNDS):
            self.chance.shuffle(order)
            for lesson in order:
                if wrong := self._mistaken(lesson):
                    self._add(lesson, lesson.roles[: len(wrong)], 1.0)
                    self._add(lesson, wrong, -1.0)
                self.step += 1
        return self.weights - self.summed / self.step

    def _add(self, lesson: _Lesson, roles: Sequence[str], value: float) -> None:
        for rows, role in lesson.steps(roles):
            self.weights[rows, self.number[role]] += value
            self.summed[rows, self.number[role]] += value * self.step

    def _mistaken(self, lesson: _Lesson) -> tuple[str, ...]:
        """Return the row of parts that is most wrongly held for better than the right one, as far as it goes."""
        found, right = [Row(0.0, (), State())], Row(0.0, (), State())
        worst: tuple[str, ...] = ()
        lead = -MARGIN
        for at, role in enumerate(lesson.roles):
            scores = self._scorer(lesson, at)
            score = right.score + float(scores(right.state)[self.number[role]])
            right = Row(score, (*right.roles, role), lesson.clues.after(at, role, right.state))
            found = best_of(found, lesson.kinds[at], BEAM, scores, self.parts.follower(lesson.clues, at))
            worst, lead = _worse(found, right, worst, lead)
        return _worse([self._ended(lesson, row) for row in found], self._ended(lesson, right), worst, lead)[0]

    def _scorer(self, lesson: _Lesson, at: int) -> Callable[[State], Any]:
        plain, seen = self.weights[lesson.plain[at]].sum(axis=0), {}

        def scores(state: State) -> Any:
            if state not in seen:
                seen[state] = plain + self.weights[lesson.told(at, state)].sum(axis=0)
            return seen[state]

        return scores

    def _ended(self, lesson: _Lesson, row: Row) -> Row:
        value = self.weights[lesson.told(len(lesson.roles), row.state), self.parts.nothing].sum()
        return row._replace(score=row.score + float(value))


def _worse(
    found: Sequence[Row], right: Row, worst: tuple[str, ...], lead: float
) -> tuple[tuple[str, ...], float]:
    """Return the wrong row that leads by most, and by how much."""
    wrong = max((row for row in found if row.roles != right.roles), key=lambda row: row.score, default=None)
    if wrong is None or wrong.score - right.score <= lead:
        return worst, lead
    return wrong.roles, wrong.score - right.score


def learn_jury(fights: Sequence[Marked], library: Library) -> list[Parts]:
    """Learn several times, each time without some of the fights: what all read alike is surer."""
    shares = shared_out(fights, JURORS)
    return [
        learn([one for share in shares if share is not left_out for one in share], library, SEEDS[:1])
        for left_out in shares
    ]


def learn(fights: Sequence[Marked], library: Library, seeds: Sequence[int] = SEEDS) -> Parts:
    """Learn from marked fights, each also as somebody writes it who uses no signs; several orders are averaged."""
    found = examples([*fights, *map(unpunctuated, fights)], library)
    parts = _blank(found)
    lessons = [_Lesson(one, parts) for one in found]
    parts.weights = sum(_Learner(parts, seed).learn(lessons) for seed in seeds) / len(seeds)
    return parts


def _blank(found: Sequence[Example]) -> Parts:
    """Return what knows the parts, and the clues that occur more than once."""
    kinds: dict[str, set[str]] = defaultdict(lambda: {NOTHING})
    times: Counter[str] = Counter()
    for one in found:
        state = State()
        for at, role in enumerate(one.roles):
            kinds[one.clues.units[at].kind].add(role)
            times.update(one.clues.of_words(at))
            times.update(one.clues.of_state(at, state))
            state = one.clues.after(at, role, state)
        times.update(one.clues.of_end(state))
    roles = sorted({role for of in kinds.values() for role in of})
    parts = Parts(roles, {kind: [roles.index(role) for role in of] for kind, of in kinds.items()})
    parts.kinds[NOTHING] = np.asarray([roles.index(NOTHING)])
    parts.place = {clue: place for place, clue in enumerate(sorted(c for c, n in times.items() if n > 1))}
    return parts


# How sure an outcome is


STEPS, HOLD = 12, 1.0


def fit(values: Any, right: Any) -> tuple[Any, float]:
    """Return the weights of a logistic regression, by Newton's steps."""
    given = np.hstack([values, np.ones((len(values), 1))])
    held = np.diag([*[HOLD] * values.shape[1], 0.0])
    weights = np.zeros(given.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-(given @ weights)))
        slope = given.T @ (likely - right) + held @ weights
        bend = (given * (likely * (1 - likely))[:, None]).T @ given + held
        weights -= np.linalg.solve(bend, slope)
    return weights[:-1], float(weights[-1])


class Measured(NamedTuple):
    """How well fights were read that nothing was learned from."""

    units: float
    tables: float
    decided: float
    # Told with another sum; and with another end.
    wrong: float
    against: float


class Judged(NamedTuple):
    """A fight that nothing was learned from: what it comes to rightly, and how it was read."""

    right: tuple[Any, ...]
    # What speaks for each outcome that was found, and those of which the words raise a doubt.
    values: Values
    doubted: frozenset[tuple[Any, ...]]
    # How many of its parts were read rightly, and how many there are.
    roles: int
    units: int


def judged(
    parts: Parts, jurors: Sequence[Parts], fights: Sequence[Marked], library: Library
) -> Iterator[Judged]:
    """Read fights that nothing was learned from."""
    for one in examples(fights, library):
        boxes = one.marked.boxes
        tokens, mentions = spotter(library).spot(one.marked.text, boxes)
        right = worked(assembled(one.clues.text, mentions, one.roles, library.card_facts), boxes, library)
        told = tables(parts, one.clues, mentions)
        ruled, voted = by_rules(tokens, mentions, library), opinions(jurors, one.clues, mentions)
        numbers = sum(one.kind == "number" for one in mentions)
        found, other, speaking = weighed(told, ruled, voted, boxes, library, numbers)
        doubted = frozenset(one.comes_to for one in [*(one for one, _ in found), other] if one.table.doubts)
        read = parts.read(one.clues)[0].roles
        hits = sum(role == own for role, own in zip(one.roles, read, strict=True))
        yield Judged(right.comes_to, speaking, doubted, hits, len(read))


def by_others(fights: Sequence[Marked], library: Library) -> list[Judged]:
    """Read every fight by what was learned from other hands alone."""
    shares = shared_out(fights, FOLDS)
    found: list[Judged] = []
    for share in shares:
        rest = [one for other in shares if other is not share for one in other]
        found += judged(learn(rest, library), learn_jury(rest, library), share, library)
    return found


def sureness(found: Sequence[Judged]) -> tuple[list[float], float]:
    """Return the weights by which an outcome is held for sure."""
    rows = [value for one in found for value in one.values.values()]
    hits = [float(key == one.right) for one in found for key in one.values]
    given = np.asarray(rows, dtype=np.float64)
    mean, spread = given.mean(axis=0), given.std(axis=0) + 1e-6
    weights, bias = fit((given - mean) / spread, np.asarray(hits))
    plain_weights = weights / spread
    return [round(float(one), 4) for one in plain_weights], round(
        float(bias - (plain_weights * mean).sum()), 4
    )


def measured(found: Sequence[Judged], weights: Sequence[float], bias: float, enough: float) -> Measured:
    """Return how many parts and tables are right, how many fights are decided, and how many of all wrongly."""
    best = [(one, *max((surely(of, weights, bias), key) for key, of in one.values.items())) for one in found]
    told = [
        (one.right, key)
        for one, sure, key in best
        if sure >= enough and key[0] in DECIDED and key not in one.doubted
    ]
    return Measured(
        sum(one.roles for one in found) / sum(one.units for one in found),
        sum(one.right == key for one, _, key in best) / len(best),
        len(told) / len(best),
        sum(right != key for right, key in told) / len(best),
        sum(right[0] != key[0] for right, key in told) / len(best),
    )
