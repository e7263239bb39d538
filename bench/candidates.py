"""Random games of systems of one's own: with a listing written by hand, with candidates, and with neither.

Two games stand in one file each, as an outsider writes them: tafl on hexes (`examples/tafl.py`) and a pursuit with a hidden player on
provinces (`examples/pursuit.py`). Each is played in three ways, in turns, in one process:

- with a `Listing` of legal actions, which nothing checks again;
- with `RuleSystem.candidates` alone, a line a form. A random step checks candidates in random order, up to the first that is legal;
- without candidates: the same, of all that the grammar can say.

Every way draws a step evenly from the same legal actions. Seconds are those of the processor.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any

from bench.results import Result, Target
from bench.timing import machine
from hexwidget.rules import Action, LegalActions, Position
from hexwidget.rules.candidates import Candidate, Offered
from hexwidget.rules.listing import Batch, ListedByChecking, Listing

TITLE = "How fast are games of your own without a listing?"
PER = "games"
SECONDS, ROUNDS, AIM = 0.3, 9, 0.5
Listed = Callable[[Any, str], LegalActions[Any]]


class Said(ListedByChecking[Action]):
    """All that the grammar can say, as in a system without candidates."""

    def candidates(self) -> tuple[Candidate, ...]:
        return (Offered(self.position.system.grammar.every(self.position, self.player)),)


@cache
def example(name: str) -> Any:
    """Import an example, which is a file of its own."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent.parent / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def games() -> dict[str, tuple[Position, dict[str, Listed]]]:
    """Each game with its first position, and the ways of listing its actions."""
    chase, tafl = example("pursuit"), example("tafl")

    class Ways(Listing[Any]):
        def batches(self) -> list[Batch]:
            position, player, seat = self.position, self.player, self.seat
            if seat != position.turn or not position.to_act:
                return []
            free = set(chase.TOWN.names()).difference(position.at[1:])
            at = position.at[seat]
            if not at:
                return [(chase.Walk, (player,), sorted(free))]
            foot = [to for to in chase.WAYS.beside(at, "street") if to in free]
            boat = [to for to in chase.WAYS.beside(at, "river") if to in free and position.tokens[seat]]
            return [(chase.Walk, (player,), foot if seat else [at, *foot]), (chase.Row, (player,), boat)]

    class Lines(Listing[Any]):
        def batches(self) -> list[Batch]:
            position, player = self.position, self.player
            if player not in position.to_act:
                return []
            return [(tafl.Move, (player, piece), [*position.reached(piece)]) for piece in position.pieces[self.seat]]

    own: dict[str, tuple[Position, Listed]] = {
        "tafl": (tafl.START, Lines),
        "pursuit": (chase.START, Ways),
    }
    return {
        name: (start, {"a listing": listed, "candidates": ListedByChecking, "neither": Said})
        for name, (start, listed) in own.items()
    }


def played(start: Position, listed: Listed, seconds: float, seed: int) -> float:
    """Return the number of whole games a second."""
    rng, system, number = random.Random(seed), start.system, 0
    began = thread_time()
    while True:
        position = start
        while to_act := system.to_act(position):
            position = system.advance(position, listed(position, next(iter(to_act))).pick(rng))
        number += 1
        taken = thread_time() - began
        if taken >= seconds:
            return number / taken


def run(quick: bool = False) -> list[Result | Target]:
    """Print games a second, and the share of those with a listing."""
    print(f"\nGames of your own ({machine()})")
    found: list[Result | Target] = []
    for name, (start, ways) in games().items():
        rates: dict[str, list[float]] = {way: [] for way in ways}
        for turn in range(3 if quick else ROUNDS):
            for way, listed in ways.items():
                rates[way].append(played(start, listed, SECONDS, turn))
        for way, each in rates.items():
            share = median(rate / base for rate, base in zip(each, rates["a listing"], strict=True))
            print(f"  {name}, {way}: {median(each):8.1f} games/s, {share:.2f} x those with a listing")
            if way == "candidates":
                found.append(Target(f"{name}: games a second with candidates, as with a listing", AIM, share))
    return found
