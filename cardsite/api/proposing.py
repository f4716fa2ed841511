"""What readers propose and nobody has decided yet, card by card; the words of the senders stay with the editors."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import Count, Max
from msgspec import Meta

from cards.models import Proposal
from cards.serializers import Entry, Frame, card_page
from cards.vocabulary import ProposalState
from cardsite.api import parameters
from cardsite.api.absent import check_set
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import PAGING, Page, offset_of, ranked

GROUP = "Karten"
BOX = parameters.slug("set", "Nur Karten dieser Box.", example="impossible")


class Proposed(Entry, kw_only=True):
    """Wozu bei einer Karte Vorschläge offen sind; was vorgeschlagen wird, steht hier nicht."""

    object: Literal["proposal"] = "proposal"
    fields: Annotated[list[str], Meta(description="Felder, zu denen etwas vorgeschlagen ist.")]
    count: Annotated[int, Meta(description="Offene Vorschläge zu dieser Karte.")]
    newest_at: Annotated[datetime, Meta(description="Wann der neueste kam.")]


@get("proposals", Proposed, GROUP, parameters=(BOX, *PAGING), listed=True, stored=False)
def proposal_list(ask: Ask) -> Page:
    """Offene Vorschläge zu Karten.

    Je Karte, zu welchen Feldern Leser etwas vorgeschlagen haben, über das noch niemand entschieden hat. Es sind keine
    Tatsachen: Werte und Bemerkungen kommen hier nicht vor.
    """
    check_set(ask)
    rows = Proposal.objects.filter(kind="card", state=ProposalState.OPEN)
    if ask["set"]:
        rows = rows.filter(key__startswith=f"{ask['set']}/")
    cards = rows.order_by("key").values("key").annotate(number=Count("pk"), newest=Max("made_at"))
    start = offset_of(ask)
    page: list[Any] = list(cards[start : start + ask["limit"]])
    said = _fields([row["key"] for row in page])
    return ranked(ask, cards.count(), [_present(row, said[row["key"]], ask.frame) for row in page])


def _fields(keys: list[str]) -> dict[str, list[str]]:
    """Return per card the fields to which something is proposed."""
    found: dict[str, dict[str, None]] = {key: {} for key in keys}
    rows = Proposal.objects.filter(kind="card", state=ProposalState.OPEN, key__in=keys).order_by("pk")
    for key, after in rows.values_list("key", "after"):
        found[key].update(dict.fromkeys(after))
    return {key: list(names) for key, names in found.items()}


def _present(row: dict[str, Any], fields: list[str], frame: Frame) -> Proposed:
    box, _, slug = row["key"].partition("/")
    head = frame.head(row["key"], f"cards/{row['key']}", card_page(box, slug, frame))
    return Proposed(**head, fields=fields, count=row["number"], newest_at=row["newest"])
