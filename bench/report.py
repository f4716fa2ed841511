"""What a part of the benchmark found, as Markdown and as bars in SVG."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

WIDTH, LEFT, ROW, BAR = 720, 260, 30, 18
FONT = 'font-family="sans-serif" font-size="13" fill="#555"'


@dataclass(frozen=True)
class Goal:
    """A figure that was promised, and what was measured."""

    name: str
    wanted: float
    found: float
    unit: str = "×"
    most: bool = False

    @property
    def met(self) -> bool:
        return self.found <= self.wanted if self.most else self.found >= self.wanted

    def row(self) -> str:
        bound = "at most" if self.most else "at least"
        verdict = "met" if self.met else "**not met**"
        found = f"{self.found:,.0f}" if self.found >= 1000 else f"{self.found:.3g}"
        return f"| {self.name} | {bound} {self.wanted:,g} {self.unit} | {found} {self.unit} | {verdict} |"


@dataclass
class Part:
    """One part: its goals, its table, its bars, and what to know about it."""

    title: str
    text: str
    columns: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    bars: dict[str, float] = field(default_factory=dict)
    unit: str = "per second"

    def markdown(self, folder: Path) -> str:
        lines = [f"## {self.title}", "", self.text, ""]
        if self.rows:
            lines += [line(self.columns), line(("---",) + ("---:",) * (len(self.columns) - 1))]
            lines += [*map(line, self.rows), ""]
        if self.bars:
            file = folder / f"{self.title.lower().replace(' ', '-').replace(',', '')}.svg"
            file.write_text(chart(f"{self.title}, {self.unit}", self.bars))
            lines += [f"![{self.title}: {self.unit}]({folder.name}/{file.name})", ""]
        return "\n".join(lines)


def line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def spread(rates: list[float]) -> str:
    """Return the middle of some repeats, and how far they lie apart."""
    ordered = sorted(rates)
    middle = ordered[len(ordered) // 2]
    return f"{middle:,.0f}/s (±{(ordered[-1] - ordered[0]) / 2 / middle:.0%})"


def middle(rates: list[float]) -> float:
    return sorted(rates)[len(rates) // 2]


def chart(title: str, bars: dict[str, float]) -> str:
    """Draw horizontal bars; every bar says its number."""
    most, height = max(bars.values()), 44 + ROW * len(bars)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" role="img" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<text x="8" y="22" font-weight="bold">{escape(title)}</text>',
    ]
    for number, (name, value) in enumerate(bars.items()):
        top, length = 40 + ROW * number, max(1.0, (WIDTH - LEFT - 100) * value / most)
        colour = "#8a1c1c" if number == 0 else "#9aa5b1"
        drawn += [
            f'<text x="{LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{LEFT}" y="{top}" width="{length:.1f}" height="{BAR}" fill="{colour}"/>',
            f'<text x="{LEFT + length + 6:.1f}" y="{top + 14}">{value:,.0f}</text>',
        ]
    return "\n".join([*drawn, "</svg>", ""])
