"""Writes entries as the YAML that fixtures, import and export share: readable, stable, one form only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

WIDTH = 110
# Lists of sentences and records stand one below the other; short lists of words stand on one line.
BELOW_EACH_OTHER = {"notes", "groups", "factions"}


class _Below(list[Any]):
    """A list written one item per line."""


class _Record(dict[str, Any]):
    """A mapping written one key per line."""


class _Dumper(yaml.CSafeDumper):
    """Keeps collections of plain words on one line and opens the rest."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_below(dumper: yaml.representer.SafeRepresenter, data: _Below) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=False)


def _represent_record(dumper: yaml.representer.SafeRepresenter, data: _Record) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", data, flow_style=False)


_Dumper.add_representer(_Below, _represent_below)
_Dumper.add_representer(_Record, _represent_record)


def to_yaml(entries: Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> str:
    """Return the YAML of a list of entries, or of a mapping of such lists."""
    data: Any
    if isinstance(entries, Mapping):
        data = _Record({name: _Below(_record(e) for e in part) for name, part in entries.items()})
    else:
        data = _Below(_record(e) for e in entries)
    return yaml.dump(
        data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH, default_flow_style=None
    )


def _record(entry: Mapping[str, Any]) -> _Record:
    return _Record({key: _below(key, value) for key, value in entry.items()})


def _below(key: str, value: Any) -> Any:
    if key in BELOW_EACH_OTHER and isinstance(value, list):
        return _Below(value)
    if isinstance(value, dict) and any(isinstance(part, (list, dict)) for part in value.values()):
        return _Record({k: _below(k, v) for k, v in value.items()})
    return value
