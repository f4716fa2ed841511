"""The tools: each is a function with a name, an English description and a small schema; its answer is a German text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cardsite.api.exceptions import Problem, meant, nearest
from cardsite.mcp.door import Door
from cardsite.mcp.telling import MOST_CHARS, USUAL_CHARS, Told

Arguments = dict[str, Any]
TYPES: dict[str, tuple[type, str]] = {
    "string": (str, "ein Text"),
    "integer": (int, "eine ganze Zahl"),
    "array": (list, "eine Liste"),
    "object": (dict, "ein Objekt"),
}
MAX_CHARS = {
    "type": "integer",
    "minimum": 500,
    "maximum": MOST_CHARS,
    "description": f"Longest answer in characters; {USUAL_CHARS} by default.",
}
LONGEST_WORD = 2000


@dataclass(frozen=True)
class Tool:
    """One tool: what it is called, what it takes, and what it does."""

    name: str
    title: str
    description: str
    schema: dict[str, Any]
    does: Callable[[Arguments, Door], Told]


TOOLS: dict[str, Tool] = {}


def tool(
    title: str, description: str, properties: dict[str, Any], required: tuple[str, ...] = ()
) -> Callable[[Callable[[Arguments, Door], Told]], Callable[[Arguments, Door], Told]]:
    """Register a function as a tool."""
    schema = {
        "type": "object",
        "properties": {**properties, "max_chars": MAX_CHARS},
        "required": list(required),
        "additionalProperties": False,
    }

    def register(does: Callable[[Arguments, Door], Told]) -> Callable[[Arguments, Door], Told]:
        TOOLS[does.__name__] = Tool(does.__name__, title, description, schema, does)
        return does

    return register


def run(chosen: Tool, arguments: Any, door: Door) -> str:
    """Return what the tool says, or raise the Problem that says what is wrong."""
    checked = _checked(arguments, chosen.schema)
    return chosen.does(checked, door).text(checked.get("max_chars", USUAL_CHARS))


def _checked(arguments: Any, schema: dict[str, Any]) -> Arguments:
    if not isinstance(arguments, dict):
        raise _wrong("", "Erwartet wird ein Objekt mit den Angaben.")
    known = schema["properties"]
    for name, value in arguments.items():
        if name not in known:
            near = nearest(str(name), known)
            raise _wrong(
                f"/{str(name)[:60]}",
                f"„{str(name)[:60]}“ gibt es hier nicht.{meant(near)}",
                near or list(known),
            )
        _check(f"/{name}", value, known[name])
    for name in schema["required"]:
        if name not in arguments:
            raise _wrong(f"/{name}", f"Es fehlt „{name}“.")
    return arguments


def _check(pointer: str, value: Any, schema: dict[str, Any]) -> None:
    kind, called = TYPES[schema["type"]]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _wrong(pointer, f"An der Stelle {pointer} muss {called} stehen.")
    if isinstance(value, str) and len(value) > LONGEST_WORD:
        raise _wrong(pointer, f"Der Text hat {len(value)} Zeichen; höchstens {LONGEST_WORD} sind erlaubt.")
    if "enum" in schema and value not in schema["enum"]:
        raise _wrong(pointer, f"„{str(value)[:60]}“ ist hier kein Wort.", list(schema["enum"]))
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        raise _wrong(pointer, f"Erlaubt ist {schema['minimum']} bis {schema['maximum']}.")
    for number, entry in enumerate(value if isinstance(value, list) else ()):
        _check(f"{pointer}/{number}", entry, schema["items"])


def _wrong(pointer: str, detail: str, suggestions: list[str] | None = None) -> Problem:
    return Problem("ungueltiger-inhalt", detail, pointer=pointer, suggestions=suggestions or [])
