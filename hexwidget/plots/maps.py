"""Figures on the spaces of a map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexwidget.geometry import SpaceMap
from hexwidget.plots.drawing import (
    DARK_UP_TO,
    NOTHING,
    SHADES,
    lines,
    map_figure,
    names_on,
    plain,
    refuse,
    spaces_in,
    texts_on,
)
from hexwidget.problems import InputError, Problem, Problems
from hexwidget.rules import Action, IllegalAction, Position
from hexwidget.rules.interpretations import Comparison
from hexwidget.rules.reach import Reach
from hexwidget.scene.palette import PALETTES

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_LINES = ("#1c5fa8", "#b3450b", "#1b6e47", "#7b3f9d", "#8a6d00", "#22302b")
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")


def reach(area: Reach) -> Figure:
    """A reach on its map: reached hexes with their cost in movement points, barred hexes at the rim with their clause.

    :param area: the result of `Position.reach`
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    if not isinstance(area, Reach):
        raise refuse(area, "a reach")
    figure = map_figure(area.map, area.label)
    costs = area.costs()
    others = [name for name in area.map.names() if name not in costs]
    palette = PALETTES["light"]
    spaces_in(figure, area.map, others, NOTHING, palette["grid"], "not reached", lambda name: [_barred(area, name)])
    for cost in sorted(set(costs.values())):
        names = [name for name, c in costs.items() if c == cost]
        label = f"{cost} point{'' if cost == 1 else 's'}"
        spaces_in(
            figure,
            area.map,
            names,
            SHADES[min(cost, len(SHADES) - 1)],
            "#ffffff",
            label,
            lambda name: [f"{name}: {costs[name]} of {area.budget} points", "-".join(area.path(name))],
        )
    dark = [name for name, cost in costs.items() if cost <= DARK_UP_TO]
    texts_on(figure, area.map, {name: str(costs[name]) for name in dark}, "#ffffff")
    texts_on(figure, area.map, {name: str(cost) for name, cost in costs.items() if cost > DARK_UP_TO}, "#10233d")
    texts_on(figure, area.map, area.rim, palette["overlay"]["barred"])
    names_on(figure, area.map)
    return figure


def _barred(area: Reach, name: str) -> str:
    clause = area.rim.get(name)
    return f"{name}: barred by {clause}" if clause else f"{name}: not reached"


def spaces(place: Position | SpaceMap, numbers: Mapping[str, float], title: str = "", *, unit: str = "") -> Figure:
    """Numbers on spaces, such as a danger map: ``spaces(position, position.danger("red"))``.

    :param place: a position or a map
    :param numbers: a number for each name of a space
    :param unit: the unit of the numbers, as in "armies"
    :raises InputError: if it is something else, or the map lacks a space
    :raises ImportError: if plotly is missing
    """
    where = getattr(place, "map", place)
    if not isinstance(where, SpaceMap) or not isinstance(numbers, Mapping):
        raise refuse((place, numbers), "a position (or a map) and numbers for its spaces")
    problems = Problems()
    for name, number in numbers.items():
        if where.find(name) is None:
            problems.add(str(name), where.explain_unknown(name))
        elif isinstance(number, bool) or not isinstance(number, (int, float)):
            problems.add(str(name), f"expected a number, not {number!r}")
    problems.raise_any("this cannot be plotted")
    figure = map_figure(where, title or getattr(numbers, "label", ""))
    figure.update_layout(legend={"title": {"text": plain(unit)}})
    others = [name for name in where.names() if name not in numbers]
    spaces_in(figure, where, others, NOTHING, PALETTES["light"]["grid"], "none", lambda name: [name])
    values = sorted(set(numbers.values()), reverse=True)
    dark: dict[str, str] = {}
    bright: dict[str, str] = {}
    for n, value in enumerate(values):
        shade = n * (len(SHADES) - 1) // max(1, len(values) - 1) if len(values) > len(SHADES) else n
        names = [name for name, number in numbers.items() if number == value]
        label = f"{value:.6g}"
        spaces_in(
            figure, where, names, SHADES[shade], "#ffffff", label, lambda name: [f"{name}: {numbers[name]:.6g} {unit}"]
        )
        (dark if shade <= DARK_UP_TO else bright).update(dict.fromkeys(names, label))
    texts_on(figure, where, dark, "#ffffff")
    texts_on(figure, where, bright, "#10233d")
    names_on(figure, where)
    return figure


