"""Live boards without JupyterLab: their Python side runs in this process, their page in a browser.

A board starts in a second, so tests use it that need nothing of JupyterLab's own. Messages travel as they do in a notebook,
in order.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from ipywidgets import Box
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

import hexwidget as hw
from hexwidget.widget.connections.messages import TRAITS
from tests import inside
from tests.browser.lab import point

STATIC = Path(hw.__file__).parent / "widget" / "static"
_LONGEST_DELAY = 160
"""The board acts after at most these milliseconds, as it waits for a pointer to rest or for a motion of the chrome."""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><style>body { margin: 0; }</style></head>
<body></body></html>"""
_LOAD = """
async (code) => {
  const { default: { render } } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
  const boards = [];
  window.arrive = (told) => {
    for (const [number, kind, value] of JSON.parse(told)) {
      const { now, tell } = boards[number];
      if (kind === "message") { tell("msg:custom", value); continue; }
      for (const name of Object.keys(value)) now[name] = value[name];
      for (const name of Object.keys(value)) tell(`change:${name}`);
    }
  };
  window.show = (state) => {
    const number = boards.length, listeners = new Map(), now = JSON.parse(state);
    const tell = (name, value) => { for (const each of [...(listeners.get(name) ?? [])]) each(value); };
    boards.push({ now, tell });
    const model = {
      get: (name) => now[name],
      send: (message) => {
        window.asked = (window.asked ?? 0) + 1;
        toKernel(number, JSON.stringify(message)).then(arrive).finally(() => { window.asked -= 1; });
      },
      on: (name, react) => { listeners.set(name, (listeners.get(name) ?? new Set()).add(react)); },
      off: (name, react) => { listeners.get(name)?.delete(react); },
      set: () => {}, save_changes: () => {},
    };
    render({ model, el: document.body.appendChild(document.createElement("div")) });
  };
}
"""
SENT = (*TRAITS, "_front_end")
"""The traits that a page gets with a board."""
_contexts: WeakKeyDictionary[Browser, dict[tuple[tuple[str, object], ...], BrowserContext]] = WeakKeyDictionary()
"""Contexts by their options."""
_left: WeakKeyDictionary[BrowserContext, list[Page]] = WeakKeyDictionary()
"""Pages that tests have left to later tests."""
_shown_on: WeakKeyDictionary[Page, Direct] = WeakKeyDictionary()
"""What a page shows now. Its messages and errors go there."""


def new_page(browser: Browser, width: int = 1300, height: int = 1000, **options: object) -> Page:
    """A page in a context that all pages with the same options share: a context of its own takes longer than most tests."""
    page = _context(browser, options).new_page()
    page.set_viewport_size({"width": width, "height": height})
    return page


@contextmanager
def lent_page(browser: Browser, width: int = 1300, height: int = 1000, **options: Any) -> Iterator[Page]:
    """A page that an earlier test has left, and that is left to the next one. A new page takes the time of a short test."""
    left = _left.setdefault(_context(browser, options), [])
    if left:
        page = left.pop()
        page.set_viewport_size({"width": width, "height": height})
    else:
        page = new_page(browser, width, height, **options)
    yield page
    page.goto("about:blank")
    page.emulate_media(
        color_scheme="null",
        contrast="null",
        reduced_motion=options.get("reduced_motion", "null"),
    )
    page.mouse.move(0, 0)
    left.append(page)


@contextmanager
def hearing(page: Page, heard: dict[Any, Callable[[Any], object]]) -> Iterator[None]:
    """Hear events of a lent page by their names, until it is given back."""
    for name, hear in heard.items():
        page.on(name, hear)
    try:
        yield
    finally:
        for name, hear in heard.items():
            page.remove_listener(name, hear)


def _context(browser: Browser, options: dict[str, Any]) -> BrowserContext:
    contexts, kind = _contexts.setdefault(browser, {}), tuple(sorted(options.items()))
    if kind not in contexts:
        contexts[kind] = browser.new_context(**options)
    return contexts[kind]


