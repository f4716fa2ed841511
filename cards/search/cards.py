"""The cards as documents: where each field of a card finds its values."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from django.db import connections
from django.db.models import BooleanField, Q
from django.db.models.base import ModelState

from cards import vocabulary
from cards.columns import JSONField, decode
from cards.effect_wording import trait
from cards.folding import sort_key
from cards.models import Card, Edition, Source
from cards.querysets import CardQuerySet
from cards.search.corpus import Document, Labels, Part, add_labels, add_part
from cards.search.effect_words import effect_words
from cards.search.fields import BY_NAME
from cards.wording import trait_names

Read = Callable[[Card], Any]
FIELDS = Card._meta.concrete_fields
# What a card has for itself; the rest many cards have alike, and it is read once for all of them.
OWN = ("id", "slug", "name", "name_en", "aliases", "text", "bad_stuff_text")
ALIKE = [field.attname for field in FIELDS if field.attname not in (*OWN, "order", "notes", "origin")]
JSON = [field.attname for field in FIELDS if isinstance(field, JSONField)]
TRUTHS = [field.attname for field in FIELDS if isinstance(field, BooleanField)]

# Field of the search → what a card holds there; the names of the fields are those of the field table.
READ: dict[str, Read] = {
    "typ": lambda card: card.kind,
    "set": lambda card: card.edition_id,
    "deck": lambda card: card.deck,
    "fraktion": lambda card: card.faction or card.structures.get("theme"),
    "stufe": lambda card: card.level,
    "stufen": lambda card: card.levels,
    "stufenverlust": lambda card: tuple(lost_levels(card.structures)),
    "schaetze": lambda card: card.treasures,
    "bonus": lambda card: card.bonus,
    "gold": lambda card: card.gold,
    "haende": lambda card: card.hands,
    "platz": lambda card: card.slot,
    "merkmal": lambda card: tuple(card.tags),
    "fuer": lambda card: tuple(card.structures.get("usable_by", ())),
    "verboten": lambda card: tuple(card.structures.get("not_usable_by", ())),
    "gegen": lambda card: tuple(fought(card)),
    "staerker": lambda card: tuple(favoured(card, 1)),
    "schwaecher": lambda card: tuple(favoured(card, -1)),
    "wirkung": lambda card: effect_words().of(card.own_facts(), card.kind),
    "schlimm": lambda card: effect_words().of({"bad_stuff": card.structures.get("bad_stuff", [])}),
    "wann": lambda card: tuple(moments(card)),
    "als": lambda card: card.structures.get("as"),
    "auf": lambda card: card.structures.get("play_on"),
    "weglaufen": lambda card: tuple(escaping(card)),
    "staerke": lambda card: card.strength,
    "zerstoerungswert": lambda card: card.breakpoint,
    "grad": lambda card: card.grade,
    "punkte": lambda card: tuple(card.structures.get("points", ())),
    "monsterzahl": lambda card: card.monsters,
    "verschont": lambda card: card.structures.get("ignores", {}).get("max_level"),
    "klar": lambda card: 0,
    "regel": lambda card: (),
    "sicherheit": lambda card: card.confidence,
    "ist": lambda card: tuple(key for key, (_, holds) in IS.items() if holds(card)),
}
# The facts that `hat:` asks for, each by the name of its field.
FACTS = (
    *(
        "fraktion",
        "stufe",
        "stufen",
        "stufenverlust",
        "schaetze",
        "bonus",
        "gold",
        "haende",
        "platz",
        "merkmal",
        "fuer",
        "verboten",
    ),
    *("gegen", "staerker", "schwaecher", "schlimm", "wann", "als", "auf", "weglaufen", "staerke", "grad"),
    *("zerstoerungswert", "punkte", "monsterzahl", "verschont"),
)


NOT_ATTESTED = (None, "", ())
# Whoever has such a card has the trait of its name.
GIVING_TRAITS = frozenset({"class", "race", "loyalty", "training", "style"})
IS: dict[str, tuple[str, Read]] = {
    "gross": ("groß", lambda card: card.big),
    "komplex": ("komplex", lambda card: card.structures.get("complex")),
    "einmal": ("einmal einsetzbar", lambda card: card.kind == vocabulary.Kind.ONE_SHOT),
    "vollstaendig": ("vollständig belegt", lambda card: card.complete),
    "geprueft": ("geprüft", lambda card: card.checked),
    "ausfuehrbar": ("voll ausführbar", lambda card: card.coverage == vocabulary.Coverage.FULL),
    "munchkin": ("aus der Munchkin-Reihe", lambda card: card.edition.game == vocabulary.Game.MUNCHKIN),
    "smash-up": ("aus Smash Up", lambda card: card.edition.game == vocabulary.Game.SMASH_UP),
}
HAS: dict[str, tuple[str, Read]] = {
    "deutscher-name": ("einen deutschen Namen", lambda card: card.name_is_german),
    "wirkung": ("eine Wirkung", lambda card: bool(card.structures)),
    "text": ("einen Text", lambda card: bool(card.text)),
    "klarstellung": ("eine Klarstellung", lambda card: False),
    "offene-frage": ("eine offene Frage", lambda card: False),
    "englischer-name": ("einen englischen Namen", lambda card: bool(card.name_en)),
}
PEOPLE = {"männer": "gender:m", "frauen": "gender:w", "men": "gender:m", "women": "gender:w"}
# Further words for the keys of the vocabulary; what people type who know the English cards.
OTHER_WORDS: Labels = {
    "typ": {"verstärker": "monster-boost", "fluch": "curse", "sonstiges": "special", "trank": "one-shot"},
    "platz": {"kopf": "head", "rüstung": "armor", "körper": "armor", "füße": "feet", "schuhe": "feet"},
    "deck": {"tür": "door", "türen": "door", "schätze": "treasure"},
    "merkmal": {
        "undead": "untot",
        "gun": "schusswaffe",
        "knife": "messer",
        "fire": "feuer",
        "vehicle": "fahrzeug",
    },
    **dict.fromkeys(("fuer", "verboten", "gegen", "staerker", "schwaecher"), PEOPLE),
    "ist": {"big": "gross", "complete": "vollstaendig", "executable": "ausfuehrbar", "einmalig": "einmal"},
    "hat": {
        "ruling": "klarstellung",
        "klarstellungen": "klarstellung",
        "effect": "wirkung",
        "question": "offene-frage",
        "german": "deutscher-name",
        "english": "englischer-name",
        "preis": "gold",
        "wert": "gold",
        "schlimme dinge": "schlimm",
    },
}


def fought(card: Card) -> Iterator[str]:
    """Yield the traits that the card's numbers change against; a number may name several."""
    yield from dict.fromkeys(trait for trait, _ in modified(card))


