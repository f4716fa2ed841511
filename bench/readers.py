"""Readers who ask a site over HTTP without a pause and look at every answer."""

from __future__ import annotations

import http.client
import itertools
import json
import re
import threading
import time
import urllib.parse
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, NamedTuple

SCENARIO: dict[str, Any] = {
    "game": "munchkin",
    "sets": ["axe-cop"],
    "state": {
        "players": [{"id": "anna", "level": 5}],
        "turn": {"player": "anna", "phase": "door"},
        "combat": {
            "fighter": "anna",
            "monsters": [{"card": {"name": "Höllenhund", "kind": "monster", "level": 3, "treasures": 2}}],
        },
    },
    "do": [{"action": "finish_combat", "player": "anna"}],
}
PATHS = (
    "/api/v1/cards/axe-cop/krieger",
    "/karten/axe-cop/krieger/",
    "/api/v1/cards?limit=20",
    "/suche/?q=monster",
    "/api/v1/rules?limit=5",
    "/regeln/axe-cop/",
    "/api/v1/resolve",
)
# Seconds until no answer is a failure; far more than any takes on a machine that others use as well.
PATIENCE = 120
CARDS = ("axe-cop/krieger", "axe-cop/kindskopfkrake", "cthulhu/froggoth", "cthulhu/nyarlythotep")
WORDS = (
    "monster",
    "stufe>=5",
    "typ:fluch",
    "held",
    "kriger",
    "gegenstand",
    '"schlimme dinge"',
    "klasse oder volk",
)


class Asked(NamedTuple):
    """What a reader asks: an address, or a question to the resolver."""

    path: str
    body: bytes = b""


def a_card(number: int) -> Asked:
    return Asked(f"/karten/{CARDS[number % len(CARDS)]}/?mal={number}")


def a_search(number: int) -> Asked:
    query = urllib.parse.quote(f"{WORDS[number % len(WORDS)]} -x{number}")
    return Asked(f"/suche/?q={query}")


def a_fight(number: int) -> Asked:
    asked: dict[str, Any] = json.loads(json.dumps(SCENARIO))
    asked["state"]["players"][0]["level"] = number % 9 + 1
    monster = asked["state"]["combat"]["monsters"][0]["card"]
    monster |= {"name": f"Höllenhund {number}", "level": number // 9 % 20 + 1}
    return Asked("/api/v1/resolve", json.dumps(asked).encode())


def a_question(number: int) -> Asked:
    text = f"Ich bin Stufe {number % 9 + 1} und kämpfe gegen ein Monster der Stufe {number}. Gewinne ich?"
    return Asked(f"/was-waere-wenn/?q={urllib.parse.quote(text)}")


UNSEEN: dict[str, Callable[[int], Asked]] = {
    "a card": a_card,
    "a search": a_search,
    "a fight": a_fight,
    "a question in words": a_question,
}
_numbers = itertools.count(1)


def unseen(_number: int) -> Asked:
    """Return what nobody asked before, of all kinds in turn."""
    number = next(_numbers)
    return list(UNSEEN.values())[number % len(UNSEEN)](number)


def seen(number: int) -> Asked:
    return Asked(PATHS[number % len(PATHS)])


def mixed(number: int) -> Asked:
    """Return one that is asked again and again, and one that nobody asked before, in turn."""
    return unseen(number) if number % 2 else seen(number // 2)


def ask(
    connection: http.client.HTTPConnection,
    path: str,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
) -> http.client.HTTPResponse:
    if path.endswith("/resolve"):
        kind = {"Content-Type": "application/json", **(headers or {})}
        connection.request("POST", path, body or json.dumps(SCENARIO).encode(), kind)
    else:
        connection.request("GET", path, headers=headers or {})
    return connection.getresponse()


def get(address: str, path: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    try:
        answer = ask(connection, path)
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def status(address: str, path: str) -> int:
    """Return the status, or 0 when there is no answer."""
    try:
        return get(address, path)[0]
    except (OSError, http.client.HTTPException):
        return 0


def post(address: str, path: str, form: dict[str, str]) -> tuple[int, str]:
    """Log in as a browser does: take the form's token first. A refusal at any step is the answer."""
    connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        first = connection.getresponse()
        page, cookie = first.read().decode(), first.getheader("Set-Cookie") or ""
        if first.status != 200:
            return first.status, page
        token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": cookie.partition(";")[0],
            "Referer": f"http://{address}{path}",
        }
        connection.request(
            "POST", path, urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token}), headers
        )
        second = connection.getresponse()
        return second.status, second.read().decode()
    finally:
        connection.close()


