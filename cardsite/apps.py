"""The site as an app: it brings the design system and the commands around the apps."""

from __future__ import annotations

from django.apps import AppConfig


class CardsiteConfig(AppConfig):
    name = "cardsite"

    def ready(self) -> None:
        from django.contrib import admin

        from cardsite.login import ThrottledLogin

        admin.site.login_form = ThrottledLogin
