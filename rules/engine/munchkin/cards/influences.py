"""What the cards of a fight do to the worth of others: silenced abilities, things that count twice or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.cards import Card
from rules.engine.munchkin.language.abilities import Counts, Reaction
from rules.engine.munchkin.language.effects import Effect, Options
from rules.engine.munchkin.table.state import Combat, Played, State
from rules.engine.munchkin.table.traits import card_traits, in_force, matches
from rules.engine.rulebook import Rulebook

# What `silences` names beside kinds of cards: the bonuses and penalties printed on monsters.
MODIFIERS = "modifiers"


class Influences:
    """Everything in one fight that changes what other cards are worth."""

    def __init__(self, book: Rulebook, state: State) -> None:
        combat: Combat = state.combat  # type: ignore[assignment]
        self.book = book
        self.combat = combat
        around: list[Card] = []
        # What a monster silences stays silent till the end of the fight, even without the monster.
        left: list[Card] = []
        for monster in combat.monsters:
            if monster.gone is None:
                around += (monster.card, *monster.boosts)
            else:
                left.append(monster.card)
        around += [played.card for played in combat.played]
        self.silencers = [(word, card) for card in around + left for word in card.get("silences", ())]
        self.rows: list[tuple[Card, str, tuple[Counts, ...]]] = [
            (card, "", card.get("counts")) for card in around if card.get("counts")
        ]
        for card in left:
            if staying := tuple(row for row in card.get("counts", ()) if row.stays):
                self.rows.append((card, "", staying))
        for owner in combat.people:
            for card in in_force(book, state.player(owner)):
                if counts := card.get("counts"):
                    self.rows.append((card, owner, counts))

    def silences(self, word: str) -> Card | None:
        """Return the card that silences the abilities of this kind of card, or the printed modifiers."""
        for silenced, card in self.silencers:
            if silenced == word:
                return card
        return None

    def times(self, card: Card, side: str, by: str) -> tuple[int, tuple[Card, ...]]:
        """Return how often the card counts for that side when `by` brought it, and the cards that say so."""
        number, why = 1, []
        for source, owner, rows in self.rows:
            row = next((r for r in rows if self._fits(r, card, side, owner, by)), None)
            if row is not None and row.times != 1:
                number *= row.times
                why.append(source)
        for played in self.combat.played:
            if played.on == card and played.card.get("doubles"):
                number *= 2
                why.append(played.card)
        return number, tuple(why)

    def _fits(self, row: Counts, card: Card, side: str, owner: str, by: str) -> bool:
        if row.side not in (None, side) or (row.by == "others" and owner == by):
            return False
        return matches(self.book, card, row)


def chosen_effects(played: Played) -> Iterator[Effect]:
    """Yield the effects of a card in the fight, of its options only those that were chosen."""
    for effect in played.card.get("effects", ()):
        yield from effect.options[played.mode] if type(effect) is Options else (effect,)


def reaction(book: Rulebook, monster: Card, card: Card) -> Reaction | None:
    """Return what a monster's text says of the card that is played into its fight."""
    traits = card_traits(book, card)
    return next((row for row in monster.get("reacts", ()) if row.to in traits), None)
