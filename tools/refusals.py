"""Counts the reasons and remedies of refusals: ``python tools/refusals.py [--positions 2000] [system ...]``.

On random positions it tries random actions, and compares every refusal with the naive reference of its system: all reasons,
remedies that help, true sentences. It prints a line for each system, and ends with an error if anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the references are part of the tests

import conftest  # noqa: F401  (registers the toy)
import hexwidget as hw
from tests.refusals.judging import Tally, judge
from tests.refusals.material import material, questions

ACTIONS = 6
"""The number of actions that are tried on each position."""
MOST_SHOWN = 10
COLUMNS = "{:<11}{:>10}{:>14}{:>10}{:>9}{:>8}{:>9}{:>11}{:>9}"


def main() -> int:
    """Judge the refusals and print the counts. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="*", default=hw.system_names(), metavar="system")
    parser.add_argument("--positions", type=int, default=2000, help="the number of random positions of each system")
    parser.add_argument("--seed", default="refusals", help="another seed draws other positions")
    given = parser.parse_args()
    print(f"{given.positions} random positions a system, {ACTIONS} actions each; remedies: tried ones are actions")
    print(COLUMNS.format("", "refusals", "several", "in words", "tried", "legal", "illegal", "sentences", "wrong"))
    wrong = 0
    for name in given.systems:
        of, tally = material(name), Tally()
        for position, action in questions(of, given.positions, ACTIONS, given.seed):
            judge(of, position, action, tally)
        tried = tally.offered["instead"] + tally.offered["first"]
        share = f"{tally.several} ({tally.several / max(1, tally.refusals):.0%})"
        numbers = (
            tally.offered["words"],
            tried,
            tally.legal,
            tried - tally.legal,
            tally.sentences,
            len(tally.complaints),
        )
        print(COLUMNS.format(name, tally.refusals, share, *numbers))
        for complaint in tally.complaints[:MOST_SHOWN]:
            print(f"  {complaint}", file=sys.stderr)
        wrong += len(tally.complaints)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
