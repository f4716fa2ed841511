"""Reading a question strictly: every unknown key, word or card becomes a problem with its path, all at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar, cast

from rules.engine.cards import Card, CardRef, with_attached
from rules.engine.errors import LimitExceeded, Problem, ScenarioError
from rules.engine.forms import Form, any_of, either_of, form, like, named, nothing, says
from rules.engine.library import Library
from rules.engine.objects import Because, Json
from rules.engine.words import nearest, shown, slug

T = TypeVar("T")
Reads = Callable[["Reader", object, str], T]
# What reads some value or other; `Reads` says which.
Shape = Reads[object]
NAME_LIMIT = 200
AT_HAND = 8192
CARDS_LIMIT = 600
LIST_LIMIT = 200
READABLE = r"^[^\u0000]+$"
LEVEL_TEXT = "Höchstens die Stufe, mit der man nach dem entscheidenden Heft gewinnt."
# So few known words are all named where none comes near.
FEW = 30


class Reader:
    """Collects problems while shapes turn JSON values into the engine's values."""

    def __init__(
        self,
        library: Library,
        sets: tuple[str, ...],
        facts: Mapping[str, Shape],
        kinds: Collection[str],
        backs: Collection[str],
        decks: Mapping[str, str],
    ) -> None:
        self.library = library
        self.sets = sets
        self.facts = facts
        self.kinds = kinds
        self.backs = backs
        self.decks = decks
        self.problems: list[Problem] = []
        self.cards_read = 0
        # Cards of the boxes on the table by the words that have named them before.
        self.at_hand: dict[str, Card] = library.compile(("cards at hand", sets), dict)
        # Parts of tables that were read before (`remembering`).
        self.parts: dict[object, Any] = library.compile("parts read", dict)
        # Cards that the question describes itself, by slug: an action may name them by their name.
        self.own: dict[str, Card] = {}
        # Cards of boxes that are not on the table, named with their box.
        self.foreign: dict[str, Card] = {}
        self.players: tuple[str, ...] = ()
        # How low and high a person's level may be, by the book.
        self.levels = (1, 1)

    def problem(self, path: str, word: object, text: str, suggestions: tuple[str, ...] = ()) -> None:
        hint = " Meintest Du " + " oder ".join(f"„{s}“" for s in suggestions) + "?" if suggestions else ""
        self.problems.append(Problem(path, shown(word)[:NAME_LIMIT], text + hint, suggestions))

    def unknown(self, path: str, word: object, what: str, known: Collection[str]) -> None:
        """Report a word that is none of the known ones, with the nearest or, of a few, all of them."""
        suggestions = nearest(word, known) if isinstance(word, str) else ()
        few = known if not suggestions and len(known) <= FEW else ()
        there = f" Bekannt sind: {', '.join(few)}." if few else ""
        text = f"{what} „{shown(word)[:NAME_LIMIT]}“ ist an der Stelle {path} unbekannt.{there}"
        self.problem(path, word, text, suggestions)

    def wrong(self, path: str, word: object, wanted: str) -> None:
        self.problem(path, word, f"An der Stelle {path} muss {wanted} stehen, nicht „{shown(word)[:60]}“.")

    def finish(self) -> None:
        """Raise all problems, if there are any."""
        if self.problems:
            raise ScenarioError(self.problems)

    # Cards

    def card(self, value: object, path: str) -> Card | None:
        """Read a card of the state: everything about it must be known."""
        self.cards_read += 1
        if self.cards_read > CARDS_LIMIT:
            raise LimitExceeded(path, "cards", f"Mehr als {CARDS_LIMIT} Karten sind zu viel für eine Frage.")
        if isinstance(value, str):
            return self.at_hand.get(value) or self._named(value, path)
        if isinstance(value, dict):
            return self._described(value, path)
        self.wrong(path, value, "eine Karte")
        return None

    def _named(self, value: str, path: str) -> Card | None:
        card = self._found(value)
        if card is None:
            self._unknown_card(value, path)
        return card

    def _found(self, value: str) -> Card | None:
        """Find a card of the boxes on the table, or of the named box of the same game."""
        card = self.library.find(value, self.sets)
        box = value.rpartition("/")[0]
        if card is not None and box and box not in self.sets:
            if self.library.game_of(box) != self.library.game_of(self.sets[0]):
                return None
            self.foreign.setdefault(value, card)
        elif card is not None and len(self.at_hand) < AT_HAND:
            self.at_hand[value] = card
        return card

    def all_at_hand(self, value: object) -> tuple[Card, ...] | None:
        """Return the cards of a list if every one is at hand; else each of them has to be looked at."""
        if type(value) is not list or len(value) > min(LIST_LIMIT, CARDS_LIMIT - self.cards_read):
            return None
        try:
            found = tuple(map(self.at_hand.__getitem__, value))
        except (KeyError, TypeError):
            return None
        self.cards_read += len(found)
        return found

    def _unknown_card(self, value: str, path: str) -> None:
        box, _, name = value.rpartition("/")
        boxes = (box,) if box else self.sets
        known = [key.partition("/")[2] for key in self.library.card_facts if key.partition("/")[0] in boxes]
        elsewhere = [f"{b}/{slug(name)}" for b in self.library.boxes_by_slug.get(slug(name), ())]
        text = (
            f"Die Karte „{value[:NAME_LIMIT]}“ an der Stelle {path} kennt keine der Schachteln auf dem Tisch."
        )
        self.problem(path, value, text, tuple(elsewhere) or nearest(slug(name), [*known, *self.own]))

    def _described(self, value: Json, path: str) -> Card | None:
        known = self.library.described(value, self.sets) if "with" not in value else None
        if known is not None and known.name:
            self.own.setdefault(known.slug, known)
            return known
        if "back" in value:
            return self._back(value, path)
        attached = cards(self, value["with"], f"{path}.with") if "with" in value else ()
        if "card" in value:
            for key in set(value) - {"card", "with"}:
                self.unknown(f"{path}.{key}", key, "Der Schlüssel", ("card", "with"))
            if isinstance(value["card"], dict):
                inner = self._described(value["card"], f"{path}.card")
                return with_attached(inner, (*inner.attached, *attached)) if inner else None
            if not isinstance(value["card"], str):
                self.wrong(f"{path}.card", value["card"], "der Name einer Karte")
                return None
            card = self._named(value["card"], f"{path}.card")
            return self.library.attach(card, value, attached) if card else None
        return self._inline(value, path, attached)

    def _back(self, value: Json, path: str) -> Card | None:
        back = value["back"]
        if set(value) != {"back"} or not isinstance(back, str) or back not in self.backs:
            self.unknown(f"{path}.back", back, "Die Rückseite", self.backs)
            return None
        return self.library.back(back)

    def _inline(self, value: Json, path: str, attached: tuple[Card, ...]) -> Card | None:
        before = len(self.problems)
        name, kind = value.get("name"), value.get("kind")
        if not isinstance(name, str) or not name.strip():
            self.problem(path, "name", f"Der Karte an der Stelle {path} fehlt ihr Name („name“).")
        if "kind" not in value:
            self.problem(f"{path}.kind", "kind", f"An der Stelle {path} fehlt die Kartenart („kind“).")
        elif not isinstance(kind, str) or kind not in self.kinds:
            self.unknown(f"{path}.kind", kind, "Die Kartenart", self.kinds)
        found = {
            k: self._fact(k, v, f"{path}.{k}") for k, v in value.items() if k not in ("name", "kind", "with")
        }
        facts = {k: v for k, v in found.items() if v is not None}
        if len(self.problems) > before:
            return None
        facts |= {"name": name, "kind": kind}
        facts["deck"] = facts.get("deck") or self.decks.get(str(kind), "")
        card = self.library.inline(value, facts, attached, self.sets)
        self.own.setdefault(card.slug, card)
        return card

    def _fact(self, key: str, value: object, path: str) -> object:
        shape = self.facts.get(key)
        if shape is None:
            self.unknown(path, key, "Die Angabe", self.facts)
            return None
        return shape(self, value, path) if value is not None else None

    def ref(self, value: object, path: str) -> CardRef | None:
        """Read a card that an action names: by name, by slug, or by the very object."""
        if isinstance(value, str):
            card = self._found(value)
            if card is None and slug(value.rpartition("/")[2]) not in self.own:
                self._unknown_card(value, path)
                return None
            return CardRef(value, card)
        card = self.card(value, path)
        return CardRef(value, card) if card and isinstance(value, dict) else None


