"""The points of a scoring: who is placed by which strength, ties, and what the books leave open about it."""

from __future__ import annotations

from rules.engine.cards import Card
from rules.engine.kernel import Context
from rules.engine.smashup.effects.carrying import start
from rules.engine.smashup.effects.triggers import raise_event
from rules.engine.smashup.table.board import Origin, look
from rules.engine.smashup.table.procedures import frame
from rules.engine.smashup.table.state import Place, replace
from rules.engine.smashup.table.telling import tell, who
from rules.engine.smashup.table.zones import present


@frame("points")
def award(ctx: Context) -> None:
    """Step 4: places by the strengths of this moment, the points printed for each place."""
    scoring = ctx.state.scoring
    base, card = scoring.base, ctx.state.bases[scoring.base].card
    total, wall = look(ctx.state).sums(base)
    if wall is not None and total < wall:
        tell(ctx, "scored-anyway", base=card, total=total, wall=wall)
    places = places_at(ctx, base)
    _doubts_about_places(ctx, base, places)
    tell(ctx, "step-4", base=card, cards=[card])
    for place in places:
        ctx.set(
            players=ctx.state.change(
                place.player, points=ctx.state.player(place.player).points + place.points
            ).players
        )
        _tell_place(ctx, place, card)
    _tell_ties(ctx, places)
    _tell_absent(ctx, base, places)
    ctx.set(scoring=replace(ctx.state.scoring, places=tuple(places)))
    ctx.then("promises", base=base)
    raise_event(ctx, "points", base=base, player=None, ref="")


def places_at(ctx: Context, base: int) -> list[Place]:
    """Return everybody with a creature there: equal strength shares a place, the next ones are skipped."""
    board = look(ctx.state)
    sums = {p: board.total(base, p) for p in present(ctx.state, base)}
    card = ctx.state.bases[base].card
    found = []
    for player, strength in sorted(sums.items(), key=lambda item: -item[1]):
        place = 1 + sum(other > strength for other in sums.values())
        found.append(Place(player, place, strength, _points_for(card, place)))
    return found


def _doubts_about_places(ctx: Context, base: int, places: list[Place]) -> None:
    """Say where the books leave open who is placed, and another reading would give other points."""
    board, card = look(ctx.state), ctx.state.bases[base].card
    gone = set(ctx.state.scoring.present) - {place.player for place in places}
    here = [e.card for e in board.creatures(base)]
    if gone and (_points_for(card, 1 + len(places)) or any(c.get("treasures") for c in here)):
        ctx.doubt("creature-there-when")
    sums = {place.player: place.strength for place in places}
    for entry in board.creatures(base):
        fixed = any(part.key == "fixed" for part in board.strength_parts(entry.ref))
        if fixed and entry.counters and entry.controller:
            raised = {**sums, entry.controller: sums[entry.controller] + entry.counters}
            if _ranked(raised, card) != [(p.player, p.points) for p in places]:
                ctx.doubt("counters-on-useless")


def _points_for(card: Card, place: int) -> int:
    points = card.get("points", ())
    return int(points[place - 1]) if place <= len(points) else 0


def _ranked(sums: dict[str, int], card: Card) -> list[tuple[str, int]]:
    ordered = sorted(sums.items(), key=lambda item: -item[1])
    return [(p, _points_for(card, 1 + sum(o > n for o in sums.values()))) for p, n in ordered]


def _tell_place(ctx: Context, place: Place, card: Card) -> None:
    creatures = look(ctx.state).of_player(ctx.state.scoring.base, place.player)
    taken = [e for e in creatures if e.owner != place.player and e.card.kind != "treasure"]
    more = ["place-taken"] if len(taken) == len(creatures) else []
    if more and place.points:
        ctx.doubt("placed-oneself")
    if all(part.key == "fixed" for e in creatures for part in look(ctx.state).strength_parts(e.ref)):
        more.append("place-with-zero")
    key = "place-points" if place.place <= ctx.book.value("places") else "place-without-points"
    tell(
        ctx,
        key,
        *more,
        player=who(ctx, place.player),
        place=place.place,
        strength=place.strength,
        points=place.points,
        base=card,
    )


def _tell_ties(ctx: Context, places: list[Place]) -> None:
    counts = {number: sum(p.place == number for p in places) for number in {p.place for p in places}}
    for number, many in sorted(counts.items()):
        if many < 2 or number > ctx.book.value("places"):
            continue
        key = {1: "tie-first", 2: "tie-second"}.get(number, "tie-third")
        tell(ctx, key, players=[who(ctx, p.player) for p in places if p.place == number], place=number)
        if many > 2 or key == "tie-third":
            # Who ties gets the place's points; open is only who comes behind three that share the first place.
            behind = number < ctx.book.value("places") < max(counts)
            ctx.doubt("ranks-of-ties", decides=number == 1 and behind)


def _tell_absent(ctx: Context, base: int, places: list[Place]) -> None:
    placed = {p.player for p in places}
    if len(placed) < ctx.book.value("places"):
        tell(ctx, "places-empty", number=len(placed))
    acting = [e for e in ctx.state.bases[base].actions if e.controller and e.controller not in placed]
    for player in dict.fromkeys(e.controller for e in acting):
        tell(ctx, "no-creature-no-points", player=who(ctx, player))
    if not acting and len(placed) < len(ctx.state.players):
        absent = [who(ctx, p.id) for p in ctx.state.players if p.id not in placed]
        tell(ctx, "absent-no-points", players=absent)


@frame("promises")
def promises(ctx: Context, *, base: int) -> None:
    """Carry out what abilities announced for the moment when the points are given."""
    waiting = [c for c in ctx.state.effects if c.kind == "later" and c.base == base]
    ctx.set(effects=tuple(c for c in ctx.state.effects if c not in waiting))
    for change in waiting:
        origin = Origin(player=change.player, base=base, name=change.because, cite=change.cite, type="action")
        start(ctx, change.effects, origin, {"chosen": change.ref} if change.ref else {})
