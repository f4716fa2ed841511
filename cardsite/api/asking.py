"""Questions in German over HTTP: the verdict, the answer, what it rests on, what was read and assumed."""

from __future__ import annotations

from typing import Any

from cards.models import Edition
from cardsite.api.operation import Ask, post
from cardsite.api.problems import Problem, meant, nearest
from cardsite.api.resolving import GROUP, OUTCOMES, VIEW
from rules.ask import LONGEST, AskAnswer, ask
from rules.bounded import bounded
from rules.facts import library

MOST_SETS = 8
# A context is a few hundred characters; this leaves room for the longest table.
LONGEST_CONTEXT = 8000
EXAMPLE: dict[str, Any] = {"q": "Darf ich im Kampf meine Rüstung verkaufen?", "sets": ["axe-cop"]}
BODY: dict[str, Any] = {
    "schema": {
        "type": "object",
        "required": ["q"],
        "additionalProperties": False,
        "properties": {
            "q": {
                "type": "string",
                "minLength": 1,
                "maxLength": LONGEST,
                "pattern": r"\S",
                "description": "Die Frage, wie man sie am Tisch stellt.",
            },
            "sets": {
                "type": "array",
                "maxItems": MOST_SETS,
                "items": {"type": "string"},
                "description": "Die Boxen auf dem Tisch, die leitende zuerst; sonst die der Karten in der Frage.",
            },
            "rulebook": {
                "type": "string",
                "description": "Das Heft, das entscheidet; sonst das der ersten Box.",
            },
            "context": {
                "type": "string",
                "maxLength": LONGEST_CONTEXT,
                "description": "`context` der vorigen Antwort, für „und wenn …?“ und „warum?“.",
            },
        },
    },
    "example": EXAMPLE,
}


@post("ask", AskAnswer, GROUP, body=BODY, cost=10, parameters=(VIEW, OUTCOMES))
def ask_question(asked: Ask) -> AskAnswer:
    """Eine Frage auf Deutsch beantworten.

    `verdict` sagt, wie die Antwort ausfällt, `answer` sagt sie in ein oder zwei Sätzen, `cites` nennt, worauf
    sie beruht. Fehlt etwas Entscheidendes, ist `verdict` „rueckfrage“, und `asks` nennt es. `read_as`, `left_out`
    und `assumed` zeigen, was wie gelesen, was nicht gebraucht und was angenommen wurde. Mit `context` geht das
    Gespräch weiter.
    """
    body = _object(asked.body)
    sets = _led(_sets(body.get("sets", [])), body.get("rulebook", ""))
    answer = ask(_question(body["q"]), sets, library(), context=_context(body.get("context", "")))
    if answer.result:
        answer.result = bounded(answer.result, asked["view"], asked["outcomes"])
    return answer


def _wrong(pointer: str, detail: str, suggestions: list[str] | None = None) -> Problem:
    return Problem("ungueltiger-inhalt", detail, pointer=pointer, suggestions=suggestions or [])


def _object(body: Any) -> dict[str, Any]:
    """Return the body, which knows only its own keys."""
    if not isinstance(body, dict):
        raise _wrong("", "Erwartet wird ein Objekt mit „q“.")
    known = BODY["schema"]["properties"]
    for key in body:
        if key not in known:
            near = nearest(key, known)
            raise _wrong("", f"„{key[:60]}“ gibt es hier nicht.{meant(near)}", near)
    if "q" not in body:
        raise _wrong("", "Es fehlt „q“, die Frage.")
    return body


def _question(text: Any) -> str:
    if not isinstance(text, str) or not text.strip():
        raise _wrong("/q", "Die Frage „q“ ist leer oder kein Text.")
    if len(text) > LONGEST:
        raise _wrong("/q", f"Die Frage hat {len(text)} Zeichen; höchstens {LONGEST} sind erlaubt.")
    return text


def _sets(sets: Any) -> list[str]:
    if not isinstance(sets, list) or len(sets) > MOST_SETS:
        raise _wrong("/sets", f"„sets“ ist eine Liste von höchstens {MOST_SETS} Boxen.")
    return list(dict.fromkeys(_box(box, f"/sets/{place}") for place, box in enumerate(sets)))


def _led(sets: list[str], rulebook: Any) -> list[str]:
    """Return the boxes with the one whose book decides in front."""
    if not isinstance(rulebook, str):
        raise _wrong("/rulebook", "„rulebook“ ist ein Text: das Kürzel einer Box.")
    if not rulebook:
        return sets
    if _box(rulebook, "/rulebook") not in (sets or [rulebook]):
        raise _wrong("/rulebook", f"Das Heft „{rulebook}“ gehört zu keiner Box in „sets“.", sets)
    return [rulebook, *(box for box in sets if box != rulebook)]


def _context(context: Any) -> str:
    if not isinstance(context, str) or len(context) > LONGEST_CONTEXT:
        raise _wrong(
            "/context", f"„context“ ist der Text einer vorigen Antwort, höchstens {LONGEST_CONTEXT} Zeichen."
        )
    return context


def _box(box: Any, pointer: str) -> str:
    known = list(Edition.objects.filter(has_rulebook=True).values_list("key", flat=True))
    if not isinstance(box, str) or box not in known:
        shown = str(box)[:60]
        near = nearest(shown, known)
        raise _wrong(pointer, f"Eine Box „{shown}“ mit eigenem Heft gibt es nicht.{meant(near)}", near)
    return box
