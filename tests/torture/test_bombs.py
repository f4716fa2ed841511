"""Small requests that want to become large work: they are refused, or answered within the common bounds."""

from __future__ import annotations

import base64
import gzip
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections.abc import Callable, Iterator

import pytest

from rules.whatif import links
from tests.serving import Site
from tests.torture.processes import memory, workers

# More than any single answer needs, on a machine with other work.
SECONDS = 60
GROWTH = 64.0
# Who asks like this for the first time lets a worker build what it guesses with.
ODD = "text:/(.*){50}x/"


def ask(site: Site, path: str, body: bytes | None = None, **headers: str) -> int:
    request = urllib.request.Request(
        site.address + path, body, {k.replace("_", "-"): v for k, v in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.read()
        return error.code


@pytest.fixture(autouse=True)
def bounded(site: Site) -> Iterator[None]:
    """No bomb costs memory that stays, or a worker."""
    ask(site, "/suche/?q=monster")
    ask(site, "/api/v1/resolve", b"{}", Content_Type="application/json")
    ask(site, f"/was-waere-wenn/?q={urllib.parse.quote(ODD)}")
    before, held = workers(site), memory(site)
    yield
    assert workers(site) == before
    assert memory(site) <= held + GROWTH


def packed(text: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, links.DICTIONARY)
    data = packer.compress(text) + packer.flush()
    return "1." + base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.mark.parametrize("size", [200_000, 3_000_000])
@pytest.mark.parametrize("path", ["/was-waere-wenn/", "/was-waere-wenn/frage.json", "/was-waere-wenn/qr.svg"])
def test_a_link_that_unfolds_to_megabytes(site: Site, path: str, size: int) -> None:
    link = packed(b'{"game":"' + b"0" * size + b'"}')
    assert len(link) < links.LONGEST_LINK
    assert ask(site, f"{path}?s={link}") in (200, 400, 422)


def test_a_compressed_body_is_not_unpacked(site: Site) -> None:
    bomb = gzip.compress(b" " * 30_000_000)
    status = ask(site, "/api/v1/resolve", bomb, Content_Type="application/json", Content_Encoding="gzip")
    assert 400 <= status < 500


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b'{"game":' + b"9" * 60_000 + b"}",
        b'{"game":1e' + b"9" * 60_000 + b"}",
        b'"' + b"\\u0000" * 10_000 + b'"',
        b"{" + b",".join(b'"%d":0' % n for n in range(6_000)) + b"}",
        b"[" + b",".join([b"{}"] * 20_000) + b"]",
    ],
    ids=["lists", "objects", "digits", "exponent", "nul", "keys", "empties"],
)
def test_json_that_is_only_structure(site: Site, body: bytes) -> None:
    assert 400 <= ask(site, "/api/v1/resolve", body, Content_Type="application/json") < 500


SCENARIOS = {
    "many monsters": {"combat": {"fighter": "a", "monsters": [{"card": "kindskopfkrake"}] * 500}},
    "many players": {"players": [{"id": f"p{n}", "level": 1} for n in range(2_000)]},
    "many cards": {"players": [{"id": "a", "level": 1, "hand": ["krieger"] * 5_000}]},
    "level": {"players": [{"id": "a", "level": 10**14}]},
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_table_no_players_ever_had(site: Site, name: str) -> None:
    state = {
        "players": [{"id": "a", "level": 1}],
        "turn": {"player": "a", "phase": "door"},
        **SCENARIOS[name],
    }
    question = {"game": "munchkin", "sets": ["axe-cop"], "state": state, "do": []}
    body = json.dumps(question).encode()
    assert ask(site, "/api/v1/resolve", body, Content_Type="application/json") in (200, 413, 422)


def test_a_question_with_thousands_of_outcomes(site: Site, survived: Callable[[str], None]) -> None:
    """Every roll of every player against every monster is left open."""
    players = [{"id": f"p{n}", "level": 1} for n in range(6)]
    monsters = [
        {"card": {"name": f"M{n}", "kind": "monster", "level": 20, "bad_stuff": [{"death": True}]}}
        for n in range(6)
    ]
    question = {
        "game": "munchkin",
        "sets": ["axe-cop"],
        "state": {
            "players": players,
            "turn": {"player": "p0", "phase": "door"},
            "combat": {"fighter": "p0", "helper": "p1", "monsters": monsters},
        },
        "do": [{"action": "finish_combat", "player": "p0"}]
        + [{"action": "run_away", "player": p, "monster": m} for m in range(6) for p in ("p0", "p1")],
    }
    started = time.monotonic()
    body = json.dumps(question).encode()
    assert ask(site, "/api/v1/resolve", body, Content_Type="application/json") in (200, 413, 422)
    survived(f"twelve open rolls answered in {time.monotonic() - started:.1f} s")


PATTERNS = (
    "text:/(a+)+$/", "text:/(a|a)*b/", "text:/(.*){50}x/", "text:/" + "(" * 200 + ")" * 200 + "/",
    "text:/a{1000}{1000}/",
    "text:/(?=a)/", "text:/[/", "text:/\\p{Greek}+/", "name:/" + "a?" * 100 + "a" * 100 + "/", "(" * 2000, "-" * 2000,
    "a* " * 300, '"' * 999, "oder " * 500, " ".join(f"w{n}" for n in range(500)), "typ:" * 300, "stufe>=" + "9" * 400,
)  # fmt: skip


@pytest.mark.parametrize("text", PATTERNS, ids=lambda text: text[:24])
@pytest.mark.parametrize("path", ["/suche/?q=", "/api/v1/search?q=", "/was-waere-wenn/?q="])
def test_a_search_that_wants_to_explode(site: Site, path: str, text: str) -> None:
    assert ask(site, path + urllib.parse.quote(text)) < 500


def test_a_question_in_words_that_wants_to_explode(site: Site) -> None:
    body = json.dumps({"q": "ich kämpfe gegen " + "kindskopfkrake und " * 3_000}).encode()
    assert ask(site, "/api/v1/ask", body, Content_Type="application/json") < 500