# Shapes: small functions that read one kind of value. Each returns something harmless after a problem.


def record(fields: Mapping[str, Shape], required: Collection[str] = ()) -> Reads[Json]:
    """Read an object with exactly these keys; what is absent is absent in the result."""
    needed = frozenset(required)

    def shape(reader: Reader, value: object, path: str) -> Json:
        if not isinstance(value, dict):
            reader.wrong(path, value, "ein Objekt")
            return {}
        found: Json = {}
        before = f"{path}." if path else ""
        for key, item in value.items():
            field = fields.get(key)
            if field is not None:
                found[key] = field(reader, item, before + key)
            else:
                reader.unknown(f"{before}{key}", key, "Der Schlüssel", fields)
        for key in required if not value.keys() >= needed else ():
            if key not in value:
                reader.problem(
                    f"{path}.{key}" if path else key, key, f"An der Stelle {path or 'oben'} fehlt „{key}“."
                )
        return found

    return says(lambda: _object(fields, required))(shape)


def keyed(keys: type[T], fields: Mapping[str, Shape], required: Collection[str] = ()) -> Reads[T]:
    """Read an object whose keys a `TypedDict` names."""
    return cast("Reads[T]", record(fields, required))


def _object(fields: Mapping[str, Shape], required: Collection[str]) -> Form:
    needed = {"required": list(required)} if required else {}
    properties = {key: form(field) for key, field in fields.items()}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}


