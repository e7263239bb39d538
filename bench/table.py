"""A table of `hexwidget serve`: from a click at one seat to the frame that shows it at another, and what many tables and viewers cost.

The server is a process of its own, which measures its own processor time. Viewers of the load are a web socket each, with
compression as browsers have it; they send what a page sends for an action of two clicks. The clicks are real ones, in two contexts of a
headless Chromium on the same machine; the clocks of both pages are one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import hexwidget as hw
from bench.results import Result, Target
from bench.tables import REFEREE, SPECTATORS, Clicks, Server, Viewer, game, links, serving

TITLE = "What does a table for several people cost?"
UNLIKE = (
    "There is no peer: the figures are for planning. The server, its clients and the browser share the machine's cores, "
    "so that a server that stands alone is quicker."
)

SCENARIO = "depletion/first-steps"
TABLES, SECONDS, EVERY = 100, 40.0, 2.0
CLICKS, WARM_UP = 60, 4
RESTARTS = 3
SPECTATORS_AT = (0, 50)
ROUNDS = 6
ASLEEP = 40
"""The tables whose memory is taken."""
# As in bench/click.py: "painted" is the first frame after the pieces were drawn anew.
WATCH = """board => {
  window.confirmed = []; window.painted = [];
  const pieces = board.querySelector('canvas.hexwidget-pieces'), now = t => performance.timeOrigin + t;
  new MutationObserver(() => requestAnimationFrame(() => scheduler.postTask(
    () => window.painted.push(now(performance.now())), { priority: 'user-blocking' })))
    .observe(pieces, { attributeFilter: ['data-drawn'] });
  board.addEventListener('click', e => {
    if (e.target.closest('.hexwidget-confirm')) window.confirmed.push(now(e.timeStamp)); }, true);
}"""


def part(values: list[float], share: float) -> float:
    """The quantile of some values."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def run(quick: bool = False) -> list[Result | Target]:
    """Measure all of it."""
    start = hw.scenario(SCENARIO).position
    seen = seen_elsewhere(start, 8 if quick else CLICKS)
    with serving(SCENARIO, 4 if quick else TABLES) as server:
        waits, share = asyncio.run(load(server, start, 6 if quick else SECONDS))
    costs = asyncio.run(watched(start, 1 if quick else ROUNDS))
    empty, full = asyncio.run(memory(4 if quick else ASLEEP))
    back = [asyncio.run(returned(start, 4 if quick else TABLES)) for _ in range(1 if quick else RESTARTS)]
    p50, p95 = part(seen, 0.5), part(seen, 0.95)
    answer = part(waits, 0.95)
    busy = f"{TABLES} tables with two seats, an action every {EVERY:g} s each"
    rows = [
        ("a click on Confirm, until the other seat has painted: p50", p50, "s"),
        ("a click on Confirm, until the other seat has painted: p95", p95, "s"),
        (f"{busy}: an answer, p50", part(waits, 0.5), "s"),
        (f"{busy}: an answer, p95", answer, "s"),
        (f"{busy}: the server's processor in a second", share, "s"),
        *(
            (f"processor of an action with {n} spectators", cost, "s")
            for n, cost in zip(SPECTATORS_AT, costs, strict=True)
        ),
        (f"a restart after a kill: all {2 * TABLES} seats are back after", median(back), "s"),
        ("memory of a table that sleeps", empty, "bytes"),
        ("memory of a table with two seats", full, "bytes"),
    ]
    return [
        *(Result("table", 0, words, value, unit=unit) for words, value, unit in rows),
        Target("ms from a click to the paint elsewhere, p50", 60, 1e3 * p50, at_most=True),
        Target("ms from a click to the paint elsewhere, p95", 100, 1e3 * p95, at_most=True),
        Target(f"ms of an answer with {TABLES} tables, p95", 60, 1e3 * answer, at_most=True),
        Target(f"% of a core with {TABLES} tables", 60, 1e2 * share, at_most=True),
        Target("times the processor with 50 spectators", 1.3, costs[1] / costs[0], at_most=True),
        Target("seconds until all seats are back", 3, max(back), at_most=True),
        Target("kB of a seat at a table that is awake", 200, full / 2_000, at_most=True),
    ]


