"""Batches of games in lockstep, on arrays, beside the same games one after the other by the ordinary engine.

- `depletion`, reach: all hexes that one army of each game can reach in a march.
- `depletion`, movement: in each game an army, a march or not and a destination are drawn, and the maneuver is carried out. One
  after the other this is `position.reach`, a path, `carry_out`, and "no attack" if an attack is open. Both sides draw with the
  same numbers, so they play the same games.
- `plotted`, resolution: all orders are revealed and carried out, up to the pairs that fight. One after the other this is
  `carry_out` of the last player's orders. There are three rows of arrays: movers that are on arrays already; with reading
  positions and orders first; and with making ordinary positions of the result, too. The kernel alone, `execution.move`, stands
  beside them.
- `plotted`, whole games: orders are drawn for all units and resolved, and dice are rolled, until all games are over. One after
  the other this is `legal_actions(...).sample` and `carry_out`. Both sides draw all orders with the same odds. The ordinary
  engine replays the turns of some games on arrays and comes to the same positions.

Not like for like: the ordinary engine also records events with their clauses, the arrays do not. Where the curve bends: a step
makes some hundreds of calls of NumPy for a batch of any size. They take about a millisecond, and the games of a batch share
it. From about a thousand games on, the work for each hex and unit dominates. The cost of a game is then flat, as larger batches
are split into blocks. If positions are read first, most of the time goes to reading them, object by object.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

import hexwidget as hw
from bench.results import Target
from bench.timing import interleaved, machine
from hexwidget.arrays.depletion.lockstep import Games, reach_of_many
from hexwidget.arrays.plotted.games import Games as PlottedGames
from hexwidget.arrays.plotted.lockstep import resolve_many
from hexwidget.arrays.plotted.movement import move_many
from hexwidget.systems.depletion.actions import Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import UNPACKED
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.execution import Mover, move
from hexwidget.systems.plotted.position import PlottedPosition

TITLE = "What do games gain from being played in lockstep?"

SIZES = (1, 10, 100, 1_000, 10_000)
ALONE = 200
"""The number of games that are played one after the other. More games take the same time each."""
WARM_UP = 6
"""Steps of random play before the measurement, so that the games differ."""


AIM, AT = 20.0, 1_000
"""The target: how many times as fast as one after the other, and at which size."""


def run() -> list[Target]:
    """Print microseconds a game by size of batch, and the ratio to one game after the other."""
    print(f"\nGames in lockstep ({machine()})")
    return [*_depletion(), *_plotted(), *_whole_games()]


def _table(title: str, alone: str, seconds: dict[int, dict[str, float]]) -> Target:
    print(f"\n{title}")
    names = [name for name in next(iter(seconds.values())) if name != alone]
    for size, of in seconds.items():
        one = of[alone] / min(size, ALONE)
        print(f"  {size:6,} games: {one * 1e6:8.1f} us a game {alone}")
        for name in names:
            print(f"{'':16}{of[name] / size * 1e6:8.2f} us  {one / (of[name] / size):7.1f} x  {name}")
    of, fast = seconds[AT], "on arrays"
    return Target(f"{title}, {fast}, {AT:,} games", AIM, of[alone] / min(AT, ALONE) / (of[fast] / AT))


# ---------------------------------------------------------------------- depletion
def _depletion() -> list[Target]:
    start = hw.scenario("depletion/first-steps").position
    reaches: dict[int, dict[str, float]] = {}
    moves: dict[int, dict[str, float]] = {}
    for size in SIZES:
        rng = np.random.default_rng(size)
        games = Games([start] * size)
        for _ in range(WARM_UP):
            games.carry_out(games.draw(rng))
        positions = [games.position(n) for n in range(size)]
        first = [next(army for army in position.armies if army.owner == position.turn) for position in positions]
        spaces = [start.map.name(army.at) for army in first]
        numbers = rng.random((3, size))
        few = positions[:ALONE]

        army = (games.at == np.array([army.at for army in first])[:, None]).argmax(axis=1)
        march = np.ones(size, bool)
        found = reach_of_many(positions, spaces, True)
        for n, position in enumerate(few):
            assert found.names(n) == list(position.reach(spaces[n], march=True))
        reaches[size] = _time(
            {
                "one after the other": lambda _, few=few, spaces=spaces: [
                    position.reach(space, march=True).ends for position, space in zip(few, spaces, strict=False)
                ],
                "on arrays": lambda _, games=games, army=army, march=march: games.reach(army, march).members,
                "positions read first": lambda _, positions=positions, spaces=spaces: (
                    reach_of_many(positions, spaces, True).members
                ),
            }
        )
        after = Games(positions)
        after.carry_out(after.moves_for(numbers))
        for n, position in enumerate(few):
            assert after.position(n) == _one_step(position, numbers[:, n])
        copies = [Games(positions) for _ in range(1 + 50_000 // size if size < 1_000 else 40)]
        moves[size] = _time(
            {
                "one after the other": lambda _, few=few, numbers=numbers: [
                    _one_step(position, numbers[:, n]) for n, position in enumerate(few)
                ],
                "on arrays": _stepping(copies, numbers),
            }
        )
    return [
        _table("depletion: reach of one army a game (first-steps, 9x7)", "one after the other", reaches),
        _table("depletion: an army drawn, its reach, an end drawn, moved", "one after the other", moves),
    ]


def _stepping(games: list[Games], numbers: Any) -> Callable[[int], object]:
    """Steps of endless games: each batch makes a step in turn."""

    def step(n: int) -> None:
        batch = games[n % len(games)]
        batch.carry_out(batch.moves_for(numbers))

    return step


def _one_step(position: DepletionPosition, numbers: Any) -> DepletionPosition:
    """The step of `Games`, by the ordinary engine."""
    player = position.players[position.turn]
    armies = [army for army in position.armies if army.owner == position.turn and not army.cubes]
    action: Maneuver | Pass = Pass(player)
    if armies:
        army, march = armies[int(numbers[0] * len(armies))], bool(numbers[1] < 0.5)
        reach = position.reach(position.map.name(army.at), march=march)
        ends = list(reach)
        path = reach.path(ends[int(numbers[2] * len(ends))])
        action = Maneuver(player, path, march, pack=army.units[UNPACKED] if len(path) > 1 else 0)
    system = position.system
    position = system.carry_out(position, action).position
    if position.deciding is not None:
        position = system.carry_out(position, NoAttack(player)).position
    return position


# ---------------------------------------------------------------------- plotted
def _plotted() -> list[Target]:
    targets = []
    for name in ("plotted/head-on", "plotted/the-ford"):
        most = _turns(name, max(SIZES))
        seconds = {}
        for size in SIZES:
            positions, seals = [position for position, _ in most[:size]], [seal for _, seal in most[:size]]
            few = list(zip(positions, seals, strict=True))[:ALONE]
            done = resolve_many(positions, seals)
            for n, (position, seal) in enumerate(few):
                assert done[n] == position.system.carry_out(position, seal).position
            hexmap, movers = positions[0].map, done.movers
            singles = [_as_movers(movers, n, hexmap.steps) for n in range(len(few))]
            for n, single in enumerate(singles):
                assert move(single, hexmap.steps).ats == done.at[n, : len(single)].tolist()
            seconds[size] = _time(
                {
                    "one after the other": lambda _, few=few: [
                        position.system.carry_out(position, seal) for position, seal in few
                    ],
                    "the kernel alone, one after the other": _repeated(singles, hexmap.steps, size),
                    "on arrays": lambda _, hexmap=hexmap, movers=movers: move_many(hexmap, movers),
                    "positions read first": lambda _, positions=positions, seals=seals: resolve_many(positions, seals),
                    "and positions made of the result": lambda _, positions=positions, seals=seals: list(
                        resolve_many(positions, seals)
                    ),
                }
            )
        units = len(hw.scenario(name).position.units)
        title = f"plotted: a turn's orders resolved ({name.split('/')[1]}, {units} units)"
        targets.append(_table(title, "one after the other", seconds))
    return targets


def _whole_games() -> list[Target]:
    """Microseconds a turn, as games have different lengths."""
    start = hw.scenario("plotted/the-ford").position
    rows: dict[int, dict[str, float]] = {}
    for size in SIZES:
        _check_turns(PlottedGames([start] * min(size, 20)))
        turns = start.settings["turns"]
        few = min(size, 20)
        taken = _time(
            {
                "one after the other": lambda n, few=few: [_whole_game(start, Random(n * few + k)) for k in range(few)],
                "on arrays": lambda n, size=size: _all_turns(PlottedGames([start] * size), n),
            },
            rounds=5,
        )
        rows[size] = {"one after the other": taken["one after the other"] * min(size, ALONE) / few / turns}
        rows[size]["on arrays"] = taken["on arrays"] / turns
    title = "plotted: whole random games, a turn of one (the-ford, 12 units, 8 turns)"
    return [_table(title, "one after the other", rows)]


def _all_turns(games: PlottedGames, seed: int) -> PlottedGames:
    rng = np.random.default_rng(seed)
    while not games.over.all():
        games.turn(rng)
    return games


def _whole_game(position: PlottedPosition, rng: Random) -> PlottedPosition:
    system = position.system
    while system.outcome(position) is None:
        node = system.chance(position)
        if node is not None:
            position = system.carry_out(position, node.sample(rng)).position
            continue
        for seat in position.writing:
            seal = system.legal_actions(position, position.players[seat]).sample(rng)
            position = system.carry_out(position, seal).position
    return position


def _check_turns(games: PlottedGames) -> None:
    """Check that the ordinary engine comes to the same positions with the same orders."""
    rng = np.random.default_rng(1)
    while not games.over.all():
        before = [games.position(n) for n in range(len(games))]
        games.carry_out(games.write(rng.random(games.at.shape)))
        for n, position in enumerate(before):
            after = games.position(n)
            if position.outcome is None:
                owner = {position.map.name(unit.at): unit.owner for unit in position.units}
                for seat in position.writing:
                    orders = tuple(each.order for each in after.carried_out if owner[each.order.unit] == seat)
                    position = position.system.apply(position, Seal(position.players[seat], orders)).position
            assert position == after
        games.roll(rng.integers(1, 21, (len(games.melees), 2)))


def _repeated(singles: list[list[Mover]], steps: Any, size: int) -> Callable[[int], object]:
    """As many games as the batch has, so that the rows are comparable."""
    rounds = max(1, size // len(singles))
    return lambda _: [move(single, steps) for _ in range(rounds) for single in singles]


def _as_movers(movers: Any, n: int, steps: Any) -> list[Mover]:
    found = []
    for at, owner, route, control, zone in zip(*(part[n].tolist() for part in movers), strict=True):
        if at >= 0:
            sides = frozenset(step for k, step in enumerate(steps) if zone >> k & 1)
            found.append(Mover(at, owner, tuple(there for there in route if there >= 0), control, sides))
    return found


def _turns(name: str, number: int) -> list[tuple[PlottedPosition, Seal]]:
    """Positions of random games in which one player has still to seal, with the orders to seal."""
    rng, start = Random(name), hw.scenario(name).position
    system, position, found = start.system, start, list[tuple[PlottedPosition, Seal]]()
    while len(found) < number:
        if system.outcome(position) is not None:
            position = start
        node = system.chance(position)
        if node is not None:
            position = system.carry_out(position, node.sample(rng)).position
            continue
        for seat in position.writing:
            seal = system.legal_actions(position, position.players[seat]).sample(rng)
            before, position = position, system.carry_out(position, seal).position
        found.append((before, seal))
    return found


def _time(candidates: dict[str, Any], rounds: int = 9) -> dict[str, float]:
    return interleaved(candidates, rounds)
