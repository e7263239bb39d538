"""Legal actions of a turn by brute force, corps of any number of groups included: each group is sought on the board that the
groups before it leave (D5.5), so that the corps of three groups need not be sought among all triples of groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from hexwidget.systems.depletion.actions import Corps, Maneuver
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.maneuver.crossing import DRY
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY
from tests.depletion.anything import scattered
from tests.depletion.every_crossing import crossings_of
from tests.depletion.everything import every_group

MOST_GROUPS, MOST_TRIED = 300, 4000
"""Positions with more groups to be said, or more actions to be tried, are left out."""


class TooMany(Exception):  # noqa: N818  (it is no error: such positions are left out)
    """There is more to be tried than a test should take."""


def legal_moves(position: DepletionPosition) -> list[Maneuver | Corps]:
    """A legal maneuver or corps for each result, and many more that lead to the same results.

    :raises TooMany: if that would take long
    """
    tried = list(islice(_moves(position, position, ()), MOST_TRIED + 1))
    if len(tried) > MOST_TRIED:
        raise TooMany
    return [action for action in tried if is_legal(position, action)]


def _moves(
    position: DepletionPosition, board: DepletionPosition, before: Sequence[Maneuver]
) -> Iterator[Maneuver | Corps]:
    seat, player = position.turn, position.players[position.turn]
    said = list(islice(every_group(board, seat), MOST_GROUPS + 1))
    if len(said) > MOST_GROUPS:
        raise TooMany
    seen = set[object]()
    for group in dict.fromkeys(said):
        action = Corps(player, (*before, group)) if before else group
        yield action
        plan = ManeuverPlan(board, group, seat, whose_turn=False)
        if plan.claims or len(before) + 1 == position.corps_limit(seat) or not is_legal(position, action):
            continue
        after = plan.board
        # Two groups make no difference to those that follow if they leave the same board, seats, vessels and free entry.
        key = (
            after.armies,
            plan.path[-1],
            len(plan.path) > 1,
            _leaves_the_free_entry(board, group),
            *_of_vessels(plan),
        )
        if key not in seen:
            seen.add(key)
            yield from _moves(position, after, (*before, group))


def _leaves_the_free_entry(board: DepletionPosition, group: Maneuver) -> bool:
    """True if a group can pay its way without the free entry of its corps (D1.11)."""
    plan = ManeuverPlan(board, group, board.turn, whose_turn=False)
    plan.frees = False
    return any(costs.who is None for _, costs in crossings_of(plan))


def _of_vessels(plan: ManeuverPlan) -> tuple[object, ...]:
    """The ways in which the units of a group may ride, and the vessels that it moves."""
    ways = frozenset(
        tuple(sorted(p.rides for p in way if p.rides != DRY)) for way, costs in crossings_of(plan) if costs.who is None
    )
    joined = tuple((plan.path[n], units[GALLEY]) for n, units in plan.action.pickups)
    return (ways, plan.path[0], plan.taken[GALLEY], joined) if plan.moved[GALLEY] and plan.action.moves else (ways,)


def position_with_castles(rng: Random, pace: str) -> DepletionPosition:
    """A position on at most 6 hexes with at most 4 units, whose player may move two or three armies at once."""
    while True:
        columns, rows = rng.choice([(2, 2), (3, 2), (2, 3), (5, 1), (4, 1)])
        drawn = scattered(rng, columns=columns, rows=rows, most_units=4)
        owners = {army.at: army.owner for army in drawn.armies}
        seat = rng.choice(list(owners.values()) or [0])
        player, name = drawn.players[seat], drawn.map.name
        land = drawn.map.plane("plains", "forest", "mountain", "swamp")
        free = [name(at) for at in drawn.map.members(land) if owners.get(at, seat) == seat]
        if not free or sum(army.size for army in drawn.armies if army.owner == seat and not army.cubes) < 2:
            continue
        described = drawn.system.to_json(drawn)
        built = {kind: {} for kind in ("cities", "castles", "capitals") if kind in described}
        built["castles"] = {player: rng.sample(free, min(len(free), rng.choice([1, 1, 2])))}
        described |= {**built, "turn": player, "pace": pace, "round": 1}
        position = drawn.system.from_json(described)
        assert isinstance(position, DepletionPosition)
        if position.to_act and position.stage == "maneuver":
            return position


def position_with_full_armies(rng: Random, pace: str) -> DepletionPosition:
    """A position on at most 6 hexes, with one to explore, whose largest armies are as large as the limit lets them be."""
    while True:
        columns, rows = rng.choice([(2, 2), (3, 2), (2, 3), (5, 1), (4, 1)])
        drawn = scattered(rng, columns=columns, rows=rows, most_units=4)
        if not drawn.map.plane("unexplored") or not drawn.armies:
            continue
        largest = max(drawn.armies, key=lambda army: army.size)
        player = drawn.players[largest.owner]
        described = drawn.system.to_json(drawn) | {"army_size": largest.size, "turn": player, "pace": pace, "round": 1}
        position = drawn.system.from_json({key: described[key] for key in described if key != "capitals"})
        assert isinstance(position, DepletionPosition)
        if position.to_act and position.stage == "maneuver" and not largest.cubes:
            return position
