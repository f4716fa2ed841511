"""What one test does, the next one does not see: asked of the very thing that stands around every test."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings

from cards.models import Card
from cards.search import store
from cardsite import points, stand
from rules import proofs
from rules.models import Case
from tests.isolation import HARMLESS, PUT_BACK, holders, undisturbed
from tests.test_architecture import name, sources, tree


def test_points_that_were_spent_are_there_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # No new minute begins meanwhile.
    monkeypatch.setattr(points.time, "time", lambda: 60_000_010.0)
    with undisturbed():
        points.charge("127.0.0.1", settings.API_POINTS_PER_MINUTE)
        with pytest.raises(points.Spent):
            points.charge("127.0.0.1", 1)
    assert points.charge("127.0.0.1", 1).remaining > 0


def test_an_index_of_changed_cards_is_gone_with_the_change(db: None) -> None:
    before = store.current()
    with undisturbed():
        Card.objects.filter(slug="krieger").update(name="Zwiebelkrieger")
        store._corpus.forget()
        assert {name for name, _ in store.current().names_from("zwiebel")} == {"Zwiebelkrieger"}
    assert store.current() is before


def test_what_was_measured_of_other_data_is_gone(db: None) -> None:
    before = proofs.proofs()
    with undisturbed():
        proofs._proofs.forget()
        Case.objects.all().delete()
        assert not proofs.proofs().passed
    assert proofs.proofs() is before


def test_surroundings_folder_and_files_are_as_before(tmp_path: Path) -> None:
    here, zone = Path.cwd(), os.environ.get("TZ")
    with undisturbed():
        os.environ["TZ"] = "Pacific/Auckland"
        os.chdir(tmp_path)
        (Path(settings.VAR_DIR) / "proofs.json").write_text("{}")
        stand._Known.until = float("inf")
    assert (os.environ.get("TZ"), Path.cwd(), list(Path(settings.VAR_DIR).iterdir())) == (zone, here, [])
    assert stand._Known.until == 0


def test_the_source_tree_is_not_where_tests_write() -> None:
    places = [settings.VAR_DIR, settings.STATIC_ROOT, settings.BULK_DIR, proofs.FILE]
    assert [place for place in places if Path(place).is_relative_to(settings.BASE_DIR)] == []


def test_every_holder_per_release_is_found() -> None:
    assert len(holders()) >= 5


def test_a_worker_that_is_warm_builds_nothing_for_a_test(db: None) -> None:
    """Else each of a thousand tests would build it anew."""
    missing = [place for place, holder in holders().items() if holder._held is None]
    assert missing == [], "Nenne in tests/isolation.py eine Seite, die das baut."


def test_every_place_where_a_process_remembers_is_known() -> None:
    found = {place for path in sources() for place in remembering(path)}
    assert len(found) > 10
    assert found - {*PUT_BACK, *HARMLESS} == set(), "Neu: trage es in tests/isolation.py ein."
    assert set(HARMLESS) - found == set(), "Gibt es nicht mehr: nimm es aus tests/isolation.py."


def remembering(path: Path) -> Iterator[str]:
    """Yield where a module remembers: names of a class without methods, and what is empty until it is filled."""
    module = name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef) and is_drawer(node):
            yield from (f"{module}:{node.name}.{one}" for one in assigned(node.body))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and is_to_be_filled(node.value):
            yield from (f"{module}:{one}" for one in assigned([node]))


def is_drawer(node: ast.ClassDef) -> bool:
    return not (
        node.bases or node.decorator_list or any(isinstance(one, ast.FunctionDef) for one in node.body)
    )


def is_to_be_filled(value: ast.expr | None) -> bool:
    return value is not None and ast.unparse(value) in ("None", "{}", "[]", "set()", "dict()", "list()")


def assigned(body: Sequence[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from map(ast.unparse, targets)
