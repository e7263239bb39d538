"""A table that a cell makes: people play by real web sockets while the cell's thread runs its event loop, as a kernel does."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

import hexwidget as hw
from hexwidget.play.game_lock import if_free
from hexwidget.serving.close_codes import CloseCode
from tests.table.wire import PATIENCE, Client

RED = {"army": "0203", "to": "0303"}


def in_a_kernel(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in an event loop, and close its tables."""

    @wraps(test)
    def run(*args: Any, **keywords: Any) -> None:
        try:
            asyncio.run(test(*args, **keywords))
        finally:
            for table in hw.Table.all():
                table.close()

    return run


def sit(table: hw.Table[Any], place: str) -> Client:
    """Come by the link of a place, and look around."""
    address, _, token = table.links[place].partition("/#")
    client = Client(address, token)
    client.present()
    return client


@contextmanager
def elsewhere(act: Callable[[], object]) -> Iterator[None]:
    """Let a person act meanwhile, who has acted at the end of the block."""
    failed: list[BaseException] = []

    def acted() -> None:
        try:
            act()
        except BaseException as error:
            failed.append(error)

    person = threading.Thread(target=acted)
    person.start()
    yield
    person.join(PATIENCE)
    assert not person.is_alive()
    if failed:
        raise failed[0]


