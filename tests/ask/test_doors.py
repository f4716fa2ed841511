"""The same question through the API, the page and the command line."""

from __future__ import annotations

import json
import re
from html import unescape
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
import yaml
from django.core.management import CommandError, call_command
from django.test import Client

from rules import doors
from rules.ask import AskAnswer, Assumed, LeftOut, Near, Read
from rules.ask.entries import FIGHT
from rules.ask.judging import Weights
from rules.ask.knowledge import read
from rules.ask.learning import FEWEST, Lesson
from rules.ask.meaning import Space
from rules.ask.wording import Wording
from rules.engine.library import Library
from rules.management.commands import ask_learn
from rules.views import whatif_asking
from rules.whatif.words import words

QUESTION = "schaff ich den shoggoth? bin kultist lvl 7 mit +4"
PAGE = "/was-waere-wenn/"
VERDICTS = {
    "ja", "nein", "sieg", "niederlage", "chance", "punkte", "zahl", "folge", "definition", "vergleich", "ungeklaert",
    "rueckfrage", "unbeantwortbar",
}  # fmt: skip
BINDING = {
    "verdict", "answer", "numbers", "cites", "asks", "read_as", "left_out", "assumed", "scenario", "result", "near",
    "context",
}  # fmt: skip
WRONG: dict[str, tuple[Any, str, str]] = {
    "nothing asked": ({}, "", "„q“"),
    "blanks": ({"q": "  "}, "/q", "leer"),
    "no text": ({"q": 3}, "/q", "kein Text"),
    "too long": ({"q": "x" * 2001}, "/q", "2001 Zeichen; höchstens 2000"),
    "an unknown key": ({"q": "x", "seets": []}, "/seets", "„sets“"),
    "what was given of old": (
        {"q": "x", "given": {}},
        "/given",
        "„given“ gibt es hier nicht. Bekannt sind: q, ",
    ),
    "an unknown box": ({"q": "x", "sets": ["axe-cob"]}, "/sets/0", "„axe-cop“"),
    "a box without a book": ({"q": "x", "sets": ["star-munchkin"]}, "/sets/0", "star-munchkin"),
    "boxes as text": ({"q": "x", "sets": "axe-cop"}, "/sets", "Liste"),
    "an unknown book": ({"q": "x", "rulebook": "y"}, "/rulebook", "„y“"),
    "a book that is no text": ({"q": "x", "rulebook": {}}, "/rulebook", "Text"),
    "another box's book": ({"q": "x", "sets": ["axe-cop"], "rulebook": "cthulhu"}, "/rulebook", "„cthulhu“"),
    "a context that is no text": ({"q": "x", "context": {}}, "/context", "„context“"),
    "a context that nobody gave": ({"q": "x", "context": "x" * 8001}, "/context", "höchstens 8000"),
}


def _foreign(body: dict[str, Any]) -> bool:
    """Say whether a body holds what no command line can: other keys, or values that are no text."""
    sets = body.get("sets", [])
    texts = [body.get("rulebook", ""), body.get("context", "")]
    return bool(set(body) - {"q", "sets", "rulebook", "context"}) or not (
        isinstance(sets, list) and all(isinstance(one, str) for one in [*sets, *texts])
    )


def _named(body: dict[str, Any]) -> list[str]:
    return [f"--set={box}" for box in body.get("sets", ())]


def post(client: Client, body: Any) -> Any:
    return client.post("/api/v1/ask", json.dumps(body), content_type="application/json")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def page_of(client: Client, status: int = 200, **asked: str) -> str:
    response = client.get(f"{PAGE}?{urlencode(asked)}")
    assert response.status_code == status
    return unescape(response.content.decode())


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


class Spy:
    """Stands in for the answering, notes what it was asked and says what it is told to."""

    def __init__(self, **answer: Any) -> None:
        self.said: list[tuple[str, list[str], str]] = []
        self.fields = {"verdict": "ja", "answer": "Ja, das geht.", **answer}

    def __call__(self, text: str, sets: list[str], library: Any, *, context: str = "") -> AskAnswer:
        self.said.append((text, sets, context))
        return AskAnswer(q=text, sets=sets, **self.fields)


