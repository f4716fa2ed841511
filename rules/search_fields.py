"""Rules, rulings, terms, examples and open questions as documents of the search, and what they add to cards."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cards.search.corpus import Document, Labels, Part, add_labels, add_part, complete_part
from rules import vocabulary
from rules.models import Example, Question, Rule, Ruling, Term

# Where a title may end, and what of a heading it does without.
CLAUSE = re.compile(r"[.;](?=\s|$)")
BRACKETS = re.compile(r"\s*\(.*?\)")
SMALL = (
    "UND",
    "ODER",
    "DER",
    "DIE",
    "DAS",
    "VON",
    "MIT",
    "IN",
    "IM",
    "ZU",
    "AN",
    "AUF",
    "EINE",
    "EIN",
    "BEI",
    "FÜR",
)
SHORTEST_BEGINNING = 20
LONGEST_BEGINNING = 80


def read_rules() -> Iterator[Document]:
    """Yield every statement; its address is its name, its section a further one."""
    for rule in Rule.objects.select_related("edition"):
        yield Document(
            part="regel",
            key=rule.id,
            name=rule.section,
            title=told_apart(rule.section, rule.text),
            url=rule.get_absolute_url(),
            text=rule.text,
            order=(rule.edition.order, rule.order, rule.id),
            others=(rule.id.replace(".", " ").replace("-", " "),),
            line=f"{rule.get_kind_display()} · {rule.edition.name}",
            values={
                "set": rule.edition_id,
                "thema": rule.topic,
                "art": rule.kind,
                "regel": (rule.id,),
                "merkmal": tuple(rule.tags),
                "ist": ("ausfuehrbar",) if rule.resolver else (),
                "hat": (),
                "klar": 0,
            },
        )


def told_apart(section: str, text: str) -> str:
    """Return a title for a statement: the heading above it, and how the statement begins."""
    heading = BRACKETS.sub("", section.rpartition(" / ")[2])
    words = [word.capitalize() if word.isupper() and word not in SMALL else word for word in heading.split()]
    named = " ".join(word.lower() if word in SMALL else word for word in words)
    beginning = text[
        : next((m.start() for m in CLAUSE.finditer(text) if m.start() >= SHORTEST_BEGINNING), None)
    ]
    short = len(beginning) <= LONGEST_BEGINNING
    return f"{named}: {beginning if short else beginning[: LONGEST_BEGINNING - 1] + '…'}"


def read_rulings() -> Iterator[Document]:
    """Yield every ruling: the question is its name."""
    rules = _rules_of(Ruling)
    for ruling in Ruling.objects.select_related("edition").prefetch_related("sources"):
        edition = ruling.edition
        yield Document(
            part="klarstellung",
            key=ruling.id,
            name=ruling.question,
            url=ruling.get_absolute_url(),
            text=ruling.answer,
            order=(edition.order if edition else 0, ruling.order, ruling.id),
            line=f"{ruling.get_status_display()} · {edition.name if edition else 'alle Boxen'}",
            values={
                "set": ruling.edition_id or (),
                "art": ruling.status,
                "regel": tuple(rules[ruling.pk]),
                "quelle": tuple(source.key for source in ruling.sources.all()),
            },
        )


def read_terms() -> Iterator[Document]:
    """Yield every entry of the glossary; what other boxes call it are its further names."""
    for term in Term.objects.select_related("edition"):
        yield Document(
            part="begriff",
            key=term.id,
            name=term.term,
            url=term.get_absolute_url(),
            text=term.definition,
            order=(term.edition.order, term.term.lower(), term.id),
            line=term.edition.name,
            others=tuple(str(name) for name in term.equals),
            values={"set": term.edition_id},
        )


def read_examples() -> Iterator[Document]:
    """Yield every worked example with all its steps."""
    rules = _rules_of(Example)
    for example in Example.objects.select_related("edition"):
        yield Document(
            part="beispiel",
            key=example.id,
            name=example.section,
            url=example.get_absolute_url(),
            text=" ".join([example.scene, *_sentences(example.steps), example.result]),
            order=(example.edition.order, example.order, example.id),
            line=example.edition.name,
            values={"set": example.edition_id, "regel": tuple(rules[example.pk])},
        )


def read_questions() -> Iterator[Document]:
    """Yield every place where a rulebook is silent or contradicts itself."""
    rules = _rules_of(Question)
    for question in Question.objects.select_related("edition"):
        yield Document(
            part="frage",
            key=question.id,
            name=question.about,
            url=question.get_absolute_url(),
            text=" ".join([*map(str, question.readings), question.favoured]),
            order=(question.edition.order, question.order, question.id),
            line=f"{question.get_state_display()} · {question.edition.name}",
            values={
                "set": question.edition_id,
                "art": question.state,
                "regel": tuple(rules[question.pk]),
            },
        )


def complete_cards(documents: dict[str, Document]) -> None:
    """Add to the cards which rulings, questions and rules speak of them."""
    said: dict[str, list[str]] = defaultdict(list)
    cards, rules = _cards_of(Ruling), _rules_of(Ruling)
    for ruling, *words in Ruling.objects.values_list("pk", "question", "answer"):
        for document in _known(cards[ruling], documents):
            document.rulings += 1
            said[document.key] += words
            _add(document, "regel", rules[ruling])
    cards, rules = _cards_of(Question), _rules_of(Question)
    for question, state in Question.objects.values_list("pk", "state"):
        for document in _known(cards[question], documents):
            document.questions += state != vocabulary.QuestionState.SETTLED
            _add(document, "regel", rules[question])
    cards = _cards_of(Rule)
    for rule in Rule.objects.values_list("pk", flat=True):
        for document in _known(cards[rule], documents):
            _add(document, "regel", [rule])
    _add_said(documents, said)


def complete_rules(documents: dict[str, Document]) -> None:
    """Add to the rules how many rulings rest on them and how many open questions concern them."""
    said: dict[str, list[str]] = defaultdict(list)
    rules = _rules_of(Ruling)
    for ruling, *words in Ruling.objects.values_list("pk", "question", "answer"):
        for document in _known(rules[ruling], documents):
            document.rulings += 1
            said[document.key] += words
    rules = _rules_of(Question)
    for question in Question.objects.exclude(state=vocabulary.QuestionState.SETTLED):
        for document in _known(rules[question.pk], documents):
            document.questions += 1
    for document in documents.values():
        document.values |= {"klar": 0, "hat": ()}
    _add_said(documents, said)


def _rules_of(model: Any) -> Mapping[str, list[str]]:
    """Return the rules that each object of a kind names, in their order; as objects they would take long."""
    named = model.objects.filter(rules__isnull=False).order_by("rules__edition__order", "rules__order")
    return _listed(named.values_list("pk", "rules"))


def _cards_of(model: Any) -> Mapping[str, list[str]]:
    """Return the keys of the cards that each object of a kind names."""
    named = (
        model.objects.filter(cards__isnull=False)
        .order_by()
        .values_list("pk", "cards__edition", "cards__slug")
    )
    return _listed((pk, f"{box}/{slug}") for pk, box, slug in named)


def _listed(pairs: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for one, other in pairs:
        found[one].append(other)
    return found


def _known(keys: Iterable[str], documents: dict[str, Document]) -> Iterator[Document]:
    return (documents[key] for key in keys if key in documents)


def _add(document: Document, name: str, values: Iterable[str]) -> None:
    # Documents may share their values, so that others are put in place of them.
    held = document.values.get(name, ())
    document.values = {**document.values, name: tuple(dict.fromkeys((*held, *values)))}


def _add_said(documents: dict[str, Document], said: dict[str, list[str]]) -> None:
    """Add what rulings say of these documents, and that they do."""
    for document in documents.values():
        if document.rulings:
            told = {"klar": document.rulings, "klar_words": " ".join(said[document.key])}
            document.values = {**document.values, **told}
        having = {"klarstellung": document.rulings, "offene-frage": document.questions}
        if any(having.values()):
            _add(document, "hat", (key for key, number in having.items() if number))


def _sentences(steps: Any) -> Iterator[str]:
    """Yield every piece of text in the steps of an example, however they nest."""
    if isinstance(steps, str):
        yield steps
    elif isinstance(steps, dict):
        for value in steps.values():
            yield from _sentences(value)
    elif isinstance(steps, list):
        for step in steps:
            yield from _sentences(step)


def rule_labels() -> Labels:
    """Return how people read the values of the fields of rules."""
    named = {topic: vocabulary.TOPICS.get(topic, topic) for topic in _topics()}
    kinds = [
        *vocabulary.RuleKind.choices,
        *vocabulary.RulingStatus.choices,
        *vocabulary.QuestionState.choices,
    ]
    return {"thema": named, "art": dict(kinds)}


def _topics() -> Iterable[str]:
    return Rule.objects.order_by("topic").values_list("topic", flat=True).distinct()


OTHER_WORDS: Labels = {
    "art": {"verbot": "must-not", "pflicht": "must", "erlaubnis": "may", "definition": "definition"}
}


def register() -> None:
    """Hand the fields and groups of this app to the search."""
    add_part(Part("regel", "Regeln", "Regel", read_rules))
    add_part(Part("klarstellung", "Klarstellungen", "Klarstellung", read_rulings))
    add_part(Part("begriff", "Glossar", "Begriff", read_terms))
    add_part(Part("beispiel", "Beispiele", "Beispiel", read_examples))
    add_part(Part("frage", "Offene Fragen", "offene Frage", read_questions))
    complete_part("karte", complete_cards)
    complete_part("regel", complete_rules)
    add_labels(rule_labels, lambda: OTHER_WORDS)
