"""What effects and abilities are made of: words, numbers, filters and conditions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.engine.one_of import Shape

LEVEL_PATTERN = r"level\s*(>=|<=|=|>|<)\s*(\d{1,2}|lowest)"
TRAIT_PATTERN = rf"^(not:)?(gender:[mw]|{LEVEL_PATTERN}|[a-z0-9]+(-[a-z0-9]+)*)$"

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
        pattern=TRAIT_PATTERN,
        description="eine Eigenschaft wie monsterjaeger, untot, gender:w oder level>=5",
        extra={"reads": "trait"},
    ),
]
Text = Annotated[str, Meta(min_length=1, description="ein Text")]
Name = Annotated[str, Meta(min_length=1, max_length=120, description="ein Name")]
FromOne = Annotated[int, Meta(ge=1)]
FromZero = Annotated[int, Meta(ge=0)]
Gold = Annotated[int, Meta(ge=1, le=1_000_000)]
# One trait, or several of which any will do.
Traits = str | list[Trait]
Level = Annotated[str, Meta(pattern=rf"^{LEVEL_PATTERN}$", description="eine Stufe wie level>=5")]
Zone = Literal["in_play", "backpack", "hand", "pending"]
Deck = Literal["door", "treasure"]
Place = Literal["head", "armor", "feet", "hand", "vehicle"]
Kind = Literal[
    "monster", "curse", "trap", "monster-boost", "class", "race", "loyalty", "training", "style", "power",
    "wandering-monster", "special", "item", "item-boost", "one-shot", "level-up", "ally", "hireling", "minion",
    "mook", "base", "creature", "action", "treasure", "unknown",
]  # fmt: skip
# Kinds whose abilities a fight can silence, or the modifiers printed on monsters.
Silenced = Literal["class", "race", "loyalty", "training", "style", "power", "item", "ally", "modifiers"]
Phase = Literal["start", "listen", "door", "trouble", "loot", "charity"]


class Filter(Shape):
    """Which cards are meant; all that is named must fit."""

    slot: Place | list[Place] | None = None
    kind: Kind | None = None
    tag: Slug | None = None
    big: bool | None = None
    # Any of these traits; none of those.
    trait: Traits | None = None
    except_: list[Trait] | None = field(default=None, name="except")
    deck: Deck | None = None
    # A fact that must be there and above zero.
    has: Literal["bonus", "gold", "hands"] | None = None
    # What the card's name begins with.
    initial: Literal["vowel"] | None = None


class Wanted(Filter):
    """Which cards of one person are meant."""

    # Usable only by one of the person's own cards of this kind.
    own_kind: Kind | None = None
    # Items that the person could not use at this moment.
    unusable: bool | None = None


class Condition(Shape):
    """What must hold for the person whom an effect hits."""

    has: Filter | None = None
    any: list[Filter] | None = None
    gender: Literal["m", "w"] | None = None
    trait: Trait | None = None
    level: Level | None = None
    role: Literal["fighter", "helper"] | None = None
    # Nobody at the table stands lower.
    lowest: bool | None = None
    # The number of cards held.
    hand: Literal["even", "odd"] | None = None


class Conditional(Shape):
    """Something that happens, or works, under a condition only."""

    if_: Condition | None = field(default=None, name="if")
    unless: Condition | None = None
