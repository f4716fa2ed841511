"""What a request costs every part of a site on several machines, and how many machines carry how many readers.

    python -m bench.scale

Prints the tables of docs/scale.md. Starts what bench/cluster.py starts, and Varnish before it; counts processor time:
what else the machine does matters little. Needs postgresql, redis-server, haproxy, varnish.
"""

from __future__ import annotations

import http.client
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.nodes import NODES, Cluster, processor_seconds
from bench.ports import free_port
from bench.readers import PATHS, UNSEEN, Asked, Readers, get, seen, status, unseen
from bench.varnish import Cache, varnish

SECONDS = float(os.environ.get("SCALE_SECONDS", "8"))
# What one reader asks in a minute; nothing of it was asked before.
A_MINUTE = {"a card": 2, "a search": 2, "a fight": 1, "a question in words": 1}
READERS = (1_000, 10_000, 100_000)
# A machine as it is cheap to have, and how busy it may be, so that the busiest second still finds room.
CORES, BUSY = 2, 0.5
PARTS = ("nodes", "primary", "replica", "Redis", "balancer")
STORED = "a page or answer that is stored"


class Cost(NamedTuple):
    """What requests of one kind cost, each: milliseconds of every part, and bytes on the line."""

    requests: int
    milliseconds: dict[str, float]
    bytes: float

    def cells(self) -> str:
        return " | ".join(f"{self.milliseconds[part]:.2f}" for part in PARTS)


def measure(
    cluster: Cluster, what: Callable[[int], Asked], headers: dict[str, str] | None = None, address: str = ""
) -> Cost:
    Readers.headers = {"Accept-Encoding": "gzip", **(headers or {})}
    before = cluster.spent()
    with Readers(address or cluster.balancer, what=what) as readers:
        time.sleep(SECONDS)
    after = cluster.spent()
    Readers.headers = {}
    if readers.failed:
        sys.exit(f"{len(readers.failed)} failed: {readers.failed[:3]}\n{cluster.logs()}")
    number = len(readers.times)
    spent = {part: (after[part] - before[part]) / number * 1000 for part in PARTS}
    return Cost(number, spent, readers.bytes / number)


@contextmanager
def only(cluster: Cluster, number: int) -> Iterator[None]:
    """Let the balancer use so many nodes."""
    for node in range(number, NODES):
        cluster.drain(node)
    yield
    for node in range(number, NODES):
        cluster.ready(node)


def kinds(cluster: Cluster) -> dict[str, Cost]:
    page = PATHS[1]
    tag = _tag(cluster.balancer, page)
    found = {
        STORED: measure(cluster, lambda n: seen(n % (len(PATHS) - 1))),
        "the same, which the reader still has (304)": measure(
            cluster, lambda _: Asked(page), {"If-None-Match": tag}
        ),
    }
    for name, make in UNSEEN.items():
        start = random.randrange(10**6, 10**8)
        numbers = iter(range(start, start + 10**6))
        for number in range(8):
            get(
                cluster.balancer, make(number).path
            )  # what a worker builds at the first question is no part of it
        found[f"{name}, new"] = measure(cluster, lambda _, make=make, numbers=numbers: make(next(numbers)))  # type: ignore[misc]
    return found


