"""The board's ground and pieces below a plotly figure, and marks on its spaces as traces, in the board's palette."""

from __future__ import annotations

import re
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from hexwidget.geometry import HexMap, MatMap, Point, SpaceMap
from hexwidget.plots.browser import load
from hexwidget.problems import InputError, check_name, mismatch
from hexwidget.rules import Position
from hexwidget.scene import Scene
from hexwidget.scene.drawing import drawn_map, ground_picture
from hexwidget.scene.palette import PALETTES
from hexwidget.scene.paper import grey, in_grey

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
LONGEST = 78
"""The most letters of a line of a title: as many as fit the width."""
NEUTRAL = "#7a7a7a"
"""The colour of texts beside a map: it can be read on a light page and on a dark one."""
HALO = {"light": "#fffdf0", "dark": "#070a08"}
INK = {"light": "#17211c", "dark": "#fff6d6"}


def refuse(thing: object, expected: str) -> InputError:
    """Return the error for an argument of another type."""
    return mismatch("this cannot be plotted", expected, thing)


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


def fit(figure: Figure, title: str, height: int, theme: str = "light", subject: str = "") -> None:
    """Give a figure the width of its cell, and texts and a background that go with the page.

    :param title: what the figure shows, as a sentence with its unit
    :param subject: a second, smaller line: what was counted or tried
    """
    text = PALETTES[theme]["ink"] if theme.startswith("dark") else NEUTRAL
    figure.update_layout(
        font={"color": text},
        autosize=True,
        height=max(240, min(HIGHEST, height)),
        margin={"l": MARGIN, "r": MARGIN, "b": MARGIN},
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor=PALETTES[theme]["page"] if theme.startswith("dark") else "rgba(0,0,0,0)",
    )
    figure.update_xaxes(gridcolor=GRID, zerolinecolor=GRID)
    figure.update_yaxes(gridcolor=GRID, zerolinecolor=GRID)
    entitle(figure, title, subject)


def entitle(figure: Figure, title: str, subject: str = "") -> None:
    """Give a figure its title and subtitle, with as much room as their lines need."""
    broken = [wrap(line, LONGEST) for line in (title, subject)]
    text, below = ("<br>".join(map(plain, each)) for each in broken)
    head = {"text": text, "font": {"size": 15}, "x": 0.02, "y": 0.97, "yref": "container", "yanchor": "top"}
    figure.update_layout(title=head, margin={"t": 34 + 20 * len(broken[0]) + 17 * len(broken[1])})
    if below:
        figure.update_layout(title={"subtitle": {"text": below, "font": {"size": 12}}})


def words(name: object) -> str:
    """An identifier as a reader's words.

    >>> words("per_unit")
    'per unit'
    """
    return str(name).replace("_", " ")


def name_ends(figure: Figure, ends: Sequence[tuple[Any, float, str, str, str]]) -> None:
    """Write the names of lines at their right ends, in place of a legend. Names of lines that end together stand apart.

    :param ends: the last point of each line as x and y, its name, its colour, and the colour of letters on it
    """
    values = [y for trace in figure.data for y in trace.y if y is not None]
    apart = 0.1 * ((max(values) - min(0.0, *values)) or 1.0)
    places: list[float] = []
    for x, y, name, colour, ink in sorted(ends, key=lambda end: end[1]):
        places.append(max(y, places[-1] + apart) if places else y)
        look = {"xanchor": "left", "xshift": 9, "showarrow": False, "font": {"color": ink, "size": 13}}
        figure.add_annotation(x=x, y=places[-1], text=plain(name), bgcolor=colour, borderpad=2, **look)
    longest = max(len(name) for _, _, name, *_ in ends)
    figure.update_layout(showlegend=False, margin={"r": MARGIN + 8 * min(longest, 24)})


_HEX = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})")
_RGBA = re.compile(r"rgba\((\d+), ?(\d+), ?(\d+)(,[^)]*)\)")
_PICTURE = "data:image/svg+xml;base64,"


def on_paper(figure: Figure) -> Figure:
    """Return a figure for the printer: black texts on white paper, and each colour as the grey of its lightness. Strokes, marks,
    hatching and letters tell apart what colours tell on a screen.

    :param figure: the result of a function of `hexwidget.plots`
    :raises InputError: if it is not a figure
    :raises ImportError: if plotly is missing
    """
    go = graph_objects()
    if not isinstance(figure, go.Figure):
        raise refuse(figure, "a figure")
    made = go.Figure(_in_grey(figure.to_plotly_json()))
    made.update_layout(font={"color": "#000000"}, paper_bgcolor="#ffffff")
    return made


