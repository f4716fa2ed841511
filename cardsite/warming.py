"""What a worker builds before the first visitor needs it: search index, resolver library, coverage."""

from __future__ import annotations

import logging
import threading

from django.db import DatabaseError, connection

from cards.search import store
from rules import proofs

logger = logging.getLogger(__name__)


def warm() -> None:
    """Build what is kept per process; without data or database there is nothing to build."""
    try:
        store.current()
        proofs.proofs()
    except DatabaseError as error:
        logger.warning("Noch nichts vorbereitet: %s", " ".join(str(error).split()))
    finally:
        connection.close()


def warm_beside() -> None:
    """Warm in a thread of its own: the worker answers at once, and searches without waiting a moment later."""
    threading.Thread(target=warm, name="warm", daemon=True).start()
