"""How abilities are read: what a card's data, or a card that the question describes, can say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast, get_args

from rules.engine.forms import says
from rules.engine.one_of import word_of
from rules.engine.reading import Reader, text, word
from rules.engine.saying import READERS, saying
from rules.engine.smashup.language.abilities import Ability, Able, Lasting
from rules.engine.smashup.language.effects import (
    ChangeStrength,
    ChooseOne,
    Done,
    Effect,
    Effects,
    Later,
    Shield,
    Standing,
    Strip,
    UseTalent,
)

PEOPLE = ("you", "other", "others", "each", "here", "winner", "top", "chosen", "player", "treasures")
# Names that effects give to what they settle; a text cannot give them anew.
RESERVED = (
    *PEOPLE, "there", "to_base", "at", "on", "given", "used", "event_base", "strength", "cards", "drawn",
    "drawn_number", "was_treasure", "self", "host",
)  # fmt: skip


def _person(reader: Reader, value: object, path: str) -> str:
    """Read whom an effect means: a word of the data, or a player."""
    return word((*PEOPLE, *reader.players), "Die Person")(reader, value, path)


def _own_name(reader: Reader, value: object, path: str) -> str:
    if value in RESERVED:
        reader.problem(path, value, f"„{value}“ hat an der Stelle {path} schon eine Bedeutung.")
    return text(reader, value, path)


READERS.update({"person": _person, "own name": _own_name})
_ABILITIES = saying(list[Ability])
_EFFECTS = saying(Effects)


def abilities(reader: Reader, value: object, path: str) -> list[Able] | None:
    """Read what a card can do."""
    found = cast("list[Able] | None", _ABILITIES(reader, value, path))
    for index, ability in enumerate(found or ()):
        place = f"{path}[{index}]"
        _check(reader, ability.effects or (), f"{place}.effects")
        if isinstance(ability, Lasting) and ability.event is None:
            _check_standing(reader, ability, place)
        else:
            _check_done(reader, ability, place)
    return found


@says(lambda: {"type": "array", "items": {"type": "object"}, "maxItems": get_args(Effects)[1].max_length})
def effects(reader: Reader, value: object, path: str) -> tuple[Effect, ...]:
    """Read effects that wait on the table."""
    found = cast("Sequence[Done] | None", _EFFECTS(reader, value, path)) or ()
    _check(reader, found, path)
    return tuple(found)


def _check(reader: Reader, found: Sequence[Effect], path: str) -> None:
    """Tell of words that need each other."""
    for index, effect in enumerate(found):
        place = f"{path}[{index}]"
        if isinstance(effect, UseTalent) and effect.of != "self" and not effect.filter:
            reader.wrong(f"{place}.filter", effect.filter, "eine Angabe, die „use_talent“ braucht,")
        if isinstance(effect, ChangeStrength) and effect.fixed and effect.set is None:
            reader.wrong(f"{place}.set", None, "die Stärke, die fest gilt („fixed“),")
        if isinstance(effect, Strip | Shield) and not effect.filter:
            reader.wrong(
                f"{place}.filter", effect.filter, f"eine Angabe, die „{word_of(type(effect))}“ braucht,"
            )
        for inner, where in _inner(effect):
            _check(reader, inner, place + where)


def _inner(effect: Effect) -> Iterator[tuple[Sequence[Effect], str]]:
    if isinstance(effect, ChooseOne):
        yield from ((one.effects, f".options[{at}].effects") for at, one in enumerate(effect.options))
    if isinstance(effect, Later):
        yield effect.effects, ".effects"


def _check_done(reader: Reader, ability: Able, path: str) -> None:
    """Tell of what is looked at where something is carried out."""
    for index, effect in enumerate(ability.effects or ()):
        if isinstance(effect, Standing):
            own = word_of(type(effect))
            said = f"„{own}“ gilt dauerhaft („lasting“ ohne „event“); ausgeführt wird es nie."
            reader.problem(f"{path}.effects[{index}].action", own, said)


def _check_standing(reader: Reader, ability: Able, path: str) -> None:
    """Tell of a condition that a lasting effect cannot have: it is looked at, and only counts what lies there."""
    for index, effect in enumerate(ability.effects or ()):
        wanted = effect.if_ if isinstance(effect, Done) else None
        if wanted and (set(wanted) != {"count"} or "of" not in wanted["count"]):
            reader.wrong(f"{path}.effects[{index}].if", wanted, "eine Zählung („count“ mit „of“)")
