"""What exists: boxes, cards, and the sources that attest them."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from simple_history.models import HistoricalRecords

from cards import vocabulary
from cards.columns import JSONField
from cards.querysets import CardQuerySet, EditionQuerySet


class Source(models.Model):
    """Where a fact comes from."""

    key = models.SlugField(primary_key=True, max_length=80)
    title = models.TextField()
    url = models.URLField(null=True, blank=True, max_length=500)
    language = models.CharField(max_length=20, blank=True)
    reliability = models.CharField(max_length=10, choices=vocabulary.Confidence.choices)
    remark = models.TextField(blank=True)
    origin = models.CharField(
        max_length=10, choices=vocabulary.Origin.choices, default=vocabulary.Origin.EDITOR, editable=False
    )
    history = HistoricalRecords()

    class Meta:
        ordering = ["key"]
        verbose_name = "Quelle"
        verbose_name_plural = "Quellen"

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("cards:source-list") + f"#{self.key}"


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
    facts = JSONField(default=dict, blank=True)
    notes = JSONField(default=list, blank=True)
    sources = models.ManyToManyField(Source, blank=True, related_name="editions")
    origin = models.CharField(
        max_length=10, choices=vocabulary.Origin.choices, default=vocabulary.Origin.EDITOR, editable=False
    )
    history = HistoricalRecords(m2m_fields=[sources])

    objects = EditionQuerySet.as_manager()

    class Meta:
        ordering = ["order", "key"]
        verbose_name = "Box"
        verbose_name_plural = "Boxen"

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
    aliases = JSONField(default=list, blank=True)
    kind = models.CharField(max_length=20, choices=vocabulary.Kind.choices)
    deck = models.CharField(max_length=20, choices=vocabulary.Deck.choices, blank=True)
    faction = models.CharField(max_length=40, blank=True)
    copies = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField(blank=True)
    bad_stuff_text = models.TextField(blank=True)

    level = models.PositiveSmallIntegerField(null=True, blank=True)
    levels = models.PositiveSmallIntegerField(null=True, blank=True)
    treasures = models.SmallIntegerField(null=True, blank=True)
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
    tags = JSONField(default=list, blank=True)
    # Every fact that is no single number, as cards.shapes.Facts names and checks it.
    structures = JSONField(default=dict, blank=True)

    coverage = models.CharField(max_length=10, choices=vocabulary.Coverage.choices)
    complete = models.BooleanField(default=False)
    checked = models.BooleanField(default=False)
    confidence = models.CharField(max_length=10, choices=vocabulary.Confidence.choices)
    sources = models.ManyToManyField(Source, blank=True, related_name="cards")
    notes = JSONField(default=list, blank=True)
    origin = models.CharField(
        max_length=10, choices=vocabulary.Origin.choices, default=vocabulary.Origin.EDITOR, editable=False
    )
    history = HistoricalRecords(m2m_fields=[sources])

    objects = CardQuerySet.as_manager()

    class Meta:
        ordering = ["edition__order", "edition", "order", "slug"]
        verbose_name = "Karte"
        verbose_name_plural = "Karten"
        constraints = [
            models.UniqueConstraint(fields=["edition", "slug"], name="card_once_per_edition"),
            models.CheckConstraint(
                condition=Q(level=None) | Q(level__gte=1),
                name="card_level_from_1",
                violation_error_message="Eine Stufe beginnt bei 1.",
            ),
            models.CheckConstraint(
                condition=Q(hands=None) | Q(hands__lte=2),
                name="card_two_hands_at_most",
                violation_error_message="Ein Gegenstand belegt höchstens 2 Hände.",
            ),
            models.CheckConstraint(
                condition=Q(copies=None) | Q(copies__gte=1),
                name="card_copies_from_1",
                violation_error_message="Eine Karte liegt mindestens 1-mal in ihrer Box.",
            ),
            models.CheckConstraint(
                condition=Q(treasures=None) | Q(treasures__gte=0) | Q(kind=vocabulary.Kind.MONSTER_BOOST),
                name="card_treasures_not_negative",
                violation_error_message="Nur ein Monsterverstärker nimmt Schätze weg.",
            ),
            models.CheckConstraint(
                condition=Q(breakpoint=None) | Q(kind=vocabulary.Kind.BASE),
                name="card_breakpoint_only_on_bases",
                violation_error_message="Nur eine Basis hat einen Zerstörungswert.",
            ),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(slug=""),
                name="card_has_a_name",
                violation_error_message="Eine Karte braucht einen Namen.",
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{field}__in": words.values}),
                    name=f"card_known_{field}",
                    violation_error_message=f"Unbekanntes Wort im Feld „{field}“.",
                )
                for field, words in (("kind", vocabulary.Kind), ("coverage", vocabulary.Coverage))
            ),
            models.CheckConstraint(
                condition=Q(slot__in=["", *vocabulary.Slot.values]),
                name="card_known_slot",
                violation_error_message="Unbekannter Platz am Körper.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return self.address(self.edition_id, self.slug)

    @staticmethod
    def address(box: str, slug: str) -> str:
        """Return where a card lies; written out, because lists, pages and the index of the search ask for many."""
        return f"/karten/{box}/{slug}/"

    @property
    def key(self) -> str:
        """The card's id in contract, API and citations: `<box>/<slug>`."""
        return f"{self.edition_id}/{self.slug}"

    def clean(self) -> None:
        """Refuse what the fixtures would refuse, in the same words."""
        from cards.consistency import problems_of

        sentences = [problem.sentence() for problem in problems_of(self)]
        if sentences:
            raise ValidationError(sentences)

    def own_facts(self) -> dict[str, Any]:
        """Return what is printed on the card, under the names of the contract; only what is attested."""
        numbers = {name: value for name in vocabulary.NUMBERS if (value := getattr(self, name)) is not None}
        words = {name: value for name in vocabulary.WORDS if (value := getattr(self, name))}
        tags = {"tags": self.tags} if self.tags else {}
        return {**numbers, **words, **tags, **self.structures}

    def facts(self) -> dict[str, Any]:
        """Return the card as the contract describes one: only facts that are attested."""
        deck = {"deck": self.deck} if self.deck else {}
        return {"name": self.name, "kind": self.kind, "set": self.edition_id, **deck, **self.own_facts()}


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


