"""Plotly figures of the engine's results. A finished figure needs no kernel.

On the map's hexes: `reach`, `spaces` (a danger map, any numbers), `readings` (differences), `maneuvers` (ways side by side).
As bars and lines: `odds`, `battle`, `timeline`, and for the results of `hexwidget.explore`: `wins`, `search`, `table`. With
`drive`, a click on a figure's hex clicks on a board.

May import every floor below `hexwidget.widget`; the only package that imports plotly.
"""

from hexwidget.plots.charts import battle, odds, timeline
from hexwidget.plots.driving import drive
from hexwidget.plots.maps import maneuvers, reach, readings, spaces
from hexwidget.plots.tables import search, table, wins

__all__ = ["battle", "drive", "maneuvers", "odds", "reach", "readings", "search", "spaces", "table", "timeline", "wins"]