class Direct:
    """Boards one below the other on a page. Messages of the page are answered before the next one is read."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        self._boards: list[hw.Board] = []
        self._told: list[tuple[int, str, Any]] = []
        if page not in _shown_on:
            page.on("pageerror", lambda error: _shown_on[page].errors.append(str(error)))
            page.on("console", lambda message: _shown_on[page].on_message(message))
            page.expose_function("toKernel", lambda number, message: _shown_on[page].take(number, message))
        _shown_on[page] = self

    def on_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def load(self, module: str = "board.js") -> None:
        """Load the page, without a board.

        :param module: the file of the front end that shows boards
        """
        self._boards.clear()
        self.page.goto("about:blank")
        self.page.set_content(_PAGE)
        self.page.add_style_tag(path=STATIC / "board.css")
        self.page.evaluate(_LOAD, (STATIC / module).read_text(encoding="utf-8"))

    def show(self, board: hw.Board) -> None:
        """Show a board below the others."""
        number = len(self._boards)
        self._boards.append(board)
        board.comm.publish_msg = partial(self._keep, number)  # what the comm would send to a notebook
        self.page.evaluate("state => show(state)", json.dumps({name: getattr(board, name) for name in SENT}))

    def _keep(self, number: int, kind: str, data: Any = None, **_: Any) -> None:
        match data:
            case {"method": "custom", "content": content}:
                self._told.append((number, "message", content))
            case {"method": "update", "state": state}:
                self._told.append((number, "state", state))

    def take(self, number: int, message: str) -> str:
        inside.receive(self._boards[number], json.loads(message))
        return self._flush()

    def _flush(self) -> str:
        told, self._told = self._told, []
        return json.dumps(told)

    def arrive(self) -> None:
        """Let the page have what its boards have told."""
        self.page.evaluate("told => arrive(told)", self._flush())

    def settle(self) -> None:
        """Wait until answers have come and everything is painted."""
        self.page.evaluate("delay => new Promise((done) => setTimeout(done, delay))", _LONGEST_DELAY)
        self.page.wait_for_function("!window.asked")
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


class DirectBoard(Direct):
    """A board on a page of its own."""

    def __init__(self, page: Page, board: hw.Board, *, dark: bool = False, contrast: bool = False) -> None:
        super().__init__(page)
        self.board = board
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            contrast="more" if contrast else "no-preference",
        )
        self.load()
        if dark:
            page.evaluate("document.body.style.background = '#111'")
        self.show(board)
        self.settle()

    def do(self, change: Callable[[hw.Board], object]) -> None:
        """Change the board from Python, as a cell does."""
        change(self.board)
        self.arrive()
        self.settle()

    def choose(self, **draft: Any) -> None:
        """Choose several things at once, as a view does."""
        intent = {"intent": "choose", "args": {"draft": draft}}
        message = {"id": "draft", "revision": inside.status(self.board)["revision"], **intent}
        self.do(lambda board: inside.receive(board, message))

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


class DirectCells(Direct):
    """Cells and the boards that they show, for tests that `Lab` would run in a notebook."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._names: dict[str, Any] = {}

    def open_cells(self, *cells: str, module: str = "board.js") -> None:
        """Run cells, and show the boards that their last expressions are: a board, a desk, or a box of boards."""
        self.close()
        self._names.clear()
        self.load(module)
        for cell in cells:
            *statements, last = ast.parse(cell).body
            shown = isinstance(last, ast.Expr)
            self._run(ast.Module(statements if shown else [*statements, last], []), "exec")
            if isinstance(last, ast.Expr):
                for board in _boards_in(self._run(ast.Expression(last.value), "eval")):
                    self.show(board)
        self.settle()

    def _run(self, tree: ast.Module | ast.Expression, mode: str) -> Any:
        code = compile(ast.fix_missing_locations(tree), "<cell>", mode)
        return eval(code, self._names)  # noqa: S307  (the cells of our own tests)

    def python(self, code: str) -> str:
        """Run code beside the cells; returns what it prints."""
        with redirect_stdout(StringIO()) as printed, redirect_stderr(printed):
            self._run(ast.parse(code), "exec")
        self.arrive()
        return printed.getvalue().strip()

    def board(self, number: int = 0) -> Locator:
        """The board in the page, counted from the top."""
        return self.page.locator(".hexwidget").nth(number)

    def close(self) -> None:
        """Close the boards."""
        for board in self._boards:
            board.close()


def _boards_in(value: object) -> Iterator[hw.Board]:
    if isinstance(value, hw.Board):
        yield value
    elif isinstance(value, (hw.lessons.Desk, hw.lessons.Course)):
        yield value.board
    elif isinstance(value, Box):
        for child in value.children:
            yield from _boards_in(child)
