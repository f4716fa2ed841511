"""The file of the index: shared, swapped as a whole, written anew when it is missing or broken."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import LazySettings

from cards.models import Card
from cards.releases import make_release
from cards.search import files, find, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path, settings: LazySettings) -> Path:
    """A place for indexes in which there is none yet, and a process that holds none."""
    settings.SEARCH_DIR = tmp_path / "search"
    store._corpus.forget()
    return tmp_path / "search"


def indexes(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{files.ENDING}"))


def renamed(name: str) -> None:
    Card.objects.filter(edition="axe-cop", slug="krieger").update(name=name)
    make_release(f"Umbenannt in {name}")


def names(query: str) -> list[str]:
    return [document.name for document in find(query, parts=("karte",)).of("karte").documents]


def test_the_second_worker_opens_what_the_first_has_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = names("krieger")
    assert found
    assert len(indexes(folder)) == 1
    store._corpus.forget()
    monkeypatch.setattr(store, "_fill", lambda *_: pytest.fail("Geschrieben wird einmal je Stand."))
    assert names("krieger") == found


def test_a_release_brings_a_file_of_its_own_and_old_ones_go(folder: Path) -> None:
    for name in ("Zwiebelkrieger", "Porreekrieger", "Lauchkrieger"):
        renamed(name)
        assert names(name) == [name]
    assert len(indexes(folder)) == files.STAY
    assert not list(folder.glob("*.draft"))


@pytest.mark.parametrize("left", [0, 100, 50_000])
def test_a_broken_file_is_written_anew(folder: Path, left: int) -> None:
    found = names("krieger")
    [file] = indexes(folder)
    whole = file.stat().st_size
    os.truncate(file, left)
    store._corpus.forget()
    assert names("krieger") == found
    assert file.stat().st_size == whole


def test_damage_inside_a_file_is_mended_when_somebody_meets_it(folder: Path) -> None:
    found = names("krieger")
    [file] = indexes(folder)
    whole = file.read_bytes()
    file.unlink()
    # The pages behind the first ones are noise; size and what stands there once are as they were.
    kept = whole[: 40 * 4096] if b"by_spelling" in whole[:4096] else whole[:4096]
    file.write_bytes(kept + b"\x55" * (len(whole) - len(kept)))
    store._corpus.forget()
    assert names("krieger") == found
    assert file.read_bytes() != kept + b"\x55" * (len(whole) - len(kept))


def test_what_other_code_has_written_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = names("krieger")
    before = indexes(folder)
    monkeypatch.setattr(files, "code_mark", lambda: "morgen")
    store._corpus.forget()
    assert names("krieger") == found
    assert indexes(folder) != before
    assert not before[0].exists()


def test_a_folder_that_is_deleted_while_serving_does_no_harm(folder: Path) -> None:
    found = names("krieger")
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    assert names("krieger") == found
    renamed("Zwiebelkrieger")
    assert names("zwiebelkrieger") == ["Zwiebelkrieger"]
    assert len(indexes(folder)) == 1


def test_where_nothing_can_be_written_the_index_is_in_memory(
    folder: Path, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    folder.parent.joinpath("file").write_text("Kein Ordner.")
    settings.SEARCH_DIR = folder.parent / "file" / "search"
    assert "Krieger" in names("krieger")
    assert "nur im Speicher" in caplog.text


def test_an_index_is_read_where_nothing_can_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found = names("krieger")
    # In place of the lock stands what cannot be opened to write, as nothing can in a folder to read only.
    (folder / "lock").unlink()
    (folder / "lock").mkdir()
    store._corpus.forget()
    monkeypatch.setattr(store, "_fill", lambda *_: pytest.fail("Was da ist, wird gelesen."))
    assert names("krieger") == found
    assert not caplog.text


def test_a_full_disk_leaves_no_half_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fill = store._fill

    def full(rows: store.sqlite3.Connection, release: str) -> None:
        if rows.execute("PRAGMA database_list").fetchone()[2]:
            rows.execute("PRAGMA max_page_count = 20")
        fill(rows, release)

    monkeypatch.setattr(store, "_fill", full)
    assert "Krieger" in names("krieger")
    assert "full" in caplog.text
    assert not indexes(folder)
    assert not list(folder.glob("*.draft"))


def test_a_release_that_comes_while_the_data_are_read_is_read_as_well(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill, overtaken = store._fill, []

    def slow(rows: store.sqlite3.Connection, release: str) -> None:
        fill(rows, release)
        if not overtaken:
            overtaken.append(release)
            renamed("Zwiebelkrieger")

    monkeypatch.setattr(store, "_fill", slow)
    assert names("zwiebelkrieger") == ["Zwiebelkrieger"]
    assert store.newest_release() not in overtaken
    assert len(indexes(folder)) == 1


def test_two_machines_on_one_disk_never_share_a_draft(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    path = files.path_of("stand")
    with files.written(path) as mine:
        monkeypatch.setattr(files, "machine", lambda: "nebenan")
        with files.written(path) as theirs:
            assert mine != theirs
            mine.write_text("a")
            theirs.write_text("b")
        assert path.read_text() == "b"
    assert path.read_text() == "a"