class Proposal(models.Model):
    """What a reader says is printed on a card, or is wrong with a rule or an answer; never shown as fact."""

    # The status address; nobody else can guess it.
    token = models.CharField(max_length=32, unique=True)
    # Of the form that was sent: sending it twice is one proposal.
    stamp = models.CharField(max_length=64, unique=True)
    kind = models.CharField("worum es geht", max_length=20, choices=vocabulary.ProposalKind.choices)
    key = models.CharField("Kennung", max_length=200)
    title = models.CharField("Titel", max_length=200)
    stand = models.CharField(max_length=64, blank=True)
    before = JSONField(default=dict, blank=True)
    after = JSONField(default=dict, blank=True)
    # Of what is proposed: equal proposals have equal ones.
    likeness = models.CharField(max_length=64, blank=True)
    source = models.CharField("beruht auf", max_length=20, choices=vocabulary.Printed.choices)
    remark = models.TextField(blank=True)
    # A keyed hash of the network address, to tell independent senders apart; cleared with the decision.
    sender = models.CharField(max_length=32, blank=True)
    state = models.CharField(
        "Entscheidung",
        max_length=10,
        choices=vocabulary.ProposalState.choices,
        default=vocabulary.ProposalState.OPEN,
    )
    reason = models.TextField(blank=True)
    made_at = models.DateTimeField("gesendet")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = "Vorschlag"
        verbose_name_plural = "Vorschläge"
        indexes = [
            models.Index(fields=["state", "kind", "key"], name="proposal_open_for"),
            models.Index(fields=["likeness"], name="proposal_alike"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.get_state_display()})"

    def get_absolute_url(self) -> str:
        return reverse("proposal", args=[self.token])


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


class Change(models.Model):
    """What a release did to one object; the newest row of an object says how it reads and is called."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=200)
    what = models.CharField(max_length=10, choices=vocabulary.ChangeKind.choices)
    title = models.TextField(blank=True)
    # Renamed: the id that holds.
    new = models.CharField(max_length=200, blank=True)
    # Of the object's entry as written (canonical JSON); blank when removed.
    text_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["release_id", "kind", "key"]
        constraints = [
            models.UniqueConstraint(fields=["release", "kind", "key"], name="change_once_per_release"),
        ]
        indexes = [models.Index(fields=["kind", "key", "-release"], name="change_newest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.get_what_display()}"
