"""Links of scenarios: short, checked, and readable for as long as the site lives."""

from __future__ import annotations

import base64
import contextlib
import json
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.models import Case
from rules.whatif import links

FIGHT = {
    "game": "munchkin",
    "sets": ["axe-cop"],
    "state": {
        "players": [{"id": "sven", "level": 6, "in_play": ["krieger"]}],
        "turn": {"player": "sven", "phase": "door"},
        "combat": {"fighter": "sven", "monsters": [{"card": "kindskopfkrake"}]},
    },
    "do": [{"action": "finish_combat", "player": "sven"}],
}
# Sent into somebody's chat once; each must open for ever.
FROZEN = {
    "0": (
        "0.eyJnYW1lIjoibXVuY2hraW4iLCJzZXRzIjpbImF4ZS1jb3AiXSwic3RhdGUiOnsicGxheWVycyI6W3siaWQiOiJz"
        "dmVuIiwibGV2ZWwiOjYsImluX3BsYXkiOlsia3JpZWdlciJdfV0sInR1cm4iOnsicGxheWVyIjoic3ZlbiIsInBoYX"
        "NlIjoiZG9vciJ9LCJjb21iYXQiOnsiZmlnaHRlciI6InN2ZW4iLCJtb25zdGVycyI6W3siY2FyZCI6ImtpbmRza29w"
        "ZmtyYWtlIn1dfX0sImRvIjpbeyJhY3Rpb24iOiJmaW5pc2hfY29tYmF0IiwicGxheWVyIjoic3ZlbiJ9XX0"
    ),
    "1": ("1.ePkKplO6g3qDmPxbXAYsvGrxehgWP4Q8DjYKu2dBybI4O78gLbsIGJVA-2p1MP0P1Y8lZSGCwgzkVEKBAPFTbS0A9HxZHQ"),
}


@pytest.mark.parametrize("version", FROZEN)
def test_a_link_of_every_version_opens_as_it_did_on_its_first_day(version: str) -> None:
    assert links.read(FROZEN[version]) == FIGHT


def test_every_version_has_a_frozen_link() -> None:
    assert set(FROZEN) == set(links.VERSIONS)


def test_todays_links_are_the_frozen_ones() -> None:
    assert links.write(FIGHT) == FROZEN[links.NEWEST]


def test_the_order_of_keys_does_not_change_the_link() -> None:
    assert links.write(dict(reversed(FIGHT.items()))) == links.write(FIGHT)


def test_every_solved_case_fits_into_a_qr_code(db: None) -> None:
    scenarios = list(Case.objects.values_list("scenario", flat=True))
    assert scenarios
    longest = max(len(links.write(scenario)) for scenario in scenarios)
    assert longest < 1500
    assert all(links.read(links.write(scenario)) == scenario for scenario in scenarios)


@pytest.mark.parametrize("place", [3, 20, -1])
def test_a_link_that_lost_or_changed_a_letter_says_so(place: int) -> None:
    link = links.write(FIGHT)
    changed = link[:place] + ("A" if link[place] != "A" else "B") + link[place:][1:]
    for broken in (link[:-4], changed, link + "AAAA", link.replace(".", ""), "", "1.", "1.ä", "x.abc"):
        with pytest.raises(links.LinkError, match="beschädigt"):
            links.read(broken)


def test_a_version_that_never_was_is_named() -> None:
    with pytest.raises(links.LinkError, match="Fassung „7“"):
        links.read("7.abc")


def test_a_small_link_cannot_unfold_into_a_huge_question() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, links.DICTIONARY)
    bomb = packer.compress(b'{"a":"' + b"x" * 50_000_000 + b'"}') + packer.flush()
    with pytest.raises(links.LinkError, match="zu groß"):
        links.read("1." + base64.urlsafe_b64encode(bomb).decode().rstrip("="))


def test_a_table_too_large_for_a_link_is_refused() -> None:
    many = [{"name": f"Karte {number * 7919}", "kind": "item", "bonus": number} for number in range(2000)]
    with pytest.raises(links.LinkError, match="zu groß"):
        links.write({**FIGHT, "do": many})


@pytest.mark.parametrize("plain", ['{"a":' + "[" * 200 + "]" * 200 + "}", "[1]", "5", '"x"', "{", "[" * 9000])
def test_what_is_no_scenario_is_no_link(plain: str) -> None:
    with pytest.raises(links.LinkError):
        links.read("0." + base64.urlsafe_b64encode(plain.encode()).decode().rstrip("="))


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_text_breaks_the_reading_of_links(text: str) -> None:
    for link in (text, "0." + text, "1." + text):
        with contextlib.suppress(links.LinkError):
            assert isinstance(links.read(link), dict)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=8), JSON, max_size=5))
def test_whatever_is_written_is_read_again(scenario: dict[str, object]) -> None:
    assert links.read(links.write(scenario)) == json.loads(json.dumps(scenario))
