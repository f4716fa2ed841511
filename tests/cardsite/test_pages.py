"""The page store: whoever asks again gets the same page at once, and nobody gets an old or a foreign one."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory

from cards.releases import make_release
from cardsite import stand
from cardsite.context import data_version
from cardsite.keeping import Kept
from cardsite.pages import PageStore
from rules.models import Ruling


def test_the_second_reader_gets_the_page_without_a_question_to_the_database(
    reader: Client, django_assert_num_queries: object
) -> None:
    first = reader.get("/glossar/")
    with django_assert_num_queries(0):  # type: ignore[operator]
        second = reader.get("/glossar/")
    assert second.content == first.content
    assert second.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    assert second.headers["X-Request-ID"] != first.headers["X-Request-ID"]


def test_who_has_the_page_is_told_that_it_is_unchanged(reader: Client) -> None:
    tag = reader.get("/glossar/").headers["ETag"]
    answer = reader.get("/glossar/", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert reader.get("/beispiele/", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("address", ["/glossar/", "/suche/?q=hexe"])
def test_head_has_the_headers_of_the_page_and_leaves_a_whole_page_behind(
    reader: Client, address: str
) -> None:
    head, page = reader.head(address), reader.get(address)
    apart = {"X-Request-ID"}
    assert {k: v for k, v in head.items() if k not in apart} == {
        k: v for k, v in page.items() if k not in apart
    }
    assert (head.content, b"</html>" in page.content) == (b"", True)


def test_a_new_release_makes_every_page_new(reader: Client) -> None:
    ruling = Ruling.objects.filter(edition="cthulhu").first()
    assert ruling
    tag = reader.get(ruling.get_absolute_url()).headers["ETag"]
    ruling.answer = "Jetzt gilt etwas anderes."
    ruling.save()
    make_release("Antwort geändert")
    stand.forget()
    answer = reader.get(ruling.get_absolute_url(), headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "Jetzt gilt etwas anderes." in answer.content.decode()


def test_a_page_names_the_stand_that_was_known_last_while_the_database_is_gone(
    reader: Client, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader.get("/glossar/")
    newest = stand.current()

    def gone() -> stand.Stand:
        raise OperationalError

    monkeypatch.setattr(stand, "current", gone)
    assert data_version(rf.get("/"))["stand"] == newest


def test_another_address_is_another_page(reader: Client) -> None:
    assert reader.get("/klarstellungen/?box=cthulhu").content != reader.get("/klarstellungen/").content
    assert reader.get("/suche/?q=krake").content != reader.get("/suche/?q=krieger").content


def test_part_of_a_page_is_never_answered_as_the_whole(reader: Client) -> None:
    whole = reader.get("/suche/?q=krake")
    part = reader.get("/suche/?q=krake", headers={"HX-Request": "true"})
    assert b"<html" in whole.content
    assert b"<html" not in part.content
    assert b"<html" in reader.get("/suche/?q=krake").content


def test_a_client_without_gzip_gets_plain_text(reader: Client) -> None:
    packed = reader.get("/glossar/", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"<html" in reader.get("/glossar/").content


@pytest.mark.parametrize("address", ["/admin/login/", "/readyz", "/gibt-es-nicht/"])
def test_what_is_no_page_for_everybody_is_not_kept(reader: Client, address: str) -> None:
    assert "ETag" not in reader.get(address).headers


def test_a_full_store_starts_anew() -> None:
    store: Kept[bytes] = Kept(most_bytes=3_000)
    assert store.get("x.1", "0") is None
    for number in range(10):
        store.put("x.1", str(number), b"Seite", 1_000)
        held = store.shelf.held("x.1")
        assert held
        assert held.bytes <= 3_000
    assert store.get("x.1", "9") == b"Seite"


def test_the_address_counts_in_what_is_kept(
    db: None, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardsite.pages.MOST_BYTES_STORED", 200_000)
    store = PageStore(lambda request: HttpResponse("kurz"))
    for number in range(10):
        store(rf.get("/hinweise/", {"x": "a" * 64_000 + str(number)}))
    held = store.kept.shelf.held(stand.current().mark)
    assert held
    assert 0 < len(held.things) <= 3
