"""Strength in a fight: every part of both sides, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules.engine.cards import Card
from rules.engine.german import Person, Sentences
from rules.engine.munchkin.equivalences import equivalences
from rules.engine.munchkin.procedures import decides
from rules.engine.munchkin.state import Combat, Monster, Player, State
from rules.engine.munchkin.traits import card_traits, fits, monster_traits
from rules.engine.rulebook import Rulebook
from rules.engine.trace import Doubt


class Part(msgspec.Struct, frozen=True, eq=False):
    """One number of a side's strength."""

    source: str
    value: int
    cites: tuple[str, ...]


class Side(msgspec.Struct, frozen=True, eq=False):
    total: int
    parts: tuple[Part, ...]

    def as_dict(self) -> dict[str, Any]:
        parts = [{"source": p.source, "value": p.value, "cites": list(p.cites)} for p in self.parts]
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
        # Questions that were answered by what was looked at, whether it counts or not.
        self.considered: list[str] = []
        self.people = [state.player(p) for p in (self.combat.fighter, self.combat.helper) if p]
        self.monsters = [m for m in self.combat.monsters if m.gone is None]
        self.opposing = frozenset().union(*(monster_traits(book, m) for m in self.monsters))

    def munchkins(self) -> Side:
        """Return the strength of the fighting person and the helper."""
        parts = [part for player in self.people for part in self._person(player)]
        parts += self._played("munchkins")
        return Side(sum(p.value for p in parts), tuple(parts))

    def foes(self) -> Side:
        """Return the strength of all monsters that are still in the fight."""
        parts = [part for monster in self.monsters for part in self._monster(monster)]
        parts += self._played("monsters")
        return Side(sum(p.value for p in parts), tuple(parts))

    def _part(
        self, key: str, value: int, targets: tuple[str, ...], card: Card | None = None, **values: Any
    ) -> Part:
        cites = self.book.cites(*targets) + ((card.cite,) if card is not None and card.cite else ())
        return Part(self.say("part." + key, {"card": card, **values}), value, cites)

    def _person(self, player: Player) -> Iterator[Part]:
        name = Person(player.id, player.gender)
        basis: tuple[str, ...] = ("kampf.kampfstaerke",)
        if player.id == self.combat.helper:
            basis = ("hilfe.staerke", *basis)
        yield self._part("level", player.level, basis, player=name)
        for card in self._working(player):
            yield from self._carried(card, name, basis)
        for entry in player.pending:
            for effect in entry.card.get("effects", ()):
                if "next_combat" in effect:
                    yield self._part(
                        "pending",
                        effect["next_combat"]["strength"],
                        ("fluch.naechster-kampf",),
                        entry.card,
                        player=name,
                    )
        for strength in self.combat.strengths:
            if strength.player == player.id:
                yield self._part(
                    "ability", strength.value, ("klasse.faehigkeiten",), strength.card, player=name
                )

    def _working(self, player: Player) -> list[Card]:
        """Return the cards in use that work: a second copy of the same power does not."""
        once = self.book.value("staerke.einfach", {})
        found: list[Card] = []
        for card in player.in_play:
            if card.kind in once and any(c.kind == card.kind and c.slug == card.slug for c in found):
                self.considered += once[card.kind]
            else:
                found.append(card)
        return found

    def _carried(self, card: Card, name: Person, basis: tuple[str, ...]) -> Iterator[Part]:
        """Return what one card in use brings, with what is attached to it."""
        if not self._usable(card, name):
            return
        targets = basis + tuple(t for t in self.questions.get(card.kind, ()) if self.book.cites(t))
        if card.get("bonus"):
            yield self._part("card", card.get("bonus"), targets, card, player=name)
        for ability in card.get("abilities", ()):
            if "strength" in ability and ("vs" not in ability or self._against_monsters(ability["vs"])):
                yield self._part("card", ability["strength"], targets, card, player=name)
            if "strength_per_other" in ability:
                yield from self._per_other(card, ability["strength_per_other"], name, targets)
        for modifier in card.get("modifiers", ()):
            if self._against_monsters(modifier["vs"]):
                yield self._part(
                    "card-against", modifier["strength"], targets, card, player=name, vs=modifier["vs"]
                )
        for attached in card.attached:
            yield from self._carried(attached, name, basis)

    def _usable(self, card: Card, name: Person) -> bool:
        """An item that this person may not use brings nothing, though it lies there."""
        wanted = card.get("usable_by")
        return not wanted or fits(self.book, self.state.player(str(name)), wanted)

    def _per_other(
        self, card: Card, ability: dict[str, Any], name: Person, targets: tuple[str, ...]
    ) -> Iterator[Part]:
        """Return strength for every other card of a trait on the table."""
        trait = ability["trait"]
        number = sum(
            trait in card_traits(self.book, c) for p in self.state.players for c in p.in_play if p.id != name
        )
        if number:
            yield self._part("others", number * ability["each"], targets, card, player=name, n=number)

    def _against_monsters(self, vs: Any) -> bool:
        self._consider(vs)
        return any(trait in self.opposing for trait in ((vs,) if isinstance(vs, str) else vs))

    def _monster(self, monster: Monster) -> Iterator[Part]:
        targets = ("stufe.monster", "kampf.vergleich") + (
            ("kampf.mehrere-monster-summe",) if len(self.monsters) > 1 else ()
        )
        yield self._part("monster", monster.card.get("level", 1), targets, monster.card)
        for boost in monster.boosts:
            yield self._part(
                "boost",
                boost.get("strength", 0),
                ("monsterverstaerker.addieren",),
                boost,
                monster=monster.card,
            )
        for modifier in self._modifiers(monster):
            if who := self._met_by(modifier):
                yield self._modifier(monster, modifier, who)

    def _modifiers(self, monster: Monster) -> Iterable[dict[str, Any]]:
        """Return the monster's own modifiers, and those that a rule gives to its kind."""
        for modifier in monster.card.get("modifiers", ()):
            self._consider(modifier["vs"])
            self.considered.append("kampf.eigenschaften-vorher-pruefen")
            yield modifier
        for rule in self.book.value("kampf.regel-modifikatoren", ()):
            if rule["monster"] in monster_traits(self.book, monster) and monster.card.box in (
                "",
                *rule["boxes"],
            ):
                yield {
                    **rule,
                    "strength": self.book.value(rule["strength_of"]),
                    "targets": (rule["strength_of"],),
                }

    def _consider(self, vs: Any) -> None:
        """Note the questions that a trait itself answers, whoever has it."""
        for trait in (vs,) if isinstance(vs, str) else vs:
            self.considered += self.of_traits.get(trait, ())

    def _met_by(self, modifier: dict[str, Any]) -> list[Player]:
        """Return the people who fit a modifier; who has only half of a trait is spared its drawbacks."""
        fitting = [p for p in self.people if fits(self.book, p, modifier["vs"])]
        if "people" in modifier:
            return [p for p in fitting if self._has_from(p, modifier["vs"], modifier["people"])]
        return (
            fitting
            if modifier["strength"] < 0
            else [p for p in fitting if not self._spared(p, modifier["vs"])]
        )

    def _has_from(self, player: Player, trait: str, boxes: list[str]) -> bool:
        return any(trait in card.traits and card.box in ("", *boxes) for card in player.in_play)

    def _spared(self, player: Player, vs: Any) -> bool:
        """Say whether a card lets this person have the one trait of its kind without its drawbacks."""
        for row in self.book.value("kampf.halbe-eigenschaften", ()):
            own = [card for card in player.in_play if card.kind == row["kind"]]
            special = any(card.get("special") == row["special"] for card in player.in_play)
            if special and len(own) == 1 and vs in own[0].traits:
                self.considered += row["targets"]
                return True
        return False

    def _modifier(self, monster: Monster, modifier: dict[str, Any], who: list[Player]) -> Part:
        """A modifier counts once, however many people fit it."""
        targets: tuple[str, ...] = ("kampf.monstereigenschaften",)
        if any(p.id == self.combat.helper for p in who):
            targets = ("hilfe.monstereigenschaften", "hilfe.bonus-einmal", *targets)
        targets += tuple(modifier.get("targets", ()))
        names = [Person(p.id, p.gender) for p in who]
        part = self._part(
            "modifier", modifier["strength"], targets, monster.card, vs=modifier["vs"], players=names
        )
        why = equivalences(self.book).why(modifier["vs"], [card for p in who for card in p.in_play])
        return msgspec.structs.replace(part, cites=part.cites + why) if why else part

    def _played(self, side: str) -> list[Part]:
        return [
            part
            for played in self.combat.played
            if played.side == side
            for part in self._one_shot(played.card, side)
        ]

    def _one_shot(self, card: Card, side: str) -> Iterator[Part]:
        targets = ("kampfaktionen.einmal-ziel", "kampfaktionen.eigener-und-fremder-kampf")
        per = card.get("bonus_per")
        if per:
            count = len(self.people) if side == "munchkins" else len(self.monsters)
            self.considered.append("monster.plural")
            value = per.get("munchkin" if side == "munchkins" else "monster", 0) * count
            yield self._part("played", value, targets, card)
        elif card.get("bonus") is not None:
            yield self._part("played", card.get("bonus"), targets, card)


