"""The fingerprint of a text, by which a citation knows how the text read when somebody checked it."""

from __future__ import annotations

from hashlib import sha256

LENGTH = 16


def text_hash(*texts: str) -> str:
    """Return the fingerprint of the texts; line breaks and double spaces do not change it."""
    return sha256("\n".join(" ".join(text.split()) for text in texts).encode()).hexdigest()[:LENGTH]
