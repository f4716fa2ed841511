"""The doors through which programs ask: API, command line and pages say the same, in their answers and their errors."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from rules.ask import LONGEST, AskAnswer, ask
from rules.bounded import FULL, MOST_OUTCOMES, VIEWS, Answer, bounded
from rules.engine import resolve
from rules.engine.errors import Problem, ScenarioError
from rules.engine.library import Library
from rules.engine.words import nearest

MOST_SETS = 8
# A context is a few hundred characters; this leaves room for the longest table.
LONGEST_CONTEXT = 8000


class Asking(Struct, forbid_unknown_fields=True):
    """What a question may say of itself."""

    q: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=LONGEST,
            pattern=r"\S",
            description="Die Frage, wie man sie am Tisch stellt.",
        ),
    ]
    sets: (
        Annotated[
            list[str],
            Meta(
                max_length=MOST_SETS,
                description="Die Boxen auf dem Tisch, die leitende zuerst; sonst die der Karten in der Frage.",
            ),
        ]
        | UnsetType
    ) = UNSET
    rulebook: (
        Annotated[str, Meta(description="Das Heft, das entscheidet; sonst das der ersten Box.")] | UnsetType
    ) = UNSET
    context: (
        Annotated[
            str,
            Meta(
                max_length=LONGEST_CONTEXT,
                description="`context` der vorigen Antwort, für „und wenn …?“ und „warum?“.",
            ),
        ]
        | UnsetType
    ) = UNSET


KEYS = Asking.__struct_fields__


@dataclass
class Misasked(Exception):
    """A question that cannot be read: where, why, and what was perhaps meant."""

    pointer: str
    detail: str
    suggestions: list[str]

    def as_dict(self) -> dict[str, Any]:
        return {"error": "unreadable-question", **vars(self)}


def worked_out(question: Any, library: Library, view: str = FULL, most: int | None = None) -> Answer:
    """Answer a scenario, in as many words as are wanted."""
    return bounded(resolve(question, library), view, most)


def answered(body: Any, library: Library, view: str = FULL, most: int | None = None) -> AskAnswer:
    """Answer a question in German; its body has the keys of the contract, or it is a `Misasked`."""
    known = _object(body)
    sets = _led(_sets(known.get("sets", []), library), known.get("rulebook", ""), library)
    answer = ask(_question(known["q"]), sets, library, context=_context(known.get("context", "")))
    if answer.result:
        answer.result = bounded(answer.result, view, most)
    return answer


def add_extent(parser: ArgumentParser) -> None:
    """Let a command say how much of an answer is wanted, within the bounds of the API."""
    parser.add_argument("--view", choices=VIEWS, default=FULL, help="wie viel von der Antwort")
    parser.add_argument("--outcomes", type=_outcomes, help="so viele Ausgänge höchstens")


def _outcomes(raw: str) -> int:
    if not raw.isdecimal() or not 1 <= int(raw) <= MOST_OUTCOMES:
        raise ArgumentTypeError(f"„{raw[:30]}“ ist keine ganze Zahl von 1 bis {MOST_OUTCOMES} („outcomes“).")
    return int(raw)


def complaint(error: ScenarioError) -> dict[str, Any]:
    """Return all that is wrong with a scenario: a sentence, and every place with the nearest known word."""
    errors = [_place(problem) for problem in error.problems]
    first = errors[0] if errors else {"pointer": "", "suggestions": []}
    said = error.problems[0].text if errors else ""
    return {
        "detail": said if len(errors) == 1 else f"{len(errors)} Stellen sind nicht lesbar. {said}",
        "code": error.code,
        "pointer": first["pointer"],
        "suggestions": first["suggestions"],
        "errors": errors,
    }


def _place(problem: Problem) -> dict[str, Any]:
    return {
        "pointer": pointer_of(problem.path),
        "path": problem.path,
        "word": problem.word,
        "detail": problem.text,
        "suggestions": list(problem.suggestions),
    }


def pointer_of(path: str) -> str:
    """Return a path like `state.players[0].level` as a JSON pointer."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)
    return "".join(f"/{escape(index or name)}" for index, name in parts)


def escape(key: str) -> str:
    """Return a key as a JSON pointer writes it (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _wrong(pointer: str, detail: str, near: tuple[str, ...] = ()) -> Misasked:
    hint = f" Meintest Du „{near[0]}“?" if near else ""
    return Misasked(pointer, f"{detail}{hint}", list(near))


def _object(body: Any) -> dict[str, Any]:
    """Return the body, which knows only its own keys."""
    if not isinstance(body, dict):
        raise _wrong("", "Erwartet wird ein Objekt mit „q“.")
    for key in body:
        if key not in KEYS:
            near = nearest(key, KEYS)
            listed = "" if near else f" Bekannt sind: {', '.join(KEYS)}."
            raise _wrong(f"/{escape(key[:60])}", f"„{key[:60]}“ gibt es hier nicht.{listed}", near)
    if "q" not in body:
        raise _wrong("", "Es fehlt „q“, die Frage.")
    return body


def _question(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise _wrong("/q", "Die Frage „q“ ist leer oder kein Text.")
    if len(text) > LONGEST:
        raise _wrong("/q", f"Die Frage hat {len(text)} Zeichen; höchstens {LONGEST} sind erlaubt.")
    return text


def _sets(sets: Any, library: Library) -> list[str]:
    if not isinstance(sets, list) or len(sets) > MOST_SETS:
        raise _wrong("/sets", f"„sets“ ist eine Liste von höchstens {MOST_SETS} Boxen.")
    return list(dict.fromkeys(_box(box, f"/sets/{place}", library) for place, box in enumerate(sets)))


def _led(sets: list[str], rulebook: Any, library: Library) -> list[str]:
    """Return the boxes with the one whose book decides in front."""
    if not isinstance(rulebook, str):
        raise _wrong("/rulebook", "„rulebook“ ist ein Text: das Kürzel einer Box.")
    if not rulebook:
        return sets
    if _box(rulebook, "/rulebook", library) not in (sets or [rulebook]):
        raise Misasked("/rulebook", f"Das Heft „{rulebook}“ gehört zu keiner Box in „sets“.", sets)
    return [rulebook, *(box for box in sets if box != rulebook)]


def _context(context: Any) -> str:
    if not isinstance(context, str) or len(context) > LONGEST_CONTEXT:
        raise _wrong(
            "/context", f"„context“ ist der Text einer vorigen Antwort, höchstens {LONGEST_CONTEXT} Zeichen."
        )
    return context


def _box(box: Any, pointer: str, library: Library) -> str:
    known = [key for key, row in library.editions.items() if row.get("has_rulebook")]
    if not isinstance(box, str) or box not in known:
        shown = str(box)[:60]
        raise _wrong(pointer, f"Eine Box „{shown}“ mit eigenem Heft gibt es nicht.", nearest(shown, known))
    return box
