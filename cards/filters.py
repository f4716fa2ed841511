"""The filters of the card list: what a reader may choose, and what that leaves."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count
from django.http import QueryDict

from cards.knowledge import BY_KEY, without
from cards.models import Card, Edition, Source
from cards.querysets import CardQuerySet
from cards.vocabulary import Kind


@dataclass(frozen=True)
class Choice:
    """One value that a filter may take."""

    value: str
    label: str
    number: int


@dataclass(frozen=True)
class Filters:
    """What the reader chose; an empty word chooses everything, an unknown one is said to be unknown."""

    box: str = ""
    kind: str = ""
    tag: str = ""
    source: str = ""
    missing: str = ""
    unknown: tuple[str, ...] = ()

    @classmethod
    def read(cls, query: QueryDict) -> Filters:
        chosen = {name: query.get(word, "") for name, word in WORDS.items()}
        unknown = tuple(value for name, value in chosen.items() if value and not _exists(name, value))
        return cls(**chosen, unknown=unknown)

    def apply(self, cards: CardQuerySet) -> CardQuerySet:
        if self.unknown:
            return cards.none()
        if self.box:
            cards = cards.in_box(self.box)
        if self.kind:
            cards = cards.filter(kind=self.kind)
        if self.source:
            cards = cards.filter(sources=self.source)
        if self.missing:
            cards = cards.filter(pk__in=[card.pk for card in without(self.missing, cards)])
        return cards.with_tag(self.tag) if self.tag else cards

    @property
    def lacks(self) -> str:
        """What the cards chosen lack, in words."""
        return BY_KEY[self.missing].missing if self.missing in BY_KEY else ""

    @property
    def boxes(self) -> list[Choice]:
        # What is counted forgets the order that the model has.
        rows = Edition.objects.annotate(number=Count("cards")).filter(number__gt=0).order_by("order", "key")
        return [Choice(box.key, box.name, box.number) for box in rows]

    @property
    def kinds(self) -> list[Choice]:
        rows = Card.objects.order_by().values_list("kind").annotate(number=Count("pk"))
        numbers = dict(rows)
        return [Choice(str(kind), str(kind.label), numbers[kind]) for kind in Kind if kind in numbers]


WORDS = {"box": "box", "kind": "art", "tag": "merkmal", "source": "quelle", "missing": "fehlt"}


def _exists(name: str, value: str) -> bool:
    if name == "box":
        return Edition.objects.filter(key=value).exists()
    if name == "source":
        return Source.objects.filter(key=value).exists()
    if name == "missing":
        return value in BY_KEY
    return value in Kind.values if name == "kind" else True
