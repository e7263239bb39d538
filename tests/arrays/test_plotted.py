"""Many games moved on arrays against the ordinary engine, game by game."""

from random import Random

import numpy as np
import pytest

import hexwidget as hw
from hexwidget.arrays.plotted.lockstep import resolve_many
from hexwidget.arrays.plotted.movement import BITS, NO_UNIT, Movers, move_many
from hexwidget.geometry import HexMap, Offset
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.execution import Mover, Reason, move
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.system import PLOTTED
from tests.plotted.positions import places, scripted

SCENARIOS = [name for name in hw.scenarios() if name.startswith("plotted/")]
ENGAGED = {"red": {"0303": "cavalry 3", "0404": "infantry 2"}, "blue": {"0403": "cavalry 3", "0504": "infantry 2"}}


def turns(
    start: PlottedPosition, number: int, rng: Random
) -> list[tuple[PlottedPosition, list[Seal], PlottedPosition]]:
    """Turns of random games: each as the position before the last seals, these seals, and the position after."""
    found = []
    position = start
    while len(found) < number:
        if position.outcome is not None or rng.random() < 0.02:
            position = start
        node = PLOTTED.chance(position)
        if node is not None:
            position = PLOTTED.carry_out(position, node.sample(rng)).position
            continue
        before = position
        seals = [PLOTTED.legal_actions(before, before.players[seat]).sample(rng) for seat in before.writing]
        rng.shuffle(seals)
        early = rng.randrange(len(seals))
        for n, seal in enumerate(seals):
            if n == early:
                before = position
            position = PLOTTED.carry_out(position, seal).position
        found.append((before, seals[early:], position))
    return found


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("melee", ["d20", "none"])
def test_positions_of_random_games_resolve_as_single_games(name: str, melee: str) -> None:
    described = PLOTTED.to_json(hw.scenario(name).position) | {"melee": melee}
    played = turns(PLOTTED.from_json(described), 120, Random(name + melee))
    done = resolve_many([before for before, _, _ in played], [seals for _, seals, _ in played])
    assert len(done) == len(played)
    for n, (before, _, after) in enumerate(played):
        assert done[n] == after, f"{before}\n{done[n]}"
    assert done[-1] == list(done)[-1] == done[len(played) - 2 :][1]


def test_engaged_units_retreat_without_zones_as_in_single_games() -> None:
    start = scripted(**ENGAGED, engaged=[["0303", "0403"], ["0404", "0504"]])
    played = turns(start, 120, Random(1))
    done = resolve_many([before for before, _, _ in played], [seals for _, seals, _ in played])
    assert list(done) == [after for _, _, after in played]


def battle(hexmap: HexMap, rng: Random) -> list[Mover]:
    """A crowd of three sides. Each unit has a random route and a random zone, some have no control."""
    places_ = list(HexMap.members(hexmap.full))
    movers = []
    for at in rng.sample(places_, rng.randint(0, len(places_) * 3 // 4)):
        route, here = [], at
        for _ in range(rng.randrange(5)):
            here = rng.choice(list(hexmap.neighbours(here)))
            route.append(here)
        zone = frozenset(side for side in hexmap.steps if rng.random() < 0.5)
        control = rng.random() < 0.4
        movers.append(Mover(at, rng.randrange(3), tuple(route), control, frozenset(hexmap.steps) if control else zone))
    return movers


@pytest.mark.slow
@pytest.mark.parametrize("stagger", Offset)
def test_crowds_of_three_sides_move_as_in_single_games(stagger: Offset) -> None:
    """Chains, rings, crowds over a hex, head-on pairs and zones of all shapes, far more than in a game."""
    hexmap, rng = HexMap(6, 5, stagger, ("plains",), bytes(30)), Random(stagger.value)
    battles = [battle(hexmap, rng) for _ in range(600)]
    units = max(map(len, battles))
    at, owner = (np.full((len(battles), units), NO_UNIT) for _ in range(2))
    route = np.full((len(battles), units, 4), NO_UNIT)
    control, zone = np.zeros(at.shape, bool), np.zeros(at.shape, np.uint8)
    for n, movers in enumerate(battles):
        for k, mover in enumerate(movers):
            at[n, k], owner[n, k], control[n, k] = mover.at, mover.owner, mover.control
            route[n, k, : len(mover.route)] = mover.route
            zone[n, k] = sum(1 << hexmap.steps.index(side) for side in mover.zone)
    moved = move_many(hexmap, Movers(at, owner, route, control, zone))
    seen = set[Reason]()
    for n, movers in enumerate(battles):
        alone, size = move(movers, hexmap.steps), len(movers)
        reasons = [0] * size
        for stop in alone.stops:
            reasons[stop.unit] |= BITS[stop.reason]
        assert moved.at[n, :size].tolist() == alone.ats
        assert moved.walked[n, :size].tolist() == alone.walked
        assert moved.reasons[n, :size].tolist() == reasons
        assert {(a, b) for _, a, b in moved.pairs[moved.pairs[:, 0] == n].tolist()} == alone.pairs
        seen.update(stop.reason for stop in alone.stops)
    assert seen == set(Reason)
    assert (moved.at[at == NO_UNIT] == NO_UNIT).all()


def test_no_games_and_games_without_movement_resolve() -> None:
    assert list(resolve_many([], [])) == []
    rests = scripted({"0101": "cavalry 3"}, {"0505": "cavalry 3"})
    done = resolve_many([rests], [[Seal("red", ()), Seal("blue", ())]])
    assert places(done[0]) == places(rests)
    assert done[0].turn == 2


def test_positions_that_cannot_be_moved_together_are_refused_with_their_place() -> None:
    red, blue = {"0101": "cavalry 3"}, {"0505": "cavalry 3"}
    here, rest = scripted(red, blue), [Seal("red", ()), Seal("blue", ())]
    green = scripted(red, blue, players=["red", "green"], units={"red": red, "green": blue})
    with pytest.raises(hw.InputError) as found:
        resolve_many([here, green, here], [rest, rest, rest[:1]])
    assert [problem.place for problem in found.value.problems] == ["1/players", "2"]
    assert "waits for the orders of red, blue, and has those of red" in str(found.value)
    with pytest.raises(hw.InputError, match="1/map: another map"):
        resolve_many([here, scripted({"0101": "cavalry 3"}, {"0202": "cavalry 3"}, map=". .\n  . .")], [rest, rest])
    with pytest.raises(hw.InputError, match="for each of 2 positions, not for 1"):
        resolve_many([here, here], [rest])
    fighting = scripted({"0303": "cavalry 3"}, {"0503": "cavalry 3"})
    dice = resolve_many([fighting], [[Seal("red", (Order("0303", "march", ("0403",)),)), Seal("blue", ())]])[0]
    assert dice.melees
    with pytest.raises(hw.InputError, match="roll its dice first"):
        resolve_many([dice], [rest])


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (Order("0505", "march", ("0504",)), "red has no unit there"),
        (Order("0202", "march", ("0201",)), "red has no unit there"),
        (Order("0101", "march", ("0303",)), "step 1 of its route is from 0101 to 0303"),
        (Order("0101", "march", ("9999",)), "step 1 of its route is from 0101 to nowhere"),
    ],
)
def test_orders_that_cannot_be_carried_out_are_refused(order: Order, message: str) -> None:
    here = scripted({"0101": "cavalry 3"}, {"0505": "cavalry 3"})
    with pytest.raises(hw.InputError, match=message):
        resolve_many([here], [[Seal("red", (order,)), Seal("blue", ())]])
