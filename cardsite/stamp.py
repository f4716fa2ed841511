"""What keeps the public forms from being flooded, without cookies and third parties: a stamp, a trap, a count."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest

from cardsite.points import client_of

SALT = "vorschlag"
# A person needs longer to read the form, and has finished with it after a day.
SHORTEST_SECONDS, LONGEST_SECONDS = 2, 86_400
MOST_PER_HOUR = 120
LONGEST_STAMP = 8_000
LONGEST_FORM_BYTES = 30_000
# A field that no person sees.
TRAP = "webseite"


class NotNow(Exception):
    """Why a form is not taken as it is; the form is shown again with all that was typed."""


def stamp(key: str, seen: dict[str, Any]) -> str:
    """Return the stamp of a fresh form: what it is about, what it showed, and when."""
    content = {"w": key, "v": seen, "z": int(time.time()), "n": secrets.token_hex(6)}
    return signing.dumps(content, salt=SALT, compress=True)


def seen_on(written: str, key: str) -> dict[str, Any]:
    """Return what a form showed, or raise NotNow; a stamp of another form is none."""
    if not written or len(written) > LONGEST_STAMP:
        raise NotNow("Dem Formular fehlt sein Stempel. Prüf Deine Angaben und sende sie noch einmal.")
    try:
        found = signing.loads(written, salt=SALT)
    except signing.BadSignature:
        raise NotNow(
            "Der Stempel des Formulars stimmt nicht. Prüf Deine Angaben und sende sie noch einmal."
        ) from None
    age = time.time() - found["z"]
    if found["w"] != key or age > LONGEST_SECONDS:
        raise NotNow("Das Formular ist zu alt. Prüf, ob noch alles stimmt, und sende es noch einmal.")
    if age < SHORTEST_SECONDS:
        raise NotNow("Das ging schneller, als jemand tippt. Sende es bitte noch einmal.")
    return dict(found["v"])


def digest(written: str) -> str:
    """Return the name under which a stamp counts once."""
    return hashlib.sha256(written.encode()).hexdigest()


def sender(request: HttpRequest) -> str:
    """Return a keyed hash of the client's address: equal for the same sender, and no way back without the key."""
    key = hmac.new(settings.SECRET_KEY.encode(), client_of(request).encode(), hashlib.sha256)
    return key.hexdigest()[:32]


def charge(request: HttpRequest) -> None:
    """Count a form of this sender, or raise NotNow."""
    key = f"vorschlaege:{sender(request)}:{int(time.time() // 3600)}"
    cache.add(key, 0, timeout=3600)
    try:
        used = cache.incr(key)
    except ValueError:
        used = 1
    if used > MOST_PER_HOUR:
        raise NotNow(f"Von Deinem Anschluss kamen in dieser Stunde schon {MOST_PER_HOUR} Vorschläge.")


def trapped(request: HttpRequest) -> None:
    if request.POST.get(TRAP):
        raise NotNow("Das Feld „Webseite“ muss leer bleiben; es ist eine Falle für Programme.")
