"""The words of an answer that was worked out: sums, who wins, what it brings; the reader stays „Du“."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.ask.escape import Event
from rules.ask.table import HELPER, ME

CALLED = {ME: "Du", "gegenueber": "Dein Gegenüber"}
DIE = 6
MOST_CITES = 5
VICTORY = 15
READ_BACK = "So weit lese ich"
BARE = "Mit der Stufe allein reicht es nicht. Welche Boni und welche Klasse kommen dazu?"
WHICH_BASE = "Um welche Basis geht es, und liegen Monster darauf?"
WHOSE_TURN = "Wer ist am Zug? Bei gleicher Stärke zieht diese Person zuerst."
THE_OTHERS = "Wie stark sind die anderen dort? Nach dem Platz richten sich die Siegpunkte."
WHO_HAS = "Wer hat dort genau welche Stärke? Nicht alles, was Du erzählst, lässt sich sicher zuordnen."
ANY_MONSTERS = "Welche Monster liegen dort noch? Jedes, das niemand kontrolliert, erhöht den Zerstörungswert."
WHICH_THING = "Welche Karte liegt da genau? Mehrere heißen so ähnlich, und jede ändert die Stärke anders."
HOW_MANY_MONSTERS = "Wie viele Monster liegen dort? Davon hängt diese Stärke ab."
WHO_STAYS = "Wer zieht vor der Wertung welche Kreaturen ab? Wer dort keine mehr hat, bekommt nichts."
TURN_COUNTS = "Wer ist am Zug? Davon hängt ab, wessen Kreaturen diese Basis stärkt."
ANY_CREATURE = (
    "Liegt dort noch eine Kreatur mit Stärke 0, oder gar keine? Ohne Kreatur gibt es keine Siegpunkte."
)
ALL_TOGETHER = "Wie stark sind dort alle zusammen? Davon hängen hier die Siegpunkte ab."
TOO_EARLY = (
    f"Nein, noch nicht: Geprüft wird erst am Ende des Zuges. Wer dann mit mindestens {VICTORY} Siegpunkten "
    "allein vorn liegt, gewinnt."
)
TOO_MUCH_GOLD = "So viel Gold gibt keine Box her. Wie viele Goldstücke sind die Gegenstände zusammen wert?"
HANGS = "Ein Ja oder Nein allein entscheidet das nicht."
WHICH_HELP = "Um wie viel hilft es beim Weglaufen?"
HOW_MANY = "Wie viele Monster sind es? Vor jedem läufst Du mit einem eigenen Wurf weg."
# How it went that is asked for (caught or not, how often), in the words of one and of several.
ESCAPES = {
    (False, "all"): ("entkommst Du", "entkommt ihr"),
    (False, "any"): ("entkommst Du mindestens einem", "entkommt mindestens einer von euch"),
    (False, "one"): ("entkommst Du genau einem", "entkommt genau einer von euch"),
    (False, "none"): ("entkommst Du nicht", "entkommt keiner von euch"),
    (True, "all"): ("wirst Du jedes Mal erwischt", "werden alle erwischt"),
    (True, "any"): ("wirst Du mindestens einmal erwischt", "wird mindestens einer von euch erwischt"),
    (True, "one"): ("wirst Du genau einmal erwischt", "wird genau einer von euch erwischt"),
    (True, "none"): ("entkommst Du", "entkommt ihr"),
}


def name(ident: str) -> str:
    """Return how a person of the question is called in a sentence."""
    return CALLED.get(ident) or ident[:1].upper() + ident[1:].replace("_", " ")


def listed(parts: Sequence[str]) -> str:
    """Return „a, b und c“."""
    return " und ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def total(side: Mapping[str, Any]) -> str:
    """Return a side of the fight as a sum: „6 + 5 = 11“."""
    values = [int(part["value"]) for part in side["parts"] if part["value"]]
    if len(values) < 2:
        return str(side["total"])
    rest = "".join(f" {'+' if value > 0 else '-'} {abs(value)}" for value in values[1:])
    return f"{values[0]}{rest} = {side['total']}"


def fight(outcome: Mapping[str, Any], fighter: str, helper: str | None, levelled: bool = True) -> str:
    """Return who wins, by what sums, and what it brings."""
    combat = outcome["combat"]
    told = sums({"outcomes": [outcome]}, levelled)
    who = (
        "Ihr"
        if helper and ME in (fighter, helper)
        else f"{name(fighter)} und {name(helper)}"
        if helper
        else name(fighter)
    )
    several = helper is not None
    you = fighter == ME and not several
    if combat["winner"] != "munchkins":
        must = "musst" if you else "müsst" if who == "Ihr" else "müssen" if several else "muss"
        lost = "verlierst" if you else "verliert" if who == "Ihr" or not several else "verlieren"
        tied = combat["munchkins"]["total"] == combat["monsters"]["total"]
        why = "Gleichstand genügt nicht; " if tied else ""
        return (
            f"Nein: {told}. {why}{who} {lost} und {must} weglaufen."
            if not why
            else f"Nein: {told}. {why}{lower(who)} {must} weglaufen."
        )
    wins = "gewinnst" if you else "gewinnt" if who == "Ihr" or not several else "gewinnen"
    parts = [f"Ja: {told}, {lower(who)} {wins}."]
    gains = list(gained(outcome, fighter, levelled))
    if gains:
        parts.append(" ".join(gains))
    return " ".join(parts)


def lacking(points: int) -> str:
    return f"Zum Sieg {'fehlt' if points == 1 else 'fehlen'} noch {points}."


def lower(who: str) -> str:
    return who if who == "Du" else "ihr" if who == "Ihr" else who


def gained(outcome: Mapping[str, Any], fighter: str, levelled: bool) -> Iterable[str]:
    """Yield what the fighter has afterwards."""
    found = rewards(outcome, fighter, levelled)
    wins = levelled and fighter in outcome["winners"]
    you = fighter == ME
    if "stufe_danach" in found:
        end = "" if "schaetze" in found or wins else "."
        yield f"{name(fighter)} {'kommst' if you else 'kommt'} auf Stufe {found['stufe_danach']}{end}"
    if "schaetze" in found:
        link = "und es gibt" if "stufe_danach" in found else "Es gibt"
        yield f"{link} {count(found['schaetze'], 'Schatz', 'Schätze')}" + ("." if not wins else "")
    if wins:
        yield "und das Spiel ist gewonnen."


def rewards(outcome: Mapping[str, Any], fighter: str, levelled: bool) -> dict[str, int]:
    """Return level and treasures after a fight that was won; no level where nobody told the one before."""
    found: dict[str, int] = {}
    for player in outcome["state"]["players"]:
        if levelled and player["id"] == fighter:
            found["stufe_danach"] = player["level"]
    treasures = len(outcome["drawn"])
    if treasures:
        found["schaetze"] = treasures
    return found


def read_back(result: Mapping[str, Any], levelled: bool = True) -> str:
    """Return the fight as it was read, and what it would come to, to be confirmed."""
    enough = "reicht es" if result["outcomes"][0]["combat"]["winner"] == "munchkins" else "reicht es nicht"
    return f"{READ_BACK} {sums(result, levelled)}. Stimmt das, dann {enough}; sonst sag, was anders ist."


def sums(result: Mapping[str, Any], levelled: bool = True) -> str:
    """Return what both sides of a fight come to: „5 + 2 = 7 gegen 8“; „7 gegen 8“ where no level is told."""
    combat = result["outcomes"][0]["combat"]
    ours = total(combat["munchkins"]) if levelled else str(combat["munchkins"]["total"])
    return f"{ours} gegen {total(combat['monsters'])}"


# What may be said to a question back, and what that means; „so ist es“ confirms what was read.
SO_IT_IS = ""
CONFIRMING = {"Ja, stimmt so": SO_IT_IS}


def sexes(ident: str) -> dict[str, str]:
    return {"männlich": f"{_statement(ident)} männlich.", "weiblich": f"{_statement(ident)} weiblich."}


def yes_or_no(ident: str, trait: str) -> dict[str, str]:
    """Return what a yes and a no mean to the question for a trait."""
    return {"Ja": f"{_statement(ident)} {trait}.", "Nein": f"{_statement(ident)} kein {trait}."}


def _statement(ident: str) -> str:
    if ident == ME:
        return "Ich bin"
    return f"{'Mein Helfer' if ident == HELPER else name(ident)} ist"


def asks_gender(ident: str) -> str:
    """Return the question for a gender that decides."""
    who = name(ident) if ident != ME else "Deine Figur"
    return f"Ist {who} männlich oder weiblich? Davon hängt es hier ab."


def wins_ties(trait: str) -> str:
    return f"Bei Gleichstand gewinnt nur, wer „{trait}“ ist."


def asks_trait(ident: str, trait: str) -> str:
    """Return the question for a class that decides."""
    who = "Bist Du" if ident == ME else f"Ist {'die helfende Person' if ident == HELPER else name(ident)}"
    return f"{who} {trait}? Davon hängt es hier ab."


def escape(event: Event, chance: object, rolls: Sequence[int], several: bool) -> str:
    """Return how likely it is to get away, or to be caught."""
    needs = " und ".join(f"ab {roll}" for roll in rolls)
    times = {"1": "one"}.get(event.times, event.times)
    if times.isdigit():
        times = "all"
    fate = ESCAPES[event.caught, times][several]
    if event.times.isdigit() and event.times != "1":
        fate = f"{'misslingen' if event.caught else 'gelingen'} genau {event.times} Würfe"
    if event.who:
        you = event.who == ME
        fate = f"{'entkommst' if you else 'entkommt'} {name(event.who)}"
    return f"Mit einer Chance von {chance} {fate}; nötig ist je Wurf eine Zahl {needs}."


def fates(each: Mapping[str, bool], chance: object, rolls: Sequence[int]) -> str:
    """Return how likely it is that one gets away and the other does not."""
    told = [
        f"{'Du' if who == ME else name(who)} {'entkommst' if who == ME else 'entkommt'}{'' if free else ' nicht'}"
        for who, free in each.items()
    ]
    needs = " und ".join(f"ab {roll}" for roll in rolls)
    return f"Chance {chance}: {listed(told)}; nötig ist je Wurf eine Zahl {needs}."


def throws(people: int, monsters: int) -> str:
    """Return how often is rolled in a flight."""
    each = " und ".join([*(["für jedes Monster"] * (monsters > 1)), *(["für jede Person"] * (people > 1))])
    return f"{people * monsters}-mal: {each} einmal."


def possible(least: int) -> str:
    """Return whether any roll is enough."""
    if least > DIE:
        return f"Nein: Nötig wäre mindestens eine {least}, und der Würfel zeigt höchstens {DIE}."
    return f"Ja, ab einer {least} auf dem Würfel." if least > 1 else "Ja, mit jedem Wurf."


def flight(result: Mapping[str, Any]) -> list[str]:
    """Return what a flight rests on: the roll, and what changes it."""
    steps = [step for outcome in result["outcomes"][:1] for step in outcome["steps"]]
    rolled = [step for step in steps if "needed" in step["values"] or "roll" in step["values"]]
    return list(dict.fromkeys([*_cites(rolled), *grounds(result)]))[:MOST_CITES]


def _cites(steps: Iterable[Mapping[str, Any]]) -> list[str]:
    return without_cards(cite for step in steps for cite in step["cites"])


def needed(rolls: Sequence[int]) -> str:
    """Return what one has to roll."""
    if max(rolls) > DIE:
        return f"Nötig wäre eine {max(rolls)}: Auch mit einer 6 entkommst Du nicht."
    needs = " und ".join("jede Zahl" if roll <= 1 else f"mindestens eine {roll}" for roll in rolls)
    return f"Du entkommst, wenn Du {needs} würfelst."


def roll(rolled: int, least: int) -> str:
    """Return whether a roll is enough."""
    return f"{'Ja' if rolled >= least else 'Nein'}: {rolled_and_needed(rolled, least)}"


def rolled_and_needed(rolled: int, least: int) -> str:
    return f"Nötig ist mindestens eine {least}, gewürfelt ist eine {rolled}."


def base(strength: str, wall: str, over: int) -> str:
    """Return whether a base falls."""
    fate = "Ja" if over >= 0 else "Nein"
    short = "" if over >= 0 else f" Es {'fehlt' if over == -1 else 'fehlen'} {-over}."
    return f"{fate}: Gesamtstärke {strength} gegen Zerstörungswert {wall}.{short}"


def which_monsters(number: int) -> str:
    """Return the question for the monsters of a base."""
    return f"Welche{'s' if number == 1 else ''} Monster {'liegt' if number == 1 else 'liegen'} dort, und wie stark?"


def ended(verdict: str, winners: Sequence[str], most: int, points: Sequence[int]) -> str:
    """Return who has won at the end of a turn."""
    word = {"ja": "Ja: ", "nein": "Nein: "}.get(verdict, "")
    if winners:
        who = "Du gewinnst" if winners == [ME] else f"{name(winners[0])} gewinnt"
        return f"{word}{who} mit {most} Siegpunkten, den meisten am Ende des Zuges."
    tied = len(points) > 1 and list(points).count(most) > 1 and most >= VICTORY
    if tied:
        return f"{word}Bei {most} gegen {most} Siegpunkten wird weitergespielt, bis jemand allein vorn liegt."
    return f"{word}{most} Siegpunkte genügen nicht; das Spiel endet, wenn am Ende eines Zuges jemand {VICTORY} hat."


def strength(each: Sequence[int], printed: int, sources: Sequence[str]) -> str:
    """Return how strong creatures are that all have the same, and what makes them so."""
    change = each[0] - printed
    many = f"{sum(each)}: jede hat {each[0]}; " if len(each) > 1 else f"{each[0]}: "
    told = f"{many}{printed} {'ist' if printed == 1 else 'sind'} aufgedruckt"
    if change and sources:
        by = f"durch {listed(sources)}"
        verb = "kommt" if change == 1 else "kommen"
        told += f", dazu {verb} {change} {by}" if change > 0 else f", {by} {-change} weniger"
    return f"{told}."


def booty(size: int) -> str:
    """Return how many treasures are shared out."""
    return (
        f"Die Beute: {count(size, 'Schatz', 'Schätze')}."
        if size
        else "Keine Beute: Die Monster dort haben 0 Schätze."
    )


def short_of(strength: str, wall: str, lacking: int) -> str:
    """Return how much strength a base lacks."""
    if lacking <= 0:
        return f"Nichts fehlt: Gesamtstärke {strength} gegen Zerstörungswert {wall}."
    fate = f"Es {'fehlt' if lacking == 1 else 'fehlen'} {lacking}"
    return f"{fate}: Gesamtstärke {strength} gegen Zerstörungswert {wall}."


def reckoned(extra: Mapping[str, int | str]) -> str:
    """Return the sum of what was shared out, or by how much somebody is ahead."""
    names = {"summe": "Zusammen sind das {}.", "vorsprung": "Der Unterschied beträgt {}."}
    return "".join(f" {names[name].format(number)}" for name, number in extra.items())


def wall(sums: str) -> str:
    """Return from which strength on a base falls."""
    return f"Zerstörungswert {sums}: So viel Stärke brauchen dort alle zusammen."


def shares(shown: Mapping[str, int | str], what: str) -> str:
    """Return who gets how many, the most first."""
    ranked = sorted(shown.items(), key=lambda row: -int(row[1]))
    return f"{what} – {'; '.join(f'{name(who)}: {number}' for who, number in ranked)}."


def unpriced(gold: int) -> str:
    """Return the question for the price of what is sold along."""
    return f"Das sind bisher {gold} Goldstücke; für eine Stufe braucht es 1000. Wie viel ist der Rest wert?"


def sale(levels: int, gold: int, level: int | None, *, rest: bool, held: bool) -> str:
    """Return what a sale brings, and where one stands then."""
    bought = count(levels, "Stufe", "Stufen") if levels else "Keine Stufe"
    told = f"{bought} für {gold} Goldstücke{'; der Rest verfällt' if rest else ''}."
    if level is not None:
        told += f" Du stehst dann auf Stufe {level}."
    return f"{told} Die letzte Stufe bringt nur ein getötetes Monster, kein Verkauf." if held else told


def charity(due: int, kept: int, given: bool | None, receivers: Sequence[str], giver: str = ME) -> str:
    """Return how many cards go, how many stay, and where to; `given` is None where nobody told who stands lowest."""
    lowest = "sie gehen an die niedrigste Stufe, bei mehreren möglichst gleich verteilt"
    if given and len(receivers) == 1:
        whom = "Dich" if receivers[0] == ME else name(receivers[0])
        fate = f"sie {'geht' if due == 1 else 'gehen'} an {whom} mit der niedrigsten Stufe"
    elif given is None:
        himself = "stehst Du selbst" if giver == ME else f"steht {name(giver)} selbst"
        fate = f"{lowest}; {himself} am niedrigsten, werden sie abgelegt"
    else:
        fate = lowest if given else f"sie werden abgelegt, denn niemand steht tiefer als {name(giver)}"
    return f"{count(due, 'Karte', 'Karten')} zu viel: {kept} bleiben auf der Hand; {fate}."


def without_cards(cites: Iterable[str]) -> list[str]:
    """Return what an answer rests on, each once: the rules, not the cards."""
    return [cite for cite in dict.fromkeys(cites) if not cite.startswith("card:")]


def grounds(result: Mapping[str, Any]) -> list[str]:
    """Return what the first steps of a result rest on."""
    steps = [step for outcome in result["outcomes"] for step in outcome["steps"]]
    return without_cards(cite for step in steps[:3] for cite in step["cites"])[:MOST_CITES]


def changed(kind: str, before: Mapping[str, int | str], now: Mapping[str, int | str]) -> str:
    """Return what a further question changed: „12 : 13 → 14 : 13“; nothing where it is the same."""
    if kind == "fight":
        pairs = [(one.get("munchkins"), one.get("monsters")) for one in (before, now)]
        known = all(None not in pair for pair in pairs)
        old, new = (f"{ours} : {theirs}" for ours, theirs in pairs) if known else ("", "")
    elif kind in ("chance", "sale", "charity"):
        row = {"chance": "chance", "sale": "stufen", "charity": "abgeben"}[kind]
        old, new = str(before.get(row, "")), str(now.get(row, ""))
        if kind == "sale" and old and new:
            old, new = (count(int(one), "Stufe", "Stufen") for one in (old, new))
    elif "staerke" in now:
        old, new = (f"{one.get('staerke', 0)} : {one.get('zerstoerungswert', 0)}" for one in (before, now))
        old = old if "staerke" in before else ""
    else:
        people = [who for who in now if who not in ("gesamtstaerke", "zerstoerungswert")]
        turned = [who for who in people if who in before and before[who] != now[who]]
        old, new = (", ".join(f"{name(who)} {one[who]}" for who in turned) for one in (before, now))
    return f"{old} → {new}" if old and new and old != new else ""
