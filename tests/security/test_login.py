"""Nobody guesses a password of the admin by trying."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cardsite.guessing import DEVICE_COOKIE, FREE_OF_NAME, FREE_OF_PAIR, FREE_OF_PLACE, LONGEST_WAIT
from tests.addresses import pages

PASSWORD = "ein langes Passwort"


@pytest.fixture(autouse=True)
def editor(db: None) -> User:
    return User.objects.create_superuser("anna", password=PASSWORD)


def log_in(client: Client, name: str, password: str, address: str = "127.0.0.1") -> HttpResponse:
    form = {"username": name, "password": password}
    return client.post("/admin/login/", form, REMOTE_ADDR=address)


def test_the_right_password_opens_the_door(client: Client) -> None:
    assert log_in(client, "anna", PASSWORD).status_code == 302


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock that waits are counted with; it stands still until a test moves it."""
    clock = SimpleNamespace(now=1_800_000_000.0)
    monkeypatch.setattr("cardsite.guessing.time", SimpleNamespace(time=lambda: clock.now))
    return clock


def waits(answer: HttpResponse) -> int:
    found = re.search(r"Warte (\d+) Sekunden", answer.content.decode())
    return int(found[1]) if found else 0


def guess(times: int, address: str, name: str = "anna") -> None:
    for number in range(times):
        log_in(Client(), name, f"falsch {number}", address)


def test_after_some_wrong_ones_even_the_right_one_waits(client: Client, clock: SimpleNamespace) -> None:
    guess(FREE_OF_PAIR, "127.0.1.1", "Anna")
    assert waits(log_in(client, "anna", PASSWORD, "127.0.1.1")) == 1
    assert not client.session.keys()
    clock.now += 2
    assert log_in(client, "anna", PASSWORD, "127.0.1.1").status_code == 302


def test_every_further_wrong_one_waits_twice_as_long(client: Client, clock: SimpleNamespace) -> None:
    guess(FREE_OF_PAIR, "127.0.1.1")
    told = []
    for _ in range(12):
        told.append(waits(log_in(client, "anna", "falsch", "127.0.1.1")))
        clock.now += told[-1] + 1
        guess(1, "127.0.1.1")
    assert told == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, LONGEST_WAIT, LONGEST_WAIT]


def test_thirty_wrong_ones_from_three_addresses_keep_nobody_out_elsewhere(client: Client) -> None:
    for address in ("127.0.1.1", "127.0.1.2", "127.0.1.3"):
        guess(10, address)
    assert log_in(client, "anna", PASSWORD, "127.0.9.9").status_code == 302


def test_one_address_cannot_try_one_password_on_many_names(client: Client, clock: SimpleNamespace) -> None:
    for number in range(FREE_OF_PLACE):
        log_in(client, f"name{number}", "sommer")
    assert waits(log_in(client, "anna", PASSWORD))
    assert log_in(client, "anna", PASSWORD, "127.0.0.9").status_code == 302


def under_siege(clock: SimpleNamespace) -> None:
    """Guess Anna's password from so many addresses that every stranger has to wait for long."""
    for number in range(FREE_OF_NAME + 12):
        clock.now += LONGEST_WAIT
        guess(1, f"127.1.0.{number}")


def test_many_addresses_cannot_guess_one_name_for_ever(client: Client, clock: SimpleNamespace) -> None:
    under_siege(clock)
    assert waits(log_in(client, "anna", PASSWORD, "127.0.9.9")) > 60
    assert waits(
        client.post("/admin/login/", {"username": "anna", "password": PASSWORD, "code": "123456"})
    ), "a code that nobody asks for opens nothing"


def test_a_known_device_gets_in_whoever_guesses(client: Client, clock: SimpleNamespace) -> None:
    assert log_in(client, "anna", PASSWORD).status_code == 302
    del client.cookies["sessionid"]
    under_siege(clock)
    assert log_in(client, "anna", PASSWORD, "127.0.9.9").status_code == 302
    guess(FREE_OF_PAIR, "127.0.9.9")
    del client.cookies["sessionid"]
    assert log_in(client, "anna", PASSWORD, "127.0.9.9").status_code == 302, "a neighbour's guesses"


def test_a_known_device_is_known_for_its_name_only_and_waits_for_its_own(
    client: Client, clock: SimpleNamespace
) -> None:
    User.objects.create_superuser("berta", password=PASSWORD)
    log_in(client, "berta", PASSWORD)
    del client.cookies["sessionid"]
    under_siege(clock)
    assert waits(log_in(client, "anna", PASSWORD, "127.0.9.9"))
    for _ in range(FREE_OF_PAIR):
        log_in(client, "berta", "falsch")
    assert waits(log_in(client, "berta", PASSWORD, "127.0.9.8"))


def test_a_forged_device_is_none(client: Client, clock: SimpleNamespace) -> None:
    under_siege(clock)
    client.cookies[DEVICE_COOKIE] = "eyJkZXZpY2UiOiJ4In0:1:abc"
    assert waits(log_in(client, "anna", PASSWORD, "127.0.9.9"))


def test_the_device_is_remembered_for_the_admin_alone(client: Client) -> None:
    kept = log_in(client, "anna", PASSWORD).cookies[DEVICE_COOKIE]
    assert (kept["path"], kept["samesite"], kept["httponly"]) == ("/admin/", "Strict", True)
    assert "anna" not in kept.value


def test_the_cache_keeps_no_name(client: Client) -> None:
    log_in(client, "anna", "falsch")
    keys = list(cache._cache)  # type: ignore[attr-defined]
    assert keys
    assert not any("anna" in key for key in keys)


@pytest.mark.parametrize("page", ["", "cards/card/", "cards/card/add/", "auth/user/"])
def test_the_admin_shows_nothing_without_a_login(client: Client, page: str) -> None:
    answer = client.get(f"/admin/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/admin/login/")


def test_nothing_outside_the_admin_changes_data(reader: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        for address in pages().values():
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                reader.generic(method, address, "x=1", content_type="application/x-www-form-urlencoded")
    written = [q["sql"] for q in queries if q["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]
    assert written == []
