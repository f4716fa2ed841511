"""The frame of every page for pages in Jinja2: `base.html`, rendered once per release, with its blocks left open."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template import engines
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from cardsite import stand
from cardsite.stand import Stand

# What of the frame differs from one request to the next, as Jinja2 asks for it.
TYPED = mark_safe('{{ request.GET.get("q", "") }}')
TWIN = mark_safe("{{ json_url }}")


def open_frame(request: HttpRequest) -> dict[str, Any]:
    """Offer `frame` to templates, which extend it: a context processor."""
    area = request.path_info.split("/")[1]
    made = frame.__wrapped__ if settings.DEBUG else frame
    return {"frame": made(stand.current(), area)}


@lru_cache(maxsize=32)
def frame(at: Stand, area: str) -> Any:
    """Return the frame of the pages below `/<area>/`; such a page has a twin in JSON."""
    asked = {"path": f"/{area}/", "GET": {"q": TYPED}}
    source = render_to_string("site/frame.html", {"stand": at, "request": asked, "json_url": TWIN})
    jinja: Any = engines["jinja2"]
    return jinja.env.from_string(source)
