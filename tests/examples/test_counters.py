"""The counter wargame in `examples/counters` is a package of its own: its tests run as their own project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hexwidget as hw

ROOT = Path(hw.__file__).parent.parent
FOLDER = ROOT / "examples" / "counters"
MOST_LINES = 600
"""The most lines of code, without blanks, comments and docstrings."""


@pytest.mark.slow
def test_its_own_tests_pass() -> None:
    given = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=FOLDER, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_it_uses_only_what_is_public_and_is_short() -> None:
    lines = 0
    for path in sorted((FOLDER / "counters").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "import _" not in text
        assert "._" not in text.replace("self._", "")
        code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith(("#", '"""'))]
        lines += len(code)
    assert lines <= MOST_LINES
