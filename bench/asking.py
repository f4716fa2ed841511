"""Questions in people's own words, beside plain likeness of letters and BM25 over stems, on the same questions.

    python -m bench.asking [questions.yaml …]

A file is a list of questions with `q`, `sets`, and in `rules` the decisive rules. Everything runs in one process. Only
questions from which nothing was learned tell how well strangers are answered; without files, our own that
are for measuring only are asked.
"""

from __future__ import annotations

import math
import os
import resource
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.report import Goal, Part

FIRST = 3
SMALLEST, LARGEST = 3, 5
# The usual constants of BM25.
SATURATION, LENGTH = 1.2, 0.75
BUDGET = 100.0
OWN = Path(__file__).parents[1] / "tests/ask/questions"
Ranking = Callable[[dict[str, Any]], Sequence[str]]
Counts = Callable[[str], Counter[str]]


class Ranked:
    """Statements that a question can be held against: what each consists of, and how rare each piece is."""

    def __init__(self, texts: dict[str, str], boxes: dict[str, str], counts: Counts) -> None:
        self.counts, self.boxes = counts, boxes
        found = {ident: counts(text) for ident, text in texts.items()}
        seen = Counter(piece for pieces in found.values() for piece in pieces)
        self.rarity = {piece: math.log(1 + (len(found) - n + 0.5) / (n + 0.5)) for piece, n in seen.items()}
        self.holds: dict[str, list[tuple[str, float]]] = defaultdict(list)
        self.middle = statistics.mean(sum(pieces.values()) for pieces in found.values())
        for ident, pieces in found.items():
            for piece, value in self.weighed(pieces).items():
                self.holds[piece].append((ident, value))

    def weighed(self, pieces: Counter[str]) -> dict[str, float]:
        raise NotImplementedError

    def asked(self, pieces: Counter[str]) -> dict[str, float]:
        raise NotImplementedError

    def first(self, question: dict[str, Any]) -> list[str]:
        """Return the nearest statements of the boxes of a question."""
        sums: dict[str, float] = defaultdict(float)
        sets = question.get("sets") or ()
        for piece, weight in self.asked(self.counts(question["q"])).items():
            for ident, value in self.holds.get(piece, ()):
                if not sets or self.boxes[ident] in sets or not self.boxes[ident]:
                    sums[ident] += weight * value
        return sorted(sums, key=lambda ident: (-sums[ident], ident))[:FIRST]


class TfIdf(Ranked):
    """The cosine of two texts, each piece weighed by its rarity."""

    def weighed(self, pieces: Counter[str]) -> dict[str, float]:
        values = {piece: (1 + math.log(n)) * self.rarity.get(piece, 0.0) for piece, n in pieces.items()}
        length = math.sqrt(sum(value * value for value in values.values())) or 1.0
        return {piece: value / length for piece, value in values.items()}

    asked = weighed


class Bm25(Ranked):
    """Okapi BM25."""

    def weighed(self, pieces: Counter[str]) -> dict[str, float]:
        norm = SATURATION * (1 - LENGTH + LENGTH * sum(pieces.values()) / self.middle)
        return {piece: self.rarity[piece] * n * (SATURATION + 1) / (n + norm) for piece, n in pieces.items()}

    def asked(self, pieces: Counter[str]) -> dict[str, float]:
        return dict.fromkeys(pieces, 1.0)


def letters(text: str) -> Counter[str]:
    """Return the runs of three to five letters within words."""
    words = [f" {word} " for word in text.casefold().split()]
    return Counter(
        word[start : start + size]
        for word in words
        for size in range(SMALLEST, LARGEST + 1)
        for start in range(len(word) - size + 1)
    )


def stems() -> Counts:
    import re

    import snowballstemmer

    stem = snowballstemmer.stemmer("german").stemWord
    return lambda text: Counter(stem(word) for word in re.findall(r"\w+", text.casefold()))


def read(files: Iterable[str]) -> list[dict[str, Any]]:
    """Return the questions that a decisive rule answers."""
    from rules.facts import load_yaml

    rows = [row for file in files for row in load_yaml(Path(file)) or ()]
    return [row for row in rows if row.get("q") and row.get("rules")]


def own() -> list[dict[str, Any]]:
    """Return our own questions from which nothing was learned."""
    from rules.ask_scoring import of_part

    return of_part(read(str(path) for path in sorted(OWN.glob("[a-z].yaml"))), "measure")


def share(questions: Sequence[dict[str, Any]], rank: Ranking) -> float:
    """Return how many questions have a decisive rule among the first."""
    return sum(bool(set(rank(one)[:FIRST]) & set(one["rules"])) for one in questions) / len(questions)


def memory() -> float:
    """Return what this process holds in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def measure(files: Sequence[str] = ()) -> Part:
    """Compare on the files given, else on phrasings of the units."""
    from rules.ask import ask
    from rules.facts import library_from_fixtures

    questions = read(files) if files else own()
    if not questions:
        raise SystemExit("The files hold no question with rules.")
    library = library_from_fixtures()
    before = memory()
    ask("Gewinne ich?", [], library)
    grown = memory() - before
    spent: list[float] = []

    def ours(question: dict[str, Any]) -> list[str]:
        text, sets = question["q"], question.get("sets") or []
        started = time.process_time()
        answer = ask(text, sets, library)
        spent.append((time.process_time() - started) * 1000)
        return list(dict.fromkeys([*answer.cites, *(one.id for one in answer.near)]))

    cited = {
        ident: row for ident, row in library.cited.items() if row["text"] and not ident.startswith("card:")
    }
    texts = {ident: f"{row['title']} {row['text']}" for ident, row in cited.items()}
    boxes = {ident: row["edition"] or "" for ident, row in cited.items()}
    shares = {
        "ours": share(questions, ours),
        "TF-IDF over letters": share(questions, TfIdf(texts, boxes, letters).first),
        "BM25 over stems": share(questions, Bm25(texts, boxes, stems()).first),
    }
    return part(shares, spent, grown, len(texts))


def part(shares: dict[str, float], spent: list[float], grown: float, statements: int) -> Part:
    half, most = statistics.median(spent), sorted(spent)[int(0.95 * (len(spent) - 1))]
    text = (
        f"{len(spent)} questions with decisive rules, {statements} statements. A question counts where one of its "
        f"decisive rules is among the first {FIRST}: of what ours cites and what it shows as near, of the ranking of "
        f"the others. An answer takes {half:.1f} ms of processor time at the median and {most:.1f} ms for the "
        f"slowest twentieth, its reading, its resolving and its sentences included; what it knows takes {grown:.0f} MB."
    )
    rows = [(name, f"{value:.1%}") for name, value in shares.items()]
    peer = max(value for name, value in shares.items() if name != "ours") or 1e-9
    goals = [
        Goal("Questions with a decisive rule : the better of TF-IDF and BM25", 1.3, shares["ours"] / peer),
        Goal("Answer to a question, 95 %", BUDGET, most, "ms", most=True),
    ]
    bars = {name: 100 * value for name, value in shares.items()}
    columns = ("program", f"decisive rule among the first {FIRST}")
    return Part("Questions in own words", text, columns, rows, goals, bars, "per cent")


def main() -> None:
    import tempfile

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
    import django

    django.setup()
    found = measure(sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        print(found.markdown(Path(folder)), *(goal.row() for goal in found.goals), sep="\n")


if __name__ == "__main__":
    main()
