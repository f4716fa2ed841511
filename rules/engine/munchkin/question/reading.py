"""Reading a Munchkin question: players, turn, combat, bodies, piles, and what is done."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.forms import like, named, says
from rules.engine.munchkin.question.actions import SIDES, read_action
from rules.engine.munchkin.table.facts import COUNT, NUMBER
from rules.engine.munchkin.table.state import (
    Body,
    Combat,
    Escape,
    Fresh,
    Monster,
    Offer,
    Pending,
    Pile,
    Piles,
    Played,
    Player,
    State,
    Status,
    Strength,
    Turn,
)
from rules.engine.objects import Action, Layers
from rules.engine.reading import (
    Reader,
    boolean,
    card,
    cards,
    entry,
    ident,
    integer,
    keyed,
    level,
    listing,
    nullable,
    player,
    seated,
    text,
    word,
)
from rules.engine.stored import DECISION

PLAYERS_LIMIT = 12
ACTIONS_LIMIT = 200
PHASES = ("setup", "start", "listen", "door", "trouble", "loot", "charity")
RECEIVED = ("drawn", "given", "start")
GONE = ("killed", "defeated", "eliminated", "discarded")


MIXED = keyed(Layers, {"shuffled": cards, "top": cards, "endless": boolean}, ("shuffled",))


def _mixed_pile(reader: Reader, value: object, path: str) -> Pile | None:
    """Read known cards in unknown order, or known ones on top of what nobody knows."""
    found = MIXED(reader, value, path)
    top, mixed = found.get("top", ()), found.get("shuffled", ())
    if bool(top or found.get("endless")) and (mixed or not found.get("endless")):
        text = f"„top“ an der Stelle {path} steht nur bei „endless“ und ohne Karten in „shuffled“."
        reader.problem(path, "top", text)
    if found.get("endless"):
        return Pile(top, endless=True) if top else None
    return Pile(mixed, True)


@says(named("Pile"))
def pile(reader: Reader, value: object, path: str) -> Pile | None:
    if value is None:
        return None
    if isinstance(value, dict):
        return _mixed_pile(reader, value, path)
    return Pile(cards(reader, value, path))


@says(like(card))
def monster_card(reader: Reader, value: object, path: str) -> Card | None:
    found = reader.card(value, path)
    if found is not None and found.kind != "monster":
        reader.wrong(path, found.name or found.written, "ein Monster")
    return found


PENDING = entry(
    Pending, {"card": card, "until": word(("next-combat", "after-combat", "lifted"))}, ("card", "until")
)
PLAYER = entry(
    Player,
    {
        "id": ident,
        "level": level,
        "gender": word(("m", "w")),
        "in_play": cards,
        "backpack": cards,
        "hand": cards,
        "pending": listing(PENDING),
        "new_cards_due": boolean,
        "statuses": listing(entry(Status, {"what": text, "until": text, "source": text}, ("what", "until"))),
    },
    ("id",),
)
TURN = entry(
    Turn,
    {"player": player, "phase": word(PHASES, "Die Phase"), "traded": cards, "fights": COUNT, "used": cards},
    ("player", "phase"),
)
OFFER = entry(
    Offer, {"treasures": COUNT, "items": cards, "first_pick": word(("helper", "fighter", "alternate"))}
)
MONSTER = entry(
    Monster,
    {
        "card": monster_card,
        "boosts": cards,
        "gone": nullable(word(GONE)),
        "treasures": nullable(COUNT),
        "strength": NUMBER,
    },
    ("card",),
)
COMBAT = entry(
    Combat,
    {
        "fighter": player,
        "helper": nullable(player),
        "offer": nullable(OFFER),
        "monsters": listing(MONSTER),
        "played": listing(
            entry(
                Played,
                {"card": card, "player": player, "side": word(SIDES), "on": nullable(card), "mode": COUNT},
                ("card", "player", "side"),
            )
        ),
        "state": word(("open", "lost")),
        "strengths": listing(
            entry(
                Strength,
                {
                    "player": player,
                    "source": text,
                    "value": integer(-999, 999),
                    "card": nullable(card),
                    "number": COUNT,
                },
                ("player", "source", "value"),
            )
        ),
        "refused": listing(player),
        "dead": listing(player),
        "called": listing(COUNT),
        "loot": cards,
        "escapes": listing(entry(Escape, {"player": player, "monster": COUNT}, ("player", "monster"))),
        "caught": listing(entry(Escape, {"player": player, "monster": COUNT}, ("player", "monster"))),
    },
    ("fighter", "monsters"),
)
BODY = entry(Body, {"player": player, "cards": cards, "looted": listing(player)}, ("player",))
PILES = entry(Piles, dict.fromkeys(Piles.__struct_fields__, pile))


STATE = entry(
    State,
    {
        "players": listing(PLAYER, PLAYERS_LIMIT, some=True),
        "turn": TURN,
        "combat": nullable(COMBAT),
        "bodies": listing(BODY),
        "piles": PILES,
        "fresh": listing(
            entry(Fresh, {"player": player, "card": card, "how": word(RECEIVED)}, ("player", "card"))
        ),
        "winners": listing(player),
        "decisions": listing(DECISION),
        "asked": COUNT,
    },
    ("players", "turn"),
)


def read_state(reader: Reader, value: object, path: str = "state") -> State | None:
    """Read the table; the players' ids are needed by everything else and come first."""
    listed = value.get("players") if isinstance(value, dict) else None
    seated(reader, listed, path)
    state: State | None = STATE(reader, value, path)
    if not listed:
        reader.problem(f"{path}.players", "players", "Niemand sitzt am Tisch.")
    return state


_ACTIONS = listing(read_action, ACTIONS_LIMIT)


def read_actions(reader: Reader, value: object, path: str = "do") -> tuple[Action, ...]:
    return _ACTIONS(reader, value, path) if value is not None else ()
