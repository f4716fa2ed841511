"""What search engines are told: the map of all pages."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from cards.models import Card, Edition
from rules import models
from rules.vocabulary import TOPICS

LISTS = (
    "home", "notes", "take-along", "search-help", "cards:card-list", "cards:edition-list", "cards:source-list",
    "rules:book-list", "rules:comparison-list", "rules:parameters", "rules:coverage", "rules:combine",
    "rules:ruling-list", "rules:question-list", "rules:term-list", "rules:example-list", "rules:what-if",
    "rules:what-if-build", "rules:what-if-cases", "rules:table",
)  # fmt: skip
ROWS = (models.Rule, models.Ruling, models.Question, models.Term, models.Example)


@require_safe
@cache_control(public=True, max_age=3600)
def sitemap(request: HttpRequest) -> HttpResponse:
    """Name every page that stands for itself; what is asked and built is not in it."""
    start = request.build_absolute_uri("/").rstrip("/")
    rows = "".join(f"<url><loc>{escape(start + address)}</loc></url>\n" for address in _addresses())
    body = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
    return HttpResponse(body, content_type="application/xml; charset=utf-8")


def _addresses() -> Iterator[str]:
    yield from (reverse(name) for name in LISTS)
    compared = models.Comparison.objects.values_list("topic", flat=True).distinct().order_by("topic")
    yield from (reverse("rules:comparison-topic", args=[topic]) for topic in compared if topic in TOPICS)
    for box in Edition.objects.all():
        yield box.get_absolute_url()
        if box.has_rulebook:
            yield reverse("rules:rule-book", args=[box.key])
    yield from (card.get_absolute_url() for card in Card.objects.only("edition_id", "slug"))
    for model in ROWS:
        yield from (row.get_absolute_url() for row in model._default_manager.only("pk"))
