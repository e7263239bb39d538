"""A class of 30 learners: how long a click waits for its answer, how soon the wall shows it, and what the server weighs.

Ten learners follow the hints, ten try what there is, and ten try what is barred. Each clicks every four seconds or so. The server is
``hexwidget class`` with its processes; all learners and the wall are web sockets of one process on the same machine.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from bench.results import Result, Target
from bench.table import part
from bench.workers import memory
from tests.classroom.learners import Pupil

TITLE = "What does a class cost?"
UNLIKE = (
    "There is no peer: the figures are for planning. The server, its processes and all learners share two cores, "
    "so that a server that stands alone is quicker."
)
COURSES = ("plotted", "depletion")
LEARNERS, SECONDS, EVERY = 30, 300.0, 4.0
KINDS = ("good", "random", "stubborn")
SEEN_WITHIN = 5.0
"""A change that the wall has not shown after so long counts as this."""


def run(quick: bool = False) -> list[Result | Target]:
    """Measure a class for each course."""
    found: list[Result | Target] = []
    for course in COURSES:
        waits, lags, size = asyncio.run(measured(course, 6 if quick else LEARNERS, 10.0 if quick else SECONDS))
        who = f"{LEARNERS} learners, the first game of {course}"
        rows = [
            (f"{who}: a click, p50", part(waits, 0.5), "s"),
            (f"{who}: a click, p95", part(waits, 0.95), "s"),
            (f"{who}: until the wall shows it, median", median(lags), "s"),
            (f"{who}: until the wall shows it, p95", part(lags, 0.95), "s"),
            (f"{who}: memory of the server and its processes", size, "bytes"),
        ]
        found += [Result("learners", 0, words, value, unit=unit) for words, value, unit in rows]
        found.append(
            Target(f"ms of a click of {LEARNERS} learners, {course}, p95", 200, 1e3 * part(waits, 0.95), at_most=True)
        )
        found.append(Target(f"seconds until the wall shows it, {course}, p95", 1, part(lags, 0.95), at_most=True))
    return found


async def measured(course: str, learners: int, seconds: float) -> tuple[list[float], list[float], int]:
    """Let a class play. Return the seconds that each click has waited, those until the wall has shown each action, and the bytes."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hexwidget", "class", f"{folder}/class", "--course", course, "--json"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            told = json.loads(server.stdout.readline())
            address, _, link = told["class"].partition("/#join=")
            pupils = []
            for n in range(learners):
                joined = await asyncio.to_thread(join, address, link, f"Learner {n}")
                pupils.append((joined, Pupil(address, joined, KINDS[n % len(KINDS)], n)))
            wall = Wall(address, told["teacher"].rpartition("#")[2])
            following = asyncio.create_task(wall.follow())
            until = perf_counter() + seconds
            lags: list[float] = []
            await asyncio.gather(
                *(play(pupil, f"Learner {n}", until, wall, lags) for n, (_, pupil) in enumerate(pupils))
            )
            size = memory(server.pid)
            following.cancel()
            return [time for _, pupil in pupils for time in pupil.times], lags, size
        finally:
            server.terminate()
            server.wait(20)


def join(address: str, link: str, name: str) -> str:
    """Come in by the class's link; return the token of the learner's own."""
    data = json.dumps({"token": link, "name": name}).encode()
    request = urllib.request.Request(f"{address}/join", data, {"Origin": address})  # noqa: S310  (our own server)
    with urllib.request.urlopen(request) as reply:  # noqa: S310  (our own server)
        return str(json.loads(reply.read())["token"])


class Wall:
    """The wall, as it comes over its socket: the moments at which each learner's board was shown anew."""

    def __init__(self, address: str, token: str) -> None:
        self._address, self._token = address, token
        self._names: dict[str, str] = {}
        self.shown: dict[str, float] = {}

    async def follow(self) -> None:
        """Take what comes."""
        at = self._address.replace("http", "ws", 1)
        async with connect(f"{at}/wall/socket", origin=Origin(self._address), max_size=None, proxy=None) as socket:
            await socket.send(json.dumps({"token": self._token}))
            async for text in socket:
                message: dict[str, Any] = json.loads(text)
                if message["method"] == "learner":
                    self._names[message["id"]] = message["name"]
                elif message["method"] == "scene":
                    self.shown[self._names.get(message["learner"], "")] = perf_counter()


async def play(pupil: Pupil, name: str, until: float, wall: Wall, lags: list[float]) -> None:
    """Click until the time is over. After an action that changes the board, wait for the wall."""
    while perf_counter() < until:
        await asyncio.sleep(pupil.rng.uniform(0.5, 1.5) * EVERY)
        before, since = pieces(pupil), perf_counter()
        await pupil.click()
        if before and pieces(pupil) != before:
            while wall.shown.get(name, 0.0) < since and perf_counter() - since < SEEN_WITHIN:
                await asyncio.sleep(0.01)
            lags.append(perf_counter() - since)
    await pupil.leave()


def pieces(pupil: Pupil) -> list[Any]:
    """The pieces on the board of a learner who is there."""
    return list(pupil.state.get("_state", {}).get("pieces", ()))


if __name__ == "__main__":
    for each in run(quick=True):
        print(each)
