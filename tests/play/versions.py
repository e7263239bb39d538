"""Journals of each version. ``python -m tests.play.versions`` writes those of the present version; those of released versions stay as they are."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import hexwidget as hw
from hexwidget.play import Session
from tests.play.games import play_at_random

FOLDER = Path(__file__).parent / "journals"
SCENARIOS = {
    "depletion": "first-steps",
    "frontiers": "opening",
    "orders": "three-marches",
    "plotted": "two-hills",
    "rondel": "third-action",
}
STEPS = 12


def write(folder: Path) -> None:
    """Write a journal of each system with all kinds of lines: actions, chance, steps taken back, an edit, and ids of messages."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for system, name in SCENARIOS.items():
        rng = Random(name)
        start = hw.scenario(f"{system}/{name}").position
        session: Session = hw.Session(start, folder / f"{system}.jsonl", seed=7)
        for n in range(STEPS):
            with session.noting((None, f"{n}")):
                play_at_random(session, rng)
        number = session.step.number
        session.undo()
        session.edit(start)
        session.goto(number)
        session.close()


if __name__ == "__main__":
    write(FOLDER / hw.__version__)
