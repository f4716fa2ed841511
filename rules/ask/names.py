"""Which card is meant: exact names first, then everyday names, inflected and female forms, parts of names, typos."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from rules.ask.data import rows
from rules.ask.words import Token, joined, key

LETTERS = re.compile(r"[^\W\d_]+|\d+")
# What a name may end in when it is declined, and what makes a woman of a trade.
ENDINGS = ("s", "n", "en", "e", "es", "er", "em", "ern", "m", "r")
FEMALE = ("in", "innen", "erin")
ARTICLES = frozenset(
    ("der", "die", "das", "the", "a", "ein", "eine", "of", "and", "und", "von", "auf", "den", "dem", "des")
)
LONGEST_NAME = 9
SHORTEST_PART = 4
SHORTEST_TYPO = 5
# A word of a name that stands in more cards than that tells nobody which one is meant.
MOST_SHARING = 3
ALIKE = 84
# Two names as near as that to what was typed: nobody knows which one is meant.
CLOSE = 4
EXACT, EVERYDAY, DECLINED, PART, TYPO = 1.0, 0.95, 0.95, 0.8, 0.7


class Named(NamedTuple):
    """The cards that some words may mean, how sure that is, and the gender that the form gives."""

    cards: tuple[str, ...]
    end: int
    likeness: float
    gender: str = ""


class Names:
    """All names of all cards; `common` are words that everybody uses and that point to no card by themselves."""

    def __init__(self, facts: Mapping[str, Mapping[str, object]], common: Iterable[str]) -> None:
        self.exact: dict[str, list[str]] = defaultdict(list)
        self.everyday: dict[str, list[str]] = defaultdict(list)
        self.kinds = {card: str(row["kind"]) for card, row in facts.items()}
        sharing: dict[str, set[str]] = defaultdict(set)
        self.lengths: dict[str, set[int]] = defaultdict(set)
        for card, row in facts.items():
            for name in _all_names(row):
                self.lengths[card].add(len(_words(name)))
                self._keep(self.exact, name, card)
                for word in _words(name):
                    sharing[word].add(card)
        for card, names in rows("nicknames").items():
            for name in names:
                if card in facts:
                    self._keep(self.everyday, name, card)
        self.common = frozenset(common)
        self.never = frozenset(rows("common")["never"].split())
        self.parts = {
            word: tuple(sorted(cards))
            for word, cards in sharing.items()
            if len(word) >= SHORTEST_PART and word not in self.common and len(cards) <= MOST_SHARING
        }
        self.typed = sorted({*self.exact, *self.everyday, *self.parts} - self.common)
        self.typed = [name for name in self.typed if len(name) >= SHORTEST_TYPO]

    def _keep(self, where: dict[str, list[str]], name: str, card: str) -> None:
        for form in {joined(name), joined(_without_article(name))}:
            if form and card not in where[form]:
                where[form].append(card)

    def at(self, tokens: Sequence[Token], start: int, boxes: Sequence[str]) -> Named | None:
        """Return the card that is named from this token on; the longest exact name wins."""
        if tokens[start].text in self.never:
            return None
        return self._whole(tokens, start, boxes) or self._declined(tokens, start, boxes)

    def loosely(self, tokens: Sequence[Token], start: int, boxes: Sequence[str]) -> Named | None:
        """Return the card of which a part is named, or which was misspelt."""
        return self._part(tokens, start, boxes) or self._typo(tokens, start, boxes)

    def _whole(self, tokens: Sequence[Token], start: int, boxes: Sequence[str]) -> Named | None:
        for end in range(min(len(tokens), start + LONGEST_NAME), start, -1):
            run = tokens[start:end]
            if run[-1].kind == "sign" or run[0].kind == "sign":
                continue
            form = _form(run)
            for where, sure in ((self.exact, EXACT), (self.everyday, EVERYDAY)):
                if found := _prefer(self._as_written(where.get(form, ()), run), boxes):
                    if len(run) == 1 and form in self.common and not _in(found, boxes):
                        continue
                    return Named(found, end, sure)
        return None

    def _as_written(self, cards: Sequence[str], run: Sequence[Token]) -> Sequence[str]:
        """„Shoggoth“ is not „Shog Goth“: where two names differ in their gaps only, those decide."""
        same = [card for card in cards if len(run) in self.lengths[card]]
        return same or cards

    def _declined(self, tokens: Sequence[Token], start: int, boxes: Sequence[str]) -> Named | None:
        for end in range(min(len(tokens), start + 4), start, -1):
            run = tokens[start:end]
            if any(token.kind == "sign" for token in run) or run[-1].value is not None:
                continue
            form = _form(run)
            for gender, endings in (("w", FEMALE), ("", ENDINGS)):
                for ending in endings:
                    stem = form.removesuffix(ending)
                    if stem == form or len(stem) < 3:
                        continue
                    for tail in ("", "e", "er") if gender else ("",):
                        known = self.exact.get(stem + tail) or self.everyday.get(stem + tail) or ()
                        if found := _prefer(known, boxes):
                            if (form in self.common or len(stem) < 4) and not _in(found, boxes):
                                continue
                            if gender and not all(self.kinds[card] in PEOPLE for card in found):
                                continue
                            return Named(found, end, DECLINED, gender)
        return None

    def _part(self, tokens: Sequence[Token], start: int, boxes: Sequence[str]) -> Named | None:
        """Return the card that all the following words of its name point to."""
        meant: tuple[str, ...] = ()
        end = start
        for place in range(start, min(len(tokens), start + LONGEST_NAME)):
            word = tokens[place]
            cards = self._pointing(word)
            if not cards and meant and (word.key in ARTICLES or len(word.key) < 3) and word.kind != "number":
                continue
            both = tuple(card for card in cards if card in meant) if meant else cards
            if not both:
                break
            meant, end = both, place + 1
        found = _prefer(meant, boxes)
        return Named(found, end, PART) if found else None

    def _pointing(self, word: Token) -> tuple[str, ...]:
        if word.kind != "word" or word.key in self.common:
            return ()
        for ending in ("", *ENDINGS):
            stem = word.key.removesuffix(ending) if ending else word.key
            if len(stem) >= SHORTEST_PART and stem in self.parts:
                return self.parts[stem]
        return ()

    def _typo(self, tokens: Sequence[Token], start: int, boxes: Sequence[str]) -> Named | None:
        best: tuple[float, Named] | None = None
        for end in range(start + 1, min(len(tokens), start + 4) + 1):
            run = tokens[start:end]
            if any(token.kind != "word" for token in run):
                break
            form = _form(run)
            if len(form) < SHORTEST_TYPO or any(len(token.key) < 3 for token in run):
                continue
            if all(token.key in self.common for token in run) or (end - start == 1 and form in self.common):
                continue
            near = process.extract(form, self.typed, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=3)
            near = [one for one in near if one[0][0] == form[0] and one[1] > near[0][1] - CLOSE]
            if near and (best is None or near[0][1] > best[0]):
                cards = [card for name, _, _ in near for card in self._all(name)]
                if found := _prefer(dict.fromkeys(cards), boxes):
                    best = near[0][1], Named(found, end, TYPO)
        return best[1] if best else None

    def _all(self, name: str) -> Sequence[str]:
        """Return the cards of a name, of an everyday name, or of a part of one."""
        return self.exact.get(name) or self.everyday.get(name) or self.parts.get(name) or ()


PEOPLE = frozenset(("class", "race", "loyalty", "power", "unknown"))


def _prefer(cards: Iterable[str], boxes: Sequence[str]) -> tuple[str, ...]:
    """Return those in the boxes on the table, in their order; else all."""
    cards = tuple(cards)
    inside = tuple(card for box in boxes for card in cards if card.partition("/")[0] == box)
    return inside or cards


def _in(cards: tuple[str, ...], boxes: Sequence[str]) -> bool:
    return not boxes or cards[0].partition("/")[0] in boxes


def _form(run: Sequence[Token]) -> str:
    return "".join(
        token.key if token.kind == "word" else key(token.text) for token in run if token.kind != "sign"
    )


def _all_names(row: Mapping[str, object]) -> list[str]:
    names = [str(row["name"])]
    others = row.get("names")
    names += [str(name) for name in others] if isinstance(others, list) else []
    for name in list(names):
        head, found, tail = name.partition("!")
        if found and tail.strip() and key(head) in ("curse", "fluch"):
            names.append(tail)
        head, found, _ = name.partition("(")
        if found:
            names.append(head)
    return names


def _words(name: str) -> list[str]:
    return [key(word) for word in LETTERS.findall(name.replace("-", " "))]


def _without_article(name: str) -> str:
    head, _, tail = name.partition(" ")
    return tail if tail and key(head) in ARTICLES else name
