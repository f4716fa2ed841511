"""docs/haproxy-redis.cfg: one address for whichever Redis Sentinel makes the master."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from tests import serving
from tests.serving import ROOT, free_port

PATIENCE = 120
MISSING = [name for name in ("redis-server", "redis-sentinel", "haproxy") if not shutil.which(name)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"apt install {' '.join(MISSING)}")


def wait_until(holds: Callable[[], bool]) -> None:
    serving.wait_until(holds, PATIENCE, missing=redis.RedisError)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    running: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> subprocess.Popen[bytes]:
        running.append(subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait(PATIENCE)


def test_when_the_master_dies_the_same_address_is_the_next_one(
    tmp_path: Path, started: Callable[..., subprocess.Popen[bytes]]
) -> None:
    first, second, sentinel, front = (free_port() for _ in range(4))
    plain = ("redis-server", "--bind", "127.0.0.1", "--save", "", "--port")
    master = started(*plain, str(first))
    started(*plain, str(second), "--replicaof", "127.0.0.1", str(first))
    # One decides alone here; on three machines two have to agree.
    (tmp_path / "sentinel.conf").write_text(
        f"port {sentinel}\nsentinel monitor regeln 127.0.0.1 {first} 1\nsentinel down-after-milliseconds regeln 1000\n"
    )
    servers = "\n".join(f"  server redis{port} 127.0.0.1:{port} check" for port in (first, second))
    text = (ROOT / "docs/haproxy-redis.cfg").read_text().replace("BIND", f"127.0.0.1:{front}")
    (tmp_path / "redis.cfg").write_text(text.replace("  SERVERS", servers))
    copy = redis.Redis(port=second)
    wait_until(lambda: copy.info("replication")["master_link_status"] == "up")
    started("redis-sentinel", "sentinel.conf")
    wait_until(lambda: len(redis.Redis(port=sentinel).sentinel_slaves("regeln")) == 1)
    started("haproxy", "-q", "-db", "-f", "redis.cfg")
    site = redis.Redis(port=front)
    wait_until(lambda: site.incr("counted") >= 1)
    wait_until(lambda: copy.get("counted") == b"1")
    master.kill()
    wait_until(lambda: site.incr("counted") == 2)
    assert site.info("replication")["role"] == "master"
