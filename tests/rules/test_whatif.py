"""The what-if pages as requests: ways in, the answer, its hand-outs, and nonsense in every place."""

from __future__ import annotations

import copy
import json
import random
import re
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.models import Card
from rules.doors import worked_out
from rules.engine import resolve
from rules.facts import library
from rules.models import Case
from rules.whatif import links
from rules.whatif.showing import show
from rules.whatif.starting import fresh
from rules.whatif.turning import turns

pytestmark = pytest.mark.django_db
PAGE = "/was-waere-wenn/"
AXE_COP = "Schaffe ich den Kindskopfkraken mit Stufe 6 und +4?"


def fight(level: int = 5, monster: int = 7, **more: Any) -> dict[str, Any]:
    """A fight of Anna with a monster that no box has."""
    card = {"name": "Höllenhund", "kind": "monster", "level": monster, "treasures": 2}
    state = {
        "players": [{"id": "anna", "level": level, **more}, {"id": "ben", "level": 4}],
        "turn": {"player": "anna", "phase": "door"},
        "combat": {"fighter": "anna", "monsters": [{"card": card}]},
    }
    return {"game": "munchkin", "sets": ["axe-cop"], "state": state, "do": []}


def text_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def answer_to(client: Client, scenario: dict[str, Any], status: int = 200) -> str:
    return text_of(client, f"{PAGE}?s={links.write(scenario)}", status)


def test_the_first_page_offers_every_way_in(reader: Client) -> None:
    text = text_of(reader, PAGE)
    assert all(word in text for word in ("Frage klären", "Lage bauen", "Gelöste Fälle", "Tisch"))


def test_a_question_in_german_is_answered_with_its_score(reader: Client) -> None:
    text = text_of(reader, f"{PAGE}?{urlencode({'q': AXE_COP, 'sets': 'axe-cop'})}")
    assert "10 gegen 18" in text
    assert "Kindskopfkrake" in text


def test_a_question_without_a_level_asks_for_it(reader: Client) -> None:
    asked = {"q": "Schaffe ich den Kindskopfkraken?", "sets": "axe-cop"}
    assert "Rückfrage" in text_of(reader, f"{PAGE}?{urlencode(asked)}")
    whole = {**asked, "q": "Schaffe ich den Kindskopfkraken mit Stufe 3 und +2?"}
    assert "gegen 18" in text_of(reader, f"{PAGE}?{urlencode(whole)}")


def test_the_old_address_of_a_question_still_answers(reader: Client) -> None:
    assert "10 gegen 18" in text_of(reader, f"{PAGE}?{urlencode({'frage': AXE_COP, 'sets': 'axe-cop'})}")


def test_the_answer_names_both_sides_and_opens_the_rules_in_place(reader: Client) -> None:
    text = answer_to(reader, fight())
    assert "5 zu 7" in text
    assert "Stufe von Anna" in text
    rule = resolve(fight(), library())["cites"]["axe-cop.kampf.sieg-bedingung"]["text"]
    assert rule in text


def test_an_illegal_action_is_refused_with_its_reason(reader: Client) -> None:
    sale = {"action": "sell", "player": "anna", "cards": ["Helm"]}
    helmet = {"name": "Helm", "kind": "item", "bonus": 1, "gold": 1000, "slot": "head"}
    text = answer_to(reader, {**fight(in_play=[helmet]), "do": [sale]})
    assert "Das geht nicht" in text
    assert re.search(r"Munchkin [\w ]+: \w+", text), "the rule with its place"
    assert "Ohne den Kampf wäre es erlaubt." in text


def test_chances_are_exact_fractions_that_add_up(reader: Client) -> None:
    case = Case.objects.get(pk="axe-cop-62-beide-laufen-weg")
    text = text_of(reader, f"{PAGE}?fall={case.pk}")
    assert text.count("4/9") >= 1
    assert text.count("2/9") >= 2


def test_each_outcome_is_told_by_what_makes_it_different() -> None:
    scenario = Case.objects.get(pk="axe-cop-62-beide-laufen-weg").scenario
    titles = [one.title for one in show(scenario, resolve(scenario, library()), {}).outcomes]
    assert len(set(titles)) == 4
    assert all("Sven" in title and "Lars" in title for title in titles)


