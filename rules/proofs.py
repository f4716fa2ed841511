"""What the resolver proves at this state of the data: every case is run, once per process and release."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db.models import Prefetch, QuerySet

from cards.models import Card, Edition
from cards.per_release import PerRelease
from cards.vocabulary import Coverage
from rules.coverage import Row, cited_by_cases, coverage
from rules.engine import resolve
from rules.engine.library import Library
from rules.facts import library, reasons
from rules.models import Case, Rule, Ruling
from rules.querysets import in_order_of_play, rulebooks

# A statement is shown by this many cases; of the others only the number is told.
MOST_SHOWN = 3
# Running all cases takes seconds; the file saves them to whoever starts next.
FILE = Path(settings.VAR_DIR) / "proofs.json"


@dataclass(frozen=True)
class Proofs:
    """The cases that pass, and for every cited id those whose answer cites it."""

    version: str
    cited: Mapping[str, list[str]] = field(default_factory=dict)
    passed: frozenset[str] = frozenset()


_proofs: PerRelease[Proofs] = PerRelease()


def proofs() -> Proofs:
    """Return what the cases prove at the newest release; who asks while they run waits for the same run."""
    kept = library()
    return _proofs.at(kept.version, lambda: _of(kept, _remembered(kept) or _run(kept)))


def _of(kept: Library, cited: dict[str, list[str]]) -> Proofs:
    return Proofs(kept.version, cited, frozenset(case for found in cited.values() for case in found))


def _run(kept: Library) -> dict[str, list[str]]:
    """Run every case; what they prove is written down for the other workers and the next start."""
    cases = Case.objects.values("id", "scenario", "expect")
    cited = cited_by_cases(cases, lambda question: resolve(question, kept))
    with suppress(OSError):
        FILE.parent.mkdir(exist_ok=True)
        fresh = FILE.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps({"key": _key(kept), "cited": cited}), encoding="utf-8")
        fresh.replace(FILE)
    return cited


def _remembered(kept: Library) -> dict[str, list[str]] | None:
    """Return what was written down, if it was for the same data and the same code."""
    try:
        found = json.loads(FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found["cited"] if found["key"] == _key(kept) else None


def _key(kept: Library) -> str:
    digest = hashlib.sha256(kept.version.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def statements(rules: Iterable[Rule]) -> dict[str, Row]:
    """Return for each statement whether the resolver decides it, by which cases, or why not."""
    rows = [{"id": rule.pk, "resolver": rule.resolver} for rule in rules]
    return coverage(rows, proofs().cited, reasons())


@dataclass(frozen=True)
class BoxCoverage:
    """The numbers of one box: statements, rulings and cards."""

    box: Edition
    decided: int
    open: int
    text: int
    rulings_shown: int
    rulings_showable: int
    cards: Mapping[str, int]

    @property
    def decidable(self) -> int:
        return self.decided + self.open


def by_box() -> list[BoxCoverage]:
    """Return the numbers of every box with a rulebook, in the order of the boxes."""
    rules = list(Rule.objects.only("id", "edition_id", "resolver"))
    found = statements(rules)
    states = Counter((rule.edition_id, found[rule.pk]["state"]) for rule in rules)
    shown, showable = rulings()
    cards = Counter(Card.objects.values_list("edition", "coverage"))
    return [
        BoxCoverage(
            box=box,
            decided=states[box.pk, "decided"],
            open=states[box.pk, "open"],
            text=states[box.pk, "text"],
            rulings_shown=shown[box.pk],
            rulings_showable=showable[box.pk],
            cards={word: cards[box.pk, word] for word in Coverage.values},
        )
        for box in rulebooks()
    ]


def rulings() -> tuple[Counter[str | None], Counter[str | None]]:
    """Count per box (None: every Munchkin box) the rulings that a case carries out, and those that one could."""
    rows = Ruling.objects.prefetch_related(
        Prefetch("rules", Rule.objects.filter(resolver=True).only("id")),
        Prefetch("cards", Card.objects.only("id")),
        Prefetch("cases", Case.objects.only("id")),
    )
    shown, showable = Counter[str | None](), Counter[str | None]()
    for ruling in rows:
        done = is_shown(ruling)
        shown[ruling.edition_id] += done
        showable[ruling.edition_id] += done or bool(ruling.rules.all() or ruling.cards.all())
    return shown, showable


def is_shown(ruling: Ruling) -> bool:
    """Say whether a passing case is about the ruling or cites it."""
    kept = proofs()
    return ruling.pk in kept.cited or any(case.pk in kept.passed for case in ruling.cases.all())


def cases_of(ruling: Ruling) -> QuerySet[Case]:
    """Return the passing cases that carry the ruling out."""
    kept = proofs()
    own = {case.pk for case in ruling.cases.all() if case.pk in kept.passed}
    return Case.objects.filter(pk__in=own or kept.cited.get(ruling.pk, [])[:MOST_SHOWN])


@dataclass(frozen=True)
class Statement:
    """A statement as the page of its box lists it."""

    rule: Rule
    state: str
    reason: str
    cases: list[Case]
    more: int


def of_box(box: str) -> list[tuple[str, list[Statement]]]:
    """Return topic by topic, in the order of play, what of a rulebook is decided and what shows it."""
    rules = list(Rule.objects.filter(edition=box).select_related("edition").prefetch_related("cases"))
    found = statements(rules)
    chosen = {rule.pk: _chosen(rule, found[rule.pk].get("cases", [])) for rule in rules}
    titles = Case.objects.only("id", "title").in_bulk({pk for pks in chosen.values() for pk in pks})
    return [
        (label, [_statement(rule, found[rule.pk], [titles[pk] for pk in chosen[rule.pk]]) for rule in ones])
        for _chapter, topics in in_order_of_play(rules)
        for _key, label, ones in topics
    ]


def _chosen(rule: Rule, cases: list[str]) -> list[str]:
    """Return the cases to show: first those that were written about this statement."""
    own = {case.pk for case in rule.cases.all()}
    return sorted(cases, key=lambda pk: pk not in own)[:MOST_SHOWN]


def _statement(rule: Rule, row: Row, cases: list[Case]) -> Statement:
    more = len(row.get("cases", ())) - len(cases)
    return Statement(rule, row["state"], row.get("reason", ""), cases, more)


def left_open() -> list[tuple[Rule, str]]:
    """Return every statement that is not decided, with the reason."""
    rules = Rule.objects.select_related("edition").filter(resolver=True)
    found = statements(rules)
    return [(rule, found[rule.pk]["reason"]) for rule in rules if found[rule.pk]["state"] == "open"]
