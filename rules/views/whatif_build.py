"""The table builder: a form whose whole state is the scenario in its address."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt

from cards.vocabulary import Kind
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.facts import library
from rules.views.whatif_context import box_names, chosen_sets
from rules.whatif import by_hand, links, paths, starting
from rules.whatif.before import SCORE, score_before
from rules.whatif.editing import GAMES, add_card, edited, tidy, zone_of
from rules.whatif.fields import boxes_of, groups
from rules.whatif.mending import Mending, mendings
from rules.whatif.naming import offers
from rules.whatif.own_rules import told, where_to_change
from rules.whatif.showing import show
from rules.whatif.words import game_rows

Row = dict[str, Any]
PAGE = "rules/whatif/build.html"
FORM = "rules/whatif/_build.html"
CARD = "rules/whatif/card.html"
# A scenario that only a program would write may lack what the form needs.
UNFIT = (AttributeError, IndexError, KeyError, TypeError, ValueError)
NOT_SHOWN = "Diese Lage kann der Baukasten nicht zeigen. Fang mit einem neuen Tisch an."


# No cookie and no login is involved: the scenario travels in the form itself.
@csrf_exempt
def build(request: HttpRequest) -> HttpResponse:
    """Show the form; a sent one leads to the address of what it made of the scenario."""
    sent = request.method == "POST"
    try:
        scenario = _scenario(request.POST if sent else request.GET, request)
        if not sent:
            return _form(request, scenario)
        scenario = edited(scenario, request.POST.dict(), request.POST.getlist("sets"))
        return _onward(request, scenario)
    except links.LinkError as error:
        return _fresh(request, str(error))
    except UNFIT:
        return _fresh(request, NOT_SHOWN)


def _scenario(given: Any, request: HttpRequest) -> Row:
    if given.get("s"):
        return tidy(links.read(given["s"]))
    game = given.get("spiel") if given.get("spiel") in GAMES else "munchkin"
    found = [key for key in chosen_sets(request) if library().editions[key]["game"] == game]
    scenario = starting.fresh(game, found[0] if found else starting.FIRST_BOX)
    return {**scenario, "sets": found or scenario["sets"]}


def _onward(request: HttpRequest, scenario: Row) -> HttpResponse:
    """Lead to the answer, to a card by hand, or back to the form; while somebody types only say how it stands."""
    what, _, where = request.POST.get("tun", "").partition(":")
    link = links.write(scenario)
    if what == "stand":
        return _stand(request, scenario, link)
    if what == "auswerten":
        return _leave(request, f"{reverse('rules:what-if')}?s={link}{_seen_before(request.POST)}")
    if what == "hand":
        path, _, as_ = where.partition(":")
        asked = urlencode({"s": link, "an": path, "als": as_})
        return _leave(request, f"{reverse('rules:what-if-card')}?{asked}")
    return HttpResponseRedirect(f"{reverse('rules:what-if-build')}?s={link}{_seen_before(request.POST)}")


def _seen_before(given: Any) -> str:
    """Return the score that was seen last, for the next address."""
    return f"&vor={given['vor']}" if SCORE.fullmatch(given.get("vor", "")) else ""


def _leave(request: HttpRequest, address: str) -> HttpResponse:
    """Lead to another page, also where only a part of this one was asked for."""
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)


def _stand(request: HttpRequest, scenario: Row, link: str) -> HttpResponse:
    context = {"game": scenario["game"], **_standing(scenario, request.POST.get("vor", ""))}
    response = render(request, "rules/whatif/_stand.html", context)
    response["HX-Replace-Url"] = f"{reverse('rules:what-if-build')}?s={link}{_seen_before(request.POST)}"
    return response


def _form(request: HttpRequest, scenario: Row, broken: str = "", status: int = 200) -> HttpResponse:
    link = links.write(scenario)
    rows = game_rows(scenario["game"])
    fighting = bool(scenario["state"].get("combat"))
    context = {
        "broken": broken,
        "link": link,
        "scenario": scenario,
        "groups": groups(scenario),
        "books": [box for box in boxes_of(scenario) if _has_book(box[0])],
        # Boxes that only lend cards are seldom on the table and stand folded.
        "other_boxes": [box for box in boxes_of(scenario) if not _has_book(box[0])],
        "others_lie": not all(map(_has_book, scenario["sets"])),
        "own": told(scenario),
        "own_page": where_to_change(scenario),
        "variants": rows["variants"],
        "actions": _actions(rows, fighting),
        "fighting": fighting,
        "vor": request.GET.get("vor", "") if SCORE.fullmatch(request.GET.get("vor", "")) else "",
        **_standing(scenario, request.GET.get("vor", "")),
    }
    template = FORM if request.headers.get("HX-Request") else PAGE
    response = render(request, template, context, status=status)
    response["HX-Push-Url"] = f"{reverse('rules:what-if-build')}?s={link}{_seen_before(request.GET)}"
    response["Vary"] = "HX-Request"
    return response


def _has_book(box: str) -> bool:
    return bool(library().editions.get(box, {}).get("has_rulebook"))


def _fresh(request: HttpRequest, broken: str) -> HttpResponse:
    return _form(request, starting.fresh("munchkin", starting.FIRST_BOX), broken, 400)


def _actions(rows: Row, fighting: bool) -> list[tuple[str, str]]:
    """Return the actions that fit the moment first, then the others."""
    unfit = "peace" if fighting else "fight"
    sort = sorted(rows["actions"].items(), key=lambda row: row[1].get("when") == unfit)
    return [(key, row["label"]) for key, row in sort]


def _standing(scenario: Row, then: str = "") -> Row:
    """Return how it stands right now and how it stood before, or what keeps the resolver from saying so."""
    combat = scenario["state"].get("combat")
    if combat and not combat["monsters"]:
        return {"hint": "Lege ein Monster in den Kampf: aus den Boxen oder von Hand."}
    try:
        given = resolve(scenario, library())
    except ScenarioError as error:
        return {"hint": "", "mendings": [_in_words(scenario, one) for one in mendings(scenario, error)]}
    answer = show(scenario, given, box_names())
    return {"hint": "", "answer": answer, "before": score_before(then, answer.score)}


def _in_words(scenario: Row, mending: Mending) -> Mending:
    """Name an empty field by its label; other problems speak for themselves."""
    for parts in groups(scenario).values():
        for group in parts:
            for field in group.fields:
                if field.path == mending.path and paths.at(scenario, field.path) is None:
                    return replace(mending, text=f"Bei „{group.title}“ fehlt noch: {field.label}.")
    return mending


@csrf_exempt
def card_by_hand(request: HttpRequest) -> HttpResponse:
    """Let somebody type a card's printed numbers; it comes into the zone where it was asked for."""
    given = request.POST if request.method == "POST" else request.GET
    path, as_ = given.get("an", ""), given.get("als", "")
    try:
        scenario = tidy(links.read(given.get("s", "")))
        zone = zone_of(scenario, path, as_)
        if zone is None:
            raise links.LinkError(NOT_SHOWN)
        return _card_page(request, scenario, zone, given)
    except links.LinkError as error:
        return _fresh(request, str(error))
    except UNFIT:
        return _fresh(request, NOT_SHOWN)


