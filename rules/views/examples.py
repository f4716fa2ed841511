"""The worked examples of the rulebooks, step by step."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.models import Example
from rules.querysets import rulebooks
from rules.views.finding import find


def example_list(request: HttpRequest) -> HttpResponse:
    box = request.GET.get("box", "")
    examples = Example.objects.select_related("edition")
    examples = examples.filter(edition=box) if box else examples
    context = {"examples": examples, "books": rulebooks(), "box": box, "json_url": "/api/v1/examples"}
    return render(request, "rules/example_list.html", context)


def example_detail(request: HttpRequest, example_id: str) -> HttpResponse:
    example = find(request, Example.objects.select_related("edition"), "example", example_id)
    if isinstance(example, HttpResponse):
        return example
    context = {
        "example": example,
        "rules": example.rules.select_related("edition"),
        "cases": example.cases.all(),
        "json_url": f"/api/v1/examples/{example.pk}",
    }
    return render(request, "rules/example_detail.html", context)
