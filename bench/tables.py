"""A server of many tables in a process of its own, and viewers who hold no state: for the benchmark of tables.

``python -m bench.tables SCENARIO NUMBER FOLDER`` makes the tables in the folder, or takes up those that are there. It prints the port and each table's tokens as a line of JSON. For each line that comes, it
prints the seconds of processor that the process has used and its memory.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import hexwidget as hw
from hexwidget.rules import Draft, Position

REVISION = re.compile(r'"revision":(\d+)')
SPECTATORS, REFEREE = "spectators", "the referee"


# ---------------------------------------------------------------------- the server
def main(name: str, number: int, folder: Path) -> None:
    """Serve tables until the process is told to end."""
    from hexwidget.serving.app import Site
    from hexwidget.serving.server import listening, make_server
    from hexwidget.store.folder import Folder
    from hexwidget.table.pages import table_pages
    from hexwidget.table.storage import called
    from hexwidget.table.tables import Tables

    scenario = hw.scenario(name)
    first = _memory()
    tables = Tables(Folder(folder))
    for each in range(len(tables), number):
        tables.make(scenario, f"{each}", {})
    names = [each["name"] for each in tables.listed()]
    tokens = [{called(place): token for place, token in tables.tokens(each).items()} for each in names]

    def report() -> None:
        for _ in sys.stdin:
            gc.collect()
            print(json.dumps({"seconds": process_time(), "bytes": _memory()}), flush=True)

    with listening("127.0.0.1", 0) as bound:
        print(json.dumps({"port": bound.getsockname()[1], "tokens": tokens, "bytes": first}), flush=True)
        threading.Thread(target=report, daemon=True).start()
        make_server(tables, Site(table_pages())).run(sockets=[bound])


def _memory() -> int:
    """The bytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Server:
    """The process, as the benchmark sees it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout
        told = json.loads(self._out.readline())
        self.port: int = told["port"]
        self.tokens: list[dict[str, str]] = told["tokens"]
        self.bytes: int = told["bytes"]
        """Its memory before it has tables."""

    async def viewer(self, token: str) -> Viewer:
        """Come by a link."""
        return await Viewer.at(f"127.0.0.1:{self.port}", token)

    def asked(self) -> dict[str, float]:
        """The seconds of processor and the bytes of memory that it uses, after a collection of garbage."""
        self._in.write("\n")
        self._in.flush()
        found: dict[str, float] = json.loads(self._out.readline())
        return found


@contextmanager
def serving(name: str, number: int, folder: Path | None = None) -> Iterator[Server]:
    """Tables of a scenario in a process of their own, which is killed at the end."""
    with TemporaryDirectory() as fresh:
        command = [sys.executable, "-m", "bench.tables", name, str(number), str(folder or fresh)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            yield Server(process)
        finally:
            process.kill()
            process.communicate()


# ---------------------------------------------------------------------- viewers
class Viewer:
    """A viewer that knows the revision, and the replies that it waits for."""

    def __init__(self, socket: Any) -> None:
        self.revision = 0
        self._socket = socket
        self._reading = asyncio.create_task(self._read())
        self._ids = count(1)
        self._waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}

    @classmethod
    async def at(cls, address: str, token: str) -> Viewer:
        """Come by a link, and greet as a page does.

        :param address: of the page, without ``http://`` and token
        """
        from websockets.asyncio.client import connect
        from websockets.typing import Origin

        origin = Origin(f"http://{address.partition('/')[0]}")
        socket = await connect(
            f"ws://{address}/socket", origin=origin, max_size=None, proxy=None, ping_interval=None, open_timeout=60
        )
        await socket.send(json.dumps({"token": token}))
        made = cls(socket)
        await made.ask("hello")
        return made

    async def _read(self) -> None:
        from websockets import ConnectionClosed

        with suppress(ConnectionClosed):
            async for text in self._socket:
                if found := REVISION.findall(text):
                    self.revision = int(found[-1])
                if text.startswith('{"method":"custom"'):
                    content = json.loads(text)["content"]
                    self._waiting.pop(content["id"]).set_result(content)

    async def ask(self, intent: str, **args: Any) -> dict[str, Any]:
        """Send a message, and wait for the reply."""
        at = f"m{next(self._ids)}"
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[at] = reply
        message = {"id": at, "revision": self.revision, "intent": intent, "args": args}
        await self._socket.send(json.dumps(message))
        return await reply

    async def close(self) -> None:
        """Leave the table."""
        await self._socket.close()


# ---------------------------------------------------------------------- what they play
Clicks = tuple[str, dict[str, Any]]
"""A player, and the draft that their clicks make."""


def game(start: Position, seed: int, actions: int) -> list[Clicks]:
    """A game of moves of two clicks, on an army and on the hex it goes to, and of passes. Nobody meets an enemy or chance."""
    rng, position, found = Random(seed), start, list[Clicks]()
    while len(found) < actions:
        player = min(position.to_act)
        draft, position = _move(position, player, rng)
        found.append((player, draft))
    return found


def _move(position: Any, player: str, rng: Random) -> tuple[dict[str, Any], Any]:
    """A move as a draft, and the position after it."""
    pieces = [option for option in position.choices(player=player).options if option.kind == "piece" and option.legal]
    for piece in rng.sample(pieces, len(pieces)):
        field = position.choices(piece.leads_to, player).field
        for space in rng.sample(targets := sorted(field.reach) if field else [], len(targets)):
            now = position.choices(piece.leads_to.set(field.slot, space), player)
            if now.action is None or not now.verdict or now.draft != Draft(army=piece.space, to=space):
                continue
            after = position.apply(now.action).position
            if (
                after.to_act and after.chance is None and after.check(f"{min(after.to_act)}: pass")
            ):  # nothing else is to be decided
                return dict(now.draft), after
    return {"pass": True}, position.apply(position.parse(f"{player}: pass")).position


def links(server: Server, table: int) -> Mapping[str, str]:
    """The links of a table by its places."""
    return {place: f"http://127.0.0.1:{server.port}/#{token}" for place, token in server.tokens[table].items()}


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
