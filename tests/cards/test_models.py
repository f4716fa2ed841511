"""Rows refuse nonsense: in the editor's words, and again in the database itself."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse

from cards.models import Card, Redirect

pytestmark = pytest.mark.django_db


def build_card(**fields: object) -> Card:
    usual = {
        "edition_id": "cthulhu", "slug": "hoellenhund", "name": "Höllenhund", "kind": "monster",
        "coverage": "text", "confidence": "low",
    }  # fmt: skip
    return Card(**{**usual, **fields})


NONSENSE = [
    ({"level": 0}, "Erlaubt ist eine ganze Zahl ab 1."),
    ({"kind": "item", "hands": 3}, "Erlaubt ist eine ganze Zahl von 0 bis 2."),
    ({"kind": "item", "slot": "knie"}, "Erlaubt ist eines von head, armor, feet, vehicle."),
    ({"copies": 0}, "Erlaubt ist eine ganze Zahl ab 1."),
    ({"breakpoint": 12}, "nur: Basis"),
    ({"treasures": -1}, "Nur ein Monsterverstärker nimmt Schätze weg."),
]


@pytest.mark.parametrize(("fields", "sentence"), NONSENSE)
def test_an_editor_is_told_what_is_wrong(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        build_card(**fields).full_clean()
    assert any(sentence in said for said in refused.value.messages)


@pytest.mark.parametrize("fields", [fields for fields, _sentence in NONSENSE])
def test_the_database_refuses_it_as_well(fields: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        build_card(**fields).save()


@pytest.mark.parametrize(
    ("structures", "sentence"),
    [
        ({"modifiers": [{"vs": "monsterjager", "strength": 2}]}, "Meintest Du „monsterjaeger“?"),
        ({"modifers": []}, "Meintest Du „modifiers“?"),
        ({"bad_stuff": [{"lose_level": 1}]}, "Meintest Du „lose_levels“"),
    ],
)
def test_an_editor_is_told_the_nearest_word(structures: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        build_card(structures=structures).full_clean()
    assert any(sentence in said for said in refused.value.messages)


def test_a_sound_card_is_accepted() -> None:
    build_card(level=8, structures={"modifiers": [{"vs": "monsterjaeger", "strength": 2}]}).full_clean()


def test_every_card_of_the_fixtures_passes_the_editors_checks() -> None:
    cards = list(Card.objects.in_box("axe-cop"))
    assert len(cards) > 30
    for card in cards:
        card.full_clean()


def test_a_card_lies_once_in_its_box() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        build_card(slug="nasatob").save()


def test_a_redirect_leads_elsewhere() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Redirect.objects.create(kind="card", old="a/b", new="a/b", since="2026-01-01")


def test_a_fact_that_nobody_attests_is_left_out() -> None:
    assert Card.objects.get(edition="axe-cop", slug="meeresgeist").facts() == {
        "name": "Meeresgeist", "kind": "monster", "set": "axe-cop", "deck": "door",
    }  # fmt: skip


def test_a_card_lies_at_the_address_that_leads_to_its_page() -> None:
    card = Card(edition_id="axe-cop", slug="kindskopfkrake")
    assert card.get_absolute_url() == reverse("cards:card-detail", args=[card.edition_id, card.slug])
