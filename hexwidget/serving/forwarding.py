"""A viewer's connection that a worker passes on to the worker that has their table open."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from hexwidget.serving.close_codes import CloseCode
from hexwidget.store.store import ElsewhereError

FORWARDED = "x-hexwidget-forwarded"
"""The header of a connection that was passed on. It is not passed on again: its page comes back."""
OPENING, SILENCE = 2.0, 4.0
"""The seconds in which the other worker has to answer, and to send a message or beat."""
LOOK = 0.05
"""The seconds between two looks if the other worker is stalled."""
PASSED = ("cookie", "origin", "user-agent")


async def forward(ws: WebSocket, greeting: Any, elsewhere: ElsewhereError) -> int:
    """Pass a viewer's connection on, until it ends on either side. Return the reason.

    :param greeting: the viewer's first message
    """
    if not elsewhere.address or FORWARDED in ws.headers:
        return CloseCode.COME_BACK
    at, here = urlsplit(elsewhere.address), ws.headers.get("host", "")
    headers = {name: ws.headers[name] for name in PASSED if name in ws.headers}
    headers |= {FORWARDED: "1", "x-forwarded-for": ws.client.host if ws.client else ""}
    theirs = headers.pop("origin", None)
    try:
        # The address names the host that the page was asked for at, so that the other worker compares it with the origin, too.
        line = connect(
            f"ws://{here}/socket",
            host=at.hostname,
            port=at.port,
            origin=None if theirs is None else Origin(theirs),
            additional_headers=headers,
            open_timeout=OPENING,
            close_timeout=0.1,
            ping_interval=None,
            compression=None,
            max_size=None,
            proxy=None,
        )
        watching = asyncio.create_task(_until_stalled(elsewhere))
        try:
            return await _first(watching, asyncio.create_task(_pass_on(ws, line, json.dumps(greeting))))
        finally:
            watching.cancel()
    except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed):
        return CloseCode.COME_BACK


async def _until_stalled(elsewhere: ElsewhereError) -> int:
    """Wait until the other worker gives no sign. Its viewers come back, and this worker takes their table over."""
    while not elsewhere.is_stalled():
        await asyncio.sleep(LOOK)
    return CloseCode.COME_BACK


async def _first(*tasks: asyncio.Task[int]) -> int:
    """Return the result of the task that ends first, and cancel the others."""
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pass_on(ws: WebSocket, line: connect, greeting: str) -> int:
    """Pass messages on in both directions, until one side ends. Return the reason."""

    async def up() -> int:
        while (message := await ws.receive())["type"] != "websocket.disconnect":
            await other.send(message.get("text") or "")
        raise WebSocketDisconnect

    async def down() -> int:
        while True:
            await ws.send_text(str(await asyncio.wait_for(other.recv(), SILENCE)))

    async with line as other:
        await other.send(greeting)
        try:
            return await _first(asyncio.create_task(up()), asyncio.create_task(down()))
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else CloseCode.COME_BACK
