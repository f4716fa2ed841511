"""Owners complete cards: the form takes what its kind has, refuses with a reason, and nothing becomes a fact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from cards.knowledge import missing, singles
from cards.models import Card, Proposal, Release
from cards.proposal_fields import fields_of
from cards.proposals import MOST_OPEN_FOR_ONE, agreeing, read, seen
from cards.vocabulary import Kind
from cardsite import proposing, stamp

pytestmark = pytest.mark.django_db
FORM = "/vorschlag/karte/impossible/cold-warrior/"


@pytest.fixture(autouse=True)
def at_leisure(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits in a test, and nobody has sent anything before."""
    monkeypatch.setattr(stamp, "SHORTEST_SECONDS", 0)
    cache.clear()
    yield
    cache.clear()


def fields(reader: Client, address: str = FORM) -> dict[str, str]:
    """Return what a browser would send of the fresh form."""
    said = reader.get(address).content.decode()
    form = said.split('method="post"')[1].split("</form>")[0]
    sent = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', form))
    sent |= dict(re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>([^<]*)</textarea>', form))
    for name, options in re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        sent[name] = chosen.group(1) if chosen else ""
    return {name: unescape(text) for name, text in sent.items()}


def send(reader: Client, address: str = FORM, **typed: Any) -> Any:
    return reader.post(address, {**fields(reader, address), **typed})


def test_the_form_asks_only_what_a_card_of_its_kind_has(reader: Client) -> None:
    assert {"level", "treasures", "bad_stuff"} <= fields(reader).keys()
    assert "gold" not in fields(reader)
    item = fields(reader, "/vorschlag/karte/impossible/trenchcoat/")
    assert {"bonus", "hands", "gold"} <= item.keys()
    assert "level" not in item
    assert item["slot"] == "armor"


def test_what_a_monster_has_against_somebody_is_chosen_among_those_of_the_box(reader: Client) -> None:
    said = reader.get(FORM).content.decode()
    assert '<option value="tourist">Tourist</option>' in said
    assert '<option value="professor">' not in said
    assert "um wie viel" in send(reader, modifiers="tourist").content.decode()
    send(reader, modifiers="tourist", modifiers_zahl="+3")
    assert Proposal.objects.get().after == {"modifiers": [{"vs": "tourist", "strength": 3}]}


def test_what_is_known_richer_than_the_form_can_say_stays_as_it_is(reader: Client) -> None:
    address = "/vorschlag/karte/shakespeare/lady-macbeth/"
    sent = fields(reader, address)
    assert (sent["modifiers"], sent["bad_stuff"]) == ("wie-bisher", "wie-bisher")
    send(reader, address, copies="1")
    assert Proposal.objects.get().after == {"copies": 1}


def test_a_card_of_unknown_kind_asks_for_what_the_chosen_kind_has(reader: Client) -> None:
    assert "level" not in fields(reader, "/vorschlag/karte/axe-cop/night-bulls/")
    assert "level" in fields(reader, "/vorschlag/karte/axe-cop/night-bulls/?art=monster")


def test_a_proposal_is_kept_as_data_and_never_shown_as_fact(reader: Client) -> None:
    release = Release.objects.latest()
    sent = send(reader, level="8", treasures="2", bad_stuff="tod", german="Kalter Krieger")
    kept = Proposal.objects.get()
    assert sent.status_code == 302
    assert kept.after == {
        "level": 8,
        "treasures": 2,
        "bad_stuff": [{"death": True}],
        "german": "Kalter Krieger",
    }
    assert kept.before == dict.fromkeys(kept.after)
    assert (kept.key, kept.source, kept.stand) == ("impossible/cold-warrior", "karte-de", release.version)
    card = Card.objects.get(edition="impossible", slug="cold-warrior")
    assert (card.level, card.name_is_german) == (None, False)
    assert Release.objects.latest() == release
    assert "Kalter Krieger" not in reader.get(card.get_absolute_url()).content.decode()


def test_whoever_sent_it_sees_what_becomes_of_it(reader: Client) -> None:
    said = reader.get(send(reader, level="8", bemerkung="<b>fett</b>").url)
    page = said.content.decode()
    assert "noch nicht entschieden" in page
    assert "&lt;b&gt;fett&lt;/b&gt;" in page
    assert "no-store" in said["Cache-Control"]
    assert not said.cookies


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"level": "zwölf"}, "level", "„zwölf“ ist keine ganze Zahl von 1 bis 30."),
        ({"treasures": "99"}, "treasures", "„99“ ist keine ganze Zahl von -5 bis 10."),
        ({"treasures": "-2"}, "treasures", "Nur ein Monsterverstärker nimmt Schätze weg."),
        ({"deck": "keller"}, "deck", "„keller“ gibt es hier nicht; erlaubt sind Tür"),
        ({"bad_stuff": "stufen"}, "bad_stuff", "Es fehlt, wie viele."),
        ({"text": "x" * 601}, "text", "601 Zeichen sind zu viele; erlaubt sind 600."),
        ({"german": "…"}, "german", "enthält keinen Buchstaben"),
        ({"german": "Superspion"}, "german", "heißt in dieser Box schon eine andere Karte."),
        ({"quelle": "traum"}, "quelle", "Diese Quelle gibt es nicht"),
        ({"bemerkung": "x" * 1001}, "bemerkung", "1001 Zeichen sind zu viele"),
        ({}, "", "Du hast nichts geändert und nichts bemerkt."),
    ],
)
def test_a_refused_proposal_says_which_field_and_why(
    reader: Client, typed: dict[str, str], field: str, sentence: str
) -> None:
    answer = send(reader, **typed)
    said = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in said
    assert not field or f'<a href="#f-{field}">' in said
    assert not Proposal.objects.exists()


