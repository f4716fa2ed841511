"""What a player can do: the keys of every action of the contract, and what must hold before any of them."""

from __future__ import annotations

from typing import cast

from rules.engine.kernel import Context
from rules.engine.objects import Action
from rules.engine.reading import (
    Reader,
    Shape,
    boolean,
    either,
    integer,
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
from rules.engine.smashup.question.reading import COUNT, INDEX, NUMBER, faction
from rules.engine.smashup.scoring.windows import hand_on
from rules.engine.smashup.table.state import replace
from rules.engine.smashup.table.telling import refuse, tell, who

ACTIONS_LIMIT = 200
BECAUSE = either((str, rest_of_card), (dict, rest_of_card))

PICK = either(
    (str, ref),
    (
        dict,
        lambda r, v, p: (
            record({"player": player, "card": ref}, ("card",))(r, v, p)
            if isinstance(v, dict) and "card" in v and ("player" in v or set(v) == {"card"})
            else ref(r, v, p)
        ),
    ),
)
GONE = either((str, text), (dict, record({"ref": text, "by": nullable(player)}, ("ref",))))
ACTIONS: dict[str, dict[str, Shape]] = {
    "choose_factions": {"player!": player, "factions!": listing(faction, 2)},
    "deal": {"player": nullable(player)},
    "mulligan": {"player!": player},
    "play": {"player!": player, "card!": ref, "base": INDEX, "on": text, "extra": boolean, "ref": text},
    "play_monster": {
        "player": nullable(player),
        "base!": INDEX,
        "because": BECAUSE,
        "by": word(("player", "base")),
    },
    "use": {
        "player!": player,
        "ref": text,
        "card": ref,
        "ability": INDEX,
        "on": either((str, text), (int, INDEX)),
    },
    "move": {"player": nullable(player), "ref!": text, "base!": INDEX, "because": BECAUSE},
    "swap": {"player": nullable(player), "ref!": text, "with!": text, "because": BECAUSE},
    "destroy": {"player": nullable(player), "ref!": text, "because": BECAUSE, "treasures": boolean},
    "return": {
        "player": nullable(player),
        "ref!": text,
        "because": BECAUSE,
        "to": word(("hand", "deck_top", "deck_bottom", "deck_shuffled")),
    },
    "take_control": {"player!": player, "ref!": text, "because": BECAUSE},
    "counter": {"player": nullable(player), "ref!": text, "by": integer(-99, 99), "because": BECAUSE},
    "shift": {
        "player": nullable(player),
        "from!": text,
        "to!": text,
        "counters": integer(0, 99),
        "card": ref,
        "because": BECAUSE,
    },
    "change_strength": {
        "player": nullable(player),
        "ref!": text,
        "by": NUMBER,
        "set": NUMBER,
        "until": word(("turn-end", "leaves")),
        "because": BECAUSE,
    },
    "change_breakpoint": {
        "player": nullable(player),
        "base!": INDEX,
        "by": NUMBER,
        "set": NUMBER,
        "until": word(("turn-end", "leaves")),
        "because": BECAUSE,
    },
    "change_points": {"player!": player, "by!": NUMBER, "because": BECAUSE},
    "discard": {"player!": player, "cards": refs, "random": COUNT, "because": BECAUSE},
    "draw": {"player!": player, "cards": COUNT, "because": BECAUSE},
    "reveal_base": {"player": nullable(player), "because": BECAUSE},
    "check_bases": {"player!": player},
    "begin_score": {"player!": player, "base!": INDEX},
    "score": {"player!": player, "base!": INDEX, "destroyed_before": listing(GONE), "picks": listing(PICK)},
    "pass": {"player!": player, "decision": text},
    "choose": {
        "player!": player,
        "decision!": text,
        "option!": either((str, text), (int, COUNT), (dict, ref)),
    },
    "end_turn": {"player!": player},
}
SHAPES = {
    name: record(
        {"action": text, **{key.rstrip("!"): shape for key, shape in keys.items()}},
        [key[:-1] for key in keys if key.endswith("!")],
    )
    for name, keys in ACTIONS.items()
}
# Keys whose name is a word of Python.
RENAMED = {"with": "with_", "from": "from_", "set": "set_"}


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


def read_actions(reader: Reader, value: object, path: str = "do") -> tuple[Action, ...]:
    return listing(read_action, ACTIONS_LIMIT)(reader, value, path) if value is not None else ()


def before(ctx: Context, action: str, args: Action) -> None:
    """Refuse what no rule allows at all; let an allowance lapse that is not used at once."""
    if ctx.state.winners:
        refuse(ctx, "game-over", players=[who(ctx, w) for w in ctx.state.winners])
    if ctx.state.decisions:
        if _goes_on(ctx, action, args):
            return
        _refuse_answer(ctx, action, args)
        decision = ctx.state.decisions[0]
        refuse(
            ctx, "decision-open", player=who(ctx, decision.player), decision=decision.id, asked=decision.text
        )
    if action not in ("action:score", "action:pass", "action:choose") and ctx.state.turn.closed is not None:
        ctx.set(turn=replace(ctx.state.turn, closed=None))
    lapsing = [
        g
        for g in ctx.state.turn.extra
        if g.now and not (action == "action:play" and args["player"] == g.player)
    ]
    if lapsing:
        kept = tuple(g for g in ctx.state.turn.extra if g not in lapsing)
        ctx.set(turn=replace(ctx.state.turn, extra=kept))
        tell(ctx, "allowance-lapsed", player=who(ctx, lapsing[0].player))
        _forgo(ctx, lapsing[0].player, args["player"])


def _goes_on(ctx: Context, action: str, args: Action) -> bool:
    """Say whether the scoring is to be closed that waits for somebody to take loot: it ends by itself after that."""
    scoring, kinds = ctx.state.scoring, {decision.kind for decision in ctx.state.decisions}
    named = action == "action:score" and scoring is not None and args["base"] == scoring.base
    return named and kinds == {"loot"} and not args.get("picks")


def _refuse_answer(ctx: Context, action: str, args: Action) -> None:
    """Say what was wrong with an answer to a decision that is open: who decides, or what there is to choose."""
    asked = next((d for d in ctx.state.decisions if d.id == args.get("decision")), None)
    if action != "action:choose" or asked is None:
        return
    if args["player"] != asked.player:
        mate, player = who(ctx, asked.player), who(ctx, args["player"])
        refuse(ctx, "decision-of", player=player, mate=mate, decision=asked.id)
    options = [f"{option['text']} ({option['id']})" for option in asked.options]
    option = getattr(args["option"], "written", args["option"])
    refuse(ctx, "no-such-option", decision=asked.id, option=str(option), options=options)


def _forgo(ctx: Context, player: str, acting: str) -> None:
    """In a scoring an allowance that was not used at once is gone, and the next one may act."""
    scoring = ctx.state.scoring
    if scoring is not None:
        ctx.set(scoring=replace(scoring, lapsed=(*scoring.lapsed, player)))
        if acting != player:
            hand_on(ctx, player)
