"""The pages on which owners complete a card: its form, the walk through a box, and what became of a proposal."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import RequestDataTooBig
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from cards.deciding import subject
from cards.faces import face
from cards.knowledge import figures, missing, singles
from cards.models import Card, Edition, Proposal
from cards.proposal_fields import COUNTED, EFFECTS, OF_TRAITS, RARE, Field, fields_of, value
from cards.proposals import KEPT, Read, changed, differences, keep, read, refusal, seen
from cards.unlisted import blank, kinds_of
from cards.vocabulary import Kind, Printed, ProposalKind, ProposalState
from cards.wording import trait_names
from cardsite import stamp, stand

LONGEST_REMARK = 1_000
NEVER_KEPT = "private, no-store"
TOKEN = re.compile(r"[\w-]{10,40}", re.ASCII)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def propose(request: HttpRequest, box: str, slug: str) -> HttpResponseBase:
    """Show the form of a card, draw what was typed so far, or keep what was sent."""
    card = Card.objects.for_lists().filter(edition_id=box, slug=slug).first()
    if card is None:
        former = get_object_or_404(Edition, key=box) and Card.objects.named(slug, [box])
        if former is None:
            raise Http404(f"Die Karte „{slug}“ gibt es in dieser Box nicht.")
        return redirect("propose", *former.key.split("/"))
    return _answer(request, card)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def propose_new(request: HttpRequest, box: str) -> HttpResponseBase:
    """Show the form of a card that no list has yet, draw what was typed so far, or keep what was sent."""
    return _answer(request, blank(get_object_or_404(Edition, key=box)))


def _answer(request: HttpRequest, card: Card) -> HttpResponseBase:
    kind = _kind(request, card)
    if request.method != "POST":
        return _form(request, card, kind, {})
    refuse_large(request)
    if request.headers.get("HX-Request"):
        found = read(card, kind, request.POST.dict(), seen(card, kind))
        drawn = render_to_string("cards/_card_face.jinja", {"face": _face(card, found)}, using="jinja2")
        return _never_kept(HttpResponse(drawn))
    return _send(request, card, kind)


def _send(request: HttpRequest, card: Card, kind: Kind) -> HttpResponseBase:
    sent, written = request.POST.dict(), request.POST.get("stempel", "")
    if known := Proposal.objects.filter(stamp=stamp.digest(written)).first():
        return _sent(request, known)
    try:
        stamp.trapped(request)
        before = stamp.seen_on(written, f"{card.key}:{kind}")
        stamp.charge(request)
    except stamp.NotNow as no:
        return _form(request, card, kind, sent, {"": str(no)})
    found = read(card, kind, sent, before)
    wrong = found.wrong | said_wrong(sent, anything=bool(found.after))
    if not wrong and (full := refusal(ProposalKind.CARD, card.key)):
        wrong = {"": full}
    if wrong:
        return _form(request, card, kind, sent, wrong)
    proposal = Proposal(kind=ProposalKind.CARD, key=card.key, title=card.name, after=found.after)
    proposal.before = {name: before.get(name) for name in found.after}
    if card.pk is None:
        new = changed(card, found.after)
        proposal.kind, proposal.key, proposal.title, proposal.before = (
            ProposalKind.NEW_CARD,
            new.key,
            new.name,
            {},
        )
    return _sent(request, keep_sent(request, proposal))


def refuse_large(request: HttpRequest) -> None:
    """Refuse a form that nobody typed, before it is read."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > stamp.LONGEST_FORM_BYTES:
        raise RequestDataTooBig(f"Ein Vorschlag hat höchstens {stamp.LONGEST_FORM_BYTES} Bytes.")