# ---------------------------------------------------------------------- in a browser
def seen_elsewhere(start: Any, clicks: int) -> list[float]:
    """The seconds from each click on Confirm at one seat to the frame that shows it at the other."""
    from playwright.sync_api import sync_playwright

    from tests.browser.lab import launch, point

    taken: list[float] = []
    with sync_playwright() as playwright, serving(SCENARIO, -(-(clicks + WARM_UP) // 8)) as server:
        browser = launch(playwright)
        for table in range(len(server.tokens)):
            at = links(server, table)
            pages = {}
            for player in start.players:
                page = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
                page.goto(at[player])
                board = page.locator(".hexwidget")
                board.wait_for()
                board.evaluate(WATCH)
                pages[player] = page
            for player, draft in game(start, table, 10):
                page, other = pages[player], next(each for name, each in pages.items() if name != player)
                board = page.locator(".hexwidget")
                page.wait_for_timeout(300)
                before = other.evaluate("painted.length")
                if "pass" in draft:
                    page.get_by_role("button", name="Pass").first.click()
                for space in () if "pass" in draft else (draft["army"], draft["to"]):
                    page.mouse.click(*point(board, start.map, space))
                    page.wait_for_timeout(150)
                page.locator(".hexwidget-confirm:visible").click()
                if "pass" in draft:
                    page.wait_for_timeout(300)
                    continue
                other.wait_for_function("n => painted.length > n", arg=before, polling=10)
                begun = page.evaluate("confirmed.at(-1)")
                taken.append((other.evaluate("n => painted[n]", before) - begun) / 1e3)
            for page in pages.values():
                page.context.close()
        browser.close()
    return taken[WARM_UP:]


# ---------------------------------------------------------------------- many tables
async def play(viewer: Viewer, draft: dict[str, Any]) -> list[float]:
    """Act as a page does; return the seconds of each answer."""
    taken = []
    for intent in ("choose", "confirm"):
        then = perf_counter()
        while not (reply := await viewer.ask(intent, draft=draft))["ok"]:
            if not reply.get("stale"):  # the other's action has come at this moment
                raise AssertionError(reply)
        taken.append(perf_counter() - then)
    return taken


async def load(server: Server, start: Any, seconds: float) -> tuple[list[float], float]:
    """Play at all tables. Return the seconds of each answer, and the server's processor for each second."""
    tables = [{player: await server.viewer(tokens[player]) for player in start.players} for tokens in server.tokens]
    await asyncio.sleep(2 * EVERY)  # the first choices have gone ahead of clicks
    before, begun = server.asked(), perf_counter()
    waits = await busy(tables, start, seconds)
    return waits, (server.asked()["seconds"] - before["seconds"]) / (perf_counter() - begun)


async def busy(tables: Sequence[Mapping[str, Viewer]], start: Any, seconds: float) -> list[float]:
    """Play at all tables, at each an action every few seconds. Return the seconds of each answer."""
    moves = [game(start, n, int(seconds / EVERY) + 1) for n in range(len(tables))]
    waits: list[float] = []
    begun = perf_counter()

    async def one(n: int, at: Mapping[str, Viewer], script: list[Clicks]) -> None:
        for k, (player, draft) in enumerate(script):
            due = begun + EVERY * (k + n / len(tables))
            if due > begun + seconds:
                return
            await asyncio.sleep(max(0.0, due - perf_counter()))
            waits.extend(await play(at[player], draft))

    await asyncio.gather(*(one(n, at, script) for n, (at, script) in enumerate(zip(tables, moves, strict=True))))
    return waits


async def watched(start: Any, rounds: int, actions: int = 30) -> list[float]:
    """The server's processor for an action at a table that so many watch, without what it needs at rest: for each of SPECTATORS_AT
    the median of some tables. They are played in turns, so that both have the same moods of the machine."""
    used = list[list[float]]([] for _ in SPECTATORS_AT)
    with serving(SCENARIO, rounds * len(SPECTATORS_AT)) as server:
        for table, tokens in enumerate(server.tokens):
            turn, kind = divmod(table, len(SPECTATORS_AT))
            at = {player: await server.viewer(tokens[player]) for player in start.players}
            crowd = [await server.viewer(tokens[SPECTATORS]) for _ in range(SPECTATORS_AT[kind])]
            await asyncio.sleep(1)
            rest = await _used(server, 3.0)
            before, begun = server.asked()["seconds"], perf_counter()
            script = game(start, turn, actions)
            for player, draft in script:
                await play(at[player], draft)
                await asyncio.sleep(0.2)
            spent = server.asked()["seconds"] - before - rest * (perf_counter() - begun)
            used[kind].append(spent / len(script))
            for viewer in (*at.values(), *crowd):
                await viewer.close()
    return [median(each) for each in used]


async def _used(server: Server, seconds: float) -> float:
    """The processor that the server uses at rest, for each second."""
    before = server.asked()["seconds"]
    await asyncio.sleep(seconds)
    return (server.asked()["seconds"] - before) / seconds


async def returned(start: Any, tables: int) -> float:
    """The seconds until all seats of tables have their boards, and an answer, from when a server that was killed serves again. All come
    at once."""
    with TemporaryDirectory() as folder:
        for life in range(2):
            with serving(SCENARIO, tables, Path(folder)) as server:
                begun = perf_counter()
                coming = (server.viewer(tokens[player]) for tokens in server.tokens for player in start.players)
                seats = await asyncio.gather(*coming)
                taken = perf_counter() - begun
                if life == 0:  # there is something to take up again
                    await asyncio.gather(*(play(seats[2 * n], game(start, n, 1)[0][1]) for n in range(tables)))
    return taken


async def memory(tables: int) -> tuple[float, float]:
    """The bytes of a table that sleeps, and of one with its seats and all choices that go ahead of clicks."""
    with serving(SCENARIO, tables) as server:
        empty = server.asked()["bytes"]
        seats = [
            await server.viewer(each[player])
            for each in server.tokens
            for player in each
            if player not in (SPECTATORS, REFEREE)
        ]
        await asyncio.sleep(4)
        full = server.asked()["bytes"]
        del seats
    return (empty - server.bytes) / tables, (full - server.bytes) / tables


if __name__ == "__main__":
    for each in run(quick=True):
        print(each)
