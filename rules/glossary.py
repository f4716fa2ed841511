"""Terms in running text: each becomes a link to its meaning, once per paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules.models import Term

# Endings by which a German noun may differ from its entry.
ENDING = r"(?:e[nrsm]?|n|s|ern)?"
# What an entry says beside the word itself: „Ablagestapel (Spieler)“, „Phase 1: Tür eintreten“.
BESIDE = re.compile(r"\s*\(.*?\)|^Phase \d:\s*")
SHORTEST = 4


class Glossary:
    """The terms of one box, ready to be found in its texts."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms: dict[str, Term] = {}
        for term in terms:
            word = BESIDE.sub("", term.term).strip()
            if len(word) >= SHORTEST:
                self.terms.setdefault(word, term)
        longest_first = sorted(self.terms, key=len, reverse=True)
        words = "|".join(re.escape(word) for word in longest_first) or "(?!)"
        self.pattern = re.compile(rf"(?<![\w-])({words}){ENDING}(?![\w-])")

    def link(self, text: str) -> SafeString:
        """Return the text as HTML with every term linked where it first stands."""
        parts: list[str] = []
        seen: set[str] = set()
        end = 0
        for match in self.pattern.finditer(text):
            term = self.terms[match.group(1)]
            if term.pk in seen:
                continue
            seen.add(term.pk)
            parts += [escape(text[end : match.start()]), _link(term, match.group())]
            end = match.end()
        return mark_safe("".join([*parts, escape(text[end:])]))  # noqa: S308 - every part is escaped

    def in_text(self, text: str) -> list[Term]:
        """Return the terms that stand in the text, in the order in which they first do."""
        found = {self.terms[m.group(1)].pk: self.terms[m.group(1)] for m in self.pattern.finditer(text)}
        return list(found.values())


def _link(term: Term, words: str) -> SafeString:
    return format_html(
        '<a class="term" href="{}" data-preview="/glossar/{}/">{}</a>',
        term.get_absolute_url(),
        term.pk,
        words,
    )
