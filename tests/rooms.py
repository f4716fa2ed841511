"""`make rooms`: draws the rooms of the engine and who imports whom, from the code as it stands."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = {"munchkin": "Munchkin", "smashup": "Smash Up"}
PICTURE = ROOT / "docs" / "rooms.svg"
# The door of a game stands above its rooms: nothing in a room imports it.
DOOR = "game"
WIDTH, HEIGHT, GAP, LINE, LETTER = 190, 44, 26, 15, 30


@dataclass
class Room:
    """One sub-package of a game: its modules, and the rooms that it imports from."""

    name: str
    modules: list[str] = field(default_factory=list)
    uses: set[str] = field(default_factory=set)


def rooms(game: str) -> dict[str, Room]:
    """Return the rooms of a game by name, as their files say it."""
    home = ROOT / "rules" / "engine" / game
    found: dict[str, Room] = {}
    for path in sorted(home.rglob("*.py")):
        inside = path.relative_to(home).parts
        name = inside[0] if len(inside) > 1 else DOOR
        room = found.setdefault(name, Room(name))
        if path.stem != "__init__":
            room.modules.append(path.stem)
        room.uses |= {other for other in _used(path, game, home) if other != name}
    return found


def _used(path: Path, game: str, home: Path) -> Iterable[str]:
    """Yield the rooms of this game that a file imports from."""
    start = f"rules.engine.{game}."
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from rules.engine.munchkin import game` names the module behind the word import.
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for module in modules:
            if module.startswith(start):
                first = module.removeprefix(start).split(".")[0]
                yield first if (home / first).is_dir() else DOOR


def floors(found: dict[str, Room]) -> dict[str, int]:
    """Return on which floor each room lies: above everything that it imports; raises where that is a circle."""
    known: dict[str, int] = {}

    def floor(name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise ValueError(" → ".join((*above[above.index(name) :], name)))
        if name not in known:
            known[name] = 1 + max(
                (floor(other, (*above, name)) for other in sorted(found[name].uses)), default=-1
            )
        return known[name]

    for name in found:
        floor(name, ())
    return known


def shortest(found: dict[str, Room]) -> list[tuple[str, str]]:
    """Return the imports that no way through other rooms gives anyway: what the picture can show."""
    reach: dict[str, set[str]] = {}
    for name, _ in sorted(floors(found).items(), key=lambda row: row[1]):
        reach[name] = found[name].uses.union(*(reach[other] for other in found[name].uses))
    return [
        (name, other)
        for name, room in found.items()
        for other in sorted(room.uses)
        if not any(other in reach[between] for between in room.uses - {other})
    ]


def drawn() -> str:
    """Return the picture of all games, side by side, as SVG."""
    parts: list[str] = []
    left, bottom = GAP, 0
    for game, title in GAMES.items():
        found = rooms(game)
        picture, width, height = _game(found, title, left)
        parts += picture
        left, bottom = left + width + 2 * GAP, max(bottom, height)
    view = f'viewBox="0 0 {left - GAP} {bottom + GAP}"'
    style = (
        "text{font:12px sans-serif;fill:#222}.n{font-weight:bold;font-size:14px}"
        "rect{fill:#f6f1e4;stroke:#8a6d3b}line{stroke:#8a6d3b}"
    )
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {view}>', f"<style>{style}</style>", *parts, "</svg>", ""]
    )


def _game(found: dict[str, Room], title: str, left: int) -> tuple[list[str], int, int]:
    """Return the parts of one game's picture, and how wide and high it is: the ground floor lies at the bottom."""
    level = floors(found)
    rows = [[name for name in found if level[name] == row] for row in range(max(level.values()), -1, -1)]
    width = max(len(row) for row in rows) * (WIDTH + GAP) - GAP
    boxes: dict[str, tuple[int, int, int]] = {}
    top = 2 * GAP
    for row in rows:
        height = max(HEIGHT + LINE * (len(_lines(found[name].modules)) - 1) for name in row)
        free = (width - len(row) * (WIDTH + GAP) + GAP) // 2
        for place, name in enumerate(row):
            boxes[name] = (left + free + place * (WIDTH + GAP), top, height)
        top += height + GAP
    parts = [f'<text class="n" x="{left}" y="{GAP}">{title}</text>']
    parts += [_arrow(boxes[upper], boxes[lower]) for upper, lower in shortest(found)]
    for name, box in boxes.items():
        parts += _box(name, found[name].modules, box)
    return parts, width, top


def _lines(modules: list[str]) -> list[str]:
    """Break the names of modules into lines that fit into a box."""
    lines = [""]
    for name in modules:
        longer = f"{lines[-1]}, {name}" if lines[-1] else name
        if len(longer) > LETTER:
            lines.append(name)
        else:
            lines[-1] = longer
    return lines


def _box(name: str, modules: list[str], box: tuple[int, int, int]) -> list[str]:
    x, y, height = box
    parts = [
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{height}" rx="6"/>',
        f'<text class="n" x="{x + 8}" y="{y + 18}">{escape(name)}</text>',
    ]
    return parts + [
        f'<text x="{x + 8}" y="{y + 35 + number * LINE}">{escape(line)}</text>'
        for number, line in enumerate(_lines(modules))
    ]


def _arrow(upper: tuple[int, int, int], lower: tuple[int, int, int]) -> str:
    return (
        f'<line x1="{upper[0] + WIDTH // 2}" y1="{upper[1] + upper[2]}" '
        f'x2="{lower[0] + WIDTH // 2}" y2="{lower[1]}"/>'
    )


def main() -> None:
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
