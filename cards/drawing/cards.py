"""From a card to its picture: what of the card is drawn, and the mark that says which picture is the present one."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

import resvg_py

from cards.drawing.addresses import face_path
from cards.drawing.frames import UNATTESTED, Words, face_svg, size_of
from cards.drawing.library import library
from cards.drawing.subjects import Drawn

if TYPE_CHECKING:
    from cards.faces import Corner, Face

# How wide a card is as PNG; a base lies on its side, so this is its height.
WIDTHS = (488, 672, 1000)
USUAL_WIDTH = 672
MARK_LENGTH = 12


def drawing(face: Face) -> tuple[Drawn, Words]:
    """Return what of a card its picture shows; nothing else of it has a part in the picture."""
    card = face.card
    drawn = Drawn(
        key=card.key,
        box=card.edition_id,
        kind=card.kind,
        names=tuple(name for name in (card.name, card.name_en) if name),
        tags=tuple(card.tags),
        slot=card.slot,
        faction=card.faction,
        level=card.level or 0,
    )
    words = Words(
        shape=face.shape,
        kind=str(card.get_kind_display()),
        name=card.name,
        box=card.edition.name,
        label=face.corner.label if face.corner else "",
        number=_number(face.corner),
        facts=" · ".join(
            [*face.foot, *([" – ".join(map(str, face.points)) + " Punkte"] if face.points else [])]
        ),
        treasure=f"{_number(face.treasure)} {face.treasure.label}" if face.treasure else "",
    )
    return drawn, words


def _number(corner: Corner | None) -> str:
    return "" if corner is None else corner.text or UNATTESTED


def mark(face: Face) -> str:
    """Return what changes with the picture of a card, and only then."""
    said = repr((library().mark, *drawing(face)))
    return hashlib.sha256(said.encode()).hexdigest()[:MARK_LENGTH]


def address(face: Face, ending: str = "svg") -> str:
    """Return where the picture lies: with its mark, so that it may be kept for ever."""
    return f"{face_path(face.card.key, ending)}?v={face.mark}"


@lru_cache(maxsize=400)
def svg_of(drawn: Drawn, words: Words, _mark: str) -> str:
    return face_svg(drawn, words, library())


@lru_cache(maxsize=60)
def png_of(drawn: Drawn, words: Words, width: int, _mark: str) -> bytes:
    wide, high = size_of(words.shape)
    scale = width / min(wide, high)
    svg = face_svg(drawn, words, library(), alone=False)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=round(wide * scale)))
