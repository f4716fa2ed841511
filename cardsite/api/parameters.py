"""What may stand behind the question mark: each parameter reads, checks and describes itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any

from django.http import QueryDict
from django.utils.dateparse import parse_date, parse_datetime

from cardsite.api.exceptions import UNREADABLE, Problem, meant, nearest

# For readers of the schema what `UNREADABLE` is here: no control character, and not only blanks.
PRINTED = r"^[^\u0000-\u001f\u007f\ufffd]*[^\s\u0000-\u001f\u007f\ufffd][^\u0000-\u001f\u007f\ufffd]*$"
# Nothing but blanks as JSON Schema knows them: to Python U+0085 is one too, and U+FEFF is not.
BLANK = re.compile(r"(?:(?!\x85)[\s\ufeff])*")
SLUG = "^[a-z0-9][a-z0-9-]*$"
MOST_WORDS = 50


@dataclass(frozen=True)
class Parameter:
    """One query parameter: what it takes says its schema, and `special` where that cannot say enough."""

    name: str
    text: str
    schema: dict[str, Any]
    special: Callable[[str], Any] | None = None
    default: Any = None
    required: bool = False
    example: str | None = None

    @property
    def many(self) -> bool:
        """Whether it is a list of words, written with commas."""
        return self.schema.get("type") == "array"

    def read(self, raw: str) -> Any:
        """Return the value that a text means, or raise a Problem."""
        return self.special(raw) if self.special else _read(self.name, raw, self.schema)


def invalid(name: str, detail: str, suggestions: Sequence[str] = ()) -> Problem:
    return Problem("ungueltiger-parameter", detail, parameter=name, suggestions=list(suggestions))


def text(name: str, meaning: str, *, most: int = 500, pattern: str = PRINTED, **options: Any) -> Parameter:
    """A text of 1 to `most` characters."""
    schema = {"type": "string", "minLength": 1, "maxLength": most, "pattern": pattern}
    return Parameter(name, meaning, schema, **options)


def slug(name: str, meaning: str, *, most: int = 60, **options: Any) -> Parameter:
    """One slug; whether it exists is the operation's question, which knows the nearest one."""
    return text(name, meaning, pattern=SLUG, most=most, **options)


def whole(name: str, meaning: str, *, least: int, most: int, default: int | None) -> Parameter:
    """A whole number within bounds."""
    schema: dict[str, Any] = {"type": "integer", "minimum": least, "maximum": most}
    return Parameter(name, meaning, schema | _usual(default), default=default)


def choice(name: str, meaning: str, words: Sequence[str], **options: Any) -> Parameter:
    """One word of a closed list."""
    schema: dict[str, Any] = {"type": "string", "enum": list(words)}
    return Parameter(name, meaning, schema | _usual(options.get("default")), **options)


def _usual(default: Any) -> dict[str, Any]:
    return {} if default is None else {"default": default}


def choices(name: str, meaning: str, words: Sequence[str], **options: Any) -> Parameter:
    """Several words of a closed list, each once."""
    return _many(name, meaning, {"type": "string", "enum": list(words)}, **options)


def slugs(name: str, meaning: str, **options: Any) -> Parameter:
    """Several slugs, each once; whether they exist is the operation's question."""
    return _many(name, meaning, {"type": "string", "pattern": SLUG, "maxLength": 60}, **options)


def _many(name: str, meaning: str, items: dict[str, Any], **options: Any) -> Parameter:
    schema = {"type": "array", "items": items, "minItems": 1, "maxItems": MOST_WORDS}
    return Parameter(name, meaning, schema, default=[], **options)


