"""Reads data files, whoever wrote them: what is broken, endless or too deep is refused at once, in one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

MOST_BYTES = 64 * 1024 * 1024
DEEPEST = 60
# What aliases may make of a file, in values.
MOST_VALUES = 200_000
LARGEST = 2**31 - 1
LONGEST_TEXT = 100_000
# Bytes that no text needs, and halves of characters, which cannot be stored.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
# Only where one of these stands can YAML grow by aliases; only deep brackets or many signs can make it deep.
ALIAS = re.compile(r"(?:^|[\s,\[{:-])\*[\w-]")
STEPS = re.compile(rf"^(?:[ ]|[-?:][ ]){{{2 * DEEPEST},}}", re.MULTILINE)
NUMBERS = re.compile(r"\d{4000,}|\d{4}-\d\d?-\d\d?\b")
ESCAPED = re.compile(r"\\(?:u00[01]|u[dD][89a-fA-F]|x[01]|0)")
UNCOUNTABLE = "Eine Zahl oder ein Datum ist nicht lesbar."
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


class Unreadable(Exception):
    """A file cannot be read; `text` says why, `line` where."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(f"Zeile {line}: {text}" if line else text)
        self.text = text
        self.line = line


class _Strict(yaml.CSafeLoader):
    """YAML without a key that stands twice, of which only the last would count."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        # What `<<` brings in may be said anew, so it is counted before that is put in.
        keys = [key.value for key, _value in node.value if isinstance(key.value, str)]
        if len(set(keys)) != len(keys):
            raise _twice(node)
        found: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return found


def _twice(node: yaml.MappingNode) -> yaml.MarkedYAMLError:
    seen: set[str] = set()
    for key, _value in node.value:
        if key.value in seen:
            return yaml.MarkedYAMLError(None, None, f"„{_short(key.value)}“ steht zweimal da", key.start_mark)
        seen.add(key.value)
    raise AssertionError("No key stands twice.")


def read_text(file: Path) -> str:
    """Return what stands in a file, in UTF-8."""
    if file.stat().st_size > MOST_BYTES:
        raise Unreadable(f"Die Datei ist größer als {MOST_BYTES // 1024 // 1024} MB.")
    written = file.read_bytes()
    try:
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(
            "Die Datei ist nicht in UTF-8 gespeichert.", written[: error.start].count(b"\n") + 1
        ) from None
    if found := UNWRITABLE.search(text):
        raise Unreadable(_unwritable(found), text.count("\n", 0, found.start()) + 1)
    return text.replace("\r\n", "\n")


def load_yaml(file: Path) -> Any:
    """Return what a YAML file says; an empty list where it is empty."""
    return parse_yaml(read_text(file)) or []


def parse_yaml(text: str) -> Any:
    if _may_be_deep(text) or ALIAS.search(text):
        _measure(text)
    try:
        data = yaml.load(text, _Strict)  # noqa: S506 - a safe loader that is stricter still
    except yaml.MarkedYAMLError as error:
        raise _broken_yaml(error) from None
    except yaml.YAMLError as error:
        raise Unreadable(f"Hier bricht das YAML ab: {' '.join(str(error).split())}.") from None
    except (ValueError, OverflowError):
        raise Unreadable(UNCOUNTABLE, _line(NUMBERS, text)) from None
    return _checked(data, text)


def parse_json(text: str) -> Any:
    if _may_be_deep(QUOTED.sub("", text)):
        raise Unreadable(f"Mehr als {DEEPEST} Ebenen ineinander werden nicht gelesen.")
    try:
        data = json.loads(text, object_pairs_hook=_pairs)
    except json.JSONDecodeError as error:
        raise Unreadable(f"Hier bricht das JSON ab: {error.msg}.", error.lineno) from None
    except (ValueError, RecursionError):
        raise Unreadable(UNCOUNTABLE, _line(NUMBERS, text)) from None
    return _checked(data, text)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, _ in pairs if [name for name, _ in pairs].count(key) > 1)
        raise Unreadable(f"„{_short(twice)}“ steht zweimal in einem Eintrag.")
    return found


def _broken_yaml(error: yaml.MarkedYAMLError) -> Unreadable:
    line = error.problem_mark.line + 1 if error.problem_mark else None
    return Unreadable(f"Hier bricht das YAML ab: {error.problem}.", line)


def _may_be_deep(text: str) -> bool:
    """Say whether brackets or signs may stand deeper in each other than is read."""
    depth = 0
    for found in re.finditer(r"[\[\]{}]", text):
        depth = depth + 1 if found[0] in "[{" else max(depth - 1, 0)
        if depth > DEEPEST:
            return True
    return STEPS.search(text) is not None


def _measure(text: str) -> None:
    """Walk through YAML without building it; raise where it is too deep or aliases make it too large."""
    sizes: dict[str, int] = {}
    open_nodes: list[tuple[str | None, int]] = []
    total = 0
    try:
        for event in yaml.parse(text, _Strict):
            if isinstance(event, yaml.AliasEvent):
                if event.anchor not in sizes:
                    raise _at(event, f"„*{event.anchor}“ verweist auf etwas, das noch nicht zu Ende ist.")
                total += sizes[event.anchor]
            elif isinstance(event, yaml.CollectionStartEvent):
                open_nodes.append((event.anchor, total))
                if len(open_nodes) > DEEPEST:
                    raise _at(event, f"Mehr als {DEEPEST} Ebenen ineinander werden nicht gelesen.")
            elif isinstance(event, yaml.CollectionEndEvent):
                anchor, before = open_nodes.pop()
                if anchor:
                    sizes[anchor] = total - before + 1
            elif isinstance(event, yaml.ScalarEvent):
                total += 1
                if event.anchor:
                    sizes[event.anchor] = 1
            if total > MOST_VALUES:
                raise _at(event, "Verweise (*) machen die Datei zu groß.")
    except yaml.MarkedYAMLError as error:
        raise _broken_yaml(error) from None


def _at(event: Any, text: str) -> Unreadable:
    return Unreadable(text, event.start_mark.line + 1)


def _line(pattern: re.Pattern[str], text: str) -> int | None:
    """Return the line where a pattern first stands."""
    found = pattern.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def _checked(data: Any, text: str) -> Any:
    """Return the data; raise where a value is one that nobody can store."""
    for value in _values(data):
        if isinstance(value, str):
            if found := UNWRITABLE.search(value):
                raise Unreadable(f"„{_short(value)}“: {_unwritable(found)}", _line(ESCAPED, text))
            if len(value) > LONGEST_TEXT:
                line = _line(re.compile(re.escape(value[:60])), text)
                raise Unreadable(f"„{_short(value)}“: Ein Text hat höchstens {LONGEST_TEXT} Zeichen.", line)
        elif isinstance(value, int) and abs(value) > LARGEST:
            line = _line(re.compile(str(abs(value))), text)
            raise Unreadable(f"{_short(value)}: Zahlen gehen nur bis {LARGEST}.", line)
    return data


def _values(data: Any) -> Iterator[Any]:
    """Yield every key and value; what several aliases share is looked at once."""
    waiting, seen = [data], set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | list):
            if id(value) not in seen:
                seen.add(id(value))
                waiting += [*value, *value.values()] if isinstance(value, dict) else value
        else:
            yield value


def _unwritable(found: re.Match[str]) -> str:
    return f"Das Zeichen U+{ord(found[0]):04X} kann nicht gespeichert werden."


def _short(value: object) -> str:
    """Return a value as a message may show it."""
    printable = UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", str(value))
    return printable if len(printable) <= 60 else printable[:59] + "…"
