"""How an answer is judged against the one that was expected: right, near, missed, or wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rules.ask import AskAnswer, ask
from rules.engine.library import Library

Entry = dict[str, Any]
OUTCOMES = ("right", "near", "missed", "wrong")
# Who wins is a yes or a no: „schaff ich das?“ may be answered either way.
SAME = {"sieg": "ja", "niederlage": "nein"}
DECIDED = frozenset(("ja", "nein"))
COUNTED = frozenset(("punkte", "zahl", "chance"))
CONFIDENT = DECIDED | COUNTED
TOLD = CONFIDENT | {"folge", "definition", "vergleich"}
# Whose expected answer may be told in any of these ways; then the citation is the proof.
TELLING = COUNTED | {"folge", "definition"}
PROVEN_BY_CITE = frozenset(("folge", "definition", "vergleich", "ungeklaert"))
MOST_CITES, FIRST_CITES, FIRST_NEAR = 5, 3, 3
SPELLED = {
    word: number
    for number, words in enumerate(
        ("null kein keine", "ein eine einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
         "zehn", "elf", "zwölf")
    )
    for word in words.split()
}  # fmt: skip
WRITTEN = re.compile(r"-?\d+\s*(?:/|von)\s*\d+|-?\d+")
RATIO = re.compile(r"(-?\d+)\s*(?:/|von)\s*(\d+)")
# Ids of these have no section of their own: only the very one counts.
ALONE = frozenset(("", "ruling", "example", "beispiel", "begriff", "flavour"))


class Judged(NamedTuple):
    """One question with its answer, how that was judged, and why."""

    id: str
    kind: str
    question: str
    answer: AskAnswer
    outcome: str
    why: str


class Expected(NamedTuple):
    """What an entry expects, read once."""

    verdict: str
    asks: frozenset[str]
    numbers: frozenset[Fraction]
    rules: tuple[str, ...]


def score(entries: Iterable[Entry], library: Library) -> Iterator[Judged]:
    """Ask every question, and the turns of a dialogue one after the other, and judge the answers."""
    for entry in entries:
        context = ""
        for question in turns(entry):
            found = ask(question["q"], question.get("sets") or [], library, context=context)
            context = found.context
            outcome, why = judge(question, found)
            yield Judged(question["id"], str(question.get("kind", "?")), question["q"], found, outcome, why)


def turns(entry: Entry) -> list[Entry]:
    """Return the questions of an entry: itself, or the turns of a dialogue with its boxes."""
    if "turns" not in entry:
        return [entry]
    boxes = entry.get("sets")
    return [{"id": f"{entry['id']}.{n}", "sets": boxes, **turn} for n, turn in enumerate(entry["turns"], 1)]


def of_part(entries: Iterable[Entry], part: str) -> list[Entry]:
    """Return every third entry for „measure“, the others for „learn“, all for neither."""
    wanted = {"measure": (True,), "learn": (False,)}.get(part, (True, False))
    return [entry for entry in entries if (_number_of(entry) % 3 == 0) in wanted]


def _number_of(entry: Entry) -> int:
    found = re.search(r"\d+", str(entry["id"]))
    return int(found[0]) if found else 0


def judge(question: Entry, answer: AskAnswer) -> tuple[str, str]:
    """Return how good an answer is, and in a few words why not better."""
    expected = _expected(question)
    got = SAME.get(answer.verdict, answer.verdict)
    if expected.verdict == "rueckfrage":
        return _asked_back(expected, got, answer)
    if expected.verdict == "unbeantwortbar":
        if got == expected.verdict:
            return "right", ""
        return ("wrong", f"{got} instead of refusing") if got in CONFIDENT else ("missed", got)
    if {expected.verdict, got} == DECIDED:
        return "wrong", f"{got}, not {expected.verdict}"
    lacking = expected.numbers - numbers_of(answer)
    if got in COUNTED and expected.verdict in COUNTED and lacking:
        return "wrong", _without(lacking)
    return _agreed(expected, got, answer, lacking)


def _expected(question: Entry) -> Expected:
    expect = question["expect"]
    numbers = {number(value) for value in _leaves(expect.get("numbers") or {})} - {None}
    return Expected(
        SAME.get(expect["verdict"], expect["verdict"]),
        frozenset(map(str, _leaves(expect.get("ask") or []))),
        frozenset(one for one in numbers if one is not None),
        tuple(question.get("rules") or ()),
    )


def _asked_back(expected: Expected, got: str, answer: AskAnswer) -> tuple[str, str]:
    if got == "rueckfrage":
        if not expected.asks or expected.asks & set(answer.asks):
            return "right", ""
        return "near", f"asks {sorted(answer.asks)}, not {sorted(expected.asks)}"
    unsaid = got in CONFIDENT and not answer.assumed
    return ("wrong", f"{got} instead of asking") if unsaid else ("missed", got)


def _agreed(expected: Expected, got: str, answer: AskAnswer, lacking: frozenset[Fraction]) -> tuple[str, str]:
    """Judge an answer that contradicts nothing: by its verdict, its numbers and what it rests on."""
    agrees = got == expected.verdict or (expected.verdict in TELLING and got in TOLD)
    worked_out = bool(answer.scenario and expected.numbers)
    if agrees and not lacking and (_grounded(expected, answer.cites) or worked_out):
        return "right", ""
    cited = any(rule in answer.cites[:MOST_CITES] for rule in expected.rules)
    if cited or any(row.id in expected.rules for row in answer.near[:FIRST_NEAR]):
        return "near", f"{got}; {_without(lacking)}" if lacking else got
    return "missed", got


def _grounded(expected: Expected, cites: Sequence[str]) -> bool:
    """Say whether the citations carry the answer: a decisive one, or another of its section."""
    if not expected.rules:
        return True
    telling = expected.verdict in PROVEN_BY_CITE
    exact, alike = (FIRST_CITES, 1) if telling else (MOST_CITES, MOST_CITES)
    sections = {section(rule) for rule in expected.rules}
    return not sections.isdisjoint(section(cite) for cite in cites[:alike]) or any(
        rule in cites[:exact] for rule in expected.rules
    )


def section(ident: str) -> str:
    """Return box and section of a rule's id; of a ruling, an example or a term the id itself."""
    box, _, rest = ident.partition(".")
    name = rest.partition(".")[0]
    return ident if box == "faq" or name in ALONE else f"{box}.{name}"


def _without(lacking: Iterable[Fraction]) -> str:
    return f"without {', '.join(str(one) for one in sorted(lacking))}"


def number(value: object) -> Fraction | None:
    """Return a number, a fraction or „2 von 6“; None where it is none."""
    text = str(value).strip().replace("−", "-").replace(",", ".")
    if ratio := RATIO.fullmatch(text):
        return Fraction(int(ratio[1]), int(ratio[2])) if int(ratio[2]) else None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def numbers_of(answer: AskAnswer) -> set[Fraction | None]:
    """Return every number that an answer names: beside its sentence, and in it, in digits or words."""
    said = answer.answer
    found = {number(value) for value in _leaves(answer.numbers)}
    found |= {number(one) for one in WRITTEN.findall(said.replace(".", ""))}
    return found | {Fraction(SPELLED[one]) for one in re.findall(r"\w+", said.lower()) if one in SPELLED}


def _leaves(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return [leaf for part in value.values() for leaf in _leaves(part)]
    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in _leaves(part)]
    return [value]
