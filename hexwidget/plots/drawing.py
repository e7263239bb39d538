"""Spaces of a map as traces of a plotly figure, in the board's palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.problems import InputError, Problem, shown

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

SHADES = ("#1c5fa8", "#3f86cf", "#78abdf", "#a8caec", "#cfe2f5")
"""The shades from large to small numbers, or from near to far."""
DARK_UP_TO = 1
"""The last shade, by its number, with white text. Text on lighter shades is dark."""
NOTHING = "#eef0ea"
HEX_PIXELS = 34
MOST_NAMED = 260
"""The most spaces of a map whose names are printed. On larger maps, the hover text has the name."""
NAME_UP, NAME_SIZE = 0.58, 8
MARGIN = 24


def refuse(thing: object, expected: str) -> InputError:
    """Return the error for an argument of another type."""
    return InputError("this cannot be plotted", [Problem("", f"expected {expected}, not {shown(thing)}")])


def plain(text: object) -> str:
    """Escape a text for plotly. As markup, a name could load a picture from another host."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;")


def lines(texts: Iterable[str]) -> str:
    """Join texts as lines."""
    return "<br>".join(map(plain, texts))


def graph_objects() -> Any:
    try:
        import plotly.graph_objects as go
    except ImportError:
        raise ImportError('plots need plotly: pip install "hexwidget[plots]"') from None
    return go


def map_figure(spaces: SpaceMap, title: str) -> Figure:
    corners = [spaces.outline(i) for i in _outermost(spaces)]
    xs, ys = [x for c in corners for x, _ in c], [y for c in corners for _, y in c]
    width, height = (max(xs) - min(xs)) * HEX_PIXELS, (max(ys) - min(ys)) * HEX_PIXELS
    figure = graph_objects().Figure()
    figure.update_layout(
        title={"text": plain(title), "font": {"size": 15}, "x": 0.02},
        width=round(min(1100, max(420, width + 170))),
        height=round(min(900, max(240, height + 2 * MARGIN + 50))),
        margin={"l": MARGIN, "r": MARGIN, "t": 54, "b": MARGIN},
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="#ffffff",
        hovermode="closest",
        legend={"title": {"text": "cost"}, "itemclick": False},
        xaxis={"visible": False, "range": [min(xs) - 0.2, max(xs) + 0.2]},
        yaxis={"visible": False, "range": [max(ys) + 0.2, min(ys) - 0.2], "scaleanchor": "x"},
    )
    return figure


def names_on(figure: Figure, spaces: SpaceMap) -> None:
    """Add the names of spaces above their centres, where they leave room for a number or clause. Large maps get none."""
    if len(spaces) > MOST_NAMED:
        return
    centres = [(spaces.centre(spaces.index(name)), name) for name in spaces.names()]
    figure.add_scatter(
        x=[x for (x, _), _ in centres],
        y=[y - NAME_UP for (_, y), _ in centres],
        mode="text",
        text=[plain(name) for _, name in centres],
        textfont={"size": NAME_SIZE, "color": "#6b776f"},
        hoverinfo="skip",
        showlegend=False,
    )


def _outermost(spaces: SpaceMap) -> list[int]:
    """All spaces of a small map; the border of a large map of hexes, which spans the same rectangle."""
    every = list(SpaceMap.members(spaces.full))
    if len(every) < 2000 or not isinstance(spaces, HexMap):
        return every
    ends = [(index, *spaces.column_row(index)) for index in every]
    return [i for i, column, row in ends if column in (0, spaces.columns - 1) or row in (0, spaces.rows - 1)]


def spaces_in(
    figure: Figure,
    spaces: SpaceMap,
    names: list[str],
    fill: str,
    edge: str,
    label: str,
    hover: Callable[[str], Iterable[str]],
) -> None:
    """Add a trace of filled hexes, and one of invisible markers in their centres that carry the hover texts."""
    if not names:
        return
    xs: list[float | None] = []
    ys: list[float | None] = []
    for name in names:
        corners = spaces.outline(spaces.index(name))
        xs += [*(x for x, _ in corners), corners[0][0], None]
        ys += [*(y for _, y in corners), corners[0][1], None]
    figure.add_scatter(
        x=xs,
        y=ys,
        fill="toself",
        fillcolor=fill,
        mode="lines",
        line={"color": edge, "width": 1},
        name=plain(label),
        hoverinfo="skip",
    )
    centres = [spaces.centre(spaces.index(name)) for name in names]
    figure.add_scatter(
        x=[x for x, _ in centres],
        y=[y for _, y in centres],
        mode="markers",
        marker={"size": 22, "opacity": 0},
        text=[lines(hover(name)) for name in names],
        customdata=names,
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )


def texts_on(figure: Figure, spaces: SpaceMap, texts: Mapping[str, str], colour: str) -> None:
    centres = [spaces.centre(spaces.index(name)) for name in texts]
    figure.add_scatter(
        x=[x for x, _ in centres],
        y=[y for _, y in centres],
        mode="text",
        text=[plain(text) for text in texts.values()],
        textfont={"size": 11, "color": colour},
        hoverinfo="skip",
        showlegend=False,
    )
