"""A base that a further question changes: other strengths, monsters more or fewer, somebody left out."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import shore as told
from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.shore import Facts, Shore
from rules.ask.table import ME
from rules.ask.words import Token

Spot = tuple[tuple[Token, ...], tuple[Mention, ...]]
MOST_MONSTERS = 6


def read(spots: Sequence[Spot], facts: Facts) -> Shore:
    """Read one question after the other about the same base."""
    shore = told.read(*spots[0], facts)
    for tokens, mentions in spots[1:]:
        _change(shore, told.read(tokens, mentions, facts), tokens, mentions, facts)
    return shore


def _change(
    shore: Shore, new: Shore, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts
) -> None:
    words = {token.key for token in tokens}
    if new.card:
        shore.card, shore.points, shore.breakpoint = new.card, None, None
    shore.points = new.points or shore.points
    shore.breakpoint = new.breakpoint or shore.breakpoint
    shore.treasures = new.treasures if new.treasures is not None else shore.treasures
    shore.together = new.together if new.together is not None else shore.together
    shore.charmed = new.charmed or shore.charmed
    gone = _without(tokens, mentions)
    more = bool(words & said("on_top") - {"auch"})
    for who, strengths in new.people.items():
        shore.people[who] = [*shore.people.get(who, []), *strengths] if more else strengths
    for who in gone:
        shore.people.pop(who, None)
    if new.people and shore.together is not None and new.together is None:
        shore.together = None
    _monsters(shore, new, gone, tokens, mentions)


def _without(tokens: Sequence[Token], mentions: Sequence[Mention]) -> set[str]:
    """Return who or what is taken away: „ohne mich“, „ohne den Ghoul“."""
    gone: set[str] = set()
    for place, one in enumerate(mentions):
        if not one.is_word("without", "no") or place + 1 >= len(mentions):
            continue
        follows = mentions[place + 1]
        if follows.start - one.end > 2:
            continue
        if follows.is_word("me"):
            gone.add(ME)
        elif follows.is_word("monster"):
            gone.add("monster")
        elif follows.kind == "person":
            gone.add(follows.name)
        elif follows.kind == "card":
            gone |= set(follows.cards)
    return gone


def _monsters(
    shore: Shore, new: Shore, gone: set[str], tokens: Sequence[Token], mentions: Sequence[Mention]
) -> None:
    if "monster" in gone:
        shore.monsters, shore.monster_strengths = [], []
    kept = [card for card in new.monsters if card not in gone]
    shore.monsters = [card for card in shore.monsters if card not in gone]
    shore.monsters += kept
    shore.monster_strengths += new.monster_strengths
    words = [token.key for token in tokens]
    counts = [one.number for one in mentions if one.kind == "number" and 0 < one.number <= MOST_MONSTERS]
    if counts and shore.monsters and not kept and {"davon", "denen", "solche"} & set(words):
        # „und wenns zwei davon sind“
        last = shore.monsters[-1]
        shore.monsters = [card for card in shore.monsters if card != last] + [last] * counts[0]
