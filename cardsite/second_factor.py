"""A person's second factor: codes from an app, and backup codes for the day the app is lost."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

APP_CODE = re.compile(r"[0-9]{6}")
BACKUP_CODES = 10


def is_set_up(user: Any) -> bool:
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def is_asked_of(user: Any) -> bool:
    """Say whether this person needs more than a password."""
    return settings.ADMIN_SECOND_FACTOR == "required" or is_set_up(user)


def is_given_by(user: Any) -> bool:
    """Say whether a person who is logged in has given all that is asked, whenever the login was."""
    return user.is_verified() or not is_asked_of(user)


def verify(user: User, written: str) -> Device | None:
    """Return the device that accepts the code; the code is then used up.

    The form of a code says what it belongs to, so a wrong one counts against one device only.
    """
    code = "".join(written.split()).lower()
    kind = TOTPDevice if APP_CODE.fullmatch(code) else StaticDevice
    with transaction.atomic():
        device = kind.objects.select_for_update().filter(user=user, confirmed=True).first()
        return device if device and code and device.verify_token(code) else None


def begin(user: User) -> TOTPDevice:
    """Make a new secret that waits for its first code; what is set up stays valid until then."""
    TOTPDevice.objects.filter(user=user, confirmed=False).delete()
    return TOTPDevice.objects.create(user=user, name="App", confirmed=False)


def waiting(user: User) -> TOTPDevice | None:
    """Return the secret that waits for its first code."""
    return TOTPDevice.objects.filter(user=user, confirmed=False).first()


def confirm(device: TOTPDevice, written: str) -> list[str]:
    """Let the secret replace everything before it and return new backup codes; nothing for a wrong code."""
    if not device.verify_token("".join(written.split())):
        return []
    with transaction.atomic():
        TOTPDevice.objects.filter(user=device.user).exclude(pk=device.pk).delete()
        TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
        return _new_backup_codes(device.user)


def _new_backup_codes(user: User) -> list[str]:
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name="Ersatzcodes")
    codes = [StaticToken.random_token() for _ in range(BACKUP_CODES)]
    device.token_set.bulk_create([StaticToken(device=device, token=code) for code in codes])
    return codes


def remove(user: User) -> None:
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


def backup_codes_left(user: User) -> int:
    return StaticToken.objects.filter(device__user=user).count()
