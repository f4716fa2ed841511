"""Which monsters somebody has to run away from, and whom a monster spares."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.cards import Card
from rules.engine.munchkin.language.abilities import Ignores
from rules.engine.munchkin.table.state import Combat, Player, State
from rules.engine.munchkin.table.traits import fits, has
from rules.engine.rulebook import Rulebook


def pursued_by(book: Rulebook, state: State, ident: str) -> tuple[int, ...]:
    """Return the monsters that this person still has to run away from."""
    combat: Combat = state.combat  # type: ignore[assignment]
    if ident in combat.dead:
        return ()
    player = state.player(ident)
    done = {escape.monster for escape in combat.escapes if escape.player == ident}
    return tuple(
        i for i in combat.present if i not in done and not spares(book, combat.monsters[i].card, player)
    )


def spares(book: Rulebook, monster: Card, player: Player) -> bool:
    """Say whether a monster does not pursue this person at this moment."""
    ignores = () if book.reads("pursue", "b") else monster.get("ignores")
    rules: Iterable[Ignores] = (ignores,) if isinstance(ignores, Ignores) else ignores or ()
    return any(_ignored(book, rule, player) for rule in rules)


def _ignored(book: Rulebook, rule: Ignores, player: Player) -> bool:
    checks = (
        rule.max_level is None or player.level <= rule.max_level,
        rule.min_level is None or player.level >= rule.min_level,
        rule.gender is None or player.gender == rule.gender,
        rule.trait is None or fits(book, player, rule.trait),
        rule.has is None or has(book, player, rule.has),
    )
    return all(checks)
