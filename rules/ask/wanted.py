"""What is asked of a base: whether it falls, who gets which points or treasures, what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.ask import ending, mood
from rules.ask.data import said
from rules.ask.mentions import Mention, covered
from rules.ask.question import Question
from rules.ask.shore import DENIES, Shore
from rules.ask.words import Token

ENDS = frozenset((".", "!", "?", ";", ":", "…"))
CLAUSES = ENDS | {",", "–", "("}
# So many words behind the verb its subject stands at the latest.
SUBJECT = 2
# „Und jetzt?“ asks whatever is open.
SHORT = 2


def wanted(question: Question, shore: Shore) -> str:
    """Return what is asked of a base: due, lack, wall, points, places, booty or its size; else nothing."""
    keys = question.keys
    told = bool(shore.people or shore.ranks or shore.together is not None)
    base = bool(shore.card or shore.points or shore.breakpoint)
    spoken = (
        said("base_asks_due") | said("base_asks_points") | said("base_strength_only") | said("base_walls")
        | said("base_asks_shares")
    )  # fmt: skip
    if mood.moods(question.text) & mood.DECIDING and not keys & spoken:
        return ""
    if ending.asked(question, shore):
        return "end"
    if keys & said("base_ending") or (keys & said("ending") and not base):
        return ""
    return _of_people(question, shore, base) if told else _of_nobody(question, shore, base)


def _of_people(question: Question, shore: Shore, base: bool) -> str:
    """Return what is asked where somebody's strength or place is told."""
    keys = {token.key for token in _asking(question)[0]} if question.before else question.keys
    points, shares = keys & said("base_asks_points"), keys & said("base_asks_shares")
    # „Die Basis wird gewertet: …. Stimmt das?“ asks for just that.
    asked = keys if keys & said("base_claimed") else keys - only_told(question)
    due = asked & said("base_asks_due") or (not (points or shares) and asked & said("base_asks_fallen"))
    # Whether it falls is told, not asked.
    falls = bool(keys & said("base_asks_due") and not due)
    if falls and not (points or shares or question.before) and _asks_else(question):
        return ""
    guarded = shore.treasures or shore.monsters or shore.monster_strengths
    if question.before and guarded and asks_booty(question) and _asks_size(question):
        return "size"
    told = due or (falls and keys & said("base_asks_booty") <= only_told(question))
    # One creature and treasures, but neither a base nor monsters: those are in somebody's hand.
    lies = base or shore.monsters or shares or len(shore.people) != 1
    if asks_booty(question) and lies and not points and guarded and not (told and not shares):
        return "booty"
    much = question.says("how_many") or not due
    lacks = (keys & said("base_asks_lack") and much) or _how_much_more(question)
    if lacks and not points and base:
        return "lack"
    several = len(shore.people) > 1
    # Several people at a base and nothing else asked, or who, what and how much: then who gets what.
    open_ = {"wer", "was", "wie", "welche", "wos", "wat"} & keys
    asks = several and base and not _or_not(question) and bool(open_ or not (due or lacks))
    if asks and not (points or shares or due or question.before) and _asks_else(question):
        # „…: wer zieht zuerst?“
        return ""
    if points or asks or (shares and not due and (base or several)):
        return "points"
    if due and (base or shore.together is not None):
        return "due"
    if shore.points or (question.before and not falls):
        return "due" if question.before and (shore.monsters or shore.together) else "points"
    if falls and base and not (question.before or _asks_else(question)):
        return "points"
    return "" if asks else _of_a_base(question, shore, keys)


def _of_a_base(question: Question, shore: Shore, keys: frozenset[str] | set[str]) -> str:
    """A base, all strengths, and nothing else that is asked: then whether it falls."""
    asks = question.says("how_many") or keys & {"wer", "was"} or _asks_else(question)
    return "due" if (shore.card or shore.breakpoint) and not asks else ""


def _or_not(question: Question) -> bool:
    """„kracht das jetzt oder nicht“, „… oder was“: whether it falls, whatever that is called."""
    keys = [token.key for token in question.tokens if token.kind == "word"]
    return bool(said("base_or") & set(keys[-2:-1])) and keys[-1] in said("denying") | said("base_asks_size")


def _of_nobody(question: Question, shore: Shore, base: bool) -> str:
    """Return what is asked where nobody is told to be there: a place, the booty, the breakpoint."""
    keys = question.keys
    asks = question.says("how_many", "what_is") or keys & (said("which") | said("base_asks_size"))
    if keys & said("base_asks_points") and (shore.card or shore.points) and not keys & said("base_shared"):
        return "places" if (shore.places or shore.alone) and asks else ""
    shares = keys & said("base_asks_shares") and shore.places and asks and (shore.card or shore.points)
    if shares and not asks_booty(question):
        return "places"
    guarded = shore.monsters or shore.treasures
    if asks_booty(question) and shore.places and shore.players and guarded and question.says("how_many"):
        return "booty"
    if asks_booty(question):
        return "size" if asks and shore.monsters and not (shore.places or _for_somebody(question)) else ""
    walls = question.says("breakpoint", "strength", "due") or keys & (
        said("base_walls") | said("base_asks_lack") | said("base_needs")
    )
    due = keys & said("base_asks_due")
    if "wer" in keys and due and not due - only_told(question):
        return ""
    changed = shore.monsters or shore.monster_strengths or shore.change or shore.halved
    if (shore.card or shore.breakpoint) and (walls or (due and changed)) and asks:
        return "wall"
    return "wall" if (shore.card or shore.breakpoint) and changed and (walls or due) else ""


