"""Traits and conditions: what somebody is, has in use, and what a fact asks about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from rules.engine.cards import Card, with_attached
from rules.engine.munchkin.language.abilities import Ability
from rules.engine.munchkin.language.parts import Condition, Conditional, Filter
from rules.engine.munchkin.language.saying import LEVEL
from rules.engine.munchkin.table.equivalences import equivalences
from rules.engine.munchkin.table.state import Monster, Player, State
from rules.engine.objects import Traits
from rules.engine.rulebook import Rulebook
from rules.engine.trace import Doubt

A = TypeVar("A", bound=Ability)


def is_kind(book: Rulebook, card: Card, kind: str) -> bool:
    """Say whether the card is of this kind, or of one that counts as the same."""
    return card.kind in equivalences(book).same_kinds(kind)


def of_kind(book: Rulebook, cards: Iterable[Card], kind: str) -> tuple[Card, ...]:
    wanted = equivalences(book).same_kinds(kind)
    return tuple(card for card in cards if card.kind in wanted)


def card_traits(book: Rulebook, card: Card) -> frozenset[str]:
    """Return the traits of a card and of everything attached to it."""
    return equivalences(book).traits(card)


def traits(book: Rulebook, player: Player) -> frozenset[str]:
    """Return the traits of a person: of everything in use, and the gender."""
    cards = [_without_idle(book, player, card) for card in in_force(book, player)]
    return equivalences(book).person(cards).union((f"gender:{player.gender}",))


def monster_traits(book: Rulebook, monster: Monster) -> frozenset[str]:
    """Return the traits of a monster with what its boosts make of it."""
    return card_traits(book, monster.card).union(*[boost.get("makes", ()) for boost in monster.boosts])


def levels_of(book: Rulebook, monster: Monster) -> tuple[int, int]:
    """Return the level that counts for cards that ask for it, and the other one that could: printed, or with boosts."""
    printed = monster.card.get("level", 1)
    raised = printed + sum(boost.get("strength", 0) for boost in monster.boosts)
    if not book.value("monster.stufe-verstaerkt"):
        return printed, printed
    return (printed, raised) if book.reads("boost.raises-level", "b") else (raised, printed)


def fits(book: Rulebook, player: Player, vs: Traits) -> bool:
    """Say whether a person has this trait, or one of several: `dieb`, `gender:w`, `level>=5`."""
    return fits_traits(player, traits(book, player), vs)


def fits_traits(player: Player, own: frozenset[str], vs: Traits) -> bool:
    """Say the same where the person's traits are known already."""
    if not isinstance(vs, str):
        return any(fits_traits(player, own, one) for one in vs)
    if vs.startswith("not:"):
        return not fits_traits(player, own, vs.removeprefix("not:"))
    return vs in own or fits_level(player.level, vs)


def fits_level(number: int, vs: str) -> bool:
    """Say whether a level is what `level>=5` asks for; no other trait is met by a number."""
    level = LEVEL.fullmatch(vs) if vs.startswith("level") else None
    return level is not None and level[2].isdigit() and compare(number, level[1], int(level[2]))


def compare(left: int, relation: str, right: int) -> bool:
    table = {
        ">=": left >= right,
        "<=": left <= right,
        "=": left == right,
        ">": left > right,
        "<": left < right,
    }
    return table[relation]


def has(book: Rulebook, player: Player, wanted: Filter) -> bool:
    """Say whether something in use is what `has` asks for."""
    if wanted.trait is not None and traits(book, player).isdisjoint(several(wanted.trait)):
        return False
    rest = msgspec.structs.replace(wanted, trait=None)
    return rest == Filter() or any(matches(book, card, rest) for card in in_force(book, player))


def matches(book: Rulebook, card: Card, wanted: Filter) -> bool:
    """Say whether one card is what a filter names: slot, kind, tag, big, trait, deck, a fact, how its name begins."""
    checks = (
        wanted.slot is None or _in_slot(card, wanted.slot),
        wanted.kind is None or is_kind(book, card, wanted.kind),
        wanted.tag is None or wanted.tag in card_traits(book, card),
        wanted.big is None or is_big(book, card) == wanted.big,
        wanted.trait is None or _has_any(book, card, wanted.trait),
        wanted.except_ is None or not _has_any(book, card, wanted.except_),
        wanted.deck is None or card.deck == wanted.deck,
        wanted.has is None or (card.get(wanted.has) or 0) > 0,
        wanted.initial is None or card.slug[:1] in book.value("karte.vokale"),
    )
    return all(checks)


def several(wanted: Traits) -> Sequence[str]:
    """Return one word, or several, as several."""
    return (wanted,) if isinstance(wanted, str) else wanted


def _has_any(book: Rulebook, card: Card, wanted: Traits) -> bool:
    return not card_traits(book, card).isdisjoint(several(wanted))


def _in_slot(card: Card, slot: Traits) -> bool:
    slots = several(slot)
    return card.get("slot") in slots or ("hand" in slots and bool(card.get("hands")))


def takes_place(book: Rulebook, card: Card, target: str) -> bool:
    """Say whether an item takes the place that this question limits."""
    if "words of places" not in book.compiled:
        words: dict[str, set[str]] = {}
        for word, limit in book.value("ausruestung.plaetze").items():
            words.setdefault(limit, set()).add(word)
        book.compiled["words of places"] = words
    wanted: set[str] = book.compiled["words of places"].get(target, set())
    return card.get("slot") in wanted or not wanted.isdisjoint(card_traits(book, card))


