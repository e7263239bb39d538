"""Maps of a rulebook that show which clauses a learner, or a class, has met, used, missed and mastered."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from operator import add
from pathlib import Path
from typing import Any

from hexwidget.english import counted
from hexwidget.lessons.exercise import Exercise
from hexwidget.lessons.reading import load
from hexwidget.lessons.records import Knowledge, Progress, Record, table
from hexwidget.lessons.stages import Stage
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Rulebook
from hexwidget.systems.registry import system as system_of

WORDS = ("mastered", "used", "missed", "met", "new")
"""The states of a clause for a learner; "new" was not introduced yet."""
_SIGNS = {
    "mastered": ("●", "#2e8b57"),
    "used": ("◐", "#3b7dd8"),
    "missed": ("✗", "#c0392b"),
    "met": ("○", "#8a6d1f"),
    "new": ("·", "#767676"),
}
_HERE = Progress()
"""The progress of learners who name none: it lasts as long as the kernel."""


def here() -> Progress:
    """Return the progress that first games and `progress` share if no other is named."""
    return _HERE


class Known(Mapping[str, str]):
    """A learner's knowledge of a rulebook: one word for each clause. A cell shows it as a map.

    >>> known = progress("plotted", Progress())
    >>> known["P1.1"], len(known), known.count("new")
    ('new', 27, 27)
    """

    def __init__(self, rulebook: Rulebook, knowledge: Knowledge, done: Progress) -> None:
        self.rulebook = rulebook
        self._knowledge = knowledge
        self.done = done
        """The learner's record."""

    def __getitem__(self, clause: str) -> str:
        mark = self._knowledge.met.get(clause)
        # Looking up an unknown clause raises `UnknownName`.
        return "new" if mark is None and clause in self.rulebook else mark.word if mark else self.rulebook[clause].id

    def __iter__(self) -> Any:
        return iter(self.rulebook)

    def __len__(self) -> int:
        return len(self.rulebook)

    def count(self, word: str) -> int:
        """Return the number of clauses in a state: "mastered", "used", "missed", "met" or "new"."""
        return Counter(self.values())[word]

    @property
    def next(self) -> tuple[Exercise, ...]:
        """The exercises that come next: those about missed clauses first, then those about clauses that the learner has only
        met, then those about new ones. Solved exercises are left out."""
        try:
            listed = load(self.rulebook.name)
        except InputError:  # a system of one's own has none
            return ()
        urgent = {"missed": 0, "met": 1, "new": 2, "used": 3, "mastered": 4}
        open_ = [each for each in listed if not self.done[each.id].solved]
        return tuple(sorted(open_, key=lambda each: min(urgent[self[clause]] for clause in each.clauses)))

    @property
    def summary(self) -> str:
        """The number of clauses in each state, in words."""
        return ", ".join(f"{self.count(word)} {word}" for word in WORDS)

    def __str__(self) -> str:
        rows = [f"  {_SIGNS[word][0]} {clause} {self.rulebook[clause].title}: {word}" for clause, word in self.items()]
        return "\n".join([f"{self.rulebook.title}: {self.summary}", *rows])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cells = "".join(
            f'<span style="display:inline-block;width:15em;margin:1px 6px;white-space:nowrap;overflow:hidden;'
            f'text-overflow:ellipsis" title="{escape(self.rulebook[clause].text)}">'
            f'<b style="color:{_SIGNS[word][1]}" title="{word}">{_SIGNS[word][0]}</b> {escape(clause)} '
            f"{escape(self.rulebook[clause].title)}</span>"
            for clause, word in self.items()
        )
        soon = "; ".join(escape(each.name) for each in self.next[:3])
        following = f"<p>Next exercises: {soon}.</p>" if soon else ""
        return f"<div><b>{escape(self.rulebook.title)}</b>: {self.summary}<div>{cells}</div>{following}</div>"


def progress(system: str, of: Progress | None = None) -> Known:
    """Return what a learner knows of a system's rulebook.

    :param of: the learner's progress; None: that of the first games in this kernel
    :raises UnknownName: if there is no such system
    """
    done = here() if of is None else of
    return Known(system_of(system).rulebook, done.knowledge(system), done)


