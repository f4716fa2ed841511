"""What releases added, changed, removed and renamed: as a list and as an Atom feed."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from msgspec import Meta, Struct

from cards import vocabulary
from cards.models import Change, Release
from cards.serializers import Entry, Frame, closed
from cardsite.api import parameters
from cardsite.api.absent import KINDS
from cardsite.api.exceptions import unknown
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import PAGING, Page, paged

GROUP = "Änderungen"
FEED_TYPE = "application/atom+xml"
FEED_RELEASES = 30
FEED_ROWS = 40
SINCE = parameters.since(
    "since",
    "Ein früherer Stand (wie in „stand“), ein Tag oder ein Zeitpunkt; davon ausgeschlossen.",
    example="2026-01-01",
)
KIND = parameters.slug("of", "Nur diese Art von Einträgen, wie in „object“.", most=20, example="card")


class Changed(Entry, kw_only=True):
    """Was ein Stand an einem Eintrag änderte."""

    object: Literal["change"] = "change"
    release: Annotated[str, Meta(description="Der Stand, der die Änderung brachte.")]
    at: datetime
    change: Annotated[str, closed(vocabulary.ChangeKind.values)]
    change_label: str
    of: Annotated[str, Meta(description="Art des Eintrags, wie in seinem „object“.")]
    key: Annotated[str, Meta(description="Kennung des Eintrags.")]
    title: str
    object_url: Annotated[
        str | None, Meta(description="Seine Adresse in der API, wenn er dort eine eigene hat.")
    ]
    new_id: Annotated[str | None, Meta(description="Bei „renamed“: die Kennung, die nun gilt.")]


def present_change(row: Change, frame: Frame) -> Changed:
    own = row.kind in KINDS and row.what != "removed"
    return Changed(
        **frame.head(f"{row.release.version}.{row.kind}.{row.key}", f"changes?of={row.kind}"),
        release=row.release.version,
        at=row.release.made_at,
        change=row.what,
        change_label=row.get_what_display(),
        of=row.kind,
        key=row.key,
        title=row.title,
        object_url=frame.api(f"{row.kind}s/{row.new or row.key}") if own else None,
        new_id=row.new or None,
    )


@get("changes", Changed, GROUP, listed=True, cost=2, parameters=(SINCE, KIND, *PAGING))
def change_list(ask: Ask) -> Page:
    """Was sich änderte.

    Älteste Änderung zuerst: Merke Dir `stand` der letzten Antwort und frage beim nächsten Mal mit
    `since=<stand>`; mehr brauchst Du nicht, um einen eigenen Bestand aktuell zu halten.
    """
    rows = Change.objects.select_related("release").filter(_after(ask["since"]))
    if word := ask["of"]:
        if word not in KINDS:
            raise unknown(f"Einträge der Art „{word}“ gibt es nicht.", word, KINDS, parameter="of")
        rows = rows.filter(kind=word)
    return paged(ask, rows, ("release_id", "kind", "key"), present_change)


def _after(since: str | datetime | None) -> Q:
    if since is None:
        return Q()
    if isinstance(since, datetime):
        return Q(release__made_at__gt=since)
    known = dict(Release.objects.values_list("version", "pk"))
    if since not in known:
        raise unknown(f"Den Stand „{since}“ gab es nicht.", since, known, parameter="since")
    return Q(release_id__gt=known[since])


class FeedItem(Struct, kw_only=True):
    id: str
    url: str
    title: str
    content_text: str
    date_published: datetime


class Feed(Struct, kw_only=True):
    """Ein JSON Feed (jsonfeed.org)."""

    version: str = "https://jsonfeed.org/version/1.1"
    title: str = "Munchkin-Regeln: Änderungen"
    home_page_url: str
    feed_url: str
    language: str = "de"
    items: list[FeedItem]


@get("changes.atom", {"type": "string"}, GROUP, media=FEED_TYPE, cost=3)
def change_feed(ask: Ask) -> HttpResponse:
    """Die letzten Stände als Atom-Feed."""
    told = _feed(ask.frame, "changes.atom")
    feed = Atom1Feed(
        told.title, told.home_page_url, "", told.language, author_name="Munchkin-Regeln",
        feed_url=told.feed_url, feed_guid=told.feed_url,
    )  # fmt: skip
    for item in told.items:
        lines = "".join(f"<li>{escape(line)}</li>" for line in item.content_text.split("\n"))
        feed.add_item(
            item.title, item.url, f"<ul>{lines}</ul>", unique_id=item.id, updateddate=item.date_published
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=f"{FEED_TYPE}; charset=utf-8")


@get("changes.json", Feed, GROUP, media="application/feed+json", cost=3)
def change_feed_json(ask: Ask) -> Feed:
    """Die letzten Stände als JSON Feed."""
    return _feed(ask.frame, "changes.json")


def _feed(frame: Frame, path: str) -> Feed:
    """Return the newest releases, each with what it changed, or with how much where that is long."""
    own, items = frame.api("changes"), []
    for release, rows, counts in _contents(list(Release.objects.order_by("-id")[:FEED_RELEASES])):
        labels = (label for label in vocabulary.ChangeKind.labels if label in counts)
        listed = ", ".join(f"{counts[label]} {label}" for label in labels) or "nichts an den Einträgen"
        title = f"Stand {release.version}: {listed}"
        lines = [f"{row.get_what_display()}: {row.title} ({row.key})" for row in rows]
        items.append(
            FeedItem(
                id=f"{own}#{release.version}-{release.pk}", url=own, title=title,
                content_text="\n".join(lines) or title, date_published=release.made_at,
            )
        )  # fmt: skip
    return Feed(home_page_url=f"{frame.base}/", feed_url=frame.api(path), items=items)


def _contents(releases: list[Release]) -> list[tuple[Release, list[Change], dict[str, int]]]:
    """Return each release with its first changes and its counts, in a constant number of queries."""
    rows: dict[int, list[Change]] = {release.pk: [] for release in releases}
    counts: dict[int, dict[str, int]] = {release.pk: {} for release in releases}
    changes: QuerySet[Any] = Change.objects.filter(release__in=releases)
    for release, what, number in changes.order_by().values_list("release_id", "what").annotate(n=Count("pk")):
        counts[release][vocabulary.ChangeKind(what).label] = number
    few = [pk for pk, number in counts.items() if sum(number.values()) <= FEED_ROWS]
    for row in Change.objects.filter(release__in=few):
        rows[row.release_id].append(row)
    return [(release, rows[release.pk], counts[release.pk]) for release in releases]
