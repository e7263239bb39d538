"""The review of a game (`hw.review`): how long a learner waits for it.

In each system, random games of 60 steps (fewer where they end before) are reviewed for their first player. Seconds are those of the
processor. Each game is reviewed once: nothing of an earlier review helps.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

import hexwidget as hw
from bench.playouts import OURS
from bench.results import Target
from bench.timing import machine

TITLE = "How long does the review of a game take?"
STEPS, GAMES = 60, 3
MOST = 1.5
"""The target: the most seconds of the processor."""


def run(quick: bool = False) -> list[Target]:
    """Print the seconds of reviews."""
    print(f"\nReviews of games of {STEPS} steps ({machine()})")
    targets = []
    for name, start in OURS.items():
        taken, searched = list[float](), list[int]()
        for seed in range(1 if quick else GAMES):
            session = played(start, seed)
            begun = process_time()
            review = hw.review(session, session.position.players[0], progress=False)
            taken.append(process_time() - begun)
            searched.append(review.looked.searched)
        print(
            f"  {name:24} {median(taken):6.2f} s in the median, {max(taken):.2f} s at most; {median(searched):.0f} decisions searched"
        )
        targets.append(Target(f"s of processor for a review of {name}", MOST, median(taken), at_most=True))
    return targets


def played(start: str, seed: int) -> hw.Session:
    """A random game."""
    rng, session = Random(seed), hw.Session(start, seed=seed)
    while session.position.to_act and len(session.line) <= STEPS:
        if session.position.chance is not None:
            session.roll()
        else:
            player = rng.choice(sorted(session.position.to_act))
            session.play(session.position.legal_actions(player).pick(rng))
    return session
