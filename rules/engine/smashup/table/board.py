"""What lies on the table and what it adds up to: lasting abilities, strength, totals, breakpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Generic, TypeVar, cast

import msgspec

from rules.engine.cards import Card
from rules.engine.smashup.language.abilities import Lasting
from rules.engine.smashup.language.effects import (
    ChangeBreakpoint,
    ChangeStrength,
    Done,
    Filtered,
    Ignore,
    Protect,
    Shield,
)
from rules.engine.smashup.language.parts import Amount, Bind, InPlay, OnTable
from rules.engine.smashup.table.filters import FILTERS, only, own
from rules.engine.smashup.table.state import Base, Change, Entry, State, is_creature, type_of

E = TypeVar("E", bound=Done)
# What a board hangs on; see `laid_in`.
Laid = tuple[tuple[Base, ...], tuple[Entry, ...], tuple[Change, ...], str, int | None]


class Part(msgspec.Struct, frozen=True):
    """One summand with its reason: a card, or a key of the sentences."""

    key: str
    value: int
    card: Card | None = None
    cite: str = ""
    name: str = ""
    more: tuple[str, ...] = ()


class Origin(msgspec.Struct, frozen=True):
    """From where an ability works: its card, who decides for it, and at which base."""

    ref: str = ""
    player: str | None = None
    base: int = -1
    type: str = ""
    name: str = ""
    slug: str = ""
    cite: str = ""
    host: str = ""
    # Whether a talent is at work; the books leave open if cards that keep actions away keep it away, too.
    talent: bool = False


class Spot(msgspec.Struct, frozen=True, eq=False):
    """A card in play with its surroundings."""

    base: int
    entry: Entry
    host: Entry | None = None


class Static(msgspec.Struct, Generic[E], frozen=True, eq=False):
    """An effect that holds as long as its card lies there, and the cards that it means."""

    effect: E
    origin: Origin
    wanted: InPlay
    # The only card that it can mean, where its filter names one.
    only: str = ""


def _total(parts: Iterable[Part]) -> int:
    return sum([part.value for part in parts])


class Board:
    """The cards in play, looked at; nothing here changes them.

    Of a state it keeps what all it says hangs on, and no more: so it serves every state in which just that lies there.
    """

    def __init__(self, state: State) -> None:
        self.bases, self.resolving, self.effects, self.active, self.scored = laid_in(state)
        self.spots = {entry.ref: Spot(base, entry, host) for base, entry, host in state.entries()}
        for entry in self.resolving:
            self.spots.setdefault(entry.ref, Spot(-1, entry))
        self._strengths: dict[str, tuple[Part, ...]] = {}
        self._creatures: dict[int, list[Entry]] = {}
        self._walls: dict[int, list[Part] | None] = {}
        self._totals: dict[int, list[Part]] = {}
        # Of how many creatures the strength is being added up just now.
        self._adding = 0
        # Whether a strength has asked for another one: what it sees then hangs on which of them was asked first.
        self.is_entwined = False
        self._mute = self._muted_for_a_while()
        self.statics = self._find_statics()
        # Whom lasting abilities silence is known only when all of them are; what they silence falls away again.
        silenced = {ref for static in self.having(Ignore) for ref in self._touched(static)}
        if silenced:
            self._strengths.clear()
            self._mute |= silenced
            self.statics = self._find_statics()

    def again(self) -> Board:
        """Return the board with all that was added up so far, for somebody else to go on with."""
        board = copy(self)
        board._strengths, board._creatures = dict(self._strengths), dict(self._creatures)
        board._walls, board._totals = dict(self._walls), dict(self._totals)
        return board

    # Lasting abilities

    def _muted_for_a_while(self) -> set[str]:
        if not self.effects:
            return set()
        muted = {change.ref for change in self.effects if change.kind == "ignore" and change.ref}
        whole = {change.base for change in self.effects if change.kind == "ignore" and not change.ref}
        return muted | {ref for ref, spot in self.spots.items() if spot.base in whole}

    def is_mute(self, ref: str) -> bool:
        """Say whether the card's abilities are ignored at the moment."""
        return ref in self._mute

    def origin(self, ref: str) -> Origin:
        """Return the card in play as the source of an ability; `base:<index>` is the base itself."""
        if ref.startswith("base:"):
            index = int(ref[5:])
            card = self.bases[index].card
            return Origin(ref, None, index, "base", card.name, card.slug, card.cite or "")
        spot = self.spots[ref]
        card, host = spot.entry.card, spot.host.ref if spot.host else ""
        who, cite = spot.entry.controller, card.cite or ""
        return Origin(ref, who, spot.base, type_of(card), card.name, card.slug, cite, host)

    def sources(self) -> Iterator[tuple[str, Card]]:
        """Go through every card whose abilities work at the moment, bases first."""
        for index, base in enumerate(self.bases):
            yield f"base:{index}", base.card
        for ref, spot in self.spots.items():
            if ref not in self._mute and spot.base >= 0:
                yield ref, spot.entry.card

    def _find_statics(self) -> dict[type, list[Static[Done]]]:
        """Return what holds as long as its card lies there, by what it does."""
        found: dict[type, list[Static[Done]]] = {}
        for ref, card in self.sources():
            for ability in card.get("abilities", ()):
                if isinstance(ability, Lasting) and ability.event is None:
                    for effect in cast("Sequence[Done]", ability.effects or ()):
                        origin = self.origin(ref)
                        wanted = effect.filter if isinstance(effect, Filtered) else None
                        wanted = own(origin) if wanted is None else wanted
                        said = found.setdefault(type(effect), [])
                        said.append(Static(effect, origin, wanted, only(wanted, origin)))
        return found

    def having(self, kind: type[E]) -> Sequence[Static[E]]:
        return cast("Sequence[Static[E]]", self.statics.get(kind, ()))

    def _touched(self, static: Static[Ignore]) -> list[str]:
        meant = self.matching(static.wanted, static.origin)
        return [ref for ref in meant if not self.is_protected(ref, static.origin)]

    # Protection

    def is_protected(self, ref: str, source: Origin, how: str = "action") -> bool:
        """Say whether a card in play forbids that this source works on that card."""
        return self.protector(ref, source, how) is not None

    def protector(self, ref: str, source: Origin, how: str = "action") -> Origin | None:
        """Return the card that forbids it: its ability names what it keeps away."""
        for static in self.having(Protect):
            if static.effect.from_ == how and static.origin.ref != source.ref:
                if how == "action" and not (
                    source.type == "action" and self._is_other(source.player, ref, static)
                ):
                    continue
                if self.matches(ref, static.wanted, static.origin):
                    return static.origin
        return self._shielded(ref, source)

    def _is_other(self, player: str | None, ref: str, static: Static[Protect]) -> bool:
        guardian = static.origin.player
        if static.origin.type == "base":
            guardian = self.spots[ref].entry.controller if ref in self.spots else None
        return player is not None and player != guardian

    def _shielded(self, ref: str, source: Origin) -> Origin | None:
        """Return what was said to keep just this card away from the creatures that its filter names."""
        for change in self.effects:
            if change.kind != "shield" or change.source != source.ref or change.ref not in self.spots:
                continue
            shield = change.effects[0]
            if isinstance(shield, Shield) and self.matches(ref, shield.filter, self.origin(change.ref)):
                return Origin(name=change.because, cite=change.cite)
        return None

    # Filters

    def matching(self, wanted: InPlay, origin: Origin, bind: Bind | None = None) -> list[str]:
        """Return the refs of all cards in play that fit the filter, in the order in which they lie."""
        return [
            ref
            for ref, spot in self.spots.items()
            if spot.base >= 0 and self.matches(ref, wanted, origin, bind)
        ]

    def matches(self, ref: str, wanted: InPlay, origin: Origin, bind: Bind | None = None) -> bool:
        spot = self.spots.get(ref)
        if spot is None:
            return False
        bind = bind or {}
        # Asked of every card by every lasting ability: a generator would cost more than the checks.
        for key, value in wanted.items():  # noqa: SIM110
            if not FILTERS[key](self, spot, value, origin, bind):
                return False
        return True

    # Strength

    def strength(self, ref: str) -> int:
        """Return how strong a creature is here and now; never less than 0."""
        return _total(self.strength_parts(ref))

    def strength_parts(self, ref: str) -> tuple[Part, ...]:
        found = self._strengths.get(ref)
        if found is None:
            # An ability that asks for strengths while they are added up sees the printed one.
            self._strengths[ref] = (self._printed(ref),)
            self.is_entwined |= self._adding > 0
            self._adding += 1
            found = self._strengths[ref] = tuple(self._add_up(ref))
            self._adding -= 1
        return found

    def _add_up(self, ref: str) -> list[Part]:
        entry = self.spots[ref].entry
        about = [static for static in self.having(ChangeStrength) if static.only in ("", ref)]
        fixed = next((static for static in about if static.effect.fixed and self._works(static, ref)), None)
        if fixed is not None:
            return [Part("fixed", fixed.effect.set or 0, None, fixed.origin.cite, fixed.origin.name)]
        parts = [self._printed(ref)]
        if entry.counters:
            parts.append(Part("counters", entry.counters, entry.card))
        parts += [part for static in about if (part := self._static_part(static, ref))]
        for change in self.effects:
            if change.kind == "strength" and change.ref == ref:
                by = change.by if change.set is None else change.set - parts[0].value
                parts.append(Part("change", by, None, change.cite, change.because))
        total = _total(parts)
        return [*parts, Part("never-below-zero", -total)] if total < 0 else parts

    def _printed(self, ref: str) -> Part:
        card = self.spots[ref].entry.card
        return Part("printed", card.get("strength", 0), card, card.cite or "")

    def _works(self, static: Static[ChangeStrength], ref: str) -> bool:
        if not self.matches(ref, static.wanted, static.origin):
            return False
        return self._holds(static.effect.if_, static.origin) and not self.is_protected(ref, static.origin)

    def _holds(self, wanted: OnTable | None, origin: Origin) -> bool:
        """Say whether a lasting effect's condition is met: so many cards lie there."""
        if not wanted:
            return True
        number = len(self.matching(wanted["count"]["of"], origin))
        return bool(wanted["count"].get("min", 0) <= number <= wanted["count"].get("max", number))

    def _static_part(self, static: Static[ChangeStrength], ref: str) -> Part | None:
        if static.effect.fixed or not self._works(static, ref):
            return None
        by = self.amount(static.effect.by, static.origin, {"it": ref})
        return Part("static", by, None, static.origin.cite, static.origin.name) if by else None

    def amount(self, value: int | Amount | None, origin: Origin, bind: Bind) -> int:
        """Return a number: written, counted on the table, or remembered from an earlier effect; else 0."""
        if not isinstance(value, dict):
            return value or 0
        if "remembered" in value:
            number = int(bind.get(value["remembered"], 0))
        elif "count" in value:
            number = len(self.matching(value["count"], origin, bind))
        else:
            number = 1
        number = min(number, value.get("at_most", number))
        return number * int(value.get("each", 1))

    # Totals at a base

    def creatures(self, base: int) -> list[Entry]:
        if base not in self._creatures:
            cards = self.bases[base].cards if 0 <= base < len(self.bases) else ()
            self._creatures[base] = [entry for entry in cards if is_creature(entry.card)]
        return self._creatures[base]

    def of_player(self, base: int, player: str) -> list[Entry]:
        """Return the creatures at a base that a player controls."""
        return [entry for entry in self.creatures(base) if entry.controller == player]

    def total(self, base: int, player: str) -> int:
        """Return a player's total strength at a base."""
        sums = sum(self.strength(entry.ref) for entry in self.of_player(base, player))
        extra = sum(c.by for c in self.effects if c.kind == "total" and c.base == base and c.player == player)
        return max(0, sums + extra)

    def total_parts(self, base: int) -> list[Part]:
        """Return what counts for the scoring of a base: everybody's creatures together."""
        if base not in self._totals:
            changes = [c for c in self.effects if c.kind == "total" and c.base == base]
            self._totals[base] = [
                *[self._whole("creature", e) for e in self.creatures(base) if e.controller],
                *[Part("change", c.by, None, c.cite, c.because) for c in changes],
            ]
        return self._totals[base]

    def breakpoint_parts(self, base: int) -> list[Part] | None:
        """Return the breakpoint: printed, changed by cards, then raised by monsters; None if it is unknown."""
        if base not in self._walls:
            self._walls[base] = self._find_wall(base)
        return self._walls[base]

    def _find_wall(self, base: int) -> list[Part] | None:
        card = self.bases[base].card
        printed = card.get("breakpoint")
        if printed is None or any(entry.card.is_back for entry in self.bases[base].cards):
            return None
        parts = [Part("breakpoint", printed, card, card.cite or "")]
        for change in self.effects:
            if change.kind == "breakpoint" and change.base == base:
                by = change.by if change.set is None else change.set - _total(parts)
                parts.append(Part("change", by, None, change.cite, change.because))
        parts += [
            Part("static", by, None, static.origin.cite, static.origin.name)
            for static in self.having(ChangeBreakpoint)
            if static.origin.base == base and (by := self.amount(static.effect.by, static.origin, {}))
        ]
        return parts + [self._whole("monster", e) for e in self.creatures(base) if e.controller is None]

    def breakpoint_with_sets_first(self, base: int) -> int | None:
        """Return the breakpoint as it would be if cards that set it came before all that add or subtract."""
        changes = [c for c in self.effects if c.kind == "breakpoint" and c.base == base]
        sets = [c.set for c in changes if c.set is not None]
        parts = self.breakpoint_parts(base) or []
        if not parts or not sets:
            return self.sums(base)[1]
        rest = _total(parts) - parts[0].value - sum(p.value for p in parts if p.key == "change")
        return sets[-1] + sum(c.by for c in changes if c.set is None) + rest

    def _whole(self, key: str, entry: Entry) -> Part:
        """Return a creature as one summand, with what changed its printed strength."""
        parts = self.strength_parts(entry.ref)
        changes = parts if parts[0].key == "fixed" else parts[1:]
        why = tuple(dict.fromkeys([part.cite for part in changes if part.cite]))
        full = key + ("-changed" if changes else "")
        return Part(full, _total(parts), entry.card, entry.card.cite or "", more=why)

    def sums(self, base: int) -> tuple[int, int | None]:
        """Return the total strength at a base and its breakpoint."""
        parts = self.breakpoint_parts(base)
        return _total(self.total_parts(base)), None if parts is None else _total(parts)

    def is_due(self, base: int) -> bool:
        """Say whether the base must be scored: reaching the breakpoint is enough."""
        total, wall = self.sums(base)
        return wall is not None and total >= wall

    def due(self) -> list[int]:
        return [index for index in range(len(self.bases)) if self.is_due(index)]


def laid_in(state: State) -> Laid:
    """Return all that a board hangs on: the cards, what changes them, whose turn it is, and which base is scored."""
    scored = None if state.scoring is None else state.scoring.base
    return state.bases, state.resolving, state.effects, state.turn.player, scored


BOARDS_KEPT = 64
# The boards looked at last, by which objects lie there: each keeps its own alive, so none is mistaken for another.
_boards: dict[object, Board] = {}


def look(state: State) -> Board:
    """Return the board of a state: it is asked many things in a row, and most changes of a state move no card."""
    bases, resolving, effects, active, scored = laid_in(state)
    board = _boards.get((id(bases), id(resolving), id(effects), active, scored))
    return board if board is not None else put(state, Board(state))


def put(state: State, board: Board) -> Board:
    """Let this be the board of a state from now on."""
    if len(_boards) >= BOARDS_KEPT:
        _boards.clear()
    bases, resolving, effects, active, scored = laid_in(state)
    _boards[id(bases), id(resolving), id(effects), active, scored] = board
    return board
