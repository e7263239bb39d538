"""The board in a busy world: many clicks from two tabs, kernels at work, servers that start again, laptops that sleep.

``make soak`` has kernels that are busy for a minute and connections that are silent for ten.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

import hexwidget as hw
from fuzz.tally import tried
from tests import inside
from tests.amounts import chances, many
from tests.browser.lab import POLLING, Lab, Server, point
from tests.browser.test_board import MAP, SCENARIO, click, eventually, hover
from tests.browser.test_life_cycle import (
    BLUE,
    CHOSEN,
    GONE,
    RED,
    beside,
    busy,
    confirm,
    idle,
    same_as_in_the_kernel,
    says,
    second_tab,
)
from tests.browser.traffic import KERNEL, Proxy, begin_clicks, end_clicks, record, recorded

JOURNALLED = (
    "import hexwidget as hw",
    "board = hw.Board(hw.Session(hw.scenario('depletion/first-steps').position, journal='{}', seed=1))\nboard",
)
SPACES = [
    "0203",
    "0304",
    "0303",
    "0402",
    "0502",
    "0702",
    "0603",
    "0503",
    "0703",
    "0105",
    "0901",
    "0804",
    "0705",
    "0605",
]
MOVES = [("0203", "0304"), ("0402", "0304"), ("0702", "0703"), ("0804", "0705"), ("0605", "0705")]
CONFIRM, UNDO = "button.hexwidget-confirm", "button[aria-label^=Undo]"
CLICKS, CLICKS_A_SECOND = many(60, 10_000), 50


def journalled(lab: Lab, name: str) -> Locator:
    """A fresh board whose game is kept in a file of the lab's folder."""
    (lab.folder / name).unlink(missing_ok=True)
    first, second = JOURNALLED
    lab.open_cells(first, second.format(name))
    board = lab.board()
    says(board, RED)
    board.scroll_into_view_if_needed()
    return board


def changes(message: dict[str, Any]) -> bool:
    """True if a message changes the game."""
    return message["intent"] in ("confirm", "undo")


def some_clicks(board: Locator, rng: Random, number: int) -> list[tuple[float, float] | str]:
    """Clicks on the map, to confirm, and to take back. Half of them on the map are on two spaces that make a move."""
    where = {name: point(board, MAP, name) for name in SPACES}
    found: list[tuple[float, float] | str] = []
    while len(found) < number:
        move = rng.choice(MOVES) if rng.random() < 0.5 else rng.choices(SPACES, k=2)
        found += [*(where[name] for name in move), CONFIRM]
        if rng.random() < 0.1:
            found.append(UNDO)
    return found[:number]


def quietly(messages: list[dict[str, Any]], journal: Path) -> str:
    """The journal of a board that gets changes of the game one after another, from one page."""
    journal.unlink(missing_ok=True)
    session = hw.Session(SCENARIO.position, journal=journal, seed=1)
    board = hw.Board(session)
    for number, message in enumerate(messages):
        content = {**message, "id": f"quiet-{number}", "revision": inside.status(board)["revision"]}
        inside.handle_message(board, {"content": {"data": {"method": "custom", "content": content}}})
    board.close()
    session.close()
    return journal.read_text(encoding="utf-8")


def without_tries(journal: str) -> list[dict[str, Any]]:
    """The lines of a journal but for those that keep a barred click. The sum of a line depends on those before it."""
    lines = map(json.loads, journal.splitlines())
    return [{key: each for key, each in line.items() if key != "sum"} for line in lines if "at" not in line]


def answered(page: Page) -> None:
    """Wait until each message that a page has sent has its answer."""
    page.wait_for_function(
        "() => { const done = new Set(answers.map(a => a.id)); return sent.every(m => done.has(m.id)); }",
        polling=POLLING,
        timeout=60_000,
    )


def prefetched(lab: Lab) -> None:
    """Wait until the page has the choices behind each piece, so that a whole maneuver needs no answer of the kernel."""
    eventually(
        lab, lambda: lab.python("from hexwidget.widget import prefetching; print(len(prefetching.unfinished))") == "0"
    )


def no_errors(lab: Lab, since: int) -> None:
    """See that no kernel of the lab has written an error into the server's log since it had some characters."""
    written = (lab.folder / "lab.log").read_text(encoding="utf-8")[since:]
    assert "Traceback" not in written, written


