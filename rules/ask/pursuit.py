"""„Verfolgt mich der Shoggoth?“: whom a monster lets go, by what is told of who runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from rules.ask import escape, facts, mood
from rules.ask.data import said
from rules.ask.question import Question, Reading
from rules.ask.table import ME, Foe, Person, Table
from rules.ask.words import key
from rules.engine import resolve
from rules.engine.errors import ScenarioError

PURSUES, WEIGHT = "ignores", 0.97
ENDS = frozenset(".!?;:")
# What a card may look at, what the question back calls it, and how far it reaches.
UNTOLD: dict[str, tuple[str, tuple[Any, ...]]] = {
    "level": ("stufe", tuple(range(1, 10))),
    "gender": ("geschlecht", ("m", "w")),
}
ASKED = {
    ("stufe",): "Auf welcher Stufe?",
    ("geschlecht",): "Männlich oder weiblich?",
    ("stufe", "geschlecht"): "Auf welcher Stufe, und männlich oder weiblich?",
}


def by_pursuit(question: Question) -> Reading | None:
    """Answer whether a monster pursues somebody; asks for the level or the sex where that decides."""
    card = _pursuer(question)
    if card is None:
        return None
    found = _fates(question, card)
    return _told(question, card, *found) if found else None


def hangs(question: Question, card: str) -> Reading | None:
    """Ask for what decides whether a monster pursues at all; None where that is told, or spares nobody."""
    found = _fates(question, card) if question.library.card_facts[card].get(PURSUES) else None
    return _told(question, card, *found) if found and found[1] else None


def _fates(question: Question, card: str) -> tuple[dict[tuple[Any, ...], bool], tuple[str, ...]] | None:
    """Return whom of those who may run a monster lets go, and what that hangs on; None where nobody can say."""
    person = _who(question)
    fates: dict[tuple[Any, ...], bool] = {}
    open_ = [name for name in UNTOLD if not getattr(person, name)]
    for told in product(*(UNTOLD[name][1] for name in open_)):
        spared = _spared(question, card, person, dict(zip(open_, told, strict=True)))
        if spared is None:
            return None
        fates[told] = spared
    return fates, tuple(_deciding(fates, open_))


def _pursuer(question: Question) -> str | None:
    """Return the one monster of which it is asked whom it pursues, if its card spares anybody."""
    known = question.library.card_facts
    cards = {one.cards[0] for one in question.mentions if one.kind == "card"}
    monsters = [card for card in cards if known[card]["kind"] == "monster"]
    words = [key(token.text) for token in question.tokens]
    other = _asks_what(question) or mood.moods(question.text) & mood.DECIDING
    if len(monsters) != 1 or not known[monsters[0]].get(PURSUES) or other:
        return None
    return monsters[0] if facts.speaks_of(PURSUES, words) else None


def _asks_what(question: Question) -> bool:
    """Say whether a sentence begins with what, who or how; „so Kleine wie mich“ asks nothing."""
    begins = [
        token.key
        for at, token in enumerate(question.tokens)
        if not at or question.tokens[at - 1].kind == "sign"
    ]
    return bool(said("asking_what").intersection(begins))


def _last_sentence(question: Question) -> set[str]:
    """Return the words of the last sentence: it asks."""
    keys = [token.key for token in question.tokens]
    while keys and keys[-1] in ENDS:
        keys.pop()
    first = max((at for at, key in enumerate(keys) if key in ENDS), default=-1)
    return set(keys[first + 1 :])


def _who(question: Question) -> Person:
    """Return who runs: the one who says „mich“, else whoever something is told of, as a fight would read it."""
    table = question.fight.worked.table if question.fight else question.table
    if question.keys & said("me_pursued"):
        return table.people.get(ME) or Person(ME)
    people = [one for one in table.people.values() if one.level or one.gender]
    return people[0] if people else table.people.get(ME) or Person(ME)


def _spared(question: Question, card: str, person: Person, told: dict[str, Any]) -> bool | None:
    """Say whether the monster lets somebody go of whom this is told beside; None where nobody can say."""
    runner = Person(person.id, level=person.level, gender=person.gender)
    for name, value in told.items():
        setattr(runner, name, value)
    table = Table(people={runner.id: runner}, foes=[Foe(card)])
    try:
        scenario = escape.scenario(table, [runner], question.boxes, question.library.card_facts)
        result = resolve(scenario, question.library)
    except ScenarioError:
        return None
    events = {one["event"] for outcome in result["outcomes"] for one in outcome.get("events") or ()}
    return not result["legal"] or events == {"spared"}


def _deciding(fates: dict[tuple[Any, ...], bool], names: list[str]) -> Iterator[str]:
    """Yield what the fate hangs on, in the words of the contract."""
    for place, name in enumerate(names):
        groups: dict[tuple[Any, ...], set[bool]] = {}
        for told, spared in fates.items():
            groups.setdefault((*told[:place], *told[place + 1 :]), set()).add(spared)
        if any(len(group) > 1 for group in groups.values()):
            yield UNTOLD[name][0]


def _told(
    question: Question, card: str, fates: dict[tuple[Any, ...], bool], asks: tuple[str, ...]
) -> Reading:
    known = question.library.card_facts
    box = str(question.library.editions[card.partition("/")[0]]["name"])
    fact = facts.tell(card, PURSUES, known, "", box).text
    answer = question.answer(
        "fact", "rueckfrage", f"{fact} {ASKED.get(asks, '')}", cites=["card:" + card], asks=[*asks]
    )
    if not asks:
        let_go = next(iter(fates.values()))
        asked_so = bool(_last_sentence(question) & said("lets_go"))
        answer.verdict = "ja" if let_go is asked_so else "nein"
        fate = "verfolgt hier nicht" if let_go else "verfolgt hier"
        answer.answer = f"{answer.verdict.title()}: „{known[card]['name']}“ {fate}. {fact}"
    return Reading(WEIGHT, answer)
