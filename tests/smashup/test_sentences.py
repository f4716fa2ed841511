"""The sentences of the steps as German: for one thing and for many, for others and for whoever reads."""

from __future__ import annotations

import re

import pytest
import yaml
from django.conf import settings

from rules.engine.german import Sentences, person

FOLDER = settings.FIXTURES / "smash-up"
TEMPLATES: dict[str, str] = {
    key: text
    for file in sorted((FOLDER / "sentences").glob("*.yaml"))
    for key, text in yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader).items()
}
# Whatever these count is never one, or its noun is the same for one and for many.
NEVER_ONE = {
    "allowance-several",
    "allowance-now-several",
    "bases-laid",
    "refuse.two-factions",
    "summary.outcomes",
    "base-shows-monsters",
}
VERB = re.compile(r"\{(?:player|mate|active|victim):([^{}|]+)\|([^{}|]+)\}")
PERSON_FIRST = re.compile(r"\{(?:player|mate)\} \{")


def test_a_bare_number_stands_only_where_it_is_never_one() -> None:
    """„Die 1 abgelegten Schätze“: the noun must follow its number."""
    bare = {key for key, text in TEMPLATES.items() if re.search(r"\{(?:number|n)\} (?:\w+ )?[A-ZÄÖÜ]", text)}
    assert bare - NEVER_ONE == set()


def test_every_verb_of_a_person_has_its_form_for_the_reader() -> None:
    """„Du hast keine Kreatur und bekommt nichts“: the second verb of a sentence is easily forgotten."""
    third = {told for text in TEMPLATES.values() for told, spoken in VERB.findall(text) if told != spoken}
    assert len(third) > 30
    forgotten = [
        (key, word)
        for key, text in TEMPLATES.items()
        if PERSON_FIRST.match(text)
        for word in re.findall(r"(?:und|,) (\w+)\b", re.split(r"; |: (?=[A-ZÄÖÜ])|\. ", text)[0])
        if word in third
    ]
    assert forgotten == []


@pytest.mark.parametrize(
    ("key", "values", "text"),
    [
        (
            "shuffled-treasures",
            {"number": 1},
            "Das Schatzdeck ist leer: Der Ablagestapel (1 Schatz) wird gemischt und zum neuen Deck.",
        ),
        (
            "no-creature-no-points",
            {"player": person("du")},
            "Du hast hier nur Aktionen, aber keine Kreatur, und bekommst nichts.",
        ),
        (
            "refuse.allowance-misfit-type",
            {"name": "„Cash Out“", "player": person("nora"), "what": "treasure", "card": "„Horn“"},
            "Durch „Cash Out“ ist Nora nur ein Schatz erlaubt; „Horn“ ist etwas anderes.",
        ),
        ("refuse.game-over", {"players": [person("du")]}, "Das Spiel ist schon gewonnen: Du."),
    ],
)
def test_sentences_that_once_were_wrong(key: str, values: dict[str, object], text: str) -> None:
    lexicon = yaml.load((FOLDER / "lexicon.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    assert Sentences(TEMPLATES, lexicon, {}).say(key, values) == text