def favoured(card: Card, sign: int) -> Iterator[str]:
    """Yield the traits against which a card is stronger, or weaker; each also with the amount, `cop+4`."""
    for against, strength in modified(card):
        if strength * sign > 0:
            yield from (against, f"{against}{strength:+d}")


def modified(card: Card) -> Iterator[tuple[str, int]]:
    for modifier in card.structures.get("modifiers", ()):
        traits = modifier.get("vs") or []
        yield from ((one, modifier["strength"]) for one in ([traits] if isinstance(traits, str) else traits))
    costs = (ability.get("discard_for_strength", {}) for ability in card.structures.get("abilities", ()))
    yield from ((cost["vs"], cost["each"]) for cost in costs if "vs" in cost)


def moments(card: Card) -> Iterator[str]:
    """Yield when the abilities of a card of Smash Up work."""
    for ability in card.structures.get("abilities", ()):
        yield from (ability[name] for name in ("kind", "window") if name in ability)


def lost_levels(value: Any) -> Iterator[int]:
    """Yield how many levels a card costs, wherever among its effects that stands."""
    if isinstance(value, Mapping):
        lost = value.get("lose_levels")
        yield from [lost] if isinstance(lost, int) else ()
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from lost_levels(inner)


def escaping(card: Card) -> Iterator[int]:
    """Yield what the card adds to running away, by itself or by an ability."""
    if card.run_away is not None:
        yield card.run_away
    yield from (a["run_away"] for a in card.structures.get("abilities", ()) if "run_away" in a)


def read_cards(keys: Collection[str] | None = None) -> Iterator[Document]:
    """Yield every card as a document, or those of these keys."""
    cards, sources = Card.objects.order_by(), Card.sources.through.objects.all()
    if keys is not None:
        pks = [pk for key in keys for pk in _pk(*key.split("/"))]
        cards, sources = cards.filter(pk__in=pks), sources.filter(card__in=pks)
    attesting: dict[int, list[str]] = defaultdict(list)
    for card_id, source in sources.order_by("source").values_list("card_id", "source_id"):
        attesting[card_id].append(source)
    editions, kinds = Edition.objects.in_bulk(), dict(vocabulary.Kind.choices)
    known: dict[tuple[Any, ...], tuple[Edition, str, dict[str, Any]]] = {}
    for pk, slug, name, name_en, aliases, text, bad_stuff, *facts in _rows(cards):
        attested = tuple(attesting.get(pk, ()))
        alike = (*facts, bool(text), bool(name_en), attested)
        if alike not in known:
            card = _card({**dict(zip(ALIKE, facts, strict=True)), "text": text, "name_en": name_en}, editions)
            line = f"{kinds.get(card.kind, card.kind)} · {card.edition.name}"
            known[alike] = card.edition, line, _values(card, attested)
        edition, line, values = known[alike]
        yield Document(
            part="karte",
            key=f"{edition.key}/{slug}",
            name=name,
            url=Card.address(edition.key, slug),
            order=(edition.order, sort_key(name), slug),
            others=tuple([n for n in (name_en, *decode(aliases)) if n and n != name]),
            text=f"{text} {bad_stuff}" if text and bad_stuff else text or bad_stuff,
            line=line,
            values=values,
        )


