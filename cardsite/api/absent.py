"""What an unknown id answers: the new address, „gone“, or the ids that look most like it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from django.db.models import QuerySet

from cards.models import Edition, Redirect
from cardsite.api.exceptions import Problem, unknown
from cardsite.api.operation import Ask

# What may be absent, and what it is called; a „card“ lies below `cards/`.
KINDS = {
    "card": "Die Karte",
    "set": "Die Box",
    "rule": "Die Regel",
    "ruling": "Die Klarstellung",
    "question": "Die offene Frage",
    "term": "Den Begriff",
    "example": "Das Beispiel",
}


def refuse(ask: Ask, kind: str, key: str, known: Iterable[str], rest: str = "") -> NoReturn:
    """Raise what an id that is not there deserves: 301, 410 or 404."""
    word = KINDS[kind]
    moved = Redirect.objects.filter(kind=kind, old=key).first()
    if moved and moved.new:
        url = ask.frame.api(f"{kind}s/{moved.new}{rest}")
        query = ask.request.META.get("QUERY_STRING", "")
        headers = {"Location": f"{url}?{query}" if query else url}
        said = f"Die Kennung heißt nun „{moved.new}“."
        raise Problem("umbenannt", said, headers=headers, id=moved.new, url=url)
    if moved:
        said = f"{word} „{key}“ ist seit {moved.since:%d.%m.%Y} entfallen. {moved.note}".strip()
        raise Problem("entfallen", said, id=key)
    raise unknown(f"{word} „{key}“ gibt es nicht.", key, known)


def one(ask: Ask, kind: str, rows: QuerySet[Any], key: str, rest: str = "") -> Any:
    """Return the row of an id, or refuse."""
    row = rows.filter(pk=key).first()
    return row or refuse(ask, kind, key, rows.model._default_manager.values_list("pk", flat=True), rest)


def check_sets(words: Iterable[str], parameter: str = "sets") -> list[str]:
    """Return the boxes if all are known, or raise a Problem that names the nearest one."""
    known, wanted = list(Edition.objects.values_list("key", flat=True)), list(words)
    for word in wanted:
        if word not in known:
            raise unknown(f"Die Box „{word}“ gibt es nicht.", word, known, parameter=parameter)
    return wanted


def check_set(ask: Ask) -> None:
    """Refuse a box that nobody knows."""
    if box := ask.values.get("set"):
        check_sets([box], "set")
