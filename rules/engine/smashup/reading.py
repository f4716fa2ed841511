"""Reading a Smash Up question: players, turn, bases, piles, and what is done."""

from __future__ import annotations

from typing import Any

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.reading import (
    Reader, Shape, anything, boolean, card, cards, either, entry, integer, listing, nullable, player, record, ref, refs,
    rest_of_card, text, word,
)
from rules.engine.smashup.abilities_data import ABILITIES, COUNT, NUMBER
from rules.engine.smashup.state import (
    Base, Change, Entry, Grant, Pile, Piles, Place, Played, Player, Scoring, State, Stray, Turn, Used, Visit, replace,
)
from rules.engine.smashup.steps import STEPS
from rules.engine.smashup.telling import refuse, tell, who
from rules.engine.stored import DECISION

PLAYERS_LIMIT = 4
ACTIONS_LIMIT = 200
CARDS_LIMIT = 200
INDEX = integer(0, 99)
WINDOWS = ("before", "during", "loot", "during-2", "after")
BECAUSE = either((str, rest_of_card), (dict, rest_of_card))

FACTS: dict[str, Shape] = {
    "name": text, "kind": text, "set": text, "deck": word(("faction", "base", "monster", "treasure")), "tags": listing(text),
    "breakpoint": NUMBER, "points": listing(COUNT), "monsters": integer(0, 20), "strength": NUMBER, "faction": text,
    "treasures": integer(0, 20), "as": word(("creature", "action")), "lasting": boolean,
    "play_on": word(("base", "creature", "own-creature")), "abilities": ABILITIES, "theme": text, "text": text, "source": text,
}


def faction(reader: Reader, value: Any, path: str) -> str:
    """Read a faction; the rulebook's other names for one are understood."""
    kinds = reader.library.data["smash-up"]["kinds"]
    named = kinds["faction_names"].get(value, value) if isinstance(value, str) else value
    return word(kinds["factions"], "Die Fraktion")(reader, named, path)  # type: ignore[no-any-return]


def hidden(reader: Reader, value: Any, path: str) -> tuple[Card, ...]:
    """Read a hand: cards, or the number of unknown ones."""
    if isinstance(value, int) and not isinstance(value, bool):
        return (reader.library.back("faction"),) * integer(0, CARDS_LIMIT)(reader, value, path)
    return cards(reader, value, path)  # type: ignore[no-any-return]


def pile(reader: Reader, value: Any, path: str) -> Pile | None:
    """Read a deck or discard pile: exact, in unknown order, or a number of unknown cards."""
    if value is None:
        return None
    if isinstance(value, dict):
        found = record({"shuffled": cards, "top": cards, "bottom": cards}, ("shuffled",))(reader, value, path)
        top, mixed, bottom = (found.get(name, ()) for name in ("top", "shuffled", "bottom"))
        return Pile(top, mixed, bottom) if len(set(mixed)) > 1 else Pile(top + mixed + bottom)
    return Pile(hidden(reader, value, path))


def entries(reader: Reader, value: Any, path: str) -> tuple[Entry, ...]:
    return listing(_entry)(reader, value, path)  # type: ignore[no-any-return]


def _entry(reader: Reader, value: Any, path: str) -> Entry | None:
    return ENTRY(reader, value, path)  # type: ignore[no-any-return]


ENTRY = entry(Entry, {"ref": text, "card": card, "owner": nullable(player), "controller": nullable(player),
                      "counters": integer(0, 99), "attached": entries}, ("ref", "card"))
BASE = entry(Base, {"card": card, "cards": entries, "actions": entries}, ("card",))
PLAYER = entry(Player, {"id": text, "points": integer(0, 999), "factions": listing(faction, 2), "hand": hidden, "deck": pile,
                        "discard": cards, "mulligan": boolean}, ("id",))
USED = entry(Used, {"ref": text, "ability": integer(-1, 99), "window": text}, ("ref", "ability"))
GRANT = entry(Grant, {"player": player, "type": word(("creature", "action", "treasure", "card")), "base": nullable(INDEX),
                      "where": word(("", "other-stronger", "own-none")), "max_strength": nullable(NUMBER), "on": text,
                      "names": listing(text), "now": boolean, "mute": boolean, "because": text}, ("player", "type"))
