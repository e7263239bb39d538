"""A click on an army in a real JupyterLab, until its reach is painted; beside a bare comm echo of the same run.

Both clocks start at the click event; both end in the first frame after what it led to is on the page.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

import hexwidget as hw
from bench.timing import machine
from tests.browser.lab import Lab, launch, point, serve

CLICKS = 120
WARM_UP = 10
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
# Painted: the first frame after the overlay's layer was cleared and drawn, which happens within one task.
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


def percentile(values: list[float], part: float) -> float:
    """The value below which this part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def run() -> None:
    """Click armies and the echo in turn; print both."""
    position = hw.scenario("depletion/first-steps").position
    armies = [position.map.name(a.at) for a in position.armies if a.owner == 0]
    rng = Random(1)
    folder = Path(tempfile.mkdtemp())
    with sync_playwright() as playwright, serve(folder) as address:
        browser = launch(playwright)
        # Both in view at once: scrolling between clicks would be timed with them.
        lab = Lab(browser, address, folder, height=1500)
        show = "display(hw.Board(hw.scenario('depletion/first-steps')), Echo())"
        lab.open_cells("click.ipynb", "import hexwidget as hw", ECHO, show)
        board = lab.board()
        board.wait_for()
        echo = lab.page.locator("button.echo")
        board.evaluate(WATCH)
        chosen = ""
        for n in range(CLICKS + WARM_UP):
            chosen = rng.choice([name for name in armies if name != chosen])
            lab.page.keyboard.press("Escape")
            lab.page.wait_for_timeout(150)
            x, y = point(board, position.map, chosen)
            lab.page.mouse.click(x, y)
            lab.page.wait_for_function("n => window.paints.length > n", arg=n, polling=10)
            lab.page.wait_for_timeout(150)
            echo.click()
            lab.page.wait_for_function("n => (window.echoes ?? []).length > n", arg=n, polling=10)
            lab.page.wait_for_timeout(50 * rng.random())
        paints, echoes = (lab.page.evaluate(f"window.{name}")[WARM_UP:] for name in ("paints", "echoes"))
        lab.close()
        browser.close()
    print(f"\nClick in JupyterLab, {CLICKS} each in turn ({machine()})")
    for name, values in (("click on an army until its reach is painted", paints), ("bare comm echo", echoes)):
        print(f"  p50 {percentile(values, 0.5):7.1f} ms   p95 {percentile(values, 0.95):7.1f} ms   {name}")
    print(f"  ratio of the p50s: {percentile(paints, 0.5) / percentile(echoes, 0.5):.2f}")
