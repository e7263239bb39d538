"""The server of ``hexwidget mcp``: the tools of a desk over MCP, at standard input and output."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from hexwidget import __version__
from hexwidget.assistants.tools import Desk
from hexwidget.problems import InputError
from hexwidget.rules import IllegalAction, IllegalPosition

INSTRUCTIONS = """Board games with written rules. Open a game with `position`. Do not guess whether an action is legal: `check` judges
it, cites every clause that bars it, and offers actions that are legal. Quote clauses by their ids. `odds` are exact."""


def server(desk: Desk) -> MCPServer:
    """Return a server of a desk's tools."""
    made = MCPServer("hexwidget", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR")
    one_at_a_time = Lock()
    for tool in desk.tools:
        made.add_tool(_refusing(tool, one_at_a_time), description=_told(tool), structured_output=True)
    return made


def _refusing(tool: Callable[..., dict[str, Any]], one_at_a_time: Lock) -> Callable[..., dict[str, Any]]:
    """Return a tool whose refusals an assistant can read. A failure of ours stays an error without details.

    :param one_at_a_time: an assistant may call several tools at once, the SDK calls each in a thread, and a desk has one game
    """

    @wraps(tool)
    def answer(**given: Any) -> dict[str, Any]:
        refusal = ""
        try:
            with one_at_a_time:
                return tool(**given)
        except (InputError, IllegalAction, IllegalPosition, OSError) as error:
            refusal = str(error)
        raise ToolError(refusal)  # outside the except clause: its context may hold what a seat must not know

    # The SDK resolves annotations in the module of the function.
    signature = inspect.signature(tool, eval_str=True)
    answer.__signature__ = signature  # type: ignore[attr-defined]
    answer.__annotations__ = {name: each.annotation for name, each in signature.parameters.items()}
    answer.__annotations__["return"] = dict[str, Any]
    return answer


def _told(tool: Callable[..., Any]) -> str:
    return inspect.cleandoc(tool.__doc__ or "").replace(":param ", "")


def serve(desk: Desk) -> None:
    """Serve a desk's tools at standard input and output until the input ends."""
    server(desk).run("stdio")