TURN = entry(Turn, {
    "player": player, "step": word(STEPS, "Der Schritt"), "started": boolean,
    "played": entry(Played, {"creature": COUNT, "action": COUNT}), "used": listing(USED), "extra": listing(GRANT),
    "visits": listing(entry(Visit, {"player": player, "base": INDEX, "number": COUNT}, ("player", "base", "number"))),
}, ("player",))
CHANGE = entry(Change, {
    "kind": word(("strength", "breakpoint", "total", "control", "ignore", "shield", "later")), "ref": text,
    "base": nullable(INDEX), "player": nullable(player), "by": NUMBER, "set": nullable(NUMBER), "until": text,
    "because": text, "cite": text, "effects": ABILITIES.effects,
}, ("kind",))
SCORING = entry(Scoring, {
    "base": INDEX, "window": word(WINDOWS), "turn": nullable(player), "passed": listing(player), "used": listing(USED),
    "only": nullable(player), "loot": cards, "open": boolean,
    "places": listing(entry(Place, {"player": player, "place": COUNT, "strength": NUMBER, "points": COUNT},
                            ("player", "place", "strength", "points"))),
}, ("base",))
PILES = entry(Piles, {name: pile for name in Piles.__struct_fields__})
STATE = entry(State, {
    "players": listing(PLAYER, PLAYERS_LIMIT), "turn": TURN, "bases": listing(BASE, 20), "piles": PILES, "resolving": entries,
    "effects": listing(CHANGE), "scoring": nullable(SCORING), "winners": listing(player), "boxed": cards, "copies": COUNT,
    "strays": listing(entry(Stray, {"holder": player, "owner": player, "card": card}, ("holder", "owner", "card"))),
    "decisions": listing(DECISION), "asked": COUNT,
}, ("players", "turn"))


def read_state(reader: Reader, value: Any, path: str = "state") -> State | None:
    """Read the table; the players' ids are needed by everything else and come first."""
    listed = value.get("players") if isinstance(value, dict) else None
    reader.players = tuple(p["id"] for p in listed or () if isinstance(p, dict) and isinstance(p.get("id"), str)) \
        if isinstance(listed, list) else ()
    state: State | None = STATE(reader, _with_refs(value), path)
    for name in {name for name in reader.players if reader.players.count(name) > 1}:
        reader.problem(f"{path}.players", name, f"Die Person „{name}“ sitzt zweimal am Tisch.")
    if not reader.players:
        reader.problem(f"{path}.players", "players", "Niemand sitzt am Tisch.")
    if state is not None and not reader.problems:
        _check(reader, state, path)
    return state


def _with_refs(value: Any) -> Any:
    """Give every card in play that has no name of its own one."""
    if not isinstance(value, dict) or not isinstance(value.get("bases"), list):
        return value
    number = iter(range(1, 10_000))

    def named(item: Any) -> Any:
        if not isinstance(item, dict) or "card" not in item:
            return item
        attached = {"attached": [named(a) for a in item["attached"]]} if isinstance(item.get("attached"), list) else {}
        return {**item, **attached, "ref": item["ref"] if "ref" in item else f"c{next(number)}"}

    def base(item: Any) -> Any:
        if not isinstance(item, dict):
            return item
        lists = {k: [named(e) for e in item[k]] for k in ("cards", "actions") if isinstance(item.get(k), list)}
        return {**item, **lists}

    return {**value, "bases": [base(item) for item in value["bases"]]}


def _check(reader: Reader, state: State, path: str) -> None:
    """Tell what no table can look like: a name twice, a treasure that nobody controls, a base that is not there."""
    seen: set[str] = set()
    for index, found, host in state.entries():
        place = f"{path}.bases[{index}]"
        if found.ref in seen:
            reader.problem(place, found.ref, f"Der Verweis „{found.ref}“ kommt zweimal vor.")
        seen.add(found.ref)
        if found.card.kind in ("base", "unknown") and not found.card.is_back:
            reader.problem(place, found.card.name, f"„{found.card.name}“ kann nicht an einer Basis liegen.")
        if found.card.kind == "treasure" and found.controller is None:
            reader.problem(place, found.card.name, f"Der Schatz „{found.card.name}“ an der Stelle {place} braucht einen "
                                                   "Kontrollierenden („controller“).")
        if host is not None and found.attached:
            reader.problem(place, found.ref, f"Auf „{found.card.name}“ kann nichts liegen.")
    for index, base in enumerate(state.bases):
        if base.card.kind != "base" and not base.card.is_back:
            reader.problem(f"{path}.bases[{index}].card", base.card.name, f"„{base.card.name}“ ist keine Basis.")
    if state.scoring is not None and state.scoring.base >= len(state.bases):
        reader.problem(f"{path}.scoring.base", state.scoring.base, "Diese Basis gibt es nicht.")


# Actions

PICK = either((str, ref), (dict, lambda r, v, p: record({"player": player, "card": ref}, ("card",))(r, v, p)
                           if "card" in v and ("player" in v or set(v) == {"card"}) else ref(r, v, p)))
