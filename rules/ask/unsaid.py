"""What nobody said of a fight, where it decides who wins: a sex, a class, what a boost is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from rules.ask import fight, lacking, telling
from rules.ask.answer import Assumed
from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.question import Question
from rules.ask.table import TRAITS, Person, facts_of, has
from rules.engine import resolve

Scenario = dict[str, Any]
# How many words may lie between something and what is said of it.
BESIDE = 3
AGAINST = "Gegen wen ist das Monster stärker oder schwächer, und um wie viel?"
BOOST = "Um wie viel macht der Verstärker das Monster stärker?"
SOMETHING = "Welchen Bonus gibt das alles zusammen?"
LOWEST = (
    "Steht, wer kämpft, am niedrigsten? Gegen die niedrigste Stufe ist das Monster stärker oder schwächer."
)
LOW_OR_NOT = {"Ja": "Ich stehe am niedrigsten.", "Nein": "Ich stehe nicht am niedrigsten."}
HELPER = "Wer hilft, und mit welcher Stufe und welchen Boni?"
HIGHEST_LEVEL = 10


def check(question: Question, scenario: Scenario, result: dict[str, Any]) -> list[Assumed]:
    """Return what was taken for granted; raises `Gap` where something decides and nobody said it."""
    taken = _genders(question, scenario, result)
    _forbidden_help(question, scenario, result)
    _traits(question, scenario, result)
    _lowest(question, scenario, result)
    _even(question, scenario, result)
    _unnamed(question, scenario, result)
    _doubtful(question, scenario, result)
    _vague(question, scenario, result)
    return taken


def fighting(scenario: Scenario) -> list[dict[str, Any]]:
    """Return who fights and who helps."""
    seats: list[dict[str, Any]] = scenario["state"]["players"]
    return seats[: 1 + bool(scenario["state"]["combat"]["helper"])]


def winner(result: dict[str, Any]) -> Any:
    return [(outcome.get("combat") or {}).get("winner") for outcome in result["outcomes"]]


def _ends_otherwise(question: Question, scenario: Scenario, result: dict[str, Any]) -> bool:
    """Say whether the table as it lies now is won by somebody else."""
    return bool(winner(resolve(scenario, question.library)) != winner(result))


def _genders(question: Question, scenario: Scenario, result: dict[str, Any]) -> list[Assumed]:
    """Return the gender that was taken for granted; raises `Gap` where it decides and nobody said it."""
    if not any("gender" in str(row.get("vs")) for row in _modifiers(question, scenario)):
        return []
    open_ = [seat for seat in fighting(scenario) if "gender" not in seat]
    for seats in [*([seat] for seat in open_), open_]:
        for seat in seats:
            seat["gender"] = "w"
        decides = _ends_otherwise(question, scenario, result)
        for seat in seats:
            del seat["gender"]
        if decides:
            raise _asks_gender(seats[0]["id"])
    return [
        Assumed(what="geschlecht", value="m", matters=False, text=f"{telling.name(seat['id'])}: männlich")
        for seat in open_
    ]


def _asks_gender(ident: str) -> lacking.Gap:
    return lacking.Gap("geschlecht", text=telling.asks_gender(ident), choices=telling.sexes(ident))


def _forbidden_help(question: Question, scenario: Scenario, result: dict[str, Any]) -> None:
    """Raise `Gap` where a monster lets only women help, nobody said what the helper is, and the fight is won."""
    helper = scenario["state"]["combat"]["helper"]
    seats = [seat for seat in fighting(scenario) if seat["id"] == helper and "gender" not in seat]
    forbidden = [
        one for foe in question.table.foes for one in fight.forbidden(foe, question.library.card_facts)
    ]
    if seats and "gender:m" in forbidden and winner(result) == ["munchkins"]:
        raise _asks_gender(helper)


def _traits(question: Question, scenario: Scenario, result: dict[str, Any]) -> None:
    """Raise `Gap` where a card treats a class otherwise, nobody said who has it, and that decides."""
    facts, people = question.library.card_facts, question.table.people
    if _without_class(question):
        return
    named = {
        card
        for mentions in _mentions(question)
        for one in mentions
        if one.kind == "card"
        for card in one.cards
    }
    for trait, everybody in dict.fromkeys(_named_traits(question, scenario)):
        card = next((f"{box}/{trait}" for box in question.boxes if f"{box}/{trait}" in facts), None)
        # Who speaks of a class knows who has it.
        if card is None or (card in named and not everybody):
            continue
        open_ = [
            seat
            for seat in fighting(scenario)
            if not _has_trait(seat, facts) and not _denies(people.get(seat["id"]), card)
        ]
        for seats in [open_] if everybody else [[seat] for seat in open_]:
            if _decides(question, scenario, result, seats, card):
                raise _gap(seats[0], str(facts[card]["name"]))


def _gap(seat: dict[str, Any], trait: str) -> lacking.Gap:
    asked, choices = telling.asks_trait(seat["id"], trait), telling.yes_or_no(seat["id"], trait)
    return lacking.Gap("klasse", text=asked, choices=choices)


def _without_class(question: Question) -> bool:
    """„keine Klasse“, „beide ohne Loyalität“, „Klassen hat keiner“: nobody who fights has one."""
    told = [*question.before, (question.tokens, question.mentions)]
    denied = [
        token.key for tokens, mentions in told for at in _denied(mentions) for token in tokens[at : at + 1]
    ]
    kinds = said("kinds_of_trait")
    return bool(kinds.intersection(denied)) or any(
        token.key in kinds and said("none_of") & {one.key for one in tokens[at + 1 : at + 1 + BESIDE]}
        for tokens, _ in told
        for at, token in enumerate(tokens)
    )


def _denied(mentions: Sequence[Mention]) -> set[int]:
    """Return the places behind a „kein“ or „ohne“."""
    return {one.end for one in mentions if one.is_word("no", "without")}


def _mentions(question: Question) -> Iterator[Sequence[Mention]]:
    """Yield what is mentioned in a question, and in each of those before."""
    yield question.mentions
    yield from (mentions for _, mentions in question.before)


def _named_traits(question: Question, scenario: Scenario) -> Iterator[tuple[str, bool]]:
    """Yield the classes that monsters and things ask for, and whether everybody who fights must have them."""
    for row in _modifiers(question, scenario):
        wanted = str(row.get("vs"))
        yield wanted.removeprefix("not:"), wanted.startswith("not:")
    for seat in fighting(scenario):
        for card in seat["in_play"]:
            usable = facts_of(card, question.library.card_facts).get("usable_by") or ()
            yield from ((str(one), False) for one in usable)


def _lowest(question: Question, scenario: Scenario, result: dict[str, Any]) -> None:
    """Raise `Gap` where a monster treats the lowest level otherwise, nobody said who that is, and that decides."""
    if question.says("lowest") or not any(
        str(row.get("vs")).startswith("level=") for row in _modifiers(question, scenario)
    ):
        return
    others = scenario["state"]["players"][len(fighting(scenario)) :]
    invented = [seat for seat in others if seat["id"] not in question.table.people]
    kept = [seat["level"] for seat in invented]
    if invented != others or question.table.levels_of_others:
        return
    for seat in invented:
        seat["level"] = HIGHEST_LEVEL - 1
    decides = _ends_otherwise(question, scenario, result)
    for seat, level in zip(invented, kept, strict=True):
        seat["level"] = level
    if decides:
        raise lacking.Gap("stufe", "lage", "person", text=LOWEST, choices=LOW_OR_NOT)


def breaks_tie(question: Question, scenario: Scenario, result: dict[str, Any]) -> str:
    """Return the class by which a tie would be won, where nobody said what they are who fight."""
    sides = result["outcomes"][0]["combat"]
    if sides["munchkins"]["total"] != sides["monsters"]["total"] or _without_class(question):
        return ""
    facts, people = question.library.card_facts, question.table.people
    for seat in fighting(scenario):
        for card in (one for one in facts if one.partition("/")[0] in question.boxes):
            open_ = has(card, "wins_ties", facts) and not _denies(people.get(seat["id"]), card)
            if open_ and not _has_trait(seat, facts) and _decides(question, scenario, result, [seat], card):
                return card
    return ""


def _even(question: Question, scenario: Scenario, result: dict[str, Any]) -> None:
    """Raise `Gap` where nothing but two equal sums is told: „14:14“ says nothing of a class that wins ties."""
    fighter = question.table.people.get(scenario["state"]["combat"]["fighter"])
    sums = fighter is not None and fighter.total is not None and fighter.level is None and not fighter.cards
    alone = sums and not scenario["state"]["combat"]["helper"] and _scored(question)
    if alone and (card := breaks_tie(question, scenario, result)):
        raise _gap(fighting(scenario)[0], str(question.library.card_facts[card]["name"]))


def _scored(question: Question) -> bool:
    """„14:14“: say whether both sums are told as a score."""
    values = [one.value for one in question.tokens]
    return any(
        left is not None and left == right and between.key in said("versus")
        for left, between, right in zip(values, question.tokens[1:], values[2:], strict=False)
    )


def _unnamed(question: Question, scenario: Scenario, result: dict[str, Any]) -> None:
    """Raise `Gap` where somebody has a class, nobody says which, and it may decide."""
    facts, seat = question.library.card_facts, scenario["state"]["players"][0]
    denied = _denied(question.mentions)
    said_so = any(
        token.key in said("unnamed_class") and place not in denied
        for place, token in enumerate(question.tokens)
    )
    if not said_so or _has_trait(seat, facts):
        return
    for card, known in facts.items():
        if known["kind"] != "class" or known.get("set") not in question.boxes[:1]:
            continue
        if _decides(question, scenario, result, [seat], card):
            raise lacking.Gap(
                "klasse", text=f"Welche Klasse ist es? Mit „{known['name']}“ geht es anders aus."
            )


def _decides(
    question: Question, scenario: Scenario, result: dict[str, Any], seats: list[dict[str, Any]], card: str
) -> bool:
    """Say whether the fight ends otherwise where these have a card."""
    for seat in seats:
        seat["in_play"].append(card)
    decides = _ends_otherwise(question, scenario, result)
    for seat in seats:
        seat["in_play"].remove(card)
    return decides


def _has_trait(seat: dict[str, Any], facts: Any) -> bool:
    """Say whether a class of somebody is told."""
    known = (facts_of(card, facts) for card in seat["in_play"])
    return any(one["kind"] in TRAITS for one in known)


def _denies(person: Person | None, card: str) -> bool:
    return person is not None and (person.classless or card in person.lacks)


def _modifiers(question: Question, scenario: dict[str, Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for one in scenario["state"]["combat"]["monsters"]:
        card = one["card"]
        facts = facts_of(card, question.library.card_facts)
        rows += facts.get("modifiers") or []
    return rows


def _doubtful(question: Question, scenario: Scenario, result: dict[str, Any]) -> None:
    """Raise `Gap` where somebody is not sure of a class, and without it the fight ends otherwise."""
    facts = question.library.card_facts
    named = [(one.end, one.cards[0]) for one in question.mentions if one.kind == "card"]
    starts = [start for start, _ in _runs(question, "unsure")]
    doubted = {card for end, card in named if any(0 <= start - end <= BESIDE for start in starts)}
    for seat in fighting(scenario):
        for card in doubted.intersection(one for one in seat["in_play"] if isinstance(one, str)):
            lies = seat["in_play"]
            seat["in_play"] = [one for one in lies if one != card]
            decides = _ends_otherwise(question, scenario, result)
            seat["in_play"] = lies
            if decides:
                raise _gap(seat, str(facts[card]["name"]))


def _vague(question: Question, scenario: Scenario, result: dict[str, Any]) -> None:
    """Raise `Gap` where something without a value lies on the table, and it might turn the fight."""
    if any(_runs(question, "against_somebody")):
        raise lacking.Gap("karte", "klasse", text=AGAINST)
    won = winner(result) == ["munchkins"]
    if won and _boosted(question) and not question.says("total", "strength"):
        raise lacking.Gap("zahl", "karte", text=BOOST)
    if not won and _helped(question, scenario):
        raise lacking.Gap("person", "stufe", "zahl", text=HELPER)
    if not won and any(not _measured(question, end) for _, end in _runs(question, "something_more")):
        raise lacking.Gap("zahl", "karte", text=SOMETHING)


def _helped(question: Question, scenario: Scenario) -> bool:
    """Say whether somebody helps of whom nothing is said."""
    told = scenario["state"]["combat"]["helper"] or question.says("no", "not", "without", "alone", "only")
    return not told and bool(question.says("helps"))


def _boosted(question: Question) -> bool:
    """Say whether a boost lies on a monster, and nobody says what it is worth."""
    table = question.table
    if table.played or any(foe.boosts or foe.strength for foe in table.foes):
        return False
    facts, on_monster = question.library.card_facts, False
    denied = _denied(question.mentions)
    for one in question.mentions:
        if one.is_word("boost") and one.start not in denied and on_monster:
            return True
        if one.kind == "card" or one.is_word("monster", "me", "item", "helper"):
            on_monster = one.is_word("monster") or (
                one.kind == "card" and facts[one.cards[0]]["kind"] == "monster"
            )
    return False


def _measured(question: Question, end: int) -> bool:
    """Say whether a number follows before the next comma."""
    beside = takewhile(lambda token: token.kind != "sign", question.tokens[end : end + BESIDE])
    return any(token.value is not None for token in beside)


def _runs(question: Question, name: str) -> Iterator[tuple[int, int]]:
    """Yield where one of some runs of words stands: its first token, and that behind it."""
    keys = [token.key for token in question.tokens]
    for run in (one.split() for one in said(name)):
        for start in range(len(keys) - len(run) + 1):
            if keys[start : start + len(run)] == run:
                yield start, start + len(run)
