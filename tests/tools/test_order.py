"""No test decides another: what it registers is forgotten, and it fails if it leaves a setting changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = """
import os
import sys

import hexwidget as hw
from hexwidget.scaffold.one_file import my_game
from hexwidget.systems.registry import system_names
from hexwidget.widget.pages import page

NAME = my_game.MY_GAME.name

def test_language():
    hw.use_language("de")

def test_language_again():
    hw.use_language("de")

def test_environment():
    os.environ["SOME_VARIABLE"] = "1"

def test_folder(tmp_path):
    os.chdir(tmp_path)

def test_path():
    sys.path.append("there")

def test_system():
    assert NAME not in system_names()
    hw.register(my_game.MY_GAME)

def test_system_again():
    assert NAME not in system_names()

def test_value():
    page.site_address = "./there"

def test_nothing():
    pass
"""


def outcomes(folder: Path, **environment: str) -> list[str]:
    """The lines of a run that say which tests failed or broke, and in verbose runs the others."""
    (folder / "test_these.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "-vv", "test_these.py"]
    run = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, capture_output=True, text=True
    )
    return run.stdout.splitlines()


@pytest.mark.slow
def test_a_test_that_leaves_a_setting_changed_fails(tmp_path: Path) -> None:
    said = outcomes(tmp_path, HEXWIDGET_ORDER="")
    failed = [line.split("::")[1].split(" ")[0] for line in said if line.startswith("ERROR test_these")]
    assert failed == ["test_language", "test_environment", "test_folder", "test_path", "test_nothing"]
    for line in (
        "language: 'en' is now 'de'",
        "environment: set() is now {('SOME_VARIABLE', '1')}",
        "hexwidget.widget.pages.page.site_address: '' is now './there'",
    ):
        assert line in said
    assert not [line for line in said if line.startswith("FAILED")]


@pytest.mark.slow
def test_a_seed_gives_an_order_of_its_own_which_is_the_same_again(tmp_path: Path) -> None:
    orders = [
        [line.split(" ")[0] for line in outcomes(tmp_path, HEXWIDGET_ORDER=seed) if " PASSED" in line]
        for seed in ("1", "1", "2")
    ]
    first, again, second = orders
    assert first == again != second
    assert sorted(first) == sorted(second)
