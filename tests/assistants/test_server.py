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

    def odds(action: str) -> dict[str, Any]:
        """Answer slowly."""
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        time.sleep(0.01)
        at_once -= 1
        return {"action": action, "odds": []}

    monkeypatch.setattr(desk, "odds", odds)

    async def ask() -> None:
        async with Client(server(desk)) as client:
            calls = [client.call_tool("odds", {"action": str(n)}) for n in range(8)]
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


# ---------------------------------------------------------------------- the schemas
def test_the_tools_change_what_they_say_and_nothing_empty_is_announced() -> None:
    async def ask() -> tuple[Any, list[Any]]:
        async with Client(server(Desk())) as client:
            return client.server_capabilities, list((await client.list_tools()).tools)

    capabilities, tools = asyncio.run(ask())
    assert capabilities.tools is not None
    assert capabilities.prompts is None
    assert capabilities.resources is None
    for tool in tools:
        hints = tool.annotations
        assert (hints.read_only_hint, hints.idempotent_hint) == ((tool.name not in ("position", "play")),) * 2
        assert (hints.destructive_hint, hints.open_world_hint) == (tool.name == "position", False)
        assert tool.input_schema["additionalProperties"] is False
        assert all(isinstance(each["type"], str) for each in tool.input_schema["properties"].values())
        assert tool.output_schema["properties" if tool.name != "scenarios" else "$defs"]


@pytest.mark.parametrize(
    ("tool", "given", "told"),
    [
        ("legal_actions", {"limit": 2}, "limit: unknown argument 'limit'; did you mean 'most'?"),
        ("check", {"acton": "pass"}, "acton: unknown argument 'acton'; did you mean 'action'?"),
        ("position", {"source": "orders/two-on-one", "plyer": "red"}, "did you mean 'player'?"),
        ("legal_actions", {"most": "two"}, "most: expected a whole number, not 'two'"),
        ("position", {"source": 7}, "source: expected a text"),
        ("check", {}, "action: this argument is missing"),
        ("chek", {}, "unknown tool 'chek'; did you mean 'check'?"),
        ("position", {"source": "orders/two-on-one", "player": "rde"}, "did you mean 'red'?"),
        ("position", {"source": "orders/two-on-one", "player": "red", "seat": "blue"}, "it is called player now"),
    ],
)
def test_a_slip_is_refused_in_words_of_ours_and_opens_nothing(tool: str, given: dict[str, Any], told: str) -> None:
    desk = Desk()
    desk.position("plotted/head-on", player="red")
    before = desk.seat
    (answer,) = asked(server(desk), (tool, given))
    assert answer.is_error
    assert told in answer.content[0].text
    assert "pydantic" not in answer.content[0].text
    assert desk.seat is before


def test_a_seat_is_read_as_a_player_with_a_note() -> None:
    (answer,) = asked(server(Desk()), ("position", {"source": "frontiers/three-frontiers", "seat": "red", "seed": 1}))
    assert answer.structured_content["player"] == "red"
    assert answer.structured_content["note"] == "the argument seat is called player now"
    assert "hand: 3 army cards" in answer.structured_content["board"]


def test_a_long_answer_tells_how_far_it_is() -> None:
    desk, heard = Desk(), list[float]()
    desk.position("depletion/first-steps", player="red", opponents="random", seed=1)
    for action in ("0203-0303", "0105-0205", "pass"):
        desk.play(action)

    async def hear(part: float, total: float | None, message: str | None) -> None:
        heard.append(part / (total or 1))

    async def ask() -> Any:
        async with Client(server(desk)) as client:
            return await client.call_tool("review", {}, progress_callback=hear)

    assert not asyncio.run(ask()).is_error
    assert heard == sorted(heard)
    assert heard[-1] == 1
    assert len(heard) > 3


def test_a_failure_of_ours_tells_no_details(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()

    def fails(action: str) -> None:
        raise RuntimeError("blue holds an ambush")

    monkeypatch.setattr(desk, "check", fails)
    (answer,) = asked(server(desk), ("check", {"action": "pass"}))
    assert answer.is_error
    assert answer.content[0].text == "check has failed"
