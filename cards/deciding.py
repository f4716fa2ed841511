"""Deciding a proposal: a card takes over what is accepted, with source and release; the sender reads the reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone

from cards.models import Card, Proposal, Redirect, Source
from cards.moving import moved
from cards.proposals import changed
from cards.releases import make_release
from cards.vocabulary import Coverage, Printed, ProposalState


def subject(proposal: Proposal) -> Card | None:
    """Return the card that a proposal is about, also where it was renamed since."""
    if proposal.kind != "card":
        return None
    former = Redirect.objects.filter(kind="card", old=proposal.key).first()
    box, _, slug = (former.new if former and former.new else proposal.key).partition("/")
    return Card.objects.for_lists().filter(edition_id=box, slug=slug).first()


@transaction.atomic
def accept(proposal: Proposal, names: Iterable[str], reason: str, editor: str) -> None:
    """Take over these fields; what the card could not be raises a ValidationError and changes nothing."""
    card = subject(proposal)
    taken = {name: proposal.after[name] for name in proposal.after if name in set(names)}
    if card is not None and taken:
        old = card.key
        card = changed(card, taken)
        if card.coverage == Coverage.TEXT and taken.keys() - {
            "german",
            "name_en",
            "deck",
            "copies",
            "text",
            "kind",
        }:
            card.coverage = Coverage.PARTIAL
        card.full_clean()
        card.save()
        _source(card, proposal.source)
        moved(old, card.key)
        make_release(f"Vorschlag zu „{card.name}“ übernommen von {editor}")
    state = ProposalState.ACCEPTED if len(taken) == len(proposal.after) else ProposalState.PARTLY
    _decide(Proposal.objects.filter(pk=proposal.pk), state, reason)
    if state == ProposalState.ACCEPTED and proposal.likeness:
        alike = Proposal.objects.filter(likeness=proposal.likeness, state=ProposalState.OPEN)
        _decide(alike, state, reason)


def reject(proposal: Proposal, reason: str) -> None:
    _decide(Proposal.objects.filter(pk=proposal.pk), ProposalState.REJECTED, reason)


def _decide(rows: Any, state: ProposalState, reason: str) -> None:
    """Close proposals; what was kept against abuse goes with the decision."""
    rows.update(state=state, reason=reason, decided_at=timezone.now(), sender="")


def _source(card: Card, key: str) -> None:
    if key != Printed.OTHER and (source := Source.objects.filter(key=key).first()):
        card.sources.add(source)
