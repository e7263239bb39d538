"""The rolls of a game. At the same step, chance always decides the same, also after undo and redo."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from hexwidget.files.replay import SEEDS
from hexwidget.play.tree import Step, Tree
from hexwidget.problems import mismatch
from hexwidget.rules import ChanceNode, ChanceOutcome, Position


class Rolls:
    """The seed of a game, and how often each source of chance was drawn from before the start.

    The n-th draw of a die, deck or bag depends on the seed, its name and n alone.

    :param seed: None: a random seed
    :raises InputError: if it is not a seed
    """

    def __init__(self, seed: int | None) -> None:
        if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
            raise mismatch("no such seed", "a whole number from 0", seed, "seed")
        self.seed: int = randbelow(SEEDS) if seed is None else seed
        self.drawn: dict[str, int] = {}

    def copy(self) -> Rolls:
        """Return rolls with the same seed and draws."""
        made = Rolls(self.seed)
        made.drawn = dict(self.drawn)
        return made

    def header(self, start: Position) -> dict[str, Any]:
        """Return the entries about chance in the first line of a replay. Empty for a system without chance."""
        if not start.system.chancy:
            return {}
        return {"seed": self.seed, **({"drawn": self.drawn} if self.drawn else {})}

    def outcome(self, tree: Tree[Any], at: Step[Any], node: ChanceNode) -> ChanceOutcome:
        """Return the outcome that was decided at a step before, since undo never rolls again; else the outcome of the seed."""
        logged = [step for step in tree.children(at.number) if step.chance is not None]
        ahead = [s for s in logged if s.number == tree.ahead.get(at.number)]
        for step in (*ahead, *logged):
            if step.chance is not None:
                return step.chance
        return node.propose(self.seed, self.times_drawn(tree, at).get(node.source, 0))

    def times_drawn(self, tree: Tree[Any], at: Step[Any]) -> dict[str, int]:
        """Return how often each source has been drawn from up to a step."""
        times = dict(self.drawn)
        for source, number in tree.times_drawn(at.number).items():
            times[source] = times.get(source, 0) + number
        return times
