"""The door of the admin: who tries too many passwords waits, whatever the name or the address."""

from __future__ import annotations

import hashlib
import math
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from cardsite.api.throttle import client_of

ATTEMPTS = 10
WINDOW_SECONDS = 900
WAIT = "Zu viele Versuche. Warte {minutes} Minuten, dann darfst Du es wieder versuchen."


class ThrottledLogin(AdminAuthenticationForm):
    """Django's form, which no longer looks at a password after too many wrong ones."""

    def clean(self) -> dict[str, Any]:
        assert isinstance(self.request, HttpRequest)
        keys = [_key("name", self.cleaned_data.get("username", "")), _key("client", client_of(self.request))]
        if any(cache.get(key, 0) >= ATTEMPTS for key in keys):
            raise ValidationError(WAIT.format(minutes=math.ceil(WINDOW_SECONDS / 60)), code="throttled")
        try:
            return super().clean()
        except ValidationError:
            for key in keys:
                _count(key)
            raise


def _key(kind: str, value: str) -> str:
    """Return a key that holds no name: whoever reads the cache learns nothing."""
    return f"login-{kind}:{hashlib.sha256(value.strip().lower().encode()).hexdigest()}"


def _count(key: str) -> None:
    cache.add(key, 0, WINDOW_SECONDS)
    try:
        cache.incr(key)
    except ValueError:  # forgotten between the two lines
        cache.set(key, 1, WINDOW_SECONDS)
