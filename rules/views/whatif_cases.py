"""The gallery of solved disputes: every case is a scenario that opens with its answer."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cards.models import Edition
from rules.models import Case
from rules.vocabulary import TOPICS
from rules.whatif.starting import KINDS, cases_about

PAGE = 30
LONGEST = 120
KIND_LABELS = {
    "beispiel": "Beispiele aus den Heften",
    "klarstellung": "Klarstellungen",
    "karte": "mit einer Karte",
}


@dataclass(frozen=True)
class Dispute:
    """One question, with its case in each box: the case's id and the name of the box."""

    title: str
    cases: list[tuple[str, str]]


def case_list(request: HttpRequest) -> HttpResponse:
    """List the cases that fit; each opens as a living scenario."""
    names = ("q", "box", "thema", "art")
    chosen = {name: request.GET.get(name, "").replace("\0", "")[:LONGEST].strip() for name in names}
    found = cases_about(chosen["q"], chosen["box"], chosen["art"], chosen["thema"])
    page = Paginator(_disputes(found), PAGE).get_page(request.GET.get("seite"))
    query = request.GET.copy()
    query.pop("seite", None)
    context = {
        "page": page,
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "books": Edition.objects.filter(has_rulebook=True),
        "topics": _topics(),
        "kinds": [(kind, KIND_LABELS[kind]) for kind in KINDS],
        "query": query.urlencode(),
    }
    return render(request, "rules/whatif/cases.html", context)


def _disputes(found: QuerySet[Case]) -> list[Dispute]:
    """Put the cases of one question together, those of worked examples and rulings first."""
    ranked = found.annotate(
        examples_count=Count("examples", distinct=True), rulings_count=Count("rulings", distinct=True)
    )
    rows = ranked.order_by("-examples_count", "-rulings_count", "order", "pk")
    disputes: dict[str, Dispute] = {}
    for key, title, box in rows.values_list("pk", "title", "edition__name"):
        disputes.setdefault(title, Dispute(title, [])).cases.append((key, box or "gemischt"))
    return list(disputes.values())


def _topics() -> list[tuple[str, str]]:
    """Return the topics that a case is about, in the order of their names."""
    keys = Case.objects.filter(rules__isnull=False).values_list("rules__topic", flat=True).distinct()
    return sorted(((key, TOPICS[key]) for key in keys if key in TOPICS), key=lambda pair: pair[1])
