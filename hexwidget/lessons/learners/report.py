"""Reports on a class: what each learner has done, who needs help with what, and the clauses that the class misses."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, overload

from hexwidget.english import listing, translated, worded
from hexwidget.files import write_whole
from hexwidget.languages import in_its_language
from hexwidget.lessons.courses.stage import Stage
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.learners.class_progress import gather
from hexwidget.lessons.learners.knowledge_map import WORDS, KnowledgeMap
from hexwidget.lessons.learners.records import Record, counts, result, table, time_of
from hexwidget.rules import Rulebook

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of a cell that a spreadsheet would compute. Learners choose their names."""


@dataclass(eq=False, repr=False)
class Report:
    """A class's work: who needs help with what, each learner's tries and hints in each part of a course, and the clauses that
    learners miss, with their names. A cell shows it as tables.

    :param parts: the stages and exercises of the course
    :param absent: the names of learners without a file
    :param broken: the errors of files that cannot be read, by the learners' names
    :param title: the title of the course
    :param course: the ``digest`` of the course
    """

    rulebook: Rulebook
    learners: dict[str, KnowledgeMap]
    parts: tuple[Stage | Exercise, ...]
    absent: tuple[str, ...]
    broken: dict[str, str]
    title: str
    course: str

    # ------------------------------------------------------------------ clauses
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
    def met(self) -> list[tuple[str, dict[str, int]]]:
        """The rows of the clauses that some learner has met."""
        return [row for row in self.rows if row[1]["new"] < len(self.learners)]

    @property
    def new(self) -> str:
        """The number of clauses that nobody has met, in words."""
        new = str(len(self.rulebook) - len(self.met))
        return worded("New to all: {n} of {all} clauses.", n=new, all=str(len(self.rulebook)))

    def clause(self, name: str) -> str:
        """Return the number and the title of a clause."""
        return f"{name} {translated(self.rulebook[name].title)}"

    def missed_by(self, clause: str) -> tuple[str, ...]:
        """Return the names of the learners who miss a clause."""
        return tuple(name for name, known in self.learners.items() if known[clause] == "missed")

    # ------------------------------------------------------------------ learners
    def record(self, learner: str, part: Stage | Exercise) -> Record:
        """Return a learner's record in a part."""
        return self.learners[learner].done[part.record]

    def misses(self, learner: str) -> tuple[str, ...]:
        """Return the clauses that a learner misses: broken, or answered wrongly, and not used since."""
        return tuple(clause for clause, word in self.learners[learner].items() if word == "missed")

    def unsolved(self, learner: str) -> tuple[Stage | Exercise, ...]:
        """Return the parts that a learner has begun and not solved."""
        done = ((part, self.record(learner, part)) for part in self.parts)
        return tuple(part for part, r in done if r.begun and not r.solved)

    def is_done(self, learner: str) -> bool:
        """True if a learner has solved each part."""
        return all(self.record(learner, part).solved for part in self.parts)

    def has_begun(self, learner: str) -> bool:
        """True if a learner has begun a part, or met a clause."""
        known = self.learners[learner]
        return any(self.record(learner, part).begun for part in self.parts) or known.count("new") < len(known)

    @property
    def to_help(self) -> list[tuple[str, list[str]]]:
        """The learners who need help, each with what to help with: parts begun and not solved, and clauses missed. Learners who need
        most come first."""
        found = []
        for name in self.learners:
            done = ((part.name, counts(self.record(name, part))) for part in self.unsolved(name))
            parts = [f"{translated(called)} ({count or translated('begun')})" for called, count in done]
            words = [worded("not solved: {parts}", parts="; ".join(parts))] if parts else []
            misses = self.misses(name)
            words += [worded("misses {clauses}", clauses=listing(list(map(self.clause, misses))))] if misses else []
            if words:
                found.append((len(parts) + len(misses), name, words))
        return [(name, words) for _, name, words in sorted(found, key=lambda each: -each[0])]

    @property
    def summary(self) -> str:
        """The numbers of learners, in words."""
        asked = [name for name, _ in self.to_help]
        solved = sum(map(self.is_done, self.learners)) if self.parts else 0
        idle = sum(not self.has_begun(name) for name in self.learners)
        told = [worded("{n} may need help", n=str(len(asked)))] if asked else []
        told += [worded("{n} solved all", n=str(solved))] if solved else []
        told += [worded("{n} not begun", n=str(idle))] if idle else []
        told += [worded("{n} absent", n=str(len(self.absent)))] if self.absent else []
        told += [worded("{n:file} cannot be read", n=len(self.broken))] if self.broken else []
        return ": ".join([worded("{n:learner}", n=len(self.learners)), *([", ".join(told)] if told else [])])

    @property
    def rough(self) -> list[str]:
        """A sentence on the counts of earlier versions, where there are any: they may be too high."""
        found = []
        for name, known in self.learners.items():
            words = [translated(part.name) for part in self.parts if self.record(name, part).rough]
            words += [clause for clause, word in known.items() if word == "mastered" and known.is_rough(clause)]
            found += [f"{name} ({', '.join(words)})"] if words else []
        wording = "An earlier version has counted, perhaps too many tries or uses, for {names}."
        return [worded(wording, names=listing(found))] if found else []

    @property
    def _done(self) -> list[list[str]]:
        """A row for each learner: the name, and what they have done in each part."""
        listed = self.learners if self.parts else ()
        return [[name, *(result(self.record(name, part)) for part in self.parts)] for name in listed]

    # ------------------------------------------------------------------ as text, pages and tables
    @in_its_language
    def __str__(self) -> str:
        lines = [f"{translated(self.title)}: {self.summary}"]
        lines += [f"{name}: {'; '.join(words)}" for name, words in self.to_help]
        if lines[1:]:
            lines.insert(1, f"{translated('Who may need help')}:")
        if self.parts:
            lines.append(translated("What each has done:"))
        for name, *told in self._done:
            each = (f"{translated(part.name)} {words}" for part, words in zip(self.parts, told, strict=True))
            lines.append(f"{name}: {'; '.join(each)}")
        lines += [f"{name}: {translated('absent')}" for name in self.absent]
        wording = "{name}: the file cannot be read: {error}"
        lines += [worded(wording, name=name, error=error) for name, error in self.broken.items()]
        again = [(clause, count) for clause, count in self.met if count["missed"] or count["met"]]
        if again:
            lines.append(translated("Clauses to explain again:"))
        for clause, count in again:
            names = listing(list(self.missed_by(clause)))
            words = [worded("missed by {names}", names=names)] if count["missed"] else []
            words += [worded("only met by {n}", n=str(count["met"]))] if count["met"] else []
            lines.append(f"{self.clause(clause)}: {'; '.join(words)}")
        return "\n  ".join([*lines, *self.rough, self.new])

    __repr__ = __str__

    @in_its_language
    def _repr_html_(self) -> str:
        help_ = [[name, "; ".join(words)] for name, words in self.to_help]
        done = [*self._done, *([name, translated("absent")] for name in self.absent)]
        done += [[name, error] for name, error in self.broken.items()]
        states = [
            [self.clause(clause), *(f"{n or ''}" for n in count.values()), ", ".join(self.missed_by(clause))]
            for clause, count in self.met
        ]
        parts = table(["", *(translated(part.name) for part in self.parts)], done)
        head = [worded("{n:learner}", n=len(self.learners)), *map(translated, WORDS), translated("missed by")]
        asked = [translated("who may need help"), translated("with what")]
        rough = "".join(f"<p>{escape(each)}</p>" for each in self.rough)
        return f"{table(asked, help_)}{parts}{table(head, states)}{rough}<p>{self.new}</p>"

    @property
    def records(self) -> list[dict[str, Any]]:
        """A row for each learner and part, as a table's: the state of the learner's file, the part, if and when it was solved, tries,
        hints, and the clauses that the learner misses, where the part is about them or the learner has begun it. A learner without a
        readable file has one row."""
        found: list[dict[str, Any]] = []
        for name in self.learners:
            place = self.learners[name].done.place(self.course)
            for n, part in enumerate(self.parts):
                r = self.record(name, part)
                is_here = part.record == place.part if place else n == 0  # refusals left no record once
                about = {clause.partition(" ")[0] for clause in part.clauses}
                has_begun = is_here or r.begun
                misses = " ".join(each for each in self.misses(name) if has_begun or each in about)
                done = {"solved": r.solved, "tries": r.tries, "hints": r.hints, "shown": r.shown, "time": time_of(r)}
                found.append(_row(name, "present", part.record, part.name, **done, misses=misses))
        found += [_row(name, "absent") for name in self.absent]
        return found + [_row(name, "unreadable", error=error) for name, error in self.broken.items()]

    @overload
    def to_html(self, path: None = None) -> str: ...
    @overload
    def to_html(self, path: str | os.PathLike[str]) -> Path: ...
    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | Path:
        """Return the report as a page in one file, to read and to print; it asks no host.

        :param path: the file to write; None: the page is returned as text
        :raises InputError: if it cannot be written
        """
        from hexwidget.lessons.learners.report_page import page

        return page(self) if path is None else write_whole(path, page(self))

    @overload
    def to_csv(self, path: None = None) -> str: ...
    @overload
    def to_csv(self, path: str | os.PathLike[str]) -> Path: ...
    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str | Path:
        """Return `records` as comma-separated values for a spreadsheet. Texts that a spreadsheet would compute begin with an
        apostrophe.

        :param path: the file to write, with a byte order mark for Excel; None: the values are returned as text
        :raises InputError: if it cannot be written
        """
        out = io.StringIO()
        writer = csv.DictWriter(out, list(_row("", "")))
        writer.writeheader()
        for row in self.records:
            is_formula = {key: isinstance(cell, str) and cell.startswith(_FORMULA) for key, cell in row.items()}
            writer.writerow({key: f"'{cell}" if is_formula[key] else cell for key, cell in row.items()})
        return out.getvalue() if path is None else write_whole(path, f"\ufeff{out.getvalue()}")

    def to_pandas(self) -> Any:
        """Return `records` as a data frame of pandas.

        :raises ImportError: without pandas
        """
        try:
            import pandas
        except ModuleNotFoundError:
            raise ImportError("a data frame needs pandas: pip install pandas") from None
        frame = pandas.DataFrame(self.records, columns=list(_row("", "")))
        return frame.assign(time=pandas.to_datetime(frame["time"], utc=True))


def _row(learner: str, state: str, part: str = "", title: str = "", **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = dict.fromkeys(("solved", "tries", "hints", "shown"))
    about = {"learner": learner, "file": state, "part": part, "title": title}
    return {**about, **empty, "time": "", "misses": "", "error": "", **more}


def report(
    rulebook: Rulebook, learners: Any, parts: Iterable[Stage | Exercise] = (), title: str = "", course: str = ""
) -> Report:
    """Return the progress of a class, and its knowledge of a rulebook.

    :param learners: a folder of progress files, or of a class; or progress files, their texts, or `Progress`: a mapping from names, or
        a list. In a list and in a folder a learner has the name of the file, without its ending. A learner whose file does not exist
        is absent, and a file that cannot be read is listed with its error
    :param parts: the stages and exercises to list
    :param title: the title of the course
    :param course: the ``digest`` of the course
    :raises InputError: if there is no such folder
    """
    found, absent, broken = gather(learners)
    known = {name: KnowledgeMap(rulebook, done.knowledge(rulebook.name), done) for name, done in found.items()}
    return Report(rulebook, known, tuple(parts), absent, broken, title or rulebook.title, course)
