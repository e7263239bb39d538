"""Simultaneous movement: a thousand units on ten thousand hexes, six steps, beside the adjudication of `diplomacy`.

Times are per unit, as the two games have different sizes. `process`, the public call, stands beside the adjudication alone.
Diplomacy's rules have parts that ours lack: support, cut support, convoys and dislodgement, all settled in one step by
strength. Ours have six steps one after another, each with encounters, blocked columns and rings, and zones of control for
every unit that moved, with the reasons.
"""

from __future__ import annotations

from itertools import cycle
from random import Random
from statistics import median
from time import perf_counter

from bench.timing import interleaved, machine, table
from hexwidget.geometry import HexMap, Offset
from hexwidget.systems.plotted.execution import Mover, move

TITLE = "Everybody moves at once: what does a unit cost?"

UNITS = 1000
SIDE = 100
STEPS = 6
BATTLES = 8
OURS = "hexwidget, 1,000 units, 6 steps"


def run() -> None:
    """Print microseconds a unit, side by side."""
    hexmap = HexMap(SIDE, SIDE, Offset.ODD_R, ("plains",), bytes(SIDE * SIDE))
    battles = cycle([_battle(hexmap, Random(seed)) for seed in range(BATTLES)])
    walked = [sum(move(battle, hexmap.steps).walked) for battle in (next(battles) for _ in range(BATTLES))]
    games = cycle([_diplomacy(seed) for seed in range(BATTLES)])
    sizes = [len(game.command) for game in (next(games) for _ in range(BATTLES))]
    times = interleaved(
        {
            OURS: lambda _: move(next(battles), hexmap.steps),
            "diplomacy, opening of 22 units": lambda _: next(games)._resolve_moves(),
        }
    )
    per_unit = {name: seconds / (UNITS if name == OURS else sum(sizes) / BATTLES) for name, seconds in times.items()}
    per_unit["diplomacy, process(): adjudication with what is done around it"] = _whole_turns()
    print(f"\nSimultaneous movement ({machine()}); {sum(walked) / BATTLES:.0f} hexes walked in a battle of ours")
    table("A unit's share of the adjudication", per_unit, OURS)


def _battle(hexmap: HexMap, rng: Random) -> list[Mover]:
    """Two sides at random places. Each unit has a route of six hexes; one in ten stays and defends."""
    places = list(HexMap.members(hexmap.full))
    movers = []
    for n, at in enumerate(rng.sample(places, UNITS)):
        route, here = [], at
        for _ in range(0 if n % 10 == 0 else STEPS):
            here = rng.choice(list(hexmap.neighbours(here)))
            route.append(here)
        zone = frozenset(hexmap.steps if route else hexmap.steps[:3])
        movers.append(Mover(at, n % 2, tuple(route), bool(route), zone))
    return movers


def _whole_turns() -> float:
    """The seconds a unit of `process` in movement phases of random games."""
    taken = []
    for seed in range(BATTLES):
        game, rng = _diplomacy(seed), Random(seed)
        for _ in range(12):
            units = sum(len(power.units) for power in game.powers.values())
            movement = game.phase_type == "M"
            _give_orders(game, rng)
            start = perf_counter()
            game.process()
            if movement:
                taken.append((perf_counter() - start) / units)
    return median(taken)


def _give_orders(game, rng: Random) -> None:  # type: ignore[no-untyped-def]
    possible = game.get_all_possible_orders()
    for power in game.powers:
        places = [at for at in game.get_orderable_locations(power) if possible[at]]
        game.set_orders(power, [rng.choice(possible[at]) for at in places])


def _diplomacy(seed: int):  # type: ignore[no-untyped-def]
    """The opening with random legal orders, adjudicated once so that everything is loaded."""
    from diplomacy import Game

    rng, game = Random(seed), Game()
    _give_orders(game, rng)
    game._determine_orders()
    game._resolve_moves()
    return game
