"""Carrying out abilities: one effect after the other, with its targets, conditions and costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from rules.engine.kernel import Context
from rules.engine.objects import Option, Values
from rules.engine.smashup.language.effects import Aimed, Destroy, Discard, Done, Effect
from rules.engine.smashup.language.parts import Amount, Bind, InPlay
from rules.engine.smashup.table.board import Board, Origin, look
from rules.engine.smashup.table.conditions import holds
from rules.engine.smashup.table.procedures import EFFECTS, call_of, frame
from rules.engine.smashup.table.telling import refuse, tell, who
from rules.engine.smashup.table.zones import present


class Call:
    """An ability at work: where it comes from and what its earlier effects have settled."""

    def __init__(self, ctx: Context, origin: Origin, bind: Bind) -> None:
        self.ctx = ctx
        self.origin = origin
        self.bind = dict(bind)

    @property
    def board(self) -> Board:
        return look(self.ctx.state)

    @property
    def you(self) -> str | None:
        """Return who „Du“ is: the card's controller, on a base whoever the event is about."""
        found: str | None = self.bind.get("you", self.origin.player)
        return found

    @property
    def chooser(self) -> str:
        """Return who decides: the controller, for a card without one the active player."""
        return self.you or str(self.ctx.state.turn.player)

    @property
    def base(self) -> int:
        found: int = self.bind.get("there", self.origin.base)
        return found

    @property
    def chosen(self) -> str | None:
        """Return the player whom an earlier effect chose; None where there was nobody to choose."""
        found: str | None = self.bind.get("chosen")
        return found

    def amount(self, value: int | Amount | None, otherwise: int = 0) -> int:
        return self.board.amount(otherwise if value is None else value, self.origin, self.bind)

    def candidates(self, wanted: InPlay) -> list[str]:
        """Return the cards in play that fit and that nothing keeps the ability away from."""
        return [
            ref
            for ref in self.board.matching(wanted, self.origin, self.bind)
            if not self.board.is_protected(ref, self.origin)
        ]

    def players(self, word: str) -> list[str]:
        """Return the players a word means."""
        state = self.ctx.state
        if word in ("others", "other"):
            return list(state.others(self.you))
        if word == "each":
            return list(state.around(state.turn.player))
        if word == "here":
            return present(state, self.base)
        if word == "winner":
            first = [p.player for p in state.scoring.places if p.place == 1] if state.scoring else []
            if len(first) > 1 and self.origin.type != "base":
                self.ctx.doubt("several-winners")
            return first
        if word == "top":
            return [p.player for p in state.scoring.places if p.place <= 3] if state.scoring else []
        found = self.you if word == "you" else self.bind.get(word, word)
        return [player.id for player in state.players if player.id == found]


@frame("effects")
def carry_out(ctx: Context, *, effects: tuple[Effect, ...], origin: Values, bind: Bind) -> None:
    """Do the first effect, then the rest; what it sets off comes in between."""
    call = Call(ctx, Origin(**origin), bind)
    head, *rest = effects
    assert isinstance(head, Done)
    done = _done(call, head)
    if rest and (done or not head.cost):
        if head.cost and isinstance(head, Discard):
            tell(ctx, "cost-paid", name=call.origin.name, also=[call.origin.cite])
        ctx.then("effects", effects=tuple(rest), origin=origin, bind=call.bind)
    elif rest:
        tell(ctx, "cost-not-paid", name=call.origin.name, also=[call.origin.cite])


def _done(call: Call, head: Done) -> bool:
    """Do the effect if its condition is met; an optional one only if it is wanted."""
    if head.if_ is not None and not holds(call, head.if_):
        # That an earlier part found nothing has been said there.
        if "some" not in head.if_:
            tell(call.ctx, "condition-unmet", name=call.origin.name, also=[call.origin.cite])
        return False
    if head.may and not _wanted(call, head):
        tell(
            call.ctx,
            "declined",
            player=who(call.ctx, call.chooser),
            name=call.origin.name,
            also=[call.origin.cite],
        )
        return False
    return EFFECTS[type(head)](call, head)


def _wanted(call: Call, head: Done) -> bool:
    return yes(call.ctx, _asked(call, head), "may", call.origin.name)


