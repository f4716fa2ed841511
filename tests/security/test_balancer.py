"""The balancer of docs/haproxy.cfg: one client that wants too much is slowed down, and another notices nothing."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.serving import ROOT, free_port

GREEDY, MODEST = "127.0.0.2", "127.0.0.3"
REQUESTS, CONNECTIONS = 40, 12
# Seconds for what takes a moment on a machine that does nothing else.
PATIENCE = 60
# Between two tries: who asked as often as he may in ten seconds would be told to wait, for as long as he goes on.
PAUSE = 2 * 10 / REQUESTS
HEADERS: list[dict[str, str]] = []


class Node(BaseHTTPRequestHandler):
    """A site that answers everything and remembers what reached it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path != "/readyz":
            HEADERS.append({name.lower(): value for name, value in self.headers.items()})
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    do_POST = do_GET  # noqa: N815 - as the server calls it

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture(scope="module")
def balancer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of HAProxy before one node, with small limits."""
    if not shutil.which("haproxy"):
        if os.environ.get("CI"):
            pytest.fail("apt install haproxy")
        pytest.skip("HAProxy fehlt: apt install haproxy.")
    node = ThreadingHTTPServer(("127.0.0.1", free_port()), Node)
    threading.Thread(target=node.serve_forever, daemon=True).start()
    folder, port = tmp_path_factory.mktemp("haproxy"), free_port()
    text = (ROOT / "docs/haproxy.cfg").read_text()
    filled = {
        "SOCKET": str(folder / "control"),
        "BIND": f"127.0.0.1:{port}",
        "  SERVERS": f"  server node 127.0.0.1:{node.server_port} check",
        "CONNECTIONS": str(CONNECTIONS),
        "REQUESTS": str(REQUESTS),
    }
    for word, value in filled.items():
        text = text.replace(word, value)
    (folder / "haproxy.cfg").write_text(text)
    process = subprocess.Popen(["haproxy", "-q", "-db", "-f", str(folder / "haproxy.cfg")])
    try:
        wait_until_it_answers(port)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)
        node.shutdown()


def wait_until_it_answers(port: int, client: str = "127.0.0.9", *, answers: bool = True) -> None:
    """Ask until this client is answered, or is not answered any more."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            # One try that hangs is not the whole patience.
            answered = ask(port, client, patience=PATIENCE / 10)[0] == 200
        except (OSError, http.client.HTTPException):
            answered = False
        if answered == answers:
            return
        time.sleep(PAUSE)
    pytest.fail(f"HAProxy antwortet {client} {'nicht' if answers else 'immer noch'}.")


def ask(
    port: int,
    client: str,
    path: str = "/",
    headers: dict[str, str] | None = None,
    patience: float = PATIENCE,
) -> tuple[int, dict[str, str]]:
    """Ask as the client with this address of the loopback."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience, source_address=(client, 0))
    try:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        answer.read()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


def test_who_asks_too_often_is_told_when_to_come_again_and_nobody_else_is(balancer: int) -> None:
    greedy = [ask(balancer, GREEDY) for _ in range(REQUESTS + 20)]
    statuses = [status for status, _ in greedy]
    assert statuses[: REQUESTS // 2] == [200] * (REQUESTS // 2)
    assert statuses[-1] == 429
    assert greedy[-1][1]["retry-after"] == "10"
    assert greedy[-1][1]["cache-control"] == "no-store"
    assert [ask(balancer, MODEST)[0] for _ in range(10)] == [200] * 10


def test_who_holds_too_many_connections_gets_no_more_and_everybody_else_does(balancer: int) -> None:
    client = "127.0.0.4"
    with ExitStack() as held:
        # Twice as many: whichever of them the balancer counts first, it counts enough; the others it resets.
        for _ in range(2 * CONNECTIONS):
            with suppress(OSError):
                held.enter_context(
                    socket.create_connection(("127.0.0.1", balancer), 5, source_address=(client, 0))
                )
        wait_until_it_answers(balancer, client, answers=False)
        assert ask(balancer, "127.0.0.5")[0] == 200
    wait_until_it_answers(balancer, client)


def test_a_slow_body_waits_here_and_not_at_the_node(balancer: int) -> None:
    HEADERS.clear()
    with socket.create_connection(("127.0.0.1", balancer), 5, source_address=("127.0.0.6", 0)) as slow:
        slow.sendall(
            b"POST /api/v1/resolve HTTP/1.1\r\nHost: x\r\nX-Slow: 1\r\nContent-Length: 1000\r\n\r\nhalb"
        )
        time.sleep(1)
        assert not any("x-slow" in headers for headers in HEADERS)
        assert ask(balancer, "127.0.0.7")[0] == 200


def test_nobody_writes_the_headers_of_the_proxy(balancer: int) -> None:
    HEADERS.clear()
    forged = {"X_Forwarded_For": "1.2.3.4", "X_Forwarded_Proto": "https", "X-Forwarded-Proto": "https"}
    ask(balancer, "127.0.0.8", headers=forged)
    (seen,) = HEADERS
    assert not any("_" in name for name in seen)
    assert seen["x-forwarded-proto"] == "http"
    assert seen["x-forwarded-for"].endswith("127.0.0.8")


def test_what_is_measured_stays_inside(balancer: int) -> None:
    HEADERS.clear()
    assert ask(balancer, "127.0.0.10", "/metrics")[0] == 404
    assert HEADERS == []
