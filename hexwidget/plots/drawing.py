"""The board's ground and pieces below a plotly figure, and marks on its spaces as traces, in the board's palette."""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hexwidget.geometry import HexMap, MatMap, SpaceMap
from hexwidget.plots.browser import load
from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules import Position
from hexwidget.scene import Scene
from hexwidget.scene.drawing import ground_picture, laid_out
from hexwidget.scene.palette import PALETTES

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

NOTHING = "rgba(0,0,0,0)"
BAR = "#3f7d68"
"""The colour of bars that belong to no player."""
GRID = "rgba(128,128,128,0.25)"
MOST_NAMED = 260
"""The most spaces of a map whose names are printed. On larger maps, the hover text has the name."""
MOST_LANDSCAPE = 400
"""On a map of more spaces the ground is drawn plainly: its picture would be many times as large as the figure."""
NAME_UP, NAME_SIZE = 0.58, 8
FOOT = 0.62
"""The distance of a text below the centre of its space, where pieces leave room for it."""
MARGIN = 24
WIDTH = 700
"""The width of a notebook's cell, in pixels, for which the height of a figure is reckoned. A figure is as wide as its cell."""
HIGHEST = 760
NEUTRAL = "#7a7a7a"
"""The colour of texts beside a map: it can be read on a light page and on a dark one."""
HALO = {"light": "#fffdf0", "dark": "#070a08"}
INK = {"light": "#17211c", "dark": "#fff6d6"}


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
    """Return the module of plotly that makes figures. In a browser it is loaded first.

    :raises ImportError: if plotly is missing
    """
    if sys.platform == "emscripten":
        load("plotly")
    try:
        import plotly.graph_objects as go
    except ImportError:
        raise ImportError('plots need plotly: pip install "hexwidget[plots]"') from None
    return go


def palette_of(theme: str) -> dict[str, Any]:
    """The colours of a theme.

    :raises InputError: if there is no such theme
    """
    if theme not in PALETTES:
        raise InputError("this cannot be plotted", [Problem("theme", unknown("theme", theme, PALETTES))])
    return PALETTES[theme]


def map_figure(spaces: SpaceMap, title: str, scene: Scene | None = None, theme: str = "light") -> Figure:
    """A figure of a map: its ground and pieces as on the board, if there is a scene."""
    palette_of(theme)
    corners = [spaces.outline(i) for i in _outermost(spaces)]
    xs, ys = [x for c in corners for x, _ in c], [y for c in corners for _, y in c]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    figure = graph_objects().Figure()
    fit(figure, title, round((WIDTH - 2 * MARGIN) * height / width) + 110, theme)
    figure.update_layout(
        hovermode="closest",
        legend={"itemclick": False, "orientation": "h", "y": -0.02, "yanchor": "top"},
        xaxis={"visible": False, "range": [min(xs) - 0.2, max(xs) + 0.2], "constrain": "domain"},
        yaxis={"visible": False, "range": [max(ys) + 0.2, min(ys) - 0.2], "scaleanchor": "x", "constrain": "domain"},
    )
    if scene is not None:
        _ground_beneath(figure, scene, theme)
    return figure


def fit(figure: Figure, title: str, height: int, theme: str = "light") -> None:
    """Give a figure the width of its cell, and texts and a background that go with the page."""
    text = PALETTES[theme]["ink"] if theme.startswith("dark") else NEUTRAL
    figure.update_layout(
        title={"text": plain(title), "font": {"size": 15}, "x": 0.02},
        font={"color": text},
        autosize=True,
        height=max(240, min(HIGHEST, height)),
        margin={"l": MARGIN, "r": MARGIN, "t": 54, "b": MARGIN},
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor=PALETTES[theme]["page"] if theme.startswith("dark") else "rgba(0,0,0,0)",
    )


def _ground_beneath(figure: Figure, scene: Scene, theme: str) -> None:
    """Lay the picture of ground and pieces below the traces."""
    picture = ground_picture(scene, theme, 34.0 if len(scene.map) <= MOST_LANDSCAPE else 12.0)
    figure.add_layout_image(
        source="data:image/svg+xml;base64," + b64encode(picture.svg.encode()).decode(),
        xref="x",
        yref="y",
        x=picture.left,
        y=picture.top,
        sizex=picture.right - picture.left,
        sizey=picture.bottom - picture.top,
        sizing="stretch",
        layer="below",
    )


def map_of(place: Position | SpaceMap, scene: Scene | None) -> SpaceMap:
    """The map of a position, or a map, with its spaces where the ground of a figure shows them."""
    spaces = place if isinstance(place, SpaceMap) else place.map
    return spaces if scene is None else laid_out(spaces, scene)


def scene_of(place: object) -> Scene | None:
    """The scene of a position; None of a bare map."""
    return place.scene() if isinstance(place, Position) else None


def names_on(figure: Figure, spaces: SpaceMap, theme: str = "light") -> None:
    """Add the names of spaces above their centres, where they leave room for a number or clause. Large maps get none."""
    # The ground of a mat names its cards.
    if len(spaces) > MOST_NAMED or isinstance(spaces, MatMap):
        return
    centres = [(spaces.centre(spaces.index(name)), name) for name in spaces.names()]
    figure.add_scatter(
        x=[x for (x, _), _ in centres],
        y=[y - NAME_UP for (_, y), _ in centres],
        mode="text",
        text=[plain(name) for _, name in centres],
        textfont={"size": NAME_SIZE, "color": INK[_kind(theme)], "shadow": _halo(HALO[_kind(theme)])},
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


def line_about(
    figure: Figure,
    spaces: SpaceMap,
    names: Iterable[str],
    colour: str,
    width: float,
    label: str = "",
    dash: str = "solid",
) -> None:
    """Draw a line about a set of spaces: the sides beyond which lies no space of the set. With a label it is in the legend."""
    members = {spaces.index(name) for name in names}
    xs: list[float | None] = []
    ys: list[float | None] = []
    for index in sorted(members):
        corners = spaces.outline(index)
        for k, there in enumerate(spaces.beyond(index)):
            if there not in members:
                (x, y), (to_x, to_y) = corners[k], corners[(k + 1) % len(corners)]
                xs += [x, to_x, None]
                ys += [y, to_y, None]
    figure.add_scatter(
        x=xs,
        y=ys,
        mode="lines",
        line={"color": colour, "width": width, "dash": dash},
        name=plain(label),
        hoverinfo="skip",
        showlegend=bool(label),
    )


def _kind(theme: str) -> str:
    return "dark" if theme.startswith("dark") else "light"


def _halo(colour: str) -> str:
    """A line about letters, so that they can be read on any ground."""
    return ", ".join(f"{x}px {y}px 2px {colour}" for x in (-1, 1) for y in (-1, 1))


def texts_on(figure: Figure, spaces: SpaceMap, texts: Mapping[str, str], theme: str = "light") -> None:
    """Write texts at the foot of spaces, with a halo."""
    centres = [spaces.centre(spaces.index(name)) for name in texts]
    figure.add_scatter(
        x=[x for x, _ in centres],
        y=[y + FOOT for _, y in centres],
        mode="text",
        text=[plain(text) for text in texts.values()],
        textfont={"size": 13, "color": INK[_kind(theme)], "shadow": _halo(HALO[_kind(theme)]), "weight": 700},
        hoverinfo="skip",
        showlegend=False,
    )
