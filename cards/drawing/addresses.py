"""Where the picture of a card lies, without looking at the card."""

from __future__ import annotations

from functools import cache

from django.urls import reverse


def face_path(key: str, ending: str) -> str:
    """Return the address of a card's picture."""
    box, slug = key.split("/")
    return _pattern(ending).replace("/0-box-0/", f"/{box}/").replace("/0-slug-0/", f"/{slug}/")


@cache
def _pattern(ending: str) -> str:
    """Return the address with a gap for box and slug: one question to the map for all cards."""
    return reverse("cards:card-face", args=["0-box-0", "0-slug-0", ending])
