"""Where cards go: off the table, to their owners' piles, from decks to hands."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.objects import Json
from rules.engine.smashup.table.board import look
from rules.engine.smashup.table.chance import some_at_random
from rules.engine.smashup.table.state import (
    Base,
    Entry,
    Pile,
    Player,
    State,
    Stray,
    is_action,
    pile_kind,
    replace,
)
from rules.engine.smashup.table.telling import tell

# Decks whose cards belong to nobody, by card kind.
COMMON = {"monster": "monsters", "treasure": "treasures", "base": "bases"}
DISCARDS = {"monster": "monster_discard", "treasure": "treasure_discard", "base": "base_discard"}


def find(ctx: Context, ref: str) -> Entry | None:
    """Return the card in play of that name."""
    spot = look(ctx.state).spots.get(ref)
    return spot.entry if spot else None


def present(state: State, base: int) -> list[str]:
    """Return who has a creature at the base, in turn order from the active player."""
    board = look(state)
    return [player for player in state.around(state.turn.player) if board.of_player(base, player)]


def change_entry(ctx: Context, ref: str, **changes: object) -> None:
    """Change a card in play where it lies."""
    bases = tuple(_changed_base(base, ref, changes) for base in ctx.state.bases)
    resolving = tuple(replace(e, **changes) if e.ref == ref else e for e in ctx.state.resolving)
    ctx.set(bases=bases, resolving=resolving)


def _changed_base(base: Base, ref: str, changes: Json) -> Base:
    return replace(
        base, cards=_changed(base.cards, ref, changes), actions=_changed(base.actions, ref, changes)
    )


def _changed(entries: tuple[Entry, ...], ref: str, changes: Json) -> tuple[Entry, ...]:
    return tuple(
        replace(e, **changes)
        if e.ref == ref
        else replace(e, attached=_changed(e.attached, ref, changes))
        if e.attached
        else e
        for e in entries
    )


def take_out(ctx: Context, ref: str) -> Entry:
    """Take a card off the table with everything on it; what was said about it for a while ends."""
    entry = look(ctx.state).spots[ref].entry
    bases = tuple(
        replace(b, cards=_without(b.cards, ref), actions=_without(b.actions, ref)) for b in ctx.state.bases
    )
    resolving = tuple(e for e in ctx.state.resolving if e.ref != ref)
    gone = {ref, *(e.ref for e in entry.attached)}
    effects = tuple(c for c in ctx.state.effects if c.ref not in gone and c.source not in gone)
    ctx.set(bases=bases, resolving=resolving, effects=effects)
    return entry


def _without(entries: tuple[Entry, ...], ref: str) -> tuple[Entry, ...]:
    return tuple(
        replace(e, attached=_without(e.attached, ref)) if e.attached else e for e in entries if e.ref != ref
    )


def lay(ctx: Context, entry: Entry, base: int) -> None:
    """Put a card down at a base: actions on the base itself, creatures beside it."""
    bases = list(ctx.state.bases)
    side = "actions" if is_action(entry.card) else "cards"
    bases[base] = replace(bases[base], **{side: (*getattr(bases[base], side), entry)})
    ctx.set(bases=tuple(bases))


def attach(ctx: Context, entry: Entry, host: str) -> None:
    """Put a card on a creature."""
    found = find(ctx, host)
    if found is not None:
        change_entry(ctx, host, attached=(*found.attached, entry))


# Piles


def set_pile(ctx: Context, name: str, pile: Pile) -> None:
    ctx.set(piles=replace(ctx.state.piles, **{name: pile}))


def to_discard(ctx: Context, card: Card, owner: str | None) -> None:
    """Put a card on the discard pile that is its own: the owner's, or that of its kind."""
    name = DISCARDS.get(pile_kind(card))
    if name:
        pile = getattr(ctx.state.piles, name)
        set_pile(ctx, name, Pile((card, *pile.cards)))
    elif owner:
        player = ctx.state.player(owner)
        ctx.set(**_player(ctx, owner, discard=(card, *player.discard)))


def _player(ctx: Context, ident: str, **changes: object) -> Json:
    return {"players": ctx.state.change(ident, **changes).players}


def to_hand(ctx: Context, card: Card, holder: str) -> None:
    player = ctx.state.player(holder)
    ctx.set(**_player(ctx, holder, hand=(*player.hand, card)))


def to_deck(ctx: Context, card: Card, owner: str | None, where: str) -> None:
    """Put a card on top of, under, or somewhere into the deck that it belongs to."""
    name = COMMON.get(pile_kind(card))
    pile = getattr(ctx.state.piles, name) if name else ctx.state.player(owner or "").deck
    set_deck(ctx, name or owner or "", _with_card(pile, card, where))