class Report:
    """A class's work: each learner's tries and hints in each part of a course, and the number of learners in each state of each
    clause. A cell shows it as tables, with the clauses that are missed most first.

    :param parts: the stages and exercises of the course
    :param absent: the names of learners without a file
    """

    def __init__(
        self,
        rulebook: Rulebook,
        learners: Mapping[str, Known],
        parts: Iterable[Stage | Exercise] = (),
        absent: Iterable[str] = (),
    ) -> None:
        self.rulebook = rulebook
        self.learners: dict[str, Known] = dict(learners)
        self.parts: tuple[Stage | Exercise, ...] = tuple(parts)
        self.absent: tuple[str, ...] = tuple(absent)

    @property
    def rows(self) -> list[tuple[str, dict[str, int]]]:
        """Pairs of a clause and the number of learners by state; the least understood first."""
        counts = [(clause, Counter(known[clause] for known in self.learners.values())) for clause in self.rulebook]
        ordered = sorted(counts, key=lambda row: (-row[1]["missed"], -row[1]["met"]))
        return [(clause, {word: count[word] for word in WORDS}) for clause, count in ordered]

    @property
    def not_understood(self) -> tuple[str, ...]:
        """The clauses that some learner has missed and not used since, those of most learners first."""
        return tuple(clause for clause, count in self.rows if count["missed"])

    @property
    def _met(self) -> list[tuple[str, dict[str, int]]]:
        """The rows of the clauses that some learner has met."""
        return [row for row in self.rows if row[1]["new"] < len(self.learners)]

    @property
    def _done(self) -> list[list[str]]:
        """A row for each learner: the name, and what they have done in each part."""
        listed = self.learners.items() if self.parts else ()
        return [[name, *(_result(known.done[part.record]) for part in self.parts)] for name, known in listed]

    @property
    def _new(self) -> str:
        return f"New to all: {len(self.rulebook) - len(self._met)} of {len(self.rulebook)} clauses."

    def _missed_by(self, clause: str) -> str:
        """The names of the learners who miss a clause."""
        return ", ".join(name for name, known in self.learners.items() if known[clause] == "missed")

    def __str__(self) -> str:
        lines = [f"{self.rulebook.title}: {counted(len(self.learners), 'learner')}"]
        names = [f"{part.name} " for part in self.parts]
        lines += [f"{name}: {'; '.join(map(add, names, told))}" for name, *told in self._done]
        lines += [f"{name}: absent" for name in self.absent]
        for clause, count in self._met:
            told = [f"missed by {self._missed_by(clause)}"] if count["missed"] else []
            told += [f"only met by {count['met']}"] if count["met"] else []
            if told:
                lines.append(f"{clause} {self.rulebook[clause].title}: {'; '.join(told)}")
        return "\n  ".join([*lines, self._new])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        states = [
            [
                f"{clause} {self.rulebook[clause].title}",
                *(f"{n or ''}" for n in count.values()),
                self._missed_by(clause),
            ]
            for clause, count in self._met
        ]
        done = [*self._done, *([name, "absent"] for name in self.absent)]
        parts = table(["", *(part.name for part in self.parts)], done)
        head = [counted(len(self.learners), "learner"), *WORDS, "missed by"]
        return f"{parts}{table(head, states)}<p>{self._new}</p>"


def _result(record: Record) -> str:
    """A learner's tries and hints in a part, with a tick if it is solved."""
    told = [counted(n, what) for n, what in ((record.tries, "try"), (record.hints, "hint")) if n]
    return f"{'✓' if record.solved else '✗' if told else '·'} {', '.join(told)}".strip()


def report(rulebook: Rulebook, learners: Any, parts: Iterable[Stage | Exercise] = ()) -> Report:
    """Return what a class has done, and how it knows a rulebook.

    :param learners: progress files, their texts, or `Progress`: a mapping from names, or a list. In a list a learner has the
        name of the file, without its ending. A learner whose file does not exist is absent
    :param parts: the stages and exercises to list
    :raises InputError: naming each file that cannot be read
    """
    named = learners.items() if isinstance(learners, Mapping) else _named(learners)
    found, absent, problems = dict[str, Known](), list[str](), Problems()
    for name, given in named:
        try:
            done = _read(given)
        except InputError as error:
            where = str(given) if _is_file(given) else str(name)
            for problem in error.problems:
                problems.add(where + problem.place.removeprefix(os.path.abspath(where)), problem.message)
            continue
        if done is None:
            absent.append(str(name))
        else:
            found[str(name)] = Known(rulebook, done.knowledge(rulebook.name), done)
    problems.raise_any("this report cannot be made: get these files again from their learners, or leave them out")
    return Report(rulebook, found, parts, absent)


def _named(learners: Iterable[Any]) -> Iterable[tuple[str, Any]]:
    if isinstance(learners, (str, os.PathLike)):
        raise InputError("this report cannot be made", [Problem("learners", "expected a list of progress files")])
    given = list(learners)
    files = [Path(each) if _is_file(each) else None for each in given]
    stems = Counter(file.stem for file in files if file is not None)
    for n, (each, file) in enumerate(zip(given, files, strict=True), start=1):
        if file is None:
            yield f"learner {n}", each
        else:  # files of one name lie in folders of their own
            yield (file.stem if stems[file.stem] == 1 else str(file)) or f"learner {n}", each


def _is_file(given: object) -> bool:
    """True for a path; else it may be the text of a file."""
    return isinstance(given, os.PathLike) or (isinstance(given, str) and not given.lstrip().startswith("{"))


def _read(given: Any) -> Progress | None:
    """Return a learner's progress; None if its file does not exist."""
    if isinstance(given, Progress):
        return given
    if not isinstance(given, (str, os.PathLike)):
        raise InputError("no progress", [Problem("", f"expected a progress file or its text, not {shown(given)}")])
    if not _is_file(given):
        return Progress.of_text(str(given))
    folder = os.path.dirname(os.path.abspath(given))
    if not os.path.isdir(folder):
        raise InputError("no progress", [Problem("", f"there is no folder {shown(folder, 200)}")])
    return Progress(given) if os.path.lexists(given) else None
