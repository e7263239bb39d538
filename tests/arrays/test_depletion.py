"""Many games at once against one after the other: the arrays give what the ordinary engine gives."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.arrays.depletion.lockstep import Games, reach_of_many
from hexwidget.geometry import HexMap, Offset
from hexwidget.geometry.hexmap import HOLE
from hexwidget.systems.depletion.actions import Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.system import DEPLETION
from hexwidget.systems.depletion.units import TERRAINS, UNPACKED
from tests.amounts import examples
from tests.depletion.positions import scripted
from tests.depletion.strategies import LAND, LAND_UNITS

COVERED = ("first-steps", "five-hexes-of-water", "gathering-cavalry", "three-armies", "two-of-four-ride-off")


def alone(position: DepletionPosition, numbers: Any, check: bool = False) -> DepletionPosition:
    """The documented effects of `Games.drawn` and `Games.carry_out`, brought about by the ordinary engine."""
    if position.outcome is not None:
        return position
    player = position.players[position.turn]
    armies = [army for army in position.armies if army.owner == position.turn and not army.cubes]
    action: Maneuver | Pass = Pass(player)
    if armies:
        army, march = armies[int(numbers[0] * len(armies))], bool(numbers[1] < 0.5)
        reach = position.reach(position.map.name(army.at), march=march)
        ends = list(reach)
        if ends:
            path = reach.path(ends[int(numbers[2] * len(ends))])
            action = Maneuver(player, path, march, pack=army.units[UNPACKED] if len(path) > 1 else 0)
            assert not check or action in position.legal_actions()
    position = DEPLETION.carry_out(position, action).position
    if position.deciding is not None and position.outcome is None:
        position = DEPLETION.carry_out(position, NoAttack(player)).position
    return position


@pytest.mark.slow
@pytest.mark.parametrize("name", COVERED)
def test_games_from_scenarios_go_as_single_games(name: str) -> None:
    start, number = hw.scenario(f"depletion/{name}").position, 40
    games, ones, rng = Games([start] * number), [start] * number, np.random.default_rng(len(name))
    for step in range(24):
        numbers = rng.random((3, number))
        games.carry_out(games.moves_for(numbers))
        ones = [alone(one, numbers[:, n], check=step < 3 and n < 5) for n, one in enumerate(ones)]
        for n, one in enumerate(ones):
            assert games.position(n) == one, f"{games.position(n)}\n{one}"
        assert games.over.tolist() == [one.outcome is not None for one in ones]
    assert len({one.key for one in ones[:10]}) > 1
    again = Games(ones)
    assert [again.position(n) for n in range(number)] == ones


def random_position(rng: Random, **more: Any) -> DepletionPosition:
    """A position on a map of any ground but unexplored, with holes, up to a dozen armies, homes and cubes; each player
    has a fleet or land units."""
    columns, rows = rng.randint(2, 14), rng.randint(2, 12)
    kinds = rng.choices([0, 1, 2, 3, 4, 5, HOLE], [50, 10, 12, 8, 12, 5, 3], k=columns * rows)
    kinds[0] = 0
    hexmap = HexMap(columns, rows, rng.choice(list(Offset)), [t.key for t in TERRAINS], bytes(kinds))
    land, sea = ([hexmap.name(i) for i in HexMap.members(hexmap.plane(*of))] for of in (LAND, ["sea"]))
    rng.shuffle(land)
    armies: dict[str, dict[str, Any]] = {"red": {}, "blue": {}, "Ada": {}}
    for space in land[: rng.randint(1, 12)]:
        chosen = rng.choices(LAND_UNITS, k=rng.randint(1, 4))
        armies[rng.choice(["red", "blue"])][space] = {key: chosen.count(key) for key in set(chosen)}
    for space in rng.sample(sea, min(len(sea), 3)):
        player = rng.choice(list(armies))
        armies[player][space] = {"galley": 1} if player == "Ada" else {"peasants": 2}
    held = [(player, space) for player, spaces in armies.items() for space in spaces]
    free = [("red", space) for space in land[12:]]
    homes = rng.sample(held + free, min(4, len(held)))
    made = DEPLETION.position(
        map=hexmap,
        players=list(armies),
        armies=armies,
        cubes={space: rng.randint(1, 2) for _, space in held if rng.random() < 0.2},
        cities={player: [s for p, s in homes if p == player and s in land] for player in armies},
        turn=rng.choice(list(armies)),
        rounds=2,
        army_size=rng.randint(4, 5),
        pace=rng.choice(["strict", "per_unit"]),
        **more,
    )
    assert isinstance(made, DepletionPosition)
    return made


@pytest.mark.slow
@examples(20)
@given(st.integers(0, 2**32))
def test_reach_on_random_maps_is_that_of_single_games(seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng)
    asked = [(position.map.name(army.at), march) for army in position.armies for march in (False, True)]
    found = reach_of_many([position] * len(asked), [space for space, _ in asked], [march for _, march in asked])
    game, at = found.members
    for n, (space, march) in enumerate(asked):
        reach = position.reach(space, march=march)
        assert found.names(n) == list(reach)
        costs = dict(zip(map(position.map.name, at[game == n].tolist()), found.costs[game == n].tolist(), strict=True))
        assert costs == reach.costs()
        assert found.plane(n) == reach.frame.to_map(reach.ends)
        assert found.counts[n] == len(reach)


@pytest.mark.slow
@examples(15)
@given(st.integers(0, 2**32))
def test_games_on_random_maps_go_as_single_games(seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng)
    if rng.random() < 0.5:
        spaces = rng.sample(list(position.map.names()), 2)
        position = random_position(Random(seed), objective=f"hold {spaces[0]}") if spaces else position
    ones = [position] * 4
    games, draws = Games(ones), np.random.default_rng(seed)
    for _ in range(8):
        numbers = draws.random((3, len(ones)))
        games.carry_out(games.moves_for(numbers))
        ones = [alone(one, numbers[:, n]) for n, one in enumerate(ones)]
        for n, one in enumerate(ones):
            assert games.position(n) == one, f"{games.position(n)}\n{one}"


def test_results_do_not_depend_on_the_size_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    position = hw.scenario("depletion/first-steps").position
    later = [position]
    for seed in range(9):
        later.append(alone(later[-1], np.random.default_rng(seed).random(3)))
    numbers = np.random.default_rng(1).random((3, len(later)))
    whole = Games(later).moves_for(numbers)
    monkeypatch.setattr("hexwidget.arrays.depletion.lockstep.BLOCK", 3)
    parts = Games(later).moves_for(numbers)
    assert all((a == b).all() for a, b in zip(whole, parts, strict=True))
    assert Games(later).draw(np.random.default_rng(1)).end.tolist() == whole.end.tolist()


@pytest.mark.parametrize(
    ("others", "message"),
    [
        (lambda p: [hw.scenario("depletion/the-strait").position], "0/map: it has unexplored hexes"),
        (lambda p: [scripted({"0101": "1 archer", "0201": "1 galley"}, map=". ~\n  . .")], r"0/armies/red.*D7\.1"),
        (lambda p: [p, hw.scenario("depletion/three-armies").position], "1/map: another map"),
        (lambda p: [p, scripted({"0101": "1 archer"}, rounds=3)], "1: other options or parameters"),
        (lambda p: [p, scripted({"0101": "1 archer"}, {"0201": "1 archer"}).apply("0101").position], '"no attack"'),
        (lambda p: [], "at least one position"),
    ],
)
def test_uncovered_positions_are_refused_with_place_and_clause(others: Any, message: str) -> None:
    with pytest.raises(hw.InputError, match=message):
        Games(others(scripted({"0101": "1 archer"})))


def test_a_missing_army_is_refused() -> None:
    position = scripted({"0101": "1 archer"})
    with pytest.raises(hw.InputError, match="1: there is no army on 0202"):
        reach_of_many([position, position], ["0101", "0202"])
    with pytest.raises(hw.InputError, match="0: unknown hex '0909'"):
        reach_of_many([position], "0909")
    with pytest.raises(hw.InputError, match="a hex for each of 1 positions, not 2"):
        reach_of_many([position], ["0101", "0101"])
    assert reach_of_many([position] * 2, "0101", march=True).names(1) == list(position.reach("0101", march=True))
