from __future__ import annotations

from django.apps import AppConfig


class CardsiteConfig(AppConfig):
    name = "cardsite"
