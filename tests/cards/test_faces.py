"""The drawn faces: each card its own, the same on every day, sharp in two forms, and kept as long as it is true."""

from __future__ import annotations

import re
import struct
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from cards.drawing.cards import WIDTHS, drawing, mark, svg_of
from cards.drawing.library import library, read
from cards.drawing.lots import Lots
from cards.drawing.shapes import fault
from cards.drawing.subjects import subject
from cards.faces import face
from cards.models import Card
from cards.wording import trait_names

pytestmark = pytest.mark.django_db
FROG = "/karten/cthulhu/froggoth/face"


def drawn(card: Card) -> str:
    seen = face(card, trait_names())
    return svg_of(*drawing(seen), mark(seen))


def picture(svg: str) -> str:
    """Return the drawing of a face without its words."""
    return svg.split('<g id="z"')[1].split('fill-rule="evenodd"')[0]


def test_no_two_cards_of_our_boxes_have_the_same_picture() -> None:
    cards = list(Card.objects.for_lists().filter(edition__has_rulebook=True))
    pictures = [picture(drawn(card)) for card in cards]
    assert len(cards) > 600
    assert len(set(pictures)) == len(cards)


def test_every_face_is_one_whole_drawing_that_loads_nothing() -> None:
    for card in Card.objects.for_lists():
        svg = drawn(card)
        ElementTree.fromstring(svg)
        assert len(svg) < 60_000, card.key
        assert "<image" not in svg
        assert "<script" not in svg
        assert not re.search(r'(?:href|src)="(?!#)', svg)


def test_monsters_show_many_things_and_none_more_than_a_few_times() -> None:
    shown: Counter[str] = Counter()
    for card in Card.objects.for_lists().filter(kind="monster", edition__has_rulebook=True):
        seen, _words = drawing(face(card, trait_names()))
        found = subject(seen, library(), Lots(seen.key))
        # What is put together is another every time, and so is a person.
        shown[found.motif or seen.key] += 1
    assert len(shown) > 70
    assert shown.most_common(1)[0][1] <= 6


@pytest.mark.parametrize(
    ("key", "motif", "beside"),
    [
        ("cthulhu/froggoth", "frog", ""),
        ("cthulhu/bowling-pin", "pin", "ball"),
        ("axe-cop/duck-egg-bomb", "duck", "bomb"),
        ("impossible/interro-gator", "crocodile", ""),
        ("smash-up/jetpack-of-anachronism", "rocket", ""),
    ],
)
def test_a_card_shows_what_its_name_says(key: str, motif: str, beside: str) -> None:
    box, slug = key.split("/")
    card = Card.objects.for_lists().get(edition_id=box, slug=slug)
    seen, _words = drawing(face(card, trait_names()))
    found = subject(seen, library(), Lots(seen.key))
    assert (found.motif, found.beside) == (motif, beside)


def test_a_short_word_stands_alone() -> None:
    assert "beetle" not in dict(library().things.find("Elephant"))
    assert "beetle" in dict(library().things.find("Inform-Ant"))


def test_a_number_that_changes_changes_the_mark_and_a_note_does_not() -> None:
    card = Card.objects.for_lists().get(edition_id="cthulhu", slug="froggoth")
    before = mark(face(card, trait_names()))
    card.notes = ["Etwas anderes"]
    assert mark(face(card, trait_names())) == before
    card.level = 13
    assert mark(face(card, trait_names())) != before


