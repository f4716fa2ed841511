"""Reading a Smash Up question: players, turn, bases, piles, and what is done."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.cards import Card
from rules.engine.forms import any_of, either_of, form, like, nothing, says
from rules.engine.objects import Layers
from rules.engine.reading import (
    Reader,
    Shape,
    boolean,
    card,
    cards,
    either,
    entry,
    ident,
    integer,
    keyed,
    listing,
    nullable,
    player,
    rest_of_card,
    seated,
    text,
    word,
)
from rules.engine.remembering import remembered
from rules.engine.smashup.effects.shapes import abilities, effects
from rules.engine.smashup.table.state import (
    Base,
    Change,
    Entry,
    Grant,
    Pile,
    Piles,
    Place,
    Played,
    Player,
    Scoring,
    State,
    Stray,
    Turn,
    Used,
    Visit,
    pile_kind,
    replace,
)
from rules.engine.smashup.turn.steps import STEPS
from rules.engine.stored import DECISION

PLAYERS_FEWEST, PLAYERS_LIMIT = 2, 4
ACTIONS_LIMIT = 200
CARDS_LIMIT = 200
# What belongs to no player.
NOBODYS = ("monster", "treasure")
INDEX = integer(0, 99)
WINDOWS = ("before", "during", "loot", "during-2", "after")
BECAUSE = either((str, rest_of_card), (dict, rest_of_card))

PLACES = 3
NUMBER = integer(-999, 999)
COUNT = integer(0, 999)


def three_values(reader: Reader, value: object, path: str) -> tuple[int, ...]:
    """Read the points of a base: one value for each of the three places."""
    found = listing(COUNT)(reader, value, path)
    if isinstance(value, list) and len(value) != PLACES:
        reader.wrong(path, value, f"für jeden der {PLACES} Plätze eine Zahl")
    return found


FACTS: dict[str, Shape] = {
    "name": text,
    "kind": text,
    "set": text,
    "deck": word(("faction", "base", "monster", "treasure")),
    "tags": listing(text),
    "breakpoint": NUMBER,
    "points": three_values,
    "monsters": integer(0, 20),
    "strength": NUMBER,
    "faction": text,
    "treasures": integer(0, 20),
    "as": word(("creature", "action")),
    "lasting": boolean,
    "play_on": word(("base", "creature", "own-creature")),
    "abilities": abilities,
    "theme": text,
    "text": text,
    "source": text,
}


@says(like(text))
def faction(reader: Reader, value: object, path: str) -> str:
    """Read a faction; the rulebook's other names for one are understood."""
    kinds = reader.library.data["smash-up"]["kinds"]
    named = kinds["faction_names"].get(value, value) if isinstance(value, str) else value
    return word(kinds["factions"], "Die Fraktion")(reader, named, path)


UNKNOWN = integer(0, CARDS_LIMIT)


@says(either_of(cards, UNKNOWN))
def hidden(reader: Reader, value: object, path: str) -> tuple[Card, ...]:
    """Read a hand: cards, or the number of unknown ones."""
    if isinstance(value, int) and not isinstance(value, bool):
        return (reader.library.back("faction"),) * UNKNOWN(reader, value, path)
    return cards(reader, value, path)


PILE = keyed(Layers, {"shuffled": cards, "top": cards, "bottom": cards, "endless": boolean}, ("shuffled",))


@says(lambda: any_of([form(cards), form(PILE), form(UNKNOWN), nothing()]))
def pile(reader: Reader, value: object, path: str) -> Pile | None:
    """Read a deck or discard pile: exact, in unknown order, or a number of unknown cards."""
    if value is None:
        return None
    if isinstance(value, dict):
        found = PILE(reader, value, path)
        top, mixed, bottom = found.get("top", ()), found.get("shuffled", ()), found.get("bottom", ())
        if found.get("endless"):
            return Pile(top, mixed, bottom, endless=True)
        return Pile(top, mixed, bottom) if len(set(mixed)) > 1 else Pile(top + mixed + bottom)
    return Pile(hidden(reader, value, path))


@says(lambda: {"type": "array", "items": {"$ref": "#/$defs/BaseEntry"}})
def entries(reader: Reader, value: object, path: str) -> tuple[Entry, ...]:
    return _ENTRIES(reader, value, path)


