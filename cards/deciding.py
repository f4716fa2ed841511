"""Deciding a proposal: a card takes over what is accepted, with source and release; the sender reads the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from cards.models import Card, Edition, Proposal, Redirect, Source
from cards.moving import moved
from cards.proposals import changed
from cards.releases import make_release
from cards.unlisted import NAMES, blank, take_place
from cards.vocabulary import Coverage, Printed, ProposalKind, ProposalState

# What leaves a card mere text.
NO_NUMBERS = {"german", "name_en", "deck", "copies", "text", "kind"}


def subject(proposal: Proposal) -> Card | None:
    """Return the card that a proposal is about, also where it was renamed since; a new one once it is there."""
    if proposal.kind not in (ProposalKind.CARD, ProposalKind.NEW_CARD):
        return None
    former = Redirect.objects.filter(kind="card", old=proposal.key).first()
    box, _, slug = (former.new if former and former.new else proposal.key).partition("/")
    return Card.objects.for_lists().filter(edition_id=box, slug=slug).first()


@transaction.atomic
def accept(proposal: Proposal, names: Iterable[str], reason: str, editor: str) -> None:
    """Take over these fields; what the card could not be raises a ValidationError and changes nothing."""
    taken = {name: proposal.after[name] for name in proposal.after if name in set(names)}
    if proposal.after and not taken:
        raise ValidationError("Kreuz an, was du übernimmst, oder lehne den Vorschlag ab.")
    if taken:
        card = _taken_over(proposal, taken)
        make_release(f"Vorschlag zu „{card.name}“ übernommen von {editor}")
    state = ProposalState.ACCEPTED if len(taken) == len(proposal.after) else ProposalState.PARTLY
    _decide(Proposal.objects.filter(pk=proposal.pk), state, reason)
    if state == ProposalState.ACCEPTED and proposal.likeness:
        alike = Proposal.objects.filter(likeness=proposal.likeness, state=ProposalState.OPEN)
        _decide(alike, state, reason)


def _taken_over(proposal: Proposal, taken: dict[str, Any]) -> Card:
    """Save the card as it is proposed, with its source; a new one gets its place in the box."""
    held = subject(proposal) or _newcomer(proposal, taken)
    card = changed(held, taken)
    if card.coverage == Coverage.TEXT and taken.keys() - NO_NUMBERS:
        card.coverage = Coverage.PARTIAL
    if card.pk is None:
        take_place(card)
    card.full_clean()
    card.save()
    _source(card, proposal.source)
    if held.pk is not None:
        moved(held.key, card.key)
    return card


def _newcomer(proposal: Proposal, taken: dict[str, Any]) -> Card:
    box = Edition.objects.filter(pk=proposal.key.partition("/")[0]).first()
    if proposal.kind != ProposalKind.NEW_CARD or box is None:
        raise ValidationError("Diese Karte gibt es nicht mehr.")
    if not any(taken.get(name) for name in NAMES):
        raise ValidationError("Ohne ihren Namen kommt keine Karte dazu.")
    return blank(box)


def reject(proposal: Proposal, reason: str) -> None:
    _decide(Proposal.objects.filter(pk=proposal.pk), ProposalState.REJECTED, reason)


def _decide(rows: Any, state: ProposalState, reason: str) -> None:
    """Close proposals; what was kept against abuse goes with the decision."""
    rows.update(state=state, reason=reason, decided_at=timezone.now(), sender="")


def _source(card: Card, key: str) -> None:
    if key != Printed.OTHER and (source := Source.objects.filter(key=key).first()):
        card.sources.add(source)
