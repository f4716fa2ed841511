"""Smash Up: a base, who has which strength there, what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.words import Token

Facts = Mapping[str, Mapping[str, Any]]
Row = dict[str, Any]
# A base of which only numbers are told, and what of a card a question may say otherwise.
UNNAMED: Row = {"name": "Basis", "kind": "base", "breakpoint": 20, "points": [4, 2, 1], "monsters": 0}
INLINE = ("name", "kind", "breakpoint", "points", "monsters", "abilities")
# By these words somebody controls the monster.
CHARMS = frozenset(
    [
        "charm",
        "verzauberung",
        "ubernommen",
        "kontrolliere",
        "kontrolliert",
        "bezaubert",
        "verzaubert",
        "gekapert",
    ]
)
# It is being scored, whatever its breakpoint was.
FALLEN = 1
LETTERS = "abcdef"
NO_NAMES = frozenset(
    [
        "starke",
        "power",
        "kraft",
        "summe",
        "mit",
        "st",
        "und",
        "platz",
        "je",
        "wert",
        "stufe",
        "gesamt",
        "spieler",
        "kreatur",
        "kreaturen",
        "minions",
    ]
)
RIVALS = frozenset(("gegner", "opponent", "feind", "gegenuber"))
MOST_PLAYERS, MOST_CREATURES, LONGEST_NAME = 4, 8, 9
LEAST_STRENGTH = 5
# Whom the asker calls „du“.
YOU = "gegenueber"


@dataclass
class Shore:
    """What the question says of one base."""

    card: str | None = None
    breakpoint: int | None = None
    points: list[int] | None = None
    monsters: list[Any] = field(default_factory=list)
    monster_strengths: list[int] = field(default_factory=list)
    people: dict[str, list[Any]] = field(default_factory=dict)
    treasures: int | None = None
    together: int | None = None
    charmed: str | None = None


def read(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> Shore:
    """Read base, printed values, monsters and strengths; whoever has no name is A, B, C."""
    return _Reader(tokens, mentions, facts).read()


class _Reader:
    def __init__(self, tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> None:
        self.tokens, self.mentions, self.facts = tokens, mentions, facts
        self.shore = Shore()
        self.used: set[int] = set()
        self.here = ""
        # Who was named, and of whom „beide“ speaks; how many creatures the words speak of.
        self.named: list[str] = []
        self.both: list[str] = []
        self.loose: int | None = None
        self.count = 1

    def read(self) -> Shore:
        if {token.key for token in self.tokens} & CHARMS:
            self.shore.charmed = "du"
        self._base()
        self._all_alike()
        self._slashes()
        for place, mention in enumerate(self.mentions):
            self._lettered(place)
            if place in self.used:
                continue
            if mention.kind == "card":
                self._card(place, mention)
            elif mention.kind == "person" and mention.name not in ("wer", "jemand", "andere"):
                self.here = mention.name
                self.named.append(self.here)
            elif mention.is_word("me") and self.tokens[mention.start].key in said("myself"):
                self.here = "du"
                self.named.append(self.here)
            elif self.tokens[mention.start].key == "beide" and len(self.named) > 1:
                self.both = self.named[-2:]
            elif mention.is_word("we") or (mention.is_word("total") and self.here in ("", "monster")):
                self.here = "zusammen"
            elif mention.is_word("creature") or self.tokens[mention.start].key in said("creatures"):
                self._creatures(place)
            elif mention.is_word("monster"):
                self.here = "gegner" if self.tokens[mention.start].key in RIVALS else "monster"
            elif mention.kind == "number" and place not in self.used:
                self._number(place, mention)
        if not self.shore.people and self.shore.together is None:
            # „reichen 17 am Thieves Guild?“
            self.shore.together = self.loose
        return self.shore

    def _lettered(self, place: int) -> None:
        """„A hat 9, B 8“, „ich 19, du 10“: people that no list names."""
        start = self.mentions[place - 1].end if place else 0
        for token in self.tokens[start : self.mentions[place].start]:
            if len(token.text) == 1 and token.text in LETTERS.upper():
                self.here, self.count = token.key, 1
            elif token.key in ("du", "dir"):
                self.here, self.count = YOU, 1

    def _creatures(self, place: int) -> None:
        """„zwei Kreaturen mit je 4“; „Kreaturen 9 + 5“ are everybody's."""
        before = self.mentions[place - 1] if place else None
        counted = before and before.kind == "number" and self.mentions[place].start - before.end == 0
        self.count = before.number if before and counted and 0 < before.number <= MOST_CREATURES else 1
        if self.here in ("", "monster"):
            self.here = "zusammen"

    def _all_alike(self) -> None:
        """„drei Spieler, alle mit Stärke 9“: as many people with the same strength."""
        numbers = [one for one in self.mentions if one.kind == "number" and not one.signed]
        for place, one in enumerate(numbers):
            after = {token.key for token in self.tokens[one.end : one.end + 2]}
            for other in numbers[place + 1 :]:
                before = {token.key for token in self.tokens[max(0, other.start - 4) : other.start]}
                if after & {"spieler", "leute", "andere"} and before & {"alle", "je", "jeder", "jeweils"}:
                    count = min(one.number, MOST_PLAYERS)
                    self.shore.people |= {f"spieler_{LETTERS[i]}": [other.number] for i in range(count)}
                    self.used |= {self.mentions.index(one), self.mentions.index(other)}
                    return

    def _base(self) -> None:
        for place, mention in enumerate(self.mentions):
            if mention.kind == "card":
                bases = [card for card in mention.cards if self.facts[card]["kind"] == "base"]
                if bases and self.shore.card is None:
                    self.shore.card = bases[0]
                    self.used.add(place)

    def _slashes(self) -> None:
        """„5/3/2“ are points of places, „11 11 4“ and „9 / 9 / 4 / 3“ strengths."""
        runs: list[list[int]] = []
        for place, mention in enumerate(self.mentions):
            if mention.kind != "number" or mention.signed or place in self.used:
                continue
            last = self.mentions[runs[-1][-1]] if runs else None
            between = {t.key for t in self.tokens[last.end : mention.start]} if last else {"x"}
            if (
                last
                and last.end <= mention.start
                and between <= {"/", ",", "und", "u"}
                and mention.start - last.end <= 1
            ):
                runs[-1].append(place)
            else:
                runs.append([place])
        for run in runs:
            values = [self.mentions[place].number for place in run]
            if len(values) == 3 and self._points(run, values):
                self.shore.points = values
                self.used |= set(run)
            elif len(values) >= 2 and not self.shore.people and self._loose(run):
                self.shore.people = {f"spieler_{LETTERS[i]}": [value] for i, value in enumerate(values[:6])}
                self.used |= set(run)

    def _points(self, run: Sequence[int], values: list[int]) -> bool:
        near = self.tokens[max(0, self.mentions[run[0]].start - 4) : self.mentions[run[0]].start]
        told = any(token.key in ("basis", "punkte", "points", "vp", "(") for token in near)
        return (
            values == sorted(values, reverse=True)
            and max(values) <= 6
            and (told or self.shore.points is None)
        )

    def _loose(self, run: Sequence[int]) -> bool:
        """Say whether nobody's name stands right before these numbers."""
        before = self.mentions[run[0] - 1] if run[0] else None
        monsters = before is not None and (
            before.is_word("monster")
            or (before.kind == "card" and self.facts[before.cards[0]]["kind"] == "monster")
        )
        return (
            not monsters
            and (before is None or before.kind != "person")
            and not self._called(self.mentions[run[0]])
        )

    def _called(self, mention: Mention) -> str:
        """Return the name right before a number that no list knows: „dr Uli 6“, „A 9“."""
        token = self.tokens[mention.start - 1] if mention.start else None
        covered = any(one.start <= mention.start - 1 < one.end for one in self.mentions)
        if (
            token is None
            or token.kind != "word"
            or covered
            or not token.text[:1].isupper()
            or token.key in NO_NAMES
            or len(token.key) > LONGEST_NAME
        ):
            return ""
        return token.key

    def _card(self, place: int, mention: Mention) -> None:
        card = mention.cards[0]
        kind = self.facts[card]["kind"]
        if kind == "monster":
            count = 1
            before = self.mentions[place - 1] if place else None
            if before and before.kind == "number" and mention.start - before.end <= 1 and before.number <= 4:
                count = before.number
            if not any(card == known for known in self.shore.monsters):
                self.shore.monsters += [card] * count
            self.here = "monster"
        elif kind == "creature" and self.here not in ("", "monster", "zusammen"):
            self.shore.people.setdefault(self.here, []).append(card)

    def _number(self, place: int, mention: Mention) -> None:
        before = self.mentions[place - 1] if place else None
        follows = self.mentions[place + 1] if place + 1 < len(self.mentions) else None
        value = mention.number
        if follows and follows.is_word("treasures") and follows.start - mention.end <= 1:
            self.shore.treasures = value
            return
        if (
            follows
            and follows.kind == "card"
            and self.facts[follows.cards[0]]["kind"] in ("monster", "creature")
            and follows.start - mention.end <= 1
            and value <= 4
        ):
            return
        if (
            follows
            and follows.is_word("base", "players", "monster", "creature", "counter", "points")
            and follows.start - mention.end <= 1
            and (self.tokens[mention.end].key not in ".,;!?")
        ):
            return
        if self._printed(before, mention):
            self.shore.breakpoint = value
            return
        if self.here == "monster" and not self._called(mention) and self._of_monster(mention):
            self.shore.monster_strengths.append(value)
            return
        if self.both:
            for who in self.both:
                self.shore.people.setdefault(who, []).append(value)
            self.both = []
            return
        if self.here == "zusammen" and not self.shore.people:
            added = mention.signed or (before and before.kind == "number" and mention.start - before.end <= 1)
            self.shore.together = value + (self.shore.together or 0 if added else 0)
            return
        if called := self._called(mention):
            self.here = called
        if not self.here and value >= LEAST_STRENGTH:
            self.loose = value
        if self.here and self.here not in ("monster", "zusammen"):
            each = self.tokens[mention.start - 1].key in ("je", "jeweils")
            self.shore.people.setdefault(self.here, []).extend([value] * (self.count if each else 1))

    def _printed(self, before: Mention | None, mention: Mention) -> bool:
        """„Mage's Tower (printed 18)“, „Treasure Bath 12“, „die basis selber hat 14“, „Zerstörungswert 18“."""
        if before is None:
            return False
        gap = mention.start - before.end
        if before.is_word("breakpoint") and gap <= 3:
            return True
        base = before.kind == "card" and self.facts[before.cards[0]]["kind"] == "base"
        return (
            (base and gap <= 3)
            or (before.is_word("base") and gap <= 4)
            or (
                before.is_word("printed")
                and gap <= 1
                and self.shore.breakpoint is None
                and not self.shore.people
            )
        )

    def _of_monster(self, mention: Mention) -> bool:
        near = {token.key for token in self.tokens[max(0, mention.start - 4) : mention.start]}
        return bool(near & {"st", "starke", "mit", "monster", "und", "("})


