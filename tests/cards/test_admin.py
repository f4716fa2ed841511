"""Editing by hand: who changed what is kept, and every change is a new release."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from cards.models import Card, Release

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("anna"))
    return client


@pytest.fixture
def pike() -> Card:
    return Card.objects.get(edition="shakespeare", slug="hecht")


def form_of(editor: Client, card: Card) -> dict[str, Any]:
    """Return what the change form would send back unchanged."""
    initial = editor.get(f"/admin/cards/card/{card.pk}/change/").context["adminform"].form.initial
    sent = {name: "" if value is None else value for name, value in initial.items() if value is not False}
    for name in ("aliases", "tags", "structures", "notes"):
        sent[name] = json.dumps(initial[name])
    return {
        **sent,
        "sources": [source.pk for source in initial["sources"]],
        "big": str(initial["big"]).lower(),
    }


def test_a_change_is_kept_with_who_made_it(editor: Client, pike: Card) -> None:
    sent = {**form_of(editor, pike), "bonus": 5}
    assert editor.post(f"/admin/cards/card/{pike.pk}/change/", sent).status_code == 302
    newest = pike.history.latest()
    assert (newest.bonus, str(newest.history_user)) == (5, "anna")
    assert editor.get(f"/admin/cards/card/{pike.pk}/history/").status_code == 200


def test_a_change_is_a_new_release(editor: Client, pike: Card) -> None:
    before = Release.objects.latest()
    editor.post(f"/admin/cards/card/{pike.pk}/change/", {**form_of(editor, pike), "bonus": 5})
    release = Release.objects.latest()
    assert release.version != before.version
    assert release.note == "Karte „Hecht“ geändert von anna"
    assert list(release.changes.values_list("key", "what")) == [("shakespeare/hecht", "changed")]


def test_nonsense_is_refused_in_words(editor: Client, pike: Card) -> None:
    response = editor.post(f"/admin/cards/card/{pike.pk}/change/", {**form_of(editor, pike), "hands": 3})
    assert response.status_code == 200
    assert "„3“ passt nicht. Erlaubt ist eine ganze Zahl von 0 bis 2." in response.content.decode()
    assert pike.history.count() == 0


def test_deleting_is_a_new_release_too(editor: Client, pike: Card) -> None:
    editor.post(f"/admin/cards/card/{pike.pk}/delete/", {"post": "yes"})
    assert list(Release.objects.latest().changes.values_list("key", "what")) == [
        ("shakespeare/hecht", "removed")
    ]


@pytest.mark.parametrize("model", ["card", "edition", "source", "redirect", "release"])
def test_the_lists_of_the_editor_open(editor: Client, model: str) -> None:
    assert editor.get(f"/admin/cards/{model}/").status_code == 200
