"""What faces are drawn from: motifs, parts of monsters and people, stages, letters and the colours of the boxes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from msgspec import Struct

from cards import files
from cards.drawing.shapes import fault
from cards.drawing.words import Finder
from cards.parts import Part
from cards.per_release import PerRelease

FOLDER = "faces"
BOX_FILE = "face.yaml"
UNKNOWN = "unknown"
# Where a face lies on what has none of its own: middle and size.
MIDDLE = (50.0, 52.0, 0.7)
Colours = list[tuple[str, str]]


class Motif(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing, animal or sign, on a field of 100 by 100."""

    draw: list[str]
    words: list[str] = []
    face: tuple[float, float, float] = MIDDLE
    # It has eyes of its own and may be a monster as it is.
    creature: bool = False


class Piece(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the parts that a monster or a person is put together from."""

    draw: list[str]
    face: tuple[float, float, float] = MIDDLE


class Sky(Struct, frozen=True, forbid_unknown_fields=True):
    draw: list[str]
    tile: tuple[float, float] | None = None


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """What a kind of card puts around its subject, and where the subject goes: middle and size."""

    colour: str
    place: tuple[float, float, float]
    # Several ways; the card decides which.
    behind: list[list[str]] = []
    front: list[str] = []
    motifs: list[str] = []


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """Who somebody is, and what that says of the looks."""

    words: list[str]
    faction: str = ""
    colours: Colours = []
    skin: list[str] = []
    head: list[str] = []
    eyes: list[str] = []
    mouth: list[str] = []
    hair: list[str] = []
    beard: list[str] = []
    hat: list[str] = []
    outfit: list[str] = []


class Trait(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tag says of a monster."""

    colours: Colours = []
    top: list[str] = []
    eyes: list[str] = []
    mouth: list[str] = []
    skin: list[str] = []


class Monsters(Struct, frozen=True, forbid_unknown_fields=True):
    body: dict[str, Piece]
    eyes: dict[str, Piece]
    mouth: dict[str, Piece]
    top: dict[str, Piece]
    arms: dict[str, Piece]
    legs: dict[str, Piece]
    skin: dict[str, Piece]
    tags: dict[str, Trait]


class People(Struct, frozen=True, forbid_unknown_fields=True):
    outfit: dict[str, Piece]
    head: dict[str, Piece]
    eyes: dict[str, Piece]
    mouth: dict[str, Piece]
    hair: dict[str, Piece]
    beard: dict[str, Piece]
    hat: dict[str, Piece]
    usual: Role
    hairs: list[str]
    skins: list[str]
    roles: list[Role]
    kinds: list[str]


class Stages(Struct, frozen=True, forbid_unknown_fields=True):
    skies: dict[str, Sky]
    grounds: dict[str, Piece]
    kinds: dict[str, Stage]
    slots: dict[str, list[str]]


class BoxFace(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours and the mark of a box."""

    colour: str
    mark: str
    sky: list[str]
    skies: list[str]
    ground: list[str]
    grounds: list[str]
    pairs: Colours
    props: list[str]


class Library:
    """All of it, with the words that lead to motifs and roles, and a mark that changes with any of it."""

    def __init__(self, root: Path) -> None:
        folder = root / FOLDER
        written = sorted((folder / "motifs").glob("*.yaml"))
        self.motifs: dict[str, Motif] = {}
        for file in written:
            self.motifs |= _read(file, dict[str, Motif])
        self.monsters = _read(folder / "monsters.yaml", Monsters)
        self.people = _read(folder / "people.yaml", People)
        self.stages = _read(folder / "stages.yaml", Stages)
        self.letters = _read(folder / "letters.yaml", dict[str, tuple[int, str]])
        boxes = sorted(root.glob(f"*/{BOX_FILE}"))
        self.boxes = {file.parent.name: _read(file, BoxFace) for file in boxes}
        self.things = Finder((key, motif.words) for key, motif in self.motifs.items())
        self.roles = Finder((str(place), role.words) for place, role in enumerate(self.people.roles))
        read = [*written, *sorted(folder.glob("*.yaml")), *boxes]
        self.mark = hashlib.sha256(b"".join(file.read_bytes() for file in read)).hexdigest()[:16]

    def box(self, key: str) -> BoxFace:
        """Return the looks of a box; one that brings none looks like one of the others, always the same."""
        known = sorted(self.boxes)
        place = int(hashlib.sha256(key.encode()).hexdigest(), 16) % len(known)
        return self.boxes.get(key) or self.boxes[known[place]]

    def stage(self, kind: str) -> Stage:
        return self.stages.kinds.get(kind) or self.stages.kinds[UNKNOWN]

    def shapes(self) -> Iterator[tuple[str, str]]:
        """Yield every shape with its owner's name."""
        groups: list[tuple[str, Mapping[str, Any]]] = [
            ("motifs", self.motifs),
            ("skies", self.stages.skies),
            ("grounds", self.stages.grounds),
        ]
        groups += [(name, getattr(self.monsters, name)) for name in ("body", "eyes", "mouth", "top", "arms")]
        groups += [(name, getattr(self.monsters, name)) for name in ("legs", "skin")]
        groups += [(name, getattr(self.people, name)) for name in ("outfit", "head", "eyes", "mouth")]
        groups += [(name, getattr(self.people, name)) for name in ("hair", "beard", "hat")]
        for group, pieces in groups:
            for key, piece in pieces.items():
                yield from ((f"{group}/{key}", shape) for shape in piece.draw)
        for kind, stage in self.stages.kinds.items():
            yield from ((f"kinds/{kind}", shape) for shape in (*chain(*stage.behind), *stage.front))


def _read(file: Path, shape: Any) -> Any:
    """Return what a file says in its shape; raise with the file's name where it does not fit."""
    try:
        return msgspec.convert(files.load_yaml(file), shape)
    except msgspec.ValidationError as error:
        raise files.Unreadable(f"{file.name}: {error}") from None


def read(root: Path, problems: list[str]) -> None:
    """Check all that faces are drawn from; every problem becomes a sentence."""
    if not (root / FOLDER).exists():
        return
    try:
        found = Library(root)
    except (files.Unreadable, OSError) as error:
        problems.append(f"{FOLDER}: {error}")
        return
    problems.extend(f"{FOLDER}, {owner}: {said}" for owner, shape in found.shapes() if (said := fault(shape)))
    problems.extend(
        f"{FOLDER}, {box}: {said}" for box, face in found.boxes.items() if (said := _lost(face, found))
    )


def _lost(face: BoxFace, library: Library) -> str:
    """Say which motif, sky or ground a box names that nobody has drawn."""
    known = {"mark": library.motifs, "sky": library.stages.skies, "ground": library.stages.grounds}
    named = [("mark", word) for word in (face.mark, *face.props)]
    named += [("sky", word) for word in face.sky] + [("ground", word) for word in face.ground]
    missing = [word for where, word in named if word not in known[where]]
    return f"„{missing[0]}“ ist nicht gezeichnet." if missing else ""


# Pictures stand in files alone: they are checked with everything else, and nothing of them is stored.
FACES = Part(name="faces", read=read, write=lambda _read: None, objects=dict)

_library: PerRelease[Library] = PerRelease()


def library() -> Library:
    """Return what faces are drawn from at the release in force."""
    return _library.now(lambda: Library(Path(settings.FIXTURES)))
