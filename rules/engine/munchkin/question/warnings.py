"""What an answer warns of: traits nobody knows, cards that are only text, the fast game, odd tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine.cards import Card
from rules.engine.library import Library
from rules.engine.munchkin.people.limits import (
    big_items,
    big_limit,
    counted_followers,
    follower_groups,
    follower_limit,
    grade_sum,
)
from rules.engine.munchkin.question.checks import every_card
from rules.engine.munchkin.table.equivalences import all_equivalences, equivalences
from rules.engine.munchkin.table.state import Player, State
from rules.engine.munchkin.table.traits import unreckoned
from rules.engine.one_of import plain
from rules.engine.rulebook import Rulebook

CARDS_KEPT = 4000
TRAIT_KEYS = ("vs", "trait", "usable_by", "attach_to", "tag")


def warnings(
    library: Library, book: Rulebook, state: State, own: Iterable[Card], foreign: Iterable[Card] = ()
) -> list[str]:
    """Return the warnings that a question deserves before anything happens."""
    say = library.sentences["munchkin"].say
    kept: dict[str, tuple[str, ...]] = library.compile("strange traits", dict)
    asked: list[str] = []
    for card in own:
        asked += kept[card.key] if card.key in kept else strange_traits(library, card, kept)
    found: list[str] = []
    if asked:
        on_the_table = frozenset().union(*(card.traits for card in (*every_card(state), *own)))
        spoken = {*on_the_table, equivalences(book).raceless}
        unknown = dict.fromkeys(trait for trait in asked if trait not in spoken)
        found = [say("warn.unknown-trait", {"trait": trait}) for trait in unknown]
    if book.combined and book.value("kombination.schnelles-spiel") and not _is_fast(book):
        found.append(say("warn.fast-game", {}))
    found += [say("warn.foreign-card", {"card": card}) for card in foreign]
    if state.decisions:
        return found
    return found + [
        say("warn." + key, {"name": player.id}) for player in state.players for key in doubtful(book, player)
    ]


def _is_fast(book: Rulebook) -> bool:
    return not set(book.variants).isdisjoint(book.value("variante.schnelle", ()))


def doubtful(book: Rulebook, player: Player) -> Iterator[str]:
    """Yield what a person hardly has before them: more than is allowed, or cards while dead."""
    used = player.in_play
    if len(used) > 1 and _too_many_followers(book, player):
        yield "too-many-followers"
    if used and grade_sum(book, used) > player.level and book.knows("kraft.stufe-gesunken"):
        yield "too-many-grades"
    big = len(big_items(player))
    if big > 1 and (limit := big_limit(book, player)) is not None and big > limit:
        yield "too-many-big"
    if player.new_cards_due and (player.hand or player.backpack or _lost_in_death(book, player)):
        yield "dead-with-cards"


def _too_many_followers(book: Rulebook, player: Player) -> bool:
    most = max([len(counted_followers(player, group)) for group in follower_groups(book)], default=0)
    return most > 0 and most > follower_limit(book, player)


def _lost_in_death(book: Rulebook, player: Player) -> bool:
    return any(card.kind in book.value("pruefung.tot-ohne") for card in player.in_play)


def strange_traits(library: Library, card: Card, kept: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the traits that a card speaks of and no card of the database has, and keep them for the next time."""
    if len(kept) >= CARDS_KEPT:
        kept.clear()
    words = vocabulary(library)
    kept[card.key] = tuple(t for t in dict.fromkeys(_mentioned(plain(card.facts))) if not _is_known(t, words))
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
        for row in all_equivalences(library):
            words |= {*row.reads.traits, *row.reads.kinds, row.reads.becomes or ""}
        return frozenset(words)

    found: frozenset[str] = library.compile("vocabulary", collect)
    return found


def _mentioned(value: object) -> Iterator[str]:
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


def incomplete(book: Rulebook, cards: Iterable[Card]) -> list[str]:
    """Return a warning for every card in a fight that does more than is carried out."""
    say = book.library.sentences["munchkin"].say
    found = {card: unreckoned(book, card) for card in cards if card.get("coverage") in ("text", "partial")}
    return [
        say("warn.card-" + ("unreckoned" if part else card.get("coverage")), {"card": card, "part": part})
        for card, part in found.items()
    ]