class Editor:
    """Somebody who is logged in and enters sources, one after the other."""

    def __init__(self, address: str, name: str, password: str) -> None:
        self.address, self.cookies = address, dict[str, str]()
        self.confirmed: list[str] = []
        self.refused: list[int] = []
        code = self.send("/admin/login/", {"username": name, "password": password})
        assert code == 302, code

    def send(self, path: str, form: dict[str, str]) -> int:
        """Fetch the form, fill it in and return what came back, or 0 when nothing did."""
        try:
            code, page = self._ask("GET", path)
            if code != 200:
                return code
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            filled = {**form, "csrfmiddlewaretoken": token[1] if token else ""}
            return self._ask("POST", path, urllib.parse.urlencode(filled))[0]
        except (OSError, http.client.HTTPException):
            return 0

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        connection = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.partition(";")[0]
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def enter(self, key: str) -> None:
        """Enter a source, and remember it when the site says that it is kept."""
        form = {"key": key, "title": key, "url": "", "language": "", "reliability": "high", "remark": ""}
        code = self.send("/admin/cards/source/add/", form)
        if code == 302:
            self.confirmed.append(key)
        else:
            self.refused.append(code)


class Readers:
    """Ask from several threads until the block ends; then tell what came back."""

    threads = 8
    headers: Mapping[str, str] = {}

    def __init__(
        self, address: str, every_node: tuple[str, ...] = (), what: Callable[[int], Asked] = mixed
    ) -> None:
        self.addresses = (address, *every_node)
        self.what = what
        self.bytes = 0
        self.failed: list[str] = []
        self.mixed: list[str] = []
        self.versions: set[str] = set()
        self.times: list[float] = []
        self._over = threading.Event()
        self._running = [threading.Thread(target=self._read, args=(n,)) for n in range(self.threads)]

    def __enter__(self) -> Readers:
        self._started = time.monotonic()
        for thread in self._running:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        for thread in self._running:
            thread.join()
        self._spent = time.monotonic() - self._started

    def _read(self, number: int) -> None:
        address = self.addresses[number % len(self.addresses)]
        connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        while not self._over.is_set():
            number += 1
            path, sent = self.what(number)
            started = time.perf_counter()
            try:
                answer = ask(connection, path, sent, self.headers)
                body = answer.read()
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(f"{path}: {error!r}")
                connection.close()
                continue
            self.times.append(time.perf_counter() - started)
            self.bytes += len(body)
            if answer.status not in (200, 304):
                self.failed.append(f"{path}: {answer.status} {body[:80]!r}")
            elif body and path.startswith("/api/") and not path.endswith("resolve") and not self.headers:
                self._compare(path, answer.getheader("ETag") or "", body)
        connection.close()

    def _compare(self, path: str, tag: str, body: bytes) -> None:
        version = json.loads(body)["stand"]
        self.versions.add(version)
        if tag.strip('"').partition("-")[0] != version:
            self.mixed.append(f"{path}: {tag} but {version}")

    def newest(self) -> str:
        return json.loads(get(self.addresses[0], PATHS[0])[2])["stand"]

    def told(self) -> str:
        slow = sorted(self.times)[int(len(self.times) * 0.99)] * 1000
        return f"{len(self.times)} requests in {self._spent:.0f} s, 99 % within {slow:.0f} ms"
