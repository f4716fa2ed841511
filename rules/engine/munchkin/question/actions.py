"""What a player can do: the keys of every action of the contract, and what must hold before any of them."""

from __future__ import annotations

import re
from typing import NoReturn, cast

from rules.engine.cards import CardRef
from rules.engine.kernel import Context
from rules.engine.munchkin.table.facts import COUNT, NUMBER
from rules.engine.munchkin.turn.setup import draw_due_hand
from rules.engine.objects import Action, Aim, Target
from rules.engine.reading import (
    Reader,
    Shape,
    boolean,
    either,
    integer,
    keyed,
    listing,
    nullable,
    player,
    record,
    ref,
    refs,
    rest_of_card,
    text,
    word,
)

DIE = integer(1, 6)
INDEX = integer(0, 99)
MOMENT = re.compile(r"do\[\d+\]")
INTO = word(("hand", "use", "backpack"))
OFFER = nullable(
    record({"treasures": COUNT, "items": refs, "first_pick": word(("helper", "fighter", "alternate"))})
)
OPTION = either((str, text), (int, COUNT), (dict, ref))
BECAUSE = either((str, rest_of_card), (dict, rest_of_card))
SIDES = ("munchkins", "monsters")
AIM = keyed(Aim, {"monster": INDEX, "item": ref})


def target(reader: Reader, value: object, path: str) -> Target:
    """Read what a card is played on: a player, a side, a monster by its index, an item."""
    if isinstance(value, dict):
        return AIM(reader, value, path)
    return word((*reader.players, *SIDES), "Das Ziel")(reader, value, path)


def rolls(reader: Reader, value: object, path: str) -> dict[str, int]:
    return keyed(dict[str, int], dict.fromkeys(reader.players, DIE))(reader, value, path)


def against(reader: Reader, value: object, path: str) -> CardRef | str | None:
    """Read what a card undoes: the card itself, or the action in which it was played."""
    return value if isinstance(value, str) and MOMENT.fullmatch(value) else ref(reader, value, path)


GIVEN = listing(record({"player": player, "card": ref, "into": INTO}, ("player", "card")))
INSTEAD = record({"use": ref, "discard": refs, "ability": INDEX}, ("use",))

# Which keys each action has; those with an exclamation mark must be there.
ACTIONS: dict[str, dict[str, Shape]] = {
    "deal": {"player": player},
    "draw_start_hand": {"player!": player},
    "kick_door": {"player!": player, "card": ref},
    "listen": {"player!": player, "card": ref},
    "look_for_trouble": {"player!": player, "card": nullable(ref)},
    "loot_room": {"player!": player, "card": ref},
    "charity": {
        "player!": player,
        "gifts": listing(
            record(
                {"card": ref, "to": lambda r, v, p: word((*r.players, "discard"), "Das Ziel")(r, v, p)},
                ("card", "to"),
            )
        ),
    },
    "play": {
        "player!": player,
        "card!": ref,
        "on": target,
        "monster": either((int, INDEX), (object, ref)),
        "with": either((list, refs), (object, ref)),
        "into": word(("use", "backpack")),
        "against": against,
    },
    "pass": {"player!": player, "decision": text, "about": BECAUSE},
    "remove_monster": {
        "player!": player,
        "monster!": INDEX,
        "how!": word(("killed", "defeated", "eliminated")),
        "because": BECAUSE,
        "treasures": COUNT,
    },
    "steal": {"player!": player, "from!": player, "card!": ref, "because": BECAUSE},
    "claim": {"player!": player, "card!": ref, "pay!": ref, "rolls": rolls, "into": INTO},
    "discard": {"player!": player, "cards!": refs},
    "use": {
        "player!": player,
        "card!": ref,
        "ability": INDEX,
        "discard": refs,
        "roll": DIE,
        "on": target,
        "against": against,
    },
    "ask_help": {"player!": player, "helper!": player, "accepts": boolean, "offer": OFFER},
    "equip": {"player!": player, "card!": ref},
    "unequip": {"player!": player, "card!": ref},
    "sell": {"player!": player, "cards!": refs},
    "trade": {"player!": player, "with!": player, "give": refs, "get": refs},
    "gift": {"player!": player, "to!": player, "give!": either((list, refs), (object, ref))},
    "change_level": {"player!": player, "by!": NUMBER, "because": BECAUSE},
    "finish_combat": {"player!": player, "split": GIVEN},
    "run_away": {"player!": player, "monster": INDEX, "roll": DIE},
    "sacrifice": {"player!": player, "card!": ref, "helper_escapes": boolean},
    "die": {"player!": player, "because": BECAUSE},
    "loot_body": {"player": player, "of!": player, "picks": GIVEN, "rolls": rolls},
    "become_cultist": {"player!": player, "because": BECAUSE},
    "lose_card": {
        "player!": player,
        "card!": ref,
        "because": BECAUSE,
        "how": word(("dies", "trap", "bad-stuff", "loyalty-change", "effect")),
    },
    "end_turn": {"player!": player},
    "choose": {"player!": player, "decision!": text, "option!": OPTION},
}
SHAPES = {
    name: record(
        {"action": text, **{key.rstrip("!"): shape for key, shape in keys.items()}, "instead": INSTEAD},
        [key[:-1] for key in keys if key.endswith("!")],
    )
    for name, keys in ACTIONS.items()
}
# After these a card that was just received may still be played at once.
KEEPS_FRESH = frozenset(("action:play", "action:choose", "action:pass", "action:equip"))
# The actions in which a card is drawn that an ability may replace.
DRAWING = frozenset(
    "action:" + name for name in ("kick_door", "listen", "loot_room", "finish_combat", "remove_monster")
)
# Keys whose name is a word of Python.
RENAMED = {"with": "with_", "from": "from_"}


def read_action(reader: Reader, value: object, path: str) -> Action:
    """Read one action; keys that are words of Python get an underscore."""
    if not isinstance(value, dict) or not isinstance(value.get("action"), str):
        reader.problem(path, "action", f"An der Stelle {path} fehlt die Aktion („action“).")
        return {"action": ""}
    shape = SHAPES.get(value["action"])
    if shape is None:
        reader.unknown(f"{path}.action", value["action"], "Die Aktion", ACTIONS)
        return {"action": ""}
    found = {RENAMED.get(key, key): item for key, item in shape(reader, value, path).items()}
    return cast("Action", found)


def _refuse_while_open(ctx: Context, action: str, args: Action) -> NoReturn:
    """Refuse what does not answer the open decision; a wrong answer is told what there is to choose from."""
    decision = ctx.state.decisions[0]
    answers = action == "action:choose" and args["decision"] == decision.id
    ctx.refuse(
        "no-such-option" if answers and args["player"] == decision.player else "decision-open",
        also=decision.cites,
        player=ctx.person(decision.player),
        decision=decision.id,
        asked=decision.text,
        options=[option["text"] for option in decision.options],
    )


def before(ctx: Context, action: str, args: Action) -> None:
    """Refuse what no rule allows at all: acting after the game, or beside an open decision."""
    if ctx.state.winners:
        ctx.refuse("game-over", winners=[ctx.person(w) for w in ctx.state.winners])
    if ctx.state.decisions:
        _refuse_while_open(ctx, action, args)
    if args.get("instead") and action not in DRAWING:
        ctx.refuse("no-instead", "moment", player=args.get("player"), card=args["instead"]["use"])
    if ctx.state.fresh and action not in KEEPS_FRESH:
        ctx.set(fresh=())
    draw_due_hand(ctx, action)
