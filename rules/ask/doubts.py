"""What stands between a question and a sure answer: unknown words, absurd numbers, boxes that disagree."""

from __future__ import annotations

from typing import Any

from rules.ask.data import table
from rules.ask.match import Match
from rules.ask.phrase import Phrase
from rules.ask.result import Missing, Option
from rules.engine.library import Library


def unknown(phrases: list[Phrase]) -> Missing:
    """Ask whether the question may be read without these words."""
    words = list(dict.fromkeys(phrase.text for phrase in phrases))
    listed = ", ".join(f"„{word}“" for word in words)
    return Missing(
        what="without",
        question=f"{listed} kenne ich nicht. Soll ich ohne antworten?",
        kind="choice",
        options=[Option(",".join(words), f"Ohne {listed} antworten")],
    )


def out_of_bounds(match: Match) -> Missing | None:
    """Ask again where a number is beyond everything that can lie on a table."""
    most, least = table()["most"], table()["least"]
    for phrases in match.bound.values():
        for phrase in phrases:
            facts = {**phrase.facts, "count": phrase.count}
            if phrase.kind == "quantity":
                facts = {phrase.value: phrase.number}
            for fact, value in facts.items():
                if fact in most and isinstance(value, int) and not least.get(fact, 0) <= value <= most[fact]:
                    said = table()["fact_words"][fact].format(value)
                    return Missing(what="number", question=f"„{said}“ gibt es nicht. Welche Zahl meinst du?")
    return None


def spare_number(match: Match) -> Missing | None:
    """Ask back where a fight has more bare numbers than places for them: „gegen Monster Stufe 4 und 3“."""
    if match.intent.get("build") == "scoring":
        return _nobodys(match)
    numbers = sorted(match.bound.get("numbers", ()), key=lambda phrase: phrase.start)
    if match.intent.get("build") != "fight" or not numbers:
        return None
    monsters = match.bound.get("monsters", [])
    bare = [monster for monster in monsters if not monster.cards and not LEVELS & monster.facts.keys()]
    places = len(bare) if monsters else SIDES
    if len(numbers) <= places and not any(monster.count > 1 for monster in bare):
        return None
    return Missing(what="number", question=f"Wofür steht „{numbers[-1].text}“? Das kann ich nicht zuordnen.")


def too_many(match: Match, text: str) -> Missing | None:
    """Ask back where a fight has two helpers, or where one price stands for several things."""
    people = [p for p in match.bound.get("people", ()) if "level" in p.facts or p.traits]
    if match.intent.get("build") == "fight" and len(people) > SIDES:
        return Missing(what="people", question="Im Kampf hilft nur eine Person. Wer von ihnen kämpft mit?")
    each = set(text.lower().split()) & set(table()["each"])
    things = [p for p in match.bound.get("object", ()) if not p.cards]
    priced = [p for p in things if "gold" in p.facts and (p.count > 1 or len(things) > 1)]
    without = [p for p in things if "gold" not in p.facts]
    if not each and (thing := next((p for p in priced if p.count > 1 or without), None)):
        asked = f"{thing.facts['gold']} Gold für alle zusammen oder für jedes? Schreib „je“ dazu oder nur die Summe."
        return Missing(what="number", question=asked)
    return None


def another_level(match: Match, library: Library) -> Missing | None:
    """Ask back where a card of the boxes has another level than the question says."""
    for phrase in (
        phrase for phrases in match.bound.values() for phrase in phrases if phrase.kind == "cards"
    ):
        card = library.card_facts[phrase.cards[0]]
        printed, said = card.get("level"), phrase.facts.get("level")
        if match.intent.get("build") != "fight" and printed is not None and said not in (None, printed):
            told = f"„{card['name']}“ hat Stufe {printed}, nicht {said}. Meinst du eine andere Karte?"
            return Missing(what="number", question=told)
    return None


def _nobodys(match: Match) -> Missing | None:
    """Beside people who are named, a bare number at a base is nobody's strength."""
    strengths = match.bound.get("strengths", [])
    named = any(phrase.kind in ("persons", "names") and phrase.value not in COUNTED for phrase in strengths)
    others = any(p.value == "others" for phrases in match.bound.values() for p in phrases)
    bare = [p for p in strengths if p.kind == "numbers" and "one" not in p.preps]
    # „10 Anna, 3 Ben“: the names stand without their numbers.
    unnumbered = any(phrase.kind == "names" for phrase in match.bound.get("people", ()))
    if not bare or others or not (named or unnumbered):
        return None
    return Missing(what="number", question=f"Wofür steht „{bare[0].text}“? Das kann ich nicht zuordnen.")


COUNTED = ("two", "other")
LEVELS = {"level", "strength"}
SIDES = 2


def can_be(what: str, value: int) -> bool:
    """Say whether a number that was sent for `fighter.level` or `helm.bonus` can lie on a table."""
    fact = what.rpartition(".")[2]
    return bool(table()["least"].get(fact, 0) <= value <= table()["most"].get(fact, value))


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Say whether two answers come to the same for those at the table."""
    return _gist(one) == _gist(other)


def _gist(answer: dict[str, Any]) -> Any:
    return answer["legal"], sorted(map(str, map(_outcome, answer["outcomes"])))


def _outcome(outcome: dict[str, Any]) -> Any:
    """What counts of an outcome; the books may tell it in different words."""
    state, combat = outcome["state"], outcome.get("combat") or {}
    players = [
        {key: player.get(key) for key in ("id", "level", "points", "in_play", "hand", "backpack", "pending")}
        for player in state["players"]
    ]
    totals = [combat.get(side, {}).get("total") for side in ("munchkins", "monsters")]
    fight = (state.get("combat") or {}).get("state")
    return (
        outcome["chance"],
        outcome.get("winners"),
        totals,
        combat.get("winner"),
        fight,
        players,
        state["turn"],
    )


def which_box(sets: list[list[str]], library: Library) -> Missing:
    """Ask for the box, because the rulebooks decide differently."""
    options = [Option(each[0], str(library.editions[each[0]]["name"])) for each in sets]
    return Missing(
        what="sets",
        question="Die Hefte entscheiden das verschieden. Welche Box spielt ihr?",
        kind="choice",
        options=options,
    )
