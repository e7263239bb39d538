"""Plotly figures of what the engine knows. They need no kernel once they are made.

May import every floor but `hexwidget.widget`; the only module that imports plotly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.problems import InputError, Problem, shown
from hexwidget.rules.odds import percent
from hexwidget.rules.reach import Reach
from hexwidget.scene.palette import PALETTES

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from hexwidget.systems.depletion.battle import BattleOdds

COST_COLOURS = ("#1c5fa8", "#3f86cf", "#78abdf", "#a8caec", "#cfe2f5")
DARK_UP_TO = 1
"""Costs up to this one are written in white on their colour, the others in dark."""
_HEX_PIXELS = 34
_MARGIN = 24


def reach(area: Reach) -> Figure:
    """A reach on its map: reached hexes by the movement points they cost, barred hexes at the rim by their clause.

    :param area: as `Position.reach` gives it
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    if not isinstance(area, Reach):
        raise InputError("this cannot be plotted", [Problem("", f"expected a reach, not {shown(area)}")])
    figure = _figure(area.map, area.label)
    costs = area.costs()
    others = [name for name in area.map.names() if name not in costs]
    palette = PALETTES["light"]
    _hexes(figure, area.map, others, "#eef0ea", palette["grid"], "not reached", lambda name: _barred(area, name))
    for cost in sorted(set(costs.values())):
        names = [name for name, c in costs.items() if c == cost]
        label = f"{cost} point{'' if cost == 1 else 's'}"
        _hexes(
            figure,
            area.map,
            names,
            COST_COLOURS[min(cost, len(COST_COLOURS) - 1)],
            "#ffffff",
            label,
            lambda name: f"{name}: {costs[name]} of {area.budget} points<br>{'-'.join(area.path(name))}",
        )
    dark = [name for name, cost in costs.items() if cost <= DARK_UP_TO]
    _texts(figure, area.map, {name: str(costs[name]) for name in dark}, "#ffffff")
    _texts(figure, area.map, {name: str(cost) for name, cost in costs.items() if cost > DARK_UP_TO}, "#10233d")
    _texts(figure, area.map, area.rim, palette["overlay"]["barred"])
    return figure


def battle(odds: BattleOdds) -> Figure:
    """How likely each result of a battle is: a bar for each pair of hits, and what falls by it.

    :param odds: as `DepletionPosition.battle_odds` gives them
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    from hexwidget.systems.depletion.battle import BattleOdds

    if not isinstance(odds, BattleOdds):
        raise InputError("this cannot be plotted", [Problem("", f"expected the odds of a battle, not {shown(odds)}")])
    ranked = sorted(odds.items(), key=lambda item: (-item[1], item[0]))[::-1]  # the likeliest on top, as in the table
    names = [f"{a} : {d}" for (a, d), _ in ranked]
    falls = [odds.falls(hits) for hits, _ in ranked]
    figure = _graph_objects().Figure()
    figure.add_bar(
        x=[float(p) for _, p in ranked],
        y=names,
        orientation="h",
        marker={"color": COST_COLOURS[1]},
        text=[percent(p) for _, p in ranked],
        customdata=[
            [str(p), f"{odds.attacker} loses {ours}", f"{odds.defender} loses {theirs}"]
            for (_, p), (ours, theirs) in zip(ranked, falls, strict=True)
        ],
        hovertemplate="%{y}: %{customdata[0]}<br>%{customdata[1]}<br>%{customdata[2]}<extra></extra>",
    )
    figure.update_layout(
        title={"text": f"{odds.title}: {odds.drawn} cubes drawn", "font": {"size": 15}, "x": 0.02},
        width=560,
        height=max(240, 120 + 26 * len(names)),
        margin={"l": 90, "r": _MARGIN, "t": 54, "b": 50},
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="#ffffff",
        xaxis={"title": {"text": "probability"}, "tickformat": ".0%", "rangemode": "tozero"},
        yaxis={"title": {"text": f"hits of {odds.attacker} : {odds.defender}"}, "type": "category"},
    )
    return figure


def _barred(area: Reach, name: str) -> str:
    clause = area.rim.get(name)
    return f"{name}: barred by {clause}" if clause else f"{name}: not reached"


def _graph_objects() -> Any:
    try:
        import plotly.graph_objects as go
    except ImportError:
        raise ImportError('plots need plotly: pip install "hexwidget[plots]"') from None
    return go


def _figure(spaces: SpaceMap, title: str) -> Figure:
    corners = [spaces.outline(i) for i in _outermost(spaces)]
    xs, ys = [x for c in corners for x, _ in c], [y for c in corners for _, y in c]
    width, height = (max(xs) - min(xs)) * _HEX_PIXELS, (max(ys) - min(ys)) * _HEX_PIXELS
    figure = _graph_objects().Figure()
    figure.update_layout(
        title={"text": title, "font": {"size": 15}, "x": 0.02},
        width=round(min(1100, max(420, width + 170))),
        height=round(min(900, max(240, height + 2 * _MARGIN + 50))),
        margin={"l": _MARGIN, "r": _MARGIN, "t": 54, "b": _MARGIN},
        plot_bgcolor="rgba(0,0,0,0)",
        paper_bgcolor="#ffffff",
        hovermode="closest",
        legend={"title": {"text": "cost"}, "itemclick": False},
        xaxis={"visible": False, "range": [min(xs) - 0.2, max(xs) + 0.2]},
        yaxis={"visible": False, "range": [max(ys) + 0.2, min(ys) - 0.2], "scaleanchor": "x"},
    )
    return figure


def _outermost(spaces: SpaceMap) -> list[int]:
    """All spaces of a small map; of a large one of hexes those of its border, which span the same rectangle."""
    every = list(SpaceMap.members(spaces.full))
    if len(every) < 2000 or not isinstance(spaces, HexMap):
        return every
    ends = [(index, *spaces.column_row(index)) for index in every]
    return [i for i, column, row in ends if column in (0, spaces.columns - 1) or row in (0, spaces.rows - 1)]


def _hexes(
    figure: Figure,
    spaces: SpaceMap,
    names: list[str],
    fill: str,
    edge: str,
    label: str,
    hover: Callable[[str], str],
) -> None:
    """One trace of filled hexes, and invisible markers in their middles that carry the hover texts."""
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
        name=label,
        hoverinfo="skip",
    )
    centres = [spaces.centre(spaces.index(name)) for name in names]
    figure.add_scatter(
        x=[x for x, _ in centres],
        y=[y for _, y in centres],
        mode="markers",
        marker={"size": 22, "opacity": 0},
        text=[hover(name) for name in names],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
    )


def _texts(figure: Figure, spaces: SpaceMap, texts: Mapping[str, str], colour: str) -> None:
    centres = [spaces.centre(spaces.index(name)) for name in texts]
    figure.add_scatter(
        x=[x for x, _ in centres],
        y=[y for _, y in centres],
        mode="text",
        text=list(texts.values()),
        textfont={"size": 11, "color": colour},
        hoverinfo="skip",
        showlegend=False,
    )