def _card_page(request: HttpRequest, scenario: Row, zone: Any, given: Any) -> HttpResponse:
    kinds = by_hand.kinds(scenario["game"], zone.as_)
    kind = given.get("art") if given.get("art") in dict(kinds) else kinds[0][0]
    if request.method == "POST":
        card = by_hand.card_from(request.POST.dict(), scenario["game"], kind)
        add_card(scenario, zone.path, zone.as_, card)
        return HttpResponseRedirect(f"{reverse('rules:what-if-build')}?s={links.write(scenario)}")
    context = {
        "link": links.write(scenario),
        "zone": zone,
        "kind": kind,
        "kinds": kinds,
        "fields": by_hand.fact_fields(scenario["game"], kind),
        "name": given.get("name", "")[: by_hand.MOST_NAME],
    }
    return render(request, CARD, context)


@cache_control(public=True, max_age=300)
def card_names(request: HttpRequest) -> HttpResponse:
    """Return card names that begin so, as options of a list."""
    typed = next((str(value) for key, value in request.GET.items() if key not in ("sets", "felder")), "")
    sets = tuple(chosen_sets(request))
    found = offers(typed.rpartition(";")[2].strip()[:80], sets, others=True)
    labels = dict(Kind.choices)
    return render(request, "rules/whatif/_names.html", {"offers": found, "labels": labels})
