"""The closed words of the rules data, with their German labels."""

from __future__ import annotations

from django.db.models import TextChoices


class RuleKind(TextChoices):
    DEFINITION = "definition", "Begriff"
    PROCEDURE = "procedure", "Ablauf"
    MUST = "must", "muss"
    MAY = "may", "darf"
    MUST_NOT = "must-not", "darf nicht"
    EXCEPTION = "exception", "Ausnahme"
    TIMING = "timing", "Zeitpunkt"
    WIN = "win", "Sieg"
    VARIANT = "variant", "Variante"
    NOTE = "note", "Hinweis"


# Whom a ruling speaks of that belongs to none of our boxes.
SCOPES = {
    "alle": "alle Munchkin-Boxen",
    "munchkin": "das Grundspiel Munchkin",
    "munchkin-2": "Munchkin 2: Abartige Axt",
}


class RulingStatus(TextChoices):
    RULEBOOK = "rulebook", "Anleitung"
    OFFICIAL = "official", "offiziell"
    EDITORIAL = "editorial", "redaktionell"
    DISPUTED = "disputed", "strittig"
    SUPERSEDED = "superseded", "überholt"


class QuestionState(TextChoices):
    OPEN = "open", "offen"
    PROVISIONAL = "provisional", "vorläufig"
    SETTLED = "settled", "geklärt"


# The topics of all rulebooks in the order of play, chapter by chapter.
CHAPTERS: dict[str, dict[str, str]] = {
    "Vor dem Spiel": {
        "ziel": "Ziel des Spiels",
        "material": "Material",
        "vorbereitung": "Vorbereitung",
        "fraktionen": "Fraktionen",
        "basisdeck": "Das Basisdeck",
        "anfangskarten": "Anfangskarten",
        "geschlecht": "Geschlecht",
        "stufe": "Stufe",
        "goldene-regel": "Goldene Regel",
    },
    "Dein Zug": {
        "zug": "Ablauf eines Zugs",
        "loslegen": "1. Loslegen",
        "phase1-tuer": "Phase 1: Tür öffnen",
        "phase2-aerger": "Phase 2: Auf Ärger aus sein",
        "phase3-pluendern": "Phase 3: Raum plündern",
        "phase4-milde-gabe": "Phase 4: Milde Gabe",
        "karten-spielen": "Karten spielen",
        "basis-check": "3. Wird eine Basis zerstört?",
        "ziehen": "4. Karten ziehen",
        "abschalten": "5. Abschalten",
        "hand": "Handkarten",
    },
    "Kampf und Monster": {
        "kampf": "Kampf",
        "hilfe": "Um Hilfe bitten",
        "kampfaktionen": "Aktionen im Kampf",
        "einmischen": "Sich einmischen",
        "monster": "Monster",
        "wanderndes-monster": "Wanderndes Monster",
        "monsterverstaerker": "Monsterverstärker",
        "untote": "Untote",
        "goth": "Goths",
        "weihnachtsmonster": "Weihnachtsmonster",
        "alien-roboter": "Aliens und Roboter",
    },
    "Nach dem Kampf": {
        "sieg": "Gewonnen",
        "schatz": "Schätze",
        "weglaufen": "Weglaufen",
        "schlimme-dinge": "Schlimme Dinge",
        "tod": "Tod",
        "leiche-pluendern": "Leiche plündern",
    },
    "Wertung": {
        "wertung": "Die Wertung",
        "wertung-timing": "Zeitpunkte der Wertung",
        "siegpunkte": "Siegpunkte",
        "beute": "Beute verteilen",
        "gleichstand": "Gleichstand",
        "nach-wertung": "Nach der Wertung",
    },
    "Deine Figur": {
        "klasse": "Klassen",
        "rasse": "Rassen",
        "super-munchkin": "Super Munchkin",
        "halb-blut": "Halb-Blut",
        "loyalitaet": "Loyalitäten",
        "training": "Trainings",
        "kraft": "Kräfte",
        "kultisten": "Kultisten",
        "mietling": "Mietlinge",
        "verbuendete": "Verbündete",
    },
    "Gegenstände und Handel": {
        "gegenstaende": "Gegenstände",
        "grosse-gegenstaende": "Große Gegenstände",
        "ausruestung": "Ausrüstung",
        "gegenstandsverstaerker": "Gegenstandsverstärker",
        "verkaufen": "Verkaufen",
        "handeln": "Handeln",
    },
    "Karten": {
        "karten-aufbau": "Aufbau der Karten",
        "fluch": "Flüche und Fallen",
        "schaetze": "Schatzkarten",
        "staerkemarker": "Stärkemarker",
        "sonstige-karten": "Weitere Karten",
        "karten-ruling": "Hinweise zu Karten",
    },
    "Begriffe und Konflikte": {
        "begriffe": "Begriffe und Beschränkungen",
        "konflikte": "Wenn Karten sich widersprechen",
    },
    "Spielende": {"spielende": "Spielende"},
    "Varianten und Mischen": {"variante": "Schnelleres Spiel", "kombination": "Boxen mischen"},
    "Am Rande": {"flavour": "Stimmung und Drumherum"},
}
TOPICS: dict[str, str] = {topic: label for topics in CHAPTERS.values() for topic, label in topics.items()}
TOPIC_ORDER: dict[str, int] = {topic: place for place, topic in enumerate(TOPICS)}

# How a comparison's note says that a difference is one of words only.
HARMLESS_NOTES: dict[str, str] = {
    "Ohne Spielfolgen": "Ohne Spielfolgen",
    "Nur Wortlaut": "Nur Wortlaut",
    "Nur Benennung": "Nur Wortlaut",
    "Nur Aufbau": "Nur Wortlaut",
}