def _with_card(pile: Pile, card: Card, where: str) -> Pile:
    if where == "deck_shuffled":
        return shuffled_into(pile, (card,))
    if where == "deck_top":
        return replace(pile, top=(card, *pile.top))
    if pile.mixed or pile.endless:
        return replace(pile, bottom=(*pile.bottom, card))
    return Pile((*pile.top, card))


def shuffled_into(pile: Pile, cards: tuple[Card, ...]) -> Pile:
    """Return the pile with these cards shuffled into it."""
    if pile.endless:
        return Pile(mixed=(*pile.cards, *cards), endless=True)
    return shuffled((*pile.cards, *cards))


def shuffled(cards: tuple[Card, ...]) -> Pile:
    """Return the cards as a pile in unknown order; where all are alike, there is only one order."""
    return Pile(mixed=cards) if len(set(cards)) > 1 else Pile(cards)


def set_deck(ctx: Context, whose: str, pile: Pile) -> None:
    """Replace a player's deck, or one of the common decks."""
    if whose in COMMON.values():
        set_pile(ctx, whose, pile)
    else:
        ctx.set(**_player(ctx, whose, deck=pile))


def get_deck(ctx: Context, whose: str) -> Pile:
    found: Pile = (
        getattr(ctx.state.piles, whose) if whose in COMMON.values() else ctx.state.player(whose).deck
    )
    return found


def draw(ctx: Context, whose: str, number: int, *, in_order: bool = True) -> tuple[Card, ...]:
    """Take cards from the top of a deck; an empty deck is made anew from its discard pile."""
    drawn: tuple[Card, ...] = ()
    while len(drawn) < number:
        pile = get_deck(ctx, whose)
        if pile.endless and not pile.top:
            deck = {"bases": "base", "monsters": "monster", "treasures": "treasure"}[whose]
            return drawn + (ctx.library.back(deck),) * (number - len(drawn))
        if not pile.cards and not renew(ctx, whose):
            tell(ctx, "deck-and-discard-empty", number=number - len(drawn))
            return drawn
        drawn += _take(ctx, whose, number - len(drawn), in_order)
    return drawn


def _take(ctx: Context, whose: str, number: int, in_order: bool) -> tuple[Card, ...]:
    """Take cards that are there: known ones, then some of those in unknown order."""
    pile = get_deck(ctx, whose)
    cards, rest = pile.top[:number], number - len(pile.top)
    pile = replace(pile, top=pile.top[number:])
    if rest > 0 and pile.mixed and not pile.endless:
        found = some_at_random(ctx, pile.mixed, min(rest, len(pile.mixed)), in_order=in_order)
        left = pile.mixed
        for card in found:
            left = without(left, card)
        cards += found
        below = pile.bottom
        pile = replace(shuffled(left), bottom=below) if len(set(left)) > 1 else Pile(left + below)
    set_deck(ctx, whose, pile)
    return cards


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards without one copy of this card."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def renew(ctx: Context, whose: str) -> bool:
    """Shuffle the discard pile into a new deck; say no where it is empty, too."""
    if whose in COMMON.values():
        name = {"bases": "base_discard", "monsters": "monster_discard", "treasures": "treasure_discard"}[
            whose
        ]
        cards = getattr(ctx.state.piles, name).cards
        if cards:
            set_pile(ctx, name, Pile())
    else:
        cards = ctx.state.player(whose).discard
        ctx.set(**_player(ctx, whose, discard=()))
    if not cards:
        return False
    set_deck(ctx, whose, shuffled(cards))
    tell(ctx, "shuffled-" + (whose if whose in COMMON.values() else "deck"), number=len(cards))
    return True


# Hands


def take_from_hand(ctx: Context, holder: str, card: Card) -> str:
    """Take a card out of a hand and return who owns it."""
    player: Player = ctx.state.player(holder)
    ctx.set(**_player(ctx, holder, hand=without(player.hand, card)))
    stray = next((s for s in ctx.state.strays if s.holder == holder and s.card == card), None)
    if stray is None:
        return holder
    rest = list(ctx.state.strays)
    rest.remove(stray)
    ctx.set(strays=tuple(rest))
    return stray.owner


def lend(ctx: Context, card: Card, owner: str, holder: str) -> None:
    """Give a card to somebody's hand; whose it is stays in memory."""
    to_hand(ctx, card, holder)
    if owner != holder and pile_kind(card) not in DISCARDS:
        ctx.set(strays=(*ctx.state.strays, Stray(holder, owner, card)))
