"""What tells which part a number, card or person of a fight plays: the words around, and what was read before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Any, NamedTuple

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.words import DOUBTFUL, Token

Facts = Mapping[str, Mapping[str, Any]]
NOTHING = ""
AROUND, BAG = 4, 5
# Concepts whose words may stand for somebody or something of the fight.
KINDS = {
    "me": "me", "we": "we", "helper": "helper", "no": "neg", "without": "neg", "not": "neg", "alone": "neg",
    "item": "thing", "headgear": "thing", "armor": "thing", "footgear": "thing", "vehicle": "thing",
    "one_shot": "thing", "ally": "thing", "boost": "thing", "weapon_like": "thing", "woman": "sex", "man": "sex",
    "class": "trait", "race": "trait", "others": "others", "stranger": "name", "beast": "name", "curse": "thing",
}  # fmt: skip
# By what one finds one's way: whom and what the words are about.
OWNERS = frozenset(("me", "we", "helper", "helps", "monster", "monster_level", "person", "card:monster"))
ANCHORS = OWNERS | {
    "level", "bonus", "plus", "minus", "strength", "total", "against", "plays", "item", "flees", "handcards",
    "discards", "treasures", "card:monster-boost", "printed", "each", "wins", "rolls",
}  # fmt: skip
TELLING = frozenset(
    ("helps", "helper", "we", "card:monster", "monster", "rolls", "flees", "discards", "total", "strength")
)
PIECE = 4
ENDS = frozenset(".!?;:–")
SHORTEST_NAME = 2


class Item(NamedTuple):
    """A mention, or a word or sign that means nothing by itself."""

    key: str
    sort: str
    start: int
    end: int
    # Which mention it is; -1 where it is none.
    place: int = -1

    @property
    def sense(self) -> str:
        """Return what the item means, or else how it is written."""
        return self.sort or self.key


class Unit(NamedTuple):
    """Something that may play a part: which item it is, of what kind, and its number."""

    item: int
    kind: str
    sign: str = ""
    value: int | None = None
    cards: tuple[str, ...] = ()


class State(NamedTuple):
    """What was read before: the last parts, whose the last was, and what is known already."""

    last: str = "^"
    before: str = "^"
    owner: str = "^"
    known: frozenset[str] = frozenset()


class Text(NamedTuple):
    """A question as items and units."""

    items: tuple[Item, ...]
    units: tuple[Unit, ...]
    tokens: Sequence[Token]

    def stretch(self, place: int, signs: Set[str], far: int | None = None) -> tuple[int, int]:
        """Return where the items around a place begin and end, as far as the next sign, or no further than so many."""
        start, end, most = place, place + 1, len(self.items) if far is None else far
        while start and place - start < most and self.items[start - 1].key not in signs:
            start -= 1
        while end < len(self.items) and end - place < most and self.items[end].key not in signs:
            end += 1
        return start, end

    def keys(self, start: int, end: int) -> list[str]:
        """Return the words of some items, one by one."""
        some = self.items[max(0, start) : max(0, end)]
        return [token.key for item in some for token in self.tokens[item.start : item.end]]


def laid_out(
    tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts, everyday: frozenset[str] | set[str]
) -> Text:
    """Return a question as items, and those that may play a part."""
    items = tuple(_items(tokens, mentions, facts))
    units = [_unit(place, items, tokens, mentions, everyday) for place in range(len(items))]
    return Text(items, tuple(unit for unit in units if unit), tokens)


def _items(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Iterator[Item]:
    starts = {one.start: place for place, one in enumerate(mentions)}
    at = 0
    while at < len(tokens):
        place = starts.get(at, -1)
        if place < 0:
            yield Item(tokens[at].key, "", at, at + 1)
            at += 1
            continue
        one = mentions[place]
        written = " ".join(token.key for token in tokens[one.start : one.end])
        yield Item(_key(one, written), _sort(one, facts), one.start, one.end, place)
        at = one.end


def _key(one: Mention, written: str) -> str:
    if one.kind == "number":
        return "#" + _sign(one)
    return "<card>" if one.kind == "card" else "<person>" if one.kind == "person" else written


def _sign(one: Mention) -> str:
    return ("-" if one.number < 0 else "+") if one.signed else ""


def _sort(one: Mention, facts: Facts) -> str:
    if one.kind == "card":
        return f"card:{facts[one.cards[0]]['kind']}"
    if one.kind == "number":
        return "#" + _sign(one)
    return one.name if one.kind == "word" else one.kind


def _unit(
    place: int,
    items: Sequence[Item],
    tokens: Sequence[Token],
    mentions: Sequence[Mention],
    everyday: frozenset[str] | set[str],
) -> Unit | None:
    item = items[place]
    token = tokens[item.start]
    if item.end == item.start + 1 and token.key in DOUBTFUL:
        cards = mentions[item.place].cards if item.sort.startswith("card:") else ()
        return Unit(place, "doubt", value=DOUBTFUL[token.key], cards=cards)
    if token.key in said("addressed") and (item.place < 0 or mentions[item.place].kind == "word"):
        return Unit(place, "me")
    if item.place < 0:
        return (
            Unit(place, "name")
            if _named(item, items[place - 1] if place else None, tokens, everyday)
            else None
        )
    one = mentions[item.place]
    if one.kind == "number":
        before = items[place - 1].sort if place else ""
        if before == "level":
            return Unit(place, "number", "", abs(one.number))
        worded = {"plus": "+", "minus": "-"}.get(before, "")
        return Unit(place, "number", _sign(one) or worded, -one.number if worded == "-" else one.number)
    if one.kind == "card":
        return Unit(place, item.sort, cards=one.cards)
    if one.kind == "person":
        return Unit(place, "person")
    kind = KINDS.get(one.name) if one.kind == "word" else None
    return Unit(place, kind) if kind else None


def _named(
    item: Item, before: Item | None, tokens: Sequence[Token], everyday: frozenset[str] | set[str]
) -> bool:
    """Say whether a word that nobody knows may be somebody or something: „Xhevdet“, „mei Gschpusi“."""
    token = tokens[item.start]
    if token.kind != "word" or token.key in everyday:
        return False
    owned = before is not None and before.key in said("owning")
    return owned or (token.text[:1].isupper() and (len(token.key) >= SHORTEST_NAME or token.text.isupper()))


class Clues:
    """The clues of one question: those of the words, and those of what was read before."""

    def __init__(self, text: Text, facts: Facts) -> None:
        self.text, self.facts = text, facts
        self.items, self.units = text.items, text.units
        self.told = sorted({item.sort for item in self.items} & TELLING)
        self.numbers = [unit for unit in self.units if unit.value is not None]

    def of_words(self, at: int) -> list[str]:
        """Return the clues of a unit that its words give."""
        unit = self.units[at]
        kind = unit.kind + unit.sign
        found = [
            kind,
            f"{unit.kind}=",
            *self._window(unit, kind),
            *self._bag(unit, kind),
            *self._anchors(unit, kind),
        ]
        if unit.value is not None:
            found += self._number(unit, kind)
        if unit.kind != "number":
            found.append(f"{kind}={self._written(unit)}")
        if unit.kind == "name":
            found.append(f"{kind}~{self._written(unit)[-2:]}")
        return found + list(self._loosely(at, unit, kind))

    def _loosely(self, at: int, unit: Unit, kind: str) -> Iterator[str]:
        """Yield what holds for words that nobody has met: how they begin, what stands around, what is told at all."""
        for away in (-3, -2, -1, 1, 2, 3):
            item = self._at(unit.item + away)
            if item and len(item.key) > PIECE and item.key[0] not in "<#":
                yield f"{kind}{away}^{item.key[:PIECE]}"
        for away in (-2, -1, 1, 2):
            yield f"{unit.kind}*{away}{self._sense(unit.item + away)}"
        yield f"{unit.kind}*L{self._nearest(unit.item, -1, OWNERS)}"
        yield f"{unit.kind}*l{self._nearest(unit.item, -1, ANCHORS)}"
        kinds = ["^", *(one.kind + one.sign for one in self.units), "$", "$"]
        yield f"{kind}U{kinds[at]} {kinds[at + 2]}"
        yield f"{kind}U>{kinds[at + 2]} {kinds[at + 3]}"
        yield from (f"{kind}any{sense}" for sense in self.told)

    def _written(self, unit: Unit) -> str:
        item = self.items[unit.item]
        return " ".join(token.key for token in self.text.tokens[item.start : item.end])

    def _at(self, place: int) -> Item | None:
        return self.items[place] if 0 <= place < len(self.items) else None

    def _sense(self, place: int) -> str:
        item = self._at(place)
        return item.sense if item else "|"

    def _window(self, unit: Unit, kind: str) -> Iterator[str]:
        here = unit.item
        for away in range(1, AROUND + 1):
            for place, mark in ((here - away, f"-{away}"), (here + away, f"+{away}")):
                item = self._at(place)
                yield f"{kind}{mark}{item.key if item else '|'}"
                if item and item.sort:
                    yield f"{kind}{mark}:{item.sort}"
        senses = {away: self._sense(here + away) for away in (-3, -2, -1, 1, 2, 3)}
        for left, right in ((-2, -1), (-1, 1), (1, 2), (-3, -1), (-2, 1)):
            yield f"{kind}{left}{right}{senses[left]} {senses[right]}"
        yield f"{kind}-3-2-1{senses[-3]} {senses[-2]} {senses[-1]}"
        yield f"{kind}-2-1+1{senses[-2]} {senses[-1]} {senses[1]}"

    def _bag(self, unit: Unit, kind: str) -> Iterator[str]:
        """Yield the words of the same clause, as far as they are near."""
        for step, mark in ((-1, "<"), (1, ">")):
            for away in range(1, BAG + 1):
                item = self._at(unit.item + step * away)
                if item is None or item.key in ENDS:
                    break
                yield f"{kind}{mark}{item.sense}"

    def _anchors(self, unit: Unit, kind: str) -> Iterator[str]:
        left, right = self._nearest(unit.item, -1, OWNERS), self._nearest(unit.item, 1, OWNERS)
        near_left, near_right = self._nearest(unit.item, -1, ANCHORS), self._nearest(unit.item, 1, ANCHORS)
        yield f"{kind}L{left}"
        yield f"{kind}R{right}"
        yield f"{kind}LR{left} {right}"
        yield f"{kind}l{near_left}"
        yield f"{kind}r{near_right}"
        yield f"{kind}lr{near_left} {near_right}"
        yield f"{kind}Ll{left} {near_left}"

    def _nearest(self, here: int, step: int, wanted: frozenset[str]) -> str:
        """Return what of that stands nearest, and whether a sentence ends between."""
        ended = ""
        place = here + step
        while 0 <= place < len(self.items):
            item = self.items[place]
            if item.sort in wanted:
                return item.sort + ended
            if item.key in ENDS:
                ended = "."
            elif item.key == "," and not ended:
                ended = ","
            place += step
        return "|"

    def _number(self, unit: Unit, kind: str) -> Iterator[str]:
        value, place = abs(unit.value or 0), self.numbers.index(unit)
        last = len(self.numbers) - 1 - place
        size = (
            "0" if value == 0 else "s" if value < 10 else "t" if value == 10 else "m" if value < 21 else "l"
        )
        size = "x" if value > 40 else size
        form = self._written(unit)
        token = self.text.tokens[self.items[unit.item].start]
        form = (
            "er"
            if form.endswith("er")
            else "0"
            if token.kind == "number" and token.text[-1:].isdigit()
            else "w"
        )
        yield from (
            f"{kind}size{size}",
            f"{kind}form{form}",
            f"{kind}{size}n{min(place, 4)}",
            f"{kind}e{min(last, 4)}",
        )
        yield f"{kind}{size}of{min(len(self.numbers), 6)} {min(place, 4)}"
        yield f"{kind}{size}L{self._nearest(unit.item, -1, OWNERS)}"
        yield f"{kind}{size}{self._sense(unit.item - 1)}"
        earlier = [one.value or 0 for one in self.numbers[max(0, place - 5) : place]]
        if value > 1 and any(sum(some) == value for n in (2, 3) for some in combinations(earlier, n)):
            yield f"{kind}sum"
        if value in earlier:
            yield f"{kind}again"
        for mark, printed in self._printed(unit):
            if value in printed:
                yield f"{kind}printed{mark}"

    def _printed(self, unit: Unit) -> Iterator[tuple[str, set[int]]]:
        """Yield what is printed on the cards named just before and after."""
        for mark, one in self._beside(unit):
            facts = self.facts[one.cards[0]]
            values = {
                abs(facts[name])
                for name in ("bonus", "strength", "level")
                if isinstance(facts.get(name), int)
            }
            yield f"{mark}{facts['kind']}", values

    def _beside(self, unit: Unit) -> Iterator[tuple[str, Unit]]:
        cards = [one for one in self.units if one.cards]
        before = [one for one in cards if one.item < unit.item]
        after = [one for one in cards if one.item > unit.item]
        if before:
            yield "<", before[-1]
        if after:
            yield ">", after[0]

    def of_state(self, at: int, state: State) -> list[str]:
        """Return the clues of a unit that the parts before it give."""
        unit = self.units[at]
        kind = unit.kind + unit.sign
        here, before = unit.item, self.units[at - 1].item if at else -1
        between = " ".join(item.key for item in self.items[before + 1 : here]) if here - before <= 4 else "…"
        broken = any(item.key in ENDS for item in self.items[before + 1 : here])
        last, known = state.last, ",".join(sorted(state.known))
        near = self._nearest(here, -1, OWNERS)
        return [
            f"{kind}!{last}",
            f"{kind}!{last}{'.' if broken else ''}!",
            f"{kind}!{state.before}!{last}",
            f"{kind}@{state.owner}",
            f"{kind}@{state.owner}{'.' if broken else ''}@",
            f"{kind}@{state.owner}L{near}",
            f"{kind}!{last}={between}",
            f"{kind}?{known}",
            f"{kind}?{known}@{state.owner}",
            f"{kind}?{known}L{near}",
            f"{kind}?{known}-{self._sense(here - 1)}",
            f"{kind}@{state.owner}-{self._sense(here - 1)}",
            f"{kind}@{state.owner}+{self._sense(here + 1)}",
            f"{kind}!{last}-{self._sense(here - 1)}+{self._sense(here + 1)}",
        ]

    def of_end(self, state: State) -> list[str]:
        """Return the clues of a whole row of parts: what is known at the end."""
        known = ",".join(sorted(state.known))
        monsters = sum(unit.kind == "card:monster" for unit in self.units)
        return [
            f"$?{known}",
            f"$?{known}m{monsters}",
            *(f"$?{one}n{len(self.numbers)}" for one in state.known),
        ]

    def after(self, at: int, role: str, state: State) -> State:
        """Return what is known when a unit plays a part."""
        if role == NOTHING:
            return state
        unit, (owner, _, what) = self.units[at], role.partition(".")
        known = state.known
        if what in ("stufe", "gesamt", "anzahl", "abwerfen", "hand") or (what == "" and owner in "HT"):
            known = known | {role}
        if (
            what == "karte"
            and unit.kind == "card:monster"
            and self.facts[unit.cards[0]].get("level") is not None
        ):
            known = known | {f"{owner}.stufe"}
        whose = owner if owner in OWNING else state.owner
        return State(role, state.last, whose, known)


OWNING = frozenset(("K", "H", "T", "M", "M2", "M3", "wir"))
