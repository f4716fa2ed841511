"""Further questions: the same table changed, the same law asked closer, another box, what was missing, the reason."""

from __future__ import annotations

from typing import NamedTuple

from rules.ask import (
    after_fight,
    card_facts,
    closer,
    compare,
    facts,
    law,
    mood,
    shown,
    talk,
    telling,
    ties,
    ways,
)
from rules.ask.answer import AskAnswer
from rules.ask.data import said
from rules.ask.fights import by_fight
from rules.ask.knowledge import Found, knowledge
from rules.ask.mentions import covered
from rules.ask.pursuit import PURSUES, by_pursuit
from rules.ask.question import Question, Reading
from rules.ask.reading import led_by, read, read_on
from rules.ask.spotting import concepts
from rules.ask.words import cut, key
from rules.engine.library import Library

# Words of permission that ask for the outcome as often.
LOOSE = frozenset(("geht", "gehts", "ok", "okay", "kann", "was"))
# What a card decides.
CARD = "fact"
# What a monster does to whom it catches.
BAD = "bad"
DIE = 6
# What comes into a fight.
JOINING = frozenset(("monster", "monster-boost", "wandering-monster", "one-shot", "item", "ally", "hireling"))


class Turn(NamedTuple):
    """A further question, the talk so far, and both read as one."""

    text: str
    before: talk.Context
    library: Library
    whole: Question


def further(text: str, before: talk.Context, library: Library) -> Reading | None:
    """Answer a question that leans on the one before; None where it stands for itself."""
    if not talk.goes_on(text) and not _tells(text, before):
        return None
    if not talk.leans(text) and _stands_alone(text, before, library):
        return None
    return _in_talk(text, before, library)


def on_that_table(text: str, before: talk.Context, library: Library) -> Reading | None:
    """Answer on the table that lies there what alone only raises a question; None where that decides nothing more."""
    if before.table not in ways.TABLES or not before.told:
        return None
    turn = _turn(text, before, library)
    reading = _on_the_table(turn)
    return reading if reading and reading.answer.verdict != "rueckfrage" else None


def _in_talk(text: str, before: talk.Context, library: Library) -> Reading | None:
    turn = _turn(text, before, library)
    return (
        _elsewhere(turn)
        or _pursued(turn)
        or _caught(turn)
        or _on_the_table(turn)
        or closer.answered(text, before, turn.whole)
    )


def _turn(text: str, before: talk.Context, library: Library) -> Turn:
    whole = read_on(before.told, text, before.sets, library)
    return Turn(text, before, library, whole._replace(boxes=led_by(whole), sets=led_by(whole)))


def _tells(text: str, before: talk.Context) -> bool:
    """„So eile mir Gregor zu Hilfe, ein Krieger der ersten Stufe!“: who asks nothing tells of the table."""
    words = sum(token.kind != "sign" for token in cut(text))
    asks = "?" in text or mood.moods(text) & mood.ASKING
    return before.table in ("fight", "score") and not asks and words <= 2 * talk.SHORT


def explained(text: str, before: talk.Context, library: Library) -> Reading | None:
    """Answer „warum?“ with what the last answer rests on; None where it rests on nothing."""
    told = [
        library.cited[cite]["text"]
        for cite in before.cites[:2]
        if cite in library.cited and library.cited[cite]["text"]
    ]
    known = [cite for cite in before.cites if cite in library.cited]
    answer = " ".join(told) or before.said
    found = AskAnswer(q=text, sets=before.sets, verdict="definition", answer=answer, kind="why", cites=known)
    return Reading(1.0, found) if answer else None


def completed(text: str, choice: str, before: talk.Context, library: Library) -> Reading | None:
    """Answer what was asked back about, with what was chosen; where that is nothing, what was read is right."""
    if not before.told:
        return None
    if choice == telling.SO_IT_IS:
        reading = by_fight(_told(before, before.sets, library), confirmed=True)
    else:
        reading = ways.best(read(" ".join([*before.told, choice]), before.sets, library))
    if reading:
        shown.only_end(reading.answer, text)
    return reading


