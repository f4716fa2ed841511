"""The picture of a card: sky, ground and far things of its box, what its kind puts around, and the subject."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cards.drawing.library import BoxFace, Library, Stage
from cards.drawing.lots import Lots
from cards.drawing.shapes import FIXED, inked, silhouette, svg
from cards.drawing.subjects import MONSTERS, Drawn, draw, subject

# The picture of a face is 110 wide and 100 high; sky and ground go on to both sides for a wider view.
WIDTH, BEYOND, HEIGHT = 110, 30, 100
AIR = f'x="{-BEYOND}" width="{WIDTH + 2 * BEYOND}" height="{HEIGHT}" stroke="none"'
WIDER = "translate(55 0) scale(1.6 1) translate(-55 0)"
HIGHEST_LEVEL = 20


def scene(card: Drawn, library: Library) -> str:
    """Return the picture as SVG."""
    lots, box = Lots(card.key), library.box(card.box)
    stage = library.stage(card.kind)
    found = subject(card, library, lots)
    colours = _colours(box, lots, found.colours or box.pairs)
    parts = [
        _sky(box, library, lots, colours),
        _far(box, found.motif, library, lots, colours),
        _wider(svg(library.stages.grounds[lots.pick("ground", box.ground)].draw, colours)),
        svg(lots.pick("behind", stage.behind or [[]]), colours),
        _subject(card, stage, draw(card, found, library, lots, colours), lots),
        _beside(found.beside, found.what, library, lots, colours),
        svg(stage.front, colours),
    ]
    return inked("".join(parts), 2.2)


def _colours(box: BoxFace, lots: Lots, pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    main, accent = lots.pick("pair", pairs)
    sky, ground = lots.pick("sky colour", box.skies), lots.pick("ground colour", box.grounds)
    own = {"m": main, "n": shade(main, 0.72), "a": accent, "k": sky, "t": shade(sky, 0.88)}
    return {**FIXED, **own, "o": ground, "v": shade(ground, 0.82)}


def shade(colour: str, part: float) -> str:
    """Return a darker colour."""
    return "#" + "".join(f"{round(int(colour[at : at + 2], 16) * part):02x}" for at in (1, 3, 5))


def _sky(box: BoxFace, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    sky = library.stages.skies[lots.pick("sky", box.sky)]
    ground = f'<rect {AIR} fill="{colours["k"]}"/>'
    if sky.tile is None:
        return ground + svg(sky.draw, colours)
    # Rows of tiles by reference: a pattern would say the same shorter, and is drawn many times slower.
    width, height = sky.tile
    row = "".join(f'<use href="#s" x="{x}"/>' for x in _steps(-BEYOND, WIDTH + BEYOND, width))
    rows = "".join(f'<use href="#r" y="{y}"/>' for y in _steps(0, HEIGHT, height))
    return f'{ground}<defs><g id="s">{svg(sky.draw, colours)}</g><g id="r">{row}</g></defs>{rows}'


def _steps(first: float, last: float, step: float) -> Iterator[str]:
    while first < last:
        yield f"{first:g}"
        first += step


def _wider(drawn: str) -> str:
    return f'<g transform="{WIDER}">{drawn}</g>'


def _far(box: BoxFace, subject_motif: str, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    """Return two things of the box far behind, left and right, as flat forms."""
    props = [prop for prop in box.props if prop != subject_motif]
    left = lots.pick("left", props)
    right = lots.pick("right", [prop for prop in props if prop != left])
    parts = []
    for side, prop, x in (("left", left, -6), ("right", right, 76)):
        size = lots.between(f"{side} size", 26, 44) / 100
        y = lots.between(f"{side} height", 2, 44)
        form = silhouette(library.motifs[prop].draw, colours["t"])
        x += lots.between(f"{side} place", 0, 8)
        parts.append(f'<g transform="translate({x} {y}) scale({size:g})">{form}</g>')
    return "".join(parts)


def _subject(card: Drawn, stage: Stage, drawn: str, lots: Lots) -> str:
    """Put the subject in its place: turned, tilted a little, and larger the higher a monster stands."""
    x, y, size = stage.place
    scale = size / 100
    if card.kind in MONSTERS and card.level:
        scale *= 0.8 + 0.3 * min(card.level, HIGHEST_LEVEL) / HIGHEST_LEVEL
    side = "-" if lots.chance("mirrored", 50) else ""
    tilt = lots.between("tilt", -9, 9)
    shadow = svg([f"D e {x:g} {y + 46 * scale:.1f} {38 * scale:.1f} {5 * scale:.1f}"], FIXED)
    turned = f"translate({x:g} {y:g}) rotate({tilt}) scale({side}{scale:.3g} {scale:.3g}) translate(-50 -50)"
    return f'<g opacity=".22">{shadow}</g><g transform="{turned}">{drawn}</g>'


def _beside(motif: str, what: str, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    """Return the second thing that the name speaks of, small in the foreground, or in a person's hand."""
    if not motif:
        return ""
    drawn = svg(library.motifs[motif].draw, colours)
    left = lots.chance("beside left", 50)
    size = 0.4 if what == "person" else 0.3
    x = 4 if left else 106 - 100 * size
    y = 98 - 100 * size
    return f'<g stroke-width="3" transform="translate({x:g} {y:g}) scale({size})">{drawn}</g>'
