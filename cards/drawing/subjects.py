"""The subject of a picture: a thing, an animal, a monster put together, or a person; each on a field of 100 by 100."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.drawing.library import UNKNOWN, Library, Motif, Piece, Role, Trait
from cards.drawing.lots import Lots
from cards.drawing.shapes import svg

# How much more an animal counts where a monster is to be drawn.
ALIVE = 3
MONSTERS = ("monster", "wandering-monster")
# What a person wears already need not lie beside.
WORN = ("hat", "helmet", "wizard-hat", "crown", "mask", "hair", "theatre", "fez", "coat")
NO_TRAIT = Trait()


@dataclass(frozen=True)
class Drawn:
    """What of a card its picture depends on."""

    key: str
    box: str
    kind: str
    names: tuple[str, ...]
    tags: tuple[str, ...] = ()
    slot: str = ""
    faction: str = ""
    level: int = 0


@dataclass(frozen=True)
class Subject:
    """What stands in the middle, what it holds or lies beside it, and colours of its own."""

    what: str
    motif: str = ""
    role: Role | None = None
    beside: str = ""
    colours: Sequence[tuple[str, str]] = ()


def subject(card: Drawn, library: Library, lots: Lots) -> Subject:
    """Decide what a card shows: what its name says, else what its kind or its place on the body suggests."""
    named, things = _things(card, library)
    role = _role(card, library, named)
    if role is not None:
        beside = next((key for key in things if key not in WORN), "")
        return Subject("person", role=role, beside=beside, colours=role.colours)
    beside = things[1] if len(things) > 1 else ""
    if card.kind in (*MONSTERS, *library.people.kinds):
        trait = _trait(card, library)
        if not things:
            return Subject("monster", colours=trait.colours)
        what = "thing" if library.motifs[things[0]].creature else "living thing"
        return Subject(what, things[0], beside=beside, colours=trait.colours)
    if things:
        return Subject("thing", things[0], beside=beside)
    motifs = library.stages.slots.get(card.slot) or library.stage(card.kind).motifs or sorted(library.motifs)
    return Subject("thing", lots.pick("subject", motifs))


def _things(card: Drawn, library: Library) -> tuple[list[str], list[str]]:
    """Return the motifs that the names call for, and these followed by those of the tags."""
    found = library.things.find(*card.names)
    if card.kind in MONSTERS:
        found.sort(key=lambda hit: -hit[1] - ALIVE * library.motifs[hit[0]].creature)
    named = [key for key, _ in found]
    tagged = [key for key, _ in library.things.find(*card.tags)]
    return named, list(dict.fromkeys([*named, *tagged]))


def _role(card: Drawn, library: Library, named: Sequence[str]) -> Role | None:
    """Return who somebody is: by the faction, or by a word of the name where that speaks of no animal."""
    people = library.people
    of_a_person = card.kind in people.kinds
    for role in people.roles if of_a_person and card.faction else ():
        if role.faction == card.faction:
            return role
    found = library.roles.find(*card.names)
    alive = any(library.motifs[key].creature for key in named)
    if found and (of_a_person or (card.kind in (*MONSTERS, UNKNOWN) and not alive)):
        return people.roles[int(found[0][0])]
    return people.usual if of_a_person and not named else None


def _trait(card: Drawn, library: Library) -> Trait:
    return next((library.monsters.tags[tag] for tag in card.tags if tag in library.monsters.tags), NO_TRAIT)


def draw(card: Drawn, found: Subject, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    """Return the subject as SVG."""
    if found.role is not None:
        return _person(found.role, library, lots, colours)
    if found.what == "monster":
        return _monster(_trait(card, library), library, lots, colours)
    motif = library.motifs[found.motif]
    if found.what == "living thing":
        return _living(motif, _trait(card, library), library, lots, colours)
    return svg(motif.draw, colours)


def _choose(pieces: Mapping[str, Piece], names: Sequence[str], question: str, lots: Lots) -> Piece:
    return pieces[lots.pick(question, names or sorted(pieces))]


def _at(face: tuple[float, float, float], inner: str) -> str:
    """Move what is drawn around 50, 55 to where a face belongs."""
    x, y, size = face
    return f'<g transform="translate({x:g} {y:g}) scale({size:g}) translate(-50 -55)">{inner}</g>'


def _monster(trait: Trait, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    parts = library.monsters
    body = _choose(parts.body, (), "body", lots)
    behind = [_choose(parts.arms, (), "arms", lots), _choose(parts.legs, (), "legs", lots)]
    top = _choose(parts.top, trait.top, "top", lots)
    skin = _choose(parts.skin, trait.skin, "skin", lots)
    features = _features(trait, library, lots, colours)
    back = "".join(svg(piece.draw, colours) for piece in behind)
    body_and_skin = svg(body.draw, colours) + svg(skin.draw, colours)
    return back + body_and_skin + svg(top.draw, colours) + _at(body.face, features)


def _living(motif: Motif, trait: Trait, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    """Return a thing that has come to life: arms and legs behind it, a face upon it."""
    parts = library.monsters
    arms, legs = _choose(parts.arms, (), "arms", lots), _choose(parts.legs, (), "legs", lots)
    back = svg(arms.draw, colours) + svg(legs.draw, colours)
    return back + svg(motif.draw, colours) + _at(motif.face, _features(trait, library, lots, colours))


def _features(trait: Trait, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    parts = library.monsters
    mouth = _choose(parts.mouth, trait.mouth, "mouth", lots)
    eyes = _choose(parts.eyes, trait.eyes, "eyes", lots)
    return svg(mouth.draw, colours) + svg(eyes.draw, colours)


def _person(role: Role, library: Library, lots: Lots, colours: Mapping[str, str]) -> str:
    people = library.people
    skin, hair = lots.pick("skin", role.skin or people.skins), lots.pick("hair colour", people.hairs)
    own = {**colours, "p": skin, "b": hair}
    names = ("outfit", "head", "hair", "eyes", "mouth", "beard", "hat")
    chosen = [
        _choose(getattr(people, name), getattr(role, name) or getattr(people.usual, name), name, lots)
        for name in names
    ]
    return "".join(svg(piece.draw, own) for piece in chosen)
