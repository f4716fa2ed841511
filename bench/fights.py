"""Fight questions with full derivation, beside OpenFisca, clingo and a function written by hand."""

from __future__ import annotations

import gc
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from bench.report import Goal, Part, middle, spread
from bench.venv import ask_peer
from rules.cases import read_cases
from rules.engine import resolve
from rules.engine.library import Library
from rules.facts import library_from_fixtures
from tests.engine.test_oracle import fight, reckon
from tests.engine.test_work import forgetting

ROOT = Path(__file__).resolve().parent.parent
NUMBER, ROUNDS, SECONDS = 300, 5, 1.0
PEERS = {"OpenFisca with trace": "openfisca_fights", "clingo": "clingo_fights"}
LARGE_DECK = "smash-up-qa-ziehen-aus-grossem-gemischtem-deck"
OURS, FLOOR = "ours, full derivation", "by hand, numbers only"


def numbers(question: dict[str, Any], library: Library) -> dict[str, Any]:
    """Return what the fight comes to, in the form of the oracle."""
    outcome = resolve(question, library)["outcomes"][0]
    shown, anna = outcome["combat"], outcome["state"]["players"][0]
    return {
        "ours": shown["munchkins"]["total"],
        "theirs": shown["monsters"]["total"],
        "won": shown["winner"] == "munchkins",
        "level": anna["level"],
        "cards": len(anna["hand"]),
    }


def settled_library() -> Library:
    """Return the library as a worker has it: what stays is not looked through for garbage again and again."""
    library = library_from_fixtures(ROOT / "fixtures")
    gc.collect()
    gc.freeze()
    return library


def rate(ask: Callable[[Any], object], questions: list[Any], seconds: float = SECONDS) -> float:
    """Return how many questions are answered in a second."""
    count, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        ask(questions[count % len(questions)])
        count += 1
    return count / spent


def measure() -> Part:
    """Compare in turn, round by round, so that whatever else the machine does meets all alike."""
    library, dice = settled_library(), Random(7)
    questions = [fight(dice) for _ in range(NUMBER)]
    answers = [reckon(question) for question in questions]
    if [numbers(question, library) for question in questions] != answers:
        raise SystemExit("Die eigenen Antworten stimmen nicht.")
    rates: dict[str, list[float]] = {OURS: [], **{name: [] for name in PEERS}, FLOOR: []}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"questions": questions, "answers": answers}, file)
        file.flush()
        for _ in range(ROUNDS):
            rates[OURS].append(rate(lambda question: resolve(question, library), questions))
            for name, peer in PEERS.items():
                rates[name].append(ask_peer(peer, file.name, str(SECONDS))["rate"])
            rates[FLOOR].append(rate(reckon, questions, 0.5))
    return part(rates, seconds_of_the_heaviest(library), *growth(library, questions))


def seconds_of_the_heaviest(library: Library) -> float:
    """Return how long the slowest takes of the questions that come near the limits of branches and of outcomes."""
    deck = [case["scenario"] for case in read_cases(ROOT / "fixtures") if case["id"] == LARGE_DECK]
    heavy = [forgetting(1, 200), forgetting(2, 24), forgetting(3, 10), *deck]
    return max(min(_seconds(question, library) for _ in range(ROUNDS)) for question in heavy)


def _seconds(question: dict[str, Any], library: Library) -> float:
    started = time.process_time()
    resolve(question, library)
    return time.process_time() - started


def part(
    rates: dict[str, list[float]], heaviest: float, table: dict[str, float], cards: dict[str, float]
) -> Part:
    ours, fisca = middle(rates[OURS]), middle(rates["OpenFisca with trace"])
    ratios = sorted(a / b for a, b in zip(rates[OURS], rates["OpenFisca with trace"], strict=True))
    grown = "; ".join(f"{name} {value:,.0f}/s" for name, value in (table | cards).items())
    text = (
        f"{NUMBER} random fights of one or two people against one to three monsters, with classes, items, modifiers, "
        "boosts and ties, all four real rulebooks loaded. All programs give the same five numbers for every one "
        "before any time is taken. Ours also returns every step in German with the rules it cites, the whole state "
        "after it, and what other boxes say; OpenFisca returns the trace of its variables, clingo and the function "
        f"by hand numbers only.\n\nRatio to OpenFisca in each round: {', '.join(f'{r:.1f}' for r in ratios)}.\n\n"
        f"Growth: {grown}."
    )
    rows = [(name, spread(found), f"{middle(found) / fisca:.2f}") for name, found in rates.items()]
    goals = [
        Goal("Fight questions with derivation : OpenFisca with trace", 12, middle(ratios)),
        Goal("Fight questions with derivation : clingo", 5, ours / middle(rates["clingo"])),
        Goal("Heaviest question within the limits", 0.2, heaviest, "s", most=True),
    ]
    bars = {name: middle(found) for name, found in rates.items() if name != FLOOR}
    return Part("Fight questions", text, ("program", "questions", ": OpenFisca"), rows, goals, bars)


def growth(library: Library, questions: list[Any]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the rates with more and more cards on the table, and with more and more cards in the library."""
    table = {f"with {n} more items on the table": _with_items(library, questions, n) for n in (0, 5, 20)}
    many = {f"with {n} times the cards in the library": _with_cards(library, questions, n) for n in (1, 10)}
    return table, many


def _with_items(library: Library, questions: list[Any], number: int) -> float:
    item = {"kind": "item", "bonus": 1, "gold": 0}
    grown = json.loads(json.dumps(questions[:100]))
    for question in grown:
        people = question["state"]["players"]
        people[0]["in_play"] += [{"name": f"Mehr {n}", **item} for n in range(number)]
    return rate(lambda question: resolve(question, library), grown, 1)


def _with_cards(library: Library, questions: list[Any], times: int) -> float:
    cards = dict(library.card_facts)
    for copy in range(1, times):
        cards |= {
            f"{key}-{copy}": {**row, "slug": f"{row['slug']}-{copy}"}
            for key, row in library.card_facts.items()
        }
    grown = library_from_fixtures(ROOT / "fixtures")
    grown.card_facts.update(cards)
    return rate(lambda question: resolve(question, grown), questions, 1)