def _in_grey(part: Any) -> Any:
    """A part of a figure's data with its colours as greys."""
    if isinstance(part, Mapping):
        return {name: _in_grey(each) for name, each in part.items()}
    if isinstance(part, (list, tuple)):
        return [_in_grey(each) for each in part]
    if not isinstance(part, str):
        return part
    if part.startswith(_PICTURE):
        svg = b64decode(part.removeprefix(_PICTURE)).decode()
        return _PICTURE + b64encode(in_grey(svg).encode()).decode()
    if found := _HEX.fullmatch(part):
        return "#" + 3 * f"{grey(*(int(each, 16) for each in found.groups())):02x}"
    if found := _RGBA.fullmatch(part):
        tone = grey(*map(int, found.groups()[:3]))
        return f"rgba({tone}, {tone}, {tone}{found[4]})"
    return part


def bars(
    names: list[str], values: list[float], colours: list[str] | str, told: list[str], hover: str, **more: Any
) -> Figure:
    """A figure of horizontal bars.

    :param told: a text for the hover text of each bar
    :param hover: plotly's template of the hover texts
    :param more: further settings of the trace
    """
    figure = graph_objects().Figure()
    names, look = [plain(name) for name in names], {"color": colours}
    figure.add_bar(x=values, y=names, orientation="h", marker=look, customdata=told, hovertemplate=hover, **more)
    fit(figure, "", 130 + 26 * len(names))
    x, y = {"rangemode": "tozero"}, {"type": "category", "automargin": True}
    figure.update_layout(margin={"l": 90, "b": 50}, xaxis=x, yaxis=y)
    return figure


