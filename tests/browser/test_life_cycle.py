"""The board when its kernel, its page or the connection between them fails. It shows its last state, says what to do,
recovers when it can, and never looks alive while it is not."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from jupyter_client import BlockingKernelClient
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import POLLING, Lab, point
from tests.browser.test_board import CELLS, MAP, board_of, click, eventually
from tests.browser.traffic import KERNEL, Proxy, begin_clicks, end_clicks

RED, BLUE = "Round 1 of 6: Red to act", "Round 1 of 6: Blue to act"
GONE = "The kernel is gone: run the cell again"
CUT = "No connection to the kernel; waiting for it …"
CHOSEN = "choose where to go"


def says(board: Locator, text: str) -> None:
    expect(board.locator(".hexwidget-status")).to_have_text(text)


def confirm(board: Locator) -> None:
    board.get_by_role("button", name="Confirm").click()


def busy(lab: Lab, code: str) -> None:
    """Start code, as a cell does, and wait until it prints something."""
    lab.page.evaluate(
        f"""code => {{ window.over = window.begun = false;
          const future = {KERNEL}.requestExecute({{code}});
          future.onIOPub = m => {{ if (m.header.msg_type === 'stream') window.begun = true; }};
          future.done.finally(() => {{ window.over = true; }}).catch(() => 0); }}""",
        code,
    )
    lab.page.wait_for_function("window.begun")


def until(go: Path) -> str:
    """Code that runs until a file is there."""
    return f"import os, time\nwhile not os.path.exists({str(go)!r}): time.sleep(0.05)"


def idle(lab: Lab) -> None:
    lab.page.wait_for_function(f"{KERNEL}.status === 'idle' && window.over !== false", polling=POLLING)


def same_as_in_the_kernel(lab: Lab, board: Locator) -> bool:
    """True if the view shows the kernel's state."""
    told = lab.python(
        "print(board._status['text'], (board._current or board._choices['root'])['prompt'],"
        " board._timeline['depth'], board.session.step.depth, sep='|')"
    )
    status, prompt, step = (board.locator(f".hexwidget-{part}").text_content() for part in ("status", "prompt", "step"))
    step = (step or "step 0").split()[1]
    return told == f"{status}|{prompt}|{step}|{step}"


@contextmanager
def second_tab(lab: Lab, address: str = "", *, window: bool = False) -> Iterator[Page]:
    """Open the notebook with a board in another page, if given at another address of the same Jupyter.

    :param window: True for a window of its own: a browser slows down a page that is covered by another one
    """
    lab.page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    made = lab.page.context.browser.new_page() if window else lab.context.new_page()
    # In the first page's workspace JupyterLab would load the page again, with a workspace of its own.
    made.goto(f"{address or lab.address}/doc/workspaces/second/tree/cells.ipynb")
    made.wait_for_selector(".jp-Notebook", timeout=90_000)
    expect(made.locator(".hexwidget-status")).to_have_text(RED)
    try:
        yield made
    finally:
        made.close()


def beside(lab: Lab, code: str, number: str = "") -> None:
    """Run code in the kernel of a number, past the page and its connection."""
    number = number or lab.page.evaluate(f"{KERNEL}.id")
    (found,) = lab.folder.glob(f".jupyter/**/kernel-{number}.json")
    client = BlockingKernelClient()
    client.load_connection_file(str(found))
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        reply = client.execute_interactive(code, timeout=60, output_hook=lambda message: None)
        assert reply["content"]["status"] == "ok"
    finally:
        client.stop_channels()


def back(lab: Lab, proxy: Proxy) -> None:
    """Let connections through, and make JupyterLab reconnect now instead of in half a minute."""
    proxy.mend()
    lab.page.evaluate(f"void {KERNEL}.reconnect()")


