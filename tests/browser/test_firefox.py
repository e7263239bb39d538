"""The start board in JupyterLab in a Firefox: its reach is shown, a move is played, and the kernel agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwidget.geometry import SpaceMap
from tests.browser.firefox import Firefox, executable
from tests.browser.lab import notebook_of, on_layers
from tests.browser.pictures import picture
from tests.browser.test_board import CELLS, MAP
from tests.browser.test_scaled import PAINTED

pytestmark = pytest.mark.skipif(
    executable() is None,
    reason="no Firefox here: apt-get install firefox-esr, or put the path of one into HEXWIDGET_FIREFOX",
)
NOTEBOOK = "[...(window.jupyterapp?.shell.widgets('main') ?? [])].find(w => w.sessionContext?.isReady)"
# The page of an automated Firefox has no focus, so the notebook has to be made the current one.
RUN = f"""async () => {{ jupyterapp.shell.activateById(({NOTEBOOK}).id);
  await jupyterapp.commands.execute('notebook:run-all-cells'); }}"""
SAYS = "text => document.querySelector('.hexwidget-status')?.textContent === text"
ASKS = "text => document.querySelector('.hexwidget-prompt').textContent.includes(text)"
VIEW = "() => document.querySelector('.hexwidget-layers').dataset.view"
PLACE = f"(x, y) => ({PAINTED})(document.querySelector('.hexwidget-layers'), [x, y])"
SCALE = """async () => { document.querySelector('.hexwidget').parentElement.style.zoom = 0.64;
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame); }"""
CONFIRM = """async () => { const frame = () => new Promise(requestAnimationFrame);
  for (let last; ; await frame()) {
    const button = document.querySelector('.hexwidget-confirm');
    button.scrollIntoView({block: 'nearest'});
    const {left, top, width, height} = button.getBoundingClientRect();
    const at = [left + width / 2, top + height / 2], lies = button.contains(document.elementFromPoint(...at)) && !button.disabled;
    if (lies && String(at) === last) return at;
    last = lies ? String(at) : undefined; } }"""
"""The middle of the button that confirms, once it can be clicked there."""
VEILED = """(x, y) => { const canvas = document.querySelector('canvas.hexwidget-marks'), {left, top} = canvas.getBoundingClientRect();
  const k = canvas.width / canvas.clientWidth;
  return canvas.getContext('2d').getImageData((x - left) * k, (y - top) * k, 1, 1).data[3] > 8; }"""
PYTHON = f"""async code => {{ let out = '';
  const future = ({NOTEBOOK}).sessionContext.session.kernel.requestExecute({{code, store_history: false}});
  future.onIOPub = m => {{ if (m.header.msg_type === 'stream') out += m.content.text; }};
  await future.done; return out.trim(); }}"""


def point(page: Firefox, name: str, spaces: SpaceMap = MAP) -> tuple[float, float]:
    """The middle of a hex in pixels of the page."""
    x, y, is_there = page.evaluate(PLACE, *on_layers(spaces, name, page.evaluate(VIEW)))
    assert is_there, name
    return x, y


def test_a_move_is_played_in_firefox(address: str, folder: Path, firefox: Firefox) -> None:
    (folder / "firefox.ipynb").write_text(notebook_of(*CELLS), encoding="utf-8")
    page = firefox
    page.open(f"{address}/doc/tree/firefox.ipynb")
    page.wait(f"() => Boolean({NOTEBOOK})")
    page.evaluate(RUN)
    page.wait(SAYS, "Round 1 of 6: Red to act")
    assert not page.evaluate(VEILED, *point(page, "0705"))
    page.click(*point(page, "0203"))
    page.wait(ASKS, "choose where to go")
    page.wait(VEILED, *point(page, "0705"))
    assert not page.evaluate(VEILED, *point(page, "0304"))
    page.click(*point(page, "0304"))
    page.wait(ASKS, "0304")
    page.click(*page.evaluate(CONFIRM))
    page.wait(SAYS, "Round 1 of 6: Blue to act")
    assert page.evaluate(PYTHON, "print(board.last_action, board.session.step.number)") == "0203-0303-0304 1"
    page.evaluate(SCALE)
    page.click(*point(page, "0804"))
    page.wait(ASKS, "on 0804: choose where to go")
    picture(page, "test_a_move_is_played_in_firefox.png")
    page.evaluate("() => jupyterapp.serviceManager.sessions.shutdownAll()")
    assert page.errors == [], "the browser's console shows errors"