def unsettled(text: str, before: talk.Context, context: str) -> AskAnswer:
    """Tell what hangs on what was asked back, where a bare yes or no decides nothing; about a table, ask again."""
    of_law = before.kind == "law"
    return AskAnswer(
        q=text,
        sets=before.sets,
        verdict="folge" if of_law else "rueckfrage",
        answer=f"{telling.HANGS} {before.said}" if of_law else before.said,
        kind=before.kind,
        cites=before.cites,
        asks=[] if of_law else before.asks,
        choices=before.choices,
        context=context,
    )


def told_more(text: str, before: talk.Context, library: Library) -> tuple[str, Reading] | None:
    """Answer what a card decides, with what was asked back for; None where this is something else."""
    if before.kind != CARD or before.verdict != "rueckfrage" or not talk.goes_on(text):
        return None
    bare = text.strip(" .!").isdecimal() and before.asks[:1] == ["stufe"]
    asked = [*before.told, *before.asked[-1:]] if before.table else before.asked[-1:]
    whole = f"{' '.join(asked)} {'Stufe ' if bare else ''}{text}"
    reading = ways.best(read(whole, before.sets, library))
    shown.only_end(reading.answer, text)
    return (whole, reading) if reading.answer.kind == CARD else None


def _told(before: talk.Context, boxes: list[str], library: Library) -> Question:
    """Read again what the table was told by."""
    return read_on(before.told[:-1], before.told[-1], boxes, library)


def _stands_alone(text: str, before: talk.Context, library: Library) -> bool:
    """Say whether a short question describes a whole table of its own."""
    alone = read(text, before.sets, library)
    for way in ways.TABLES.values():
        reading = way(alone)
        if reading and reading.answer.verdict != "rueckfrage" and not concepts(alone.mentions) & {"flees"}:
            return True
    return False


# Another box


def _elsewhere(turn: Turn) -> Reading | None:
    """„und bei Shakespeare?“: the same question to another book."""
    whole = turn.whole
    named = compare.boxes_named(whole.mentions)
    boxes = covered(whole.mentions, "box")
    rest = {token.key for place, token in enumerate(whole.tokens) if place not in boxes}
    words = {key for key in rest if key.isalnum()}
    if not named or not words <= said("box_beside"):
        return None
    return _table_elsewhere(turn) or _law_elsewhere(turn, named)


def _table_elsewhere(turn: Turn) -> Reading | None:
    before = turn.before
    if before.kind not in ways.TABLES or not before.told:
        return None
    question = _told(before, turn.whole.boxes, turn.library)
    reading = ways.TABLES[before.kind](question)
    return _compared(turn, reading, question) if reading else None


def _law_elsewhere(turn: Turn, named: list[str]) -> Reading:
    """Answer from the entry that answered before, or from what comes nearest in that box."""
    before, known = turn.before, knowledge(turn.library)
    question = turn.whole._replace(text=before.asked[-1], boxes=named, mentions=())
    found = ties.found(known, closer.tied(before.asked[-1], before, named))
    place = known.place(before.entries[-1]) if before.entries else None
    if place is not None and named[0] in known.entries[place].answers:
        # What else comes near is told beside it, and decides nothing.
        same = known.entries[place]
        found = [
            Found(same, 1.0, question.text),
            *(one._replace(sure=0.0) for one in found if one.entry is not same),
        ]
    reading = law.by_law(question, found, going_on=True)
    reading.answer.sets = turn.whole.boxes
    reading.answer.near = law.near(found, named, turn.library.cited)
    return reading


# The same table, changed


def _pursued(turn: Turn) -> Reading | None:
    """„Läuft der mir dann nach?“: asked of a fight that is told, a card decides."""
    keys = [key(token.text) for token in cut(turn.text)]
    if turn.before.table != "fight" or not facts.speaks_of(PURSUES, keys):
        return None
    told = " ".join([*turn.before.told, turn.text])
    return by_pursuit(read(told, turn.before.sets, turn.library))


