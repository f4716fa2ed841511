"""A scenario in an address: versioned, compressed, limited, and checked when it is read back."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any

import msgspec

# An address that is longer than this does not pass every server on its way.
LONGEST_LINK = 6000
# What still makes a code that a phone reads off another phone.
LONGEST_IN_CODE = 1200
# What a link may unfold to; far above any table that is still one.
LARGEST_QUESTION = 100_000
DEEPEST = 32
ALPHABET = re.compile(r"[A-Za-z0-9_-]*")
# The words that nearly every scenario holds, most frequent last. Links in chats depend on it: it never changes;
# another dictionary is another version of the link.
DICTIONARY = (
    b'"become_cultist""loot_body""change_level""remove_monster""look_for_trouble""loot_room""shared-victory"'
    b'"impossible-fast""listen-at-door""charity""curse""trap""item-boost""level-up""wandering-monster""special"'
    b'"loyalty""training""style""power""race""ally""gold":"slot":"armor""head""feet""vehicle""hands":1"big":true'
    b'"abilities":[{"wins_ties":true}]"usable_by":"modifiers":[{"strength":-3,"vs":""}]"bad_stuff":[{"lose_levels":1}]'
    b'"run_away":-1"levels":2"breakpoint":20,"kind":"base","monsters":0,"name":"","points":[4,2,1]'
    b'"kind":"creature","name":"Kreatur","strength":4"controller":"","counters":0,"owner":"","ref":"k1"'
    b'"attached":[]"factions":["elfen","orks"]"step":"check""action":"score","base":0,"player":""'
    b'{"game":"smash-up","sets":["smash-up"],"state":{"bases":[{"actions":[],"card":{"cards":[{"card":'
    b'"action":"choose","decision":"d1","option":"","player":""{"action":"finish_combat","player":""}'
    b'{"action":"run_away","monster":0,"player":"","roll":5}{"action":"sell","cards":["'
    b'{"action":"ask_help","helper":"","player":""}{"action":"play","card":"","on":"munchkins""on":"monsters"'
    b'{"action":"kick_door","card":"","player":""}"bonus":3,"kind":"item""bonus":10,"kind":"one-shot"'
    b'"kind":"monster","level":5,"name":"","treasures":2"kind":"class","name":""'
    b'"monsters":[{"boosts":[],"card":"","card":{"kind":""played":[{"card":"","player":"","side":"monsters"}]'
    b'"backpack":[],"gender":"w","hand":[],"id":"","in_play":["krieger","],"level":5,"pending":[]'
    b'"rulebook":"axe-cop","sets":["axe-cop","cthulhu","impossible","shakespeare","munchkin"]'
    b'"phase":"door","player":""},"phase":"start""turn":{"phase":"trouble","player":""}}'
    b'{"do":[],"game":"munchkin","sets":["],"state":{"combat":{"fighter":"du","helper":null,"monsters":[{"card":"'
    b'"players":[{"id":"du","in_play":[],"level":1},{"id":""turn":{"phase":"door","player":"du"}}}'
)
NEWEST = "1"
BROKEN = "Dieser Link ist beschädigt: Beim Kopieren ist etwas verloren gegangen oder verändert worden."
TOO_LARGE = "Diese Lage ist zu groß für einen Link. Nimm Karten heraus, die nichts damit zu tun haben."
UNKNOWN = (
    "Dieser Link hat die Fassung „{version}“, die es hier nicht gibt. Lesbar sind die Fassungen {known}."
)


class LinkError(ValueError):
    """A link that cannot be read; the message is for the reader."""


def write(scenario: Any) -> str:
    """Return the scenario as text for an address: short, and the same for the same scenario."""
    plain = msgspec.json.encode(scenario, order="sorted")
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
    link = f"{NEWEST}.{_text(packer.compress(plain) + packer.flush())}"
    if len(link) > LONGEST_LINK or len(plain) > LARGEST_QUESTION:
        raise LinkError(TOO_LARGE)
    return link


def read(link: str) -> dict[str, Any]:
    """Return the scenario of a link of any version that ever was."""
    version, dot, body = link.strip().partition(".")
    if not dot or not version.isdigit() or not version.isascii():
        raise LinkError(BROKEN)
    unpack = VERSIONS.get(version)
    if unpack is None:
        raise LinkError(UNKNOWN.format(version=version[:9], known=", ".join(sorted(VERSIONS))))
    if len(link) > 4 * LONGEST_LINK:
        raise LinkError(TOO_LARGE)
    try:
        scenario = msgspec.json.decode(unpack(_bytes(body)))
    except (zlib.error, msgspec.DecodeError, RecursionError) as error:
        raise LinkError(BROKEN) from error
    if not isinstance(scenario, dict) or _is_deep(scenario):
        raise LinkError(BROKEN)
    return scenario


def _is_deep(value: Any) -> bool:
    """Tell whether something is nested deeper than any table is; goes down level by level."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _unpack_plain(data: bytes) -> bytes:
    """Version 0, as a browser without a packer writes it: the JSON itself."""
    return data


def _unpack_1(data: bytes) -> bytes:
    """Version 1: zlib with our dictionary; its checksum notices what a messenger cut off."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS, DICTIONARY)
    plain = unpacker.decompress(data, LARGEST_QUESTION)
    if unpacker.unconsumed_tail:
        raise LinkError(TOO_LARGE)
    if not unpacker.eof or unpacker.unused_data:
        raise LinkError(BROKEN)
    return plain


VERSIONS = {"0": _unpack_plain, "1": _unpack_1}


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _bytes(text: str) -> bytes:
    if not ALPHABET.fullmatch(text):
        raise LinkError(BROKEN)
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise LinkError(BROKEN) from error
