"""The server of ``hexwidget mcp``: the tools of a desk over MCP, at standard input and output."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import anyio
from anyio import from_thread, to_thread
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from hexwidget import __version__
from hexwidget.assistants.tools import Desk
from hexwidget.problems import InputError
from hexwidget.rules import IllegalAction, IllegalPosition

INSTRUCTIONS = """Board games with written rules. Open a game with `position`. Do not guess whether an action is legal: `check` judges
it, cites every clause that bars it, and offers actions that are legal. Quote clauses by their ids. `odds` are exact."""
SCHEMA = Path(__file__).with_name("tools.schema.json")


def server(desk: Desk) -> Server[Any]:
    """Return a server of a desk's tools. It announces nothing else."""
    tools = [types.Tool.model_validate(each) for each in json.loads(SCHEMA.read_text(encoding="utf-8"))["tools"]]
    one_at_a_time = Lock()

    async def listed(context: Any, asked: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def called(context: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        def report(part: float) -> None:
            from_thread.run(context.session.report_progress, part, 1.0)

        def answer() -> tuple[Mapping[str, Any] | None, str]:
            with one_at_a_time:  # an assistant may call several tools at once, and a desk has one game
                return _answer(desk, asked.name, asked.arguments or {}, report)

        found, text = await to_thread.run_sync(answer)
        content: list[Any] = [types.TextContent(type="text", text=text)]
        return types.CallToolResult(content=content, structured_content=found, is_error=found is None)

    return Server(
        "hexwidget", version=__version__, instructions=INSTRUCTIONS, on_list_tools=listed, on_call_tool=called
    )


def _answer(
    desk: Desk, tool: str, given: Mapping[str, Any], report: Callable[[float], object]
) -> tuple[Mapping[str, Any] | None, str]:
    """Return a tool's answer as data and as text; None and words that an assistant can read for a refusal. A failure of ours has no
    details: they may hold what a seat must not know."""
    try:
        found = desk.call(tool, given, report)
    except (InputError, IllegalAction, IllegalPosition, OSError) as error:
        return None, str(error)
    except Exception:
        logging.getLogger(__name__).exception("the tool %s has failed", tool)
        return None, f"{tool} has failed"
    return found, json.dumps(found, ensure_ascii=False, indent=2)


def serve(desk: Desk) -> None:
    """Serve a desk's tools at standard input and output until the input ends."""

    async def run() -> None:
        made = server(desk)
        async with stdio_server() as (received, sent):
            await made.run(received, sent, made.create_initialization_options())

    anyio.run(run)
