"""The closed words for what a card does: conditions, filters, effects, abilities, as in a question."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from cards import vocabulary as words

Slug = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=120,
        description="ein Kürzel aus a–z, 0–9 und einzelnen Bindestrichen, etwa grosser-cthulhu",
    ),
]
Trait = Annotated[
    str,
    Meta(
        pattern=r"^(not:)?(gender:[mw]|level(>=|<=|=)\d+|level=lowest|[a-z0-9]+(-[a-z0-9]+)*)$",
        description="eine Eigenschaft wie monsterjaeger, untot, gender:w oder level>=5",
    ),
]
Text = Annotated[str, Meta(min_length=1, description="ein Text")]
Name = Annotated[str, Meta(min_length=1, max_length=120, description="ein Name")]
FromOne = Annotated[int, Meta(ge=1)]
FromZero = Annotated[int, Meta(ge=0)]
Zone = Literal["in_play", "backpack", "hand", "pending"]
Place = Literal["head", "armor", "feet", "hand", "vehicle"]
# Kinds whose abilities a fight can silence, or the modifiers printed on monsters.
Silenced = Literal["class", "race", "loyalty", "training", "style", "power", "item", "ally", "modifiers"]


class Shape(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An entry or a part of one; what equals its default is not written."""


class Filter(Shape):
    """Which cards are meant; all that is named must fit."""

    slot: Place | None = None
    kind: words.Kind | None = None
    tag: Slug | None = None
    big: bool | None = None
    # Any of these traits; none of those.
    trait: str | list[Trait] | None = None
    except_: list[Trait] | None = field(default=None, name="except")
    deck: Literal["door", "treasure"] | None = None
    # A fact that must be there and above zero.
    has: Literal["bonus", "gold", "hands"] | None = None
    # What the card's name begins with.
    initial: Literal["vowel"] | None = None


class OwnFilter(Filter):
    """Which cards of one person are meant."""

    # Usable only by one of the person's own cards of this kind.
    own_kind: words.Kind | None = None
    # Items that the person could not use at this moment.
    unusable: bool | None = None


class Has(Shape):
    slot: Place | None = None
    kind: words.Kind | None = None
    trait: Trait | None = None
    tag: Slug | None = None


class Condition(Shape):
    """What must hold for the person whom an effect hits."""

    has: Has | None = None
    any: list[Has] | None = None
    gender: words.Gender | None = None
    trait: Trait | None = None
    role: Literal["fighter", "helper"] | None = None
    # Nobody at the table stands lower.
    lowest: bool | None = None
    # The number of cards held.
    hand: Literal["even", "odd"] | None = None


class Lose(OwnFilter):
    """What somebody loses, how much of it, and who picks it."""

    hand: FromOne | Literal["all"] | None = None
    all: bool | None = None
    count: FromOne | None = None
    # Cards worth at least so much gold together.
    worth: FromOne | None = None
    highest: Literal["bonus", "gold"] | None = None
    lowest: Literal["bonus", "gold"] | None = None
    # Where to look beside what is in use.
    from_: list[Zone] | None = field(default=None, name="from")
    # Who picks; absent: the owner.
    chooser: Literal["left", "right", "lowest"] | None = None
    random: bool | None = None


class HandOver(OwnFilter, kw_only=True):
    """What goes to others: to one neighbour, or one card to each who is meant."""

    to: Literal["neighbour", "each"]
    with_: Trait | None = field(default=None, name="with")
    order: Literal["highest"] | None = None
    picks: Literal["owner", "receiver"] | None = None
    from_: list[Zone] | None = field(default=None, name="from")


class Per(Shape):
    """So many as there are cards in the hand."""

    per: Literal["hand"]


class NextCombat(Shape):
    strength: int


class Draw(Shape):
    deck: Literal["door", "treasure"]
    count: FromOne | None = None


class TakeDiscard(Filter):
    """A card from a discard pile: its top, or any one where it may be searched."""

    into: Literal["hand", "in_play"] | None = None
    search: bool | None = None


