"""Work between messages: one queue for all boards of an event loop, so that a message waits for one slice."""

from __future__ import annotations

import asyncio
import gc
import threading
from contextvars import ContextVar
from time import perf_counter

import pytest

import hexwidget as hw
from hexwidget.play.game_lock import if_free
from hexwidget.widget import garbage_collection, work_queue
from hexwidget.widget.connections.line import LineBoard
from hexwidget.widget.garbage_collection import IdleCollector
from hexwidget.widget.work_queue import Slices
from tests import inside
from tests.widget.viewers import Ear

PATIENCE = 60.0


async def rest() -> None:
    """Wait until no work waits for its turn. A busy machine does it in any number of turns."""
    queue = work_queue.queues[asyncio.get_running_loop()]
    async with asyncio.timeout(PATIENCE):
        while queue.waiting or queue.timed:
            await asyncio.sleep(work_queue.PAUSE)


@pytest.mark.slow
def test_between_two_turns_of_the_loop_there_is_one_slice() -> None:
    """With a timer for each board, all of them would be due at once."""
    done: list[int] = []

    def busy(number: int) -> bool:
        done.append(number)
        end = perf_counter() + work_queue.SLICE
        while perf_counter() < end:
            pass
        return done.count(number) < 3

    async def game() -> None:
        works = [Slices(lambda n=n: busy(n)) for n in range(10)]
        for work in works:
            work.schedule()
        most, was = 0, 0
        while len(done) < 30:
            await asyncio.sleep(0)
            most, was = max(most, len(done) - was), len(done)
        assert most == 1

    asyncio.run(game())
    assert done == [*range(10)] * 3  # each in its turn


def test_work_is_done_in_the_context_that_began_it() -> None:
    """A server of pages, such as Shiny, takes the page that a message goes to from the context."""
    visitor = ContextVar("visitor", default="nobody")
    seen: list[tuple[str, str]] = []

    async def visit(name: str) -> None:
        visitor.set(name)
        work = Slices(lambda: bool(seen.append((name, visitor.get()))))
        work.schedule()
        await rest()

    async def game() -> None:
        await asyncio.gather(visit("ann"), visit("ben"))

    asyncio.run(game())
    assert seen == [("ann", "ann"), ("ben", "ben")]


def test_short_work_of_many_boards_is_done_in_one_turn() -> None:
    done: list[int] = []

    async def game() -> None:
        works = [Slices(lambda n=n: bool(done.append(n))) for n in range(10)]
        for work in works:
            work.schedule()
        works[3].stop()
        await rest()

    asyncio.run(game())
    assert sorted(done) == [0, 1, 2, 4, 5, 6, 7, 8, 9]


@pytest.mark.slow
def test_work_that_fails_does_not_stop_the_work_of_others() -> None:
    done: list[int] = []

    def fail() -> bool:
        raise RuntimeError("of one board")

    async def game() -> None:
        works = [Slices(fail), Slices(lambda: bool(done.append(1)))]
        for work in works:
            work.schedule()
        await rest()

    asyncio.run(game())
    assert done == [1]


def test_work_of_a_board_that_is_gone_before_it_begins_is_left_out() -> None:
    wrong = []

    async def game() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
        Slices(lambda: True).schedule(2 * work_queue.PAUSE)
        await asyncio.sleep(5 * work_queue.PAUSE)

    asyncio.run(game())
    assert wrong == []


def test_work_that_another_thread_begins_is_done_at_home() -> None:
    done: list[threading.Thread] = []

    async def game() -> None:
        work = Slices(lambda: bool(done.append(threading.current_thread())), asyncio.get_running_loop())
        await asyncio.to_thread(work.schedule)
        await rest()
        await asyncio.to_thread(work.schedule, 2 * work_queue.PAUSE)
        await asyncio.to_thread(work.stop)
        await asyncio.sleep(5 * work_queue.PAUSE)

    asyncio.run(game())
    assert done == [threading.current_thread()]


def test_work_waits_while_another_thread_changes_a_game() -> None:
    done, order = threading.Event(), list[str]()
    work = Slices(lambda: bool(order.append("work")))

    def change() -> None:
        with if_free(PATIENCE) as free:
            assert free
            done.wait(PATIENCE)
            order.append("change")

    async def game() -> None:
        other = threading.Thread(target=change)
        other.start()
        while True:  # until the other thread has the lock
            with if_free() as free:
                if not free:
                    break
            await asyncio.sleep(0)
        work.schedule()
        await asyncio.sleep(5 * work_queue.PAUSE)  # the loop goes on
        done.set()
        await rest()
        other.join()

    asyncio.run(game())
    assert order == ["change", "work"]


def test_the_number_of_frames_ahead_does_not_depend_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def frames(seconds: float) -> list[str]:
        monkeypatch.setattr(work_queue, "SLICE", seconds)
        board = LineBoard(hw.Session("depletion/first-steps"))
        ear = Ear(board)
        ear.ask("hello")
        while inside.showing(board).ahead.slices.queue is not None and inside.showing(board).ahead.slices.queue.waiting:
            await asyncio.sleep(0.001)
        board.close()
        return ear.log

    slow, fast = asyncio.run(frames(0.0)), asyncio.run(frames(10.0))
    assert len(fast) > 3
    assert slow == fast


# ---------------------------------------------------------------- the garbage collector of a server
class Cycle:
    """Garbage that only the collector finds."""

    gone = 0

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        Cycle.gone += 1


@pytest.mark.slow
def test_garbage_is_collected_when_no_message_has_come_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(garbage_collection, "monotonic", lambda: now[0])
    monkeypatch.setattr(garbage_collection, "YOUNG", 100)
    monkeypatch.setattr(garbage_collection, "LOOK", 0.001)
    monkeypatch.setattr(Cycle, "gone", 0)

    async def serve() -> int:
        collector = IdleCollector()
        collector.collect_when_idle()
        try:
            assert not gc.isenabled()
            assert gc.get_freeze_count() > 0
            for _ in range(1000):
                Cycle()
            collector.note_message()
            await asyncio.sleep(0.05)
            busy = Cycle.gone
            now[0] += 2 * garbage_collection.QUIET
            while Cycle.gone < 1000:
                await asyncio.sleep(0.001)
            return busy
        finally:
            collector.end()

    assert asyncio.run(serve()) == 0
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


@pytest.mark.slow
def test_boards_of_a_notebook_leave_the_collector_alone() -> None:
    gc.unfreeze()  # what tests have frozen may be gone afterwards
    before = gc.isenabled(), gc.get_threshold(), 0
    board = hw.Board("depletion/first-steps")
    board.play("red: 0203-0303")
    board.close()
    assert (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()) == before


@pytest.mark.slow
def test_no_collection_comes_into_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    board, begun, during = hw.Board("depletion/first-steps"), list[str](), list[int]()

    def answer(_wish: object, _buffers: object) -> None:
        before = len(begun)
        _objects = [[n] for n in range(1000)]
        during.append(len(begun) - before)

    inside.replace_receiver(board, answer)
    message = {"content": {"data": {"method": "custom", "content": {}}}, "buffers": []}
    old = gc.get_threshold()
    gc.callbacks.append(note := lambda phase, _info: begun.append(phase))
    gc.set_threshold(20)
    try:
        answer({}, [])
        inside.handle_message(board, message)
        assert gc.isenabled()
        gc.disable()
        inside.handle_message(board, message)
        assert not gc.isenabled()
    finally:
        gc.enable()
        gc.set_threshold(*old)
        gc.callbacks.remove(note)
    assert during[0] > 0
    assert during[1:] == [0, 0]
