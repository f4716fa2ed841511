"""How the game speaks: what a book on the table says at all, telling and refusing by it, the words of a reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
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
    """Say whether the book that decides here leaves this open itself."""
    row = book.library.data["munchkin"]["unsettled"][doubt]
    decider = book.decider(row["of"]) if "of" in row else book.book
    return decider in row.get("questions", {})


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
