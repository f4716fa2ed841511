"""What a request costs: points for pages, one lane for heavy questions, and the answer before everything else."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from cardsite import lane, points
from rules.engine import resolve
from rules.engine.library import Library
from rules.engine.work import OutOfWork, Work, current, sharing
from rules.facts import library
from rules.whatif import links
from rules.whatif.turning import MOST_WORK, turns
from tests.engine.test_work import forgetting

PAGE = "/was-waere-wenn/"
ANOTHER = {"REMOTE_ADDR": "192.0.2.7"}


def heavy() -> str:
    return f"{PAGE}?s={links.write(forgetting(3, 8))}"


@pytest.fixture
def allowed(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Give every client so many points in a minute that does not end."""
    monkeypatch.setattr(points.time, "time", lambda: 60_000_010.0)

    def set_to(number: int) -> None:
        settings.API_POINTS_PER_MINUTE = number

    return set_to


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> int:
    """Make every change of a scenario cost as much as a large question; return how much that is."""

    def asked(scenario: dict[str, Any], shelf: Library) -> dict[str, Any]:
        current().spend(1_000)
        return resolve(scenario, shelf)

    monkeypatch.setattr("rules.whatif.turning.resolve", asked)
    return 1_000


def test_a_page_spends_little_on_what_would_turn_its_result(db: None, dear: int) -> None:
    """Some hundred characters of a link once asked forty large questions."""
    scenario = forgetting(0, 30)
    answer = resolve(scenario, library())
    with sharing(Work()) as work:
        found = turns(scenario, answer, library())
    assert work.spent <= MOST_WORK + 2 * dear
    assert found.rest is not None


def test_the_page_shows_the_answer_and_offers_the_rest_by_a_tap(reader: Client, dear: int) -> None:
    page = reader.get(f"{PAGE}?s={links.write(forgetting(0, 30))}").content.decode()
    assert 'class="verdict"' in page
    further = re.search(r'href="(/was-waere-wenn/\?s=[^"]+ab=\d+)#aendern"', page)
    assert further
    answer = reader.get(further[1].replace("&amp;", "&"))
    assert answer.status_code == 200
    assert 'class="verdict"' in answer.content.decode()


def test_every_tap_gets_further(db: None, dear: int) -> None:
    scenario = forgetting(0, 60)
    answer = resolve(scenario, library())
    rests: list[int] = []
    while True:
        with sharing(Work(5 * dear)):
            rest = turns(scenario, answer, library(), rests[-1] if rests else None).rest
        if rest is None:
            break
        assert not rests or rest > rests[-1]
        rests.append(rest)
    assert len(rests) > 3


def test_an_ordinary_answer_has_nothing_left_to_offer(reader: Client) -> None:
    page = reader.get(f"{PAGE}?s={links.write(forgetting(0, 2))}").content.decode()
    assert "Was müsste sich ändern?" in page
    assert "Weitere Änderungen" not in page


@pytest.mark.parametrize("word", ["-1", "x", "٣", "9" * 30, "1.5"])
def test_nonsense_for_the_rest_is_the_first_page(reader: Client, word: str) -> None:
    assert reader.get(f"{PAGE}?s={links.write(forgetting(0, 2))}", {"ab": word}).status_code == 200


# Points


def test_pages_have_points_as_the_api_has(reader: Client, allowed: Callable[[int], None]) -> None:
    allowed(10)
    told = [reader.get("/suche/", {"q": f"held{number}"}).status_code for number in range(5)]
    assert told == [200, 200, 200, 429, 429]
    refused = reader.get("/suche/", {"q": "noch einer"})
    assert refused.headers["Retry-After"] == "50"
    assert "In 50 Sekunden geht es weiter" in refused.content.decode()
    assert refused.headers["Cache-Control"] == "no-store"
    assert reader.get("/suche/", {"q": "held"}, **ANOTHER).status_code == 200


def test_a_picture_in_points_costs_more_than_a_page(reader: Client, allowed: Callable[[int], None]) -> None:
    allowed(70)
    face = "/karten/cthulhu/froggoth/face"
    assert [reader.get(f"{face}.{ending}").status_code for ending in ("png", "svg", "png")] == [200, 200, 429]


def test_a_page_that_is_known_costs_nothing(reader: Client, allowed: Callable[[int], None]) -> None:
    allowed(3)
    assert [reader.get("/glossar/").status_code for _ in range(5)] == [200] * 5


def test_who_makes_much_work_pays_for_it(reader: Client, allowed: Callable[[int], None]) -> None:
    allowed(10_000)
    reader.get(heavy())
    after_heavy = points.charge("127.0.0.1", 0).remaining
    reader.get(f"{PAGE}?s={links.write(forgetting(1, 2))}", **ANOTHER)
    assert points.charge(ANOTHER["REMOTE_ADDR"], 0).remaining > after_heavy + 20


def test_a_heavy_question_to_the_api_costs_more_than_a_small_one(
    reader: Client, allowed: Callable[[int], None]
) -> None:
    allowed(10_000)

    def rest(scenario: dict[str, Any]) -> int:
        answer = reader.post("/api/v1/resolve", scenario, content_type="application/json")
        assert answer.status_code == 200
        return int(re.search(r"r=(\d+)", answer.headers["RateLimit"])[1])  # type: ignore[index]

    small = rest(forgetting(0, 2))
    assert small == 10_000 - 10
    assert rest(forgetting(3, 8)) < small - 20


# The lane


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> lane.Lane:
    """A lane in which one computes and as many wait as may."""
    crowded = lane.Lane()
    for _ in range(lane.MOST_WAITING + 1):
        crowded.places.acquire()
    monkeypatch.setattr(lane, "lane", crowded)
    return crowded


def test_where_many_wait_a_heavy_question_is_told_to_come_again(reader: Client, full: lane.Lane) -> None:
    page = reader.get(heavy())
    assert (page.status_code, page.headers["Retry-After"]) == (503, "2")
    assert "Gerade wird viel gerechnet" in page.content.decode()
    assert page.headers["Cache-Control"] == "no-store"
    answer = reader.post("/api/v1/resolve", forgetting(3, 8), content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.json()["type"].endswith("/nicht-verfuegbar")


def test_where_many_wait_everything_ordinary_goes_on(reader: Client, full: lane.Lane) -> None:
    for address in ("/", "/suche/?q=held", f"{PAGE}?s={links.write(forgetting(0, 2))}"):
        assert reader.get(address).status_code == 200


def test_one_heavy_request_computes_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane, "lane", lane.Lane())
    inside: list[int] = []
    most: list[int] = []

    def request() -> None:
        work = lane.RequestWork()
        try:
            work.spend(lane.HEAVY)
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.01)
            inside.pop()
        finally:
            work.end()

    threads = [threading.Thread(target=request) for _ in range(lane.MOST_WAITING + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * (lane.MOST_WAITING + 1)
    assert not lane.lane.is_full


def test_a_request_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane, "MOST_SECONDS", -1.0)
    work = lane.RequestWork()
    try:
        work.spend(lane.HEAVY)
        with pytest.raises(OutOfWork):
            work.spend(lane.HEAVY)
    finally:
        work.end()


def test_the_lane_is_left_after_a_crash(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.views.whatif_context.show", lambda *given: 1 / 0)
    reader.raise_request_exception = False
    assert reader.get(heavy()).status_code == 500
    assert lane.lane.free.acquire(blocking=False)
    lane.lane.free.release()
