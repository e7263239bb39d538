"""The cost of distributing a sweep: to processes of this machine, and to a Dask cluster of separate workers.

The playouts are the same each time, and the answers are compared before anything is timed. The cost of distribution is the
workers' time beyond the time of the games: sending, scheduling, receiving and storing. The cluster is on this machine, so its
scheduler and its client use the same cores.
"""

from __future__ import annotations

import pickle
import tracemalloc
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.playouts import OURS, in_lockstep
from bench.timing import machine
from hexwidget import scenario
from hexwidget.explore import playouts
from hexwidget.explore.games import Playout
from hexwidget.explore.policies import policy_of
from hexwidget.explore.results_file import ResultsFile
from hexwidget.explore.running import Run, run_batch, run_items, seed_of

TITLE = "What does it cost to have a sweep done by others?"

NAMES = (
    "depletion/a-relic-before-a-forest",
    "frontiers/opening",
    "orders/two-on-one",
    "plotted/the-ford",
    "rondel/inland-sea",
)
GAMES = {"plotted/the-ford": 300}
ROUNDS = 3
TASKS = 1000
ROWS = 20_000
"""The numbers of tasks and of rows from which the cost of one is taken."""


class Timed:
    """A playout with its seconds as a column."""

    def __init__(self, play: Playout) -> None:
        self.play = play

    def __call__(self, seed: int, game: Any) -> list[dict[str, Any]]:
        begun = perf_counter()
        self.play(seed, game)
        return [{"seconds": perf_counter() - begun}]


def run() -> None:
    """Print the costs of a game, of its bytes, of a task, and of distribution."""
    from distributed import Client, LocalCluster

    print(f"\nPlayouts shared out ({machine()})")
    print("  ms a game   bytes of a task (100 games there, back)   rows in the file, a game")
    for name in NAMES:
        print(unit_costs(name))
    print(f"  {lockstep_game() * 1e3:.3f} ms a game of {OURS['plotted']} in lockstep")
    print(
        "  {:,.0f} bytes a row in the asking process, {:,.0f} in the file, {:.1f} us to keep one".format(*row_costs())
    )
    with (
        ProcessPoolExecutor(1) as pool,
        LocalCluster(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        dask = client.get_executor(pure=False)
        candidates = {"a pool of processes": pool, "a Dask cluster": dask}
        for name, executor in candidates.items():
            for start, games in GAMES.items():
                position = scenario(start).position
                assert playouts(position, 20, executor=executor, progress=False) == playouts(
                    position, 20, progress=False
                )
                print(f"  {overhead(start, games, executor):+6.1%}  of the games' own time is what {name} adds")
        print(f"  {tasks_a_second(client):,.0f} empty tasks a second through Dask's scheduler, client and worker")


def unit_costs(name: str) -> str:
    """A line of the table: milliseconds a game, and the bytes of its task and result."""
    position = scenario(name).position
    work = Playout(position, tuple((player, policy_of("random")) for player in position.players))
    batch = [(n, seed_of(0, n), n) for n in range(100)]
    begun = perf_counter()
    _, found = run_batch(work, batch[:20])
    each = (perf_counter() - begun) / 20
    there, back = len(pickle.dumps((work, batch))), len(pickle.dumps(found)) * 5
    row = len(repr(found[0][1]))
    return f"  {each * 1e3:9.2f}   {there:10,} {back:10,}   {row:6} bytes    {name}"


def lockstep_game() -> float:
    """The seconds of a game among those that are played at once."""
    in_lockstep(0.1, 0)
    found = []
    for turn in range(ROUNDS):
        begun = perf_counter()
        _, games = in_lockstep(0.5, turn)
        found.append((perf_counter() - begun) / games)
    return median(found)


def row_costs() -> tuple[float, float, float]:
    """The bytes of a row of a table in memory and in a file, and the microseconds to store it."""
    position = scenario(OURS["plotted"]).position
    batch = pickle.dumps(playouts(position, 100, progress=False).rows)
    tracemalloc.start()
    rows = [row for _ in range(ROWS // 100) for row in pickle.loads(batch)]  # noqa: S301  (as they come from a worker)
    run = Run({**row, "game": n, "seed": seed_of(0, n)} for n, row in enumerate(rows))
    del rows
    in_memory = tracemalloc.get_traced_memory()[0] / ROWS
    tracemalloc.stop()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rows.sqlite"
        kept = ResultsFile(path, {})
        begun = perf_counter()
        for n, row in enumerate(run):
            kept.add([(n, [row])])
        kept.close()
        return in_memory, path.stat().st_size / ROWS, (perf_counter() - begun) / ROWS * 1e6


def overhead(start: str, games: int, executor: Executor) -> float:
    """The time of one worker beyond the time of its games, as a share of the latter; the median of some rounds."""
    position = scenario(start).position
    work = Timed(Playout(position, tuple((player, policy_of("random")) for player in position.players)))
    found = []
    for turn in range(ROUNDS):
        begun = perf_counter()
        run = run_items(work, range(games), question={}, seed=turn, executor=executor, progress=False)
        wall = perf_counter() - begun
        found.append(wall / sum(float(s or 0) for s in run["seconds"]) - 1)
    return median(found)


def _nothing(n: int) -> int:
    return n


def tasks_a_second(client: Any, tasks: int = TASKS) -> float:
    """The number of empty tasks a second; the median of some rounds."""
    rates = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        client.gather(client.map(_nothing, range(tasks), pure=False))
        rates.append(tasks / (perf_counter() - begun))
    return median(rates)
