"""The parts of a result page that come in dozens: built by hand, because a template needs ten times as long."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from cards.search.corpus import Document
from cards.search.excerpts import excerpt

register = template.Library()
CHIP = '<li><a class="chip{on}" href="{address}"{current}>{label} <span class="chip__count">{hits}</span></a></li>'


@register.simple_tag
def chips(choices: list[Any]) -> SafeString:
    """Return the values to click on, as items of a list."""
    return mark_safe("".join(map(_chip, choices)))  # noqa: S308 - every piece is escaped


def _chip(choice: Any) -> str:
    on, current = (" chip--on", ' aria-current="true"') if choice.chosen else ("", "")
    label, address = escape(choice.label), escape(choice.address)
    return CHIP.format(
        on=on, current=current, address=address, label=label, hits=f"{choice.hits:,}".replace(",", ".")
    )


@register.simple_tag
def hit_rows(documents: list[Document], marked: frozenset[str], release: str) -> SafeString:
    """Return hits as items of a list, each with the piece of its text that shows why it was found."""
    rows = (
        f"<li class={_classes(d)}>{_head(release, d.part, d.key, Same(d))}{_text(d.text, marked)}</li>"
        for d in documents
    )
    return mark_safe("".join(rows))  # noqa: S308 - heads come from a template, texts are escaped


def _classes(document: Document) -> str:
    """Return the classes of a hit, in quotes; a card wears the colour of its kind."""
    return f'"hit hit--card face--{document.values["typ"]}"' if document.part == "karte" else '"hit"'


class Same:
    """A document that takes no part in the comparison of arguments: part and key stand for it."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=4096)
def _head(release: str, part: str, key: str, same: Same) -> str:
    """Return what a hit shows whatever was asked; the same for a whole release."""
    return render_to_string("site/_hit_head.html", {"document": same.document}).rstrip("\n")


def _text(text: str, marked: frozenset[str]) -> str:
    if not text:
        return ""
    pieces = (f"<mark>{escape(p)}</mark>" if hit else escape(p) for p, hit in excerpt(text, marked))
    return f'<p class="hit__text">{"".join(pieces)}</p>'
