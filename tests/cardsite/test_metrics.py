"""What Prometheus may ask: nothing without the token, and with it what was really asked."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from cards.models import Release
from cardsite import metrics

pytestmark = pytest.mark.django_db
TOKEN = "kennwort-der-messung-0123456789-abcdefghijklmnopqrstuvw"
KNOWN = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def watched(settings: object) -> Iterator[None]:
    settings.METRICS_TOKEN = TOKEN  # type: ignore[attr-defined]
    metrics.forget()
    yield
    metrics.forget()


def value(text: str, name: str, **labels: str) -> float:
    for line in text.splitlines():
        if line.startswith(name) and all(f'{key}="{word}"' in line for key, word in labels.items()):
            return float(line.rpartition(" ")[2])
    raise AssertionError(f"{name} {labels} fehlt in:\n{text}")


def test_without_a_token_nobody_finds_it(reader: Client) -> None:
    assert reader.get("/metrics").status_code == 404
    assert reader.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.usefixtures("watched")
def test_with_a_wrong_token_nobody_finds_it(reader: Client) -> None:
    assert reader.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == 404


@pytest.mark.usefixtures("watched")
def test_a_node_is_asked_by_its_address_and_without_tls(reader: Client, settings: object) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["regeln.example"], True  # type: ignore[attr-defined]
    assert reader.get("/metrics", headers={**KNOWN, "Host": "10.0.0.7:8000"}).status_code == 200


@pytest.mark.usefixtures("watched")
def test_it_tells_what_was_asked_made_kept_and_worked_for(reader: Client) -> None:
    for _ in range(3):
        reader.get("/hinweise/")
    reader.get("/gibt-es-nicht/")
    reader.get("/was-waere-wenn/?karte=cthulhu/froggoth")
    said = reader.get("/metrics", headers=KNOWN).content.decode()
    assert value(said, "munchkin_requests_total", view="notes", status="2xx") == 1
    assert value(said, "munchkin_requests_total", view="kept", status="2xx") == 2
    assert value(said, "munchkin_request_seconds_count", view="notes") == 1
    assert value(said, "munchkin_requests_total", status="4xx") == 1
    assert value(said, "munchkin_database_up") == 1
    assert value(said, "munchkin_release_info", stand=Release.objects.latest().version) == 1
    assert value(said, "munchkin_proposals_waiting") == 0
    assert value(said, "munchkin_worker_peak_memory_bytes", worker=str(os.getpid())) > 1_000_000


@pytest.mark.usefixtures("watched")
def test_every_line_is_one_that_prometheus_reads(reader: Client) -> None:
    reader.get("/hinweise/")
    answer = reader.get("/metrics", headers=KNOWN)
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    assert answer["Cache-Control"] == "no-store"
    line = re.compile(r'(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="[^"\n]*",?)*\})? [0-9.e+-]+)')
    wrong = [one for one in answer.content.decode().splitlines() if not line.fullmatch(one)]
    assert wrong == []


@pytest.mark.usefixtures("watched")
def test_the_steps_of_the_histogram_only_grow(reader: Client) -> None:
    for seconds in (0.001, 0.02, 0.3, 99.0):
        metrics.count("probe", 200, seconds, 7)
    said = reader.get("/metrics", headers=KNOWN).content.decode()
    steps = [
        float(one.rpartition(" ")[2]) for one in said.splitlines() if "_bucket" in one and '"probe"' in one
    ]
    assert steps == sorted(steps)
    assert (steps[0], steps[-1]) == (1, 4)
    assert value(said, "munchkin_resolver_work_units_total") >= 28


@pytest.mark.usefixtures("watched")
def test_what_a_dead_worker_left_is_cleared_away(reader: Client) -> None:
    metrics.publish()
    dead = metrics.folder() / "999999999"
    dead.write_bytes(b"{}")
    reader.get("/metrics", headers=KNOWN)
    assert not dead.exists()


def test_the_dashboard_asks_only_for_what_there_is() -> None:
    text = (Path(settings.BASE_DIR) / "docs/dashboard.json").read_text()
    json.loads(text)
    named = set(re.findall(r"munchkin_[a-z_]+", text))
    assert named
    assert {name for name in named if not any(name.startswith(known) for known in metrics.HELP)} == set()


def test_whoever_finds_a_weakness_finds_where_to_report_it(client: Client) -> None:
    said = client.get("/.well-known/security.txt").content.decode()
    assert re.search(r"^Contact: (https?|mailto):", said, re.MULTILINE)
    assert re.search(r"^Expires: \d{4}-\d\d-\d\dT00:00:00Z$", said, re.MULTILINE)
