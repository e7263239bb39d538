"""The board in apps of Shiny, Solara and Panel, whose process serves all visitors: each visitor has a board of their own. And a
recording in an app of Streamlit.

The pages of Solara and Panel load files of npm from a network. It answers with those beside the environment: ``make test-hosts``.
"""

from __future__ import annotations

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
SHOWN = {"shiny": ("live", "offline"), "solara": ("live",), "panel": ("live",)}
"""The cells of docs/hosts.md that the second visitor's page shows."""


def answer(route: Route) -> None:
    """Answer a page of Solara or Panel that asks the network for files of npm."""
    url = route.request.url
    if "/anywidget@" in url:
        route.fulfill(path=ANYWIDGET, headers={"Access-Control-Allow-Origin": "*"})
    elif "/requirejs@" in url:
        route.fulfill(path=MANAGER / "requirejs" / "require.js")
    elif "/solara-vuetify3-app@" in url:
        route.fulfill(path=MANAGER / "@widgetti" / "solara-vuetify3-app" / "dist" / url.rsplit("/dist/", 1)[1])
    elif "/font-awesome" in url:
        route.fulfill(body="", content_type="text/css")
    else:
        route.fallback()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("shiny", marks=pytest.mark.host("Shiny", "live", "offline")),
        pytest.param("solara", marks=pytest.mark.host("Solara", "live")),
        pytest.param("panel", marks=pytest.mark.host("Panel", "live")),
    ],
)
def test_visitors(name: str, browser: Browser, tmp_path: Path, take: Take) -> None:
    (tmp_path / "app.py").write_text(APPS[name].format(make=MAKE))
    path = "/app" if name == "panel" else "/"
    with serve(tmp_path, COMMANDS[name], path) as address:
        first, second = visitors = [Host(browser, dark=False) for _ in range(2)]
        for visitor in visitors:
            if name != "shiny":
                visitor.context.route("**/*", answer)
            visitor.page.goto(address + path)
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
