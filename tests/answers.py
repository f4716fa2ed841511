"""Ask a loaded site some two hundred addresses and print a mark of every answer: `python -m tests.answers`.

The database is the one of the surroundings; it is filled first, and its rows are laid on the disk anew.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import sys
from datetime import UTC, datetime


def addresses() -> list[str]:
    """Return every page, and of everything that is listed some lists and details."""
    from django.test import Client

    from tests.addresses import pages

    # The stamp of a form is of its moment, and whoever is led somewhere by chance is led elsewhere next time.
    found = [address for address in pages().values() if not address.startswith(("/vorschlag/", "/zufall/"))]
    for box in ("axe-cop", "cthulhu", "impossible", "shakespeare", "smash-up"):
        found += [f"/sets/{box}/", f"/regeln/{box}/", f"/karten/?box={box}", f"/klarstellungen/?box={box}"]
        found += [
            f"/api/v1/sets/{box}",
            f"/api/v1/cards?set={box}&limit=100",
            f"/kombinieren/?sets={box},cthulhu",
        ]
    found += [f"/karten/?seite={number}" for number in range(1, 12)]
    found += [
        f"/suche/?q={word}"
        for word in ("monster", "stufe%3E=10", "typ:fluch", "kriger", "%22schlimme%20dinge%22")
    ]
    lists = ("cards", "rules", "rulings", "terms", "examples", "questions", "sets", "compare", "changes")
    for name in lists:
        found += [f"/api/v1/{name}", f"/api/v1/{name}?limit=100", f"/api/v1/{name}?limit=7&page=2"]
        answer = Client().get(f"/api/v1/{name}?limit=100")
        rows = answer.json().get("data", []) if answer.status_code == 200 else []
        found += [row["url"].removeprefix("http://testserver") for row in rows[::8] if "url" in row]
    found += [f"/api/v1/search?q={word}" for word in ("monster", "fluch", "held")]
    return list(dict.fromkeys(found))


def marks() -> dict[str, str]:
    from django.test import Client

    from cardsite import stand

    found = {}
    for address in addresses():
        stand.forget()
        answer = Client().get(address)
        body = b"".join(answer) if answer.streaming else answer.content
        found[address] = f"{answer.status_code} {hashlib.sha256(body).hexdigest()}"
    return found


def main() -> None:
    import django

    from manage import OBJECTS_BETWEEN_LOOKS

    gc.set_threshold(OBJECTS_BETWEEN_LOOKS)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)
    call_command("load_fixtures", stdout=sys.stderr)
    from cards.models import Edition, Release

    # Both were loaded at some moment of their own.
    Release.objects.update(made_at=datetime(2026, 1, 1, tzinfo=UTC))
    for box in reversed(Edition.objects.all()):
        box.save()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL" if connection.vendor == "postgresql" else "VACUUM")
    json.dump(marks(), sys.stdout)


if __name__ == "__main__":
    main()
