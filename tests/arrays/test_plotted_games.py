"""Whole games in lockstep against the ordinary engine, turn by turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hexwidget as hw
from hexwidget.arrays.plotted.games import Games
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.fast.enumeration import orders_of
from hexwidget.systems.plotted.outcome import strengths
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.system import PLOTTED
from tests.plotted.positions import scripted

SCENARIOS = [name for name in hw.scenarios() if name.startswith("plotted/")]


def sealed(position: PlottedPosition, numbers: dict[int, float], check: bool) -> PlottedPosition:
    """The position after orders drawn by a number for each unit's hex, sealed one player after the other."""
    orders: list[list[Any]] = [[] for _ in position.players]
    for unit in position.units:
        (may,) = orders_of(position, [unit])
        orders[unit.owner].append(may[int(numbers[unit.at] * len(may))])
    for seat in position.writing:
        seal = Seal(position.players[seat], tuple(order for order in orders[seat] if order is not None))
        assert not check or seal in position.legal_actions(seal.player)
        position = PLOTTED.carry_out(position, seal).position
    return position


def rolled(position: PlottedPosition, dice: Any) -> PlottedPosition:
    for value in dice.ravel().tolist():
        node = PLOTTED.chance(position)
        assert node is not None
        position = PLOTTED.carry_out(position, next(o for o in node if o.value == str(value))).position
    return position


def play(start: PlottedPosition, number: int, turns: int, seed: int) -> Games:
    """Play games in lockstep, and compare them with the ordinary engine after the movement and the dice of every turn."""
    games, ones, rng = Games([start] * number), [start] * number, np.random.default_rng(seed)
    for turn in range(turns):
        numbers, live = rng.random(games.at.shape), [n for n in range(number) if not games.over[n]]
        by_hex = [
            {at: u for at, u, owner in zip(*of, strict=True) if owner >= 0}
            for of in zip(games.at.tolist(), numbers.tolist(), games.owner.tolist(), strict=True)
        ]
        games.carry_out(games.write(numbers))
        for n in live:
            ones[n] = sealed(ones[n], by_hex[n], check=turn < 2 and n < 3)
        assert [games.position(n) for n in range(number)] == ones
        dice, game = rng.integers(1, 21, (len(games.melees), 2)), games.melees[:, 0]
        games.roll(dice)
        ones = [rolled(one, dice[game == n]) for n, one in enumerate(ones)]
        for n, one in enumerate(ones):
            assert games.position(n) == one, f"{games.position(n)}\n{one}"
        assert games.over.tolist() == [one.outcome is not None for one in ones]
        assert games.strengths.tolist() == [strengths(one) for one in ones]
    return games


@pytest.mark.parametrize("name", SCENARIOS)
def test_games_of_scenarios_equal_single_games(name: str) -> None:
    start = hw.scenario(name).position
    games = play(start, 20, start.settings["turns"] + 1, len(name))
    assert games.over.all()
    assert len({games.position(n).key for n in range(20)}) > 10


@pytest.mark.parametrize("melee", ["d20", "none"])
@pytest.mark.parametrize("objective", ["eliminate", "hold 0303 0304"])
def test_games_under_every_reading_equal_single_games(melee: str, objective: str) -> None:
    ground = "\n".join("  " * (row % 2) + line for row, line in enumerate([". ^ . % .", ". . . ~ .", ". % . . *"] * 2))
    start = scripted(
        {"0101": "cavalry 2", "0202": "infantry 1", "0303": "cavalry 1"},
        {"0403": "infantry 2", "0505": "cavalry 2", "0304": "infantry 1"},
        map=ground,
        engaged=[["0303", "0403"]],
        costs={"hills": 3},
        minimum_move="one_hex",
        melee=melee,
        objective=objective,
        turns=6,
    )
    play(start, 25, 7, 5)


def test_a_turn_is_drawn_from_one_generator() -> None:
    start = hw.scenario("plotted/the-ford").position
    games, again = Games([start] * 50), Games([start] * 50)
    one, other = np.random.default_rng(4), np.random.default_rng(4)
    while not games.over.all():
        games.turn(one)
        again.turn(other)
    assert [games.position(n) for n in range(50)] == [again.position(n) for n in range(50)]
    assert all(games.position(n).outcome for n in range(50))


def test_positions_that_cannot_be_played_together_are_refused_with_their_place() -> None:
    red, blue = {"0303": "cavalry 3"}, {"0503": "cavalry 3"}
    here = scripted(red, blue)
    sealed_already = here.apply("red: all rest").position
    fighting = here.apply("red: march 0303-0403").position.apply("blue: all rest").position
    for other, message in (
        (scripted({"0101": "cavalry 3"}, {"0202": "cavalry 3"}, map=". .\n  . ."), "1/map: another map"),
        (scripted(red, blue, turns=3), "1: other costs, options or parameters"),
        (sealed_already, "1/sealed: orders are sealed already"),
        (fighting, "1/melees: dice are to be rolled"),
    ):
        with pytest.raises(hw.InputError, match=message):
            Games([here, other])
    with pytest.raises(hw.InputError, match="at least one position"):
        Games([])
