"""The ways to read a question: all compete, the one that explains most answers."""

from __future__ import annotations

from rules.ask import law, shown
from rules.ask.aftermath import by_aftermath
from rules.ask.answer import AskAnswer
from rules.ask.bases import by_score
from rules.ask.card_facts import by_fact
from rules.ask.dice import by_escape
from rules.ask.fights import by_fight
from rules.ask.grades import by_grades
from rules.ask.knowledge import knowledge
from rules.ask.law import by_comparison, by_law
from rules.ask.pursuit import by_pursuit
from rules.ask.question import Question, Reading
from rules.ask.strengths import by_strength
from rules.ask.trades import by_charity, by_sale

# Every way to read a question but that for the law, which has something to say to each.
SITUATIONS = (
    by_fight,
    by_aftermath,
    by_escape,
    by_score,
    by_strength,
    by_pursuit,
    by_grades,
    by_fact,
    by_sale,
    by_charity,
)
# How each kind of table is worked out.
TABLES = {"fight": by_fight, "chance": by_escape, "score": by_score, "sale": by_sale, "charity": by_charity}


# So likely must the law be that stands beside a card's value.
BESIDE = 0.3
# A law that only tells, and what a card does, belong together.
TOLD = ("folge", "definition")
# What a card's value answers rests on the rules beside it, too.
GROUNDED = ("zahl", "ja", "nein", "rueckfrage")
# Official answers are of no box.
OFFICIAL = "faq"


def _beside(answer: AskAnswer, readings: list[Reading]) -> None:
    """Put beside the law what the card that is named does."""
    for one in (reading.answer for reading in readings):
        if one.kind == "fact" and one.verdict == "folge":
            answer.answer += f" {one.answer}"
            answer.cites = [*answer.cites[: law.MOST_CITES - 1], *one.cites]


def _with_law(cites: list[str], also: list[str], boxes: list[str]) -> list[str]:
    """Return the citations of a card's value, then what the books of these boxes say beside it."""
    fitting = [one for one in also if one.partition(".")[0] in (*boxes, OFFICIAL)]
    return list(dict.fromkeys([*cites[:4], *fitting]))[: law.MOST_CITES]


def best(question: Question) -> Reading:
    """Let every way of reading a question compete."""
    boxes = question.boxes or law.family(question.library)
    found, fought = knowledge(question.library).weighed(
        law.without_boxes(question), boxes, boxed=bool(question.boxes)
    )
    question = question._replace(fought=fought)
    if not question.boxes:
        found = law.for_all(question, found)
    readings = [one for one in (way(question) for way in SITUATIONS) if one]
    readings.append(by_law(question, found))
    if compared := by_comparison(question):
        readings.append(compared)
    chosen = max(readings, key=lambda one: one.weight)
    answer = chosen.answer
    if answer.kind == "law" and answer.verdict in TOLD:
        _beside(answer, readings)
    if answer.kind == "fact" and answer.verdict in GROUNDED and found and found[0].sure >= BESIDE:
        answer.cites = _with_law(answer.cites, law.cites(found, question.boxes), question.boxes)
    answer.near = law.near(found, question.boxes, question.library.cited)
    answer.read_as, answer.left_out = shown.read_as(question), shown.left_out(question)
    return chosen
