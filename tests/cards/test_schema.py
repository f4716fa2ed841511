"""The schemas for editors say what the loader says, and the guide explains every field."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest
import yaml
from django.conf import settings

from cards import effect_wording, shapes
from cards.schema import schema, schema_files
from cards.speech import speech
from rules import entries as rule_shapes
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.munchkin import game  # noqa: F401
from rules.engine.munchkin.language import abilities, effects, parts
from rules.engine.munchkin.language.effects import Branch, Deed, Effect, Invert, Options
from rules.engine.munchkin.language.facts import SPOKEN
from rules.engine.munchkin.table.facts import FACTS
from rules.engine.munchkin.table.procedures import EFFECTS
from rules.engine.one_of import variants
from rules.engine.smashup.language import abilities as extras
from rules.engine.smashup.language import effects as actions
from rules.engine.smashup.language import parts as words
from rules.facts import library_from_fixtures

README = (settings.FIXTURES / "README.md").read_text()
SHAPES = [
    shape for module in (shapes, parts, effects, abilities, actions, extras, rule_shapes)
    for shape in vars(module).values()
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct) and shape.__struct_fields__
]  # fmt: skip
KEYED = (words.InPlay, words.Amount, words.Count, words.Held, words.OnTable, words.OfBase, words.OfPlayer)
FIELDS = sorted(
    {field.encode_name for shape in SHAPES for field in msgspec.structs.fields(shape)}
    | {key for shape in KEYED for key in shape.__annotations__}
)


def test_the_schema_files_are_up_to_date() -> None:
    files = schema_files(settings.FIXTURES / "schema")
    assert len(files) == 5
    for file, text in files.items():
        assert file.read_text() == text, "manage.py write_schema"


def card_files() -> list[Path]:
    return sorted(settings.FIXTURES.glob("*/cards.yaml"))


@pytest.mark.parametrize("file", card_files(), ids=lambda file: file.parent.name)
def test_the_card_files_fit_the_schema(file: Path) -> None:
    jsonschema.validate(yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader), schema("cards"))


def test_the_schema_refuses_what_the_loader_refuses() -> None:
    wrong = [{"slug": "hund", "name": "Hund", "kind": "hund"}]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, json.loads(json.dumps(schema("cards"))))


@pytest.mark.parametrize("name", FIELDS)
def test_the_guide_explains_the_field(name: str) -> None:
    assert f"`{name}`" in README


def test_every_effect_is_explained_done_and_said() -> None:
    each = set(variants(Effect).values())
    assert all(shape.__doc__ for shape in each)
    # Of an option one is chosen when its card is played, and what inverts is looked at in a fight.
    assert each - EFFECTS.keys() == {Options, Invert}
    assert variants(Effect).keys() - {"deed", "do", "options"} == set(effect_wording.SAYINGS)
    assert {Branch, Deed} <= EFFECTS.keys()


def test_the_facts_that_speak_have_one_shape_for_files_and_questions() -> None:
    facts = {field.encode_name for field in msgspec.structs.fields(shapes.Facts)}
    assert SPOKEN.keys() <= facts
    assert SPOKEN.keys() <= FACTS.keys()


def test_every_action_of_smash_up_is_explained_and_stands_in_the_schema() -> None:
    described = schema("cards")["$defs"]
    for word, shape in variants(actions.Effect).items():
        assert f"| `{word}` | {' '.join((shape.__doc__ or '').split())} |" in README
        assert described[shape.__name__]["properties"]["action"] == {"enum": [word]}


LACKING = "fehlt das Wort, das sagt, was geschieht"
WRONG = (
    ({"lose_levels": 1, "gain_levels": 2}, "[0].gain_levels", "neben „lose_levels“: Schreibe zwei Einträge"),
    (
        {"lose_levels": 1, "else": [{"death": True}]},
        "[0].else",
        "„lose_levels“, sondern neben „deed“ oder „do“.",
    ),
    ({"do": [{"death": True, "lift": True}]}, "[0].do[0].lift", "„lift“ steht nicht neben „death“"),
    (
        {"options": [[{"draw": {"deck": "door"}, "do": []}]]},
        "[0].options[0][0].do",
        "„do“ steht nicht neben „draw“",
    ),
    ({"lose_level": 1}, "[0].lose_level", "Meintest Du „lose_levels“"),
    ({"lose": {"kind": "clas"}}, "[0].lose.kind", "Meintest Du „class“?"),
    ({"if": {"gender": "m"}}, "[0]", LACKING),
    ({}, "[0]", LACKING),
)


@pytest.mark.parametrize(("effect", "place", "sentence"), WRONG, ids=str)
def test_words_that_do_not_go_together_are_refused_with_place_and_what_is_near(
    effect: dict[str, object], place: str, sentence: str
) -> None:
    found = list(speech().problems({"effects": [effect]}))
    assert [problem.field for problem in found] == ["facts.effects" + place]
    assert sentence in found[0].text


@pytest.mark.parametrize(("effect", "place", "sentence"), WRONG, ids=str)
def test_a_question_is_refused_for_the_same_words_as_a_file(
    effect: dict[str, object], place: str, sentence: str
) -> None:
    curse = {"name": "Fluch!", "kind": "curse", "effects": [effect]}
    players = [{"id": "anna", "hand": [curse]}, {"id": "ben"}, {"id": "cem"}]
    state = {"players": players, "turn": {"player": "anna", "phase": "start"}}
    with pytest.raises(ScenarioError) as refused:
        resolve({"game": "munchkin", "sets": ["cthulhu"], "state": state}, library_from_fixtures())
    problems = [(problem.path, problem.text) for problem in refused.value.problems]
    assert [path for path, _ in problems] == ["state.players[0].hand[0].effects" + place]
    assert sentence in problems[0][1]


def test_a_smash_up_ability_has_the_words_of_its_kind() -> None:
    (problem,) = speech().problems({"abilities": [{"kind": "talnt"}]})
    assert problem.field == "facts.abilities[0].kind"
    assert problem.text.endswith("Meintest Du „talent“?")
    (problem,) = speech().problems({"abilities": [{"kind": "talent", "window": "before"}]})
    assert problem.field == "facts.abilities[0].window"
    assert "„window“ steht nicht neben" in problem.text


@pytest.mark.parametrize(
    ("effect", "place", "sentence"),
    [
        ({"action": "destory", "filter": {}}, "action", "Meintest Du „destroy“?"),
        ({"action": "draw", "filter": {}}, "filter", "„filter“ steht nicht neben „draw“, sondern neben"),
        ({"action": "strip"}, "filter", "fehlt „filter“"),
        (
            {"action": "move", "filter": {"max_strenght": 3}},
            "filter.max_strenght",
            "Meintest Du „max_strength“",
        ),
        ({"action": "later", "effects": [{"action": "drwa"}]}, "effects[0].action", "Meintest Du „draw“?"),
        ({"action": "destroy", "if": {"count": {"of": {}, "mni": 1}}}, "if.count.mni", "unbekannt"),
    ],
    ids=str,
)
def test_an_effect_of_smash_up_is_refused_with_place_and_what_is_near(
    effect: dict[str, object], place: str, sentence: str
) -> None:
    (problem,) = speech().problems({"abilities": [{"kind": "play", "effects": [effect]}]})
    assert problem.field == f"facts.abilities[0].effects[0].{place}"
    assert sentence in problem.text
