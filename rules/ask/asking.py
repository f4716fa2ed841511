"""The one door: a question in, its answer out; every way of reading competes, the best explained one answers."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import compare, law, shown, talk
from rules.ask.answer import AskAnswer
from rules.ask.bases import by_score
from rules.ask.card_facts import by_fact
from rules.ask.dice import by_escape
from rules.ask.fights import by_fight
from rules.ask.knowledge import knowledge
from rules.ask.law import by_comparison, by_law
from rules.ask.mentions import Mention
from rules.ask.question import Question
from rules.ask.reader import Reader
from rules.ask.spotting import concepts, spotter
from rules.ask.trades import by_charity, by_sale
from rules.engine.library import Library

LONGEST = 2000
# Every way to read a question but that for the law, which has something to say to each.
SITUATIONS = (by_fight, by_escape, by_score, by_fact, by_sale, by_charity)
# What lies on a table that a further question changes.
TABLES = frozenset(("fight", "chance", "score", "sale", "charity"))


def ask(
    text: str,
    sets: Sequence[str],
    library: Library,
    *,
    context: str = "",
    without: frozenset[str] = frozenset(),
) -> AskAnswer:
    """Return the answer to a question in people's own words; `context` is that of the answer before."""
    before = talk.read(context)
    if before and talk.asks_why(text):
        answer = explained(text, before, library)
    elif before and (further := _further(text, before, library, without)):
        answer = further
    else:
        answer = _fresh(read(text, list(sets), library), without)
        before = None
    asked = [*(before.asked if before else []), text][-talk.MOST_TURNS :]
    answer.context = talk.write(talk.Context(asked, answer.sets, answer.kind, answer.cites, answer.answer))
    return answer


def _fresh(question: Question, without: frozenset[str]) -> AskAnswer:
    """Let every way of reading a question compete."""
    found = knowledge(question.library).near(law.without_boxes(question), question.boxes, without=without)
    readings = [one for one in (way(question) for way in SITUATIONS) if one]
    readings.append(by_law(question, found))
    if compared := by_comparison(question, without):
        readings.append(compared)
    best = max(readings, key=lambda one: one.weight).answer
    best.near = law.near(found, question.boxes, question.library.cited)
    best.read_as, best.left_out = shown.read_as(question), shown.left_out(question)
    return best


def _further(text: str, before: talk.Context, library: Library, without: frozenset[str]) -> AskAnswer | None:
    """Answer a question that leans on the one before: the same table changed, or the same law asked closer."""
    if not talk.goes_on(text):
        return None
    whole = _read_on(before.asked, text, before.sets, library)
    boxes = compare.boxes_named(whole.mentions[-whole.fresh :] if whole.fresh else ())
    if boxes:
        whole = whole._replace(boxes=[*boxes, *(box for box in whole.boxes if box not in boxes)])
    return _changed(text, before, whole, without) or _closer(text, before, whole, without)


def _changed(text: str, before: talk.Context, whole: Question, without: frozenset[str]) -> AskAnswer | None:
    """Answer by the same way of reading as before, on the table as it lies now."""
    if before.kind not in TABLES:
        return None
    for way in SITUATIONS:
        reading = way(whole)
        if reading and reading.answer.kind == before.kind and reading.answer.verdict != "rueckfrage":
            answer = reading.answer
            answer.changed = f"Vorher: {before.said}"
            found = knowledge(whole.library).near(text, whole.boxes, without=without)
            answer.near = law.near(found, whole.boxes, whole.library.cited)
            answer.read_as = shown.read_as(whole)
            return answer
    return None


def _closer(text: str, before: talk.Context, whole: Question, without: frozenset[str]) -> AskAnswer:
    """Answer by the entry that fits the further question best in the light of the one before."""
    known = knowledge(whole.library)
    alone = {one.entry.id: one for one in known.near(text, whole.boxes, 16, without)}
    joined = known.near(f"{before.asked[-1]} {text}", whole.boxes, 16, without)
    sections = {law.section(cite) for cite in before.cites}
    scored = []
    for one in joined:
        _, reply = law.reply_of(one.entry, whole.boxes)
        same = any(law.section(cite) in sections for cite in reply.cites)
        again = reply.answer == before.said
        sure = one.sure + (alone[one.entry.id].sure if one.entry.id in alone else 0.0)
        scored.append(one._replace(sure=min(1.0, sure * (1.5 if same else 1.0) * (0.2 if again else 1.0))))
    scored.sort(key=lambda one: -one.sure)
    answer = by_law(whole._replace(text=text), scored).answer
    answer.near = law.near(scored, whole.boxes, whole.library.cited)
    return answer


def explained(text: str, before: talk.Context, library: Library) -> AskAnswer:
    """Answer „warum?“ with what the last answer rests on."""
    told = [
        library.cited[cite]["text"]
        for cite in before.cites[:2]
        if cite in library.cited and library.cited[cite]["text"]
    ]
    return AskAnswer(
        q=text,
        sets=before.sets,
        verdict="definition",
        answer=" ".join(told) or before.said,
        kind="why",
        cites=before.cites,
    )


def read(text: str, sets: list[str], library: Library) -> Question:
    """Read what carries weight; without boxes those of the cards named."""
    return _read_on([], text, sets, library)


def _read_on(earlier: Sequence[str], text: str, sets: list[str], library: Library) -> Question:
    """Read a question after others about the same table."""
    spots = [spotter(library).spot(one, sets) for one in (*earlier, text)]
    reader = Reader(*spots[0], library.card_facts)
    table = reader.read()
    for spot in spots[1:]:
        table = reader.read_on(*spot)
    players = None
    for tokens, mentions in spots:
        counted = (spotter(library).players(tokens, one) for one in mentions if one.is_word("players"))
        players = next(counted, players)
    table.players = players
    tokens, mentions = spots[-1]
    seen = [one for _, old in spots[:-1] for one in old]
    boxes = sets or _boxes([*seen, *mentions])
    fresh = len(mentions) if earlier else 0
    return Question(text, sets or boxes, boxes, tokens, mentions, table, library, concepts(seen), fresh)


def _boxes(mentions: Sequence[Mention]) -> list[str]:
    named = [
        card.partition("/")[0]
        for one in mentions
        if one.kind == "card" and len(one.cards) == 1
        for card in one.cards
    ]
    return list(dict.fromkeys(named))