def _entry(reader: Reader, value: object, path: str) -> Entry | None:
    """Read a card in play; a card of a player's deck belongs to whoever controls it, if nothing else is said."""
    found: Entry | None = ENTRY(reader, value, path)
    if found is None or (found.owner and found.controller):
        return found
    if pile_kind(found.card) not in ("creature", "action", "faction"):
        return found
    return replace(found, owner=found.owner or found.controller, controller=found.controller or found.owner)


_ENTRIES = listing(_entry)
ENTRY = entry(
    Entry,
    {
        "ref": ident,
        "card": card,
        "owner": nullable(player),
        "controller": nullable(player),
        "counters": integer(0, 99),
        "attached": entries,
    },
    ("ref", "card"),
)
BASE = entry(Base, {"card": card, "cards": entries, "actions": entries}, ("card",))
PLAYER = entry(
    Player,
    {
        "id": ident,
        "points": integer(0, 999),
        "factions": listing(faction, 2),
        "hand": hidden,
        "deck": pile,
        "discard": cards,
        "mulligan": boolean,
    },
    ("id",),
)
USED = entry(Used, {"ref": text, "ability": integer(-1, 99), "window": text}, ("ref", "ability"))
GRANT = entry(
    Grant,
    {
        "player": player,
        "type": word(("creature", "action", "treasure", "card")),
        "base": nullable(INDEX),
        "where": word(("", "other-stronger", "own-none")),
        "max_strength": nullable(NUMBER),
        "on": text,
        "names": listing(text),
        "now": boolean,
        "mute": boolean,
        "because": text,
    },
    ("player", "type"),
)
TURN = entry(
    Turn,
    {
        "player": player,
        "step": word(STEPS, "Der Schritt"),
        "started": boolean,
        "played": entry(Played, {"creature": COUNT, "action": COUNT}),
        "used": listing(USED),
        "extra": listing(GRANT),
        "spent": listing(text),
        "closed": nullable(INDEX),
        "by_treasure": listing(text),
        "visits": listing(
            entry(Visit, {"player": player, "base": INDEX, "number": COUNT}, ("player", "base", "number"))
        ),
    },
    ("player",),
)
CHANGE = entry(
    Change,
    {
        "kind": word(("strength", "breakpoint", "total", "control", "ignore", "shield", "later")),
        "ref": text,
        "base": nullable(INDEX),
        "player": nullable(player),
        "by": NUMBER,
        "set": nullable(NUMBER),
        "until": text,
        "because": text,
        "cite": text,
        "effects": effects,
        "source": text,
    },
    ("kind",),
)
SCORING = entry(
    Scoring,
    {
        "base": INDEX,
        "window": word(WINDOWS),
        "turn": nullable(player),
        "passed": listing(player),
        "present": listing(player),
        "lapsed": listing(player),
        "used": listing(USED),
        "only": nullable(player),
        "loot": cards,
        "open": boolean,
        "places": listing(
            entry(
                Place,
                {"player": player, "place": COUNT, "strength": NUMBER, "points": COUNT},
                ("player", "place", "strength", "points"),
            )
        ),
    },
    ("base",),
)
PILES = entry(Piles, dict.fromkeys(Piles.__struct_fields__, pile))
STATE = entry(
    State,
    {
        "players": listing(remembered(PLAYER), PLAYERS_LIMIT, some=True),
        "turn": remembered(TURN),
        "bases": listing(remembered(BASE), 20),
        "piles": remembered(PILES),
        "resolving": entries,
        "effects": listing(CHANGE),
        "scoring": nullable(SCORING),
        "winners": listing(player),
        "boxed": cards,
        "copies": COUNT,
        "strays": listing(
            entry(Stray, {"holder": player, "owner": player, "card": card}, ("holder", "owner", "card"))
        ),
        "decisions": listing(DECISION),
        "asked": COUNT,
    },
    ("players", "turn"),
)


def read_state(reader: Reader, value: object, path: str = "state") -> State | None:
    """Read the table; the players' ids are needed by everything else and come first."""
    listed = value.get("players") if isinstance(value, dict) else None
    seated(reader, listed, path)
    state: State | None = STATE(reader, _with_refs(value), path)
    if len(reader.players) < PLAYERS_FEWEST:
        few = f"Smash Up spielen {PLAYERS_FEWEST} bis {PLAYERS_LIMIT} Personen, hier sitzen {len(reader.players)}."
        reader.problem(f"{path}.players", len(reader.players), few)
    if state is not None and not reader.problems:
        _check(reader, state, path)
    return state


