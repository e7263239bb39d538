"""A figure whose spaces can be clicked: what is clicked there is clicked on a board."""

from __future__ import annotations

from typing import Any, Protocol

from hexwidget.plots.drawing import graph_objects, refuse
from hexwidget.problems import InputError


class Clickable(Protocol):
    """What a figure can drive: a board."""

    def click(self, space: str) -> None:
        """As a click on a space."""

    def show(self, what: Any, name: str) -> None:
        """Mark spaces."""


CLICKED = "clicked"
"""What the overlay is called that marks a space where nothing can be chosen."""


def drive(figure: Any, board: Clickable) -> Any:
    """A figure of this package as a widget that drives a board: a click on one of its spaces chooses the piece there, or goes
    there with what is chosen; where neither can be done the space is marked on the board. Needs a kernel.

    :param figure: as `reach`, `spaces`, `readings` or `maneuvers` make it
    :return: a plotly ``FigureWidget``, to be displayed
    :raises InputError: if it is no figure
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
