"""Several machines on one: what must hold when the site runs on three nodes, and whether it does.

    python bench/cluster.py [report file]

PostgreSQL with a streaming replica, Redis, three nodes and HAProxy, all on loopback in a temporary folder. Every
promise is tried under load; the script ends with an error if one is broken. Needs postgresql, redis-server, haproxy,
and root with iptables for the partition.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.nodes import AHEAD, APART, Cluster  # noqa: E402
from bench.readers import PATHS, Editor, Readers, get, post, status  # noqa: E402

SECONDS = 4.0
# Between two entries of an editor.
PAUSE = 3.0
# Try these alone: `ONLY=partition,promotion`.
ONLY = os.environ.get("ONLY", "").replace(",", " ").split()


def wait(condition: Callable[[], bool], seconds: float = 30.0) -> float:
    """Wait until it holds and return how long that took; stop the script if it never does."""
    started = time.monotonic()
    while not condition():
        if time.monotonic() - started > seconds:
            sys.exit(f"Nach {seconds} s noch nicht, in Zeile {sys._getframe(1).f_lineno}.")
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
    """Without Redis each node counts for itself and everything else goes on; when it is back, all count there again."""
    with Readers(cluster.balancer) as readers:
        time.sleep(0.5)
        cluster.redis.send_signal(signal.SIGKILL)
        time.sleep(SECONDS / 2)
        cluster.start_redis()
        back = wait(lambda: counted_in_redis(cluster) >= len(cluster.nodes))
    assert readers.failed == [], readers.failed[:9]
    return f"{readers.told()}; failed: 0; {back:.1f} s after its start every node counts there"


def counted_in_redis(cluster: Cluster) -> int:
    """Return how many nodes are connected to Redis, the one who asks left out."""
    told = subprocess.run(
        ["redis-cli", "-p", str(cluster.redis_port), "info", "clients"],
        capture_output=True,
        text=True,
        check=False,
    )
    return int((told.stdout.partition("connected_clients:")[2].split() or ["1"])[0]) - 1


def lagging_replica(cluster: Cluster) -> str:
    """While the replica lags, readers get the old version whole and editors the new one; then all get the new one."""
    with Readers(cluster.balancer) as readers:
        time.sleep(0.5)
        before = readers.newest()
        cluster.replica.query("select pg_wal_replay_pause()")
        cluster.new_release("Ein Text, der spät kommt.")
        time.sleep(SECONDS)
        seen = {before} == readers.versions == set(cluster.versions())
        newest = cluster.primary.query("select version from cards_release order by id desc limit 1")
        cluster.replica.query("select pg_wal_replay_resume()")
        took = wait(lambda: all(version == newest for version in cluster.versions()))
        time.sleep(SECONDS / 2)
    assert seen, readers.versions
    assert newest != before
    assert (readers.failed, readers.mixed) == ([], []), (readers.failed[:3], readers.mixed[:3])
    return (
        f"{readers.told()}; failed: 0, mixed answers: 0; on all nodes {took:.1f} s after the replica went on"
    )


def partition(cluster: Cluster) -> str:
    """A node that is silently cut off from the primary reads on from the replica and refuses writes in seconds."""
    primary = cluster.primary.url.replace("127.0.0.1", APART)
    cluster.restart_nodes(own={0: {"DATABASE_URL": primary}})
    form = {"username": "anna", "password": "falsch"}

    def login(number: int) -> int:
        return post(cluster.node_address(number), "/admin/login/", form)[0]

    assert [login(0), login(1)] == [200, 200]
    with Readers(cluster.balancer) as readers:
        time.sleep(1)
        with cluster.cut_off():
            waits = []
            for _ in range(4):
                started = time.monotonic()
                told = login(0)
                waits.append(time.monotonic() - started)
                assert told == 503, told
            ready = status(cluster.node_address(0), "/readyz")
            assert login(1) == 200
            time.sleep(SECONDS / 2)
        back = wait(lambda: login(0) == 200)
    cluster.restart_nodes()
    assert (readers.failed, readers.mixed) == ([], []), (readers.failed[:9], readers.mixed[:3])
    return (
        f"{readers.told()}; failed reads: 0; logins at this node told 503 after {max(waits):.1f} s at most, at another "
        f"answered; its /readyz said {ready}; {back:.1f} s after the cut it takes writes again"
    )


def other_clock(cluster: Cluster) -> str:
    """A node whose clock goes before the others' costs nobody an answer and mixes nothing."""
    cluster.restart_nodes(own={2: cluster.other_clock()})
    minutes = [ends_in(cluster.node_address(number)) for number in (1, 2)]
    assert 20 < abs(minutes[0] - minutes[1]) < 40, minutes
    with Readers(cluster.balancer, every_node=cluster.node_addresses) as readers:
        time.sleep(1)
        before = readers.newest()
        cluster.new_release("Ein Text zu anderer Zeit.")
        took = wait(lambda: all(version != before for version in cluster.versions()))
        time.sleep(SECONDS / 2)
    cluster.restart_nodes()
    assert (readers.failed, readers.mixed) == ([], []), (readers.failed[:3], readers.mixed[:3])
    return f"{readers.told()}; failed: 0, mixed answers: 0; {AHEAD} s ahead; a release on all nodes after {took:.1f} s"


