"""Every journey at first try, narrow and wide, light and dark: it arrives, and in no more taps than it may take."""

from __future__ import annotations

import pytest

from tests.browser.asserts import OpenPage
from tests.browser.taps import Hand
from tests.journeys.ways import JOURNEYS, Journey


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
@pytest.mark.parametrize("journey", JOURNEYS, ids=[journey.key for journey in JOURNEYS])
def test_a_newcomer_arrives_within_the_taps(
    open_page: OpenPage, journey: Journey, width: int, scheme: str
) -> None:
    page = open_page(journey.start, width, scheme)
    journey.begin(page)
    hand = Hand(page)
    journey.walk(page, hand)
    assert 0 < hand.count <= journey.most
