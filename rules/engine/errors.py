"""What can be wrong with a question: its writing, or its size."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """One place of a question that cannot be read: where, which word, why, and what was perhaps meant."""

    path: str
    word: str
    text: str
    suggestions: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        return {
            "path": self.path,
            "word": self.word,
            "text": self.text,
            "suggestions": list(self.suggestions),
        }


@dataclass(slots=True)
class ScenarioError(Exception):
    """A question that cannot be answered because of how it is written; names every problem at once."""

    problems: list[Problem] = field(default_factory=list)
    code: str = "unreadable-scenario"

    def __str__(self) -> str:
        return " ".join(problem.text for problem in self.problems)

    def as_dict(self) -> dict[str, object]:
        return {"error": self.code, "summary": str(self), "problems": [p.as_dict() for p in self.problems]}


class Unfit(ScenarioError):
    """What the question wrote down as still waiting does not fit its table."""

    def __init__(self, path: str, word: str) -> None:
        text = "Diese offene Entscheidung passt nicht zu ihrem Zustand und lässt sich nicht fortsetzen."
        super().__init__([Problem(path, word, text)])


# What the engine raises where something is written by hand that names what is not there.
BROKEN = (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration, AssertionError)


# What makes a question smaller whose actions lead too far.
LEAVE_OUT = "Lege einige Würfe oder gezogene Karten fest, oder frage Zug um Zug."


class LimitExceeded(ScenarioError):
    """A question that is larger than the resolver allows; of its actions it says what to leave out."""

    def __init__(self, path: str, word: str, text: str) -> None:
        if path == "do":
            text = f"{text} {LEAVE_OUT}"
        super().__init__([Problem(path, word, text)], "limit-exceeded")