def test_every_option_of_an_open_decision_continues_the_scenario(reader: Client) -> None:
    scenario = Case.objects.get(pk="kampf-verstaerker-welches-cthulhu").scenario
    page = reader.get(f"{PAGE}?s={links.write(scenario)}").content.decode()
    followed = [
        links.read(link) for link in re.findall(r'class="button" href="/was-waere-wenn/\?s=([^"]+)"', page)
    ]
    assert [one["do"][-1]["option"] for one in followed] == ["0", "1"]
    assert all(resolve(one, library())["legal"] for one in followed)
    decided = reader.get(f"{PAGE}?s={links.write(followed[0])}").content.decode()
    assert "Ben: Wahl treffen</dd>" in decided


def test_what_the_books_leave_open_is_shown_with_its_readings(reader: Client) -> None:
    text = text_of(reader, f"{PAGE}?fall=kampf-schlussstufe-gemeinsam-cthulhu")
    assert "Das ist nicht geregelt" in text
    assert text.index("So ist hier gerechnet") < text.index("Ebenso lesbar")


def test_what_another_book_says_stands_beside_the_answer(reader: Client) -> None:
    assert "wäre es anders" in text_of(reader, f"{PAGE}?fall=mischen-grosser-gegenstand-cthulhu")


def test_smash_up_scoring_is_a_table_of_places_and_points(reader: Client) -> None:
    scenario = fresh("smash-up", "smash-up")
    creatures = [("anna", 10), ("ben", 10), ("clara", 5)]
    scenario["state"]["players"] = [{"id": name} for name, _ in creatures]
    scenario["state"]["turn"]["player"] = "anna"
    scenario["state"]["bases"][0]["cards"] = [
        {
            "card": {"name": "Riese", "kind": "creature", "strength": strength},
            "owner": name,
            "controller": name,
        }
        for name, strength in creatures
    ]
    scenario["do"] = [{"action": "score", "player": "anna", "base": 0}]
    page = reader.get(f"{PAGE}?s={links.write(scenario)}").content.decode()
    rows = re.findall(r'<tr><th scope="row">(\w+)</th>(.*?)</tr>', page)
    numbers = [re.findall(r">(\+?\d+)<", cells) for _, cells in rows]
    assert numbers == [["10", "1", "+4", "4"], ["10", "1", "+4", "4"], ["5", "3", "+1", "1"]]


def test_every_solved_case_has_a_page(reader: Client) -> None:
    for case in Case.objects.order_by("pk")[::15]:
        assert reader.get(f"{PAGE}?fall={case.pk}").status_code == 200, case.pk


def test_a_base_whose_wall_nobody_knows_says_so(reader: Client) -> None:
    assert "Zerstörungswert nicht belegt" in text_of(reader, f"{PAGE}?fall=smash-up-unbekannte-decks")


# Starting from a page


def test_every_kind_of_card_opens_a_scene_the_resolver_can_read(reader: Client) -> None:
    by_kind = {(card.edition.game, card.kind): card for card in Card.objects.select_related("edition")}
    assert len(by_kind) > 15
    for card in by_kind.values():
        response = reader.get(f"{PAGE}?karte={card.key}")
        assert response.status_code == 200, card.key
        assert b"nicht lesbar" not in response.content, card.key


def test_a_ruling_an_example_and_a_rule_open_their_own_cases(reader: Client) -> None:
    case = Case.objects.filter(rulings__isnull=False).first()
    assert case is not None
    ruling = case.rulings.get(pk=case.rulings.first().pk)  # type: ignore[union-attr]
    first = ruling.cases.first()
    assert first.title in text_of(reader, f"{PAGE}?klarstellung={ruling.pk}")
    example = Case.objects.filter(examples__isnull=False).first()
    assert example is not None
    assert "Beispiel" in text_of(reader, f"{PAGE}?beispiel={example.examples.first().pk}")  # type: ignore[union-attr]
    rule = Case.objects.filter(rules__isnull=False).first().rules.first()  # type: ignore[union-attr]
    assert "Regel" in text_of(reader, f"{PAGE}?regel={rule.pk}")


