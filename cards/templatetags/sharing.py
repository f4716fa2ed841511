"""What pages say of themselves to machines: where they lie, and what they hold (schema.org)."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from cards.models import Edition

register = template.Library()
# What would end the script, or begin markup in it.
HARMLESS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


@register.simple_tag(takes_context=True)
def absolute(context: dict[str, Any], path: str = "") -> str:
    """Return the whole address of a path; without a path, of this page without what was asked of it."""
    request = context.get("request")
    return request.build_absolute_uri(path or request.path) if request else path


@register.simple_tag
def question_and_answer(question: str, answer: str) -> SafeString:
    """Say that a page answers one question."""
    said = {"@type": "Answer", "text": answer}
    entity = {"@type": "Question", "name": question, "acceptedAnswer": said}
    return _linked(
        {"@context": "https://schema.org", "@type": "FAQPage", "inLanguage": "de", "mainEntity": [entity]}
    )


@register.simple_tag(takes_context=True)
def boxed_game(context: dict[str, Any], box: Edition) -> SafeString:
    """Say which game a page is about, by our identifier and by the pages of others that mean the same box."""
    known = {
        "alternateName": box.name_en,
        "inLanguage": box.language,
        "publisher": box.publisher and {"@type": "Organization", "name": box.publisher},
        "datePublished": box.year and str(box.year),
        "sameAs": box.facts.get("same_as"),
    }
    return _linked(
        {
            "@context": "https://schema.org",
            "@type": "Game",
            "identifier": box.pk,
            "name": box.name,
            "url": absolute(context, box.get_absolute_url()),
            **{name: value for name, value in known.items() if value},
        }
    )


@register.simple_tag
def dataset(name: str, description: str, address: str, version: str) -> SafeString:
    """Say that the data can be had as a whole, and under which licence."""
    return _linked(
        {
            "@context": "https://schema.org",
            "@type": "Dataset",
            "name": name,
            "description": description,
            "inLanguage": "de",
            "version": version,
            "license": "https://spdx.org/licenses/MIT",
            "isAccessibleForFree": True,
            "distribution": {
                "@type": "DataDownload",
                "contentUrl": address,
                "encodingFormat": "application/json",
            },
        }
    )


def _linked(data: dict[str, Any]) -> SafeString:
    text = json.dumps(data, ensure_ascii=False).translate(HARMLESS)
    return mark_safe(f'<script type="application/ld+json">{text}</script>')  # noqa: S308 - nothing in it is markup
