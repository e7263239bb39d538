"""Figures on the spaces of a map. Ground and pieces lie beneath, as on the board; marks follow the board's grammar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hexwidget.english import counted, listing, phrase, translated, worded
from hexwidget.geometry import SpaceMap
from hexwidget.languages import in_its_language
from hexwidget.plots.drawing import (
    NEUTRAL,
    NOTHING,
    MapFigure,
    entitle,
    lines,
    plain,
    refuse,
    scene_of,
    with_opacity,
    words,
)
from hexwidget.problems import InputError, Problems
from hexwidget.rules import Action, IllegalAction, Position
from hexwidget.rules.action_routes import ways_told
from hexwidget.rules.interpretations import Comparison
from hexwidget.rules.reach import Reach
from hexwidget.scene import Scene, player_looks

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
MOST_TOLD = 3
"""The most spaces that a title names."""
_LIT_WIDTH, _CASING = 3.5, 7.0
"""The widths of a lit line and of its casing, in pixels."""


@in_its_language
def reach(area: Reach | Iterable[Reach], *, theme: str = "light") -> Figure:
    """A reach on its map, as on the board: everything else steps back, with the points left in each space and the clauses in the
    hover texts. Several reaches (``one | other``, or a list) each have a line of their own.

    :param area: the result of `Position.reach`, or several on one map
    :param theme: "light" or "dark", or either with "-contrast"
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    areas = [area] if isinstance(area, Reach) else list(area) if isinstance(area, Iterable) else []
    if not areas or not all(isinstance(each, Reach) for each in areas):
        raise refuse(area, "a reach, or several")
    where = areas[0].map
    if any(each.map != where for each in areas):
        raise InputError("this cannot be plotted", "the reaches are on different maps")
    scene = scene_of(next((each.position for each in areas if each.position is not None), None))
    made = MapFigure(where, "", scene, theme)
    left: dict[str, int] = {}
    for each in areas:
        for name in each:
            left[name] = max(left.get(name, 0), each.left(name))
    many = phrase(f"{{n:{areas[0].map.word}}}", n=len(left))
    wording = "{label}: {many} within {n:point}" if len(areas) == 1 else "{all} reaches: {many} in all"
    label, budget = areas[0].label, areas[0].budget
    entitle(made.figure, worded(wording, label=label, many=many, n=budget, all=str(len(areas))))
    others = [name for name in made.spaces.names() if name not in left]
    made.fill(others, made.veil, NOTHING, translated("not reached"), lambda name: _barred_lines(areas, name))
    made.fill(list(left), NOTHING, NOTHING, translated("reached"), lambda name: _reached_lines(areas, name))
    made.leave_legend()
    for n, each in enumerate(areas):
        label, dash = translated(each.label) if len(areas) > 1 else "", _DASHES[n % len(_DASHES)]
        made.outline(each, made.casing, _CASING)
        made.outline(each, made.palette["lit"], _LIT_WIDTH, "", dash)
        made.outline([], NEUTRAL, _LIT_WIDTH, label, dash)  # in the legend, as the lit line is as light as a page
    made.texts({name: str(points) for name, points in left.items()})
    return made.figure


def _reached_lines(areas: list[Reach], name: str) -> list[str]:
    """The lines on a space that is reached."""
    told = [name]
    for each in areas:
        if name in each:
            cost, rest = each.cost(name), each.left(name)
            wording = "{label}: {cost} of {n:point}, {rest} left"
            told.append(worded(wording, label=each.label, cost=str(cost), n=cost + rest, rest=str(rest)))
            told.append("-".join(each.path(name)))
    return told


def _barred_lines(areas: list[Reach], name: str) -> list[str]:
    """The lines on a space that is not reached."""
    found = [worded("{0}: barred by {clause}", name, clause=str(each.rim[name])) for each in areas if name in each.rim]
    return found or [worded("{0}: not reached", name)]


def danger(position: Position, player: str, *, theme: str = "light") -> Figure:
    """The spaces that enemies of a player can reach or attack next, with their number.

    :raises InputError: if no player has that name, or the system knows no danger
    :raises ImportError: if plotly is missing
    """
    found = getattr(position, "danger", None)
    if found is None:
        if isinstance(position, Position):
            why = (
                f"positions of the system {position.system.name!r} have no danger: only those of 'depletion' do; "
                "count with `position.reach` where each piece can go, and show the numbers with `board.show`"
            )
            raise InputError("this cannot be plotted", why)
        raise refuse(position, "a position of a system that knows danger (`position.danger`)")
    return spaces(position, found(player), unit="armies", theme=theme)


