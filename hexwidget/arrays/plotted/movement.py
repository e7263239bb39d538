"""The movement step (P2.2 to P4.7) of many games at once, on arrays. Needs NumPy.

All units of all games lie in one row, and so do the hexes of all boards, each board with a margin around it. A step of all
units is a few dozen operations on the units that still move. They follow the order of `execution`: head-on, over a hex,
blocked, then zones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hexwidget.geometry import HexMap
from hexwidget.geometry.hexmap import HOLE
from hexwidget.problems import Problems, place
from hexwidget.systems.plotted.execution import Reason

Array = Any
"""An array of NumPy."""

NO_UNIT = -1
"""The filler in rows of games with fewer units than others, and in routes after their end."""
BLOCK = 2048
CELLS = 400_000
"""The most games, and the most hexes of all their boards, that are moved together. More would not fit a processor's cache."""
BITS = {reason: 1 << n for n, reason in enumerate(Reason)}
"""The bit of each reason to stop in `Moved.reasons`."""
ALL_SIX = (1 << 6) - 1
"""P4.3: a zone on all sides, as bits."""
AHEAD = np.array([sum(1 << (ahead + turn) % 6 for turn in (-1, 0, 1)) for ahead in range(6)], np.uint8)
"""P4.5: the zone of a unit that faces each of the six sides."""


class Movers(NamedTuple):
    """The units of many games before they move: arrays of games by units, rows filled up with `NO_UNIT`.

    ``at``: numbers of their hexes; ``owner``: seats; ``route``: games by units by steps, the numbers of the hexes that each
    unit will enter; ``control``: True for a unit with a zone of control; ``zone``: a bit for each of the six directions (see
    `HexMap.steps`) in which its zone of either kind lies (P4.3, P4.4).
    """

    at: Array
    owner: Array
    route: Array
    control: Array
    zone: Array


class Moved(NamedTuple):
    """The result for all units: their hexes, the number of hexes that each has gone, the reasons of its stop (`BITS`, 0: it has
    not stopped), and the pairs that fight (P4.7): rows of game, unit and unit, ascending."""

    at: Array
    walked: Array
    reasons: Array
    pairs: Array


