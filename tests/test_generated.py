"""Generated files are what the dataclasses say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

GENERATOR = Path(__file__).parents[1] / "tools" / "generate.py"


def test_generated_files_are_up_to_date() -> None:
    checked = subprocess.run([sys.executable, GENERATOR, "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
