"""Questions in German over HTTP: what was understood, the scenario, what is missing, and the answer."""

from __future__ import annotations

from typing import Any

import msgspec

from cards.models import Edition
from cardsite.api.operation import Ask, post
from cardsite.api.problems import Problem, meant, nearest
from cardsite.api.resolving import GROUP
from rules.ask import LONGEST, Understanding, ask
from rules.facts import library

MOST_SETS, MOST_GIVEN, LONGEST_VALUE = 8, 20, 200
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
                "description": "Die Boxen auf dem Tisch; ohne sie ergeben sie sich aus den Karten der Frage.",
            },
            "rulebook": {
                "type": "string",
                "description": "Das Heft, das entscheidet; sonst das der ersten Box.",
            },
            "given": {
                "type": "object",
                "maxProperties": MOST_GIVEN,
                "additionalProperties": {"type": "string", "maxLength": LONGEST_VALUE},
                "description": "Was nachgereicht oder berichtigt wird: „what“ aus `missing` oder `understood`.",
            },
        },
    },
    "example": EXAMPLE,
}


@post("ask", Understanding, GROUP, body=BODY, cost=10)
def ask_question(asked: Ask) -> Understanding:
    """Eine Frage auf Deutsch verstehen und beantworten.

    `understood` zeigt, was gelesen und was angenommen wurde, `scenario` die Frage in der Form von `resolve`.
    Fehlt etwas, steht es in `missing`, und es gibt noch keine Antwort: Schicke dieselbe Frage mit `given`
    noch einmal. Wörter, die niemand kennt, stehen in `ignored`; `suggestions` nennt Fragen und Regeln in der Nähe.
    """
    body = _object(asked.body)
    sets, rulebook = _sets(body.get("sets", [])), _rulebook(body.get("rulebook", ""))
    if rulebook and _box(rulebook, "/rulebook") not in (sets or [rulebook]):
        raise _wrong("/rulebook", f"Das Heft „{rulebook}“ gehört zu keiner Box in „sets“.", sets)
    return ask(
        _question(body["q"]),
        sets or [rulebook] * bool(rulebook),
        library(),
        rulebook=rulebook,
        given=_given(body.get("given", {})),
    )


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


def _rulebook(rulebook: Any) -> str:
    """Return the box whose book decides; empty means that of the first box."""
    if not isinstance(rulebook, str):
        raise _wrong("/rulebook", "„rulebook“ ist ein Text: das Kürzel einer Box.")
    return rulebook


def _box(box: Any, pointer: str) -> str:
    known = list(Edition.objects.filter(has_rulebook=True).values_list("key", flat=True))
    if not isinstance(box, str) or box not in known:
        shown = str(box)[:60]
        near = nearest(shown, known)
        raise _wrong(pointer, f"Eine Box „{shown}“ mit eigenem Heft gibt es nicht.{meant(near)}", near)
    return box


def _given(given: Any) -> dict[str, str]:
    try:
        found = msgspec.convert(given, dict[str, str])
    except msgspec.ValidationError:
        raise _wrong("/given", "„given“ ist ein Objekt, dessen Werte Texte sind.") from None
    if len(found) > MOST_GIVEN or any(len(value) > LONGEST_VALUE for value in found.values()):
        raise _wrong("/given", f"„given“ hat höchstens {MOST_GIVEN} Einträge zu {LONGEST_VALUE} Zeichen.")
    return found
