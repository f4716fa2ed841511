"""Tools that work something out: a scenario of the resolver, and a question in plain German."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardsite.mcp.door import Door
from cardsite.mcp.looking import SETS
from cardsite.mcp.telling import Told, marked, sources, typed_in
from cardsite.mcp.tools import Arguments, tool
from rules.bounded import STEPS, SUMMARY
from rules.facts import library

PLAYER = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "level": {"type": "integer"},
        "gender": {"enum": ["m", "w"]},
        "in_play": {"type": "array", "description": "Cards in use."},
        "hand": {"type": "array"},
        "backpack": {"type": "array", "description": "Carried, not in use."},
    },
    "required": ["id"],
}
# Cut to what a table mostly needs; the whole contract lies in the API.
SCENARIO = {
    "type": "object",
    "description": "The table and what is done; the whole contract is at /api/v1/schemas/scenario.",
    "properties": {
        "game": {"enum": ["munchkin", "smash-up"]},
        "sets": {"type": "array", "items": {"type": "string"}},
        "state": {
            "type": "object",
            "properties": {
                "players": {"type": "array", "items": PLAYER},
                "turn": {
                    "type": "object",
                    "description": "munchkin: player and phase (start, door, trouble, loot, charity); smash-up: step.",
                },
                "combat": {"type": "object", "description": "fighter, helper, monsters: [{card, boosts}]."},
            },
            "required": ["players", "turn"],
        },
        "do": {
            "type": "array",
            "items": {"type": "object"},
            "description": "Actions in order: {action, player, …}.",
        },
    },
    "required": ["game", "sets", "state"],
}
HOW = """Work out exactly what happens at a table, every step with its rule. A card is a slug ("krieger"), "box/slug", \
or any card by its values: {"name": …, "kind": "monster", "level": 5, "treasures": 2}. Dice that are not given become \
outcomes with chances; open choices are listed. Examples:
1. Who wins? {"game":"munchkin","sets":["axe-cop"],"state":{"players":[{"id":"anna","level":5,"in_play":["krieger"]},\
{"id":"ben"}],"turn":{"player":"anna","phase":"door"},"combat":{"fighter":"anna","monsters":[{"card":{"name":"Ork",\
"kind":"monster","level":5}}]}},"do":[{"action":"finish_combat","player":"anna"}]}
2. Running away: the same with "do":[{"action":"run_away","player":"anna"}] ("roll":6 fixes the die)
3. A curse is played: "hand":["box/slug"] of ben, "turn":{"player":"anna","phase":"start"}, no combat, \
"do":[{"action":"play","player":"ben","card":"box/slug","on":"anna"}]
Further actions: kick_door, loot_room, equip, sell, ask_help, use, choose, charity, end_turn."""
VERDICTS = {
    "clear": "eindeutig",
    "chance": "Sache der Würfel",
    "choice": "jemand muss wählen",
    "unsettled": "nicht geregelt",
    "refused": "nicht erlaubt",
}


@tool(
    "Resolve a scenario",
    HOW,
    {
        "scenario": SCENARIO,
        "detail": {"type": "string", "enum": [SUMMARY, STEPS], "description": "steps: with every step."},
    },
    ("scenario",),
)
def resolve_scenario(asked: Arguments, door: Door) -> Told:
    scenario = asked["scenario"]
    answer = door.call("resolve_scenario", scenario, view=STEPS)
    found = [f"Ergebnis: {VERDICTS[answer['verdict']]}. {answer['summary']}"]
    if refusal := answer["refusal"]:
        found.append(
            f"Nicht erlaubt ({refusal['at']}): {refusal['text']} [{', '.join(refusal['cites'][:3])}]"
        )
    found += [f"Offen: {row['about']} – {_favoured(row['readings'])}" for row in answer["unsettled"]]
    rest = [
        line for outcome in answer["outcomes"] for line in _outcome(outcome, asked.get("detail") == STEPS)
    ]
    if missing := answer["omitted"]["outcomes"]:
        rest.append(
            f"… und {missing} weitere Ausgänge, zusammen mit der Chance {answer['omitted']['chance']}."
        )
    typed = list(typed_in(scenario))
    cited = sources(_decisive(answer), library(), door.address)
    return Told(
        marked("\n".join(found), typed), cited, marked("\n".join([*answer["warnings"], *rest]), typed)
    )


def _decisive(answer: dict[str, Any]) -> Iterable[str]:
    """Yield what is cited, the grounds of a refusal and of a victory first."""
    yield from (answer["refusal"] or {}).get("cites", ())
    for outcome in answer["outcomes"]:
        yield from (outcome.get("combat") or {}).get("because") or ()
    yield from answer["cites"]


def _favoured(readings: list[dict[str, Any]]) -> str:
    return next((row["text"] for row in readings if row["favoured"]), readings[0]["text"] if readings else "")


def _outcome(outcome: dict[str, Any], with_steps: bool) -> Iterable[str]:
    fight = outcome.get("combat")
    sums = f", Kampf {fight['munchkins']['total']} gegen {fight['monsters']['total']}" if fight else ""
    rolls = f", Würfe {outcome['rolls']}" if outcome["rolls"] else ""
    yield f"Ausgang mit Chance {outcome['chance']}{rolls}{sums}:"
    steps = outcome["steps"] if with_steps else outcome["steps"][-4:]
    for step in steps:
        yield f"- {step['text']} [{', '.join(step['cites'][:2])}]"
    for decision in outcome["open"]:
        options = ", ".join(str(option["id"]) for option in decision["options"][:8])
        yield f"- Zu wählen ({decision['decision']}, {decision['player']}): {decision['text']} Möglich: {options}"


@tool(
    "Ask a question",
    "Answer a question about the rules in plain German (English card names are fine), with sources. If something "
    "decisive is missing, the answer asks back. Pass `context` of the answer before to go on (“Warum?”).",
    {
        "question": {"type": "string"},
        "sets": SETS,
        "context": {"type": "string", "description": "From the answer before."},
    },
    ("question",),
)
def ask_question(asked: Arguments, door: Door) -> Told:
    body = {"q": asked["question"], "sets": asked.get("sets", []), "context": asked.get("context", "")}
    found = door.call("ask_question", body, view=SUMMARY)
    shelf = library()
    head = [f"Frage: «{asked['question'].strip()}»", f"{found.verdict}: {found.answer}"]
    if found.asks:
        head.append(f"Es fehlt: {', '.join(found.asks)}.")
    head += [f"Angenommen: {one.text or one.what}" for one in found.assumed if one.matters]
    if found.context:
        head.append(f"context: {found.context}")
    cited = sources([*found.cites, *(one.id for one in found.near)], shelf, door.address, 6)
    left = [f"Nicht gebraucht: «{one.text}»" for one in found.left_out if one.kind != "noise"]
    near = [f"Dazu passt: {one.title or one.id} – {one.answer}" for one in found.near[:3]]
    return Told("\n".join(head), cited, "\n".join([*left, *near]))
