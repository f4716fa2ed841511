"""A shelf of synthetic cards with the word frequencies of the real data, and the questions asked of it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import accumulate, pairwise

from django.db import connection

from cards.folding import words
from cards.models import Card, Change, Edition, Release
from cards.vocabulary import ChangeKind, Kind
from rules.models import Rule, Ruling

SEED = 20
KINDS = [str(kind) for kind in (Kind.MONSTER, Kind.ITEM, Kind.CURSE, Kind.ALLY, Kind.ONE_SHOT, Kind.CLASS)]
BOXES = [f"regal-{number}" for number in range(1, 9)]
ONSETS = (
    "b bl br d dr f fl fr g gl gr h j k kl kn kr l m n p pf pl pr qu r s sch schl schw sp st t tr v w z zw"
)
VOWELS = "a e i o u au ei eu ie"
CODAS = "b ch ck d f g k l ll lk ln m mm n nd ng nk nn p r rd rk rn s ss st t tt z"


class Words:
    """Words as often as the data uses them, with a long tail of rare ones."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        texts = [
            *Rule.objects.values_list("text", flat=True),
            *Ruling.objects.values_list("answer", flat=True),
        ]
        counted = Counter(word for text in texts for word in words(text))
        self.common = [word for word, _ in counted.most_common()]
        self._sums = list(accumulate(counted[word] for word in self.common))
        self.rare = sorted({self._invent() for _ in range(60_000)})

    def _invent(self) -> str:
        pick = self.dice.choice
        onsets, vowels, codas = ONSETS.split(), VOWELS.split(), CODAS.split()
        return "".join(
            pick(onsets) + pick(vowels) + pick(codas) for _ in range(self.dice.choice((1, 2, 2, 3)))
        )

    def usual(self, number: int) -> list[str]:
        return self.dice.choices(self.common, cum_weights=self._sums, k=number)

    def unusual(self, number: int) -> list[str]:
        return self.dice.choices(self.rare, k=number)


def fill(size: int) -> Words:
    """Add as many cards to the loaded data, and a full-text table over them for the competitors."""
    dice = random.Random(SEED)
    vocabulary = Words(dice)
    Edition.objects.bulk_create(Edition(key=box, name=box, game="munchkin", order=500) for box in BOXES)
    Card.objects.bulk_create((_card(n, dice, vocabulary) for n in range(size)), batch_size=500)
    last = Release.objects.latest()
    Release.objects.create(version=f"regal-{size}", made_at=last.made_at, fixtures=last.fixtures)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE shelf AS SELECT id, name, name_en, text, kind, edition_id, level FROM cards_card "
                       "WHERE edition_id LIKE 'regal-%%'")  # fmt: skip
        cursor.execute("CREATE UNIQUE INDEX shelf_id ON shelf(id)")
        cursor.execute("CREATE INDEX shelf_kind ON shelf(kind, level)")
        cursor.execute("CREATE VIRTUAL TABLE shelf_fts USING fts5(name, name_en, text, content='shelf', "
                       "content_rowid='id', tokenize='unicode61 remove_diacritics 2')")  # fmt: skip
        cursor.execute("INSERT INTO shelf_fts(shelf_fts) VALUES ('rebuild')")
    return vocabulary


def add_fifty(size: int) -> None:
    """Add fifty cards, and a release that says so."""
    last = Release.objects.latest()
    cards = [
        Card(
            edition_id=BOXES[n % 8], slug=f"neu-{n}", order=n, name=f"Neuling {n} Zwiebelding", name_is_german=True,
            kind="monster", deck="door", text=f"Ein Wortgebilde{n} kämpft um Schätze.", level=n % 20 + 1,
            coverage="text", confidence="low",
        )
        for n in range(50)
    ]  # fmt: skip
    Card.objects.bulk_create(cards)
    release = Release.objects.create(version=f"regal-{size}-50", made_at=last.made_at, fixtures=last.fixtures)
    Change.objects.bulk_create(
        Change(release=release, kind="card", key=card.key, what=ChangeKind.ADDED) for card in cards
    )


def _card(number: int, dice: random.Random, vocabulary: Words) -> Card:
    kind = dice.choice(KINDS)
    name = " ".join(word.capitalize() for word in vocabulary.usual(1) + vocabulary.unusual(1))
    text = vocabulary.usual(dice.randint(8, 30)) + vocabulary.unusual(2)
    dice.shuffle(text)
    return Card(
        edition_id=dice.choice(BOXES), slug=f"karte-{number}", order=number % 30_000, name=name, name_is_german=True,
        name_en=" ".join(vocabulary.unusual(2)).title(), kind=kind, deck="door", text=" ".join(text) + ".",
        level=dice.randint(1, 20) if kind == Kind.MONSTER else None, coverage="text", confidence="low",
    )  # fmt: skip


# Each question in our language, as full-text expression and as condition on the columns.
Question = tuple[str, str, str, str]


def questions(vocabulary: Words) -> list[Question]:
    """Return a mix: rare and common words, several words, phrases, words with fields, fields alone."""
    dice = random.Random(SEED + 1)
    rare = dice.sample(vocabulary.rare, 60)
    # FTS5 keeps ß and ss apart, and would find fewer.
    middle = [word for word in vocabulary.common[200:1200] if len(word) > 3 and "ß" not in word]
    common = [word for word in vocabulary.common[:40] if word not in ("oder", "und", "or", "and", "not")]
    asked: list[Question] = [("rare word", f'"{word}"', f'"{word}"', "") for word in rare]
    asked += [("usual word", f'"{word}"', f'"{word}"', "") for word in dice.sample(middle, 40)]
    asked += [("common word", f'"{word}"', f'"{word}"', "") for word in common[:20]]
    asked += [
        ("two words", f'"{a}" "{b}"', f'"{a}" AND "{b}"', "") for a, b in pairwise(dice.sample(middle, 31))
    ]
    asked += [("common and usual", f'"{a}" "{b}"', f'"{a}" AND "{b}"', "")
              for a, b in zip(common, dice.sample(middle, 20), strict=False)]  # fmt: skip
    asked += [("phrase", f'"{a} {b}"', f'"{a} {b}"', "") for a, b in pairwise(common[:12])]
    asked += [("word and field", f'"{word}" typ:monster stufe>=10', f'"{word}"', "kind = 'monster' AND level >= 10")
              for word in dice.sample(middle, 20)]  # fmt: skip
    asked += [("field", f"typ:monster stufe:{n}-{n + 3} set:{BOXES[n % 8]}", "",
               f"kind = 'monster' AND level BETWEEN {n} AND {n + 3} AND edition_id = '{BOXES[n % 8]}'")
              for n in range(1, 11)]  # fmt: skip
    dice.shuffle(asked)
    return asked
