"""Wrong surroundings are named in one sentence, and nothing starts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from cardsite.environment import env_database, env_int

GOOD_KEY = "abcdefghijklmnopqrstuvwxyz-0123456789-ABCDEFGHIJKLMNOP"
PRODUCTION = {"PRODUCTION": "true", "SECRET_KEY": GOOD_KEY, "ALLOWED_HOSTS": "regeln.example"}


def manage(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    keep = {"PATH": os.environ["PATH"], "DATABASE_PATH": ":memory:"}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env={**keep, **surroundings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"DEBUG": "vielleicht"}, "DEBUG='vielleicht' ist kein Wahrheitswert; erlaubt sind true und false."),
        ({"PRODUCTION": "true"}, "SECRET_KEY fehlt; setze 50 zufällige Zeichen (docs/operations.md)."),
        (
            {**PRODUCTION, "SECRET_KEY": "kurz"},
            "SECRET_KEY ist zu schwach; nötig sind mindestens 50 zufällige Zeichen.",
        ),
        (
            {**PRODUCTION, "ALLOWED_HOSTS": ""},
            "ALLOWED_HOSTS fehlt, z. B. ALLOWED_HOSTS=regeln.example; PRODUCTION=true verlangt es.",
        ),
        ({**PRODUCTION, "DEBUG": "true"}, "DEBUG=true verträgt sich nicht mit PRODUCTION=true."),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT='xml' ist unbekannt; erlaubt sind text, json."),
        (
            {"DATABASE_URL": "mysql://a:geheim@b/c"},
            "DATABASE_URL beginnt mit 'mysql'; erwartet wird postgresql://name:passwort@host:port/datenbank.",
        ),
    ],
)
def test_a_wrong_variable_is_named_in_one_sentence(wrong: dict[str, str], sentence: str) -> None:
    result = manage("check", **wrong)
    assert result.returncode == 1
    assert result.stderr.strip() == f"Einstellung falsch: {sentence}"


def test_an_unreachable_database_is_named_in_one_sentence() -> None:
    result = manage("migrate", DATABASE_URL="postgresql://niemand@127.0.0.1:1/nichts")
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].startswith(
        "Datenbank nicht benutzbar (DATABASE_URL, DATABASE_PATH):"
    )
    assert "Traceback" not in result.stderr


def test_production_has_no_warning() -> None:
    result = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert result.returncode == 0, result.stderr


def test_a_taken_port_is_named_in_one_sentence() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        result = manage("serve", "--port", port, DEBUG="false")
    assert result.returncode == 1
    assert f"Port {port} auf 127.0.0.1 ist belegt" in result.stderr


def test_the_password_of_a_database_is_not_shown() -> None:
    assert "geheim" not in manage("check", DATABASE_URL="mysql://a:geheim@b/c").stderr


@pytest.mark.parametrize("word", ["-1", "0", "zehn", "1.5", "²"])
def test_a_number_must_be_a_whole_one(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("SLOW_REQUEST_MS", word)
    with pytest.raises(ImproperlyConfigured, match="ist keine ganze Zahl ab 1"):
        env_int("SLOW_REQUEST_MS", default=1000, least=1)


def test_a_database_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://anna:ge%40heim@db.example:5433/regeln?sslmode=require")
    found = env_database("DATABASE_URL", path="unused")
    assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("anna", "ge@heim", "db.example")
    assert (found["PORT"], found["NAME"], found["OPTIONS"]["sslmode"]) == ("5433", "regeln", "require")


@pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="Nur Linux zählt hier die Fäden eines Programms."
)
@pytest.mark.skipif(os.cpu_count() == 1, reason="Auf einem Kern rechnet alles auf einem Kern.")
@pytest.mark.parametrize(("surroundings", "threads"), [({}, 1), ({"OPENBLAS_NUM_THREADS": "2"}, 2)])
def test_a_process_reckons_on_one_core_unless_told_otherwise(
    surroundings: dict[str, str], threads: int
) -> None:
    reckon = "import numpy as n, os; n.ones((900, 900)) @ n.ones((900, 900)); print(len(os.listdir('/proc/self/task')))"
    assert manage("shell", "-c", reckon, **surroundings).stdout.split()[-1] == str(threads)