def yes(ctx: Context, player: str, kind: str, name: str) -> bool:
    """Ask somebody whether an ability is wanted."""
    options: list[Option] = [{"id": "ja", "text": "Ja"}, {"id": "nein", "text": "Nein"}]
    return ctx.choose(player, kind, options, name=name) == "ja"


# Targets


def targets(call: Call, head: Aimed, able: Callable[[str], bool] | None = None) -> list[str]:
    """Return what an effect works on: all that fit, or those that somebody or chance picks.

    Whoever picks can pick only what the effect is `able` to work on: what must be done cannot be dodged.
    """
    if head.ref is not None:
        return by_word(call, head.ref)
    wanted = head.filter
    if wanted is None:
        return _itself(call)
    # Where nothing else is said, an ability means creatures.
    wanted = wanted if wanted.keys() & {"type", "kind", "lies_on"} else {"type": "creature", **wanted}
    found = call.candidates(wanted)
    if head.all:
        _tell_spared(call, wanted, found)
        return found
    if head.random:
        return [_at_random(call, found)] if found else []
    found = [ref for ref in found if able is None or able(ref)]
    if not found:
        return _nothing_fits(call, head, wanted)
    return _any_number(call, head, found) if head.any else [_choice(call, head, found)]


def _tell_spared(call: Call, wanted: InPlay, found: list[str]) -> None:
    """Say which cards an effect on all passes over, because something protects them, or that there are none."""
    meant = call.board.matching(wanted, call.origin, call.bind)
    if not meant:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
    for ref in meant:
        if ref not in found:
            tell_protected(call.ctx, ref, call.origin)


def _itself(call: Call) -> list[str]:
    """Return what an effect without a filter means: the named target, what the card lies on, or the card itself."""
    named = call.bind.get("on", [])
    ref = named[0] if named else call.origin.host or call.origin.ref
    if any(entry.ref == ref for entry in call.ctx.state.resolving):
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return []
    return by_word(call, ref)


def by_word(call: Call, word: str) -> list[str]:
    ref = {"self": call.origin.ref, "host": call.origin.host}.get(word, call.bind.get(word, word))
    if not isinstance(ref, str):
        return []
    if ref in call.board.spots and call.board.is_protected(ref, call.origin):
        tell_protected(call.ctx, ref, call.origin)
        return []
    return [ref] if ref in call.board.spots else []


def tell_protected(ctx: Context, ref: str, origin: Origin, how: str = "action") -> None:
    """Say which card keeps the effect away."""
    board = look(ctx.state)
    shield = board.protector(ref, origin, how)
    if shield is not None:
        entry = board.spots[ref].entry
        more = ["free-monster"] if entry.card.kind == "monster" and entry.controller is None else []
        tell(ctx, "protected-" + how, *more, card=entry.card, shield=shield.name, also=[shield.cite])


def _nothing_fits(call: Call, head: Aimed, wanted: InPlay) -> list[str]:
    """Say why nothing happens: no such card lies there, or what lies there is protected."""
    kept = call.board.matching(wanted, call.origin, call.bind)
    hows = _dangers(head)
    shields = [(ref, how) for ref in kept for how in hows if call.board.is_protected(ref, call.origin, how)]
    if shields:
        ref, how = shields[0]
        tell_protected(call.ctx, ref, call.origin, how)
    else:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
    return []


def _dangers(head: Done) -> tuple[str, ...]:
    """Return what a card can be protected from where this is done to it."""
    return ("action", "destroy") if isinstance(head, Destroy) else ("action",)


def _at_random(call: Call, refs: list[str]) -> str:
    """Pick by chance; cards that are alike in every way share theirs. Results that the question gives come first."""
    given = call.bind.get("given", [])
    fixed = next((ref for ref in given if ref in refs), None)
    if fixed is not None:
        call.bind["used"] = [*call.bind.get("used", []), fixed]
        return fixed
    return call.ctx.fork([(Fraction(1, len(refs)), ref) for ref in refs])


def _choice(call: Call, head: Aimed, refs: list[str]) -> str:
    """Let somebody choose one target; a target that was named with the action is the choice."""
    named = call.bind.get("on", [])
    if named:
        call.bind["on"] = named[1:]
        if named[0] not in refs:
            _refuse_target(call, named[0], head)
        return str(named[0])
    return choose_ref(call, _asked(call, head), "target", refs)


