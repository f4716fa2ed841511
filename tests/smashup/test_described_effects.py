"""Cards that a question describes itself: every effect is carried out or named as unfit, none breaks the answer."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.errors import ScenarioError, Unfit
from rules.engine.library import Library
from rules.engine.one_of import variants
from rules.engine.smashup.language.effects import DrawCards, Effect
from rules.engine.smashup.table.procedures import EFFECTS

Row = dict[str, Any]


def question(effect: Row, kind: str = "talent") -> Row:
    maid = {
        "name": "Magd",
        "kind": "creature",
        "strength": 3,
        "abilities": [{"kind": kind, "effects": [effect]}],
    }
    cards = [
        {"ref": "k1", "card": maid, "owner": "lena", "counters": 1},
        {"ref": "k2", "card": {"name": "Bote", "kind": "creature", "strength": 2}, "owner": "jonas"},
        {
            "ref": "m1",
            "card": {"name": "Alb", "kind": "monster", "strength": 2, "treasures": 1},
            "owner": None,
        },
    ]
    base = {"name": "Hof", "kind": "base", "breakpoint": 20, "points": [4, 2, 1]}
    state = {
        "players": [{"id": "lena", "deck": 5, "hand": 2}, {"id": "jonas", "deck": 5, "hand": 2}],
        "turn": {"player": "lena", "step": "play"},
        "bases": [{"card": base, "cards": cards}],
    }
    use = {"action": "use", "player": "lena", "ref": "k1", "ability": 0}
    check = {"action": "check_bases", "player": "lena"}
    do = [use if kind == "talent" else check]
    return {"game": "smash-up", "sets": ["smash-up"], "state": state, "do": do}


def told(library: Library, asked: Row) -> Any:
    """Return the outcomes, or the places of the problems; anything else is a defect and gets through."""
    try:
        return resolve(asked, library)["outcomes"]
    except ScenarioError as error:
        return [problem.path for problem in error.problems if problem.text]


@pytest.mark.parametrize("name", variants(Effect))
@pytest.mark.parametrize("kind", ["talent", "lasting"])
def test_an_effect_without_details_is_done_or_named(library: Library, name: str, kind: str) -> None:
    assert told(library, question({"action": name}, kind))


@pytest.mark.parametrize(
    ("effect", "key"),
    [
        ({"action": "choose_one", "options": []}, "options"),
        ({"action": "change_points"}, "by"),
        ({"action": "draw", "if": {"hand": 1}}, "if.hand"),
        ({"action": "take", "kind": "kretur"}, "kind"),
        ({"action": "instead", "to": "moon"}, "to"),
        ({"action": "destroy", "filter": {"max_strength": "viel"}}, "filter.max_strength"),
    ],
)
def test_an_unfit_detail_is_named_with_its_place(library: Library, effect: Row, key: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        resolve(question(effect), library)
    path = f"state.bases[0].cards[0].card.abilities[0].effects[0].{key}"
    assert path in {problem.path for problem in raised.value.problems}


def test_a_lasting_effect_can_only_count_as_its_condition(library: Library) -> None:
    effect = {"action": "change_strength", "by": 1, "if": {"lead": 3}}
    with pytest.raises(ScenarioError) as raised:
        resolve(question(effect, "lasting"), library)
    assert raised.value.problems[0].path.endswith("effects[0].if")


def test_a_strength_that_depends_on_strength_looks_at_the_printed_one(library: Library) -> None:
    effect = {"action": "change_strength", "by": 1, "filter": {"type": "creature", "max_strength": 3}}
    answer = resolve(question(effect, "lasting"), library)
    assert answer["outcomes"][0]["bases"][0]["by_player"] == {"lena": 5, "jonas": 3}


def paused(library: Library) -> Row:
    """Return a question that goes on where somebody has to choose a target."""
    effect = {"action": "destroy", "filter": {"type": "creature"}}
    [outcome] = resolve(question(effect), library)["outcomes"]
    asked = question(effect)
    option = outcome["open"][0]["options"][0]["id"]
    choose = {"action": "choose", "player": "lena", "decision": "d1", "option": option}
    return {**asked, "state": outcome["state"], "do": [choose]}


def test_a_waiting_decision_that_does_not_fit_its_table_is_named_as_such(library: Library) -> None:
    asked = paused(library)
    assert resolve(asked, library)["legal"]
    asked["state"]["decisions"][0]["frames"][0]["do"] = "no-such-thing"
    with pytest.raises(Unfit):
        resolve(asked, library)


@pytest.mark.parametrize(
    "effects", [[{"action": "nope"}], [{"action": "play", "type": "zzz"}], {"a": 1}], ids=str
)
def test_what_waits_and_is_no_effect_is_named_as_such(library: Library, effects: Any) -> None:
    asked = paused(library)
    waiting = asked["state"]["decisions"][0]
    waiting |= {"kind": "may", "options": [{"id": "ja", "text": "Ja"}, {"id": "nein", "text": "Nein"}]}
    waiting["frames"][0]["args"]["effects"] = effects
    maid = {"name": "Zofe", "kind": "creature", "strength": 1}
    asked["state"]["players"][0]["hand"] = [maid]
    asked["do"] = [{"action": "play", "player": "lena", "card": maid, "extra": True, "base": 0}]
    with pytest.raises(Unfit):
        resolve(asked, library)


def test_a_defect_of_the_resolver_is_not_the_questions_fault(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def defect(*_args: Any) -> bool:
        raise KeyError("defect")

    monkeypatch.setitem(EFFECTS, DrawCards, defect)
    with pytest.raises(KeyError, match="defect"):
        resolve(question({"action": "draw"}), library)


def test_whoever_has_nothing_fitting_to_play_is_told_so(library: Library) -> None:
    asked = question({"action": "play_from_hand", "kind": "creature"})
    asked["state"]["players"][0]["hand"] = [{"name": "Fest", "kind": "action"}]
    steps = [step["text"] for step in resolve(asked, library)["outcomes"][0]["steps"]]
    assert "Lena hat für „Magd“ keine passende Karte." in steps
