"""The one view behind every operation: charge, check, read at one stand, encode, label."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any, ClassVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import http_date
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from cardsite import points, stand
from cardsite.api.exceptions import charge, of_status, unknown
from cardsite.api.headers import date, is_welcome
from cardsite.api.operation import OPERATIONS, Operation, encode, template
from cardsite.api.parameters import read_query
from cardsite.api.parsers import read_json
from cardsite.api.schema import OperationSchema

# What may fill a gap of an address.
ID = re.compile(r"[a-z0-9][a-z0-9.-]*")


class Points(BaseThrottle):
    """Charges what a view costs."""

    def allow_request(self, request: Request, view: Any) -> bool:
        plain = request._request
        plain.budget = charge(points.client_of(plain), view.cost)  # type: ignore[attr-defined]
        return True


class OperationView(APIView):
    """Answers one operation; the subclasses differ in nothing but their row."""

    operation: ClassVar[Operation]
    cost: ClassVar[int]
    schema = OperationSchema()
    throttle_classes = (Points,)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        """Refuse a format that this address does not have; there is only one."""
        plain = request._request
        medias = (self.operation.media, *self.operation.more_media)
        if not is_welcome(plain, *medias):
            raise of_status(406, plain, media=", ".join(medias))
        return None, self.operation.media

    def answer(self, request: Request, **place: str) -> HttpResponseBase:
        plain, operation = request._request, self.operation
        values = {**read_query(plain.GET, operation.parameters), **place}
        body = read_json(plain) if operation.method == "POST" else None
        base = plain.build_absolute_uri("/")[:-1]
        (found, ask), at, sure = operation.answer(plain, base, values, body)
        if isinstance(found, HttpResponseBase):
            response = found
        else:
            response = HttpResponse(encode(operation, found, ask), content_type=operation.media)
        label(response, operation, at, sure=sure)
        return response

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Say only what the headers say: which methods there are."""
        return HttpResponse(status=204)


def label(response: HttpResponseBase, operation: Operation, at: stand.Stand, *, sure: bool) -> None:
    """Say in the headers how long the answer holds, and whether the operation will end."""
    headers = response.headers
    if operation.stored and sure:
        date(response, at, operation.max_age)
    else:
        headers.setdefault("Cache-Control", "no-store")
    if operation.deprecation:
        headers["Deprecation"] = f"@{int(operation.deprecation.since.timestamp())}"
        headers["Sunset"] = http_date(operation.deprecation.sunset.timestamp())
        headers["Link"] = f'<{operation.deprecation.link}>; rel="deprecation"'


def view_of(operation: Operation) -> type[OperationView]:
    """Build the view class of a row."""
    own = {"operation": operation, "cost": operation.cost, operation.method.lower(): OperationView.answer}
    return type(operation.name, (OperationView,), own)


class NothingHere(APIView):
    """Every other address below /api/v1/."""

    schema = None
    throttle_classes = (Points,)
    cost = 1

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.check_throttles(request)
        path = request.path_info
        known = [_fitted(f"/api/v1/{template(row)}", path) for row in OPERATIONS]
        begun = f"/api/v1/{path.split('/')[3]}/"
        beside = [one for one in known if one.startswith(begun)]
        raise unknown(of_status(404, request._request).sentence, path, beside or known)


def _fitted(wanted: str, path: str) -> str:
    """Return an address with its gaps filled by what stands there in another one, unless that is the same again."""
    pairs = zip_longest(wanted.split("/"), path.split("/")[: wanted.count("/") + 1], fillvalue="")
    filled = "/".join(there if gap.startswith("{") and ID.fullmatch(there) else gap for gap, there in pairs)
    return wanted if filled == path else filled
