"""The end of a maneuver: the result for a group, by whichever way it came, and the board that it leaves."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from typing import Any, NamedTuple

from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.counts import plus
from hexwidget.systems.depletion.position import Army, Claim, DepletionPosition, Spot
from hexwidget.systems.depletion.units import UNEXPLORED, Counts

CUBES, CUBES_OF_A_MARCH = 1, 2
"""The depletion cubes that are put where a maneuver ends (D1.7), and where a march ends (D2.1)."""


def cubes_of(march: bool) -> int:
    """The number of cubes that a maneuver costs, or a march."""
    return CUBES_OF_A_MARCH if march else CUBES


class End(NamedTuple):
    """The end of a maneuver. ``written``: the fields of the maneuver; ``there``: the player's units on the hexes where some set
    out, joined or left, before the group lands; ``landing``: the group that lands, its trebuchets switched; ``dropped``: the hexes
    where some were dropped; ``cubes``: those that it costs; ``riders``: for each unit that rides the vessels that it can ride with,
    where a search asks for them; ``freed``: True if a search came there by a free entry."""

    written: tuple[Any, ...]
    origin: int
    at: int
    landing: Counts
    there: Mapping[int, Counts]
    dropped: frozenset[int]
    cubes: int
    riders: tuple[int, ...] = ()
    freed: bool = False

    @property
    def maneuver(self) -> Maneuver:
        """The maneuver. An end does not hold it: many are only counted, and a picked maneuver holds its end."""
        return Maneuver(*self.written)

    def claims(self, position: DepletionPosition) -> bool:
        """True if it claims a hex (D8.2): it ends on an unexplored hex."""
        return position.map.terrain(self.at) == UNEXPLORED

    @property
    def claim(self) -> Claim:
        """The claim that it makes: everything that is fixed before the tile is turned over (D8.2)."""
        stand = tuple(sorted((at, units) for at, units in self.there.items() if at != self.at))
        dropped = tuple(sorted(self.dropped))
        return Claim(self.origin, self.at, self.cubes, self.landing, stand, dropped, "tile", "", None)

    def spot(self, position: DepletionPosition, seat: int) -> Spot:
        """The hex where the group lands, with the cubes of another army that stands there (D4.5)."""
        before = position.armies_of[seat].get(self.at) if self.at != self.origin else None
        return Spot(self.at, before.cubes if before else 0, failed=False)


def board_after(position: DepletionPosition, seat: int, end: End, **parts: Any) -> DepletionPosition:
    """The board after one group: its units where they stand then, cubes where it ends and where units were dropped
    (D1.7, D3.4). A group that claims a hex stands where it was, as the tile comes first: see `End.claim`.

    :param parts: what else is changed, by the names of the fields
    """
    return with_armies(position, seat, *changes(position, seat, end), parts)


def changes(position: DepletionPosition, seat: int, end: End) -> tuple[dict[int, Counts], dict[int, int]]:
    """The units that stand on each hex that a group changes, and the cubes that are put there."""
    at, standing, cubes = end.at, dict(end.there), dict.fromkeys(end.dropped, end.cubes)
    if any(end.landing):
        before, army = standing.get(at), position.armies_of[seat].get(at)
        if before is None and army is not None:
            before = army.units
        standing[at] = end.landing if before is None else plus(before, end.landing)
        cubes[at] = end.cubes
    return standing, cubes


def with_armies(
    position: DepletionPosition,
    seat: int,
    standing: Mapping[int, Counts],
    cubes: Mapping[int, int],
    parts: Mapping[str, Any] | None = None,
) -> DepletionPosition:
    """The position with other units of a player on some hexes, and more cubes. Where the last unit is gone, the cubes
    go, too (D1.12).

    :param parts: what else is changed, by the names of the fields
    """
    own, armies = {**position.armies_of[seat]}, [*position.armies]
    for at, units in standing.items():
        before = own.pop(at, None)
        if before is not None:
            armies.remove(before)
        if any(units):
            own[at] = army = Army(at, seat, units, (before.cubes if before else 0) + cubes.get(at, 0))
            insort(armies, army)
    return position.with_armies_of(seat, tuple(armies), {at: own[at] for at in sorted(own)}, parts or {})
