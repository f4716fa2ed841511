"""Wrong logins are counted by who tried which name, and each further one has to wait longer."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from cardsite.points import client_of

# So many wrong ones cost no wait: of one name from one place, of one place, of one name from anywhere.
FREE_OF_PAIR = 5
FREE_OF_PLACE = 20
FREE_OF_NAME = 50
FORGOTTEN_AFTER_SECONDS = 3600
LONGEST_WAIT = 900
DEVICE_COOKIE = "admin-device"
DEVICE_SECONDS = 180 * 86_400
SALT = "cardsite.guessing"


class Count(NamedTuple):
    """One count of wrong logins: its key in the cache, and how many cost no wait."""

    key: str
    free: int

    def wait(self) -> int:
        """Return how many seconds the next try has to wait."""
        return max(0, round(cache.get(f"{self.key}:until", 0) - time.time()))

    def add(self) -> None:
        """Count a wrong one: beyond the free ones each doubles the wait."""
        cache.add(self.key, 0, FORGOTTEN_AFTER_SECONDS)
        try:
            number = cache.incr(self.key)
        except ValueError:  # forgotten between the two lines
            number = 1
            cache.set(self.key, number, FORGOTTEN_AFTER_SECONDS)
        if number >= self.free:
            wait = min(LONGEST_WAIT, 2 ** min(number - self.free, 20))
            cache.set(f"{self.key}:until", time.time() + wait, wait)

    def forget(self) -> None:
        cache.delete(self.key)
        cache.delete(f"{self.key}:until")


class Guesses:
    """What is counted for one name from one place; a known device is a place of its own."""

    def __init__(self, request: HttpRequest, name: str) -> None:
        device, place = device_of(request, name), client_of(request)
        self.of_pair = Count(_key("pair", name, device or place), FREE_OF_PAIR)
        # Strangers shall not be able to keep out whoever has been inside from this device.
        self.of_place = None if device else Count(_key("place", place), FREE_OF_PLACE)
        self.of_name = None if device else Count(_key("name", name), FREE_OF_NAME)

    def wait(self) -> int:
        """Return how many seconds this place has to wait, whatever it brings."""
        return max(count.wait() for count in (self.of_pair, self.of_place) if count)

    def wait_of_stranger(self) -> int:
        """Return how many seconds a place that nobody knows has to wait unless it brings a second factor."""
        return self.of_name.wait() if self.of_name else 0

    def add(self) -> None:
        for count in (self.of_pair, self.of_place, self.of_name):
            if count:
                count.add()

    def forget(self) -> None:
        self.of_pair.forget()


def _key(kind: str, *words: str) -> str:
    """Return a key that holds no name: whoever reads the cache learns nothing."""
    plain = "\0".join(word.strip().lower() for word in words)
    return f"login-{kind}:{hashlib.sha256(plain.encode()).hexdigest()}"


def device_of(request: HttpRequest, name: str) -> str:
    """Return the number of the device if this name was inside from it before."""
    try:
        known = signing.loads(request.COOKIES.get(DEVICE_COOKIE, ""), salt=SALT, max_age=DEVICE_SECONDS)
    except signing.BadSignature:
        return ""
    return str(known["device"]) if known["name"] == _key("name", name) else ""


def remember_device(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Let the browser prove later that this name was inside from it."""
    device = device_of(request, name) or secrets.token_urlsafe(16)
    response.set_cookie(
        DEVICE_COOKIE,
        signing.dumps({"name": _key("name", name), "device": device}, salt=SALT),
        max_age=DEVICE_SECONDS,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
