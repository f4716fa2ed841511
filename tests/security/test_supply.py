"""What the site is made of: locked, written down, free to use; and the image that is built of it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command

from tests import image
from tests.serving import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
NODES = ("tables", "node1", "node2")


def bill() -> dict[str, Any]:
    out = StringIO()
    call_command("sbom", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_every_locked_package_is_on_the_bill_with_hashes_and_licence() -> None:
    packages = [one for one in bill()["components"] if "purl" in one]
    names = {one["name"] for one in packages}
    assert {"django", "granian", "resvg-py"} <= names
    assert all(one["hashes"] and one["licenses"][0]["license"]["name"] for one in packages)


def test_every_licence_goes_with_ours() -> None:
    out = StringIO()
    call_command("sbom", check=True, stdout=out)
    assert re.search(r"\d+ Pakete, jede Lizenz verträglich", out.getvalue())


def test_every_named_licence_has_its_text_and_every_named_path_its_files() -> None:
    rows = tomllib.loads((ROOT / "REUSE.toml").read_text())["annotations"]
    named = {row["SPDX-License-Identifier"] for row in rows}
    assert {path.stem for path in (ROOT / "LICENSES").glob("*.txt")} == named
    paths = [
        path for row in rows for path in ([row["path"]] if isinstance(row["path"], str) else row["path"])
    ]
    assert [path for path in paths if not list(ROOT.glob(path))] == []


def test_the_image_takes_locked_wheels_only_and_runs_as_nobody_in_particular() -> None:
    assert "--require-hashes" in image.TEXT
    assert "--only-binary=:all:" in image.TEXT
    assert re.search(r"^USER 10001", image.LAST, re.MULTILINE)
    assert not re.search(r"\b(apt-get|pip|gcc|build-essential)\b", image.LAST)
    assert [path for path in image.copied() if not (ROOT / path).exists()] == []
    let_in = {
        line[1:] for line in (ROOT / ".containerignore").read_text().splitlines() if line.startswith("!")
    }
    assert {path.partition("/")[0] for path in image.copied()} <= let_in


@pytest.mark.parametrize("name", NODES)
def test_a_node_writes_nothing_but_its_own_folder_and_has_no_rights(name: str) -> None:
    node = COMPOSE["services"][name]
    assert node["read_only"] is True
    assert node["user"] == "10001:10001"
    assert node["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in node["security_opt"]
    assert [*node["tmpfs"], *node["volumes"]] == ["/tmp", image.variables()["VAR_DIR"]]


@pytest.mark.parametrize("name", NODES)
def test_a_node_is_healthy_when_the_image_says_so(name: str) -> None:
    # An image that podman builds in its own format carries no such question.
    assert COMPOSE["services"][name]["healthcheck"]["test"] == ["CMD", *image.health()]


def test_nothing_but_the_balancer_is_open_to_others() -> None:
    assert [name for name, one in COMPOSE["services"].items() if "ports" in one] == ["balancer"]


def test_every_variable_of_the_nodes_is_one_that_the_site_reads() -> None:
    known = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
    assert set(COMPOSE["services"]["node1"]["environment"]) <= known


@pytest.mark.skipif(not shutil.which("haproxy"), reason="apt install haproxy")
def test_what_compose_makes_of_the_balancers_template_is_a_valid_one(tmp_path: Path) -> None:
    command = COMPOSE["services"]["balancer"]["command"][0].partition("&&")[0]
    written = tmp_path / "haproxy.cfg"
    command = command.replace("/template.cfg", shlex.quote(str(ROOT / "docs/haproxy.cfg"))).replace(
        "/tmp/haproxy.cfg", shlex.quote(str(written))
    )
    subprocess.run(["sh", "-c", command], check=True)
    checked = subprocess.run(
        ["haproxy", "-c", "-f", str(written)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    assert written.read_text().count("  server node") == 2
