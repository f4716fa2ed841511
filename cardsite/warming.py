"""What a worker builds before a visitor needs it: search index, resolver library, coverage; anew for every release."""

from __future__ import annotations

import logging
import threading
import time

from django.db import DatabaseError, InterfaceError, connections

from cards.search import store
from cardsite.replica import as_reader
from rules import proofs

logger = logging.getLogger(__name__)
LOOKS_EVERY_SECONDS = 1.0
NO_DATABASE = "-"


def warm(warmed: str) -> str:
    """Build what is kept per process unless `warmed` is the newest release; return the one that is warm now."""
    try:
        with as_reader():
            newest = store.newest_release()
            if newest != warmed:
                store.current()
                proofs.proofs()
            return newest
    except (DatabaseError, InterfaceError) as error:
        if warmed != NO_DATABASE:
            logger.warning("Noch nichts vorbereitet: %s", " ".join(str(error).split()))
        return NO_DATABASE


def keep_warm() -> None:
    warmed = ""
    while True:
        warmed = warm(warmed)
        connections.close_all()
        time.sleep(LOOKS_EVERY_SECONDS)


def warm_beside() -> None:
    """Warm in a thread of its own: the worker answers at once, and searches without waiting a moment later."""
    threading.Thread(target=keep_warm, name="warm", daemon=True).start()
