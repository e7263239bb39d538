"""Painting of maps of 100 to 1,000,000 hexes in headless Chromium: first paint, panning and zooming, a full overlay recoloured.

The board is the one in a notebook, with a model in place of the kernel. Times are in milliseconds, from the input to the end
of the first frame that shows its effect; "script" is the part of such a frame in which the board's own code runs: in the
handlers of events, before the frame, and in timers.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.timing import machine
from hexwidget import widget
from tests.browser.lab import FLAGS, executable

TITLE = "How long does painting a map take?"

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
STATIC = Path(widget.__file__).parent / "static"
NO_LIMIT = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]
FIXTURE = Path(__file__).parents[1] / "js" / "test" / "fixtures" / "first-steps.json"
PAGE = """
async ([js, css, fixture]) => {
  const style = document.createElement('style'); style.textContent = css; document.head.append(style);
  const widget = (await import(URL.createObjectURL(new Blob([js], { type: 'text/javascript' })))).default;
  const bare = requestAnimationFrame.bind(window), raf = () => new Promise(bare);
  let script = 0;
  const timed = act => (...a) => { const t = performance.now(); try { return act(...a); } finally { script += performance.now() - t; } };
  for (const name of ['requestAnimationFrame', 'setTimeout']) {
    const former = window[name].bind(window);
    window[name] = (act, ...rest) => former(timed(act), ...rest);
  }
  const post = () => new Promise(r => { const m = new MessageChannel(); m.port1.onmessage = r; m.port2.postMessage(0); });
  const frame = async () => { await raf(); await post(); };
  const quantile = (list, part) => [...list].sort((a, b) => a - b)[Math.floor(part * list.length)], p50 = list => quantile(list, 0.5);
  const base64 = bytes => { let text = ''; for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text); };
  const levels = (columns, rows, shift) => {  // six stripes over the whole map, as planes
    const stride = columns + 2, planes = Array.from({ length: 6 }, () => new Uint8Array((rows * stride >> 3) + 1));
    for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
      const bit = row * stride + column - ((row - (row & 1)) >> 1);
      planes[(column + row + shift) % 6][bit >> 3] |= 1 << (bit & 7);
    }
    return planes.map((plane, n) => [n, [0, base64(plane)]]);
  };
  window.measure = async n => {
    document.body.replaceChildren();
    const el = document.createElement('div'); el.style.width = '1200px'; document.body.append(el);
    const columns = Math.round(Math.sqrt(n * 1.3)), rows = Math.ceil(n / columns);
    const state = structuredClone(fixture), listeners = {};
    const kinds = state._scene.grounds.length;
    state._scene = { ...state._scene, offset: 'odd-r', columns, rows, cells: base64(Uint8Array.from({ length: columns * rows },
      (_, i) => (i * 7 + Math.floor(i / columns) * 3) % kinds)) };
    state._choices.root = { ...state._choices.root, options: [] }; state._choices.branches = [];
    state._state = { ...state._state, pieces: state._state.pieces.slice(0, 4), tokens: [] };
    const overlay = { name: 'o', label: 'o', hue: 'reach', fill: 0.5, darkening: 0.5, border: 2, numbers: false, stroke: 'solid', onDemand: false };
    const shown = [0, 1].map(k => ({ ...state._state, overlays: [{ ...overlay, levels: levels(columns, rows, k) }] }));
    const model = { get: k => state[k], send() {}, off() {}, on: (k, f) => (listeners[k] ??= []).push(f) };
    const end = new AbortController();
    const t0 = performance.now();
    widget.render({ model, el, signal: end.signal });
    await frame();
    const first = performance.now() - t0;
    await new Promise(r => setTimeout(r, 300));
    const surface = el.querySelector('.hexwidget-surface'), box = surface.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, cancelable: true };
    let scripts = [];
    const loop = async (times, act) => {
      const found = [];
      for (let k = 0; k < times; k++) {
        script = 0;
        const t = performance.now();
        timed(act)(k);
        await frame();
        found.push(performance.now() - t);
        scripts.push(script);
      }
      return found;
    };
    const wheel = dy => surface.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: dy, ctrlKey: true }));
    // In and out again, never to the end: where nothing changes the browser waits.
    const zoom = await loop(60, k => wheel(Math.floor(k / 6) % 2 ? 10 : -10));
    const pointer = (kind, x, y) => surface.dispatchEvent(new PointerEvent(kind,
      { ...at, clientX: at.clientX + x, clientY: at.clientY + y, pointerId: 1, pointerType: 'mouse', buttons: 1 }));
    wheel(-60); await frame(); await new Promise(r => setTimeout(r, 300));
    pointer('pointerdown', 0, 0);
    const pan = await loop(60, k => pointer('pointermove', 5 * k - 150, 2 * k));
    pointer('pointerup', 0, 0);
    const moving = scripts;
    scripts = [];
    for (let k = 0; k < 40; k++) wheel(60);  // the whole map, where recolouring costs most
    await new Promise(r => setTimeout(r, 400));
    const recolour = await loop(20, k => { state._state = shown[k % 2]; for (const f of listeners['change:_state']) f(); });
    end.abort();
    return { hexes: columns * rows, first, zoom: p50(zoom), pan: p50(pan), recolour: p50(recolour), usual: p50(moving), rare: quantile(moving, 0.95) };
  };
}
"""


def run() -> None:
    """Measure each size, in a browser of its own; print a table."""
    print(machine())
    print(
        f"{'hexes':>10}{'first':>9}{'zoom p50':>10}{'pan p50':>10}{'script p50':>12}{'p95':>6}{'recolour p50':>14}   (ms)"
    )
    setup = [
        (STATIC / "board.js").read_text(encoding="utf-8"),
        (STATIC / "board.css").read_text(encoding="utf-8"),
        json.loads(FIXTURE.read_text(encoding="utf-8"))["state"],
    ]
    with sync_playwright() as playwright:
        for size in SIZES:
            browser = playwright.chromium.launch(executable_path=executable(), args=[*FLAGS, *NO_LIMIT])
            page = browser.new_page(viewport={"width": 1300, "height": 900})
            page.evaluate(PAGE, setup)
            page.evaluate("measure(300)")  # the page is warm
            found = page.evaluate("n => measure(n)", size)
            frames = f"{found['first']:>9.0f}{found['zoom']:>10.1f}{found['pan']:>10.1f}"
            print(
                f"{found['hexes']:>10,}{frames}{found['usual']:>12.1f}{found['rare']:>6.1f}{found['recolour']:>14.1f}"
            )
            browser.close()
