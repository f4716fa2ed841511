"""Saturation: many readers at once, for as long as one likes; no 5xx, no growing memory."""

from __future__ import annotations

import json
import re
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from bench.readers import SCENARIO
from cardsite import pages
from cardsite.api import middleware
from rules.whatif import links
from tests.engine.test_work import forgetting
from tests.serving import Site, serve
from tests.torture.conftest import ROOM, SECONDS
from tests.torture.processes import answers, memory, open_files, workers
from tests.torture.test_bombs import ODD, PATTERNS, packed

NEEDS = ("wrk",)
MIXED, MEANT_ILL = 100_000, 10_000
# What answers and pages may be kept in, in MB.
STORES = (pages.MOST_BYTES_STORED + middleware.MOST_BYTES_STORED) / 2**20

TELL = """
function response(status) if status >= 500 then broken = broken + 1 end end
function done(summary, latency)
  local broken = 0
  for _, thread in ipairs(threads) do broken = broken + thread:get("broken") end
  print("broken " .. broken .. " requests " .. summary.requests .. " timeouts " .. summary.errors.timeout
    .. " cut " .. summary.errors.read .. " median " .. latency:percentile(50) .. " p99 " .. latency:percentile(99))
end
"""
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
TELL
"""


@pytest.fixture
def mix(tmp_path: Path) -> Path:
    file = tmp_path / "mix.lua"
    file.write_text(MIX.replace("BODY", json.dumps(SCENARIO)).replace("TELL", TELL))
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


HOSTILE = """
local bodies = {BODIES}
local words = {WORDS}
local links = {LINKS}
local filler = string.rep("a", 50000)
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init() n = 0 broken = 0 end
function request()
  n = n + 1
  local kind, number = n % 4, math.floor(n / 4)
  if kind == 0 then return wrk.format("GET", "/karten/axe-cop/krieger/?x=" .. filler .. n) end
  if kind == 1 then return wrk.format("GET", "/suche/?q=" .. words[number % #words + 1] .. "&x=" .. n) end
  if kind == 2 then return wrk.format("GET", "/was-waere-wenn/?s=" .. links[number % #links + 1] .. "&x=" .. n) end
  return wrk.format("POST", "/api/v1/resolve", {["Content-Type"] = "application/json"}, bodies[number % #bodies + 1])
end
TELL
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Addresses of 50 kB, searches and links that want to explode, bodies that are only structure."""
    bodies = ["[" * 60_000, '{"a":' * 10_000, '{"game":' + "9" * 60_000 + "}", "[" + "{}," * 20_000 + "{}]"]
    unfolding = [packed(b'{"game":"' + b"0" * size + b'"}') for size in (200_000, 3_000_000)]
    filled = {
        "BODIES": ", ".join(f"[==[{body}]==]" for body in bodies),
        "WORDS": ", ".join(f'"{quote(text)}"' for text in PATTERNS),
        "LINKS": ", ".join(f'"{link}"' for link in unfolding),
        "TELL": TELL,
    }
    text, file = HOSTILE, tmp_path / "hostile.lua"
    for word, value in filled.items():
        text = text.replace(word, value)
    file.write_text(text)
    return file


def ask_until(site: Site, script: Path, number: float) -> int:
    """Let 16 readers ask until so many requests were answered; return how many they were."""
    answered = 0
    while answered < number:
        seen = saturate(site, script, SECONDS / 2)
        assert (seen["broken"], seen["timeouts"]) == (0, 0)
        answered += int(seen["requests"])
    return answered


def test_what_a_worker_holds_after_many_requests(
    tmp_path: Path, mix: Path, hostile: Path, survived: Callable[[str], None]
) -> None:
    """No more than it held when it was ready, with its full stores, and a third of that."""
    with serve(tmp_path, **ROOM) as site:
        for path in ("/suche/?q=monster", f"/was-waere-wenn/?q={quote(ODD)}", "/regeln/abdeckung/"):
            assert answers(site, path) == 200
        started = memory(site)
        usual = ask_until(site, mix, MIXED * SECONDS / 60)
        between = memory(site)
        bad = ask_until(site, hostile, MEANT_ILL * SECONDS / 60)
        held = memory(site)
    survived(
        f"{started:.0f} MB when ready, {between:.0f} MB after {usual:,} mixed and {held:.0f} MB after {bad:,} hostile "
        f"requests; its stores may hold {STORES:.0f} MB"
    )
    assert held <= 1.3 * (started + STORES)


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
    assert min(map(len, took.values())) > SECONDS / 6
    p95 = {name: sorted(times)[len(times) * 95 // 100] for name, times in took.items()}
    survived("meanwhile, 95 % within: " + ", ".join(f"{name} {limit:.0f} ms" for name, limit in p95.items()))
