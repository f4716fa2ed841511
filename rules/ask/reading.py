"""Reading a question: alone, or after others about the same table."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask.compare import boxes_named
from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.question import Question
from rules.ask.reader import Reader
from rules.ask.spotting import concepts, spotter
from rules.ask.table import Table
from rules.ask.told import (
    Choice,
    by_rules,
    chosen,
    clues_of,
    jury,
    opinions,
    parts,
    tables,
    worked,
)
from rules.ask.words import Token
from rules.engine.library import Library

Spot = tuple[tuple[Token, ...], tuple[Mention, ...]]
# Words that beside a base belong to the game about them.
# Nobody tells a fight with more numbers than that.
MOST_NUMBERS = 40
BESIDE = frozenset(("points", "creature", "strength", "scores", "due", "tie", "monster", "plays"))


def read(text: str, sets: list[str], library: Library) -> Question:
    """Read what carries weight; without boxes those of the cards named."""
    return read_on([], text, sets, library)


def read_on(earlier: Sequence[str], text: str, sets: list[str], library: Library) -> Question:
    """Read a question after others about the same table."""
    spots = _spots((*earlier, text), sets, library)
    reader = Reader(*spots[0], library.card_facts)
    table = reader.read()
    for spot in spots[1:]:
        table = reader.read_on(*spot)
    players = _players(spots, library)
    table.players = players
    tokens, mentions = spots[-1]
    seen = [one for _, old in spots[:-1] for one in old]
    named = boxes_named([*seen, *mentions])
    boxes = [*(one for one in named if one in sets), *(one for one in sets if one not in named)]
    boxes = boxes or named or _boxes([*seen, *mentions]) or _of_bases(spots)
    before = tuple(spots[:-1])
    told = _fight(spots, table, boxes, library)
    return Question(
        text, sets or boxes, boxes, tokens, mentions, table, library, concepts(seen), before, told
    )


def _spots(texts: Sequence[str], sets: list[str], library: Library) -> list[Spot]:
    """Return what is spoken of in one question after the other; who was named once is known from then on."""
    reader, known = spotter(library), set[str]()
    spots: list[Spot] = []
    for text in texts:
        spots.append(reader.spot(text, sets, known))
        known |= reader.people_named(*spots[-1])
    return spots


def _players(spots: Sequence[Spot], library: Library) -> int | None:
    """Return how many sit at the table, as it was said last."""
    players = None
    for tokens, mentions in spots:
        counted = (spotter(library).players(tokens, one) for one in mentions if one.is_word("players"))
        players = next(counted, players)
    return players


def _fight(spots: Sequence[Spot], table: Table, boxes: list[str], library: Library) -> Choice | None:
    """Return the fight that is told first, changed by what came after it."""
    tokens, mentions = spots[0]
    numbers = sum(one.kind == "number" for one in mentions)
    if not 0 < numbers <= MOST_NUMBERS or "smash-up" in boxes[:1]:
        return None
    clues = clues_of(tokens, mentions, library)
    told, voted = tables(parts(), clues, mentions), opinions(jury(), clues, mentions)
    ruled = by_rules(tokens, mentions, library)
    for one in (ruled, *voted, *(one for one, _ in told)):
        one.players = table.players
    choice = chosen(told, ruled, voted, boxes, library, numbers)
    if not spots[1:]:
        return choice
    reader = Reader(tokens, mentions, library.card_facts)
    reader.table = choice.worked.table
    for spot in spots[1:]:
        reader.read_on(*spot)
    return Choice(worked(reader.table, boxes, library), 1.0)


def led_by(question: Question) -> list[str]:
    """Return the boxes, those that the question names first."""
    return list(dict.fromkeys([*boxes_named(question.mentions), *question.boxes]))


def _boxes(mentions: Sequence[Mention]) -> list[str]:
    named = [
        card.partition("/")[0]
        for one in mentions
        if one.kind == "card" and len(one.cards) == 1
        for card in one.cards
    ]
    return list(dict.fromkeys(named))


def _of_bases(spots: Sequence[Spot]) -> list[str]:
    """Return the game about bases where nobody named a box, and the words belong to it alone."""
    spoken = {concept for _, mentions in spots for concept in concepts(mentions)}
    words = {token.key for tokens, _ in spots for token in tokens}
    return ["smash-up"] if words & said("of_bases") or ("base" in spoken and spoken & BESIDE) else []
