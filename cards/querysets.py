"""Every read of cards and boxes that is longer than a line, named as a question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Count, Sum, TextField
from django.db.models.functions import Cast

from cards.naming import slugify

if TYPE_CHECKING:
    from cards.models import Card, Edition


@dataclass(frozen=True)
class Counted:
    """A box and what is recorded of it."""

    box: Edition
    different: int
    copies: int


class EditionQuerySet(models.QuerySet["Edition"]):
    def with_rulebook(self) -> EditionQuerySet:
        """Return the boxes whose rules this site knows."""
        return self.filter(has_rulebook=True)

    def in_full(self) -> EditionQuerySet:
        """Fetch what a box's shape needs: how many of its cards are known, and its sources."""
        # What is counted forgets the order that the model has.
        return self.annotate(known=Count("cards")).order_by("order", "key").prefetch_related("sources")

    def counted(self) -> list[Counted]:
        """Return the boxes with how many different cards are recorded, and how many copies of them."""
        rows = self.annotate(different=Count("cards"), number=Sum("cards__copies", default=0))
        numbers = {key: (one, all_) for key, one, all_ in rows.values_list("key", "different", "number")}
        return [Counted(box, *numbers[box.key]) for box in self]


class CardQuerySet(models.QuerySet["Card"]):
    def in_box(self, box: str) -> CardQuerySet:
        return self.filter(edition_id=box)

    def for_lists(self) -> CardQuerySet:
        """Fetch what a row, a face or a badge shows: the card with its box."""
        return self.select_related("edition").defer("edition__facts", "edition__notes")

    def with_tag(self, tag: str) -> CardQuerySet:
        """Return the cards that bear a tag: its slug, in quotation marks, stands in the stored list."""
        return self.annotate(tags_text=Cast("tags", TextField())).filter(tags_text__contains=f'"{tag}"')

    def named(self, word: str, boxes: Iterable[str] = ()) -> Card | None:
        """Find the card that a name, slug, alias or English name means, in the boxes in their order."""
        slug = slugify(word)
        order = list(boxes)
        found = self.filter(edition_id__in=order) if order else self
        candidates = [(_rank(card, slug, order), card) for card in found]
        best = min((c for c in candidates if c[0]), key=lambda c: c[0] or (), default=None)
        return best[1] if best else None


def _rank(card: Card, slug: str, order: list[str]) -> tuple[int, int, int] | None:
    """Say how well a slug names a card: its own before a spelling, earlier boxes before later ones."""
    place = order.index(card.edition_id) if card.edition_id in order else card.edition.order
    if card.slug == slug:
        return (0, place, card.order)
    others = [card.name_en, *card.aliases]
    return (1, place, card.order) if any(slugify(other) == slug for other in others if other) else None
