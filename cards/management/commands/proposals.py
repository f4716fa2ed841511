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
from cards.vocabulary import ProposalState
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
        kind="card", state__in=[ProposalState.ACCEPTED, ProposalState.PARTLY]
    ).order_by("pk")
    cards = {card.key: card for proposal in accepted if (card := subject(proposal))}
    files = {path for box in {card.edition_id for card in cards.values()} if (path := _box(root, box, cards))}
    return files | _redirects(root)


def _box(root: Path, box: str, cards: dict[str, Card]) -> Path | None:
    """Replace the entries of these cards in the file of their box; everything else stays as it is."""
    moved = dict(Redirect.objects.filter(kind="card", old__startswith=f"{box}/").values_list("old", "new"))
    path = root / box / "cards.yaml"
    entries = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for place, entry in enumerate(entries):
        key = f"{box}/{entry['slug']}"
        if card := cards.get(moved.get(key, key)):
            entries[place] = card_entry(card, _sources(card, entry))
    return _write(path, to_yaml(entries))


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
