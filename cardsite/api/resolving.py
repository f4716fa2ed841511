"""„Was passiert, wenn …?“ over HTTP: a scenario or a question in German in, the contract's answer out."""

from __future__ import annotations

from functools import cache
from typing import Any

from cardsite.api import parameters
from cardsite.api.exceptions import Problem, unknown
from cardsite.api.operation import Ask, get, post, schema_of
from rules.ask import AskAnswer
from rules.bounded import FULL, MOST_OUTCOMES, SUMMARY, VIEWS
from rules.doors import Asking, Misasked, answered, complaint, worked_out
from rules.engine import contract
from rules.engine.errors import ScenarioError
from rules.facts import library

GROUP = "Was passiert, wenn …?"
SCHEMAS = {"scenario": contract.scenario, "answer": contract.answer}
EXAMPLE: dict[str, Any] = {
    "game": "munchkin",
    "sets": ["axe-cop"],
    "state": {
        "players": [
            {"id": "anna", "level": 5, "in_play": ["krieger"]},
            {"id": "ben", "level": 3, "gender": "m"},
        ],
        "turn": {"player": "anna", "phase": "door"},
        "combat": {
            "fighter": "anna",
            "monsters": [{"card": {"name": "Höllenhund", "kind": "monster", "level": 5, "treasures": 2}}],
        },
    },
    "do": [{"action": "finish_combat", "player": "anna"}],
}
SCENARIO = {"schema": {"$ref": "#/components/schemas/Scenario"}, "example": EXAMPLE}
ANSWER = {"$ref": "#/components/schemas/Resolution"}
QUESTION = {
    "schema": schema_of(Asking),
    "example": {"q": "Darf ich im Kampf meine Rüstung verkaufen?", "sets": ["axe-cop"]},
}


@cache
def schema(name: str) -> dict[str, Any]:
    """Return one of the contract's two JSON Schemas, as the engine's readers and shapes say it."""
    return SCHEMAS[name]()


@get(
    "schemas/<slug:name>", {"type": "object"}, GROUP, media="application/schema+json",
    example={"name": "scenario"},
)  # fmt: skip
def contract_schema(ask: Ask) -> dict[str, Any]:
    """Das JSON Schema der Frage (`scenario`) oder der Antwort (`answer`)."""
    name = ask["name"]
    if name not in SCHEMAS:
        raise unknown(f"Das Schema „{name}“ gibt es nicht.", name, SCHEMAS)
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "$id": ask.frame.api(f"schemas/{name}"), **schema(name)}


VIEW = parameters.choice(
    "view",
    "Wie viel: „summary“ sagt, was herauskommt, „steps“ auch warum, „full“ alles; was fehlt, ist leer.",
    VIEWS,
    default=FULL,
    example=SUMMARY,
)
OUTCOMES = parameters.whole(
    "outcomes",
    "So viele Ausgänge höchstens; ohne Angabe, was unter 1 MB bleibt („full“), sonst 12. „omitted“ zählt den Rest.",
    least=1,
    most=MOST_OUTCOMES,
    default=None,
)


@post("resolve", ANSWER, GROUP, body=SCENARIO, cost=10, pure=True, parameters=(VIEW, OUTCOMES))
def resolve_scenario(ask: Ask) -> dict[str, Any]:
    """Sagen, was passiert, und warum.

    Frage und Antwort folgen dem Vertrag, dessen Schemas unter `schemas/scenario` und `schemas/answer`
    liegen. Jeder Schritt nennt die Regeln, Karten und Klarstellungen, auf denen er ruht. Würfe, die die
    Frage nicht nennt, werden zu Ausgängen mit ihren Wahrscheinlichkeiten; was zu wählen ist, steht in `open`.
    Punkte kostet auch die Arbeit, die sie macht; zu viel davon ist 422 mit der Grenze und dem, was wegbleiben kann.
    Alles Unbekannte in der Frage wird auf einmal in `errors` genannt (422).
    """
    try:
        return worked_out(ask.body, library(ask.frame.stand), ask["view"], ask["outcomes"])
    except ScenarioError as error:
        raise Problem("unlesbares-szenario", **complaint(error)) from None


@post("ask", AskAnswer, GROUP, body=QUESTION, cost=10, parameters=(VIEW, OUTCOMES))
def ask_question(ask: Ask) -> AskAnswer:
    """Eine Frage auf Deutsch beantworten.

    `verdict` sagt, wie die Antwort ausfällt, `answer` sagt sie in ein oder zwei Sätzen, `cites` nennt, worauf
    sie beruht. Fehlt etwas Entscheidendes, ist `verdict` „rueckfrage“, und `asks` nennt es. `read_as`, `left_out`
    und `assumed` zeigen, was wie gelesen, was nicht gebraucht und was angenommen wurde. Mit `context` geht das
    Gespräch weiter.
    """
    try:
        return answered(ask.body, library(), ask["view"], ask["outcomes"])
    except Misasked as wrong:
        raise Problem("ungueltiger-inhalt", **vars(wrong)) from None
