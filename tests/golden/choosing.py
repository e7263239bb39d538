"""Chooses, among many questions that were drawn, those to keep: as different as possible, within a number of characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

from tests.golden.records import Answer, Question, Record

MOST = 32_000
"""The characters of the answers that are kept in a file."""
LONGEST = 5_000
"""A longer answer is kept only if it is the first."""


def answered(questions: Iterable[Question], answer: Answer) -> tuple[list[Record], list[str]]:
    """The questions with their answers, and a line for each question that is left out.

    A question that makes the engine raise an undocumented error pins nothing. It is left out.
    """
    records: list[Record] = []
    left_out: list[str] = []
    for question in questions:
        try:
            records.append(Record(question, answer(question)))
        except Exception as error:
            left_out.append(f"{question}: {error!r}")
    return records, left_out


def chosen(records: list[Record]) -> list[Record]:
    """Records whose answers differ in more than their numbers, up to a number of characters."""
    by_shape: dict[tuple[str, str], list[Record]] = {}
    rng = Random("golden")
    for record in rng.sample(records, len(records)):
        shape = re.sub(r"\d+", "#", record.answer)
        by_shape.setdefault((record.question.verb, shape), []).append(record)
    left = MOST
    keep: set[Question] = set()
    while by_shape:
        for key, found in list(by_shape.items()):
            record = found.pop()
            size = len(record.answer) + len(str(record.question))
            if size <= left and (size <= LONGEST or left == MOST):
                left -= size
                keep.add(record.question)
            if not found:
                del by_shape[key]
    return [record for record in records if record.question in keep]
