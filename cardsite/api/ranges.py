"""Files that are sent in pieces or compressed: whoever lost the line goes on where it broke."""

from __future__ import annotations

import re
from pathlib import Path

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from cardsite import compression
from cardsite.api.exceptions import Problem, document

PIECE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class Download(FileResponse):
    """A file that a client may ask for in pieces."""

    def __init__(self, path: Path, media: str) -> None:
        self.file = path.open("rb")
        super().__init__(self.file, content_type=media, filename=path.name, as_attachment=True)
        self.path = path
        self.headers["Accept-Ranges"] = "bytes"


def fitted(request: HttpRequest, whole: Download, tag: str, accepted: str) -> HttpResponseBase:
    """Return the piece that is asked for, else the whole file in the encoding that the client prefers.

    `tag` is that of the plain file; a compressed one is another form with a tag of its own.
    """
    piece = PIECE.fullmatch(request.META.get("HTTP_RANGE", "").replace(" ", ""))
    if piece and _names_a_piece(*piece.groups()) and request.META.get("HTTP_IF_RANGE", tag) == tag:
        return _piece(request, whole, piece.group(1), piece.group(2))
    if request.META.get("HTTP_RANGE") or whole.path.suffix == ".zip":
        return whole
    encoding = compression.best(accepted)
    return _packed(whole, encoding) if encoding else whole


def _names_a_piece(first: str, last: str) -> bool:
    """Say whether a range is one: what ends before it begins counts as not said (RFC 9110, 14.1.1)."""
    return bool(first or last) and not (first and last and int(last) < int(first))


def _piece(request: HttpRequest, whole: Download, first: str, last: str) -> HttpResponse:
    size = whole.path.stat().st_size
    begin = int(first) if first else max(0, size - int(last))
    end = min(size - 1, int(last)) if first and last else size - 1
    # The file alone: whoever closes an answer ends the request, its connection to the database included.
    whole.file.close()
    if begin > end:
        sentence = f"Die Datei hat {size} Bytes; ab {begin} kommt nichts mehr."
        return document(request, Problem("bereich", sentence, headers={"Content-Range": f"bytes */{size}"}))
    with whole.path.open("rb") as file:
        file.seek(begin)
        answer = HttpResponse(file.read(end - begin + 1), status=206, headers=dict(whole.headers))
    answer.headers["Content-Length"] = str(end - begin + 1)
    answer.headers["Content-Range"] = f"bytes {begin}-{end}/{size}"
    return answer


def _packed(whole: Download, encoding: str) -> FileResponse:
    """Return the file compressed; it is compressed once and lies beside it from then on."""
    path = whole.path.with_name(f"{whole.path.name}.{encoding}")
    try:
        if not path.exists():
            unfinished = path.with_name(f"{path.name}.{id(whole)}.part")
            unfinished.write_bytes(compression.ENCODINGS[encoding](whole.path.read_bytes()))
            unfinished.replace(path)
    except OSError:
        # Without room on the disk the plain file is still there.
        return whole
    whole.file.close()
    headers = dict(whole.headers)
    # Named apart: else the type is guessed from the ending, which is that of the compressed file.
    answer = FileResponse(path.open("rb"), content_type=headers.pop("Content-Type"), headers=headers)
    answer.headers["Content-Length"] = str(path.stat().st_size)
    answer.headers["Content-Encoding"] = encoding
    return answer
