"""What Prometheus may ask: requests, times, store hits, work, release and queue; each worker counts for itself."""

from __future__ import annotations

import hmac
import os
import resource
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards.models import Proposal
from cards.vocabulary import ProposalState
from cardsite import stand

# Seconds up to which a request belongs to a step of the histogram.
STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
KEPT, STATIC, REFUSED = "kept", "static", "refused"


class Counts(msgspec.Struct):
    """What one worker has seen since it began."""

    # By view and first digit of the status.
    requests: dict[str, int] = {}
    # By view: one number per step and one beyond, then the sum of seconds.
    seconds: dict[str, list[float]] = {}
    work: int = 0
    memory: int = 0


class _Own:
    counts = Counts()
    lock = threading.Lock()
    published = 0.0


class Line(NamedTuple):
    name: str
    labels: dict[str, str]
    value: float


def view_of(request: HttpRequest, status: int) -> str:
    """Return the name of the view that answered, or why none had to."""
    if match := getattr(request, "resolver_match", None):
        return str(match.view_name or "unnamed")
    if request.path_info.startswith(settings.STATIC_URL):
        return STATIC
    return KEPT if status < 400 else REFUSED


def count(view: str, status: int, seconds: float, work: int) -> None:
    """Count a request; who asks for nothing does not pay for it."""
    step = next((place for place, most in enumerate(STEPS) if seconds <= most), len(STEPS))
    with _Own.lock:
        own = _Own.counts
        key = f"{view}|{status // 100}"
        own.requests[key] = own.requests.get(key, 0) + 1
        row = own.seconds.setdefault(view, [0.0] * (len(STEPS) + 2))
        row[step] += 1
        row[-1] += seconds
        own.work += work


def folder() -> Path:
    return Path(settings.VAR_DIR) / "metrics"


def publish() -> None:
    """Lay down what this worker counted, so that whichever worker is asked can tell of all."""
    with _Own.lock:
        # Linux counts in kilobytes.
        _Own.counts.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        written = msgspec.json.encode(_Own.counts)
    folder().mkdir(parents=True, exist_ok=True)
    ready = folder() / f".{os.getpid()}"
    ready.write_bytes(written)
    ready.replace(folder() / str(os.getpid()))


def forget() -> None:
    """Begin at nothing."""
    _Own.counts = Counts({}, {})


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer whoever knows the token; for all others there is nothing here."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    wanted = settings.METRICS_TOKEN
    if not wanted or not hmac.compare_digest(given.encode(), wanted.encode()):
        raise Http404
    publish()
    lines = [*_of_workers(), *_of_the_site()]
    response = HttpResponse(_text(lines), content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    return response


def _workers() -> Iterator[tuple[str, Counts]]:
    """Yield what the workers laid down; what a dead one left is cleared away."""
    for file in sorted(folder().iterdir()):
        if not file.name.isdecimal():
            continue
        if not Path(f"/proc/{file.name}").exists():
            file.unlink(missing_ok=True)
            continue
        try:
            yield file.name, msgspec.json.decode(file.read_bytes(), type=Counts)
        except (OSError, msgspec.DecodeError):
            continue


def _of_workers() -> Iterator[Line]:
    for worker, counts in _workers():
        mine = {"worker": worker}
        for key, number in sorted(counts.requests.items()):
            view, _, status = key.rpartition("|")
            yield Line("munchkin_requests_total", {**mine, "view": view, "status": f"{status}xx"}, number)
        for view, row in sorted(counts.seconds.items()):
            yield from _histogram({**mine, "view": view}, row)
        yield Line("munchkin_resolver_work_units_total", mine, counts.work)
        yield Line("munchkin_worker_peak_memory_bytes", mine, counts.memory)


def _histogram(labels: dict[str, str], row: list[float]) -> Iterator[Line]:
    name, so_far = "munchkin_request_seconds", 0.0
    for most, number in zip((*map(str, STEPS), "+Inf"), row, strict=False):
        so_far += number
        yield Line(f"{name}_bucket", {**labels, "le": most}, so_far)
    yield Line(f"{name}_sum", labels, row[-1])
    yield Line(f"{name}_count", labels, so_far)


def _of_the_site() -> Iterator[Line]:
    """Yield what the database says; while it is gone, that alone."""
    try:
        newest = stand.current()
        waiting = Proposal.objects.filter(state=ProposalState.OPEN).count()
    except (DatabaseError, InterfaceError):
        yield Line("munchkin_database_up", {}, 0)
        return
    yield Line("munchkin_database_up", {}, 1)
    yield Line("munchkin_release_info", {"stand": newest.version, "version": settings.VERSION}, 1)
    yield Line("munchkin_release_age_seconds", {}, round(time.time() - newest.made_at.timestamp()))
    yield Line("munchkin_proposals_waiting", {}, waiting)


HELP = {
    "munchkin_requests_total": ("counter", "Requests by view („kept“: from a store) and status."),
    "munchkin_request_seconds": ("histogram", "Seconds from a request to its answer."),
    "munchkin_resolver_work_units_total": ("counter", "Units of work spent by the resolver."),
    "munchkin_worker_peak_memory_bytes": ("gauge", "Most memory that a worker held."),
    "munchkin_database_up": ("gauge", "Whether the database answers."),
    "munchkin_release_info": ("gauge", "The data and the code in force."),
    "munchkin_release_age_seconds": ("gauge", "Seconds since the data changed."),
    "munchkin_proposals_waiting": ("gauge", "Proposals that nobody has decided."),
}


def _text(lines: list[Line]) -> str:
    """Return the lines in Prometheus' text format, those of a metric together."""
    groups: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        owner = next(name for name in HELP if line.name.startswith(name))
        labels = ",".join(f'{key}="{_escaped(value)}"' for key, value in line.labels.items())
        groups[owner].append(
            f"{line.name}{{{labels}}} {line.value:.17g}" if labels else f"{line.name} {line.value:.17g}"
        )
    parts = []
    for name, written in groups.items():
        kind, said = HELP[name]
        parts += [f"# HELP {name} {said}", f"# TYPE {name} {kind}", *written]
    return "\n".join(parts) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