def said_wrong(sent: dict[str, str], *, anything: bool) -> dict[str, str]:
    """Name what is wrong beside the fields of a card: source and remark, and that nothing was said at all."""
    remark, wrong = sent.get("bemerkung", "").strip(), {}
    if len(remark) > LONGEST_REMARK:
        wrong["bemerkung"] = f"{len(remark)} Zeichen sind zu viele; erlaubt sind {LONGEST_REMARK}."
    if sent.get("quelle", Printed.GERMAN) not in Printed.values:
        wrong["quelle"] = "Diese Quelle gibt es nicht; such eine aus der Liste aus."
    if not anything and not remark:
        wrong[""] = "Du hast nichts geändert und nichts bemerkt."
    return wrong


def keep_sent(request: HttpRequest, proposal: Proposal) -> Proposal:
    """Keep what was sent with what every proposal has: source, remark, Stand, sender and stamp."""
    proposal.source = request.POST.get("quelle", Printed.GERMAN)
    proposal.remark = request.POST.get("bemerkung", "").replace("\r\n", "\n").strip()
    proposal.stand = stand.current().version
    proposal.sender = stamp.sender(request)
    proposal.stamp = stamp.digest(request.POST.get("stempel", ""))
    return keep(proposal)


def _sent(request: HttpRequest, proposal: Proposal) -> HttpResponseBase:
    """Lead on: to the next card of the walk, else to what becomes of the proposal."""
    if request.POST.get("reihe") and proposal.kind == ProposalKind.CARD and (after := _next(proposal.key)):
        return redirect(f"{_address(after)}?{urlencode({'reihe': 1, 'gesendet': proposal.token})}")
    return redirect(f"{proposal.get_absolute_url()}?neu=1")


def _form(
    request: HttpRequest, card: Card, kind: Kind, sent: dict[str, str], wrong: dict[str, str] | None = None
) -> HttpResponse:
    before = seen(card, kind)
    shown = read(card, kind, sent, before) if sent else Read({"kind": str(kind)})
    walking = request.GET.get("reihe") or sent.get("reihe")
    rows = [_row(card, one, sent, wrong or {}) for one in fields_of(card, kind)]
    context = {
        "card": card,
        "action": _address(card),
        "whole_list": _whole_list(card.edition) if card.pk is None else 0,
        "kind": kind,
        "kinds": kinds_of(card.edition),
        "rows": [row for row in rows if row["field"].name not in RARE],
        "rare": [row for row in rows if row["field"].name in RARE],
        "rare_open": card.pk is None or any(name in RARE for name in wrong or {}),
        "wrong": wrong or {},
        "errors": _errors(card, kind, wrong or {}),
        "face": _face(card, shown),
        "stempel": stamp.stamp(f"{card.key}:{kind}", before),
        "sources": Printed.choices,
        "quelle": sent.get("quelle", Printed.GERMAN),
        "bemerkung": sent.get("bemerkung", ""),
        "trap": stamp.TRAP,
        "walk": _walk(card) if walking else None,
        "sent_before": said if TOKEN.fullmatch(said := request.GET.get("gesendet", "")) else "",
        "longest_remark": LONGEST_REMARK,
    }
    status = 400 if wrong else 200
    return _never_kept(render(request, "site/propose.html", context, status=status))


def _whole_list(box: Edition) -> int:
    """Return how many different cards a box has where all are known by name, else 0."""
    name = figures(box, list(Card.objects.in_box(box.key)))[0]
    return 0 if name.missing else name.total


