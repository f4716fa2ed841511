"""No secret reaches a log, a page or an error message."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import Client

from cardsite.logs import JsonFormatter, RequestIdFilter

ROOT = Path(__file__).resolve().parents[2]
SECRET = "geheim-4711-" + "abcdefghij" * 5
DATABASE = "postgresql://site:geheim-4711@127.0.0.1:1/site"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged in this test, as production writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RequestIdFilter())
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)


def test_a_request_line_has_no_query_no_form_no_cookie_and_no_header(
    reader: Client, log: io.StringIO
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logging.getLogger(), "level", logging.DEBUG)
        form = {"username": "geheim-4711-name", "password": "geheim-4711"}
        headers = {"Authorization": "Bearer geheim-4711", "Cookie": "sessionid=geheim-4711"}
        reader.post("/admin/login/?next=/geheim-4711", form, headers=headers)
        reader.get("/suche/?q=geheim-4711", headers=headers)
    assert '"path":"/suche/"' in log.getvalue()
    assert "geheim-4711" not in log.getvalue()


def test_a_lost_database_is_logged_without_its_password(
    reader: Client, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> None:
        raise OperationalError("connection to server at 127.0.0.1 failed")

    monkeypatch.setattr("cardsite.views.boxes", gone)
    answer = reader.get("/")
    assert answer.status_code == 503
    assert "Datenbank nicht benutzbar" in log.getvalue()
    assert "127.0.0.1" not in answer.content.decode()


@pytest.mark.parametrize("command", [["check"], ["migrate"], ["load_fixtures"], ["backup", "x.sqlite3"]])
def test_a_command_that_fails_names_no_secret(command: list[str], tmp_path: Path) -> None:
    own = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": SECRET,
        "DATABASE_URL": DATABASE,
        "CACHE_URL": "redis://:geheim-4711@127.0.0.1:1/0",
        "PRODUCTION": "true",
        "ALLOWED_HOSTS": "regeln.example",
        "LOG_LEVEL": "DEBUG",
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *command],
        cwd=tmp_path, env=own, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "geheim-4711" not in done.stdout + done.stderr
