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
        pattern=r"^(not:)?(gender:[mw]|level(>=|<=|=)\d+|level=lowest|[a-z0-9]+(-[a-z0-9]+)*)$",
        description="eine Eigenschaft wie monsterjaeger, untot, gender:w oder level>=5",
    ),
]
Text = Annotated[str, Meta(min_length=1, description="ein Text")]
Name = Annotated[str, Meta(min_length=1, max_length=120, description="ein Name")]
FromOne = Annotated[int, Meta(ge=1)]
FromZero = Annotated[int, Meta(ge=0)]
Link = Annotated[str, Meta(pattern=r"^https?://\S+$", description="eine Adresse mit http:// oder https://")]
# Kinds whose abilities a fight can silence, or the modifiers printed on monsters.
Silenced = Literal["class", "race", "loyalty", "training", "style", "power", "item", "ally", "modifiers"]
# What a card says in words of its own; whoever acts on it reads and describes it (`speech.py`).
Said = dict[str, Any]


class Shape(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An entry or a part of one; what equals its default is not written."""


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
    bonus_per: Said | None = None
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
    modifiers: list[Said] | None = None
    ignores: Said | None = None
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
    # Kinds, or traits of the card that it is laid on.
    attach_to: list[Trait] | None = None
    # Which items it may be fastened to.
    host: Said | None = None
    frees_hands: FromOne | None = None
    # Worn with other items of its place: lost with them, or in their stead.
    beside: Literal["together", "instead"] | None = None
    tags: list[Slug] | None = None
    bad_stuff: list[Said] | None = None
    on_escape: list[Said] | None = None
    effects: list[Said] | None = None
    abilities: list[Said] | None = None
    # What happens when it is met, when it is turned over, and to those whom it did not catch.
    on_meet: list[Said] | None = None
    on_reveal: list[Said] | None = None
    spared: list[Said] | None = None
    no_help_from: list[Trait] | None = None
    no_reward: bool | None = None
    loot_after_win: bool | None = None
    reacts: list[Said] | None = None
    # What does not work in its fight.
    silences: list[Silenced] | None = None
    counts: list[Said] | None = None
    least_treasures: FromOne | None = None
    bonus_deed: Said | None = None
    doubles: Said | None = None
    # The neighbour who may take it when it is used up.
    passes_to: Literal["left", "right"] | None = None
    play_when: Said | None = None
    # A name from a rulebook for a kind of card or an example; no single card of the box is known to bear it.
    group: bool | None = None


class CardEntry(Shape, kw_only=True):
    """One card of one box."""

    # Only where the entry stands outside the folder of its box.
    edition: Slug | None = None
    slug: Slug
    name: Name
    german: bool
    name_en: Name | None = None
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
    name: Name
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
    # Pages of others about exactly this box.
    same_as: list[Link] | None = None


class EditionEntry(Shape, kw_only=True):
    """One box: one of ours, or one that a rulebook only names."""

    key: Slug
    name: Name
    name_en: Name | None = None
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
    url: Link | None = None
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
