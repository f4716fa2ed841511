"""The door of the admin: a password, a code where one is asked, and a wait for who tries too many."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from cardsite import second_factor
from cardsite.guessing import Guesses, remember_device

WAIT = "Zu viele Versuche. Warte {seconds} Sekunden, dann darfst Du es wieder versuchen."
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
        guesses = Guesses(self.request, self.cleaned_data.get("username", ""))
        self._refuse(guesses.wait())
        wait = guesses.wait_of_stranger()
        if not self.cleaned_data.get("code"):
            self._refuse(wait)
        try:
            cleaned = super().clean()
            self._check_code()
        except ValidationError:
            guesses.add()
            self._refuse(wait)
            raise
        if wait and not hasattr(self.get_user(), "otp_device"):
            # A code that nobody asked for proves nothing.
            guesses.add()
            self._refuse(wait)
        guesses.forget()
        return cleaned

    def _refuse(self, seconds: int) -> None:
        """Let nobody in who has to wait, and say nothing else."""
        if seconds:
            self.user_cache = None
            raise ValidationError(WAIT.format(seconds=seconds), code="throttled")

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

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        response = super().login(request, extra_context)
        if request.method == "POST" and response.status_code == 302:
            remember_device(request, response, request.user.get_username())
        return response
