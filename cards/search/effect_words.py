"""Which words of `wirkung:` and `schlimm:` a card bears: the editors' table against the traces of its facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from cards.per_release import PerRelease

EFFECTS = Path("search") / "effects.yaml"


@dataclass(frozen=True)
class EffectWords:
    """The table: what each word says, and the words that a trace stands for."""

    labels: Mapping[str, str]
    by_trace: Mapping[str, tuple[str, ...]]

    def of(self, facts: Any, kind: str = "") -> tuple[str, ...]:
        """Return the words of some facts, in the order of the table."""
        found = {
            word
            for trace in traces(facts)
            for named in (trace, f"{kind}:{trace}")
            for word in self.by_trace.get(named, ())
        }
        return tuple(word for word in self.labels if word in found) if found else ()


def read_effects(raw: Mapping[str, Any]) -> EffectWords:
    """Read the table: every row says what it is called and by which traces it is known."""
    by_trace: dict[str, tuple[str, ...]] = {}
    for word, row in raw.items():
        for trace in row["any"]:
            by_trace[trace] = (*by_trace.get(trace, ()), word)
    return EffectWords({word: str(row["says"]) for word, row in raw.items()}, by_trace)


_table: PerRelease[EffectWords] = PerRelease()


def effect_words() -> EffectWords:
    """Return the editors' table of effects."""
    return _table.now(_read)


def _read() -> EffectWords:
    text = (Path(settings.FIXTURES) / EFFECTS).read_text(encoding="utf-8")
    return read_effects(yaml.load(text, Loader=yaml.CSafeLoader))


def traces(facts: Any, under: str = "") -> Iterator[str]:
    """Yield the ways down to every fact: what stands in a list begins anew, an action by its own name."""
    if isinstance(facts, Mapping):
        for key, value in facts.items():
            yield from _at(f"{under}.{key}" if under else key, value)


def _at(path: str, value: Any) -> Iterator[str]:
    yield path
    if isinstance(value, Mapping):
        yield from traces(value, path)
    elif isinstance(value, list):
        yield f"{path}[]"
        for one in value:
            yield from _listed(path, one)
    else:
        yield f"{path}={value}"
        if isinstance(value, int) and value and not isinstance(value, bool):
            yield f"{path}{'>' if value > 0 else '<'}0"


def _listed(path: str, one: Any) -> Iterator[str]:
    if isinstance(one, list):
        for inner in one:
            yield from _listed(path, inner)
    elif not isinstance(one, Mapping):
        yield f"{path}={one}"
    elif action := one.get("action"):
        yield str(action)
        yield from traces(one, str(action))
    else:
        yield from traces(one)
