"""The counter wargame in `examples/counters` is a package of its own: its tests run as their own project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hexwidget as hw
from tools import count_lines

ROOT = Path(hw.__file__).parent.parent
FOLDER = ROOT / "examples" / "counters"
MOST_LINES = 280
"""The most lines of code, without blanks, comments and docstrings."""
MOST_PLUMBING = 0.2
"""The largest part of it that may be imports, registration, serialisation, parsing and listing."""


@pytest.mark.slow
def test_its_own_tests_pass() -> None:
    given = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=FOLDER, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_it_uses_only_what_is_public() -> None:
    for path in sorted((FOLDER / "counters").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "import _" not in text
        assert "._" not in text.replace("self._", "")


def test_it_is_short_and_little_of_it_is_plumbing() -> None:
    counted = count_lines.count(FOLDER / "counters")
    assert counted.total() <= MOST_LINES
    assert count_lines.share(counted) <= MOST_PLUMBING, counted
    assert counted[count_lines.RULES] > counted.total() / 2


def test_the_table_of_lines_in_the_docs_is_the_script_s() -> None:
    assert count_lines.table() in (ROOT / "docs" / "writing-a-system.md").read_text(encoding="utf-8")


SMALL = '''
"""A module."""

import os
from hexwidget.rules import Form, Grammar, RuleSystem

LOOKS = ("a",)  # only the scene uses them
COST = 1


def cost(at):
    """The cost."""

    # a comment
    return COST


def objections(position, action):
    yield cost(action)


class Game(RuleSystem):
    """A game."""

    name, folder = "game", "."
    grammar = Grammar(
        Form(int, "x"),
    )

    def objections(self, position, action):
        return objections(position, action)

    def scene(self, observation):
        return LOOKS


GAME = Game()
'''


def test_lines_are_counted_by_what_they_do(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(SMALL)
    counted = count_lines.count(tmp_path)
    # Two imports, the names and the grammar, the method that hands on, the instance.
    assert counted[count_lines.PLUMBING] == 2 + 4 + 2 + 1
    assert counted[count_lines.BOARD] == 2 + 1
    assert counted[count_lines.RULES] == 1 + 2 + 2 + 1
    assert counted.total() == 9 + 3 + 6
