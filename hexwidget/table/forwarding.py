"""A viewer's connection that a worker passes on to the worker that has their table open."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hexwidget.table.storage import ElsewhereError

FORWARDED = "x-hexwidget-forwarded"
"""The header of a connection that was passed on. It is not passed on again: its page comes back."""
COME_BACK = 1013
OPENING, SILENCE = 2.0, 2.0
"""The seconds in which the other worker has to answer, and to give a sign."""
PASSED = ("cookie", "origin", "user-agent")


async def forward(ws: WebSocket, greeting: Any, elsewhere: ElsewhereError) -> int:
    """Pass a viewer's connection on, until it ends on either side. Return the reason.

    :param greeting: the viewer's first message
    """
    if not elsewhere.address or FORWARDED in ws.headers:
        return COME_BACK
    at, here = urlsplit(elsewhere.address), ws.headers.get("host", "")
    headers = {name: ws.headers[name] for name in PASSED if name in ws.headers}
    headers |= {FORWARDED: "1", "x-forwarded-for": ws.client.host if ws.client else ""}
    origin = headers.pop("origin", None)
    try:
        # The address names the host that the page was asked for at, so that the other worker compares it with the origin, too.
        line = connect(
            f"ws://{here}/socket",
            host=at.hostname,
            port=at.port,
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
            open_timeout=OPENING,
            close_timeout=0.1,
            ping_interval=None,
            compression=None,
            max_size=None,
            proxy=None,
        )
        async with line as other:
            await other.send(json.dumps(greeting))
            return await _pass_on(ws, other)
    except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed):
        return COME_BACK


async def _pass_on(ws: WebSocket, other: ClientConnection) -> int:
    """Pass messages on in both directions, until one side ends or the other worker gives no sign. Return the reason."""

    async def up() -> int:
        while True:
            message = await ws.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
            await other.send(message.get("text") or "")

    async def down() -> int:
        while True:
            await ws.send_text(str(await asyncio.wait_for(other.recv(), SILENCE)))

    tasks = [asyncio.create_task(up()), asyncio.create_task(down())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else COME_BACK
    finally:
        for task in tasks:
            task.cancel()
        with suppress(Exception):
            await asyncio.gather(*tasks, return_exceptions=True)