def promotion(cluster: Cluster) -> str:
    """The primary dies while editors write, the replica takes its place: nothing that was confirmed is lost."""
    hosts = f"host=127.0.0.1,127.0.0.1&port={cluster.primary.port},{cluster.replica.port}"
    urls = {
        "DATABASE_URL": f"postgresql://site@/postgres?{hosts}&target_session_attrs=read-write",
        "REPLICA_URL": f"postgresql://site@/postgres?{hosts}&target_session_attrs=prefer-standby",
    }
    cluster.create_editor("berta", "eine-lange-losung")
    # What is confirmed is then on the other machine, too.
    cluster.primary.query("alter system set synchronous_standby_names = '*'")
    cluster.primary.query("select pg_reload_conf()")
    cluster.restart_nodes(**urls)
    editor = Editor(cluster.balancer, "berta", "eine-lange-losung")
    over = threading.Event()

    def write() -> None:
        # Each entry is a release, for which every node spends some seconds on itself.
        while not over.wait(PAUSE):
            editor.enter(f"quelle-{len(editor.confirmed) + len(editor.refused)}")

    writing = threading.Thread(target=write, daemon=True)
    with Readers(cluster.balancer) as readers:
        writing.start()
        wait(lambda: len(editor.confirmed) >= 3, 240)
        before = len(editor.confirmed)
        cluster.primary.stop()
        time.sleep(1)
        cluster.replica.promote()
        cluster.replica.query("alter system set synchronous_standby_names = ''")
        cluster.replica.query("select pg_reload_conf()")
        back = wait(lambda: len(editor.confirmed) >= before + 2, 240)
        over.set()
        writing.join()
    kept = set(cluster.replica.query("select key from cards_source where key like 'quelle-%'").split())
    assert set(editor.confirmed) <= kept, set(editor.confirmed) - kept
    assert set(editor.refused) <= {503, 0}, editor.refused
    assert (readers.failed, readers.mixed) == ([], []), (readers.failed[:9], readers.mixed[:3])
    return (
        f"{readers.told()}; failed reads: 0; {len(editor.confirmed)} entries confirmed, lost: 0; refused meanwhile: "
        f"{len(editor.refused)}; the second one after it was confirmed {back:.1f} s after the promotion"
    )


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


def ends_in(address: str) -> int:
    """Return in how many seconds a node believes that this minute ends."""
    headers = {
        name.lower(): value for name, value in get(address, "/api/v1/cards/axe-cop/krieger")[1].items()
    }
    return int(headers["ratelimit"].rpartition("t=")[2])


# The last one leaves no primary.
PROMISES = (
    throttles, release, killed_node, lost_replica, lagging_replica, restarted_primary, partition, lost_redis,
    other_clock, rolling_restart, promotion,
)  # fmt: skip


def main() -> None:
    lines = []
    with tempfile.TemporaryDirectory(prefix="cluster-") as folder, Cluster(Path(folder)) as cluster:
        for promise in [one for one in PROMISES if not ONLY or one.__name__ in ONLY]:
            try:
                told = promise(cluster)
            except (AssertionError, OSError) as error:
                sys.exit(f"Gebrochen: {promise.__name__}: {promise.__doc__} {error}\n{cluster.logs()}")
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

Readers: eight at a time, through the balancer; every second request is for something that nobody asked before (a card,
a search, a fight, a question in words), the others for seven addresses of pages, searches and API in turn. Of every
answer of the API they compare the version in the ETag with the one in the body. What it costs: [scale](scale.md).

{table}

Seen with {versions}; {machine}.

A partition is made by dropping packets (iptables), so that nothing is refused and everything waits; the other clock is
a node whose Python adds half an hour. The promotion has a synchronous replica and both hosts in both addresses
([operations](operations.md)): without the first, what an editor entered just before the death could be lost.

What limits it: an answer may be a second old, for so long a node remembers the newest version; while nodes read from
databases of different age (the replica lost on one, not yet on the other), a reader who changes nodes may see an older
version after a newer one, each whole in itself. A request that a killed node was answering is asked again by the
balancer, because nothing that a reader can ask changes anything.
"""

if __name__ == "__main__":
    main()
