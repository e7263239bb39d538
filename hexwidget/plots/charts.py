"""Bars and lines: odds, and the pieces over a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexwidget.english import agree, counted, listing, phrase, translated, worded
from hexwidget.languages import ENGLISH, catalogue_now, in_its_language, speaking
from hexwidget.play import Session
from hexwidget.plots.drawing import BAR, NEUTRAL, bars, entitle, fit, graph_objects, lines, name_ends, plain, refuse
from hexwidget.problems import InputError
from hexwidget.rules import ChanceNode, Observation, percent
from hexwidget.scene.colours import figure_on
from hexwidget.scene.palette import PALETTES

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

    from hexwidget.explore import Chances
    from hexwidget.systems.depletion.battle import BattleOdds


def odds(chances: ChanceNode | Chances | Mapping[Any, Any], title: str = "") -> Figure:
    """A bar for the probability of each outcome, the likeliest on top.

    :param title: in place of the sentence that names the likeliest outcome
    :param chances: a chance node (`Position.chance`), the result of `hexwidget.explore.odds`, or a mapping of outcomes to
        probabilities, such as a system's odds
    :raises InputError: if it is something else
    :raises ImportError: if plotly is missing: ``pip install "hexwidget[plots]"``
    """
    found = chances.probabilities if isinstance(chances, ChanceNode) else getattr(chances, "fractions", chances)
    numbers = Fraction, float, int
    if not (isinstance(found, Mapping) and found and all(isinstance(p, numbers) for p in found.values())):
        raise refuse(chances, "a chance node, or outcomes with their probabilities")
    if isinstance(chances, ChanceNode) and translated(chances.label) != chances.label:
        return _odds_told(chances, found, title)
    with speaking(ENGLISH):  # nobody knows the language of the names
        return _odds_told(chances, found, title)


def _odds_told(chances: object, found: Mapping[Any, Any], title: str) -> Figure:
    """The figure of outcomes with their probabilities."""
    ranked = sorted(found.items(), key=lambda item: item[1])
    names = [" > ".join(map(str, name)) if isinstance(name, tuple) else str(name) for name, _ in ranked]
    shares = [Fraction(p) for _, p in ranked]
    told = [plain(f"{name}: {p if p.denominator < 10**6 else float(p)}") for name, p in zip(names, shares, strict=True)]
    label = f"{translated(chances.label)}: " if isinstance(chances, ChanceNode) and chances.label else ""
    return _odds(names, shares, title or f"{label}{_likeliest(names, shares)}", "", told)


def _likeliest(names: list[str], shares: list[Fraction]) -> str:
    """The likeliest outcome of some, in words. The last is the likeliest."""
    best = [name for name, share in zip(names, shares, strict=True) if share == shares[-1]]
    if len(best) == 1:
        return worded("{name} is likeliest, at {part}", name=best[0], part=percent(shares[-1]))
    is_all = len(best) == len(names)
    wording = "all {n} outcomes have {part} each" if is_all else "the likeliest {n} outcomes have {part} each"
    return worded(wording, n=str(len(best)), part=percent(shares[-1]))


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
    ours, theirs = (sum((p for (a, d), p in ranked if sign * (a - d) > 0), Fraction(0)) for sign in (1, -1))
    title = f"{agree(odds.attacker, 'hits')} more in {percent(ours)} of draws, {odds.defender} in {percent(theirs)}"
    owners = PALETTES["light"]["owner"]
    first, second = (owners[hue][0] if hue in owners else hue for hue in odds.hues)
    colours = [first if a > d else second if a < d else NEUTRAL for (a, d), _ in ranked]
    figure = _odds(names, [p for _, p in ranked], title, f"hits of {odds.attacker} : {odds.defender}", hovers, colours)
    entitle(figure, title, f"{odds.title}; {counted(odds.drawn, 'cube')} of {sum(map(sum, odds.bag))} drawn")
    # On paper strokes tell the players apart.
    figure.update_traces(marker={"pattern": {"shape": ["/" if a < d else "" for (a, d), _ in ranked], "solidity": 0.2}})
    return figure


def _own_colours(shown: Any) -> dict[str, str]:
    """The colours that a board gives its players; empty for a session, and for a player's board, which makes no scenario."""
    if isinstance(shown, Session) or not hasattr(shown, "scenario"):
        return {}
    with suppress(InputError):
        return dict(shown.scenario().annotations.colours)
    return {}


def _face(hue: str) -> tuple[str, str]:
    """The colours of a player's counters, and of their figures."""
    owners = PALETTES["light"]["owner"]
    return (owners[hue][0], owners[hue][1]) if hue in owners else (hue, figure_on(hue))


def _odds(
    names: list[str], shares: list[Fraction], title: str, axis: str, told: list[str], colours: list[str] | str = BAR
) -> Figure:
    values, texts = [float(p) for p in shares], [percent(p) for p in shares]
    figure = bars(names, values, colours, told, "%{customdata}<extra></extra>", text=texts)
    entitle(figure, title)
    x = {"title": {"text": translated("probability")}, "tickformat": ".0%"}
    figure.update_layout(xaxis=x, yaxis={"title": {"text": plain(axis)}})
    return figure


def _step_text(session: Session, n: int) -> str:
    """The text of a step of the line of play: as it is typed, or in words of another language."""
    step, before = session.line[n], session.line[n - 1].position
    if catalogue_now() is None or step.done is None:
        return translated(step.text)
    if step.action is not None:
        return f"{translated(step.action.player)}: {before.system.in_words(before, step.action)}"
    return str(before.system.told(before, step.done, None))


@in_its_language
def timeline(session: Session) -> Figure:
    """A line for the number of each player's pieces over the current line of play, with the actions, in the players' colours.

    :param session: a session, or a board, whose own colours its players have
    :raises InputError: if it is not a session
    :raises ImportError: if plotly is missing
    """
    own = _own_colours(session)
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
        hues |= {player.name: own.get(player.name, player.hue) for player in scene.players}
        for player in players:
            counts[player].append(found[player])
    texts = [plain(_step_text(session, n)) for n in range(len(steps))]
    faces = {player: _face(hues[player]) for player in players}
    figure = graph_objects().Figure()
    for n, player in enumerate(players):
        figure.add_scatter(
            x=[step.depth for step in steps],
            y=counts[player],
            mode="lines+markers",
            name=plain(translated(player)),
            line={"shape": "hv", "color": faces[player][0], "dash": ("solid", "dash", "dot")[n % 3]},
            marker={"symbol": ("square", "circle", "diamond", "hexagon")[n % 4], "size": 8},
            text=texts,
            hovertemplate=f"{translated('step')} %{{x}}: %{{text}}<br>%{{fullData.name}}: %{{y}}<extra></extra>",
        )
    figure.add_vline(x=session.step.depth, line={"color": NEUTRAL, "dash": "dot", "width": 1})
    have = [phrase("{player:has} {n:piece}", player=player, n=counts[player][-1]) for player in players]
    fit(figure, worded("After {n:step} {have}", n=len(steps) - 1, have=listing(have)), 300)
    name_ends(figure, [(steps[-1].depth, counts[p][-1], translated(p), *faces[p]) for p in players])
    low, high = min(map(min, counts.values())), max(map(max, counts.values()))
    x = {"title": {"text": translated("step")}, "dtick": max(1, len(steps) // 12)}
    least, most = max(0, low - 1), high + 1
    y = {"title": {"text": translated("pieces")}, "range": [least, most], "dtick": max(1, (high - low) // 6)}
    figure.update_layout(margin={"l": 60, "b": 50}, xaxis=x, yaxis=y)
    return figure
