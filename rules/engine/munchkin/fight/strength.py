"""Strength in a fight: every part of both sides, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from rules.engine.cards import Card
from rules.engine.german import Person, Sentences, person
from rules.engine.munchkin.cards.influences import MODIFIERS, Influences, chosen_effects, reaction
from rules.engine.munchkin.language.abilities import (
    BonusDeed,
    BonusPer,
    Modifier,
    PerOther,
    Strength,
    StrengthPerOther,
)
from rules.engine.munchkin.language.effects import EachMonster, Invert, NextCombat
from rules.engine.munchkin.table.equivalences import equivalences
from rules.engine.munchkin.table.rows import HalfTrait, RuledModifier
from rules.engine.munchkin.table.state import Combat, Monster, Played, Player, State
from rules.engine.munchkin.table.traits import (
    card_traits,
    fits_level,
    fits_traits,
    in_force,
    is_lowest,
    levels_of,
    may_use,
    meets,
    monster_traits,
    several,
    takes_place,
    traits,
)
from rules.engine.objects import Sum, Summand, Traits
from rules.engine.rulebook import Rulebook
from rules.engine.trace import Doubt

Handed = tuple[str, ...]
# The trait of whoever stands lowest at the table.
LOWEST = "level=lowest"


class Part(msgspec.Struct, frozen=True, eq=False):
    """One number of a side's strength."""

    source: str
    value: int
    cites: tuple[str, ...]


class Ruled(msgspec.Struct, frozen=True):
    """A modifier that a rule gives: against people of a trait by cards of certain boxes, by its questions."""

    vs: str
    strength: int
    people: tuple[str, ...]
    targets: tuple[str, ...]


class Side(msgspec.Struct, frozen=True, eq=False):
    total: int
    parts: tuple[Part, ...]

    def as_dict(self) -> Sum:
        parts: list[Summand] = [
            {"source": p.source, "value": p.value, "cites": list(p.cites)} for p in self.parts
        ]
        return {"total": self.total, "parts": parts}