def entry(
    maker: Callable[..., T], fields: Mapping[str, Shape], required: tuple[str, ...] = ()
) -> Reads[T | None]:
    """Read an object into a struct; None where something required is missing."""
    shape, needed = record(fields, required), frozenset(required)

    def read(reader: Reader, value: object, path: str) -> T | None:
        found = shape(reader, value, path)
        if None in found.values():
            found = {key: item for key, item in found.items() if item is not None}
        return maker(**found) if found.keys() >= needed else None

    return says(like(shape))(read)


def listing(item: Reads[T | None], limit: int = LIST_LIMIT, *, some: bool = False) -> Reads[tuple[T, ...]]:
    """Read a list; entries that cannot be read are left out. `some` says that its reader refuses an empty one."""

    def shape(reader: Reader, value: object, path: str) -> tuple[T, ...]:
        if not isinstance(value, list):
            reader.wrong(path, value, "eine Liste")
            return ()
        if len(value) > limit:
            raise LimitExceeded(
                path, str(len(value)), f"An der Stelle {path} sind höchstens {limit} Einträge erlaubt."
            )
        found = []
        for index, entry in enumerate(value):
            made = item(reader, entry, f"{path}[{index}]")
            if made is not None:
                found.append(made)
        return tuple(found)

    least = {"minItems": 1} if some else {}
    return says(lambda: {"type": "array", "items": form(item), **least, "maxItems": limit})(shape)


