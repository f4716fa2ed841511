"""The one shape of an error (RFC 9457), the closed list of its types, and what leads to them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from django.core.exceptions import DisallowedHost
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rapidfuzz import fuzz, process
from rest_framework import exceptions
from rest_framework.views import exception_handler as rest_framework_answer

from cardsite.api.headers import put
from cardsite.lane import RETRY_AFTER_SECONDS, Busy

CONTENT_TYPE = "application/problem+json"
logger = logging.getLogger("cardsite.api")
NEAR_ENOUGH = 55


class Kind(NamedTuple):
    """One type of problem: its status, its title, and what a reader can do about it."""

    status: int
    title: str
    help: str


KINDS: dict[str, Kind] = {
    "unbekannter-parameter": Kind(
        400,
        "Unbekannter Parameter",
        "Die Adresse trägt einen Parameter, den diese Stelle nicht kennt. Nichts wird stillschweigend übergangen: "
        "Ein Tippfehler soll nicht wie ein Ergebnis aussehen. „suggestions“ nennt die nächsten bekannten Namen.",
    ),
    "ungueltiger-parameter": Kind(
        400,
        "Ungültiger Wert eines Parameters",
        "Ein Parameter ist bekannt, aber sein Wert passt nicht: falsche Art, außerhalb der Grenzen, doppelt oder "
        "unbekanntes Wort. „parameter“ nennt ihn, „suggestions“ das Nächstliegende.",
    ),
    "ungueltiger-cursor": Kind(
        400,
        "Ungültiger Cursor",
        "Ein Cursor stammt immer aus „next“ oder „previous“ einer Liste. Er wird weder gebaut noch verändert; "
        "fange sonst ohne „cursor“ von vorn an.",
    ),
    "kaputtes-json": Kind(
        400,
        "Kein lesbares JSON",
        "Der Inhalt der Anfrage ist kein JSON in UTF-8. „position“ nennt das Zeichen (ab 1), an dem das Lesen endete.",
    ),
    "doppelter-schluessel": Kind(
        400,
        "Schlüssel doppelt",
        "Ein JSON-Objekt nennt denselben Schlüssel zweimal. Welcher gelten soll, ist nicht zu erkennen.",
    ),
    "zu-tief": Kind(
        400, "Zu tief verschachtelt", "Listen und Objekte dürfen höchstens 32 Ebenen tief ineinander liegen."
    ),
    "ungueltiger-inhalt": Kind(
        422,
        "Inhalt passt nicht",
        "Das JSON ist lesbar, aber etwas darin ist unbekannt, fehlt oder hat die falsche Art. „pointer“ zeigt "
        "als JSON-Pointer (RFC 6901) auf die Stelle; „errors“ nennt alle Stellen auf einmal.",
    ),
    "unlesbares-szenario": Kind(
        422,
        "Szenario nicht lesbar",
        "Die Frage an „resolve“ nennt etwas, das es nicht gibt, oder überschreitet eine Grenze. „errors“ nennt "
        "jede Stelle mit JSON-Pointer, Wort und dem nächsten bekannten Wort.",
    ),
    "nicht-gefunden": Kind(
        404,
        "Nicht gefunden",
        "Diese Adresse oder Kennung gibt es nicht. „suggestions“ nennt ähnliche. Kennungen ändern sich nie; "
        "umbenannte leiten weiter (301), entfallene antworten 410.",
    ),
    "mehrdeutig": Kind(
        404,
        "Mehrdeutig",
        "Mehrere Karten kommen in Frage. „candidates“ nennt sie mit ihrer Ähnlichkeit; grenze mit „set“ ein "
        "oder schreibe den Namen genauer.",
    ),
    "umbenannt": Kind(301, "Umbenannt", "Die Kennung wurde umbenannt; „Location“ nennt die gültige Adresse."),
    "entfallen": Kind(410, "Entfallen", "Diese Kennung gab es einmal; der Eintrag ist ersatzlos entfallen."),
    "methode": Kind(
        405, "Methode nicht erlaubt", "Der Kopf „Allow“ nennt die Methoden, die diese Adresse beantwortet."
    ),
    "nicht-annehmbar": Kind(
        406,
        "Format gibt es hier nicht",
        "Der Kopf „Accept“ schließt alle Formate aus, die diese Adresse liefern kann. Nimm „application/json“ dazu.",
    ),
    "bereich": Kind(
        416,
        "Bereich gibt es nicht",
        "Der Kopf „Range“ beginnt hinter dem Ende der Datei; „Content-Range“ sagt, wo es ist.",
    ),
    "laenge-fehlt": Kind(
        411,
        "Länge fehlt",
        "Eine Anfrage mit Inhalt nennt seine Länge in „Content-Length“.",
    ),
    "zu-gross": Kind(413, "Anfrage zu groß", "Der Inhalt einer Anfrage darf höchstens 64 KiB groß sein."),
    "medientyp": Kind(
        415, "Medientyp nicht unterstützt", "Der Inhalt muss „Content-Type: application/json“ tragen."
    ),
    "zu-viele-anfragen": Kind(
        429,
        "Zu viele Anfragen",
        "Das Guthaben dieser Minute ist verbraucht. „Retry-After“ sagt, nach wie vielen Sekunden es weitergeht. "
        "Antworten mit 304 kosten nichts; für alles auf einmal gibt es „bulk“.",
    ),
    "ungueltige-anfrage": Kind(400, "Ungültige Anfrage", "Die Anfrage ist so nicht lesbar."),
    "interner-fehler": Kind(
        500, "Fehler bei uns", "Das hätte nicht geschehen dürfen; der Fehler liegt nicht an der Anfrage."
    ),
    "nicht-verfuegbar": Kind(
        503,
        "Gerade nicht verfügbar",
        "Die Daten sind im Augenblick nicht erreichbar; versuche es gleich noch einmal.",
    ),
}
BY_STATUS = {
    404: "nicht-gefunden",
    405: "methode",
    406: "nicht-annehmbar",
    413: "zu-gross",
    415: "medientyp",
    429: "zu-viele-anfragen",
    500: "interner-fehler",
    503: "nicht-verfuegbar",
}
SENTENCES = {
    404: "Unter dieser Adresse gibt es nichts.",
    405: "Diese Adresse beantwortet die Methode „{method}“ nicht.",
    406: "Diese Adresse liefert kein Format, das der Kopf „Accept“ zulässt.",
    413: "Der Inhalt der Anfrage ist größer als 64 KiB.",
    415: "Der Inhalt muss als „application/json“ gekennzeichnet sein.",
    500: "Bei uns ist ein Fehler aufgetreten. Er ist vermerkt.",
    503: "Die Daten sind gerade nicht erreichbar.",
}


class Problem(exceptions.APIException):
    """Raised wherever a request cannot be answered; becomes a problem document."""

    def __init__(
        self, kind: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status_code = KINDS[kind].status
        self.sentence = detail
        self.headers = dict(headers or {})
        self.members = {name: value for name, value in members.items() if value is not None}


def nearest(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Return the known words that look most like `word`, best first."""
    found = process.extract(
        word[:100], list(known), scorer=fuzz.WRatio, limit=limit, score_cutoff=NEAR_ENOUGH
    )
    return [match[0] for match in found]


