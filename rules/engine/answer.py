"""Assembling the answer of the contract from the branches that are left."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping
from string import ascii_lowercase

import msgspec

from rules.engine.branch import Branch, Decision
from rules.engine.cards import Card
from rules.engine.errors import LimitExceeded
from rules.engine.house import PREFIX, Question
from rules.engine.kernel import Kernel
from rules.engine.objects import Chosen, Json
from rules.engine.rulebook import Rulebook
from rules.engine.trace import Doubt, Event, Refused, Report, Step

# What a step's value is most often: it stands in the answer as it is.
PLAIN = (int, str)
# Nobody reads more; a few outcomes stay far below it whatever the question was.
BYTES_LIMIT = 4_000_000
FEW = 8
OWN_CHOICE = "So spielt Ihr"
UNPLAYED = "Eure Antwort auf „{about}“ lässt sich hier nicht ausführen; gerechnet ist mit: {otherwise}"


class Collected(msgspec.Struct):
    """What all outcomes together have used, in the order of first use; what is cited is sorted at the end."""

    cites: set[str]
    targets: dict[str, None]
    doubts: dict[Doubt, None]
    warnings: dict[str, None]

    def add(self, step: Step) -> None:
        self.cites.update(step.cites, step.more)
        self.targets.update(dict.fromkeys(step.targets))


def assemble(
    kernel: Kernel, branches: list[Branch], refused: tuple[Refused, str] | None, asked: Json
) -> Json:
    """Return the answer: outcomes with their chances, the verdict, and everything that was cited."""
    collected = Collected(set(), {}, {}, {})
    reports = [kernel.game.report(kernel, branch) for branch in branches]
    outcomes = _outcomes(kernel, branches, reports, collected)
    refusal = _refusal(kernel, *refused, collected) if refused else None
    own = _own(kernel, collected)
    doubts = [doubt for doubt in collected.doubts if not _is_chosen(kernel.book, doubt)]
    in_doubt = refused is not None and _is_in_doubt(refused[0], kernel.book)
    unsettled = [_unsettled(kernel, doubt, collected) for doubt in doubts]
    in_doubt = in_doubt or (refusal is None and not all(row["followed"] for row in own))
    verdict = "unsettled" if in_doubt else _verdict(refusal, doubts, outcomes)
    # A book alone on the table differs from none.
    targets = collected.targets if kernel.book.combined else ()
    differs = [row for target in targets for row in kernel.book.differs(target)]
    for row in differs:
        collected.cites.update(row["cites"])
    cited: Mapping[str, Json] = kernel.library.cited
    if own:
        cited = ChainMap({PREFIX + row["question"]: _cited(kernel, row) for row in own}, kernel.library.cited)
    summary = kernel.game.summary(kernel, branches, reports, verdict, refusal, asked)
    return {
        "legal": refusal is None,
        "verdict": verdict,
        "refusal": refusal,
        "summary": summary,
        "outcomes": outcomes,
        "unsettled": unsettled,
        "house": own,
        "differs": differs,
        "warnings": [*collected.warnings, *(UNPLAYED.format(**row) for row in own if not row["followed"])],
        "cites": {ident: found for ident in sorted(collected.cites) if (found := cited.get(ident))},
    }


def _outcomes(
    kernel: Kernel, branches: list[Branch], reports: list[Report], collected: Collected
) -> list[Json]:
    """Write every outcome, unless all of them together would be more than anybody reads."""
    found, size = [], 0
    for branch, report in zip(branches, reports, strict=True):
        outcome = _outcome(kernel, branch, report, collected)
        if len(branches) > FEW:
            size += len(msgspec.json.encode(outcome))
        if size > BYTES_LIMIT:
            text = f"Die {len(branches)} Ausgänge sind zusammen größer als {BYTES_LIMIT // 1_000_000} MB."
            raise LimitExceeded("do", "bytes", text)
        found.append(outcome)
    return found


def _outcome(kernel: Kernel, branch: Branch, report: Report, collected: Collected) -> Json:
    steps = branch.steps + report.steps
    for step in steps:
        collected.add(step)
    collected.cites.update(report.cites)
    collected.targets.update(dict.fromkeys(report.targets))
    collected.doubts.update(dict.fromkeys(branch.doubts + report.doubts))
    for decision in branch.state.decisions:
        collected.cites.update(decision.cites, *kernel.asked_by(decision.kind))
    collected.warnings.update(dict.fromkeys(branch.warnings + report.warnings))
    return {
        "chance": str(branch.weight),
        "rolls": [faces[0] for faces in branch.rolls],
        "ranges": [_range(faces) for faces in branch.rolls],
        **report.fields,
        "state": kernel.game.write(branch.state),
        "drawn": list(branch.drawn),
        "events": [_event(event) for event in branch.events],
        "open": [shown(decision) for decision in branch.state.decisions],
        "steps": [told(kernel, step) for step in steps]
        + [_asked(decision) for decision in branch.state.decisions if decision.cites],
    }


def _range(faces: tuple[int, ...]) -> str:
    """Return which faces of a roll count here: „5“, „1–4“, „1, 6“."""
    if len(faces) > 1 and faces[-1] - faces[0] == len(faces) - 1:
        return f"{faces[0]}–{faces[-1]}"
    return ", ".join(map(str, faces))


def shown(decision: Decision) -> Json:
    """Return an open decision as the answer shows it: without the frames that wait for it."""
    return {
        "decision": decision.id,
        "kind": decision.kind,
        "player": decision.player,
        "text": decision.text,
        "options": list(decision.options),
    }


def _event(event: Event) -> Json:
    """Return what chance decided; cards as the question wrote them."""
    about = {key: value.written if isinstance(value, Card) else value for key, value in event.about}
    return {"event": event.name, **about}


def _asked(decision: Decision) -> Json:
    """Return the step that says what is waited for, and by which rule."""
    return {
        "text": decision.text,
        "cites": list(decision.cites),
        "values": {"player": decision.player, "decision": decision.id},
    }


def told(kernel: Kernel, step: Step) -> Json:
    """Return a step with its German sentence and the numbers it read."""
    text = kernel.tell(step)
    values = {k: v if type(v) in PLAIN else _plain(v) for k, v in step.values.items()}
    return {"text": text, "cites": list(step.cites), "values": values}


def _plain(value: object) -> object:
    """Return a value of a step as JSON: names for cards and people."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return str(value)
    return getattr(value, "name", None) or getattr(value, "written", value)


