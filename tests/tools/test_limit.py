"""The limit of time ends a test of Hypothesis as it ends any other, and Hypothesis stores no example for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = """
from pathlib import Path
from time import sleep

import pytest
from hypothesis import given, strategies

@pytest.mark.timeout(0.3)
@given(strategies.integers())
def test_takes_too_long(number):
    with Path("tried").open("a") as file:
        file.write("x")
    sleep(3)

@given(strategies.integers())
def test_comes_after_it(number):
    pass
"""


@pytest.mark.slow
def test_the_limit_ends_a_property_at_its_first_example_and_stores_none(tmp_path: Path) -> None:
    (tmp_path / "test_late.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "conftest", "-rA", "-q", "test_late.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True).stdout
    assert "FAILED test_late.py::test_takes_too_long - Failed: Timeout (>0.3s)" in said
    assert "PASSED test_late.py::test_comes_after_it" in said
    assert (tmp_path / "tried").read_text(encoding="utf-8") == "x"
    assert not list((tmp_path / ".hypothesis").glob("examples/**/*"))
