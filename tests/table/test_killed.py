"""A server that is killed in play: every action that a page has sent is carried out once."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from websockets.exceptions import WebSocketException

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import Position
from tests.amounts import chances, many
from tests.store.accepted import check_accepted, noted_in
from tests.table.hosting import Host
from tests.table.wire import Client

KILLS = many(2, 500, quick=1)
LONGEST_WAIT = 0.03
"""The seconds after which a server is killed, at most, counted from when an action is sent: it takes about as long."""


class Lasting:
    """A viewer who comes back, and sends again what was not answered, as a page does."""

    def __init__(self, host: Host, place: str) -> None:
        self._host = host
        self._place = place
        self._client: Client | None = None

    def ask(self, at: str, **args: Any) -> dict[str, Any]:
        """Send an intent until it is answered."""
        revision = None
        while True:
            try:
                if self._client is None:
                    self._client = Client(self._host.address, self._host.links[self._place].rpartition("#")[2])
                    self._client.present()
                if revision is None:
                    self._client.ask("hello", at=f"{at} hello")  # what others have done has come by then
                    revision = self._client.revision
                return self._client.ask("play", at=at, revision=revision, **args)
            except (OSError, WebSocketException, EOFError):
                self._client = None
                self._host.revive()


def decisions(host: Host) -> tuple[list[str], Position]:
    """The actions in the journal, and the position that they have led to."""
    session: Any = hw.load(host.journal)
    return [
        str(step.action) for step in session.line if step.action is not None and step.chance is None
    ], session.position


@pytest.mark.slow
def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    rng, killed, games = chances("a table is killed"), 0, 0
    accepted, kept = list[str](), list[str]()
    while killed < KILLS:
        games += 1
        host = Host(tmp_path / str(games))
        seats = {player: Lasting(host, player) for player in ("red", "blue")}
        more, played = play(host, seats, rng, KILLS - killed)
        killed, accepted = killed + more, [*accepted, *played]
        host.kill()
        kept += noted_in(host.journal.read_bytes())
        assert hw.verify(host.journal)
    number = check_accepted(accepted, kept, killed)
    tried("servers of a table killed", killed)
    tried("actions accepted by servers that were killed", number)


def play(host: Host, seats: dict[str, Lasting], rng: Random, kills: int) -> tuple[int, list[str]]:
    """Play a game at random. Return how often the server was killed, and the ids of the messages that it has accepted."""
    killed, accepted = 0, list[str]()
    before, position = decisions(host)
    while position.to_act and killed < kills and len(before) < 60:
        player = sorted(position.to_act)[0]
        action = str(position.legal_actions(player).sample(rng))
        timer = None
        if rng.random() < 0.5:
            timer = threading.Timer(LONGEST_WAIT * rng.random(), host.strike)
            timer.start()
        at = f"{host.folder.name} {player} {len(accepted)} {rng.random()}"
        reply = seats[player].ask(at, action=f"{player}: {action}")
        if timer is not None:
            timer.join()
            killed += 1
        after, position = decisions(host)
        assert (reply["ok"], after) == (True, [*before, action]), json.dumps(reply)
        accepted.append(at)
        before = after
    return killed, accepted
