"""States and waiting decisions as JSON, and back: a paused game is data that can be asked again."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from rules.engine.branch import Decision, Frame
from rules.engine.cards import Card, CardRef
from rules.engine.forms import form, says
from rules.engine.objects import Json, Option
from rules.engine.one_of import Shape, plain
from rules.engine.reading import Reader, entry, listing, player, text

SENTENCE_LIMIT = 2000
WORD = {"type": "string"}


def stored(reader: Reader, value: object, path: str) -> object:
    """Read an argument of a waiting frame: cards are marked as such."""
    if isinstance(value, list):
        return tuple(stored(reader, item, f"{path}[{i}]") for i, item in enumerate(value))
    if not isinstance(value, dict):
        return value
    if set(value) == {"$card"}:
        return reader.card(value["$card"], path)
    if set(value) == {"$ref"}:
        return reader.ref(value["$ref"], path)
    return {key: stored(reader, item, f"{path}.{key}") for key, item in value.items()}


@says(lambda: {"type": "array"})
def _answers(reader: Reader, value: object, path: str) -> tuple[object, ...]:
    return (
        tuple(stored(reader, item, f"{path}[{i}]") for i, item in enumerate(value))
        if isinstance(value, list)
        else ()
    )


@says(lambda: {"type": "string", "maxLength": SENTENCE_LIMIT})
def _sentence(reader: Reader, value: object, path: str) -> str:
    if not isinstance(value, str) or len(value) > SENTENCE_LIMIT:
        reader.wrong(path, value, "ein Satz")
        return ""
    return value


@says(lambda: {"type": "object", "properties": {"id": WORD, "text": WORD}, "required": ["id", "text"]})
def _option(reader: Reader, value: object, path: str) -> Option | None:
    """Read an option: an object with an id; what else it shows is kept as it is."""
    words = [value.get("id"), value.get("text")] if isinstance(value, dict) else []
    if not words or not all(isinstance(word, str) for word in words):
        reader.wrong(path, value, "eine Möglichkeit mit „id“ und „text“")
        return None
    return cast("Option", value)


@says(lambda: {"type": "object"})
def _args(reader: Reader, value: object, path: str) -> Json:
    if not isinstance(value, dict):
        reader.wrong(path, value, "ein Objekt")
        return {}
    return {key: stored(reader, item, f"{path}.{key}") for key, item in value.items()}


def _given(do: str, args: Json, answers: tuple[object, ...] = ()) -> Frame:
    return Frame(do, args, answers, given=True)


FRAME = entry(_given, {"do": text, "args": _args, "answers": _answers}, ("do", "args"))
_LISTED = listing(FRAME)


@says(lambda: {**form(_LISTED), "minItems": 1})
def _frames(reader: Reader, value: object, path: str) -> tuple[Frame, ...]:
    found = _LISTED(reader, value, path)
    if not found:
        reader.wrong(path, value, "was nach der Entscheidung weitergeht,")
    return found


DECISION = entry(
    Decision,
    {
        "id": text,
        "kind": text,
        "player": player,
        "text": _sentence,
        "options": listing(_option),
        "frames": _frames,
        "cites": listing(text),
    },
    ("id", "kind", "player", "text", "options", "frames"),
)


PLAIN = frozenset((str, int, bool, type(None)))
EMPTY: tuple[object, ...] = ()


def write(value: Any) -> Any:
    """Write a state in full: every key, empty lists too, cards as the question wrote them."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is Card:
        return value.written
    if kind is tuple:
        return [item.written if type(item) is Card else write(item) for item in value]
    if kind is Frame:
        return {"do": value.do, "args": _store(value.args), "answers": _store(value.answers)}
    if not issubclass(kind, msgspec.Struct):
        return value
    if issubclass(kind, Shape):
        return plain(value)
    if hasattr(kind, "as_json"):
        return value.as_json(write)
    found = msgspec.structs.asdict(value)
    for name, item in found.items():
        # Most of a state is plain or empty; the look at it here spares most of the calls.
        if type(item) not in PLAIN:
            found[name] = [] if item is EMPTY else write(item)
    return found


def _store(value: object) -> object:
    """Write an argument of a waiting frame: cards are marked, so that they can be read back."""
    if isinstance(value, Card):
        return {"$card": value.written}
    if isinstance(value, CardRef):
        return {"$ref": value.written}
    if isinstance(value, (tuple, list)):
        return [_store(item) for item in value]
    if isinstance(value, Shape):
        return plain(value)
    return {key: _store(item) for key, item in value.items()} if isinstance(value, dict) else value
