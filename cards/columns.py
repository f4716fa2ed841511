"""Columns that read alike from every database."""

from __future__ import annotations

from typing import Any

from django.db import models


class JSONField(models.JSONField):
    """JSON whose keys lie as PostgreSQL keeps them: shorter ones first, equally long ones by their bytes."""

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(ordered(value))

    def deconstruct(self) -> Any:
        """Be an ordinary one to migrations, since nothing of the table differs."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


def ordered(value: Any) -> Any:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (len(str(key).encode()), str(key).encode()))
        return {key: ordered(value[key]) for key in keys}
    return [ordered(one) for one in value] if isinstance(value, list | tuple) else value
