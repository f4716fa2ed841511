"""Address parts that only this app knows."""

from __future__ import annotations


class DottedId:
    """An id such as `cthulhu.kampf.gleichstand`: words joined by dots, so no box is mistaken for one."""

    regex = r"[a-z0-9-]+(?:\.[a-z0-9-]+)+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
