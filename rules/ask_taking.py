"""Taking over how people asked: the wording of questions with known answers, under the entries that answer so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rules.ask import AskAnswer
from rules.ask.data import FOLDER, UNITS
from rules.ask.entries import COMPARISON, TURNED, UNIT, Entry, Reply
from rules.ask.knowledge import Knowledge, plain
from rules.ask.talks import BESIDE
from rules.ask_scoring import judge
from rules.facts import fixtures_folder

COMPARED = "compared"
# How likely an entry must be to be the one that is meant, beside that it answers as expected.
LEAST, MOST = 0.02, 24
HEARD, DOUBTED = "  heard:", "  doubted:"
# What is worked out is not looked up.
WORKED_OUT = frozenset(("sieg", "niederlage", "punkte", "chance"))
Wordings = dict[str, list[str]]


class Taken(NamedTuple):
    """What goes under which unit and under which question of the comparison, and what nothing answers."""

    units: Wordings
    compared: Wordings
    unanswered: list[Mapping[str, Any]]


def taken(questions: Iterable[Mapping[str, Any]], known: Knowledge) -> Taken:
    """Return under which entry each question belongs that the law answers and that is not known yet."""
    found = Taken(defaultdict(list), defaultdict(list), [])
    asked = {plain(one) for one in known.asked}
    for question in map(_alone, questions):
        if question is None or plain(question["q"]) in asked:
            continue
        verdict = question["expect"]["verdict"]
        if verdict in WORKED_OUT:
            continue
        entry = _entry(question, verdict, known)
        if entry is None:
            found.unanswered.append(question)
        else:
            listed = (found.compared if entry.source == COMPARISON else found.units)[entry.id]
            # The same words may be asked of several boxes.
            if question["q"] not in listed:
                listed.append(question["q"])
    return found


def _alone(question: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a question; of a talk the first one, which stands alone."""
    turns = question.get("turns")
    return question if turns is None else {**question, **turns[0]} if turns else None


def _entry(question: Mapping[str, Any], verdict: str, known: Knowledge) -> Entry | None:
    """Return the entry that is nearest of those that answer as expected, on the same ground."""
    boxes, compared = question.get("sets") or [], verdict == "vergleich"
    near = known.near(question["q"], boxes, MOST, compared=compared)
    likely = (one.entry for one in near if compared or one.sure >= LEAST)
    fitting = _compares if compared else _answers
    return next((one for one in likely if fitting(one, question, boxes)), None)


def _compares(entry: Entry, question: Mapping[str, Any], boxes: Sequence[str]) -> bool:
    cites = {cite for reply in entry.answers.values() for cite in reply.cites}
    return entry.source == COMPARISON and not cites.isdisjoint(question.get("rules") or ())


def _answers(entry: Entry, question: Mapping[str, Any], boxes: Sequence[str]) -> bool:
    """Say whether the answer of an entry would be judged right, and rests on a decisive statement itself."""
    if entry.source != UNIT:
        return False
    rules = set(question.get("rules") or ())
    replies = [entry.answers[box] for box in boxes or entry.answers if box in entry.answers]
    return any(
        _judged(question, reply) == "right" and (not rules or not rules.isdisjoint(reply.cites))
        for reply in replies
    )


def _judged(question: Mapping[str, Any], reply: Reply) -> str:
    answer = AskAnswer(
        q=question["q"],
        sets=[],
        kind="law",
        verdict=reply.verdict,
        answer=reply.answer,
        numbers=dict(reply.numbers),
        cites=list(reply.cites),
        asks=list(reply.asks),
    )
    return judge(dict(question), answer)[0]


def talked(talks: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return written talks as lines of `fixtures/ask/talks`, each as far as its answers rest on statements."""
    found: list[str] = []
    for talk in talks:
        lines: list[str] = []
        box = (talk.get("sets") or [""])[0]
        for turn in talk["turns"]:
            rules = [rule.removeprefix(f"{box}.") for rule in turn.get("rules") or () if rule.count(".") > 1]
            if not rules:
                break
            lines.append(
                f"{turn['q'].replace(BESIDE, ' ')} {BESIDE} {turn['expect']['verdict']} {BESIDE} {' '.join(rules)}"
            )
        if box and len(lines) > 1:
            found += [f"- {box}:", *(f"  - {_quoted(line)}" for line in lines)]
    return found


def write_talks(name: str, lines: Sequence[str]) -> None:
    """Write talks as a file of their own."""
    path = fixtures_folder() / FOLDER / "talks" / f"{name}.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write(found: Taken) -> None:
    """Add the wordings to the files, each behind those that its entry has already."""
    folder = fixtures_folder() / FOLDER
    for path in sorted((folder / UNITS).glob("*.yaml")):
        _rewrite(path, with_units(path.read_text(encoding="utf-8").splitlines(), found.units))
    path = folder / f"{COMPARED}.yaml"
    _rewrite(path, with_compared(path.read_text(encoding="utf-8").splitlines(), found.compared))


def _rewrite(path: Path, lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    if text != path.read_text(encoding="utf-8"):
        path.write_text(text, encoding="utf-8")


def with_units(lines: list[str], wordings: Wordings) -> list[str]:
    """Return a file of units with more phrasings under `heard`, or `doubted` where the contrary was asked."""
    found: list[str] = []
    for unit in _blocks(lines):
        named = re.match(r"- id: ['\"]?([^\s'\"]+)", unit[0])
        ident = named[1] if named else ""
        for key, asked in ((HEARD, wordings.get(ident)), (DOUBTED, wordings.get(f"{ident}{TURNED}"))):
            if asked:
                unit = _with_rows(unit, key, [f"  - {_quoted(one)}" for one in asked])
        found += unit
    return found


def _blocks(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines of each unit."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith("- id:") or not found:
            found.append([])
        found[-1].append(line)
    return found


def _with_rows(unit: list[str], key: str, rows: list[str]) -> list[str]:
    """Return a unit with more rows at the end of a list, which is begun where there is none."""
    heads = [place for place, line in enumerate(unit) if line.rstrip() == key]
    if not heads:
        return [*unit, key, *rows]
    end = heads[0] + 1
    while end < len(unit) and unit[end].startswith(("  - ", "   ")):
        end += 1
    return [*unit[:end], *rows, *unit[end:]]


def with_compared(lines: list[str], wordings: Wordings) -> list[str]:
    """Return the phrasings of the comparison with more of them."""
    left, found, name = dict(wordings), list[str](), ""
    for line in [*lines, ""]:
        begun = re.match(r"([^\s#-]\S*):\s*$", line)
        if begun or not line:
            found += [f"- {_quoted(one)}" for one in left.pop(name, ())]
            name = begun[1] if begun else ""
        found.append(line)
    for name, asks in left.items():
        found[-1:] = [f"{name}:", *(f"- {_quoted(one)}" for one in asks), ""]
    return found[:-1]


def _quoted(text: str) -> str:
    return "'" + " ".join(text.split()).replace("'", "''") + "'"
