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
from rules.engine.munchkin.table.facts import EFFECT_WORDS
from rules.engine.munchkin.table.procedures import EFFECTS

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
