"""The kernel: branches of chance, frames in a queue, replay of rolls and choices, merging of equal states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NoReturn, TypeVar, cast

import msgspec

from rules.engine.branch import ONE, Branch, Decision, Frame, growing, grown, limited, merged, replace
from rules.engine.cards import Card, named_options
from rules.engine.errors import BROKEN, LimitExceeded, Unfit
from rules.engine.german import Person, Sentences
from rules.engine.house import PREFIX
from rules.engine.library import Library
from rules.engine.objects import Action, Drawn, Option, Values
from rules.engine.registry import Registry
from rules.engine.rulebook import Rulebook
from rules.engine.trace import Doubt, Event, Fork, Outcome, Pause, Refused, Report, Step
from rules.engine.work import Account

STEPS_LIMIT = 2_000
# Who answers a question does so where it is asked: of the other branches nothing has to be said.
NOT_ASKED = "no-such-decision"
T = TypeVar("T")
Dice = Callable[[list[Outcome[object]]], object]


class Game(msgspec.Struct, frozen=True, eq=False):
    """What a game brings along: its functions and how it reads, shows and sums up."""

    name: str
    registry: Registry
    read: Callable[..., Any]
    write: Callable[[object], object]
    people: Callable[[Any], dict[str, Person]]
    before: Callable[..., None]
    report: Callable[[Kernel, Branch], Report]
    summary: Callable[..., str]
    answers_open: Callable[[Branch, Decision, Action], tuple[str, bool] | None]
    variants: Sequence[str]
    # Actions that may answer several decisions one after the other.
    answers_many: Sequence[str] = ()
    # Steps that open every answer at this table.
    opening: Callable[[Rulebook], tuple[Step, ...]] = lambda book: ()
    # What is looked at again once an action has been played to its end.
    closing: Callable[[Any], tuple[Frame, ...]] = lambda state: ()
    # The branch in which an action undoes the one before it; None where it is an action like any other.
    undoing: Callable[[Branch, Action, int], Branch | None] = lambda branch, action, moment: None


def resting(
    book: Rulebook,
    key: str,
    targets: tuple[str, ...],
    values: Values,
    cards: Iterable[Card] = (),
    also: Iterable[str] = (),
) -> Step:
    """Return a step with what it cites: the questions that decided it, cards at work and further ids."""
    cites, more = book.reasons(targets, cards, also)
    return Step(key, values, cites, targets, more)


def step_of(book: Rulebook, key: str, /, **values: object) -> Step:
    """Return what is told outside of a frame."""
    return resting(book, key, book.rests_on(key), values)


class Context:
    """What a frame sees and does: the state, the book, and the only ways to change or ask anything."""

    def __init__(self, kernel: Kernel, branch: Branch, frame: Frame) -> None:
        self.kernel = kernel
        self.book: Rulebook = kernel.book
        self.library: Library = kernel.library
        self.sentences: Sentences = kernel.sentences
        self.state: Any = branch.state
        self.frame = frame
        # What this frame adds; what its branch has told before is not copied from frame to frame.
        self.steps: list[Step] = []
        self.rolls: list[tuple[int, ...]] = []
        self.drawn: list[Drawn] = []
        self.events: list[Event] = []
        self.doubts: list[Doubt] = []
        self.warnings: list[str] = []
        self._before = branch
        self.shown = branch.shown
        self.undo = branch.undo
        self.next: list[Frame] = []
        # Of what earlier actions have met, what this one meets again.
        self.met_again: list[Doubt] = []
        self._answered = 0

    def person(self, ident: str) -> Person:
        """Return the player's name for sentences."""
        return self.kernel.people[ident]

    def set(self, **changes: object) -> None:
        """Change the state."""
        self.state = replace(self.state, **changes)

    def step(
        self, key: str, *handed: str, cards: Iterable[Card] = (), also: Iterable[str] = (), **values: object
    ) -> None:
        """Tell what happened: its key names the sentence and what it rests on, by rows.

        Handed over is what only the situation knows: a word of the row for it, a cause, cards at work, further ids.
        """
        targets = self.book.rests_on(key, *handed)
        cites, more = self.book.reasons(targets, cards, also)
        self.steps.append(Step(key, values, cites, targets, more))

    def event(self, name: str, **about: object) -> None:
        """Note what chance decided: two ways that differ in it stay two outcomes, even if nothing was lost."""
        self.events.append(Event(name, tuple(about.items())))

    def refuse(
        self,
        code: str,
        *handed: str,
        cards: Iterable[Card] = (),
        also: Iterable[str] = (),
        text: str = "",
        **values: object,
    ) -> NoReturn:
        """Refuse the action, for the reasons of `refuse.<code>`; the sentence is `refuse.<text or code>`."""
        targets = self.book.rests_on("refuse." + code, *handed)
        self._refuse(code, resting(self.book, "refuse." + (text or code), targets, values, cards, also))

    def _refuse(self, code: str, step: Step) -> NoReturn:
        raise Refused(code, step, (*self.doubts, *self.met_again))

    def then(self, do: str, **args: object) -> None:
        """Put a frame behind this one, before everything that waited already."""
        self.next.append(Frame(do, args))

    def doubt(self, key: str, *handed: str, decides: bool = True) -> None:
        """Say that the books leave this open; the caller does what is favoured, unless the table has barred it."""
        targets = self.book.doubts(key, *handed)
        doubt = Doubt(key, decides, self.book.cites(*targets))
        (self.met_again if self.has_met(doubt) else self.doubts).append(doubt)
        if barred := self.book.barred(key):
            values = {"reading": barred}
            self._refuse("house", resting(self.book, "refuse.house", targets, values, (), (PREFIX + key,)))

    def has_met(self, doubt: Doubt) -> bool:
        """Say whether this or an earlier frame of the branch has met what the books leave open here."""
        return doubt in self.doubts or doubt in self._before.doubts

    def warn(self, key: str, **values: object) -> None:
        """Add a sentence to the answer's warnings, once."""
        text = self.sentences.say("warn." + key, values)
        if text not in self.warnings and text not in self._before.warnings:
            self.warnings.append(text)

    # Chance and choice: an unanswered one leaves the frame, which is played again with the answer.

    def _answer(self) -> tuple[bool, object]:
        self._answered += 1
        answers = self.frame.answers
        if self._answered <= len(answers):
            return True, answers[self._answered - 1]
        return False, None

    def fork(self, outcomes: Iterable[Outcome[T]]) -> T:
        """Return one of the outcomes `(weight, value)`; every one gets a branch.

        The frame is played again for each of them: then only the first two are looked at, to see
        that there was a choice, so many outcomes are best given by a generator.
        """
        ways = iter(outcomes)
        first, *second = islice(ways, 2)
        if not second:
            return first[1]
        known, value = self._answer()
        if known:
            return cast("T", value)
        raise Fork([first, *second, *ways])

    def roll(self, faces: int, kind: Callable[[int], object]) -> int:
        """Roll a die; faces of the same kind share a branch, told by their lowest or highest face."""
        groups: dict[object, list[int]] = {}
        for face in range(1, faces + 1):
            groups.setdefault(kind(face), []).append(face)
        face = self.fork([(Fraction(len(group), faces), group[0]) for group in groups.values()])
        self.rolled(*groups[kind(face)])
        return int(face)

    def rolled(self, *faces: int) -> None:
        """Note a roll: the faces that all led here."""
        self.rolls.append(faces)

    def choose(self, player: str, kind: str, options: Sequence[Option], **values: object) -> str:
        """Return the id of the option that the player takes; asks if there is more than one."""
        if len(options) == 1:
            return options[0]["id"]
        known, value = self._answer()
        if known:
            return str(value)
        text = self.sentences.say("ask." + kind, {"player": self.person(player), **values})
        raise Pause(kind, player, text, tuple(options), self.kernel.asked_by(kind)[0])

    def choose_card(self, player: str, kind: str, cards: Iterable[Card], **values: object) -> Card:
        """Let the player take one of the cards; cards that are alike are one option."""
        offered = dict(named_options(cards))
        options: list[Option] = [
            {"id": ident, "text": self.sentences.card(card), "card": card.written}
            for ident, card in offered.items()
        ]
        return offered[self.choose(player, kind, options, **values)]


