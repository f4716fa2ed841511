"""How the game speaks: telling and refusing, the words for a situation and for a reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from rules.engine.cards import Card, CardRef
from rules.engine.kernel import Context
from rules.engine.objects import Because
from rules.engine.rulebook import Rulebook
from rules.engine.words import slug

GOLDEN_RULE = "goldene-regel.vorrang"


def when(**situations: object) -> tuple[str, ...]:
    """Return the words for what is so here, as the rows of grounds name it: `when(helped=combat.helper)`."""
    return tuple([word.replace("_", "-") for word, is_so in situations.items() if is_so])


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
    ctx: Context, key: str, player: str, card: Card, *handed: str, also: Iterable[str] = (), **values: object
) -> None:
    """Tell what a person did with a card."""
    ctx.step(key, *handed, cards=(card,), also=also, player=ctx.person(player), card=card, **values)


def deny(
    ctx: Context, code: str, player: str, card: Card, *handed: str, also: Iterable[str] = (), **values: object
) -> NoReturn:
    """Refuse what a person wants to do with a card."""
    name = ctx.person(player)
    ctx.refuse(code, *handed, cards=(card,), also=also, text="", player=name, card=card, **values)


def reason_card(ctx: Context, because: Because) -> Card | None:
    """Return the card that a reason names, if it is one."""
    if isinstance(because, CardRef):
        return because.card
    return ctx.library.find(because, ctx.book.sets) if isinstance(because, str) else None


def reason_cites(ctx: Context, because: Because) -> tuple[str, ...]:
    """Return what a reason can be cited as: a rule or ruling by its id, a card of the database."""
    if isinstance(because, str) and because in ctx.library.cited:
        return (because,)
    card = reason_card(ctx, because)
    return (card.cite,) if card is not None and card.cite else ()


def reason_words(because: Because) -> str:
    """Return a reason as the answer may quote it."""
    return because.name if isinstance(because, CardRef) else str(because or "")


def reason_slug(ctx: Context, because: Because) -> str:
    """Return the slug of what a reason names."""
    return slug(reason_words(because))
