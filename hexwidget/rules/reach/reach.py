"""Reach: the spaces that a piece can go to, worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import or_
from typing import Any, Self

from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.geometry import DIRECTIONS, Frame, Space, SpaceMap
from hexwidget.name_suggestions import GuessedNames
from hexwidget.rules.position import Position, looked_up
from hexwidget.rules.verdict import IllegalAction, Verdict


@dataclass(eq=False, repr=False)
class Reach(GuessedNames):
    """The spaces where a piece may end its move, with costs, paths and the reasons at the rim. Lazy and immutable.

    ``"0302" in reach``, ``len(reach)``, iteration over names, `cost`, `path`, `rim`, `why`.

    :param origin: number of the hex that the piece sets out from
    :param chains: level sets in frame numbers; a second chain holds what is reached once the free entry is used
    :param entry: entry cost in points -> plane; ``free``: plane of the hexes that one entry is free into
    :param may_end: plane of the hexes where the move may end
    :param find_rim: the barred hexes next to those passed, as {clause: plane in frame numbers}
    :param find_why: the verdict on ending the move on a hex, by number
    :param label: the piece that this is the reach of, in words
    :param starts: the chains that the origin itself begins: the second too where the free entry was used before
    :param last: plane of the hexes that may be entered, but not left again
    """

    map: SpaceMap
    frame: Frame
    origin: int
    chains: tuple[list[int], ...]
    entry: Mapping[int, int]
    free: int
    may_end: int
    find_rim: Callable[[Reach], Mapping[str, int]]
    find_why: Callable[[int], Verdict]
    label: str
    starts: tuple[int, ...] = (0,)
    last: int = 0
    priced: bool = field(default=True, init=False)
    """True if steps cost points, of which some may be left; False for a piece that goes one step, or any number in a line."""
    budgets: Mapping[int, int] = field(default=FrozenMapping({}), init=False)
    """By number the spaces to which the piece goes another way, such as by rail, with the movement points that it has for that."""
    position: Position | None = field(default=None, init=False)
    """The position whose `Position.reach` found it; None if something else did."""
    _walked: dict[tuple[int, int, int], tuple[int, ...]] = field(default_factory=dict, init=False)

    @property
    def budget(self) -> int:
        """Movement points."""
        return len(self.chains[0]) - 1

    def on(self, position: Position) -> Self:
        """Return this reach, which knows its position now: a figure of it shows the pieces."""
        self.position = position
        return self

    def __or__(self, other: Reach | Reaches) -> Reaches:
        """Several reaches, to be drawn in one figure: ``hexwidget.plots.reach(one | other)``."""
        return Reaches([self]) | other

    # ------------------------------------------------------------------ planes
    @looked_up()
    def passed(self) -> int:
        """The plane (frame numbers) of all hexes that the piece can come to, those included where it may not stay."""
        plane = 0
        for chain in self.chains:
            plane |= chain[-1]
        return plane

    @property
    def left_again(self) -> int:
        """The plane (frame numbers) of the hexes that the piece can come to and go on from."""
        return self.passed & ~self.last

    @looked_up()
    def ends(self) -> int:
        """The plane (frame numbers) of the hexes where the move may end."""
        return self.passed & self.may_end

    def levels(self) -> list[int]:
        """For each number of points from 0 the plane (frame numbers) of the ends that they suffice for."""
        may_end, chains = self.may_end, self.chains
        if len(chains) == 1:
            return [may_end & chain for chain in chains[0]]
        return [may_end & (chain | used) for chain, used in zip(*chains, strict=True)]

    def bands(self) -> list[tuple[int, int]]:
        """The costs that some ends have, ascending, each with the plane (map numbers) of these ends."""
        levels = self.levels()
        found = enumerate(self.frame.to_map(bits & ~below) for below, bits in zip([0, *levels], levels, strict=False))
        return [(cost, plane) for cost, plane in found if plane]

    @looked_up()
    def rim_planes(self) -> dict[str, int]:
        """For each clause the plane (frame numbers) of the hexes at the rim that it bars."""
        return {clause: plane for clause, plane in self.find_rim(self).items() if plane}

    # ------------------------------------------------------------------ by name
    def __contains__(self, space: object) -> bool:
        index = self.map.find(space)
        local = None if index is None else self.frame.local(index)
        return local is not None and bool((self.chains[0][-1] | self.chains[-1][-1]) & self.may_end & 1 << local)

    def __len__(self) -> int:
        return self.ends.bit_count()

    def __iter__(self) -> Iterator[str]:
        """The names of the spaces, in the map's numbering."""
        for index in sorted(self.frame.index(local) for local in SpaceMap.members(self.ends)):
            yield self.map.name(index)

    def cost(self, space: Space) -> int:
        """The least movement points that take the piece to a space.

        :raises IllegalAction: if it cannot end there; the verdict says why
        """
        return self._arrival(space)[2]

    def left(self, space: Space) -> int:
        """The movement points that a piece has left on a space.

        :raises IllegalAction: if it cannot end there; the verdict says why
        """
        return self.budgets.get(self.map.index(space), self.budget) - self.cost(space)

    def costs(self) -> dict[str, int]:
        """All spaces with their cost, cheapest first. Spaces of one cost are in no particular order."""
        known: Any = self.frame.names
        levels = self.chains[0] if len(self.chains) == 1 else map(or_, *self.chains)
        may_end, before = self.may_end, 0
        costs: dict[str, int] = {}
        try:
            for cost, level in enumerate(levels):
                plane = level & may_end
                fresh = plane ^ before
                # As `costs_of`, from the last hex to the first: names and bits are known, nothing is computed.
                while fresh:
                    name, bit = known[fresh.bit_length()]
                    costs[name] = cost
                    fresh ^= bit
                before = plane
        except TypeError:  # the frame does not know all names yet
            if not self._learn_names():
                raise
            return self.costs()
        return costs

    def _learn_names(self) -> bool:
        names, unknown = self.frame.names, False
        for local in SpaceMap.members(self.ends):
            if names[local + 1] is None:
                names[local + 1] = self.map.name(self.frame.index(local)), 1 << local
                unknown = True
        return unknown

    def path(self, space: Space) -> tuple[str, ...]:
        """A cheapest path to a space: the names of its hexes, origin and destination included.

        :raises IllegalAction: if the piece cannot end there; the verdict says why
        """
        local, layer, cost = self._arrival(space)
        return tuple(self.map.name(self.frame.index(at)) for at in self._walk(local, layer, cost))

    @property
    def rim(self) -> dict[str, str]:
        """The barred hexes next to those that can be passed, each with the clause that bars it."""
        found: dict[str, str] = {}
        for clause, plane in self.rim_planes.items():
            for local in SpaceMap.members(plane):
                found.setdefault(self.map.name(self.frame.index(local)), clause)
        return dict(sorted(found.items()))

    def why(self, space: Space) -> Verdict:
        """The verdict on ending the move on a space: every reason, with numbers and remedies.

        :raises InputError: if the map has no such space
        """
        return self.find_why(self.map.index(space))

    def routes(self) -> list[str]:
        """For each end, in the map's numbering, a cheapest path to it, as the map writes walks."""
        found = {}
        for local in SpaceMap.members(self.ends):
            walk = [self.frame.index(at) for at in self._walk(local, *self._layer_cost(local))]
            found[self.frame.index(local)] = self.map.walk_text(walk)
        self._walked.clear()  # larger than the rest of a reach, and one path is soon walked again
        return [found[index] for index in sorted(found)]

    def __repr__(self) -> str:
        return f"<reach of {self.label}: {len(self)} {self.map.word_for_many} for at most {self.budget}>"

    # ------------------------------------------------------------------ walking back
    def _arrival(self, space: Space) -> tuple[int, int, int]:
        index = self.map.index(space)
        local = self.frame.local(index)
        if local is None or not self.ends >> local & 1:
            raise IllegalAction(self.find_why(index))
        return (local, *self._layer_cost(local))

    def _layer_cost(self, local: int) -> tuple[int, int]:
        """The first chain, and the points, at which a hex is reached."""
        for cost in range(self.budget + 1):
            for layer, chain in enumerate(self.chains):
                if chain[cost] >> local & 1:
                    return layer, cost
        raise LookupError(local)

    def _walk(self, local: int, layer: int, cost: int) -> tuple[int, ...]:
        """A cheapest path back from a hex, through the level sets; returned from the origin on, in frame numbers."""
        start = self.frame.local(self.origin)
        at, behind = (local, layer, cost), []
        # Ways to many hexes begin alike: what was walked before is not walked again.
        while at not in self._walked and not (at[0] == start and at[1] in self.starts):
            behind.append(at)
            at = self._step_before(*at)
        way = self._walked.get(at) or (at[0],)
        for at in reversed(behind):
            way = self._walked[at] = (*way, at[0])
        return way

    def _step_before(self, local: int, layer: int, cost: int) -> tuple[int, int, int]:
        price = next((p for p, plane in self.entry.items() if plane >> local & 1), None)
        start = self.frame.local(self.origin)
        # The free entry first, then the paid one; within each the first direction that fits, so that paths are stable.
        ways = [(0, 0)] if layer == 1 and self.free >> local & 1 else []
        if price is not None:
            ways.append((layer, price))
        for from_layer, paid in ways:
            at = cost - paid
            if at < 0:
                continue
            chain = self.chains[from_layer]
            for direction in range(len(DIRECTIONS)):
                there = local - self.frame.steps[direction]
                if there >= 0 and chain[at] >> there & 1 and (there == start or not self.last >> there & 1):
                    while at > 0 and chain[at - 1] >> there & 1:
                        at -= 1
                    return there, from_layer, at
        raise LookupError(local)


class Reaches(tuple[Reach, ...]):
    """Several reaches, joined with ``|``.

    >>> import hexwidget as hw
    >>> position = hw.scenario("depletion/first-steps").position
    >>> [reach.label for reach in position.reach("0203") | position.reach("0105")]
    ["red's archer and 2 cavalry on 0203", "red's spearman and swordsman on 0105"]
    """

    __slots__ = ()

    def __or__(self, other: Reach | Reaches) -> Reaches:
        return Reaches([*self, *([other] if isinstance(other, Reach) else other)])
