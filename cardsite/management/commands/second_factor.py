"""`manage.py second_factor`: who has a second factor for the admin; set one up, confirm it, take it away."""

from __future__ import annotations

import argparse
import io
import sys
from typing import Any

import segno
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from cardsite import second_factor
from cardsite.api.exceptions import meant, nearest

TRIES = 3
WRONG = "Der Code stimmt nicht. Geht die Uhr dieses Rechners und die des Geräts richtig?"


class Command(BaseCommand):
    help = "Zeigt, wer im Admin einen zweiten Faktor hat; richtet für NAME einen ein oder nimmt ihn weg."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="Anmeldename; ohne ihn kommt die Übersicht")
        deed = parser.add_mutually_exclusive_group()
        deed.add_argument("--code", help="bestätigt das zuletzt gezeigte Geheimnis, ohne zu fragen")
        deed.add_argument(
            "--remove", action="store_true", help="nimmt den zweiten Faktor und seine Ersatzcodes weg"
        )

    def handle(self, *args: Any, name: str | None, code: str | None, remove: bool, **options: Any) -> None:
        if name is None:
            self.list_everybody()
            return
        user = find(name)
        if remove:
            second_factor.remove(user)
            self.stdout.write(f"{user} hat keinen zweiten Faktor mehr.")
        elif code:
            self.confirm(user, code)
        else:
            self.set_up(user)

    def list_everybody(self) -> None:
        for user in User.objects.filter(is_staff=True, is_active=True).order_by("username"):
            left = second_factor.backup_codes_left(user)
            state = f"ja, {left} Ersatzcodes übrig" if second_factor.is_set_up(user) else "nein"
            self.stdout.write(f"{user}: {state}")

    def set_up(self, user: User) -> None:
        """Show the secret, once; at a terminal go on and ask for the first code."""
        address = second_factor.begin(user).config_url
        self.stdout.write(f"Lies dies mit der App (es wird nicht noch einmal gezeigt):\n\n{address}\n")
        picture = io.StringIO()
        segno.make(address, error="l").terminal(picture, compact=True)
        self.stdout.write(picture.getvalue())
        if not sys.stdin.isatty():
            self.stdout.write(f"Gilt erst nach: manage.py second_factor {user} --code CODE")
            return
        for _ in range(TRIES):
            if codes := self.ask(user):
                self.show(user, codes)
                return
            self.stderr.write(WRONG)
        raise CommandError(f"{TRIES} falsche Codes; nichts ist geändert.")

    def ask(self, user: User) -> list[str]:
        device = second_factor.waiting(user)
        return second_factor.confirm(device, input("Code, den die App jetzt zeigt: ")) if device else []

    def confirm(self, user: User, code: str) -> None:
        device = second_factor.waiting(user)
        if device is None:
            raise CommandError(f"Für {user} wartet nichts; beginne mit: manage.py second_factor {user}")
        codes = second_factor.confirm(device, code)
        if not codes:
            raise CommandError(WRONG)
        self.show(user, codes)

    def show(self, user: User, codes: list[str]) -> None:
        self.stdout.write(
            f"{user} meldet sich ab jetzt mit Code an. Ersatzcodes, jeder gilt einmal; verwahre sie "
            "getrennt vom Gerät (sie werden nicht noch einmal gezeigt):\n\n" + "\n".join(codes)
        )


def find(name: str) -> User:
    """Return the person, or say whose name comes nearest."""
    user = User.objects.filter(username=name).first()
    if user is None:
        near = nearest(name, User.objects.values_list("username", flat=True))
        raise CommandError(f"Niemand heißt „{name}“.{meant(near)}")
    return user