def test_what_was_typed_stays_in_a_refused_form(reader: Client) -> None:
    said = send(reader, level="zwölf", treasures="3").content.decode()
    assert 'value="zwölf"' in said
    assert re.search(r'name="treasures"[^>]* value="3"', said)


def test_the_same_form_sent_twice_is_one_proposal(reader: Client) -> None:
    sent = {**fields(reader), "level": "8"}
    first, second = reader.post(FORM, sent), reader.post(FORM, sent)
    assert Proposal.objects.count() == 1
    assert first.url == second.url


def test_a_form_without_its_stamp_is_not_taken(reader: Client) -> None:
    other = fields(reader, "/vorschlag/karte/impossible/trenchcoat/")["stempel"]
    for stempel in ("", "erfunden", other):
        answer = send(reader, level="8", stempel=stempel)
        assert answer.status_code == 400
    assert not Proposal.objects.exists()


def test_a_form_that_came_back_faster_than_anybody_types_is_shown_again(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamp, "SHORTEST_SECONDS", 1_000)
    assert "schneller, als jemand tippt" in send(reader, level="8").content.decode()


def test_a_program_that_fills_in_everything_is_told_so(reader: Client) -> None:
    assert "muss leer bleiben" in send(reader, level="8", webseite="https://example.org").content.decode()
    assert not Proposal.objects.exists()


