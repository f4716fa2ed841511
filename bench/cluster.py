"""Several machines on one: what must hold when the site runs on three nodes, and whether it does.

    python bench/cluster.py [report file]

PostgreSQL with a streaming replica, Redis, three nodes and HAProxy, all on loopback in a temporary folder. Every
promise is tried under load; the script ends with an error if one is broken. Needs postgresql, redis-server, haproxy.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.nodes import Cluster  # noqa: E402
from bench.readers import PATHS, Readers, post, status  # noqa: E402

SECONDS = 4.0


def wait(condition: Callable[[], bool], seconds: float = 30.0) -> float:
    """Wait until it holds and return how long that took; stop the script if it never does."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > seconds:
            sys.exit(f"Nach {seconds} s noch nicht: {condition.__name__} {condition.__doc__ or ''}")
        time.sleep(0.05)
    return time.monotonic() - started


def throttles(cluster: Cluster) -> str:
    """One account of a client is shared by all nodes."""
    cluster.restart_nodes(API_POINTS_PER_MINUTE="600")
    while time.time() % 60 > 50:
        time.sleep(0.2)  # an account lasts a minute of the clock
    counts = [0, 0, 0]
    for number in range(900):
        if status(cluster.node_address(number % 3), PATHS[0]) != 429:
            counts[number % 3] += 1
    answered = sum(counts)
    cluster.restart_nodes()
    # A known card costs a point; the first time it costs two, and a node takes twenty points at a time.
    assert 500 < answered <= 600, counts
    assert all(count > 150 for count in counts), counts
    return f"{answered} of 900 requests of one client answered by {counts}, with 600 points for all nodes together"


def release(cluster: Cluster) -> str:
    """A data release made on the primary reaches all nodes; body and ETag are always of one version."""
    with Readers(cluster.balancer, every_node=cluster.node_addresses) as readers:
        time.sleep(1)
        before = readers.newest()
        cluster.new_release()
        took = wait(lambda: all(n != before for n in cluster.versions()))
        time.sleep(SECONDS)
    assert readers.failed == [], readers.failed[:3]
    assert readers.mixed == [], readers.mixed[:3]
    assert len(readers.versions) == 2, readers.versions
    assert len(set(cluster.versions())) == 1
    return f"on all nodes {took:.1f} s after the command began; {readers.told()}; versions seen: 2, mixed answers: 0"


def killed_node(cluster: Cluster) -> str:
    """A killed node costs at most the requests that were in flight on it."""
    with Readers(cluster.balancer) as readers:
        time.sleep(1)
        cluster.kill_node(1)
        time.sleep(SECONDS)
        cluster.start_node(1)
        cluster.wait_for_nodes()
        time.sleep(1)
    assert len(readers.failed) <= readers.threads, readers.failed[:9]
    assert readers.mixed == []
    return f"{readers.told()}; failed: {len(readers.failed)} (in flight at most {readers.threads})"


def lost_replica(cluster: Cluster) -> str:
    """Without the replica, reads go on from the primary; when it is back, it is used again."""
    with Readers(cluster.balancer) as readers:
        time.sleep(1)
        cluster.replica.stop()
        time.sleep(SECONDS)
        cluster.replica.start()
        took = wait(lambda: cluster.replica.connections() > 0)
    assert len(readers.failed) <= readers.threads, readers.failed[:9]
    assert readers.mixed == []
    return f"{readers.told()}; failed: {len(readers.failed)}; the replica is asked again {took:.1f} s after its start"


def restarted_primary(cluster: Cluster) -> str:
    """Without the primary, reads go on from the replica, and whoever writes gets a clear 503."""
    with Readers(cluster.balancer) as readers:
        time.sleep(1)
        cluster.primary.stop()
        time.sleep(1)
        form = {"username": "anna", "password": "falsch"}
        told = [post(cluster.balancer, "/admin/login/", form) for _ in range(3)]
        resolved = cluster.resolve()
        time.sleep(SECONDS / 2)
        cluster.primary.start()
        back = wait(lambda: post(cluster.balancer, "/admin/login/", form)[0] == 200)
    assert [code for code, _ in told] == [503] * 3, told
    assert all("Daten" in page for _, page in told), told[0][1][:500]
    assert resolved == 200, resolved
    assert readers.failed == [], readers.failed[:9]
    assert readers.mixed == []
    return f"{readers.told()}; failed reads: 0; a login is told 503 meanwhile, answered {back:.1f} s after the start"


def lost_redis(cluster: Cluster) -> str:
    """Without Redis each node counts for itself and everything else goes on."""
    with Readers(cluster.balancer) as readers:
        time.sleep(0.5)
        cluster.redis.send_signal(signal.SIGKILL)
        time.sleep(SECONDS / 2)
        cluster.start_redis()
        time.sleep(0.5)
    assert readers.failed == [], readers.failed[:9]
    return f"{readers.told()}; failed: 0"


def rolling_restart(cluster: Cluster) -> str:
    """Nodes that are replaced one after the other, as an upgrade does it, cost nobody an answer."""
    with Readers(cluster.balancer) as readers:
        for number in range(len(cluster.nodes)):
            cluster.drain(number)
            cluster.nodes[number].send_signal(signal.SIGTERM)
            cluster.nodes[number].wait(40)
            cluster.start_node(number)
            cluster.wait_for_nodes()
            cluster.ready(number)
    assert readers.failed == [], readers.failed[:9]
    return f"{readers.told()}; failed: 0"


PROMISES = (throttles, release, killed_node, lost_replica, restarted_primary, lost_redis, rolling_restart)


def main() -> None:
    lines = []
    with tempfile.TemporaryDirectory(prefix="cluster-") as folder, Cluster(Path(folder)) as cluster:
        for promise in PROMISES:
            try:
                told = promise(cluster)
            except AssertionError as error:
                sys.exit(f"Gebrochen: {promise.__doc__} {error}\n{cluster.logs()}")
            print(f"{promise.__name__}: {told}", flush=True)
            lines.append(f"| {promise.__doc__} | {told} |")
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(report(lines))


def report(lines: list[str]) -> str:
    versions = [
        subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()[0]
        for command in (["psql", "--version"], ["redis-server", "--version"], ["haproxy", "-v"])
    ]
    table = "\n".join(["| what must hold | what was seen |", "| --- | --- |", *lines])
    machine = f"{os.cpu_count()} cores, all parts and the readers on one machine"
    return INTRODUCTION.format(table=table, machine=machine, versions="; ".join(versions))


INTRODUCTION = """# The site on several machines

`python bench/cluster.py docs/cluster.md` starts PostgreSQL with a streaming replica for reads, Redis for cache and
throttles, three nodes behind HAProxy, all on loopback, breaks one part after the other while readers ask, and writes
this page. It stops with an error when a promise is broken. How to set such a site up: [operations](operations.md).

Readers: eight at a time, pages, searches, API and questions to the resolver in turn, through the balancer. Of every
answer of the API they compare the version in the ETag with the one in the body.

{table}

Seen with {versions}; {machine}.

What limits it: an answer may be a second old, for so long a node remembers the newest version; while nodes read from
databases of different age (the replica lost on one, not yet on the other), a reader who changes nodes may see an older
version after a newer one, each whole in itself. A request that a killed node was answering is asked again by the
balancer, because nothing that a reader can ask changes anything.
"""

if __name__ == "__main__":
    main()