def _errors(card: Card, kind: Kind, wrong: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return for the summary: the field, what it is called, and what is wrong with it."""
    labels = {one.name: one.label for one in fields_of(card, kind)}
    labels |= {"bemerkung": "Bemerkung", "quelle": "Woher Du es weißt", "kind": "Art"}
    return [(name, labels.get(name, ""), text) for name, text in wrong.items()]


def _row(card: Card, one: Field, sent: dict[str, str], wrong: dict[str, str]) -> dict[str, Any]:
    """Return a field as the template shows it: what is known is filled in, what was typed stays."""
    held = value(card, one.name)
    options, number = list(one.choices), ""
    if one.type in OF_TRAITS:
        options = [*([(KEPT, "so wie bisher")] if held else []), *options]
        number = sent.get(f"{one.name}_zahl", "")
    if one.type == "effects":
        options = [
            (key, text + (" (Zahl daneben)" if key in COUNTED else "")) for key, (text, _) in EFFECTS.items()
        ]
        options = [*([(KEPT, "so wie bisher")] if held else []), *options]
        number = sent.get(f"{one.name}_zahl", "")
    text = sent[one.name] if one.name in sent else _written(one, held)
    return {
        "field": one,
        "text": text,
        "options": options,
        "number": number,
        "wrong": wrong.get(one.name, ""),
    }


def _written(one: Field, held: Any) -> str:
    if held is None:
        return ""
    if one.type == "effects" or one.type in OF_TRAITS:
        return KEPT
    if isinstance(held, bool):
        return "ja" if held else "nein"
    return " ".join(map(str, held)) if isinstance(held, list) else str(held)


def _face(card: Card, found: Read) -> Any:
    drawn = changed(card, found.after)
    # The picture lies where the card does, whatever it will be called.
    drawn.slug = card.slug
    drawn.name = drawn.name or "Neue Karte"
    return face(drawn, trait_names())


def _kind(request: HttpRequest, card: Card) -> Kind:
    said = request.POST.get("art") or request.GET.get("art") or card.kind
    return Kind(said) if said in Kind.values else Kind(card.kind)


def _never_kept(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = NEVER_KEPT
    response.headers["X-Robots-Tag"] = "noindex"
    return response


# The walk through a box


@require_safe
def capture(request: HttpRequest, box: str) -> HttpResponse:
    """Show what a box lacks and where the walk through it begins."""
    edition = get_object_or_404(Edition, key=box)
    cards = list(Card.objects.in_box(box))
    lacking = [(card, missing(card)) for card in singles(cards) if missing(card)]
    context = {
        "box": edition,
        "figures": figures(edition, cards),
        "lacking": lacking,
        "first": _address(lacking[0][0]) if lacking else "",
        "whole": len(singles(cards)),
    }
    return render(request, "site/capture.html", context)


def _address(card: Card) -> str:
    """Return where the form of a card is."""
    if card.pk is None:
        return reverse("propose-new", args=[card.edition_id])
    return reverse("propose", args=[card.edition_id, card.slug])


def _lacking(box: str) -> list[Card]:
    return [card for card in singles(Card.objects.in_box(box)) if missing(card)]


def _next(key: str) -> Card | None:
    """Return the card after this one of which something is missing."""
    box, slug = key.split("/")
    here = Card.objects.filter(edition_id=box, slug=slug).first()
    if here is None:
        return None
    beyond = Q(order__gt=here.order) | Q(order=here.order, slug__gt=here.slug)
    later = Card.objects.in_box(box).filter(beyond).order_by("order", "slug")
    return next((card for card in singles(later) if missing(card)), None)


def _walk(card: Card) -> dict[str, Any]:
    lacking = _lacking(card.edition_id)
    before = [one for one in lacking if (one.order, one.slug) <= (card.order, card.slug)]
    after = _next(card.key)
    return {
        "place": len(before),
        "whole": len(lacking),
        "skip": f"{_address(after)}?reihe=1" if after else "",
    }


# What became of it


@require_safe
def proposal(request: HttpRequest, token: str) -> HttpResponse:
    """Tell whoever has the address what became of a proposal."""
    found = get_object_or_404(Proposal, token=token)
    card = subject(found)
    rows = differences(found, card)
    context = {
        "proposal": found,
        "differences": rows,
        # How the card reads now is said where that is something else than what was seen.
        "now": found.state != ProposalState.OPEN or any(row.changed_meanwhile for row in rows),
        "card": card,
        "another": found.key.partition("/")[0] if found.kind == ProposalKind.NEW_CARD else "",
        "fresh": request.GET.get("neu"),
        "address": request.build_absolute_uri(found.get_absolute_url()),
    }
    return _never_kept(render(request, "site/proposal.html", context))
