"""The pages that belong to no app."""

from __future__ import annotations

import json
import re

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory

from cards.models import Edition
from cardsite import stand, views
from cardsite.overview import Box
from tests.decided import PUBLISHED


def test_home_shows_every_box_with_a_rulebook(reader: Client) -> None:
    names = dict(Edition.objects.filter(has_rulebook=True).values_list("key", "name"))
    assert names.keys() >= PUBLISHED
    page = reader.get("/").content.decode()
    assert [name for name in names.values() if name not in page] == []


def test_the_questions_on_the_home_page_are_answered(reader: Client) -> None:
    links = re.findall(r'href="(/was-waere-wenn/\?q=[^"]+)"', reader.get("/").content.decode())
    assert len(links) >= 3
    for link in links:
        assert 'class="verdict' in reader.get(link).content.decode(), link


def test_home_needs_few_queries(reader: Client, django_assert_max_num_queries: object) -> None:
    stand.fresh()
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        assert reader.get("/").status_code == 200


@pytest.mark.parametrize("anchor", ["inoffiziell", "marken", "quellen", "texte"])
def test_the_notes_say_what_they_must(reader: Client, anchor: str) -> None:
    assert f'id="{anchor}"' in reader.get("/hinweise/").content.decode()


def test_a_missing_page_offers_a_search_for_its_words(reader: Client) -> None:
    answer = reader.get("/karten/cthulhu/grosser-kraken/")
    assert answer.status_code == 404
    assert '/suche/?q=grosser%20kraken"' in answer.content.decode()


def test_a_crash_has_a_way_on(db: None, rf: RequestFactory) -> None:
    answer = views.server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "Zur Startseite" in answer.content.decode()


def test_a_refusal_has_a_way_on(db: None, rf: RequestFactory) -> None:
    answer = views.csrf_failure(rf.get("/admin/"))
    assert answer.status_code == 403
    assert "Zur Startseite" in answer.content.decode()


def test_the_manifest_is_an_app_in_german(reader: Client) -> None:
    answer = reader.get("/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    assert json.loads(answer.content)["lang"] == "de"


def test_robots_may_read_everything_but_the_admin(reader: Client) -> None:
    assert (
        reader.get("/robots.txt")
        .content.decode()
        .startswith("User-agent: *\nDisallow: /admin/\nAllow: /\nSitemap: http")
    )


def test_an_unreachable_database_is_no_crash(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[Box]:
        raise OperationalError("weg")

    monkeypatch.setattr(views, "boxes", fail)
    monkeypatch.setattr(stand, "current", lambda: stand.EMPTY)
    answer = client.get("/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert "Noch einmal versuchen" in answer.content.decode()
