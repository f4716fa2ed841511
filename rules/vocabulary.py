"""The closed words of the rules data, with their German labels."""

from __future__ import annotations

from django.db.models import TextChoices


class RuleKind(TextChoices):
    DEFINITION = "definition", "Begriff"
    PROCEDURE = "procedure", "Ablauf"
    MUST = "must", "muss"
    MAY = "may", "darf"
    MUST_NOT = "must-not", "darf nicht"
    EXCEPTION = "exception", "Ausnahme"
    TIMING = "timing", "Zeitpunkt"
    WIN = "win", "Sieg"
    VARIANT = "variant", "Variante"
    NOTE = "note", "Hinweis"


class RulingStatus(TextChoices):
    RULEBOOK = "rulebook", "Anleitung"
    OFFICIAL = "official", "offiziell"
    EDITORIAL = "editorial", "redaktionell"
    DISPUTED = "disputed", "strittig"


class QuestionState(TextChoices):
    OPEN = "open", "offen"
    PROVISIONAL = "provisional", "vorläufig"
    SETTLED = "settled", "geklärt"
