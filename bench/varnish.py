"""Varnish before a site, set up as docs/varnish.vcl says."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

RULES = Path(__file__).resolve().parent.parent / "docs" / "varnish.vcl"


class Cache(NamedTuple):
    """A running cache: where it listens, where it works, what it says."""

    port: int
    process: subprocess.Popen[bytes]
    work: Path
    log: Path

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"


@contextmanager
def varnish(site: int, port: int, folder: Path, other: Mapping[str, str] | None = None) -> Iterator[Cache]:
    """Cache on one port what the site on the other answers, until the block ends; `other` are words to change."""
    rules = RULES.read_text()
    filled = {"HOST": "127.0.0.1", "PORT": str(site), "SECONDS": "60", **(other or {})}
    for word, value in filled.items():
        rules = rules.replace(word, value)
    (folder / "site.vcl").write_text(rules)
    work = folder / "varnish"
    command = ["varnishd", "-F", "-j", "none", "-n", str(work), "-a", f"127.0.0.1:{port}"]
    with (folder / "varnish.log").open("w") as log:
        process = subprocess.Popen(
            [*command, "-f", str(folder / "site.vcl"), "-s", "malloc,256m"], stdout=log, stderr=log
        )
    try:
        yield Cache(port, process, work, folder / "varnish.log")
    finally:
        process.terminate()
        process.wait(60)
