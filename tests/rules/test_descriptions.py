"""Descriptions with a change somewhere: each is read and comes back, or is refused with a place and a remedy."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from tests.amounts import every, many
from tests.golden.descriptions import ODD, changed
from tests.golden.records import FOLDER, read

CHANGES = many(150, 2_000)
"""The number of changes of each description."""
REFUSED = {
    "depletion": 1607,
    "frontiers": 657,
    "orders": 482,
    "plotted": 1176,
    "rondel": 1576,
    "toy": 225,
}
"""The number of changed descriptions that the readers by hand refused, of 150 changes of each description. Whole numbers written as
1.0 are accepted since."""
NAMES_THE_RIGHT_ONES = re.compile(r"did you mean|expected one of|this map has")


def descriptions(system: str) -> list[dict[str, Any]]:
    """The different descriptions in a system's golden file, from several moments of its games."""
    texts = {record.question.subject for record in read(FOLDER / f"{system}-descriptions.txt")}
    return [json.loads(text) for text in sorted(texts)]


def changes(system: str) -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    """The descriptions of a system, each changed in one place: before, after, and the name of the place."""
    for description in descriptions(system):
        rng = Random(json.dumps(description))
        places = list(inner(description))
        for _ in range(CHANGES):
            path, value = rng.choice(places)
            yield description, changed(description, path, rng.choice(ways(value, rng))), "/".join(map(str, path))


def inner(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[list[Any], Any]]:
    """The places in a description with their values. The lines of a map count as one."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in parts:
        yield [*before, step], each
        if step != "map":
            yield from inner(each, (*before, step))


def ways(value: Any, rng: Random) -> list[list[Any]]:
    """Values for a place: none, odd ones, and some that are nearly right."""
    found = [[], [rng.choice(ODD)], [rng.choice(ODD)], [rng.choice(ODD)]]
    if isinstance(value, dict):
        found += [[{**value, "nobody": 1}], [{str(key) + "x": each for key, each in value.items()}]]
    if isinstance(value, list):
        found += [[[*value, *value]], [value[1:]], [[*value, rng.choice(ODD)]]]
    if type(value) is int:
        found += [[value - 1], [value + 1], [value + 10_000]]
    if isinstance(value, str):
        found += [[value + "x"], [value[1:]], [value + "\n"]]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("system", sorted(REFUSED))
def test_a_changed_description_comes_back_or_is_refused_with_place_and_remedy(system: str) -> None:
    rules = hw.system(system)
    refused = 0
    for n, (_, description, where) in enumerate(changes(system)):
        try:
            position = rules.from_json(description, strict=False)
        except hw.InputError as error:
            refused += 1
            for problem in error.problems:
                assert problem.place, (where, problem)
                assert problem.message, where
                if problem.message.startswith("unknown "):
                    assert NAMES_THE_RIGHT_ONES.search(problem.message), (where, problem)
        else:
            if n % every(3) == 0:
                written = json.loads(json.dumps(rules.to_json(position)))
                assert rules.from_json(written, strict=False) == position, where
    assert refused >= REFUSED[system]
