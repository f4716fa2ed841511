"""Questions about the table that many topics ask: whose turn it is, who fights, what a book says at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.state import State, Turn, replace
from rules.engine.rulebook import Rulebook
from rules.engine.words import slug

GOLDEN_RULE = "goldene-regel.vorrang"


def known(book: Rulebook, *targets: str) -> tuple[str, ...]:
    """Return the questions that a book on the table answers; where none does, the card's own text rules."""
    known_here: dict[tuple[str, ...], tuple[str, ...]] = book.compiled.setdefault("known", {})
    found = known_here.get(targets)
    if found is None:
        found = tuple(target for target in targets if book.cites(target)) or (GOLDEN_RULE,)
        known_here[targets] = found
    return found


def first_known(book: Rulebook, targets: Iterable[str]) -> str:
    """Return the first of the questions that a book on the table answers."""
    return next((target for target in targets if book.cites(target)), GOLDEN_RULE)


def value_of(book: Rulebook, targets: Iterable[str], default: Any = None) -> Any:
    """Return the value of the first question that has one."""
    return next((value for target in targets if (value := book.value(target)) is not None), default)


def said(book: Rulebook, target: str) -> list[Any]:
    """Return what every book on the table says to one question, the deciding one first."""
    answers = book.library.comparison[target]["answers"]
    books = (book.house[target],) if target in book.house else book.order
    return [value for box in books if (value := answers.get(box, {}).get("value")) is not None]


def asks(book: Rulebook, doubt: str) -> bool:
    """Say whether the deciding book itself leaves this open."""
    row = book.library.data["munchkin"]["unsettled"][doubt]
    return book.book in row.get("questions", {})


def tell(
    ctx: Context, key: str, player: str, card: Card, *targets: str, also: Iterable[str] = (), **values: Any
) -> None:
    """Tell what a person did with a card, by the questions that a book on the table answers."""
    ctx.step(
        key,
        *known(ctx.book, *targets),
        cards=(card,),
        also=also,
        player=ctx.person(player),
        card=card,
        **values,
    )


def deny(
    ctx: Context, code: str, player: str, card: Card, *targets: str, also: Iterable[str] = (), **values: Any
) -> NoReturn:
    """Refuse what a person wants to do with a card."""
    ctx.refuse(
        code,
        *known(ctx.book, *targets),
        cards=(card,),
        also=also,
        player=ctx.person(player),
        card=card,
        **values,
    )


def is_active(ctx: Context, player: str) -> bool:
    return bool(ctx.state.turn.player == player)


def in_fight(state: State, player: str) -> bool:
    """Say whether the person fights, helps or still flees."""
    return state.combat is not None and player in (state.combat.fighter, state.combat.helper)


def must_be_active(ctx: Context, player: str, *targets: str) -> None:
    """Refuse what only the person whose turn it is may do."""
    if not is_active(ctx, player):
        ctx.refuse(
            "not-your-turn",
            *known(ctx.book, *targets),
            player=ctx.person(player),
            active=ctx.person(ctx.state.turn.player),
        )


def must_not_fight(ctx: Context, player: str, *targets: str) -> None:
    """Refuse what cannot be done while this person's fight is on."""
    if in_fight(ctx.state, player):
        ctx.refuse("not-in-a-fight", *known(ctx.book, *targets), player=ctx.person(player))


def must_be_over(ctx: Context) -> None:
    """Refuse to go on with the turn before the fight is settled."""
    if ctx.state.combat is not None:
        ctx.refuse(
            "fight-first",
            *known(ctx.book, "phase1-tuer.kampf-vollstaendig", "phase2-aerger.kampf-vollstaendig"),
            player=ctx.person(ctx.state.combat.fighter),
        )


def must_be_phase(ctx: Context, phases: Iterable[str], *targets: str, text: str = "wrong-phase") -> None:
    """Refuse what belongs to another phase of the turn."""
    turn = ctx.state.turn
    if turn.phase not in phases:
        ctx.refuse(
            "wrong-phase",
            *known(ctx.book, *targets, "zug.phasen"),
            text=text,
            player=ctx.person(turn.player),
            phase="phase:" + turn.phase,
            needed=["phase:" + phase for phase in phases],
        )


def to_phase(ctx: Context, phase: str) -> None:
    ctx.set(turn=replace(ctx.state.turn, phase=phase))


def to_turn_of(ctx: Context, player: str) -> None:
    ctx.set(turn=Turn(player, "start"))


def reason_card(ctx: Context, because: Any) -> Card | None:
    """Return the card that a reason names, if it is one."""
    if isinstance(because, CardRef):
        return because.card
    return ctx.library.find(because, ctx.book.sets) if isinstance(because, str) else None


def reason_cites(ctx: Context, because: Any) -> tuple[str, ...]:
    """Return what a reason can be cited as: a rule or ruling by its id, a card of the database."""
    if isinstance(because, str) and because in ctx.library.cited:
        return (because,)
    card = reason_card(ctx, because)
    return (card.cite,) if card is not None and card.cite else ()


def reason_words(because: Any) -> str:
    """Return a reason as the answer may quote it."""
    return because.name if isinstance(because, CardRef) else str(because or "")


def reason_slug(ctx: Context, because: Any) -> str:
    """Return the slug of what a reason names."""
    return slug(reason_words(because))


def person_named(ctx: Context, on: Any, default: str | None) -> str | None:
    """Return the player that a card is played on; None where something else was named."""
    if on is None:
        return default
    return on if isinstance(on, str) and any(p.id == on for p in ctx.state.players) else None
