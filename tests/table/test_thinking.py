"""Opponents at a table: they think in other processes, and a process that dies keeps nobody from playing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.explore.opponents import Opponents
from hexwidget.languages import language, speaking
from hexwidget.serving import pool
from hexwidget.serving.links import Place
from hexwidget.serving.pool import LostWorkError, Pool
from hexwidget.table import thinking
from hexwidget.table.storage import open_table
from hexwidget.table.table import Table
from tests import inside
from tests.table.conftest import TESTS
from tests.widget.viewers import Ear

STEPS = hw.scenario("depletion/first-steps").position
PATIENCE = 60.0
pytestmark = pytest.mark.usefixtures("processes")


class Listener:
    """A viewer who keeps what is said about who is there."""

    def __init__(self) -> None:
        self.present = ""

    def put(self, text: str) -> None:
        message = json.loads(text)
        if message["method"] == "present":
            self.present = message["text"]


async def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        await asyncio.sleep(0.01)
        while not true():
            await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PAUSE", 0.0)


def played(game: Coroutine[Any, Any, None]) -> None:
    """Play a game in an event loop."""
    asyncio.run(game)
    assert inside.users_of(pool) <= {TESTS}  # the table has left it


def quiet(table: Table) -> bool:
    """True if no opponent of a table thinks."""
    assert inside.opponents(table) is not None
    return inside.task(inside.opponents(table)) is None or inside.task(inside.opponents(table)).done()


# ---------------------------------------------------------------- games
NAMES = (
    "depletion/first-steps",
    "orders/three-marches",
    "rondel/first-maneuver",
    "plotted/the-ford",
    "frontiers/combat",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_opponents_play_as_those_of_a_notebook_do(name: str) -> None:
    start = hw.scenario(name).position
    person, *others = start.players
    seated = dict.fromkeys(others, "greedy")
    here = hw.Session(start, seed=5)
    Opponents(here, seated).act()
    actions = []
    for _ in range(3):
        actions.append(next(iter(here.position.legal_actions(person))))
        here.play(actions[-1])

    async def game() -> None:
        session = hw.Session(start, seed=5)
        table = Table(session, opponents=seated)
        table.enter(person, Listener())
        for action in actions:
            await until(lambda: quiet(table))
            session.play(action)
        await until(lambda: quiet(table))
        assert [step.text for step in session.line] == [step.text for step in here.line]
        table.close()

    played(game())


def test_an_opponent_answers_a_person_and_is_told_of() -> None:
    async def game() -> None:
        session = hw.Session(STEPS, seed=1)
        table, red, blue = Table(session, opponents={"blue": "random"}), Listener(), Listener()
        table.enter("red", red)
        assert red.present == "You are red. Blue is played by the computer (random)."
        session.play("0203-0303")
        assert session.position.to_act == {"blue"}  # it thinks elsewhere
        await until(lambda: session.position.to_act == {"red"})
        table.enter("blue", blue)
        assert blue.present == "You are blue. Red is here. Blue is played by the computer (random)."
        referee = table.enter(None, Listener())
        Ear(referee).ask("undo")
        assert (session.step.number, session.position.to_act) == (0, {"red"})
        table.close()

    played(game())


@pytest.mark.slow
def test_a_thought_about_a_step_that_is_left_is_dropped() -> None:
    async def game() -> None:
        session = hw.Session(STEPS, seed=1)
        table = Table(session, opponents={"blue": "random"})
        table.enter("red", Listener())
        session.play("0203-0303")
        await asyncio.sleep(0)
        session.undo()
        await until(lambda: quiet(table))
        assert len(session.steps) == 2
        session.play("0203-0303")
        await until(lambda: session.position.to_act == {"red"})
        table.close()

    played(game())


def test_an_opponent_acts_at_a_table_that_is_resumed() -> None:
    async def game() -> None:
        session = hw.Session(STEPS, seed=1)
        session.play("0203-0303")
        table = Table(session, opponents={"blue": "random"})
        assert session.position.to_act == {"blue"}
        table.enter("", Listener())
        await until(lambda: session.position.to_act == {"red"})
        table.close()

    played(game())


def test_without_an_event_loop_opponents_think_here() -> None:
    session = hw.Session(STEPS, seed=1)
    table = Table(session, opponents={"blue": "random"})
    table.enter("red", Listener())
    session.play("0203-0303")
    assert session.position.to_act == {"red"}
    table.close()


# ---------------------------------------------------------------- failures
def dies(*_: object) -> str:
    os._exit(3)


def raises(*_: object) -> str:
    raise ZeroDivisionError("of its author")


def dies_once(marker: Path) -> int:
    if not marker.exists():
        marker.touch()
        os._exit(3)
    return os.getpid()


@pytest.mark.slow
@pytest.mark.parametrize("failing", [dies, raises])
def test_an_opponent_that_fails_is_told_of_and_the_game_goes_on(failing: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def game() -> None:
        session = hw.Session(STEPS, seed=1)
        table, red = Table(session, opponents={"blue": "random"}), Listener()
        table.enter("red", red)
        with monkeypatch.context() as failures:
            failures.setattr(thinking, "decision", failing)
            session.play("0203-0303")
            await until(lambda: "failed" in red.present)
        words = "Blue's opponent has failed; the referee can play for blue, or take a step back."
        assert red.present == f"You are red. {words}"
        assert len(session.steps) == 2
        Ear(table.enter(None, Listener())).ask("play", action="blue: pass")
        words = "You are red. Blue is played by the computer (random). The referee is here."
        await until(lambda: red.present == words)
        Ear(table.enter("red", red)).ask("confirm", draft={"army": "0303", "to": "0403"})
        await until(lambda: session.position.to_act == {"red"})
        table.close()

    played(game())


@pytest.mark.slow
def test_the_work_of_a_process_that_dies_is_done_by_another(tmp_path: Path) -> None:
    async def ask() -> None:
        made = Pool()
        first = await made.submit(os.getpid)
        assert await made.submit(dies_once, tmp_path / "marker") not in (first, os.getpid())
        with pytest.raises(LostWorkError, match="lost twice"):
            await made.submit(dies)
        with pytest.raises(RuntimeError, match="ZeroDivisionError: of its author"):
            await made.submit(raises)
        with speaking("de"):
            assert await made.submit(language) == "de"
        made.close()

    asyncio.run(ask())


@pytest.mark.slow
def test_work_that_takes_too_long_is_given_up_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        made = Pool()
        await made.submit(os.getpid)
        monkeypatch.setattr(pool, "PATIENCE", 0.5)
        with pytest.raises(LostWorkError, match="longer than"):
            await made.submit(time.sleep, PATIENCE)
        monkeypatch.setattr(pool, "PATIENCE", PATIENCE)
        assert await made.submit(len, "abc") == 3
        endless = made.submit(time.sleep, 100 * PATIENCE)
        await asyncio.sleep(0.1)
        made.close()
        with pytest.raises(asyncio.CancelledError):
            await endless

    asyncio.run(ask())


def test_work_that_waits_for_its_turn_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        made = Pool()
        await made.submit(os.getpid)
        monkeypatch.setattr(pool, "PATIENCE", 1.0)
        works = [made.submit(time.sleep, 0.6) for _ in range(4 * pool.WORKERS)]
        assert await asyncio.gather(*works) == [None] * len(works)
        made.close()

    asyncio.run(ask())


@pytest.mark.skipif(os.name != "posix", reason="processes are looked up as POSIX has them")
def test_no_process_is_left_when_the_server_is_killed(tmp_path: Path) -> None:
    text = """
