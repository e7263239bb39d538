"""The format of a golden file: positions, questions about each, and the answers.

A line that begins with ``==`` names a place in a game. The line after it, with ``@``, is the position in one-line notation.
A line with ``>`` is a question: a verb and its arguments in JSON. Indented lines are the answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
INDENT = "  "


@dataclass(frozen=True, eq=False)
class Question:
    """One question: its ``verb`` and arguments, and the ``place`` and ``subject`` (the notation) that it is about."""

    place: str
    subject: str
    verb: str
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return " ".join([self.verb, ", ".join(json.dumps(each, ensure_ascii=False) for each in self.arguments)]).strip()


@dataclass(frozen=True)
class Record:
    """A question with its answer, and the number of the question's line in its file."""

    question: Question
    answer: str
    line: int = 0


Answer = Callable[[Question], str]


def indented(answer: str) -> list[str]:
    """The lines of an answer as they stand in a file."""
    return [INDENT + line for line in answer.split("\n")]


def write(path: Path, records: Iterable[Record]) -> None:
    """Write questions with their answers."""
    lines: list[str] = []
    place = ""
    for record in records:
        if record.question.place != place:
            place = record.question.place
            lines += [f"== {place}", f"@ {record.question.subject}"]
        lines += [f"> {record.question}", *indented(record.answer)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path: Path) -> Iterator[Record]:
    """The records of a file."""
    place = subject = ""
    question: Question | None = None
    at = 0
    answer: list[str] = []
    for number, line in enumerate([*path.read_text(encoding="utf-8").split("\n")[:-1], "== end"], 1):
        if line.startswith(INDENT):
            answer.append(line)
            continue
        if question is not None:
            yield Record(question, "\n".join(line.removeprefix(INDENT) for line in answer), at)
            question, answer = None, []
        mark, _, rest = line.partition(" ")
        if mark == "==":
            place = rest
        elif mark == "@":
            subject = rest
        else:
            verb, _, arguments = rest.partition(" ")
            question, at = Question(place, subject, verb, tuple(json.loads(f"[{arguments}]"))), number


def differences(path: Path, answer: Answer) -> Iterator[str]:
    """A report for each question that is answered in another way than the file says."""
    for record in read(path):
        expected = record.answer.split("\n")
        actual = answer(record.question).split("\n")
        if actual == expected:
            continue
        line = next(
            (n for n, (was, now) in enumerate(zip(expected, actual, strict=False)) if was != now),
            min(len(expected), len(actual)),
        )
        yield "\n".join(
            [
                f"{path.name}, line {record.line}: {record.question.place}",
                f"@ {record.question.subject}",
                f"> {record.question}",
                f"line {line + 1} of the answer",
                f"  expected: {expected[line] if line < len(expected) else 'no more lines'}",
                f"  actual:   {actual[line] if line < len(actual) else 'no more lines'}",
            ]
        )
