"""What tests say about a search; all of these fail on an empty answer and print both sides."""

from __future__ import annotations

from cards.search import find


def names(query: str, part: str = "karte") -> list[str]:
    """Return the names of all hits of a part, in their order."""
    return [document.name for document in find(query, parts=(part,), limit=1000).of(part).documents]


def assert_finds(query: str, *wanted: str, part: str = "karte") -> None:
    found = names(query, part)
    assert wanted, "Nichts verlangt: Der Test prüft nichts."
    missing = [name for name in wanted if name not in found]
    assert not missing, f"{query!r} findet nicht {missing}; gefunden: {found}"


def assert_not_finds(query: str, *unwanted: str, part: str = "karte") -> None:
    found = names(query, part)
    assert found, f"{query!r} findet nichts: Der Test prüft nichts."
    wrong = [name for name in unwanted if name in found]
    assert not wrong, f"{query!r} findet zu Unrecht {wrong}; gefunden: {found}"


def assert_first(query: str, *wanted: str, part: str = "karte") -> None:
    """The hits begin with these, in this order."""
    found = names(query, part)
    assert wanted, "Nichts verlangt: Der Test prüft nichts."
    assert found[: len(wanted)] == list(wanted), f"{query!r} beginnt mit {found[:8]}, nicht {wanted}"


def assert_same(query: str, other: str, part: str = "karte") -> None:
    found, others = names(query, part), names(other, part)
    assert found, f"{query!r} findet nichts: Der Test prüft nichts."
    assert found == others, f"{query!r} findet {found}\n{other!r} findet {others}"