def _refusal(kernel: Kernel, refused: Refused, at: str, collected: Collected) -> Json:
    step = refused.step
    collected.add(step)
    collected.doubts.update(dict.fromkeys(refused.doubts))
    return {
        "code": refused.code,
        "text": kernel.sentences.say(step.key, step.values),
        "at": at,
        "cites": list(step.cites),
    }


def _unsettled(kernel: Kernel, doubt: Doubt, collected: Collected) -> Json:
    row = kernel.library.data[kernel.game.name]["unsettled"][doubt.key]
    questions = [q for box in kernel.book.order for q in row.get("questions", {}).get(box, ())]
    cites = list(dict.fromkeys([*doubt.cites, *questions]))
    collected.cites.update(cites)
    readings = [
        {"id": ascii_lowercase[index], "text": text, "favoured": index == row.get("favoured", 0)}
        for index, text in enumerate(row["readings"])
    ]
    about = row["about"].replace("{card}", doubt.card)
    about += f" Nicht gerechnet ist: {doubt.part}." if doubt.part else ""
    return {"question": doubt.key, "about": about, "readings": readings, "cites": cites}


def _is_in_doubt(refused: Refused, book: Rulebook) -> bool:
    """Say whether the refusal itself rests on something open, not just something that its action met before."""
    own = set(refused.step.cites)
    return any(
        doubt.decides and (not doubt.cites or own & set(doubt.cites)) and not _is_chosen(book, doubt)
        for doubt in refused.doubts
    )


def _is_chosen(book: Rulebook, doubt: Doubt) -> bool:
    """Say whether the table has chosen one of the readings, and the resolver can carry it out."""
    choice = book.house.get(doubt.key)
    return choice is not None and book.questions[doubt.key].option(choice).played


def _own(kernel: Kernel, collected: Collected) -> list[Chosen]:
    """Return what the table has chosen for itself and met here, with what would count otherwise."""
    book = kernel.book
    met = {*book.met, *collected.targets, *(doubt.key for doubt in collected.doubts)}
    return [_choice(kernel, question, collected) for key, question in book.questions.items() if key in met]


def _choice(kernel: Kernel, question: Question, collected: Collected) -> Chosen:
    book = kernel.book
    option = question.option(book.house[question.id])
    otherwise = book.without_house(question)
    cites = list(dict.fromkeys((*option.cites, *otherwise["cites"], *question.cites)))
    collected.cites.update((PREFIX + question.id, *cites))
    return {
        "question": question.id,
        "about": question.text,
        "choice": option.id,
        "text": option.text,
        "followed": option.played,
        "otherwise": otherwise["text"],
        "cites": cites,
    }


def _cited(kernel: Kernel, row: Chosen) -> Json:
    """Return what a step cites that rests on the table's own choice."""
    found = (kernel.library.cited.get(cite) for cite in row["cites"])
    url = next((one["url"] for one in found if one), "")
    return {"title": OWN_CHOICE, "text": f"{row['about']} {row['text']}", "edition": "", "url": url}


def _verdict(refusal: Json | None, doubts: Iterable[Doubt], outcomes: list[Json]) -> str:
    if refusal:
        return "refused"
    if any(doubt.decides for doubt in doubts):
        return "unsettled"
    if any(outcome["open"] for outcome in outcomes):
        return "choice"
    return "chance" if len(outcomes) > 1 else "clear"
