"""What lies near a question: others that can be asked, and the rules and rulings about its words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import snowballstemmer

from cards.folding import words as words_of
from rules.ask.data import Row, intents, words
from rules.ask.phrase import Phrase
from rules.ask.result import Nearby
from rules.ask.tokens import key
from rules.engine.library import Library

MOST = 6
MOST_QUESTIONS = 4
ENOUGH = 0.22
# Where no rule comes as near as that, the nearest few are better than none.
LITTLE = 0.08
FEW = 3
# A word in the title says more than one in the text.
TITLE_WEIGHT = 2.0
_stem = snowballstemmer.stemmer("german").stemWord


@dataclass
class Index:
    """Which texts hold which stems."""

    rows: list[Nearby] = field(default_factory=list)
    holds: dict[str, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    rarity: dict[str, float] = field(default_factory=dict)
    games: list[str] = field(default_factory=list)


# From here on a rule or ruling is what was asked, and stands before all questions.
FIRM = 0.42


def nearest(
    text: str, library: Library, near: list[Row], *, phrases: Sequence[Phrase] = (), game: str = ""
) -> list[Nearby]:
    """Return what comes closest in the game that is meant; intents that nearly fit stand first."""
    index: Index = library.compile("ask.index", lambda: _build(library))
    boxes = _stems(" ".join(phrase.text for phrase in phrases if phrase.kind == "boxes"))
    asked = {stem for stem in _stems(text) - boxes if stem in index.rarity}
    whole = sum(index.rarity[stem] for stem in asked) or 1.0
    asked |= {stem for stem in _stems(_proper(phrases)) if stem in index.rarity}
    scores: dict[int, float] = defaultdict(float)
    for stem in asked:
        for row, weight in index.holds[stem].items():
            scores[row] += index.rarity[stem] * weight
    scored = [
        (score / whole, index.rows[row])
        for row, score in sorted(scores.items(), key=lambda x: (-x[1], x[0]))
        if score / whole > LITTLE and index.games[row] in (game or index.games[row], "")
    ]
    ranked = [row for score, row in scored if score > ENOUGH]
    nearly = [_question(row) for row in near[:2] if row.get("title")] if asked else []
    questions = [*nearly, *(row for row in ranked if row.kind == "question")]
    questions = list({row.text: row for row in questions}.values())[:MOST_QUESTIONS]
    others = [row for row in ranked if row.kind != "question"][: MOST - len(questions) + 2]
    others = others or [row for _, row in scored if row.kind != "question"][:FEW]
    firm = [row for score, row in scored[:1] if score > FIRM and row.kind != "question"]
    return [*firm, *questions, *(row for row in others if row not in firm)]


def _proper(phrases: Sequence[Phrase]) -> str:
    """Return the words of the books for what was said in everyday words: „ablegen“ for „wegschmeißen“."""
    found = []
    for phrase in phrases:
        group = "nouns" if phrase.kind == "moments" else phrase.kind
        row = words()[group] if group in ("verbs", "nouns", "things") else {}
        forms = row.get(phrase.value.replace("-", "_"), ())
        listed = forms["words"] if isinstance(forms, dict) else forms
        found += listed[:1]
    return " ".join(found)


def _question(row: Row) -> Nearby:
    return Nearby(kind="question", text=row["title"], id=row["id"])


def _stems(text: str) -> set[str]:
    return {_stemmed(word) for word in words_of(text) if key(word) not in _stops()}


@lru_cache(maxsize=1)
def _stops() -> frozenset[str]:
    return frozenset(key(word) for word in words()["stop"].split())


@lru_cache(maxsize=16384)
def _stemmed(word: str) -> str:
    return str(_stem(word))


def _build(library: Library) -> Index:
    index = Index()
    for row in intents():
        if row.get("title"):
            _keep(index, _question(row), row["title"], " ".join(row.get("words", ())))
            index.games[-1] = row.get("game", "munchkin")
    for ident, cited in library.cited.items():
        if not ident.startswith("card:") and (kind := _kind(ident)):
            text = cited["title"] if kind == "ruling" else f"{cited['title']}: {_short(cited['text'])}"
            _keep(
                index,
                Nearby(kind=kind, text=text, id=ident, url=cited["url"]),
                cited["title"],
                cited["text"],
            )
            index.games[-1] = str(library.editions.get(ident.partition(".")[0], {}).get("game", ""))
    for ident, row in library.comparison.items():
        url = f"/regeln/vergleich/{ident.partition('.')[0]}/"
        _keep(index, Nearby(kind="comparison", text=row["question"], id=ident, url=url), row["question"], "")
    for stem, rows in index.holds.items():
        index.rarity[stem] = math.log(1 + len(index.rows) / len(rows))
    return index


def _keep(index: Index, row: Nearby, title: str, text: str) -> None:
    place = len(index.rows)
    index.rows.append(row)
    index.games.append("munchkin")
    in_title, in_text = _stems(title), _stems(text)
    length = 1 + math.log(1 + len(in_title | in_text))
    for stem in in_title | in_text:
        index.holds[stem][place] = (TITLE_WEIGHT if stem in in_title else 1.0) / length


def _kind(ident: str) -> str:
    parts = ident.split(".")
    if len(parts) < 3:
        return ""
    return {"ruling": "ruling", "ambiguitaet": "", "beispiel": "example", "kombination": "rule"}.get(
        parts[1], "rule"
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1].rsplit(" ", 1)[0] + " …"


LONGEST_TEXT = 140
