"""The one view behind every operation: charge, check, read at one stand, encode, label."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import http_date
from rest_framework.request import Request
from rest_framework.views import APIView

from cards.serializers import Frame
from cardsite.api import stand, throttle
from cardsite.api.bodies import read_json
from cardsite.api.headers import date
from cardsite.api.operation import Ask, Operation, encode
from cardsite.api.parameters import read_query
from cardsite.api.problems import of_status
from cardsite.api.schema import OperationSchema

ANYTHING = "*/*"


class OperationView(APIView):
    """Answers one operation; the subclasses differ in nothing but their row."""

    operation: ClassVar[Operation]
    schema = OperationSchema()

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        """Refuse a format that this address does not have; there is only one."""
        plain = request._request
        # Most clients take anything; only what others name has to be taken apart.
        if plain.META.get("HTTP_ACCEPT", ANYTHING) != ANYTHING and not any(
            map(plain.accepts, (self.operation.media, *self.operation.more_media))
        ):
            raise of_status(406)
        return None, self.operation.media

    def check_throttles(self, request: Request) -> None:
        client = throttle.client_of(request._request)
        request._request.budget = throttle.charge(client, self.operation.cost)  # type: ignore[attr-defined]

    def answer(self, request: Request, **place: str) -> HttpResponseBase:
        plain, operation = request._request, self.operation
        values = {**read_query(plain.GET, operation.parameters), **place}
        body = read_json(plain) if operation.method == "POST" else None
        base = plain.build_absolute_uri("/")[:-1]

        def read(at: stand.Stand) -> tuple[Any, Ask]:
            ask = Ask(plain, values, Frame(base, at.version), body)
            return operation.read(ask), ask

        (found, ask), at, sure = stand.read_once(read) if operation.pure else stand.read_at_one_stand(read)
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
    headers.setdefault("Content-Language", "de")
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
    return type(
        operation.name,
        (OperationView,),
        {
            "operation": operation,
            operation.method.lower(): OperationView.answer,
            "__doc__": operation.description,
        },
    )


class NothingHere(APIView):
    """Every other address below /api/v1/."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        request._request.budget = throttle.charge(throttle.client_of(request._request), 1)  # type: ignore[attr-defined]
        raise of_status(404)
