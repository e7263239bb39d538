"""Questions about many positions or games: exact odds, whole games, the best maneuver, sweeps over positions, readings and
seeds.

Every answer is a tidy table. Long questions show a progress bar, keep their finished items when they are interrupted,
continue from a file (``keep=``), and run on any `concurrent.futures.Executor` (``executor=``). The answer does not depend on
how the work was split.

May import `hexwidget.play` and every floor below it.
"""

from typing import TYPE_CHECKING

from hexwidget.explore import policies
from hexwidget.explore.chances import Chances, odds
from hexwidget.explore.games import Playouts, playouts
from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import PolicyError
from hexwidget.explore.running import ExecutorDied, Run
from hexwidget.explore.searching import SearchResult, search
from hexwidget.explore.sweeping import sweep
from hexwidget.explore.tables import Table
from hexwidget.problems import no_name

__all__ = ["Chances", "ExecutorDied", "Opponents", "Playouts", "PolicyError", "Run", "SearchResult", "Table", "odds"]
__all__ += ["playouts", "policies", "search", "sweep"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> None:
        raise no_name(__name__, name, __all__)
