"""Smash Up as a game of the engine: how it is read, shown and summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from rules.engine.branch import Branch, Decision, Frame
from rules.engine.cards import Card, CardRef
from rules.engine.errors import BROKEN, Unfit
from rules.engine.german import Person, person
from rules.engine.kernel import Game
from rules.engine.library import Library
from rules.engine.objects import Action, Json, Option, Pick
from rules.engine.reading import Reader, integer
from rules.engine.rulebook import Rulebook
from rules.engine.smashup import topics  # noqa: F401
from rules.engine.smashup.language.effects import Effect, Play
from rules.engine.smashup.question.actions import before, read_actions
from rules.engine.smashup.question.going_on import tables
from rules.engine.smashup.question.reading import FACTS, read_state
from rules.engine.smashup.question.report import report
from rules.engine.smashup.question.summary import summary
from rules.engine.smashup.table.hands import DECLINING, SEVERAL
from rules.engine.smashup.table.procedures import SMASH_UP
from rules.engine.smashup.table.state import State, replace, type_of
from rules.engine.stored import write
from rules.engine.words import slug

KINDS = ("base", "creature", "action", "monster", "treasure")
BACKS = ("faction", "base", "monster", "treasure")
DECKS = {
    "base": "base",
    "creature": "faction",
    "action": "faction",
    "monster": "monster",
    "treasure": "treasure",
}
COPIES_LIMIT = 9
# How much of a card's text is carried out, and what is said where that is not all of it.
REMARKED = {"partial": "warn.partial", "text": "warn.text-only"}


def read(
    question: Json, library: Library, book: Rulebook
) -> tuple[State, tuple[Action, ...], tuple[str, ...]]:
    """Read table and actions; raises every problem at once."""
    reader = Reader(library, book.sets, FACTS, KINDS, BACKS, DECKS)
    state = read_state(reader, question.get("state"))
    actions = read_actions(reader, question.get("do", []))
    copies = _copies(reader, question.get("copies"))
    reader.finish()
    assert state is not None
    state = replace(state, copies=copies) if copies else state
    tables(book).begin(state)
    return state, actions, _remarks(library, state, actions)


def _remarks(library: Library, state: State, actions: tuple[Action, ...]) -> tuple[str, ...]:
    """Say of which cards the sources differ or only a part can be carried out, and which lie there too often."""
    say = library.sentences["smash-up"].say
    named = [
        ref.card for action in actions for ref in action.values() if isinstance(ref, CardRef) and ref.card
    ]
    cards = [
        *named,
        *(base.card for base in state.bases),
        *(entry.card for _, entry, _ in state.entries()),
        *(card for player in state.players for card in player.hand),
    ]
    odd = [card for card in cards if card.get("sources_differ") or card.get("coverage") in REMARKED]
    remarks = [remark for card in dict.fromkeys(odd) for remark in _about(card)]
    return tuple(dict.fromkeys(say(key, values) for key, values in (*remarks, *_too_often(library, state))))


def _about(card: Card) -> Iterator[tuple[str, Json]]:
    """Yield what is to be said of a card wherever it lies."""
    if card.get("sources_differ"):
        yield "warn.sources-differ", {"name": card.name, "note": card.get("sources_differ")}
    if card.get("coverage") in REMARKED:
        yield REMARKED[card.get("coverage")], {"name": card.name, "note": ""}


def _too_often(library: Library, state: State) -> Iterator[tuple[str, Json]]:
    """Yield what lies on the table more often than the boxes hold it."""
    in_a_box: dict[str, int] = library.compile("copies in a box", lambda: _copies_in_a_box(library))
    for cite, number in Counter([card.cite for card in state.every_card()]).items():
        held = in_a_box.get(cite or "", 0) * state.copies
        if held and number > held:
            name = library.card_facts[str(cite).removeprefix("card:")]["name"]
            yield "warn.too-often", {"name": name, "number": number, "held": held}


def _copies_in_a_box(library: Library) -> dict[str, int]:
    """Return of every card how often its box holds it, where that is known."""
    return {"card:" + key: row["copies"] for key, row in library.card_facts.items() if row.get("copies")}


def _copies(reader: Reader, value: object) -> int:
    """Read how often a box is there."""
    if value is None:
        return 0
    if not isinstance(value, dict):
        reader.wrong("copies", value, 'ein Objekt wie {"smash-up": 2}')
        return 0
    counts = []
    for box, number in value.items():
        if box not in reader.sets:
            reader.unknown(f"copies.{box}", box, "Die Schachtel", reader.sets)
        counts.append(integer(1, COPIES_LIMIT)(reader, number, f"copies.{box}"))
    return max(counts, default=0)


def people(state: State) -> dict[str, Person]:
    return {player.id: person(player.id) for player in state.players}


def answers_open(branch: Branch, decision: Decision, action: Action) -> tuple[str, bool] | None:
    """Return what another action than `choose` stands for: declining, discarding, accepting."""
    if decision.kind == "extra":
        return None if action["action"] == "choose" else ("act", False)
    if action["action"] == "score" and decision.kind == "loot":
        return _loot_picked(decision, action.get("picks", ()))
    if action.get("player") != decision.player:
        return None
    if action["action"] == "pass" and action.get("decision") in (None, decision.id):
        return next(((str(o["id"]), True) for o in decision.options if o["id"] in DECLINING), None)
    if action["action"] == "discard" and decision.kind in ("hand-limit", "discard"):
        return _discarded(decision, action.get("cards", ()))
    if action["action"] == "play" and decision.kind == "may":
        return ("ja", False) if _accepts(branch.state, decision, action) else None
    return None


def _discarded(decision: Decision, cards: Sequence[CardRef]) -> tuple[str, bool] | None:
    """Return the options that the named cards stand for, if every card is one."""
    found = [next((str(o["id"]) for o in decision.options if _is_card(card, o)), "") for card in cards]
    return (SEVERAL.join(found), True) if found and all(found) else None


def _accepts(state: State, decision: Decision, play: Action) -> bool:
    """Say whether an ability offers a further card like this one: whoever plays it has accepted the offer."""
    effect = _offered(decision.frames[0])
    if not play.get("extra") or not isinstance(effect, Play):
        return False
    card = play["card"].among(state.player(decision.player).hand) or play["card"].card
    return card is not None and (effect.type or "creature") in ("card", type_of(card), card.kind)


def _offered(frame: Frame) -> Effect | None:
    """Return the effect that waits for a decision; the question may have written it down itself."""
    try:
        args = SMASH_UP.typed(frame.do, frame.args) if frame.given else frame.args
        effects = cast("Sequence[Effect]", args.get("effects", ()) if frame.do == "effects" else ())
        return effects[0] if effects else None
    except BROKEN as error:
        raise Unfit("state.decisions", frame.do) from error


def _loot_picked(decision: Decision, picks: Sequence[CardRef | Pick]) -> tuple[str, bool] | None:
    """Return which treasure the picks name for whoever chooses now; what was taken is no option any more."""
    for pick in picks:
        player, card = (
            (decision.player, pick) if isinstance(pick, CardRef) else (_picker(pick, decision), pick["card"])
        )
        if player == decision.player:
            found = next((o["id"] for o in decision.options if _is_card(card, o)), None)
            if found is not None:
                return found, False
    return None


def _picker(pick: Pick, decision: Decision) -> str:
    return pick.get("player", decision.player)


def _is_card(card: CardRef, option: Option) -> bool:
    return card.written == option.get("card") or option["id"] == slug(card.name)


SMASH_UP_GAME = Game(
    name="smash-up",
    registry=SMASH_UP,
    before=before,
    read=read,
    write=write,
    people=people,
    report=report,
    summary=summary,
    answers_open=answers_open,
    variants=(),
)
