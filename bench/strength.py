"""The share of games that search wins against random players, in each system. Search takes each seat in turn.

A game is won if search alone wins it; draws count as not won. In the scenario of each system every player can win, and the
first moves decide nothing, as they do in the scenarios for single clauses. The scenario of `orders` has three players, so that
chance alone would win one game in three. "First steps" of `depletion` is played for the usual twelve rounds (D1.16), as luck
weighs more in its six rounds for beginners. Red begins there with seven units and blue with eight.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from time import perf_counter

from bench.timing import machine
from hexwidget import scenario
from hexwidget.explore import policies
from hexwidget.rules import Position

TITLE = "How often does search beat random?"

ROUNDS = 12
"""The rounds of `depletion` (D1.16)."""

GAMES = 100
PLAYED = {
    "depletion": ("depletion/first-steps", policies.search(iterations=400)),
    "orders": ("orders/three-marches", policies.search(iterations=100)),
    "rondel": ("rondel/first-maneuver", policies.search(iterations=100)),
    "plotted": ("plotted/two-hills", policies.search(iterations=300)),
    "frontiers": ("frontiers/opening", policies.search(iterations=100)),
}
MOST_DECISIONS = 5000
"""A longer game counts as drawn."""


def run() -> None:
    """Print the number of games that search has won."""
    print(f"\nSearch against random, {GAMES} games each ({machine()})")
    for system, (name, policy) in PLAYED.items():
        measure(system, name, policy, GAMES)


def measure(system: str, name: str, policy: policies.Policy, games: int, first: int = 0) -> int:
    """The number of games that a policy wins. The games are reproducible."""
    ended: Counter[str] = Counter()
    thought = decisions = 0.0
    start = begun(name)
    for number in range(first, first + games):
        seat = start.players[number % len(start.players)]
        winner, taken, asked = play_out(start, seat, policy, Random(f"{name} {number}"))
        ended["won" if winner == seat else "drawn" if winner is None else "lost"] += 1
        thought, decisions = thought + taken, decisions + asked
    print(
        f"  {system:10s} {ended['won']:4d} won {ended['drawn']:4d} drawn {ended['lost']:4d} lost of {games}"
        f"   {1000 * thought / max(1, decisions):7.1f} ms a decision, {thought / games:6.1f} s a game   {name}, {policy}",
        flush=True,
    )
    return ended["won"]


def begun(name: str) -> Position:
    """The first position of the games of a scenario."""
    start = scenario(name).position
    if name != "depletion/first-steps":
        return start
    changed: Position = start.system.from_json({**start.system.to_json(start), "rounds": ROUNDS})
    return changed


def play_out(position: Position, seat: str, policy: policies.Policy, rng: Random) -> tuple[str | None, float, int]:
    """Play a game with a policy in one seat and random players in the others. Return the sole winner, if there is one, and the
    seconds and the number of the policy's decisions."""
    system, thought, asked = position.system, 0.0, 0
    for _ in range(MOST_DECISIONS):
        acting = system.to_act(position)
        if not acting:
            break
        node = system.chance(position)
        if node is not None:
            position = system.carry_out(position, node.sample(rng)).position
            continue
        player = rng.choice(sorted(acting))
        start = perf_counter()
        action = policies.decide(policy if player == seat else policies.random, position, player, rng)
        if player == seat:
            thought, asked = thought + perf_counter() - start, asked + 1
        position = system.carry_out(position, action).position
    end = system.outcome(position)
    return (end.winners[0] if end is not None and len(end.winners) == 1 else None), thought, asked


if __name__ == "__main__":  # python -m bench.strength SYSTEM GAMES ITERATIONS [SCENARIO]
    system, games, iterations, *more = sys.argv[1:]
    measure(system, more[0] if more else PLAYED[system][0], policies.search(iterations=int(iterations)), int(games))
