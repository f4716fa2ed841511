"""Environment variables, read by helpers that name the variable, its value and what would be right."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off"}
# A server that is gone is noticed within two seconds, also where the net swallows what is sent to it.
POSTGRESQL_PATIENCE = {
    "connect_timeout": 2,
    "tcp_user_timeout": 2000,
    "keepalives_idle": 5,
    "keepalives_interval": 1,
}
POSTGRESQL_SCHEMES = {"postgres", "postgresql"}


def env_text(name: str, default: str | Path) -> str:
    """Return the variable, or the default when it is unset or empty."""
    return os.environ.get(name, "").strip() or str(default)


def env_bool(name: str, *, default: bool, forbidden: bool = False) -> bool:
    """Return true or false; with `forbidden`, true is refused because this is production."""
    word = env_text(name, str(default)).lower()
    if word not in YES | NO:
        raise ImproperlyConfigured(f"{name}={word!r} ist kein Wahrheitswert; erlaubt sind true und false.")
    if forbidden and word in YES:
        raise ImproperlyConfigured(f"{name}={word} verträgt sich nicht mit PRODUCTION=true.")
    return word in YES


def env_int(name: str, *, default: int, least: int) -> int:
    word = env_text(name, str(default))
    if not word.isascii() or not word.isdigit() or int(word) < least:
        raise ImproperlyConfigured(f"{name}={word!r} ist keine ganze Zahl ab {least}.")
    return int(word)


def env_choice(name: str, choices: Sequence[str], *, default: str) -> str:
    word = env_text(name, default)
    if word not in choices:
        raise ImproperlyConfigured(f"{name}={word!r} ist unbekannt; erlaubt sind {', '.join(choices)}.")
    return word


def env_list(name: str, *, required: bool, otherwise: list[str]) -> list[str]:
    """Return the comma-separated words of the variable."""
    words = [word.strip() for word in env_text(name, "").split(",") if word.strip()]
    if required and not words:
        raise ImproperlyConfigured(f"{name} fehlt, z. B. {name}=regeln.example; PRODUCTION=true verlangt es.")
    return words or otherwise


def env_secret(name: str, *, required: bool, otherwise: str) -> str:
    """Return a secret of at least 50 characters; its value never appears in a message."""
    value = env_text(name, "")
    if required and not value:
        raise ImproperlyConfigured(f"{name} fehlt; setze 50 zufällige Zeichen (docs/operations.md).")
    if value and (len(value) < 50 or len(set(value)) < 5):
        raise ImproperlyConfigured(f"{name} ist zu schwach; nötig sind mindestens 50 zufällige Zeichen.")
    return value or otherwise


def env_database(name: str, *, path: str) -> dict[str, Any]:
    """Return PostgreSQL when the variable names one, else SQLite in the file `path`."""
    url = env_text(name, "")
    return _postgresql(name, url) if url else _sqlite(path)


def _sqlite(path: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 5,
            # A write transaction takes its lock at once instead of failing halfway when two overlap.
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
                "PRAGMA busy_timeout=5000; PRAGMA cache_size=-16000; PRAGMA mmap_size=134217728;"
            ),
        },
    }


def _postgresql(name: str, url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    if parts.scheme not in POSTGRESQL_SCHEMES or not parts.path.strip("/"):
        # The address may hold a password, so only its scheme is shown.
        raise ImproperlyConfigured(
            f"{name} beginnt mit {parts.scheme!r}; erwartet wird postgresql://name:passwort@host:port/datenbank."
        )
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", "") or (parts.hostname or ""),
        "PORT": str(options.pop("port", "") or parts.port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**POSTGRESQL_PATIENCE, **options, "pool": {"min_size": 1, "max_size": 8, "timeout": 1}},
    }
