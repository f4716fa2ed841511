"""The rulings: found by box, topic, card and status, each with an address that never dies."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.models import Ruling
from rules.proofs import cases_of
from rules.querysets import rulebooks, rulings_about, topics_with_rulings
from rules.views.finding import find
from rules.vocabulary import TOPICS, RulingStatus

PAGE = 40


def ruling_list(request: HttpRequest) -> HttpResponse:
    chosen = {name: request.GET.get(name, "").strip() for name in ("box", "thema", "status", "karte")}
    found = rulings_about(
        box=chosen["box"], topic=chosen["thema"], status=chosen["status"], words=chosen["karte"]
    )
    page = Paginator(found, PAGE).get_page(request.GET.get("seite"))
    query = request.GET.copy()
    query.pop("seite", None)
    context = {
        "page": page,
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "books": rulebooks(),
        "topics": topics_with_rulings(),
        "statuses": RulingStatus.choices,
        "query": query.urlencode(),
        "json_url": "/api/v1/rulings",
    }
    return render(request, "rules/ruling_list.html", context)


def ruling_detail(request: HttpRequest, ruling_id: str) -> HttpResponse:
    rows = Ruling.objects.select_related("edition").prefetch_related(
        "sources", "contradicts", "cards__edition"
    )
    ruling = find(request, rows, "ruling", ruling_id)
    if isinstance(ruling, HttpResponse):
        return ruling
    against = list(ruling.against.select_related("edition"))
    citations = list(ruling.citations.select_related("rule__edition"))
    context = {
        "ruling": ruling,
        "citations": citations,
        "against": against,
        "otherwise": list(dict.fromkeys(rule.edition.name for rule in against)),
        "questions": ruling.questions.select_related("edition"),
        "stale": any(citation.is_stale() for citation in citations),
        "topics": {citation.rule.topic: TOPICS[citation.rule.topic] for citation in citations},
        "cases": cases_of(ruling),
        "json_url": f"/api/v1/rulings/{ruling.pk}",
    }
    return render(request, "rules/ruling_detail.html", context)
