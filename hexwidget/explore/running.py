"""Many items of one question, carried out in this process or by the workers of an executor. The answer is the same.

An item gets the seed of its number, and nothing that depends on the worker. The error of one item is reported beside the
answers of the others. After an interrupt, or the death of an executor, the finished items remain.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from hashlib import blake2b
from itertools import islice
from math import ceil
from threading import local
from time import perf_counter
from typing import Any
from warnings import warn

from hexwidget.explore.question_data import plain_value
from hexwidget.explore.results_file import ResultsFile
from hexwidget.explore.tables import Row, Table, checked_row
from hexwidget.files.replay import SEEDS
from hexwidget.problems import InputError, mismatch
from hexwidget.progress import progress_bar


def seed_of(seed: int, n: int) -> int:
    """Return the seed of the n-th item of a question with a seed. It depends on nothing else, and is the same in every version
    and on every machine.

    >>> seed_of(1, 0), seed_of(1, 0) == seed_of(1, 1)
    (5554012101124906, False)
    """
    return int.from_bytes(blake2b(f"{seed} {n}".encode(), digest_size=8).digest(), "big") % SEEDS


def accepted_number(name: str, value: object) -> int:
    """Check that a parameter is a whole number from 0, such as a seed, and return it.

    :raises InputError: if it is not
    """
    if type(value) is not int or not 0 <= value < SEEDS:
        title = f"no such {'seed' if name == 'seed' else 'number'}"
        raise mismatch(title, "a whole number from 0", value, name)
    return value


Work = Callable[[int, Any], list[Row]]
"""A function of an item's seed and the item. Returns its rows. It is sent to workers."""
Batch = list[tuple[int, int, Any]]
"""Items, each with its number and seed."""
Found = tuple[int, list[Row] | None, str]
"""An item's number with its rows, or with None and its error."""

SHORTEST, ASKED = 0.05, 0.25
"""The least and the default seconds of work in a batch, since sending a batch takes time. The first batches are shorter."""
PYTHON = "{}.{}".format(*sys.version_info)
"""The version of Python. Functions are compared by their compiled code, which differs between versions."""
AHEAD = 3
"""The batches that are prefetched for each worker."""


class Run(Table):
    """The rows of all finished items, in the order of the items.

    ``failures``: a table of the items that failed, with number, seed and error; ``complete``: True if every item was carried
    out; ``items``: the number of all items.
    """

    def __init__(
        self,
        rows: Iterable[Row] = (),
        failures: Iterable[Row] = (),
        items: int = 0,
        complete: bool = True,
        columns: Iterable[str] = (),
    ) -> None:
        super().__init__(rows, columns)
        self.failures: Table = Table(failures, ("item", "seed", "error"))
        self.items = items
        self.complete = complete

    def _more(self) -> list[str]:
        lines = super()._more()
        if self.failures:
            first = self.failures[0]
            lines.append(
                f"{len(self.failures)} of {self.items:,} failed (see .failures); item {first['item']}, seed {first['seed']}:"
                f" {first['error']}"
            )
        if not self.complete:
            lines.append("some items are not done: ask again with the same `keep=` file to go on")
        return lines


class ExecutorDied(RuntimeError):  # noqa: N818  (it says what happened)
    """The executor died. ``done``: the items that were finished before."""

    def __init__(self, text: str, done: Run) -> None:
        super().__init__(text)
        self.done = done


def run_items(
    work: Work,
    items: Sequence[Any],
    *,
    question: dict[str, Any],
    seed: int = 0,
    unit: str = "items",
    executor: Executor | None = None,
    batch: float = ASKED,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
) -> Run:
    """Carry out all items.

    :param items: may be a lazy sequence: it is never listed
    :param batch: seconds of work that are sent to a worker at once, at least 0.05
    :param question: the question, to compare with that of the file: see `question_data`
    :raises InputError: if the seed is wrong, the file belongs to another question, or the work cannot be sent to workers
    :raises ExecutorDied: with the finished items
    """
    accepted_number("seed", seed)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        what = "a concurrent.futures.Executor, such as ProcessPoolExecutor()"
        raise mismatch("no such executor", what, executor, "executor")
    if isinstance(batch, bool) or not isinstance(batch, (int, float)) or not batch >= SHORTEST:
        raise mismatch("no such batch", f"seconds, at least {SHORTEST}", batch, "batch")
    kept = None if keep is None else ResultsFile(keep, _names(question, seed))
    try:
        run = _Running(work, items, seed, kept, batch)
        with progress_bar(progress, len(items), unit, done=run.number_done) as bar:
            try:
                if executor is None:
                    run.run_here(bar.update)
                else:
                    run.run_on(executor, bar.update)
            except KeyboardInterrupt:
                if is_inside():
                    raise
                warn(f"interrupted: {run.number_done:,} of {len(items):,} are done", stacklevel=3)
            except BrokenExecutor as error:
                cause = "" if run.number_done else ", often because a function was defined after the executor was made"
                text = (
                    f"the executor died ({error or type(error).__name__}{cause}); {run.number_done:,} of {len(items):,} are done:"
                    " they are this error's `done`, and with `keep=` a new executor goes on from there"
                )
                raise ExecutorDied(text, run.result()) from error
    finally:
        if kept is not None:
            kept.close()
    return run.result()


def _names(question: dict[str, Any], seed: int) -> dict[str, Any]:
    """The description of each part of a question."""
    return {**{name: plain_value(part) for name, part in question.items()}, "seed": seed, "python": PYTHON}