def asks_booty(question: Question) -> bool:
    """Say whether treasures are spoken of, but not that there are none; „Treasure Bath“ is a base."""
    tokens, mentions = _asking(question)
    keys = [token.key for token in tokens]
    named = covered(mentions, "card")
    return any(
        word in said("base_asks_booty") and at not in named and not DENIES & set(keys[max(0, at - 1) : at])
        for at, word in enumerate(keys)
    )


def asks_fate(question: Question) -> bool:
    """Say whether a sentence asks whether the base falls, whatever else is asked: „Fällt sie, und wer kriegt was?“"""
    falls = said("base_asks_due") | said("base_asks_fallen")
    return any(
        end in ("?", "") and _inverted(words) and {token.key for token in words} & falls
        for words, end in sentences(question.tokens)
    )


def _asking(question: Question) -> tuple[tuple[Token, ...], tuple[Mention, ...]]:
    """Return the question that says what of a base is asked for: the last one, or one before where it only changes."""
    spoken = {
        word
        for name in ("booty", "points", "due", "fallen", "shares", "lack")
        for word in said(f"base_asks_{name}")
    }
    last = (question.tokens, question.mentions)
    spots = (last, *reversed(question.before))
    return next((one for one in spots if spoken & ({token.key for token in one[0]} - _timed(one[0]))), last)


def _asks_size(question: Question) -> bool:
    """„und wie viele Schätze liegen dann da?“: all of them, nobody's share."""
    spoken = {token.key for token in question.tokens}
    somebody = spoken & (said("base_asks_shares") | {"wer", "wem", "jeder", "ich", "wir"})
    return not somebody and any(one.is_word("how_many") for one in question.mentions)


def _for_somebody(question: Question) -> bool:
    """„Wie viele Schätze sack ich ein?“: somebody's share, not all of them."""
    sentence = [words for words, end in sentences(question.tokens) if end in ("?", "")][-1:]
    return any(token.key in said("base_somebody") for words in sentence for token in words)


def _how_much_more(question: Question) -> bool:
    """„wie viel noch?“, „wie viel Stärke muss ich dort mindestens haben, damit sie fällt?“."""
    keys = question.keys
    return (
        question.says("how_many")
        and bool(
            keys
            & {"noch", "brauch", "brauche", "brauchen", "brauchts", "braucht", "mindestens", "damit", "weit"}
        )
        and not keys & said("base_asks_points")
    )


# What is told, and what is asked


def sentences(tokens: Sequence[Token], ends: frozenset[str] = ENDS) -> Iterator[tuple[list[Token], str]]:
    """Return the sentences of a question and the sign that ends each; nothing where none does."""
    sentence: list[Token] = []
    for token in tokens:
        if token.key in ends:
            yield sentence, token.key
            sentence = []
        else:
            sentence.append(token)
    if sentence:
        yield sentence, ""


def only_told(question: Question) -> set[str]:
    """Return the words that stand in statements alone: „The Pits wird abgerechnet: …“ asks for no yes or no."""
    tokens = _asking(question)[0]
    told, asked = _timed(tokens), set[str]()
    for sentence, end in sentences(tokens):
        words = {token.key for token in sentence}
        # Without a sign at its end nobody knows.
        tells = end and end != "?" and "ob" not in words and not _inverted(sentence)
        (told if tells else asked).update(words - told)
    return told - asked


def _timed(tokens: Sequence[Token]) -> set[str]:
    """„vor der Wertung“, „seine Kreatur zerstört wird“: says when, or what becomes of others, and asks nothing."""
    keys = [token.key for token in tokens]
    due = said("base_asks_due") & set(keys)
    others = due & said("base_destroys") if said("base_minions") & set(keys) else frozenset[str]()
    return set(others) | {
        word for word in due
        if all(set(keys[max(0, at - 2) : at]) & said("base_when") for at, key in enumerate(keys) if key == word)
    }  # fmt: skip


def _inverted(sentence: Sequence[Token]) -> bool:
    """„Fällt die Basis.“, „Kracht das jetzt oder nicht“: the verb leads, its subject follows."""
    starts = [0, *(at + 1 for at, token in enumerate(sentence) if token.key in CLAUSES)]
    for start in starts:
        verb, *behind = [token.key for token in sentence[start : start + 1 + SUBJECT]] or [""]
        verbs = (said("base_asks_due") | said("base_verbs")) - said("base_due_nouns")
        if verb in verbs and said("base_subjects") & set(behind):
            return True
    return bool(said("base_or") & {token.key for token in sentence[-2:-1]}) and sentence[-1].key in said(
        "denying"
    )


def _asks_else(question: Question) -> bool:
    """Say whether what is asked is neither who, what nor how much: „… Darf ich noch eine Aktion spielen?“"""
    asking = [sentence for sentence, end in sentences(question.tokens) if end == "?"]
    return bool(asking) and not any(_is_open(sentence) for sentence in asking)


def _is_open(sentence: Sequence[Token]) -> bool:
    """Say whether a question asks who, what or how much, or tells the base: „Soll ich noch was spielen?“ does not."""
    words = [token for token in sentence if token.kind == "word"]
    first = next((at for at, one in enumerate(words) if one.key not in said("joined_on")), 0)
    aside = {one.key for one in words} & said("base_asks_aside")
    leads = not aside and {one.key for one in words[first : first + 2]} & said("base_asks_open")
    known = {one.key for one in words} & (said("base_asks_outcome") | said("base_asks_lack"))
    follows = any(one.key == "," and two.key in said("asking_what") for one, two in pairwise(sentence))
    told = any(token.value is not None for token in sentence)
    return bool(len(words) <= SHORT or leads or known or follows or told)
