"""How templates show a box: its emblem, and its name among its siblings."""

from __future__ import annotations

from django import template

from cards.drawing.emblems import emblem_address

register = template.Library()
# Four of five boxes begin alike, and one ends alike: beside each other nobody needs to read that.
SERIES, ADDED = "Munchkin ", " – "


@register.simple_tag
def emblem(key: str) -> str:
    """Return the address of a box's emblem."""
    return emblem_address(key)


@register.filter
def short_name(name: str) -> str:
    """Return the name of a box where only boxes stand: „Cthulhu“, „Smash Up“."""
    return str(name).removeprefix(SERIES).partition(ADDED)[0]
