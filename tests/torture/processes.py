"""What a server's processes are and hold, read from the system."""

from __future__ import annotations

import http.client
from pathlib import Path

from tests.serving import Site


def workers(site: Site) -> list[int]:
    """Return the ids of the processes that answer."""
    return [
        int(pid)
        for pid in Path(f"/proc/{site.process.pid}/task/{site.process.pid}/children").read_text().split()
    ]


def megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def memory(site: Site) -> float:
    """Return the resident memory of all workers in MB."""
    return sum(megabytes(pid) for pid in workers(site))


def open_files(site: Site) -> int:
    return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in workers(site))


def answers(site: Site, path: str = "/karten/axe-cop/krieger/") -> int:
    """Return the status that a plain reader gets within half a minute."""
    connection = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=30)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()
