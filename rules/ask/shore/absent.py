"""Who has no creature on a base: „Toni hat dort nur noch eine Aktion“, „Bodo ist gar nicht vertreten“."""

from __future__ import annotations

from rules.ask.data import said
from rules.ask.shore.groups import ENDS
from rules.ask.shore.pieces import QUOTES, Pieces, only_does
from rules.ask.shore.printed import DENIES
from rules.ask.shore.told import OTHERS, RIVAL, YOU
from rules.ask.table import ME

# Where what is said of somebody ends.
BOUNDS = ENDS | {",", ":"}
LONGEST = 18


class Absent(Pieces):
    """Finds everybody of whom is said that nothing of his is there, and keeps them among the people."""

    def _absences(self) -> None:
        for at, one in enumerate(self.atoms):
            if one.kind != "who" or not self._is_somebody(at):
                continue
            clause = self._clause(at)
            if clause and self._leaves(at, clause):
                self._leave(one.key, clause)
            elif clause and (self._denied_there(at, clause) or self._bare(at, clause)):
                self.shore.people.setdefault(one.key, [])
                self.bare |= set(clause)

    def _bare(self, at: int, clause: list[int]) -> bool:
        """„Jo hat nix“, „Opa gar nichts“, where nothing else is said of him."""
        has = said("base_has") if self.tokens[self.atoms[at].start].key not in said("myself") else frozenset()
        fillers = said("base_there") | said("base_fillers") | has
        keys = [self._key(one) for one in clause]
        if keys[0] == "ohne" and set(keys[1:3]) & said("base_minions"):
            return True
        return keys[-1] in said("base_nothing") and all(key in fillers for key in keys[:-1])

    def _leave(self, who: str, clause: list[int]) -> None:
        """Keep who goes: with all his creatures, or nobody knows with which."""
        if self._whole(clause):
            self.shore.gone.add(who)
            self.shore.people.setdefault(who, [])
            self.bare |= set(clause)
        else:
            self.shore.leaving.add(who)

    def _moved_away(self) -> None:
        """Whoever went has nothing there, whatever he had; what took his creatures away nobody plays any more."""
        shore = self.shore
        moves = [(card, who) for card, who in shore.played if only_does(self.facts[card], "move")]
        shore.leaving |= {who for _, who in moves if shore.people.get(who)}
        shore.leaving -= shore.gone
        shore.played = [one for one in shore.played if one not in moves]
        shore.people |= {who: [] for who in shore.gone}

    def _is_somebody(self, at: int) -> bool:
        """Say whether a name stands here, or the asker, and not „sonst hab ich da niemand“."""
        key = self._key(at)
        named = key not in said("pronouns") | {OTHERS, RIVAL, YOU} or key == ME
        before = {self._key(back) for back in range(max(0, at - 2), at)}
        return named and not before & said("base_besides")

    def _clause(self, at: int) -> list[int]:
        """Return what is said of somebody, if no number is: up to a sign or the next one."""
        found: list[int] = []
        for ahead in range(at + 1, min(at + LONGEST, len(self.atoms))):
            kind, key = self._kind(ahead), self._key(ahead)
            quoted = self._key(ahead + 1) in QUOTES
            if (kind == "sign" and key in BOUNDS and not quoted) or (kind == "who" and key != self._key(at)):
                break
            if kind == "number" or key in said("base_besides"):
                return []
            found.append(ahead)
        return found

    def _denied_there(self, at: int, clause: list[int]) -> bool:
        """„hat dort nichts“, „ist nicht dabei“, „hat keine Kreatur mehr“, „hat bloß eine Aktion liegen“."""
        keys = [self._key(one) for one in clause]
        words = set(keys)
        stands = words & said("base_stands") or self.tokens[self.atoms[at].start].key in said("having")
        if not stands or words & (said("base_asks_shares") - said("base_stands")):
            return False
        absent = words & said("denying") and (words & said("base_present") or self._here_at_end(keys))
        nothing = words & said("base_nothing") and words & said("base_there")
        creature = any(
            key in DENIES and set(keys[place + 1 : place + 3]) & said("base_minions")
            for place, key in enumerate(keys)
        )
        actions = words & said("base_actions") or any(self._is_action(one) for one in clause)
        only = words & said("base_only") and actions
        return bool(absent or nothing or creature or only)

    def _is_action(self, at: int) -> bool:
        """„von mir liegt da nur mein Secret Stash“."""
        return self._kind(at) == "card" and self.facts[self.atoms[at].card].get("kind") == "action"

    def _here_at_end(self, keys: list[str]) -> bool:
        """„ist nicht mehr da“, but not „ist da nicht allein“."""
        return keys[-1] in said("base_there") and bool(set(keys[-3:-1]) & said("denying"))

    def _leaves(self, at: int, clause: list[int]) -> bool:
        """„zieht all ihre Leute von der Basis weg“, „dann haut Ida ab“, „opfert seine ganze Truppe“."""
        words = {self._key(one) for one in clause}
        whole = self._whole(clause) and words & (said("base_swept") | said("thrown_off") | said("base_loses"))
        goes = (words | {self._key(at - 1)}) & said("base_goes")
        return bool(whole or words & said("base_flees") or (goes and words & said("base_away")))

    def _whole(self, clause: list[int]) -> bool:
        """„mit allen meinen Leuten“, „all ihre Kreaturen“, „zieht sich komplett zurück“."""
        words = {self._key(one) for one in clause}
        troops = said("base_minions") | said("base_group") | said("base_troops")
        return bool(words & said("base_entirely") or (words & said("base_whole") and words & troops))
