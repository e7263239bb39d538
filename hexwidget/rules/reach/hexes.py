"""Reach over hexes by the costs of their grounds and of their sides, on planes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import and_, or_

from hexwidget.geometry import Frame, HexMap, frame_about
from hexwidget.problems import InputError
from hexwidget.rules.reach.conditions import CANNOT_COMPUTE
from hexwidget.rules.reach.levels import Across, level_sets_across, spread
from hexwidget.rules.reach.reach import Reach
from hexwidget.rules.verdict import Verdict


class HexReach(Reach):
    """The reach of a piece over hexes whose grounds and sides cost points. It also finds the way there, and the hexes at the rim.

    :param costs: the points (1 or more) that entering a ground costs, by its key; other grounds are barred
    :param budget: movement points
    :param find_why: the verdict on ending the move on a hex, by number
    :param label: the piece that this is the reach of, in words
    :param across: by kind of hexside the points (0 or more) that crossing it costs more; None: nobody crosses it. Of several kinds
        on a side the last one here decides: ``{"river": 2, "bridge": 0}``
    :param own: hexes with a cost of their own, by number; None: they are barred, such as those with an enemy
    :param stops: hexes, by number, that may be entered and not left again, such as those in an enemy's zone of control
    :param passed: hexes, by number, that may be passed, where the move may not end, such as those with no room left
    :param roads: the points (1 or more) of a step along a road into a hex that is not barred, whatever its ground and the side cost. Each
        with the roads, as pairs of adjacent hexes by number

    >>> from hexwidget.geometry import Offset
    >>> from hexwidget.rules import Status
    >>> land = HexMap(4, 1, Offset.ODD_R, ("plains",), bytes(4)).with_hexsides({"river": ["0201-0301"]})
    >>> why = lambda at: Verdict(Status.ILLEGAL)
    >>> HexReach(land, land.index("0101"), {"plains": 1}, 4, why, "scout", across={"river": 1}).costs()
    {'0201': 1, '0301': 3, '0401': 4}
    """

    def __init__(
        self,
        spaces: HexMap,
        origin: int,
        costs: Mapping[str, int],
        budget: int,
        find_why: Callable[[int], Verdict],
        label: str,
        *,
        across: Mapping[str, int | None] | None = None,
        own: Mapping[int, int | None] | None = None,
        stops: Iterable[int] = (),
        passed: Iterable[int] = (),
        roads: Iterable[tuple[int, Iterable[tuple[int, int]]]] = (),
    ) -> None:
        frame, own = frame_about(spaces, origin, budget + 1), own or {}
        self._across = sides_of(frame, tuple(across.items()) if across else (), spaces.terrains)
        self._roads = [(points, along(spaces, frame, pairs)) for points, pairs in roads]
        priced = {points for points in own.values() if points is not None}
        if (
            any(points < 1 for points in (*costs.values(), *priced, *[points for points, _ in self._roads]))
            or min(filter(None, (across or {}).values()), default=0) < 0
        ):
            what = "a hex costs at least 1 point, as does a step along a road, and a side at least 0 more"
            raise InputError(CANNOT_COMPUTE, what, "costs")
        others, entry = ~frame.plane_of(own), dict[int, int]()
        for points in dict.fromkeys(costs.values()):
            entry[points] = others & frame.plane(*[ground for ground, cost in costs.items() if cost == points])
        for points in priced:
            entry[points] = entry.get(points, 0) | frame.plane_of([at for at, cost in own.items() if cost == points])
        start, last = frame.plane_of([origin]), frame.plane_of(stops)
        levels = level_sets_across(start, entry, budget, frame.steps, self._across, last, self._roads)
        may_end = ~(start | frame.plane_of(passed))
        super().__init__(spaces, frame, origin, (levels,), entry, 0, may_end, _rim, find_why, label, last=last)

    def _step_before(self, local: int, layer: int, cost: int) -> tuple[int, int, int]:
        chain, start = self.chains[0], self.frame.local(self.origin)
        price = next(points for points, plane in self.entry.items() if plane >> local & 1)
        for direction, step in enumerate(self.frame.steps):
            there = local - step
            more = 0
            for points, planes in self._across.planes.items():
                if there >= 0 and planes[direction] >> there & 1:
                    more = cost + 1 if points is None else points
            ways = [points for points, planes in self._roads if there >= 0 and planes[direction] >> there & 1]
            at = cost - min([*ways, price + more])
            if there >= 0 <= at and chain[at] >> there & 1 and (there == start or not self.last >> there & 1):
                while at > 0 and chain[at - 1] >> there & 1:
                    at -= 1
                return there, layer, at
        raise LookupError(local)


def sides_of(frame: Frame, across: tuple[tuple[str, int | None], ...], terrains: Sequence[str]) -> Across:
    """The sides by what crossing them costs more, cached in the frame. Of several kinds on a side the last decides."""
    known: dict[object, Across] = frame.memos.setdefault("hexsides", {})
    if across not in known:
        later: Sequence[int] = [0] * len(frame.steps)
        found: dict[int | None, Sequence[int]] = {}
        for kind, points in reversed(across):
            planes = frame.side_planes(kind)
            if points != 0:
                own = [*map(and_, planes, [~plane for plane in later])]
                found[points] = [*map(or_, found[points], own)] if points in found else own
            later = [*map(or_, later, planes)]
        known[across] = Across(frame.steps, found, frame.plane(*terrains))
    return known[across]


def along(spaces: HexMap, frame: Frame, pairs: Iterable[tuple[int, int]]) -> Sequence[int]:
    """For each direction the plane of the hexes from which a road leads there.

    :param pairs: the roads, as pairs of adjacent hexes by number
    """
    found: list[list[int]] = [[] for _ in spaces.steps]
    for one, other in pairs:
        for here, there in ((one, other), (other, one)):
            if there - here in spaces.steps:
                found[spaces.steps.index(there - here)].append(here)
    return [frame.plane_of(each) for each in found]


def _rim(reach: Reach) -> Mapping[str, int]:
    """The hexes next to those that the piece leaves again where it cannot end, by the first clause against each."""
    stride = max(reach.frame.steps[0], reach.frame.steps[1])
    everywhere = reach.frame.plane(*reach.map.terrains)
    near = spread(reach.left_again, stride) & everywhere & ~reach.ends & ~reach.frame.plane_of([reach.origin])
    found: dict[str, int] = {}
    for local in reach.map.members(near):
        for clause in reach.find_why(reach.frame.index(local)).clauses[:1]:
            found[clause] = found.get(clause, 0) | 1 << local
    return found
