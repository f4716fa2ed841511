"""Meet each mistake with the tests, in a fork of a process that has collected and run them all."""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from types import CodeType, FunctionType
from typing import Any

import pytest
from coverage import Coverage

from tests.mutants.changes import Change, mutated

MOST_MEMORY = 6 * 1024**3
KILLED, SURVIVED = 1, 0
# Fixtures that are built once for all tests, by the code in question.
LIBRARIES = {"library", "books", "answers"}
# What builds the database, and the mark of whoever reads it.
DATABASE = {"database": "django_db_setup"}


class Runner:
    """A plugin: pytest collects and runs everything once; then each mistake is met by a fork of that process."""

    def __init__(self, sample: list[Change], at_once: int) -> None:
        self.sample = sample
        self.at_once = at_once
        self.took: dict[str, float] = {}
        self.green = False
        # What became of each: killed by a test, out of time, or survived.
        self.fates: dict[Change | None, str] = {}
        self.passing = Passing(sample)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """What asks another process does not meet the mistake."""
        items[:] = [item for item in items if "furnished" not in item.fixturenames]  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] = self.took.get(report.nodeid, 0) + report.duration

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        with self.passing.by(item.nodeid):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        with self.passing.by(fixturedef.argname) if fixturedef.scope != "function" else nullcontext():
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        started = time.process_time()
        with self.passing.watched():
            run(session.items, session)
        self.green = not session.testsfailed and bool(session.items)
        if self.green:
            patience = 30 + int(3 * (time.process_time() - started))
            quick_first = sorted(session.items, key=lambda item: self.took.get(item.nodeid, 0))
            gc.collect()
            gc.freeze()
            self.meet_all(
                lambda change: meet(change, self.passing.asked(change, quick_first), session, patience)
            )
            # Where even no mistake is noticed, noticing means nothing.
            self.green = self.fates.pop(None) == "survived"
        return True

    def meet_all(self, meet_one: Callable[[Change | None], None]) -> None:
        waiting: list[Change | None] = [*reversed(self.sample), None]
        running: dict[int, Change | None] = {}
        while waiting or running:
            while waiting and len(running) < self.at_once:
                change = waiting.pop()
                running[_fork(lambda change=change: meet_one(change))] = change
            child, status = os.wait()
            if child in running:
                change = running.pop(child)
                self.fates[change] = _fate(status)
                print(
                    f"{len(self.fates) - 1}/{len(self.sample)} {self.fates[change]}",
                    file=sys.stderr,
                    flush=True,
                )


class Passing:
    """Which tests come along the lines with a mistake."""

    def __init__(self, sample: list[Change]) -> None:
        self.lines = {str(change.file): dict[int, list[str]]() for change in sample}
        self.coverage = Coverage(data_file=None, include=sorted(self.lines), config_file=False)
        self.who = [""]
        self.on = False

    @contextmanager
    def watched(self) -> Iterator[None]:
        self.on = True
        self.coverage.start()
        yield
        self.coverage.stop()
        self.on = False
        # Here, because a fork finds no data any more.
        data = self.coverage.get_data()
        self.lines = {file: data.contexts_by_lineno(file) for file in self.lines}

    @contextmanager
    def by(self, who: str) -> Iterator[None]:
        """Whatever runs in this block is run by this test, or built under this name."""
        if not self.on:
            yield
            return
        self.who.append(who)
        self.coverage.switch_context(who)
        try:
            yield
        finally:
            self.who.pop()
            self.coverage.switch_context(self.who[-1])

    def asked(self, change: Change | None, items: list[pytest.Item]) -> list[pytest.Item]:
        """Return the tests that come along there, themselves or while something that they share was built."""
        if change is None:
            return items
        lines = self.lines[str(change.file)]
        passing = {who for line in change.lines for who in lines.get(line, ())}
        return [item for item in items if passing & _names(item)]


def _names(item: pytest.Item) -> set[str]:
    """Return by what names a test and all that it uses is known."""
    built = {fixture for mark, fixture in DATABASE.items() if item.get_closest_marker(mark)}
    return {item.nodeid, *item.fixturenames, *built}  # type: ignore[attr-defined]


def run(items: list[pytest.Item], session: pytest.Session) -> None:
    """Run the tests up to the first that fails; the last one's neighbour is the first, so nothing is taken down."""
    for place, item in enumerate(items):
        following = items[(place + 1) % len(items)]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return


def meet(change: Change | None, items: list[pytest.Item], session: pytest.Session, patience: int) -> None:
    """In a process of its own: make the mistake, build again what was built without it, run the tests."""
    session.config.pluginmanager.unregister(name="terminalreporter")
    # Time of the processor, so that other work on the machine changes no figure.
    resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if change:
        make(change)
    build_again(session)
    if items:
        run(items, session)
    os._exit(KILLED if session.testsfailed else SURVIVED)


def make(change: Change) -> None:
    """Give the functions of the file their new code, wherever they are held."""
    name = str(change.file)
    new = {_identity(code): code for code in _codes(compile(mutated(change), name, "exec"))}
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == name:
            code = new.get(_identity(thing.__code__))
            if code and code.co_freevars == thing.__code__.co_freevars:
                thing.__code__ = code


def build_again(session: pytest.Session) -> None:
    """Forget what was built by the code as it was: caches, holders, the libraries that tests share."""
    # Here, because pytest sets Django up first.
    from pytest_django.plugin import blocking_manager_key

    from tests.isolation import APPS, Memory, begin_warm, holders
    from tests.parsing import forget_what_was_parsed

    forget_what_was_parsed()
    for module in [module for name, module in sys.modules.items() if name.partition(".")[0] in APPS]:
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()
    for holder in holders().values():
        holder.forget()
    for item in session.items:
        for name in LIBRARIES & set(item.fixturenames):  # type: ignore[attr-defined]
            built = item._fixtureinfo.name2fixturedefs[name][-1]  # type: ignore[attr-defined]
            built.cached_result = None
            # Whoever is built again has nothing to take down yet.
            built._finalizers.clear()
    if Memory.warm:
        with session.config.stash[blocking_manager_key].unblock():
            begin_warm()


def _identity(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def _fork(work: Callable[[], None]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        work()
    finally:
        # Whatever the mistake raises outside of a test, it is noticed.
        os._exit(KILLED)


def _fate(status: int) -> str:
    if os.WIFSIGNALED(status):
        return "out of time" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "killed"
    return "survived" if os.WEXITSTATUS(status) == SURVIVED else "killed"
