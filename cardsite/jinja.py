"""Jinja2 for what is made anew again and again: the answer of the search, a card's page, and parts of others."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from jinja2 import Environment, StrictUndefined

from cards.search.excerpts import excerpt
from cardsite.search_answer import head
from rules.engine.german import grouped


def environment(**options: Any) -> Environment:
    """Return Jinja2 as its templates here know it; Django's backend calls this, with escaping switched on."""
    made = Environment(**{**options, "undefined": StrictUndefined}, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
    # A filter is called directly, a function of the context takes several times as long.
    made.filters.update(grouped=grouped, head=head, excerpt=excerpt)
    made.globals.update(url=reverse, static=lru_cache(static), fixed=lru_cache(render_to_string))
    return made
