"""A game at a table goes on: after any order of what can be done there, a person who can act is asked, or the game is over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.table import table as tables
from hexwidget.table import thinking
from hexwidget.table.storage import open_table, places
from hexwidget.table.table import Table
from tests import inside
from tests.amounts import chances, many
from tests.table.test_thinking import NAMES
from tests.widget.viewers import Ear

ORDERS = many(5, 1000, quick=3)
LENGTH = 24
QUIET = 8
"""The turns of the loop after which a computer that has not been asked will not be."""


class Thoughts:
    """A pool whose work ends when the test says so."""

    def __init__(self) -> None:
        self._begun: list[tuple[asyncio.Future[str], Any, Any]] = []

    def submit(self, work: Any, *args: Any) -> asyncio.Future[str]:
        """Begin some work; see `hexwidget.serving.pool.Pool`."""
        future = asyncio.get_running_loop().create_future()
        self._begun.append((future, work, args))
        return future

    def end(self, rng: Random) -> None:
        """End one, which may be late."""
        if self._begun:
            future, work, args = self._begun.pop(rng.randrange(len(self._begun)))
            if not future.done():
                future.set_result(work(*args))

    def __len__(self) -> int:
        return len(self._begun)


class Viewer:
    """A viewer at the place of a link, who keeps what the table tells last."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}

    def put(self, text: str) -> None:
        message = json.loads(text)
        if message["method"] == "present":
            self.told = message


class Game:
    """A table at which the computer has some seats, in a folder."""

    def __init__(self, name: str, folder: Path, rng: Random) -> None:
        self._ids = count()
        self.start, self.folder, self.rng = hw.scenario(name).position, folder, rng
        players = [*self.start.players]
        self.computers = rng.sample(players, rng.randint(1, len(players) - 1))
        self.persons = [player for player in players if player not in self.computers]
        self.open(dict.fromkeys(self.computers, "random"))

    def open(self, opponents: dict[str, str] | None = None) -> None:
        """Open the table, and let all come."""
        kept = open_table(self.folder, "game", self.start, opponents=opponents)
        self.table = Table(kept.session, kept=kept)
        self.viewers = {link: Viewer() for link in places(self.start)}
        for link, viewer in self.viewers.items():
            self.table.enter(link, viewer)

    @property
    def asked(self) -> list[str]:
        """The persons' seats that are to act."""
        seats = [str(self.table.seat(link)) for link in self.persons]
        return [seat for seat in seats if seat in self.table.session.position.to_act]

    # ------------------------------------------------------------------ what can be done
    def play(self) -> None:
        if self.asked and not inside.is_stopped(self.table):
            player, session = self.rng.choice(self.asked), self.table.session
            session.play(self.rng.choice([*islice(session.position.legal_actions(player), 20)]))

    def undo(self) -> None:
        self.ask("undo")

    def redo(self) -> None:
        self.ask("redo")

    def leave(self) -> None:
        """The referee goes to another step."""
        self.left = self.table.session.step.number
        self.ask("goto", step=self.rng.randrange(self.left + 1))

    def come_back(self) -> None:
        self.ask("goto", step=self.left)

    def look_back(self) -> None:
        self.leave()
        self.come_back()

    def ask(self, intent: str, **args: Any) -> None:
        Ear(inside.new_board(self.table, None)).ask(intent, at=f"m{next(self._ids)}", **args)

    def wish(self, name: str, **more: Any) -> None:
        link = self.rng.choice(self.persons)
        self.table.handle({"table": name, **more}, self.viewers[link])
        request = inside.agreements(self.table).request
        for each in self.persons if request is not None else ():
            answer = self.rng.choice(["agree", "agree", "agree", "refuse"])
            self.table.handle({"table": answer, "to": request.number}, self.viewers[each])

    def take_back(self) -> None:
        self.wish("back")

    def resign(self) -> None:
        self.wish("resign")

    def rematch(self) -> None:
        self.wish("rematch")

    def restart(self) -> None:
        self.table.close()
        self.open()


Deed = Callable[[Game], None]
DEEDS: tuple[Deed, ...] = (
    (Game.play,) * 6 + (Game.undo,) * 4 + (Game.redo,) * 4 + (Game.look_back, Game.take_back, Game.take_back)
)
DEEDS += (Game.resign, Game.rematch, Game.rematch, Game.restart)


def with_thoughts(monkeypatch: pytest.MonkeyPatch) -> Thoughts:
    """Have the computer think where the test says when a thought ends."""
    thoughts = Thoughts()
    monkeypatch.setattr(thinking, "PAUSE", 0.0)
    monkeypatch.setattr(tables, "shared_pool", lambda _: thoughts)
    return thoughts


async def turns(number: int = QUIET) -> None:
    """Let the loop turn."""
    for _ in range(number):
        await asyncio.sleep(0)


async def all_end(thoughts: Thoughts, rng: Random) -> None:
    """End all thoughts, and those that follow them."""
    quiet = 0
    while quiet < QUIET:
        quiet = 0 if len(thoughts) else quiet + 1
        thoughts.end(rng)
        await asyncio.sleep(0)


async def thinking_game(folder: Path, rng: Random, thoughts: Thoughts) -> Game:
    """A game at which the computer is to act, and has just been asked."""
    game = Game("depletion/first-steps", folder, rng)
    await all_end(thoughts, rng)
    while game.asked:
        game.play()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("number", range(ORDERS))
def test_somebody_who_can_act_is_asked(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, thoughts = chances("a game goes on", number), with_thoughts(monkeypatch)

    async def order() -> None:
        game, done = Game(NAMES[number % len(NAMES)], tmp_path, rng), list[str]()
        for _ in range(LENGTH):
            deed = rng.choice(DEEDS)
            done.append(deed.__name__)
            deed(game)
            await turns(rng.randrange(4))
            if rng.random() < 0.5:
                thoughts.end(rng)
            if rng.random() < 0.3:
                done.append("all thoughts end")
                await all_end(thoughts, rng)
                at_chance = game.table.session.position.chance is not None  # the referee has gone back there, and rolls
                assert game.asked or inside.is_over(game.table) or at_chance, done
        game.table.close()

    asyncio.run(order())


@pytest.mark.parametrize("deeds", [(Game.undo, Game.redo), (Game.leave, Game.come_back)])
def test_a_computer_whose_thought_was_left_is_asked_again(
    deeds: tuple[Deed, Deed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, thoughts = Random(1), with_thoughts(monkeypatch)

    async def order() -> None:
        game = await thinking_game(tmp_path, rng, thoughts)
        await turns()
        assert len(thoughts) == 1
        deeds[0](game)
        thoughts.end(rng)  # late: the game was elsewhere
        await turns()
        deeds[1](game)
        await all_end(thoughts, rng)
        assert game.asked
        game.table.close()

    asyncio.run(order())


def test_a_computer_is_not_asked_after_a_resignation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, thoughts = Random(1), with_thoughts(monkeypatch)

    async def order() -> None:
        game = await thinking_game(tmp_path, rng, thoughts)
        game.resign()  # before the loop has begun the thought
        steps = len(game.table.session.steps)
        await turns()
        assert len(thoughts) == 0
        assert (len(game.table.session.steps), bool(inside.is_over(game.table))) == (steps, True)
        game.table.close()

    asyncio.run(order())