class Standing(msgspec.Struct, frozen=True, eq=False):
    """How a fight stands: both sides, who would win, and by which rules."""

    munchkins: Side
    monsters: Side
    winner: str
    because: tuple[str, ...]
    targets: tuple[str, ...]
    doubts: tuple[Doubt, ...] = ()
    # The cards that win a tie, where it is one.
    ties: tuple[Card, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "munchkins": self.munchkins.as_dict(),
            "monsters": self.monsters.as_dict(),
            "winner": self.winner,
            "because": list(self.because),
        }


@decides(
    "kampf.vergleich",
    "kampf.sieg-bedingung",
    "kampf.gleichstand",
    "kampf.gleichstand-ausnahme",
    "stufe.kampfwert-unter-eins",
    "kampf.eigenschaften-vorher-pruefen",
    "monster.plural",
    "alien-roboter.gegenstaende",
    "alien-roboter.vermerk",
    "geschlecht.mann-begriff",
    "geschlecht.regelwirkung",
    "kombination.daemon",
    "super-munchkin.monsterbonus",
    "halb-blut.monsterbonus",
    "kampf.monstereigenschaften",
    "hilfe.monstereigenschaften",
    "hilfe.bonus-einmal",
    "kampf.gleichstand-krieger-hilft",
)
def weigh(book: Rulebook, state: State, sentences: Sentences) -> Standing:
    """Compare both sides: the higher one wins; a tie is lost unless somebody wins ties."""
    scales = Scales(book, state, sentences)
    munchkins, monsters = scales.munchkins(), scales.foes()
    verdict = _winner(book, scales, munchkins.total - monsters.total)
    low = ("stufe.kampfwert-unter-eins",) if munchkins.total < book.value("stufe.minimum") else ()
    targets = (*verdict.targets, *low, *dict.fromkeys(t for t in scales.considered if book.cites(t)))
    because = tuple(
        dict.fromkeys((*book.cites(*targets), *(card.cite for card in verdict.cards if card.cite)))
    )
    return Standing(munchkins, monsters, verdict.winner, because, targets, verdict.doubts, verdict.cards)


