"""The one door: a question in, everything that was understood out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask import chips, doubts, moments
from rules.ask.boxes import Boxes
from rules.ask.data import Row, intents
from rules.ask.fights import Fight
from rules.ask.grammar import parse
from rules.ask.lexicon import lexicon
from rules.ask.match import Match, best, content
from rules.ask.nearest import nearest
from rules.ask.phrase import Phrase
from rules.ask.result import Chip, Missing, Understanding
from rules.ask.scene import Scene
from rules.ask.scoring import Due, Plain, Points, Scoring
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.library import Library

LONGEST = 500
BUILDERS: dict[str, type[Scene]] = {
    "fight": Fight,
    "scoring": Scoring,
    "due": Due,
    "plain": Plain,
    "points": Points,
}
Given = Mapping[str, str]


def ask(
    text: str, sets: Sequence[str], library: Library, *, rulebook: str = "", given: Given | None = None
) -> Understanding:
    """Return what a question means; its answer, too, where nothing is missing or in doubt."""
    if len(text) > LONGEST:
        raise ValueError(f"Eine Frage hat höchstens {LONGEST} Zeichen.")
    return Asking(text, sets, library, rulebook, given or {}).result()


class Asking:
    """One question on its way to an answer."""

    def __init__(self, text: str, sets: Sequence[str], library: Library, rulebook: str, given: Given) -> None:
        self.text, self.library, self.given = text, library, given
        self.lexicon = lexicon(library)
        self.phrases = parse(text, self.lexicon)
        self.assumptions: list[Chip] = []
        self.missing: list[Missing] = []
        self.boxes = Boxes(self.phrases, sets, rulebook, given, library)

    def result(self) -> Understanding:
        """Read, build, check, answer."""
        known = self._without_unknown()
        match, near = best(known, [row for row in intents() if self.boxes.plays(row)])
        found = Understanding(q=self.text, sets=list(self.boxes.chosen), rulebook=self.boxes.rulebook or None)
        found.ignored = chips.ignored(self.phrases, self.lexicon)
        if match is not None and len(found.ignored) < len(content(known)):
            self._build(match, found)
        found.understood = chips.understood(self.phrases, self.library) + self.assumptions
        found.missing = self.missing
        if found.answer is None:
            found.suggestions = nearest(
                self.text, self.library, [m.intent for m in near], phrases=known, game=self.boxes.game
            )
        if match is None and not found.ignored and near:
            found.ignored = chips.left_over(near[0].left)
        return found

    def _without_unknown(self) -> list[Phrase]:
        """Leave out unknown words that the reader allowed to be left out; the others stay and block an answer."""
        left_out = {word.strip().lower() for word in self.given.get("without", "").split(",")}
        unknown = [
            phrase
            for phrase in self.phrases
            if phrase.kind == "unknown" and phrase.text.lower() not in left_out
        ]
        if unknown:
            self.missing.append(doubts.unknown(unknown))
        return [phrase for phrase in self.phrases if phrase.kind != "unknown"]

    def _build(self, match: Match, found: Understanding) -> None:
        """Build the scenario in every box it could be, and answer where that makes no difference."""
        wrong = doubts.out_of_bounds(match) or doubts.spare_number(match)
        wrong = wrong or doubts.too_many(match, self.text)
        if wrong := wrong or doubts.another_level(match, self.library):
            self.missing.append(wrong)
            return
        moments.choose(match, self.given.get("turn", ""))
        sets = self.boxes.for_match(match)
        scenario = self._scenario(match, sets[0])
        answer = self._resolve(scenario)
        if answer is None:
            return
        found.intent, found.sets, found.scenario = match.intent["id"], sets[0], scenario
        if len(sets) > 1:
            self._compare(match, sets, answer)
        if not self.missing:
            found.answer = answer

    def _scenario(self, match: Match, sets: list[str]) -> Row:
        notes: dict[str, str] = {}

        def assume(note: str, what: str = "") -> None:
            notes.setdefault(note, what)

        builder = BUILDERS.get(match.intent.get("build", ""), Scene)(match, self.library, sets, assume)
        if isinstance(builder, Fight):
            builder.need = self._need
        scenario = builder.build()
        if self.boxes.rulebook and self.boxes.rulebook in sets:
            scenario["rulebook"] = self.boxes.rulebook
        if variants := match.intent.get("variants"):
            scenario["variants"] = variants
        changeable = "moment" in match.intent["slots"]
        self.assumptions = [chips.assumed(note, what if changeable else "") for note, what in notes.items()]
        return scenario

    def _need(self, what: str, question: str) -> int | None:
        """Return the number that was sent for a gap; else note the gap."""
        sent = self.given.get(what, "").strip()
        if sent.lstrip("+-").isdecimal() and len(sent) < MOST_DIGITS and doubts.can_be(what, int(sent)):
            return int(sent)
        if what not in {missing.what for missing in self.missing}:
            self.missing.append(Missing(what=what, question=question, kind="number"))
        return None

    def _resolve(self, scenario: Row) -> dict[str, Any] | None:
        """Return the answer; None where the books cannot even read the scenario."""
        try:
            return resolve(scenario, self.library)
        except ScenarioError:
            return None

    def _compare(self, match: Match, sets: list[list[str]], answer: dict[str, Any]) -> None:
        """Where the boxes decide differently, the reader has to say which one it is."""
        notes, gaps = self.assumptions, list(self.missing)
        others = [self._resolve(self._scenario(match, each)) for each in sets[1:]]
        self.assumptions, self.missing = notes, gaps
        if all(other is not None and doubts.same(answer, other) for other in others):
            silent = [
                box
                for box, told in zip(sets, [answer, *others], strict=True)
                if told and told["verdict"] == "unsettled"
            ]
            self.assumptions = [*notes, chips.assumed_box(sets, silent, self.library)]
        else:
            self.missing.append(doubts.which_box(sets, self.library))


MOST_DIGITS = 6
