"""Google Colab, emulated by its rules: a frame of another origin for each output, a manager in each frame, a real kernel behind them.

colab.js has the rules, with their sources. The parts of the manager come from npm. See ``make test-hosts``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.browser.direct import new_page
from tests.conftest import Take
from tests.share import managers

pytestmark = pytest.mark.skipif(not managers.BASE.is_dir(), reason="no managers of npm: make test-hosts")
COLAB = """
import sys, types
from IPython import get_ipython
VIEW = "application/vnd.jupyter.widget-view+json"
output = types.ModuleType("google.colab.output")
output._widgets = types.SimpleNamespace(_installed_url=None)
def enable_custom_widget_manager():
    output._widgets._installed_url = "https://ssl.gstatic.com/manager.min.js"
output.enable_custom_widget_manager = enable_custom_widget_manager
sys.modules["google.colab.output"] = output
def add(message):  # display_data gets the metadata, and execute_result does not
    if message["header"]["msg_type"] == "display_data" and VIEW in message["content"]["data"]:
        manager = {"url": output._widgets._installed_url}
        message["content"]["metadata"][VIEW] = {"colab": {"custom_widget_manager": manager}}
    return message
get_ipython().display_pub.register_hook(add)
"""
FIRST = """
import hexwidget as hw
session = hw.Session("depletion/first-steps", seed=1)
hw.Board(session)
"""
SECOND = "second = hw.Board(session)\ndisplay(second)"
LATE = "[anywidget] Failed to initialize model."
"""
anywidget reports this when it has not loaded a widget's module after two seconds, as on a busy machine. It loads it all the same, but the
widget hears no more messages of the kernel. So each board has to be painted at the end, and to answer.
"""
PAINTED = "e => e.getContext('2d').getImageData(0, 0, e.width, e.height).data.some(Boolean)"
FRAMES = "<!doctype html><html lang=en><title>Colab</title><link rel=icon href='data:,'>"
STYLE = "<style>iframe { width: 100%; border: 0 } body { margin: 8px }</style>"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the notebook's page."""
    folder = tmp_path_factory.mktemp("colab")
    managers.bundle(Path(__file__).with_name("colab.js"), folder / "colab.js")
    (folder / "notebook.html").write_text(f'{FRAMES}{STYLE}<body><script src="colab.js"></script>')
    scripts = '<script src="colab.js"></script><script src="require.js"></script>'
    (folder / "frame.html").write_text(f"{FRAMES}<body style='margin: 0'>{scripts}")
    with managers.served(folder) as address:
        yield f"{address}/notebook.html"


@pytest.fixture
def page(browser: Browser, notebook: str) -> Iterator[Page]:
    said: list[str] = []
    made = new_page(browser, 1100)
    made.on("console", lambda m: said.append(m.text) if m.type == "error" else None)
    made.on("pageerror", lambda error: LATE not in str(error) and said.append(str(error)))
    made.goto(notebook)
    yield made
    for number in range(made.locator("iframe").count()):
        assert board(made, number).locator(".hexwidget-layers canvas").first.evaluate(PAINTED)
        board(made, number).locator(".hexwidget-key > summary").click()
        expect(board(made, number).locator(".hexwidget-legend")).to_be_visible()
    made.close()
    assert said == []


def board(page: Page, number: int) -> FrameLocator:
    return page.frame_locator("iframe").nth(number)


@pytest.mark.host("Google Colab (emulated)", "live", "dark")
def test_two_boards_of_one_session_in_two_cells(page: Page, kernels: tuple[str, str], take: Take) -> None:
    page.evaluate("address => window.start(...address)", list(kernels))
    for cell in (COLAB, FIRST, SECOND):
        page.evaluate("code => window.run(code)", cell)
    first, second = board(page, 0), board(page, 1)
    expect(first.locator(".hexwidget")).to_contain_text("Red to act")
    expect(second.locator(".hexwidget")).to_contain_text("Red to act")
    page.wait_for_timeout(1500)  # the grounds are painted one after the other
    take(page, "live")

    # A move on the first board: the second does not hear of it, and catches up with the next click on it.
    first.get_by_role("button", name="Pass").first.click()
    first.get_by_role("button", name="Pass").last.click()
    expect(first.locator(".hexwidget")).to_contain_text("Blue to act")
    page.wait_for_timeout(1000)
    expect(second.locator(".hexwidget")).to_contain_text("Red to act")
    second.get_by_role("button", name="Pass").first.click()
    expect(second.locator(".hexwidget")).to_contain_text("Blue to act")

    # A later cell plays two moves: both boards catch up with their next clicks, which undo nothing that they have not shown.
    page.evaluate('window.run(\'session.play("pass"); session.play("pass")\')')
    page.wait_for_timeout(1000)
    for each in (first, second):
        expect(each.locator(".hexwidget-step")).to_have_text("step 1 of 1")
        each.get_by_label("One step back").click()
        expect(each.locator(".hexwidget-step")).to_have_text("step 3 of 3")
    page.evaluate("window.run('assert session.step.number == 3')")

    page.evaluate("window.theme('dark')")
    page.wait_for_timeout(1000)
    colour = "e => getComputedStyle(e).backgroundColor.match(/\\d+/g).every(part => part < 128)"
    assert first.locator(".hexwidget").evaluate(colour)
    take(page, "dark")
    assert page.evaluate("window.buffers") == 0, "Positron has lost binary buffers: boards send and need none"
    page.evaluate("window.stop()")


@pytest.mark.host("Google Colab (emulated)", "reopened")
def test_a_saved_notebook_is_reopened(page: Page, take: Take) -> None:
    played = f"{FIRST.strip()[:-17]}session.play('0203-0303-0304')\nhw.Board(session)"
    saved = new_notebook(cells=[new_code_cell(COLAB), new_code_cell(played)])
    NotebookClient(saved, timeout=120, kernel_name="python3").execute()
    page.evaluate("notebook => window.reopen(notebook)", json.loads(json.dumps(saved)))
    still = board(page, 0)
    expect(still.locator(".hexwidget-still-caption")).to_contain_text("run the cell to play", timeout=60_000)
    still.get_by_label("One step back").click()
    expect(still.locator(".hexwidget-step")).to_have_text("step 0 of 1")
    take(page, "reopened")
