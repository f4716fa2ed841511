"""The race as a Python game of OpenSpiel, played with the same dice."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pyspiel

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.peers.clock import run

ASKED = json.loads(Path(sys.argv[1]).read_text())
MONSTERS, TURNS = ASKED["monsters"], ASKED["turns"]
HIGHEST, ESCAPES = 10, 5
TYPE = pyspiel.GameType(
    short_name="python_race", long_name="Race", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2, min_num_players=2,
    provides_information_state_string=False, provides_information_state_tensor=False,
    provides_observation_string=False, provides_observation_tensor=False, parameter_specification={},
)  # fmt: skip
INFO = pyspiel.GameInfo(
    num_distinct_actions=1, max_chance_outcomes=len(MONSTERS), num_players=2, min_utility=0.0, max_utility=1.0,
    utility_sum=None, max_game_length=3 * TURNS,
)  # fmt: skip
MONSTER, FIGHT, FLIGHT = range(3)


class Race(pyspiel.Game):
    def __init__(self, params: Any = None) -> None:
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
        return None


class State(pyspiel.State):
    """Whose turn, both levels, the monster, and what comes next."""

    def __init__(self, game: Race) -> None:
        super().__init__(game)
        self.levels, self.turn, self.monster, self.next = [1, 1], 0, 0, MONSTER

    def current_player(self) -> int:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return self.turn % 2 if self.next == FIGHT else pyspiel.PlayerId.CHANCE

    def is_terminal(self) -> bool:
        return max(self.levels) >= HIGHEST or self.turn >= TURNS

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = len(MONSTERS) if self.next == MONSTER else 6
        return [(outcome, 1 / number) for outcome in range(number)]

    def _legal_actions(self, player: int) -> list[int]:
        return [0]

    def _apply_action(self, action: int) -> None:
        me = self.turn % 2
        level, worth, takes = MONSTERS[self.monster]
        if self.next == MONSTER:
            self.monster, self.next = action, FIGHT
        elif self.next == FIGHT and self.levels[me] <= level:
            self.next = FLIGHT
        else:
            if self.next == FIGHT:
                self.levels[me] = min(HIGHEST, self.levels[me] + worth)
            elif action + 1 < ESCAPES:
                self.levels[me] = max(1, self.levels[me] - takes)
            self.turn, self.next = self.turn + 1, MONSTER

    def returns(self) -> list[float]:
        return [float(level >= HIGHEST) for level in self.levels]

    def __str__(self) -> str:
        return f"{self.levels} {self.turn} {self.monster} {self.next}"


pyspiel.register_game(TYPE, Race)
GAME = pyspiel.load_game("python_race")


def play(seed: int) -> list[int]:
    dice, state = Random(seed), GAME.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = [action for action, _ in state.chance_outcomes()]
            number = (
                dice.randrange(len(outcomes)) if len(outcomes) == len(MONSTERS) else dice.randint(1, 6) - 1
            )
            state.apply_action(outcomes[number])
        else:
            state.apply_action(state.legal_actions()[0])
    return [*state.levels, state.turn]


run(play)
