"""What the rules add to the pages of cards: rulings, open questions, and the statements that govern a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count

from cards.models import Card
from cards.panels import Badges, Panel, add_panel, count_badges_with
from cards.vocabulary import Kind
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


def register() -> None:
    """Let the pages of cards show what the rules know about them."""
    count_badges_with(badges)
    add_panel(Panel("rules/_card_panel.html", card_panel, head="rules/_head.html"))


def badges(cards: Iterable[int]) -> dict[int, Badges]:
    """Say for each card how many rulings and unsettled questions speak of it."""
    keys = list(cards)
    rulings = _count(Ruling.cards.through.objects.filter(card__in=keys))
    questions = _count(
        Question.cards.through.objects.filter(card__in=keys).exclude(question__state=QuestionState.SETTLED)
    )
    return {key: Badges(rulings[key], questions[key]) for key in {*rulings, *questions}}


def card_panel(card: Card) -> Mapping[str, Any]:
    return {
        "rulings": list(Ruling.objects.filter(cards=card).select_related("edition")),
        "questions": list(Question.objects.filter(cards=card).select_related("edition")),
        "naming": list(Rule.objects.filter(cards=card).select_related("edition")),
        "topics": _topics(card),
    }


def _topics(card: Card) -> list[tuple[str, str, int]]:
    """Return key, label and number of statements of the topics that govern a card in its own rulebook."""
    special = [TOPICS_OF_TAG[tag] for tag in card.tags if tag in TOPICS_OF_TAG]
    wanted = [*special, *TOPICS_OF_KIND.get(Kind(card.kind), ())]
    rows = Rule.objects.filter(edition=card.edition_id, topic__in=wanted).order_by()
    counts = dict(rows.values_list("topic").annotate(Count("pk")))
    return [(topic, TOPICS[topic], counts[topic]) for topic in wanted if topic in counts]


def _count(links: Any) -> Counter[int]:
    return Counter(dict(links.values_list("card").annotate(Count("pk")).order_by()))
