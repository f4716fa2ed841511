"""What protects the reader on every answer."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

PAGES = ["/", "/hinweise/", "/healthz", "/robots.txt", "/gibt-es-nicht/"]


@pytest.mark.parametrize("path", PAGES)
def test_a_reader_gets_no_cookie(reader: Client, path: str) -> None:
    answer = reader.get(path)
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_inline_and_nothing_foreign_may_run(reader: Client, path: str) -> None:
    policy = reader.get(path)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "https:", "data:"} & set(
        policy.replace(";", " ").split()
    )


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("X-Frame-Options", "DENY"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", settings.PERMISSIONS_POLICY),
    ],
)
def test_the_answer_carries_the_header(reader: Client, header: str, value: str) -> None:
    assert reader.get("/")[header] == value


def test_the_login_sends_its_cookie_only_to_the_admin(reader: Client) -> None:
    answer = reader.get("/admin/login/")
    assert answer.cookies["csrftoken"]["path"] == "/admin/"


def test_a_request_keeps_the_id_it_came_with(reader: Client) -> None:
    assert reader.get("/", headers={"X-Request-ID": "abc-12345"})["X-Request-ID"] == "abc-12345"


def test_a_malformed_request_id_is_replaced(reader: Client) -> None:
    answer = reader.get("/", headers={"X-Request-ID": 'böse" id'})
    assert len(answer["X-Request-ID"]) == 32


@pytest.mark.parametrize(
    "address",
    [
        "/was-waere-wenn/qr.svg?s=1.x",
        "/was-waere-wenn/?s=1.x",
        "/gibt-es-nicht/",
        "/api/v1/gibt-es-nicht",
        "/tisch/x",
    ],
)
def test_no_error_may_be_kept(reader: Client, address: str) -> None:
    answer = reader.get(address)
    assert answer.status_code >= 400
    assert answer.headers["Cache-Control"] == "no-store"
