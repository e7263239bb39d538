"""Clicks while a cell runs, on several versions of ipykernel: whatever the cell does with the board, the page answers all of them at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from fuzz.tally import tried
from tests.amounts import many
from tests.browser.lab import Lab, Server
from tests.browser.test_board import click
from tests.browser.test_life_cycle import BLUE, CHOSEN, RED, busy, confirm, idle, says
from tests.browser.traffic import KERNEL

KERNELS = Path(sys.prefix) / "kernels"
VERSIONS = ["7.2.0", "7.3.0", "newest"]
"""The versions of ipykernel: older ones lie beside the environment, see ``make test-hosts``."""
CELLS = (
    "import hexwidget as hw",
    "session = hw.Session(hw.scenario('depletion/first-steps').position, seed=1)\nsession.play('pass')\n"
    "board = hw.Board(session)\nboard",
)
WAIT = "import os, time\nwhile not os.path.exists(go): time.sleep(0.01)"
WORK = {
    "sync": f"print(1, flush=True)\n{WAIT}",
    "await": "import asyncio, os\nprint(1, flush=True)\nwhile not os.path.exists(go): await asyncio.sleep(0.01)",
    "undo": f"board.redo(); board.undo()\nprint(1, flush=True)\n{WAIT}",
    "show": "import os, time\nprint(1, flush=True)\n"
    "while not os.path.exists(go): board.show(['0101'], 'mine'); time.sleep(0.2)",
    "threads": "import os, threading, time\n"
    "def draw():\n    while not os.path.exists(go): board.show(['0101'], 'mine'); time.sleep(0.2)\n"
    f"threading.Thread(target=draw).start()\nprint(1, flush=True)\n{WAIT}",
}
"""The cells that run while somebody clicks, by what they do."""
ROUNDS = many(1, 15)
"""The times that a move is made by three clicks and taken back by a fourth, for each cell."""
RECORD = f"""() => {{ window.waits = new Map(); window.changed = [];
  {KERNEL}.anyMessage.connect((_, {{msg, direction}}) => {{
    const told = msg.content?.data?.content;
    if (msg.header.msg_type !== 'comm_msg' || !told?.id) return;
    if (direction === 'send') {{
      if (['choose', 'confirm', 'undo'].includes(told.intent) && !waits.has(told.id))
        waits.set(told.id, {{intent: told.intent, at: performance.now()}});
      return;
    }}
    const one = waits.get(told.id);
    if (one && one.took === undefined) {{
      one.took = performance.now() - one.at;
      one.ok = told.ok;
      if (one.intent !== 'choose') changed.push(told.revision);
    }} }}); }}"""
"""Note when a board's clicks are sent and first answered, and the revisions after those that change the game."""


@pytest.fixture(params=VERSIONS)
def lab(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Lab]:
    """A JupyterLab whose kernels are of a version of ipykernel."""
    spec = {"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python 3"}
    if request.param != "newest":
        spec["env"] = {"PYTHONPATH": str(KERNELS / request.param)}
    made = tmp_path / ".jupyter" / "JUPYTER_DATA_DIR" / "kernels" / "of-version"
    made.mkdir(parents=True)
    (made / "kernel.json").write_text(json.dumps({**spec, "language": "python"}))
    server = Server(tmp_path)
    server.start()
    opened = Lab(browser, server.address, tmp_path, own=True)
    opened.kernel = "of-version"
    yield opened
    opened.close()
    server.stop()
    assert [error for error in opened.errors if "@jupyterlite" not in error] == []


@pytest.mark.timeout(many(300, 1800))
def test_clicks_during_cells_of_every_kind_are_carried_out_once(lab: Lab, request: pytest.FixtureRequest) -> None:
    version = request.node.callspec.params["lab"]
    lab.open_cells(*CELLS)
    board = lab.board()
    says(board, BLUE)
    told = lab.python("import ipykernel; print(ipykernel.__version__)")
    assert version in ("newest", told)
    undo = board.get_by_role("button", name="Undo")
    undo.click()
    says(board, RED)
    board.scroll_into_view_if_needed()

    longest = {}
    for kind, code in WORK.items():
        go = lab.folder / f"go-{kind}"
        busy(lab, f"go = {str(go)!r}\n{code}")
        lab.page.evaluate(RECORD)
        for _ in range(ROUNDS):
            click(lab, board, "0203")
            expect(board.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
            click(lab, board, "0304")
            confirm(board)
            says(board, BLUE)
            undo.click()
            says(board, RED)
        assert not lab.page.evaluate("window.over")
        go.touch()
        idle(lab)
        waits, changed = lab.page.evaluate("[[...waits.values()], changed]")
        assert all(one["ok"] for one in waits)
        assert len(changed) == 2 * ROUNDS
        assert all(later > before for before, later in pairwise(changed))  # each has changed the game once
        longest[kind] = round(max(one["took"] for one in waits))
        assert lab.python("print(board.session.step.number)") == "0"
    print(f"ipykernel {told}: {4 * ROUNDS * len(WORK)} clicks, longest waits in ms: {longest}")
    tried(f"clicks during cells, ipykernel {told}", 4 * ROUNDS * len(WORK))