class MapFigure:
    """A plotly ``figure`` of a map: its ground and pieces as on the board, if there is a scene, and marks on its ``spaces``.

    :param place: a map, or the position on it
    :raises InputError: if there is no such theme
    """

    def __init__(
        self, place: Position | SpaceMap, title: str, scene: Scene | None = None, theme: str = "light"
    ) -> None:
        spaces = place if isinstance(place, SpaceMap) else place.map
        self.spaces: SpaceMap = spaces if scene is None else drawn_map(spaces, scene)
        check_name("this cannot be plotted", "theme", theme, PALETTES, "theme")
        self.palette: dict[str, Any] = PALETTES[theme]
        self._dark = theme.startswith("dark")
        corners = [self.spaces.outline(i) for i in _outermost(self.spaces)]
        xs, ys = [x for c in corners for x, _ in c], [y for c in corners for _, y in c]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        self.figure: Any = graph_objects().Figure()
        fit(self.figure, title, round((WIDTH - 2 * MARGIN) * height / width) + 110, theme)
        wide, high = [min(xs) - 0.2, max(xs) + 0.2], [max(ys) + 0.2, min(ys) - 0.2]
        legend = {"itemclick": False, "orientation": "h", "y": -0.02, "yanchor": "top"}
        across = {"visible": False, "range": wide, "constrain": "domain"}
        down = {"visible": False, "range": high, "scaleanchor": "x", "constrain": "domain"}
        self.figure.update_layout(hovermode="closest", legend=legend, xaxis=across, yaxis=down)
        if scene is not None:
            self._lay_ground(scene, theme)

    def _lay_ground(self, scene: Scene, theme: str) -> None:
        """Lay the picture of ground and pieces below the traces."""
        picture = ground_picture(scene, theme, 34.0 if len(scene.map) <= MOST_LANDSCAPE else 12.0)
        source = _PICTURE + b64encode(picture.svg.encode()).decode()
        wide, high = picture.right - picture.left, picture.bottom - picture.top
        place = {"xref": "x", "yref": "y", "x": picture.left, "y": picture.top, "sizex": wide, "sizey": high}
        self.figure.add_layout_image(source=source, sizing="stretch", layer="below", **place)

    @property
    def casing(self) -> str:
        """The colour of the casing of a lit line."""
        return HALO["dark"] if self._dark else INK["light"]

    @property
    def veil(self) -> str:
        """The fill of spaces that step back."""
        return with_opacity(self.palette["veil"], self.palette["veilA"])

    def names(self) -> None:
        """Write the names of spaces above their centres, where they leave room for a number or clause. Large maps get none."""
        # The ground of a mat names its cards.
        if len(self.spaces) <= MOST_NAMED and not isinstance(self.spaces, MatMap):
            self._texts({name: name for name in self.spaces.names()}, -NAME_UP, size=NAME_SIZE)

    def texts(self, texts: Mapping[str, str]) -> None:
        """Write texts at the foot of spaces, with a halo."""
        self._texts(texts, FOOT, size=13, weight=700)

    def _texts(self, texts: Mapping[str, str], down: float, **font: Any) -> None:
        kind = "dark" if self._dark else "light"
        # A line about the letters: they can be read on any ground.
        halo = ", ".join(f"{x}px {y}px 2px {HALO[kind]}" for x in (-1, 1) for y in (-1, 1))
        look = {"color": INK[kind], "shadow": halo, **font}
        self._points(texts, [*map(plain, texts.values())], down, mode="text", textfont=look, hoverinfo="skip")

    def _points(self, names: Iterable[str], texts: list[str], down: float, **more: Any) -> None:
        """Add a trace of points with texts, below the centres of spaces."""
        centres = [self.spaces.centre(self.spaces.index(name)) for name in names]
        xs, ys = [x for x, _ in centres], [y + down for _, y in centres]
        self.figure.add_scatter(x=xs, y=ys, text=texts, showlegend=False, **more)

    def fill(self, names: list[str], fill: str, edge: str, label: str, hover: Callable[[str], Iterable[str]]) -> None:
        """Add a trace of filled spaces, and one of invisible markers in their centres that carry the hover texts."""
        if not names:
            return
        outlines = [self.spaces.outline(self.spaces.index(name)) for name in names]
        rings = [(*corners, corners[0]) for corners in outlines]
        self._lines(rings, label, {"color": edge, "width": 1}, fill="toself", fillcolor=fill)
        told, unseen = [lines(hover(name)) for name in names], {"size": 22, "opacity": 0}
        more = {"customdata": names, "hovertemplate": "%{text}<extra></extra>"}
        self._points(names, told, 0.0, mode="markers", marker=unseen, **more)

    def leave_legend(self) -> None:
        """Take the traces up to now out of the legend."""
        for trace in self.figure.data:
            trace.showlegend = False

    def outline(self, names: Iterable[str], colour: str, width: float, label: str = "", dash: str = "solid") -> None:
        """Draw a line about a set of spaces: the sides beyond which lies no space of the set. With a label it is in the legend."""
        members, sides = {self.spaces.index(name) for name in names}, []
        for index in sorted(members):
            corners = self.spaces.outline(index)
            beyond = enumerate(self.spaces.beyond(index))
            sides += [(corners[k], corners[(k + 1) % len(corners)]) for k, there in beyond if there not in members]
        self._lines(sides, label, {"color": colour, "width": width, "dash": dash}, showlegend=bool(label))

    def _lines(self, drawn: Iterable[Sequence[Point]], label: str, line: dict[str, Any], **more: Any) -> None:
        """Add a trace of lines, each through some points."""
        xs: list[float | None] = []
        ys: list[float | None] = []
        for points in drawn:
            xs += [*(x for x, _ in points), None]
            ys += [*(y for _, y in points), None]
        look = {"mode": "lines", "line": line, "name": plain(label), "hoverinfo": "skip", **more}
        self.figure.add_scatter(x=xs or [None], y=ys or [None], **look)


def scene_of(place: object) -> Scene | None:
    """The scene of a position; None for a bare map."""
    return place.scene() if isinstance(place, Position) else None


def with_opacity(colour: str, opacity: float) -> str:
    """A colour "#rrggbb" for plotly, with an opacity from 0 to 1."""
    return f"rgba({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))}, {opacity:.3g})"


def _outermost(spaces: SpaceMap) -> list[int]:
    """All spaces of a small map; the border of a large map of hexes, which spans the same rectangle."""
    every = list(SpaceMap.members(spaces.full))
    if len(every) < 2000 or not isinstance(spaces, HexMap):
        return every
    ends = [(index, *spaces.column_row(index)) for index in every]
    return [i for i, column, row in ends if column in (0, spaces.columns - 1) or row in (0, spaces.rows - 1)]
