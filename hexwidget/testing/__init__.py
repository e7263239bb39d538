"""Tests for rule systems: `conform` plays random games of a system, and holds it to what every system promises.

Sessions, replays, boards and searches rely on these promises. They need no entry of a system's own: positions come from its
scenarios, and illegal actions from other moments of the same games.

In the repository, `examples/toy` is a system to read beside docs/writing-a-system.md, and `examples/kuhn_poker.py` a whole game in one file.
"""

from hexwidget.testing.checks import CHECKS
from hexwidget.testing.claims import NotConforming, Promise
from hexwidget.testing.conformance import conform
from hexwidget.testing.games import Played, choose, clicked, game
from hexwidget.testing.mutants import Mutant, Mutants, mutate

__all__ = ["CHECKS", "Mutant", "Mutants", "NotConforming", "Played", "Promise", "choose", "clicked", "conform"]
__all__ += ["game", "mutate"]