def test_one_sender_cannot_flood_the_editors(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamp, "MOST_PER_HOUR", 2)
    answers = [send(reader, level=str(level)).status_code for level in (1, 2, 3)]
    assert answers == [302, 302, 400]
    assert reader.post(FORM, fields(reader) | {"level": "4"}, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_a_card_takes_only_so_many_open_proposals(reader: Client) -> None:
    rows = [
        Proposal(
            token=f"t{n}", stamp=f"s{n}", kind="card", key="impossible/cold-warrior", made_at=timezone.now()
        )
        for n in range(MOST_OPEN_FOR_ONE)
    ]
    Proposal.objects.bulk_create(rows)
    assert f"schon {MOST_OPEN_FOR_ONE} Vorschläge" in send(reader, level="8").content.decode()


def test_a_form_that_is_too_large_is_refused_before_it_is_read(reader: Client) -> None:
    assert reader.post(FORM, {"text": "x" * 40_000}).status_code == 400


def test_a_card_that_changed_meanwhile_keeps_both(reader: Client) -> None:
    sent = {**fields(reader), "level": "8"}
    Card.objects.filter(edition="impossible", slug="cold-warrior").update(level=6)
    said = reader.get(reader.post(FORM, sent).url).content.decode()
    assert "inzwischen geändert, beides bleibt vermerkt" in said
    assert "<td>nicht belegt</td><td>8</td><td>6" in said


def test_equal_proposals_of_two_senders_count_as_two(reader: Client) -> None:
    for sender in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        reader.post(FORM, fields(reader) | {"level": "8"}, REMOTE_ADDR=sender)
    assert Proposal.objects.count() == 3
    assert agreeing(Proposal.objects.first() or Proposal()) == 2


def test_the_address_of_a_sender_is_nowhere_kept(reader: Client) -> None:
    reader.post(FORM, fields(reader) | {"level": "8"}, REMOTE_ADDR="192.0.2.77")
    assert "192.0.2.77" not in str(list(Proposal.objects.values_list()))


def test_the_face_shows_what_was_typed_so_far(reader: Client) -> None:
    drawn = reader.post(
        FORM, fields(reader) | {"level": "17"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert "17" in drawn
    assert "<html" not in drawn
    assert not Proposal.objects.exists()


def test_the_walk_leads_from_card_to_card_that_lacks_something(reader: Client) -> None:
    lacking = [card for card in singles(Card.objects.in_box("shakespeare")) if missing(card)]
    start = reader.get("/vorschlag/box/shakespeare/").content.decode()
    assert f"{len(lacking)} von 44 Karten fehlt etwas" in start
    first = f"/vorschlag/karte/{lacking[0].key}/?reihe=1"
    assert f'href="{first}"' in start
    assert f"Karte 1 von {len(lacking)}" in reader.get(first).content.decode()
    after = reader.post(first, fields(reader, first) | {"bemerkung": "Der Name stimmt."})
    assert after.url.startswith(f"/vorschlag/karte/{lacking[1].key}/?reihe=1")
    assert "der Vorschlag zur vorigen Karte ist da" in reader.get(after.url).content.decode()


def test_every_form_of_every_card_renders(reader: Client) -> None:
    cards = Card.objects.filter(edition__in=["shakespeare", "smash-up"])
    assert len(cards) > 100
    for card in cards:
        assert reader.get(f"/vorschlag/karte/{card.key}/").status_code == 200


def test_a_card_page_leads_to_its_form(reader: Client) -> None:
    assert f'href="{FORM}"' in reader.get("/karten/impossible/cold-warrior/").content.decode()
    assert reader.get("/vorschlag/karte/impossible/gibt-es-nicht/").status_code == 404


@pytest.mark.parametrize(
    "about",
    [
        "regel/cthulhu.goldene-regel.karten-vor-regeln",
        "klarstellung/faq.kleidung",
        "begriff/cthulhu.begriff.stufe",
        "beispiel/axe-cop.example.kampf-kindskopfkrake",
        "vergleich/tod.neu-auslegen",
        "antwort/situation",
    ],
)
def test_a_statement_can_be_doubted_with_its_id_and_stand(reader: Client, about: str) -> None:
    address = f"/vorschlag/zu/{about}/"
    stand = Release.objects.latest().version
    assert stand in reader.get(address).content.decode()
    assert "Sag in einem Satz" in send(reader, address, bemerkung="").content.decode()
    send(reader, address, bemerkung="In meiner Anleitung steht es anders.")
    kept = Proposal.objects.get()
    assert (kept.key, kept.stand) == (about.split("/")[1], stand)


def test_what_does_not_exist_cannot_be_doubted(reader: Client) -> None:
    assert reader.get("/vorschlag/zu/regel/cthulhu.erfunden/").status_code == 404
    assert reader.get("/vorschlag/zu/unsinn/x/").status_code == 404


def test_pages_of_rules_and_rulings_lead_to_their_form(reader: Client) -> None:
    said = reader.get("/regeln/cthulhu.goldene-regel.karten-vor-regeln/").content.decode()
    assert 'href="/vorschlag/zu/regel/cthulhu.goldene-regel.karten-vor-regeln/"' in said
    assert (
        'href="/vorschlag/zu/klarstellung/faq.kleidung/"'
        in reader.get("/klarstellungen/faq.kleidung/").content.decode()
    )


@pytest.mark.parametrize(
    ("page", "about"),
    [
        ("/glossar/cthulhu.begriff.stufe/", "begriff/cthulhu.begriff.stufe"),
        ("/beispiele/axe-cop.example.kampf-kindskopfkrake/", "beispiel/axe-cop.example.kampf-kindskopfkrake"),
        ("/regeln/vergleich/tod/", "vergleich/tod.neu-auslegen"),
    ],
)
def test_terms_examples_and_rows_of_the_comparison_lead_to_their_form(
    reader: Client, page: str, about: str
) -> None:
    assert f'href="/vorschlag/zu/{about}/"' in reader.get(page).content.decode()


def test_a_form_that_nobody_touched_proposes_nothing_whatever_the_card_says(reader: Client) -> None:
    cards = list(Card.objects.for_lists().filter(edition__has_rulebook=True))
    assert len(cards) > 600
    for card in cards:
        kind = Kind(card.kind)
        rows = [proposing._row(card, one, {}, {}) for one in fields_of(card, kind)]
        found = read(card, kind, {row["field"].name: row["text"] for row in rows}, seen(card, kind))
        assert (found.after, found.wrong) == ({}, {}), card.key


NEW = "/vorschlag/box/shakespeare/neu/"


def test_a_card_that_no_list_has_is_proposed_with_its_name_alone(reader: Client) -> None:
    answer = send(reader, NEW, german="Totenschädel")
    kept = Proposal.objects.get()
    assert (kept.kind, kept.key, kept.title) == ("new-card", "shakespeare/totenschaedel", "Totenschädel")
    assert kept.after == {"german": "Totenschädel"}
    assert "Noch eine fehlende Karte eintragen" in reader.get(answer.url).content.decode()
    assert reader.get("/karten/shakespeare/totenschaedel/").status_code == 404


def test_a_new_card_has_the_fields_of_its_kind(reader: Client) -> None:
    item = f"{NEW}?art=item"
    assert "bonus" in fields(reader, item)
    assert "bonus" not in fields(reader, NEW)
    send(reader, item, german="Totenschädel", bonus="3")
    assert Proposal.objects.get().after == {"kind": "item", "german": "Totenschädel", "bonus": 3}
    assert '<option value="base"' not in reader.get(NEW).content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "Ohne Namen geht es nicht"),
        ({"german": "Rapier"}, "„Rapier“ steht schon in der Liste dieser Box."),
        ({"german": "Wunschring"}, "„Wunschring“ steht schon in der Liste dieser Box, unter „Wishing Ring“."),
    ],
)
def test_a_card_without_a_name_or_of_a_known_one_is_not_new(
    reader: Client, typed: dict[str, str], said: str
) -> None:
    answer = send(reader, NEW, **typed)
    assert (answer.status_code, said in answer.content.decode()) == (400, True)
    assert not Proposal.objects.exists()


def test_whoever_misses_a_card_of_a_whole_list_is_led_to_its_english_names(reader: Client) -> None:
    whole = reader.get("/vorschlag/box/impossible/neu/").content.decode()
    assert 'href="/karten/?box=impossible&amp;fehlt=deutsch"' in whole
    assert "fehlt=deutsch" not in reader.get(NEW).content.decode()
    assert f'href="{NEW}"' in reader.get("/sets/shakespeare/").content.decode()
    assert f'href="{NEW}"' in reader.get("/vorschlag/box/shakespeare/").content.decode()


def test_the_live_face_keeps_its_picture_under_another_name(reader: Client) -> None:
    typed = fields(reader) | {"german": "Kalter Krieger"}
    drawn = reader.post(FORM, typed, headers={"HX-Request": "true"}).content.decode()
    assert "Kalter Krieger" in drawn
    picture = re.findall(r'src="([^"#]*)', drawn)
    assert [reader.get(unescape(address)).status_code for address in picture] == [200]