_DOING = local()


def is_inside() -> bool:
    """True within an item of an outer question. An interrupt then ends the outer question, since half an item is no answer."""
    return getattr(_DOING, "items", 0) > 0


def run_batch(work: Work, batch: Batch) -> tuple[float, list[Found]]:
    """Carry out a batch on a worker. Return the seconds it took, and the results."""
    begun, found = perf_counter(), list[Found]()
    _DOING.items = getattr(_DOING, "items", 0) + 1
    try:
        for number, seed, item in batch:
            try:
                found.append((number, [checked_row(row, "") for row in work(seed, item)], ""))
            except Exception as error:  # a person's own function may raise anything: the other items go on
                found.append((number, None, f"{type(error).__name__}: {error}"))
    finally:
        _DOING.items -= 1
    return perf_counter() - begun, found


Report = Callable[[int], object]
"""A function that takes the number of items that are newly done."""


class _Running:
    """A question that is being carried out."""

    def __init__(self, work: Work, items: Sequence[Any], seed: int, kept: ResultsFile | None, batch: float) -> None:
        self._work, self._items, self._seed, self._kept, self._batch = work, items, seed, kept, batch
        done = kept.items() if kept is not None else []
        # the file may hold more items
        self._rows: dict[int, list[Row]] = {n: rows for n, rows in done if n < len(items)}
        self._failed: dict[int, str] = {}

    @property
    def number_done(self) -> int:
        return len(self._rows) + len(self._failed)

    def result(self) -> Run:
        rows = (row for number in sorted(self._rows) for row in self._rows[number])
        failed = sorted(self._failed.items())
        failures: list[Row] = [{"item": n, "seed": seed_of(self._seed, n), "error": error} for n, error in failed]
        return Run(rows, failures, len(self._items), self.number_done == len(self._items))

    def _left(self) -> Iterator[tuple[int, int, Any]]:
        """The items that are not finished, made one by one."""
        done = frozenset(self._rows)
        return ((n, seed_of(self._seed, n), self._items[n]) for n in range(len(self._items)) if n not in done)

    def _add(self, found: list[Found], report: Report) -> None:
        good = [(number, rows) for number, rows, _ in found if rows is not None]
        self._rows.update(good)
        self._failed.update({number: error for number, rows, error in found if rows is None})
        if self._kept is not None:
            self._kept.add(good)
        report(len(found))

    def run_here(self, report: Report) -> None:
        """Carry out all items in this process."""
        for item in self._left():
            self._add(run_batch(self._work, [item])[1], report)

    def run_on(self, executor: Executor, report: Report) -> None:
        """Carry out all items on an executor's workers. A few batches are queued for each, so that no worker is idle."""
        workers = _workers(executor)
        left, size, waiting = self._left(), 1, dict[Future[tuple[float, list[Found]]], Batch]()
        spent, carried = 0.0, 0
        try:
            while True:
                while len(waiting) < workers * (AHEAD if carried else 1) and (batch := list(islice(left, size))):
                    waiting[self._submit(executor, batch)] = batch
                if not waiting:
                    return
                broken: BrokenExecutor | None = None
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    batch = waiting.pop(future)
                    try:
                        seconds, found = future.result()
                    except BrokenExecutor as error:  # results that came at the same time are taken first
                        broken = error
                        continue
                    except CancelledError:
                        broken = BrokenExecutor("its work was cancelled")
                        continue
                    except Exception as error:
                        self._add(_lost_results(batch, error), report)
                        continue
                    self._add(found, report)
                    spent, carried = spent + seconds, carried + len(found)
                if broken is not None:
                    raise broken
                if carried:
                    # Batches get shorter towards the end, so that all workers finish together.
                    share = (len(self._items) - self.number_done) * spent / carried / (2 * workers)
                    size = max(1, ceil(max(SHORTEST, min(self._batch, share)) * carried / max(spent, 1e-9)))
        finally:
            for future in waiting:
                future.cancel()

    def _submit(self, executor: Executor, batch: Batch) -> Future[tuple[float, list[Found]]]:
        try:
            return executor.submit(run_batch, self._work, batch)
        except RuntimeError as error:  # it was shut down, or its workers are gone
            if "start new thread" in str(error):
                what = f"it can start no workers here ({error}), as in a browser, where Python has one thread: leave it out"
                raise InputError("this executor cannot be used", what, "executor") from error
            raise BrokenExecutor(str(error)) from error


def _lost_results(batch: Batch, error: Exception) -> list[Found]:
    """The results of a batch that was lost with its worker.

    :raises InputError: if no batch can be sent to workers
    """
    if type(error).__name__ == "PicklingError" or "pickle" in str(error) or "Can't get" in str(error):
        what = (
            f"this question cannot be sent to the workers ({error}): define functions in a module that they can import, not in"
            " a cell or within another function; or leave out the executor"
        )
        raise InputError("an executor cannot work on this question", what, "executor") from error
    return [(number, None, f"its worker was lost ({type(error).__name__}: {error})") for number, _, _ in batch]


def _workers(executor: Executor) -> int:
    """The number of an executor's workers. Pools and Dask's client know it; for others it is the number of processors."""
    client = getattr(executor, "_client", None)
    found = sum(client.nthreads().values()) if client is not None else getattr(executor, "_max_workers", None)
    return found or os.cpu_count() or 1