def _caught(turn: Turn) -> Reading | None:
    """„Und wenns schiefgeht?“, asked of a flight from one monster: its card tells."""
    if turn.before.table not in ("fight", "chance") or not _says_of_the_end(turn.text):
        return None
    known = turn.library.card_facts
    named = {card for _, old in turn.whole.before for one in old if one.kind == "card" for card in one.cards}
    monsters = [card for card in named if known[card]["kind"] == "monster"]
    if len(monsters) != 1 or not known[monsters[0]].get("bad_stuff"):
        return None
    return card_facts.of_card(turn.whole, monsters[0], BAD)


def _says_of_the_end(text: str) -> bool:
    """Say whether nothing is spoken of but that somebody does not get away."""
    keys = {token.key for token in cut(text) if token.kind == "word"}
    wrong, away = said("goes_wrong"), said("gets_away")
    beside = said("empty") | said("asking_what") | said("goes_wrong_beside") | said("denying")
    ends = keys & wrong or (keys & away and keys & said("denying"))
    return bool(ends) and keys <= wrong | away | beside


def _on_the_table(turn: Turn) -> Reading | None:
    """Answer on the table as it lies now, if the question changes it or asks how it ends."""
    before, whole = turn.before, turn.whole
    if before.table not in ways.TABLES or not before.told:
        return None
    booty = before.table == "fight" and after_fight.wanted(whole)
    fresh = concepts(whole.mentions)
    if before.table == "fight" and _rolls(turn, fresh):
        return _flight(turn)
    if not booty and _of_law(turn):
        return None
    old_question = _told(before, before.sets, turn.library)
    if before.table == "fight" and fresh & {"flees", "chance"} and not fresh & {"wins"}:
        return _flight(turn)
    if before.table == "chance" and (helped := _helped_away(turn)):
        return _compared(turn, helped, whole)
    way = ways.TABLES[before.table]
    old, new = way(old_question), way(whole)
    if new is None or new.answer.kind != before.table:
        return None
    if new.answer.verdict == "rueckfrage":
        return new if _describes(whole) else None
    same = old is not None and old.answer.scenario == new.answer.scenario
    if booty:
        told = after_fight.asked(whole, new)
        return _compared(turn, told, whole) if told else None
    if same and before.table == "score" and {token.key for token in whole.tokens} & said("base_destroys"):
        # Something is destroyed that nobody found on the base.
        return None
    asks_on = fresh & {"wins", "scores", "points", "due"} or _lays(whole, anew=True)
    asks_on = asks_on or _shortly(turn, fresh) or _whose_share(turn)
    return _compared(turn, new, whole) if asks_on or not same else None


def _shortly(turn: Turn, fresh: set[str]) -> bool:
    """„und die Schätze von den Viechern?“, of a base: longer questions for treasures ask the law."""
    words = sum(token.kind == "word" for token in turn.whole.tokens)
    return turn.before.table == "score" and "treasures" in fresh and words <= talk.FEW + 1


def _whose_share(turn: Turn) -> bool:
    """„und was bekommt Jan in dem Fall?“"""
    words = {token.key for token in turn.whole.tokens}
    return (
        turn.before.kind == "score" and _known_people(turn.whole) and bool(words & said("base_asks_shares"))
    )


def _rolls(turn: Turn, fresh: set[str]) -> bool:
    """„Was muss ich zum Entwischen würfeln?“, and a bare number then."""
    return {"flees", "rolls"} <= fresh or _rolled(turn)


def _rolled(turn: Turn) -> bool:
    """Say whether nothing but one bare number is told of a flight: what the die shows."""
    mentions = turn.whole.mentions
    if turn.before.kind != "chance" or [one.kind for one in mentions] != ["number"]:
        return False
    return not mentions[0].signed and 0 < mentions[0].number <= DIE


def _flight(turn: Turn) -> Reading | None:
    """Answer of the flight from the fight that is told; a bare number is what was rolled."""
    table = turn.whole.table
    if _rolled(turn):
        table.roll = turn.whole.mentions[0].number
        table.used.add(0)
    reading = ways.TABLES["chance"](turn.whole)
    return _compared(turn, reading, turn.whole) if reading else None


