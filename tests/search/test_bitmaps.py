"""Sets as whole numbers behave like sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from cards.search.bitmaps import FEW, all_ids, bits, posting, select, union, without

SIZE = 5000
IDS = some.sets(some.integers(0, SIZE - 1), max_size=400)


@given(IDS)
def test_what_is_put_in_comes_out_in_order(ids: set[int]) -> None:
    assert list(all_ids(bits(ids, SIZE))) == sorted(ids)
    assert bits(ids, SIZE).bit_count() == len(ids)


@given(IDS, some.integers(0, 450), some.integers(0, 50))
def test_a_page_is_a_slice_of_the_order(ids: set[int], offset: int, limit: int) -> None:
    assert select(bits(ids, SIZE), offset, limit) == sorted(ids)[offset : offset + limit]


@given(some.lists(IDS, max_size=5))
def test_short_and_long_postings_join(several: list[set[int]]) -> None:
    postings = [posting(sorted(ids), SIZE) for ids in several]
    assert set(all_ids(union(postings, SIZE))) == set().union(*several)


@given(IDS, IDS)
def test_without_takes_away(some_ids: set[int], others: set[int]) -> None:
    assert set(all_ids(without(bits(some_ids, SIZE), bits(others, SIZE)))) == some_ids - others


def test_long_lists_become_sets() -> None:
    assert isinstance(posting(list(range(FEW)), SIZE), int)
    assert not isinstance(posting(list(range(FEW - 1)), SIZE), int)
