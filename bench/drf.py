"""What a list and a row of rules cost as Django REST framework has it and as the API has it; nothing is kept.

    python bench/drf.py [rounds]

Needs a loaded database. Processor time, so that a busy machine decides nothing (docs/decisions/0011).
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardsite.settings")
os.environ["LOG_LEVEL"] = "ERROR"

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.http import QueryDict  # noqa: E402
from django.test import override_settings  # noqa: E402
from django.urls import include, path  # noqa: E402
from rest_framework.generics import ListAPIView, RetrieveAPIView  # noqa: E402
from rest_framework.pagination import CursorPagination  # noqa: E402
from rest_framework.renderers import JSONRenderer  # noqa: E402
from rest_framework.serializers import (  # noqa: E402
    BooleanField,
    CharField,
    IntegerField,
    ModelSerializer,
    MultipleChoiceField,
    RegexField,
    Serializer,
    SerializerMethodField,
)
from rest_framework.throttling import AnonRateThrottle  # noqa: E402

from bench.api import ask  # noqa: E402
from cardsite.api.cards import INCLUDE, SORTS  # noqa: E402
from cardsite.api.operation import OPERATIONS  # noqa: E402
from cardsite.api.pagination import CURSOR_PATTERN, MOST, USUAL  # noqa: E402
from cardsite.api.parameters import read_query  # noqa: E402
from rules import vocabulary  # noqa: E402
from rules.models import Rule  # noqa: E402
from rules.serializers import Card  # noqa: E402

RULE = "axe-cop.ziel.stufe-10"


class RuleShape(ModelSerializer):
    url = SerializerMethodField()
    html_url = SerializerMethodField()
    backlinks_url = SerializerMethodField()
    topic_label = SerializerMethodField()
    set = CharField(source="edition_id")
    kind_label = CharField(source="get_kind_display")
    decided = BooleanField(source="resolver")

    class Meta:
        model = Rule
        fields = (
            "id", "url", "html_url", "set", "topic", "topic_label", "section", "kind", "kind_label", "text",
            "text_hash", "params", "tags", "differs", "decided", "backlinks_url",
        )  # fmt: skip

    def get_url(self, row: Rule) -> str:
        return self.context["request"].build_absolute_uri(f"/api/v1/rules/{row.id}")

    def get_html_url(self, row: Rule) -> str:
        return self.context["request"].build_absolute_uri(row.get_absolute_url())

    def get_backlinks_url(self, row: Rule) -> str:
        return f"{self.get_url(row)}/backlinks"

    def get_topic_label(self, row: Rule) -> str:
        return vocabulary.TOPICS.get(row.topic, row.topic)


class Pages(CursorPagination):
    page_size = 100
    # By the order of the boxes it cannot sort: that is a column of another table.
    ordering = ("id",)


class Often(AnonRateThrottle):
    rate = "1000000000/min"


class Rules(ListAPIView):
    queryset = Rule.objects.select_related("edition")
    serializer_class = RuleShape
    pagination_class = Pages
    renderer_classes = [JSONRenderer]
    throttle_classes = [Often]


class OneRule(RetrieveAPIView):
    queryset = Rule.objects.select_related("edition")
    serializer_class = RuleShape
    lookup_field = "id"
    renderer_classes = [JSONRenderer]
    throttle_classes = [Often]


class CardFilters(Serializer):
    """What a list of cards takes; lists with commas, unknown names and the nearest word are beyond it."""

    q = CharField(max_length=400, required=False)
    sort = MultipleChoiceField(choices=list(SORTS), required=False)
    limit = IntegerField(min_value=1, max_value=MOST, default=USUAL)
    cursor = RegexField(CURSOR_PATTERN, required=False)
    page = IntegerField(min_value=1, max_value=100_000, required=False)
    include = MultipleChoiceField(choices=INCLUDE, required=False)
    fields_ = MultipleChoiceField(choices=list(Card.__struct_fields__), required=False)


urlpatterns = [
    path("drf/rules", Rules.as_view()),
    path("drf/rules/<str:id>", OneRule.as_view()),
    path("api/v1/", include("cardsite.api.urls")),
    path("", include("cardsite.urls")),
]


def milliseconds(handler: WSGIHandler, address: str, times: int) -> float:
    status, _, body = ask(handler, address)
    begin = time.process_time()
    for _ in range(times):
        ask(handler, address)
    spent = (time.process_time() - begin) / times * 1000
    print(f"{address:<42} {status[:3]} {len(body):>8,} B {spent:>8.2f} ms")
    return spent


def filtering(times: int) -> float:
    """Print what either way takes to read the parameters of a list, and return how many times as long it is."""
    query = QueryDict("q=typ:monster&limit=20&page=2")
    own = next(row for row in OPERATIONS if row.name == "card_list").parameters

    def framework() -> None:
        CardFilters(data=query).is_valid(raise_exception=True)

    spent = []
    for read in (framework, lambda: read_query(query, own)):
        begin = time.process_time()
        for _ in range(times):
            read()
        spent.append((time.process_time() - begin) / times * 1e6)
    print(f"parameters of a list: {spent[0]:.0f} µs, {spent[1]:.0f} µs")
    return spent[0] / spent[1]


def main() -> None:
    settings.API_POINTS_PER_MINUTE = 10**9
    settings.ALLOWED_HOSTS = ["*"]
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        handler = WSGIHandler()
        for _ in range(rounds):
            many = (
                milliseconds(handler, "/drf/rules", 60),
                milliseconds(handler, "/api/v1/rules?limit=100", 60),
            )
            one = (
                milliseconds(handler, f"/drf/rules/{RULE}", 200),
                milliseconds(handler, f"/api/v1/rules/{RULE}", 200),
            )
            read = filtering(2000)
            print(
                f"framework / row: list {many[0] / many[1]:.2f}, one {one[0] / one[1]:.2f}, read {read:.2f}"
            )


if __name__ == "__main__":
    main()