class Holding(Shape):
    """What somebody must or may not do for a while."""

    what: Literal["no-help", "no-helping", "must-help"]
    until: Literal["level-gained", "own-turn", "next-combat", "killed-alone"]


class RemoveMonster(Shape):
    how: Literal["defeated", "eliminated", "discarded"]
    # Absent: one of choice; source: the monster whose text this is.
    which: Literal["weakest", "source"] | None = None


class Effect(Shape):
    """What happens to a player or a fight, in the words of the contract."""

    lose_levels: FromOne | Literal["all"] | Per | None = None
    gain_levels: FromOne | None = None
    pass_level: Literal["lowest"] | None = None
    death: bool | None = None
    lose: Lose | None = None
    hand_over: HandOver | None = None
    become: Slug | None = None
    gender: Literal["change"] | None = None
    next_combat: NextCombat | None = None
    inverts: Literal["highest"] | None = None
    draw: Draw | None = None
    open_door: bool | None = None
    take_discard: TakeDiscard | None = None
    status: Holding | None = None
    lift: bool | None = None
    end_turn: bool | None = None
    leave_fight: bool | None = None
    remove_monster: RemoveMonster | None = None
    swap_monster: bool | None = None
    each_monster: int | None = None
    monster_strength: int | None = None
    take_back: Filter | None = None
    play_hand: Filter | None = None
    wager: FromOne | None = None
    deed: Text | None = None
    do: list[Effect] | None = None
    else_: list[Effect] | None = field(default=None, name="else")
    options: list[list[Effect]] | None = None
    if_: Condition | None = field(default=None, name="if")
    unless: Condition | None = None


# What each word means, for who writes cards; fixtures/README.md shows this table.
MEANS = {
    "lose_levels": "so many levels, all, or `{per: hand}`: one per card held",
    "gain_levels": "so many levels",
    "pass_level": "lowest: a level goes to whoever stands lowest",
    "death": "true",
    "lose": (
        "a filter, or `hand` (a number or all), or `all: true` alone. How much: `count`, `all`, "
        "`worth` (gold together at least), `highest` or `lowest` (bonus, gold). `from` widens where "
        "it looks (in_play, backpack, hand, pending). Who picks: `chooser` (left, right, lowest) or "
        "`random`; absent: the owner"
    ),
    "hand_over": (
        "a filter; `to`: neighbour (one of both) or each other person, `with` a trait, in an `order` "
        "(highest level first); who `picks`: owner or receiver"
    ),
    "become": "a trait",
    "gender": "change",
    "next_combat": "`strength`: n",
    "inverts": (
        "`highest`: as long as the card lies there, the highest bonus of an item in use counts "
        "against its owner"
    ),
    "status": (
        "`what` holds (no-help: gets none, no-helping: may not help, must-help: whoever asks, for "
        "nothing) `until` level-gained, own-turn, next-combat or killed-alone"
    ),
    "draw": "`count` cards of a `deck`",
    "open_door": "true: a further door card is turned over",
    "take_discard": (
        "the top of a discard pile, or with `search` any card there that fits the filter; `into`: "
        "hand or in_play"
    ),
    "lift": "true: ends a curse",
    "end_turn": "true: the turn is over",
    "leave_fight": "true: the fight does not take place, the turn is over",
    "remove_monster": (
        "`how`: defeated, eliminated, discarded (brings nothing); `which`: weakest of several, source "
        "(the monster whose text it is); absent: one of choice"
    ),
    "swap_monster": "true: a monster of the fight against one of the hand",
    "each_monster": "n for every monster",
    "monster_strength": "n for the monster whose text it is",
    "take_back": "a filter: a card that was played comes to the hand or changes sides",
    "play_hand": "a filter: cards of the hand that help must be played",
    "wager": "a bonus up to n is named; a lower roll costs the card",
    "do": "effects where the condition holds",
    "else": "effects where it does not",
    "deed": "what must be done at the table for `do` to happen",
    "options": "lists of effects of which one is chosen",
}