def integer(low: int, high: int) -> Reads[int]:
    def shape(reader: Reader, value: object, path: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            reader.wrong(path, value, f"eine ganze Zahl von {low} bis {high}")
            return low
        return value

    return says(lambda: {"type": "integer", "minimum": low, "maximum": high})(shape)


@says(lambda: {"type": "boolean"})
def boolean(reader: Reader, value: object, path: str) -> bool:
    if not isinstance(value, bool):
        reader.wrong(path, value, "true oder false")
    return bool(value)


@says(lambda: {"type": "string", "maxLength": NAME_LIMIT})
def text(reader: Reader, value: object, path: str) -> str:
    if not isinstance(value, str) or len(value) > NAME_LIMIT:
        reader.wrong(path, value, f"ein Text von höchstens {NAME_LIMIT} Zeichen")
        return ""
    return value


@says(lambda: {"type": "string", "minLength": 1, "maxLength": NAME_LIMIT, "pattern": READABLE})
def ident(reader: Reader, value: object, path: str) -> str:
    """Read the name that something has in the question: no other word may be missing so quietly."""
    if isinstance(value, str) and not value.strip():
        reader.problem(path, value, f"An der Stelle {path} fehlt ein Name: Er ist leer.")
    return text(reader, value, path)


@says(lambda: {"type": "integer", "minimum": 1, "maximum": 99, "description": LEVEL_TEXT})
def level(reader: Reader, value: object, path: str) -> int:
    """Read a person's level."""
    low, top = reader.levels
    if isinstance(value, bool) or not isinstance(value, int):
        reader.wrong(path, value, f"eine Stufe von {low} bis {top}")
    elif not low <= value <= top:
        one = shown(value)[:60]
        reader.problem(path, value, f"Stufe {one} gibt es nicht: Eine Figur steht auf Stufe {low} bis {top}.")
    else:
        return value
    return low


def seated(reader: Reader, listed: object, path: str) -> None:
    """Note who sits at the table, since everything else speaks of them; report who sits there twice."""
    rows = listed if isinstance(listed, list) else []
    names = [row.get("id") if isinstance(row, dict) else None for row in rows]
    reader.players = tuple(name for name in names if isinstance(name, str) and name.strip())
    for index, name in enumerate(names):
        if name in reader.players and name in names[:index]:
            text = f"Die Person „{name}“ sitzt zweimal am Tisch."
            reader.problem(f"{path}.players[{index}].id", name, text)


def word(known: Collection[str], what: str = "Das Wort") -> Reads[str]:
    """Read one of a closed set of words."""

    def shape(reader: Reader, value: object, path: str) -> str:
        if not isinstance(value, str) or value not in known:
            reader.unknown(path, value, what, known)
        return str(value)

    return says(lambda: {"type": "string", "enum": list(known)})(shape)


def nullable(inner: Reads[T]) -> Reads[T | None]:
    def shape(reader: Reader, value: object, path: str) -> T | None:
        return None if value is None else inner(reader, value, path)

    return says(lambda: any_of([form(inner), nothing()]))(shape)


def either(*shapes: tuple[type | tuple[type, ...], Shape]) -> Shape:
    """Read a value by its JSON type."""

    def shape(reader: Reader, value: object, path: str) -> object:
        for kind, inner in shapes:
            if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
                return inner(reader, value, path)
        reader.wrong(path, value, "ein anderer Wert")
        return None

    return says(either_of(*(inner for _, inner in shapes)))(shape)


def anything(reader: Reader, value: object, path: str) -> object:
    return value


card, ref = says(named("Card"))(Reader.card), says(named("Card"))(Reader.ref)


@says(lambda: {"type": "string"})
def player(reader: Reader, value: object, path: str) -> str:
    if value not in reader.players:
        reader.unknown(path, value, "Die Person", reader.players)
    return str(value)


@says(either_of(text, ref))
def rest_of_card(reader: Reader, value: object, path: str) -> Because:
    """Read a reason: a card, a rule id or a text; a string that is no card stays a text."""
    return text(reader, value, path) if isinstance(value, str) else reader.ref(value, path)


_each_card = listing(card)
refs = listing(ref)


@says(like(_each_card))
def cards(reader: Reader, value: object, path: str) -> tuple[Card, ...]:
    """Read cards: a table of long piles names the same ones again and again."""
    found = reader.all_at_hand(value)
    return _each_card(reader, value, path) if found is None else found
