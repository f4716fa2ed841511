"""What the rulebooks say: statements, terms, rulings, examples, open questions, comparisons, cases."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from cards.columns import JSONField
from cards.models import Card, Edition, Source
from rules import vocabulary


class Rule(models.Model):
    """One statement of one rulebook, in our own words; its id is the ledger's and never changes."""

    id = models.CharField(primary_key=True, max_length=160)
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="rules")
    order = models.PositiveSmallIntegerField()
    topic = models.CharField(max_length=60, db_index=True)
    section = models.CharField(max_length=200)
    kind = models.CharField(max_length=20, choices=vocabulary.RuleKind.choices)
    text = models.TextField()
    text_hash = models.CharField(max_length=64)
    resolver = models.BooleanField()
    # What the statement decides, by the names that the comparison gives its values: computed by the loader.
    params = JSONField(default=dict, blank=True)
    tags = JSONField(default=list, blank=True)
    differs = models.TextField(blank=True)
    # How a misprint of the rulebook is read.
    ocr = models.TextField(blank=True)
    # The cards of the same box that the statement names: computed by the loader.
    cards = models.ManyToManyField(Card, blank=True, related_name="rules")

    class Meta:
        ordering = ["edition__order", "order"]

    def __str__(self) -> str:
        return self.id

    def get_absolute_url(self) -> str:
        # Written out here and below: pages and the index of the search ask for many.
        return f"/regeln/{self.id}/"


class Term(models.Model):
    """A word of a rulebook with its meaning; `equals` names what other boxes call it."""

    id = models.CharField(primary_key=True, max_length=160)
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="terms")
    term = models.CharField(max_length=160)
    definition = models.TextField()
    equals = JSONField(default=list, blank=True)

    class Meta:
        ordering = ["term", "edition__order"]

    def __str__(self) -> str:
        return self.term

    def get_absolute_url(self) -> str:
        return f"/glossar/#{self.id}"


class Ruling(models.Model):
    """A question with its answer: from a rulebook, from an official FAQ, or ours."""

    id = models.CharField(primary_key=True, max_length=160)
    edition = models.ForeignKey(
        Edition, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    order = models.PositiveSmallIntegerField()
    question = models.TextField()
    answer = models.TextField()
    note = models.TextField(blank=True)
    text_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=20, choices=vocabulary.RulingStatus.choices)
    # The box it speaks of, or `alle`: every Munchkin box.
    scope = models.CharField(max_length=60)
    section = models.CharField(max_length=200, blank=True)
    # Its number in the source, where the source counts.
    number = models.CharField(max_length=20, blank=True)
    about = JSONField(default=list, blank=True)
    exceptions = JSONField(default=list, blank=True)
    contradicts = models.ManyToManyField("self", blank=True)
    cards = models.ManyToManyField(Card, blank=True, related_name="rulings")
    rules = models.ManyToManyField(Rule, through="Citation", related_name="rulings")
    # What rulebooks say otherwise: it is no ground of the answer, and it limits where the answer holds.
    against = models.ManyToManyField(Rule, blank=True, related_name="opposing")
    sources = models.ManyToManyField(Source, blank=True, related_name="rulings")

    class Meta:
        # What belongs to no box comes first on every database.
        ordering = [models.F("edition__order").asc(nulls_first=True), "order", "pk"]

    def __str__(self) -> str:
        return self.question

    def get_absolute_url(self) -> str:
        return f"/klarstellungen/{self.id}/"

    @property
    def holds_for(self) -> str:
        """The box or the boxes that it speaks of."""
        return self.edition.name if self.edition else vocabulary.SCOPES.get(self.scope, self.scope)


class Citation(models.Model):
    """A ruling rests on a rule as it read when somebody checked it; `text_hash` says how it read."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="citations")
    rule = models.ForeignKey(Rule, on_delete=models.PROTECT, related_name="citations")
    text_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["ruling", "rule__order"]
        constraints = [models.UniqueConstraint(fields=["ruling", "rule"], name="citation_once")]

    def __str__(self) -> str:
        return f"{self.ruling_id} → {self.rule_id}"

    def is_stale(self) -> bool:
        return self.text_hash != self.rule.text_hash


class Example(models.Model):
    """A worked example of a rulebook, step by step."""

    id = models.CharField(primary_key=True, max_length=160)
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="examples")
    order = models.PositiveSmallIntegerField()
    section = models.CharField(max_length=200)
    form = models.CharField(max_length=120, blank=True)
    # The table before the first step: in a sentence for readers, in numbers for programs.
    scene = models.TextField()
    setup = JSONField(default=dict, blank=True)
    steps = JSONField(default=list)
    result = models.TextField()
    numbers = JSONField(default=dict, blank=True)
    rules = models.ManyToManyField(Rule, blank=True, related_name="examples")

    class Meta:
        ordering = ["edition__order", "order"]

    def __str__(self) -> str:
        return self.id

    def get_absolute_url(self) -> str:
        return f"/beispiele/{self.id}/"


class Comparison(models.Model):
    """One question that several rulebooks answer; `answers` holds each book's rules, words and value."""

    id = models.CharField(primary_key=True, max_length=160)
    order = models.PositiveSmallIntegerField()
    topic = models.CharField(max_length=60, db_index=True)
    question = models.TextField()
    param = models.CharField(max_length=80, blank=True)
    # A book that decides must give a value.
    needed = models.BooleanField(default=False)
    answers = JSONField(default=dict)
    same = models.BooleanField()
    note = models.TextField(blank=True)
    rules = models.ManyToManyField(Rule, blank=True, related_name="comparisons")

    class Meta:
        ordering = ["order"]

    def __str__(self) -> str:
        return self.question

    def get_absolute_url(self) -> str:
        return f"{reverse('rules:comparison-topic', args=[self.topic])}#{self.id}"


