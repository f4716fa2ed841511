"""Who „du“ is: whoever asks, unless the question also says „ich“; then it is somebody else at the table."""

from __future__ import annotations

from rules.ask.data import words
from rules.ask.lexicon import Reading
from rules.ask.phrase import Phrase

OTHERS = ("other", "two", "others", "third")


def address(phrases: list[Phrase]) -> list[Phrase]:
    """Say of every „du“ and „dein“ whose seat is meant."""
    said = {word for phrase in phrases for word in phrase.text.lower().split()}
    person, mark = "me", "mine"
    if said & set(words()["first_person"].split()):
        # Beside „jemand anders“, „du“ is one more: nobody may be taken for somebody else.
        named = any(phrase.kind == "persons" and phrase.value in OTHERS for phrase in phrases)
        person, mark = ("you", "yours") if named else ("other", "foreign")
    for phrase in phrases:
        if phrase.kind == "persons" and phrase.value == "you":
            phrase.value = person
        elif phrase.kind == "marks" and phrase.value == "yours":
            phrase.value, phrase.readings = mark, (Reading("marks", mark),)
    return _spoken(phrases)


def _spoken(phrases: list[Phrase]) -> list[Phrase]:
    """„hab 10 Punkte“: on a phone „ich“ is often left out."""
    if not any(phrase.kind == "persons" and phrase.value == "me" for phrase in phrases):
        verb = next((p for p in phrases if p.text.lower() in words()["have_first"].split()), None)
        if verb is not None:
            verb.kind, verb.value, verb.preps = "persons", "me", {"subject"}
    return phrases
