"""What releases added, changed, removed and renamed: as a list and as an Atom feed."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from xml.sax.saxutils import escape, quoteattr

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from msgspec import Meta, Struct

from cards import vocabulary
from cards.models import Change, Release
from cards.serializers import Api, Frame, Version, closed
from cards.serializers import Page as PageUrl
from cardsite.api import parameters
from cardsite.api.absent import PATHS
from cardsite.api.listing import PAGING, Page, paged
from cardsite.api.operation import Ask, get
from cardsite.api.problems import Problem, meant, nearest

GROUP = "Änderungen"
FEED_TYPE = "application/atom+xml"
FEED_RELEASES = 30
FEED_ROWS = 40
SINCE = parameters.since(
    "since",
    "Ein früherer Stand (wie in „stand“), ein Tag oder ein Zeitpunkt; davon ausgeschlossen.",
    example="2026-01-01",
)
KIND = parameters.text(
    "of", "Nur diese Art von Einträgen, wie in „object“.", pattern=parameters.SLUG, most=20, example="card"
)


class Changed(Struct, kw_only=True):
    """Was ein Stand an einem Eintrag änderte."""

    object: Literal["change"] = "change"
    id: str
    url: Api
    html_url: PageUrl
    stand: Version
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
    holds = row.new or row.key
    address = frame.api(f"{PATHS[row.kind]}/{holds}") if row.kind in PATHS and row.what != "removed" else None
    return Changed(
        id=f"{row.release.version}.{row.kind}.{row.key}",
        url=frame.api(f"changes?of={row.kind}"),
        html_url=f"{frame.base}/api/v1/docs",
        stand=frame.stand,
        release=row.release.version,
        at=row.release.made_at,
        change=row.what,
        change_label=row.get_what_display(),
        of=row.kind,
        key=row.key,
        title=row.title,
        object_url=address,
        new_id=row.new or None,
    )


@get("changes", Changed, GROUP, listed=True, cost=2, parameters=(SINCE, KIND, *PAGING))
def change_list(ask: Ask) -> Page:
    """Was sich änderte.

    Älteste Änderung zuerst: Merke Dir `stand` der letzten Antwort und frage beim nächsten Mal mit
    `since=<stand>`; mehr brauchst Du nicht, um einen eigenen Bestand aktuell zu halten.
    """
    rows = Change.objects.select_related("release").filter(_after(ask["since"]))
    if ask["of"]:
        rows = rows.filter(kind=ask["of"])
    return paged(ask, rows, ("release_id", "kind", "key"), lambda row: present_change(row, ask.frame))


def _after(since: str | datetime | None) -> Q:
    if since is None:
        return Q()
    if isinstance(since, datetime):
        return Q(release__made_at__gt=since)
    known = dict(Release.objects.values_list("version", "pk"))
    if since not in known:
        near = nearest(since, known)
        raise Problem(
            "nicht-gefunden",
            f"Den Stand „{since}“ gab es nicht.{meant(near)}",
            parameter="since",
            suggestions=near,
        )
    return Q(release_id__gt=known[since])


@get("changes.atom", {"type": "string"}, GROUP, media=FEED_TYPE, shaped=False, cost=3)
def change_feed(ask: Ask) -> HttpResponse:
    """Die letzten Stände als Atom-Feed."""
    releases = list(Release.objects.order_by("-id")[:FEED_RELEASES])
    entries = "".join(
        _entry(release, rows, counts, ask.frame) for release, rows, counts in _contents(releases)
    )
    updated = (releases[0].made_at if releases else datetime(2000, 1, 1)).isoformat()  # noqa: DTZ001
    own, page = ask.frame.api("changes.atom"), f"{ask.frame.base}/"
    feed = (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de">'
        f"<title>Munchkin-Regeln: Änderungen</title><id>{escape(own)}</id><updated>{updated}</updated>"
        f'<author><name>Munchkin-Regeln</name></author><link rel="self" href={quoteattr(own)}/>'
        f"<link href={quoteattr(page)}/>{entries}</feed>"
    )
    return HttpResponse(feed, content_type=f"{FEED_TYPE}; charset=utf-8")


JSON_FEED = {
    "type": "object",
    "required": ["version", "title", "home_page_url", "feed_url", "language", "items"],
    "properties": {
        "version": {"type": "string"},
        "title": {"type": "string"},
        "home_page_url": {"type": "string"},
        "feed_url": {"type": "string"},
        "language": {"type": "string"},
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "url", "title", "content_text", "date_published"],
                "properties": {
                    "id": {"type": "string"},
                    "url": {"type": "string"},
                    "title": {"type": "string"},
                    "content_text": {"type": "string"},
                    "date_published": {"type": "string", "format": "date-time"},
                },
            },
        },
    },
}


@get("changes.json", JSON_FEED, GROUP, media="application/feed+json", shaped=False, cost=3)
def change_feed_json(ask: Ask) -> dict[str, Any]:
    """Die letzten Stände als JSON Feed."""
    releases = list(Release.objects.order_by("-id")[:FEED_RELEASES])
    own = ask.frame.api("changes")
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Munchkin-Regeln: Änderungen",
        "home_page_url": f"{ask.frame.base}/",
        "feed_url": ask.frame.api("changes.json"),
        "language": "de",
        "items": [
            {
                "id": f"{own}#{release.version}-{release.pk}",
                "url": own,
                "title": _title(release, counts),
                "content_text": "\n".join(_lines(rows)) or _title(release, counts),
                "date_published": release.made_at.isoformat(),
            }
            for release, rows, counts in _contents(releases)
        ],
    }


def _title(release: Release, counts: dict[str, int]) -> str:
    labels = (label for label in vocabulary.ChangeKind.labels if label in counts)
    listed = ", ".join(f"{counts[label]} {label}" for label in labels) or "nichts an den Einträgen"
    return f"Stand {release.version}: {listed}"


def _lines(rows: list[Change]) -> list[str]:
    return [f"{row.get_what_display()}: {row.title} ({row.key})" for row in rows]


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


def _entry(release: Release, rows: list[Change], counts: dict[str, int], frame: Frame) -> str:
    title = escape(_title(release, counts))
    lines = "".join(f"<li>{escape(line)}</li>" for line in _lines(rows))
    link = quoteattr(frame.api("changes"))
    return (
        f"<entry><title>{title}</title>"
        f"<updated>{release.made_at.isoformat()}</updated>"
        f"<id>{escape(frame.api('changes'))}#{release.version}-{release.pk}</id><link href={link}/>"
        f'<content type="html">{escape(f"<ul>{lines}</ul>") if lines else title}</content></entry>'
    )
