"""The API as a stranger meets it: the documents' examples run as they stand, and a client walks around."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.template.loader import render_to_string

ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIO = {
    "game": "munchkin",
    "sets": ["axe-cop"],
    "state": {
        "players": [{"id": "anna", "level": 5, "in_play": ["krieger"]}, {"id": "ben"}],
        "turn": {"player": "anna", "phase": "door"},
        "combat": {
            "fighter": "anna",
            "monsters": [{"card": {"name": "Höllenhund", "kind": "monster", "level": 5}}],
        },
    },
    "do": [],
}


@pytest.fixture(scope="module")
def module() -> ModuleType:
    path = ROOT / "examples" / "client" / "munchkin_regeln.py"
    spec = importlib.util.spec_from_file_location("munchkin_regeln", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["munchkin_regeln"] = found
    spec.loader.exec_module(found)
    return found


def example(name: str, base: str) -> str:
    """Return an example as the page shows it."""
    page = urllib.request.urlopen(f"{base}/api/v1/docs").read().decode()
    text = render_to_string(f"api/start/{name}.txt", {"base": base})
    assert text in html.unescape(page)
    return text


def run(*command: str, text: str = "") -> str:
    """Run a program and return what it prints; the proxies of this machine are not part of the example."""
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, env=environment, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_curl_example_runs(served: str) -> None:
    output = run("bash", "-e", "-c", example("curl", served))
    decoder, place, answers = json.JSONDecoder(), 0, []
    while place < len(output.strip()):
        answer, place = decoder.raw_decode(output, place)
        answers.append(answer)
    found, card, resolution = answers
    assert len(found["data"]) == 3
    assert card["rulings"][0]["answer"]
    assert resolution["verdict"] == "clear"


def test_the_python_example_runs(served: str) -> None:
    lines = run(sys.executable, "-", text=example("python", served)).splitlines()
    assert len(lines) == 5
    assert " – " in lines[3]


def test_a_client_walks_from_the_search_to_a_rule_and_back(served: str, module: ModuleType) -> None:
    api = module.Client(served)
    hit = next(hit for hit in api.search("krieger") if hit["of"] == "card" and hit["id"] == "axe-cop/krieger")
    card = api.get(hit["url"])
    ruling = next(ruling for ruling in api.rulings_of(card) if ruling["rules"])
    rule = api.get(ruling["rules"][0]["url"])
    back = api.backlinks(rule)
    assert ruling["id"] in {link["id"] for link in back["rulings"]}
    assert card["id"] in {link["id"] for link in api.ruling(ruling["id"])["cards"]}


def test_a_client_reads_all_cards_and_asks_again_for_nothing(served: str, module: ModuleType) -> None:
    api = module.Client(served)
    cards = list(api.cards())
    assert len({card["id"] for card in cards}) == len(cards) > 300
    before = dict(api.known)
    assert list(api.cards()) == cards
    assert api.known == before


def test_a_client_is_told_what_it_did_wrong(served: str, module: ModuleType) -> None:
    with pytest.raises(module.ApiError) as caught:
        module.Client(served).card("axe-cop/kriegr")
    assert caught.value.status == 404
    assert caught.value.suggestions[0] == "axe-cop/krieger"


def test_a_client_asks_what_happens(served: str, module: ModuleType) -> None:
    api = module.Client(served)
    answer = api.resolve(SCENARIO)
    assert answer["outcomes"][0]["combat"]["munchkins"]["total"] == 5
    cited = [key for step in answer["outcomes"][0]["steps"] for key in step["cites"]]
    assert cited
    for key in cited:
        assert key in answer["cites"]


def test_a_lamed_connection_sees_no_half_answer(served: str) -> None:
    with urllib.request.urlopen(f"{served}/api/v1/bulk") as response:
        files = json.load(response)["data"]
    for entry in files:
        with urllib.request.urlopen(entry["url"]) as download:
            assert len(download.read()) == entry["size"]


@pytest.fixture
def bot(served: str, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "bot"))
    return importlib.import_module("handler").Bot(module.Client(served))


def test_a_bot_names_a_card_and_its_page(bot: Any, served: str) -> None:
    assert bot.reply("kneipe", "!karte kindskopfkrake") == (
        f"Kindskopfkrake (axe-cop, Stufe 18) – {served}/karten/axe-cop/kindskopfkrake/"
    )


def test_a_bot_answers_a_question_and_goes_on_from_it(bot: Any) -> None:
    first = bot.reply("kneipe", "!frage Wer gewinnt, wenn ich Stufe 5 bin und das Monster Stufe 5 ist?")
    assert "Belege: " in first
    assert bot.contexts["kneipe"]
    assert bot.reply("kneipe", "!frage Und wenn ich Krieger bin?") != first


def test_a_bot_says_what_it_did_not_find_and_hears_only_what_is_meant_for_it(bot: Any) -> None:
    assert "Vielleicht: " in bot.reply("kneipe", "!karte kinderkraken")
    assert bot.reply("kneipe", "Wer ist dran?") is None
    assert bot.reply("kneipe", "!tanz").startswith("Ich verstehe: ")
