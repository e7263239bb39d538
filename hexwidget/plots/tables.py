"""Bars and lines for the results of `hexwidget.explore`: shares of wins, results of a search, columns of a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from hexwidget.english import counted
from hexwidget.explore import Playouts, SearchResult, Table
from hexwidget.explore.tables import Cell
from hexwidget.plots import drawing
from hexwidget.problems import Problems

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

LINES = ("#1c5fa8", "#b4541f", "#2f7d4f", "#7b4fa3", "#86701c", "#a3245c")
DASHES = ("solid", "dash", "dot", "dashdot")
MARKERS = ("circle", "square", "diamond", "triangle-up")
NORMAL = 1.96
"""95 % of a normal distribution lie within this many standard deviations."""
MOST_BARS = 24
MOST_ENDS = 8
"""The most lines whose names stand at their ends; more have a legend."""


def wins(games: Playouts) -> Figure:
    """A bar for each player's share of wins, with its 95 % interval.

    :param games: the result of `hexwidget.explore.playouts`
    :raises InputError: if it is something else, or no game was played
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    if not isinstance(games, Playouts) or not len(games):
        raise drawing.refuse(games, "games that were played (hexwidget.explore.playouts)")
    rows: list[Any] = list(games.wins())[::-1]
    texts = [f"{row['games']} of {len(games):,}" for row in rows]
    spans = ([row["high"] - row["share"] for row in rows], [row["share"] - row["low"] for row in rows])
    figure = _bars([str(row["winner"]) for row in rows], [row["share"] for row in rows], spans, texts)
    best = max(rows, key=lambda row: float(row["share"]))
    share, low, high = (f"{100 * best[name]:.0f}" for name in ("share", "low", "high"))
    sure = f"95 % interval: {low} to {high} %"
    drawing.entitle(figure, f"{best['winner']}: {share} % of {counted(len(games), 'game')} ({sure})", games.title)
    figure.update_layout(xaxis={"tickformat": ".0%", "range": [0, 1.12], "title": {"text": "share of games"}})
    return figure


def search(found: SearchResult) -> Figure:
    """A bar for the mean value of each action that a search tried, the best on top, with its 95 % interval.

    :param found: the result of `hexwidget.explore.search`
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing
    """
    if not isinstance(found, SearchResult):
        raise drawing.refuse(found, "the result of a search (hexwidget.explore.search)")
    rows: list[Any] = found.rows[:MOST_BARS][::-1]
    texts = [counted(row["visits"], "trial") for row in rows]
    errors = [NORMAL * (row["error"] or 0.0) for row in rows]
    figure = _bars([row["action"] for row in rows], [row["mean"] for row in rows], (errors, errors), texts)
    best, unit = rows[-1], drawing.words(found.objective)
    title = f"{best['action']} is best for {found.player}: {best['mean']:.3g} {unit} on average"
    drawing.entitle(figure, title, f"the best {len(rows)} of {counted(len(found), 'action')}, with 95 % intervals")
    figure.update_layout(xaxis={"title": {"text": f"mean {drawing.plain(unit)}"}})
    return figure


def _bars(names: list[str], values: list[float], spans: tuple[list[float], list[float]], texts: list[str]) -> Figure:
    error = {"type": "data", "array": spans[0], "arrayminus": spans[1], "color": drawing.NEUTRAL, "thickness": 1.2}
    hover = "%{y}: %{x:.3g} (%{customdata})<extra></extra>"
    figure = drawing.bars(names, values, drawing.BAR, [drawing.plain(text) for text in texts], hover, error_x=error)
    figure.update_layout(xaxis={"gridcolor": drawing.GRID})
    return figure


