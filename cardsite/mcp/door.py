"""How a tool reaches the operations of the API: the same checks, limits and points as over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, QueryDict

from cardsite import points
from cardsite.api import parameters
from cardsite.api.exceptions import charge
from cardsite.api.operation import OPERATIONS, Operation


@cache
def operations() -> dict[str, Operation]:
    """Return the operations by their names, once all of them are registered."""
    from cardsite.api import urls  # noqa: F401

    return {operation.name: operation for operation in OPERATIONS}


class OwnRequest(HttpRequest):
    """A request that came over no net: its addresses begin with what the caller says."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.base = base

    def build_absolute_uri(self, location: str | None = None) -> str:
        return f"{self.base}{location or self.path}"


@dataclass(frozen=True)
class Door:
    """Whoever asks: the site's address as they know it, and the account that pays; nobody pays on their own machine."""

    request: HttpRequest
    base: str
    client: str | None = None

    def call(
        self, name: str, body: Any = None, /, *, place: dict[str, str] | None = None, **query: str
    ) -> Any:
        """Return what an operation finds, or raise its Problem."""
        operation = operations()[name]
        if self.client is not None:
            charge(self.client, operation.cost)
        listed = QueryDict(mutable=True)
        listed.update({key: value for key, value in query.items() if value})
        values = {**parameters.read_query(listed, operation.parameters), **(place or {})}
        (found, _), _, _ = operation.answer(self.request, self.base, values, body)
        return found

    def address(self, path: str) -> str:
        """Return a page's whole address."""
        return path if path.startswith("http") else f"{self.base}{path}"


def own_door(base: str) -> Door:
    """Return the door of a program on this machine."""
    return Door(OwnRequest(base), base)


def door_of(request: HttpRequest) -> Door:
    """Return the door of a request."""
    return Door(request, request.build_absolute_uri("/")[:-1], points.client_of(request))