def test_who_names_the_present_mark_may_keep_the_picture_for_ever(reader: Client) -> None:
    page = reader.get("/karten/cthulhu/froggoth/").content.decode()
    address = re.search(r'src="([^"#]+face\.svg\?v=[0-9a-f]+)#bild"', page)
    assert address
    kept = reader.get(address[1])
    assert kept["Content-Type"] == "image/svg+xml"
    assert "immutable" in kept["Cache-Control"]
    assert "immutable" not in reader.get(f"{FROG}.svg?v=veraltet")["Cache-Control"]
    again = reader.get(address[1], headers={"If-None-Match": kept["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_png_is_as_wide_as_it_was_asked_for(reader: Client, width: int) -> None:
    answer = reader.get(f"{FROG}.png?breite={width}")
    assert answer["Content-Type"] == "image/png"
    wide, high = struct.unpack(">II", answer.content[16:24])
    assert wide == width
    assert abs(high - width * 1.4) < 1


def test_a_base_lies_on_its_side(reader: Client) -> None:
    answer = reader.get("/karten/smash-up/baumhaus/face.png?breite=488")
    wide, high = struct.unpack(">II", answer.content[16:24])
    assert (wide > high, high) == (True, 488)


def test_another_width_is_refused_with_those_that_there_are(reader: Client) -> None:
    answer = reader.get(f"{FROG}.png?breite=9000")
    assert answer.status_code == 400
    assert "488, 672, 1000" in answer.content.decode()


def test_a_former_name_leads_to_the_picture_too(reader: Client) -> None:
    assert reader.get("/karten/impossible/dr-maybe/face.svg")["Location"].endswith("/dr-e-von-tuell/face.svg")
    assert reader.get("/karten/impossible/gibt-es-nicht/face.svg").status_code == 404


def test_page_gallery_network_and_api_show_the_same_face(reader: Client) -> None:
    page = reader.get("/karten/cthulhu/froggoth/").content.decode()
    assert re.search(
        r'property="og:image" content="http://testserver/karten/cthulhu/froggoth/face\.png\?v=', page
    )
    gallery = reader.get("/sets/cthulhu/?ansicht=galerie").content.decode()
    assert "/karten/cthulhu/froggoth/face.svg?v=" in gallery
    assert gallery.count('loading="lazy"') == gallery.count("#bild")
    card = reader.get("/api/v1/cards/cthulhu/froggoth").json()
    assert reader.get(card["face_svg"]).status_code == reader.get(card["face_png"]).status_code == 200


def test_a_name_is_text_and_never_markup(db: None) -> None:
    card = Card.objects.for_lists().get(edition_id="cthulhu", slug="froggoth")
    card.name = '<script>alert("Frosch & Co")</script>'
    svg = drawn(card)
    assert "<script" not in svg
    ElementTree.fromstring(svg)


def test_every_box_of_ours_has_colours_and_a_mark_of_its_own() -> None:
    boxes = library().boxes
    assert len(boxes) == 5
    assert len({box.colour for box in boxes.values()}) == len({box.mark for box in boxes.values()}) == 5
    assert len(library().motifs) > 100


def test_every_box_has_its_emblem(reader: Client) -> None:
    drawn = {reader.get(f"/sets/{box}/zeichen.svg").content for box in library().boxes}
    assert len(drawn) == len(library().boxes) == 5
    assert reader.get("/sets/kein-spiel/zeichen.svg").status_code == 404


def test_frames_have_the_colours_of_the_pages() -> None:
    css = (Path(settings.BASE_DIR) / "cards/static/cards/cards.css").read_text()
    named = re.findall(r"((?:\.face--[\w-]+,?\s*)+)\{ --kind: (#\w+); \}", css)
    on_pages = {kind: colour for kinds, colour in named for kind in re.findall(r"face--([\w-]+)", kinds)}
    drawn_so = {kind: stage.colour for kind, stage in library().stages.kinds.items() if kind != "unknown"}
    assert drawn_so == on_pages


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("m c 50 50 20", ""),
        ("m M10 10 L20 20 Z", ""),
        ("m c 50 50", "2 Zahlen passen nicht"),
        ("q c 50 50 20", "Den Ton „q“ gibt es nicht"),
        ("Kreis in der Mitte", "keine Form"),
    ],
)
def test_a_shape_that_cannot_be_drawn_is_said(shape: str, said: str) -> None:
    assert said in fault(shape)
    assert bool(fault(shape)) == bool(said)


def test_a_motif_that_nobody_drew_is_named_on_loading(tmp_path: Path) -> None:
    problems: list[str] = []
    read(Path(settings.FIXTURES), problems)
    assert problems == []
    copied = tmp_path / "fixtures"
    (copied / "cthulhu").mkdir(parents=True)
    (copied / "faces").symlink_to(Path(settings.FIXTURES) / "faces")
    looks = (Path(settings.FIXTURES) / "cthulhu/face.yaml").read_text()
    (copied / "cthulhu/face.yaml").write_text(looks.replace("mark: tentacle", "mark: einhorn"))
    read(copied, problems)
    assert problems == ["faces, cthulhu: „einhorn“ ist nicht gezeichnet."]


def test_the_sheet_shows_cards_of_all_boxes(tmp_path: Path) -> None:
    call_command("draw_faces", str(tmp_path / "blatt.png"), count=10, verbosity=0)
    assert (tmp_path / "blatt.png").read_bytes().startswith(b"\x89PNG")