class Question(models.Model):
    """A place where a rulebook is silent or contradicts itself, with its readings."""

    id = models.CharField(primary_key=True, max_length=160)
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="questions")
    order = models.PositiveSmallIntegerField()
    about = models.TextField()
    readings = JSONField(default=list)
    favoured = models.TextField()
    favoured_index = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=20, choices=vocabulary.QuestionState.choices)
    rules = models.ManyToManyField(Rule, blank=True, related_name="questions")
    # Official answers and rulings that settle it or touch it.
    answers = models.ManyToManyField(Ruling, blank=True, related_name="questions")
    # Rows of the comparison that its book answers only so far.
    comparisons = models.ManyToManyField(Comparison, blank=True, related_name="questions")
    cards = models.ManyToManyField(Card, blank=True, related_name="questions")

    class Meta:
        ordering = ["edition__order", "order"]

    def __str__(self) -> str:
        return self.about

    def get_absolute_url(self) -> str:
        return f"/offene-fragen/{self.id}/"


class Combination(models.Model):
    """A rule that holds because certain boxes lie on the table together."""

    id = models.CharField(primary_key=True, max_length=160)
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="combinations")
    order = models.PositiveSmallIntegerField()
    text = models.TextField()
    affects = JSONField(default=list)
    # The comparison that this rule answers; rules of several books with the same one say the same.
    comparison = models.ForeignKey(
        Comparison, null=True, blank=True, on_delete=models.PROTECT, related_name="combinations"
    )
    # Boxes that must lie on the table, each given as a list of which one is enough.
    needs = JSONField(default=list, blank=True)
    # Which cards it concerns: `kinds`, `tags`, `titles` (a word in the name), `names`.
    touches = JSONField(default=dict, blank=True)
    rules = models.ManyToManyField(Rule, blank=True, related_name="combinations")

    class Meta:
        ordering = ["edition__order", "order"]

    def __str__(self) -> str:
        return self.id

    def get_absolute_url(self) -> str:
        boxes = [self.edition_id, *(alternatives[0] for alternatives in self.needs)]
        return f"{reverse('rules:combine')}?sets={','.join(dict.fromkeys(boxes))}#{self.id}"


class Equivalence(models.Model):
    """Different words of different boxes that mean the same once the boxes are mixed."""

    id = models.CharField(primary_key=True, max_length=160)
    order = models.PositiveSmallIntegerField()
    words = JSONField(default=list)
    text = models.TextField()
    # How a card that bears one of the words reads then: `traits`, `kinds`, `titles`, `becomes`.
    reads = JSONField(default=dict, blank=True)
    needs = JSONField(default=list, blank=True)
    rules = models.ManyToManyField(Rule, blank=True, related_name="equivalences")

    class Meta:
        ordering = ["order"]

    def __str__(self) -> str:
        return " = ".join(self.words)


class Case(models.Model):
    """A scenario with what must come out: it proves rules, executes rulings, replays examples."""

    id = models.CharField(primary_key=True, max_length=160)
    order = models.PositiveSmallIntegerField()
    edition = models.ForeignKey(
        Edition, null=True, blank=True, on_delete=models.PROTECT, related_name="cases"
    )
    title = models.TextField()
    source = models.CharField(max_length=300, blank=True)
    why = models.TextField(blank=True)
    scenario = JSONField()
    expect = JSONField()
    # Rule, ruling, example and card ids that the case is about.
    proves = JSONField(default=list, blank=True)
    rules = models.ManyToManyField(Rule, blank=True, related_name="cases")
    rulings = models.ManyToManyField(Ruling, blank=True, related_name="cases")
    examples = models.ManyToManyField(Example, blank=True, related_name="cases")
    cards = models.ManyToManyField(Card, blank=True, related_name="cases")

    class Meta:
        ordering = ["order", "id"]

    def __str__(self) -> str:
        return self.title


class SharedTable(models.Model):
    """A table that several phones follow; no part of the data, and gone a day after its last change."""

    # The address of the table; nobody else can guess it.
    token = models.CharField(max_length=32, unique=True)
    version = models.PositiveIntegerField(default=1)
    state = JSONField()
    changed_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "gemeinsamer Tisch"
        verbose_name_plural = "gemeinsame Tische"

    def __str__(self) -> str:
        return f"Tisch, Fassung {self.version}"
