"""What a card in play lets its owner do, and what it brings in a fight."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from rules.engine.munchkin.language.effects import Effects, Strengthened
from rules.engine.munchkin.language.parts import (
    Condition,
    Filter,
    FromOne,
    FromZero,
    Level,
    Phase,
    Text,
    Trait,
    Traits,
)
from rules.engine.one_of import OneOf, Shape


class Ability(OneOf):
    """What a class, a race, a power … can do."""


class Discarding(Shape):
    each: int
    max: FromOne | None = None
    vs: Trait | None = None


class HandCost(Shape):
    hand: FromZero


class PerOther(Shape):
    """So much for every other player with the trait."""

    trait: Trait
    each: int


class EscapeLevels(Shape):
    levels: FromOne
    # Only from monsters that kill.
    death: bool | None = None


class MoreTreasures(Shape):
    """Further treasures in the own turn: for every kill, or for winning, in one phase only."""

    kill: FromOne | None = None
    win: FromOne | None = None
    phase: Literal["door", "trouble"] | None = None


class Price(Shape):
    hand: FromOne | None = None
    cards: FromOne | None = None
    self_: bool | None = field(default=None, name="self")


class Use(Shape):
    """An ability that is used of one's own accord."""

    effects: Effects
    cost: Price | None = None
    moment: Literal["own-turn", "turn-end", "fight", "single-monster"] | None = None
    once: Literal["turn", "combat"] | None = None
    if_: Condition | None = field(default=None, name="if")


class WinsTies(Shape, Ability):
    wins_ties: bool


class DiscardForStrength(Shape, Ability):
    discard_for_strength: Discarding


class RunAway(Shape, Ability):
    run_away: int


class LevelPerHelpedKill(Shape, Ability):
    level_per_helped_kill: FromOne


class LevelPerEscape(Shape, Ability):
    level_per_escape: EscapeLevels


class HandLimit(Shape, Ability):
    hand_limit: FromOne


class BigItems(Shape, Ability):
    big_items: FromOne | Literal["any"]


class Allies(Shape, Ability):
    allies: FromOne


class ExtraHands(Shape, Ability):
    extra_hands: FromOne


class TwoHanded(Shape, Ability):
    """Hands that an item for two of them takes."""

    two_handed: FromZero


class Strength(Shape, Ability):
    strength: int
    vs: Trait | None = None
    if_: Condition | None = field(default=None, name="if")


class DrawDiscardInstead(Shape, Ability):
    draw_discard_instead: HandCost


class KeepFirstDoor(Shape, Ability):
    keep_first_door: HandCost


class DiscardHandFor(Shape, Ability):
    discard_hand_for: Strengthened


class StrengthPerOther(Shape, Ability):
    strength_per_other: PerOther


class TreasureGain(Shape, Ability):
    more_treasures: MoreTreasures


class Outrun(Shape, Ability):
    """Gets away by itself where two flee; the other's roll changes by so much."""

    outrun: int


class SecondTrouble(Shape, Ability):
    """Trouble may be looked for once more after the first fight of the turn."""

    second_trouble: bool


class Usable(Shape, Ability):
    use: Use


class Rolled(Shape, Ability):
    """Used with a die: what a result brings; a result that no source names is absent."""

    roll: dict[Literal["1", "2", "3", "4", "5", "6"], Effects]


# What a card brings in a fight.


class Modifier(Shape):
    vs: Traits
    strength: int


class Ignores(Shape):
    """Whom a monster does not pursue."""

    max_level: FromOne | None = None
    min_level: FromOne | None = None
    gender: Literal["m", "w"] | None = None
    trait: Traits | None = None
    has: Filter | None = None


class BonusPer(Shape):
    munchkin: int | None = None
    monster: int | None = None


class Counts(Filter, kw_only=True):
    """How often the value of other cards counts in a fight; the first row that fits decides."""

    times: FromZero
    side: Literal["munchkins", "monsters"] | None = None
    # Only what others have played.
    by: Literal["others"] | None = None
    # To the end of the fight, even when the card has left it.
    stays: bool | None = None


class Reaction(Shape, kw_only=True):
    """What a monster does when a card is played into its fight."""

    to: Trait
    # Instead of what the card brings every monster.
    strength: int | None = None
    effects: Effects | None = None


class BonusDeed(Shape):
    """A bonus for something done at the table."""

    deed: Text
    bonus: int


class PlayWhen(Shape):
    """When, and on whom, a card may be played."""

    person: Literal["other"] | None = None
    active: bool | None = None
    phases: list[Phase] | None = None
    level: Level | None = None
    fight: bool | None = None
    # For the munchkins only where one fights alone.
    alone: bool | None = None
