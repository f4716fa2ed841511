"""Saturation: many readers at once, for as long as one likes; no 5xx, no growing memory."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.readers import SCENARIO
from rules.whatif import links
from tests.engine.test_work import forgetting
from tests.serving import Site
from tests.torture.conftest import SECONDS
from tests.torture.processes import answers, memory, open_files, workers

MIX = """
local body = [==[BODY]==]
local json = {["Content-Type"] = "application/json"}
local words = {"monster", "stufe>=10", "typ:fluch", "klasse*", '"schlimme dinge"', "name:/^k/", "kriger", "\\xff"}
local pages = {"/", "/karten/axe-cop/krieger/", "/regeln/cthulhu/", "/kombinieren/?sets=cthulhu,impossible",
  "/api/v1/cards/axe-cop/krieger", "/api/v1/cards?limit=50", "/glossar/", "/gibt-es-nicht/", "/klarstellungen/"}
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init() n = 0 broken = 0 end
function request()
  n = n + 1
  if n % 3 == 0 then return wrk.format("GET", pages[n / 3 % #pages + 1]) end
  if n % 3 == 1 then
    local word = words[n % #words + 1]:gsub("[^%w]", function(c) return string.format("%%%02X", c:byte()) end)
    return wrk.format("GET", "/suche/?q=" .. word .. "+-x" .. n)
  end
  return wrk.format("POST", "/api/v1/resolve", json, (body:gsub("\\"level\\": 5", '"level": ' .. n % 9 + 1)))
end
function response(status) if status >= 500 then broken = broken + 1 end end
function done(summary, latency)
  local broken = 0
  for _, thread in ipairs(threads) do broken = broken + thread:get("broken") end
  print("broken " .. broken .. " requests " .. summary.requests .. " timeouts " .. summary.errors.timeout
    .. " cut " .. summary.errors.read .. " median " .. latency:percentile(50) .. " p99 " .. latency:percentile(99))
end
"""


@pytest.fixture
def mix(tmp_path: Path) -> Path:
    file = tmp_path / "mix.lua"
    file.write_text(MIX.replace("BODY", json.dumps(SCENARIO)))
    return file


def saturate(site: Site, mix: Path, seconds: float) -> dict[str, float]:
    command = [
        "wrk",
        "-t2",
        "-c16",
        f"-d{max(5, int(seconds))}s",
        "--timeout",
        "30s",
        "-s",
        str(mix),
        site.address,
    ]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: float(value) for name, value in re.findall(r"(\w+) ([\d.]+)(?= |$)", told.splitlines()[-1])}


def test_readers_at_saturation(site: Site, mix: Path, survived: Callable[[str], None]) -> None:
    assert shutil.which("wrk"), "apt install wrk"
    before = workers(site)
    saturate(site, mix, SECONDS / 2)  # fills every bounded memory
    saturate(site, mix, SECONDS / 2)
    assert answers(site) == 200, "what the last readers left in the queue is worked off"
    warm, files = memory(site), open_files(site)
    seen = saturate(site, mix, SECONDS)
    assert seen["requests"] > 50
    assert (seen["broken"], seen["cut"], seen["timeouts"]) == (0, 0, 0)
    assert workers(site) == before, "no worker died"
    assert open_files(site) <= files + 8
    grown = memory(site)
    assert grown <= warm * 1.1 + 16, (warm, grown)
    survived(
        f"{seen['requests']:.0f} requests from 16 readers in {SECONDS:.0f} s, no 5xx; median "
        f"{seen['median'] / 1e3:.0f} ms, p99 {seen['p99'] / 1e3:.0f} ms; memory {warm:.0f} → {grown:.0f} MB"
    )


HEAVY = """
local links = {LINKS}
function init() n = 0 end
function request()
  n = n + 1
  return wrk.format("GET", "/was-waere-wenn/?s=" .. links[n % #links + 1] .. "&x=" .. n)
end
"""


def asked(address: str) -> float:
    """Return how many milliseconds an answer took."""
    started = time.perf_counter()
    with urllib.request.urlopen(address, timeout=30) as answer:
        answer.read()
    return (time.perf_counter() - started) * 1000


def test_sixteen_of_the_heaviest_links_at_once(
    site: Site, tmp_path: Path, survived: Callable[[str], None]
) -> None:
    """Each begins anew as soon as it is answered or told to wait; everybody else goes on reading."""
    heaviest = [f'"{links.write({**forgetting(3, 8), "sets": [box]})}"' for box in ("axe-cop", "cthulhu")]
    script = tmp_path / "heavy.lua"
    script.write_text(HEAVY.replace("LINKS", ", ".join(heaviest)))
    before = workers(site)
    command = ["wrk", "-t1", "-c16", f"-d{max(5, int(SECONDS / 2))}s", "--timeout", "30s", "-s", str(script)]
    took: dict[str, list[float]] = {"stored page": [], "new search": []}
    asked(f"{site.address}/karten/axe-cop/krieger/")
    with subprocess.Popen([*command, site.address], stdout=subprocess.DEVNULL) as attack:
        while attack.poll() is None:
            took["stored page"].append(asked(f"{site.address}/karten/axe-cop/krieger/"))
            took["new search"].append(asked(f"{site.address}/suche/?q=held+-x{len(took['new search'])}"))
    assert workers(site) == before, "no worker died"
    assert min(map(len, took.values())) > 10
    p95 = {name: sorted(times)[len(times) * 95 // 100] for name, times in took.items()}
    survived("meanwhile, 95 % within: " + ", ".join(f"{name} {limit:.0f} ms" for name, limit in p95.items()))
