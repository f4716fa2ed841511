"""Columns that read alike from every database."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import models
from django.db.models.fields.json import KeyTransform

decode = msgspec.json.Decoder().decode


class JSONField(models.JSONField):
    """JSON whose keys lie as PostgreSQL keeps them: shorter ones first, equally long ones by their bytes."""

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(ordered(value))

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Decode whole columns quickly: every card has several."""
        if isinstance(value, str) and not isinstance(expression, KeyTransform):
            return decode(value)
        return super().from_db_value(value, expression, connection)

    def deconstruct(self) -> Any:
        """Be an ordinary one to migrations, since nothing of the table differs."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


def ordered(value: Any) -> Any:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (len(str(key).encode()), str(key).encode()))
        return {key: ordered(value[key]) for key in keys}
    return [ordered(one) for one in value] if isinstance(value, list | tuple) else value
