"""Tools that look something up: cards, a card, rules and rulings, boxes side by side or mixed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cards.vocabulary import NUMBERS
from cardsite.api.exceptions import Problem
from cardsite.mcp.door import Door
from cardsite.mcp.telling import Told, source, sources
from cardsite.mcp.tools import Arguments, tool
from rules.facts import library

BOXES = "axe-cop, cthulhu, impossible, shakespeare, smash-up"
SETS = {
    "type": "array",
    "items": {"type": "string"},
    "description": f"Boxes, the leading one first: {BOXES}.",
}
ONE_SET = {"type": "string", "description": f"Only this box: {BOXES}."}
NAMES = {
    "level": "Stufe", "levels": "Stufen für den Sieg", "treasures": "Schätze", "bonus": "Bonus", "strength": "Stärke",
    "hands": "Hände", "gold": "Gold", "run_away": "Weglaufen", "grade": "Grad", "breakpoint": "Bruchpunkt",
    "monsters": "Monster",
}  # fmt: skip
DIFFERING = ("different", "partial")


@tool(
    "Search cards",
    "Find cards by words, a half remembered name, or the site's search language, e.g. “typ:monster stufe>=10 "
    "box:cthulhu” or “typ:gegenstand bonus>=3”. Returns ids for read_card.",
    {
        "query": {"type": "string", "description": "Words, a name (typos allowed), or a search expression."},
        "limit": {"type": "integer", "minimum": 1, "maximum": 30},
    },
    ("query",),
)
def search_cards(asked: Arguments, door: Door) -> Told:
    page = door.call("card_list", q=asked["query"], limit=str(asked.get("limit", 10)))
    if page.data:
        said = [f"{page.count} Karten passen.", *(warning.text for warning in page.warnings)]
        return Told("\n".join(said), [_line(card) for card in page.data])
    like = door.call("card_like", name=asked["query"][:120])
    if not like.data:
        return Told(
            "Keine Karte passt, und keine heißt so ähnlich.",
            [source("suche", "Suche", door.address("/suche/"))],
        )
    lines = [source(one.id, f"{one.name} (ähnlich: {one.score})", one.html_url) for one in like.data]
    return Told("Keine Karte passt genau; so ähnlich heißen:", lines)


def _line(card: Any) -> str:
    values = _values(card)
    return source(card.id, f"{card.name}, {card.kind_label}{f', {values}' if values else ''}", card.html_url)


def _values(card: Any) -> str:
    known = ((name, getattr(card, name)) for name in NUMBERS)
    return ", ".join(f"{NAMES.get(name, name)} {value}" for name, value in known if value is not None)


@tool(
    "Read a card",
    "Read one card with its values, what it does, its rulings and its open questions. Unattested values are left out.",
    {
        "card": {
            "type": "string",
            "description": "An id such as axe-cop/krieger, or a name (typos allowed).",
        },
        "set": ONE_SET,
    },
    ("card",),
)
def read_card(asked: Arguments, door: Door) -> Told:
    name, more = asked["card"].strip(), "rulings,questions"
    if "/" in name:
        box, _, slug = name.partition("/")
        card = door.call("card_detail", place={"set": box, "slug": slug}, include=more)
    else:
        card = door.call("card_named", fuzzy=name[:120], set=asked.get("set", ""), include=more)
    facts = [
        f"{card.name} ({card.set_name}): {card.kind_label}{f', {values}' if (values := _values(card)) else ''}",
        f"Englisch: {card.name_en}" if card.name_en and card.name_en != card.name else "",
        f"Wirkung: {card.text}" if card.text else "Wirkung: nicht belegt",
        f"Schlimme Dinge: {card.bad_stuff_text}" if card.bad_stuff_text else "",
    ]
    rulings = [
        f"\nFrage: {one.question}\nAntwort: {one.answer}\n{source(one.id, 'Klarstellung', one.html_url)}"
        for one in card.rulings
    ]
    doubts = [
        f"\nOffen: {one.about}\nVorgezogen: {one.favoured}\n{source(one.id, 'Offene Frage', one.html_url)}"
        for one in card.questions
    ]
    return Told(
        "\n".join(filter(None, facts)),
        [source(card.id, card.name, card.html_url)],
        "\n".join([*rulings, *doubts]),
    )


@tool(
    "Read rules and rulings",
    "Read what the rulebooks and rulings say on a topic (e.g. “gleichstand”, “weglaufen”, “handkarten verkaufen”), or "
    "the entries of ids that another answer cited.",
    {
        "query": {"type": "string", "description": "German words of the topic."},
        "ids": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Ids such as axe-cop.kampf.vergleich.",
        },
        "set": ONE_SET,
    },
)
def read_rules(asked: Arguments, door: Door) -> Told:
    if asked.get("ids"):
        return _by_ids(asked["ids"], door)
    if not asked.get("query", "").strip():
        raise Problem("ungueltiger-inhalt", "Nenne „query“ oder „ids“.", pointer="/query")
    found = door.call("search", q=asked["query"][:400], of="rule,ruling,question,term,example", limit="6")
    box = f"{asked['set']}." if asked.get("set") else ""
    hits = [hit for group in found.results for hit in group.data if hit.id.startswith(box)]
    if not hits:
        near = f" Versuche: {', '.join(found.suggestions[:3])}." if found.suggestions else ""
        said = f"Dazu steht nichts in den Anleitungen.{near}"
        return Told(said, [source("suche", "Suche", found.html_url)])
    first = [f"{hit.line}: {hit.title}\n{hit.text}\n{source(hit.id, hit.of, hit.html_url)}" for hit in hits]
    return Told(
        f"{found.count} Treffer.",
        [source(hit.id, hit.title, hit.html_url) for hit in hits[:4]],
        "\n\n".join(first),
    )


def _by_ids(idents: Iterable[str], door: Door) -> Told:
    shelf = library()
    rows = {ident: row for ident in list(idents)[:12] if (row := shelf.cited.get(ident))}
    if not rows:
        raise Problem("nicht-gefunden", "Keine dieser Kennungen gibt es.", pointer="/ids")
    said = "\n\n".join(f"[{ident}] {row['title']}\n{row['text']}" for ident, row in rows.items())
    return Told(f"{len(rows)} Einträge.", sources(rows, shelf, door.address, 12), said)


@tool(
    "Compare boxes",
    "Where the rulebooks of boxes say different things: per question what each box answers, differences first.",
    {
        "sets": SETS,
        "topic": {"type": "string", "description": "E.g. weglaufen, kampf, tod, hilfe, verkaufen."},
    },
    ("sets",),
)
def compare_boxes(asked: Arguments, door: Door) -> Told:
    page = door.call("compare", sets=",".join(asked["sets"]), topic=asked.get("topic", ""), limit="200")
    rows = sorted(page.data, key=lambda row: row.verdict not in DIFFERING)
    said = [
        f"{row.question} ({row.verdict_label})\n"
        + "\n".join(
            f"- {one.box}: {one.answer or 'schweigt'} [{', '.join(one.rules[:2])}]" for one in row.answers
        )
        for row in rows
    ]
    differing = [row for row in rows if row.verdict in DIFFERING]
    cited = [rule for row in (differing or rows) for one in row.answers for rule in one.rules[:1]]
    head = f"{len(rows)} Fragen, {len(differing)} mit Unterschied."
    return Told(head, sources(cited, library(), door.address, 6), "\n\n".join(said))


@tool(
    "Combine boxes",
    "Which rules hold because these boxes lie on one table, which words mean the same, and where the rulebooks differ.",
    {
        "sets": SETS,
        "rulebook": {"type": "string", "description": "The box whose rulebook decides; else the first."},
    },
    ("sets",),
)
def combine_boxes(asked: Arguments, door: Door) -> Told:
    table = door.call("combine", sets=",".join(asked["sets"]), rulebook=asked.get("rulebook", ""))
    ruled = [
        f"- {rule.title or rule.id}: {one.text} ({one.set})" for rule in table.rules for one in rule.said[:1]
    ]
    words = [f"- {' = '.join(row.words)}: {row.text}" for row in table.words]
    apart = [f"- {row.question}" for row in table.differences]
    cited = [rule for row in table.rules for one in row.said[:1] for rule in one.rules]
    head = f"Es entscheidet das Heft von {table.rulebook}. {len(ruled)} Regeln gelten, weil die Boxen zusammenliegen."
    parts = [("Regeln", ruled), ("Dasselbe Wort", words), ("Sonst verschieden", apart)]
    rest = "\n\n".join(f"{title}:\n" + "\n".join(lines) for title, lines in parts if lines)
    own = source("+".join(table.sets), "Diese Mischung", table.html_url)
    return Told(head, [*sources(cited, library(), door.address, 5), own], rest)