def _read(name: str, raw: str, schema: dict[str, Any]) -> Any:
    """Return the value of a text that keeps to the schema, or raise a Problem that says how it does not."""
    if schema["type"] == "array":
        words = raw.split(",")
        if len(words) > MOST_WORDS:
            raise invalid(name, f"„{name}“ nennt {len(words)} Wörter; höchstens {MOST_WORDS} sind erlaubt.")
        return [_read(name, word, schema["items"]) for word in dict.fromkeys(words)]
    if schema["type"] == "integer":
        least, most = schema["minimum"], schema["maximum"]
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", raw) or not least <= int(raw) <= most:
            raise invalid(name, f"„{raw[:30]}“ ist keine ganze Zahl von {least} bis {most} („{name}“).")
        return int(raw)
    return known_word(name, raw, schema["enum"]) if "enum" in schema else _text(name, raw, schema)


def _text(name: str, raw: str, schema: dict[str, Any]) -> str:
    most = schema["maxLength"]
    if BLANK.fullmatch(raw):
        raise invalid(name, f"Der Parameter „{name}“ ist leer.")
    if len(raw) > most:
        raise invalid(name, f"Der Parameter „{name}“ hat {len(raw)} Zeichen; höchstens {most} sind erlaubt.")
    return raw


SINCE = {
    "anyOf": [
        {"type": "string", "pattern": "^[a-f0-9]{8,64}$"},
        {"type": "string", "format": "date"},
        {"type": "string", "format": "date-time"},
    ]
}


def since(name: str, meaning: str, **options: Any) -> Parameter:
    """A data version, a day or a moment."""

    def read(raw: str) -> str | datetime:
        if re.fullmatch(r"[a-f0-9]{8,64}", raw):
            return raw
        try:
            moment = parse_datetime(raw.replace(" ", "+"))
            if moment is None and (day := parse_date(raw)):
                moment = datetime.combine(day, time())
        except ValueError:
            moment = None
        if moment is None:
            said = (
                f"„{raw[:40]}“ ist weder ein Stand noch ein Tag (2026-01-31) noch ein Zeitpunkt („{name}“)."
            )
            raise invalid(name, said)
        # Time zones overflow in the first and the last year of the calendar; data are as old in the next.
        moment = moment.replace(year=min(max(moment.year, 2), 9998))
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    return Parameter(name, meaning, SINCE, read, **options)


def known_word(name: str, raw: str, words: Sequence[str]) -> str:
    """Return the word, or raise a Problem that names the nearest one."""
    if raw in words:
        return raw
    near = nearest(raw, words)
    listed = "" if near else " Erlaubt: " + ", ".join(list(words)[:40]) + "."
    raise invalid(name, f"„{raw[:60]}“ ist kein Wert für „{name}“.{meant(near) or listed}", near)


def read_query(query: QueryDict, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """Return each parameter's value; whatever is unknown, doubled or wrong raises a Problem."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in query:
        _refuse_unknown(name, query, known)
    values = {name: parameter.default for name, parameter in known.items()}
    values.update({name: known[name].read(str(query[name])) for name in query})
    for name, parameter in known.items():
        if parameter.required and name not in query:
            raise invalid(name, f"Der Parameter „{name}“ fehlt: {parameter.text}")
    return values


def _refuse_unknown(name: str, query: QueryDict, known: dict[str, Parameter]) -> None:
    if name not in known:
        near = nearest(name, known)
        listed = f" Bekannt: {', '.join(known)}." if known else " Diese Adresse kennt keine Parameter."
        raise Problem(
            "unbekannter-parameter",
            f"Den Parameter „{_shown(name)}“ gibt es hier nicht.{meant(near) or listed}",
            parameter=_shown(name),
            suggestions=near,
        )
    values = query.getlist(name)
    if len(values) > 1:
        raise invalid(
            name, f"Der Parameter „{name}“ steht {len(values)}-mal da; mehrere Werte trennt ein Komma."
        )
    if UNREADABLE.search(values[0]):
        raise invalid(name, f"Der Parameter „{name}“ enthält Zeichen, die kein lesbarer Text sind.")


def _shown(name: str) -> str:
    return UNREADABLE.sub("�", name)[:60]
