"""The door of the admin: a password, a code where one is asked, and a wait for who tries too many."""

from __future__ import annotations

import hashlib
import math
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from cardsite import second_factor
from cardsite.api.throttle import client_of

ATTEMPTS = 10
WINDOW_SECONDS = 900
WAIT = "Zu viele Versuche. Warte {minutes} Minuten, dann darfst Du es wieder versuchen."
# One sentence for all: nobody learns which of the three was right.
WRONG = (
    "Name, Passwort oder Code stimmen nicht. Nach einem falschen Code gilt der nächste erst nach einer Pause."
)


class ThrottledLogin(AdminAuthenticationForm):
    """Django's form with a code, which no longer looks at either after too many wrong ones."""

    code = forms.CharField(
        label="Code",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "aria-describedby": "code-hint"}),
    )
    error_messages = {**AdminAuthenticationForm.error_messages, "invalid_login": WRONG}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.code_is_required = settings.ADMIN_SECOND_FACTOR == "required"
        # Not the field's own `required`: its complaint would tell that the password was right.
        self.fields["code"].widget.attrs["required"] = self.code_is_required

    def clean(self) -> dict[str, Any]:
        assert isinstance(self.request, HttpRequest)
        keys = [_key("name", self.cleaned_data.get("username", "")), _key("client", client_of(self.request))]
        if any(cache.get(key, 0) >= ATTEMPTS for key in keys):
            raise ValidationError(WAIT.format(minutes=math.ceil(WINDOW_SECONDS / 60)), code="throttled")
        try:
            cleaned = super().clean()
            self._check_code()
            return cleaned
        except ValidationError:
            for key in keys:
                _count(key)
            raise

    def _check_code(self) -> None:
        """Ask for the code only once the password is right, so that a stranger cannot block a device."""
        user = self.get_user()
        if user is None or not second_factor.is_asked_of(user):
            return
        device = second_factor.verify(user, self.cleaned_data.get("code", ""))
        if device is None:
            raise self.get_invalid_login_error()
        # Django's login keeps in the session which device this was.
        user.otp_device = device  # type: ignore[attr-defined]


class GuardedAdmin(AdminSite):
    """The admin behind this door; who came in before a code was asked must go through it again."""

    login_form = ThrottledLogin
    login_template = "site/login.html"

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and second_factor.is_given_by(request.user)


def _key(kind: str, value: str) -> str:
    """Return a key that holds no name: whoever reads the cache learns nothing."""
    return f"login-{kind}:{hashlib.sha256(value.strip().lower().encode()).hexdigest()}"


def _count(key: str) -> None:
    cache.add(key, 0, WINDOW_SECONDS)
    try:
        cache.incr(key)
    except ValueError:  # forgotten between the two lines
        cache.set(key, 1, WINDOW_SECONDS)