import asyncio, os, signal
from hexwidget.serving.pool import Pool
async def ask():
    print(await Pool().submit(os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    asyncio.run(ask())
"""
    script = tmp_path / "killed.py"
    script.write_text(text)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == -signal.SIGKILL
    end = time.monotonic() + PATIENCE
    while alive(int(done.stdout)):
        assert time.monotonic() < end
        time.sleep(0.02)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


# ---------------------------------------------------------------- files and the command
def test_opponents_are_kept_with_the_table(tmp_path: Path) -> None:
    def opened(**given: Any) -> Any:
        kept = open_table(tmp_path, "duel", STEPS, **given)
        kept.session.close()
        return kept

    first = opened(opponents={"blue": "greedy"})
    assert (first.opponents, opened().opponents) == ({"blue": "greedy"}, {"blue": "greedy"})
    again = opened(opponents={"blue": "search"})
    assert (again.opponents, again.tokens, again.doors) == ({"blue": "search"}, first.tokens, first.doors)
    assert opened(new_links=True).opponents == {"blue": "search"}
    assert opened(opponents={"blue": "person", "red": "random"}).opponents == {"red": "random"}
    assert opened(opponents={"red": "person"}).opponents == {}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_opponents_are_named_by_the_seats_that_the_command_prints(number: int, tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    from hexwidget.table.serving import links_and_opponents

    def printed(**given: Any) -> tuple[set[Place], dict[str, str]]:
        kept = open_table(tmp_path, "duel", STEPS, **given)
        kept.session.close()
        links, opponents = links_and_opponents(kept, "")
        assert links is not None
        return {*links}, opponents

    printed()
    with (tmp_path / "duel.game.json").open("w") as file:  # after so many games
        json.dump({"format": "hexwidget.table/1", "number": number}, file)
    hw.Session(STEPS, tmp_path / f"duel{f'.{number}' * (number > 1)}.jsonl").close()
    assert printed(opponents={"blue": "greedy"}) == ({"red", "", None}, {"blue": "greedy"})
    assert printed() == ({"red", "", None}, {"blue": "greedy"})
    assert printed(opponents={"blue": "person", "red": "random"}) == ({"blue", "", None}, {"red": "random"})
    with pytest.raises(hw.InputError, match=r"opponents/blue: unknown policy 'gredy'"):
        printed(opponents={"blue": "gredy"})


@pytest.mark.slow
def test_the_command_refuses_opponents_in_words_and_makes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    monkeypatch.chdir(tmp_path)
    wrong = {
        ("green=greedy",): "unknown player 'green'",
        ("blue=gredy",): "did you mean 'greedy'?",
        ("blue",): "expected a player and a policy, such as \"blue=greedy\", not 'blue'",
        ("blue=random", "red=random"): "somebody has to play",
    }
    for given, words in wrong.items():
        options = [option for each in given for option in ("--opponent", each)]
        assert main(["serve", "depletion/first-steps", *options]) == 2
        assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_link_of_an_opponents_seat_is_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    uvicorn = pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    for options in (["--opponent", "blue=greedy"], ["--json"]):
        assert main(["serve", "depletion/first-steps", *options]) == 0
        hw.Session(STEPS, tmp_path / "tables" / "depletion-first-steps.jsonl").close()  # as the server's end does
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "http" in line][:2] == ["red", "spectators"]
    assert "blue         the computer (greedy)" in lines
    told = json.loads(lines[-1])
    assert ([each["place"] for each in told["places"]], told["opponents"]) == (
        ["red", "spectators", "the referee"],
        {"blue": "greedy"},
    )
