"""What an answer warns of: traits nobody knows, cards that are only text, the fast game for mixed boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.engine.cards import Card
from rules.engine.library import Library
from rules.engine.munchkin.checks import every_card
from rules.engine.munchkin.equivalences import equivalences
from rules.engine.munchkin.state import State
from rules.engine.rulebook import Rulebook

CARDS_KEPT = 4000
TRAIT_KEYS = ("vs", "trait", "usable_by", "attach_to", "tag")


def warnings(library: Library, book: Rulebook, state: State, own: Iterable[Card]) -> list[str]:
    """Return the warnings that a question deserves before anything happens."""
    say = library.sentences["munchkin"].say
    asked = [trait for card in own for trait in strange_traits(library, card)]
    on_the_table = frozenset().union(*(card.traits for card in (*every_card(state), *own))) if asked else ()
    spoken = {*on_the_table, equivalences(book).raceless}
    unknown = dict.fromkeys(trait for trait in asked if trait not in spoken)
    found = [say("warn.unknown-trait", {"trait": trait}) for trait in unknown]
    is_fast = set(book.variants) & set(book.value("variante.schnelle", ()))
    if book.combined and book.value("kombination.schnelles-spiel") and not is_fast:
        found.append(say("warn.fast-game", {}))
    return found


def strange_traits(library: Library, card: Card) -> tuple[str, ...]:
    """Return the traits that a card speaks of and no card of the database has; looked up once per card."""
    kept: dict[str, tuple[str, ...]] = library.compile("strange traits", dict)
    if card.key not in kept:
        if len(kept) >= CARDS_KEPT:
            kept.clear()
        words = vocabulary(library)
        kept[card.key] = tuple(t for t in dict.fromkeys(_mentioned(card.facts)) if not _is_known(t, words))
    return kept[card.key]


def vocabulary(library: Library) -> frozenset[str]:
    """Return every trait that some card of the database has or that an equivalence names."""

    def collect() -> frozenset[str]:
        words = {
            w
            for facts in library.card_facts.values()
            for w in (facts["slug"], facts["kind"], *facts.get("tags", ()))
        }
        words |= {trait for facts in library.card_facts.values() for trait in _mentioned(facts)}
        for row in library.data["munchkin"]["equivalences"]:
            reads = row["reads"]
            words |= {*reads.get("traits", ()), *reads.get("kinds", ()), reads.get("becomes", "")}
        return frozenset(words)

    found: frozenset[str] = library.compile("vocabulary", collect)
    return found


def _mentioned(value: Any) -> Iterator[str]:
    """Yield the traits that a card's facts speak of."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _mentioned(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in TRAIT_KEYS:
                yield from (item,) if isinstance(item, str) else (i for i in item if isinstance(i, str))
            else:
                yield from _mentioned(item)


def _is_known(trait: str, known: frozenset[str]) -> bool:
    return trait in known or trait.startswith(("gender:", "level"))


def incomplete(library: Library, cards: Iterable[Card]) -> list[str]:
    """Return a warning for every card in a fight that does more than is carried out."""
    say = library.sentences["munchkin"].say
    found = dict.fromkeys(card for card in cards if card.get("coverage") in ("text", "partial"))
    return [say("warn.card-" + card.get("coverage"), {"card": card}) for card in found]
