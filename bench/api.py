"""How fast the API answers, against a bare Django view and a plain ModelSerializer, in one run.

    python bench/api.py [seconds per row]

Needs a loaded database. Every row calls the whole WSGI application in this process, middleware included.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
os.environ["LOG_LEVEL"] = "ERROR"

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.test import override_settings  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework.generics import ListAPIView, RetrieveAPIView  # noqa: E402
from rest_framework.pagination import LimitOffsetPagination  # noqa: E402
from rest_framework.serializers import ModelSerializer  # noqa: E402

from cards.models import Card  # noqa: E402

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
CARD = {"set": "axe-cop", "slug": "krieger"}


class PlainCard(ModelSerializer):
    class Meta:
        model = Card
        fields = "__all__"


class Pages(LimitOffsetPagination):
    default_limit = 100


class PlainDetail(RetrieveAPIView):
    queryset = Card.objects.all()
    serializer_class = PlainCard


class PlainList(ListAPIView):
    queryset = Card.objects.prefetch_related("sources")
    serializer_class = PlainCard
    pagination_class = Pages


def bare(request: HttpRequest) -> JsonResponse:
    return JsonResponse(BARE)


BARE: dict[str, Any] = {}
urlpatterns = [
    path("bare", bare),
    path("plain/<int:pk>", PlainDetail.as_view()),
    path("plain", PlainList.as_view()),
]


def environ(address: str, **headers: str) -> dict[str, Any]:
    where, _, query = address.partition("?")
    return {
        "REQUEST_METHOD": "GET", "PATH_INFO": where, "QUERY_STRING": query, "SERVER_NAME": "localhost",
        "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.input": BytesIO(), "wsgi.errors": sys.stderr,
        "wsgi.multithread": False, "wsgi.multiprocess": True, "wsgi.run_once": False, **headers,
    }  # fmt: skip


def ask(handler: WSGIHandler, address: str, **headers: str) -> tuple[str, dict[str, str], bytes]:
    told: list[Any] = []
    chunks: Iterable[bytes] = handler(environ(address, **headers), lambda *said: told.extend(said))
    body = b"".join(chunks)
    chunks.close()  # type: ignore[attr-defined]
    return told[0], dict(told[1]), body


def rate(name: str, call: Callable[[], Any]) -> float:
    """Call for some seconds and print how often that is in one."""
    call()
    count, begin = 0, time.process_time()
    while (now := time.process_time()) - begin < SECONDS:
        for _ in range(20):
            call()
        count += 20
    found = count / (now - begin)
    print(f"{name:<46} {found:>9,.0f} /s")
    return found


def measure(handler: WSGIHandler, name: str, address: str, **headers: str) -> float:
    status, _, body = ask(handler, address, **headers)
    return rate(f"{name} ({status[:3]}, {len(body):,} B)", lambda: ask(handler, address, **headers))


def floors() -> tuple[float, float, float]:
    card = Card.objects.get(edition_id=CARD["set"], slug=CARD["slug"])
    with override_settings(MIDDLEWARE=[], ROOT_URLCONF=__name__):
        handler = WSGIHandler()
        _, _, body = ask(handler, f"/plain/{card.pk}")
        BARE.update(__import__("json").loads(body))
        return (
            measure(handler, "bare Django JSON view", "/bare"),
            measure(handler, "plain ModelSerializer, detail", f"/plain/{card.pk}"),
            measure(handler, "plain ModelSerializer, list of 100", "/plain"),
        )


def main() -> None:
    settings.API_POINTS_PER_MINUTE = 10**9
    settings.ALLOWED_HOSTS = ["*"]
    bare_rate, plain_rate, plain_list = floors()
    handler = WSGIHandler()
    detail, listed = "/api/v1/cards/axe-cop/krieger", "/api/v1/cards?limit=100"
    _, headers, _ = ask(handler, detail)
    stored = measure(handler, "card detail", detail)
    known = measure(handler, "card detail, 304", detail, HTTP_IF_NONE_MATCH=headers["ETag"])
    listed_rate = measure(handler, "list of 100", listed)
    at = settings.MIDDLEWARE.index("cardsite.api.middleware.AnswerStore")
    with override_settings(MIDDLEWARE=settings.MIDDLEWARE[at:]):
        inner = WSGIHandler()
    store = inner._middleware_chain.__wrapped__  # type: ignore[attr-defined]

    def forgetting(address: str) -> None:
        store.kept.shelf.forget()
        ask(inner, address)

    rate("card detail, computed each time", lambda: forgetting(detail))
    first_list = rate("list of 100, computed each time", lambda: forgetting(listed))
    print(f"\ncard detail / bare view            {stored / bare_rate:6.2f}   (at least 0.5)")
    print(f"304 / bare view                    {known / bare_rate:6.2f}   (at least 0.8)")
    print(f"list of 100 / plain list           {listed_rate / plain_list:6.2f}   (at least 5)")
    print(f"list computed / plain list         {first_list / plain_list:6.2f}")
    print(f"card detail / plain detail         {stored / plain_rate:6.2f}")


if __name__ == "__main__":
    main()
