"""Points per minute and client: cheap answers cost little, computed ones more, a 304 nothing."""

from __future__ import annotations

import time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

WINDOW_SECONDS = 60
# Points a process takes from the shared account at once, so that cheap answers need no round trip.
LEASE = 20


class Budget(NamedTuple):
    """What is left to a client in this window."""

    remaining: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"minute";q={settings.API_POINTS_PER_MINUTE};w={WINDOW_SECONDS}',
            "RateLimit": f'"minute";r={self.remaining};t={self.reset}',
        }


class Spent(Exception):
    """A client has no points left in this minute."""

    def __init__(self, reset: int) -> None:
        points = settings.API_POINTS_PER_MINUTE
        super().__init__(
            f"Das Guthaben von {points} Punkten je Minute ist verbraucht; in {reset} Sekunden gibt es neues."
        )
        self.headers = {"Retry-After": str(reset), **Budget(0, reset).headers}


class _Account:
    """A client's points in this process: leased ones left, and the shared rest as last seen."""

    __slots__ = ("leased", "rest")

    def __init__(self) -> None:
        self.leased = 0
        self.rest = settings.API_POINTS_PER_MINUTE


class _Ledger:
    """This process's accounts of one window."""

    window = -1
    accounts: dict[str, _Account] = {}


def charge(client: str, cost: int) -> Budget:
    """Take `cost` points from the client, or raise `Spent`, which says when there are new ones."""
    account, reset = _account_with(client, cost)
    if account.leased < cost:
        raise Spent(reset)
    account.leased -= cost
    return Budget(account.rest + account.leased, reset)


def take(client: str, points: int) -> Budget:
    """Take points for work that was done already; where there are fewer, the account is empty."""
    account, reset = _account_with(client, points)
    account.leased = max(0, account.leased - points)
    return Budget(account.rest + account.leased, reset)


def _account_with(client: str, points: int) -> tuple[_Account, int]:
    """Return the client's account of this minute, with so many points leased if there are, and when it ends."""
    now = time.time()
    window, reset = int(now // WINDOW_SECONDS), WINDOW_SECONDS - int(now % WINDOW_SECONDS)
    if window != _Ledger.window:
        _Ledger.window, _Ledger.accounts = window, {}
    account = _Ledger.accounts.get(client) or _Ledger.accounts.setdefault(client, _Account())
    if account.leased < points:
        _lease(account, f"api-points:{window}:{client}", points)
    return account, reset


def _lease(account: _Account, key: str, cost: int) -> None:
    """Take enough for `cost` (and some in advance) from the account that all processes share."""
    wanted = max(LEASE, cost) if account.rest >= LEASE else cost - account.leased
    cache.add(key, 0, timeout=2 * WINDOW_SECONDS)
    try:
        used = cache.incr(key, wanted)
    except ValueError:
        # The cache dropped the account: it starts anew.
        used = wanted
    over = max(0, used - settings.API_POINTS_PER_MINUTE)
    account.leased += max(0, wanted - over)
    account.rest = max(0, settings.API_POINTS_PER_MINUTE - used)


def client_of(request: HttpRequest) -> str:
    """Return the client's address; behind trusted proxies the one that the outermost of them saw."""
    # What the framework does as well, but it reads all headers first, and kept answers take no longer than that.
    chain = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")[-settings.TRUSTED_PROXIES :]
    seen = chain[0].strip() if settings.TRUSTED_PROXIES else ""
    return str(seen or request.META.get("REMOTE_ADDR", ""))


def forget() -> None:
    """Give every client a full account in this process."""
    _Ledger.window, _Ledger.accounts = -1, {}
