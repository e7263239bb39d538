"""Boards on a busy page, whose model is there two seconds before its state and the front end's code; and boards on a page that never
gets the model with the code."""

from __future__ import annotations

from playwright.sync_api import expect

import hexwidget as hw
from hexwidget.widget.connections.messages import TRAITS
from hexwidget.widget.frontend import parts
from tests.browser.direct import STATIC, DirectCells
from tests.browser.lab import point

LATE_MS = 2000
SHOW = """async ([loader, state, parts, late]) => {
  const { default: { render } } = await import(URL.createObjectURL(new Blob([loader], { type: "text/javascript" })));
  const listeners = new Map(), held = Object.fromEntries(Object.keys(state).map((name) => [name, {}]));
  held._front_end = { version: "late", model: "code" };
  let code;
  const model = {
    get: (name) => held[name],
    on: (name, react) => { listeners.set(name, (listeners.get(name) ?? new Set()).add(react)); },
    off: (name, react) => { listeners.get(name)?.delete(react); },
    send: () => {}, set: () => {}, save_changes: () => {},
    widget_manager: { get_model: async () => { if (!code) throw new Error("widget model not found"); return code; } },
  };
  setTimeout(() => {
    window.arrived = true;
    code = { get: () => parts };
    Object.assign(held, state);
    for (const name of Object.keys(state)) for (const react of [...(listeners.get(`change:${name}`) ?? [])]) react();
  }, late);
  render({ model, el: document.body });
}"""


def test_a_board_waits_for_its_state_and_its_code(cells: DirectCells) -> None:
    board = hw.Board("depletion/first-steps")
    state = {name: getattr(board, name) for name in TRAITS}
    loader = (STATIC / "loader.js").read_text(encoding="utf-8")
    page = cells.page
    page.goto("about:blank")
    page.evaluate(SHOW, [loader, state, parts(), LATE_MS])
    assert page.locator("body").inner_text() == ""  # no error either
    expect(page.locator("canvas.hexwidget-pieces[data-drawn]")).to_be_visible()
    assert page.evaluate("window.arrived")
    expect(page.locator(".hexwidget-status")).to_contain_text("to act")
    board.close()


def test_a_page_without_the_model_of_the_code_asks_its_boards(cells: DirectCells) -> None:
    """Hosts with many visitors share one Python process, and a page gets the models of its own visitor alone."""
    cells.open_cells("import hexwidget as hw", *["hw.Board('depletion/first-steps')"] * 2, module="loader.js")
    for number in (0, 1):
        expect(cells.board(number).locator("canvas.hexwidget-pieces[data-drawn]")).to_be_visible()
    board, spaces = cells.board(1), hw.scenario("depletion/first-steps").position.map
    cells.page.mouse.click(*point(board, spaces, "0402"))
    expect(board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