FULL: dict[str, Any] = {
    "cites": ["cthulhu.kampf.sieg-bedingung", "cthulhu.kampf.niederlage-folge"],
    "read_as": [Read(text="kultist", span=[24, 31], as_="Klasse Kultist", kind="trait")],
    "left_out": [LeftOut("mal eben", [3, 11])],
    "assumed": [Assumed(what="geschlecht", value="m", text="Du: männlich")],
    "near": [Near(id="x", answer="Das Nächste.", title="Was nahe liegt", url="/glossar/")],
    "context": "abc.def",
    "changed": "12 : 13 → 14 : 13",
}


# The API


def test_the_api_answers_with_everything_the_contract_binds(reader: Client) -> None:
    response = post(reader, {"q": QUESTION, "sets": ["cthulhu"]})
    assert response.status_code == 200
    found = response.json()
    assert set(found) >= BINDING
    assert found["verdict"] in VERDICTS
    assert found["answer"]


def test_what_was_worked_out_is_what_the_resolver_says_to_the_same_table(reader: Client) -> None:
    found = post(reader, {"q": QUESTION, "sets": ["cthulhu"]}).json()
    assert found["numbers"]["munchkins"] == 11
    resolved = reader.post("/api/v1/resolve", found["scenario"], content_type="application/json")
    assert resolved.json() == found["result"]


def test_two_thousand_characters_are_read(reader: Client) -> None:
    assert (
        post(reader, {"q": QUESTION + " " * (2000 - len(QUESTION)), "sets": ["cthulhu"]}).status_code == 200
    )


def test_the_chosen_rulebook_leads_the_boxes(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "ask", spy := Spy())
    post(reader, {"q": "x", "sets": ["axe-cop", "cthulhu"], "rulebook": "cthulhu"})
    post(reader, {"q": "x", "rulebook": "cthulhu"})
    assert [sets for _, sets, _ in spy.said] == [["cthulhu", "axe-cop"], ["cthulhu"]]


def test_a_context_is_handed_on_as_it_came(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "ask", spy := Spy(context="abc.def"))
    first = post(reader, {"q": "x"}).json()
    post(reader, {"q": "und wenn?", "context": first["context"]})
    assert [context for *_, context in spy.said] == ["", "abc.def"]


@pytest.mark.parametrize("context", ["", "unsinn", "1.x", "{}", "ä" * 8000])
def test_a_context_from_nowhere_is_no_crash(reader: Client, context: str) -> None:
    assert (
        post(reader, {"q": "und wenn er Krieger ist?", "sets": ["axe-cop"], "context": context}).status_code
        == 200
    )


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_body_is_told_where_and_what(reader: Client, case: str) -> None:
    body, pointer, said = WRONG[case]
    response = post(reader, body)
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["pointer"] == pointer
    assert said in response.json()["detail"]


# The page


def test_every_verdict_has_a_word_and_a_colour() -> None:
    rows = words()["replies"]
    assert set(rows) == VERDICTS
    assert {row["tone"] for row in rows.values()} <= {"good", "bad", "warn", "quiet"}


def test_the_page_shows_the_answer_first_and_the_decisive_text_next(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whatif_asking, "ask", Spy(**FULL))
    text = text_of(page_of(reader, q="Darf ich das mal eben – kultist?", sets="cthulhu"))
    order = ["Ja, das geht.", "12 : 13 → 14 : 13", "Als gewonnen gilt der Kampf", "kultist Klasse Kultist",
             "angenommen: Du: männlich", "1 weiterer Beleg", "Als Suche", "Was nahe liegt",
             "Das Nächste."]  # fmt: skip
    places = [text.index(one, text.index("„Darf ich")) for one in order]
    assert places == sorted(places)


