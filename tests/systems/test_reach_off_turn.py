"""The reach of a piece whose player is not to act is what it would be if that player were to move now, in all systems."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.files.scenario import scenarios_of
from hexwidget.rules import Position
from tests.amounts import chances, many

TURNS = {"depletion": "pass", "frontiers": "pass", "orders": "end turn"}
"""An action of each system after which others act, and no piece has gone on."""


def reaches_of(position: Position, player: str) -> dict[str, dict[str, int]]:
    """The costs within the reach of each unit of a player, by its id or its space."""
    seat = position.players.index(player)
    by_id = position.system.name == "frontiers"
    units = [u for u in position.units if u.owner == seat] if by_id else position.system.units(position)
    keys = [u.id if by_id else u.space for u in units if u.owner == seat]
    return {key: position.reach(key).costs() for key in keys}


def turned(name: str, rng: Random) -> tuple[Position, str, Position] | None:
    """A position of a random game in which one player is to act, who then passes; another player, and the position in which that one is
    next, with the same pieces. None where the game ends before."""
    position: Position = hw.scenario(rng.choice([*scenarios_of(name)])).position
    for _ in range(rng.randrange(12) * 4):
        if not position.to_act:
            return None
        done = (
            position.chance.sample(rng) if position.chance else position.legal_actions(min(position.to_act)).pick(rng)
        )
        position = position.apply(done).position
    if position.chance is not None or len(position.to_act) != 1:
        return None
    (player,) = position.to_act
    passed = position.parse(f"{player}: {TURNS[name]}")
    if not position.check(passed):
        return None
    after = position.apply(passed).position
    other = next(iter(after.to_act))
    here, there = ({(p.id, p.space, p.count) for p in each.scene().pieces} for each in (position, after))
    same = other in position.players and other != player and here == there
    phase: Any = "phase" if name == "frontiers" else "round"
    return (position, other, after) if same and getattr(position, phase, 0) == getattr(after, phase, 0) else None


@pytest.mark.parametrize("name", list(TURNS))
def test_a_reach_off_turn_is_that_of_the_players_turn(name: str) -> None:
    compared = 0
    for number in range(many(15, 400)):
        found = turned(name, chances(name, number, "turned"))
        if found is not None:
            position, player, after = found
            assert reaches_of(position, player) == reaches_of(after, player), position.notation
            compared += 1
    assert compared > 2


@pytest.mark.parametrize(("name", "piece"), [("orders/two-on-one", "0302"), ("rondel/city-under-enemy-eyes", "athens")])
def test_a_piece_off_turn_has_a_reach_and_says_why(name: str, piece: str) -> None:
    position = hw.scenario(name).position
    area = position.reach(piece)
    assert len(area) > 0
    assert all(area.why(space) for space in area)
