"""Chooses, among many questions that were drawn, those to keep: as different as possible, within a number of characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

from tests.golden.records import Answer, Question, Record

SHARES = {
    "choices": 42_000,
    "choices that fail": 4_000,
    "explain": 15_000,
    "parse": 9_000,
    "parse that fails": 15_000,
    "parse_repeated": 1_500,
    "legal": 12_000,
    "malformed": 14_000,
    "check": 12_000,
    "apply": 14_000,
    "reach": 6_000,
    "chance": 4_000,
    "read": 4_000,
    "document": 4_000,
    "settings": 3_000,
    "paint": 2_000,
    "change": 2_000,
    "seen": 3_000,
    "names": 6_000,
    "description": 1_500,
    "changed": 32_000,
}
"""The characters of the answers that are kept in a file, by the verb of the question."""
LONGEST = 5_000
"""A longer answer is kept only if it is the first of its verb."""


def answered(questions: Iterable[Question], answer: Answer) -> tuple[list[Record], list[str]]:
    """The questions with their answers, and a line for each question that is left out.

    A question that makes the engine raise an undocumented error, such as a `TypeError` about an action that no text can
    express, pins nothing. It is left out.
    """
    records: list[Record] = []
    left_out: list[str] = []
    for question in questions:
        try:
            records.append(Record(question, answer(question)))
        except Exception as error:
            left_out.append(f"{question}: {error!r}")
    return records, left_out


def share_of(record: Record) -> str:
    """The share that a record counts to."""
    verb, fails = record.question.verb, record.answer.startswith("InputError")
    return f"{verb} that fail{'s' if verb == 'parse' else ''}" if fails and verb in ("choices", "parse") else verb


def chosen(records: list[Record]) -> list[Record]:
    """Records of all verbs whose answers differ in more than their numbers, as far as the shares of the verbs go."""
    by_shape: dict[tuple[str, str], list[Record]] = {}
    rng = Random("golden")
    for record in rng.sample(records, len(records)):
        shape = re.sub(r"\d+", "#", record.answer)
        by_shape.setdefault((record.question.verb, shape), []).append(record)
    left = dict(SHARES)
    keep: set[Question] = set()
    while by_shape:
        for key, found in list(by_shape.items()):
            record = found.pop()
            share, size = share_of(record), len(record.answer) + len(str(record.question))
            if size <= left[share] and (size <= LONGEST or left[share] == SHARES[share]):
                left[share] -= size
                keep.add(record.question)
            if not found:
                del by_shape[key]
    return [record for record in records if record.question in keep]