def test_clicks_from_two_tabs_are_done_once_and_in_order(lab: Lab) -> None:
    logged = len((lab.folder / "lab.log").read_text(encoding="utf-8"))
    board = journalled(lab, "two-tabs.jsonl")
    with second_tab(lab, window=True) as other:
        pages, boards = (lab.page, other), (board, other.locator(".hexwidget"))
        clicks = []
        for number, (page, shown) in enumerate(zip(pages, boards, strict=True)):
            shown.scroll_into_view_if_needed()
            record(page)
            clicks.append(some_clicks(shown, chances("tab", number), CLICKS // 2))
        for page, targets in zip(pages, clicks, strict=True):
            begin_clicks(page, targets, CLICKS / CLICKS_A_SECOND)
        for page in pages:
            end_clicks(page)
        for page, shown in zip(pages, boards, strict=True):
            answered(page)
            eventually(lab, lambda shown=shown: same_as_in_the_kernel(lab, shown))
        sent, answers = zip(*map(recorded, pages), strict=True)
    messages = {message["id"]: message for message in chain(*sent)}
    # The answer to the greeting of the second tab may come after the recording has begun.
    answers = [[a for a in heard if not a["id"].endswith("-1") or a["id"] in messages] for heard in answers]
    for heard in answers:
        assert Counter(answer["id"] for answer in heard) == Counter(message["id"] for message in chain(*sent))
    # A message that is late is sent again, and its answer comes again.
    accepted = {a["id"]: a["revision"] for a in answers[0] if a["ok"] and changes(messages[a["id"]])}
    in_order = {revision: messages[number] for number, revision in sorted(accepted.items(), key=itemgetter(1))}
    assert len(in_order) == len(accepted) > 0
    kept = lab.folder / "two-tabs.jsonl"
    quiet = quietly(list(in_order.values()), lab.folder / "quiet.jsonl")
    assert without_tries(kept.read_text(encoding="utf-8")) == without_tries(quiet)
    no_errors(lab, logged)
    tried("clicks from two tabs", CLICKS)


# ---------------------------------------------------------------------- kernels at work
BUSY = many(8, 60)
"""Seconds for which a cell runs at least."""


def test_clicks_on_a_busy_kernel_wait_in_sight_and_are_done_once(lab: Lab) -> None:
    lab.write("cells.ipynb", JOURNALLED[0], JOURNALLED[1].format("busy.jsonl"))
    (lab.folder / "busy.jsonl").unlink(missing_ok=True)
    lab.open("cells.ipynb")
    # Without subshells the kernel answers nothing while a cell runs.
    lab.page.evaluate(f"() => {{ {KERNEL}.commsOverSubshells = 'disabled' }}")
    lab.run_all()
    board = lab.board()
    says(board, RED)
    board.scroll_into_view_if_needed()
    record(lab.page)
    go = lab.folder / "go-on"
    wait = f"while not os.path.exists({str(go)!r}): time.sleep(0.05)"  # a busy machine takes longer for the clicks
    busy(lab, f"import os, time; print(1, flush=True)\ntime.sleep({BUSY})\n{wait}")
    click(lab, board, "0203")
    says(board, "1 click waits for the kernel …")
    click(lab, board, "0303")
    click(lab, board, "0304")
    says(board, "3 clicks wait for the kernel …")
    confirm(board)
    says(board, "4 clicks wait for the kernel …")
    expect(board.locator(".hexwidget-confirm")).to_have_text("Sent: it waits")
    for name in SPACES * (BUSY // 8):  # the board asks about spaces that the pointer passes
        hover(lab, board, name)
        lab.page.wait_for_timeout(300)
    assert not lab.page.evaluate("window.over")
    says(board, "4 clicks wait for the kernel …")
    go.touch()
    idle(lab)
    says(board, BLUE)
    assert lab.python("print(*(step.action for step in board.session.steps))") == "None 0203-0303-0304"
    answered(lab.page)
    assert same_as_in_the_kernel(lab, board)
    assert len((lab.folder / "busy.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert hw.verify(lab.folder / "busy.jsonl")
    tried("seconds of a busy kernel", BUSY)


# ---------------------------------------------------------------------- servers and connections
SLEEP = many(7, 600)
"""Seconds for which a connection is silent."""
PINGS = max(1_000, 50 * SLEEP)
"""Milliseconds between a server's pings. It takes a page for gone that does not answer three. Jupyter's own are the longer ones."""
TOKEN = "open-sesame"  # noqa: S105  (of a server of the tests)
FAILURES = ("WebSocket connection to", "Failed to load resource", "Kernel: ", "Kernel connection", "Connection lost")
"""The beginnings of JupyterLab's own errors about a server that is gone."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A JupyterLab that may be killed, and its folder."""
    folder = tmp_path_factory.mktemp("busy")
    pings = f"--ServerApp.tornado_settings={{'ws_ping_interval': {PINGS}, 'ws_ping_timeout': {3 * PINGS}}}"
    made = Server(folder, sys.executable, TOKEN, pings)
    made.start()
    yield made, folder
    made.stop()


@contextmanager
def entered(browser: Browser, address: str, folder: Path) -> Iterator[Lab]:
    """A lab whose page has shown the server its token."""
    lab = Lab(browser, address, folder, own=True)
    for _ in range(20):  # a server that has just started may turn the first ones away
        with suppress(Error):
            lab.page.goto(f"{address}/api?token={TOKEN}")
            break
        lab.page.wait_for_timeout(500)
    else:
        raise AssertionError(f"{address} lets nobody in")
    yield lab
    errors = [error for error in lab.errors if not error.startswith(FAILURES)]
    lab.close()
    assert errors == [], "the browser's console shows errors"


def test_a_server_that_starts_again_has_lost_nothing(browser: Browser, server: tuple[Server, Path]) -> None:
    jupyter, folder = server
    with entered(browser, jupyter.address, folder) as lab:
        board = journalled(lab, "restart.jsonl")
        click(lab, board, "0203")
        click(lab, board, "0304")
        confirm(board)
        says(board, BLUE)
        jupyter.kill()
        # The answer to the move may be lost with the server: then it waits, too.
        expect(board.locator(".hexwidget-status")).to_have_text(re.compile("No connection to the kernel; "))
        waits = re.compile("[12] clicks? waits? for it")
        for _ in range(5):  # JupyterLab's dialog about the connection may come over the board and take a click
            if lab.page.locator(".jp-Dialog").count() > 0:
                lab.page.keyboard.press("Escape")
            if not waits.search(board.locator(".hexwidget-status").inner_text()):
                click(lab, board, "0702")
            lab.page.wait_for_timeout(500)
        expect(board.locator(".hexwidget-status")).to_have_text(waits)
        jupyter.start()
        # JupyterLab may have seen already that the session is gone; then it has no kernel to connect to.
        lab.page.evaluate(f"void {KERNEL.replace('session.kernel', 'session?.kernel?')}.reconnect()")
        # JupyterLab asks for the kernel again after up to half a minute.
        expect(board.locator(".hexwidget-status")).to_have_text(GONE, timeout=60_000)
        expect(board.get_by_role("alert")).to_have_text("The kernel is gone. Run the cell again.")
        lab.page.evaluate(
            """async () => { await jupyterapp.serviceManager.sessions.refreshRunning();  // JupyterLab does it every ten seconds
              await jupyterapp.shell.currentWidget.sessionContext.changeKernel({name: 'python3'}); }"""
        )
        lab.run_all()
        says(board, BLUE)
        assert lab.python("print(len(board.session.steps), board.last_action)") == "2 0203-0303-0304"
        expect(lab.page.locator(".hexwidget")).to_have_count(1)
        idle(lab)
        if lab.page.locator(".jp-Dialog").count() > 0:  # JupyterLab says that it had no connection, but not always
            lab.page.keyboard.press("Escape")
        click(lab, board, "0702")
        expect(board.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
        click(lab, board, "0703")
        confirm(board)
        says(board, RED)
        assert len((folder / "restart.jsonl").read_text(encoding="utf-8").splitlines()) == 3
        assert hw.verify(folder / "restart.jsonl")


def test_a_page_behind_a_silent_connection_catches_up(browser: Browser, server: tuple[Server, Path]) -> None:
    jupyter, folder = server
    proxy = Proxy(int(jupyter.address.rsplit(":", 1)[1]))
    with entered(browser, f"http://127.0.0.1:{proxy.port}", folder) as lab:
        board = journalled(lab, "silent.jsonl")
        prefetched(lab)
        proxy.hush()
        click(lab, board, "0203")
        click(lab, board, "0304")
        confirm(board)
        says(board, "3 clicks wait for the kernel …")
        number = lab.page.evaluate(f"{KERNEL}.id")
        beside(lab, "board.show(['0101'], 'mine')", number)
        lab.page.wait_for_timeout(SLEEP * 1000)
        proxy.mend()
        # JupyterLab connects again after up to half a minute.
        expect(board.locator(".hexwidget-status")).to_have_text(BLUE, timeout=60_000)
        eventually(lab, lambda: same_as_in_the_kernel(lab, board))
        assert lab.python("print(*(step.action for step in board.session.steps))") == "None 0203-0303-0304"
        assert "WebSocket ping timeout" in (folder / "lab.log").read_text(encoding="utf-8")
        # A move that does not fit the game any more is said not to be done.
        prefetched(lab)
        proxy.hush()
        click(lab, board, "0702")
        click(lab, board, "0703")
        confirm(board)
        beside(lab, "board.play('0605-0705')", number)
        proxy.mend()
        says(board, RED)
        expect(board.get_by_role("alert")).to_have_text("The board had moved on; it is up to date again now.")
        eventually(lab, lambda: same_as_in_the_kernel(lab, board))
        assert len((folder / "silent.jsonl").read_text(encoding="utf-8").splitlines()) == 3
        assert hw.verify(folder / "silent.jsonl")
        tried("seconds of a silent connection", SLEEP)
