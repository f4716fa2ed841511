"""States that no game can reach: all of them are reported at once, with all other problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from rules.engine.cards import Card
from rules.engine.munchkin.gear.wearing import hands_needed
from rules.engine.munchkin.language.abilities import ExtraHands
from rules.engine.munchkin.people.limits import kind_limit
from rules.engine.munchkin.table.equivalences import equivalences
from rules.engine.munchkin.table.rows import PileRow
from rules.engine.munchkin.table.state import Combat, Player, State
from rules.engine.munchkin.table.traits import of_kind, own_abilities
from rules.engine.reading import Reader
from rules.engine.rulebook import Rulebook

# A place in the question with gaps for numbers, and the numbers.
Place = tuple[str, *tuple[int, ...]]


def check_state(reader: Reader, book: Rulebook, state: State) -> None:
    """Report impossible equipment, fights and cards that lie on the table more often than they exist."""
    for index, player in enumerate(state.players):
        path = f"state.players[{index}]"
        # While somebody has to decide, what is too much may still lie there.
        if not state.decisions:
            _check_slots(reader, book, player, path)
            _check_hands(reader, book, player, path)
            _check_kinds(reader, book, player, path)
    if state.combat is not None:
        _check_combat(reader, state.combat)
    _check_piles(reader, book, state)
    _check_copies(reader, state)


def _check_slots(reader: Reader, book: Rulebook, player: Player, path: str) -> None:
    """Report two things in use for the same place, unless something on them or on the owner allows it."""
    placed = [card for card in player.in_play if card.get("slot") and _takes_its_place(card)]
    for slot, target in book.value("pruefung.plaetze", {}).items() if placed else ():
        limit = book.value(target)
        worn = [card for card in placed if card.get("slot") == slot]
        if limit is not None and len(worn) > limit and not _bends_rules(book, player):
            names = " und ".join(f"„{card.name}“" for card in worn)
            reader.problem(
                f"{path}.in_play",
                slot,
                f"{names} passen nicht zugleich: Für diesen Platz ist nur {limit} Gegenstand erlaubt.",
            )


def _takes_its_place(card: Card) -> bool:
    return not card.attached and not card.get("beside")


def _bends_rules(book: Rulebook, player: Player) -> bool:
    """Say whether a card in play may allow more than the rules do, by its words or because they are not known."""
    allowing = book.value("pruefung.erlaubnisse", ())
    return any(
        card.get("coverage") in ("partial", "text") or card.get("special") in allowing
        for card in player.in_play
    )


def _check_hands(reader: Reader, book: Rulebook, player: Player, path: str) -> None:
    used = sum([hands_needed(book, player, c) for c in player.in_play if c.get("hands") and not c.attached])
    if not used:
        return
    # In a fight somebody may have lost what lets them use a card; till its end nothing is swapped.
    added = sum(able.extra_hands for c in player.in_play for able in own_abilities(c, ExtraHands))
    limit = book.value("ausruestung.haende") + added
    if used > limit and not _bends_rules(book, player):
        reader.problem(
            f"{path}.in_play", used, f"Die genutzten Gegenstände brauchen {used} Hände, da sind nur {limit}."
        )


def _check_kinds(reader: Reader, book: Rulebook, player: Player, path: str) -> None:
    """Report more classes, races and the like than the book and the cards beside them allow."""
    kinds = limited_kinds(book)
    crowded = len([card for card in player.in_play if card.kind in kinds]) > 1
    for kind in book.value("merkmal.mit-sonderkarte") if crowded else ():
        found = of_kind(book, player.in_play, kind)
        if len(found) > 1 and len(found) > kind_limit(book, player, kind) and not _bends_rules(book, player):
            names = " und ".join(f"„{card.name}“" for card in found)
            text = (
                f"{names} passen nicht zugleich: Ohne eine Karte, die mehr erlaubt, hat jeder davon nur eine."
            )
            reader.problem(f"{path}.in_play", kind, text)


def limited_kinds(book: Rulebook) -> frozenset[str]:
    """Return every kind of which somebody has only so many, with those that count as the same; compiled once."""
    if "limited kinds" not in book.compiled:
        named = book.value("merkmal.mit-sonderkarte")
        same = [equivalences(book).same_kinds(kind) for kind in named]
        book.compiled["limited kinds"] = frozenset().union(*same)
    found: frozenset[str] = book.compiled["limited kinds"]
    return found


def _check_piles(reader: Reader, book: Rulebook, state: State) -> None:
    """Report what lies in a pile of the other deck, and what the pile of its own kind does not take."""
    own = book.value("ablage.eigener-stapel")
    for name, row in (book.read("pruefung.stapel", dict[str, PileRow]) or {}).items():
        pile = getattr(state.piles, name)
        for index, card in enumerate(pile.cards if pile is not None else ()):
            belongs = _is_from(book, card, row.deck) if row.deck else _is_own(card, own)
            if not belongs:
                what = card.name or card.deck
                text = f"Auf diesem Stapel liegen nur {row.holds}, nicht „{what}“."
                reader.problem(f"state.piles.{name}[{index}]", what, text)


def _is_own(card: Card, own: Collection[str] | None) -> bool:
    """Say whether a card is of the sort with a pile of its own; without such a sort on the table, any may be."""
    return own is None or card.is_back or card.slug in own


def _is_from(book: Rulebook, card: Card, deck: str) -> bool:
    """Say whether a card is from this deck; where nothing says which one it is from, it may be."""
    named = card.cite or card.is_back or (isinstance(card.written, dict) and card.written.get("deck"))
    if not named and card.kind in book.value("pruefung.beide-stapel"):
        return True
    return card.deck in (deck, "")


def _check_combat(reader: Reader, combat: Combat) -> None:
    if combat.helper == combat.fighter:
        reader.problem("state.combat.helper", combat.helper, "Niemand kann sich im Kampf selbst helfen.")
    if not combat.monsters:
        reader.problem("state.combat.monsters", "[]", "Ein Kampf braucht mindestens ein Monster.")


def _check_copies(reader: Reader, state: State) -> None:
    """Report database cards that lie there more often than their box holds them, at the first that is too many."""
    known = [card for card in every_card(state) if card.cite]
    seen = Counter([card.cite for card in known]) if known else {}
    for cite, copies in {card.cite: card.get("copies") for card in known}.items():
        if copies and seen[cite] > copies:
            path = [path for path, card in places(state) if card.cite == cite][copies]
            text = f"Die Karte {str(cite)[5:]} liegt {seen[cite]}-mal auf dem Tisch, es gibt sie nur {copies}-mal."
            reader.problem(path, str(cite)[5:], text)


def every_card(state: State) -> list[Card]:
    """Return every card of a state, attached ones too."""
    found = [card for _, cards in _lists(state) for card in cards]
    # The list grows while it is read: what is attached may hold further cards.
    for card in found:
        found += card.attached
    return found


def places(state: State) -> list[tuple[str, Card]]:
    """Return every card of a state with its place in the question; of a pile, the pile."""
    found = [
        ("state." + place.format(*numbers, index), card)
        for (place, *numbers), cards in _lists(state)
        for index, card in enumerate(cards)
    ]
    for path, card in found:
        found += [(path, attached) for attached in card.attached]
    return found


def _lists(state: State) -> Iterator[tuple[Place, Collection[Card]]]:
    """Go through all cards, list by list; a place is written out only where something is wrong there."""
    for index, player in enumerate(state.players):
        yield ("players[{}].in_play[{}]", index), player.in_play
        yield ("players[{}].backpack[{}]", index), player.backpack
        yield ("players[{}].hand[{}]", index), player.hand
        yield ("players[{}].pending[{}]", index), [entry.card for entry in player.pending]
    for index, body in enumerate(state.bodies):
        yield ("bodies[{}].cards[{}]", index), body.cards
    for name in state.piles.__struct_fields__:
        pile = getattr(state.piles, name)
        if pile is not None:
            yield ("piles." + name,), pile.cards
    if state.combat is not None:
        yield from _in_combat(state.combat)


def _in_combat(combat: Combat) -> Iterator[tuple[Place, Collection[Card]]]:
    yield ("combat.loot[{}]",), combat.loot
    yield ("combat.played[{}]",), [played.card for played in combat.played]
    for index, monster in enumerate(combat.monsters):
        yield ("combat.monsters[{}]", index), (monster.card,)
        yield ("combat.monsters[{}].boosts[{}]", index), monster.boosts
