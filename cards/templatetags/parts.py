"""Parts of pages that are written in Jinja2, for pages in Django's language."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def part(name: str, **needed: Any) -> SafeString:
    """Return a part with what it needs."""
    return mark_safe(render_to_string(name, needed, using="jinja2"))  # noqa: S308 - the template escapes
