"""Saturation: many readers at once, for as long as one likes; no 5xx, no growing memory."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.readers import SCENARIO
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