def spaces(
    place: Position | SpaceMap, numbers: Mapping[str, float], title: str = "", *, unit: str = "", theme: str = "light"
) -> Figure:
    """Numbers on spaces, such as a danger map: ``spaces(position, position.danger("red"))``. The larger a number, the stronger
    its space is marked.

    :param place: a position or a map
    :param numbers: a number for each name of a space
    :param title: in place of the sentence that gives the range of the numbers
    :param unit: the unit of the numbers, as in "armies"
    :param theme: "light" or "dark", or either with "-contrast"
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
    label = str(getattr(numbers, "label", ""))
    made = MapFigure(where, title or _range(where, numbers, label, unit), scene_of(place), theme)
    made.figure.update_layout(legend={"title": {"text": plain(unit)}})
    palette = made.palette
    others = [name for name in made.spaces.names() if name not in numbers]
    made.fill(others, NOTHING, with_opacity(palette["tapeInk"], 0.2), "none", lambda name: [name])
    values = sorted(set(numbers.values()))
    for n, value in enumerate(values, 1):
        strength = 0.7 - 0.45 * (len(values) - n) / max(1, len(values) - 1)
        names = [name for name, number in numbers.items() if number == value]
        fill, edge = with_opacity(palette["tape"], strength), palette["tapeInk"]
        made.fill(names, fill, edge, f"{value:.6g}", lambda name: [f"{name}: {numbers[name]:.6g} {unit}"])
    made.texts({name: f"{number:.6g}" for name, number in numbers.items()})
    if not isinstance(place, Position):
        made.names()
    return made.figure


def _range(where: SpaceMap, numbers: Mapping[str, float], label: str, unit: str) -> str:
    """The range of numbers on spaces, in words."""
    if not numbers:
        return f"{label}: none" if label else "none"
    low, high = min(numbers.values()), max(numbers.values())
    unit = f" {unit}" * bool(unit)
    if len(numbers) == 1:
        (name,) = numbers
        return f"{f'{label}: ' * bool(label)}{high:.6g}{unit} on {name}"
    span = f"{high:.6g}{unit} each" if low == high else f"{low:.6g} to {high:.6g}{unit}"
    most = [name for name, number in numbers.items() if number == high]
    top = f", most on {listing(most)}" if low != high and len(most) <= MOST_TOLD else ""
    return f"{f'{label}: ' * bool(label)}{counted(len(numbers), where.word)}, {span}{top}"


@in_its_language
def readings(comparison: Comparison, *, theme: str = "light") -> Figure:
    """The differences between the readings of an option: the spaces that matter under each, and under several.

    :param comparison: the result of `hexwidget.compare_readings`
    :param theme: "light" or "dark", or either with "-contrast"
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing
    """
    if not isinstance(comparison, Comparison):
        raise refuse(comparison, "a comparison of readings")
    made = MapFigure(comparison.position, "", comparison.position.scene(), theme)
    made.figure.update_layout(legend={"title": {"text": translated("what differs")}})
    under: dict[str, list[str]] = {}
    told: dict[str, list[str]] = {}
    for difference in comparison:
        for reading, said, changed in zip(comparison.readings, difference.under, difference.spaces, strict=True):
            for name in changed:
                if reading not in under.setdefault(name, []):
                    under[name].append(reading)
                what = difference.subject
                said = worded("{what}: {said} under {reading}", what=what, said=said, reading=words(reading))
                told.setdefault(name, []).append(said)
    many = phrase(f"{{n:{comparison.position.map.word}}}", n=len(under))
    wording = (
        "{rule}: {many} differs between {readings}" if len(under) == 1 else "{rule}: {many} differ between {readings}"
    )
    wording = wording if under else "{rule}: nothing differs between {readings}"
    rule = f"{comparison.clause} {translated(comparison.position.system.rulebook[comparison.clause].title)}"
    named = listing([words(each) for each in comparison.readings])
    entitle(made.figure, worded(wording, rule=rule, many=many, readings=named))
    others = [name for name in made.spaces.names() if name not in under]
    made.fill(others, made.veil, NOTHING, translated("the same"), lambda name: [worded("{0}: no difference", name)])
    groups = sorted({tuple(sorted(kinds, key=comparison.readings.index)) for kinds in under.values()})
    act = made.palette["act"]
    for n, group in enumerate(groups):
        names = [name for name, kinds in under.items() if set(kinds) == set(group)]
        label = worded("only {reading}" if len(group) == 1 else "{reading}", reading=listing([*map(words, group)]))
        letter = chr(ord("A") + n)
        fill = with_opacity(act, 0.16 + 0.2 * (n % 3))
        made.fill(names, fill, act, f"{letter}: {label}", lambda name: [name, *told[name][:6]])
        made.texts(dict.fromkeys(names, letter))
    return made.figure


def maneuver(position: Position, action: Action | str, *, theme: str = "light") -> Figure:
    """One action on the map: see `maneuvers`."""
    return maneuvers(position, action, theme=theme)


@in_its_language
def maneuvers(position: Position, *actions: Action | str, theme: str = "light") -> Figure:
    """Several actions on the map: the way of each in its player's colour, its effects, or the clauses that bar it. A way that is
    barred is broken, in the colour of refusals, and ends with a cross.

    :param position: the position to compare them at
    :param actions: the actions or their texts; an action that names no spaces is in the legend only
    :param theme: "light" or "dark", or either with "-contrast"
    :raises InputError: if one cannot be read, or none is given
    :raises ImportError: if plotly is missing
    """
    if not isinstance(position, Position):
        raise refuse(position, "a position")
    if not actions:
        raise InputError("this cannot be plotted", "expected at least one action")
    scene = position.scene()
    made = MapFigure(position, "", scene, theme)
    where = made.spaces

    def ground(name: str) -> list[str]:
        return [f"{name}: {translated(where.terrain(where.index(name)))}"]

    made.fill(list(where.names()), NOTHING, NOTHING, translated("ground"), ground)
    made.leave_legend()
    legal = 0
    for n, given in enumerate(actions):
        action = position.parse(given) if isinstance(given, str) else given
        try:
            happened = [str(event) for event in position.apply(action).events]
            verdict, barred = translated("legal"), False
        except IllegalAction as refused:
            happened = [f"{finding.clause}: {finding.text}" for finding in refused.verdict.findings]
            verdict, barred = worded("barred by {clauses}", clauses=", ".join(refused.verdict.clauses)), True
        colour = made.palette["act"] if barred else _hue(scene, position, action.player, made.palette)
        line = {"color": colour, "width": 5, "dash": "dot" if barred else _DASHES[legal % len(_DASHES)]}
        legal += not barred
        off = 0.09 * (n - (len(actions) - 1) / 2)
        told, ways = f"{action}: {verdict}", ways_told(position, action)
        _draw_ways(made, ways, off, line, [told, *happened[:8]], "x" if barred else "arrow")
    numbers = {"n": str(len(actions)), "legal": str(legal), "barred": str(len(actions) - legal)}
    entitle(made.figure, told if len(actions) == 1 else worded("{n} ways: {legal} legal, {barred} barred", **numbers))
    made.figure.update_layout(height=made.figure.layout.height + 24 * len(actions))
    return made.figure


def _draw_ways(
    made: MapFigure, ways: list[tuple[str, ...]], off: float, line: dict[str, Any], told: list[str], end: str
) -> None:
    """Draw the ways of an action, each by itself, with a casing.

    :param off: the distance from the centres, so that several ways lie side by side
    :param told: the hover text; the first line stands in the legend
    :param end: the symbol at the end of the way
    """
    xs: list[float | None] = []
    ys: list[float | None] = []
    symbols: list[str] = []
    for way in ways or [()]:
        points = [made.spaces.centre(made.spaces.index(name)) for name in way]
        xs += [*(x + off for x, _ in points), None]  # the gap after a way
        ys += [*(y + off for _, y in points), None]
        symbols += ["circle", *["circle-dot"] * (len(points) - 2), end, end][: len(points) + 1]
    casing = {"color": made.palette["mark"], "width": 9}
    made.figure.add_scatter(x=xs, y=ys, mode="lines", line=casing, hoverinfo="skip", showlegend=False)
    edge = {"color": made.palette["mark"], "width": 1.5}
    marker = {"size": 13, "symbol": symbols, "angleref": "previous", "line": edge}
    texts = {"name": plain(told[0]), "text": [lines(told)] * len(xs), "hovertemplate": "%{text}<extra></extra>"}
    made.figure.add_scatter(x=xs, y=ys, mode="lines+markers", line=line, marker=marker, **texts)


def _hue(scene: Scene, position: Position, player: str, palette: Mapping[str, Any]) -> str:
    """The colour of a player's counters."""
    hue = {look.name: look.hue for look in (scene.players or player_looks(position.players))}.get(player, "")
    return hue if hue.startswith("#") else str(palette["owner"].get(hue, [palette["ink"]])[0])
