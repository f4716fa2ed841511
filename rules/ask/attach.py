"""What belongs to whom: levels to people and monsters, bonuses to things, classes to persons."""

from __future__ import annotations

from typing import Any

from rules.ask.data import table, words
from rules.ask.phrase import Phrase
from rules.ask.tokens import joined

PEOPLE = ("persons", "names")
# How far behind a head a quantity may stand and still be about it.
BETWEEN = ("sign", "ask")
Facts = dict[str, dict[str, Any]]
Heads = dict[str, list[str]]
# What a card of the database already says about itself when its place is looked for.
KNOWN_OF_CARDS = ("kind", "slot", "hands", "big", "tags")


def attach(phrases: list[Phrase], facts: Facts) -> list[Phrase]:
    """Return the phrases with everything attached that says more about another one."""
    for phrase in phrases:
        _describe(phrase, facts)
    phrases = _drop(phrases)
    phrases = _traits(phrases)
    phrases = _sides(phrases)
    phrases = _quantities(phrases)
    phrases = _same_monster(_strangers(phrases))
    phrases = _counted(_unspoken(phrases))
    return _owned(_running(_same_person(phrases)))


def _drop(phrases: list[Phrase]) -> list[Phrase]:
    return [phrase for phrase in phrases if phrase.kind not in ("stop", "gone")]


def _describe(phrase: Phrase, cards: Facts) -> None:
    """Give a thing the facts of its kind, and those that its adjectives add."""
    if phrase.cards:
        phrase.facts |= {
            fact: cards[phrase.cards[0]][fact] for fact in KNOWN_OF_CARDS if fact in cards[phrase.cards[0]]
        }
    if phrase.kind == "things":
        row = words()["things"][phrase.value]
        phrase.facts = {**row["is"], **phrase.facts}
        phrase.adjectives |= set(row.get("adjectives", ()))
        phrase.name = _name(phrase, row["words"]) if row.get("named") else row["words"][0]
    if phrase.kind == "things":
        for adjective in sorted(phrase.adjectives):
            if more := table()["adjectives"].get(adjective):
                phrase.facts |= more
                phrase.adjectives = phrase.adjectives - {adjective}


def _name(phrase: Phrase, forms: list[str]) -> str:
    """Return the listed form that the reader used, in the singular where that is listed before."""
    used = joined(phrase.text)
    found = next((form for form in forms if used.startswith(joined(form))), forms[0])
    return found[:1].upper() + found[1:]


def _traits(phrases: list[Phrase]) -> list[Phrase]:
    """„ich bin Krieger“, „als Elf“, „mein Helfer (Cop, Stufe 4)“: what somebody is belongs to the person."""
    found: list[Phrase] = []
    for index, phrase in enumerate(phrases):
        person = next((p for p in reversed(found) if p.kind in PEOPLE or _is_person(p)), None)
        if phrase.kind == "traits" and person is not None and _is_said_of(phrases, index, found):
            person.traits.append(phrase)
            person.adjectives |= phrase.adjectives
            person.cover(phrase)
        elif _is_speakers(phrase) and person is None and (me := _speaker(phrases[index:])):
            me.traits.append(phrase)
            me.adjectives |= phrase.adjectives
            me.cover(phrase)
        else:
            found.append(phrase)
    return found


def _is_speakers(phrase: Phrase) -> bool:
    return phrase.kind == "traits" and "self" in phrase.preps


def _speaker(phrases: list[Phrase]) -> Phrase | None:
    """Return the „ich“ that comes only later: „bin Zwerg …, muss ich …“."""
    return next((p for p in phrases if p.kind == "persons" and p.value == "me"), None)


def _is_person(phrase: Phrase) -> bool:
    return phrase.kind == "traits" and "level" in phrase.facts


def _is_said_of(phrases: list[Phrase], index: int, found: list[Phrase]) -> bool:
    phrase = phrases[index]
    before = found[-1] if found else None
    after = phrases[index + 1] if index + 1 < len(phrases) else None
    if "be" in phrase.preps:
        return True
    bracket = before is not None and before.kind == "sign" and before.text == "("
    follows = before is not None and before.kind in PEOPLE and not phrase.preps
    level = after is not None and after.kind == "quantity" and after.value == "level"
    return bracket or (follows and level)


