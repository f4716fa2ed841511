"""Prints every monster from level 10 on, page after page."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from munchkin_regeln_client import Client
from munchkin_regeln_client.api.cards import card_list
from munchkin_regeln_client.models import Card, CardList, Problem


def monsters(client: Client, level: int) -> Iterator[Card]:
    """Yield the monsters; `next` says whether there are more, and its cursor where they begin."""
    page = card_list.sync(client=client, q=f"typ:monster stufe>={level}", limit=20)
    while isinstance(page, CardList):
        yield from page.data
        if page.next_ is None:
            return
        page = card_list.sync(
            client=client,
            q=f"typ:monster stufe>={level}",
            limit=20,
            cursor=page.next_.rpartition("cursor=")[2],
        )
    if isinstance(page, Problem):
        raise SystemExit(page.detail)


def main() -> None:
    for card in monsters(Client(base_url=sys.argv[1]), 10):
        print(f"{card.level:>3}  {card.name} ({card.set_name})")


if __name__ == "__main__":
    main()
