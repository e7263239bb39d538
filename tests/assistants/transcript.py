"""The transcript of docs/recorded/assistant.txt, by the SDK's own client. ``python -m tests.assistants.transcript`` writes it."""

from __future__ import annotations

import asyncio
import json
import textwrap
from pathlib import Path
from typing import Any

from mcp import Client

from hexwidget.assistants.server import server
from hexwidget.assistants.tools import Desk

FILE = Path(__file__).parents[2] / "docs" / "recorded" / "assistant.txt"
CALLS: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("position", {"source": "orders/two-on-one", "seed": 7}, ("to_act", "prompt")),
    ("check", {"action": "0402 move 0404"}, ("status", "findings", "remedies", "clauses")),
    ("odds", {"action": "0402+0303 attack 0302"}, ("odds",)),
    ("play", {"action": "0402+0303 attack 0302"}, ("played", "happened", "prompt")),
    ("position", {"source": "frontiers/three-frontiers", "player": "red", "seed": 1}, ("player", "board")),
    ("check", {"action": "blue: deploy archers"}, ("status", "findings")),
    ("play", {"action": "blue: pass"}, ()),
)
"""Calls, each with the parts of its answer that the transcript shows."""


def transcript() -> str:
    """Return the calls with the answers of a server."""

    async def ask() -> list[Any]:
        async with Client(server(Desk())) as client:
            return [await client.call_tool(name, given) for name, given, _ in CALLS]

    lines: list[str] = []
    for (name, given, parts), answer in zip(CALLS, asyncio.run(ask()), strict=True):
        lines.append(f"> {name} {json.dumps(given)}")
        if answer.is_error:
            lines += textwrap.indent(answer.content[0].text, "  ").splitlines()
            continue
        for part in parts:
            value = answer.structured_content[part]
            if isinstance(value, str) and "\n" in value:
                lines += [f"  {part}:", *textwrap.indent(value, "    ").splitlines()]
            elif isinstance(value, list) and value:
                lines += [f"  {part}:", *(f"    {json.dumps(each, ensure_ascii=False)}" for each in value)]
            else:
                lines.append(f"  {part}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(transcript(), encoding="utf-8")
