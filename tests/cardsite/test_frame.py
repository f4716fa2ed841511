"""The frame around a card's page is that of every other page."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpRequest
from django.template import engines
from django.test import RequestFactory

BLOCKS = ("title", "description", "shared", "head", "content")
FILLED = "".join(f"{{% block {name} %}}<{name}>{{% endblock %}}" for name in BLOCKS)


def in_django(request: HttpRequest) -> str:
    page = engines["django"].from_string('{% extends "base.html" %}' + FILLED)
    return str(page.render({"json_url": "/api/v1/cards/a/b"}, request))


def in_jinja(request: HttpRequest) -> str:
    page = engines["jinja2"].from_string("{% extends frame %}" + FILLED)
    return str(page.render({"json_url": "/api/v1/cards/a/b"}, request))


def plain(page: str) -> str:
    return re.sub(r">\s+<", "><", unescape(page)).strip()


@pytest.mark.parametrize("path", ["/karten/axe-cop/krieger/", "/regeln/cthulhu/", "/tisch/"])
@pytest.mark.parametrize("typed", ["", "axt", "{{ 7 * 7 }} {% raw %}", '"><script>', "'a' & b"])
def test_a_page_in_either_language_has_the_same_frame(db: None, path: str, typed: str) -> None:
    request = RequestFactory().get(path, {"q": typed})
    assert plain(in_jinja(request)) == plain(in_django(request))


def test_what_a_visitor_typed_stays_text_in_the_frame(db: None) -> None:
    page = in_jinja(RequestFactory().get("/karten/axe-cop/krieger/", {"q": '"><script>'}))
    assert 'value="&#34;&gt;&lt;script&gt;"' in page
