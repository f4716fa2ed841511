"""One log line per event: as JSON in production, each with the id of the request it belongs to."""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import msgspec

request_id: ContextVar[str] = ContextVar("request_id", default="-")
# What `logger.info(…, extra={…})` may add to a line.
EXTRA = ("method", "path", "status", "duration_ms", "work", "kept")


class RequestIdFilter(logging.Filter):
    """Put the id of the current request on every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class JsonFormatter(logging.Formatter):
    """Print a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
        }
        line |= {key: value for key in EXTRA if (value := getattr(record, key, None)) is not None}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()
