"""What a tool says: a German text that stands alone, its sources first of all, never longer than asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cardsite.api.exceptions import Problem
from rules.engine.library import Library

USUAL_CHARS, MOST_CHARS = 4000, 20_000
SOURCES = 8
CUT = "\n… (gekürzt; mehr mit „max_chars“)"


class Told(NamedTuple):
    """The answer, what it rests on, and what may be cut off."""

    head: str
    sources: list[str]
    rest: str = ""

    def text(self, most: int) -> str:
        """Return the whole in so many characters; the sources stay, whatever is cut."""
        below = "\n".join(["", "Belege:", *self.sources]) if self.sources else ""
        head = (
            self.head
            if len(self.head) + len(below) <= most
            else self.head[: most - len(below) - len(CUT)] + CUT
        )
        whole = "\n".join(part for part in (head + below, self.rest) if part)
        return whole if len(whole) <= most else whole[: most - len(CUT)] + CUT


def sources(idents: Iterable[str], shelf: Library, address: Any, most: int = SOURCES) -> list[str]:
    """Return what is cited as lines: its id, its title, where it stands."""
    known = [ident for ident in dict.fromkeys(idents) if ident in shelf.cited]
    return [
        source(ident, shelf.cited[ident]["title"], address(shelf.cited[ident]["url"] or "/regeln/"))
        for ident in known[:most]
    ]


def source(ident: str, title: str, url: str) -> str:
    return f"[{ident}] {title[:120]} – {url}"


def marked(text: str, typed: Iterable[str]) -> str:
    """Put « and » around what a person typed, so that nobody takes it for ours."""
    # Whoever types the marks themselves cannot end them.
    text = text.replace("«", "‹").replace("»", "›")
    words = sorted(
        {word.strip().replace("«", "‹").replace("»", "›") for word in typed if len(word.strip()) > 1},
        key=len,
        reverse=True,
    )
    if not words:
        return text
    pattern = "|".join(re.escape(word) for word in words)
    return re.sub(rf"„?(?<!\w)({pattern})(?!\w)“?", r"«\1»", text, flags=re.IGNORECASE)


def typed_in(scenario: Any) -> Iterator[str]:
    """Yield the names that a scenario brings along: of people, and of cards that it describes itself."""
    if isinstance(scenario, list):
        for entry in scenario:
            yield from typed_in(entry)
    if isinstance(scenario, dict):
        for key, value in scenario.items():
            if isinstance(value, str) and key in {"name", "id", "because", "text"}:
                yield value
            else:
                yield from typed_in(value)


def refused(problem: Problem) -> str:
    """Tell why not, and what would be right: all places at once, so that the next try can be the last."""
    members = problem.members
    lines = [f"Fehler ({problem.kind}): {problem.sentence}"]
    for error in (members.get("errors") or [])[:12]:
        meant = f" Nächstliegend: {', '.join(error['suggestions'])}." if error["suggestions"] else ""
        lines.append(f"- {error['pointer'] or '/'}: {error['detail'][:300]}{meant}")
    if pointer := members.get("pointer"):
        lines.append(f"Stelle: {pointer}")
    if near := members.get("suggestions"):
        lines.append(f"Nächstliegend: {', '.join(near[:8])}")
    candidates = (members.get("candidates") or [])[:8]
    lines += [source(one.id, one.name, one.html_url) for one in candidates]
    if "Retry-After" in problem.headers:
        lines.append(f"Wieder in {problem.headers['Retry-After']} Sekunden.")
    return "\n".join(lines)[:USUAL_CHARS]