def compute(until: Callable[[], bool]) -> None:
    """Keep the thread busy, as a cell that computes."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end
        sum(range(2_000))


@in_a_kernel
async def test_a_seat_and_the_notebook_play_one_game_both_ways() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    board, table = hw.Board(session, player="blue"), hw.Table(session)
    red, onlooker = sit(table, "red"), sit(table, "spectators")
    with elsewhere(lambda: red.ask("confirm", draft=RED)):
        await asyncio.sleep(0)
    assert (board.step, str(board.last_action)) == (1, "0203-0303")
    board.play("pass")
    onlooker.ask("hello")
    assert any("blue: pass" in text or "pass" in text for text in onlooker.texts)
    assert red.ask("hello")["revision"] == red.revision
    assert "this is red's board" in red.ask("undo")["error"]
    assert sit(table, "referee").ask("undo")["ok"]
    assert session.step.text == "red: 0203-0303"


@in_a_kernel
async def test_a_player_at_a_board_of_the_notebook_is_here_and_the_words_of_its_scenario_are() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    board, table = hw.Board(session, player="blue"), hw.Table(session)
    red = sit(table, "red")
    assert any("You are red. Blue is here." in text for text in red.texts)
    assert any("Two realms and a lake between them." in text for text in red.texts)
    board.close()
    with elsewhere(lambda: red.ask("confirm", draft=RED)):
        await asyncio.sleep(0)
    red.ask("hello")
    assert any("You are red. Blue is not here." in text for text in red.texts)


@in_a_kernel
async def test_people_play_while_a_cell_computes_and_observers_wait_for_its_thread() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    board, table = hw.Board(session), hw.Table(session)
    seen: list[tuple[str, threading.Thread, object]] = []
    session.watch(lambda: seen.append(("watch", threading.current_thread(), session.step.number)))
    board.observe(lambda change: seen.append(("observe", threading.current_thread(), change["new"])), "step")
    red, blue = sit(table, "red"), sit(table, "blue")

    def both() -> None:
        assert red.ask("confirm", draft=RED)["ok"]
        blue.ask("hello")
        assert blue.ask("play", action="blue: pass")["ok"]

    with elsewhere(both):
        compute(until=lambda: session.step.number == 2)
    assert (board.step, seen) == (2, [])
    await asyncio.sleep(0.05)
    here = threading.current_thread()
    assert sorted(seen, key=lambda each: each[0]) == [("observe", here, 2), ("watch", here, 2)]
    session.play("red: pass")  # in a cell they are called at once, and once
    assert [each[2] for each in seen[2:]] == [3, 3]
    await asyncio.sleep(0.05)
    assert len(seen) == 4


@in_a_kernel
async def test_a_seat_gets_what_it_may_choose_next_while_the_cell_that_played_computes() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    blue = sit(hw.Table(session), "blue")
    blue.ask("hello")
    session.play("red: 0203-0303")
    came = []

    def wait() -> None:
        while "'branches': {'items'" not in str(blue.read()):
            pass
        came.append(True)

    with elsewhere(wait):
        compute(until=lambda: bool(came))


@in_a_kernel
async def test_a_cell_that_plays_first_calls_the_observers_that_wait() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    board, table = hw.Board(session), hw.Table(session)
    seen: list[object] = []
    board.observe(lambda change: seen.append((change["old"], change["new"])), "step")
    stop = session.watch(lambda: seen.append(session.step.number))
    red = sit(table, "red")
    with elsewhere(lambda: red.ask("confirm", draft=RED)):
        compute(until=lambda: session.step.number == 1)
    board.play("blue: pass")
    assert seen == [(0, 2), 2]
    with elsewhere(lambda: red.ask("hello") and red.ask("play", action="red: pass")):
        compute(until=lambda: session.step.number == 3)
    stop()  # a function that is stopped is not called, although it was to be
    await asyncio.sleep(0.05)
    assert seen == [(0, 2), 2, (2, 3)]


@in_a_kernel
async def test_a_function_that_fails_is_told_in_its_cell_and_the_game_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    session.watch(lambda: [][1])
    table = hw.Table(session)
    red = sit(table, "red")
    with elsewhere(lambda: red.ask("confirm", draft=RED)):
        await asyncio.sleep(0)
    await asyncio.sleep(0.05)
    assert "A function that watches the game failed." in capsys.readouterr().err
    assert red.ask("hello")["ok"]


@in_a_kernel
async def test_a_function_that_hangs_between_cells_is_interrupted(capsys: pytest.CaptureFixture[str]) -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    red = sit(hw.Table(session), "red")
    seen: list[int] = []

    def hang() -> None:
        signal.raise_signal(signal.SIGINT)
        time.sleep(PATIENCE)

    session.watch(hang)
    session.watch(lambda: seen.append(session.step.number))
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a kernel does between cells
    try:
        with elsewhere(lambda: red.ask("confirm", draft=RED)):
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, usual)
    assert seen == [1]
    assert "KeyboardInterrupt" in capsys.readouterr().err


@in_a_kernel
async def test_opponents_of_the_notebooks_board_think_in_its_thread() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    thought = []

    def policy(position: Any, player: str, rng: Any) -> Any:
        thought.append(threading.current_thread())
        return position.parse("blue: pass")

    hw.Board(session, opponents={"blue": policy})
    red = sit(hw.Table(session), "red")
    with elsewhere(lambda: red.ask("confirm", draft=RED)):
        compute(until=lambda: session.step.number == 1)
    assert thought == []
    await asyncio.sleep(0.05)
    assert thought == [threading.main_thread()]
    assert session.step.text == "blue: pass"


@pytest.mark.slow
@in_a_kernel
async def test_a_page_is_not_cut_off_while_the_cells_thread_holds_the_game() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    table = hw.Table(session)
    red = sit(table, "red")
    beats = []

    def wait() -> None:
        for _ in range(2):
            beats.append(red.socket.recv(timeout=PATIENCE))

    with if_free() as free, elsewhere(wait):
        assert free
        red.socket.send('{"id": "m1", "revision": 0, "intent": "hello", "args": {}}')  # it waits for the game
        compute(until=lambda: len(beats) == 2)
    assert set(beats) == {'{"method":"beat"}'}
    assert red.ask("hello")["ok"]


def play_until_interrupted(session: hw.Session[Any], seconds: float) -> None:
    session.goto(0)
    threading.Timer(seconds, signal.raise_signal, [signal.SIGINT]).start()
    while True:
        session.play("red: 0203-0303")
        session.undo()


@pytest.mark.slow
@in_a_kernel
async def test_an_interrupt_of_a_cell_leaves_the_table_sound() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    board, table = hw.Board(session), hw.Table(session)
    red = sit(table, "red")
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for n in range(20):
            with pytest.raises(KeyboardInterrupt):
                play_until_interrupted(session, 0.002 * n)
            assert red.ask("hello")["ok"], n
    finally:
        signal.signal(signal.SIGINT, usual)
    session.goto(0)
    red.ask("hello")
    with elsewhere(lambda: red.ask("confirm", draft=RED)):
        await asyncio.sleep(0)
    assert (session.step.text, board.step) == ("red: 0203-0303", 1)


@pytest.mark.slow
@in_a_kernel
async def test_two_threads_play_and_take_back_without_end() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    board, table = hw.Board(session), hw.Table(session)
    referee, red = sit(table, "referee"), sit(table, "red")
    done = []

    def theirs() -> None:
        for n in range(60):
            reply = referee.ask(*(("play",) if n % 2 else ("undo",)), **({"action": "red: pass"} if n % 2 else {}))
            done.append(reply["ok"])

    with elsewhere(theirs):
        for n in range(150):
            with suppress(hw.InputError, hw.IllegalAction):
                session.play("red: 0203-0303") if n % 2 else session.undo()
            await asyncio.sleep(0)
    assert any(done)
    session.goto(1)
    red.ask("hello")
    assert red.ask("hello")["revision"] == red.revision
    assert board.step == session.step.depth


@in_a_kernel
async def test_a_new_link_cuts_off_the_old_one() -> None:
    table = hw.Table(hw.Session("depletion/first-steps"))
    red, blue = sit(table, "red"), sit(table, "blue")
    before = table.links
    link = table.revoke("red")
    assert link == table.links["red"] != before["red"]
    assert {**table.links, "red": 0} == {**before, "red": 0}
    red.closed()
    address, _, token = before["red"].partition("/#")
    assert Client(address, token).closed() == CloseCode.NO_SUCH_LINK
    assert sit(table, "red").ask("hello")["ok"]
    assert blue.ask("hello")["ok"]
    with pytest.raises(hw.InputError, match="did you mean 'referee'"):
        table.revoke("refere")


@in_a_kernel
async def test_a_table_shows_no_link_unless_asked_and_stays_until_it_is_closed(tmp_path: Any) -> None:
    session = hw.Session("depletion/first-steps", tmp_path / "game.jsonl")
    table = hw.Table(session)
    tokens = [link.partition("#")[2] for link in table.links.values()]
    assert list(table.links) == ["red", "blue", "spectators", "referee"]
    assert not [token for token in tokens if token in repr(table)]
    assert table.links["red"] in repr(table.links)
    assert hw.Table(session) is table
    with pytest.raises(hw.InputError, match="this session has a table at http"):
        hw.Table(session, port=1)
    red = sit(table, "red")
    links, table = table.links, None  # the variable is lost, and the table stays
    assert red.ask("hello")["ok"]
    with hw.Table(session) as again:
        assert again.links == links
    red.closed()
    assert (repr(again), hw.Table.all()) == ("<Table: closed>", ())
    session.play("red: 0203-0303")  # the session stays, and its journal
    assert session.journal is not None
    again.close()
    with hw.Table(session) as another:
        assert another.links["red"] != links["red"]


@in_a_kernel
async def test_an_observer_may_close_the_table() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    table = hw.Table(session)
    red = sit(table, "red")
    session.watch(table.close)
    with elsewhere(lambda: red.ask("confirm", draft=RED)):
        compute(until=lambda: session.step.number == 1)
    begun = time.monotonic()
    session.undo()
    assert table.closed
    assert time.monotonic() - begun < PATIENCE / 2
    red.closed()


def test_without_an_event_loop_the_servers_thread_calls_observers() -> None:
    session = hw.Session("depletion/first-steps", seed=1)
    seen = []
    session.watch(lambda: seen.append(threading.current_thread().name))
    table = hw.Table(session)
    session.watch(table.close)
    sit(table, "red").ask("confirm", draft=RED)
    assert (seen, table.closed) == (["hexwidget table"], True)


def test_a_table_takes_what_a_board_takes() -> None:
    with hw.Table("depletion/first-steps") as table:
        assert table.session.position == hw.scenario("depletion/first-steps").position
    for game, words in ((3, "expected a position, a session or a scenario"), ("depletion/first", "did you mean")):
        with pytest.raises(hw.InputError, match=words):
            hw.Table(game)
    with pytest.raises(hw.InputError, match="nobody can be served on 192"):
        hw.Table("depletion/first-steps", host="192.0.2.1")
    with pytest.raises(hw.InputError, match="this is no origin of a page"):
        hw.Table("depletion/first-steps", origin="games.example")
    system = hw.system("depletion")
    called = system.position(map=". .", players=["referee"], armies={"referee": {"0101": "1 archer"}})
    with pytest.raises(hw.InputError, match="a player is called 'referee', as another place at the table is"):
        hw.Table(called)
    assert hw.Table.all() == ()


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "hexwidget.serving.server", raising=False)
    import hexwidget.serving

    monkeypatch.delattr(hexwidget.serving, "server", raising=False)
    with pytest.raises(ImportError, match=r"a table needs uvicorn: pip install 'hexwidget\[serve\]'"):
        hw.Table("depletion/first-steps")
