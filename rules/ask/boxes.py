"""Which boxes lie on the table: those that were chosen or named, else those that know the cards of the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.ask.data import Row, table, words
from rules.ask.match import Match
from rules.ask.phrase import Phrase
from rules.engine.library import Library

# Kinds of phrases that only one of the games has.
SMASH_UP_SIGNS = {
    "nouns.base", "nouns.talent", "nouns.points", "nouns.breakpoint", "quantity.breakpoint", "quantity.points",
    "fact.points", "fact.breakpoint", "things.creature", "kind.creature", "kind.base", "things.action",
    "verbs.score", "verbs.destroy",
}  # fmt: skip

FIGHTING = {"kind.monster", "verbs.fight", "nouns.fight", "moments.combat", "verbs.help", "kind.item"}
AT_A_BASE = 3


class Boxes:
    """The choice of boxes for one question."""

    def __init__(
        self,
        phrases: list[Phrase],
        sets: Sequence[str],
        rulebook: str,
        given: Mapping[str, str],
        library: Library,
    ) -> None:
        named = [phrase.value for phrase in phrases if phrase.kind == "boxes"]
        sent = [box for box in given.get("sets", "").split(",") if box in library.editions]
        self.chosen: list[str] = list(dict.fromkeys(sent or sets or named))
        if named and not sent and sets:
            self.chosen = [box for box in self.chosen if box in named] or named
        self.rulebook = rulebook or (self.chosen[0] if self.chosen else "")
        self.phrases, self.library = phrases, library
        self.game = self._game()

    def _game(self) -> str:
        if self.chosen:
            return str(self.library.editions.get(self.chosen[0], {}).get("game", "munchkin"))
        signs = {
            sign
            for phrase in self.phrases
            for sign in (*phrase.signs, *(f"fact.{fact}" for fact in phrase.facts))
        }
        return "smash-up" if signs & SMASH_UP_SIGNS or self._is_base(signs) else "munchkin"

    def _is_base(self, signs: set[str]) -> bool:
        """Three strengths and nobody who fights: that is a base."""
        counted = {"numbers", "quantity.strength", "fact.strength", "fact.number"}
        strong = [p for p in self.phrases if (p.signs | {f"fact.{fact}" for fact in p.facts}) & counted]
        is_strength = bool(signs & {"quantity.strength", "fact.strength", "nouns.strength"})
        return is_strength and len(strong) >= AT_A_BASE and not signs & FIGHTING

    def plays(self, intent: Row) -> bool:
        """Say whether an intent belongs to the game that is meant."""
        return bool(intent.get("game", "munchkin") == self.game)

    def for_match(self, match: Match) -> list[list[str]]:
        """Return the sets to ask: one where it is clear, else each that it could be."""
        if self.chosen:
            return [self.chosen]
        possible = list(match.intent.get("boxes") or table()["boxes"][self.game])
        for phrases in match.bound.values():
            for phrase in phrases:
                for each in (phrase, *phrase.traits):
                    possible = _narrowed(possible, boxes_of(each))
        return [[box] for box in possible]


def _narrowed(possible: list[str], known: list[str]) -> list[str]:
    """Keep the boxes that know a card; a card that none of them has changes nothing."""
    return [box for box in possible if box in known] or possible if known else possible


def boxes_of(phrase: Phrase) -> list[str]:
    """Return the boxes in which a phrase means something; empty for all."""
    if phrase.cards:
        return [ident.partition("/")[0] for ident in phrase.cards]
    return list(words()["things"].get(phrase.value, {}).get("boxes", ())) if phrase.kind == "things" else []
