"""The progress of a learner: tries, hints and solved exercises, kept in a file if one is named."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

from hexwidget.files import write_whole
from hexwidget.files.formats import format_problem
from hexwidget.problems import InputError, Problem, Problems, is_showable, place, shown

FORMAT = "hexwidget.progress/1"
LONGEST_NAME = 2000
MOST_COUNTED = 1_000_000_000
MOST_EXERCISES = 10_000
MOST_BYTES = 2_000_000
CANNOT_READ = "this progress cannot be read"


@dataclass(frozen=True, slots=True)
class Record:
    """The record of one exercise: its answers and hints as counts; ``solved`` is True once an answer was right."""

    tries: int = 0
    hints: int = 0
    solved: bool = False


class Progress(Mapping[str, Record]):
    """Records by the ids of exercises.

    :param path: the file that every change is written to. Progress in an existing file is continued. None: nothing is written
    :raises InputError: if the file holds something else, or a format that this version does not know; the file stays as it is

    >>> progress = Progress()
    >>> progress.tried("a-slow-archer", right=False); progress.hinted("a-slow-archer")
    >>> progress.tried("a-slow-archer", right=True); progress["a-slow-archer"]
    Record(tries=2, hints=1, solved=True)
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._path = None if path is None else Path(path)
        self._records: dict[str, Record] = {}
        self._catch_up()

    def _catch_up(self) -> None:
        """Read the file again: another notebook may have written it."""
        if self._path is not None and self._path.exists():
            try:
                if self._path.stat().st_size > MOST_BYTES:
                    what = f"it has more than {MOST_BYTES:,} bytes, which no progress has; name another file"
                    raise InputError(CANNOT_READ, [Problem(str(self._path), what)])
                text = self._path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise InputError(CANNOT_READ, [Problem(str(self._path), str(error))]) from None
            self._records |= _read(text, str(self._path))

    def tried(self, exercise: str, *, right: bool) -> None:
        """Count an answer. A solved exercise stays solved."""
        self._catch_up()
        now = self[exercise]
        self._keep(exercise, replace(now, tries=now.tries + 1, solved=now.solved or right))

    def hinted(self, exercise: str) -> None:
        """Count a hint."""
        self._catch_up()
        now = self[exercise]
        self._keep(exercise, replace(now, hints=now.hints + 1))

    def _keep(self, exercise: str, record: Record) -> None:
        records = {**self._records, exercise: record}
        if self._path is not None:
            write_whole(self._path, _written(records))
        self._records = records

    def __getitem__(self, exercise: str) -> Record:
        return self._records.get(exercise, Record())

    def __iter__(self) -> Any:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        solved = sum(record.solved for record in self._records.values())
        return f"<Progress: {solved} solved of {len(self)} begun>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'✓' if r.solved else '·'}</td><td>{escape(name)}</td><td>{r.tries}</td><td>{r.hints}</td></tr>"
            for name, r in self._records.items()
        )
        head = "<tr><th></th><th>exercise</th><th>tries</th><th>hints</th></tr>"
        return f"<table>{head}{rows}</table>" if rows else "<p>Nothing begun yet.</p>"


def _written(records: Mapping[str, Record]) -> str:
    listed = {name: {"tries": r.tries, "hints": r.hints, "solved": r.solved} for name, r in records.items()}
    return json.dumps({"format": FORMAT, "exercises": listed}, ensure_ascii=False, indent=2) + "\n"


def _read(text: str, path: str) -> dict[str, Record]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(CANNOT_READ, [Problem(path, f"no JSON: {error}")]) from None
    wrong = format_problem(data.get("format") if isinstance(data, dict) else data, FORMAT)
    if wrong:
        what = f"{wrong}; or name another file"
        raise InputError(CANNOT_READ, [Problem(f"{path}/format", what)])
    problems, records = Problems(), {}
    listed = data.get("exercises")
    if not isinstance(listed, dict) or len(listed) > MOST_EXERCISES:
        problems.add(f"{path}/exercises", f"expected an object of at most {MOST_EXERCISES}, not {shown(listed)}")
        listed = {}
    for name, entry in listed.items():
        if not is_showable(name, LONGEST_NAME, 1):
            problems.add(f"{path}/exercises", f"expected the id of an exercise, not {shown(name)}")
            continue
        counts = [entry.get(key) for key in ("tries", "hints")] if isinstance(entry, dict) else []
        if (
            not counts
            or not all(type(n) is int and 0 <= n <= MOST_COUNTED for n in counts)
            or type(entry.get("solved")) is not bool
        ):
            problems.add(f"{path}/exercises/{place(name)}", f"expected tries, hints and solved, not {shown(entry)}")
        else:
            records[name] = Record(entry["tries"], entry["hints"], entry["solved"])
    problems.raise_any(CANNOT_READ)
    return records
