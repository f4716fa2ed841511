"""`manage.py serve`: bring database and static files up to date, then become the production server."""

from __future__ import annotations

import argparse
import hashlib
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from rules import proofs

WAITS_FOR_PORT_SECONDS = 5.0


class Command(BaseCommand):
    help = "Bringt Datenbank und statische Dateien auf den Stand und startet den Produktionsserver."
    # Checks run in `make check` and CI; here they would only delay the second start.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", default="8000")
        parser.add_argument("--workers", default=2, type=int)

    def handle(self, *args: Any, host: str, port: str, workers: int, **options: Any) -> None:
        refuse_debug()
        refuse_bad_port(host, port)
        refuse_read_only(settings.VAR_DIR)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_fixtures", verbosity=0)
        collect_static_files()
        # Nobody shall wait for it on the first page that tells it.
        proofs.proofs()
        self.stdout.write(f"Munchkin-Regeln: http://{host}:{port}  (Strg+C beendet)")
        self.stdout.flush()
        become_server(host, port, workers)


def refuse_debug() -> None:
    if settings.DEBUG:
        raise CommandError("Der Produktionsserver läuft nicht mit DEBUG; setze DEBUG=false davor.")


def refuse_bad_port(host: str, port: str) -> None:
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise CommandError(f"PORT={port} ist kein Port; erlaubt ist eine Zahl von 1 bis 65535.")
    error = _why_not_free(host, int(port))
    # Workers of a server that was killed need a moment to notice.
    until = time.monotonic() + WAITS_FOR_PORT_SECONDS
    while error and time.monotonic() < until:
        time.sleep(0.2)
        error = _why_not_free(host, int(port))
    if error:
        raise CommandError(
            f"Port {port} auf {host} ist belegt ({error}); nimm einen anderen: make run PORT=8123."
        )


def _why_not_free(host: str, port: int) -> str | None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror
    return None


def refuse_read_only(folder: Path) -> None:
    if not os.access(folder, os.W_OK):
        raise CommandError(f"In {folder} darf nicht geschrieben werden; gib dem Ordner Schreibrechte.")


def collect_static_files() -> None:
    """Collect and compress the static files, unless none has changed since the last time."""
    stamp, state = settings.STATIC_ROOT / ".state", _static_state()
    if stamp.exists() and stamp.read_text() == state:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(state)


def _static_state() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            facts = Path(storage.path(path)).stat()
            digest.update(f"{path}|{facts.st_size}|{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def become_server(host: str, port: str, workers: int) -> None:
    """Replace this process by granian, so that signals reach it directly."""
    arguments = {
        "--interface": "wsgi",
        "--host": host,
        "--port": port,
        # Browsers speak HTTP/2 to the proxy only; without it a whole class of floods is gone.
        "--http": "1",
        "--workers": str(workers),
        # More than may wait for the lane of heavy questions, so that the others always find one.
        "--blocking-threads": "8",
        "--backpressure": "128",
        "--workers-kill-timeout": "20",
        # It warns of more threads than cores; ours wait for the database and for the lane.
        "--log-level": "error",
    }
    flat = [word for pair in arguments.items() for word in pair]
    os.chdir(settings.BASE_DIR)
    command = [
        sys.executable,
        "-m",
        "granian",
        *flat,
        "--no-ws",
        "--respawn-failed-workers",
        "cardsite.wsgi:application",
    ]
    os.execv(sys.executable, command)  # noqa: S606
