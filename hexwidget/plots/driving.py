"""Figures beside a board: one that drives it, where a click is a click on the board; and one that follows its selection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwidget.plots.drawing import MapFigure, graph_objects, refuse
from hexwidget.plots.maps import reach
from hexwidget.problems import InputError

if TYPE_CHECKING:
    from hexwidget.widget import Board


CLICKED = "clicked"
"""The name of the overlay for a clicked space where nothing can be chosen."""


def drive(figure: Any, board: Board) -> Any:
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


def follow(board: Board, *, theme: str = "light") -> Any:
    """Return a figure that follows a board: the reach of the piece that is selected there, else the position. It needs a kernel.

    :param theme: "light" or "dark", or either with "-contrast"
    :return: a plotly ``FigureWidget`` to display beside the board
    :raises InputError: if it is not a board
    :raises ImportError: if plotly is missing
    """
    go = graph_objects()
    if not hasattr(board, "selected") or not hasattr(board, "position"):
        raise refuse(board, "a board")
    widget = go.FigureWidget(_follow_selection(board, theme))

    def changed(_change: Any) -> None:
        figure = _follow_selection(board, theme)
        with widget.batch_update():
            widget.data = []
            widget.layout.images = []
            widget.add_traces(list(figure.data))
            widget.update_layout(figure.layout.to_plotly_json(), overwrite=True)

    board.observe(changed, ["selected", "position"])
    return widget


def _follow_selection(board: Board, theme: str) -> Any:
    """The figure of the present selection on a board."""
    position, chosen = board.position, board.selected
    if chosen is not None:
        try:
            return reach(position.reach(chosen), theme=theme)
        except InputError:
            pass  # what stands there goes nowhere: the position is shown
    scene = position.scene()
    return MapFigure(position, scene.title, scene, theme).figure
