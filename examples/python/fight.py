"""Works a fight out and prints who wins, and why."""

from __future__ import annotations

import sys

from munchkin_regeln_client import Client
from munchkin_regeln_client.api.resolver import resolve_scenario
from munchkin_regeln_client.models import Problem, Resolution, Scenario

QUESTION = {
    "game": "munchkin",
    "sets": ["axe-cop"],
    "state": {
        "players": [{"id": "anna", "level": 5, "in_play": ["krieger"]}, {"id": "ben", "level": 3}],
        "turn": {"player": "anna", "phase": "door"},
        "combat": {
            "fighter": "anna",
            "monsters": [{"card": {"name": "Höllenhund", "kind": "monster", "level": 5, "treasures": 2}}],
        },
    },
    "do": [{"action": "finish_combat", "player": "anna"}],
}


def main() -> None:
    answer = resolve_scenario.sync(client=Client(base_url=sys.argv[1]), body=Scenario.from_dict(QUESTION))
    if isinstance(answer, Problem):
        raise SystemExit(answer.detail)
    if not isinstance(answer, Resolution):
        raise SystemExit("Keine Antwort.")
    print(answer.summary)
    for step in answer.outcomes[0].steps:
        print(f"- {step.text} [{', '.join(step.cites)}]")


if __name__ == "__main__":
    main()
