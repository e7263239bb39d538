"""What opponents of the engine do tells a place nothing that is hidden from it: in twin worlds all frames are equal.

A game is played in one world, and again in the other, where the opponents hold other hidden things. An opponent may choose by what it holds, and all
see what it chooses. So where something is hidden, the opponents of both worlds choose the same actions, which the test gives in place of the
pool's processes. Where nothing is hidden, they think there.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch
from zlib import crc32

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import ChanceOutcome, Draft
from hexwidget.serving import viewer
from hexwidget.serving.pool import Pool
from hexwidget.table import thinking
from hexwidget.table.table import Table
from hexwidget.widget import prefetching, work_queue
from hexwidget.widget.showing import Showing
from tests import inside
from tests.amounts import chances, many
from tests.secrets.seats import same
from tests.secrets.test_opponents import resampled
from tests.secrets.twins import Script, game, hides, twin_game
from tests.table.test_twins import FEW, NAMES, SEEDS, chatter, looking, settle
from tests.table.wire import Client, Serving, served

DEPTH = many(4, 30)
"""The most decisions and draws of a game."""
ASKED = many(2, 60)
"""The most decisions of an opponent that are compared in a game's twins."""
SUBMIT = Pool.submit
pytestmark = pytest.mark.usefixtures("processes")


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients may send as fast as they can, and nothing waits for the sake of others."""
    monkeypatch.setattr(viewer, "PER_SECOND", 10_000)
    monkeypatch.setattr(work_queue, "PAUSE", 0.0)
    monkeypatch.setattr(thinking, "PAUSE", 0.0)


class Chooser:
    """The choices of those who do not look on: by chance in a first world, and as there in its twin."""

    def __init__(self, script: Script | None, rng: Random) -> None:
        self._script = script
        self._rng = rng

    def done(self, position: Any, depth: int, player: str | None) -> Any:
        """Return the action of a player, or for None the outcome of chance."""
        if self._script is not None:
            done = self._script[depth][1]
            assert (None if isinstance(done, ChanceOutcome) else done.player) == player
            return done
        return position.chance.sample(self._rng) if player is None else position.legal_actions(player).sample(self._rng)


@contextmanager
def thought(chooser: Chooser, session: hw.Session[Any], noise: Random | None, *, elsewhere: bool) -> Iterator[None]:
    """Let opponents choose as the test says, or in the pool, once all that goes ahead of clicks is sent.

    :param noise: for the time that they take
    """

    async def chosen(position: Any, player: str) -> str:
        await asyncio.sleep(noise.random() / 50 if noise else 0.0)
        return str(chooser.done(position, session.step.depth, player))

    async def begun(pool: Pool, work: Any, *asked: Any) -> Any:
        if work is thinking.decision and not elsewhere:
            told = await chosen(asked[1], asked[2])
        else:
            told = await SUBMIT(pool, work, *asked)
        while {*prefetching.unfinished} - others:
            await asyncio.sleep(0.001)
        return told

    others = {*prefetching.unfinished}  # of boards that other tests have left
    with patch.object(Pool, "submit", lambda pool, *asked: asyncio.ensure_future(begun(pool, *asked))):
        yield


def at_rest(table: Serving) -> None:
    """Wait until no opponent thinks."""
    opponents = inside.opponents(table.table)
    assert opponents is not None
    while table.call(lambda: inside.task(opponents) is not None and not inside.task(opponents).done()):
        time.sleep(0.005)


def frames(
    name: str, place: str | None, seed: str, script: Script | None = None, noise: Random | None = None
) -> tuple[list[str], Script]:
    """The frames of a place at a table whose other seats, but for one if it is none, the computer plays; and the game.

    :param script: the game in the twin world, with other hidden things
    :param noise: for what the others do besides
    """
    start = script[0][0] if script else hw.scenario(name).position
    person = place or start.players[0]
    chooser = Chooser(script, chances(name, seed, place, "with opponents"))
    session = hw.Session(start, rolls="ask", seed=1)
    opponents = {each: "random" for each in start.players if each != person}
    with (
        thought(chooser, session, noise, elsewhere=not hides(name)),
        served(session, opponents=opponents) as table,
    ):
        watched = table.sit(place or "")
        others = {
            each: table.sit(each, name=f"{each} ") for each in (*start.players, None) if each is None or each != place
        }
        for each in (watched, *others.values()):
            each.ask("hello")
        at_rest(table)
        while (depth := session.step.depth) < (len(script) if script else DEPTH):
            position = session.position
            if position.chance is None and person not in position.to_act:
                break  # the game is over, or the opponents have acted often enough in a row
            if noise is not None:
                chatter(table, others, noise)
            if position.chance is not None:
                outcome = chooser.done(position, depth, None)
                settle(table, others[None])
                offered = inside.audience(inside.boards(table.table)[None]).choices(Draft()).options
                draft = next(option.leads_to for option in offered if option.value == outcome.value)
                assert others[None].ask("confirm", draft=dict(draft))["ok"]
            else:
                actor = watched if person == place else others[person]
                settle(table, actor)
                assert actor.ask("play", action=f"{person}: {chooser.done(position, depth, person)}")["ok"]
            at_rest(table)
            settle(table, watched)
            for intent, args in (("undo", {}), ("explain", {"space": next(iter(position.map.names()))}), ("hello", {})):
                watched.ask(intent, **args)
        settle(table, watched)
        line = session.line
        end(table, watched, others.get(person, watched))
        return watched.texts, [
            (before.position, after.done) for before, after in itertools.pairwise(line) if after.done is not None
        ]


def end(table: Serving, watched: Client, person: Client) -> None:
    """Take the person's last action back, let the person resign, and hand the game to the one who looks on. Nobody resigns in a game that
    is over: that is said."""
    for wish in ("back", "resign"):
        resigns = wish == "resign" and not table.call(lambda: inside.is_over(table.table))
        person.wish(wish)
        person.wait("present" if resigns else "said")  # it is carried out; what goes ahead of clicks then has begun
        at_rest(table)
        settle(table, person)
        settle(table, watched)
    watched.wish("replay")
    watched.wait("replay")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", NAMES)
def test_twin_worlds_with_opponents_are_equal_on_the_wire(name: str, seed: int) -> None:
    for place in looking(name, seed):
        rng = chances(name, seed, place, "twins with opponents")
        mine, script = frames(name, place, str(seed))
        acted = any(not isinstance(done, ChanceOutcome) and done.player != place for _, done in script)
        assert acted or name not in FEW  # others may have one decision only
        other = twin_game(script, place, rng) if hides(name) else script
        same(mine, frames(name, place, str(seed), other, rng)[0])
        tried("frames of twin tables with opponents", len(mine))


def secret(position: Any) -> int:
    """A number that depends on all that a position holds."""
    return crc32(repr(position.system.to_json(position)).encode())


def telling(opponents: thinking.ThinkingOpponents, player: str) -> str:
    """A leak of contents: the words about an opponent depend on what it holds."""
    return f"{SAID(opponents, player)} ({secret(opponents.session.position)})"


def restless(showing: Showing) -> None:
    """A leak of numbers: what is hidden decides how many messages come."""
    SHOW_STEP(showing)
    for _ in range(secret(showing.audience.session.position) % 7):
        showing.sending.send("_choices", {**showing.sending.traits["_choices"], "branches": []})


def padded(opponents: thinking.ThinkingOpponents, player: str) -> str:
    """A leak of lengths: the words about an opponent are longer or shorter."""
    return SAID(opponents, player) + " " * (secret(opponents.session.position) % 97)


def talkative(opponents: Any, player: str, step: Any, text: str) -> bool:
    """A leak of numbers: what an opponent holds decides how often it says that it has acted."""
    for _ in range(secret(step.position) % 7):
        inside.say_at_table(opponents, "The computer acts.")
    return bool(PLAY(opponents, player, step, text))


def unordered(opponents: Any, player: str, step: Any, text: str) -> bool:
    """A leak of order: what an opponent holds decides which of the same messages comes first."""
    for word in Random(secret(step.position)).sample(range(8), 8):
        inside.say_at_table(opponents, f"The computer acts: {word}.")
    return bool(PLAY(opponents, player, step, text))


SAID, SHOW_STEP = thinking.ThinkingOpponents.words_of, Showing.show_step
PLAY = thinking.ThinkingOpponents.play_action


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "leak"),
    [
        ("hexwidget.table.thinking.ThinkingOpponents.words_of", telling),
        ("hexwidget.table.thinking.ThinkingOpponents.words_of", padded),
        ("hexwidget.table.thinking.ThinkingOpponents.play_action", talkative),
        ("hexwidget.table.thinking.ThinkingOpponents.play_action", unordered),
        ("hexwidget.widget.showing.Showing.show_step", restless),
    ],
)
def test_a_leak_of_opponents_is_found(where: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    name, place = "frontiers/three-frontiers", None
    monkeypatch.setattr(where, leak)
    mine, script = frames(name, place, "leak")
    twin = twin_game(script, place, Random("leak"))
    with pytest.raises(AssertionError, match="differs"):
        same(mine, frames(name, place, "leak", twin)[0])


# ---------------------------------------------------------------- what an opponent is asked
async def asked(position: Any, player: str) -> tuple[Any, str]:
    """Return what the pool is asked for the first decision of an opponent, but for its position, and the pool's answer."""
    found: list[tuple[Any, Any]] = []

    def begun(pool: Pool, work: Any, policy: str, at: Any, who: str, chance: str) -> Any:
        task = SUBMIT(pool, work, policy, at, who, chance)
        found.append(((policy, at.observe(who), who, chance), task))
        return task

    with patch.object(Pool, "submit", begun):
        table = Table(hw.Session(position, rolls="ask", seed=1), opponents={player: "random"})
        person = next(each for each in position.players if each != player)
        table.enter(person, Mute())
        while not found:
            await asyncio.sleep(0.001)
        told = await found[0][1]
        table.close()
    return found[0][0], told