def _refuse_target(call: Call, ref: str, head: Done) -> None:
    """Refuse a target that was named although another one can be worked on."""
    board = call.board
    for how in _dangers(head):
        shield = board.protector(ref, call.origin, how) if ref in board.spots else None
        if shield is not None:
            refuse(call.ctx, "protected", card=board.spots[ref].entry.card, shield=shield.name)
    card = board.spots[ref].entry.card if ref in board.spots else None
    refuse(call.ctx, "unfit-target", card=card or ref, name=call.origin.name)


def _asked(call: Call, head: Done) -> str:
    asked = call.players(head.asks) if head.asks is not None else []
    return asked[0] if asked else call.chooser


def choose_ref(call: Call, player: str, kind: str, refs: list[str]) -> str:
    """Ask for one card in play; cards that are alike in every way are one option."""
    options: list[Option] = []
    seen: set[object] = set()
    for ref in refs:
        spot = call.board.spots[ref]
        entry = spot.entry
        alike = (
            entry.card,
            entry.owner,
            entry.controller,
            entry.counters,
            entry.attached,
            spot.base,
            spot.host.ref if spot.host else "",
            call.board.strength(ref),
        )
        if alike not in seen or ref in call.origin.ref:
            seen.add(alike)
            options.append({"id": ref, "text": _shown(call, ref), "card": entry.card.written})
    return call.ctx.choose(player, kind, options, name=call.origin.name)


def _shown(call: Call, ref: str) -> str:
    spot = call.board.spots[ref]
    at = call.ctx.state.bases[spot.base].card.name if spot.base >= 0 else ""
    owner = f" ({call.ctx.person(spot.entry.controller).title})" if spot.entry.controller else ""
    return f"„{spot.entry.card.name}“{owner}" + (f" an „{at}“" if at else "")


def _any_number(call: Call, head: Aimed, refs: list[str]) -> list[str]:
    """Let somebody take any number of cards, none included, one after the other."""
    chosen: list[str] = []
    named = list(call.bind.pop("on", []))
    while refs:
        if named:
            chosen.append(named.pop(0))
        else:
            options: list[Option] = [
                {"id": ref, "text": _shown(call, ref), "card": call.board.spots[ref].entry.card.written}
                for ref in refs
            ]
            picked = call.ctx.choose(
                _asked(call, head),
                "any-number",
                [*options, {"id": "fertig", "text": "Niemand mehr"}],
                name=call.origin.name,
            )
            if picked == "fertig":
                break
            chosen.append(picked)
        refs = [ref for ref in refs if ref != chosen[-1]]
    return chosen


# Choices that later effects refer to


def choose_base(call: Call, bases: list[int], kind: str = "base") -> int | None:
    """Let the player choose one of the bases; a base that the action named is the choice."""
    named = call.bind.get("at")
    if named in bases:
        call.bind.pop("at")
        return int(named)
    if not bases:
        return None
    options: list[Option] = [
        {"id": str(index), "text": f"„{call.ctx.state.bases[index].card.name}“", "base": index}
        for index in bases
    ]
    return int(call.ctx.choose(call.chooser, kind, options, name=call.origin.name))


def settle_base(call: Call) -> bool:
    """Make sure that there is a base to work at; an ability that names none lets its player choose one."""
    if call.base >= 0:
        return call.base < len(call.ctx.state.bases)
    base = choose_base(call, list(range(len(call.ctx.state.bases))))
    if base is None:
        tell(call.ctx, "no-target", name=call.origin.name, also=[call.origin.cite])
        return False
    call.bind["there"] = base
    return True


def choose_player(call: Call, players: list[str]) -> str | None:
    if not players:
        return None
    options: list[Option] = [{"id": player, "text": call.ctx.person(player).title} for player in players]
    return call.ctx.choose(call.chooser, "player", options, name=call.origin.name)


def start(ctx: Context, effects: Sequence[Effect], origin: Origin, bind: Bind | None = None) -> None:
    """Put an ability's effects in the queue."""
    if effects:
        ctx.then("effects", effects=tuple(effects), **call_of(origin, bind))
