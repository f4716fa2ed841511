"""The glossary: what the words of the rulebooks mean, and what other boxes call it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.models import Equivalence, Term
from rules.querysets import rulebooks
from rules.views.finding import find


def term_list(request: HttpRequest) -> HttpResponse:
    box = request.GET.get("box", "")
    terms = Term.objects.select_related("edition")
    terms = terms.filter(edition=box) if box else terms
    letters: dict[str, dict[str, list[Term]]] = {}
    for term in sorted(terms, key=lambda term: _sorted_by(term.term)):
        letters.setdefault(_sorted_by(term.term)[0].upper(), {}).setdefault(term.term, []).append(term)
    context = {
        "letters": [(letter, list(words.items())) for letter, words in letters.items()],
        "number": sum(len(words) for words in letters.values()),
        "equivalences": Equivalence.objects.prefetch_related("rules"),
        "books": rulebooks(),
        "box": box,
        "json_url": "/api/v1/terms",
    }
    return render(request, "rules/term_list.html", context)


def term_detail(request: HttpRequest, term_id: str) -> HttpResponse:
    """Show one term; asked for as a fragment, only the preview that a link in a text opens."""
    term = find(request, Term.objects.select_related("edition"), "term", term_id)
    if isinstance(term, HttpResponse):
        return term
    fragment = "vorschau" in request.GET
    others = Term.objects.select_related("edition").filter(term=term.term).exclude(pk=term.pk)
    template = "rules/_term_preview.html" if fragment else "rules/term_detail.html"
    return render(request, template, {"term": term, "others": others})


def _sorted_by(word: str) -> str:
    """Return the form by which German dictionaries sort."""
    return word.casefold().translate(str.maketrans("äöüß", "aous")).lstrip("„(")
