"""Who and what a question puts on the table: people, monsters and what belongs to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.ask.data import said

Facts = Mapping[str, Mapping[str, Any]]
TRAITS = frozenset(("class", "race", "loyalty", "training", "power", "style"))
ME, HELPER = "du", "helfer"
# How many hands somebody has whom no card gives more.
HANDS = 2
# What the database says of a card besides what it does.
ASIDE = frozenset(("slug", "coverage", "copies", "names", "group"))
# What a card without a bonus may do instead.
WORKS = ("abilities", "effects", "counts", "doubles", "silences", "bonus_per", "run_away", "not_usable_by")


def facts_of(card: Any, facts: Facts) -> Mapping[str, Any]:
    """Return what is known of a card: of the database, with others on it, or as somebody describes it."""
    if isinstance(card, str):
        return facts[card]
    return facts_of(card["card"], facts) if "card" in card else card


def name_of(card: Any, facts: Facts) -> str:
    return str(facts_of(card, facts)["name"])


def bonus_of(card: Any, facts: Facts) -> int:
    return int(facts_of(card, facts).get("bonus") or 0)


def has(card: Any, ability: str, facts: Facts) -> bool:
    """Say whether a card of the database has an ability."""
    return any(ability in one for one in _abilities(card, facts))


def ability_of(card: Any, ability: str, facts: Facts) -> int:
    """Return how much of something a card of the database allows."""
    return sum(int(one.get(ability) or 0) for one in _abilities(card, facts))


def _abilities(card: Any, facts: Facts) -> list[Mapping[str, Any]]:
    rows = facts[card].get("abilities") or () if isinstance(card, str) else ()
    return [one for one in rows if isinstance(one, dict)]


def each_monster(card: Any, facts: Facts) -> list[int | None]:
    """Return by how much each side of a card changes every monster: None for a side that does something else."""
    effects = [one for one in facts_of(card, facts).get("effects") or () if isinstance(one, dict)]
    sides = next((one["options"] for one in effects if "options" in one), [effects])
    return [next((one["each_monster"] for one in side if "each_monster" in one), None) for side in sides]


def unvalued(card: Mapping[str, Any]) -> bool:
    """Say whether no source attests the bonus of a thing, or whoever uses it names it himself."""
    if card["kind"] not in ("item", "one-shot", "ally") or card.get("bonus") is not None:
        return False
    known = card.get("coverage") == "full" or card.get("slug") in said("without_bonus")
    return wagers(card) or not (known or any(card.get(one) for one in WORKS))


def wagers(card: Mapping[str, Any]) -> bool:
    """Say whether one names the bonus oneself when one uses it."""
    uses = (one.get("use") or {} for one in card.get("abilities") or () if isinstance(one, dict))
    return any("wager" in effect for use in uses for effect in use.get("effects") or ())


def described(facts: Mapping[str, Any], **said: Any) -> dict[str, Any]:
    """Return a card with everything that it does, and what somebody says stands on it."""
    return {name: value for name, value in facts.items() if name not in ASIDE} | said


def met_by_hand(foe: Foe, facts: Facts) -> int:
    """Return how much stronger a monster is where whoever meets it holds an even number of cards."""
    rows = (facts[foe.card].get("on_meet") or ()) if foe.card else ()
    return sum(
        int(row.get("monster_strength") or 0) for row in rows if (row.get("if") or {}).get("hand") == "even"
    )


@dataclass
class Person:
    """Somebody at the table, as far as the question tells."""

    id: str
    gender: str = ""
    level: int | None = None
    total: int | None = None
    bonus: list[int] = field(default_factory=list)
    cards: list[Any] = field(default_factory=list)
    hand: list[Any] = field(default_factory=list)
    # Cards that lie on others: „Cheat!“ on an item, a madness on its class.
    attached: dict[str, list[str]] = field(default_factory=dict)
    hand_count: int | None = None
    discards: int = 0
    run_away: int = 0
    # Things that are named, but whose bonus nobody knows.
    unknown: list[str] = field(default_factory=list)
    helps: bool = False
    classless: bool = False
    # What is told of him is a total: what his class brings is in it.
    counted: bool = False
    # Traits that somebody says he has not.
    lacks: set[str] = field(default_factory=set)
    # The level was a number without a word; a plain „Stufe 3“ wins over it.
    guessed: bool = False

    @property
    def told(self) -> bool:
        return bool(
            self.level is not None or self.total is not None or self.bonus or self.cards or self.unknown
        )


@dataclass
class Foe:
    """A monster of the question: a card of the database, or what is said of it."""

    card: str | None = None
    level: int | None = None
    boosts: list[Any] = field(default_factory=list)
    strength: int = 0
    modifiers: list[dict[str, Any]] = field(default_factory=list)
    treasures: int | None = None
    run_away: int = 0
    tags: list[str] = field(default_factory=list)
    # „zwei Monster“: it is there, whatever else is said of it.
    counted: bool = False
    # „drei Goblins“: how many of the same.
    times: int = 1

    def copy(self) -> Foe:
        return replace(self, boosts=list(self.boosts), modifiers=list(self.modifiers), tags=list(self.tags))


@dataclass
class Table:
    """What the question puts there."""

    people: dict[str, Person] = field(default_factory=dict)
    foes: list[Foe] = field(default_factory=list)
    players: int | None = None
    # What somebody rolled on a flight.
    roll: int | None = None
    # How many others have which trait: „zwei andere sind Kultisten“.
    others_with: dict[str, int] = field(default_factory=dict)
    levels_of_others: list[int] = field(default_factory=list)
    played: list[tuple[Any, str]] = field(default_factory=list)
    # Who threw what: a card that is for some alone has to be theirs.
    throwers: dict[str, str] = field(default_factory=dict)
    # Which side of a card was chosen.
    modes: dict[str, int] = field(default_factory=dict)
    # What is said of everybody who fights: „wir sind beide Zwerge“.
    ours: list[str] = field(default_factory=list)
    # Curses and level cards that somebody plays into the fight.
    events: list[str] = field(default_factory=list)
    team_total: int | None = None
    claims: list[int] = field(default_factory=list)
    # What comes out, as somebody says, before it is settled whether it is all that is known.
    sums: list[int] = field(default_factory=list)
    used: set[int] = field(default_factory=set, compare=False)
    lowest: bool = False
    together: bool = False
    # What has to be known before the table can be worked out: questions.
    open: list[str] = field(default_factory=list)
    # What words say that the table does not show: questions that are asked before anybody is told who wins.
    doubts: list[str] = field(default_factory=list, compare=False)
    # What an answer says of cards that bring nothing.
    notes: list[str] = field(default_factory=list, compare=False)
    # Sorts that the monster is said not to be.
    untagged: set[str] = field(default_factory=set)
    # What things are worth that do not count where they lie: somebody may have counted them all the same.
    idle: list[int] = field(default_factory=list, compare=False)
    # How many numbers play no part.
    aside: int = 0
    # Who fights, where that is known.
    fighter: str = ""

    def cards(self) -> list[str]:
        """Return the cards of the database that lie before somebody."""
        return [card for one in self.people.values() for card in one.cards if isinstance(card, str)]

    def person(self, ident: str, gender: str = "") -> Person:
        found = self.people.setdefault(ident, Person(ident))
        found.gender = found.gender or gender
        return found


def thrown_for(person: Person, facts: Facts) -> list[Mapping[str, Any]]:
    """Return what somebody may throw cards away for."""
    abilities = (ability for card in person.cards for ability in _abilities(card, facts))
    return [one["discard_for_strength"] for one in abilities if "discard_for_strength" in one]
