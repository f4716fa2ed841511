"""What a shape alone cannot see: whether entries of cards fit together and refer only to what exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from cards import vocabulary
from cards.entries import card_entry
from cards.models import Card, Edition, Source
from cards.naming import slugify
from cards.problems import Problem, examine, nearest
from cards.reading import CardBooks, Placed
from cards.shapes import CardEntry, Facts
from cards.speech import speech
from cards.vocabulary import Kind

# Facts that only some kinds of card bear; whatever is not listed may stand on any card.
_ONLY_ON: dict[str, set[Kind]] = {
    "level": {Kind.MONSTER},
    "levels": {Kind.MONSTER, Kind.MONSTER_BOOST},
    "bad_stuff": {Kind.MONSTER},
    "on_escape": {Kind.MONSTER},
    "ignores": {Kind.MONSTER},
    "no_escape": {Kind.MONSTER},
    "friendly": {Kind.MONSTER},
    "breakpoint": {Kind.BASE},
    "points": {Kind.BASE},
    "monsters": {Kind.BASE},
    "theme": {Kind.BASE},
    "slot": {Kind.ITEM},
    "complex": {Kind.ITEM},
    "grade": {Kind.POWER},
    "makes": {Kind.MONSTER_BOOST},
    "as": {Kind.TREASURE},
    "play_on": {Kind.ACTION, Kind.TREASURE},
    "faction": {Kind.CREATURE, Kind.ACTION},
    "strength": {Kind.MONSTER, Kind.MONSTER_BOOST, Kind.CREATURE, Kind.TREASURE},
    "bonus_per": {Kind.ONE_SHOT},
    "bonus_deed": {Kind.ONE_SHOT},
    "doubles": {Kind.ONE_SHOT},
    "on_meet": {Kind.MONSTER},
    "spared": {Kind.MONSTER},
    "reacts": {Kind.MONSTER},
    "no_reward": {Kind.MONSTER},
    "no_help_from": {Kind.MONSTER},
    "loot_after_win": {Kind.MONSTER},
    "beside": {Kind.ITEM},
    "least_treasures": {Kind.MONSTER_BOOST},
    "frees_hands": {Kind.ITEM_BOOST},
    "host": {Kind.ITEM_BOOST},
    "special": {Kind.SPECIAL, Kind.WANDERING_MONSTER},
}


# Facts that are lists of traits, and keys within others that name one or several.
_OF_TRAITS = ("usable_by", "not_usable_by", "no_help_from")
_TRAIT_KEYS = ("vs", "trait", "become", "except", "with")


@dataclass(frozen=True)
class Known:
    """The words that entries may refer to."""

    sources: set[str]
    boxes: set[str]
    traits: set[str]
    factions: set[str]


def known_words(books: CardBooks, *, with_database: bool = False) -> Known:
    """Gather what the files name; an import may also refer to what the database has."""
    factions = {f.key for placed in books.editions for f in placed.entry.facts.factions or []}
    known = Known(
        sources={placed.entry.key for placed in books.sources},
        boxes={placed.entry.key for placed in books.editions},
        traits={*vocabulary.TRAITS, *Kind.values},
        factions=factions,
    )
    for _box, placed in books.cards:
        known.traits.update(_names(placed.entry.slug, placed.entry.name_en, placed.entry.aliases))
        known.traits.update(placed.entry.facts.tags or [])
    if with_database:
        _add_database(known)
    return known


def inconsistencies(books: CardBooks, known: Known) -> Iterator[Problem]:
    """Name everything that does not fit together."""
    yield from _twice("key", books.sources)
    yield from _twice("key", books.editions)
    for placed in books.editions:
        yield from _unknown(placed, "sources", placed.entry.sources, known.sources)
    yield from _cards_twice(books)
    for box, placed in books.cards:
        yield from _card_problems(box, placed, known)
    yield from _redirect_problems(books)


def problems_of(card: Card) -> Iterator[Problem]:
    """Name what is wrong with one row, as an editor would save it; what it refers to may lie in the database."""
    entry = card_entry(card, sources=[])
    wrong = list(examine(entry, CardEntry))
    yield from wrong
    if not wrong:
        placed = Placed(msgspec.convert(entry, CardEntry), "")
        known = known_words(CardBooks(cards=[(card.edition_id, placed)]), with_database=True)
        yield from _card_problems(card.edition_id, placed, known)


def fact_problems(kind: Kind, facts: Facts) -> Iterator[Problem]:
    """Name the facts that a card of this kind cannot have, and those that nobody could carry out."""
    yield from speech().problems(msgspec.to_builtins(facts))
    for name, kinds in _ONLY_ON.items():
        attribute = f"{name}_" if name == "as" else name
        if getattr(facts, attribute) is not None and kind not in {*kinds, Kind.UNKNOWN}:
            allowed = ", ".join(sorted(str(k.label) for k in kinds))
            yield Problem(
                f"Eine Karte der Art „{kind.label}“ hat das nicht; nur: {allowed}.", f"facts.{name}"
            )
    if (facts.treasures or 0) < 0 and kind is not Kind.MONSTER_BOOST:
        yield Problem("Nur ein Monsterverstärker nimmt Schätze weg.", "facts.treasures")


def traits_of(facts: Facts) -> Iterator[tuple[str, str]]:
    """Return every trait that facts speak of, with the field that does."""
    for name, value in msgspec.to_builtins(facts).items():
        if name in _OF_TRAITS:
            yield from ((f"facts.{name}", trait) for trait in value)
        else:
            yield from ((f"facts.{name}", trait) for trait in _named_traits(value))


def _named_traits(value: Any) -> Iterator[str]:
    """Yield the traits in a part of the facts; effects and abilities may lie in each other."""
    if isinstance(value, list):
        for item in value:
            yield from _named_traits(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in _TRAIT_KEYS and not isinstance(item, dict):
                yield from (item,) if isinstance(item, str) else item
            else:
                yield from _named_traits(item)


def _add_database(known: Known) -> None:
    known.sources.update(Source.objects.values_list("key", flat=True))
    for key, facts in Edition.objects.values_list("key", "facts"):
        known.boxes.add(key)
        known.factions.update(faction["key"] for faction in facts.get("factions", []))
    for slug, name_en, aliases, tags in Card.objects.values_list("slug", "name_en", "aliases", "tags"):
        known.traits.update(_names(slug, name_en, aliases))
        known.traits.update(tags)


def _names(slug: str, name_en: str | None, aliases: Iterable[str]) -> set[str]:
    return {slug, *(slugify(name) for name in (name_en, *aliases) if name)}


def _card_problems(box: str, placed: Placed, known: Known) -> Iterator[Problem]:
    entry = placed.entry
    yield from _unknown(placed, "edition", [box], known.boxes)
    yield from _unknown(placed, "sources", entry.sources, known.sources)
    named = [name for name in (entry.facts.faction, entry.facts.theme) if name]
    yield from _unknown(placed, "facts.faction", named, known.factions)
    wrong = list(fact_problems(entry.kind, entry.facts))
    for problem in wrong:
        yield problem.at(placed.where, placed.spot)
    for field, trait in () if wrong else traits_of(entry.facts):
        bare = trait.removeprefix("not:")
        if ":" not in bare and "=" not in bare:
            yield from _unknown(placed, field, [bare], known.traits)
    right = slugify(entry.name)
    if entry.slug != right:
        yield placed.problem(
            f"Aus dem Namen „{entry.name}“ wird „{right}“, hier steht „{entry.slug}“.", "slug"
        )


def _cards_twice(books: CardBooks) -> Iterator[Problem]:
    seen: dict[tuple[str, str], Placed] = {}
    for box, placed in books.cards:
        key = (box, placed.entry.slug)
        if key in seen:
            yield placed.problem(f"Diese Karte steht schon in der Box „{box}“ ({seen[key].where}).", "slug")
        seen[key] = placed
    for box, placed in books.cards:
        for alias in placed.entry.aliases:
            other = seen.get((box, slugify(alias)))
            if other and other is not placed:
                yield placed.problem(f"„{alias}“ heißt schon eine andere Karte ({other.where}).", "aliases")


def _redirect_problems(books: CardBooks) -> Iterator[Problem]:
    cards = {f"{box}/{placed.entry.slug}" for box, placed in books.cards}
    boxes = {placed.entry.key for placed in books.editions}
    there: dict[str, set[str]] = {"card": cards, "set": boxes}
    for placed in books.redirects:
        known = there.get(placed.entry.kind)
        if known is None:
            continue
        if placed.entry.new and placed.entry.new not in known:
            yield placed.problem(f"Das Ziel gibt es nicht.{nearest(placed.entry.new, known)}", "new")
        if placed.entry.old in known:
            yield placed.problem(
                "Unter dieser Adresse liegt noch etwas; eine Weiterleitung verdeckte es.", "old"
            )


def _twice(field: str, entries: list[Placed]) -> Iterator[Problem]:
    seen: set[Any] = set()
    for placed in entries:
        value = getattr(placed.entry, field)
        if value in seen:
            yield placed.problem(f"„{value}“ steht zweimal da.", field)
        seen.add(value)


def _unknown(placed: Placed, field: str, words: Iterable[str], known: set[str]) -> Iterator[Problem]:
    for word in words:
        if word not in known:
            yield placed.problem(f"„{word}“ ist nicht bekannt.{nearest(word, known)}", field)
