"""The cards as documents: where each field of a card finds its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cards import vocabulary
from cards.folding import sort_key
from cards.models import Card, Edition, Source
from cards.search.corpus import Document, Labels, Part, add_labels, add_part
from cards.wording import trait_names

Read = Callable[[Card], Any]

# Field of the search → what a card holds there; the names of the fields are those of the field table.
READ: dict[str, Read] = {
    "typ": lambda card: card.kind,
    "set": lambda card: card.edition_id,
    "deck": lambda card: card.deck,
    "fraktion": lambda card: card.faction,
    "stufe": lambda card: card.level,
    "stufen": lambda card: card.levels,
    "schaetze": lambda card: card.treasures,
    "bonus": lambda card: card.bonus,
    "gold": lambda card: card.gold,
    "haende": lambda card: card.hands,
    "platz": lambda card: card.slot,
    "merkmal": lambda card: tuple(card.tags),
    "fuer": lambda card: tuple(card.structures.get("usable_by", ())),
    "gegen": lambda card: tuple(fought(card)),
    "weglaufen": lambda card: card.run_away,
    "staerke": lambda card: card.strength,
    "zerstoerungswert": lambda card: card.breakpoint,
    "punkte": lambda card: tuple(card.structures.get("points", ())),
    "klar": lambda card: 0,
    "regel": lambda card: (),
    "quelle": lambda card: tuple(source.key for source in card.sources.all()),
    "sicherheit": lambda card: card.confidence,
    "ist": lambda card: tuple(key for key, (_, holds) in IS.items() if holds(card)),
    "hat": lambda card: tuple(key for key, (_, holds) in HAS.items() if holds(card)),
}
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
}
# Further words for the keys of the vocabulary; what people type who know the English cards.
OTHER_WORDS: Labels = {
    "typ": {"verstärker": "monster-boost", "fluch": "curse", "sonstiges": "special", "trank": "one-shot"},
    "platz": {"kopf": "head", "rüstung": "armor", "körper": "armor", "füße": "feet", "schuhe": "feet"},
    "deck": {"tür": "door", "türen": "door", "schätze": "treasure"},
    "fuer": {"männer": "gender:m", "frauen": "gender:w"},
    "ist": {"big": "gross", "complete": "vollstaendig", "executable": "ausfuehrbar", "einmalig": "einmal"},
    "hat": {
        "ruling": "klarstellung",
        "klarstellungen": "klarstellung",
        "effect": "wirkung",
        "question": "offene-frage",
        "german": "deutscher-name",
    },
}


def fought(card: Card) -> Iterator[str]:
    """Yield the traits that the card's numbers change against; a number may name several."""
    for modifier in card.structures.get("modifiers", ()):
        traits = modifier.get("vs") or []
        yield from [traits] if isinstance(traits, str) else traits


def read_cards() -> Iterator[Document]:
    """Yield every card as a document."""
    cards = Card.objects.select_related("edition").prefetch_related("sources")
    for card in cards:
        yield Document(
            part="karte",
            key=card.key,
            name=card.name,
            url=card.get_absolute_url(),
            order=(card.edition.order, sort_key(card.name), card.slug),
            others=tuple(n for n in (card.name_en, *card.aliases) if n and n != card.name),
            text=" ".join(filter(None, (card.text, card.bad_stuff_text))),
            line=f"{card.get_kind_display()} · {card.edition.name}",
            values={name: value for name, read in READ.items() if (value := read(card)) is not None},
        )


def card_labels() -> Labels:
    """Return how people read the values of a card's fields."""
    known = trait_names()
    names = {trait: known.get(trait, _label(trait)) for card in Card.objects.all() for trait in _traits(card)}
    return {
        "typ": dict(vocabulary.Kind.choices),
        "deck": dict(vocabulary.Deck.choices),
        "platz": dict(vocabulary.Slot.choices),
        "sicherheit": dict(vocabulary.Confidence.choices),
        "set": {e.key: e.name for e in Edition.objects.all()},
        "quelle": {s.key: s.title for s in Source.objects.all()},
        "fraktion": {f: _label(f) for f in Card.objects.values_list("faction", flat=True) if f},
        "merkmal": names,
        "fuer": names,
        "gegen": names,
        "ist": {key: label for key, (label, _) in IS.items()},
        "hat": {key: label for key, (label, _) in HAS.items()},
    }


def _traits(card: Card) -> set[str]:
    """Return what can be asked for: traits that a card has, wants or fights, and those that it gives."""
    given = {card.slug} if card.kind in GIVING_TRAITS else set()
    return {*card.tags, *READ["fuer"](card), *READ["gegen"](card), *given}


def _label(slug: str) -> str:
    return slug.replace("-", " ").title()


def register() -> None:
    """Hand the cards to the search, as its first group."""
    add_part(Part("karte", "Karten", "Karte", read_cards))
    add_labels(card_labels, lambda: OTHER_WORDS)
