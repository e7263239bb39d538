"""The board in apps of Shiny, Solara and Panel, whose process serves all visitors: each visitor has a board of their own. And a
recording in an app of Streamlit.

Solara's server loads its page from a network, or from a cache, and Panel's page loads anywidget from one. Here packages of npm beside the
environment are in that cache, and answer that page: ``make test-hosts``.
"""

from __future__ import annotations

import importlib.resources
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.lab import point
from tests.browser.test_saved import steps_through
from tests.conftest import Take
from tests.share.conftest import SCREENSHOTS
from tests.share.hosts import Host, serve
from tests.share.test_exports import ANYWIDGET, MANAGER
from tests.share.test_hosts import MAKE, SPACES, look_and_play

APPS = {
    "shiny": """
import hexwidget as hw
from shiny.express import ui
from shinywidgets import render_widget

{make}
ui.page_opts(title="A game")

@render_widget(height="auto")
def board():
    return hw.Board(position)
""",
    "solara": """
import hexwidget as hw
import solara

{make}

@solara.component
def Page():
    board = solara.use_memo(lambda: hw.Board(position), [])
    solara.display(board)
""",
    "panel": """
import hexwidget as hw
import panel as pn

pn.extension("ipywidgets")
{make}
pn.pane.IPyWidget(hw.Board(position), sizing_mode="stretch_width").servable()
""",
    "streamlit": """
import hexwidget as hw
import streamlit as st

{make}
board = hw.Board(position)
board.play("red: pass")
board.play("blue: pass")
st.iframe(board.to_html(embed=True), height=620)
""",
}
COMMANDS = {
    "shiny": ["shiny", "run", "--port=PORT", "app.py"],
    "solara": ["solara", "run", "app.py", "--port=PORT", "--no-open", "--production"],
    "panel": ["panel", "serve", "app.py", "--port=PORT"],
    "streamlit": [
        "streamlit",
        "run",
        "app.py",
        "--server.port=PORT",
        "--server.headless=1",
        "--browser.gatherUsageStats=0",
    ],
}
SHOWN = {"shiny": ("live", "offline"), "solara": ("live", "offline"), "panel": ("live",)}
"""The cells of docs/hosts.md that the second visitor's page shows."""
DARK = {
    "shiny": ('ui.page_opts(title="A game")', 'ui.page_opts(title="A game")\nui.input_dark_mode(mode="dark")'),
    "panel": ('pn.extension("ipywidgets")', 'pn.extension("ipywidgets", theme="dark")'),
}
"""Words of an app, and those that make it dark. Solara's command has an option for it."""
ASKED = re.compile(r"{{cdn}}/((@widgetti/solara-vuetify3-app|requirejs)@[\d.]+)/")
"""The packages of npm that Solara's page asks for, with and without their versions."""


def answer(route: Route) -> None:
    """Answer Panel's page, which asks the network for files."""
    url = route.request.url
    if "/anywidget@" in url:
        route.fulfill(path=ANYWIDGET, headers={"Access-Control-Allow-Origin": "*"})
    elif url.endswith(".css") or ".css?" in url:
        route.fulfill(body="", content_type="text/css")
    else:
        route.fallback()


def cache(folder: Path) -> Path:
    """Fill the cache of Solara's server with packages of npm, and with an empty sheet of styles for a typeface."""
    page = importlib.resources.files("solara.server") / "templates" / "solara.html.j2"
    for path, package in set(ASKED.findall(page.read_text())):
        shutil.copytree(MANAGER / package, folder / path, ignore=shutil.ignore_patterns("*.map"))
    (folder / "font-awesome@4.5.0" / "css").mkdir(parents=True)
    (folder / "font-awesome@4.5.0" / "css" / "font-awesome.min.css").write_text("/* none */")
    return folder


@contextmanager
def serving(name: str, folder: Path, dark: bool = False) -> Iterator[str]:
    """Serve an app, or a dark one; yield its address."""
    app, command = APPS[name].format(make=MAKE), COMMANDS[name]
    if dark and name == "solara":
        command = [*command, "--theme-variant=dark"]
    elif dark:
        app = app.replace(*DARK[name])
    (folder / "app.py").write_text(app)
    path = "/app" if name == "panel" else "/"
    with pytest.MonkeyPatch.context() as patch:
        if name == "solara":
            patch.setenv("SOLARA_ASSETS_PROXY_CACHE_DIR", str(cache(folder / "cdn")))
        with serve(folder, command, path) as address:
            yield address + path


def visit(name: str, browser: Browser, address: str) -> Host:
    """Open an app. Only Panel's page gets answers from a network."""
    host = Host(browser, dark=False)
    if name == "panel":
        host.context.route("**/*", answer)
    host.page.goto(address)
    return host


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("shiny", marks=pytest.mark.host("Shiny", "live", "offline")),
        pytest.param("solara", marks=pytest.mark.host("Solara", "live", "offline")),
        pytest.param("panel", marks=pytest.mark.host("Panel", "live")),
    ],
)
def test_visitors(name: str, browser: Browser, tmp_path: Path, take: Take) -> None:
    with serving(name, tmp_path) as address:
        first, second = visitors = [visit(name, browser, address) for _ in range(2)]
        for visitor in visitors:
            look_and_play(visitor, name, "light")
        first.board.get_by_role("button", name="Redo").click()
        expect(first.board.locator(".hexwidget-status")).to_contain_text("Blue to act")
        second.page.mouse.click(*point(second.board, SPACES, "0202"))
        expect(second.board.locator(".hexwidget-prompt")).to_contain_text("choose where to go")
        expect(second.board.locator(".hexwidget-status")).to_contain_text("Red to act")
        second.page.screenshot(path=SCREENSHOTS / f"{name}-second.png")
        take(second.page, *SHOWN[name])
        for visitor in visitors:
            visitor.close()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("shiny", marks=pytest.mark.host("Shiny", "dark")),
        pytest.param("solara", marks=pytest.mark.host("Solara", "dark")),
        pytest.param("panel", marks=pytest.mark.host("Panel", "dark")),
    ],
)
def test_a_dark_app_has_dark_boards(name: str, browser: Browser, tmp_path: Path, take: Take) -> None:
    with serving(name, tmp_path, dark=True) as address:
        host = visit(name, browser, address)
        look_and_play(host, name, "dark")
        take(host.page, "dark")
        host.close()


def test_in_shinys_default_height_the_panel_scrolls(browser: Browser, tmp_path: Path) -> None:
    """All that a player needs is reached there: *Confirm*, too."""
    app = APPS["shiny"].replace('@render_widget(height="auto")', "@render_widget")
    (tmp_path / "app.py").write_text(app.format(make=MAKE))
    with serve(tmp_path, COMMANDS["shiny"], "/") as address:
        host = Host(browser, dark=False)
        host.page.goto(address)
        look_and_play(host, "shiny-low", "light")
        assert host.board.evaluate("e => e.getBoundingClientRect().height") <= 401
        host.close()


@pytest.mark.host("Streamlit", "exported", "offline")
def test_streamlit(browser: Browser, tmp_path: Path, take: Take) -> None:
    (tmp_path / "app.py").write_text(APPS["streamlit"].format(make=MAKE))
    with serve(tmp_path, COMMANDS["streamlit"], "/") as address:
        host = Host(browser, dark=False)
        host.page.goto(address)
        frame = host.page.frame_locator("iframe")
        steps_through(frame.locator(".hexwidget"))
        take(host.page, "exported", "offline")
        host.close()
