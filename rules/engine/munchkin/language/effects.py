"""What a Munchkin card does: conditions, filters, effects and abilities, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Required, TypedDict

from rules.engine.cards import CardRef
from rules.engine.objects import Traits

_Filter = TypedDict("_Filter", {"except": Sequence[str]}, total=False)


class Filter(_Filter, total=False):
    """Which cards are meant; all that is named must fit."""

    slot: Traits
    kind: str
    tag: str
    big: bool
    trait: Traits
    deck: str
    has: str
    initial: str
    own_kind: str
    unusable: bool


class Condition(TypedDict, total=False):
    """What must hold for the person whom an effect hits."""

    has: Filter
    any: Sequence[Filter]
    gender: str
    trait: str
    level: str
    role: str
    lowest: bool
    hand: str


_If = TypedDict("_If", {"if": Condition}, total=False)


class Conditional(_If, total=False):
    """Something that happens, or works, under a condition only."""

    unless: Condition


_Wanted = TypedDict("_Wanted", {"from": Sequence[str], "with": str}, total=False)


class Wanted(Filter, _Wanted, total=False):
    """What somebody loses, hands over or takes: how much of it, who picks it, to whom it goes."""

    hand: int | Literal["all"]
    all: bool
    count: int
    worth: int
    card: str
    highest: str
    lowest: str
    chooser: str
    random: bool
    to: str
    order: str
    picks: str
    into: str
    search: bool


class Per(TypedDict):
    """So many as there are cards in the hand."""

    per: str


class Strengthened(TypedDict):
    """So much more strength."""

    strength: int


class Holding(TypedDict):
    """What somebody must or may not do for a while."""

    what: str
    until: str


class Drawing(TypedDict, total=False):
    """Cards that are drawn."""

    deck: Required[str]
    count: int


class Removing(TypedDict, total=False):
    """How a monster leaves, and which one."""

    how: Required[str]
    which: str


class Aimed(TypedDict, total=False):
    """What was named when an effect began: a monster by its index, one of the hand, a roll."""

    at: int
    ref: CardRef
    roll: int | None


_Else = TypedDict("_Else", {"else": "Sequence[Effect]"}, total=False)


class Effect(Aimed, Conditional, _Else, total=False):
    """One thing that a card does; each word is done by the function that bears it."""

    lose_levels: int | Literal["all"] | Per
    gain_levels: int
    pass_level: str
    death: bool
    lose: Wanted
    hand_over: Wanted
    become: str
    gender: str
    next_combat: Strengthened
    inverts: str
    draw: Drawing
    open_door: bool
    take_discard: Wanted
    status: Holding
    lift: bool
    end_turn: bool
    leave_fight: bool
    remove_monster: Removing
    swap_monster: bool
    each_monster: int
    monster_strength: int
    take_back: Filter
    play_hand: Filter
    wager: int
    deed: str
    do: Sequence[Effect]
    options: Sequence[Sequence[Effect]]


class Discarding(TypedDict, total=False):
    """Strength for every card that is discarded."""

    each: Required[int]
    max: int
    vs: str


class PerOther(TypedDict):
    """Strength for every other player with a trait."""

    trait: str
    each: int


class Price(TypedDict, total=False):
    """What is paid for an ability."""

    hand: int
    cards: int
    self: bool


class Use(Conditional, total=False):
    """An ability that is used of one's own accord."""

    effects: Required[Sequence[Effect]]
    cost: Price
    moment: str
    once: str


class EscapeLevels(TypedDict, total=False):
    """Levels for getting away."""

    levels: Required[int]
    death: bool


class MoreTreasures(TypedDict, total=False):
    """Further treasures in the own turn."""

    kill: int
    win: int
    phase: str


class Ability(Conditional, total=False):
    """What a class, a race, a power … can do."""

    wins_ties: bool
    discard_for_strength: Discarding
    run_away: int
    level_per_helped_kill: int
    level_per_escape: EscapeLevels
    hand_limit: int
    big_items: int | str
    allies: int
    extra_hands: int
    two_handed: int
    strength: int
    strength_per_other: PerOther
    draw_discard_instead: Price
    keep_first_door: Price
    discard_hand_for: Strengthened
    more_treasures: MoreTreasures
    outrun: int
    second_trouble: bool
    use: Use
    roll: dict[str, Sequence[Effect]]
    vs: str


class Modifier(TypedDict, total=False):
    """Stronger or weaker against somebody; one that a rule gives names its boxes and its questions, too."""

    vs: Required[Traits]
    strength: Required[int]
    people: Sequence[str]
    targets: tuple[str, ...]


class Ignores(TypedDict, total=False):
    """Whom a monster does not pursue."""

    max_level: int
    min_level: int
    gender: str
    trait: Traits
    has: Filter


class Counts(Filter, total=False):
    """How often the value of other cards counts in a fight."""

    times: Required[int]
    side: str
    by: str
    stays: bool


class Reaction(TypedDict, total=False):
    """What a monster does when a card is played into its fight."""

    to: Required[str]
    strength: int
    effects: Sequence[Effect]
