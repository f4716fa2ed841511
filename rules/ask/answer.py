"""What comes back for a question: the contract's answer, field by field."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

VERDICTS = [
    "ja", "nein", "sieg", "niederlage", "chance", "punkte", "zahl", "folge", "definition", "vergleich", "ungeklaert",
    "rueckfrage", "unbeantwortbar",
]  # fmt: skip
Span = Annotated[list[int], Meta(min_length=2, max_length=2)]


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """Ein Stück der Frage, wie es gelesen wurde."""

    text: str
    span: Span
    as_: Annotated[str, Meta(description="Als was es gelesen wurde, auf Deutsch.")] = msgspec.field(name="as")
    kind: str


class LeftOut(msgspec.Struct, frozen=True):
    """Wörter, die für die Antwort nicht gebraucht wurden."""

    text: str
    span: Span
    kind: str = "noise"


class Assumed(msgspec.Struct, frozen=True, kw_only=True):
    """Etwas, das niemand gesagt hat; `matters` sagt, ob es das Ergebnis ändert."""

    what: str
    value: str
    matters: bool = False
    text: Annotated[str, Meta(description="Die Annahme als Satz.")] = ""


class Near(msgspec.Struct, frozen=True, kw_only=True):
    """Was die Frage beantwortet oder ihr am nächsten kommt, mit seiner eigenen Antwort."""

    id: str
    answer: str
    title: str = ""
    url: str = ""


class AskAnswer(msgspec.Struct, kw_only=True):
    """Die Antwort auf eine Frage in eigenen Worten."""

    q: str
    sets: list[str]
    verdict: Annotated[
        str, Meta(description="Wie die Antwort ausfällt.", extra_json_schema={"enum": VERDICTS})
    ]
    answer: Annotated[str, Meta(description="Ein oder zwei Sätze, die für sich stehen.")]
    kind: Annotated[str, Meta(description="Welche Art Frage es ist.")] = ""
    numbers: dict[str, int | str] = {}
    cites: Annotated[list[str], Meta(description="Worauf es beruht, das Entscheidende zuerst.")] = []
    asks: Annotated[list[str], Meta(description="Was fehlt, bei „rueckfrage“.")] = []
    choices: Annotated[
        dict[str, str], Meta(description="Womit sich bei „rueckfrage“ antworten lässt, und was es heißt.")
    ] = {}
    read_as: list[Read] = []
    left_out: list[LeftOut] = []
    assumed: list[Assumed] = []
    scenario: Annotated[dict[str, Any] | None, Meta(description="Der Tisch in der Form von „resolve“.")] = (
        None
    )
    result: Annotated[dict[str, Any] | None, Meta(description="Die Antwort von „resolve“ darauf.")] = None
    near: list[Near] = []
    context: Annotated[str, Meta(description="Für die nächste Frage zurückzugeben.")] = ""
    changed: Annotated[str, Meta(description="Was sich gegenüber der vorigen Antwort geändert hat.")] = ""
    sure: Annotated[
        float, Meta(description="Wie oft Antworten dieser Art stimmen, gemessen.", ge=0, le=1)
    ] = 1.0

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
