"""Many battles of `plotted` moved at once, on arrays: the movement step (P2.2 to P4.7) of thousands of games in lockstep. Needs
NumPy; imported by whoever has many games, never at the start. What it finds is what `effects` finds one game after the other. Whole games:
`lockstep_games`.

All units of all games lie in one row, and so do the hexes of all boards, each board with a margin about it; a step of everybody
is a few dozen operations on those that still move. What is decided is decided in the order of `execution`: head-on, over a
hex, blocked, then zones.

Covered: everything that happens between the last orders sealed and the first die, or the next turn where no die is rolled
(P5.1): P1.2, P1.6, P2.2, P3.1 to P3.6, P4.1 to P4.7, and who has charged (P5.2). Left to the game itself: whether orders
may be written (P1.1, P1.3, P1.5, P1.7, P1.8), dice and losses (P5.2), the end (P5.3), and the words for all of it.

::

    from hexwidget.systems.plotted.lockstep import resolve_many

    done = resolve_many(positions, seals)   # seals[n]: the orders that positions[n] still waits for
    done.at[0], done.walked[0]              # by unit, in the order of positions[0].units
    done.position(0)                        # equal to positions[0].apply(...).position
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from hexwidget.geometry import HexMap
from hexwidget.problems import Problems, place, shown
from hexwidget.rules.position import changed
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.execution import Reason
from hexwidget.systems.plotted.melee import CHARGE_HEXES
from hexwidget.systems.plotted.position import CarriedOut, Melee, PlottedPosition
from hexwidget.systems.plotted.units import ORDERS, REST

Array = Any
"""An array of NumPy."""

NO_UNIT = -1
"""What fills the rows of games with fewer units than others, and routes after their end."""
BLOCK = 2048
CELLS = 400_000
"""So many games are moved together at most, and so many hexes of theirs: more would not stay in a processor's cache."""
BITS = {reason: 1 << n for n, reason in enumerate(Reason)}
"""The bit of each reason to stop in `Moved.reasons`."""
ALL_SIX = (1 << 6) - 1
"""P4.3: a zone on all sides, as bits."""
AHEAD = np.array([sum(1 << (ahead + turn) % 6 for turn in (-1, 0, 1)) for ahead in range(6)], np.uint8)
"""P4.5: the zone of a unit that faces each of the six sides."""
_ZONES = {key: kind.zone for key, kind in ORDERS.items()}


class Movers(NamedTuple):
    """The units of many games before they move; arrays of games by units, rows filled up with `NO_UNIT`.

    ``at``: numbers of their hexes; ``owner``: seats; ``route``: games by units by steps, the numbers of the hexes that each
    will enter; ``control``: whether it has a zone of control; ``zone``: a bit for each of the six directions (see
    `HexMap.steps`) in which its zone of either kind lies (P4.3, P4.4).
    """

    at: Array
    owner: Array
    route: Array
    control: Array
    zone: Array


class Moved(NamedTuple):
    """What has become of them: their hexes, how many hexes each has gone, why it has stopped (`BITS`, 0: it has not), and the
    pairs that fight (P4.7): rows of game, unit and unit, ascending."""

    at: Array
    walked: Array
    reasons: Array
    pairs: Array