def move_many(hexmap: HexMap, movers: Movers, *, check: bool = True) -> Moved:
    """Carry out all routes of all games on a map.

    :param check: False if the routes are known to be right
    :raises InputError: if a route enters a hex that is not next to the one before, or that the map does not have
    """
    if check:
        _check_routes(hexmap, movers)
    block = min(BLOCK, max(1, CELLS // hexmap.full.bit_length()))
    starts = range(0, len(movers.at), block)
    done = [_move(hexmap, Movers(*(part[n : n + block] for part in movers))) for n in starts]
    if not done:
        return Moved(movers.at, movers.at, movers.at, np.zeros((0, 3), np.int64))
    for n, some in zip(starts, done, strict=True):
        some.pairs[:, 0] += n
    return Moved(*(np.concatenate(parts) for parts in zip(*done, strict=True)))


def _check_routes(hexmap: HexMap, movers: Movers) -> None:
    """Refuse routes with gaps (P1.1). Their costs are not checked."""
    before = np.concatenate([movers.at[:, :, None], movers.route], axis=2)
    grounds = np.frombuffer(hexmap.grounds, np.uint8)  # of each number, and of one beyond the last
    there = grounds[np.clip(movers.route, 0, hexmap.full.bit_length())] != HOLE
    near = np.isin(movers.route - before[:, :, :-1], hexmap.steps) & there
    wrong = np.argwhere((movers.route != NO_UNIT) & ~near)
    if len(wrong):
        problems = Problems()
        for game, unit, step in wrong[:20]:
            here, there = before[game, unit, step], before[game, unit, step + 1]
            names = [hexmap.name(int(at)) if hexmap.full >> max(0, int(at)) & 1 else "nowhere" for at in (here, there)]
            where = place(int(game), "units", int(unit))
            what = f"step {step + 1} of its route is from {names[0]} to {names[1]}, which is not next to it"
            problems.add(where, what)
        problems.raise_any("these routes cannot be carried out")


def _move(hexmap: HexMap, movers: Movers) -> Moved:
    run = _Run(hexmap, movers)
    going = np.flatnonzero(run.lengths[:-1])
    while len(going):
        going = run.look_at_zones(run.enter_next_hexes(going))
    games, units = movers.at.shape
    at = np.where(movers.at == NO_UNIT, NO_UNIT, (run.cell[:-1] - run.base).reshape(games, units))
    return Moved(at, run.walked.reshape(games, units), run.reasons[:-1].reshape(games, units), run.fights())


class _Run:
    """A movement step under way in many games.

    Units are numbered through all games, and so are hexes, as *cells*. Arrays by unit have one more place: the number -1, for
    no unit, leads there.
    """

    def __init__(self, hexmap: HexMap, movers: Movers) -> None:
        games, self.units = movers.at.shape
        self.steps = np.array(hexmap.steps)
        self._opposite = np.array([hexmap.steps.index(-step) for step in hexmap.steps], np.uint8)
        margin = max(map(abs, hexmap.steps))
        width = hexmap.full.bit_length() + 2 * margin
        number = games * self.units
        self.base = np.repeat(np.arange(games) * width + margin, self.units)
        self.route = movers.route.reshape(number, movers.route.shape[2])
        self.lengths = np.append((self.route != NO_UNIT).sum(axis=1), 0)
        self.owner = np.append(movers.owner.reshape(number), -1).astype(np.int16)
        self.control = np.append(movers.control.reshape(number), False)
        self.zone = np.append(movers.zone.reshape(number), 0).astype(np.uint8)
        self.cell = np.append(movers.at.reshape(number) + self.base, -2)
        self.holder = np.full(games * width, -1, np.int32)
        there = np.flatnonzero(movers.at.reshape(number) != NO_UNIT)
        self.holder[self.cell[there]] = there
        self.walked = np.zeros(number, np.int16)
        self.reasons = np.zeros(number + 1, np.uint8)
        self.taken = 0
        self._fights: list[tuple[Array, Array]] = []
        self._wants = np.full(number + 1, -1)  # the cell that a unit wants in this step
        self._stays = np.ones(number + 1, bool)
        self._last = np.zeros(games * width, np.int32)
        self._crowded = np.zeros(games * width, bool)

    # ------------------------------------------------------------------ who enters the next hex
    def enter_next_hexes(self, going: Array) -> Array:
        """Take one step of all units that have hexes to go. Return the units that have moved."""
        wants, stays = self.base[going] + self.route[going, self.taken], self._stays
        self.taken += 1
        self._wants[going] = wants
        stays[going] = False
        onto = self.holder[wants]
        headed = (self._wants[onto] == self.cell[going]) & (onto >= 0)
        self._meet_head_on(going[headed], onto[headed])
        self._meet_over(going, wants)
        behind = (onto >= 0) & ~headed
        self._block(going[behind], onto[behind])
        goes = ~stays[going]
        moved, wanted = going[goes], wants[goes]
        self.holder[self.cell[moved]] = -1
        self.cell[moved] = wanted
        self.holder[wanted] = moved
        self.walked[moved] = self.taken
        self._wants[going] = -1
        stays[going] = True
        return moved

    def _meet_head_on(self, units: Array, others: Array) -> None:
        """P3.4: adjacent units that want each other's hexes."""
        if len(units):
            self._stays[units] = True
            self.reasons[units] |= BITS[Reason.HEAD_ON]
            self._fights.append((units, others))

    def _meet_over(self, going: Array, wants: Array) -> None:
        """P3.2, P3.6: units that want the same hex. Adjacent enemies among them fight (P4.7)."""
        order = np.arange(len(going))
        self._last[wants] = order
        late = wants[self._last[wants] != order]
        if not len(late):
            return
        self._crowded[late] = True
        crowd = np.flatnonzero(self._crowded[wants])
        self._crowded[late] = False
        crowd = crowd[np.argsort(wants[crowd], kind="stable")]
        units, over = going[crowd], wants[crowd]
        _, group, sizes = np.unique(over, return_inverse=True, return_counts=True)
        pair = BITS[Reason.CONTESTED]
        self.reasons[units] |= np.where(sizes[group] == 2, pair, BITS[Reason.CROWDED]).astype(np.uint8)
        self._stays[units] = True
        for apart in range(1, int(sizes.max())):
            same = np.flatnonzero(over[apart:] == over[:-apart])
            a, b = units[same], units[same + apart]
            near = np.isin(self.cell[a] - self.cell[b], self.steps)
            self._fights.append((a[near], b[near]))

    def _block(self, units: Array, holders: Array) -> None:
        """P3.6: units whose next hex is held by a unit that stays. They stay themselves; this is repeated until nothing
        changes."""
        stays = self._stays
        while True:
            more = units[stays[holders] & ~stays[units]]
            if not len(more):
                break
            stays[more] = True
        held = stays[holders]
        self.reasons[units[held]] |= BITS[Reason.BLOCKED]
        self._fights.append((units[held], holders[held]))

    # ------------------------------------------------------------------ zones
    def look_at_zones(self, moved: Array) -> Array:
        """P4.1: after a step (P4.6), stop the units that moved in it and are in a zone. Return the units that go on."""
        beside = self.holder[self.cell[moved, None] + self.steps]
        near = np.flatnonzero(((beside >= 0) & (self.owner[beside] != self.owner[moved, None])).any(axis=1))
        units, beside = moved[near], beside[near]
        reached = self.zone[beside] >> self._opposite & 1 > 0
        held = (beside >= 0) & (self.owner[beside] != self.owner[units, None]) & (reached | self.control[units, None])
        which, side = np.nonzero(held)
        self._fights.append((units[which], beside[which, side]))
        stopped = units[held.any(axis=1)]
        self.reasons[stopped] |= BITS[Reason.ZONE]
        self._facing(stopped)
        on = moved[self.lengths[moved] > self.taken]
        return on[self.reasons[on] == 0]

    def _facing(self, stopped: Array) -> None:
        """P4.6: enemies that stopped in the same step, each on its way into the other's hex."""
        on = stopped[self.lengths[stopped] > self.taken]
        if not len(on):
            return
        wants = self.base[on] + self.route[on, self.taken]
        self._wants[on] = wants
        other = self.holder[wants]
        met = (other >= 0) & (self._wants[other] == self.cell[on]) & (self.owner[other] != self.owner[on])
        self._wants[on] = -1
        self.reasons[on[met]] |= BITS[Reason.HEAD_ON]
        self._fights.append((on[met], other[met]))

    # ------------------------------------------------------------------ fights
    def fights(self) -> Array:
        """P4.7: the pairs of enemies, each once."""
        none = np.zeros(0, np.int64)
        a, b = (np.concatenate(parts) for parts in zip((none, none), *self._fights, strict=True))
        enemies = self.owner[a] != self.owner[b]
        number = max(1, len(self.walked))
        a, b = np.divmod(np.unique((np.minimum(a, b) * number + np.maximum(a, b))[enemies]), number)
        return np.stack([a // self.units, a % self.units, b % self.units], axis=1)
