"""What is told twice of a base: sums beside those who make them up, printed values, what somebody only says."""

from __future__ import annotations

from rules.ask.data import numbered, said
from rules.ask.shore.absent import Absent
from rules.ask.shore.atoms import Atom
from rules.ask.shore.groups import ENDS
from rules.ask.shore.told import OTHERS

# So near stands to a number whose it is.
FEW = 4


class Again(Absent):
    """Knows the numbers that say nothing new."""

    def _is_told_again(self, at: int, one: Atom) -> bool:
        """„mehr als 22“, „ich 9 (eine 4er- und eine 5er-Kreatur)“: says nothing new."""
        known = {self.shore.breakpoint, self._wall(), self.shore.together}
        known |= {sum(self.shore.told(who)) for who in self.shore.people}
        told = self.shore.told()
        if self._claims(at):
            if one.number not in known and one.number != sum(told):
                self.shore.strange.append(str(one.number))
            return True
        if self._is_sum(at, one) or self._is_lead(at, one):
            return True
        counted = (len(self.shore.people), len(self.loose), self.shore.players)
        several = one.number > 1 and self._within(at, -1, "base_all_of") and not self._is_whose(at)
        if several and (one.number in counted or one.number <= len(self.shore.people)):
            # „was bekommt jeder der vier?“, „kriegen die zwei hinten was?“
            return True
        if self._is_of_place(at, one) or self._is_of_monster(at, one) or self._is_worth_of_card(at, one):
            return True
        if self._within(at, -1, "base_thresholds") and (one.number in known or one.number == sum(told)):
            return True
        if self._within(at, -1, "base_thresholds") and self.shore.card and self._of_card(one.number):
            return True
        if self.here in self.shore.people and one.number == sum(self.shore.told(self.here)):
            return not (self._continues(at) or self._is_another(at))
        inside = [back for back in range(at) if self._key(back) == "("]
        if self._kind(at + 1) != "suffix" or not inside or self.here not in self.shore.people:
            return False
        parts = [
            place for place in range(inside[-1], len(self.atoms))
            if self._kind(place) == "number" and self._kind(place + 1) == "suffix"
        ]  # fmt: skip
        if sum(self.atoms[place].number for place in parts) != sum(self.shore.told(self.here)):
            return False
        self.used |= set(parts)
        return True

    def _is_sum(self, at: int, one: Atom) -> bool:
        """„Anna 11, Ben 9, macht 20“, „das wären mit dem Ghoul 23“, „ich komm auf genau 20“."""
        told = self.shore.told()
        sums = {sum(row) for row in (told, self.loose) if len(row) > 1}
        if self._within(at, -1, "base_sums"):
            lying = sum(int(self.facts[card].get("strength") or 0) for card in self.shore.monsters)
            return one.number in sums | {sum(told) + lying for _ in told[1:2]}
        again = bool(self.shore.told(self.here)) and not self._within(at, 3, "base_more", "base_minions")
        return again and one.number in sums and not self._continues(at)

    def _is_lead(self, at: int, one: Atom) -> bool:
        """„reichen die 3 Vorsprung?“, where that is by how much somebody is ahead."""
        sums = [sum(self.shore.told(who)) for who in self.shore.people]
        return self._within(at, 2, "base_leads") and len(sums) == 2 and one.number == abs(sums[0] - sums[1])

    def _is_whose(self, at: int) -> bool:
        """„die 8 von Lea“, „die 5er“: the strength of somebody."""
        return self._kind(at + 1) == "suffix" or self._within(
            at, 1, "base_for", "base_strength", "base_minions"
        )

    def _is_of_place(self, at: int, one: Atom) -> bool:
        """„ich will die 2 für den Zweiten“: what is printed there."""
        ranked = any(self._key(at + ahead) in numbered("base_placed") for ahead in (2, 3))
        return one.number in (self.shore.points or ()) and self._within(at, 1, "base_for") and ranked

    def _is_of_monster(self, at: int, one: Atom) -> bool:
        """„der Ghoul gehört mir, der hat 3“."""
        strengths = {self.facts[card].get("strength") for card in self.shore.monsters}
        points_back = self._key(at - 1) in said("has") and self._key(at - 2) in ("der", "die", "das")
        return points_back and one.number in strengths

    def _claims(self, at: int) -> bool:
        """„er sagt, einer muss allein 18 haben“: whoever says so has not got it."""
        for back in range(at - 1, max(-1, at - 10), -1):
            if self._key(back) in ENDS | {":"}:
                return False
            if self._kind(back) == "who" and self._key(back) != self.here:
                return False
            if self._key(back) in said("telling") and self._kind(back - 1) == "who":
                return self._key(back - 1) == self.here
        return False

    def _of_card(self, number: int) -> bool:
        """Say whether the base itself speaks of that number."""
        return f"'total': {number}" in str(self.facts[str(self.shore.card)].get("abilities"))

    def _continues(self, at: int) -> bool:
        """Say whether a number comes on top of the last: „mit drei und mit vier“, „9 + 5“."""
        if self.atoms[at].signed:
            return True
        between = {self._key(one) for one in range(self.last + 1, at)}
        if any(self._key(one) == OTHERS and self._kind(one) == "word" for one in range(max(0, at - FEW), at)):
            # „mein Berserker, meine anderen zusammen 6“
            return True
        if self.last < 0 or "nur" in between or self._strangers(at):
            return False
        listed = between <= {","} and self.creatures
        return (
            listed
            or bool(between & said("base_more"))
            or (bool(between & (said("base_joined") | {"+"})) and not between & ENDS)
        )

    def _is_another(self, at: int) -> bool:
        """„Rosi 3, 3 und 2“, „Azubi 6, Praktikantin 6“: alike, but not the same."""
        between = range(self.last + 1, at)
        noun = self._kind(at - 1) == "word" and self.tokens[self.atoms[at - 1].start].text[:1].isupper()
        return bool(between) and (all(self._key(one) == "," for one in between) or noun)

    def _strangers(self, at: int) -> bool:
        """„ich 11, Eda und Bo je 7“: names that nobody knows stand between."""
        return self._key(at - 1) in said("of_each") and any(
            self._kind(one) == "word" and self.tokens[self.atoms[one].start].text[:1].isupper()
            for one in range(self.last + 1, at)
        )

    def _is_worth_of_card(self, at: int, one: Atom) -> bool:
        """„trägt die Hanteln, plus drei“: what the card brings that was named before."""
        cards = [card for who, _, card in self.shore.attached if who == self.here][-1:]
        adds = one.signed or self._within(at, -1, "base_plus")
        return adds and any(
            f"'by': {one.number}," in str(self.facts[card].get("abilities")) for card in cards
        )

    def _is_of_named(self, at: int, one: Atom) -> bool:
        """„eine 2er Spötterin“: what the card says."""
        if self._kind(at + 1) != "suffix" or self._kind(at + 2) != "creature":
            return False
        if self.facts[self.atoms[at + 2].card].get("strength") != one.number:
            self.shore.strange.append("andere Stärke")
        return True