class Mute:
    """A viewer who hears nothing."""

    def put(self, text: str) -> None:
        pass

    def beat(self, text: str) -> None:
        pass


def knowing(_policy: str, position: Any, player: str, _chance: str) -> str:
    """A leak: an opponent that chooses by what its player does not see."""
    return str(position.legal_actions(player).sample(Random(secret(position))))


def decisions(name: str) -> list[tuple[Any, Any]]:
    """What an opponent is asked in a game's positions, and answers, with the same in twins that look the same to its seat."""
    rng = chances(name, "asked")
    pairs = []
    for position, _ in game(name, 0):
        for player in sorted(position.to_act) if position.chance is None else ():
            twin = resampled(position, player, rng)
            if player in twin.to_act and secret(twin) != secret(position):
                pairs.append((position, twin, player))

    async def all_asked() -> list[tuple[Any, Any]]:
        return [(await asked(one, who), await asked(other, who)) for one, other, who in pairs[:ASKED]]

    return asyncio.run(all_asked())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["frontiers/three-frontiers", "plotted/the-ford"])
def test_an_opponent_decides_by_what_its_seat_sees(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool's processes belong to the server, and get the position. A policy looks at it as its player does: in twins that hide the same
    things in other places the pool's answers are equal."""
    found = decisions(name)
    assert found
    assert all(one == other for one, other in found)
    tried("decisions of a table's opponents in twins", len(found))
    monkeypatch.setattr(thinking, "decision", knowing)
    assert any(one != other for one, other in decisions(name))
