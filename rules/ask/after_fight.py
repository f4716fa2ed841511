"""After a fight that was worked out: what it brings, how much is missing, whether the game is won."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules.ask import mood, telling
from rules.ask.data import said
from rules.ask.mentions import covered
from rules.ask.question import Question, Reading
from rules.ask.spotting import concepts

TOP, SHORT = 10, 10
GAME = frozenset(("spiel", "partie", "game"))
# Who gets what, and what one may, is a matter of the law.
ASIDE = frozenset(("who", "may", "must", "where"))
OF_BOOTY = frozenset(("sieg", "schatz", "spielende", "ziel"))


def wanted(question: Question) -> bool:
    """Say whether a further question is about what comes of the fight, and changes nothing of it."""
    words = {token.key for token in question.tokens}
    if any(one.kind in ("number", "card") for one in question.mentions) or mood.moods(question.text) & ASIDE:
        return False
    return (
        _of_game(question)
        or bool(words & said("lacks"))
        or (bool(words & said("brings")) and not _more(question))
    )


def _of_game(question: Question) -> bool:
    """„Hab ich damit die Partie im Sack?“"""
    keys = [token.key for token in question.tokens]
    words = set(keys)
    if len(keys) > SHORT or any(one == "im" and after in GAME for one, after in pairwise(keys)):
        # „wenn ich den Helm nicht im Spiel hab“
        return False
    won = concepts(question.mentions) & {"wins"} or words & said("in_the_bag")
    return bool(words & GAME and won)


def _more(question: Question) -> bool:
    """Say whether a question speaks of more than victory and booty: how they are drawn, who has helped."""
    known = said("brings") | said("brings_beside") | said("asking_what") | said("empty")
    named = covered(question.mentions, "person")
    return any(
        token.kind == "word" and token.key not in known and at not in named
        for at, token in enumerate(question.tokens)
    )


def asked(question: Question, reading: Reading) -> Reading | None:
    """Answer what a further question wants to know of a fight."""
    words = {token.key for token in question.tokens}
    missing = reading.answer.numbers.get("es_fehlen")
    if _of_game(question):
        return _game(reading)
    if missing is not None:
        told = f"Es {'fehlt' if missing == 1 else 'fehlen'} {missing}: {reading.answer.answer.partition(': ')[2]}"
        return _retold(reading, "zahl", told) if words & said("lacks") else None
    booty = _booty(reading) if words & said("brings") else None
    asked = concepts(question.mentions) & {"how_many", "level", "treasures"}
    if booty and asked == {"how_many", "level"}:
        booty.answer.verdict = "zahl"
    return booty


def _game(reading: Reading) -> Reading | None:
    level, told = reading.answer.numbers.get("stufe_danach"), reading.answer.answer.partition(": ")[2]
    if level == TOP:
        return _retold(reading, "ja", f"Ja, das Spiel ist gewonnen: {told}")
    if level is None and reading.answer.verdict != "niederlage":
        return None
    return _retold(reading, "nein", not_yet_won(told))


def not_yet_won(told: str) -> str:
    """Return what was brought, with the level that the game would need."""
    return f"Nein, gewonnen ist das Spiel erst mit Stufe {TOP}: {told}"


def _booty(reading: Reading) -> Reading | None:
    """Tell levels and treasures; the sum of the fight is known already."""
    answer = reading.answer
    _, _, gains = answer.answer.partition(". ")
    if not gains or answer.result is None or answer.scenario is None:
        return None
    fighter = answer.scenario["state"]["combat"]["fighter"]
    seats = [seat for seat in answer.scenario["state"]["players"] if seat["id"] == fighter]
    if "stufe_danach" in answer.numbers and seats:
        levels = int(answer.numbers["stufe_danach"]) - seats[0]["level"]
        answer.numbers["stufen"] = levels
        gains = f"{telling.count(levels, 'Stufe', 'Stufen')} mehr: {gains}"
    return _retold(reading, "folge", gains)


def _retold(reading: Reading, verdict: str, told: str) -> Reading:
    """Return the reading with another sentence, founded on what speaks of victory."""
    answer = reading.answer
    answer.verdict, answer.answer = verdict, told
    if verdict != "zahl":
        answer.cites = [*of_booty(answer.result), *answer.cites][:5]
    return reading


def of_booty(result: dict[str, Any] | None) -> list[str]:
    """Return what speaks of victory and booty."""
    steps = result["outcomes"][0]["steps"] if result else []
    cites = telling.without_cards(cite for step in steps for cite in step["cites"])
    return [cite for cite in cites if cite.split(".")[1] in OF_BOOTY]