class DiscardForStrength(Shape):
    each: int
    max: FromOne | None = None
    vs: Trait | None = None


class HandCost(Shape):
    hand: FromOne


class StrengthPerOther(Shape):
    """So much for every other player with the trait."""

    trait: Trait
    each: int


class LevelPerEscape(Shape):
    levels: FromOne
    # Only from monsters that kill.
    death: bool | None = None


class MoreTreasures(Shape):
    """Further treasures in the own turn: for every kill, or for winning, in one phase only."""

    kill: FromOne | None = None
    win: FromOne | None = None
    phase: Literal["door", "trouble"] | None = None


class Cost(Shape):
    hand: FromOne | None = None
    cards: FromOne | None = None
    self_: bool | None = field(default=None, name="self")


class Use(Shape):
    """An ability that is used of one's own accord."""

    effects: list[Effect]
    cost: Cost | None = None
    moment: Literal["own-turn", "turn-end", "fight", "single-monster"] | None = None
    once: Literal["turn", "combat"] | None = None
    if_: Condition | None = field(default=None, name="if")


class Ability(Shape):
    """What a class, race, power … can do (Munchkin), or what a card does when (Smash Up: `kind` …)."""

    wins_ties: bool | None = None
    discard_for_strength: DiscardForStrength | None = None
    run_away: int | None = None
    level_per_helped_kill: FromOne | None = None
    level_per_escape: LevelPerEscape | None = None
    hand_limit: FromOne | None = None
    big_items: FromOne | Literal["any"] | None = None
    allies: FromOne | None = None
    extra_hands: FromOne | None = None
    # Hands that an item for two of them takes.
    two_handed: FromOne | None = None
    strength: int | None = None
    draw_discard_instead: HandCost | None = None
    keep_first_door: HandCost | None = None
    discard_hand_for: NextCombat | None = None
    strength_per_other: StrengthPerOther | None = None
    more_treasures: MoreTreasures | None = None
    # Gets away by itself where two flee; the other's roll changes by so much.
    outrun: int | None = None
    # Trouble may be looked for once more after the first fight of the turn.
    second_trouble: bool | None = None
    use: Use | None = None
    # Used with a die: what a result brings; a result that no source names is absent.
    roll: dict[str, list[Effect]] | None = None
    kind: words.AbilityKind | None = None
    window: words.Window | None = None
    # Smash Up: from where an extra ability is used.
    from_: list[Literal["play", "hand", "discard"]] | None = field(default=None, name="from")
    may: bool | None = None
    # Smash Up: actions of the contract without their player, with a filter where somebody chooses.
    effects: list[dict[str, Any]] | None = None
    # Smash Up: the event that a lasting ability answers, whose it must be, with which card.
    event: Text | None = None
    by: Literal["you", "other", "player"] | None = None
    here: bool | None = None
    first: bool | None = None
    filter: dict[str, Any] | None = None
    self_: bool | None = field(default=None, name="self")
    scored: Literal["here", "other"] | None = None
    turns: Literal["own", "every"] | None = None
    # Munchkin: a condition of `strength`; Smash Up: of any lasting ability.
    if_: dict[str, Any] | None = field(default=None, name="if")


class Modifier(Shape):
    # One trait, or several of which any will do.
    vs: str | list[Trait]
    strength: int


class Ignores(Shape):
    """Whom a monster does not pursue."""

    max_level: FromOne | None = None
    gender: words.Gender | None = None
    trait: Trait | None = None


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
    effects: list[Effect] | None = None


class BonusDeed(Shape):
    """A bonus for something done at the table."""

    deed: Text
    bonus: int


class PlayWhen(Shape):
    """When, and on whom, a card may be played."""

    person: Literal["other"] | None = None
    active: bool | None = None
    phases: list[Literal["start", "listen", "door", "trouble", "loot", "charity"]] | None = None
    level: Trait | None = None
    fight: bool | None = None
    # For the munchkins only where one fights alone.
    alone: bool | None = None
