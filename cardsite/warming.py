"""What a worker builds before a visitor needs it: search index, resolver library, coverage; anew for every release."""

from __future__ import annotations

import gc
import logging
import threading
import time

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections

from cards.drawing.library import library as motifs
from cards.search import store
from cardsite.metrics import publish
from cardsite.replica import as_reader
from rules import proofs
from rules.ask.knowledge import knowledge
from rules.ask.spotting import spotter
from rules.booklet.page import write_ahead
from rules.facts import library
from rules.views.books import write_ahead as write_books

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
                set_aside()
                motifs()
                proofs.proofs()
                shelf = library(newest)
                knowledge(shelf), spotter(shelf)
                write_ahead(shelf)
                write_books(shelf)
                set_aside()
            return newest
    except (DatabaseError, InterfaceError) as error:
        if warmed != NO_DATABASE:
            logger.warning("Noch nichts vorbereitet: %s", " ".join(str(error).split()))
        return NO_DATABASE


def set_aside() -> None:
    """Keep what was built out of the collector's rounds.

    It stays as long as the release, and every full round would walk through all of it: 0.8 s with 100,000 cards.
    What is replaced later still goes when nobody refers to it any more, because it holds no cycles.
    """
    gc.collect()
    gc.freeze()


def keep_warm() -> None:
    warmed = ""
    while True:
        warmed = warm(warmed)
        if settings.METRICS_TOKEN:
            publish()
        connections.close_all()
        time.sleep(LOOKS_EVERY_SECONDS)


def warm_beside() -> None:
    """Warm in a thread of its own: the worker answers at once, and searches without waiting a moment later."""
    threading.Thread(target=keep_warm, name="warm", daemon=True).start()
