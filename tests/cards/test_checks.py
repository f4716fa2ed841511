"""`manage.py check` is the doctor of the data: it finds what refers to nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.checks import CheckMessage

from cards.checks import check_database, check_fixtures
from cards.models import Card, Redirect
from tests.cards.conftest import MONSTER, WARRIOR, Spoil


def found(messages: list[CheckMessage]) -> list[tuple[str | None, str]]:
    return [(message.id, message.msg) for message in messages]


def test_the_fixtures_are_sound() -> None:
    assert found(check_fixtures()) == []


@pytest.mark.django_db
def test_the_database_is_sound() -> None:
    assert found(check_database(databases=["default"])) == []


def test_a_dangling_reference_in_the_fixtures_is_an_error(folder: Spoil, settings: Any) -> None:
    settings.FIXTURES = folder(cards=[{**MONSTER, "sources": ["heftt"]}, WARRIOR])
    assert found(check_fixtures()) == [
        (
            "cards.E001",
            (
                "testbox/cards.yaml, Eintrag „hoellenhund“, Feld „sources“: „heftt“ ist nicht bekannt. "
                "Meintest Du „heft“?"
            ),
        )
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("structures", "code"),
    [
        ({"usable_by": ["ermitler"]}, "cards.E003"),
        ({"farbe": "rot"}, "cards.E002"),
        ({"points": [1]}, "cards.E004"),
    ],
)
def test_a_wrong_row_is_an_error(structures: dict[str, object], code: str) -> None:
    Card.objects.filter(edition="cthulhu", slug="nasatob").update(structures=structures)
    assert [identity for identity, _text in found(check_database(databases=["default"]))] == [code]


@pytest.mark.django_db
def test_a_redirect_into_nothing_is_an_error() -> None:
    Redirect.objects.create(kind="card", old="cthulhu/alt", new="cthulhu/neu", since="2026-01-01")
    assert found(check_database(databases=["default"])) == [
        ("cards.E005", "Die Weiterleitung cthulhu/alt → cthulhu/neu führt ins Leere.")
    ]


@pytest.mark.django_db
def test_more_cards_than_the_box_holds_is_an_error() -> None:
    Card.objects.filter(edition="cthulhu", slug="nasatob").update(copies=2)
    assert found(check_database(databases=["default"])) == [
        ("cards.E006", "cthulhu: 169 Karten erfasst, die Box hat nur 168.")
    ]
