"""What a content network may keep, tried with Varnish set up as docs/varnish.vcl says."""

from __future__ import annotations

import http.client
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from bench.varnish import varnish
from tests.serving import Site, free_port, serve, wait_until

# Seconds for what takes a moment on a machine that does nothing else.
PATIENCE = 60
PAGE = "/karten/axe-cop/krieger/"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def was_kept(self) -> bool:
        """Say whether Varnish had it: then it names the request that brought it as well."""
        return " " in self.headers["x-varnish"]


@dataclass
class Cached:
    """A site behind a cache."""

    port: int
    site: Site

    def get(self, path: str, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(
                "GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()}
            )
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, found, answer.read())
        finally:
            connection.close()


@contextmanager
def behind_a_cache(site: Site, folder: Path) -> Iterator[Cached]:
    """Put Varnish in front of a site until the block ends."""
    # A site that is slow on a busy machine is not gone.
    patient = {"timeout = 2s": f"timeout = {PATIENCE}s"}
    port = int(site.address.rpartition(":")[2])
    with varnish(port, free_port(), folder, patient) as cache:
        found = Cached(cache.port, site)
        wait_until(lambda: found.get("/").status == 200, PATIENCE, cache.log)
        yield found


@pytest.fixture(scope="module", autouse=True)
def _varnish() -> None:
    if not shutil.which("varnishd"):
        if os.environ.get("CI"):
            pytest.fail("apt install varnish")
        pytest.skip("Varnish fehlt: apt install varnish.")


@pytest.fixture(scope="module")
def cached(running: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cached]:
    with behind_a_cache(running, tmp_path_factory.mktemp("varnish")) as found:
        yield found


@pytest.fixture
def doomed(furnished: Callable[[], Path], tmp_path: Path) -> Iterator[Cached]:
    """A site of one's own, to be ended."""
    with serve(furnished()) as site, behind_a_cache(site, tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    "path", [PAGE, "/suche/?q=monster", "/api/v1/cards/axe-cop/krieger", "/was-waere-wenn/?q=tod"]
)
def test_a_page_is_kept_for_everybody(cached: Cached, path: str) -> None:
    first, second = cached.get(path, X_Request_ID="abcdefgh-1"), cached.get(path, Cookie="fremd=1")
    assert (first.status, second.status) == (200, 200)
    assert second.was_kept
    assert second.body == first.body
    assert not {"ratelimit", "ratelimit-policy", "x-request-id", "set-cookie"} & set(second.headers)


def test_who_has_a_page_is_told_so_by_the_cache(cached: Cached) -> None:
    tag = cached.get(PAGE).headers["etag"]
    known = cached.get(PAGE, If_None_Match=tag)
    assert (known.status, known.was_kept, known.body) == (304, True, b"")


def test_a_browser_still_asks_whether_its_page_is_the_newest(cached: Cached) -> None:
    assert cached.get(PAGE).headers["cache-control"] == "public, max-age=0, must-revalidate"


def test_files_with_a_hash_in_their_name_are_kept_for_ever(cached: Cached) -> None:
    found = re.search(r'"(/static/site/site\.[^"]+)"', cached.get(PAGE).body.decode())
    assert found
    cached.get(found[1])
    again = cached.get(found[1])
    assert again.was_kept
    assert "immutable" in again.headers["cache-control"]


@pytest.mark.parametrize(
    ("path", "status"), [("/gibt-es-nicht/", 404), ("/was-waere-wenn/?s=1.x", 400), ("/api/v1/nichts", 404)]
)
def test_no_error_is_kept(cached: Cached, path: str, status: int) -> None:
    found = [cached.get(path) for _ in range(2)]
    assert [one.status for one in found] == [status] * 2
    assert not found[1].was_kept


@pytest.mark.parametrize(
    "path", ["/admin/login/", "/zufall/karte/", "/vorschlag/karte/axe-cop/krieger/", "/readyz"]
)
def test_what_is_for_one_alone_is_not_kept(cached: Cached, path: str) -> None:
    found = [cached.get(path) for _ in range(2)]
    assert not found[1].was_kept


def test_an_editor_keeps_the_cookie_of_the_login(cached: Cached) -> None:
    assert "csrftoken" in cached.get("/admin/login/").headers["set-cookie"]


def test_a_part_of_a_page_is_given_to_nobody_as_the_page(cached: Cached) -> None:
    part = cached.get("/suche/?q=held+-x", HX_Request="true")
    whole = cached.get("/suche/?q=held+-x")
    assert b"<html" not in part.body
    assert b"<html" in whole.body
    assert b"<html" not in cached.get("/suche/?q=held+-x", HX_Request="true").body


def test_without_the_site_what_is_kept_goes_on(doomed: Cached) -> None:
    before = doomed.get(PAGE)
    doomed.site.process.kill()
    never_asked = count()
    wait_until(lambda: doomed.get(f"/glossar/?mal={next(never_asked)}").status == 503, PATIENCE)
    after = doomed.get(PAGE)
    assert (after.status, after.body) == (200, before.body)
