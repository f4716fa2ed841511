"""The machine's clock jumps, as it does after sleep or by a wrong time server."""

from __future__ import annotations

import time

import pytest
from django.test import Client
from django.utils import timezone

from cards.models import Release
from cardsite import points, stand

JUMPS = [3600.0, -3600.0, 86_400.0, -86_400.0, 365 * 86_400.0]


@pytest.mark.parametrize("jump", JUMPS)
def test_a_client_waits_at_most_a_minute(
    jump: float, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_POINTS_PER_MINUTE = 50  # type: ignore[attr-defined]
    now = time.time()
    monkeypatch.setattr(points.time, "time", lambda: now)
    points.charge(f"jump-{jump}", 40)
    monkeypatch.setattr(points.time, "time", lambda: now + jump)
    budget = points.charge(f"jump-{jump}", 40)
    assert 0 < budget.reset <= points.WINDOW_SECONDS
    assert budget.remaining >= 0


@pytest.mark.parametrize("jump", JUMPS)
def test_a_new_release_is_seen_whatever_the_clock_says(
    jump: float, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stand, "KNOWN_FOR_SECONDS", 1.0)
    stand.current()
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    made = timezone.now()
    Release.objects.create(version="neuer-stand", made_at=made)
    # What is known for a second is known by a clock that nobody sets.
    elapsed = time.monotonic() + stand.KNOWN_FOR_SECONDS
    monkeypatch.setattr(stand.time, "monotonic", lambda: elapsed)
    assert stand.current().version == "neuer-stand"
    assert reader.get("/api/v1/cards/axe-cop/krieger").status_code == 200
