"""How rules read on a page: terms linked, parameters in German, values as players say them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules.glossary import Glossary
from rules.vocabulary import TOPICS

register = template.Library()
# The id of a comparison inside a sentence, such as `variante.startkarten`.
COMPARISON = re.compile(r"\b([a-z0-9-]+\.[a-z][a-z0-9-]+)\b")


@register.filter
def linked(text: str, glossary: Glossary) -> SafeString:
    return glossary.link(text)


@register.filter
def noted(note: str) -> SafeString:
    """Return a note with each comparison that it names linked, by the name of its topic."""
    parts = COMPARISON.split(note)
    linked_parts = [
        format_html(
            '<a href="{}#{}">{}</a>', reverse("rules:comparison-topic", args=[topic]), part, TOPICS[topic]
        )
        if (topic := part.split(".")[0]) in TOPICS and place % 2
        else escape(part)
        for place, part in enumerate(parts)
    ]
    return mark_safe("".join(linked_parts))  # noqa: S308 - every part is escaped


@register.filter
def topic_label(topic: str) -> str:
    return TOPICS.get(topic, topic)


@register.filter
def named(key: str, names: dict[str, str]) -> str:
    return names.get(key, key)


@register.filter
def counted(counts: dict[str, dict[str, int]], key: str) -> dict[str, int]:
    return counts.get(key, {})


def number(value: Any) -> str:
    return str(value).replace(".", ",")


@register.filter
def value_in_words(value: Any) -> str:
    """Return a compared value where it is a number or a span of numbers; else nothing."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value)
    if isinstance(value, list) and all(isinstance(one, int | float) for one in value):
        return "–".join(number(one) for one in value)
    return ""


@register.filter
def toggled(sets: str, key: str) -> str:
    """Return the list of boxes with one of them added or taken away."""
    keys = [one for one in sets.split(",") if one]
    return ",".join([one for one in keys if one != key] if key in keys else [*keys, key])


@register.filter
def joined(words: Iterable[str]) -> str:
    return " = ".join(words)
