"""The tables that a rulebook is written for, and the questions that do not come up at some of them."""

from __future__ import annotations

from itertools import combinations

from rules.booklet.mix import Mix
from rules.booklet.text import Chapter, Sentence

BOOKS = ("cthulhu", "shakespeare", "impossible", "axe-cop")
MIXES = [boxes for size in range(1, 5) for boxes in combinations(BOOKS, size)]
# Every mix with every box in front: the first one leads, the others stand in their usual order.
TABLES = [(lead, *(box for box in boxes if box != lead)) for boxes in MIXES for lead in boxes]


def sentences(chapters: tuple[Chapter, ...]) -> list[Sentence]:
    return [one for chapter in chapters for part in chapter.paragraphs for one in part.sentences]


def falls_away(question: str, mix: Mix) -> bool:
    """Say why a question does not come up: nothing is mixed, nothing bears the word, another book's fast game."""
    topic, _, rest = question.partition(".")
    ground = mix.ground
    if topic == "grosse-gegenstaende" or question == "kombination.grosse-anzahl":
        return not mix.answers("grosse-gegenstaende.klein")
    if topic == "kombination":
        needs = {
            "falle-fluch": "trap",
            "entschaerfen": "trap",
            "training-stil": "style",
            "training-und-stil": "style",
        }
        return (
            not mix.is_mixed
            or rest in FOREIGN
            or (rest in needs and not {"curse", needs[rest]} <= ground.kinds)
        )
    if topic == "variante":
        return mix.decider("variante.schnelles-spiel") not in mix.answers(question)
    absent = {
        "phase4-milde-gabe.zwerg": "Zwerg" not in ground.names,
        "kultisten.goettliche-intervention": "munchkin" not in mix.boxes,
        "geschlecht.regelwirkung": mix.is_mixed,
        "verbuendete.goldwert": mix.is_mixed,
        "super-munchkin.halb-mensch": mix.decider("super-munchkin.nur-eine-klasse") == "impossible",
        "super-munchkin.monsterbonus": mix.decider("super-munchkin.nur-eine-klasse") == "impossible",
        "klasse.cop-verbuendete": "ally" not in ground.kinds,
    }
    return absent.get(question, False)


# What the books say of boxes, cards and words that none of the four boxes has.
FOREIGN = {
    "mixer", "gold-credits", "gold-credits-zusammen", "gross-komplex", "gross-komplex-regeln", "komplexe-anzahl",
    "anhaenger", "anhaenger-effekte", "anhaenger-ausruestung", "daemon", "gaki", "fremde-begriffe", "krakzilla",
    "maehrescher", "ross-fahrzeug", "auto-fahrzeug", "messer-dolch", "schusswaffen", "spione", "untot-priester",
    "gasmaske", "entschaerfen",
}  # fmt: skip