def _rows(cards: CardQuerySet) -> list[tuple[Any, ...]]:
    """Return the columns as the database has them: what most cards have alike need not be decoded for each."""
    query = cards.values_list(*OWN, *ALIKE).query
    with connections[cards.db].cursor() as cursor:
        cursor.execute(*query.get_compiler(cards.db).as_sql())
        return cursor.fetchall()


def _card(row: dict[str, Any], editions: Mapping[str, Edition]) -> Card:
    """Make a card of a row without what a model does besides: there may be hundreds of thousands."""
    card = Card.__new__(Card)
    card.__dict__ = row
    row.update({name: decode(row[name]) for name in JSON if name in row})
    row.update({name: None if row[name] is None else bool(row[name]) for name in TRUTHS})
    card._state = ModelState()
    card.edition = editions[row["edition_id"]]
    return card


def _pk(box: str, slug: str) -> Iterable[int]:
    return Card.objects.filter(edition=box, slug=slug).values_list("pk", flat=True)


def _values(card: Card, sources: tuple[str, ...]) -> dict[str, Any]:
    """Return what the fields of the search hold; cards that are alike share it."""
    values = {name: value for name, read in READ.items() if (value := read(card)) is not None}
    having = [key for key, (_, holds) in HAS.items() if holds(card)]
    having += [name for name in FACTS if values.get(name) not in NOT_ATTESTED]
    return {**values, "quelle": sources, "hat": tuple(having)}


def card_labels() -> Labels:
    """Return how people read the values of a card's fields."""
    known = trait_names()
    cards = list(Card.objects.filter(~Q(tags=[]) | ~Q(structures={})).only("tags", "structures"))
    given = Card.objects.filter(kind__in=GIVING_TRAITS).values_list("slug", flat=True)
    traits = {word for card in cards for word in _traits(card)} | set(given)
    names = {word: _named(word, known) for word in traits}
    effects = dict(effect_words().labels)
    return {
        "typ": dict(vocabulary.Kind.choices),
        "deck": dict(vocabulary.Deck.choices),
        "platz": dict(vocabulary.Slot.choices),
        "sicherheit": dict(vocabulary.Confidence.choices),
        "set": {e.key: e.name for e in Edition.objects.all()},
        "quelle": {s.key: s.title for s in Source.objects.all()},
        "fraktion": {
            f: _label(f)
            for f in Card.objects.values_list("faction", flat=True).distinct().order_by("faction")
            if f
        },
        **dict.fromkeys(("merkmal", "fuer", "verboten", "gegen"), names),
        **{name: {**names, **_amounts(name, names, cards)} for name in ("staerker", "schwaecher")},
        **dict.fromkeys(("wirkung", "schlimm"), effects),
        "wann": dict(vocabulary.AbilityKind.choices) | dict(vocabulary.Window.choices),
        "als": {"creature": "Kreatur", "action": "Aktion"},
        "auf": dict(vocabulary.PlayOn.choices),
        "ist": {key: label for key, (label, _) in IS.items()},
        "hat": {key: label for key, (label, _) in HAS.items()}
        | {name: BY_NAME[name].label for name in FACTS},
    }


def _traits(card: Card) -> set[str]:
    """Return which traits a card has, wants or fights."""
    return {*card.tags, *READ["fuer"](card), *READ["verboten"](card), *READ["gegen"](card)}


def _amounts(name: str, names: Mapping[str, str], cards: Iterable[Card]) -> dict[str, str]:
    """Name the traits with an amount: „Cop +4“."""
    found = {key for card in cards for key in READ[name](card)} - set(names)
    parts = {key: re.split(r"(?=[+-]\d+$)", key) for key in sorted(found)}
    return {key: f"{names[one]} {amount}" for key, (one, amount) in parts.items()}


def _named(word: str, known: Mapping[str, str]) -> str:
    said = trait(word, known)
    return said if said != word else _label(word)


def _label(slug: str) -> str:
    return slug.replace("-", " ").title()


def register() -> None:
    """Hand the cards to the search, as its first group."""
    add_part(Part("karte", "Karten", "Karte", read_cards))
    add_labels(card_labels, lambda: OTHER_WORDS)