def _with_refs(value: object) -> object:
    """Give every card in play that has no name of its own one."""
    if not isinstance(value, dict) or not isinstance(value.get("bases"), list):
        return value
    if all(map(_is_named, value["bases"])):
        return value
    number = iter(range(1, 10_000))

    def named(item: object) -> object:
        if not isinstance(item, dict) or "card" not in item:
            return item
        attached = (
            {"attached": [named(a) for a in item["attached"]]}
            if isinstance(item.get("attached"), list)
            else {}
        )
        return {**item, **attached, "ref": item["ref"] if "ref" in item else f"c{next(number)}"}

    def base(item: object) -> object:
        if not isinstance(item, dict):
            return item
        lists = {
            k: [named(e) for e in item[k]] for k in ("cards", "actions") if isinstance(item.get(k), list)
        }
        return {**item, **lists}

    return {**value, "bases": [base(item) for item in value["bases"]]}


def _is_named(base: object) -> bool:
    """Say whether all cards at a base have names, as they have in every table that an answer has written."""
    lists = [base.get("cards", ()), base.get("actions", ())] if isinstance(base, dict) else [None]
    return all(type(entries) is list and all(map(_has_name, entries)) for entries in lists)


def _has_name(item: object) -> bool:
    if not isinstance(item, dict) or "ref" not in item:
        return False
    attached = item.get("attached")
    return not attached or (type(attached) is list and all(map(_has_name, attached)))


def _check(reader: Reader, state: State, path: str) -> None:
    """Tell what no table can look like: a name twice, a treasure that nobody controls, a base that is not there."""
    seen: set[str] = set()
    for place, found, host in _placed(state, path):
        if found.ref in seen:
            text_ = f"Der Verweis „{found.ref}“ an der Stelle {place}.ref ist schon vergeben."
            reader.problem(f"{place}.ref", found.ref, text_)
        seen.add(found.ref)
        if found.card.kind in ("base", "unknown") and not found.card.is_back:
            reader.problem(place, found.card.name, f"„{found.card.name}“ kann nicht an einer Basis liegen.")
        if pile_kind(found.card) in ("creature", "action", "faction") and found.owner is None:
            missing = (
                f"„{found.card.name or 'Die Karte'}“ an der Stelle {place} braucht einen Besitzer („owner“)."
            )
            reader.problem(place, found.card.name, missing)
        if found.card.kind == "treasure" and found.controller is None:
            reader.problem(
                place,
                found.card.name,
                f"Der Schatz „{found.card.name}“ an der Stelle {place} braucht einen "
                "Kontrollierenden („controller“).",
            )
        if pile_kind(found.card) in NOBODYS and found.owner is not None:
            nobodys = f"„{found.card.name}“ an der Stelle {place} gehört niemandem („owner“ ist null)."
            reader.problem(place, found.card.name, nobodys)
        if host is not None and found.attached:
            reader.problem(place, found.ref, f"Auf „{found.card.name}“ kann nichts liegen.")
    _check_piles(reader, state, path)
    for index, base in enumerate(state.bases):
        if base.card.kind != "base" and not base.card.is_back:
            reader.problem(
                f"{path}.bases[{index}].card", base.card.name, f"„{base.card.name}“ ist keine Basis."
            )
    if state.scoring is not None and state.scoring.base >= len(state.bases):
        reader.problem(f"{path}.scoring.base", state.scoring.base, "Diese Basis gibt es nicht.")


def _placed(state: State, path: str) -> Iterator[tuple[str, Entry, Entry | None]]:
    """Go through every card in play: its place in the question, the card, and the card that it lies on."""
    for index, base in enumerate(state.bases):
        for side in ("cards", "actions"):
            for number, found in enumerate(getattr(base, side)):
                place = f"{path}.bases[{index}].{side}[{number}]"
                yield place, found, None
                for inner, attached in enumerate(found.attached):
                    yield f"{place}.attached[{inner}]", attached, found


def _check_piles(reader: Reader, state: State, path: str) -> None:
    """Tell which known cards lie on a common pile of another kind."""
    for name in state.piles.__struct_fields__:
        pile_ = getattr(state.piles, name)
        for found in pile_.cards:
            if not found.is_back and found.kind != name.removesuffix("_discard").removesuffix("s"):
                text = f"„{found.name}“ kann nicht auf dem Stapel „{name}“ liegen."
                reader.problem(f"{path}.piles.{name}", found.name, text)