def table(found: Table, x: str, y: str, by: str | None = None, title: str = "") -> Figure:
    """A line for the mean of a column over another column, with its 95 % interval if a value of ``x`` is repeated.

    :param found: a table of `hexwidget.explore`
    :param x: a column of numbers or of texts
    :param y: a column of numbers, or of True and False for the share of True
    :param by: a column with a line for each of its values
    :raises InputError: if there is no such column, or ``y`` holds other values than numbers
    :raises ImportError: if plotly is missing
    """
    _check(found, x, y, by)
    groups: dict[Cell, dict[Cell, list[float]]] = {}
    for row in found:
        value = row[y]
        if isinstance(value, (int, float)):
            groups.setdefault(row[by] if by else y, {}).setdefault(row[x], []).append(float(value))
    numeric = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in found[x])
    figure = drawing.graph_objects().Figure()
    ends: list[tuple[Any, float, str, str, str]] = []
    for n, (name, points) in enumerate(groups.items()):
        places = sorted(points, key=lambda place: float(place or 0)) if numeric else list(points)
        xs = [place if numeric else drawing.plain(drawing.words(place)) for place in places]
        colour = LINES[n % len(LINES)]
        means, spans = zip(*(_mean(points[place]) for place in places), strict=True)
        figure.add_scatter(
            x=xs,
            y=means,
            error_y={"type": "data", "array": spans, "thickness": 1.2, "visible": any(spans)},
            mode="lines+markers" if numeric else "markers",
            name=drawing.plain(drawing.words(name)),
            line={"color": colour, "dash": DASHES[n % len(DASHES)]},
            marker={"symbol": MARKERS[n % len(MARKERS)], "size": 8},
            text=[f"{len(points[place])} rows" for place in places],
            hovertemplate="%{x}: %{y:.4g} (%{text})<extra>%{fullData.name}</extra>",
        )
        ends.append((xs[-1], means[-1], drawing.words(name), colour, "#ffffff"))
    what, over = drawing.words(y), drawing.words(x)
    drawing.fit(figure, title or _course(groups, ends, what, over, numeric), 380, subject=f"{what} by {over}")
    under, beside, top = ({"text": drawing.plain(text)} for text in (over, f"mean {what}", drawing.words(by or "")))
    across = {"title": under, "type": "-" if numeric else "category", "gridcolor": drawing.GRID}
    up = {"title": beside, "rangemode": "tozero", "gridcolor": drawing.GRID}
    legend = {"title": top}
    figure.update_layout(margin={"l": 70, "b": 60}, showlegend=by is not None, legend=legend, xaxis=across, yaxis=up)
    if by is not None and numeric and len(ends) <= MOST_ENDS:
        drawing.name_ends(figure, ends)
    return figure


def _check(found: Table, x: str, y: str, by: str | None) -> None:
    """Check that a table has the columns of a plot.

    :raises InputError: if it has not
    """
    if not isinstance(found, Table) or not len(found):
        raise drawing.refuse(found, "a table with rows (a result of hexwidget.explore)")
    problems = Problems()
    for axis, column in (("x", x), ("y", y), ("by", by)):
        if column is not None:
            problems.note_unknown(axis, "column", column, found.columns)
    if not problems.found and not all(isinstance(value, (int, float)) or value is None for value in found[y]):
        problems.add("y", f"the column {y!r} holds values that are not numbers")
    elif not problems.found and all(value is None for value in found[y]):
        problems.add("y", f"the column {y!r} holds no numbers")
    problems.raise_any("this cannot be plotted")


def _course(
    groups: dict[Cell, dict[Cell, list[float]]],
    ends: list[tuple[Any, float, str, str, str]],
    y: str,
    x: str,
    numeric: bool,
) -> str:
    """The sentence that the lines of a table say."""
    if len(groups) > 1:
        low, high = min(ends, key=lambda end: end[1]), max(ends, key=lambda end: end[1])
        if len({end[0] for end in ends}) > 1:  # lines end at places of their own
            least, most = (f"{each[1]:.3g} ({each[2]}, at {x} {drawing.words(each[0])})" for each in (low, high))
            return f"{y} ends between {least} and {most}"
        if low[1] == high[1]:
            return f"at {x} {drawing.words(ends[-1][0])}, {y} is {low[1]:.3g} for each"
        return f"at {x} {drawing.words(ends[-1][0])}, {y} is from {low[1]:.3g} ({low[2]}) to {high[1]:.3g} ({high[2]})"
    (points,) = groups.values()
    means = {place: _mean(values)[0] for place, values in points.items()}
    if numeric and len(means) > 1:
        first, last = (edge(means, key=lambda place: float(place or 0)) for edge in (min, max))
        way = "rises" if means[last] > means[first] else "falls" if means[last] < means[first] else "stays"
        return f"{y} {way} from {means[first]:.3g} at {x} {first} to {means[last]:.3g} at {last}"
    best = max(means, key=lambda place: means[place])
    return f"{y} is highest at {drawing.words(best)}: {means[best]:.3g}"


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval, which is 0 for a single value."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    return mean, NORMAL * sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))
