"""What readers propose: read from a form, compared with the card, kept as data and counted; never shown as fact."""

from __future__ import annotations

import copy
import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from cards import wording
from cards.consistency import problems_of
from cards.effect_wording import effect
from cards.models import Card, Proposal
from cards.naming import slugify
from cards.proposal_fields import COUNTED, EFFECTS, MOST_EFFECT, Field, fields_of, label, put, value
from cards.unlisted import wrong_names
from cards.vocabulary import Deck, Kind, ProposalState, Slot

MOST_OPEN = 20_000
MOST_OPEN_FOR_ONE = 30
KEPT = "wie-bisher"
_CHOICES: dict[str, list[tuple[str, Any]]] = {
    "kind": Kind.choices,
    "deck": Deck.choices,
    "slot": Slot.choices,
}


@dataclass
class Read:
    """What a form says: the changed fields, and per field what is wrong with it."""

    after: dict[str, Any] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Difference:
    """One field of a proposal: how it read when it was made, how it reads now, how it should read."""

    name: str
    label: str
    before: str
    now: str
    after: str
    changed_meanwhile: bool


def seen(card: Card, kind: Kind) -> dict[str, Any]:
    """Return what the form shows of a card: the values that a proposal is compared with."""
    return {"kind": card.kind, **{f.name: value(card, f.name) for f in fields_of(card, kind)}}


def read(card: Card, kind: Kind, sent: Mapping[str, str], before: Mapping[str, Any]) -> Read:
    """Read a form about a card: what differs from what it showed, and every field that cannot be so."""
    found = Read()
    if kind != before.get("kind"):
        found.after["kind"] = str(kind)
    for one in fields_of(card, kind):
        if one.name not in sent:
            continue
        try:
            new = _READ[one.type](one, sent, before.get(one.name))
        except ValueError as wrong:
            found.wrong[one.name] = str(wrong)
            continue
        if new != before.get(one.name):
            found.after[one.name] = new
    if not found.wrong:
        found.wrong.update(_conflicts(card, found.after))
    return found


def changed(card: Card, after: Mapping[str, Any]) -> Card:
    """Return a copy of a card with what is proposed; nothing is saved."""
    new = copy.copy(card)
    for name, proposed in after.items():
        put(new, name, proposed)
    new.slug = slugify(new.name)
    return new


def differences(proposal: Proposal, card: Card | None) -> list[Difference]:
    kind = str(proposal.after.get("kind") or (card.kind if card else ""))
    return [_difference(proposal, card, name, kind) for name in proposal.after]


def say(name: str, held: Any) -> str:
    """Return a value as a person reads it."""
    if held is None or held == "":
        return "nicht belegt"
    if isinstance(held, bool):
        return "ja" if held else "nein"
    if name in ("usable_by", "modifiers"):
        return wording.say(name, held, wording.trait_names())
    if name in ("bad_stuff", "effects"):
        return " ".join(effect(one, {}) for one in held)
    if isinstance(held, list):
        return " / ".join(map(str, held))
    known = {str(key): str(text) for key, text in _CHOICES.get(name, ())}
    return known.get(str(held), str(held))


def keep(proposal: Proposal) -> Proposal:
    """Keep a proposal as data; sending the same form twice is one."""
    proposal.token = secrets.token_urlsafe(18)
    proposal.made_at = timezone.now()
    proposal.likeness = likeness(proposal)
    kept, _ = Proposal.objects.get_or_create(
        stamp=proposal.stamp,
        defaults={
            f.name: getattr(proposal, f.name) for f in Proposal._meta.fields if f.name not in ("id", "stamp")
        },
    )
    return kept


