"""Plotly figures of what the engine knows. They need no kernel once they are made.

On the map's own hexes: `reach`, `spaces` (a danger map, any numbers), `readings` (what differs), `maneuvers` (ways side by
side). As bars and lines: `odds`, `battle`, `timeline`; of what was explored `wins`, `search`, `table`. `drive` lets a click on
a figure's hex choose on a board.

May import every floor below `hexwidget.widget`; the only package that imports plotly.
"""

from hexwidget.plots.charts import battle, odds, timeline
from hexwidget.plots.driving import drive
from hexwidget.plots.maps import maneuvers, reach, readings, spaces
from hexwidget.plots.tables import search, table, wins

__all__ = ["battle", "drive", "maneuvers", "odds", "reach", "readings", "search", "spaces", "table", "timeline", "wins"]
