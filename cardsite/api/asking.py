"""Questions in German over HTTP: the verdict, the answer, what it rests on, what was read and assumed."""

from __future__ import annotations

from typing import Any

from cardsite.api.operation import Ask, post, schema_of
from cardsite.api.problems import Problem
from cardsite.api.resolving import GROUP, OUTCOMES, VIEW
from rules.ask import AskAnswer
from rules.doors import Asking, Misasked, answered
from rules.facts import library

EXAMPLE: dict[str, Any] = {"q": "Darf ich im Kampf meine Rüstung verkaufen?", "sets": ["axe-cop"]}
BODY: dict[str, Any] = {"schema": schema_of(Asking), "example": EXAMPLE}


@post("ask", AskAnswer, GROUP, body=BODY, cost=10, parameters=(VIEW, OUTCOMES))
def ask_question(asked: Ask) -> AskAnswer:
    """Eine Frage auf Deutsch beantworten.

    `verdict` sagt, wie die Antwort ausfällt, `answer` sagt sie in ein oder zwei Sätzen, `cites` nennt, worauf
    sie beruht. Fehlt etwas Entscheidendes, ist `verdict` „rueckfrage“, und `asks` nennt es. `read_as`, `left_out`
    und `assumed` zeigen, was wie gelesen, was nicht gebraucht und was angenommen wurde. Mit `context` geht das
    Gespräch weiter.
    """
    try:
        return answered(asked.body, library(), asked["view"], asked["outcomes"])
    except Misasked as wrong:
        raise Problem(
            "ungueltiger-inhalt", wrong.detail, pointer=wrong.pointer, suggestions=wrong.suggestions
        ) from None
