"""What a request costs: points for a page that is made anew, and for the work that the resolver did for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from cardsite import points
from cardsite.lane import RETRY_AFTER_SECONDS, Busy, RequestWork
from rules.engine.work import sharing

Answer = Callable[[HttpRequest], HttpResponse]
# A page that is made anew, like a search of the API; what the resolver spends on it is added.
PAGE_COSTS = 3
# A picture in points of a screen is computed for about as long as twenty pages.
PNG, PNG_COSTS = ".png", 60
UNITS_A_POINT = 40
# No points for what costs nothing, for who watches us, and for editors.
FREE = ("/static/", "/healthz", "/readyz", "/metrics", "/admin/")
API = ("/api/", "/mcp")


class Metered:
    """Middleware: behind both stores, so that only what is made anew is paid for."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(FREE):
            return self.get_response(request)
        client = points.client_of(request)
        # An operation of the API says itself what it costs.
        if not request.path_info.startswith(API):
            try:
                points.charge(client, PNG_COSTS if request.path_info.endswith(PNG) else PAGE_COSTS)
            except points.Spent as spent:
                return refused("429.html", 429, spent.headers["Retry-After"])
        work = RequestWork()
        try:
            with sharing(work):
                response = self.get_response(request)
        finally:
            work.end()
            request.work_spent = work.spent  # type: ignore[attr-defined]
        if spent_points := work.spent // UNITS_A_POINT:
            request.budget = points.take(client, spent_points)  # type: ignore[attr-defined]
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Busy):
            return None
        return refused("busy.html", 503, str(RETRY_AFTER_SECONDS))


def refused(template: str, status: int, seconds: str) -> HttpResponse:
    """Say on a page of our own when to come again; it has to cost next to nothing."""
    headers = {"Retry-After": seconds, "Cache-Control": "no-store"}
    response = HttpResponse(_page(template, seconds), status=status, headers=headers)
    # It has its line already; as an error of ours it would fill the log while many ask.
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


@lru_cache(maxsize=128)
def _page(template: str, seconds: str) -> str:
    return render_to_string(template, {"seconds": seconds})