def _sides(phrases: list[Phrase]) -> list[Phrase]:
    """„+10 auf das Monster“, „dem Monster +5“, „+3 für mich“: strength that somebody gives to one side."""
    for index, phrase in enumerate(phrases):
        if phrase.kind != "quantity" or phrase.value != "bonus" or index + 1 >= len(phrases):
            continue
        target = phrases[index + 1]
        if "on" in target.preps and target.kind in (*PEOPLE, "things", "cards") and phrase.signed:
            phrase.kind = "boosts"
            is_monster = target.kind in ("things", "cards")
            phrase.value = "monsters" if is_monster else "munchkins"
            phrase.cover(target)
            target.kind = "gone" if not is_monster or _known_already(phrases, index) else target.kind
            target.preps.discard("on")
    return _drop(phrases)


def _known_already(phrases: list[Phrase], index: int) -> bool:
    """Say whether the monster was named before, so that this mention adds nothing."""
    return any("monster" in (p.value, p.facts.get("kind")) or p.kind == "cards" for p in phrases[:index])


def _quantities(phrases: list[Phrase]) -> list[Phrase]:
    """Give every quantity to the nearest head that can have it: before it, else behind it."""
    heads = table()["can_have"]
    found: list[Phrase] = []
    for index, phrase in enumerate(phrases):
        if phrase.kind == "numbers" and (fact := _what_counts(found, phrases[index + 1 :])):
            found[-1].facts[fact] = phrase.number
            found[-1].cover(phrase)
            continue
        if phrase.kind != "quantity":
            found.append(phrase)
            continue
        fact = phrase.value
        if (phrase.owner == "me" or "self" in phrase.preps) and fact in heads["persons"]:
            phrase.kind, phrase.value, phrase.facts = "persons", "me", {fact: phrase.number}
            found.append(phrase)
            continue
        rest = phrases[index + 1 :]
        taker = (
            _at_once(phrase, found, rest, heads)
            or _before(found, fact, heads)
            or _behind(phrase, rest, heads)
        )
        if taker is None:
            found.append(phrase)
            continue
        taker.facts[fact] = phrase.number
        taker.preps |= phrase.preps if taker.start > phrase.start else set()
        taker.cover(phrase)
    return found


def _what_counts(found: list[Phrase], rest: list[Phrase]) -> str:
    """Say what a bare number counts of the one right before: „Basis 20“, „Anna 9“; nothing where it does not."""
    if _is_of(found, rest):
        return "number"
    last = found[-1] if found else None
    is_base = last is not None and (last.kind, last.value) == ("nouns", "base") and not last.preps
    return "breakpoint" if is_base and last is not None and "breakpoint" not in last.facts else ""


def _is_of(found: list[Phrase], rest: list[Phrase]) -> bool:
    """„Anna 9, Ben 6“: a bare number right behind somebody is that person's, whatever is counted."""
    if not found or found[-1].kind not in PEOPLE or {"strength", "points", "number"} & found[-1].facts.keys():
        return False
    return (
        not rest
        or rest[0].kind == "sign"
        or bool(rest[0].preps)
        or rest[0].kind in (*PEOPLE, "ask", "verbs", "quantity", "boxes")
    )


def _at_once(phrase: Phrase, found: list[Phrase], rest: list[Phrase], heads: Heads) -> Phrase | None:
    """„ein Stufe 8 Monster“: the head stands right behind, and nobody right before waits for the number."""
    last = found[-1] if found else None
    waits = last is not None and can_have(last, phrase.value, heads) and phrase.value not in last.facts
    return None if waits and not phrase.preps & {"against", "with"} else _behind(phrase, rest, heads)


def _before(found: list[Phrase], fact: str, heads: Heads) -> Phrase | None:
    for phrase in reversed(found):
        if phrase.kind in BETWEEN and phrase.text not in ";.?!:":
            continue
        if phrase.kind in ("verbs", "marks", "moments", "adjectives", "negation") or phrase.text == ":":
            continue
        if (
            can_have(phrase, fact, heads)
            and fact not in phrase.facts
            and not (fact == "strength" and "number" in phrase.facts)
        ):
            return phrase
        if phrase.kind in (*PEOPLE, "sign") or phrase.preps & {"against"}:
            return None
    return None


def _behind(phrase: Phrase, rest: list[Phrase], heads: Heads) -> Phrase | None:
    """Return the head behind a number: not across a preposition, and not where it has a number of its own."""
    fact = phrase.value
    head = rest[0] if rest else None
    if head is None or head.kind in PEOPLE or not can_have(head, fact, heads) or head.preps:
        return None
    own = len(rest) > 1 and rest[1].kind == "quantity" and rest[1].value == fact
    return None if own or fact in head.facts else head