class Verdict(msgspec.Struct, frozen=True, eq=False):
    """Who wins a comparison, and why."""

    winner: str
    targets: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def _winner(book: Rulebook, scales: Scales, lead: int) -> Verdict:
    if lead > 0:
        return Verdict("munchkins", ("kampf.sieg-bedingung", "kampf.vergleich"))
    if lead < 0:
        return Verdict("monsters", ("kampf.sieg-bedingung", "kampf.niederlage", "kampf.vergleich"))
    winners = [
        (p, card)
        for p in scales.people
        for card in p.in_play
        for a in card.get("abilities", ())
        if a.get("wins_ties")
    ]
    if not winners:
        return Verdict(
            "monsters",
            ("kampf.gleichstand", "kampf.sieg-bedingung", "kampf.niederlage", "kampf.gleichstand-ausnahme"),
        )
    cards = tuple(card for _, card in winners)
    targets: tuple[str, ...] = ("kampf.gleichstand-ausnahme", "kampf.gleichstand", "goldene-regel.vorrang")
    if any(p.id == scales.combat.fighter for p, _ in winners):
        return Verdict("munchkins", targets, cards)
    helped = ("kampf.gleichstand-krieger-hilft", "hilfe.faehigkeit-des-helfers", *targets)
    doubts = (
        ()
        if book.value("kampf.gleichstand-krieger-hilft")
        else (Doubt("helper-ties", True, book.cites(*targets)),)
    )
    return Verdict("munchkins", tuple(t for t in helped if book.cites(t)), cards, doubts)


def as_lost(standing: Standing, book: Rulebook) -> Standing:
    """Return a standing as that of a fight which is lost already, whatever the numbers say by now."""
    return _settled(standing, book, "monsters", "kampf.niederlage")


def as_won(standing: Standing, book: Rulebook) -> Standing:
    """Return a standing as that of a fight which is won already."""
    return _settled(standing, book, "munchkins", "kampf.sieg-toetet")


def _settled(standing: Standing, book: Rulebook, winner: str, *targets: str) -> Standing:
    because = book.cites(*targets)
    return msgspec.structs.replace(standing, winner=winner, because=because, targets=targets, doubts=())