def scenario(shore: Shore, facts: Facts, act: str, *, fallen: bool = False) -> Row:
    """Return the base with everything on it, about to be checked or scored."""
    card = _base(shore, facts, fallen)
    if isinstance(card, dict) and (fallen or (act == "score" and shore.card is None)):
        card["breakpoint"] = FALLEN
    people = shore.people or ({"du": [shore.together]} if shore.together is not None else {})
    ids = list(dict.fromkeys(["du", *people] if "du" in people else people)) or ["du"]
    ids += ["person1"] * (len(ids) < 2)
    first = ids[0]
    state = {
        "players": [{"id": one} for one in ids],
        "turn": {"player": first, "step": "check"},
        "bases": [{"card": card, "cards": _lying(shore, people)}],
    }
    do = (
        [{"action": "check_bases", "player": first}]
        if act == "check_bases"
        else [{"action": "score", "player": first, "base": 0}]
    )
    return {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": do}


def _base(shore: Shore, facts: Facts, fallen: bool) -> Any:
    """Return the base: the card as it is known, or what the question says of it instead."""
    printed = facts[shore.card] if shore.card else UNNAMED
    other = shore.breakpoint and shore.breakpoint != printed.get("breakpoint")
    if not (fallen or shore.card is None or shore.points or other):
        return shore.card
    card = {key: value for key, value in printed.items() if key in INLINE}
    if shore.points:
        card["points"] = shore.points
    if shore.breakpoint:
        card["breakpoint"] = shore.breakpoint
    return card


def forced(scenario: Row) -> bool:
    """Say whether the base falls only because the question says so."""
    card = scenario["state"]["bases"][0]["card"]
    return isinstance(card, dict) and card["breakpoint"] == FALLEN


def _lying(shore: Shore, people: Mapping[str, list[Any]]) -> list[Row]:
    """Return everything that lies on the base, and whose it is."""
    rows: list[Row] = []

    def lay(card: Any, owner: str | None = None, controller: str | None = None) -> None:
        rows.append({"ref": f"k{len(rows) + 1}", "card": card, "owner": owner, "controller": controller})

    for who, strengths in people.items():
        for strength in strengths:
            named = {"name": f"Kreatur {len(rows) + 1}", "kind": "creature", "strength": strength}
            lay(strength if isinstance(strength, str) else named, who, who)
    for monster in shore.monsters:
        lay(monster, controller=shore.charmed)
    if not shore.monsters:
        for strength in shore.monster_strengths:
            lay({"name": f"Monster {len(rows) + 1}", "kind": "monster", "strength": strength})
        if shore.treasures:
            guarded = {"strength": 0, "treasures": shore.treasures}
            lay({"name": "Bewachte Schätze", "kind": "monster", **guarded})
    return rows
