"""What the rulebooks say lies where its address leads."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.models import Example, Question, Rule, Ruling, Term

PAGES = {Rule: "rule", Ruling: "ruling", Example: "example", Question: "question"}


@pytest.mark.parametrize("kind", PAGES, ids=PAGES.values())
def test_a_statement_lies_at_the_address_that_leads_to_its_page(
    kind: type[Rule | Ruling | Example | Question],
) -> None:
    one = kind(id="cthulhu.kampf.sieg-bedingung")
    assert one.get_absolute_url() == reverse(f"rules:{PAGES[kind]}-detail", args=[one.id])


def test_a_term_lies_in_the_glossary() -> None:
    assert Term(id="cthulhu.kampf").get_absolute_url() == reverse("rules:term-list") + "#cthulhu.kampf"
