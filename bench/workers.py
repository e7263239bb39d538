"""Tables in a PostgreSQL, served by two worker processes: what they answer with many tables, and what viewers weigh who only look on.

A viewer comes to the port of a worker that the table's name decides, as nginx does it, or to the port that all workers share. There about
half of the viewers meet a worker that passes them on to the other one. Viewers of the load are a web socket each, in one process.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit
from zlib import crc32

import hexwidget as hw
from bench.results import Result, Target
from bench.table import EVERY, SCENARIO, SECONDS, busy, part
from bench.tables import REFEREE, SPECTATORS, Viewer
from tests.table.postgres import cluster
from tests.table.workers import Workers, until

TITLE = "What do two workers and a database hold?"
UNLIKE = (
    "There is no peer: the figures are for planning. The workers, PostgreSQL and all viewers share two cores, "
    "so that a server that stands alone is quicker."
)
TABLES, WORKERS, SOCKETS = 250, 2, 2000
LIMITS = ("--most-tables", str(TABLES), "--most-viewers", str(SOCKETS))
AT_ONCE = 20
"""The viewers that come at the same time."""


def run(quick: bool = False) -> list[Result | Target]:
    """Measure all of it."""
    tables, sockets, seconds = (6, 40, 6.0) if quick else (TABLES, SOCKETS, SECONDS)
    chosen = asyncio.run(measured(tables, seconds, chosen=True))
    shared = asyncio.run(measured(tables, seconds, chosen=False))
    empty, full = asyncio.run(weighed(tables, sockets))
    busy_tables = f"{tables} tables with two seats, an action every {EVERY:g} s each, two workers"
    rows = [
        (f"{busy_tables}: an answer, p50", part(chosen, 0.5), "s"),
        (f"{busy_tables}: an answer, p95", part(chosen, 0.95), "s"),
        ("the same, all at the shared port: an answer, p50", part(shared, 0.5), "s"),
        ("the same, all at the shared port: an answer, p95", part(shared, 0.95), "s"),
        (f"memory of the processes with {tables} tables asleep", empty, "bytes"),
        (f"memory of the processes with {sockets:,} sockets at {tables} tables", full, "bytes"),
    ]
    return [
        *(Result("workers", 0, words, value, unit=unit) for words, value, unit in rows),
        Target(
            f"ms of an answer with {tables} tables and two workers, p95", 150, 1e3 * part(chosen, 0.95), at_most=True
        ),
        Target(f"GB with {sockets:,} sockets", 1, full / 1e9, at_most=True),
    ]


async def measured(tables: int, seconds: float, *, chosen: bool) -> list[float]:
    """Play at all tables; return the seconds of each answer.

    :param chosen: viewers come to the worker that their table's name decides
    """
    start = hw.scenario(SCENARIO).position
    with cluster() as database:
        workers = Workers(database.fresh(), WORKERS, *LIMITS)
        try:
            links = made(workers, tables)
            addresses = workers.addresses() if chosen else []
            seats = [
                {player: await come(links_of[player], addresses) for player in start.players} for links_of in links
            ]
            await asyncio.sleep(2 * EVERY)  # the first choices have gone ahead of clicks
            gc.disable()  # it would be ours that waits
            return await busy(seats, start, seconds)
        finally:
            gc.enable()
            workers.stop()


async def weighed(tables: int, sockets: int) -> tuple[int, int]:
    """The bytes of all processes of the server before a viewer comes, and with all of them there: two at each table are its players."""
    start = hw.scenario(SCENARIO).position
    with cluster() as database:
        workers = Workers(database.fresh(), WORKERS, *LIMITS)
        try:
            links = made(workers, tables)
            addresses = workers.addresses()
            empty = memory(workers.process.pid)
            places = [(each, place) for place in (*start.players, *[SPECTATORS] * sockets) for each in links][:sockets]
            seats = []
            for first in range(0, len(places), AT_ONCE):
                coming = (come(each[place], addresses) for each, place in places[first : first + AT_ONCE])
                seats += await asyncio.gather(*coming)
            await asyncio.sleep(2 * EVERY)
            full = memory(workers.process.pid)
            assert all([(await seat.ask("hello"))["ok"] for seat in seats[::AT_ONCE]])
            return empty, full
        finally:
            workers.stop()


def made(workers: Workers, tables: int) -> list[Mapping[str, str]]:
    """Make tables; return the links of each by its places."""
    until(lambda: len(workers.addresses()) == WORKERS)
    places = {None: SPECTATORS, REFEREE: REFEREE}
    return [
        {places.get(place, str(place)): link for place, link in workers.make(SCENARIO).items()} for _ in range(tables)
    ]


async def come(link: str, addresses: list[str]) -> Viewer:
    """Come by a link, to the worker that its table decides, or to the link's own port without addresses."""
    page, _, token = link.partition("#")
    at = urlsplit(page)
    chosen = urlsplit(addresses[crc32(at.path.encode()) % len(addresses)]).netloc if addresses else at.netloc
    return await Viewer.at(f"{chosen}{at.path.rstrip('/')}", token)


def memory(process: int) -> int:
    """The bytes in memory of a process and of those that it has started. Pages that they share count once: each has its share of them."""
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout.split()
    path = Path("/proc") / str(process) / "smaps_rollup"
    own = next(
        int(line.split()[1]) for line in path.read_text(encoding="ascii").splitlines() if line.startswith("Pss:")
    )
    return own * 1024 + sum(memory(int(each)) for each in found)
