"""A typed client for the API in one file, with nothing but the standard library.

    from munchkin_regeln import Client
    api = Client("https://regeln.example")
    for card in api.cards("typ:monster stufe>=10"):
        print(card["name"], card["level"])

Copy it and change it as you like. It shows how to be a good guest: it asks with the tag of what it already has,
waits when the server says so, and follows `next` instead of building addresses.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

TIMEOUT_SECONDS = 20
MOST_WAITS = 3


class Thing(TypedDict):
    """What every object carries."""

    object: str
    id: str
    url: str
    html_url: str
    stand: str


class Link(TypedDict):
    """A reference to a thing."""

    object: str
    id: str
    title: str
    url: str
    html_url: str


class Ruling(Thing):
    """A question with its answer and the rules it rests on."""

    question: str
    answer: str
    status: str
    rules: list[Link]
    cards: list[Link]


class Rule(Thing):
    """One statement of a rulebook."""

    set: str
    topic: str
    text: str
    backlinks_url: str


class Card(Thing):
    """A card; null means: not attested."""

    set: str
    slug: str
    name: str
    kind: str
    level: int | None
    facts: dict[str, Any]
    rulings_url: str


class Backlinks(Thing):
    """What refers to a rule."""

    rule: Link
    count: int
    rulings: list[Link]
    cards: list[Link]


class Hit(Thing):
    """One hit of the search over everything."""

    of: str
    title: str


class Answered(TypedDict):
    """The answer to a question in German."""

    verdict: str
    answer: str
    cites: list[str]
    asks: list[str]
    context: str


class ApiError(Exception):
    """A problem document (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("detail", ""))
        self.status = status
        self.type: str = problem.get("type", "")
        self.detail: str = problem.get("detail", "")
        self.suggestions: list[str] = problem.get("suggestions", [])
        self.problem = problem


@dataclass
class Client:
    """Asks one site; remembers what it was given together with its tag."""

    base: str
    agent: str = "munchkin-regeln-client/1"
    known: dict[str, tuple[str, Any]] = field(default_factory=dict, repr=False)

    # Cards

    def cards(self, q: str = "", **query: str) -> Iterator[Card]:
        """Yield the cards that match, best first; without `q` all of them."""
        return self.pages("cards", **({"q": q} if q else {}), **query)

    def card(self, key: str, **query: str) -> Card:
        """Return a card by its id, such as `axe-cop/krieger`."""
        return self.get(f"cards/{key}", **query)

    def card_named(self, name: str, **query: str) -> Card:
        """Return the card that is called so, or nearly so."""
        return self.get("cards/named", fuzzy=name, **query)

    def rulings_of(self, card: Card) -> Iterator[Ruling]:
        return self.follow(card["rulings_url"])

    # Rules

    def rule(self, key: str) -> Rule:
        return self.get(f"rules/{key}")

    def rules(self, **query: str) -> Iterator[Rule]:
        return self.pages("rules", **query)

    def ruling(self, key: str) -> Ruling:
        return self.get(f"rulings/{key}")

    def backlinks(self, rule: Rule) -> Backlinks:
        return self.get(rule["backlinks_url"])

    # Everything

    def search(self, q: str) -> list[Hit]:
        """Return the first hits of every kind."""
        return [hit for group in self.get("search", q=q)["results"] for hit in group["data"]]

    def resolve(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """Return what happens, with every step and what it rests on."""
        return self.ask("resolve", json.dumps(scenario).encode())

    def question(self, text: str, sets: Sequence[str] = (), context: str = "") -> Answered:
        """Return the answer to a question in German; `context` is that of the answer before."""
        body = {"q": text, "sets": list(sets), "context": context}
        return self.ask("ask", json.dumps(body).encode())

    # How it is asked

    def get(self, path: str, **query: str) -> Any:
        """Return what lies at an address or below `/api/v1/`."""
        return self.ask(f"{path}?{urlencode(query)}" if query else path)

    def pages(self, path: str, **query: str) -> Iterator[Any]:
        return self.follow(f"{path}?{urlencode(query)}" if query else path)

    def follow(self, url: str | None) -> Iterator[Any]:
        """Yield the entries of a list, page after page."""
        while url:
            page = self.get(url)
            yield from page["data"]
            url = page["next"]

    def ask(self, path: str, body: bytes | None = None) -> Any:
        """Send one request; a known answer is taken from memory when the server says 304."""
        url = path if path.startswith("http") else f"{self.base}/api/v1/{path}"
        headers = {"Accept": "application/json", "User-Agent": self.agent}
        if body is None and url in self.known:
            headers["If-None-Match"] = self.known[url][0]
        elif body is not None:
            headers["Content-Type"] = "application/json"
        return self._send(Request(url, body, headers))  # noqa: S310 - the address is the caller's own

    def _send(self, request: Request) -> Any:
        for _ in range(MOST_WAITS):
            try:
                with urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
                    answer = json.load(response)
                    if tag := response.headers.get("ETag"):
                        self.known[request.full_url] = (tag, answer)
                    return answer
            except HTTPError as error:
                if error.code == 304:
                    return self.known[request.full_url][1]
                if error.code != 429:
                    raise ApiError(error.code, json.load(error)) from None
                time.sleep(int(error.headers.get("Retry-After", "1")))
        raise ApiError(429, {"detail": "Auch nach Warten kein Guthaben."})
