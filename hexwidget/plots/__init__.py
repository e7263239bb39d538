"""Plotly figures of the engine's results. A finished figure needs no kernel.

On the board's own ground, with its pieces: `reach` (of one piece or several), `danger`, `spaces` (any numbers), `readings`
(differences), `maneuver` and `maneuvers` (ways side by side). As bars and lines: `odds`, `battle`, `timeline`, and for the
results of `hexwidget.explore`: `wins`, `search`, `table`. With `drive`, a click on a figure's hex clicks on a board; `follow`
is a figure that follows a board's selection. `on_paper` makes any of them ready for the printer.

May import every floor below `hexwidget.widget`; the only package that imports plotly.
"""

from typing import TYPE_CHECKING

from hexwidget.plots.charts import battle, odds, timeline
from hexwidget.plots.drawing import on_paper
from hexwidget.plots.driving import drive, follow
from hexwidget.plots.maps import danger, maneuver, maneuvers, reach, readings, spaces
from hexwidget.plots.tables import search, table, wins
from hexwidget.problems import no_name

__all__ = ["battle", "danger", "drive", "follow", "maneuver", "maneuvers", "odds", "on_paper", "reach", "readings"]
__all__ += ["search", "spaces", "table", "timeline", "wins"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> None:
        raise no_name(__name__, name, __all__)
