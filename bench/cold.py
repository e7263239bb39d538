"""A cold process: the time for the import and the first check, and the modules that they load."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from bench.timing import machine

TITLE = "What does a cold process cost?"

CODE = """
import sys, time
before = len(sys.modules)
t0 = time.perf_counter()
import hexwidget as hw
t1 = time.perf_counter()
position = hw.scenario("depletion/first-steps").position
t2 = time.perf_counter()
position.check("0203-0303")
t3 = time.perf_counter()
heavy = [m for m in ("numpy", "plotly", "ipywidgets", "anywidget", "traitlets") if m in sys.modules]
print(t1 - t0, t2 - t1, t3 - t2, len(sys.modules) - before, ",".join(heavy) or "none")
"""


def run() -> None:
    """Print the medians of 15 fresh processes."""
    rows = [
        subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(15)
    ]
    parts = ("import hexwidget", "first scenario", "first check")
    print(f"\nA cold process ({machine()})")
    for n, part in enumerate(parts):
        print(f"  {1000 * median(float(row[n]) for row in rows):8.2f} ms  {part}")
    print(
        f"  {rows[0][3]} modules more than a bare interpreter; of NumPy, plotly and the widget libraries: {rows[0][4]}"
    )
