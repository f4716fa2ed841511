"""How what was understood is shown: one chip per phrase, one per assumption, in German."""

from __future__ import annotations

from rules.ask.data import table, words
from rules.ask.lexicon import Lexicon
from rules.ask.phrase import Phrase
from rules.ask.result import Chip, Ignored, Option
from rules.engine.library import Library

KINDS = {
    "persons": "person", "names": "person", "things": "thing", "cards": "card", "traits": "card", "verbs": "verb",
    "ask": "question", "moments": "time", "nouns": "thing", "numbers": "number", "quantity": "number", "boxes": "box",
    "boosts": "boost", "negation": "negation", "adjectives": "thing", "ordinals": "number", "owners": "person",
}  # fmt: skip
HIDDEN = ("sign", "stop", "unknown", "marks", "aux")


def understood(phrases: list[Phrase], library: Library) -> list[Chip]:
    """Return a chip per phrase, in the order of the question."""
    return [_chip(phrase, library) for phrase in phrases if phrase.kind not in HIDDEN]


def _chip(phrase: Phrase, library: Library) -> Chip:
    ident = phrase.cards[0] if phrase.cards else None
    return Chip(
        kind=KINDS.get(phrase.kind, "thing"),
        text=phrase.text,
        span=[phrase.start, phrase.end],
        label=label(phrase, library),
        value=phrase.value,
        id=ident,
        url=library.cited[f"card:{ident}"]["url"] if ident else None,
        corrected=phrase.corrected,
    )


def label(phrase: Phrase, library: Library) -> str:
    """Say in German what a phrase was read as."""
    more = [*_facts(phrase), *(label(trait, library) for trait in phrase.traits)]
    head = _head(phrase, library)
    return f"{head} ({', '.join(more)})" if more else head


def _head(phrase: Phrase, library: Library) -> str:
    rows = table()
    if phrase.cards:
        facts = library.card_facts[phrase.cards[0]]
        return f"{facts['name']} ({rows['kind_words'].get(facts['kind'], 'Karte')})"
    if phrase.kind == "persons":
        return str(rows["roles"][phrase.value]["label"])
    if phrase.kind in ("names", "owners"):
        return phrase.value.title()
    if phrase.kind == "moments":
        whose = {"": "", "me": " (deinem)", "third": ""}.get(phrase.owner, f" ({_seat(phrase.owner)})")
        return rows["moment_words"][phrase.value] + whose
    if phrase.kind == "quantity":
        return str(rows["fact_words"][phrase.value].format(phrase.number))
    if phrase.kind == "boosts":
        return f"{phrase.number:+} für die {'Monster' if phrase.value == 'monsters' else 'Munchkins'}"
    if phrase.kind == "boxes":
        return str(library.editions[phrase.value]["name"])
    if phrase.kind == "ask":
        return str(rows["ask_words"][phrase.value])
    forms = words().get(phrase.kind, {}).get(phrase.value, ())
    named = forms["words"] if isinstance(forms, dict) else forms
    return phrase.name or (str(named[0]) if named else phrase.text)


def _seat(owner: str) -> str:
    """Return what the answer calls the one who sits there."""
    return str(table()["roles"].get(owner, {}).get("id", owner)).title()


def _facts(phrase: Phrase) -> list[str]:
    """Return what was said about a phrase."""
    if phrase.kind in ("quantity", "numbers", "boosts"):
        return []
    known = table()["fact_words"]
    said = [
        known[fact].format(value) for fact, value in phrase.facts.items() if fact in known and fact != "hands"
    ]
    return (
        said
        + ([f"{phrase.count} Stück"] if phrase.count > 1 else [])
        + ([f"{phrase.ordinal}."] if phrase.ordinal > 1 else [])
    )


def assumed(note: str, what: str = "") -> Chip:
    """Return the chip of something that nobody said; with what else it could be."""
    options = [Option(value, row["text"]) for value, row in table()["choices"].get(what, {}).items()]
    return Chip(kind="assumption", label=note, assumed=True, what=what or None, options=options)


def assumed_box(sets: list[list[str]], silent: list[list[str]], library: Library) -> Chip:
    """Say that the boxes agree, and which one's rulebook is quoted."""
    options = [Option(each[0], str(library.editions[each[0]]["name"])) for each in sets]
    note = f"{options[0].text} liegt auf dem Tisch; die anderen Hefte entscheiden ebenso"
    if silent:
        names = ", ".join(str(library.editions[each[0]]["name"]) for each in silent)
        note += f" (nicht ausdrücklich geregelt in {names})"
    return Chip(kind="assumption", label=note, value=sets[0][0], assumed=True, what="sets", options=options)


def left_over(phrases: list[Phrase]) -> list[Ignored]:
    """Return the known words that find no place in the question that comes nearest."""
    return [Ignored(phrase.text, [phrase.start, phrase.end]) for phrase in phrases]


def ignored(phrases: list[Phrase], lexicon: Lexicon) -> list[Ignored]:
    """Return the words that nobody knows, with their places."""
    return [
        Ignored(phrase.text, [phrase.start, phrase.end], lexicon.near(phrase.value))
        for phrase in phrases
        if phrase.kind == "unknown"
    ]
