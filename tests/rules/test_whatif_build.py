"""The table builder: each button of the form changes the scenario as it says, without JavaScript."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from rules.engine import resolve
from rules.engine.munchkin.question import actions as munchkin_actions
from rules.engine.smashup.question import actions as smash_up_actions
from rules.facts import library
from rules.models import Case
from rules.whatif import links, paths
from rules.whatif.by_hand import card_from, fact_fields, kinds
from rules.whatif.editing import edited, tidy
from rules.whatif.starting import fresh
from rules.whatif.words import game_rows

pytestmark = pytest.mark.django_db
PAGE = "/was-waere-wenn/bauen/"


def start() -> dict[str, Any]:
    return fresh("munchkin", "axe-cop")


def pressed(client: Client, scenario: dict[str, Any], button: str, **form: Any) -> dict[str, Any]:
    """Send the form and return the scenario of the address that it leads to."""
    response = client.post(PAGE, {"s": links.write(scenario), "tun": button, **form})
    assert response.status_code == 302, response.content
    return links.read(re.search(r"[?&]s=([^&]+)", response.headers["Location"]).group(1))  # type: ignore[union-attr]


def test_a_fight_is_built_button_by_button(reader: Client) -> None:
    scenario = pressed(
        reader, start(), "pruefen", **{"state.players[0].id": "Sven", "state.players[0].level": "6"}
    )
    assert scenario["state"]["players"][0] == {"id": "Sven", "level": 6}
    assert scenario["state"]["combat"]["fighter"] == "Sven"
    scenario = pressed(reader, scenario, "dazu", **{"neu:state.combat.monsters:monster": "Kindskopfkrake"})
    scenario = pressed(reader, scenario, "dazu", **{"neu:state.players[0].in_play:": "Krieger"})
    scenario = pressed(reader, scenario, "aktion", **{"neu:aktion": "ask_help"})
    scenario = pressed(reader, scenario, "pruefen", **{"do[0].helper": "anna", "do[0].offer.treasures": "2"})
    assert scenario["do"] == [
        {"action": "ask_help", "player": "Sven", "helper": "anna", "offer": {"treasures": 2}},
    ]
    answer = resolve(scenario, library())
    assert answer["outcomes"][0]["combat"]["munchkins"]["total"] == 9
    assert answer["outcomes"][0]["combat"]["monsters"]["total"] == 18


def test_a_table_s_own_rules_stand_in_the_form_and_go_with_the_boxes_they_need(reader: Client) -> None:
    scenario = {
        **start(),
        "sets": ["cthulhu", "impossible"],
        "house": {"tod.helfen": "impossible", "loot.may-be-left-out": "b"},
    }
    text = reader.get(PAGE, {"s": links.write(scenario)}).content.decode()
    assert "Ab wann darf die neue Figur anderen im Kampf helfen?" in text
    assert "/kombinieren/so-spielen-wir/?sets=cthulhu,impossible&amp;house=" in text
    kept = pressed(reader, scenario, "pruefen", sets=["cthulhu", "impossible"])
    assert kept["house"] == scenario["house"]
    fewer = pressed(reader, scenario, "pruefen", sets=["cthulhu"])
    assert fewer["house"] == {"loot.may-be-left-out": "b"}
    assert "house" not in pressed(reader, scenario, "nach-heft", sets=["cthulhu", "impossible"])


@pytest.mark.parametrize("house", [["tod.helfen"], {"tod.helfen": []}, {"nichts": "a"}, "a"])
def test_own_rules_that_are_none_do_not_break_the_form(reader: Client, house: Any) -> None:
    response = reader.get(PAGE, {"s": links.write({**start(), "house": house})})
    assert response.status_code == 200
    assert "So spielt Ihr:" not in response.content.decode()


def test_what_was_put_in_can_be_taken_out_again(reader: Client) -> None:
    scenario = pressed(reader, start(), "dazu", **{"neu:state.players[0].hand:": "Krieger; Cop"})
    assert scenario["state"]["players"][0]["hand"] == ["krieger", "cop"]
    scenario = pressed(reader, scenario, "weg:state.players[0].hand[0]")
    assert scenario["state"]["players"][0]["hand"] == ["cop"]


def test_people_come_and_go_and_the_last_one_stays(reader: Client) -> None:
    scenario = pressed(reader, start(), "person")
    assert [one["id"] for one in scenario["state"]["players"]] == ["du", "anna", "ben"]
    for _ in range(4):
        scenario = pressed(reader, scenario, "weg:state.players[0]")
    assert [one["id"] for one in scenario["state"]["players"]] == ["ben"]
    assert scenario["state"]["combat"]["fighter"] == "ben"
    assert scenario["state"]["turn"]["player"] == "ben"


def test_a_name_of_the_box_is_found_however_it_is_written(reader: Client) -> None:
    for typed in ("Kindskopfkrake", "kindskopfkrake", " KINDSKOPFKRAKE ", "Kindskopfkragen"):
        scenario = pressed(reader, start(), "dazu", **{"neu:state.combat.monsters:monster": typed})
        assert scenario["state"]["combat"]["monsters"] == [{"card": "kindskopfkrake"}]


def test_a_card_that_nobody_knows_is_named_with_the_nearest(reader: Client) -> None:
    scenario = pressed(reader, start(), "dazu", **{"neu:state.players[0].in_play:": "Kriger"})
    page = unescape(reader.get(f"{PAGE}?s={links.write(scenario)}").content.decode())
    assert "Kriger" in page
    scenario["state"]["combat"]["monsters"] = [{"card": "kindskopfkrake"}]
    page = unescape(reader.get(f"{PAGE}?s={links.write(scenario)}").content.decode())
    assert "So geht es noch nicht" in page
    assert 'href="#state.players[0].in_play[0]"' in page
    assert 'id="state.players[0].in_play[0]"' in page


def test_a_number_that_is_none_is_named_by_the_resolver(reader: Client) -> None:
    scenario = pressed(reader, start(), "pruefen", **{"state.players[0].level": "viele"})
    scenario["state"]["combat"] = None
    assert (
        'href="#state.players[0].level"' in reader.get(f"{PAGE}?s={links.write(scenario)}").content.decode()
    )


def test_the_button_of_the_answer_leads_to_the_answer(reader: Client) -> None:
    response = reader.post(PAGE, {"s": links.write(start()), "tun": "auswerten"})
    assert response.headers["Location"].startswith("/was-waere-wenn/?s=")


def test_a_card_typed_by_hand_fights(reader: Client) -> None:
    sent = {"s": links.write(start()), "tun": "hand:state.combat.monsters:monster"}
    page = reader.post(PAGE, sent).headers["Location"]
    assert "Stufe" in reader.get(page).content.decode()
    form = {"s": links.write(start()), "an": "state.combat.monsters", "als": "monster", "art": "monster"}
    facts = {"name": "Höllenhund", "level": "8", "treasures": "2", "modifiers[0].vs": "Krieger",
             "modifiers[0].strength": "-3", "bad_stuff[0].lose_levels": "2"}  # fmt: skip
    response = reader.post(f"{PAGE}karte/", {**form, **facts})
    monster = links.read(response.headers["Location"].partition("s=")[2])["state"]["combat"]["monsters"][0][
        "card"
    ]
    assert monster == {
        "name": "Höllenhund", "kind": "monster", "level": 8, "treasures": 2,
        "modifiers": [{"vs": "krieger", "strength": -3}], "bad_stuff": [{"lose_levels": 2}],
    }  # fmt: skip


@pytest.mark.parametrize("game", ["munchkin", "smash-up"])
def test_every_kind_of_card_by_hand_is_one_the_resolver_reads(game: str) -> None:
    for as_ in ("", "monster", "munchkins", "boost") if game == "munchkin" else ("",):
        for kind, _ in kinds(game, as_):
            full = {field.path: _sample(field) for field in fact_fields(game, kind)}
            for form in ({"name": "Probe"}, {"name": "Probe", **full}):
                scenario = fresh(game, "axe-cop")
                scenario["state"].pop("combat", None)
                scenario["state"]["players"][0]["hand"] = [card_from(form, game, kind)]
                assert resolve(scenario, library())["legal"], (kind, form)


def _sample(field: Any) -> str:
    if field.options:
        return str(field.options[-1][0])
    return {"number": "2", "check": "1"}.get(field.kind, "Krieger")


ACTIONS = {"munchkin": munchkin_actions.ACTIONS, "smash-up": smash_up_actions.ACTIONS}


@pytest.mark.parametrize("game", ACTIONS)
def test_the_list_offers_every_action_of_the_game_with_all_it_needs(game: str) -> None:
    offered = game_rows(game)["actions"]
    # A decision is taken by its button.
    assert set(ACTIONS[game]) - set(offered) <= {"choose"}
    for name, row in offered.items():
        keys = ACTIONS[game][name]
        asked = {"player", *(re.split(r"[.\[]", field["key"])[0] for field in row.get("fields", ()))}
        assert {key[:-1] for key in keys if key.endswith("!")} <= asked, name
        assert asked - {"player"} <= {key.rstrip("!") for key in keys}, name


def test_a_base_is_filled_with_strengths(reader: Client) -> None:
    scenario = fresh("smash-up", "smash-up")
    form = {
        "state.bases[0].cards:du": "4; 3",
        "state.bases[0].cards:anna": "5",
        "state.bases[0].card.breakpoint": "12",
    }
    scenario = pressed(reader, scenario, "pruefen", **form)
    cards = scenario["state"]["bases"][0]["cards"]
    assert [(one["controller"], one["card"]["strength"]) for one in cards] == [
        ("du", 4),
        ("du", 3),
        ("anna", 5),
    ]
    assert len({one["ref"] for one in cards}) == 3
    answer = resolve(scenario, library())
    assert answer["outcomes"][0]["bases"][0]["due"]
    again = pressed(reader, scenario, "pruefen", **{"state.bases[0].cards:du": "3; 4; 1"})
    assert {one["ref"] for one in cards} < {one["ref"] for one in again["state"]["bases"][0]["cards"]}


def test_a_base_of_the_box_takes_the_place_of_one_by_hand(reader: Client) -> None:
    scenario = pressed(
        reader, fresh("smash-up", "smash-up"), "pruefen", **{"state.bases[0].card.name": "Baumhaus"}
    )
    assert scenario["state"]["bases"][0]["card"] == "baumhaus"


def test_the_form_shows_every_solved_case_and_changes_nothing_by_itself(reader: Client) -> None:
    for case in Case.objects.order_by("pk")[::25]:
        response = reader.get(f"{PAGE}?s={links.write(case.scenario)}")
        assert response.status_code == 200, case.pk
        assert b"kann der Baukasten nicht zeigen" not in response.content, case.pk


def test_sending_the_form_back_unchanged_keeps_the_answer(reader: Client) -> None:
    for case in Case.objects.filter(scenario__game="munchkin").order_by("pk")[::40]:
        scenario = tidy(case.scenario)
        page = reader.get(f"{PAGE}?s={links.write(scenario)}").content.decode()
        form = {name: value for name, value in _controls(page) if not name.startswith("neu:")}
        again = edited(scenario, form, [])
        assert resolve(again, library())["summary"] == resolve(scenario, library())["summary"], case.pk


def _controls(page: str) -> list[tuple[str, str]]:
    inputs = re.findall(r'<input id="[^"]*" name="([^"]+)" type="\w+"[^>]*? value="([^"]*)"', page)
    selects = re.findall(r'<select id="[^"]*" name="([^"]+)"[^>]*>.*?<option value="([^"]*)" selected', page)
    ticks = re.findall(r'<input type="checkbox" id="[^"]*" name="([^"]+)" value="(1)" checked', page)
    return [(unescape(name), unescape(value)) for name, value in [*inputs, *selects, *ticks]]


def test_names_complete_from_every_box_of_the_game_those_on_the_table_first(reader: Client) -> None:
    page = reader.get(f"{PAGE}namen/?sets=axe-cop&x=kinds").content.decode()
    assert '<option value="Kindskopfkrake">' in page
    elsewhere = reader.get(f"{PAGE}namen/?sets=cthulhu&x=kinds").content.decode()
    assert '<option value="Kindskopfkrake">Munchkin Axe Cop</option>' in elsewhere
    assert "Kindskopfkrake" not in reader.get(f"{PAGE}namen/?sets=smash-up&x=kinds").content.decode()


def test_a_path_is_planted_found_and_uprooted() -> None:
    tree: dict[str, Any] = {}
    paths.plant(tree, "a.b[0].c", 5)
    assert tree == {"a": {"b": [{"c": 5}]}}
    assert paths.at(tree, "a.b[0].c") == 5
    paths.uproot(tree, "a.b[0].c")
    assert tree == {}
    assert paths.at(tree, "a.b[7]") is None


def test_a_card_of_another_box_brings_its_box() -> None:
    table = edited(
        fresh("munchkin", "axe-cop"), {"neu:state.combat.monsters:monster": "Froggoth", "tun": ""}, []
    )
    assert table["sets"] == ["axe-cop", "cthulhu"]
    assert resolve(table, library())["outcomes"][0]["combat"]["monsters"]["total"] == 12


def test_piles_lasting_curses_and_counters_have_their_place() -> None:
    table = edited(
        fresh("munchkin", "axe-cop"),
        {
            "neu:state.piles.doors:": "Kindskopfkrake",
            "neu:state.players[0].pending:pending": "Kindskopfkrake",
        },
        [],
    )
    assert table["state"]["piles"]["doors"] == ["kindskopfkrake"]
    assert table["state"]["players"][0]["pending"] == [{"card": "kindskopfkrake", "until": "lifted"}]
    base = edited(fresh("smash-up", "smash-up"), {"state.bases[0].cards:du": "3"}, [])
    marked = edited(base, {"state.bases[0].cards[0].counters": "2"}, [])
    strength = resolve(marked, library())["outcomes"][0]["bases"][0]["by_player"]
    assert strength["du"] == 5


def test_control_is_exchanged_and_counters_are_moved() -> None:
    there = {"state.bases[0].cards:du": "3", "state.bases[0].cards:anna": "5"}
    table = edited(fresh("smash-up", "smash-up"), there, [])
    for action, values in (
        ("swap", {"ref": "k1", "with": "k2"}),
        ("shift", {"from": "k1", "to": "k2", "counters": "1"}),
    ):
        asked = edited(table, {"neu:aktion": action, "tun": "aktion"}, [])
        filled = edited(asked, {f"do[0].{key}": value for key, value in values.items()}, [])
        assert {key: str(value) for key, value in filled["do"][0].items() if key in values} == values


def test_the_score_that_was_seen_before_goes_along(reader: Client) -> None:
    link = links.write(fresh("munchkin", "axe-cop"))
    sent = {
        "s": link,
        "vor": "12:13",
        "tun": "auswerten",
        "neu:state.combat.monsters:monster": "Kindskopfkrake",
    }
    address = reader.post("/was-waere-wenn/bauen/", sent).headers["Location"]
    assert address.endswith("&vor=12:13")
    assert "vorher 12 : 13" in reader.get(address).content.decode()
    assert "vor=" not in reader.post("/was-waere-wenn/bauen/", {**sent, "vor": "<b>"}).headers["Location"]
