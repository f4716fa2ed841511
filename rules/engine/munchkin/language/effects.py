"""What a card does to somebody or to a fight: an effect is one of these, by the word that it begins with.

What is said of each here is its row in `fixtures/README.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.engine.munchkin.language.parts import (
    Conditional,
    Deck,
    Filter,
    FromOne,
    Gold,
    Slug,
    Text,
    Trait,
    Wanted,
    Zone,
)
from rules.engine.one_of import OneOf, Shape


class Effect(OneOf):
    """What happens to a player or a fight."""


Effects = Annotated[list[Effect], Meta(max_length=40)]


class Per(Shape):
    """So many as there are cards in the hand."""

    per: Literal["hand"]


class Losing(Wanted):
    """What somebody loses, how much of it, and who picks it."""

    hand: FromOne | Literal["all"] | None = None
    all: bool | None = None
    count: FromOne | None = None
    # Cards worth at least so much gold together.
    worth: Gold | None = None
    highest: Literal["bonus", "gold"] | None = None
    lowest: Literal["bonus", "gold"] | None = None
    # Where to look beside what is in use.
    from_: list[Zone] | None = field(default=None, name="from")
    # Who picks; absent: the owner.
    chooser: Literal["left", "right", "lowest"] | None = None
    random: bool | None = None


class Giving(Wanted, kw_only=True):
    """What goes to others: to one neighbour, or one card to each who is meant."""

    to: Literal["neighbour", "each"]
    with_: Trait | None = field(default=None, name="with")
    order: Literal["highest"] | None = None
    picks: Literal["owner", "receiver"] | None = None
    from_: list[Zone] | None = field(default=None, name="from")


class Strengthened(Shape):
    strength: int


class Drawing(Shape):
    deck: Deck
    count: FromOne | None = None


class Searching(Filter):
    """A card from a discard pile: its top, or any one where it may be searched."""

    into: Literal["hand", "in_play"] | None = None
    search: bool | None = None


class Holding(Shape):
    """What somebody must or may not do for a while."""

    what: Literal["no-help", "no-helping", "must-help"]
    until: Literal["level-gained", "own-turn", "next-combat", "killed-alone"]


class Removing(Shape):
    how: Literal["defeated", "eliminated", "discarded"]
    # Absent: one of choice; source: the monster whose text this is.
    which: Literal["weakest", "source"] | None = None


class Done(Conditional, Effect):
    """What each effect can carry beside its own word."""


class LoseLevels(Done, kw_only=True):
    """so many levels, all, or (`per`: hand) one per card held"""

    lose_levels: FromOne | Literal["all"] | Per


class GainLevels(Done, kw_only=True):
    """so many levels"""

    gain_levels: FromOne


class PassLevel(Done, kw_only=True):
    """lowest: a level goes to whoever stands lowest"""

    pass_level: Literal["lowest"]


class Death(Done, kw_only=True):
    """true"""

    death: bool


class Lose(Done, kw_only=True):
    """a filter, or `hand` (a number or all), or `all: true` alone. How much: `count`, `all`, `worth` (gold together
    at least), `highest` or `lowest` (bonus, gold). `from` widens where it looks (in_play, backpack, hand, pending).
    Who picks: `chooser` (left, right, lowest) or `random`; absent: the owner"""

    lose: Losing


class HandOver(Done, kw_only=True):
    """a filter; `to`: neighbour (one of both) or each other person, `with` a trait, in an `order` (highest level
    first); who `picks`: owner or receiver"""

    hand_over: Giving


class Become(Done, kw_only=True):
    """a trait"""

    become: Slug


class ChangeGender(Done, kw_only=True):
    """change"""

    gender: Literal["change"]


class NextCombat(Done, kw_only=True):
    """`strength`: n"""

    next_combat: Strengthened


class Invert(Done, kw_only=True):
    """`highest`: as long as the card lies there, the highest bonus of an item in use counts against its owner"""

    inverts: Literal["highest"]


class Hold(Done, kw_only=True):
    """`what` holds (no-help: gets none, no-helping: may not help, must-help: whoever asks, for nothing) `until`
    level-gained, own-turn, next-combat or killed-alone"""

    status: Holding


class Draw(Done, kw_only=True):
    """`count` cards of a `deck`"""

    draw: Drawing


class OpenDoor(Done, kw_only=True):
    """true: a further door card is turned over"""

    open_door: bool


class TakeDiscard(Done, kw_only=True):
    """the top of a discard pile, or with `search` any card there that fits the filter; `into`: hand or in_play"""

    take_discard: Searching


class Lift(Done, kw_only=True):
    """true: ends a curse"""

    lift: bool


class EndTurn(Done, kw_only=True):
    """true: the turn is over"""

    end_turn: bool


class LeaveFight(Done, kw_only=True):
    """true: the fight does not take place, the turn is over"""

    leave_fight: bool


class RemoveMonster(Done, kw_only=True):
    """`how`: defeated, eliminated, discarded (brings nothing); `which`: weakest of several, source (the monster whose
    text it is); absent: one of choice"""

    remove_monster: Removing


class SwapMonster(Done, kw_only=True):
    """true: a monster of the fight against one of the hand"""

    swap_monster: bool


class EachMonster(Done, kw_only=True):
    """n for every monster"""

    each_monster: int


class MonsterStrength(Done, kw_only=True):
    """n for the monster whose text it is"""

    monster_strength: int


class TakeBack(Done, kw_only=True):
    """a filter: a card that was played comes to the hand or changes sides"""

    take_back: Filter


class PlayHand(Done, kw_only=True):
    """a filter: cards of the hand that help must be played"""

    play_hand: Filter


class Wager(Done, kw_only=True):
    """a bonus up to n is named; a lower roll costs the card"""

    wager: FromOne


class Deed(Done, kw_only=True):
    """what must be done at the table for `do` to happen; `else` otherwise"""

    deed: Text
    do: Effects
    else_: Effects | None = field(default=None, name="else")


class Branch(Done, kw_only=True):
    """effects where the condition holds; those of `else` where it does not"""

    do: Effects
    else_: Effects | None = field(default=None, name="else")


class Options(Done, kw_only=True):
    """lists of effects of which one is chosen"""

    options: Annotated[list[Effects], Meta(max_length=9)]
