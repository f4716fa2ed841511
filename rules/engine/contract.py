"""What the readers say of themselves for the scenario contract: the tables of both games, and what can be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.engine.forms import Form, any_of, form
from rules.engine.munchkin.question import actions as munchkin_actions
from rules.engine.munchkin.question import reading as munchkin
from rules.engine.session import GAMES
from rules.engine.smashup.question import actions as smashup_actions
from rules.engine.smashup.question import reading as smashup


def derived() -> dict[str, Form]:
    """Return the definitions by their names in the contract."""
    return {
        "MunchkinState": form(munchkin.STATE),
        "SmashUpState": form(smashup.STATE),
        "BaseEntry": form(smashup.ENTRY),
        "Action": _action(munchkin_actions.ACTIONS, smashup_actions.ACTIONS),
    }


def variants() -> list[str]:
    """Return the variants of all games."""
    return list(dict.fromkeys(variant for game in GAMES.values() for variant in game.variants))


def _action(*games: Mapping[str, Mapping[str, Any]]) -> Form:
    """Return what any action may carry: its name, and every key with all forms that it has in one of them."""
    keys: dict[str, list[Form]] = {}
    for game in games:
        for fields in game.values():
            for key, shape in fields.items():
                forms = keys.setdefault(key.rstrip("!"), [])
                if (found := form(shape)) not in forms:
                    forms.append(found)
    names = sorted({name for game in games for name in game})
    return {
        "type": "object",
        "description": "Eine Handlung; welche Angaben sie braucht, sagt der Fehler, wenn eine fehlt.",
        "required": ["action"],
        "properties": {
            "action": {"type": "string", "enum": names},
            "player": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            **{key: any_of(forms) for key, forms in sorted(keys.items()) if key != "player"},
        },
    }
