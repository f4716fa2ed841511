"""Where a card went: addresses that once held, and names under which a card is also known."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect

from cards.models import Card, Redirect


def former_card(view: str, box: str, slug: str, *rest: str) -> HttpResponseBase:
    """Lead a former address or another name to the card that is meant, at the same view."""
    moved = Redirect.objects.filter(kind="card", old=f"{box}/{slug}").first()
    if moved and moved.new:
        return redirect(view, *moved.new.split("/"), *rest, permanent=True)
    if moved:
        raise Http404(f"Diese Karte ist entfallen. {moved.note}".strip())
    card = Card.objects.named(slug, [box])
    if card is None:
        raise Http404(f"In der Box „{box}“ ist keine Karte „{slug}“ erfasst.")
    return redirect(view, card.edition_id, card.slug, *rest, permanent=True)
