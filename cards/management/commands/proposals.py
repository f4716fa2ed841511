"""`manage.py proposals export`: write what was accepted into the fixtures, each card in its place."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.core.management.base import BaseCommand

from cards.deciding import subject
from cards.entries import card_entry, redirect_entry
from cards.models import Card, Proposal, Redirect
from cards.vocabulary import ProposalKind, ProposalState
from cards.writing import to_yaml


class Command(BaseCommand):
    help = "Schreibt übernommene Vorschläge in die Fixtures (export) oder zählt die Vorschläge (list)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["export", "list"])
        parser.add_argument("--out", type=Path, default=settings.FIXTURES, help="Ordner der Fixtures")

    def handle(self, *args: Any, what: str, out: Path, **options: Any) -> None:
        if what == "list":
            for state in ProposalState:
                self.stdout.write(f"{Proposal.objects.filter(state=state).count():6} {state.label}")
            return
        files = sorted(written(out))
        self.stdout.write("\n".join(map(str, files)) or "Es gibt nichts zu schreiben.")


def written(root: Path) -> set[Path]:
    """Write every card of which something was accepted; return the files that read differently now."""
    accepted = Proposal.objects.filter(
        kind__in=[ProposalKind.CARD, ProposalKind.NEW_CARD],
        state__in=[ProposalState.ACCEPTED, ProposalState.PARTLY],
    ).order_by("pk")
    cards = {card.key: card for proposal in accepted if (card := subject(proposal))}
    files = {path for box in {card.edition_id for card in cards.values()} if (path := _box(root, box, cards))}
    return files | _redirects(root)


def _box(root: Path, box: str, cards: dict[str, Card]) -> Path | None:
    """Replace the entries of these cards in the file of their box, or add them; everything else stays as it is."""
    moved = dict(Redirect.objects.filter(kind="card", old__startswith=f"{box}/").values_list("old", "new"))
    path = root / box / "cards.yaml"
    entries = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    added = {key: card for key, card in cards.items() if card.edition_id == box}
    for place, entry in enumerate(entries):
        key = f"{box}/{entry['slug']}"
        if card := added.pop(moved.get(key, key), None):
            entries[place] = card_entry(card, _sources(card, entry))
    for card in sorted(added.values(), key=lambda card: card.order):
        entries.insert(_place(entries, card), card_entry(card, _sources(card, {})))
    return _write(path, to_yaml(entries))


def _place(entries: list[dict[str, Any]], card: Card) -> int:
    """Return where a new card stands in the file: behind the one after which its box has it."""
    places = {entry["slug"]: place for place, entry in enumerate(entries)}
    before = Card.objects.in_box(card.edition_id).filter(order__lt=card.order).order_by("-order")
    return next((places[slug] + 1 for slug in before.values_list("slug", flat=True) if slug in places), 0)


def _sources(card: Card, entry: dict[str, Any]) -> list[str]:
    """Return the sources in the order of the file, new ones after them."""
    now = [source.key for source in card.sources.order_by("key")]
    kept = [key for key in entry.get("sources", ()) if key in now]
    return [*kept, *(key for key in now if key not in kept)]


def _redirects(root: Path) -> set[Path]:
    rows = [redirect_entry(row) for row in Redirect.objects.all()]
    path = _write(root / "redirects.yaml", to_yaml(rows)) if rows else None
    return {path} if path else set()


def _write(path: Path, text: str) -> Path | None:
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return None
    path.write_text(text, encoding="utf-8")
    return path
