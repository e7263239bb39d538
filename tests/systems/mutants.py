"""Mutants of the bundled systems: ``python -m tests.systems.mutants orders 60`` plants faults, and names those that nothing finds.

The judges are `conform`, the 500 rulings, and the tests of the system's own room.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout

import pytest

import hexwidget as hw
from hexwidget.rulings import rulings
from hexwidget.testing import Mutants, mutate

STEPS = 25


def against_the_rulings(name: str) -> str:
    """Return the id of the first ruling that a system answers wrongly. Empty: it answers all of them."""
    system = hw.system(name)
    for ruling in rulings():
        if ruling.system == name:
            verdict = system.read(ruling.position).check(f"{ruling.player}: {ruling.action}")
            if (bool(verdict), tuple(sorted(verdict.clauses))) != (ruling.legal, ruling.clauses):
                return ruling.id
    return ""


def against_its_tests(name: str) -> bool:
    """True if a fast test of the system's room fails."""
    with open(os.devnull, "w") as nothing, redirect_stdout(nothing):
        return bool(pytest.main(["-qx", "-m", "not slow", "-p", "no:cacheprovider", f"tests/{name}"]))


def mutants(name: str, most: int, *, own: bool) -> Mutants:
    """Plant faults in a system.

    :param own: True: the tests of its room are asked, too
    """
    tests = lambda: against_the_rulings(name) or (own and against_its_tests(name))  # noqa: E731
    return mutate(hw.system(name), most=most, steps=STEPS, tests=tests)


if __name__ == "__main__":
    print(mutants(sys.argv[1], int(sys.argv[2]), own=True))
