"""A click on an army in a real JupyterLab, until its reach is painted; beside bare frames and a bare comm echo in the same run.

All clocks start at the click event, and end with the first frame that shows its result. The pointer comes with the
click, or it rests on the army for a moment before, as a person's does. A bare frame is the time from one animation frame to the
next while nothing happens. Then the browser's trace of more clicks shows what the page's main thread does until that frame has
ended, in milliseconds a click: the medians, while tracing makes all of it slower.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Locator, sync_playwright

import hexwidget as hw
from bench.timing import machine
from hexwidget.geometry import HexMap
from tests.browser.lab import Lab, launch, point, serve

TITLE = "How long does a click take, until its reach is painted?"

CLICKS = 120
WARM_UP = 10
TRACED = 30
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
      model.on('msg:custom', () => requestAnimationFrame(() => scheduler.postTask(
        () => (window.echoes ??= []).push(performance.now() - t0), { priority: 'user-blocking' })));
    } };"""
    def __init__(self):
        super().__init__()
        self.on_msg(lambda _, content, buffers: self.send(content))
'''
# "Painted" is the first frame after the overlay's layer was cleared and drawn, which happens within one task. A frame has ended
# when a task of the highest priority runs that was posted in it; tasks that wait for their turn are not part of it.
WATCH = """board => {
  window.paints = []; window.frames = []; let t0 = 0, waiting = false;
  const marks = board.querySelector('canvas.hexwidget-marks'), clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...a) {
    if (this.canvas === marks && t0 && !waiting) { waiting = true; const from = t0;
      requestAnimationFrame(() => scheduler.postTask(() => {
        window.paints.push(performance.now() - from); waiting = false; t0 = 0;
        performance.measure('painted', { start: from }); }, { priority: 'user-blocking' })); }
    return clear.apply(this, a); };
  board.addEventListener('click', e => { t0 = e.timeStamp; }, true);
}"""

BARE = """async () => {
  const frame = () => new Promise(requestAnimationFrame); let before = await frame();
  for (let k = 0; k < 4; k++) { const now = await frame(); window.frames.push(now - before); before = now; }
}"""
# What the browser does on a main thread, by the names of its events.
PARTS = {
    "style": ("UpdateLayoutTree",),
    "layout": ("Layout", "HitTest"),
    "paint": ("PrePaint", "Paint", "Layerize", "UpdateLayer"),
    "commit": ("Commit",),
}
TRACE = ["devtools.timeline", "disabled-by-default-devtools.timeline", "v8.execute", "blink.user_timing"]

# "Committed" is the first frame after the pieces were drawn anew, counted from the click on Confirm.
WATCH_COMMITS = """board => {
  window.commits = []; let t0 = 0;
  const pieces = board.querySelector('canvas.hexwidget-pieces');
  new MutationObserver(() => { if (!t0) return; const from = t0; t0 = 0;
    requestAnimationFrame(() => scheduler.postTask(
      () => window.commits.push(performance.now() - from), { priority: 'user-blocking' }));
  }).observe(pieces, { attributeFilter: ['data-drawn'] });
  board.addEventListener('click', e => { if (e.target.closest('.hexwidget-confirm')) t0 = e.timeStamp; }, true);
}"""


def percentile(values: list[float], part: float) -> float:
    """The quantile of some values: the value below which this part of them lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def run() -> None:
    """Click armies and the echo in turn, then armies alone while the browser traces; print both."""
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

        def choose(rests: bool) -> None:
            nonlocal chosen
            chosen = rng.choice([name for name in armies if name != chosen])
            lab.page.keyboard.press("Escape")
            x, y = point(board, position.map, chosen)
            if rests:
                lab.page.mouse.move(x, y)
            lab.page.wait_for_timeout(PAUSE)
            before = lab.page.evaluate("window.paints.length")
            lab.page.mouse.click(x, y)
            lab.page.wait_for_function("n => window.paints.length > n", arg=before, polling=10)
            lab.page.wait_for_timeout(PAUSE)

        for n in range(CLICKS + WARM_UP):
            choose(rests=False)
            echo.click()
            lab.page.wait_for_function("n => (window.echoes ?? []).length > n", arg=n, polling=10)
            lab.page.wait_for_timeout(50 * rng.random())
            choose(rests=True)
            lab.page.evaluate(BARE)
            if n % 3 == 0:
                _commit(lab, board, position.map)
        paints, echoes = (lab.page.evaluate(f"window.{name}") for name in ("paints", "echoes"))
        frames = lab.page.evaluate("window.frames")
        commits = lab.page.evaluate("window.commits")[WARM_UP // 3 :]
        browser.start_tracing(page=lab.page, categories=TRACE)
        for _ in range(TRACED):
            choose(rests=True)
        traced = parts(json.loads(browser.stop_tracing())["traceEvents"])
        lab.close()
        browser.close()
    print(f"\nClick in JupyterLab, {CLICKS} each in turn ({machine()})")
    timed = {
        "click on an army until its reach is painted, the pointer comes with it": paints[2 * WARM_UP :: 2],
        "click on an army until its reach is painted, the pointer rests there": paints[2 * WARM_UP + 1 :: 2],
        "bare frame": frames,
        "bare comm echo": echoes[WARM_UP:],
        "an action committed": commits,
    }
    for name, values in timed.items():
        print(f"  p50 {percentile(values, 0.5):7.1f} ms   p95 {percentile(values, 0.95):7.1f} ms   {name}")
    coming, resting, frame, back, commit = (percentile(values, 0.5) for values in timed.values())
    for name, ratio in (
        ("reach to bare frame, the pointer comes", coming / frame),
        ("reach to bare frame, the pointer rests", resting / frame),
        ("reach to echo", coming / back),
        ("commit to echo", commit / back),
    ):
        print(f"  ratio of the p50s, {name}: {ratio:.2f}")
    print(f"\nThe page's main thread from a click, the pointer rests there, until the frame has ended; {TRACED} traced")
    for name, value in traced.items():
        print(f"  p50 {value:7.1f} ms   {name}")


def parts(events: list[dict[str, Any]]) -> dict[str, float]:
    """Return the median milliseconds of the main thread by kind of task, in the spans of a trace named "painted". Nested tasks count once."""
    begun = [e for e in events if e["name"] == "painted" and e["ph"] == "b"]
    ended = [e for e in events if e["name"] == "painted" and e["ph"] == "e"]
    taken: dict[str, list[float]] = {}
    for start, end in zip(begun, ended, strict=True):
        spans = [e for e in events if e["ph"] == "X" and e["tid"] == start["tid"] and e["pid"] == start["pid"]]
        found = _own(spans, start["ts"], end["ts"])
        for kind in ("whole", "the board's script", "JupyterLab's script", *PARTS, "other", "waiting for the frame"):
            taken.setdefault(kind, []).append(found.get(kind, 0) / 1000)
    return {kind: median(values) for kind, values in taken.items()}


def _own(spans: list[dict[str, Any]], start: float, end: float) -> dict[str, float]:
    """The microseconds of each kind between two times. Spans nest: the time of one within another is taken from the other."""
    kinds = {name: kind for kind, names in PARTS.items() for name in names}
    found = {"whole": end - start, "waiting for the frame": end - start}
    open_: list[tuple[float, str]] = []
    for span in sorted(spans, key=lambda e: (e["ts"], -e.get("dur", 0))):
        first, last = span["ts"], span["ts"] + span.get("dur", 0)
        while open_ and open_[-1][0] <= first:
            open_.pop()
        outer = open_[-1][1] if open_ else "waiting for the frame"
        kind = kinds.get(span["name"], "other" if not open_ else outer)
        if span["name"] == "FunctionCall" and outer in ("other", "JupyterLab's script"):
            ours = span["args"].get("data", {}).get("url", "").startswith("blob:")
            kind = "the board's script" if ours else "JupyterLab's script"
        length = max(0, min(last, end) - max(first, start))
        found[outer] = found.get(outer, 0) - length
        found[kind] = found.get(kind, 0) + length
        open_.append((last, kind))
    return found


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
