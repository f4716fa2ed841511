"""One person in two words, called by name: „Herr Brandt“, „Tante Gerda“, „mein Freund Tom“; names that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask.data import said
from rules.ask.shore.atoms import Atom, is_name
from rules.ask.shore.told import OTHERS, RIVAL, YOU
from rules.ask.table import ME
from rules.ask.words import Token

# Who stands in a row of names before „je“.
ROW = 6
NAMELESS = frozenset((ME, YOU, OTHERS, RIVAL))


def called(tokens: Sequence[Token], atoms: Sequence[Atom]) -> list[Atom]:
    """Return the atoms with everybody as one."""
    return _same(_numbered(_joined(tokens, _unknown(tokens, list(atoms)))))


def _numbered(atoms: list[Atom]) -> list[Atom]:
    """„Spieler 1 hat 9“: he has no other name."""
    found: list[Atom] = []
    for at, atom in enumerate(atoms):
        before = found[-1] if found else None
        follows = atoms[at + 1] if at + 1 < len(atoms) else None
        counted = atom.kind == "number" and not atom.signed and 0 < atom.number <= ROW
        told = follows is not None and (
            follows.kind == "number" or follows.key in said("has") | {":", "(", "mit"}
        )
        if before and before.key in said("base_numbered") and counted and told:
            found[-1] = Atom("who", f"spieler_{atom.number}", before.start, atom.end)
        else:
            found.append(atom)
    return found


def _same(atoms: list[Atom]) -> list[Atom]:
    """„Annas 12“ is told of Anna; „ben“ who has a number is somebody throughout."""
    names = {atom.key for atom in atoms if atom.kind == "who"}
    words = names & said("also_words")
    atoms = [one._replace(kind="who") if one.kind == "word" and one.key in words else one for one in atoms]
    return [
        atom._replace(key=atom.key[:-1]) if atom.kind == "who" and atom.key.endswith("s") and atom.key[:-1] in names
        else atom
        for atom in atoms
    ]  # fmt: skip


def _joined(tokens: Sequence[Token], atoms: Sequence[Atom]) -> list[Atom]:
    """„Herr Brandt“, „Onkel Fred“, „Gegner Udo“: what somebody is, then the name."""
    found: list[Atom] = []
    for atom in atoms:
        before = found[-1] if found else None
        if before and before.end == atom.start and _names(tokens, before, atom):
            found[-1] = Atom("who", tokens[atom.start].key, before.start, atom.end)
        else:
            found.append(atom)
    return found


def _names(tokens: Sequence[Token], title: Atom, name: Atom) -> bool:
    """Say whether the second word is the name of whom the first one tells what he is."""
    titled = tokens[title.start].key in said("base_titles")
    kin = title.kind == "who" and (titled or title.key == RIVAL or title.key in said("family"))
    if name.kind == "who":
        return (titled or kin) and _is_proper(tokens, name)
    return titled and name.kind == "word" and is_name(tokens[name.start], longest=None)


def _is_proper(tokens: Sequence[Token], atom: Atom) -> bool:
    """Say whether somebody is called by name, not „ich“, „er“ or „mein Bruder“."""
    word = tokens[atom.start]
    nameless = NAMELESS | said("pronouns") | said("family") | said("owning") | said("base_titles")
    return atom.kind == "who" and word.text[:1].isupper() and not {atom.key, word.key} & nameless


def _unknown(tokens: Sequence[Token], atoms: list[Atom]) -> list[Atom]:
    """„Trine un Jan je 5“, „Kiki mit einer Spötterin“: whoever stands in a row with a name is one, known or not."""
    for at, atom in enumerate(atoms):
        likewise = atom.kind == "word" and _likewise(atoms, at) and is_name(tokens[atom.start], longest=None)
        if likewise or (_has_creature(atoms, at) and is_name(tokens[atom.start])):
            atoms[at] = atom._replace(kind="who")
        if atom.key not in said("of_each") or atom.kind != "word" or not _number(atoms, at + 1):
            continue
        row = range(at - 1, max(-1, at - ROW), -1)
        ends = next((one for one in row if not _in_row(tokens, atoms[one])), max(-1, at - ROW))
        inside = range(ends + 1, at)
        if any(atoms[one].kind == "who" for one in inside):
            for one in inside:
                if atoms[one].kind == "word" and is_name(tokens[atoms[one].start]):
                    atoms[one] = atoms[one]._replace(kind="who")
    return atoms


def _has_creature(atoms: Sequence[Atom], at: int) -> bool:
    """„dazu Kiki mit einer Spötterin“: a word, and creatures by their names."""
    ahead = atoms[at + 1 : at + 5]
    if atoms[at].kind != "word" or not ahead or ahead[0].key != "mit":
        return False
    return next(
        (one.kind == "creature" for one in ahead[1:] if one.kind not in ("number", "suffix", "word")), False
    )


def _likewise(atoms: Sequence[Atom], at: int) -> bool:
    """„mein Nebenmann ebenfalls,“: whatever he is called, he has the same."""
    if at + 1 == len(atoms) or atoms[at + 1].key not in said("likewise"):
        return False
    return at + 2 == len(atoms) or atoms[at + 2].kind == "sign" or atoms[at + 2].key in said("base_joined")


def _number(atoms: Sequence[Atom], at: int) -> bool:
    return at < len(atoms) and atoms[at].kind == "number"


def _in_row(tokens: Sequence[Token], atom: Atom) -> bool:
    joins = atom.key in said("base_joined") or atom.key == ","
    return joins or atom.kind == "who" or (atom.kind == "word" and is_name(tokens[atom.start]))
