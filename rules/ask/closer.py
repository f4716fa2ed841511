"""The law asked closer: a further question is answered by the entry that fits it in the light of those before."""

from __future__ import annotations

from rules.ask import law, mood, talk, ties
from rules.ask.entries import CONTRARY
from rules.ask.knowledge import knowledge
from rules.ask.question import Question, Reading
from rules.ask.words import cut

# So likely must an entry be to answer alone what nothing of the talk before does.
CLEAR = 0.6


def answered(text: str, before: talk.Context, whole: Question) -> Reading:
    """Answer by the entry that fits the further question best in the light of those before."""
    known = knowledge(whole.library)
    found = ties.found(known, tied(text, before, whole.boxes))
    faint = not found or found[0].sure < law.FAINT
    alone = known.near(text, whole.boxes) if faint else []
    if new := bool(alone) and alone[0].sure >= CLEAR:
        # „Wer plündert zuerst?“ begins like what goes on, and is another matter.
        found = alone
    reading = law.by_law(whole._replace(text=text), found, going_on=not new)
    answer = reading.answer
    answer.near = law.near(found, whole.boxes, whole.library.cited)
    if (
        answer.verdict in CONTRARY
        and found
        and (
            _other(text, before, found[0].asked)
            or _replies(text, before)
            or _corrects(text, found[0].asked)
            or (talk.conditional(text) and found[0].entry.id in before.entries[-1:])
        )
    ):
        answer.verdict, answer.answer = "folge", law.told(answer.answer)
    return reading


def _replies(text: str, before: talk.Context) -> bool:
    """Say whether somebody tells what was asked back, or how the table changes: the law has no yes or no to that."""
    asked_back = before.verdict == "rueckfrage" and before.kind == "law"
    told = "?" not in text and (asked_back or before.kind in talk.TABLES)
    return told and not mood.moods(text) & mood.ASKING


def _corrects(text: str, asked: str) -> bool:
    """„ups, doch erst Stufe 8“: a number is told anew, and the yes or no was found for another one."""
    told, known = ({token.value for token in cut(one) if token.value is not None} for one in (text, asked))
    return "?" not in text and bool(told - known)


def _other(text: str, before: talk.Context, asked: str) -> bool:
    """Say whether a yes or no is that of another question; one that is not said is that of the question before."""
    said_now = mood.moods(text) & mood.DECIDING
    return law.of_another(text if said_now else before.asked[-1], asked)


def tied(text: str, before: talk.Context, boxes: list[str]) -> ties.Talk:
    """Return a further question with what is known of the talk."""
    return ties.Talk(text, before.asked, boxes, before.entries, before.cites, before.said)
