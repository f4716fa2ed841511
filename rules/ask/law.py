"""Questions about the rules themselves: the entry that comes nearest answers, if it is near enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rules.ask import compare, mood
from rules.ask.answer import Near
from rules.ask.data import said
from rules.ask.entries import COMPARISON, CONTRARY, Reply
from rules.ask.knowledge import Found, knowledge
from rules.ask.mentions import Mention, covered
from rules.ask.question import Question, Reading
from rules.ask.spotting import spotter
from rules.ask.words import Token, cut
from rules.engine.library import Library

MOST_CITES = 5
MOST_NEAR = 5
MOST_COMPARED = 20
LONGEST_TITLE = 120
# A yes, a no, a refusal or a question back is given where it is that likely, and that much likelier than the contrary;
# measured on questions set aside. Else, and below FAINT always, it is shown as what comes nearest.
LIKELY, MARGIN, FAINT = 0.45, 3.5, 0.2
# Who goes on with a talk has said already what it is about; then the entry itself must be that likely, too.
LIKELY_ON, MARGIN_ON, FIRM_ON = 0.4, 1.5, 0.25
# So much of a question must be known for a yes or no: what answers nothing that is asked here nobody taught.
KNOWN = 0.75
# To ask back or to refuse is never wrong as a yes can be: so little is enough where no yes or no is likely. And a yes
# must be that much likelier than that it hangs on something nobody said.
ASKS, REFUSES, HANGS, HARDLY = 0.05, 0.1, 0.2, 2.0
# Who speaks of here and now describes a table; a rule that is that likely answers who does not.
HERE, RULED = frozenset(("now", "this")), 0.1
# Longer questions tell a scene first.
FEW_WORDS, SHORT_COMPARISON = 10, 12
# What is worked out explains a question better than what is looked up.
WEIGHT = 0.6
# A number is given as such only where it is as likely as that.
COUNTED = 0.75
# A yes or no that is found so surely answers, even where a chance could be worked out.
SURELY, CERTAIN = 0.9, 0.955
# Boxes are compared where that is asked so likely, by how many of them are named: none, one, several; where words
# ask for what differs, hardly anything else is needed.
COMPARED, WANTED, MIXED = (0.02, 0.1, 0.003), 0.0025, 0.5
MAY, MUST = frozenset(("may",)), frozenset(("must",))
ASKING, REFUSING = "rueckfrage", "unbeantwortbar"
COUNTING = frozenset(("zahl", "punkte", "chance"))
# What has no yes and no no; how likely it must be beside one that has.
TELLING, TELLS = COUNTING | {"folge", "definition"}, 0.4
# As likely must an entry be that asks for the box beside one that does not.
HINTED = 0.02
# So many books of the family must say the same to be answered for all.
MOST_BOOKS = 3
NEAREST = "Am nächsten kommt dem –"
UNREAD = "Das verstehe ich nicht. Worum geht es? Nenne eine Karte, eine Zahl oder das, was am Tisch gerade geschieht."


def near(found: Sequence[Found], boxes: Sequence[str], cited: dict[str, Any]) -> list[Near]:
    """Return what comes nearest, each with its own answer and the id of what it rests on."""
    rows: dict[str, Near] = {}
    for one in found:
        _, reply = one.entry.of_boxes(boxes)
        for ident in reply.cites[:1]:
            if ident not in rows:
                url = cited.get(ident, {}).get("url", "")
                rows[ident] = Near(
                    id=ident, answer=reply.answer, title=one.entry.about[:LONGEST_TITLE], url=url
                )
    return list(rows.values())[:MOST_NEAR]


def cites(found: Sequence[Found], boxes: Sequence[str]) -> list[str]:
    """Return what the answer rests on, then rulings and statements of the same section that say it, too."""
    _, reply = found[0].entry.of_boxes(boxes)
    chosen = list(reply.cites)
    sections = {section(ident) for ident in chosen}
    for one in found[1:]:
        if one.entry.source in ("ruling", "rule", "unit") and one.sure > 0.8 * found[0].sure:
            _, other = one.entry.of_boxes(boxes)
            chosen += [ident for ident in other.cites if ident not in chosen and section(ident) in sections]
    return chosen[:MOST_CITES]


def section(ident: str) -> str:
    return ".".join(ident.split(".")[:2])


def by_law(question: Question, found: list[Found], *, going_on: bool = False) -> Reading:
    """Answer with the entry that comes nearest, alone or in the light of what went before."""
    if not found or not any(token.kind == "word" and len(token.key) > 1 for token in question.tokens):
        return Reading(0.0, question.answer("law", "rueckfrage", "Worum geht es?", asks=["lage"]))
    bars = (LIKELY_ON, MARGIN_ON, FIRM_ON) if going_on else (LIKELY, MARGIN, 0.0)
    found = _telling_first(question, _asking_first(question, _in_general(question, found), bars))
    top = found[0]
    _, reply = top.entry.of_boxes(question.boxes)
    answer = question.answer(
        "law",
        reply.verdict,
        reply.answer,
        numbers=dict(reply.numbers),
        cites=cites(found, question.boxes),
        asks=list(reply.asks),
        sure=round(top.sure, 3),
    )
    if top.sure < FAINT and not question.mentions and not going_on:
        answer.verdict, answer.answer, answer.asks, answer.cites = "rueckfrage", UNREAD, ["lage"], []
    elif asked := _box_decides(question, found):
        answer.verdict, answer.answer, answer.asks, answer.numbers = "rueckfrage", asked, ["box"], {}
    elif not _told_surely(question, found, reply.verdict, bars):
        # Too far away to decide: it is shown as what comes nearest.
        answer.verdict, answer.asks = "folge", []
        answer.answer = f"{NEAREST} {top.entry.about}: {reply.answer}"
    elif reply.verdict in COUNTING and not _counts(question, top, reply):
        # The law behind a number is told; whether its number is this one's, nobody has worked out.
        answer.verdict = "definition"
    elif reply.verdict in CONTRARY and _asks_otherwise(question, top.asked, reply.answer):
        # „Wann darf ich …?“ has no yes and no no: what follows the word answers it.
        answer.verdict, answer.answer = "folge", told(reply.answer)
    whole = answer.verdict == reply.verdict and reply.verdict in CONTRARY and top.sure >= SURELY
    return Reading(CERTAIN if whole else WEIGHT * min(1.0, top.sure), answer, top.entry.id)


def _counts(question: Question, found: Found, reply: Reply) -> bool:
    """Say whether a number that was found is the one that is asked for."""
    told = f"{found.asked} {reply.answer}"
    return found.sure >= COUNTED and _same_numbers(question, found.asked) and _same_cards(question, told)


def _asks_otherwise(question: Question, asked: str, answer: str) -> bool:
    """Say whether a yes or no that was found is none to this question."""
    return _asks_what(question) or _accuses(question, asked) or of_another(question.text, asked, answer)


def _words(question: Question) -> list[Token]:
    return [token for token in question.tokens if token.kind == "word"]


def _asks_what(question: Question) -> bool:
    """Say whether a short question begins with what, when, who, how many."""
    words = _words(question)
    return len(words) <= FEW_WORDS and bool(words) and words[0].key in said("asking_what")


def _accuses(question: Question, asked: str) -> bool:
    """„Alle brüllen Betrug. Ist es einer?“: a yes to whether one may is a no to that."""
    foul = said("foul")
    accused = {token.key for token in question.tokens} & foul
    return (
        bool(accused)
        and not {token.key for token in cut(asked)} & foul
        and not mood.moods(question.text) & MAY
    )


def of_another(text: str, asked: str, answer: str = "") -> bool:
    """Say whether a yes or no is that of another question: whether one may, where it was asked whether one must."""
    wanted = mood.moods(text) & mood.DECIDING
    given = mood.moods(asked) & mood.DECIDING
    if not given and wanted == MUST and answer.startswith("Ja"):
        # „Ja. Zwerge dürfen …“ is no yes to „muss ich?“.
        given = mood.moods(answer) & mood.DECIDING
    if wanted == MAY and answer.startswith("Nein") and _needless(answer):
        # „Nein. Du brauchst die Karte dafür nicht“ is no no to „kann ich ohne sie?“.
        return True
    return bool(wanted and given and not wanted & given)


def _needless(answer: str) -> bool:
    """Say whether an answer denies that something is needed."""
    first = {token.key for token in cut(answer.partition(". ")[2].partition(". ")[0])}
    return bool(first & said("needing")) and bool(first & said("needless"))


def told(answer: str) -> str:
    """Return an answer without its yes or no."""
    first, _, rest = answer.partition(" ")
    return rest[:1].upper() + rest[1:] if first.strip(",.:") in ("Ja", "Nein") else answer


def _first(chosen: Found, found: Sequence[Found]) -> list[Found]:
    return [chosen, *(one for one in found if one is not chosen)]


def _in_general(question: Question, found: list[Found]) -> list[Found]:
    """„Darf man zwei …?“ asks for the rule: what would be asked back belongs to a table that somebody describes."""
    moods, kept = mood.moods(question.text), [one for one in found if _verdict(question, one) != ASKING]
    short = len(_words(question)) <= FEW_WORDS
    if (
        not short
        or not moods & mood.DECIDING
        or moods & HERE
        or any(one.kind == "person" for one in question.mentions)
    ):
        return found
    asked = sum(one.sure for one in found) - sum(one.sure for one in kept)
    if not kept or _verdict(question, kept[0]) not in CONTRARY or kept[0].sure < RULED:
        return found
    return [one._replace(sure=one.sure / max(1.0 - asked, one.sure)) for one in kept]


def _asking_first(question: Question, found: list[Found], bars: tuple[float, float, float]) -> list[Found]:
    """Put first what asks back, where no yes or no is likely enough without what is asked for."""
    verdict, shares = _verdict(question, found[0]), _shares(question, found)
    asking = next((one for one in found if _verdict(question, one) == ASKING), None)
    if asking is None or verdict not in CONTRARY or shares[ASKING] < max(ASKS, HANGS * shares[verdict]):
        return found
    if _likely(found, shares, verdict, bars) and shares[verdict] > HARDLY * shares[ASKING]:
        return found
    return _first(asking, found)


def _telling_first(question: Question, found: list[Found]) -> list[Found]:
    """„Was passiert, wenn …?“ has no yes and no no: what tells it goes before, if it is nearly as likely."""
    if _verdict(question, found[0]) not in CONTRARY or not _asks_what(question):
        return found
    likely = (one for one in found[1:] if one.sure >= TELLS * found[0].sure)
    telling = next((one for one in likely if _verdict(question, one) in TELLING), None)
    return _first(telling, found) if telling else found


def _told_surely(
    question: Question, found: list[Found], verdict: str, bars: tuple[float, float, float]
) -> bool:
    """Say whether what comes first may be told as the answer, and not only as what comes nearest."""
    if verdict == ASKING:
        return found[0].sure >= ASKS
    shares = _shares(question, found)
    if verdict == REFUSING:
        return shares[REFUSING] >= REFUSES
    if verdict in CONTRARY and not (_likely(found, shares, verdict, bars) and _is_known(question)):
        return False
    return found[0].sure >= FAINT


def _is_known(question: Question) -> bool:
    """„Ist die Banane krumm?“: what its words mean nobody knows here."""
    return knowledge(question.library).covered(without_boxes(question)) >= KNOWN


def _likely(found: list[Found], shares: Counter[str], verdict: str, bars: tuple[float, float, float]) -> bool:
    """Say whether a yes or no is likely enough, all entries taken together, and its contrary is not."""
    likely, margin, least = bars
    return found[0].sure >= least and shares[verdict] >= max(likely, margin * shares[CONTRARY[verdict]])


def _shares(question: Question, found: list[Found]) -> Counter[str]:
    """Return how likely each verdict is, all entries taken together."""
    shares: Counter[str] = Counter()
    for one in found:
        shares[_verdict(question, one)] += one.sure  # type: ignore[assignment]
    return shares


def _verdict(question: Question, found: Found) -> str:
    return found.entry.of_boxes(question.boxes)[1].verdict


def _counted(reply: Reply) -> tuple[str, ...]:
    """Return the numbers of an answer that is a number."""
    return tuple(sorted(map(str, reply.numbers.values()))) if reply.verdict in COUNTING else ()


def _box_decides(question: Question, found: Sequence[Found]) -> str:
    """Return the question for the box where nobody named one and the books differ."""
    entry = found[0].entry
    if question.boxes or entry.source != "unit":
        return ""
    replies = entry.answers.values()
    about = {section(cite) for reply in replies for cite in reply.cites}
    for one in found[1:]:
        # Somebody wrote down that the same hangs on the box.
        asking = [reply for reply in one.entry.answers.values() if "box" in reply.asks]
        there = {section(cite) for reply in asking for cite in reply.cites}
        if one.sure >= HINTED and about & there:
            return asking[0].answer
    verdicts = {(reply.verdict, _counted(reply)) for reply in replies}
    if len(verdicts) < 2:
        return ""
    names = question.library.editions
    told = "; ".join(f"{names[box]['name']}: {reply.answer}" for box, reply in entry.answers.items())
    return f"Das ist je nach Box verschieden. Mit welcher spielt ihr? {told}"


def _same_numbers(question: Question, asked: str) -> bool:
    """Say whether the phrasing that was found speaks of the same numbers."""
    known = {token.value for token in cut(asked) if token.value is not None}
    return all(one.number in known for one in question.mentions if one.kind == "number")


def _same_cards(question: Question, told: str) -> bool:
    """Say whether what was found speaks of all cards that are named."""
    _, mentions = spotter(question.library).spot(told, question.sets)
    known = {card for one in mentions if one.kind == "card" for card in one.cards}
    return all(known.intersection(one.cards) for one in question.mentions if one.kind == "card")


def without_boxes(question: Question) -> str:
    """Return the question without the names of boxes: they say where, not what."""
    text = question.text
    for one in reversed(_of_boxes(question)):
        text = text[: question.tokens[one.start].start] + text[question.tokens[one.end - 1].end :]
    return text


def _of_boxes(question: Question) -> list[Mention]:
    """Return where boxes are named, or that they are compared."""
    return [one for one in question.mentions if one.kind == "box" or one.is_word("differs", "each_box")]


def by_comparison(question: Question) -> Reading | None:
    """Answer how boxes differ, where several are there and that is asked."""
    named = compare.boxes_named(question.mentions)
    boxes = list(dict.fromkeys([*named, *question.sets])) if len(named) < 2 else named
    wanted = question.says("differs", "each_box")
    if wanted and question.says("each_box") and len(boxes) < 2:
        boxes = family(question.library)
    if len(boxes) < 2 or (len(named) == 1 and not wanted and _asks_one(question)):
        return None
    known = knowledge(question.library)
    found = known.near(question.text, boxes, MOST_COMPARED, compared=True)
    share = sum(one.sure for one in found if one.entry.source == COMPARISON)
    if share < _least(question, len(named), bool(wanted)):
        return None
    short = len(_words(question)) <= SHORT_COMPARISON
    asked = (_compared(question) if short else "") or without_boxes(question)
    by_box = compare.answers({box: known.near(asked, [box], MOST_COMPARED, compared=True) for box in boxes})
    if len(by_box) < 2:
        return None
    names = {key: str(row["name"]) for key, row in question.library.editions.items()}
    told = compare.text(by_box, boxes, names)
    together = question.says("mixed") and not wanted
    verdict = compare.verdict(by_box) if together else "vergleich"
    answer = question.answer(
        "compare", verdict, told, numbers=compare.numbers(by_box), cites=compare.cites(by_box)
    )
    return Reading(1.0, answer)


def _compared(question: Question) -> str:
    """„Was ist der Unterschied zwischen A und B beim Sterben?“: return what is compared, „beim Sterben“."""
    small, tokens = said("comparing"), question.tokens
    gone = covered(_of_boxes(question))
    for order in (range(len(tokens)), reversed(range(len(tokens)))):
        for place in order:
            # What only leads from one of them to the next.
            if tokens[place].key in small and gone & {place - 1, place + 1}:
                gone.add(place)
    return " ".join(
        token.text for place, token in enumerate(tokens) if place not in gone and token.kind != "sign"
    )


def _asks_one(question: Question) -> bool:
    """„Darf ich bei Shakespeare …?“: who wants a yes or no of one box compares nothing."""
    return bool(mood.moods(question.text) & mood.DECIDING)


def _least(question: Question, named: int, wanted: bool) -> float:
    """Return how likely it must be that boxes are compared: boxes on one table are named without comparing them."""
    if question.says("mixed") and named > 1:
        return MIXED
    least = COMPARED[min(named, 2)]
    return min(least, WANTED) if wanted else least


def for_all(question: Question, found: list[Found]) -> list[Found]:
    """Put first, where no box is named, what the books of the family answer alike, all that answer at all."""
    known, text = knowledge(question.library), without_boxes(question)
    tops: dict[str, Found] = {}
    for box in family(question.library):
        if near := known.near(text, [box], 8):
            tops[box] = near[0]
    replies = {box: one.entry.answers[box] for box, one in tops.items() if box in one.entry.answers}
    if len(replies) < MOST_BOOKS or len({(one.verdict, _counted(one)) for one in replies.values()}) > 1:
        return found
    first = max((tops[box] for box in replies), key=lambda one: (len(one.entry.answers), one.sure))
    return [first, *(one for one in found if one.entry is not first.entry)]


def family(library: Library) -> list[str]:
    """Return every box of Munchkin that has rules of its own: who names none does not mean the game about bases."""
    editions = library.editions.items()
    return [key for key, row in editions if row.get("has_rulebook") and row["game"] == "munchkin"]
