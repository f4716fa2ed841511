"""What an unknown id answers: the new address, „gone“, or the ids that look most like it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from cards.models import Edition, Redirect
from cardsite.api.operation import Ask
from cardsite.api.problems import Problem, meant, nearest

PATHS = {
    "card": "cards",
    "set": "sets",
    "rule": "rules",
    "ruling": "rulings",
    "question": "questions",
    "term": "terms",
    "example": "examples",
}
WORDS = {
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
    moved = Redirect.objects.filter(kind=kind, old=key).first()
    if moved and moved.new:
        raise Moved(ask, f"{PATHS[kind]}/{moved.new}{rest}", moved.new)
    if moved:
        since = f"{moved.since:%d.%m.%Y}"
        raise Problem(
            "entfallen", f"{WORDS[kind]} „{key}“ ist seit {since} entfallen. {moved.note}".strip(), id=key
        )
    near = nearest(key, known)
    raise Problem("nicht-gefunden", f"{WORDS[kind]} „{key}“ gibt es nicht.{meant(near)}", suggestions=near)


class Moved(Problem):
    """An id that was renamed or merged: 301 with its new address."""

    def __init__(self, ask: Ask, path: str, new: str) -> None:
        query = ask.request.META.get("QUERY_STRING", "")
        url = ask.frame.api(path)
        location = f"{url}?{query}" if query else url
        super().__init__(
            "umbenannt", f"Die Kennung heißt nun „{new}“.", headers={"Location": location}, id=new, url=url
        )


def check_sets(words: Iterable[str], parameter: str = "sets") -> list[str]:
    """Return the boxes if all are known, or raise a Problem that names the nearest one."""
    known, wanted = list(Edition.objects.values_list("key", flat=True)), list(words)
    for word in wanted:
        if word not in known:
            near = nearest(word, known)
            raise Problem(
                "nicht-gefunden",
                f"Die Box „{word}“ gibt es nicht.{meant(near)}",
                parameter=parameter,
                suggestions=near,
            )
    return wanted
