"""Level sets: which hexes can be reached for 0, 1, 2 ... points, all hexes of a level at once.

A plane is an integer with a bit for each hex (`hexwidget.geometry.HexMap`). With N(x) the hexes next to those of x,
entry costs 1 and 2 and R[b] the hexes that b points suffice for::

    R[b] = R[b-1]  |  N(R[b-1]) & ones  |  N(R[b-2]) & twos

A worked example on one line of five hexes, entry costs 1 1 2 1, starting on the first, 3 points::

    R[0] = X . . . .      R[1] = X X . . .      R[2] = X X X . .      R[3] = X X X . .
                                                  (third: 1 + 1)        (fourth costs 2: 4 in all)

The cost of a hex is the first level that holds it; a path is found by walking back through the levels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_


def spread(plane: int, stride: int) -> int:
    """The hexes of a plane and all that are next to them (bits off the map included: mask the result).

    The neighbours of hex 0 are at 1, stride - 1 and stride, and at the same behind it: the four of 0, 1, stride - 1 and
    stride, shifted back by a stride, are the four of -stride, 1 - stride, -1 and 0. So six operations make all of them.
    """
    along = plane | plane << 1
    ahead = along | along << stride - 1
    return ahead | ahead >> stride


def level_sets(start: int, ones: int, twos: int, budget: int, stride: int) -> list[int]:
    """The planes reached for at most 0, 1, ... ``budget`` points.

    :param start: plane of the hexes to set out from
    :param ones: plane of the hexes that cost 1 to enter; ``twos``: those that cost 2; all others are barred
    :param stride: of the frame that the planes belong to
    """
    levels = [start]
    reached, before = start, 0
    lift = stride - 1
    # Hexes near a level are near the next one, too. So R[b-1] is within the other two terms, but for the start.
    ones |= start
    for _ in range(budget):
        # As `spread`, written out: a call for each level would cost as much as the level.
        along = reached | reached << 1
        ahead = along | along << lift
        near = ahead | ahead >> stride
        reached = near & ones | before & twos
        levels.append(reached)
        before = near
    return levels


class Across:
    """The sides that cost more to cross, or that nobody crosses, by the planes of a frame.

    :param steps: of the frame that the planes belong to
    :param planes: by the points that crossing costs more, for each direction the plane of the hexes whose side there costs them;
        None: nobody crosses these sides
    :param everywhere: the plane of all hexes
    """

    __slots__ = ("beside", "dearer", "lifts", "most", "plain", "planes")

    def __init__(self, steps: Sequence[int], planes: Mapping[int | None, Sequence[int]], everywhere: int) -> None:
        self.planes: Mapping[int | None, Sequence[int]] = planes
        special = [reduce(or_, each) for each in zip(*planes.values(), strict=True)] or [0] * len(steps)
        self.beside: int = reduce(or_, special)
        """The hexes with such a side."""
        # Of the third direction and its opposite the one comes first that leads ahead.
        order = (0, 1, 2, 3, 4, 5) if steps[2] > 0 else (0, 1, 5, 3, 4, 2)
        self.lifts: tuple[int, int, int] = (steps[0], steps[1], abs(steps[2]))
        self.plain: list[int] = [everywhere & ~special[k] for k in order]
        at = {more: reduce(or_, each) for more, each in planes.items()}
        self.most: int = max(filter(None, planes), default=0)
        self.dearer: list[tuple[int, int, int, Sequence[int]]] = [
            (
                more,
                at[more],
                reduce(or_, [here for other, here in at.items() if other != more], 0),
                [each[k] for k in order],
            )
            for more, each in planes.items()
            if more is not None
        ]
        """The points that crossing costs more, with the hexes that have such a side, those with one that costs otherwise, and the planes."""


def level_sets_across(
    start: int,
    entry: Mapping[int, int],
    budget: int,
    steps: Sequence[int],
    across: Across,
    last: int = 0,
    roads: Sequence[tuple[int, Sequence[int]]] = (),
) -> list[int]:
    """As `level_sets`, where some steps cost more by the side that they cross.

    :param entry: by the points that it costs to enter them (1 or more) planes that do not intersect; other hexes are barred
    :param steps: of the frame that the planes belong to
    :param last: plane of the hexes that may be entered, but not left again
    :param roads: the points of a step along a road, whatever the ground and the side cost, each with, for each direction, the plane of the
        hexes from which the road leads there. The hexes must be those of ``entry``
    """
    stride, beside, plain, dearer = max(steps[1], steps[0]), across.beside, across.plain, across.dearer
    one, two, three = across.lifts
    priced = [*entry.items()]
    dearest = max((*entry, *[points for points, _ in roads]), default=1)
    due = [start, *[0] * (budget + dearest + across.most)]
    open_ = reduce(or_, entry.values(), 0) if roads else 0
    levels, reached, leaves = list[int](), 0, ~last | start
    for spent in range(budget + 1):
        fresh = due[spent] & ~reached
        reached |= fresh
        levels.append(reached)
        if spent == budget:
            break
        fresh &= leaves
        for cost, planes in roads:
            due[spent + cost] |= one_step(fresh, planes, steps) & open_
        near = spread(fresh, stride)
        if fresh & beside:
            # To the hexes that are left, each step crosses such a side.
            left = near ^ (near := _ahead(fresh, plain, one, two, three))
            for more, at, others, planes in dearer:
                if here := fresh & at:
                    crossed = _ahead(here, planes, one, two, three) if fresh & others else left
                    for cost, plane in priced:
                        due[spent + cost + more] |= crossed & plane
        for cost, plane in priced:
            due[spent + cost] |= near & plane
    return levels


def one_step(plane: int, masks: Sequence[int], steps: Sequence[int]) -> int:
    """The hexes one step from those of a plane, in each direction only from those of its mask."""
    a, b, c, d, e, f = masks
    return _ahead(plane, (a, b, c, d, e, f) if steps[2] > 0 else (a, b, f, d, e, c), steps[0], steps[1], abs(steps[2]))


def _ahead(plane: int, masks: Sequence[int], one: int, two: int, three: int) -> int:
    """The hexes one step from those of a plane, in each direction only from those of its mask: three ahead, and three back."""
    a, b, c, d, e, f = masks  # written out: a loop takes twice as long
    ahead = (plane & a) << one | (plane & b) << two | (plane & c) << three
    return ahead | (plane & d) >> one | (plane & e) >> two | (plane & f) >> three


def level_sets_used(
    levels: list[int], ones: int, twos: int, free: int, stride: int, start: int = 0, late: int = 0
) -> list[int]:
    """As `level_sets`, where one entry into a hex of ``free`` may cost nothing, once: the planes reached with the free entry used, given
    those (``levels``) reached with it still to come.

    :param start: plane of hexes where one may stand with the free entry used before, having spent ``late`` points more
        than those who have spent least
    """
    used_levels = []
    used = before = 0
    for spent, reached in enumerate(levels):
        near = spread(used, stride)
        used |= near & ones | before & twos | spread(reached, stride) & free
        if spent == late:
            used |= start
        used_levels.append(used)
        before = near
    return used_levels


def costs_of(levels: list[int]) -> dict[int, int]:
    """For each hex of some level sets the first level that holds it, cheapest first.

    >>> costs_of([0b00001, 0b00011, 0b10111])
    {0: 0, 1: 1, 2: 2, 4: 2}
    """
    costs: dict[int, int] = {}
    before = 0
    for cost, plane in enumerate(levels):
        fresh = plane & ~before
        before = plane
        # Bit by bit: where few of many are set, quicker than looking through all of them.
        while fresh:
            lowest = fresh & -fresh
            costs[lowest.bit_length() - 1] = cost
            fresh ^= lowest
    return costs