def _tag(address: str, page: str) -> str:
    connection = http.client.HTTPConnection(address)
    connection.request("GET", page, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    answer.read()
    return answer.getheader("ETag") or ""


def idle(cluster: Cluster) -> dict[str, float]:
    """Return the milliseconds per second that every part spends while nobody asks."""
    time.sleep(2)
    before = cluster.spent()
    time.sleep(SECONDS)
    after = cluster.spent()
    return {part: (after[part] - before[part]) / SECONDS * 1000 for part in PARTS}


def settled(cluster: Cluster) -> float:
    """Wait until no node builds anything any more; return the processor seconds that they have spent."""
    quiet, last = 0, cluster.spent()["nodes"]
    while quiet < 3:
        time.sleep(1)
        now = cluster.spent()["nodes"]
        quiet = quiet + 1 if now - last < 0.1 * NODES else 0
        last = now
    return last


def release(cluster: Cluster) -> float:
    """Return the processor seconds that a release costs each node, whoever asks."""
    before = cluster.spent()["nodes"]
    cluster.new_release("Ein Text für die Messung.")
    return (settled(cluster) - before) / NODES


# A cache before it


@contextmanager
def cache(cluster: Cluster, folder: Path) -> Iterator[Cache]:
    with varnish(cluster.balancer_port, free_port(), folder) as found:
        for _ in range(300):
            if status(found.address, "/") == 200:
                break
            time.sleep(0.1)
        yield found


def popular(cluster: Cluster) -> tuple[int, Callable[[int], Asked]]:
    """Return how many pages there are, and a reader who asks for the n-th most wanted one n times less often."""
    text = get(cluster.balancer, "/sitemap.xml")[2].decode()
    pages = sorted(set(re.findall(r"<loc>https?://[^/]+([^<#]+)", text)))
    random.Random(1).shuffle(pages)
    weights = [1 / rank for rank in range(1, len(pages) + 1)]
    return len(pages), lambda _: Asked(random.choices(pages, weights)[0])


def behind_a_cache(cluster: Cluster, folder: Path) -> tuple[int, Cost, Cost, float, float]:
    """Return the number of pages, the cost without and with a cache, its own cost, and the share that passes it."""
    pages, what = popular(cluster)
    without = measure(cluster, what)
    with cache(cluster, folder) as found:
        counted, spent = _counters(found.work), processor_seconds(found.process.pid)
        with_it = measure(cluster, what, address=found.address)
        own = (processor_seconds(found.process.pid) - spent) / with_it.requests * 1000
        passed = _counters(found.work)["backend_req"] - counted["backend_req"]
    return pages, without, with_it, own, passed / with_it.requests


def _counters(work: Path) -> dict[str, int]:
    told = subprocess.run(["varnishstat", "-n", str(work), "-j"], capture_output=True, text=True, check=True)
    found = json.loads(told.stdout)["counters"]
    return {
        name.removeprefix("MAIN."): row["value"] for name, row in found.items() if name.startswith("MAIN.")
    }


# What follows


class Needs(NamedTuple):
    """What so many readers a minute need."""

    requests: float
    cores: dict[str, float]
    machines: int
    megabits: float

    @property
    def cells(self) -> str:
        rest = " | ".join(f"{self.cores[part]:.2f}" for part in PARTS[1:])
        return f"{self.requests:,.0f} | {self.cores['nodes']:.1f} | {self.machines} | {rest} | {self.megabits:,.0f}"


def needs(readers: int, asked: dict[str, float], costs: dict[str, Cost]) -> Needs:
    a_second = {name: readers * number / 60 for name, number in asked.items()}
    cores = {
        part: sum(a_second[name] * costs[name].milliseconds[part] / 1000 for name in asked) for part in PARTS
    }
    megabits = sum(a_second[name] * costs[name].bytes * 8 / 1e6 for name in asked)
    machines = max(2, math.ceil(cores["nodes"] / (CORES * BUSY)))
    return Needs(sum(a_second.values()), cores, machines, megabits)


def main() -> None:
    # Fewer than a node has threads, so that its health is still answered.
    Readers.threads = 3
    with tempfile.TemporaryDirectory(prefix="scale-") as name, Cluster(Path(name)) as cluster:
        settled(cluster)
        with only(cluster, 1):
            costs = kinds(cluster)
        table("kind", {kind: f"{cost.cells()} | {cost.bytes / 1000:.1f}" for kind, cost in costs.items()})
        for number in range(1, NODES + 1):
            with only(cluster, number):
                cost = measure(cluster, unseen)
            table("nodes", {str(number): f"{cost.cells()} | {cost.requests:,}"})
        print("connections:", cluster.primary.connections(), cluster.replica.connections())
        print("ms a second while nobody asks:", {part: round(ms, 1) for part, ms in idle(cluster).items()})
        print(f"a release costs a worker {release(cluster):.1f} s", flush=True)
        pages, without, with_it, own, passed = behind_a_cache(cluster, Path(name))
    print(
        f"{pages} pages; {with_it.requests} requests through the cache, {passed:.0%} of them reached the site"
    )
    ms = (without.milliseconds["nodes"], with_it.milliseconds["nodes"], own)
    print("nodes without the cache {:.2f} ms, with it {:.2f} ms, the cache {:.2f} ms".format(*ms))
    for title, asked in minutes().items():
        table(title, {f"{number:,}": needs(number, asked, costs).cells for number in READERS})


def minutes() -> dict[str, dict[str, float]]:
    """Return what one reader asks in a minute, by what of it the site or a cache knows already."""
    new = {f"{name}, new": float(number) for name, number in A_MINUTE.items()}
    half = {name: number / 2 for name, number in new.items()} | {STORED: sum(new.values()) / 2}
    return {
        "nothing was asked before": new,
        "half of it was asked before": half,
        "cards come from a cache": {name: number for name, number in new.items() if "card" not in name},
    }


def table(title: str, rows: dict[str, str]) -> None:
    print(f"-- {title}", *(f"| {name} | {cells} |" for name, cells in rows.items()), sep="\n", flush=True)


if __name__ == "__main__":
    main()
