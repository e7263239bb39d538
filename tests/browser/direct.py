"""A live board without JupyterLab: the board's Python side runs in this process, its page in a browser.

It starts in a second, so pictures and measurements of the look use it. Messages travel as they do in a notebook, in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

import hexwidget as hw
from hexwidget.widget.messages import TRAITS
from tests.browser.lab import point

STATIC = Path(hw.__file__).parent / "widget" / "static"
_LONGEST_DELAY = 160
"""The board acts after at most these milliseconds, as it waits for a pointer to rest or for a motion of the chrome."""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><style>body { margin: 0; }</style></head>
<body><div id="cell"></div></body></html>"""
_START = """
async ({ code, state }) => {
  const listeners = new Map(), now = JSON.parse(state);
  const tell = (name, value) => { for (const each of [...(listeners.get(name) ?? [])]) each(value); };
  window.arrive = (told) => {
    for (const [kind, value] of JSON.parse(told)) {
      if (kind === "message") { tell("msg:custom", value); continue; }
      for (const name of Object.keys(value)) now[name] = value[name];
      for (const name of Object.keys(value)) tell(`change:${name}`);
    }
  };
  const model = {
    get: (name) => now[name],
    send: (message) => {
      window.asked = (window.asked ?? 0) + 1;
      toKernel(JSON.stringify(message)).then(arrive).finally(() => { window.asked -= 1; });
    },
    on: (name, react) => { listeners.set(name, (listeners.get(name) ?? new Set()).add(react)); },
    off: (name, react) => { listeners.get(name)?.delete(react); },
    set: () => {}, save_changes: () => {},
  };
  const { default: { render } } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  window.stop = render({ model, el: document.getElementById("cell") });
}
"""


class DirectBoard:
    """A board on a page of its own. Messages of the page are answered before the next one is read."""

    def __init__(self, page: Page, board: hw.Board, *, dark: bool = False, contrast: bool = False) -> None:
        self.page = page
        self.board = board
        self.errors: list[str] = []
        self._told: list[tuple[str, Any]] = []
        board.send = self._keep  # the comm leads nowhere
        board.observe(lambda change: self._told.append(("state", {change["name"]: change["new"]})), names=list(TRAITS))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            contrast="more" if contrast else "no-preference",
        )
        page.expose_function("toKernel", self._take)
        page.goto("about:blank")
        page.set_content(_PAGE)
        if dark:
            page.evaluate("document.body.style.background = '#111'")
        page.add_style_tag(path=STATIC / "board.css")
        state = {name: getattr(board, name) for name in TRAITS}
        page.evaluate(_START, {"code": (STATIC / "board.js").read_text(encoding="utf-8"), "state": json.dumps(state)})
        self.settle()

    def _keep(self, content: Any, buffers: Any = None) -> None:
        self._told.append(("message", content))

    def _take(self, message: str) -> str:
        self.board._handle_custom_msg(json.loads(message), [])
        return self._flush()

    def _flush(self) -> str:
        told, self._told = self._told, []
        return json.dumps(told)

    def do(self, change: Callable[[hw.Board], object]) -> None:
        """Change the board from Python, as a cell does."""
        change(self.board)
        self.page.evaluate("told => arrive(told)", self._flush())
        self.settle()

    def choose(self, **draft: Any) -> None:
        """Choose several things at once, as a view does."""
        intent = {"intent": "draft", "args": {"draft": draft}}
        message = {"id": "draft", "revision": self.board._status["revision"], **intent}
        self.do(lambda board: board._handle_custom_msg(message, []))

    @property
    def root(self) -> Locator:
        return self.page.locator(".hexwidget").first

    def point(self, space: str) -> tuple[float, float]:
        """The middle of a space on the page, in pixels."""
        return point(self.root, self.board.position.map, space)

    def hover(self, space: str) -> None:
        self.page.mouse.move(*self.point(space))
        self.settle()

    def click(self, space: str) -> None:
        self.page.mouse.click(*self.point(space))
        self.settle()

    def settle(self) -> None:
        """Wait until answers have come and everything is painted."""
        self.page.wait_for_timeout(_LONGEST_DELAY)
        self.page.wait_for_function("!window.asked")
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
