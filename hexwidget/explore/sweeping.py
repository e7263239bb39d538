"""One question asked of many positions, under many readings, with many seeds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from hexwidget.explore.running import ASKED, Run, accepted_number, run_items
from hexwidget.explore.tables import Cell, Row, Table, checked_row, fresh
from hexwidget.problems import InputError, Problems, mismatch, shown, unknown
from hexwidget.rules import Position
from hexwidget.rules.interpretations import under

Answer = Cell | Mapping[str, Cell] | Sequence[Mapping[str, Cell]]
Question = Callable[[Any, Random], Answer]
"""A function of a position and a source of random numbers. Returns a value, the columns of a row, or several rows."""
Readings = str | Sequence[str] | Mapping[str, Sequence[str]]
TITLE = "this cannot be swept"


def sweep(
    question: Question,
    positions: Position | Mapping[str, Position] | Iterable[Position],
    *,
    readings: Readings = (),
    seeds: int = 1,
    seed: int = 0,
    executor: Executor | None = None,
    batch: float = ASKED,
    progress: bool = True,
    keep: str | os.PathLike[str] | None = None,
) -> Run:
    """Ask a question about every position, under every combination of readings, with every seed.

    A row holds the name of the ``position``, the reading of each option, the ``seed``, and the answer's columns (``answer`` for
    a single value). If the question fails on an item, ``failures`` reports it, and the other items go on.

    :param question: a function ``(position, rng)``; it returns a number or text, a mapping with the columns of a row, or a list
        of such mappings
    :param positions: one position, several, or several by name
    :param readings: an option of the rulebook or several, each with all its values; or a mapping of options to values
    :param seeds: how often the question is asked of each position, each time with different random numbers
    :param executor: answers on its workers; None: in this process
    :param batch: seconds of work that are sent to a worker at once; more if there are very many workers
    :param keep: a file that the answers are kept in, and continued from
    :raises InputError: listing unknown options and readings, or if the file belongs to another question
    :raises ExecutorDied: with the finished items

    >>> import hexwidget as hw
    >>> position = hw.scenario("depletion/gathering-cavalry").position
    >>> def maneuvers(position, rng):
    ...     return position.legal_actions().count()
    >>> hw.explore.sweep(maneuvers, position, readings="pace")["answer"]
    [1999, 20215]
    """
    if not callable(question):
        raise mismatch(TITLE, "a function of a position and a random.Random", question, "question")
    starts = _positions_by_name(positions)
    options = _options(starts, readings)
    combinations = tuple(tuple(zip(options, values, strict=True)) for values in product(*options.values()))
    items = Items(starts, combinations, accepted_number("seeds", seeds))
    about = {"asks": "sweep", "question": question, "positions": starts, "readings": options, "seeds": seeds}
    work = SweepQuestion(question)
    run = run_items(
        work, items, question=about, seed=seed, executor=executor, batch=batch, progress=progress, keep=keep
    )
    run.title = f"{getattr(question, '__name__', 'a question')}, asked {run.items:,} times"
    return run


def _positions_by_name(positions: Any) -> tuple[tuple[str, Position], ...]:
    positions = getattr(positions, "position", positions)  # a scenario, a session or a board has one
    if isinstance(positions, Position):
        positions = [positions]
    if not isinstance(positions, Iterable) or isinstance(positions, (str, bytes)):
        raise mismatch(TITLE, "positions", positions, "positions")
    several = positions.items() if isinstance(positions, Mapping) else enumerate(positions)
    named: list[tuple[str, Any]] = [(str(name), getattr(each, "position", each)) for name, each in several]
    problems = Problems()
    for name, position in named:
        if not isinstance(position, Position):
            problems.expected(f"positions/{name}", "a position", position)
    if not named:
        problems.add("positions", "expected at least one")
    problems.raise_any(TITLE)
    return tuple(named)


def _options(starts: tuple[tuple[str, Position], ...], readings: Readings) -> dict[str, tuple[str, ...]]:
    """The options to vary, each with the values asked for, or all of them."""
    books = {position.system.name: position.system.rulebook for _, position in starts}
    expected = "expected options of the rulebook, or each with its readings"
    if not isinstance(readings, (str, Iterable)):
        raise InputError(TITLE, f"{expected}, not {shown(readings)}", "readings")
    names = [readings] if isinstance(readings, str) else list(readings)
    problems, found = Problems(), dict[str, tuple[str, ...]]()
    for name in names:
        for system, book in books.items():
            where = f"readings/{name}"
            if name not in book.options:
                problems.add(where, f"{system}: {unknown('option', name, book.options)}")
                continue
            known = asked = tuple(book.options[name].values)
            if isinstance(readings, Mapping):
                told: Any = readings[name]
                asked = (told,) if isinstance(told, str) else tuple(told) if isinstance(told, Iterable) else ()
                if not asked:
                    problems.expected(where, f"some of {', '.join(known)}", told)
            for value in asked:
                problems.note_unknown(where, "reading", value, known)
            found[name] = asked
    problems.raise_any(TITLE)
    return found


@dataclass(frozen=True, slots=True)
class Item:
    """One position under one combination of readings."""

    name: str
    position: Position
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Items(Sequence[Item]):
    """The items of a sweep, each made when it is asked for. There may be a billion."""

    starts: tuple[tuple[str, Position], ...]
    combinations: tuple[tuple[tuple[str, str], ...], ...]
    seeds: int

    def __len__(self) -> int:
        return len(self.starts) * len(self.combinations) * self.seeds

    def __getitem__(self, n: Any) -> Any:
        if not 0 <= n < len(self):
            raise IndexError(n)
        which, combination = divmod(n // self.seeds, len(self.combinations))
        name, position = self.starts[which]
        return Item(name, position, self.combinations[combination])


@dataclass(frozen=True, slots=True)
class SweepQuestion:
    """The question, as it is sent to workers."""

    question: Question

    def __call__(self, seed: int, item: Item) -> list[Row]:
        """Ask the question about one item."""
        position: Position | None = item.position
        for option, reading in item.readings:
            position = under(position, option, reading) if position is not None else None
            if position is None:
                raise InputError("no such position", f"it cannot be under {option} = {reading}")
        answer = self.question(position, Random(seed))
        rows = answer if isinstance(answer, (Sequence, Table)) and not isinstance(answer, (str, bytes)) else [answer]
        about: Row = {"position": item.name, **dict(item.readings), "seed": seed}
        columns = [checked_row(row if isinstance(row, Mapping) else {"answer": row}, "answer") for row in rows]
        return [{**about, **fresh(row, about, "answer")} for row in columns]
