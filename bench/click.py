"""A click on an army in a real JupyterLab, until its reach is painted; beside a bare comm echo in the same run.

Both clocks start at the click event. Both end in the first frame after its result is on the page.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Locator, sync_playwright

import hexwidget as hw
from bench.timing import machine
from hexwidget.geometry import HexMap
from tests.browser.lab import Lab, launch, point, serve

TITLE = "How long does a click take, until its reach is painted?"

CLICKS = 120
WARM_UP = 10
PAUSE = 350
"""Milliseconds before each click, the same for all, as the pause decides how soon a small packet is acknowledged."""
ECHO = '''
import anywidget
class Echo(anywidget.AnyWidget):
    """Sends every message back; the page draws nothing."""
    _esm = """export default { render({ model, el }) {
      const b = document.createElement('button'); b.className = 'echo'; b.textContent = 'echo'; el.append(b);
      let t0 = 0;
      b.addEventListener('click', e => { t0 = e.timeStamp; model.send({ echo: 1 }); });
      model.on('msg:custom', () => requestAnimationFrame(() => { const c = new MessageChannel();
        c.port1.onmessage = () => (window.echoes ??= []).push(performance.now() - t0); c.port2.postMessage(0); }));
    } };"""
    def __init__(self):
        super().__init__()
        self.on_msg(lambda _, content, buffers: self.send(content))
'''
# "Painted" is the first frame after the overlay's layer was cleared and drawn, which happens within one task.
WATCH = """board => {
  window.paints = []; let t0 = 0, waiting = false;
  const marks = board.querySelector('canvas.hexwidget-marks'), clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...a) {
    if (this.canvas === marks && t0 && !waiting) { waiting = true; const from = t0;
      requestAnimationFrame(() => { const c = new MessageChannel();
        c.port1.onmessage = () => { window.paints.push(performance.now() - from); waiting = false; t0 = 0; };
        c.port2.postMessage(0); }); }
    return clear.apply(this, a); };
  board.addEventListener('click', e => { t0 = e.timeStamp; }, true);
}"""


# "Committed" is the first frame after the pieces were drawn anew, counted from the click on Confirm.
WATCH_COMMITS = """board => {
  window.commits = []; let t0 = 0;
  const pieces = board.querySelector('canvas.hexwidget-pieces');
  new MutationObserver(() => { if (!t0) return; const from = t0; t0 = 0;
    requestAnimationFrame(() => { const c = new MessageChannel();
      c.port1.onmessage = () => window.commits.push(performance.now() - from); c.port2.postMessage(0); });
  }).observe(pieces, { attributeFilter: ['data-drawn'] });
  board.addEventListener('click', e => { if (e.target.closest('.hexwidget-confirm')) t0 = e.timeStamp; }, true);
}"""


def percentile(values: list[float], part: float) -> float:
    """The quantile of some values: the value below which this part of them lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def run() -> None:
    """Click armies and the echo in turn; print both."""
    position = hw.scenario("depletion/first-steps").position
    armies = [position.map.name(a.at) for a in position.armies if a.owner == 0]
    rng = Random(1)
    folder = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright, serve(folder) as address:
        browser = launch(playwright)
        # Both are in view, as scrolling between clicks would be timed with them.
        lab = Lab(browser, address, folder, height=1500)
        show = "display(hw.Board(hw.scenario('depletion/first-steps')), Echo())"
        lab.open_cells("import hexwidget as hw", ECHO, show)
        board = lab.board()
        board.wait_for()
        echo = lab.page.locator("button.echo")
        board.evaluate(WATCH)
        board.evaluate(WATCH_COMMITS)
        chosen = ""
        for n in range(CLICKS + WARM_UP):
            chosen = rng.choice([name for name in armies if name != chosen])
            lab.page.keyboard.press("Escape")
            lab.page.wait_for_timeout(PAUSE)
            x, y = point(board, position.map, chosen)
            lab.page.mouse.click(x, y)
            lab.page.wait_for_function("n => window.paints.length > n", arg=n, polling=10)
            lab.page.wait_for_timeout(PAUSE)
            echo.click()
            lab.page.wait_for_function("n => (window.echoes ?? []).length > n", arg=n, polling=10)
            lab.page.wait_for_timeout(50 * rng.random())
            if n % 3 == 0:
                _commit(lab, board, position.map)
        paints, echoes = (lab.page.evaluate(f"window.{name}")[WARM_UP:] for name in ("paints", "echoes"))
        commits = lab.page.evaluate("window.commits")[WARM_UP // 3 :]
        lab.close()
        browser.close()
    print(f"\nClick in JupyterLab, {CLICKS} each in turn ({machine()})")
    timed = {
        "click on an army until its reach is painted": paints,
        "bare comm echo": echoes,
        "an action committed": commits,
    }
    for name, values in timed.items():
        print(f"  p50 {percentile(values, 0.5):7.1f} ms   p95 {percentile(values, 0.95):7.1f} ms   {name}")
    for name, values in (("reach", paints), ("commit", commits)):
        print(f"  ratio of the p50s, {name} to echo: {percentile(values, 0.5) / percentile(echoes, 0.5):.2f}")


def _commit(lab: Lab, board: Locator, hexmap: HexMap) -> None:
    """Move the lone rider a hex, confirm, and undo."""
    cancel = board.get_by_role("button", name="Cancel")
    if cancel.count():
        cancel.click()
        lab.page.wait_for_timeout(150)
    for space in ("0306", "0406"):
        lab.page.mouse.click(*point(board, hexmap, space))
        lab.page.wait_for_timeout(PAUSE)
    before = lab.page.evaluate("window.commits.length")
    board.locator(".hexwidget-confirm").click()
    lab.page.wait_for_function("n => window.commits.length > n", arg=before, polling=10)
    lab.page.wait_for_timeout(PAUSE)
    board.get_by_role("button", name="Undo").click()
    lab.page.wait_for_timeout(PAUSE)
