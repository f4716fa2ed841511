"""A worker whose server was killed ends too: it would hold the port, and nobody would ever stop it."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import threading

# From Linux' sys/prctl.h: which signal to get when the parent dies.
PR_SET_PDEATHSIG = 1
# Who is still answering after this is ended without being asked.
GRACE_SECONDS = 3.0


def end_with_parent() -> None:
    """Let the kernel end this worker when its server is gone; elsewhere than on Linux nothing is done."""
    parent = multiprocessing.parent_process()
    if parent is None or sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: multiprocessing.process.BaseProcess) -> None:
    """Wait for the server's end; a worker that does not end by the signal ends here."""
    parent.join()
    threading.Event().wait(GRACE_SECONDS)
    os._exit(1)
