"""The file of a long question's finished items, so that it can be continued: an SQLite database with a row for each item."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Any

from hexwidget.explore.question_data import same_name
from hexwidget.explore.tables import Row, checked_row
from hexwidget.problems import InputError, mismatch, shown

FORMAT = "hexwidget.run/2"
TITLE = "this file cannot be continued"
EVERY = 0.5
"""Seconds between two writes to the disk. A kill loses no more than that."""

Done = tuple[int, list[Row]]
"""An item's number and its rows."""


class ResultsFile:
    """The file of one question. It does not hold failed items: they are tried again.

    :param question: the question as plain data; a file of another question is refused
    :raises InputError: if the file is something else, belongs to another question, or another process writes it
    """

    def __init__(self, path: str | os.PathLike[str], question: dict[str, Any]) -> None:
        if not isinstance(path, (str, os.PathLike)):
            raise mismatch(TITLE, "the name of a file", path, "keep")
        self.path: Path = Path(path).absolute()
        self._waiting: list[tuple[int, str]] = []
        self._written = monotonic()
        if not self.path.parent.is_dir():
            raise self._refusal("there is no such folder")
        try:
            self._file = sqlite3.connect(self.path, timeout=1)
            try:
                self._open(question)
            except BaseException:
                self._file.close()
                raise
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise self._refusal("another process is writing it; wait for that, or name another file") from None
            raise self._refusal(str(error)) from None
        except sqlite3.DatabaseError:
            raise self._refusal("it exists, and is not a file of results; name another file") from None

    def _refusal(self, why: str) -> InputError:
        return InputError(TITLE, why, str(self.path))

    def _open(self, question: dict[str, Any]) -> None:
        self._file.execute("PRAGMA locking_mode = EXCLUSIVE")  # only one process may have it open
        self._file.execute("BEGIN IMMEDIATE")
        names = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            self._file.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            self._file.execute("CREATE TABLE items (number INTEGER PRIMARY KEY, found TEXT NOT NULL)")
            about = {"format": FORMAT, **question}
            self._file.executemany("INSERT INTO about VALUES (?, ?)", [(k, json.dumps(v)) for k, v in about.items()])
        elif names != {"about", "items"}:
            raise sqlite3.DatabaseError
        self._file.commit()
        try:
            kept = {name: json.loads(value) for name, value in self._file.execute("SELECT name, value FROM about")}
        except ValueError:
            raise self._refusal("it is damaged; name another file") from None
        found = kept.pop("format", None)
        if found != FORMAT:
            raise self._refusal(f"its format is {shown(found)}, and this version reads {FORMAT!r}; name another file")
        differs = [name for name in {**question, **kept} if not same_name(question.get(name), kept.get(name))]
        if differs:
            asked = "; ".join(f"{n}: {shown(kept.get(n))} there, {shown(question.get(n))} now" for n in differs)
            raise self._refusal(f"it holds the answers to another question ({asked}); name another file")

    def items(self) -> list[Done]:
        """Return the items in the file."""
        try:
            found = self._file.execute("SELECT number, found FROM items ORDER BY number")
            return [(number, [checked_row(row, "") for row in json.loads(text)]) for number, text in found]
        except (sqlite3.Error, ValueError, TypeError):
            raise self._refusal("it is damaged; name another file") from None

    def add(self, done: Iterable[Done]) -> None:
        """Add finished items. They are on disk half a second later, or when the file is closed."""
        self._waiting += [(number, json.dumps(rows)) for number, rows in done]
        if monotonic() - self._written > EVERY:
            self._write()

    def _write(self) -> None:
        try:
            with self._file:
                self._file.executemany("INSERT OR REPLACE INTO items VALUES (?, ?)", self._waiting)
        except sqlite3.Error as error:
            raise InputError("the finished items cannot be kept", str(error), str(self.path)) from None
        self._waiting, self._written = [], monotonic()

    def close(self) -> None:
        """Write the waiting items, and close the file."""
        try:
            self._write()
        finally:
            self._file.close()
