"""Steps of learning environments: those of `hw.environments.aec`, beside connect_four and chess_v6 of PettingZoo.

A reader may conclude how many random legal steps a learner can take a second, and not which environment would be faster at the same
game, as no two of them play the same one.

All are played through PettingZoo's interface: `last` gives the observation with its mask, a random action that the mask allows follows.
They take turns, in one process. Seconds are those of the processor. They differ in:

- the size of a step. A move of connect_four or chess is one action. An action of ours is a click on a draft, and a move takes several.
- the observation. Ours has some 2,000 numbers of any game, chess_v6 has 8 by 8 by 111, connect_four 6 by 7 by 2.
- the mask. Ours judges every choice by the rules, and says why it is barred if it is asked. A draft that comes again at one position is
  looked up.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import hexwidget as hw
from bench.playouts import OURS
from bench.results import Target
from bench.timing import machine

TITLE = "How many steps a second does a learning environment take?"
SECONDS, ROUNDS = 0.4, 9
LEAST = {"connect_four": 0.5, "chess_v6": 5.0}
"""The targets: our steps a second, as those of each."""


def run(quick: bool = False) -> list[Target]:
    """Print steps a second, side by side."""
    import numpy as np
    from pettingzoo.classic import chess_v6, connect_four_v3

    def steps(make: Callable[[], Any], seconds: float, seed: int) -> float:
        """The random steps a second of an environment."""
        env, rng, taken = make(), random.Random(seed), 0
        env.reset(seed=seed)
        begun = process_time()
        while process_time() < begun + seconds:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset(seed=seed + taken + 1)
                continue
            env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            taken += 1
        return taken / (process_time() - begun)

    peers = {"connect_four": connect_four_v3.env, "chess_v6": chess_v6.env}
    made: dict[str, Callable[[], Any]] = {name: partial(hw.environments.aec, start) for name, start in OURS.items()}
    rates: dict[str, list[float]] = {name: [] for name in (*peers, *made)}
    for turn in range(-1, 1 if quick else ROUNDS):
        for name, make in (peers | made).items():
            rate = steps(make, 0.1 if quick else SECONDS, turn + 1)
            rates[name] += [rate] if turn >= 0 else []  # the first round warms up

    def ratio(one: str, other: str) -> float:
        return median(a / b for a, b in zip(rates[one], rates[other], strict=True))

    print(f"\nRandom legal steps of environments ({machine()})")
    print(f"  {'of connect_four':>16} {'of chess_v6':>14} {'steps/s':>12}")
    for name in rates:
        compared = "".join(f"{ratio(name, other):12.2f} x " for other in peers)
        print(f"  {compared}{median(rates[name]):12,.0f}   {name}")
    return [
        Target(f"{name}, steps a second as those of {other}", least, ratio(name, other))
        for other, least in LEAST.items()
        for name in made
    ]
