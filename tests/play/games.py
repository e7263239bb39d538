"""Random games as replays. ``python -m tests.play.games FOLDER [NUMBER]`` writes some of each scenario for another Python to verify."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import hexwidget as hw

STEPS = 40


def random_game(name: str, seed: int, steps: int = STEPS, journal: Path | None = None) -> hw.Session:
    """A game from a bundled scenario, with undone steps and branches."""
    rng = Random(f"{name} {seed}")
    session = hw.Session(hw.scenario(name).position, journal, seed=seed)
    for _ in range(steps):
        if not play_at_random(session, rng):
            break
    return session


def play_at_random(session: hw.Session, rng: Random) -> bool:
    """Take one more step, mostly forward. False at the end of the game."""
    if rng.random() < 0.1:
        session.goto(rng.randrange(len(session.steps)))
    position = session.position
    if position.chance is not None:
        session.roll()
    elif position.to_act:
        session.play(position.legal_actions(rng.choice(sorted(position.to_act))).sample(rng))
    else:
        return False
    return True


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in hw.scenarios():
        for seed in range(int(sys.argv[2]) if len(sys.argv) > 2 else 5):
            hw.save(random_game(name, seed), folder / f"{name.replace('/', '-')}-{seed}.jsonl")