# ---------------------------------------------------------------------- kernels that end
@pytest.mark.own_kernel
@pytest.mark.own_page
def test_a_kernel_that_was_killed_is_gone_until_the_cell_mends_it_and_one_shut_down_is_gone_untouched(lab: Lab) -> None:
    lab.expected += ["Could not restore the debugger state"]
    board = board_of(lab)
    os.kill(int(lab.python("import os; print(os.getpid())")), signal.SIGKILL)
    says(board, GONE)  # the server looks every three seconds
    lab.page.locator(".jp-Dialog .jp-mod-accept").click()
    idle(lab)
    lab.run_all()
    says(board, RED)
    click(lab, board, "0203")
    expect(board.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
    lab.page.evaluate("void jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    says(board, GONE)
    click(lab, board, "0304")
    expect(board.get_by_role("alert")).to_have_text("The kernel is gone. Run the cell again.")


# ---------------------------------------------------------------------- kernels at work
@pytest.mark.own_kernel
def test_an_interrupted_move_is_shown_or_was_not_made(lab: Lab) -> None:
    board = board_of(lab)
    lab.python(
        "import time\nasked, begun = board._activity.choices, []\n"
        "def slow(draft):\n"
        "    if not begun:\n        begun.append(1)\n        print(1, flush=True)\n        time.sleep(3)\n"
        "    return asked(draft)\n"
        "board._activity.choices = slow"
    )
    busy(lab, "board.play('0203-0303')")  # interrupted between the play and the showing, which are one change

    lab.page.evaluate(f"{KERNEL}.interrupt()")
    says(board, BLUE)
    assert same_as_in_the_kernel(lab, board)
    click(lab, board, "0702")
    expect(board.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)


@pytest.mark.parametrize("subshells", ["perCommTarget", "disabled"])
def test_what_is_clicked_while_a_cell_runs_is_done_once(lab: Lab, subshells: str) -> None:
    lab.write("busy.ipynb", *CELLS)
    lab.open("busy.ipynb")
    lab.page.evaluate(f"way => {{ {KERNEL}.commsOverSubshells = way }}", subshells)
    lab.run_all()
    board = lab.board()
    says(board, RED)
    board.scroll_into_view_if_needed()
    go = lab.folder / f"go-{subshells}"
    # The cell itself has written to the board: ipykernel 7.4 would send the board's clicks to where that came from.
    busy(lab, f"board.show(['0101'])\nprint(1, flush=True)\n{until(go)}")
    click(lab, board, "0203")
    click(lab, board, "0304")
    confirm(board)
    waits = board.locator(".hexwidget-waiting")
    answered = board.locator(".hexwidget-status", has_text=BLUE)
    expect(waits if subshells == "disabled" else answered).to_have_count(1)
    assert not lab.page.evaluate("window.over")
    go.touch()
    idle(lab)
    says(board, BLUE)
    assert lab.python("print(len(board.session.steps), board.last_action)") == "2 0203-0303-0304"


def test_a_board_whose_subshell_is_gone_finds_another_way(lab: Lab) -> None:
    board = board_of(lab)
    click(lab, board, "0203")
    expect(board.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
    lab.page.evaluate(
        f"""async () => {{ const {{ content }} = await {KERNEL}.requestListSubshell({{}}).done;
          for (const subshell_id of content.subshell_id) await {KERNEL}.requestDeleteSubshell({{ subshell_id }}).done; }}"""
    )
    go = lab.folder / "go-gone"
    busy(lab, f"print(1, flush=True)\n{until(go)}")
    click(lab, board, "0304")
    confirm(board)
    says(board, BLUE)
    assert not lab.page.evaluate("window.over")
    go.touch()
    idle(lab)
    for way, status in (
        ("disabled", RED),
        ("perComm", BLUE),
        ("perCommTarget", RED),
    ):  # as the setting of JupyterLab does
        lab.page.evaluate(f"way => {{ {KERNEL}.commsOverSubshells = way }}", way)
        board.get_by_role("button", name="Undo" if status == RED else "Redo").click()
        says(board, status)
    assert lab.python("print(len(board.session.steps), board.session.step.number)") == "2 0"


def test_an_edit_in_a_cell_is_not_lost_beside_a_click(lab: Lab) -> None:
    board = board_of(lab)
    lab.python("import time\nbegun = []\nboard.observe(lambda change: (begun.append(1), time.sleep(1)), 'selected')")
    click(lab, board, "0203")
    lab.python(
        "for _ in range(1000):\n    if begun: break\n    time.sleep(0.02)\n"
        "assert begun\nboard.position = board.position.put('blue', '0403', '1 spearman')"
    )
    assert lab.python("print(board.session.step.number, board.position is board.session.position)") == "1 True"


# ---------------------------------------------------------------------- pages
def test_a_cell_run_again_begins_anew_and_a_second_output_does_not(lab: Lab) -> None:
    lab.open_cells(*CELLS, "board")
    click(lab, lab.board(), "0203")
    expect(lab.board(1).locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
    lab.page.evaluate("jupyterapp.shell.currentWidget.content.activeCellIndex = 2")
    lab.page.evaluate("jupyterapp.commands.execute('notebook:run-cell')")
    expect(lab.page.locator(".hexwidget")).to_have_count(2)
    expect(lab.board(1).locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
    lab.run_all()
    expect(lab.page.locator(".hexwidget")).to_have_count(2)
    for n in (0, 1):
        expect(lab.board(n).locator(".hexwidget-prompt")).to_have_text("Red: choose an army, or pass.")


@pytest.mark.own_kernel
@pytest.mark.own_page
def test_two_tabs_show_one_game_and_that_the_kernel_is_gone_once_it_restarts(lab: Lab) -> None:
    lab.expected += ["Could not restore the debugger state", "Comm not found"]
    board = board_of(lab)
    with second_tab(lab) as other:
        click(lab, board, "0203")
        expect(other.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
        other.mouse.click(*point(other.locator(".hexwidget"), MAP, "0304"))
        other.get_by_role("button", name="Confirm").click()
        says(board, BLUE)
        board.get_by_role("button", name="Undo").click()
        expect(other.locator(".hexwidget-status")).to_have_text(RED)
        lab.page.evaluate(f"{KERNEL}.restart()")
        says(board, GONE)
        # The other tab may have no message, if the new kernel sent it before the server listened; then a click reveals it.
        other.mouse.click(*point(other.locator(".hexwidget"), MAP, "0203"))
        expect(other.locator(".hexwidget-status")).to_have_text(GONE)
        expect(other.locator(".hexwidget-lost")).to_have_count(1)


@pytest.mark.own_page
def test_a_page_that_slept_wakes_up_right(lab: Lab, proxy: Proxy) -> None:
    """Then its connection is cut twice: what was confirmed is done once, and the board is right when it is back."""
    board = board_of(lab)
    devtools = lab.context.new_cdp_session(lab.page)
    number = lab.page.evaluate(f"{KERNEL}.id")
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    beside(lab, "board.play('0203-0303-0304')", number)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    says(board, BLUE)
    click(lab, board, "0702")
    expect(board.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
    lab.python("board.select(None); board.undo()")
    says(board, RED)
    is_done_once_if_confirmed_while_cut(lab, board, proxy)
    lab.python("board.undo()")
    says(board, RED)
    is_right_after_a_cut(lab, board, proxy)


# ---------------------------------------------------------------------- connections
def is_right_after_a_cut(lab: Lab, board: Locator, proxy: Proxy) -> None:
    # While another page is connected, Jupyter keeps no messages for this one.
    with second_tab(lab, f"http://127.0.0.1:{proxy.far}"):
        proxy.cut()
        says(board, CUT)
        expect(lab.page.locator(".hexwidget-cut")).to_have_count(1)
        beside(lab, "board.show(['0101'], 'mine')\nboard.play('0203-0303-0304')\nboard.select('0702')")
        back(lab, proxy)
        says(board, BLUE)
        expect(board.locator(".hexwidget-prompt")).to_contain_text(CHOSEN)
    assert same_as_in_the_kernel(lab, board)


def is_done_once_if_confirmed_while_cut(lab: Lab, board: Locator, proxy: Proxy) -> None:
    click(lab, board, "0203")
    click(lab, board, "0304")
    eventually(lab, lambda: lab.python("print(board._showing.state.draft.get('to'))") == "0304")
    proxy.cut()
    says(board, CUT)
    confirm(board)
    back(lab, proxy)
    says(board, BLUE)
    assert lab.python("print(len(board.session.steps), board.last_action)") == "2 0203-0303-0304"
    assert same_as_in_the_kernel(lab, board)


# ---------------------------------------------------------------------- load
def test_five_hundred_clicks_in_a_second_leave_view_and_kernel_agreeing(lab: Lab) -> None:
    board = board_of(lab)
    names = ["0203", "0304", "0303", "0402", "0502", "0702", "0603", "0503", "0703", "0105", "0901", "0101"]
    where = {name: point(board, MAP, name) for name in names}
    chance = random.Random(3)
    begin_clicks(lab.page, [where[chance.choice(names)] for _ in range(500)], 1)
    end_clicks(lab.page)
    eventually(lab, lambda: same_as_in_the_kernel(lab, board))
    lab.page.wait_for_timeout(500)
    eventually(lab, lambda: same_as_in_the_kernel(lab, board))  # on a busy machine an answer may still be under way
    assert int(lab.python("print(len(board.session.steps))")) > 1


@pytest.mark.own_page
def test_boards_that_are_closed_leave_nothing_behind(lab: Lab) -> None:
    lab.open_cells(CELLS[0], "board, s = None, hw.scenario('depletion/first-steps')", "")
    cell = (
        "if board: board.close()\nboard = hw.Board(s)\ndisplay(board)\n"
        "board.play('0203-0303'); board.undo(); board.select('0203')\ndisplay(board)"
    )
    lab.page.evaluate(
        """code => { const { content } = jupyterapp.shell.currentWidget;
          content.model.cells.get(2).sharedModel.setSource(code); content.activeCellIndex = 2; }""",
        cell,
    )
    devtools = lab.context.new_cdp_session(lab.page)
    devtools.send("Performance.enable")

    def after(cycles: int) -> tuple[int, str]:
        for _ in range(cycles):
            lab.page.evaluate("jupyterapp.commands.execute('notebook:run-cell')")
            expect(lab.page.locator(".hexwidget")).to_have_count(2)
            lab.page.wait_for_timeout(50)
        idle(lab)
        expect(lab.page.locator(".hexwidget")).to_have_count(2)
        lab.page.wait_for_timeout(300)
        for _ in range(3):  # also objects that are released late
            devtools.send("HeapProfiler.collectGarbage")
            lab.page.wait_for_timeout(100)
        metrics = {m["name"]: m["value"] for m in devtools.send("Performance.getMetrics")["metrics"]}
        kept = lab.python(
            "import gc, ipywidgets; gc.collect()\nprint(sum(isinstance(o, (hw.Board, hw.Session)) for o in gc.get_objects()),"
            " len(ipywidgets.widgets.widget._instances))"
        )
        return int(metrics["JSEventListeners"]), kept

    found = [after(4) for _ in range(3)]
    assert len({kept for _, kept in found}) == 1
    # JupyterLab adds some listeners of its own, once.
    assert min(later[0] - before[0] for before, later in pairwise(found)) < 8  # less than one for each view