def likeness(proposal: Proposal) -> str:
    """Return the hash by which equal proposals are equal; a remark alone is like no other."""
    if not proposal.after:
        return ""
    said = json.dumps([proposal.kind, proposal.key, proposal.after], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(said.casefold().encode()).hexdigest()


def refusal(kind: str, key: str) -> str:
    """Say why nothing more is taken at present; empty where there is room."""
    still = Proposal.objects.filter(state=ProposalState.OPEN)
    if still.filter(kind=kind, key=key).count() >= MOST_OPEN_FOR_ONE:
        return f"Dazu liegen schon {MOST_OPEN_FOR_ONE} Vorschläge, über die noch niemand entschieden hat."
    if still.count() >= MOST_OPEN:
        return "Es liegen so viele Vorschläge vor, dass vorerst keine neuen angenommen werden."
    return ""


def agreeing(proposal: Proposal) -> int:
    """Count the independent senders who propose the same and wait, this one included."""
    if not proposal.likeness:
        return 1
    alike = Proposal.objects.filter(likeness=proposal.likeness, state=ProposalState.OPEN)
    return max(1, alike.values("sender").distinct().count())


def _difference(proposal: Proposal, card: Card | None, name: str, kind: str) -> Difference:
    before, now = proposal.before.get(name), value(card, name) if card else None
    texts = (say(name, before), say(name, now), say(name, proposal.after[name]))
    return Difference(name, label(name, kind), *texts, changed_meanwhile=now != before)


def _conflicts(card: Card, after: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name what the card could not be with the proposal, in the words of the fixtures."""
    known = {problem.text for problem in problems_of(card)}
    for problem in problems_of(changed(card, after)):
        if problem.text not in known and problem.field != "slug":
            yield problem.field.removeprefix("facts.").split("[")[0].split(".")[0], problem.text
    if card.pk is None:
        yield from wrong_names(card.edition_id, after)
    elif after.get("german"):
        taken = Card.objects.filter(edition=card.edition_id, slug=slugify(after["german"]))
        if taken.exclude(pk=card.pk).exists():
            yield "german", f"„{after['german']}“ heißt in dieser Box schon eine andere Karte."


def _text(one: Field, sent: Mapping[str, str], before: Any) -> str | None:
    said = sent.get(one.name, "").replace("\r\n", "\n").strip()
    if said == (before or ""):
        # Also where it is longer than what somebody may write anew.
        return said or None
    if len(said) > one.longest:
        raise ValueError(f"{len(said)} Zeichen sind zu viele; erlaubt sind {one.longest}.")
    if one.type == "text" and said and not slugify(said):
        raise ValueError(f"„{said}“ enthält keinen Buchstaben und keine Ziffer.")
    return " ".join(said.split()) if one.type == "text" and said else said or None


def _whole(one: Field, said: str) -> int:
    bare = said.strip().replace("−", "-").removeprefix("+").replace(".", "")
    if not bare.removeprefix("-").isdecimal() or len(bare) > 6 or not one.low <= int(bare) <= one.high:
        raise ValueError(f"„{said.strip()[:20]}“ ist keine ganze Zahl von {one.low} bis {one.high}.")
    return int(bare)


def _number(one: Field, sent: Mapping[str, str], _before: Any) -> int | None:
    said = sent.get(one.name, "")
    return _whole(one, said) if said.strip() else None


def _numbers(one: Field, sent: Mapping[str, str], _before: Any) -> list[int] | None:
    said = sent.get(one.name, "").replace("/", " ").replace(",", " ").split()
    if not said:
        return None
    if len(said) != 3:
        raise ValueError(f"Hier stehen {len(said)} Zahlen, erwartet werden drei, etwa 4 2 1.")
    return [_whole(one, word) for word in said]


def _choice(one: Field, sent: Mapping[str, str], _before: Any) -> Any:
    said = sent.get(one.name, "")
    if said and said not in dict(one.choices):
        allowed = ", ".join(str(text) for _, text in one.choices)
        raise ValueError(f"„{said[:20]}“ gibt es hier nicht; erlaubt sind {allowed}.")
    if one.name == "big":
        return {"ja": True, "nein": False}.get(said)
    return said or None


def _effects(one: Field, sent: Mapping[str, str], before: Any) -> Any:
    said, number = sent.get(one.name, ""), sent.get(f"{one.name}_zahl", "")
    if said == KEPT:
        return before
    if not said:
        return None
    if said not in EFFECTS:
        raise ValueError(f"„{said[:20]}“ gibt es hier nicht; such eine der Wirkungen aus.")
    if said in COUNTED and not number.strip():
        raise ValueError("Es fehlt, wie viele.")
    bounds = Field(one.name, one.label, "number", low=1, high=MOST_EFFECT)
    return EFFECTS[said][1](_whole(bounds, number) if said in COUNTED else 1)


def _trait(one: Field, sent: Mapping[str, str], before: Any) -> Any:
    said = sent.get(one.name, "")
    if said in ("", KEPT):
        return before if said else None
    if said not in dict(one.choices):
        allowed = ", ".join(text for _, text in one.choices)
        raise ValueError(f"„{said[:20]}“ gibt es in dieser Box nicht; erlaubt sind {allowed}.")
    return [said]


def _against(one: Field, sent: Mapping[str, str], before: Any) -> Any:
    found, number = _trait(one, sent, before), sent.get(f"{one.name}_zahl", "")
    if not found or sent.get(one.name) == KEPT:
        return found
    bounds = Field(one.name, one.label, "number", low=-20, high=20)
    if not number.strip() or (strength := _whole(bounds, number)) == 0:
        raise ValueError("Es fehlt, um wie viel; etwa +3 oder -2.")
    return [{"vs": found[0], "strength": strength}]


_READ = {
    "trait": _trait,
    "against": _against,
    "text": _text,
    "long": _text,
    "number": _number,
    "numbers": _numbers,
    "choice": _choice,
    "effects": _effects,
}
