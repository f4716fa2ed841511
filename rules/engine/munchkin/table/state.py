"""The Munchkin table as frozen structs, one per object of the contract."""

from __future__ import annotations

import msgspec

from rules.engine.branch import Decision
from rules.engine.cards import Card
from rules.engine.objects import Write

replace = msgspec.structs.replace


class Pending(msgspec.Struct, frozen=True):
    """A card kept as a reminder: until the next combat, the next one after this lost one, or until it is lifted."""

    card: Card
    until: str


class Status(msgspec.Struct, frozen=True):
    """What somebody must or may not do for a while, by the name of the card that says so."""

    what: str
    until: str
    source: str = ""


class Player(msgspec.Struct, frozen=True):
    id: str
    level: int = 1
    gender: str = "m"
    in_play: tuple[Card, ...] = ()
    backpack: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    pending: tuple[Pending, ...] = ()
    new_cards_due: bool = False
    statuses: tuple[Status, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    player: str
    phase: str
    # Cards got by trade in this turn.
    traded: tuple[Card, ...] = ()
    # Fights that are over, and cards whose ability was used, in this turn.
    fights: int = 0
    used: tuple[Card, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    treasures: int = 0
    items: tuple[Card, ...] = ()
    first_pick: str = "helper"


class Monster(msgspec.Struct, frozen=True):
    """A monster in the fight; `gone` says how it left, `treasures` replaces the printed number."""

    card: Card
    boosts: tuple[Card, ...] = ()
    gone: str | None = None
    treasures: int | None = None
    # What an effect added when the monster appeared.
    strength: int = 0


class Played(msgspec.Struct, frozen=True):
    """A card played into the fight; `on` is another one that it changes, `mode` which of its options was taken."""

    card: Card
    player: str
    side: str
    on: Card | None = None
    mode: int = 0


class Strength(msgspec.Struct, frozen=True):
    """Strength that an ability brought for this fight; `number` counts the cards that were paid."""

    player: str
    source: str
    value: int
    card: Card | None = None
    number: int = 0


class Escape(msgspec.Struct, frozen=True):
    """A monster that one person need no longer flee from."""

    player: str
    monster: int


class Combat(msgspec.Struct, frozen=True):
    fighter: str
    helper: str | None = None
    offer: Offer | None = None
    monsters: tuple[Monster, ...] = ()
    played: tuple[Played, ...] = ()
    state: str = "open"
    strengths: tuple[Strength, ...] = ()
    refused: tuple[str, ...] = ()
    escapes: tuple[Escape, ...] = ()
    dead: tuple[str, ...] = ()
    # Monsters whose call for another one is over.
    called: tuple[int, ...] = ()
    # Treasure that still has to be shared.
    loot: tuple[Card, ...] = ()
    # Who did not get away from which monster.
    caught: tuple[Escape, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        """Return the indexes of the monsters that are still in the fight."""
        return tuple(index for index, monster in enumerate(self.monsters) if monster.gone is None)

    @property
    def people(self) -> tuple[str, ...]:
        """Return the ids of those who fight: the fighter, then the helper."""
        return (self.fighter, self.helper) if self.helper else (self.fighter,)

    def with_monster(self, index: int, **changes: object) -> Combat:
        monsters = list(self.monsters)
        monsters[index] = replace(monsters[index], **changes)
        return replace(self, monsters=tuple(monsters))


class Body(msgspec.Struct, frozen=True):
    """What lies beside a dead player; `looted` names who took a card already."""

    player: str
    cards: tuple[Card, ...] = ()
    looted: tuple[str, ...] = ()


class Pile(msgspec.Struct, frozen=True):
    """A pile whose cards are known, top first, or known but in unknown order; an endless one goes on unknown."""

    cards: tuple[Card, ...] = ()
    shuffled: bool = False
    endless: bool = False

    def holding(self, cards: tuple[Card, ...]) -> Pile | None:
        """Return this pile with other known cards; of a pile that nobody knows there is nothing to say."""
        if self.endless:
            return replace(self, cards=cards) if cards else None
        return Pile(cards, self.shuffled and len(set(cards)) > 1)

    def as_json(self, write: Write) -> object:
        if self.endless:
            return {"top": write(self.cards), "shuffled": [], "endless": True}
        return {"shuffled": write(self.cards)} if self.shuffled else write(self.cards)


class Piles(msgspec.Struct, frozen=True):
    """The piles; None is one of unknown content that never runs out."""

    doors: Pile | None = None
    treasures: Pile | None = None
    door_discard: Pile | None = None
    treasure_discard: Pile | None = None
    cultist_discard: Pile | None = None


class Fresh(msgspec.Struct, frozen=True):
    """A card that somebody has just received and may still play at once."""

    player: str
    card: Card
    # How it came: drawn, given (from a body, by charity), or start (the new hand after a death).
    how: str = "drawn"


class State(msgspec.Struct, frozen=True):
    players: tuple[Player, ...]
    turn: Turn
    combat: Combat | None = None
    bodies: tuple[Body, ...] = ()
    piles: Piles = Piles()
    fresh: tuple[Fresh, ...] = ()
    winners: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
    asked: int = 0

    def player(self, ident: str) -> Player:
        for player in self.players:
            if player.id == ident:
                return player
        raise KeyError(ident)

    def with_player(self, player: Player) -> State:
        """Return the state with this player in place of the one of the same id."""
        return replace(self, players=tuple(player if p.id == player.id else p for p in self.players))

    def change(self, ident: str, **changes: object) -> State:
        """Return the state with one player changed."""
        return self.with_player(replace(self.player(ident), **changes))

    def index(self, ident: str) -> int:
        return next(index for index, player in enumerate(self.players) if player.id == ident)

    def around(self, ident: str) -> tuple[Player, ...]:
        """Return everybody in turn order, starting with this player."""
        index = self.index(ident)
        return self.players[index:] + self.players[:index]

    @property
    def active(self) -> Player:
        return self.player(self.turn.player)
