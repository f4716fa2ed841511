"""What exists: boxes, cards, and the sources that attest them."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from cards import vocabulary


class Source(models.Model):
    """Where a fact comes from."""

    key = models.SlugField(primary_key=True, max_length=80)
    title = models.TextField()
    url = models.URLField(null=True, blank=True, max_length=500)
    language = models.CharField(max_length=20, blank=True)
    reliability = models.CharField(max_length=60)
    remark = models.TextField(blank=True)

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.title


class Edition(models.Model):
    """A box: one of ours with a rulebook, or one that a rulebook only names."""

    key = models.SlugField(primary_key=True, max_length=60)
    name = models.CharField(max_length=120)
    name_en = models.CharField(max_length=120, blank=True)
    game = models.CharField(max_length=20, choices=vocabulary.Game.choices)
    order = models.PositiveSmallIntegerField(default=100)
    has_rulebook = models.BooleanField(default=False)
    language = models.CharField(max_length=20, blank=True)
    publisher = models.CharField(max_length=200, blank=True)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    rules_version = models.CharField(max_length=60, blank=True)
    cards_total = models.PositiveSmallIntegerField(null=True, blank=True)
    cards_distinct = models.PositiveSmallIntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    sources = models.ManyToManyField(Source, blank=True, related_name="editions")

    class Meta:
        ordering = ["order", "key"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("cards:edition-detail", args=[self.key])


class Card(models.Model):
    """One card of one box as the game knows it; `copies` says how often it lies there.

    `null` in a fact means: no source attests it. The names of the facts are those of the
    resolver's contract, so that one record feeds page, search, API and resolver.
    """

    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="cards")
    slug = models.SlugField(max_length=120)
    order = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=160)
    name_is_german = models.BooleanField(default=False)
    name_en = models.CharField(max_length=160, blank=True)
    aliases = models.JSONField(default=list, blank=True)
    kind = models.CharField(max_length=20, choices=vocabulary.Kind.choices)
    deck = models.CharField(max_length=20, choices=vocabulary.Deck.choices, blank=True)
    faction = models.CharField(max_length=40, blank=True)
    copies = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField(blank=True)

    level = models.PositiveSmallIntegerField(null=True, blank=True)
    levels = models.PositiveSmallIntegerField(null=True, blank=True)
    treasures = models.PositiveSmallIntegerField(null=True, blank=True)
    bonus = models.SmallIntegerField(null=True, blank=True)
    strength = models.SmallIntegerField(null=True, blank=True)
    slot = models.CharField(max_length=20, choices=vocabulary.Slot.choices, blank=True)
    hands = models.PositiveSmallIntegerField(null=True, blank=True)
    big = models.BooleanField(null=True, blank=True)
    gold = models.PositiveIntegerField(null=True, blank=True)
    run_away = models.SmallIntegerField(null=True, blank=True)
    grade = models.PositiveSmallIntegerField(null=True, blank=True)
    breakpoint = models.PositiveSmallIntegerField(null=True, blank=True)
    monsters = models.PositiveSmallIntegerField(null=True, blank=True)
    tags = models.JSONField(default=list, blank=True)
    # Every fact that is no single number: modifiers, usable_by, ignores, bad_stuff, on_escape,
    # effects, abilities, points, special, with, ... as the contract writes them.
    structures = models.JSONField(default=dict, blank=True)

    coverage = models.CharField(max_length=10, choices=vocabulary.Coverage.choices)
    complete = models.BooleanField(default=False)
    checked = models.BooleanField(default=False)
    confidence = models.CharField(max_length=10, choices=vocabulary.Confidence.choices)
    sources = models.ManyToManyField(Source, blank=True, related_name="cards")
    notes = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["edition__order", "order", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "slug"], name="card_once_per_edition"),
            models.CheckConstraint(condition=Q(level=None) | Q(level__gte=1), name="card_level_from_1"),
            models.CheckConstraint(condition=Q(hands=None) | Q(hands__lte=2), name="card_two_hands_at_most"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """The card's id in contract, API and citations: `<box>/<slug>`."""
        return f"{self.edition_id}/{self.slug}"

    def get_absolute_url(self) -> str:
        return reverse("cards:card-detail", args=[self.edition_id, self.slug])

    def facts(self) -> dict[str, Any]:
        """Return the card as the contract describes one: only facts that are attested."""
        numbers = {f: getattr(self, f) for f in vocabulary.NUMBERS if getattr(self, f) is not None}
        words = {f: v for f in ("deck", "slot", "faction") if (v := getattr(self, f))}
        tags = {"tags": self.tags} if self.tags else {}
        return {"name": self.name, "kind": self.kind, "set": self.edition_id, **words, **numbers, **tags, **self.structures}


class Redirect(models.Model):
    """An address that once was: a renamed or merged card, rule or ruling, or one that is gone."""

    kind = models.CharField(max_length=20)
    old = models.CharField(max_length=200)
    new = models.CharField(max_length=200, blank=True)
    since = models.DateField()
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["kind", "old"]
        constraints = [
            models.UniqueConstraint(fields=["kind", "old"], name="redirect_once"),
            models.CheckConstraint(condition=~Q(new=F("old")), name="redirect_leads_elsewhere"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new or 'entfallen'}"


class Release(models.Model):
    """A state of the data („Stand“): every write makes a new one; the newest is in force."""

    version = models.CharField(max_length=64)
    fixtures = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField()
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["-id"]
        get_latest_by = "id"

    def __str__(self) -> str:
        return self.version
