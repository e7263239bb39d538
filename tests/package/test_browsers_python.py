"""The Python of a browser (Pyodide) lacks some of the standard library. Pages run there, and `make test-share` runs them there; here
that library is made poorer, so that each run of the tests meets what they would meet."""

from __future__ import annotations

import subprocess
import sys

LACKING = """
import os, signal, sys, time
import anywidget, ipywidgets  # before anything goes: their own projects test them
from types import ModuleType, SimpleNamespace

for module in ("curses", "dbm", "grp", "pwd", "readline", "resource", "syslog", "tkinter"):
    sys.modules[module] = None
for module, names in {
    time: ("thread_time", "thread_time_ns", "tzset"),
    os: ("geteuid", "getgroups", "link", "mkfifo", "nice", "openpty", "pipe2"),
    signal: ("alarm", "pthread_kill", "setitimer"),
}.items():
    for name in names:
        delattr(module, name)
sys.platform = "emscripten"
sys.modules["pyodide"] = ModuleType("pyodide")
sys.modules["pyodide.ffi"] = SimpleNamespace(jsnull=object())
"""
"""Takes away the modules and functions that Pyodide 314.0.6 does not have."""
USED = """
import hexwidget as hw

board = hw.Board("depletion/first-steps")
board.session.play("0203-0303")
assert hw.open_link(hw.link(board.session)).step.depth == 1
hw.lessons.first_game("plotted").board
hw.lessons.Desk("orders")
for name in hw.system_names():
    hw.system(name)
"""


def test_what_pages_use_asks_for_nothing_that_a_browsers_python_lacks() -> None:
    done = subprocess.run([sys.executable, "-c", LACKING + USED], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
