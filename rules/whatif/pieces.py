"""What of a question was read as what, each piece with what stands around it, so that it can be corrected in place."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ask import AskAnswer


@dataclass(frozen=True)
class Piece:
    """A piece of the question, or something nobody said: then `said` is empty and the correction comes at the end."""

    said: str
    shown: str
    before: str
    after: str
    assumed: bool = False


def pieces(question: str, found: AskAnswer) -> list[Piece]:
    """Return what was read, in the order of the question and each thing once, then what was assumed."""
    rows = [one for one in found.read_as if question[one.span[0] : one.span[1]] == one.text]
    firsts = {(one.text, one.as_): one for one in sorted(rows, key=lambda one: one.span, reverse=True)}
    read = [
        Piece(one.text, one.as_, question[: one.span[0]], question[one.span[1] :])
        for one in sorted(firsts.values(), key=lambda one: one.span)
    ]
    assumed = [
        Piece("", one.text or one.value, f"{question.rstrip('?! .')},", "", True) for one in found.assumed
    ]
    return [*read, *assumed]
