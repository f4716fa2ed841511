"""A card from somebody's real box: typed by its printed numbers, per kind only those that decide something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards.vocabulary import Kind
from rules.engine.words import slug
from rules.whatif import paths
from rules.whatif.editing import NUMBER
from rules.whatif.fields import Field, make
from rules.whatif.words import game_rows

Row = dict[str, Any]
KINDS_OF = {
    "monster": ("monster",),
    "munchkins": ("one-shot",),
    "monsters": ("one-shot",),
    "boost": ("monster-boost",),
}
MOST_NAME = 80


def kinds(game: str, as_: str) -> list[tuple[str, str]]:
    """Return the kinds of cards that may come into a zone, with their German names."""
    known = KINDS_OF.get(as_) or game_rows(game)["zone_kinds"]
    return [(kind, str(Kind(kind).label)) for kind in known]


def fact_fields(game: str, kind: str) -> list[Field]:
    """Return the fields of a kind of card."""
    return [make(spec, spec["key"], None, []) for spec in game_rows(game)["facts"].get(kind, ())]


def card_from(form: Mapping[str, str], game: str, kind: str) -> Row:
    """Return the card that the form describes; what was left empty is not stated."""
    name = " ".join(form.get("name", "").split())[:MOST_NAME] or str(Kind(kind).label)
    card: Row = {"name": name, "kind": kind}
    for one in fact_fields(game, kind):
        typed = form.get(one.path, "").strip()
        if typed:
            paths.plant(card, one.path, _value(one, typed))
    return _whole(card)


def _value(one: Field, typed: str) -> Any:
    number = typed.replace("−", "-").replace(".", "")
    if (one.kind == "number" or one.number) and NUMBER.fullmatch(number):
        return int(number)
    if one.kind == "check":
        return True
    if one.kind == "trait":
        return slug(typed)
    if one.kind == "traits":
        return [slug(piece) for piece in typed.split(",") if piece.strip()]
    return typed


def _whole(card: Row) -> Row:
    """Leave out a modifier of which only half was typed; what happens, or can be done, is an entry each."""
    modifiers = [one for one in card.get("modifiers", ()) if {"vs", "strength"} <= set(one)]
    card.pop("modifiers", None)
    if modifiers:
        card["modifiers"] = modifiers
    for key in ("bad_stuff", "effects", "abilities"):
        if key in card:
            card[key] = [{name: value} for one in card[key] for name, value in one.items()]
    return card
