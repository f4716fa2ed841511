"""The lane: one heavy question at a time is worked out in a process, so that everything else stays quick."""

from __future__ import annotations

import threading
import time

from rules.engine.work import OutOfWork, Work

# Of the processor, for one request; the units end it far earlier unless one of them is dearer than any we know.
MOST_SECONDS = 3.0
# From so many units on a request is heavy. Of the cases at a table one in a thousand is.
HEAVY = 256
MOST_WAITING = 3
WAITS_SECONDS = 5.0
RETRY_AFTER_SECONDS = 2


class Busy(Exception):
    """So many heavy questions are being worked out already that this one would wait for long."""


class Lane:
    """Lets one heavy request compute at a time: the others of the process stay quick, a few wait."""

    def __init__(self) -> None:
        self.free = threading.Semaphore()
        self.places = threading.BoundedSemaphore(MOST_WAITING + 1)

    @property
    def is_full(self) -> bool:
        """Say whether nobody else may even wait; it may be otherwise a moment later."""
        if not self.places.acquire(blocking=False):
            return True
        self.places.release()
        return False

    def enter(self) -> None:
        if not self.places.acquire(blocking=False):
            raise Busy
        if not self.free.acquire(timeout=WAITS_SECONDS):
            self.places.release()
            raise Busy

    def leave(self) -> None:
        self.free.release()
        self.places.release()


lane = Lane()


class RequestWork(Work):
    """The budget of one request: once it is heavy, it needs the lane."""

    def __init__(self) -> None:
        super().__init__()
        self.is_in_lane = False
        self.until = 0.0

    def look(self) -> None:
        if self.is_in_lane:
            if time.thread_time() > self.until:
                raise OutOfWork(self.spent)
        elif self.spent >= HEAVY:
            lane.enter()
            self.is_in_lane = True
            # Asked here alone: the clock of a thread is dear, and hardly a request gets so far.
            self.until = time.thread_time() + MOST_SECONDS
        elif lane.is_full:
            # It would most probably be refused later: then rather before it has cost anything.
            raise Busy

    def end(self) -> None:
        if self.is_in_lane:
            lane.leave()
