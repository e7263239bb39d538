"""Bars and lines: odds, and the pieces over a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexwidget.play import Session
from hexwidget.plots.drawing import BAR, MARGIN, NEUTRAL, bars, fit, graph_objects, lines, plain, refuse
from hexwidget.rules import ChanceNode, Observation
from hexwidget.rules.odds import percent
from hexwidget.scene.palette import PALETTES

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from hexwidget.explore import Chances
    from hexwidget.systems.depletion.battle import BattleOdds


def odds(chances: ChanceNode | Chances | Mapping[Any, Any], title: str = "") -> Figure:
    """A bar for the probability of each outcome, the likeliest on top.

    :param chances: a chance node (`Position.chance`), the result of `hexwidget.explore.odds`, or a mapping of outcomes to
        probabilities, such as a system's odds
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    found = chances.probabilities if isinstance(chances, ChanceNode) else getattr(chances, "fractions", chances)
    if (
        not isinstance(found, Mapping)
        or not found
        or not all(isinstance(p, (Fraction, float, int)) for p in found.values())
    ):
        raise refuse(chances, "a chance node, or outcomes with their probabilities")
    ranked = sorted(found.items(), key=lambda item: item[1])
    names = [" > ".join(map(str, name)) if isinstance(name, tuple) else str(name) for name, _ in ranked]
    shares = [Fraction(p) for _, p in ranked]
    return _odds(
        names, shares, title or (chances.label if isinstance(chances, ChanceNode) else "odds"), "",
        [plain(f"{name}: {p if p.denominator < 10**6 else float(p)}") for name, p in zip(names, shares, strict=True)],
    )  # fmt: skip


def battle(odds: BattleOdds) -> Figure:
    """A bar for the probability of each pair of hits in a battle, in the colour of the player who hits more, with the units
    that fall.

    :param odds: the result of `DepletionPosition.battle_odds`
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    from hexwidget.systems.depletion.battle import BattleOdds

    if not isinstance(odds, BattleOdds):
        raise refuse(odds, "the odds of a battle")
    ranked = sorted(odds.items(), key=lambda item: (-item[1], item[0]))[::-1]  # the likeliest on top, as in the table
    names = [f"{a} : {d}" for (a, d), _ in ranked]
    falls = [odds.falls(hits) for hits, _ in ranked]
    hovers = [
        lines([f"{name}: {p}", f"{odds.attacker} loses {ours}", f"{odds.defender} loses {theirs}"])
        for name, (_, p), (ours, theirs) in zip(names, ranked, falls, strict=True)
    ]
    title = f"{odds.title}: {odds.drawn} cubes drawn"
    owners = PALETTES["light"]["owner"]
    first, second = (owners[hue][0] if hue in owners else hue for hue in odds.hues)
    colours = [first if a > d else second if a < d else NEUTRAL for (a, d), _ in ranked]
    return _odds(names, [p for _, p in ranked], title, f"hits of {odds.attacker} : {odds.defender}", hovers, colours)


def _odds(
    names: list[str], shares: list[Fraction], title: str, axis: str, told: list[str], colours: list[str] | str = BAR
) -> Figure:
    values, texts = [float(p) for p in shares], [percent(p) for p in shares]
    figure = bars(names, values, colours, told, "%{customdata}<extra></extra>", text=texts)
    figure.update_layout(
        title={"text": plain(title)},
        xaxis={"title": {"text": "probability"}, "tickformat": ".0%"},
        yaxis={"title": {"text": plain(axis)}},
    )
    return figure


def timeline(session: Session) -> Figure:
    """A line for the number of each player's pieces over the current line of play, with the actions.

    :raises InputError: if it is not a session
    :raises ImportError: if plotly is missing
    """
    session = getattr(session, "session", session)  # a board has one
    if not isinstance(session, Session):
        raise refuse(session, "a session, or a board")
    steps = session.line
    players = session.position.players
    system = session.position.system
    counts: dict[str, list[int]] = {player: [] for player in players}
    hues: dict[str, str] = {}
    for step in steps:
        scene = system.scene(Observation(None, step.position))
        owned = [(p.owner, p.count) for p in scene.pieces] + [(c.owner, c.count) for c in scene.cards if not c.pile]
        found: Counter[str] = Counter()
        for owner, many in owned:
            if owner >= 0:
                found[scene.players[owner].name] += many
        hues |= {player.name: player.hue for player in scene.players}
        for player in players:
            counts[player].append(found[player])
    texts = [plain(step.text) for step in steps]
    figure = graph_objects().Figure()
    for n, player in enumerate(players):
        figure.add_scatter(
            x=[step.depth for step in steps],
            y=counts[player],
            mode="lines+markers",
            name=plain(player),
            line={
                "shape": "hv",
                "color": PALETTES["light"]["owner"][hues[player]][0],
                "dash": ("solid", "dash", "dot")[n % 3],
            },
            marker={"symbol": ("square", "circle", "diamond", "hexagon")[n % 4], "size": 8},
            text=texts,
            hovertemplate="step %{x}: %{text}<br>%{fullData.name}: %{y}<extra></extra>",
        )
    figure.add_vline(x=session.step.depth, line={"color": NEUTRAL, "dash": "dot", "width": 1})
    fit(figure, f"{len(steps) - 1} steps", 320)
    figure.update_layout(
        margin={"l": 60, "r": MARGIN, "t": 54, "b": 50},
        xaxis={"title": {"text": "step"}, "dtick": max(1, len(steps) // 12)},
        yaxis={"title": {"text": "pieces"}, "rangemode": "tozero"},
    )
    return figure
