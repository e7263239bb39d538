"""Answers are the same, however items are kept, continued and split among workers."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

import hexwidget as hw
from hexwidget.explore import ExecutorDied, playouts, sweep
from hexwidget.explore.question_data import plain_value
from tests.explore import questions

FORD = hw.scenario("plotted/the-ford").position
HERE = sweep(questions.two_dice, FORD, seeds=300)


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Two processes that have begun."""
    with ProcessPoolExecutor(2, mp_context=get_context("forkserver")) as found:
        while len({*found.map(questions.slow, [FORD] * 4, [Random()] * 4)}) < 2:
            pass
        yield found


# ---------------------------------------------------------------------- executors
def test_processes_and_threads_answer_as_this_process_does(pool: ProcessPoolExecutor) -> None:
    assert sweep(questions.two_dice, FORD, seeds=300, executor=pool) == HERE
    with ThreadPoolExecutor(3) as threads:
        assert sweep(questions.two_dice, FORD, seeds=300, executor=threads) == HERE
    assert playouts(FORD, 10, seed=5, executor=pool) == playouts(FORD, 10, seed=5)
    other = sweep(questions.slow, FORD, seeds=30, executor=pool)
    assert len(set(other["answer"])) == 2  # both workers took part


def test_the_answer_does_not_show_how_work_was_split(monkeypatch: pytest.MonkeyPatch) -> None:
    for asked in (0.0, 1e-5, 1e-3):
        monkeypatch.setattr("hexwidget.explore.running.SHORTEST", asked)
        with ThreadPoolExecutor(4) as threads:
            assert sweep(questions.two_dice, FORD, seeds=300, executor=threads, batch=asked) == HERE
    monkeypatch.undo()
    with pytest.raises(hw.InputError, match=r"batch: expected seconds, at least 0\.05, not 0\.01"):
        sweep(questions.two_dice, FORD, batch=0.01)


def test_batches_are_as_long_as_asked_except_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("hexwidget.explore.running.perf_counter", lambda: now[0])

    def ask(position: Any, rng: Random) -> int:
        now[0] += 0.01
        return 1

    class Counting(ThreadPoolExecutor):
        sizes: ClassVar[list[int]] = []

        def submit(self, do, /, *given, **named):
            self.sizes.append(len(given[1]))
            return super().submit(do, *given, **named)

    with Counting(1) as threads:
        assert len(sweep(ask, FORD, seeds=60, executor=threads)) == 60
    assert threads.sizes[0] == 1
    assert min(threads.sizes[1:-1]) >= 3  # 10 ms each; batches would take 50 ms, but the rest is shared
    assert sum(threads.sizes) == 60


def test_an_executor_that_dies_leaves_finished_items(pool: ProcessPoolExecutor, tmp_path: Path) -> None:
    class Dying(ThreadPoolExecutor):
        left = 2

        def submit(self, do, /, *given, **named):
            self.left -= 1
            if self.left < 0:
                raise BrokenProcessPool("a worker was killed")
            return super().submit(do, *given, **named)

    file = tmp_path / "run.sqlite"
    with Dying(2) as dying, pytest.raises(ExecutorDied, match=r"a worker was killed.*are done") as error:
        sweep(questions.two_dice, FORD, seeds=300, executor=dying, keep=file)
    done = error.value.done
    assert 0 < len(done) < 300
    assert not done.complete
    assert sweep(questions.two_dice, FORD, seeds=300, keep=file) == HERE

    with ProcessPoolExecutor(1, mp_context=get_context("forkserver")) as killed, pytest.raises(ExecutorDied):
        sweep(questions.deadly, FORD, seeds=2, executor=killed)
    pool_that_is_shut = ThreadPoolExecutor(1)
    pool_that_is_shut.shutdown()
    with pytest.raises(ExecutorDied, match="cannot schedule new futures after shutdown"):
        sweep(questions.two_dice, FORD, executor=pool_that_is_shut)


