"""Readers who ask a site over HTTP without a pause and look at every answer."""

from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.parse
from types import TracebackType
from typing import Any

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


def ask(connection: http.client.HTTPConnection, path: str) -> http.client.HTTPResponse:
    if path.endswith("/resolve"):
        headers = {"Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(SCENARIO).encode(), headers)
    else:
        connection.request("GET", path)
    return connection.getresponse()


def get(address: str, path: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(address, timeout=20)
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
    connection = http.client.HTTPConnection(address, timeout=20)
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


class Readers:
    """Ask from several threads until the block ends; then tell what came back."""

    threads = 8

    def __init__(self, address: str, every_node: tuple[str, ...] = ()) -> None:
        self.addresses = (address, *every_node)
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
        connection = http.client.HTTPConnection(address, timeout=20)
        while not self._over.is_set():
            number += 1
            path = PATHS[number % len(PATHS)]
            started = time.perf_counter()
            try:
                answer = ask(connection, path)
                body = answer.read()
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(f"{path}: {error!r}")
                connection.close()
                continue
            self.times.append(time.perf_counter() - started)
            if answer.status != 200:
                self.failed.append(f"{path}: {answer.status} {body[:80]!r}")
            elif path.startswith("/api/") and not path.endswith("resolve"):
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
