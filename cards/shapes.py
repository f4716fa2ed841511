"""The shape of every entry about cards: one form for fixtures, import, export and the admin.

Unknown keys and wrong types are errors. A word that the data needs is a field here.
"""

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
        pattern=r"^(gender:[mw]|level(>=|<=|=)\d+|[a-z0-9]+(-[a-z0-9]+)*)$",
        description="eine Eigenschaft wie monsterjaeger, untot, gender:w oder level>=5",
    ),
]
Address = Annotated[
    str, Meta(pattern=r"^https?://\S+$", description="eine Adresse mit http:// oder https://")
]
Text = Annotated[str, Meta(min_length=1, description="ein Text")]
FromOne = Annotated[int, Meta(ge=1)]
FromZero = Annotated[int, Meta(ge=0)]


class Shape(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An entry or a part of one; what equals its default is not written."""


class Has(Shape):
    slot: words.Slot | None = None
    kind: words.Kind | None = None
    trait: Trait | None = None
    tag: Slug | None = None


class Condition(Shape):
    has: Has | None = None
    gender: words.Gender | None = None


class Lose(Shape):
    slot: Literal["head", "armor", "feet", "hand", "vehicle"] | None = None
    kind: words.Kind | None = None
    tag: Slug | None = None
    big: bool | None = None
    hand: FromOne | Literal["all"] | None = None
    all: bool | None = None


class NextCombat(Shape):
    strength: int


class Effect(Shape):
    """What happens to a player, in the words of the contract."""

    lose_levels: FromOne | None = None
    gain_levels: FromOne | None = None
    death: bool | None = None
    lose: Lose | None = None
    become: Slug | None = None
    next_combat: NextCombat | None = None
    # Where `lose` looks beside what is in use.
    from_: list[Literal["in_play", "backpack", "hand"]] | None = field(default=None, name="from")
    if_: Condition | None = field(default=None, name="if")
    unless: Condition | None = None


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


class Ability(Shape):
    """What a class, race, power … can do (Munchkin), or what a card does when (Smash Up: `kind` …)."""

    wins_ties: bool | None = None
    discard_for_strength: DiscardForStrength | None = None
    run_away: int | None = None
    level_per_helped_kill: FromOne | None = None
    hand_limit: FromOne | None = None
    big_items: FromOne | Literal["any"] | None = None
    allies: FromOne | None = None
    extra_hands: FromOne | None = None
    strength: int | None = None
    draw_discard_instead: HandCost | None = None
    discard_hand_for: NextCombat | None = None
    strength_per_other: StrengthPerOther | None = None
    # Used with a die: what a result brings; a result that no source names is absent.
    roll: dict[str, list[Effect]] | None = None
    kind: words.AbilityKind | None = None
    window: words.Window | None = None
    may: bool | None = None
    # Smash Up: actions of the contract without their player, with a filter where somebody chooses.
    effects: list[dict[str, Any]] | None = None
    # Smash Up: the event that a lasting ability answers, whose it must be, with which card, under which condition.
    event: Text | None = None
    by: Literal["you", "other", "player"] | None = None
    here: bool | None = None
    first: bool | None = None
    filter: dict[str, Any] | None = None
    self_: bool | None = field(default=None, name="self")
    scored: Literal["here", "other"] | None = None
    turns: Literal["own", "every"] | None = None
    if_: dict[str, Any] | None = field(default=None, name="if")


class Modifier(Shape):
    vs: Trait
    strength: int


class Ignores(Shape):
    """Whom a monster does not pursue."""

    max_level: FromOne | None = None
    gender: words.Gender | None = None
    trait: Trait | None = None


class BonusPer(Shape):
    munchkin: int | None = None
    monster: int | None = None


class Facts(Shape):
    """What is printed on a card, under the names of the contract; absent means: no source attests it."""

    level: FromOne | None = None
    levels: FromZero | None = None
    treasures: int | None = None
    strength: int | None = None
    breakpoint: FromOne | None = None
    points: list[FromZero] | None = None
    monsters: FromZero | None = None
    bonus: int | None = None
    bonus_per: BonusPer | None = None
    slot: words.Slot | None = None
    hands: Annotated[int, Meta(ge=0, le=2)] | None = None
    big: bool | None = None
    complex: bool | None = None
    gold: FromZero | None = None
    credits: FromZero | None = None
    # Added to the gold when items are sold.
    sell_bonus: FromOne | None = None
    usable_by: list[Trait] | None = None
    not_usable_by: list[Trait] | None = None
    counts_toward_limit: bool | None = None
    run_away: int | None = None
    no_escape: bool | None = None
    friendly: bool | None = None
    grade: Annotated[int, Meta(ge=1, le=3)] | None = None
    modifiers: list[Modifier] | None = None
    ignores: Ignores | None = None
    makes: list[Slug] | None = None
    as_: Literal["creature", "action"] | None = field(default=None, name="as")
    faction: Slug | None = None
    # Smash Up: the faction that a base belongs to.
    theme: Slug | None = None
    play_on: words.PlayOn | None = None
    lasting: bool | None = None
    # What the sources tell differently about the card, and what is reckoned with.
    sources_differ: Text | None = None
    special: words.Special | None = None
    attach_to: list[Literal["ally", "item"]] | None = None
    tags: list[Slug] | None = None
    bad_stuff: list[Effect] | None = None
    on_escape: list[Effect] | None = None
    effects: list[Effect] | None = None
    abilities: list[Ability] | None = None
    # A kind of card that a rulebook names as a group, no single card.
    group: bool | None = None


class CardEntry(Shape, kw_only=True):
    """One card of one box."""

    # Only where the entry stands outside the folder of its box.
    edition: Slug | None = None
    slug: Slug
    name: Text
    german: bool
    name_en: Text | None = None
    aliases: list[Text] = []
    kind: words.Kind
    deck: words.Deck | None = None
    copies: FromOne | None = None
    facts: Facts = field(default_factory=Facts)
    text: str = ""
    bad_stuff_text: str = ""
    coverage: words.Coverage
    complete: bool
    checked: bool
    confidence: words.Confidence
    sources: list[Slug] = []
    notes: list[Text] = []


class Players(Shape):
    min: FromOne
    max: FromOne


class Faction(Shape, kw_only=True):
    """Twenty cards of a Smash Up box that are played together."""

    key: Slug
    name: Text
    cards: FromOne | None = None
    # What it is in the game that it stems from.
    like: Literal["class", "race"] | None = None
    aliases: list[Text] = []


class EditionFacts(Shape):
    """What is known of a box beyond its columns; the counts are those that a source gives."""

    subtitle: Text | None = None
    doors: FromOne | None = None
    treasures: FromOne | None = None
    dice: FromZero | None = None
    players: Players | None = None
    min_age: FromOne | None = None
    by_kind: dict[words.Kind, FromOne] | None = None
    # Pairs of level and number of monsters.
    monster_levels: list[list[FromOne]] | None = None
    monsters_distinct: FromOne | None = None
    monsters_undead: FromOne | None = None
    factions: list[Faction] | None = None


class EditionEntry(Shape, kw_only=True):
    """One box: one of ours, or one that a rulebook only names."""

    key: Slug
    name: Text
    name_en: Text | None = None
    game: words.Game
    order: FromZero = 100
    has_rulebook: bool = False
    language: str = ""
    publisher: str = ""
    year: Annotated[int, Meta(ge=1980, le=2100)] | None = None
    rules_version: str = ""
    cards_total: FromOne | None = None
    cards_distinct: FromOne | None = None
    facts: EditionFacts = field(default_factory=EditionFacts)
    notes: list[Text] = []
    sources: list[Slug] = []


class SourceEntry(Shape, kw_only=True):
    """One place where facts come from."""

    key: Slug
    title: Text
    url: (
        Annotated[str, Meta(pattern=r"^https?://\S+$", description="eine Adresse mit http:// oder https://")]
        | None
    ) = None
    language: str = ""
    reliability: words.Confidence
    remark: str = ""


class RedirectEntry(Shape, kw_only=True):
    """An address that once was, and where it leads; without `new` the thing is gone."""

    kind: Literal["card", "set", "rule", "term", "ruling", "example", "question", "case"]
    old: Text
    new: str = ""
    since: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", description="ein Tag wie 2026-11-18")]
    note: str = ""


# The parts of the data by the name that they bear in a file.
PARTS: dict[str, type[Shape]] = {
    "sources": SourceEntry,
    "editions": EditionEntry,
    "cards": CardEntry,
    "redirects": RedirectEntry,
}
