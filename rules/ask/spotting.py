"""Finding what carries weight in a question: numbers, cards, people, words of the game; the rest costs nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rules.ask.data import rows, said
from rules.ask.mentions import Mention, covered
from rules.ask.names import EXACT, Named, Names
from rules.ask.table import TRAITS
from rules.ask.words import Token, cut, graded, key, ordinal
from rules.engine.library import Library

# A word that stands as often as that in texts and questions is one of the language, not part of a name.
COMMON = 2
LETTERS = re.compile(r"[^\W\d_]+")
LONGEST_FORM = 6
WEIGHTY = frozenset(("monster", *TRAITS))


class Spotter:
    """Reads questions with the words and cards of one library."""

    def __init__(self, library: Library) -> None:
        table = rows("words")
        self.forms: dict[str, str] = {}
        self.beginnings: dict[str, str] = {}
        for concept, forms in table["concepts"].items():
            for form in forms:
                words = " ".join(key(word) for word in LETTERS.findall(form) or [form])
                if form.endswith("*"):
                    self.beginnings[words] = concept
                else:
                    self.forms.setdefault(words, concept)
        self.boxes = {
            " ".join(key(w) for w in name.split()): box
            for box, names in table["boxes"].items()
            for name in names
        }
        self.counts = {" ".join(key(w) for w in form.split()): n for form, n in table["numbers_to"].items()}
        self.people = {key(word): gender for gender, words in table["people"].items() for word in words}
        self.names_of_people = {
            key(name): gender for gender, names in table["names"].items() for name in names.split()
        }
        self.pronouns = table["pronouns"]
        self.everyday = self._everyday()
        self.names = Names(library.card_facts, self.everyday | self._written(library))

    def _everyday(self) -> set[str]:
        """Return the words of the language that the tables know."""
        common = {word for form in self.forms for word in form.split()}
        common |= {key(word) for word in rows("common")["words"].split()}
        return common | said("owning") | set(self.people) | set(self.names_of_people)

    def _written(self, library: Library) -> set[str]:
        """Return the words that the texts of the books use."""
        seen: dict[str, int] = {}
        for ident, cited in library.cited.items():
            if not ident.startswith("card:"):
                for word in set(LETTERS.findall(cited["text"])):
                    seen[key(word)] = seen.get(key(word), 0) + 1
        return {word for word, times in seen.items() if times > COMMON}

    def spot(
        self, text: str, boxes: Sequence[str], known: Collection[str] = ()
    ) -> tuple[tuple[Token, ...], tuple[Mention, ...]]:
        """Return the tokens of a question and its mentions, in their order, without overlaps.

        `known` are names of people of whom was spoken before: they stand for these however they are written.
        """
        tokens = cut(text)
        found: list[Mention] = []
        place = 0
        while place < len(tokens):
            mention = self._known(tokens[place], place, known) or self._at(tokens, place, boxes)
            if mention is None:
                place += 1
            else:
                found.append(mention)
                place = mention.end
        return tokens, tuple(found)

    def _known(self, token: Token, place: int, known: Collection[str]) -> Mention | None:
        if token.kind != "word" or token.key not in known:
            return None
        gender = self.names_of_people.get(token.key, "")
        return Mention("person", token.key, place, place + 1, gender=gender)

    def people_named(self, tokens: Sequence[Token], mentions: Sequence[Mention]) -> set[str]:
        """Return the names of people in a question: those that are known, and nouns that have a number."""
        inside = covered(mentions)
        supposed = {
            token.key
            for place, token in enumerate(tokens[:-1])
            if token.text.istitle()
            and place not in inside
            and token.key not in self.everyday
            and (_number_follows(tokens, place + 1) or tokens[place + 1].key in said("has"))
        }
        return supposed | {
            one.name for one in mentions if one.kind == "person" and one.name in self.names_of_people
        }

    def _at(self, tokens: Sequence[Token], place: int, boxes: Sequence[str]) -> Mention | None:
        token = tokens[place]
        if token.kind == "sign":
            return None
        if (level := self._ordinal(tokens, place)) is not None:
            return Mention("number", level, place, place + 1)
        owned = place > 0 and tokens[place - 1].key in said("owning")
        if owned and token.key in self.people:
            return Mention("person", token.key, place, place + 1, gender=self.people[token.key])
        worded = self._worded(tokens, place)
        box = self._box(tokens, place)
        named = self.names.at(tokens, place, boxes)
        if box and (not named or named.end <= box.end):
            return box
        if named and self._is_no_name(named, worded, token, place, boxes):
            named = None
        if named and (not worded or named.end >= worded.end):
            return Mention("card", named.cards, place, named.end, named.likeness, named.gender)
        if token.key in self.names_of_people and _listed(tokens, place):
            return self._known(token, place, {token.key})
        return self._of_word(token, place, worded) or self._supposed(tokens, place, boxes)

    def _is_no_name(
        self, named: Named, worded: Mention | None, token: Token, place: int, boxes: Sequence[str]
    ) -> bool:
        """Say whether what looks like a card is not meant as one."""
        phrase = worded is not None and worded.end - worded.start > 1
        if phrase and boxes and named.cards[0].partition("/")[0] not in boxes:
            return True
        # „Baby-Drachen“ is no baby.
        part = named.end == place + 1 and token.hyphened and not self._head(named)
        return part or _elsewhere(named, boxes)

    def _of_word(self, token: Token, place: int, worded: Mention | None) -> Mention | None:
        """Return what a word of the game, a number or a person means."""
        if worded and worded.end - place > 1:
            return worded
        if token.value is not None:
            return Mention("number", token.value, place, place + 1, signed=token.signed)
        if token.key in self.people and not token.hyphened:
            return Mention("person", token.key, place, place + 1, gender=self.people[token.key])
        if worded:
            return worded
        if token.key in self.names_of_people and (
            token.text[:1].isupper() or token.key not in said("also_words")
        ):
            return Mention("person", token.key, place, place + 1, gender=self.names_of_people[token.key])
        if token.key in self.pronouns:
            return Mention("person", token.key, place, place + 1, gender=self.pronouns[token.key])
        return None

    def _supposed(self, tokens: Sequence[Token], place: int, boxes: Sequence[str]) -> Mention | None:
        """Return what a word that nobody knows may mean."""
        guessed = self._guessed(tokens, place)
        if guessed and guessed.is_word("item"):
            return guessed
        if (named := self.names.loosely(tokens, place, boxes)) and not _elsewhere(named, boxes):
            return Mention("card", named.cards, place, named.end, named.likeness, named.gender)
        return guessed

    def _head(self, named: Named) -> bool:
        """Say whether a name carries weight also as the first part of a word: „Shoggoth-Kampf“, „Krieger-Helfer“."""
        return self.names.kinds[named.cards[0]] in WEIGHTY

    def _guessed(self, tokens: Sequence[Token], place: int) -> Mention | None:
        """Return what a noun is that nobody knows, by what stands beside it: „Zauberstab +5“, „Qasim hilft“."""
        token = tokens[place]
        if not token.text.istitle() or token.key in self.everyday or place + 1 == len(tokens):
            return None
        beside = tokens[place + 1 : place + 3]
        follows = next((one for one in beside if one.key not in said("naming")), beside[-1])
        before = {one.key for one in tokens[max(0, place - 2) : place]}
        levelled = self.forms.get(follows.key) == "level"
        if beside[0].signed or self.forms.get(beside[0].key) == "plus":
            return Mention("word", "item", place, place + 1)
        appears = {one.key for one in tokens[max(0, place - 4) : place - 1]} & said("appears")
        if before & said("article") and appears:
            return Mention("word", "beast", place, place + 1)
        if levelled and before & said("facing"):
            return Mention("word", "beast", place, place + 1)
        if self.forms.get(beside[0].key) == "helps":
            return Mention("person", token.key, place, place + 1)
        if levelled:
            return Mention("word", "stranger", place, place + 1)
        return None

    def _ordinal(self, tokens: Sequence[Token], place: int) -> int | None:
        """„der siebenten Stufe“, „achtstufig“."""
        if (level := graded(tokens[place].key)) is not None:
            return level
        following = tokens[place + 1].key if place + 1 < len(tokens) else ""
        return ordinal(tokens[place].key) if self.forms.get(following) == "level" else None

    def _box(self, tokens: Sequence[Token], place: int) -> Mention | None:
        for end in range(min(len(tokens), place + 3), place, -1):
            run = " ".join(token.key for token in tokens[place:end] if token.kind != "sign")
            if box := self.boxes.get(run):
                return Mention("box", box, place, end)
        return None

    def _worded(self, tokens: Sequence[Token], place: int) -> Mention | None:
        # „3 zu 2“ and „3 (Lea) zu 2“ are scores, „wir zu 2“ says how many there are.
        scored = place > 0 and (tokens[place - 1].value is not None or tokens[place - 1].key == ")")
        for end in range(min(len(tokens), place + LONGEST_FORM), place, -1):
            run = " ".join(token.key for token in tokens[place:end])
            if run in self.counts and not scored:
                return Mention("word", "players", place, end)
            if concept := self.forms.get(run):
                return Mention("word", concept, place, end)
        word = tokens[place].key
        for length in range(len(word), 3, -1):
            if concept := self.beginnings.get(word[:length]):
                return Mention("word", concept, place, place + 1)
        return None

    def concepts(self, text: str) -> set[str]:
        """Return the concepts of a text, cards and people aside."""
        tokens = cut(text)
        found = (self._worded(tokens, place) for place in range(len(tokens)))
        return {one.name for one in found if one}

    def players(self, tokens: Sequence[Token], mention: Mention) -> int:
        """Return how many sit at the table: „zu fünft“."""
        return int(self.counts[" ".join(token.key for token in tokens[mention.start : mention.end])])


def _number_follows(tokens: Sequence[Token], place: int) -> bool:
    """„Rosi 9“, „Rosi auch 9“."""
    place += tokens[place].key in said("likewise") and place + 1 < len(tokens)
    return tokens[place].kind == "number"


def _listed(tokens: Sequence[Token], place: int) -> bool:
    """„anna 10 ben 9“: a name in a row of names with their numbers."""
    beside = [tokens[at] for at in (place - 1, place + 1) if 0 <= at < len(tokens)]
    return len(beside) > 1 and all(one.kind == "number" for one in beside)


def _elsewhere(named: Named, boxes: Sequence[str]) -> bool:
    """Say whether a card of a box that is not on the table was read generously: then the word is another one."""
    inside = any(card.partition("/")[0] in boxes for card in named.cards)
    return bool(boxes) and not inside and named.likeness < EXACT


def spotter(library: Library) -> Spotter:
    """Return the reader of a library, built once."""
    found: Spotter = library.compile("ask.spotter", lambda: Spotter(library))
    return found


def concepts(mentions: Iterable[Mention]) -> set[Any]:
    """Return the concepts that occur."""
    return {mention.value for mention in mentions if mention.kind == "word"}
