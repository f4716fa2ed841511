"""Whatever a visitor writes into an address or a form comes back as text, never as markup."""

from __future__ import annotations

import inspect
import re
from html.parser import HTMLParser
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from tests.addresses import pages

MARKUP = """"'></title></textarea></script><script>wirkt(1)</script><img src=x onerror=wirkt(2)>{{7*7}}"""
SCHEME = "javascript:wirkt(3)"
READ = re.compile(
    r"""(?:GET|POST|query|given)(?:\.get|\.getlist)?[(\[]\s*["'](\w+)["']|["'](\w+)["'] in request"""
)
PAGES = pages()


class Page(HTMLParser):
    """What a browser would run in a page, and which parameters the page names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.runs: list[str] = []
        self.names: set[str] = set()
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in attrs:
            value = value or ""
            if name.startswith("on") or "wirkt" in name or (tag == "script" and "wirkt" in value):
                self.runs.append(f"<{tag} {name}={value}>")
            if name in ("href", "src", "action", "formaction", "hx-get", "hx-post"):
                if value.strip().lower().startswith(("javascript:", "data:")):
                    self.runs.append(f"<{tag} {name}={value}>")
                self.names |= {key for key, _ in parse_qsl(urlsplit(value).query)}
            if name == "name" and tag in ("input", "select", "textarea", "button"):
                self.names.add(value)

    def handle_data(self, data: str) -> None:
        if self._inside == "script" and "wirkt(" in data:
            self.runs.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


def judge(client: Client, address: str, method: str = "GET", **sent: str) -> None:
    """Ask, and refuse what a browser would run."""
    answer = client.generic(method, address, **form(sent)) if method == "POST" else client.get(address, sent)
    assert answer.status_code < 500, (address, sent)
    kind = answer.headers.get("Content-Type", "")
    if kind.startswith(("text/html", "image/svg", "application/xml", "application/opensearch")):
        text = answer.content.decode()
        assert "<script>wirkt(" not in text, (address, sent)
        assert "<img src=x onerror" not in text, (address, sent)
        assert Page(text).runs == [], (address, sent)
    else:
        assert answer.headers["X-Content-Type-Options"] == "nosniff", kind
    assert "wirkt" not in urlsplit(answer.headers.get("Location", "")).scheme


def form(sent: dict[str, str]) -> dict[str, str]:
    data = "&".join(f"{quote(name)}={quote(value)}" for name, value in sent.items())
    return {"data": data, "content_type": "application/x-www-form-urlencoded"}


def parameters(client: Client, address: str) -> set[str]:
    """Return every parameter that the page's view reads or that the page itself names."""
    view = inspect.unwrap(resolve(urlsplit(address).path).func)
    module = inspect.getmodule(view)
    read = {a or b for a, b in READ.findall(inspect.getsource(module))} if module else set()
    answer = client.get(address)
    shown = Page(answer.content.decode()).names if "html" in answer.headers.get("Content-Type", "") else set()
    return {name for name in read | shown if name} or {"x"}


@pytest.mark.parametrize("name", PAGES)
def test_no_parameter_becomes_markup(name: str, reader: Client) -> None:
    address = PAGES[name]
    names = parameters(reader, address)
    for parameter in sorted(names):
        judge(reader, address, **{parameter: MARKUP})
    judge(reader, address, **dict.fromkeys(names, MARKUP))
    judge(reader, address, **dict.fromkeys(names, SCHEME))
    judge(reader, address, "POST", **dict.fromkeys(names, MARKUP))


@pytest.mark.parametrize("name", PAGES)
def test_no_part_of_an_address_becomes_markup(name: str, reader: Client) -> None:
    judge(reader, PAGES[name].rstrip("/") + quote(MARKUP))


@pytest.mark.parametrize(
    "header", ["Referer", "User-Agent", "X-Request-ID", "Accept-Language", "HX-Current-URL"]
)
def test_no_header_becomes_markup(header: str, reader: Client) -> None:
    answer = reader.get("/gibt-es-nicht/", headers={header: MARKUP, "HX-Request": "true"})
    assert "<script>wirkt(" not in answer.content.decode()
    assert "wirkt" not in answer["X-Request-ID"]


def test_the_judge_sees_what_a_browser_would_run() -> None:
    for page in (MARKUP, f'<a href="{SCHEME}">x</a>', "<p onclick=wirkt(4)>", "<script>wirkt(5)</script>"):
        assert Page(page).runs
