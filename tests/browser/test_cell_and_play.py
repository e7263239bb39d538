"""A table that a cell makes, in JupyterLab, and ``hexwidget play``, in Chromium."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from tests.browser.lab import Lab
from tests.browser.test_keyboard import AXE, axe_findings
from tests.browser.test_table import Seat
from tests.table.hosting import ROOT
from tests.table.wire import Client


def test_one_person_plays_both_sides_until_the_terminal_ends_it(tmp_path: Path, browser: Browser) -> None:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "hexwidget", "play", "depletion/first-steps", "--no-browser", "--json"]
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path, env=environment) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        me = Seat(browser, told["address"], hw.scenario("depletion/first-steps").position.map)
        expect(me.board.locator(".hexwidget-kept")).to_have_text("kept in depletion-first-steps.jsonl")
        expect(me.page.get_by_role("button", name="Menu")).to_be_hidden()
        assert me.board.bounding_box()["y"] < 20
        me.page.evaluate(AXE.read_text(encoding="utf-8"))  # the page lets no script in
        assert axe_findings(me.page) == []
        me.click("0203", "0303")
        expect(me.page).to_have_title("Blue to act · First steps")
        me.page.get_by_role("button", name="Pass").first.click()
        me.page.locator(".hexwidget-confirm:visible").click()
        expect(me.page).to_have_title("Red to act · First steps")
        assert me.errors == []
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    me.says("No connection to the server. Trying again …")
    words = (me.page.text_content("body") or "").lower()
    assert not re.search(r"\b(kernel|cell)\b", words)
    me.leave()
    assert [step.text for step in hw.load(tmp_path / told["kept"]).line] == ["start", "red: 0203-0303", "blue: pass"]


def test_a_seat_plays_on_jupyters_port_while_a_cell_of_its_notebook_computes(lab: Lab, browser: Browser) -> None:
    lab.open_cells(
        "import time\nimport hexwidget as hw\nsession = hw.Session('depletion/first-steps', seed=1)\n"
        "table = hw.Table(session)\nsession.watch(lambda: print('watched', session.step.text))\ntable",
        "hw.Board(session)",
    )
    links = json.loads(lab.python("import json\nprint(json.dumps(table.links))"))
    assert links["red"].startswith(f"{lab.address}/hexwidget/tables/")
    red = Seat(browser, links["red"], hw.scenario("depletion/first-steps").position.map)
    referee = Client(*links["referee"].split("/#"))
    referee.present()
    lab.page.evaluate(
        """code => new Promise(begun => { const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          kernel.requestExecute({code}).onIOPub = m => m.header.msg_type === 'stream' && begun(null); })""",
        "print('begun')\nend = time.time() + 60\nwhile len(session.steps) < 3 and time.time() < end: sum(range(1000))",
    )
    red.click("0203", "0303")
    expect(red.page).to_have_title("Blue to act · First steps")
    expect(lab.board().locator(".hexwidget-step")).to_have_text("step 1 of 1")
    printed = lab.page.locator(".jp-Cell").first.locator(".jp-OutputArea").get_by_text("watched")
    expect(printed).to_have_count(0)  # the kernel is busy
    referee.ask("hello")
    assert referee.ask("play", action="blue: pass")["ok"]
    expect(printed).to_have_text("watched blue: pass")
    expect(red.page).to_have_title("Your turn · First steps")
    assert red.errors == []
    red.leave()
    assert lab.python("print(session.step.number, hw.Table(session) is table)") == "2 True"
