"""The Smash Up table as frozen structs, one per object of the contract."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.engine.branch import Decision
from rules.engine.cards import Card
from rules.engine.objects import Json, Write
from rules.engine.smashup.language.effects import Effect

replace = msgspec.structs.replace


def counted(cards: tuple[Card, ...], write: Write) -> object:
    """Write cards; nothing but unknown cards of a player's deck is their number."""
    if cards and all(card.is_back and card.deck == "faction" for card in cards):
        return len(cards)
    return write(cards)


class Pile(msgspec.Struct, frozen=True):
    """A pile, top first: known cards, cards in unknown order below them, known cards at the bottom.

    Of an endless one nobody has said what lies in it: below its top there are unknown cards and never run out.
    """

    top: tuple[Card, ...] = ()
    mixed: tuple[Card, ...] = ()
    bottom: tuple[Card, ...] = ()
    endless: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.top + self.mixed + self.bottom

    def as_json(self, write: Write) -> object:
        """Write the pile; one of unknown cards only is their number, an endless one without known cards null."""
        if self.endless and not self.cards:
            return None
        if not self.mixed and not self.endless:
            return counted(self.cards, write)
        ends = {name: write(getattr(self, name)) for name in ("top", "bottom") if getattr(self, name)}
        more = {"endless": True} if self.endless else {}
        return {**ends, "shuffled": write(self.mixed), **more}


class Piles(msgspec.Struct, frozen=True):
    """The common piles."""

    bases: Pile = Pile(endless=True)
    monsters: Pile = Pile(endless=True)
    treasures: Pile = Pile(endless=True)
    base_discard: Pile = Pile()
    monster_discard: Pile = Pile()
    treasure_discard: Pile = Pile()


class Player(msgspec.Struct, frozen=True):
    id: str
    points: int = 0
    factions: tuple[str, ...] = ()
    hand: tuple[Card, ...] = ()
    deck: Pile = Pile()
    discard: tuple[Card, ...] = ()
    mulligan: bool = False

    def as_json(self, write: Write) -> Json:
        """Write the player; a hand of unknown cards only is their number."""
        fields = {name: write(getattr(self, name)) for name in self.__struct_fields__}
        return {**fields, "hand": counted(self.hand, write)}


class Entry(msgspec.Struct, frozen=True):
    """A card in play: whose it is, who has its say, and what lies on it."""

    ref: str
    card: Card
    owner: str | None = None
    controller: str | None = None
    counters: int = 0
    attached: tuple[Entry, ...] = ()


class Base(msgspec.Struct, frozen=True):
    card: Card
    cards: tuple[Entry, ...] = ()
    actions: tuple[Entry, ...] = ()


class Played(msgspec.Struct, frozen=True):
    """The free plays of this turn."""

    creature: int = 0
    action: int = 0


class Used(msgspec.Struct, frozen=True):
    """An ability that was used this turn; `window` is empty for a talent."""

    ref: str
    ability: int
    window: str = ""


class Grant(msgspec.Struct, frozen=True):
    """A further play that an ability allows: of which type, where, how strong, and whether at once or never."""

    player: str
    type: str
    base: int | None = None
    where: str = ""
    max_strength: int | None = None
    on: str = ""
    names: tuple[str, ...] = ()
    now: bool = False
    mute: bool = False
    because: str = ""


class Visit(msgspec.Struct, frozen=True):
    """How many creatures a player has played at a base this turn."""

    player: str
    base: int
    number: int


