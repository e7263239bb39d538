"""Maps of a rulebook that show which clauses a learner, or a class, has met, used, missed and mastered."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from hexwidget.english import counted
from hexwidget.lessons.exercise import Exercise
from hexwidget.lessons.reading import load
from hexwidget.lessons.records import Knowledge, Progress
from hexwidget.problems import InputError, Problem, shown
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
        self._done = done

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
        open_ = [each for each in listed if not self._done[each.id].solved]
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
        soon = "; ".join(escape(each.title or each.id) for each in self.next[:3])
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
    """A class's knowledge of a rulebook: it counts the learners in each state of each clause. A cell shows it as a table, with the
    clauses that are missed most first."""

    def __init__(self, rulebook: Rulebook, learners: Mapping[str, Known]) -> None:
        self.rulebook = rulebook
        self.learners: dict[str, Known] = dict(learners)

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

    def __str__(self) -> str:
        head = f"{self.rulebook.title}: {counted(len(self.learners), 'learner')}"
        lines = [
            f"  {clause} {self.rulebook[clause].title}: {count['missed']} missed, {count['met']} only met"
            for clause, count in self.rows
            if count["missed"] or count["met"]
        ]
        return "\n".join([head, *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{word}</th>" for word in WORDS)
        rows = "".join(
            f"<tr><td>{escape(clause)} {escape(self.rulebook[clause].title)}</td>"
            + "".join(f"<td>{count[word] or ''}</td>" for word in WORDS)
            + "</tr>"
            for clause, count in self.rows
        )
        return f"<table><tr><th>{counted(len(self.learners), 'learner')}</th>{head}</tr>{rows}</table>"


def report(rulebook: Rulebook, learners: Any) -> Report:
    """Return how a class knows a rulebook.

    :param learners: progress files, their texts, or `Progress`: a mapping from names, or a list. In a list a learner has the
        name of the file, without its ending
    :raises InputError: naming the learner whose progress cannot be read
    """
    named = learners.items() if isinstance(learners, Mapping) else _named(learners)
    found = {}
    for name, given in named:
        try:
            done = _read(given)
        except InputError as error:
            problems = [Problem(f"{name}/{p.place}".rstrip("/"), p.message) for p in error.problems]
            raise InputError("this report cannot be made", problems) from None
        found[str(name)] = Known(rulebook, done.knowledge(rulebook.name), done)
    return Report(rulebook, found)


def _named(learners: Iterable[Any]) -> Iterable[tuple[str, Any]]:
    if isinstance(learners, (str, os.PathLike)):
        raise InputError("this report cannot be made", [Problem("learners", "expected a list of progress files")])
    given = list(learners)
    files = [Path(each) if isinstance(each, os.PathLike) or _is_name_of_file(each) else None for each in given]
    stems = Counter(file.stem for file in files if file is not None)
    for n, (each, file) in enumerate(zip(given, files, strict=True), start=1):
        if file is None:
            yield f"learner {n}", each
        else:  # files of one name lie in folders of their own
            yield (file.stem if stems[file.stem] == 1 else str(file)) or f"learner {n}", each


def _is_name_of_file(given: object) -> bool:
    return isinstance(given, str) and not given.lstrip().startswith("{")


def _read(given: Any) -> Progress:
    if isinstance(given, Progress):
        return given
    if isinstance(given, str) and not _is_name_of_file(given):
        return Progress.of_text(given)
    if not isinstance(given, (str, os.PathLike)) or not Path(given).is_file():
        raise InputError("no progress", [Problem("", f"expected a progress file or its text, not {shown(given)}")])
    return Progress(given)
