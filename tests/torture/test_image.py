"""The image where no tool builds it: its files, variables and user, started as it says where nobody can write."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import image
from tests.serving import ROOT, wait_until

NEEDS = ("ip", "nsenter", "setpriv", "unshare")
HOME = "srv/regeln"
USER = "10001"
# No rights, and none to be had.
NOBODY = f"--reuid {USER} --regid {USER} --clear-groups --bounding-set -all --inh-caps -all --no-new-privs"
SURROUNDINGS = {
    "SECRET_KEY": "abcdefghijklmnopqrstuvwxyz-0123456789-ABCDEFGHIJKLMNOP",
    "ALLOWED_HOSTS": "regeln.example",
}
CARD = "http://127.0.0.1:8000/karten/axe-cop/krieger/"
READER = {"Host": SURROUNDINGS["ALLOWED_HOSTS"], "X-Forwarded-Proto": "https"}


class Container(NamedTuple):
    process: subprocess.Popen[bytes]
    log: Path

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command beside the site, as root."""
        path = image.variables()["PATH"]
        enter = ["nsenter", "-t", str(self.process.pid), "-m", "-n", "-r", "-w", "env", "-i", f"PATH={path}"]
        return subprocess.run([*enter, *words], capture_output=True, text=True, check=False)

    def is_healthy(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        return self.run(*image.health()).returncode == 0


def lay_out(root: Path) -> list[Path]:
    """Lay the files of the image below `root`; return what of this machine stands for its base."""
    for name in image.copied():
        place = root / HOME / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, place)
    for name in ("bin", "lib", "lib64", "sbin"):
        if Path("/", name).is_symlink():
            (root / name).symlink_to(Path("/", name).readlink())
    for place in (f"{HOME}/.venv", "tmp", "var/lib/regeln"):
        (root / place).mkdir(parents=True)
    base = [Path("/usr"), Path("/etc"), Path("/proc"), Path("/dev"), Path(sys.base_prefix)]
    for path in base:
        (root / path.relative_to("/")).mkdir(parents=True, exist_ok=True)
    return [path for path in base if not path.is_relative_to("/usr/local")]


def script(root: Path) -> str:
    """Return what makes `root` the whole world of a process that may write two folders, and starts the site in it."""
    said = {**image.variables(), **SURROUNDINGS}
    command = ["env", "-i", "-C", f"/{HOME}", *(f"{name}={value}" for name, value in said.items())]
    data = f"{root}{said['VAR_DIR']}"
    lines = [
        ["mount", "--bind", root, root],
        *(["mount", "--bind", "-o", "ro", path, f"{root}{path}"] for path in lay_out(root)),
        ["mount", "--bind", "-o", "ro", sys.prefix, f"{root}/{HOME}/.venv"],
        ["mount", "-t", "tmpfs", "none", f"{root}/tmp"],
        ["chown", USER, data],
        ["mount", "--bind", data, data],
        ["mount", "-o", "remount,bind,ro", root],
        # Nobody else is in this net: the port is free, and nothing can be fetched.
        ["ip", "link", "set", "lo", "up"],
        ["exec", "chroot", root, "setpriv", *NOBODY.split(), *command, *image.started()],
    ]
    return "\n".join(shlex.join(map(str, line)) for line in lines)


@pytest.fixture
def container(tmp_path: Path) -> Iterator[Container]:
    if os.geteuid() != 0:
        pytest.skip("Nur root kann einem Prozess eine eigene Welt geben.")
    command = ["unshare", "--mount", "--net", "sh", "-e", "-c", script(tmp_path / "image")]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield Container(process, tmp_path / "log")
    finally:
        process.kill()
        process.wait()


def test_what_the_image_starts_gets_ready_without_rights_where_nothing_can_be_written(
    container: Container, survived: Callable[[str], None]
) -> None:
    wait_until(container.is_healthy, 600, container.log)
    reads = f"from urllib.request import *; urlopen(Request({CARD!r}, headers={READER!r}))"
    asked = container.run("python", "-c", reads)
    assert asked.returncode == 0, asked.stderr
    told = Path(f"/proc/{container.process.pid}/status").read_text()
    state = dict(line.split(":\t", 1) for line in told.splitlines() if ":\t" in line)
    assert set(state["Uid"].split()) == {USER}
    assert {int(state[name], 16) for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")} == {0}
    for place in (f"/{HOME}/x", "/usr/x", "/etc/x"):
        assert "Read-only file system" in container.run("touch", place).stderr
    container.process.terminate()
    assert container.process.wait(60) == 0, container.log.read_text()
    survived("the image's command got ready as nobody, without a net, on a file system that it cannot write")
