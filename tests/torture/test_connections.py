"""Bad connections: slow, huge, half-closed, broken off, random; other readers notice nothing."""

from __future__ import annotations

import random
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.addresses import pages
from tests.serving import ROOT, Site, free_port
from tests.torture.conftest import SECONDS
from tests.torture.processes import answers, open_files, workers

NEEDS = ("haproxy",)
SLOW = 120
# Each of the server's threads opens the database once.
THREADS_FILES = 48


@pytest.fixture(autouse=True)
def unharmed(site: Site) -> Iterator[None]:
    """Whatever a test did: the same processes answer, and no file stays open."""
    assert answers(site) == 200
    before, files = workers(site), open_files(site)
    yield
    assert workers(site) == before
    for _ in range(100):
        if open_files(site) <= files + THREADS_FILES:
            break
        time.sleep(0.1)
    assert open_files(site) <= files + THREADS_FILES
    assert answers(site) == 200


@pytest.fixture
def balancer(site: Site, tmp_path: Path) -> Iterator[int]:
    """The port of HAProxy before the site, set up as docs/haproxy.cfg says."""
    port, file = free_port(), tmp_path / "haproxy.cfg"
    text = (ROOT / "docs/haproxy.cfg").read_text().replace("SOCKET", str(tmp_path / "control"))
    text = text.replace("CONNECTIONS", "10000").replace("REQUESTS", "1000000")
    server = f"  server node {site.address.removeprefix('http://')} check"
    file.write_text(text.replace("BIND", f"127.0.0.1:{port}").replace("  SERVERS", server))
    process = subprocess.Popen(["haproxy", "-q", "-db", "-f", str(file)])
    time.sleep(2)
    yield port
    process.terminate()
    process.wait(10)


@contextmanager
def connected(site: Site, timeout: float = 5) -> Iterator[socket.socket]:
    where = urlsplit(site.address)
    with socket.create_connection((where.hostname or "", where.port or 0), timeout) as connection:
        yield connection


def exchange(site: Site, sent: bytes, *, half_close: bool = False) -> bytes:
    """Send bytes as they are and return the status line, or nothing when the server hangs up."""
    with connected(site) as connection, suppress(OSError):
        connection.sendall(sent)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
        return connection.recv(200).partition(b"\r\n")[0]
    return b""


def is_harmless(line: bytes) -> bool:
    """Say whether it is a hang-up, another protocol's word, or a status below 500."""
    return not line.startswith(b"HTTP/1.") or line[9:10] != b"5"


def hold(
    site: Site, sent: bytes, more: bytes, survived: Callable[[str], None], port: int = 0, number: int = SLOW
) -> None:
    """Keep many half-sent requests open while another reader asks."""
    where = urlsplit(site.address)
    slow = [socket.create_connection((where.hostname or "", port or where.port or 0)) for _ in range(number)]
    try:
        for connection in slow:
            connection.sendall(sent)
        asked = 0
        until = time.monotonic() + SECONDS / 2
        while time.monotonic() < until:
            for connection in slow:
                with suppress(OSError):
                    connection.sendall(more)
            assert answers(site) == 200
            asked += 1
            time.sleep(0.2)
        survived(f"{number} slow connections; {asked} of {asked} other readers answered meanwhile")
    finally:
        for connection in slow:
            connection.close()


def test_slow_headers(site: Site, survived: Callable[[str], None]) -> None:
    hold(site, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-A: b\r\n", survived)


def test_slow_bodies(site: Site, balancer: int, survived: Callable[[str], None]) -> None:
    """The server itself waits for a body with one of its threads: the balancer must do the waiting."""
    head = b"POST /api/v1/resolve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    hold(site, head + b"Content-Length: 50000\r\n\r\n{", b" ", survived, balancer)


def test_nobody_forges_the_balancers_headers(site: Site, balancer: int) -> None:
    """To the site „X-Request_ID“ and „X-Request-ID“ are one; so would be those that name the client."""
    sent = b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\nX-Request_ID: gefaelscht\r\n\r\n"
    for port, passes in ((urlsplit(site.address).port, True), (balancer, False)):
        with socket.create_connection(("127.0.0.1", port or 0), 5) as connection:
            connection.sendall(sent)
            assert (b"gefaelscht" in connection.makefile("rb").read()) is passes


def test_readers_who_do_not_read(site: Site, survived: Callable[[str], None]) -> None:
    hold(site, b"GET /static/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 10, b"", survived)


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Big: " + b"a" * 1_000_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        + b"".join(b"X-%d: a\r\n" % n for n in range(5000))
        + b"\r\n",
        b"GET /suche/?q=" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + b"a=b; " * 5000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"a" * 5000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/v1/resolve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/resolve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999999999\r\n\r\n{",
        b"POST /api/v1/resolve HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0",
        b"POST /was-waere-wenn/bauen/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00" * 100,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=[
        "header",
        "headers",
        "line",
        "cookie",
        "host",
        "no-host",
        "negative",
        "lying",
        "smuggle",
        "chunk",
        "h2",
        "tls",
    ],
)
@pytest.mark.parametrize("half_close", [False, True], ids=["open", "half-closed"])
def test_strange_requests(site: Site, sent: bytes, half_close: bool) -> None:
    assert is_harmless(exchange(site, sent, half_close=half_close))


def test_connections_that_break_off(site: Site, survived: Callable[[str], None]) -> None:
    request = b"GET /regeln/cthulhu/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    dice = random.Random(3)
    for _ in range(300):
        with connected(site) as connection:
            # Closing with this option sends a reset instead of an orderly end.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            connection.sendall(request[: dice.randint(1, len(request))])
    survived("300 connections reset, before, in and after their request")


def test_random_bytes_at_every_address(site: Site, survived: Callable[[str], None]) -> None:
    dice, count = random.Random(4), 0
    addresses = [
        *pages().values(),
        "/api/v1/resolve",
        "/api/v1/ask",
        "/api/v1/search",
        "/api/v1/cards",
        "/admin/login/",
    ]
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for address in addresses:
            line = exchange(site, random_request(dice, address.encode()))
            assert is_harmless(line), (address, line)
            count += 1
    survived(f"{count} requests of random bytes to {len(addresses)} addresses, no 5xx")


def random_request(dice: random.Random, address: bytes) -> bytes:
    """Return a request whose query, type and body are noise."""
    method = dice.choice((b"GET", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"HEAD", b"QUATSCH"))
    query = b"&".join(
        dice.choice((b"q", b"s", b"sets", b"seite", b"frage", b"limit")) + b"=" + noise(dice) for _ in "ab"
    )
    kind = dice.choice(
        (b"application/json", b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x")
    )
    body = dice.randbytes(dice.randint(0, 300))
    coding = dice.choice((b"", b"Content-Encoding: gzip\r\n", b"If-None-Match: " + noise(dice) + b"\r\n"))
    return b"".join(
        (method, b" ", address, b"?", query, b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: ",
         kind, b"\r\n", coding, b"Content-Length: %d\r\n\r\n" % len(body), body)
    )  # fmt: skip


def noise(dice: random.Random) -> bytes:
    return b"".join(b"%%%02X" % byte for byte in dice.randbytes(dice.randint(0, 40)))
