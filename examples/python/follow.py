"""Follows the changes: prints what came since the version that a file remembers, and remembers the new one."""

from __future__ import annotations

import sys
from pathlib import Path

from munchkin_regeln_client import Client
from munchkin_regeln_client.api.changes import change_list
from munchkin_regeln_client.models import ChangedList, Problem
from munchkin_regeln_client.types import UNSET


def main() -> None:
    client, remembered = Client(base_url=sys.argv[1]), Path(sys.argv[2])
    since = remembered.read_text(encoding="utf-8").strip() if remembered.exists() else UNSET
    page = change_list.sync(client=client, since=since, limit=200)
    if isinstance(page, Problem):
        raise SystemExit(page.detail)
    if not isinstance(page, ChangedList):
        raise SystemExit("Keine Antwort.")
    print(f"{page.count} Änderungen bis Stand {page.stand}")
    for change in page.data[:5]:
        print(f"- {change.change_label}: {change.title} ({change.key})")
    # The rest of a long list lies behind `next`; whoever holds a copy reads it to the end before remembering.
    remembered.write_text(page.stand, encoding="utf-8")


if __name__ == "__main__":
    main()