def places_of(book: Rulebook, card: Card) -> set[str]:
    """Return the questions that limit the places of the body or beside it that an item takes."""
    named = {card.get("slot")} | card_traits(book, card)
    return {target for word, target in book.value("ausruestung.plaetze").items() if word in named}


def is_big(book: Rulebook, card: Card) -> bool:
    """Say whether an item is Big; Complex is something else."""
    return bool(card.get("big"))


def holds(book: Rulebook, player: Player, effect: Conditional, state: State | None = None) -> bool:
    """Say whether an effect's `if` and `unless` let it happen to this person at this table."""
    return meets(book, player, effect.if_, state) and not (
        effect.unless is not None and meets(book, player, effect.unless, state)
    )


def is_lowest(player: Player, state: State | None) -> bool:
    """Say whether nobody at the table stands lower."""
    return state is not None and player.level == min(p.level for p in state.players)


def _has_role(player: Player, role: str, state: State | None) -> bool:
    combat = state.combat if state is not None else None
    return combat is not None and player.id == (combat.fighter if role == "fighter" else combat.helper)


def meets(book: Rulebook, player: Player, wanted: Condition | None, state: State | None = None) -> bool:
    """Say whether a condition lets something happen to this person at this table; none lets everything."""
    if wanted is None:
        return True
    checks = (
        wanted.role is None or _has_role(player, wanted.role, state),
        wanted.lowest is None or is_lowest(player, state) == wanted.lowest,
        wanted.hand is None or len(player.hand) % 2 == (wanted.hand == "odd"),
        wanted.has is None or has(book, player, wanted.has),
        wanted.gender is None or player.gender == wanted.gender,
        wanted.trait is None or fits(book, player, wanted.trait),
        wanted.level is None or fits(book, player, wanted.level),
        wanted.any is None or any(has(book, player, one) for one in wanted.any),
    )
    return all(checks)


RESTRICTIONS = ("usable_by", "not_usable_by")


def may_use(book: Rulebook, player: Player, card: Card) -> bool:
    """Say whether the card's own text lets this person use it; what lifts all limits of an item lifts that, too."""
    if not _is_restricted(card) or cheats(book, card):
        return True
    only, barred = (card.get(key) for key in RESTRICTIONS)
    own = _unrestricted(book, player)
    return (not only or fits_traits(player, own, only)) and not (barred and fits_traits(player, own, barred))


def _is_restricted(card: Card) -> bool:
    return not card.facts.keys().isdisjoint(RESTRICTIONS)


def _unrestricted(book: Rulebook, player: Player) -> frozenset[str]:
    """Return the traits that nobody can deny this person: of the cards that everybody may use."""
    cards = [card for card in player.in_play if not _is_restricted(card)]
    return equivalences(book).person(cards).union((f"gender:{player.gender}",))


def cheats(book: Rulebook, card: Card) -> bool:
    """Say whether a card lies on the item that lifts the limits."""
    return any(is_cheating(book, c) for c in card.attached)


def is_cheating(book: Rulebook, card: Card) -> bool:
    """Say whether this is a card that lets somebody cheat with an item."""
    return bool({card.get("special"), card.slug} & set(book.value("ausruestung.schummelkarten")))


def in_force(book: Rulebook, player: Player) -> tuple[Card, ...]:
    """Return the cards in use that work: of what somebody may not use, nothing does; it is only carried."""
    cards = player.in_play
    if not [card for card in cards if _is_restricted(card)]:
        return cards
    return tuple(card for card in cards if may_use(book, player, card))


def parts(book: Rulebook, player: Player, card: Card) -> list[Card]:
    """Return a card that works and what is attached to it, as far as that works for its owner."""
    found = [card]
    for attached in card.attached:
        if may_use(book, player, attached):
            found += parts(book, player, attached)
    return found


def _without_idle(book: Rulebook, player: Player, card: Card) -> Card:
    """Return a card without what is attached to it and does not work for its owner."""
    if not any(_is_restricted(attached) for attached in card.attached):
        return card
    return with_attached(card, tuple(c for c in card.attached if may_use(book, player, c)))


def own_abilities(card: Card, kind: type[A]) -> list[A]:
    """Return what a card can do of one kind; each kind is one type."""
    return [ability for ability in card.get("abilities", ()) if type(ability) is kind]


def abilities(book: Rulebook, player: Player, kind: type[A]) -> list[tuple[Card, A]]:
    """Return every card that works and can do this, with what it can do."""
    cards = in_force(book, player)
    return [(card, one) for card in cards for one in card.get("abilities", ()) if type(one) is kind]


def not_executed(book: Rulebook, cards: Iterable[Card]) -> tuple[Doubt, ...]:
    """Return what stays open because of cards that do more than the engine can do for them."""
    open_ones = dict.fromkeys(card for card in cards if card.get("coverage") in ("text", "partial"))
    return tuple(
        Doubt("card.not-executed", True, (card.cite,) if card.cite else (), card.name, unreckoned(book, card))
        for card in open_ones
    )


def unreckoned(book: Rulebook, card: Card) -> str:
    """Return what of the card's text is not reckoned with, where that is said."""
    return str(book.value("karte.ungerechnet", {}).get(str(card.cite).removeprefix("card:"), ""))
