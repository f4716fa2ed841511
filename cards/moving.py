"""A card that gets another name gets another address; the former one leads there."""

from __future__ import annotations

from django.utils import timezone

from cards.models import Card, Redirect


def rename(old: str, new: str) -> None:
    """Give a card the slug of its new name; both are keys `<box>/<slug>`."""
    box, _, slug = old.partition("/")
    Card.objects.filter(edition_id=box, slug=slug).update(slug=new.partition("/")[2])
    moved(old, new)


def moved(old: str, new: str) -> None:
    """Let the former address lead to the card; what led to the former one leads on."""
    if old == new:
        return
    # A card that takes a former name again leaves no way from there.
    Redirect.objects.filter(kind="card", old=new).delete()
    Redirect.objects.filter(kind="card", new=old).update(new=new)
    since = timezone.localdate()
    Redirect.objects.update_or_create(kind="card", old=old, defaults={"new": new, "since": since})