def move_many(hexmap: HexMap, movers: Movers, *, check: bool = True) -> Moved:
    """Carry out all routes of all games on a map.

    :param check: whether the routes may still be wrong
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
    """Routes that are legal by P1.1; what they cost is not asked."""
    before = np.concatenate([movers.at[:, :, None], movers.route], axis=2)
    there = on_map(hexmap)[np.clip(movers.route, 0, hexmap.full.bit_length())]
    near = np.isin(movers.route - before[:, :, :-1], hexmap.steps) & there
    wrong = np.argwhere((movers.route != NO_UNIT) & ~near)
    if len(wrong):
        problems = Problems()
        for game, unit, step in wrong[:20]:
            here, there = before[game, unit, step], before[game, unit, step + 1]
            names = [hexmap.name(int(at)) if hexmap.full >> max(0, int(at)) & 1 else "nowhere" for at in (here, there)]
            where = place(int(game), "units", int(unit))
            problems.add(
                where, f"step {step + 1} of its route is from {names[0]} to {names[1]}, which is not next to it"
            )
        problems.raise_any("these routes cannot be carried out")


def on_map(hexmap: HexMap) -> Array:
    """For each number, and one beyond the last, whether the map has such a hex."""
    size = hexmap.full.bit_length()
    data = np.frombuffer(hexmap.full.to_bytes((size + 7) // 8, "little"), np.uint8)
    return np.append(np.unpackbits(data, bitorder="little")[:size].astype(bool), False)


def _move(hexmap: HexMap, movers: Movers) -> Moved:
    run = _Run(hexmap, movers)
    going = np.flatnonzero(run.lengths[:-1])
    while len(going):
        moved = run.enter_next_hexes(going)
        going = run.look_at_zones(moved)
    games, units = movers.at.shape
    at = np.where(movers.at == NO_UNIT, NO_UNIT, (run.cell[:-1] - run.base).reshape(games, units))
    return Moved(at, run.walked.reshape(games, units), run.reasons[:-1].reshape(games, units), run.fights())


class _Run:
    """A movement step under way in many games. Units have one number through all games, and so have hexes: *cells*. Arrays by
    unit have one place more, which the number -1 of nobody leads to."""

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
        """One step of all that have hexes to go; those that have moved."""
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
        """P3.2, P3.6: all that want the same hex; those of them that are adjacent enemies fight (P4.7)."""
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
        """P3.6: units whose next hex is held by one that stays, stop and stay, too, until nothing changes."""
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
        """P4.1, after a step (P4.6), for every unit that moved in it; those that go on."""
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
        """P4.6: enemies stopped in the same step, each on its way into the other's hex."""
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

    # ------------------------------------------------------------------
    def fights(self) -> Array:
        """P4.7: the pairs of enemies, each once."""
        none = np.zeros(0, np.int64)
        a, b = (np.concatenate(parts) for parts in zip((none, none), *self._fights, strict=True))
        enemies = self.owner[a] != self.owner[b]
        number = max(1, len(self.walked))
        a, b = np.divmod(np.unique((np.minimum(a, b) * number + np.maximum(a, b))[enemies]), number)
        return np.stack([a // self.units, a % self.units, b % self.units], axis=1)


# ---------------------------------------------------------------------- positions in, positions out
class Resolved(Sequence[PlottedPosition]):
    """Many games after their movement step: ``resolved[n]`` is the position of the n-th, equal to what the game alone comes
    to, made when it is asked for.

    ``at``, ``walked``, ``reasons``: arrays of games by units, in the order of each position's ``units`` (see `Moved`);
    ``pairs``: rows of game, unit and unit that fight, engaged ones included (P4.7); ``movers``: the units and their orders as
    they were read.
    """

    def __init__(self, read: _Read, moved: Moved) -> None:
        self._read = read
        self.at, self.walked, self.reasons = moved.at, moved.walked, moved.reasons
        self.pairs = self._with_engaged(moved)
        self.movers = read.movers

    def _with_engaged(self, moved: Moved) -> Array:
        """P4.7: those engaged when the turn began that are still adjacent fight on."""
        engaged = self._read.engaged
        if not len(engaged):
            return moved.pairs
        game, a, b = engaged.T
        near = np.isin(moved.at[game, a] - moved.at[game, b], self._read.hexmap.steps)
        return np.unique(np.concatenate([moved.pairs, engaged[near]]), axis=0)

    @cached_property
    def _first_pairs(self) -> list[int]:
        found: list[int] = np.searchsorted(self.pairs[:, 0], np.arange(len(self) + 1)).tolist()
        return found

    def __len__(self) -> int:
        return len(self._read.positions)

    def __getitem__(self, n: Any) -> Any:
        if isinstance(n, slice):
            return [self.position(k) for k in range(*n.indices(len(self)))]
        return self.position(range(len(self))[n])

    def __iter__(self) -> Iterator[PlottedPosition]:
        return map(self.position, range(len(self)))

    def position(self, n: int) -> PlottedPosition:
        """The position of the n-th game: dice are to be rolled, or the next turn begins (P5.1)."""
        before, orders = self._read.positions[n], self._read.orders_of(n)
        ats, walked = self.at[n].tolist(), self.walked[n].tolist()
        units = sorted(unit._replace(at=at) for unit, at in zip(before.units, ats, strict=False))
        charged = [
            o is not None and o.kind == "charge" and w >= CHARGE_HEXES for o, w in zip(orders, walked, strict=False)
        ]
        melees = []
        for _, a, b in self.pairs[self._first_pairs[n] : self._first_pairs[n + 1]].tolist():
            a, b = (a, b) if ats[a] < ats[b] else (b, a)
            melees.append(Melee((ats[a], ats[b]), (charged[a], charged[b])))
        melees.sort()
        rolling = bool(melees) and before.settings["melee"] == "d20"
        return changed(
            before,
            units=tuple(units),
            sealed=(None,) * len(before.players),
            carried_out=tuple(CarriedOut(o, w) for o, w in zip(orders, walked, strict=False) if o is not None),
            melees=tuple(melees) if rolling else (),
            engaged=() if rolling else tuple(pair.hexes for pair in melees),
            turn=before.turn + (not rolling),
        )


def resolve_many(positions: Sequence[PlottedPosition], seals: Iterable[Seal | Iterable[Seal]]) -> Resolved:
    """Reveal and carry out the orders of many games at once (P1.9, P2.2): of the same map, and seats.

    :param seals: for each position the orders that it still waits for, of one player or of several; they are taken to be legal
    :raises InputError: listing the positions that are of another map or other players, that do not wait for orders, or for
        others, and orders that are for no unit of the player
    """
    read = _Read(list(positions), [[each] if isinstance(each, Seal) else list(each) for each in seals])
    return Resolved(read, move_many(read.hexmap, read.movers) if read.positions else _NOTHING)


_NO_MOVERS = Movers(
    *(np.zeros((0, 0), np.int64),) * 2, np.zeros((0, 0, 0), np.int64), *(np.zeros((0, 0), np.int64),) * 2
)
_NOTHING = Moved(*(np.zeros((0, 0), np.int64),) * 3, np.zeros((0, 3), np.int64))


class _Read:
    """Positions and their orders as arrays."""

    def __init__(self, positions: list[PlottedPosition], seals: list[list[Seal]]) -> None:
        self.positions = positions
        self._check(positions, seals)
        self.engaged = np.zeros((0, 3), np.int64)
        self.movers = _NO_MOVERS
        if not positions:
            return
        self.hexmap = positions[0].map
        self._size = self.hexmap.full.bit_length() + 1  # the last is for hexes that the map does not have
        counts = np.array([len(position.units) for position in positions])
        present = np.arange(max(1, counts.max())) < counts[:, None]
        at, owner = np.full(present.shape, NO_UNIT), np.full(present.shape, NO_UNIT)
        at[present] = [unit[0] for position in positions for unit in position.units]
        owner[present] = [unit[1] for position in positions for unit in position.units]
        game, unit = np.nonzero(present)
        keys = game * self._size + at[game, unit]
        order = np.argsort(keys, kind="stable")
        # By game and hex; the last of them is beyond all.
        self._keys = np.append(keys[order], np.iinfo(np.int64).max)
        self._units = np.append(unit[order], NO_UNIT)
        melee = self._engaged(owner)
        route, control, zone = self._orders(seals, owner)
        # P4.3: whoever is engaged when the turn begins has no zone at all.
        self.movers = Movers(at, owner, route, control & ~melee, np.where(melee, 0, zone))

    def _check(self, positions: list[PlottedPosition], seals: list[list[Seal]]) -> None:
        problems = Problems()
        if len(seals) != len(positions):
            problems.add("seals", f"expected orders for each of {len(positions)} positions, not for {len(seals)}")
            problems.raise_any("these games cannot be moved together")
        for n, (position, of_game) in enumerate(zip(positions, seals, strict=True)):
            first = positions[0]
            if position.map != first.map:
                problems.add(place(n, "map"), "another map than the first position's: move it with others of its map")
            elif position.players != first.players:
                problems.add(place(n, "players"), f"expected {', '.join(first.players)} as in the first position")
            elif position.melees:
                problems.add(place(n), "its orders are carried out already: roll its dice first (P5.2)")
            else:
                sealed = [seal.player if isinstance(seal, Seal) else shown(seal) for seal in of_game]
                waits = [name for name, orders in zip(position.players, position.sealed, strict=True) if orders is None]
                if sealed == waits:
                    continue
                waits = [position.players[k] for k in position.writing if position.sealed[k] is None]
                if sorted(waits) != sorted(sealed):
                    wanted, given = (", ".join(names) or "nobody" for names in (waits, sealed))
                    problems.add(place(n), f"it waits for the orders of {wanted}, and has those of {given}")
        problems.raise_any("these games cannot be moved together")

    def _unit_on(self, game: Array, at: Array) -> Array:
        """The units on some hexes, `NO_UNIT` where there is none."""
        wanted = game * self._size + at
        row = np.searchsorted(self._keys, wanted)
        return np.where(self._keys[row] == wanted, self._units[row], NO_UNIT)

    def _engaged(self, owner: Array) -> Array:
        """Which units are engaged when the turn begins (P4.3)."""
        ends = [(n, *pair) for n, position in enumerate(self.positions) for pair in position.engaged]
        game, a, b = np.array(ends, np.int64).reshape(-1, 3).T
        a, b = self._unit_on(game, a), self._unit_on(game, b)
        melee = np.zeros((len(owner), owner.shape[1] + 1), bool)  # the last place is for hexes without a unit
        melee[game, a] = melee[game, b] = True
        # A position that was not checked may name a hex without a unit.
        known = (a >= 0) & (b >= 0)
        self.engaged = np.stack([game, np.minimum(a, b), np.maximum(a, b)], axis=1)[known]
        return melee[:, :-1]

    def _orders(self, seals: list[list[Seal]], owner: Array) -> tuple[Array, Array, Array]:
        """For each unit its route, whether its order leaves it a zone of control, and its zone (P4.3, P4.4)."""
        games: list[int] = []
        seats: list[int] = []
        orders: list[Order] = []
        seat_of = {name: seat for seat, name in enumerate(self.positions[0].players)}
        for n, (position, of_game) in enumerate(zip(self.positions, seals, strict=True)):
            last = ((seat_of[seal.player], seal.orders) for seal in of_game)
            for seat, some in (*enumerate(position.sealed), *last):
                if some:
                    orders += some
                    games += [n] * len(some)
                    seats += [seat] * len(some)
        hexmap = self.hexmap
        nowhere = self._size - 1
        number = {hexmap.name(at): at for at in hexmap.members(hexmap.full)}
        game = np.array(games, np.int64)
        unit = self._unit_on(game, np.array([number.get(order.unit, nowhere) for order in orders], np.int64))
        wrong = np.flatnonzero((unit < 0) | (owner[game, unit] != np.array(seats, np.int64)))
        if len(wrong):
            problems = Problems()
            for k in wrong[:20]:
                player = self.positions[0].players[seats[k]]
                problems.add(place(games[k]), f"{orders[k]}: {player} has no unit there (P1.7)")
            problems.raise_any("these orders cannot be carried out")
        self._written = orders
        self._given = np.full(owner.shape, NO_UNIT)
        self._given[game, unit] = np.arange(len(orders))

        lengths = np.array([len(order.route) for order in orders], np.int64)
        route = np.full((*owner.shape, max(1, lengths.max(initial=0))), NO_UNIT)
        row = np.repeat(np.arange(len(orders)), lengths)
        step = np.arange(len(row)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        route[game[row], unit[row], step] = [number.get(name, nowhere) for order in orders for name in order.route]

        kinds = [_ZONES[order.kind] for order in orders]
        control, zone = np.ones(owner.shape, bool), np.full(owner.shape, ALL_SIX, np.uint8)
        control[game, unit] = np.array([kind == "control" for kind in kinds], bool)
        faces = [k for k, kind in enumerate(kinds) if kind == "facing" and orders[k].facing is not None]
        ahead = np.array([hexmap.compass.index(str(orders[k].facing)) for k in faces], np.int64)
        zone[game[faces], unit[faces]] = AHEAD[ahead]
        return route, control, zone

    def orders_of(self, n: int) -> list[Order | None]:
        """The order of each unit of a game; none where it rests (P1.6)."""
        found = [self._written[k] if k >= 0 else None for k in self._given[n].tolist()]
        return [None if order is None or order.kind == REST else order for order in found]