class Kernel:
    """Plays actions on all branches at once."""

    def __init__(
        self,
        library: Library,
        book: Rulebook,
        game: Game,
        people: dict[str, Person],
        dice: Dice | None = None,
    ) -> None:
        self.library = library
        self.book = book
        self.game = game
        # Picks one outcome instead of following all of them: for playing a game through.
        self.dice = dice
        self.people = people
        self.sentences = library.sentences[game.name]
        self.account = Account()
        # Which of the actions is being played.
        self.moment = 0
        # Sentences that were told already, by their step: the summary repeats some of them.
        self._told: dict[int, str] = {}

    def asked_by(self, kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the rules by which such a decision is left to somebody, and what else says so."""
        return self.book.reasons(tuple(self.book.value("entscheidung.fragen", {}).get(kind, ())))

    def tell(self, step: Step) -> str:
        """Return the German sentence of a step."""
        told = self._told.get(id(step))
        if told is None:
            told = self._told[id(step)] = self.sentences.say(step.key, step.values)
        return told

    def in_each(self, branches: list[Branch], play: Callable[[Branch], list[Branch]]) -> list[Branch]:
        """Play something in every branch: what is impossible is left out there, or refused where all refuse it."""
        played: list[Branch] = []
        refusals: list[Refused] = []
        for branch in branches:
            try:
                played += play(branch)
            except Refused as refused:
                refusals.append(refused)
                played.append(self._left_out(branch, refused))
            limited(played)
        # Only what no way of chance allows is forbidden; else the ways that refuse say why and stay as they are.
        if len(refusals) == len(branches):
            raise refusals[0]
        return merged(played) if len(branches) > 1 else played

    def act(self, branches: list[Branch], frame: Frame) -> list[Branch]:
        """Play one action in every branch till nothing is left to do or somebody has to decide."""
        for branch in branches:
            # Beside an open decision no action is played; asked first, so that no branch has begun when one refuses.
            if branch.state.decisions:
                self.game.before(Context(self, branch, frame), frame.do, frame.args)
        closing = self.game.closing
        return self.run([replace(b, queue=(frame, *closing(b.state), *b.queue)) for b in branches])

    def _left_out(self, branch: Branch, refused: Refused) -> Branch:
        """Return a branch in which an action is impossible that others can do: it says why, and nothing happens."""
        if refused.code == NOT_ASKED:
            return branch
        values = {"reason": self.sentences.say(refused.step.key, refused.step.values)}
        why = refused.step
        step = Step("branch.left-out", values, why.cites, why.targets, why.more)
        doubts = tuple(dict.fromkeys(branch.doubts + refused.doubts))
        return replace(branch, steps=(*branch.steps, step), doubts=doubts)

    def run(self, branches: list[Branch]) -> list[Branch]:
        """Advance all branches in waves of one frame each; after every wave, those that stand alike are joined."""
        moved = True
        while moved:
            wave: list[Branch] = []
            moved = False
            for branch in branches:
                if branch.queue and not branch.state.decisions:
                    wave += self._advance(branch)
                    moved = True
                else:
                    wave.append(branch)
                limited(wave)
            self.account.pay(wave)
            branches = merged(wave) if len(wave) > 1 else wave
        return branches

    def _advance(self, branch: Branch) -> list[Branch]:
        """Play the first frame of a branch."""
        if len(branch.steps) > STEPS_LIMIT:
            raise LimitExceeded("do", "steps", f"Mehr als {STEPS_LIMIT} Sätze sind zu viel für eine Antwort.")
        frame, rest = branch.queue[0], branch.queue[1:]
        ctx = Context(self, branch, frame)
        try:
            self._play(ctx, frame)
        except Fork as fork:
            outcomes = fork.outcomes if self.dice is None else [(ONE, self.dice(fork.outcomes))]
            return [
                replace(
                    branch,
                    weight=branch.weight * weight,
                    queue=(replace(frame, answers=(*frame.answers, value)), *rest),
                )
                for weight, value in outcomes
            ]
        except Pause as pause:
            # What the books leave open was met on the way to the question: it is not asked again afterwards.
            return [self._paused(replace(branch, doubts=grown(branch.doubts, ctx.doubts)), pause)]
        return [
            Branch(
                branch.weight,
                ctx.state,
                (*growing(frame, ctx.next), *rest),
                grown(branch.steps, ctx.steps),
                grown(branch.rolls, ctx.rolls),
                grown(branch.drawn, ctx.drawn),
                grown(branch.events, ctx.events),
                grown(branch.doubts, ctx.doubts),
                grown(branch.warnings, ctx.warnings),
                ctx.shown,
                ctx.undo,
            )
        ]

    def _play(self, ctx: Context, frame: Frame) -> None:
        """Call the function of a frame; where the question wrote the frame down itself, what breaks is no defect."""
        try:
            if frame.do.startswith("action:"):
                self.game.before(ctx, frame.do, frame.args)
            args = self.game.registry.typed(frame.do, frame.args) if frame.given else frame.args
            self.game.registry.frames[frame.do](ctx, **args)
        except BROKEN as error:
            if not frame.given:
                raise
            raise Unfit("state.decisions", frame.do) from error

    def _paused(self, branch: Branch, pause: Pause) -> Branch:
        """Store the decision and everything that waits for it in the state."""
        number = branch.state.asked + 1
        decision = Decision(
            f"d{number}", pause.kind, pause.player, pause.text, pause.options, branch.queue, pause.cites
        )
        state = replace(branch.state, decisions=(*branch.state.decisions, decision), asked=number)
        return replace(branch, state=state, queue=())

    def answer(self, branches: list[Branch], picks: dict[int, tuple[Decision, str]]) -> list[Branch]:
        """Answer an open decision in the branches that have it, named by their identity."""
        return self.run([self._resumed(b, *picks[id(b)]) if id(b) in picks else b for b in branches])

    def _resumed(self, branch: Branch, decision: Decision, option: str) -> Branch:
        first, *rest = decision.frames
        left = tuple(d for d in branch.state.decisions if d.id != decision.id)
        queue = (replace(first, answers=(*first.answers, option)), *rest, *branch.queue)
        return replace(branch, state=replace(branch.state, decisions=left), queue=queue)
