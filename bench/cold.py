"""A cold process: the time for the import and the first check, and the modules that they load; and in a fresh kernel the processor
time until the first board has its picture, beside that of a widget of anywidget that shows nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from tempfile import TemporaryDirectory

from bench.results import Target
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

KERNEL = """
import ipykernel.ipkernel, ipykernel.kernelapp
from time import process_time
begun = process_time()
{shown}._repr_mimebundle_()
print(process_time() - begun)
"""
SHOWN = {
    "a bare widget": """
import anywidget, traitlets
class Bare(anywidget.AnyWidget):
    _esm = "export default {render() {}}"
    value = traitlets.Int(0).tag(sync=True)
Bare()""",
    "the first board": """
import hexwidget as hw
hw.Board("depletion/first-steps")""",
}
MOST_MORE = 0.35
"""The target: the seconds of processor that a first board takes more than a bare widget."""
KERNELS = 9


def first_board() -> Target:
    """Show the first board, and a bare widget, in fresh kernels in turn. Print the medians."""
    taken: dict[str, list[float]] = {name: [] for name in SHOWN}
    with TemporaryDirectory() as compiled:  # an installed package has its bytecode
        given = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(KERNELS + 1):
            for name, shown in SHOWN.items():
                code = [sys.executable, "-c", KERNEL.format(shown=shown)]
                ran = subprocess.run(code, capture_output=True, text=True, check=True, env=given)
                taken[name].append(float(ran.stdout))
    times = {name: median(found[1:]) for name, found in taken.items()}  # the first ones compile
    for name, seconds in times.items():
        print(f"  {1000 * seconds:8.2f} ms  {name} in a fresh kernel, processor")
    more = times["the first board"] - times["a bare widget"]
    return Target("s of processor of a first board, more than of a bare widget", MOST_MORE, more, at_most=True)


def run() -> list[Target]:
    """Print the medians of 15 fresh processes, and those of first boards."""
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
    return [first_board()]