GONE = either((str, text), (dict, record({"ref": text, "by": nullable(player)}, ("ref",))))
ACTIONS: dict[str, dict[str, Shape]] = {
    "choose_factions": {"player!": player, "factions!": listing(faction, 2)},
    "deal": {},
    "mulligan": {"player!": player},
    "play": {"player!": player, "card!": ref, "base": INDEX, "on": text, "extra": boolean, "ref": text},
    "play_monster": {"player": nullable(player), "base!": INDEX, "because": BECAUSE, "by": word(("player", "base"))},
    "use": {"player!": player, "ref": text, "card": ref, "ability": INDEX, "on": either((str, text), (int, INDEX))},
    "move": {"player": nullable(player), "ref!": text, "base!": INDEX, "because": BECAUSE},
    "swap": {"player": nullable(player), "ref!": text, "with!": text, "because": BECAUSE},
    "destroy": {"player": nullable(player), "ref!": text, "because": BECAUSE, "treasures": boolean},
    "return": {"player": nullable(player), "ref!": text, "because": BECAUSE,
               "to": word(("hand", "deck_top", "deck_bottom", "deck_shuffled"))},
    "take_control": {"player!": player, "ref!": text, "because": BECAUSE},
    "counter": {"player": nullable(player), "ref!": text, "by": integer(-99, 99), "because": BECAUSE},
    "shift": {"player": nullable(player), "from!": text, "to!": text, "counters": integer(0, 99), "card": ref,
              "because": BECAUSE},
    "change_strength": {"player": nullable(player), "ref!": text, "by": NUMBER, "set": NUMBER,
                        "until": word(("turn-end", "leaves")), "because": BECAUSE},
    "change_breakpoint": {"player": nullable(player), "base!": INDEX, "by": NUMBER, "set": NUMBER,
                          "until": word(("turn-end", "leaves")), "because": BECAUSE},
    "change_points": {"player!": player, "by!": NUMBER, "because": BECAUSE},
    "discard": {"player!": player, "cards": refs, "random": COUNT, "because": BECAUSE},
    "draw": {"player!": player, "cards": COUNT, "because": BECAUSE},
    "reveal_base": {"player": nullable(player), "because": BECAUSE},
    "check_bases": {"player!": player},
    "begin_score": {"player!": player, "base!": INDEX},
    "score": {"player!": player, "base!": INDEX, "destroyed_before": listing(GONE), "picks": listing(PICK)},
    "pass": {"player!": player, "decision": text},
    "choose": {"player!": player, "decision!": text, "option!": either((str, text), (int, COUNT), (dict, ref))},
    "end_turn": {"player!": player},
}
SHAPES = {
    name: record({"action": text, **{key.rstrip("!"): shape for key, shape in keys.items()}},
                 [key[:-1] for key in keys if key.endswith("!")])
    for name, keys in ACTIONS.items()
}
# Keys whose name is a word of Python.
RENAMED = {"with": "with_", "from": "from_", "set": "set_"}


def read_action(reader: Reader, value: Any, path: str) -> dict[str, Any]:
    """Read one action; keys that are words of Python get an underscore."""
    if not isinstance(value, dict) or not isinstance(value.get("action"), str):
        reader.problem(path, "action", f"An der Stelle {path} fehlt die Aktion („action“).")
        return {"action": ""}
    shape = SHAPES.get(value["action"])
    if shape is None:
        reader.unknown(f"{path}.action", value["action"], "Die Aktion", ACTIONS)
        return {"action": ""}
    return {RENAMED.get(key, key): item for key, item in shape(reader, value, path).items()}


def read_actions(reader: Reader, value: Any, path: str = "do") -> tuple[dict[str, Any], ...]:
    return listing(read_action, ACTIONS_LIMIT)(reader, value, path)  # type: ignore[no-any-return]


def before(ctx: Context, action: str, args: dict[str, Any]) -> None:
    """Refuse what no rule allows at all; let an allowance lapse that is not used at once."""
    if ctx.state.winners:
        refuse(ctx, "game-over", players=[who(ctx, w) for w in ctx.state.winners])
    if ctx.state.decisions:
        decision = ctx.state.decisions[0]
        refuse(ctx, "decision-open", player=who(ctx, decision.player), decision=decision.id, asked=decision.text)
    lapsing = [g for g in ctx.state.turn.extra if g.now and not (action == "action:play" and args["player"] == g.player)]
    if lapsing:
        kept = tuple(g for g in ctx.state.turn.extra if g not in lapsing)
        ctx.set(turn=replace(ctx.state.turn, extra=kept))
        tell(ctx, "allowance-lapsed", player=who(ctx, lapsing[0].player))
