"""Fights in answer set programming: a program of our own with the same rules, solved anew for each question."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import clingo

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.peers.clock import run

PROGRAM = """
meets(V) :- trait(_, V).
#defined ties/0.
#defined boost/4. #defined modifier/3. #defined item/3.
ours(S) :- S = #sum { L, P, level : level(P, L); B, P, I : item(P, I, B) }.
theirs(S) :- S = #sum { L, M, level : monster(M, L, _, _); B, M, I, boost : boost(M, I, B, _);
                        X, M, V, modifier : modifier(M, V, X), meets(V) }.
won :- ours(A), theirs(B), A > B.
won :- ours(A), theirs(A), ties.
gain(G) :- won, G = #sum { X, M : monster(M, _, X, _) }.
gain(0) :- not won.
level(L) :- gain(G), fighter(P), level(P, X), L = X + G, L <= 10.
level(10) :- gain(G), fighter(P), level(P, X), X + G > 10.
more(M, S) :- monster(M, _, _, _), S = #sum { B, I : boost(M, I, _, B) }.
each(M, X + S) :- monster(M, _, _, X), more(M, S).
cards(C) :- won, C = #sum { T, M : each(M, T), T > 0 }.
cards(0) :- not won.
#show ours/1. #show theirs/1. #show won/0. #show level/1. #show cards/1.
"""


def facts(question: dict[str, Any]) -> str:
    state, told = question["state"], []
    combat = state["combat"]
    told.append(f"fighter({combat['fighter']}).")
    for person in state["players"]:
        name = person["id"]
        if name not in (combat["fighter"], combat["helper"]):
            continue
        told.append(f'level({name},{person["level"]}). trait({name},"gender:{person["gender"]}").')
        if person["level"] >= 5:
            told.append(f'trait({name},"level>=5").')
        for number, card in enumerate(person["in_play"]):
            told.append(
                f'trait({name},"{card["name"].lower()}"). item({name},{number},{card.get("bonus", 0)}).'
            )
            if "abilities" in card:
                told.append("ties.")
    for m, entry in enumerate(combat["monsters"]):
        card = entry["card"]
        told.append(f"monster({m},{card['level']},{card['levels']},{card['treasures']}).")
        told += [f'modifier({m},"{x["vs"]}",{x["strength"]}).' for x in card["modifiers"]]
        told += [f"boost({m},{i},{b['strength']},{b['treasures']})." for i, b in enumerate(entry["boosts"])]
    return "".join(told)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    control = clingo.Control()
    control.add("base", [], PROGRAM + facts(question))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            shown = {atom.name: atom.arguments for atom in model.symbols(shown=True)}
    values = {name: shown[name][0].number for name in ("ours", "theirs", "level", "cards")}
    return {**values, "won": "won" in shown}


run(answer)
