"""The board as an MCP App, by anywidget-mcp: it is drawn in the frame of a small host, and a click there is played.

``HEXWIDGET_PICTURES=1 python -m pytest tests/share/test_mcp_app.py`` takes the pictures of docs/assistants.md.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

import pytest

pytest.importorskip("mcp", reason="hexwidget[mcp] is not installed")
pytest.importorskip("anywidget_mcp", reason="anywidget-mcp is not installed")

from anywidget_mcp.server import AnyWidgetMCP
from mcp import Client
from playwright.async_api import Page, async_playwright

import hexwidget as hw
from tests.browser.lab import FLAGS, executable
from tests.conftest import small

HOST = Path(__file__).with_name("mcp_host.html")
RECORDED = Path(__file__).parents[2] / "docs" / "recorded"
ADDRESS = "https://host.test"
PATIENCE = 60


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_is_played_in_the_frame_of_a_host(theme: Literal["light", "dark"]) -> None:
    boards: list[hw.Board] = []

    def board() -> hw.Board:
        """Show a board."""
        boards.append(hw.Board("depletion/first-steps"))
        return boards[-1]

    server = AnyWidgetMCP("hexwidget", log_level="ERROR")
    server.widget(board)

    async def play() -> None:
        async with Client(server) as client, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=executable(), args=FLAGS)
            page = await browser.new_page(viewport={"width": 1050, "height": 740}, color_scheme=theme)
            await host(client, page, theme)
            app = page.frame_locator("iframe")
            await app.get_by_role("button", name="Pass").first.click(timeout=PATIENCE * 1000)
            end = time.monotonic() + PATIENCE
            while not boards[0].session.can_undo and time.monotonic() < end:
                confirm = app.get_by_role("button", name="Pass").last
                await confirm.click(timeout=PATIENCE * 1000)
                await asyncio.sleep(1)
            await app.get_by_text("Red passes").first.wait_for(timeout=PATIENCE * 1000)
            assert await app.locator("canvas").count()
            if os.environ.get("HEXWIDGET_PICTURES"):
                (RECORDED / f"board-in-chat-{theme}.png").write_bytes(small(await page.screenshot()))
            await browser.close()

    with ThreadPoolExecutor(1) as other:  # in this thread runs the loop of the tests that share a browser
        other.submit(asyncio.run, play()).result()
    assert boards[0].session.step.text == "red: pass"


async def host(client: Client, page: Page, theme: str) -> None:
    """Open the host's page with the app of the server's tool in it."""
    first = await client.call_tool("board", {})
    code = (await client.read_resource("ui://anywidget-mcp/app.html")).contents[0].text

    def told(result: Any) -> str:
        return str(result.model_dump_json(by_alias=True, exclude_none=True))

    async def call(text: str) -> str:
        asked = json.loads(text)
        return told(await client.call_tool(asked["name"], asked.get("arguments") or {}))

    async def answer(route: Any) -> None:
        is_app = route.request.url.endswith("/app")
        await route.fulfill(body=code if is_app else HOST.read_text(encoding="utf-8"), content_type="text/html")

    await page.expose_function("callTool", call)
    await page.expose_function("firstResult", lambda: told(first))
    await page.route(f"{ADDRESS}/**", answer)
    await page.goto(f"{ADDRESS}/host?{theme}")
