"""What an ability of Smash Up does: an effect is one of these, by the action that it names.

What is said of each here is its row in `fixtures/README.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rules.engine.one_of import OneOf, Shape, tagged
from rules.engine.smashup.language.parts import (
    Amount,
    FromZero,
    Goal,
    InHand,
    InPlay,
    OfBase,
    OfPlayer,
    OnTable,
    OwnName,
    Person,
    Until,
    Where,
)


class Effect(OneOf):
    """What an ability does."""

    told_by = "action"
    called = "Die Wirkung"


Effects = Annotated[list[Effect], Meta(max_length=40)]


class Done(Shape, Effect, tag_field="action", tag=tagged):
    """What each effect can carry beside its own words."""

    may: bool | None = None
    # Without it nothing that follows happens.
    cost: bool | None = None
    # Who is asked; absent: whose ability it is.
    asks: Person | None = None
    if_: OnTable | None = field(default=None, name="if")


class Filtered(Done):
    filter: InPlay | None = None


class Aimed(Filtered):
    """An effect on cards in play: all that fit, or those that somebody or chance picks."""

    ref: str | None = None
    all: bool | None = None
    any: bool | None = None
    random: bool | None = None


class Fitting(Done):
    """An effect on cards outside the game."""

    kind: InHand | None = None
    play_on: list[str] | None = None
    max_strength: FromZero | None = None


class Destroy(Aimed):
    """cards in play; `treasures` of a monster: true, false or discard"""

    treasures: bool | Literal["discard"] | None = None


class Return(Aimed):
    """cards in play go back; `to`: hand, deck_top, deck_bottom or deck_shuffled"""

    to: Goal | None = None


class Move(Aimed):
    """creatures go to another base; `to`: other, here or a name; only where one has so many creatures (`own_there`)"""

    to: str | None = None
    own_there: FromZero | None = None


class TakeControl(Aimed):
    """of cards in play; `until`: leaves or turn-end"""

    until: Until | None = None


class Swap(Aimed):
    """the control of this card and another one, or one that was named (`with`)"""

    with_: str | None = field(default=None, name="with")


class Counter(Aimed):
    """puts so many counters on creatures (`by`)"""

    by: int | Amount | None = None


class ChangeStrength(Aimed):
    """`by` so much, or to a number (`set`; `fixed`: nothing else counts) `until` turn-end or leaves"""

    by: int | Amount | None = None
    set: int | None = None
    fixed: bool | None = None
    until: Until | None = None


class Shift(Aimed):
    """an action or `counters` `from` one creature `to` another: the one that is `remembered`, or a `card` by name;
    `yours`: under your control"""

    from_: str | None = field(default=None, name="from")
    to: str | InPlay | None = None
    counters: FromZero | None = None
    card: str | None = None
    remembered: bool | None = None
    yours: bool | None = None


class Ignore(Aimed):
    """abilities count as absent: of cards, or of everything at a base (`whole_base`)"""

    whole_base: bool | None = None


class Strip(Done, kw_only=True):
    """a treasure in play comes to your hand"""

    filter: InPlay


class Shield(Done, kw_only=True):
    """keeps the card that is being played away from what the `filter` names"""

    filter: InPlay


class UseTalent(Filtered):
    """carries out a talent `of` this very card (self) or of another one"""

    of: str | None = None


class ChangeBreakpoint(Filtered):
    """`by` so much, or to a number (`set`), `until` turn-end or leaves"""

    by: int | Amount | None = None
    set: int | None = None
    until: Until | None = None


class ChangeTotal(Done, kw_only=True):
    """of a `player` at a base `by` so much"""

    player: Person
    by: int | Amount


class RevealBase(Done):
    """a new base comes"""


class ChooseBase(Done):
    """„there“ from now on; `where`: `own` (none) or `other_stronger`"""

    where: OfBase | None = None


class ChoosePlayer(Done):
    """„chosen“ from now on; `where`: `fewer_here`, `present`; `anybody`: oneself, too"""

    where: OfPlayer | None = None
    anybody: bool | None = None


class ChooseTarget(Aimed):
    """a card in play, called so from now on (`as`), and the card that it lies on (`host_as`)"""

    as_: OwnName | None = field(default=None, name="as")
    host_as: OwnName | None = None


class ChooseFaction(Done):
    """one that lies at the base"""


class Choice(Shape, kw_only=True):
    """One of several things to do."""

    text: str
    effects: Effects


class ChooseOne(Done, kw_only=True):
    """one of the `options`: `text` and `effects`"""

    options: Annotated[list[Choice], Meta(min_length=1, max_length=6)]


# Hands, decks, discard piles, points


class DrawCards(Done, tag="draw"):
    """so many `cards`, or until so many are on the hand (`up_to`); `from`: treasures"""

    player: Person | None = None
    cards: FromZero | Amount | None = None
    up_to: FromZero | None = None
    from_: Literal["treasures"] | None = field(default=None, name="from")


class DrawAsManyAsPlayers(Done):
    """as many cards as people sit there"""


class OfferDraw(Done):
    """the chosen player may draw so many `cards`"""

    cards: FromZero | Amount | None = None


class Discard(Fitting):
    """hand `cards`: a number, any or names; `random`: blindly (true, or so many)"""

    player: Person | None = None
    cards: FromZero | Literal["any"] | Amount | list[str] | None = None
    random: bool | FromZero | None = None


class Show(Fitting):
    """any number of hand cards; how many is remembered as „cards“"""


class Take(Fitting):
    """`cards` from the own discard pile, or `from` treasure_discard; `to` as with `return`"""

    from_: Literal["treasure_discard"] | None = field(default=None, name="from")
    cards: FromZero | Amount | None = None
    to: Goal | None = None
    any: bool | None = None
    random: bool | None = None


class Recycle(Fitting):
    """any number of cards from the discard pile, shuffled, on top of the deck"""


class ShuffleDiscard(Done):
    """the discard pile of a `player`, or of the treasures, into the deck"""

    player: Person | None = None


class PutAway(Done, kw_only=True):
    """this very card `to` deck_top, deck_bottom, deck_shuffled or chosen-hand"""

    to: Literal["deck_top", "deck_bottom", "deck_shuffled", "chosen-hand"]


class DiscardDeck(Done, kw_only=True):
    """so many `cards` of the treasure deck"""

    cards: FromZero


class RevealUntil(Fitting, kw_only=True):
    """turns over the own deck until so many `cards` of a `kind` came, which go to the hand"""

    cards: FromZero


class StealRandom(Done):
    """a hand card of the chosen player"""


class SearchDeck(Fitting):
    """the treasure deck for a card"""


class TakeLoot(Done):
    """one of the treasures that lie out, before the others"""


class ChangePoints(Done, kw_only=True):
    """of a `player` `by` so much"""

    by: int | Amount
    player: Person | None = None


# Playing


class Play(Done):
    """further cards: a `number` of a `type`, at a `base` or one that fits (`where`: other-stronger, own-none), up to a
    `max_strength`, what was drawn (`names`), `onto` this card (self), with silent abilities (`mute`)"""

    number: int | Amount | None = None
    type: InHand | None = None
    base: Where = None
    where: Literal["other-stronger", "own-none"] | None = None
    max_strength: FromZero | None = None
    names: Literal["drawn"] | None = None
    onto: Literal["self"] | None = None
    mute: bool | None = None


class PlayCreatures(Done, tag="play_hand"):
    """all creatures of the hand at a base, silent"""


class PlayFromHand(Fitting):
    """a card of the hand at once, at this base"""

    mute: bool | None = None


class PlayTreasure(Done, kw_only=True):
    """one `from` treasure_discard, or one just drawn, `onto` this card (self) or one that fits"""

    onto: Literal["self"] | InPlay
    from_: Literal["drawn", "treasure_discard"] | None = field(default=None, name="from")


class PlayMonster(Done):
    """a `number` of them at a `base` (here, choose, each, event); `by` base: nothing is set off"""

    base: str | None = None
    number: int | Amount | None = None
    by: str | None = None


class UnderMonsters(Done):
    """the monster that came goes under its deck"""


class Recall(Done):
    """an action of each other discard pile at random, one of which may be played"""


class Later(Done, kw_only=True):
    """`effects` for when the points of this base are given"""

    effects: Annotated[list[Effect], Meta(min_length=1, max_length=40)]


class ForbidExtras(Done):
    """the others use no extra abilities for the rest of the scoring"""


# What holds as long as its card lies there; it is looked at, not carried out


class Standing(Filtered):
    """An effect of lasting abilities alone."""


class Instead(Standing, kw_only=True):
    """cards go `to` hand or deck_top instead of being discarded; `only` when cleared or destroyed; `order`: their owner
    orders them; `whose` hand: you; `with_self`: this card goes along"""

    to: Literal["hand", "deck_top"]
    only: str | None = None
    order: Literal["owner"] | None = None
    whose: str | None = None
    with_self: bool | None = None


class Protect(Standing, kw_only=True):
    """`from` action or destroy"""

    from_: str = field(name="from")


class ForbidPlay(Standing):
    """of cards of a `type` at this base; `unless_own_here`: to those who have no creature there"""

    type: InHand | None = None
    unless_own_here: bool | None = None


class PermitPlay(Standing):
    """further cards of a `type` at this base"""

    type: InHand | None = None


class Loot(Standing, kw_only=True):
    """`by` so many more treasures lie out"""

    by: int | Amount
