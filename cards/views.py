"""The pages of cards, boxes and sources: ask, then show; what is asked stands elsewhere."""

from __future__ import annotations

from itertools import groupby, islice
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from cards.boxes import coverage, level_chart
from cards.card_queries import card_at, neighbours, sources
from cards.drawing.cards import address
from cards.faces import face
from cards.filters import Filters
from cards.knowledge import figures, missing
from cards.lists import VIEWS, Listed, chosen_view, listed
from cards.models import Card, Edition, Redirect, Source
from cards.moved import former_card
from cards.panels import panels
from cards.relations import relations
from cards.vocabulary import Kind
from cards.wording import facts_in_words, trait_names

PAGE_SIZE = 60
# As large as who shows a link elsewhere may want the picture.
SHARED_WIDTH = 672
# A box with more cards than this shows the first of each kind and leads to the list.
WHOLE_BOX = 400
FIRST_OF_KIND = 24


@require_safe
def card_list(request: HttpRequest) -> HttpResponse:
    filters = Filters.read(request.GET)
    page = Paginator(filters.apply(Card.objects.for_lists()), PAGE_SIZE).get_page(request.GET.get("seite"))
    view = chosen_view(request.GET.get("ansicht"))
    return render(
        request,
        "cards/card_list.html",
        {
            "filters": filters,
            "page": page,
            "cards": listed(list(page), trait_names()),
            "view": view,
            "views": _view_links(request, view),
            "pages": _page_links(request, page),
            "json_url": "/api/v1/cards",
        },
    )


@require_safe
def box_of_cards(request: HttpRequest, box: str) -> HttpResponseBase:
    """Lead an address that was shortened by its card to the box."""
    return redirect("cards:edition-detail", box, permanent=True)


@require_safe
def card_detail(request: HttpRequest, box: str, slug: str) -> HttpResponseBase:
    card = card_at(box, slug)
    if card is None:
        return former_card("cards:card-detail", box, slug)
    traits = trait_names()
    seen = face(card, traits)
    return render(
        request,
        "cards/card_detail.jinja",
        {
            "card": card,
            "face": seen,
            "image_url": request.build_absolute_uri(f"{address(seen, 'png')}&breite={SHARED_WIDTH}"),
            "facts": list(facts_in_words(card, traits)),
            "tags": [(tag, traits.get(tag, tag)) for tag in card.tags],
            "sources": sources(card),
            "panels": panels(card),
            "relations": relations(card),
            "missing": missing(card),
            **neighbours(card),
            "json_url": f"/api/v1/cards/{card.key}",
            "what_if_url": _what_if(card),
        },
        using="jinja2",
    )


@require_safe
def edition_list(request: HttpRequest) -> HttpResponse:
    boxes = list(Edition.objects.all())
    cards = Card.objects.order_by("edition").only("edition", "kind", "copies", "complete", "structures")
    by_box = {key: list(group) for key, group in groupby(cards, key=lambda card: card.edition_id)}
    rows = [(box, coverage(box, by_box.get(box.key, []))) for box in boxes]
    return render(
        request,
        "cards/edition_list.html",
        {
            "ours": [row for row in rows if row[0].has_rulebook],
            "named": [row for row in rows if not row[0].has_rulebook],
            "json_url": "/api/v1/sets",
        },
    )


@require_safe
def edition_detail(request: HttpRequest, key: str) -> HttpResponseBase:
    box = Edition.objects.filter(key=key).first()
    if box is None:
        return _former_box(key)
    cards = list(Card.objects.for_lists().in_box(key))
    shown = cards if len(cards) <= WHOLE_BOX else _first_of_each_kind(cards)
    view = chosen_view(request.GET.get("ansicht"))
    return render(
        request,
        "cards/edition_detail.html",
        {
            "box": box,
            "coverage": coverage(box, cards),
            "chart": level_chart(box, cards),
            "figures": figures(box, cards) if cards else [],
            "groups": _by_kind(listed(shown, trait_names())),
            "shortened": len(shown) < len(cards),
            "view": view,
            "views": _view_links(request, view),
            "sources": list(box.sources.all()),
            "json_url": f"/api/v1/sets/{key}",
        },
    )


@require_safe
def edition_checklist(request: HttpRequest, key: str) -> HttpResponse:
    box = get_object_or_404(Edition, key=key)
    cards = list(Card.objects.in_box(key))
    groups = [
        (Kind(kind).label, [(card, "☐" * card.copies if card.copies else "☐ ?") for card in group])
        for kind, group in groupby(_sorted(cards), key=lambda card: card.kind)
    ]
    return render(
        request,
        "cards/edition_checklist.html",
        {
            "box": box,
            "groups": groups,
            "coverage": coverage(box, cards),
        },
    )


@require_safe
def source_list(request: HttpRequest) -> HttpResponse:
    counted = Source.objects.annotate(cards_number=Count("cards")).order_by("-cards_number", "key")
    boxes = list(Edition.objects.with_rulebook())
    cards = Card.objects.filter(edition__has_rulebook=True).order_by("edition")
    by_box = {key: list(group) for key, group in groupby(cards, key=lambda card: card.edition_id)}
    return render(
        request,
        "cards/source_list.html",
        {
            "sources": counted,
            "boxes": [(box, coverage(box, by_box.get(box.key, []))) for box in boxes],
        },
    )


def _former_box(key: str) -> HttpResponseBase:
    moved = Redirect.objects.filter(kind="set", old=key).first()
    if moved and moved.new:
        return redirect("cards:edition-detail", moved.new, permanent=True)
    raise Http404(f"Die Box „{key}“ gibt es hier nicht. {moved.note if moved else ''}".strip())


def _what_if(card: Card) -> str:
    return "/was-waere-wenn/?" + urlencode({"karte": card.key}, safe="/")


def _sorted(cards: list[Card]) -> list[Card]:
    """Return cards by kind, and inside a kind as the box has them."""
    return sorted(cards, key=lambda card: (Kind.values.index(card.kind), card.order))


def _first_of_each_kind(cards: list[Card]) -> list[Card]:
    groups = groupby(_sorted(cards), key=lambda card: card.kind)
    return [card for _kind, group in groups for card in islice(group, FIRST_OF_KIND)]


def _by_kind(cards: list[Listed]) -> list[tuple[str, list[Listed]]]:
    ordered = sorted(cards, key=lambda item: (Kind.values.index(item.card.kind), item.card.order))
    return [
        (str(Kind(kind).label), list(group))
        for kind, group in groupby(ordered, key=lambda item: item.card.kind)
    ]


def _view_links(request: HttpRequest, current: str) -> list[tuple[str, str, bool]]:
    """Return address, label and whether it is the present one, for each way to look at a list."""
    return [(_with(request, ansicht=view), label, view == current) for view, label in VIEWS.items()]


def _page_links(request: HttpRequest, page: Page) -> dict[str, str]:
    links = {}
    if page.has_previous():
        links["previous"] = _with(request, seite=str(page.previous_page_number()))
    if page.has_next():
        links["next"] = _with(request, seite=str(page.next_page_number()))
    return links


def _with(request: HttpRequest, **changes: str) -> str:
    query = request.GET.copy()
    for name, value in changes.items():
        query[name] = value
    return "?" + query.urlencode()
