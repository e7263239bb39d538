"""A figure that drives a board: a click on its space is a click on the board."""

from __future__ import annotations

from typing import Any, Protocol

from hexwidget.plots.drawing import graph_objects, refuse
from hexwidget.problems import InputError


class Clickable(Protocol):
    """A board, as a figure drives it."""

    def click(self, space: str) -> None:
        """Click on a space."""

    def show(self, what: Any, name: str) -> None:
        """Mark spaces."""


CLICKED = "clicked"
"""The name of the overlay for a clicked space where nothing can be chosen."""


def drive(figure: Any, board: Clickable) -> Any:
    """Return a figure of this package as a widget that drives a board. It needs a kernel.

    A click on a space of the figure chooses the piece there, or moves the chosen piece there. If neither is possible, the
    board marks the space.

    :param figure: the result of `reach`, `spaces`, `readings` or `maneuvers`
    :return: a plotly ``FigureWidget`` to display
    :raises InputError: if it is not a figure
    :raises ImportError: if plotly is missing
    """
    go = graph_objects()
    if not isinstance(figure, go.Figure):
        raise refuse(figure, "a figure")
    widget = go.FigureWidget(figure)

    def clicked(trace: Any, points: Any, _state: Any) -> None:
        for number in points.point_inds:
            space = None if trace.customdata is None else str(trace.customdata[number])
            if space is None:
                continue
            try:
                board.click(space)
            except InputError:
                board.show([space], CLICKED)

    for trace in widget.data:
        if trace.customdata is not None:
            trace.on_click(clicked)
    return widget
