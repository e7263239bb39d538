"""Forecasts that the rules give: each outcome of chance is played out, with the decisions that it forces, and they are grouped by result."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from hexwidget.english import worded
from hexwidget.problems import InputError
from hexwidget.rules.action import Action
from hexwidget.rules.chance import ChanceOutcome
from hexwidget.rules.choices import Choices, Draft, Forecast, Share
from hexwidget.rules.event import Transition
from hexwidget.rules.position import Observation, Position
from hexwidget.rules.verdict import IllegalAction
from hexwidget.scene import Piece

MOST_FORCED = 50
"""The most ways to decide what a result forces that are played out."""
MOST_RESULTS = 2_000
"""The most positions that are visited for one forecast."""
MOST_STEPS = 100
"""The most steps in a row, forced or of chance, that are played out."""
MOST_SHARES = 6
"""The most results of a forecast that are told apart."""
GONE, LEFT, WEAKER = "{piece} is destroyed", "{piece} leaves {0}", "{piece} is weakened"

F = TypeVar("F")
Steps = tuple[Transition[Any], ...]
Facts = Callable[[Position, Steps], frozenset[F]]
"""A position, and the steps that led to it -> what holds there."""
Result = tuple[frozenset[F], dict[F, str]]
"""The facts that hold after all decisions, and those that hold after some, each with the player who decides."""
Change = tuple[str, str]
"""The id of a piece, and the wording of its change."""
Ends = tuple[tuple[Fraction, Steps, Result[Change]], ...]
"""The results of chance, each with its probability, its steps, and the changes of pieces."""


class TooManyResultsError(Exception):
    """Chance and forced decisions come to too many positions, or to too many in a row."""


def forced_facts(position: Position, facts: Facts[F], left: list[int], steps: Steps = ()) -> Result[F]:
    """Return the facts after the decisions that a result forces, such as a retreat. They are forced until the position is calm. If
    there are too many to play out, the facts before them count.

    :param left: the number of positions that may still be visited, as the only item
    :raises TooManyResultsError: if they are more
    """
    _visit(left, steps)
    if len(position.to_act) != 1 or position.chance is not None or position.system.lookahead.calm(position):
        return facts(position, steps), {}
    (player,) = position.to_act
    actions, every = position.legal_actions(player).some(MOST_FORCED)
    if not actions or not every:
        return facts(position, steps), {}
    after = [position.apply(action) for action in actions]
    ends = [forced_facts(each.position, facts, left, (*steps, each)) for each in after]
    sure = frozenset.intersection(*(held for held, _ in ends))
    depends = {fact: player for held, _ in ends for fact in held - sure}
    return sure, {**depends, **{fact: who for _, some in ends for fact, who in some.items()}}


def roll_results(position: Position, left: list[int], steps: Steps = ()) -> Iterator[tuple[Fraction, Position, Steps]]:
    """Yield each result of chance, up to what a player decides or what opens something new, with its probability and its steps.

    :param left: as `forced_facts` has it
    :raises TooManyResultsError: as there
    """
    _visit(left, steps)
    node = position.chance
    if node is None or node.opening:
        yield Fraction(1), position, steps
        return
    for value, share in node.outcomes:
        after = position.apply(ChanceOutcome(node.source, value))
        for part, end, led in roll_results(after.position, left, (*steps, after)):
            yield share * part, end, led


def _visit(left: list[int], steps: Steps) -> None:
    left[0] -= 1
    if left[0] < 0 or len(steps) > MOST_STEPS:
        raise TooManyResultsError


# ------------------------------------------------------------------ what becomes of pieces
@lru_cache(maxsize=32)  # a board asks for the choices of one draft several times
def all_results(position: Position, action: Action) -> Ends:
    """Return each result of the chance that an action leads to: its probability, its steps, and what becomes of pieces. Empty if chance
    decides nothing then.

    :raises IllegalAction: if the rules bar the action
    :raises TooManyResultsError: if it can come to too many positions
    """
    first: Position = position.apply(action).position
    node = first.chance
    if node is None or node.opening:
        return ()
    before, left = pieces(first), [MOST_RESULTS]

    def changes(end: Position, _: Steps) -> frozenset[Change]:
        now = pieces(end)
        return frozenset(found for was in before.values() for found in _changes(was, now.get(was.id)))

    return tuple([(share, steps, forced_facts(end, changes, left)) for share, end, steps in roll_results(first, left)])


def pieces(position: Position) -> dict[str, Piece]:
    """Return the pieces of a whole position, by their ids."""
    return {each.id: each for each in position.system.scene(Observation(None, position)).pieces}


def _changes(was: Piece, now: Piece | None) -> Iterator[Change]:
    if now is None:
        yield was.id, GONE
        return
    if now.space != was.space:
        yield was.id, LEFT
    if now.lost > was.lost or now.count < was.count:
        yield was.id, WEAKER


def gainer(position: Position, known: Mapping[str, Piece], action: Action, changes: frozenset[Change]) -> str | None:
    """Return the player that a result of an action favours: others lose by it, or have to leave, and that player does not. None if it
    favours nobody, or several.

    :param known: the pieces of the position, by their ids
    """
    harmed = {known[name].owner for name, what in changes if what != LEFT and name in known}
    harmed |= {known[name].owner for name, what in changes if name in known} - {position.players.index(action.player)}
    unharmed = [player for seat, player in enumerate(position.players) if seat not in harmed]
    if not harmed or (len(unharmed) > 1 and action.player not in unharmed):
        return None
    return action.player if action.player in unharmed else next(iter(unharmed), None)


def foretold(position: Position, action: Action, title: str) -> tuple[Forecast, ...]:
    """Return the odds of the changes of pieces after an action, by the rules. Empty if chance decides nothing, if there are too many
    results, or if something is hidden: a player may not know the odds then."""
    if not position.system.chancy or not position.system.is_whole(position):
        return ()
    try:
        results = all_results(position, action)
    except (IllegalAction, TooManyResultsError):
        return ()
    known = pieces(position)
    parts, favours = defaultdict[str, Fraction](Fraction), dict[str, str | None]()
    for share, _, result in results:
        label = _in_words(known, result)
        parts[label] += share
        favours[label] = gainer(position, known, action, result[0])
    ranked = sorted(parts.items(), key=lambda each: -each[1])
    if len(ranked) > MOST_SHARES:
        rest = sum([part for _, part in ranked[MOST_SHARES - 1 :]], Fraction(0))
        ranked[MOST_SHARES - 1 :] = [(worded("something else"), rest)]
    shares = tuple(Share(label, float(part), favours.get(label)) for label, part in ranked)
    return (Forecast(title, shares),) if len(shares) > 1 else ()


def _in_words(known: Mapping[str, Piece], result: Result[Change]) -> str:
    """Return the changes that are sure, and those that depend on a decision, with its player."""

    def said(change: Change) -> str:
        piece = known[change[0]]
        return worded(change[1], piece.space, piece=piece.label)

    sure, depends = result
    told = [said(each) for each in sorted(sure) if each[0] in known]
    more = [(each, who) for each, who in sorted(depends.items()) if each[0] in known]
    told += [worded("{change}, if {player} decides so", change=said(each), player=who) for each, who in more]
    return "; ".join(told) or worded("nothing changes")


# ------------------------------------------------------------------ what a board shows
def confirming_choices(position: Position, action: Action) -> Choices | None:
    """Return the choices with which a player confirms an action on the board; None if no draft means it."""
    for slots in position.system.grammar.drafts(action):
        with suppress(InputError):
            now = position.choices(Draft(slots), action.player)
            if now.action == action:
                return now
    return None


def forecasts_of(position: Position, action: Action) -> tuple[Forecast, ...]:
    """Return the odds that the board shows for an action."""
    chosen = confirming_choices(position, action)
    return () if chosen is None else chosen.forecasts