@pytest.mark.parametrize("way", ["karte", "fall", "regel", "klarstellung", "beispiel"])
def test_what_is_not_there_is_said(reader: Client, way: str) -> None:
    assert "gibt es hier nicht" in text_of(reader, f"{PAGE}?{way}=nirgends/nichts", 404)


def test_the_pages_of_the_site_lead_into_their_scenario(reader: Client) -> None:
    assert (
        f"{PAGE}?karte=axe-cop/kindskopfkrake"
        in reader.get("/karten/axe-cop/kindskopfkrake/").content.decode()
    )


# Errors


def test_a_broken_link_says_so(reader: Client) -> None:
    assert "beschädigt" in text_of(reader, f"{PAGE}?s=1.abcdef", 400)
    assert "Fassung „9“" in text_of(reader, f"{PAGE}?s=9.abcdef", 400)


def test_an_unknown_card_leads_to_its_place_and_to_the_card_that_was_meant(reader: Client) -> None:
    scenario = fight(in_play=["kriger"])
    page = reader.get(f"{PAGE}?s={links.write(scenario)}")
    assert page.status_code == 422
    html = unescape(page.content.decode())
    assert "#state.players%5B0%5D.in_play%5B0%5D" in html
    mended = re.findall(r'class="chip" href="\?s=([^"]+)"', html)
    assert "krieger" in [links.read(link)["state"]["players"][0]["in_play"][0] for link in mended]


# Handing on


def test_the_answer_is_shared_as_text_link_qr_code_and_json(reader: Client) -> None:
    link = links.write(fight())
    text = text_of(reader, f"{PAGE}?s={link}")
    assert f"http://testserver{PAGE}?s={link}" in text
    assert reader.get(f"{PAGE}qr.svg?s={link}").headers["Content-Type"] == "image/svg+xml"
    assert reader.get(f"{PAGE}frage.json?s={link}").json() == fight()
    assert reader.get(f"{PAGE}antwort.json?s={link}").json() == json.loads(
        json.dumps(worked_out(fight(), library()))
    )
    assert reader.get(f"{PAGE}anderes.json?s={link}").status_code == 404


def test_hand_outs_of_a_broken_link_are_refused(reader: Client) -> None:
    for name in ("qr.svg", "frage.json", "antwort.json"):
        assert reader.get(f"{PAGE}{name}?s=1.x").status_code == 400


def test_no_page_sets_a_cookie(reader: Client) -> None:
    for address in (PAGE, f"{PAGE}bauen/", f"{PAGE}faelle/", "/tisch/", f"{PAGE}?s={links.write(fight())}"):
        assert not reader.get(address).cookies, address


# What would turn it


def test_the_bonus_that_is_said_to_turn_a_fight_turns_it_and_one_less_does_not() -> None:
    scenario = fight(5, 9)
    found = turns(scenario, resolve(scenario, library()), library()).found
    bonus = next(turn for turn in found if "mindestens" in turn.text)
    turned = links.read(bonus.link)
    assert resolve(turned, library())["outcomes"][0]["combat"]["winner"] == "munchkins"
    turned["state"]["combat"]["played"][0]["card"]["bonus"] -= 1
    assert resolve(turned, library())["outcomes"][0]["combat"]["winner"] == "monsters"


def test_a_card_in_hand_and_a_helper_that_turn_a_fight_are_named() -> None:
    scenario = fight(5, 7, hand=[{"name": "Trank", "kind": "one-shot", "bonus": 3}])
    told = [turn.text for turn in turns(scenario, resolve(scenario, library()), library()).found]
    assert "Anna spielt Trank für die Munchkins." in told
    assert "Ben hilft mit." in told


def test_the_strength_that_is_said_to_bring_a_base_down_brings_it_down() -> None:
    scenario = fresh("smash-up", "smash-up")
    found = turns(scenario, resolve(scenario, library()), library()).found
    assert [turn.text for turn in found] == ["An „Basis“ kommt mindestens Stärke +20 dazu."]
    turned = links.read(found[0].link)
    assert resolve(turned, library())["outcomes"][0]["bases"][0]["due"]
    turned["state"]["bases"][0]["cards"][0]["card"]["strength"] -= 1
    assert not resolve(turned, library())["outcomes"][0]["bases"][0]["due"]


