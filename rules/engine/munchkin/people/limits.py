"""How many of everything one may have: traits of a kind, grades, followers, Big and Complex items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.engine.cards import Card
from rules.engine.munchkin.language.abilities import Allies, BigItems
from rules.engine.munchkin.table.rows import Permission, TraitRow, permission, trait_row
from rules.engine.munchkin.table.state import Player
from rules.engine.munchkin.table.telling import said, value_of, when
from rules.engine.munchkin.table.traits import abilities, in_force, traits
from rules.engine.rulebook import Rulebook

CARRIED = ("in_play", "backpack")


def permissions(book: Rulebook, owner: Player, kind: str) -> list[Permission]:
    """Return the rows of the cards in play that allow more of a kind."""
    rows = [permission(book, card.get("special")) for card in in_force(book, owner)]
    return [row for row in rows if row is not None and row.kind == kind]


def kind_limit(book: Rulebook, owner: Player, kind: str) -> int:
    """Return how many cards of a kind this person may have in play."""
    row = trait_row(book, kind) or TraitRow()
    base = value_of(book, (*row.limit, "merkmal.grenze"))
    more = [value_of(book, (allowed.limit, allowed.limit_else)) for allowed in permissions(book, owner, kind)]
    return max((base, *more))


def kind_targets(book: Rulebook, owner: Player, kind: str) -> tuple[str, ...]:
    """Return the questions that the limit of a kind answers."""
    row = trait_row(book, kind) or TraitRow()
    return tuple(dict.fromkeys((*row.limit, *row.more, *(p.limit for p in permissions(book, owner, kind)))))


def grade_sum(book: Rulebook, cards: Iterable[Card], *, most: bool = False) -> int:
    """Return the sum of the grades of all powers among the cards; a second copy counts, too.

    Where a card's grade is unknown, the book still says between which it lies: the least counts, or the `most`.
    """
    return sum(_grade(book, card, most) for card in cards if card.kind == "power")


def _grade(book: Rulebook, card: Card, most: bool) -> int:
    known = card.get("grade")
    if known is not None:
        return int(known)
    named = book.value("kraft.grad") if not card.box or card.box in book.sets else None
    bounds = named or (0,)
    return int(max(bounds) if most or book.reads("power.grade-unknown", "b") else min(bounds))


def counted_followers(owner: Player, group: Sequence[str]) -> list[Card]:
    """Return the followers of one sort that count toward the limit."""
    return [c for c in owner.in_play if c.kind in group and c.get("counts_toward_limit", True)]


def follower_groups(book: Rulebook) -> list[Sequence[str]]:
    """Return the sorts of followers; those of one sort count together."""
    groups: list[Sequence[str]] = book.value("gefolge.sorten")
    return groups


def follower_limit(book: Rulebook, owner: Player) -> int:
    """Return how many followers this person may have: the rule's number, or what a card in play allows."""
    base = value_of(book, ("mietling.anzahl", "merkmal.grenze"))
    return max((base, *(able.allies for _, able in abilities(book, owner, Allies))))


def follower_words(book: Rulebook, owner: Player) -> tuple[str, ...]:
    """Say whether a card in play allows more followers."""
    return when(allowed=abilities(book, owner, Allies))


def big_items(owner: Player) -> list[Card]:
    """Return the Big items that somebody carries, used or not."""
    return [card for zone in CARRIED for card in getattr(owner, zone) if card.get("big")]


def big_limit(book: Rulebook, owner: Player) -> int | None:
    """Return how many Big items this person may carry; None where there is no limit."""
    allowed = [able.big_items for _, able in abilities(book, owner, BigItems)]
    if "any" in allowed or _is_excepted(book, owner):
        return None
    # A number that the table itself has chosen stands above the one for mixed boxes, too.
    mixed = book.combined and "grosse-gegenstaende.anzahl" not in book.house
    base = book.value("kombination.grosse-anzahl" if mixed else "grosse-gegenstaende.anzahl")
    return None if base == "unlimited" else max((base, *allowed))


def _is_excepted(book: Rulebook, owner: Player) -> bool:
    named = {word for words_ in said(book, "grosse-gegenstaende.ausnahmen") for word in words_}
    return bool(named & traits(book, owner))


def complex_limit(book: Rulebook) -> int | None:
    """Return how many Complex items one may use; only mixed boxes have the word."""
    limit: int | None = book.value("kombination.komplexe-anzahl") if book.combined else None
    return limit
