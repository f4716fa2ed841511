"""„Stimmt nicht?“: what a reader says against a rule, a ruling, a term, an example, a comparison or an answer."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from cards.models import Proposal
from cards.proposals import refusal
from cards.vocabulary import Printed
from cardsite import stamp, stand
from cardsite.proposing import LONGEST_REMARK, NEVER_KEPT, keep_sent, refuse_large, said_wrong
from rules import models as rules

# What can be wrong: the word in the address, its rows, which fields tell what it says.
SUBJECTS: dict[str, tuple[str, type[models.Model], tuple[str, ...]]] = {
    "regel": ("rule", rules.Rule, ("text",)),
    "klarstellung": ("ruling", rules.Ruling, ("question", "answer")),
    "frage": ("question", rules.Question, ("about", "favoured")),
    "begriff": ("term", rules.Term, ("term", "definition")),
    "beispiel": ("example", rules.Example, ("scene", "result")),
    "vergleich": ("comparison", rules.Comparison, ("question", "note")),
}
ANSWER = "antwort"
LONGEST_LINK = 4_000
SHORTEST_REMARK = 5


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, subject: str, ident: str) -> HttpResponseBase:
    """Take what somebody says against this statement; id and Stand are filled in."""
    kind, title, said, address = _subject(request, subject, ident)
    if request.method != "POST":
        return _form(request, subject, ident, title, said, address)
    refuse_large(request)
    sent, written = request.POST.dict(), request.POST.get("stempel", "")
    if known := Proposal.objects.filter(stamp=stamp.digest(written)).first():
        return redirect(f"{known.get_absolute_url()}?neu=1")
    try:
        stamp.trapped(request)
        before = stamp.seen_on(written, f"{subject}:{ident}")
        stamp.charge(request)
    except stamp.NotNow as no:
        return _form(request, subject, ident, title, said, address, {"": str(no)})
    wrong = said_wrong(sent, anything=True)
    if len(sent.get("bemerkung", "").strip()) < SHORTEST_REMARK:
        wrong["bemerkung"] = "Sag in einem Satz, was nicht stimmt."
    if not wrong and (full := refusal(kind, ident)):
        wrong = {"": full}
    if wrong:
        return _form(request, subject, ident, title, said, address, wrong)
    kept = keep_sent(request, Proposal(kind=kind, key=ident, title=title[:200], before=before))
    return redirect(f"{kept.get_absolute_url()}?neu=1")


def _subject(request: HttpRequest, subject: str, ident: str) -> tuple[str, str, str, str]:
    """Return kind, title, wording and address of what is doubted."""
    if subject == ANSWER:
        link, asked = _sent(request, "s"), _sent(request, "q")
        address = urlencode({"s": link} if link else {"q": asked})
        return (
            ANSWER,
            "Eine Antwort von „Was wäre, wenn …?“",
            asked,
            f"/was-waere-wenn/?{address}" if link or asked else "",
        )
    if subject not in SUBJECTS:
        raise Http404(f"Zu „{subject}“ lässt sich hier nichts melden.")
    kind, model, fields = SUBJECTS[subject]
    row: Any = model._default_manager.filter(pk=ident).first()
    if row is None:
        raise Http404(f"„{ident}“ gibt es hier nicht.")
    texts = [str(getattr(row, name) or "") for name in fields]
    return kind, texts[0], " ".join(texts), row.get_absolute_url()


def _sent(request: HttpRequest, name: str) -> str:
    return (request.POST.get(name) or request.GET.get(name, "")).replace("\0", "")[:LONGEST_LINK]


def _form(
    request: HttpRequest,
    subject: str,
    ident: str,
    title: str,
    said: str,
    address: str,
    wrong: dict[str, str] | None = None,
) -> HttpResponse:
    context = {
        "subject": subject,
        "ident": ident,
        "title": title,
        "said": said,
        "address": address,
        "link": _sent(request, "s"),
        "asked": _sent(request, "q"),
        "release": stand.current().version,
        "stempel": stamp.stamp(f"{subject}:{ident}", {"said": said[:2000], "address": address}),
        "trap": stamp.TRAP,
        "wrong": wrong or {},
        "errors": [(name, "Bemerkung" if name else "", text) for name, text in (wrong or {}).items()],
        "quelle": request.POST.get("quelle", Printed.OTHER),
        "bemerkung": request.POST.get("bemerkung", ""),
        "sources": [(Printed.OTHER.value, "Anleitung oder Auskunft"), *Printed.choices[:2]],
        "longest_remark": LONGEST_REMARK,
    }
    response = render(request, "site/report.html", context, status=400 if wrong else 200)
    response.headers["Cache-Control"] = NEVER_KEPT
    response.headers["X-Robots-Tag"] = "noindex"
    return response
