"""The queue of proposals: what differs, what it does to the cases, and the decision with its reason."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from cards.deciding import accept, reject, subject
from cards.models import Proposal
from cards.proposal_fields import label
from cards.proposals import agreeing, differences
from cards.vocabulary import ProposalState
from cardsite.consequences import consequences


@admin.register(Proposal)
class ProposalAdmin(admin.ModelAdmin):
    """Proposals are decided, never written or changed here."""

    list_display = ["title", "kind", "key", "what", "alike", "state", "made_at"]
    list_filter = ["state", "kind", "source"]
    search_fields = ["key", "title", "remark"]
    ordering = ["state", "-id"]

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        return rows if request.GET or "change" in request.path else rows.filter(state=ProposalState.OPEN)

    @admin.display(description="Felder")
    def what(self, row: Proposal) -> str:
        kind = str(row.after.get("kind", ""))
        return ", ".join(label(name, kind) for name in row.after) or "nur eine Bemerkung"

    @admin.display(description="gleich von")
    def alike(self, row: Proposal) -> int:
        return agreeing(row)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        row = get_object_or_404(Proposal, pk=object_id)
        if not self.has_change_permission(request, row):
            return HttpResponse(status=403)
        decided = request.method == "POST" and row.state == ProposalState.OPEN and self._decide(request, row)
        return decided or self._shown(request, row)

    def _decide(self, request: HttpRequest, row: Proposal) -> HttpResponse | None:
        reason = request.POST.get("reason", "").strip()[:1000]
        if "reject" in request.POST:
            if not reason:
                messages.error(
                    request, "Eine Ablehnung braucht einen Grund: Wer es vorgeschlagen hat, liest ihn."
                )
                return None
            reject(row, reason)
        else:
            try:
                accept(row, request.POST.getlist("field"), reason, str(request.user))
            except ValidationError as wrong:
                messages.error(request, " ".join(wrong.messages))
                return None
        messages.success(request, f"Entschieden: {row.title}")
        return HttpResponseRedirect(reverse("admin:cards_proposal_changelist"))

    def _shown(self, request: HttpRequest, row: Proposal) -> HttpResponse:
        card = subject(row)
        is_open = row.state == ProposalState.OPEN
        context = {
            **self.admin_site.each_context(request),
            "title": row.title,
            "opts": self.model._meta,
            "row": row,
            "card": card,
            "is_open": is_open,
            "alike": agreeing(row),
            "differences": differences(row, card),
            "consequences": consequences(card, row.after) if card and row.after and is_open else [],
        }
        return TemplateResponse(request, "admin/cards/proposal/change_form.html", context)
