"""The answer of the contract, shape by shape: what `answer.assemble` and the reports of both games write."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Cites = list[str]
Object = dict[str, Any]


class Refusal(Struct, kw_only=True):
    code: str
    text: str
    at: str
    cites: Cites


class Reading(Struct, kw_only=True):
    id: str | UnsetType = UNSET
    text: str
    favoured: bool


class Unsettled(Struct, kw_only=True):
    question: (
        Annotated[
            str,
            Meta(description="Unter diesem Namen kann ein Tisch die Frage in „house“ für sich beantworten."),
        ]
        | UnsetType
    ) = UNSET
    about: str
    readings: list[Reading]
    cites: Cites


class Own(Struct, kw_only=True):
    question: str
    about: str
    choice: str
    text: str
    followed: Annotated[
        bool,
        Meta(description="Ob der Auflöser die Wahl ausführen kann; sonst bleibt das Urteil „unsettled“."),
    ]
    otherwise: str
    cites: Cites


class Difference(Struct, kw_only=True):
    edition: str
    text: str
    cites: Cites


class Cite(Struct, kw_only=True):
    title: str
    text: str
    edition: str | None
    url: str


class Omitted(Struct, kw_only=True):
    """Wie viele Ausgänge „outcomes“ nicht zeigt, und wie wahrscheinlich sie zusammen sind."""

    outcomes: Annotated[int, Meta(ge=0)]
    chance: str


class Part(Struct, kw_only=True):
    source: str
    value: Any
    cites: Cites


class Side(Struct, kw_only=True):
    total: int
    parts: list[Part]


class Fight(Struct, kw_only=True):
    munchkins: Side
    monsters: Side
    winner: str | None
    because: Cites


class Option(Struct, kw_only=True):
    id: str


class Decision(Struct, kw_only=True):
    decision: str
    kind: str
    player: str | None
    text: str
    options: list[Option]


class Event(Struct, kw_only=True):
    event: Annotated[
        str, Meta(description="escaped, caught, spared, drawn, picked, rolled, kept, lost, order")
    ]


class Step(Struct, kw_only=True):
    text: str
    cites: Cites
    values: Object


class Outcome(Struct, kw_only=True):
    chance: Annotated[
        str,
        Meta(pattern=r"^[0-9]+(/[0-9]+)?$", description="Genauer Bruch; alle Ausgänge zusammen ergeben 1."),
    ]
    rolls: Annotated[
        list[int],
        Meta(description="Die Würfe der Reihe nach; führen mehrere Augenzahlen hierher, die niedrigste."),
    ]
    ranges: Annotated[
        list[str], Meta(description="Zu jedem Wurf, welche Augenzahlen hierher führen: „5“ oder „1–4“.")
    ]
    winners: list[str] | UnsetType = UNSET
    state: Object
    combat: Fight | UnsetType | None = UNSET
    drawn: list[Object]
    events: Annotated[
        list[Event],
        Meta(
            description="Was Würfel und gemischte Stapel entschieden; Ausgänge unterscheiden sich auch darin."
        ),
    ]
    bases: list[Object] | UnsetType = UNSET
    open: list[Decision]
    steps: list[Step]


class Resolution(Struct, kw_only=True):
    """Die Antwort von „resolve“: was geschieht, mit jedem Schritt und seinen Belegen."""

    legal: bool
    verdict: Literal["clear", "chance", "choice", "unsettled", "refused"]
    refusal: Refusal | None
    summary: str
    outcomes: list[Outcome]
    unsettled: list[Unsettled]
    house: Annotated[
        list[Own],
        Meta(
            description="Was der Tisch selbst entschieden hat, soweit es zählte, und was ohne seine Wahl gälte."
        ),
    ]
    differs: list[Difference]
    warnings: list[str]
    cites: dict[str, Cite]
    omitted: Omitted