def test_an_executor_that_can_start_no_workers_is_refused() -> None:
    class InABrowser(ThreadPoolExecutor):
        def submit(self, do, /, *given, **named):
            raise RuntimeError("can't start new thread")

    with (
        InABrowser(2) as threads,
        pytest.raises(hw.InputError, match=r"executor: it can start no workers here.*leave it"),
    ):
        sweep(questions.two_dice, FORD, executor=threads)


def test_a_function_that_cannot_be_pickled_is_refused_with_a_remedy(pool: ProcessPoolExecutor) -> None:
    with pytest.raises(hw.InputError, match="define functions in a module that they can import"):
        sweep(lambda position, rng: 1, FORD, executor=pool)
    with pytest.raises(hw.InputError, match=r"expected a concurrent\.futures\.Executor"):
        sweep(questions.two_dice, FORD, executor=4)


# ---------------------------------------------------------------------- kept, and continued
def test_an_interrupt_keeps_finished_items_and_the_file_is_continued(tmp_path: Path) -> None:
    file = tmp_path / "run.sqlite"
    questions.interrupted.asked = 0
    with pytest.warns(UserWarning, match="interrupted: 3 of 10 are done"):
        some = sweep(questions.interrupted, FORD, seeds=10, keep=file)
    assert len(some) == 3
    assert not some.complete
    assert "ask again with the same `keep=` file" in str(some)
    rest = sweep(questions.interrupted, FORD, seeds=10, keep=file)
    assert rest.complete
    assert rest[:3] == some.rows
    assert questions.interrupted.asked == 4 + 7  # finished items are not asked again
    assert rest == sweep(questions.interrupted, FORD, seeds=10)


def test_a_longer_series_of_games_continues_a_shorter_one(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    playouts(FORD, 3, seed=1, keep=file)
    assert playouts(FORD, 6, seed=1, keep=file) == playouts(FORD, 6, seed=1)
    assert len(playouts(FORD, 2, seed=1, keep=file)) == 2  # a shorter series is part of a longer one


def test_items_that_failed_are_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "run.sqlite"
    found = sweep(questions.now_and_then, FORD, seeds=20, keep=file)
    with sqlite3.connect(file) as kept:
        assert kept.execute("SELECT count(*) FROM items").fetchone() == (len(found),)
    kept.close()
    again = sweep(questions.now_and_then, FORD, seeds=20, keep=file)
    assert (again, again.failures) == (found, found.failures)


@pytest.mark.parametrize(
    "other",
    [
        lambda file: sweep(questions.pieces, FORD, seeds=3, keep=file),
        lambda file: sweep(questions.two_dice, FORD, seeds=4, keep=file),
        lambda file: sweep(questions.two_dice, FORD, seeds=3, seed=1, keep=file),
        lambda file: sweep(questions.two_dice, hw.scenario("plotted/two-hills").position, seeds=3, keep=file),
        lambda file: playouts(FORD, 3, keep=file),
    ],
)
def test_a_file_of_another_question_is_refused_and_left_as_it_is(tmp_path: Path, other) -> None:
    file = tmp_path / "run.sqlite"
    sweep(questions.two_dice, FORD, seeds=3, keep=file)
    before = file.read_bytes()
    with pytest.raises(hw.InputError, match=r"the answers to another question .*name another file"):
        other(file)
    assert file.read_bytes() == before


def test_a_foreign_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but as long as one has to be to be taken for one" * 20)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE mine (a)")
    database.close()
    for file in (text, other):
        before = file.read_bytes()
        with pytest.raises(hw.InputError, match="is not a file of results; name another file"):
            sweep(questions.two_dice, FORD, keep=file)
        assert file.read_bytes() == before
    with pytest.raises(hw.InputError, match="there is no such folder"):
        sweep(questions.two_dice, FORD, keep=tmp_path / "no" / "run.sqlite")


def test_two_processes_cannot_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "run.sqlite"

    def beside(position, rng):
        with pytest.raises(hw.InputError, match="another process is writing it"):
            sweep(questions.two_dice, FORD, keep=file)
        return 1

    assert sweep(beside, FORD, keep=file)["answer"] == [1]