def _helped_away(turn: Turn) -> Reading | None:
    """„und mit Quicker Ichor für mich?“: a card that changes a roll, told beside the flight."""
    facts = turn.library.card_facts
    cards = [card for one in turn.whole.mentions if one.kind == "card" for card in one.cards[:1]]
    if not any(facts[card].get("run_away") for card in cards):
        return None
    whole = read(" ".join([*turn.before.told, turn.text]), turn.before.sets, turn.library)
    return ways.TABLES["chance"](whole)


def _lays(question: Question, *, anew: bool = False) -> bool:
    """Say whether a card is named that comes into a fight or leaves it, even where it counts nothing."""
    facts = question.library.card_facts
    known = (
        {card for _, old in question.before for one in old if one.kind == "card" for card in one.cards}
        if anew
        else set()
    )
    cards = {card for one in question.mentions if one.kind == "card" for card in one.cards[:1]}
    return bool(question.fight) and any(facts[card]["kind"] in JOINING for card in cards - known)


def _of_law(turn: Turn) -> bool:
    """Say whether what is asked is the law: then the table is only where it is asked."""
    whole, before = turn.whole, turn.before
    fresh = concepts(whole.mentions)
    if fresh & {"wins"} and before.table == "fight":
        # „Gewinnt Mo dann mit?“ asks who else wins the game.
        return [token.key for token in whole.tokens if token.kind == "word"][-1:] == ["mit"]
    if before.table == "score" and {token.key for token in whole.tokens} & said("afterwards"):
        # „wird die Basis danach zerstört?“, „was passiert mit dem Schatz?“
        return True
    # Where the law was asked by itself, a number alone is told of that.
    aside = before.kind == "law" and len(before.asked) == 1
    new = (_counts(whole) and not aside) or _known_people(whole) or _lays(whole) or _joins(whole)
    if before.kind not in (before.table, "chance", "why") and not new:
        return True
    plain = " ".join(token.text for token in whole.tokens if token.key not in LOOSE)
    asked = mood.moods(plain) & mood.ASKING
    if before.table in ("score", "sale", "charity") or _lays(whole):
        asked -= {"who", "how", "happens"}
    if before.table == "score" and fresh & {"points", "scores", "treasures"}:
        asked -= {"what"}
    return bool(asked)


def _joins(question: Question) -> bool:
    """„dafür steigt Lena ein, die ist 4“: somebody comes, and what he is worth."""
    return _counts(question) and any(
        one.kind == "person" or one.is_word("helps") for one in question.mentions
    )


def _counts(question: Question) -> bool:
    return any(one.kind == "number" for one in question.mentions)


def _known_people(question: Question) -> bool:
    """Say whether somebody is named who was at the table before."""
    named = {one.name for one in question.mentions if one.kind == "person"}
    return bool(named & {one.name for _, old in question.before for one in old if one.kind == "person"})


def _describes(question: Question) -> bool:
    """Say whether a question puts something on the table."""
    return any(one.kind in ("number", "card") for one in question.mentions) or bool(
        concepts(question.mentions) & {"item", "helper", "helps", "one_shot", "ally", "woman", "man"}
    )


def _compared(turn: Turn, reading: Reading, question: Question) -> Reading:
    """Say what has changed, what was read, and what comes near."""
    answer = reading.answer
    if answer.kind == "sale" and turn.whole.tokens[0].key in ("auch", "even"):
        _still(turn, answer)
    if turn.before.kind == answer.kind or turn.before.table == answer.kind:
        answer.changed = telling.changed(answer.kind, turn.before.numbers, answer.numbers)
    if answer.changed:
        answer.answer = f"{answer.answer} Vorher und jetzt: {answer.changed}."
    found = knowledge(turn.library).near(turn.text, question.boxes)
    answer.near = law.near(found, question.boxes, turn.library.cited)
    answer.read_as = shown.read_as(question) if question.text == turn.text else []
    return reading


def _still(turn: Turn, answer: AskAnswer) -> None:
    """„auch wenn …?“ asks whether it stays like that."""
    same = turn.before.numbers.get("stufen") == answer.numbers.get("stufen")
    if answer.verdict == "zahl":
        answer.verdict = "ja" if same else "nein"
        answer.answer = f"{'Ja' if same else 'Nein'}: {answer.answer}"
