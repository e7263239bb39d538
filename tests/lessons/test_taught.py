"""Every clause is taught: the output of a notebook's cell, an exercise or a first game cites it, and shows its text on demand.

The run prints the number of clauses that are taught, and each of the others with the reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.lessons import load
from hexwidget.systems.registry import system_names
from tests.lessons.courses.test_first_games import followed

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
SYSTEMS = ("depletion", "plotted", "orders", "rondel", "frontiers")
CLAUSE = re.compile(r"\b[A-Z]\d+\.\d+\b")
EXAMPLE = re.compile(r'\bexample\("([A-Z]\d+\.\d+)"\)')


@cache
def in_notebooks() -> frozenset[str]:
    """Return the clauses that stored outputs cite, and the worked examples that cells play."""
    found: set[str] = set()
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                found.update(CLAUSE.findall(json.dumps(cell["outputs"])))
                found.update(EXAMPLE.findall("".join(cell["source"])))
    return frozenset(found)


def in_exercises(name: str) -> Iterator[str]:
    """Yield the clauses that the hints tell with their texts, and those that the feedback to answers cites."""
    for each in load(name):
        yield from each.clauses
        for answer in (each.key, *(answer for answer, _ in each.options)):
            yield from each.answer(answer).clauses


def in_first_game(name: str) -> Iterator[str]:
    """Yield the clauses that callouts introduce on the way that the hints lead."""
    yield from followed(name).introduced


def why_not(name: str, clause: str) -> str:
    """Return the reason why a clause is not taught."""
    source = (path.read_text(encoding="utf-8") for path in (Path(hw.__file__).parent / "systems" / name).rglob("*.py"))
    if any(f'"{clause}"' in text for text in source):
        return "the engine cites it, and no cell, exercise or first game comes there"
    return "nothing that the engine says cites it: name it among the clauses of an exercise that turns on it"


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
def test_every_clause_is_taught(name: str, record_property: Callable[[str, object], None]) -> None:
    rulebook = hw.system(name).rulebook
    taught = {*in_notebooks(), *in_exercises(name), *in_first_game(name)}
    left = {clause: why_not(name, clause) for clause in rulebook if clause not in taught}
    record_property("taught", [len(rulebook) - len(left), len(rulebook), [f"{c}: {why}" for c, why in left.items()]])
    assert not left


def test_no_system_is_left_out() -> None:
    assert set(SYSTEMS) == set(system_names()) - {"toy"}