class Scales:
    """Weighs one fight: the people on one side, the monsters on the other."""

    def __init__(self, book: Rulebook, state: State, sentences: Sentences) -> None:
        assert state.combat is not None
        self.book = book
        self.state = state
        self.combat: Combat = state.combat
        self.of_traits: dict[str, list[str]] = book.value("merkmal.fragen", {})
        self.questions: dict[str, list[str]] = book.value("staerke.fragen", {})
        self.say = sentences.say
        # Questions that were answered by what was looked at, whether it counts or not: that a modifier does not fit
        # is a reason for the sum, too.
        self.considered: list[str] = []
        self.doubts: list[Doubt] = []
        self.people = [state.player(p) for p in self.combat.people]
        self.names = {player.id: person(player.id, player.gender) for player in self.people}
        self.traits = {player.id: traits(book, player) for player in self.people}
        self.monsters = [m for m in self.combat.monsters if m.gone is None]
        self.influences = Influences(book, state)

    @cached_property
    def opposing(self) -> frozenset[str]:
        """Return all traits of all monsters that are still in the fight."""
        return frozenset().union(*[monster_traits(self.book, monster) for monster in self.monsters])

    def munchkins(self) -> Side:
        """Return the strength of the fighting person and the helper."""
        parts: list[Part] = []
        for player in self.people:
            parts += self._person(player)
        return self._side("munchkins", parts)

    def foes(self) -> Side:
        """Return the strength of all monsters that are still in the fight."""
        parts: list[Part] = []
        for monster in self.monsters:
            parts += self._monster(monster)
        return self._side("monsters", parts)

    def _side(self, side: str, parts: list[Part]) -> Side:
        for played in self.combat.played:
            if played.side == side:
                parts += self._one_shot(played, side)
        return Side(sum([part.value for part in parts]), tuple(parts))

    def _part(
        self, key: str, value: int, card: Card | None = None, handed: Handed = (), **values: object
    ) -> Part:
        cites = self.book.cites_of("part." + key, *handed)
        if card is not None:
            values["card"] = card
            if card.cite:
                cites = (*cites, card.cite)
        return Part(self.say("part." + key, values), value, cites)

    def _person(self, player: Player) -> Iterator[Part]:
        name = self.names[player.id]
        yield self._part("level", player.level, None, self._helps(player), player=name)
        for card in self._working(player):
            yield from self._carried(card, player)
        for entry in player.pending:
            if entry.until == "after-combat":
                continue
            yield from self._by_curse(entry.card, player, name)
        for strength in self.combat.strengths:
            if strength.player == player.id:
                yield self._part("ability", strength.value, strength.card, player=name)

    def _helps(self, player: Player) -> Handed:
        return ("helper",) if player.id == self.combat.helper else ()

    def _by_curse(self, card: Card, player: Player, name: Person) -> Iterator[Part]:
        """Return what a card does that lies beside somebody: a penalty, or a bonus that turns against its owner."""
        for effect in card.get("effects", ()):
            if type(effect) is NextCombat:
                yield self._part("pending", effect.next_combat.strength, card, player=name)
            if type(effect) is Invert:
                kinds = self.book.value("gegenstand.arten")
                best = max((c.get("bonus", 0) for c in self._working(player) if c.kind in kinds), default=0)
                if best > 0:
                    yield self._part("inverted", -2 * best, card, player=name)

    def _working(self, player: Player) -> list[Card]:
        """Return the cards in use that work: a second copy of the same power does not."""
        once = self.book.value("staerke.einfach", {})
        found: list[Card] = []
        idle = self._idle(player)
        for card in in_force(self.book, player):
            if card in idle:
                idle.remove(card)
            elif card.kind in once and any(c.kind == card.kind and c.slug == card.slug for c in found):
                self.considered += once[card.kind]
            else:
                found.append(card)
        return found

    def _idle(self, player: Player) -> list[Card]:
        """Return the weaker ones of too many items for a place where a book says that only so many help."""
        idle: list[Card] = []
        working = in_force(self.book, player)
        for target in self.book.value("staerke.nur-einer", ()):
            rivals = [c for c in working if not c.attached and takes_place(self.book, c, target)]
            limit = self.book.value(target)
            if limit is not None and len(rivals) > limit:
                self.considered += [target, "place.second-item"]
                idle += sorted(rivals, key=lambda c: -int(c.get("bonus") or 0))[limit:]
        return idle

    def _carried(
        self,
        card: Card,
        owner: Player,
        host: tuple[int, tuple[Card, ...]] | None = None,
    ) -> Iterator[Part]:
        """Return what one card in use brings, with what is attached to it; other cards may count it anew."""
        counted: tuple[int, tuple[Card, ...]] = (1, ())
        if self.influences.rows:
            counted = host if host and card.kind == "item-boost" else self._times(card, owner)
        if may_use(self.book, owner, card):
            brought = self._brought(card, owner, (*self._helps(owner), *self.questions.get(card.kind, ())))
            yield from [_counted(part, *counted) for part in brought] if counted[1] else brought
            for attached in card.attached:
                yield from self._carried(attached, owner, counted)

    def _times(self, card: Card, owner: Player) -> tuple[int, tuple[Card, ...]]:
        return self.influences.times(card, "munchkins", owner.id)

    def _brought(self, card: Card, owner: Player, handed: Handed) -> list[Part]:
        name, parts = self.names[owner.id], []
        if bonus := card.get("bonus"):
            parts.append(self._part("card", bonus, card, handed, player=name))
        if card.get("abilities") or card.get("modifiers"):
            silencer = self.influences.silences(card.kind)
            more = self._by_ability(card, owner, name, handed)
            parts += [_counted(part, 0, (silencer,)) for part in more] if silencer else more
        return parts

    def _by_ability(self, card: Card, owner: Player, name: Person, handed: Handed) -> Iterator[Part]:
        """Return what a card's abilities and its modifiers against these monsters bring."""
        for ability in card.get("abilities", ()):
            if type(ability) is Strength and self._applies(ability, owner):
                yield self._part("card", ability.strength, card, handed, player=name)
            if type(ability) is StrengthPerOther:
                yield from self._per_other(card, ability.strength_per_other, name, handed)
        for modifier in card.get("modifiers", ()):
            if card.kind != "monster-boost" and self._against_monsters(modifier.vs):
                yield self._part("card-against", modifier.strength, card, handed, player=name, vs=modifier.vs)

    def _applies(self, ability: Strength, owner: Player) -> bool:
        if ability.vs is not None and not self._against_monsters(ability.vs):
            return False
        return meets(self.book, owner, ability.if_, self.state)

    def _per_other(self, card: Card, ability: PerOther, name: Person, handed: Handed) -> Iterator[Part]:
        """Return strength for every other card of a trait on the table."""
        trait = ability.trait
        number = sum(
            trait in card_traits(self.book, c)
            for p in self.state.players
            for c in in_force(self.book, p)
            if p.id != name
        )
        if number:
            yield self._part("others", number * ability.each, card, handed, player=name, n=number)

    def _against_monsters(self, vs: Traits) -> bool:
        self._consider(vs)
        wanted = several(vs)
        return not self.opposing.isdisjoint(wanted) or any(
            self._level_fits(monster, trait) for trait in wanted for monster in self.monsters
        )

    def _level_fits(self, monster: Monster, wanted: str) -> bool:
        """Say whether a monster's level is the one that a card asks for; a book may say that boosts raise it."""
        level, other = levels_of(self.book, monster)
        if fits_level(level, wanted) is not fits_level(other, wanted):
            why = self.book.cites(*self.book.doubts("boost.raises-level"))
            self.doubts.append(Doubt("boost.raises-level", True, why))
        return fits_level(level, wanted)

    def _monster(self, monster: Monster) -> Iterator[Part]:
        several = ("several",) if len(self.monsters) > 1 else ()
        yield self._part("monster", monster.card.get("level", 1), monster.card, several)
        for boost in monster.boosts:
            yield self._part("boost", boost.get("strength", 0), boost, monster=monster.card)
        for card, modifier in self._modifiers(monster):
            if who := self._met_by(modifier):
                yield self._modifier(card, modifier, who)
        if monster.strength:
            yield self._part("appeared", monster.strength, monster.card)
        for played in self.combat.played:
            yield from self._on_each(monster, played)

    def _on_each(self, monster: Monster, played: Played) -> Iterator[Part]:
        """Return what a card brings every monster; a monster's own text may make more of it."""
        for effect in chosen_effects(played):
            if type(effect) is EachMonster:
                row = reaction(self.book, monster.card, played.card)
                own = row.strength if row else None
                value = effect.each_monster if own is None else own
                part = self._part("boost", value, played.card, ("each",), monster=monster.card)
                yield part if own is None else _counted(part, 1, (monster.card,))

    def _modifiers(self, monster: Monster) -> Iterable[tuple[Card, Modifier | Ruled]]:
        """Return the modifiers of the monster and its boosts, and those that a rule gives to its kind."""
        printed = () if self.influences.silences(MODIFIERS) else (monster.card,)
        for card in (*printed, *monster.boosts):
            for modifier in card.get("modifiers", ()):
                self._consider(modifier.vs)
                self.considered.append("considered.modifier")
                yield card, modifier
        for rule in self.book.read("kampf.regel-modifikatoren", tuple[RuledModifier, ...]) or ():
            fits = rule.monster in monster_traits(self.book, monster)
            if fits and monster.card.box in ("", *rule.boxes):
                strength = self.book.value(rule.strength_of)
                yield monster.card, Ruled(rule.vs, strength, rule.people, (rule.strength_of,))

    def _consider(self, vs: Traits) -> None:
        """Note the questions that a trait itself answers, whoever has it."""
        for trait in several(vs):
            self.considered += self.of_traits.get(trait, ())

    def _met_by(self, modifier: Modifier | Ruled) -> list[Player]:
        """Return the people who fit a modifier; who has only half of a trait is spared its drawbacks."""
        vs = modifier.vs
        fitting = [p for p in self.people if self._is_met(p, vs)]
        if type(modifier) is Ruled:
            return [p for p in fitting if self._has_from(p, vs, modifier.people)]
        return fitting if modifier.strength < 0 else [p for p in fitting if not self._spared(p, vs)]

    def _is_met(self, player: Player, vs: Traits) -> bool:
        if vs == LOWEST:
            return is_lowest(player, self.state)
        return fits_traits(player, self.traits[player.id], vs)

    def _has_from(self, player: Player, traits: Traits, boxes: Sequence[str]) -> bool:
        own = in_force(self.book, player)
        return any(not card.traits.isdisjoint(several(traits)) and card.box in ("", *boxes) for card in own)

    def _spared(self, player: Player, vs: Traits) -> bool:
        """Say whether a card lets this person have the one trait of its kind without its drawbacks."""
        wanted = set(several(vs))
        working = in_force(self.book, player)
        special = {card.get("special") for card in working}
        for row in self.book.read("kampf.halbe-eigenschaften", tuple[HalfTrait, ...]) or ():
            if row.special not in special:
                continue
            own = [card for card in working if card.kind == row.kind]
            rest = (card for card in working if card not in own)
            if any(wanted & card.traits for card in own):
                self.considered += row.targets if len(own) == 1 else row.with_two
                return len(own) == 1 and not any(wanted & card.traits for card in rest)
        return False

    def _modifier(self, card: Card, modifier: Modifier | Ruled, who: list[Player]) -> Part:
        """A modifier counts once, however many people fit it."""
        helped = any(p.id == self.combat.helper for p in who)
        handed = (
            *(("helper",) if helped else ()),
            *(modifier.targets if type(modifier) is Ruled else ()),
        )
        names = [self.names[p.id] for p in who]
        part = self._part("modifier", modifier.strength, card, handed, vs=modifier.vs, players=names)
        cards = [card for p in who for card in in_force(self.book, p)]
        why = equivalences(self.book).why(modifier.vs, cards)
        return msgspec.structs.replace(part, cites=part.cites + why) if why else part

    def _one_shot(self, played: Played, side: str) -> Iterator[Part]:
        times, why = self.influences.times(played.card, side, played.player)
        yield from (_counted(part, times, why) for part in self._one_shot_parts(played, side))

    def _one_shot_parts(self, played: Played, side: str) -> Iterator[Part]:
        card = played.card
        per: BonusPer | None = card.get("bonus_per")
        if per is not None:
            self.considered.append("considered.each")
            if None not in (per.munchkin, per.monster):
                why = self.book.cites(*self.book.doubts("one-shot.counts-both"))
                self.doubts.append(Doubt("one-shot.counts-both", True, why))
            value = (per.munchkin or 0) * len(self.people) + (per.monster or 0) * len(self.monsters)
            yield self._part("played", value, card)
        elif card.get("bonus") is not None:
            better: BonusDeed | None = card.get("bonus_deed") if played.mode else None
            yield self._part("played", better.bonus if better else card.get("bonus"), card)


def _counted(part: Part, times: int, why: tuple[Card, ...]) -> Part:
    """Return a part as the cards count it that speak of it."""
    cites = tuple(card.cite for card in why if card.cite)
    return msgspec.structs.replace(part, value=part.value * times, cites=part.cites + cites) if why else part
