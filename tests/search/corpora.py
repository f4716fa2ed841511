"""Small corpora for tests: cards by their names alone, with what else a test says of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cards.folding import sort_key
from cards.search.corpus import Document
from cards.search.store import Corpus, build_from


def build_card(
    name: str, *, text: str = "", others: tuple[str, ...] = (), box: int = 1, **values: Any
) -> Document:
    key = sort_key(name).replace(" ", "-")
    return Document(
        part="karte",
        key=f"box-{box}/{key}",
        name=name,
        url=f"/karten/box-{box}/{key}/",
        text=text,
        others=others,
        order=(box, sort_key(name), key),
        line="",
        values={"set": f"box-{box}", **values},
    )


def build_corpus(cards: Iterable[Document]) -> Corpus:
    return build_from({"karte": sorted(cards, key=lambda card: card.order)}, "test")
