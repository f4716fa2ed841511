"""Everything at once: whole, dated, checked by its hash, and never half written."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
import sqlite3
import tracemalloc
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import brotli
import pytest
import zstandard
from django.test import Client
from django.utils import timezone

from cards.models import Card, Release
from cardsite import stand
from cardsite.api import bulk
from rules.models import Rule, Ruling


def files(client: Client) -> dict[str, dict[str, Any]]:
    return {entry["form"]: entry for entry in client.get("/api/v1/bulk").json()["data"]}


def fetched(client: Client, form: str) -> tuple[dict[str, Any], bytes]:
    entry = files(client)[form]
    response = client.get(entry["url"])
    assert response.status_code == 200
    return entry, b"".join(response.streaming_content)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["jsonl", "sqlite", "zip"])
def test_a_file_is_what_its_entry_says(api: Client, form: str) -> None:
    entry, content = fetched(api, form)
    assert len(content) == entry["size"]
    assert hashlib.sha256(content).hexdigest() == entry["sha256"]
    assert entry["licence"]
    assert stand.current().made_at.strftime("%Y-%m-%d") in entry["id"]


def test_every_line_is_an_object_and_none_is_missing(api: Client, judge: Any) -> None:
    _, content = fetched(api, "jsonl")
    head, *things = [json.loads(line) for line in content.splitlines()]
    assert head["stand"] == stand.current().version
    kinds = [thing["object"] for thing in things]
    assert kinds.count("card") == Card.objects.count()
    assert kinds.count("rule") == Rule.objects.count()
    assert kinds.count("ruling") == Ruling.objects.count()
    for thing in things[:: len(things) // 50]:
        judge(thing, thing["object"].capitalize())


def test_a_line_says_the_same_as_the_address_it_names(api: Client) -> None:
    _, content = fetched(api, "jsonl")
    line = next(
        thing for thing in map(json.loads, content.splitlines()) if thing.get("id") == "axe-cop/krieger"
    )
    body = json.loads(api.get(line["url"]).content.replace(b"http://testserver", b""))
    assert line == body


def test_the_database_can_be_asked(api: Client, tmp_path: Path) -> None:
    _, content = fetched(api, "sqlite")
    path = tmp_path / "alles.sqlite3"
    path.write_bytes(content)
    with sqlite3.connect(path) as database:
        strong = database.execute("SELECT name FROM cards WHERE kind = 'monster' AND level >= 10").fetchall()
        whole = database.execute("SELECT json FROM cards WHERE id = 'axe-cop/krieger'").fetchone()
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(strong) == Card.objects.filter(kind="monster", level__gte=10).count()
    assert json.loads(whole[0])["name"] == "Krieger"


def test_building_twice_gives_the_same_bytes(reader: Client, settings: Any, tmp_path: Path) -> None:
    first = {form: entry["sha256"] for form, entry in files(reader).items()}
    settings.BULK_DIR = tmp_path / "another"
    again = {form: hashlib.sha256(bulk.built(stand.fresh(), form).read_bytes()).hexdigest() for form in first}
    assert again == first


def test_a_release_during_building_leaves_no_file(
    api: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, at: stand.Stand) -> None:
        path.write_bytes(b"halb")
        Release.objects.create(version="0123456789ab", made_at=timezone.now())

    monkeypatch.setitem(bulk.WRITERS, "jsonl", interrupted)
    assert not bulk.built(stand.fresh(), "jsonl").exists()
    assert not list(Path(settings.BULK_DIR).iterdir())


def test_only_the_newest_versions_stay(api: Client, settings: Any) -> None:
    for number in range(5):
        Release.objects.create(version=f"00000000000{number}", made_at=timezone.now())
        bulk.built(stand.fresh(), "jsonl")
    assert len(list(Path(settings.BULK_DIR).glob("*.jsonl"))) == bulk.KEPT_VERSIONS


def test_a_file_of_another_version_is_not_there(api: Client) -> None:
    response = api.get("/api/v1/bulk/munchkin-regeln-2026-01-31-0123456789ab-1.jsonl")
    assert response.status_code == 404
    assert "bulk" in response.json()["detail"]


def test_a_download_needs_little_memory(api: Client) -> None:
    entry = files(api)["sqlite"]
    tracemalloc.start()
    for _chunk in api.get(entry["url"]):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert entry["size"] > 1_000_000 > peak


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/geheim"), "No space left on device"),
        (sqlite3.OperationalError("database or disk is full"), "database or disk is full"),
    ],
)
def test_a_full_disk_is_no_crash(
    api: Client, settings: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    def full(path: Path, at: stand.Stand) -> None:
        path.write_bytes(b"halb")
        raise error

    monkeypatch.setitem(bulk.WRITERS, "jsonl", full)
    response = api.get("/api/v1/bulk")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "600")
    assert reason in response.json()["detail"]
    assert "geheim" not in response.content.decode()
    assert not list(Path(settings.BULK_DIR).glob("*.part"))


def test_a_broken_download_goes_on_where_it_broke(api: Client) -> None:
    entry, whole = fetched(api, "jsonl")
    head = api.get(entry["url"])
    assert head.headers["Accept-Ranges"] == "bytes"
    half = entry["size"] // 2
    headers = {"Range": f"bytes={half}-", "If-Range": head.headers["ETag"]}
    rest = api.get(entry["url"], headers=headers)
    assert rest.status_code == 206
    assert rest.headers["Content-Range"] == f"bytes {half}-{entry['size'] - 1}/{entry['size']}"
    assert rest.headers["ETag"] == head.headers["ETag"]
    assert whole[:half] + rest.content == whole


@pytest.mark.parametrize(("wanted", "first", "last"), [("0-9", 0, 10), ("-10", -10, None), ("5-5", 5, 6)])
def test_a_piece_is_what_was_asked_for(api: Client, wanted: str, first: int, last: int | None) -> None:
    entry, whole = fetched(api, "jsonl")
    piece = api.get(entry["url"], headers={"Range": f"bytes={wanted}"})
    assert piece.status_code == 206
    assert piece.content == whole[first:last]


def test_a_piece_of_another_version_is_the_whole_file(api: Client) -> None:
    entry, whole = fetched(api, "jsonl")
    response = api.get(entry["url"], headers={"Range": "bytes=10-", "If-Range": '"anders"'})
    assert response.status_code == 200
    assert b"".join(response.streaming_content) == whole  # type: ignore[arg-type]


def test_behind_the_end_there_is_nothing(api: Client) -> None:
    entry = files(api)["jsonl"]
    response = api.get(entry["url"], headers={"Range": f"bytes={entry['size']}-"})
    assert response.status_code == 416
    assert response.headers["Content-Range"] == f"bytes */{entry['size']}"


@pytest.mark.parametrize(
    ("encoding", "unpack"),
    [("gzip", gzip.decompress), ("br", brotli.decompress), ("zstd", zstandard.decompress)],
)
def test_a_file_comes_compressed_to_who_unpacks_it(api: Client, encoding: str, unpack: Any) -> None:
    entry, whole = fetched(api, "jsonl")
    response = api.get(entry["url"], headers={"Accept-Encoding": encoding})
    packed = b"".join(response.streaming_content)  # type: ignore[arg-type]
    assert response.headers["Content-Encoding"] == encoding
    assert response.headers["Content-Type"] == entry["media_type"]
    assert int(response.headers["Content-Length"]) == len(packed) < entry["size"] / 3
    assert unpack(packed) == whole
    assert response.headers["ETag"] != api.get(entry["url"]).headers["ETag"]
    known = api.get(entry["url"], headers={"If-None-Match": response.headers["ETag"]})
    assert known.status_code == 304


def test_old_compressed_files_go_with_their_version(api: Client, settings: Any) -> None:
    entry = files(api)["jsonl"]
    b"".join(api.get(entry["url"], headers={"Accept-Encoding": "gzip"}).streaming_content)  # type: ignore[arg-type]
    assert list(Path(settings.BULK_DIR).glob("*.jsonl.gzip"))
    for number in range(bulk.KEPT_VERSIONS):
        Release.objects.create(version=f"00000000000{number}", made_at=timezone.now())
        bulk.built(stand.fresh(), "jsonl")
    assert not list(Path(settings.BULK_DIR).glob("*.jsonl.gzip"))


def test_an_archive_holds_all_that_belongs_to_a_release(api: Client) -> None:
    _, content = fetched(api, "zip")
    with zipfile.ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        held = {name.rpartition("/")[2].rpartition(".")[2] for name in archive.namelist()}
        assert {"jsonl", "sqlite", "txt"} < held
        (lines,) = [name for name in archive.namelist() if name.endswith(".jsonl")]
        assert archive.read(lines) == fetched(api, "jsonl")[1]
        assert json.loads(archive.read("openapi.json"))["openapi"].startswith("3.1")
        assert {"schemas/scenario.json", "schemas/answer.json"} < set(archive.namelist())


def test_an_archive_is_not_packed_again(api: Client) -> None:
    entry = files(api)["zip"]
    response = api.get(entry["url"], headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in response.headers
    assert len(b"".join(response.streaming_content)) == entry["size"]  # type: ignore[arg-type]
