"""The site as an app: it brings the design system, the commands around the apps and the door of the admin."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class CardsiteConfig(AppConfig):
    name = "cardsite"

    def ready(self) -> None:
        from django.contrib import admin
        from django_otp.plugins.otp_static.models import StaticDevice
        from django_otp.plugins.otp_totp.models import TOTPDevice

        # Their pages would show the secrets; `manage.py second_factor` is the only way to them.
        admin.site.unregister([StaticDevice, TOTPDevice])


class GuardedAdminConfig(AdminConfig):
    """Django's admin with a door of our own."""

    default_site = "cardsite.login.GuardedAdmin"
