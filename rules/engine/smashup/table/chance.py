"""Chance: which cards come from a pile in unknown order, each way with its exact share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm, prod

from rules.engine.branch import OUTCOMES_LIMIT
from rules.engine.cards import Card
from rules.engine.errors import LimitExceeded
from rules.engine.kernel import Context

# Up to so many orders are told apart; beyond, only which cards come.
ORDERS_LIMIT = 400


def one_at_random(ctx: Context, cards: tuple[Card, ...]) -> Card:
    """Return one of the cards, each with the same chance; cards that are alike share theirs."""
    counted = Counter(cards)
    found: Card = ctx.fork([(Fraction(n, len(cards)), card) for card, n in counted.items()])
    return found


def some_at_random(
    ctx: Context, cards: tuple[Card, ...], number: int, *, in_order: bool = True
) -> tuple[Card, ...]:
    """Return so many of the cards, in the order in which they come as far as that can be told apart."""
    if ctx.kernel.dice is not None:
        return _one_by_one(ctx, cards, number)
    counted = list(Counter(cards).items())
    if in_order and len(counted) ** number <= ORDERS_LIMIT:
        ways, all_ways = _orders(counted, number), perm(len(cards), number)
    else:
        _check(how_many_hands(tuple(n for _, n in counted), number))
        ways, all_ways = _hands(counted, number), comb(len(cards), number)
    found: tuple[Card, ...] = ctx.fork((Fraction(n, all_ways), way) for n, way in ways)
    return found


def _one_by_one(ctx: Context, cards: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    found: tuple[Card, ...] = ()
    for _ in range(number):
        card = one_at_random(ctx, cards)
        index = cards.index(card)
        cards, found = cards[:index] + cards[index + 1 :], (*found, card)
    return found


def all_in_order(ctx: Context, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards in one of their possible orders, all equally likely."""
    if ctx.kernel.dice is not None:
        return _one_by_one(ctx, cards, len(cards))
    counted = list(Counter(cards).items())
    _check(factorial(len(cards)) // prod(factorial(many) for _, many in counted))
    found: tuple[Card, ...] = ctx.fork(
        (Fraction(n, factorial(len(cards))), order) for n, order in _orders(counted, len(cards))
    )
    return found


def _check(outcomes: int) -> None:
    if outcomes > OUTCOMES_LIMIT:
        raise LimitExceeded(
            "do", "outcomes", f"Mehr als {OUTCOMES_LIMIT} verschiedene Ausgänge sind zu viel."
        )


@lru_cache(maxsize=64)
def how_many_hands(copies: tuple[int, ...], number: int) -> int:
    """Return how many different hands of that size there are, given how often each card lies in the pile."""
    sizes = [1] + [0] * number
    for many in copies:
        sizes = [sum(sizes[max(0, size - many) : size + 1]) for size in range(number + 1)]
    return sizes[number]


def _orders(counted: list[tuple[Card, int]], number: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Go through the orders in which so many cards can come, with the number of ways of each."""
    if number == 0:
        yield 1, ()
        return
    for index, (card, many) in enumerate(counted):
        if many:
            left = [*counted[:index], (card, many - 1), *counted[index + 1 :]]
            for ways, rest in _orders(left, number - 1):
                yield many * ways, (card, *rest)


def _hands(counted: list[tuple[Card, int]], number: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Go through the hands of that size regardless of order, with the number of ways of each."""
    if number == 0:
        yield 1, ()
        return
    if not counted:
        return
    (card, many), *others = counted
    for taken in range(min(many, number), -1, -1):
        for ways, rest in _hands(others, number - taken):
            yield comb(many, taken) * ways, (card,) * taken + rest