def readings(comparison: Comparison) -> Figure:
    """The differences between the readings of an option: the spaces that matter under each, and under several.

    :param comparison: the result of `hexwidget.compare_readings`
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing
    """
    if not isinstance(comparison, Comparison):
        raise refuse(comparison, "a comparison of readings")
    where, rulebook = comparison.position.map, comparison.position.system.rulebook
    figure = map_figure(where, f"{comparison.clause} {rulebook[comparison.clause].title}: {comparison.option}")
    figure.update_layout(legend={"title": {"text": "what differs"}})
    under: dict[str, list[str]] = {}
    told: dict[str, list[str]] = {}
    for difference in comparison:
        for reading, said, changed in zip(comparison.readings, difference.under, difference.spaces, strict=True):
            for name in changed:
                if reading not in under.setdefault(name, []):
                    under[name].append(reading)
                told.setdefault(name, []).append(f"{difference.subject}: {said} under {reading}")
    others = [name for name in where.names() if name not in under]
    spaces_in(
        figure, where, others, NOTHING, PALETTES["light"]["grid"], "the same", lambda name: [f"{name}: no difference"]
    )
    groups = sorted({tuple(sorted(kinds, key=comparison.readings.index)) for kinds in under.values()})
    for n, group in enumerate(groups):
        names = [name for name, kinds in under.items() if set(kinds) == set(group)]
        label = f"only {group[0]}" if len(group) == 1 else " and ".join(group)
        spaces_in(
            figure, where, names, SHADES[2 * n % len(SHADES)], "#ffffff", label,
            lambda name: [name, *told[name][:6]],
        )  # fmt: skip
        letter = chr(ord("A") + n)
        figure.data[-2].name = plain(f"{letter}: {label}")
        texts_on(
            figure, where, dict.fromkeys(names, letter), "#ffffff" if 2 * n % len(SHADES) <= DARK_UP_TO else "#10233d"
        )
    names_on(figure, where)
    return figure


def maneuvers(position: Position, *actions: Action | str) -> Figure:
    """Several actions on the map: the way of each, its effects, or the clauses that bar it.

    :param position: the position to compare them at
    :param actions: the actions or their texts; an action that names no spaces is in the legend only
    :raises InputError: if one cannot be read, or none is given
    :raises ImportError: if plotly is missing
    """
    if not isinstance(position, Position):
        raise refuse(position, "a position")
    if not actions:
        raise InputError("this cannot be plotted", [Problem("", "expected at least one action")])
    where = position.map
    figure = map_figure(where, f"{len(actions)} ways")
    figure.update_layout(legend={"title": {"text": "way"}})
    for ground in position.scene().grounds:
        names = [name for name in where.names() if where.terrain(name) == ground.key]
        fill = PALETTES["light"]["ground"][ground.hue][0]
        spaces_in(
            figure,
            where,
            names,
            fill,
            PALETTES["light"]["grid"],
            ground.label,
            lambda name: [f"{name}: {where.terrain(name)}"],
        )
        if names:
            figure.data[-2].showlegend = False
    names_on(figure, where)
    for n, given in enumerate(actions):
        action = position.parse(given) if isinstance(given, str) else given
        way = _way(where, str(action))
        try:
            happened = [str(event) for event in position.apply(action).events]
            verdict = "legal"
        except IllegalAction as refused:
            happened = [f"{finding.clause}: {finding.text}" for finding in refused.verdict.findings]
            verdict = f"barred by {', '.join(refused.verdict.clauses)}"
        points = [where.centre(where.index(name)) for name in way]
        off = 0.07 * (n - (len(actions) - 1) / 2)
        xs: list[float | None] = [x + off for x, _ in points]
        ys: list[float | None] = [y + off for _, y in points]
        if not points:  # the action is in the legend only
            xs, ys = [None], [None]
        figure.add_scatter(
            x=xs,
            y=ys,
            mode="lines+markers",
            line={"color": _LINES[n % len(_LINES)], "width": 4, "dash": _DASHES[n % len(_DASHES)]},
            marker={"size": 9, "symbol": ["circle"] * max(0, len(points) - 1) + ["triangle-up"]},
            name=plain(f"{action}: {verdict}"),
            text=[lines([f"{action}: {verdict}", *happened[:8]])] * max(1, len(points)),
            hovertemplate="%{text}<extra></extra>",
        )
    figure.update_layout(
        legend={"orientation": "h", "y": -0.05, "yanchor": "top"}, height=figure.layout.height + 40 * len(actions)
    )
    return figure


def _way(where: SpaceMap, text: str) -> list[str]:
    """The spaces that a text names, in order."""
    words = "".join(c if c.isalnum() or c in "_" else " " for c in text).split()
    return [word for word in words if where.find(word) is not None]
