"""The schemas for editors say what the loader says, and the guide explains every field."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest
import yaml
from django.conf import settings

from cards import effect_wording, effects, shapes
from cards.schema import schema, schema_files
from rules import entries as rule_shapes
from rules.engine.munchkin import game  # noqa: F401
from rules.engine.munchkin.language import effects as spoken
from rules.engine.munchkin.table.facts import EFFECT_WORDS
from rules.engine.munchkin.table.procedures import EFFECTS
from rules.engine.smashup.language import abilities as smash_up

README = (settings.FIXTURES / "README.md").read_text()
SHAPES = [
    shape for module in (shapes, rule_shapes) for shape in vars(module).values()
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct) and shape.__struct_fields__
]  # fmt: skip
FIELDS = sorted({field.encode_name for shape in SHAPES for field in msgspec.structs.fields(shape)})


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


def test_every_effect_is_explained_read_and_said_and_no_other_is() -> None:
    written = {field.encode_name for field in msgspec.structs.fields(effects.Effect)}
    assert written == set(effects.MEANS) | {"if", "unless"}
    assert written == set(EFFECT_WORDS)
    assert set(EFFECTS) | {"inverts"} == set(effect_wording.SAYINGS)


# A shape of the data, and what the engine reads of it; the words of an effect itself are compared above.
ENGINE = (
    (effects.OwnFilter, spoken.Filter), (effects.Condition, spoken.Condition), (effects.Lose, spoken.Wanted),
    (effects.HandOver, spoken.Wanted), (effects.TakeDiscard, spoken.Wanted), (effects.Holding, spoken.Holding),
    (effects.Draw, spoken.Drawing), (effects.RemoveMonster, spoken.Removing),
    (effects.DiscardForStrength, spoken.Discarding), (effects.StrengthPerOther, spoken.PerOther),
    (effects.LevelPerEscape, spoken.EscapeLevels), (effects.MoreTreasures, spoken.MoreTreasures),
    (effects.Cost, spoken.Price), (effects.Use, spoken.Use), (effects.Modifier, spoken.Modifier),
    (effects.Ignores, spoken.Ignores), (effects.Counts, spoken.Counts), (effects.Reaction, spoken.Reaction),
)  # fmt: skip


@pytest.mark.parametrize(("shape", "read"), ENGINE, ids=lambda part: part.__name__)
def test_the_engine_names_every_word_of_the_data(shape: type[msgspec.Struct], read: type) -> None:
    written = {field.encode_name for field in msgspec.structs.fields(shape)}
    assert written <= read.__annotations__.keys()


def test_the_engine_names_every_word_of_an_ability_in_one_of_the_games() -> None:
    written = {field.encode_name for field in msgspec.structs.fields(effects.Ability)}
    assert written <= spoken.Ability.__annotations__.keys() | smash_up.Ability.__annotations__.keys()
    assert spoken.Effect.__annotations__.keys() - spoken.Aimed.__annotations__.keys() <= set(EFFECT_WORDS)