class Turn(msgspec.Struct, frozen=True):
    player: str
    step: str = "start"
    played: Played = Played()
    started: bool = False
    used: tuple[Used, ...] = ()
    extra: tuple[Grant, ...] = ()
    # Whose allowances were used up this turn.
    spent: tuple[str, ...] = ()
    visits: tuple[Visit, ...] = ()
    # The base whose scoring has just come to its end by itself: whoever closes it closes nothing any more.
    closed: int | None = None
    # As what treasures took up a free play this turn.
    by_treasure: tuple[str, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """What an ability changed for a while: of a card (`ref`), a base or a player's total there."""

    kind: str
    ref: str = ""
    base: int | None = None
    player: str | None = None
    by: int = 0
    set: int | None = None
    until: str = "turn-end"
    because: str = ""
    cite: str = ""
    effects: tuple[Effect, ...] = ()
    # The card that a shield keeps away.
    source: str = ""

    def __hash__(self) -> int:
        return hash(
            (self.kind, self.ref, self.base, self.player, self.by, self.set, self.until, self.because)
        )


class Place(msgspec.Struct, frozen=True):
    """Somebody's rank at the scored base."""

    player: str
    place: int
    strength: int
    points: int


class Scoring(msgspec.Struct, frozen=True):
    """The scoring that is going on; `window` names where it stands."""

    base: int
    window: str = "before"
    turn: str | None = None
    passed: tuple[str, ...] = ()
    used: tuple[Used, ...] = ()
    only: str | None = None
    places: tuple[Place, ...] = ()
    loot: tuple[Card, ...] = ()
    open: bool = False
    # Who had a creature there when the scoring began.
    present: tuple[str, ...] = ()
    # Who let a further play lapse in this window.
    lapsed: tuple[str, ...] = ()


class Stray(msgspec.Struct, frozen=True):
    """A card on somebody's hand that another player owns."""

    holder: str
    owner: str
    card: Card


class State(msgspec.Struct, frozen=True):
    players: tuple[Player, ...]
    turn: Turn
    bases: tuple[Base, ...] = ()
    piles: Piles = Piles()
    resolving: tuple[Entry, ...] = ()
    effects: tuple[Change, ...] = ()
    scoring: Scoring | None = None
    strays: tuple[Stray, ...] = ()
    boxed: tuple[Card, ...] = ()
    copies: int = 1
    winners: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
    asked: int = 0

    def player(self, ident: str) -> Player:
        return next(player for player in self.players if player.id == ident)

    def change(self, ident: str, **changes: object) -> State:
        """Return the state with one player changed."""
        return replace(
            self, players=tuple(replace(p, **changes) if p.id == ident else p for p in self.players)
        )

    def around(self, ident: str) -> tuple[str, ...]:
        """Return everybody's id in turn order, starting with this player."""
        ids = tuple(player.id for player in self.players)
        index = ids.index(ident)
        return ids[index:] + ids[:index]

    def others(self, ident: str | None) -> tuple[str, ...]:
        """Return everybody else in turn order; for a card without a controller that is everybody."""
        return self.around(ident)[1:] if ident else self.around(self.turn.player)

    def entries(self) -> Iterator[tuple[int, Entry, Entry | None]]:
        """Go through every card in play: its base's index, the card, and the card that it lies on."""
        for index, base in enumerate(self.bases):
            for entry in (*base.cards, *base.actions):
                yield index, entry, None
                for attached in entry.attached:
                    yield index, attached, entry

    def every_card(self) -> list[Card]:
        """Return every card, wherever it lies."""
        found: list[Card] = []
        for player in self.players:
            found += (*player.hand, *player.deck.cards, *player.discard)
        for name in Piles.__struct_fields__:
            found += getattr(self.piles, name).cards
        found += [base.card for base in self.bases]
        found += [entry.card for _, entry, _ in self.entries()]
        for entry in self.resolving:
            found += (entry.card, *[attached.card for attached in entry.attached])
        return found + list(self.boxed)

    def free_ref(self) -> str:
        """Return a name for a card in play that no other card has, nor one that has left this turn."""
        taken = {entry.ref for _, entry, _ in self.entries()} | {entry.ref for entry in self.resolving}
        taken |= {used.ref for used in self.turn.used} | {change.source for change in self.effects}
        number = 1
        while f"n{number}" in taken:
            number += 1
        return f"n{number}"


def is_creature(card: Card) -> bool:
    """Say whether the card lies at bases as a creature; monsters and some treasures do."""
    return card.kind in ("creature", "monster") or (card.kind == "treasure" and card.get("as") == "creature")


def is_action(card: Card) -> bool:
    return card.kind == "action" or (card.kind == "treasure" and card.get("as") == "action")


def pile_kind(card: Card) -> str:
    """Return the kind of the card as far as it decides on its pile; of an unknown card its deck."""
    return card.deck if card.is_back else card.kind


def type_of(card: Card) -> str:
    """Return as what the card is played: creature or action."""
    return "creature" if is_creature(card) else "action" if is_action(card) else card.kind
