"""Learners who play by themselves: good ones follow the hints, random ones try what there is, stubborn ones try what is barred."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.widget.test_differences import applied

PAUSE = 0.3
"""The seconds before a learner who was cut off comes back."""
PATIENCE = 60.0
"""The seconds without a message after which a learner comes anew. A page waits until its line is cut."""


class Pupil:
    """A learner at a page, who sends again what was not answered, as a page does.

    :param kind: "good", "random" or "stubborn"
    """

    def __init__(self, address: str, token: str, kind: str, seed: int) -> None:
        self.kind = kind
        self.times: list[float] = []
        """The seconds that each click has waited for its answer."""
        self.cuts = 0
        self._address = address
        self._token = token
        self.rng = Random(seed)
        self.state: dict[str, Any] = {}
        self._socket: Any = None
        self._number = 0
        self._name = f"p{self.rng.random()}"

    async def play(self, clicks: int, pause: Callable[[], float]) -> None:
        """Click so many times."""
        for _ in range(clicks):
            await asyncio.sleep(pause())
            await self.click()
        await self.leave()

    async def leave(self) -> None:
        """Close the page."""
        if self._socket is not None:
            await self._socket.close()

    async def click(self) -> None:
        await self.ask("hello")
        root = self.state["_choices"]["root"]
        legal = [each for each in root["options"] if not each["findings"] and each["kind"] != "menu"]
        spaces = [each["space"] for each in root["options"] if each["space"]]
        rng, kind = self.rng, self.kind
        help = [each for each in legal if each["slot"] in ("tutor show", "tutor on", "desk answer")]
        if kind == "stubborn" and spaces and rng.random() < 0.7:
            first = next(each for each in root["options"] if each["space"])
            await self.ask("choose", draft=first["leadsTo"])
            await self.ask("explain", draft=first["leadsTo"], space=self._far, clicked=True)
        elif root["action"] is not None and (kind == "good" or rng.random() < 0.7):
            await self.ask("confirm", draft=root["draft"])
        elif kind == "good" and help:
            await self.ask("choose", draft=help[0]["leadsTo"])
        elif legal:
            own = [each for each in legal if not each["slot"].startswith("tutor ")]
            chosen = rng.choice(own if own and rng.random() < 0.8 else legal)
            await self.ask("choose", draft=chosen["leadsTo"])
            current = self.state.get("_current") or self.state["_choices"]["root"]
            if current.get("action") is not None:
                await self.ask("confirm", draft=current["draft"])

    async def ask(self, intent: str, **args: Any) -> tuple[str, bool]:
        """Send an intent until it is answered, and note the time. Return the id of the message, and if it was accepted."""
        self._number += 1
        at, since, revision = f"{self._name} {self._number}", perf_counter(), None
        while True:
            try:
                if self._socket is None:
                    await self._come()
                if revision is None:
                    revision = self._revision
                await self._socket.send(json.dumps({"id": at, "revision": revision, "intent": intent, "args": args}))
                while (reply := self._hear(await asyncio.wait_for(self._socket.recv(), PATIENCE))) is None or reply[
                    "id"
                ] != at:
                    pass
                break
            except (OSError, WebSocketException, TimeoutError):
                await self.hear_rest()
                self._socket, self.cuts = None, self.cuts + 1
                await asyncio.sleep(PAUSE * self.rng.random())
        if intent != "hello":
            self.times.append(perf_counter() - since)
        return at, bool(reply["ok"])

    async def hear_rest(self) -> None:
        """Close the connection, and hear what has come before."""
        with suppress(OSError, WebSocketException):
            if self._socket is not None:
                await self._socket.close()
            while self._socket is not None:
                self._hear(await self._socket.recv())

    async def _come(self) -> None:
        self._socket = await connect(
            f"{self._address.replace('http', 'ws', 1)}/socket", origin=self._address, max_size=None, proxy=None
        )
        await self._socket.send(json.dumps({"token": self._token}))
        self.state.clear()
        while "_choices" not in self.state:
            self._hear(await asyncio.wait_for(self._socket.recv(), PATIENCE))

    def _hear(self, text: str) -> dict[str, Any] | None:
        message = json.loads(text)
        if message["method"] == "update":
            patch = message["state"].pop("_patch", None) or {}
            self.state |= message["state"]
            for name, change in patch.items():
                self._change(name, change)
        return message["content"] if message["method"] == "custom" else None

    def _change(self, name: str, change: dict[str, Any]) -> None:
        now = self.state[name]
        assert now["version"] == change["since"]  # a line is in order
        self.state[name] = {
            **applied(now, {key: change[key] for key in ("entries", "set") if key in change}),
            "version": change["version"],
        }

    @property
    def _far(self) -> str:
        """A hex that no army reaches: the last one of the map."""
        scene = self.state["_scene"]
        return f"{scene['columns']:02}{scene['rows']:02}"

    @property
    def _revision(self) -> int:
        return int((self.state.get("_status") or {}).get("revision", 0))
