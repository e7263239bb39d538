"""Seats are shared out exactly, also where units join, leave and wade: compared with every crossing, and for armies of dozens."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.counts import counts_of
from hexwidget.systems.depletion.maneuver.packing import best_numbers
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan
from hexwidget.systems.depletion.maneuver.seating import Seating
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import PEASANTS, TERRAINS, UNPACKED
from tests.amounts import chances, many
from tests.depletion.every_crossing import Answer, answer
from tests.depletion.positions import codes, scripted
from tests.systems.counting import calls_of

clause = pytest.mark.clause


def archipelago(rng: Random) -> DepletionPosition:
    """A position of many vessels, and of armies of few kinds of units on most land."""
    while True:
        columns, rows = rng.choice([(4, 2), (3, 3), (6, 1)])
        cells = bytes(rng.choice([0, 0, 0, 2, 4, 4, 4, 5]) for _ in range(columns * rows))
        hexmap = HexMap(columns, rows, rng.choice(list(Offset)), [t.key for t in TERRAINS], cells)
        land, water = ([hexmap.name(at) for at in hexmap.members(hexmap.plane(*g))] for g in (("plains", "mountain"), ("sea", "ocean")))  # fmt: skip
        if len(land) > 1 and water:
            break
    kinds = rng.sample(["peasants", "peasants", "archers", "cavalry", "trebuchet", "unpacked_trebuchet"], 2)
    armies = {space: {kind: rng.randint(1, 3) for kind in {*rng.choices(kinds, k=2)}} for space in land}
    armies |= {space: {"galley": rng.choice([1, 1, 2])} for space in water if rng.random() < 0.6}
    made = hw.system("depletion").position(
        map=hexmap,
        players=["red"],
        armies={"red": armies},
        cities={"red": rng.sample(land, rng.choice([0, 0, 1, 2]))},
        castles={"red": land[:1]},
        pace=rng.choice(["strict", "per_unit"]),
        army_size=99,
    )
    assert isinstance(made, DepletionPosition)
    return made


def wandering(position: DepletionPosition, rng: Random) -> Maneuver:
    """A maneuver by a way at random, on which units join and leave, and which names some seats."""
    army = rng.choice([army for army in position.armies if not army.units[-1]])
    path = [army.at]
    for _ in range(rng.choice([1, 2, 3, 4, 5])):
        path.append(rng.choice(list(position.map.neighbours(path[-1])) or [army.at]))
    units = tuple(rng.randint(0, n) for n in army.units) if rng.random() < 0.5 else army.units
    group, changes = units, [list[tuple[int, tuple[int, ...]]](), list[tuple[int, tuple[int, ...]]]()]
    for n, at in enumerate(path[1:-1], 1):
        there = position.army_of(0, at)
        joins = there is not None and not there.units[-1]
        if rng.random() < 0.6 and (joins or sum(group) > 1):
            of = there.units if there is not None and joins and rng.random() < 0.6 else group
            some = tuple(rng.randint(0, k) for k in of)
            kind = int(of is not group)
            if any(some):
                changes[kind].append((n, some))
                group = tuple(g + s if kind else g - s for g, s in zip(group, some, strict=True))
    drops, pickups = map(tuple, changes)
    vessels = [position.map.name(a.at) for a in position.armies if a.units[-1]]
    named = rng.sample(vessels, min(len(vessels), rng.choice([0, 0, 0, 1, 2])))
    riding = [t for t, k in enumerate(army.units) if k and t != UNPACKED] or [PEASANTS]
    ferries = tuple((space, counts_of(rng.choices(riding, k=rng.choice([1, 1, 2])))) for space in sorted(named))
    return Maneuver(
        "red",
        tuple(map(position.map.name, path)),
        rng.random() < 0.5,
        units=units if any(units) else None,
        drops=drops,
        pickups=pickups,
        pack=units[UNPACKED],
        unpack=rng.choice([0, 0, 1]),
        ferries=ferries,
    )


def found(plan: CorpsPlan) -> Answer:
    """The answer of the engine, in the words of brute force."""
    seating = Seating(plan.groups, plan.harbour)
    best, fits = seating.best, seating.suffices(seating.best)
    costs = [(c.costs.who is not None, c.costs.total) for c in seating.crossings()] if fits else None
    lacking = best.worth.far, best.worth.parted, best.worth.lacking
    return Answer(costs, lacking, seating.named_seats_fit())


@pytest.mark.slow
def test_seats_and_costs_are_those_of_the_best_crossing_of_all() -> None:
    full = lacking = dear = 0
    for number in range(many(150, 6000, quick=40)):
        rng = chances("seating", number)
        position = archipelago(rng)
        groups = [wandering(position, rng) for _ in range(rng.choice([1, 1, 1, 2]))]
        plan = CorpsPlan(position, "red", groups, 0)
        said, right = found(plan), answer(plan.groups, plan.harbour)
        told = (position.notation, str(plan.action), right, said)
        assert said.lacking == right.lacking, told
        assert said.named == right.named, told
        assert (said.costs is None) == (right.costs is None), told
        if said.costs is not None and right.costs is not None:
            assert [d for d, _ in said.costs] == [d for d, _ in right.costs], told
            if position.settings["pace"] == "strict":
                assert said.costs == right.costs, told
            dear += any(d for d, _ in said.costs)
        full += said.costs is not None
        lacking += any(said.lacking)
    assert full
    assert lacking
    assert dear


# ---------------------------------------------------------------- dozens of units
TIMES = 12
MOST_CALLS = 20_000


def grown(position: DepletionPosition) -> DepletionPosition:
    """The position with a dozen units for each."""
    described = position.system.to_json(position)
    for armies in described["armies"].values():
        for space, units in armies.items():
            armies[space] = {kind: TIMES * number for kind, number in units.items()}
    found = position.system.from_json(described)
    assert isinstance(found, DepletionPosition)
    return found


def grown_action(action: Maneuver) -> Maneuver:
    """The maneuver with a dozen units for each."""

    def more(changes: tuple[tuple[Any, tuple[int, ...]], ...]) -> tuple[tuple[Any, tuple[int, ...]], ...]:
        return tuple((where, tuple(TIMES * n for n in units)) for where, units in changes)

    units = None if action.units is None else tuple(TIMES * n for n in action.units)
    switched = {"pack": TIMES * action.pack, "unpack": TIMES * action.unpack}
    changed = {"drops": more(action.drops), "pickups": more(action.pickups), "ferries": more(action.ferries)}
    return replace(action, units=units, **switched, **changed)


@pytest.mark.slow
def test_a_dozen_times_as_many_units_cross_with_a_dozen_times_as_many_vessels() -> None:
    crossed = 0
    for number in range(many(100, 2000, quick=20)):
        rng = chances("seating of dozens", number)
        position = archipelago(rng)
        action = wandering(position, rng)
        few = found(CorpsPlan(position, "red", [action], 0))
        plan = CorpsPlan(grown(position), "red", [grown_action(action)], 0)
        calls_of(partial(found, plan), MOST_CALLS)
        if few.costs is not None:
            crossed += 1
            assert found(plan).costs == few.costs, (position.notation, str(action))
    assert crossed


STRAIT = {"map": ". ~ ~ ~ .", "army_size": 99}


@clause("D7.4")
def test_ninety_peasants_ride_in_the_only_way_in_which_their_points_suffice() -> None:
    """Each of the ninety may wade or ride, those that are left behind, too: 31 x 21 x 41 ways."""
    position = scripted({"0101": "90 peasants", "0301": "45 galleys"}, **STRAIT)
    assert codes(position, "0101-0201[-30 peasants]-0301[-20 peasants]-0401 march") == []


@pytest.mark.slow
@clause("D7.3", bars=True)
def test_two_of_ninety_peasants_wade_where_a_vessel_is_missing() -> None:
    position = scripted({"0101": "90 peasants", "0301": "44 galleys"}, **STRAIT)
    path = "0101-0201[-30 peasants]-0301[-20 peasants]-0401 march"
    assert codes(position, path) == [("D1.1", "too_dear")]
    assert "peasants wade where no seat is left (D7.3)" in str(position.check(path))
    named = f"{path.removesuffix(' march')} ferry 0301(89 peasants) march"
    assert ("D7.3", "named_too_many") in codes(position, named)


@clause("D7.4")
def test_forty_seats_are_named() -> None:
    position = scripted({"0101": "40 archers, 40 cavalry", "0201": "20 galleys", "0202": "20 galleys"}, map=". ~ .\n . ~ .", army_size=99)  # fmt: skip
    path = "0101-0201-0301"
    assert codes(position, f"{path} ferry 0201(20 archers, 20 cavalry)") == []
    assert codes(position, f"{path} ferry 0201(40 archers) ferry 0202(40 cavalry)") == []
    both = f"{path} ferry 0201(20 archers, 20 cavalry) ferry 0202(21 archers)"
    assert codes(position, both) == [("D7.4", "named_together")]


def test_a_path_with_many_parts_to_wade_is_too_dear() -> None:
    """Where peasants are left on nine hexes of the sea, each part between may be waded or not."""
    position = scripted({"0101": "20 peasants", "0601": "9 galleys"}, map=". ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ .", army_size=99)
    path = "-".join(["0101", *(f"{n:02}01[-2 peasants]" for n in range(2, 11)), "1101"])
    assert codes(position, path) == [("D1.1", "too_dear")]


# ---------------------------------------------------------------- numbers under limits
def test_the_best_numbers_are_whole() -> None:
    """Each two of three options exclude each other. Halves of all would be worth more than one."""
    assert best_numbers([2, 2, 3], [((0, 1), 1), ((1, 2), 1), ((0, 2), 1)]) == [0, 0, 1]
    assert sorted(best_numbers([1, 1, 1], [((0, 1), 3), ((1, 2), 3), ((0, 2), 3)])) == [1, 1, 2]


def worth(weights: Sequence[int], chosen: Sequence[int]) -> int:
    return sum(w * n for w, n in zip(weights, chosen, strict=True))


def test_the_best_numbers_are_those_of_brute_force() -> None:
    for number in range(many(200, 20_000, quick=50)):
        rng = chances("packing", number)
        weights = [rng.randint(-1, 9) for _ in range(rng.randint(1, 4))]
        limits = [(rng.sample(range(len(weights)), rng.randint(1, len(weights))), rng.randint(0, 4)) for _ in range(4)]
        limits += [([k], 4) for k in range(len(weights))]

        every = [
            chosen
            for chosen in product(range(5), repeat=len(weights))
            if all(sum(chosen[k] for k in some) <= most for some, most in limits)
        ]
        best = best_numbers(weights, limits)
        assert tuple(best) in every
        assert worth(weights, best) == max(worth(weights, each) for each in every)