def test_the_page_asks_on_with_boxes_and_context(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whatif_asking, "ask", spy := Spy(**FULL))
    html = page_of(reader, q="Darf ich das?", sets="cthulhu")
    form = html[html.index('class="go-on') :]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[: form.index("</form>")]))
    assert hidden == {"sets": "cthulhu", "c": "abc.def"}
    page_of(reader, q="und wenn nicht?", **hidden)
    assert spy.said[-1] == ("und wenn nicht?", ["cthulhu"], "abc.def")


def test_a_question_back_stands_above_the_question_to_complete(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = Spy(verdict="rueckfrage", answer="Welche Stufe hast Du?", asks=["stufe"], context="abc")
    monkeypatch.setattr(whatif_asking, "ask", back)
    html = page_of(reader, q="Schaff ich den Hund?")
    assert "Welche Stufe hast Du?" in html[: html.index('id="frage"')]
    assert ">Schaff ich den Hund?</textarea>" in html
    assert 'name="c" value="abc"' in html
    assert "go-on" not in html


def test_the_boxes_are_open_where_one_is_asked_for(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for asks, is_open in (["box"], True), (["stufe"], False):
        monkeypatch.setattr(whatif_asking, "ask", Spy(verdict="rueckfrage", answer="?", asks=asks))
        assert ('class="ask__boxes" open' in page_of(reader, q=f"Und {asks}?")) is is_open


def test_what_was_worked_out_is_folded_below_and_can_be_changed(reader: Client) -> None:
    html = page_of(reader, q=QUESTION, sets="cthulhu")
    below = html[html.index("<summary>So ist gerechnet") :]
    assert "Schritt für Schritt" in below
    assert re.search(r'href="/was-waere-wenn/bauen/\?s=[^"]+">Lage ändern', html)


def test_a_long_question_is_refused_with_its_length_and_kept(reader: Client) -> None:
    html = page_of(reader, 400, q="ja" * 1001)
    assert "Deine Frage hat 2002 Zeichen; höchstens 2000 werden gelesen." in html
    assert "ja" * 1001 + "</textarea>" in html


# The command line


def test_the_command_gives_the_same_object_as_the_api(reader: Client) -> None:
    printed = json.loads(run("ask", QUESTION, "--set", "cthulhu", "--json"))
    assert printed == post(reader, {"q": QUESTION, "sets": ["cthulhu"]}).json()


@pytest.mark.parametrize("extent", [{"view": "summary"}, {"view": "steps", "outcomes": "1"}])
def test_the_command_says_as_much_as_the_api(reader: Client, extent: dict[str, str]) -> None:
    wanted = [f"--{name}={value}" for name, value in extent.items()]
    printed = json.loads(run("ask", QUESTION, "--set", "cthulhu", "--json", *wanted))
    body = json.dumps({"q": QUESTION, "sets": ["cthulhu"]})
    address = f"/api/v1/ask?{urlencode(extent)}"
    assert printed == reader.post(address, body, content_type="application/json").json()


SAYABLE = [
    case for case, (body, *_) in WRONG.items() if isinstance(body.get("q"), str) and not _foreign(body)
]


@pytest.mark.parametrize("case", SAYABLE)
def test_the_command_refuses_with_what_the_api_says(reader: Client, case: str) -> None:
    body, *_ = WRONG[case]
    said = [f"--{name}={body[name]}" for name in ("rulebook", "context") if name in body]
    out = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("ask", body["q"], *_named(body), *said, "--json", stdout=out)
    problem = post(reader, body).json()
    printed = json.loads(out.getvalue())
    assert str(refused.value) == problem["detail"]
    assert {name: printed[name] for name in ("pointer", "detail", "suggestions")} == {
        name: problem[name] for name in ("pointer", "detail", "suggestions")
    }


def test_the_command_says_yes_before_an_answer_that_only_begins_like_it(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "ask", Spy(**FULL | {"answer": "Jana gewinnt."}))
    assert run("ask", "Gewinnt Jana?", "--set", "cthulhu").startswith("Ja: Jana gewinnt.\n")


def test_the_command_tells_the_answer_and_what_it_rests_on(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "ask", spy := Spy(**FULL))
    text = run("ask", "Darf ich?", "--set", "cthulhu", "--context", "abc")
    assert spy.said == [("Darf ich?", ["cthulhu"], "abc")]
    assert text.startswith("Ja, das geht.\n12 : 13 → 14 : 13\n")
    assert "- Kampf (/regeln/cthulhu.kampf.sieg-bedingung/)" in text
    assert all(
        one in text for one in ("„kultist“: Klasse Kultist", "Du: männlich", "Was nahe liegt – Das Nächste.")
    )
    assert text.rstrip().endswith("--context abc.def")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["x" * 2001], "2001 Zeichen; höchstens 2000"),
        (["  "], "leer"),
        (["x", "--set", "cthulu"], "Meintest Du „cthulhu“"),
        (["x", "--set", "star-munchkin"], "„star-munchkin“ mit eigenem Heft gibt es nicht"),
    ],
)
def test_the_command_says_what_is_wrong(db: None, arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("ask", *arguments)


def test_what_was_learned_is_written_beside_the_phrasings(
    books: Library, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ask").mkdir()
    asked = {
        "a": ["wer gewinnt", "wer siegt"],
        "b": ["weglaufen", "wer läuft weg"],
        "b~": ["wer bleibt stehen"],
        FIGHT: ["ich 5, Monster 6"],
    }
    texts = [(entry, text) for entry, of in asked.items() for text in of for _ in range(FEWEST)]
    found = [Lesson(text, read(text, books), entry, ()) for entry, text in texts]
    monkeypatch.setattr(ask_learn, "fixtures_folder", lambda: tmp_path)
    monkeypatch.setattr(ask_learn, "lessons", lambda library: found)
    monkeypatch.setattr(
        ask_learn, "learn_weights", lambda library, found: Weights([0.5], [[1.0, 2.0]], [3.0])
    )
    laid = SimpleNamespace(
        asked=["wer gewinnt"],
        dense=np.ones((1, 4)),
        said=np.ones(1, dtype=np.uint32),
        vocabulary=["w:gewinnt"],
        wording=Wording(
            np.ones((1, 4), dtype=np.int8), np.zeros(1, dtype=np.int32), np.asarray([0, 1]), np.ones(1)
        ),
    )
    monkeypatch.setattr(ask_learn, "Knowledge", lambda library, *learned: laid)
    learned = SimpleNamespace(
        turns=lambda known: ["a turn"], learn=lambda known, turns: ({"alone": 1.5}, 0.75)
    )
    monkeypatch.setattr(ask_learn, "talks", learned)
    told = run("ask_learn", "--only", "law")
    assert "75.0%" in told
    assert yaml.safe_load((tmp_path / "ask/ties.yaml").read_text("utf-8")) == {"weights": {"alone": 1.5}}
    assert Weights.load(tmp_path / "ask/weights.npz").mixed.tolist() == [[1.0, 2.0]]
    assert Space.load(tmp_path / "ask/meaning.npz").entries == tuple(sorted(asked))
    assert Space.load(tmp_path / "ask/meaning.npz").sides.entries == ("b",)
    assert (tmp_path / "ask/phrasings.npz").exists()


def test_the_page_shows_what_a_bare_answer_answers(reader: Client) -> None:
    question = "ich hab eine 4 gewürfelt. bin ich weg?"
    asked = post(reader, {"q": question, "sets": ["shakespeare"]}).json()
    page = text_of(page_of(reader, q="Nein", c=asked["context"], sets="shakespeare"))
    assert f"„{question} – Nein“" in page
    longer = f"{question} bin Elf"
    page = text_of(page_of(reader, q=longer, c=asked["context"], sets="shakespeare"))
    assert f"„{longer}“" in page