def test_functions_are_compared_by_their_code() -> None:
    def made(n: int) -> Any:
        return lambda position, rng: position.turn + n

    assert plain_value(made(1)) == plain_value(made(1)) != plain_value(made(2))
    assert plain_value(lambda p, r: 1) != plain_value(lambda p, r: 2)
    assert plain_value(FORD) == plain_value(hw.scenario("plotted/the-ford").position)


def test_questions_are_compared_by_their_values() -> None:
    class Asking:
        def __init__(self, n: int) -> None:
            self.n = n

        def __call__(self, position: Any, rng: Any) -> int:
            return self.n

        def other(self, position: Any, rng: Any) -> int:
            return self.n

    def outer() -> Any:
        def again(position: Any, rng: Any, n: int = 0) -> int:
            return 1 if n else again(position, rng, 1)

        return again

    ask = Asking(1).other
    pairs = [
        (partial(Asking, 1), partial(Asking, 2)), (Asking(1), Asking(2)), (ask, Asking(2).other),
        (Fraction(1, 2), Fraction(1, 3)), (b"a", b"b"), (range(3), range(4)), (sys.float_info, 1.5),
    ]  # fmt: skip
    for one, other in pairs:
        assert plain_value(one) == plain_value(one) != plain_value(other)
    assert plain_value(outer()) == plain_value(outer())
    assert plain_value(Asking(1)) == plain_value(Asking(1))


@pytest.mark.slow
def test_a_function_is_the_same_in_every_process(tmp_path: Path) -> None:
    (tmp_path / "asked.py").write_text("def f(p, r):\n    return p in {'alpha', 'beta', 'gamma', ('a', 1)}\n")
    line = "import asked; from hexwidget.explore.question_data import plain_value; print(plain_value(asked.f))"
    found = {
        subprocess.run(
            [sys.executable, "-c", line], cwd=tmp_path, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"},
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(found) == 1
    assert "asked.f" in found.pop()


def test_an_interrupt_within_an_item_ends_the_longer_question(tmp_path: Path) -> None:
    questions.interrupted.asked = 0

    def nested(position: Any, rng: Any) -> int:
        return len(sweep(questions.interrupted, position, seeds=3, progress=False))

    with pytest.warns(UserWarning, match="interrupted: 1 of 4 are done"):
        found = sweep(nested, FORD, seeds=4, keep=tmp_path / "run.sqlite")
    assert found["answer"] == [3]  # without the half of the second item before the interrupt
    assert sweep(nested, FORD, seeds=4, keep=tmp_path / "run.sqlite")["answer"] == [3, 3, 3, 3]


def test_repeated_columns_are_refused() -> None:
    games = playouts(FORD, 1, measure=lambda position: {"winner": "nobody"})
    assert "there is a column 'winner' already" in str(games.failures[0]["error"])
    found = sweep(lambda position, rng: {"seed": 1}, FORD)
    assert "there is a column 'seed' already" in str(found.failures[0]["error"])
    assert playouts(FORD, 0)["winner"] == []


@pytest.mark.parametrize("keep", [5, b"x"])
def test_wrong_paths_are_refused(keep: Any) -> None:
    with pytest.raises(hw.InputError, match="keep: expected the name of a file"):
        sweep(questions.two_dice, FORD, keep=keep)


def test_a_damaged_file_is_refused_and_closed(tmp_path: Path) -> None:
    file = tmp_path / "run.sqlite"
    sweep(questions.two_dice, FORD, keep=file)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE items SET found = '[1'")
    database.close()
    for _ in range(2):
        with pytest.raises(hw.InputError, match="it is damaged; name another file"):
            sweep(questions.two_dice, FORD, keep=file)


@pytest.mark.slow
def test_a_bar_is_shown_if_it_takes_long_and_is_wanted(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm", reason="bars are an extra")
    sweep(questions.slow, FORD, seeds=120)
    assert "/120 [" in capfd.readouterr().err
    sweep(questions.slow, FORD, seeds=3)
    sweep(questions.slow, FORD, seeds=120, progress=False)
    assert capfd.readouterr().err == ""