def test_a_card_that_is_too_weak_is_not_offered() -> None:
    scenario = fight(5, 17, hand=[{"name": "Trank", "kind": "one-shot", "bonus": 3}])
    told = [turn.text for turn in turns(scenario, resolve(scenario, library()), library()).found]
    assert not any("Trank" in one or "hilft" in one for one in told)


# Drawing


def test_the_parts_of_a_bar_lie_side_by_side_and_end_at_the_total() -> None:
    scenario = fight(5, 7, in_play=[{"name": "Helm", "kind": "item", "bonus": 3, "slot": "head"}])
    answer = show(scenario, resolve(scenario, library()), {})
    side = answer.first.fight[0]
    assert [part.value for part in side.parts] == [5, 3]
    assert side.parts[1].x == pytest.approx(side.parts[0].width)
    assert side.parts[1].x + side.parts[1].width == pytest.approx(100)


def test_a_penalty_is_taken_off_the_end_of_the_bar() -> None:
    scenario = fight(5, 7, in_play=[{"name": "Fluchhelm", "kind": "item", "bonus": -2, "slot": "head"}])
    side = show(scenario, resolve(scenario, library()), {}).first.fight[0]
    gain, loss = side.parts
    assert side.total == 3
    assert loss.is_loss
    assert loss.x + loss.width == pytest.approx(gain.x + gain.width)


# The gallery


def test_the_gallery_finds_cases_by_word_box_topic_and_kind(reader: Client) -> None:
    everything = text_of(reader, f"{PAGE}faelle/")
    few = text_of(reader, f"{PAGE}faelle/?q=Gleichstand&box=axe-cop")
    number = re.compile(r"(\d+) Streitf(?:all|älle) ")
    all_of_them, some = (int(number.search(text).group(1)) for text in (everything, few))  # type: ignore[union-attr]
    assert 0 < some < all_of_them
    assert "Kein gelöster Fall" in text_of(reader, f"{PAGE}faelle/?q=xyzzy")
    assert reader.get(f"{PAGE}faelle/?art=beispiel&thema=kampf").status_code == 200


# Nonsense


PARAMETERS = ("q", "s", "sets", "karte", "fall", "regel", "klarstellung", "beispiel", "spiel", "box", "thema",
              "art", "seite", "c", "an", "als", "name", "frage", "x")  # fmt: skip
PLACES = ("", "bauen/", "bauen/karte/", "bauen/namen/", "faelle/", "qr.svg", "frage.json", "antwort.json")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=120, deadline=None)
@given(
    st.sampled_from(PLACES), st.dictionaries(st.sampled_from(PARAMETERS), st.text(max_size=40), max_size=4)
)
def test_nonsense_in_any_parameter_is_answered_calmly(
    reader: Client, place: str, given: dict[str, str]
) -> None:
    response = reader.get(f"{PAGE}{place}?{urlencode(given, errors='replace', quote_via=quote)}")
    assert response.status_code < 500


ODD: tuple[Any, ...] = (
    "",
    None,
    5,
    -1,
    [],
    {},
    "x",
    [[]],
    [{}],
    {"card": 5},
    1.5,
    True,
    {"monster": []},
    ["a", 5],
)


def _spoilt(scenario: Any, dice: random.Random) -> Any:
    """Return the scenario with something odd in one to three of its places."""
    scenario = copy.deepcopy(scenario)
    for _ in range(dice.randint(1, 3)):
        place = scenario
        while isinstance(place, dict | list) and place:
            key = dice.choice(list(place)) if isinstance(place, dict) else dice.randrange(len(place))
            if dice.random() < 0.3 or not isinstance(place[key], dict | list):
                place[key] = copy.deepcopy(dice.choice(ODD))
                break
            place = place[key]
    return scenario


def test_a_spoilt_scenario_is_explained_never_a_crash(reader: Client) -> None:
    dice = random.Random(11)
    scenarios = list(Case.objects.order_by("pk").values_list("scenario", flat=True)[::12])
    for scenario in scenarios:
        link = links.write(_spoilt(scenario, dice))
        for place in ("", "bauen/", "antwort.json"):
            assert reader.get(f"{PAGE}{place}?s={link}").status_code < 500, (place, link)