def can_have(phrase: Phrase, fact: str, heads: Heads) -> bool:
    """Say whether a phrase can have such a fact."""
    return any(fact in heads[sign] for sign in phrase.signs if sign in heads)


def _strangers(phrases: list[Phrase]) -> list[Phrase]:
    """An unknown word with a level behind „gegen“ is a monster that the boxes do not have."""
    for index, phrase in enumerate(phrases):
        after = phrases[index + 1] if index + 1 < len(phrases) else None
        if phrase.kind != "unknown" or after is None:
            continue
        after = phrases[index + 2] if after.text == "(" and index + 2 < len(phrases) else after
        if after.kind == "quantity" and after.value == "level" and "against" in phrase.preps:
            phrase.kind, phrase.value, phrase.name = (
                "things",
                "monster",
                phrase.text[:1].upper() + phrase.text[1:],
            )
            phrase.facts = {**words()["things"]["monster"]["is"], "level": after.number}
            phrase.cover(after)
            after.kind = "gone"
    return _drop(phrases)


def _same_monster(phrases: list[Phrase]) -> list[Phrase]:
    """„ein Monster Stufe 5, … dem Monster +5“ is one monster, if nothing told of it tells against that."""
    for index, phrase in enumerate(phrases):
        before = [p for p in phrases[:index] if "kind.monster" in p.signs]
        again = phrase.definite and (phrase.kind, phrase.value) == ("things", "monster")
        if (
            again
            and len(before) == 1
            and not {"level", "strength"} & phrase.facts.keys()
            and not phrase.count
        ):
            if any(before[0].facts.get(fact, value) != value for fact, value in phrase.facts.items()):
                continue
            before[0].facts |= phrase.facts
            before[0].cover(phrase)
            phrase.kind = "gone"
    return _drop(phrases)


def _unspoken(phrases: list[Phrase]) -> list[Phrase]:
    """A level that is nobody's is the reader's own: „Reicht Stufe 4 mit Schwert +3?“"""
    people = [phrase for phrase in phrases if phrase.kind in PEOPLE or phrase.kind == "traits"]
    mine = next((person for person in people if person.value in ("me", "pair")), None)
    _faced(phrases)
    together = mine is not None and (mine.value == "pair" or mine.text.lower() == "wir")
    if mine is not None:
        mine.value = "me"
    for index, phrase in enumerate(phrases):
        if phrase.kind != "quantity" or not _is_own(phrase, index, phrases) or (people and mine is None):
            continue
        if mine is not None and phrase.value not in mine.facts:
            mine.facts[phrase.value] = phrase.number
            mine.cover(phrase)
            phrase.kind = "gone"
        elif mine is None or (together and phrase.value == "level"):
            phrase.facts = {phrase.value: phrase.number}
            phrase.kind, phrase.value = "persons", "me" if mine is None else "helper"
    return _drop(phrases)


def _faced(phrases: list[Phrase]) -> None:
    """„Stufe 7 gegen Stufe 12“: what stands behind „gegen“ is a monster, where none is named."""
    if any("kind.monster" in phrase.signs for phrase in phrases):
        return
    for phrase in phrases:
        if (phrase.kind, phrase.value) == ("quantity", "level") and "against" in phrase.preps:
            level, phrase.kind, phrase.value, phrase.name = phrase.number, "things", "monster", "Monster"
            phrase.facts = {**words()["things"]["monster"]["is"], "level": level}
            return


OWN = ("level", "level_to", "running", "cards", "points")


def _is_own(phrase: Phrase, index: int, phrases: list[Phrase]) -> bool:
    """Say whether a quantity can be the reader's; a bonus only behind „mit“ or behind the own level."""
    if phrase.value != "bonus":
        return phrase.value in OWN
    before = phrases[index - 1] if index else None
    return before is not None and "level" in (before.value, *before.facts) and before.value in ("level", "me")


def _counted(phrases: list[Phrase]) -> list[Phrase]:
    """„Muss ich Karten ablegen, wenn ich 11 hab?“: the bare number counts what is named elsewhere."""
    owners = [phrase for phrase in phrases if phrase.kind in PEOPLE and "number" in phrase.facts]
    named = [phrase for phrase in phrases if (phrase.kind, phrase.value) == ("things", "card")]
    if len(owners) == 1 and len(named) == 1 and named[0].count < MANY and "cards" not in owners[0].facts:
        owners[0].facts["cards"] = owners[0].facts.pop("number")
    return phrases


