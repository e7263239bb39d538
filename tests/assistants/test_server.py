"""``hexwidget mcp``, asked by the SDK's own client: in memory, and over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="hexwidget[mcp] is not installed")

from mcp import Client, StdioServerParameters

from hexwidget.assistants.server import server
from hexwidget.assistants.tools import Desk
from tests.assistants.transcript import FILE, transcript

TOOLS = {"scenarios", "position", "legal_actions", "check", "reach", "odds", "play", "clause", "review"}


def asked(where: Any, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """The results of calls of tools, one after the other."""

    async def ask() -> list[Any]:
        async with Client(where) as client:
            return [await client.call_tool(name, given) for name, given in calls]

    return asyncio.run(ask())


def test_the_tools_are_described_with_their_parameters() -> None:
    async def tools() -> list[Any]:
        async with Client(server(Desk())) as client:
            return list((await client.list_tools()).tools)

    found = {tool.name: tool for tool in asyncio.run(tools())}
    assert set(found) == TOOLS
    assert all(tool.description for tool in found.values())
    assert set(found["reach"].input_schema["properties"]) == {"space", "to"}
    assert found["reach"].input_schema["required"] == ["space"]


def test_answers_are_data_and_refusals_are_read() -> None:
    desk = Desk()
    opened, check, unread, none = asked(
        server(desk),
        ("position", {"source": "orders/two-on-one"}),
        ("check", {"action": "0402 move 0404"}),
        ("check", {"action": "nonsense"}),
        ("position", {"source": "orders/two-on-none"}),
    )
    assert "Red: 2 orders left" in opened.structured_content["prompt"]
    assert check.structured_content == desk.check("0402 move 0404")
    assert unread.is_error
    assert "expected an order such as" in unread.content[0].text
    assert "did you mean" in none.content[0].text


def test_tools_that_are_called_at_once_are_answered_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    desk.position("depletion/first-steps", seed=1)
    at_once = 0
    most = 0

    def check(action: str) -> dict[str, Any]:
        """Answer slowly."""
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        time.sleep(0.01)
        at_once -= 1
        return {"action": action}

    monkeypatch.setattr(desk, "check", check)

    async def ask() -> None:
        async with Client(server(desk)) as client:
            calls = [client.call_tool("check", {"action": str(n)}) for n in range(8)]
            assert [each.structured_content["action"] for each in await asyncio.gather(*calls)] == list("01234567")

    asyncio.run(ask())
    assert most == 1


@pytest.mark.slow
def test_the_command_answers_over_standard_input_and_output(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    arguments = ["-m", "hexwidget", "mcp", "frontiers/three-frontiers", "--player", "red", "--seed", "1"]
    command = StdioServerParameters(command=sys.executable, args=arguments, env=environment, cwd=tmp_path)
    shown, other, played = asked(
        command,
        ("position", {}),
        ("position", {"source": "orders/two-on-one"}),
        ("play", {"action": "pass"}),
    )
    assert "hand: 3 army cards, 2 civic cards" in shown.structured_content["board"]
    assert other.is_error
    assert played.structured_content["happened"][0] == "red: pass"


def test_the_transcript_is_what_the_server_says() -> None:
    assert transcript() == FILE.read_text(encoding="utf-8"), "python -m tests.assistants.transcript writes it anew"
