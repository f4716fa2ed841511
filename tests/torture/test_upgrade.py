"""Two releases serve one database at the same time, while the new one migrates and loads: no reader notices."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from bench.readers import Readers, get
from tests.serving import ROOT, free_port, serve
from tests.torture.conftest import ROOM

MIGRATION = '''"""An index more."""
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("cards", "{last}")]
    operations = [
        migrations.AddIndex("card", models.Index(fields=["level"], name="later_level")),
        migrations.AddField("card", "later", models.TextField(null=True)),
    ]
'''


def next_release(folder: Path) -> Path:
    """Copy the site and make its next release: other data, another column, an index more."""
    copy = folder / "next"
    ignored = shutil.ignore_patterns("__pycache__", "var", ".venv", ".git", "*.sqlite3*")
    shutil.copytree(ROOT, copy, ignore=ignored)
    last = max(path.stem for path in (copy / "cards/migrations").glob("0*.py"))
    (copy / "cards/migrations/0999_later.py").write_text(MIGRATION.format(last=last))
    file = copy / "fixtures/axe-cop/cards.yaml"
    cards = yaml.safe_load(file.read_text())
    cards[0]["text"] = "Ein anderer Text."
    file.write_text(yaml.safe_dump(cards, allow_unicode=True, sort_keys=False))
    return copy


def test_an_upgrade_while_readers_ask(tmp_path: Path, survived: Callable[[str], None]) -> None:
    new = next_release(tmp_path)
    with serve(tmp_path, **ROOM) as old:
        port = free_port()
        own = {**old.surroundings, "STATIC_ROOT": str(tmp_path / "new-static"), "PYTHONPATH": str(new)}
        address = old.address.removeprefix("http://")
        Readers.threads = 2
        with Readers(address) as readers:
            (new / "var").mkdir()
            command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1"]
            with (tmp_path / "new.log").open("w") as log:
                later = subprocess.Popen(command, cwd=new, env={**os.environ, **own}, stdout=log, stderr=log)
            try:
                _wait(port, later, tmp_path / "new.log")
                both = [
                    get(f"127.0.0.1:{p}", "/api/v1/cards/axe-cop/krieger")
                    for p in (address.partition(":")[2], port)
                ]
                assert [status for status, _, _ in both] == [200, 200]
                assert get(address, "/readyz")[0] == 200, "the old release goes on"
                tags = {(headers.get("ETag") or headers["etag"]).partition("-")[0] for _, headers, _ in both}
                assert len(tags) == 1, "both serve the same data"
            finally:
                later.terminate()
                later.wait(40)
        assert readers.failed == [], readers.failed[:5]
        assert readers.mixed == []
        assert len(readers.versions) == 2
        survived(
            f"{readers.told()} of the old release while the new one migrated and loaded; no failure, nothing mixed"
        )


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(4500):
        assert process.poll() is None, log.read_text()
        try:
            if get(f"127.0.0.1:{port}", "/readyz")[0] == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(log.read_text())
