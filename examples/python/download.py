"""Downloads everything as one file and checks that it came whole."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from munchkin_regeln_client import Client
from munchkin_regeln_client.api.bulk import bulk_download, bulk_list
from munchkin_regeln_client.models import BulkFile, BulkFileForm, BulkFileList


def newest(client: Client) -> BulkFile:
    files = bulk_list.sync(client=client)
    if not isinstance(files, BulkFileList):
        raise SystemExit("Keine Antwort.")
    return next(entry for entry in files.data if entry.form == BulkFileForm.JSONL)


def main() -> None:
    client, folder = Client(base_url=sys.argv[1]), Path(sys.argv[2])
    entry = newest(client)
    content = bulk_download.sync_detailed(entry.id, client=client).content
    if len(content) != entry.size or hashlib.sha256(content).hexdigest() != entry.sha256:
        raise SystemExit(f"{entry.id} ist nicht ganz angekommen.")
    (folder / entry.id).write_bytes(content)
    print(f"{entry.id}: {entry.size} Bytes, Prüfsumme stimmt.")


if __name__ == "__main__":
    main()
