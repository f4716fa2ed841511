"""The address `/mcp`: a message by POST, its answer as JSON; no session, no stream."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from cardsite.api.exceptions import Problem, charge
from cardsite.api.parsers import read_json
from cardsite.mcp import looking, working  # noqa: F401
from cardsite.mcp.door import door_of
from cardsite.mcp.protocol import PARSE_ERROR, answer, failed

HEADERS = {"Cache-Control": "no-store"}


@csrf_exempt
def endpoint(request: HttpRequest) -> HttpResponse:
    """Answer one message; who asks for a stream or a session is told that there is none."""
    if request.method != "POST":
        return HttpResponse(status=405, headers={"Allow": "POST", **HEADERS})
    door = door_of(request)
    try:
        charge(str(door.client), 1)
        found = answer(read_json(request), door)
    except Problem as problem:
        found = failed(None, PARSE_ERROR, problem.sentence)
        return _json(found, problem.status_code, {**HEADERS, **problem.headers})
    return HttpResponse(status=202, headers=HEADERS) if found is None else _json(found, 200, HEADERS)


def _json(found: object, status: int, headers: dict[str, str]) -> HttpResponse:
    return HttpResponse(
        msgspec.json.encode(found), status=status, content_type="application/json", headers=headers
    )
