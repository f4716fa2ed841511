"""Nobody guesses a password of the admin by trying."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cardsite.login import ATTEMPTS
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


def test_after_too_many_wrong_ones_even_the_right_one_waits(client: Client) -> None:
    for number in range(ATTEMPTS):
        # Each from another address: the name alone counts.
        assert log_in(client, "Anna", f"falsch {number}", f"127.0.1.{number}").status_code == 200
    answer = log_in(client, "anna", PASSWORD, "127.0.2.1")
    assert "Zu viele Versuche. Warte 15 Minuten" in answer.content.decode()
    assert not client.session.keys()


def test_one_address_cannot_try_one_password_on_many_names(client: Client) -> None:
    for number in range(ATTEMPTS):
        log_in(client, f"name{number}", "sommer")
    assert "Zu viele Versuche" in log_in(client, "anna", PASSWORD).content.decode()
    assert log_in(client, "anna", PASSWORD, "127.0.0.9").status_code == 302


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