def meant(suggestions: list[str]) -> str:
    """Return the closing question „Meintest du …?“, or nothing."""
    return f" Meintest du „{suggestions[0]}“?" if suggestions else ""


def document(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return the problem as an answer."""
    kind = KINDS[problem.kind]
    body = {
        "type": _address(request, f"/api/v1/fehler/{problem.kind}"),
        "title": kind.title,
        "status": kind.status,
        "detail": problem.sentence,
        "instance": request.get_full_path(),
        "suggestions": [],
        **problem.members,
    }
    response = HttpResponse(msgspec.json.encode(body), status=kind.status, content_type=CONTENT_TYPE)
    put(response, {"Content-Language": "de", "Cache-Control": "no-store", **problem.headers})
    return response


def _address(request: HttpRequest, path: str) -> str:
    """Return the whole address; only the path where the request names a host that is not ours."""
    try:
        return request.build_absolute_uri(path)
    except DisallowedHost:
        return path


def of_status(status: int, method: str = "", headers: Mapping[str, str] | None = None) -> Problem:
    """Return the general problem of a status that Django or the framework decided on."""
    sentence = SENTENCES.get(status, "Diese Anfrage ist nicht lesbar.").format(method=method)
    return Problem(BY_STATUS.get(status, "ungueltige-anfrage"), sentence, headers=headers)


def busy() -> Problem:
    """Return the problem of a heavy question that would have to wait for long."""
    sentence = "Gerade werden schon viele aufwendige Fragen gerechnet; versuche es gleich noch einmal."
    return Problem("nicht-verfuegbar", sentence, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def answer(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Turn an exception of a view into its problem document (REST_FRAMEWORK's EXCEPTION_HANDLER)."""
    request = context["request"]._request
    if isinstance(error, Problem):
        return document(request, error)
    if isinstance(error, Busy):
        return document(request, busy())
    if isinstance(error, Http404):
        return document(request, of_status(404))
    if isinstance(error, OperationalError):
        logger.error("Die Datenbank antwortet nicht: %s", error)
        return document(request, of_status(503, headers={"Retry-After": "5"}))
    usual = rest_framework_answer(error, context)
    return (
        None
        if usual is None
        else document(request, of_status(usual.status_code, request.method, usual.headers))
    )
