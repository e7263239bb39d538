"""Readers handle every input: a short run of the fuzzer, which ``make fuzz`` runs for hours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.amounts import many

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
FOUND = sorted((ROOT / "fuzz" / "found").iterdir())


def fuzz(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fuzz", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True
    )


def test_inputs_changed_at_random_are_read_or_refused_in_words(tmp_path: Path) -> None:
    """Accepted inputs can also be shown, written, read again and queried, in bounded time and memory."""
    ran = fuzz("--together", "--runs", many(10, 20_000), "--patience", 10, "--crashes", tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("stat::number_of_executed_units") == 18  # one a reader


def test_what_was_found_once_is_stood_now() -> None:
    assert FOUND
    ran = fuzz("--again", *FOUND)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("stood") == len(FOUND)


def test_a_finding_is_reported(tmp_path: Path) -> None:
    """An undocumented error of a reader is reported, its input is saved, and the exit code is 1."""
    code = """
import sys
from fuzz import readers, running
def broken(data):
    if b"7" in data:
        raise KeyError(7)
reader = readers.Reader("intent", broken, lambda: [b"1", b"6"], lambda: ["7"])
readers.READERS["intent"] = reader
from pathlib import Path
sys.exit(running.run_plain("intent", 500, 0, 1, Path(sys.argv[1])))
"""
    ran = subprocess.run([sys.executable, "-c", code, tmp_path], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "FOUND" in ran.stdout
    assert list(tmp_path.iterdir())