MANY = 2
# A bare number beside one of these counts the same.
COUNTS = {"number", "points", "strength", "cards"}


def _same_person(phrases: list[Phrase]) -> list[Phrase]:
    """Bring all mentions of one person together; „er“ is whoever was named last."""
    found: list[Phrase] = []
    for phrase in phrases:
        if phrase.kind == "persons" and phrase.value == "third":
            last = next((p for p in reversed(found) if p.kind in PEOPLE and p.value != "me"), None)
            phrase.value = last.value if last else "other"
            phrase.kind = last.kind if last else "persons"
        first = next(
            (p for p in found if p.kind in PEOPLE and (p.kind, p.value) == (phrase.kind, phrase.value)), None
        )
        if first is None:
            found.append(phrase)
        elif _contradicts(first, phrase):
            found.append(_another(phrase, found))
        else:
            _unite(first, phrase)
    return found


def _running(phrases: list[Phrase]) -> list[Phrase]:
    """„4 gewürfelt beim Weglaufen mit Schuhen +1“: what is said of a flight counts for the roll."""
    verbs = {phrase.value for phrase in phrases if phrase.kind == "verbs"}
    if not verbs & {"flee", "escape"} or verbs & {"fight", "win", "kill"}:
        return phrases
    people = [phrase for phrase in phrases if phrase.kind in PEOPLE]
    for phrase in phrases:
        is_bonus = (phrase.kind, phrase.value) == ("quantity", "bonus")
        is_item = phrase.facts.get("kind") == "item" and "bonus" in phrase.facts and not phrase.cards
        if not (is_bonus or is_item or ("bonus" in phrase.facts and phrase in people)):
            continue
        bonus = phrase.number if is_bonus else phrase.facts.pop("bonus")
        runner = phrase if phrase in people or not people else people[0]
        runner.facts["running"] = runner.facts.get("running", 0) + bonus
        if runner is not phrase:
            runner.cover(phrase)
            phrase.kind = "gone"
        elif runner not in people:
            phrase.kind, phrase.value, phrase.facts = "persons", "me", {"running": bonus}
            people = [phrase]
    return _drop(phrases)


def _owned(phrases: list[Phrase]) -> list[Phrase]:
    """„Darf Anna meine Klasse ablegen?“: where somebody else acts alone, „mein“ is not the actor's."""
    people = [phrase for phrase in phrases if phrase.kind in PEOPLE]
    is_there = any(person.value == "me" for person in people)
    if not is_there and any(not person.preps - {"subject"} for person in people):
        for phrase in phrases:
            if phrase.kind in ("things", "cards", "traits") and phrase.owner == "me":
                phrase.owner = "asker"
    return phrases


def _contradicts(first: Phrase, again: Phrase) -> bool:
    """Say whether a number that was told of somebody is told again as another one; none may be dropped."""
    if "level" in again.facts and "level_to" in first.facts and "level" in first.facts:
        return again.facts["level"] not in (first.facts["level"], first.facts["level_to"])
    known, told = first.facts, again.facts
    counts = {known[fact] for fact in COUNTS & known.keys()} | {told[fact] for fact in COUNTS & told.keys()}
    both = COUNTS & known.keys() and COUNTS & told.keys()
    same = (known[fact] == told[fact] for fact in known.keys() & told.keys() - {"level"})
    mixed = "number" in known or "number" in told
    return bool(both and mixed and len(counts) > 1) or not all(same)


def _another(phrase: Phrase, found: list[Phrase]) -> Phrase:
    """„Ein anderer … ein anderer“ are two; the same person told twice differently finds no place anywhere."""
    is_free = not any(p.kind == "persons" and p.value == "third" for p in found)
    if phrase.kind == "persons" and phrase.value == "other" and is_free:
        phrase.value = "third"
    else:
        phrase.kind = "contradiction"
    return phrase


def _unite(first: Phrase, phrase: Phrase) -> None:
    """Let the first mention stand for both."""
    first.cover(phrase)
    first.more += phrase.more
    first.traits += phrase.traits
    if "level" in phrase.facts and first.facts.get("level", phrase.facts["level"]) != phrase.facts["level"]:
        phrase.facts["level_to"] = phrase.facts.pop("level")
    first.facts = {**phrase.facts, **first.facts}
    first.preps |= phrase.preps
