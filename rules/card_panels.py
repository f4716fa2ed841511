"""What the rules add to the pages of cards: rulings, open questions, and the statements that govern a card."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from cards.files import load_yaml
from cards.models import Card
from cards.panels import Badges, Panel, add_panel, count_badges_with
from cards.per_release import PerRelease
from cards.vocabulary import Coverage, Kind
from rules.facts import fixtures_folder
from rules.models import Question, Rule, Ruling
from rules.vocabulary import TOPICS, QuestionState

# The topics of a rulebook that say how a kind of card works.
TOPICS_OF_KIND: dict[Kind, tuple[str, ...]] = {
    Kind.MONSTER: ("monster", "kampf", "schlimme-dinge", "weglaufen"),
    Kind.CURSE: ("fluch",), Kind.TRAP: ("fluch",),
    Kind.MONSTER_BOOST: ("monsterverstaerker", "kampfaktionen"),
    Kind.CLASS: ("klasse", "super-munchkin"), Kind.RACE: ("rasse", "halb-blut"),
    Kind.LOYALTY: ("loyalitaet",), Kind.TRAINING: ("training",), Kind.POWER: ("kraft",),
    Kind.WANDERING_MONSTER: ("wanderndes-monster", "kampfaktionen"),
    Kind.SPECIAL: ("super-munchkin", "halb-blut", "sonstige-karten"),
    Kind.ITEM: ("gegenstaende", "ausruestung", "grosse-gegenstaende", "verkaufen", "handeln"),
    Kind.ITEM_BOOST: ("gegenstandsverstaerker", "gegenstaende"),
    Kind.ONE_SHOT: ("kampfaktionen", "gegenstaende"), Kind.LEVEL_UP: ("stufe", "sonstige-karten"),
    Kind.ALLY: ("verbuendete", "mietling"), Kind.HIRELING: ("mietling", "verbuendete"),
    Kind.MINION: ("mietling", "verbuendete"), Kind.MOOK: ("mietling", "verbuendete"),
    Kind.BASE: ("wertung", "siegpunkte", "basis-check"), Kind.CREATURE: ("karten-spielen", "begriffe"),
    Kind.ACTION: ("karten-spielen", "begriffe"), Kind.TREASURE: ("schaetze", "beute"),
}  # fmt: skip
TOPICS_OF_TAG = {
    "untot": "untote", "goth": "goth", "weihnachtsmonster": "weihnachtsmonster", "alien": "alien-roboter",
    "roboter": "alien-roboter",
}  # fmt: skip
UNRECKONED = "munchkin/entries/cards.yaml"
_unreckoned: PerRelease[dict[str, str]] = PerRelease()


def register() -> None:
    """Let the pages of cards show what the rules know about them."""
    count_badges_with(badges)
    add_panel(Panel("rules/_card_panel.jinja", card_panel, head="rules/_head.html"))


def badges(cards: Iterable[int]) -> dict[int, Badges]:
    """Say for each card how many rulings and unsettled questions speak of it."""
    keys = list(cards)
    rulings = _count(Ruling.cards.through.objects.filter(card__in=keys))
    questions = _count(
        Question.cards.through.objects.filter(card__in=keys).exclude(question__state=QuestionState.SETTLED)
    )
    return {key: Badges(rulings[key], questions[key]) for key in {*rulings, *questions}}


def card_panel(card: Card) -> Mapping[str, Any]:
    told = _told.now(_read_told)
    said = {name: found.get(card.pk, []) for name, found in told.cards.items()}
    return {"unreckoned": unreckoned(card), **said, "topics": _topics(card, told)}


SAYING: dict[str, Any] = {"rulings": Ruling, "questions": Question, "naming": Rule}


@dataclass(frozen=True)
class Told:
    """What is said of which cards, and how many statements each book has on a topic."""

    cards: Mapping[str, Mapping[int, list[Any]]]
    topics: Mapping[tuple[str, str], int]


_told: PerRelease[Told] = PerRelease()


def _read_told() -> Told:
    topics = Rule.objects.order_by().values_list("edition", "topic").annotate(Count("pk"))
    counted = {(box, topic): number for box, topic, number in topics}
    return Told({name: _by_card(rows) for name, rows in SAYING.items()}, counted)


def _by_card(rows: Any) -> Mapping[int, list[Any]]:
    """Return the statements of one kind that speak of cards, in their order, by the card."""
    links = rows.cards.through.objects.values_list(rows._meta.model_name, "card")
    meant, found = defaultdict(list), defaultdict(list)
    for statement, card in links:
        meant[statement].append(card)
    for one in rows.objects.filter(pk__in=links.values(rows._meta.model_name)).select_related("edition"):
        for card in meant[one.pk]:
            found[card].append(one)
    return found


def unreckoned(card: Card) -> str:
    """Say what of the card's text the resolver does not reckon with; empty where nobody has written it down."""
    return "" if card.coverage == Coverage.FULL else _unreckoned.now(_read_unreckoned).get(card.key, "")


def _read_unreckoned() -> dict[str, str]:
    rows = load_yaml(fixtures_folder() / UNRECKONED)
    return next(row["value"] for row in rows if row["target"] == "karte.ungerechnet")


def _topics(card: Card, told: Told) -> list[tuple[str, str, int]]:
    """Return key, label and number of statements of the topics that govern a card in its own rulebook."""
    special = [TOPICS_OF_TAG[tag] for tag in card.tags if tag in TOPICS_OF_TAG]
    wanted = [*special, *TOPICS_OF_KIND.get(Kind(card.kind), ())]
    found = ((topic, told.topics.get((card.edition_id, topic))) for topic in wanted)
    return [(topic, TOPICS[topic], number) for topic, number in found if number]


def _count(links: Any) -> Counter[int]:
    return Counter(dict(links.values_list("card").annotate(Count("pk")).order_by()))
