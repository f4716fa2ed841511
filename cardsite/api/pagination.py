"""Lists: a stable order, a cursor that survives new data, and one envelope."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Annotated, Any, Literal

import msgspec
from django.db.models import Q, QuerySet
from msgspec import Meta, Struct

from cards.serializers import Frame
from cardsite.api import parameters
from cardsite.api.exceptions import UNREADABLE, Problem
from cardsite.api.operation import Ask

MOST = 200
USUAL = 50
# Base64 of `[true,` or `[false,` and the place: what does not begin so never was a cursor.
CURSOR_PATTERN = r"(W3RydWUs|W2ZhbHNlL)[A-Za-z0-9_-]{2,400}"
GREATEST_INTEGER = 2**31 - 1


class Warned(Struct, kw_only=True):
    """Etwas, das nicht gelesen werden konnte oder zu beachten ist."""

    text: str
    position: int | None = None
    word: str | None = None
    suggestions: list[str] = []


BOTH = Warned(
    text="„page“ und „cursor“ sagen beide, welche Seite gemeint ist; es gilt „cursor“.", word="page"
)


class Page(Struct, kw_only=True):
    """Eine Seite einer Liste; „next“ und „previous“ führen weiter."""

    object: Literal["list"] = "list"
    url: str
    stand: str
    count: Annotated[int, Meta(ge=0)]
    next: str | None
    previous: str | None
    warnings: list[Warned]
    data: list[Any]


def _cursor_parameter() -> parameters.Parameter:
    def read(raw: str) -> str:
        if not re.fullmatch(CURSOR_PATTERN, raw):
            raise Problem("ungueltiger-cursor", f"„{raw[:40]}“ ist kein Cursor.", parameter="cursor")
        return raw

    schema = {"type": "string", "pattern": f"^{CURSOR_PATTERN}$"}
    return parameters.Parameter("cursor", "Aus „next“ oder „previous“ der letzten Antwort.", schema, read)


PAGING = (
    parameters.whole("limit", "Höchstens so viele Einträge je Seite.", least=1, most=MOST, default=USUAL),
    _cursor_parameter(),
    parameters.whole("page", "Die wievielte Seite, statt „cursor“.", least=1, most=100_000, default=None),
)


def paged(ask: Ask, rows: QuerySet[Any], order: Sequence[str], present: Callable[[Any, Frame], Any]) -> Page:
    """Return the page of `rows` that the cursor points to; `order` must be unique and never null."""
    limit: int = ask["limit"]
    if ask["page"] and not ask["cursor"]:
        start = offset_of(ask)
        data = rows.order_by(*order)[start : start + limit]
        return ranked(ask, rows.count(), [present(row, ask.frame) for row in data])
    forward, place = _read_cursor(ask, len(order))
    found = rows.order_by(*(order if forward else [f"-{name}" for name in order]))
    if place is not None:
        found = found.filter(_beyond(order, place, forward=forward))
    page = list(found[: limit + 1])
    more, page = len(page) > limit, page[:limit]
    page = page if forward else page[::-1]
    after = bool(page) and (more or not forward)
    before = bool(page) and (place is not None if forward else more)
    return _page(
        ask,
        rows.count(),
        [present(row, ask.frame) for row in page],
        _link(ask, [True, *_values(page[-1], order)]) if after else None,
        _link(ask, [False, *_values(page[0], order)]) if before else None,
    )


def ranked(ask: Ask, total: int, data: Sequence[Any]) -> Page:
    """Return a page of a ranking of `total` entries: `data` is the stretch that `offset_of` begins."""
    return _page(ask, total, data, *turns(ask, total))


def turns(ask: Ask, total: int) -> tuple[str | None, str | None]:
    """Return the addresses of the next and the previous page of a ranking."""
    start, limit = offset_of(ask), ask["limit"]
    after = _turn(ask, start + limit) if start + limit < total else None
    return after, _turn(ask, max(0, start - limit)) if start else None


def whole_list(ask: Ask, data: Sequence[Any]) -> Page:
    """Return a list that has one page only, in the same envelope."""
    return _page(ask, len(data), data)


def _page(
    ask: Ask, count: int, data: Sequence[Any], after: str | None = None, before: str | None = None
) -> Page:
    return Page(
        url=ask.request.build_absolute_uri(), stand=ask.frame.stand, count=count, next=after, previous=before,
        warnings=ask.warnings, data=list(data),
    )  # fmt: skip


def offset_of(ask: Ask) -> int:
    """Return where the page of a ranking begins."""
    if ask["page"] and not ask["cursor"]:
        return (ask["page"] - 1) * int(ask["limit"])
    _, place = _read_cursor(ask, 1)
    start = place[0] if place else 0
    if not isinstance(start, int):
        raise _unknown_cursor()
    return start


def _turn(ask: Ask, start: int) -> str:
    """Return the address of the page of a ranking that begins there."""
    if ask["page"] and not ask["cursor"]:
        return _with(ask, "page", str(start // ask["limit"] + 1))
    return _link(ask, [True, start])


def _beyond(order: Sequence[str], place: Sequence[Any], *, forward: bool) -> Q:
    """Return the condition „comes after (before) this place“ for an order over several columns."""
    side, condition = "gt" if forward else "lt", Q()
    for depth, name in enumerate(order):
        equal = dict(zip(order[:depth], place[:depth], strict=True))
        condition |= Q(**equal, **{f"{name}__{side}": place[depth]})
    return condition


def _values(row: Any, order: Sequence[str]) -> list[Any]:
    return [attrgetter(name.replace("__", "."))(row) for name in order]


def _link(ask: Ask, place: list[Any]) -> str:
    """Return the address of this list with another cursor."""
    word = base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")
    return _with(ask, "cursor", word)


def _with(ask: Ask, name: str, value: str) -> str:
    """Return the address of this list with another value of a parameter."""
    query = ask.request.GET.copy()
    query[name] = value
    if name == "cursor":
        query.pop("page", None)
    return ask.request.build_absolute_uri(f"{ask.request.path}?{query.urlencode(safe=':,/')}")


def _read_cursor(ask: Ask, length: int) -> tuple[bool, list[Any] | None]:
    """Return the direction and the place that a cursor names."""
    if not (word := ask["cursor"]):
        return True, None
    if ask["page"] and BOTH not in ask.warnings:
        ask.warnings.append(BOTH)
    try:
        found = base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))
        forward, *place = msgspec.json.decode(found, type=list)
    except (msgspec.DecodeError, binascii.Error, ValueError):
        raise _unknown_cursor() from None
    if not isinstance(forward, bool) or len(place) != length or not all(map(_is_plain, place)):
        raise _unknown_cursor()
    return forward, place


def _is_plain(value: Any) -> bool:
    """Say whether a column could hold the value: no list, no truth value, no number beyond a column's range."""
    if isinstance(value, str):
        return not UNREADABLE.search(value)
    return type(value) is int and 0 <= value <= GREATEST_INTEGER


def _unknown_cursor() -> Problem:
    detail = "Diesen Cursor hat keine Liste ausgegeben; fange ohne „cursor“ von vorn an."
    return Problem("nicht-gefunden", detail, parameter="cursor")
