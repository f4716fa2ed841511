"""A base that a further question changes: other strengths, monsters more or fewer, somebody left out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.ask import shore as told
from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.shore import Facts, Shore
from rules.ask.table import ME
from rules.ask.words import Token

Spot = tuple[tuple[Token, ...], tuple[Mention, ...]]
MOST_MONSTERS = 6
# How those are called who have no name.
UNNAMED = "spieler_"


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
    if shore.together is not None and not new.told():
        # A creature by its name comes to all together.
        new.strange += [card for has in new.people.values() for card in has]
        new.people = {}
    if new.card:
        shore.card, shore.points, shore.breakpoint = new.card, None, None
    shore.points = new.points or shore.points
    shore.breakpoint = new.breakpoint or shore.breakpoint
    shore.treasures = new.treasures if new.treasures is not None else shore.treasures
    shore.together = new.together if new.together is not None else shore.together
    shore.gone, shore.leaving = shore.gone | new.gone, shore.leaving | new.leaving
    shore.charmed, shore.active = new.charmed or shore.charmed, new.active or shore.active
    taken = _destroyed(tokens, mentions)
    gone = _without(tokens, mentions) | (taken & set(shore.monsters))
    more = bool(words & said("on_top") - {"auch"})
    for who, strengths in new.people.items():
        shore.people[who] = [*shore.people.get(who, []), *strengths] if more else strengths
    for who in gone:
        shore.people.pop(who, None)
    _recognized(shore, tokens)
    lost = _by_strength(shore, tokens) if words & said("base_destroys") and words & said("base_sole") else ""
    for who in (_bare(mentions) | {lost}) & shore.people.keys():
        shore.people[who] = []
    if new.people and shore.together is not None and new.together is None:
        # Whose of all together is taken away, nobody told.
        shore.strange += ["Summe und Einzelne"] if words & (said("base_removes") | {"weg"}) else []
        shore.together = None
    _joined(shore, new, facts, mine=not (gone or taken or any(one.kind == "person" for one in mentions)))
    _monsters(shore, new, gone, tokens, mentions)


def _recognized(shore: Shore, tokens: Sequence[Token]) -> None:
    """„der mit den 2 bin ich“: who had no name yet is the asker."""
    keys = [token.key for token in tokens]
    who = _by_strength(shore, tokens)
    mine = any({"bin", "ich"} <= set(keys[at : at + 2]) for at in range(len(keys)))
    if who.startswith(UNNAMED) and mine and ME not in shore.people:
        shore.people = {ME if one == who else one: has for one, has in shore.people.items()}


def _by_strength(shore: Shore, tokens: Sequence[Token]) -> str:
    """Return whom „der mit 4“ means: the only one with that strength."""
    for before, token in pairwise(tokens):
        if token.value is not None and not token.signed and before.key in said("base_whose"):
            found = [who for who, has in shore.people.items() if has and sum(shore.told(who)) == token.value]
            return found[0] if len(found) == 1 else ""
    return ""


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


def _joined(shore: Shore, new: Shore, facts: Facts, *, mine: bool) -> None:
    """„und mit einer Spötterin von mir?“: a creature of mine comes; any other card without a place is strange."""
    for card in (one for one in new.strange if one in facts):
        strength = facts[card].get("strength")
        if not (mine and isinstance(strength, int)) or facts[card]["kind"] == "monster":
            shore.strange.append(card)
        elif shore.together is not None:
            shore.together += strength
        else:
            shore.people[ME] = [*shore.people.get(ME, []), strength]


def _bare(mentions: Sequence[Mention]) -> set[str]:
    """Return who has no creature there: „und Kim gar kein Vieh?“"""
    bare: set[str] = set()
    for before, denial, thing in zip(mentions, mentions[1:], mentions[2:], strict=False):
        somebody = before.kind == "person" or before.is_word("me", "only")
        if somebody and denial.is_word("no") and thing.is_word("creature", "monster"):
            named = [one.name for one in mentions if one.kind == "person" and one.start < denial.start]
            bare.add(named[-1] if named and not before.is_word("me") else ME)
    return bare


def _destroyed(tokens: Sequence[Token], mentions: Sequence[Mention]) -> set[str]:
    """Return the monsters that are taken off the base: „den Ghoul kaputt mach“, „zerstöre den Ghoul“."""
    if not {token.key for token in tokens} & said("base_destroys"):
        return set()
    return {card for one in mentions if one.kind == "card" for card in one.cards}


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
