"""Many games of `plotted` moved at once, on arrays: from the last orders sealed to the first die. Needs NumPy.

The results are those of `effects`, one game after the other. `movement` holds the movement step, `games` plays whole
games.

Covered is everything between the last orders sealed and the first die, or the next turn where no die is rolled (P5.1):
P1.2, P1.6, P2.2, P3.1 to P3.6, P4.1 to P4.7, and the units that have charged (P5.2). The game itself checks orders (P1.1,
P1.3, P1.5, P1.7, P1.8), rolls dice and takes losses (P5.2), ends (P5.3), and words all of it.

::

    from hexwidget.arrays.plotted.lockstep import resolve_many

    done = resolve_many(positions, seals)   # seals[n]: the orders that positions[n] still waits for
    done.at[0], done.walked[0]              # by unit, in the order of positions[0].units
    done.position(0)                        # equal to positions[0].apply(...).position
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from hexwidget.arrays.plotted.movement import AHEAD, ALL_SIX, NO_UNIT, Array, Moved, Movers, move_many
from hexwidget.geometry import HexMap
from hexwidget.problems import Problems, place, shown
from hexwidget.rules.position import changed
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.melee import CHARGE_HEXES
from hexwidget.systems.plotted.position import CarriedOut, Melee, PlottedPosition
from hexwidget.systems.plotted.units import ORDERS, REST

_ZONES = {key: kind.zone for key, kind in ORDERS.items()}


class Resolved(Sequence[PlottedPosition]):
    """Many games after their movement step. ``resolved[n]`` is the position of the n-th game, made lazily. It equals the
    position that the ordinary engine comes to.

    ``at``, ``walked``, ``reasons``: arrays of games by units, in the order of each position's ``units`` (see `Moved`);
    ``pairs``: rows of game, unit and unit that fight, engaged ones included (P4.7); ``movers``: the units and their orders.
    """

    def __init__(self, read: _Read, moved: Moved) -> None:
        self._read = read
        self.at: Array = moved.at
        self.walked: Array = moved.walked
        self.reasons: Array = moved.reasons
        self.pairs: Array = self._with_engaged(moved)
        self.movers: Movers = read.movers

    def _with_engaged(self, moved: Moved) -> Array:
        """P4.7: the pairs that fight. Units that were engaged when the turn began fight on if they are still adjacent."""
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

    def position(self, n: int) -> PlottedPosition:
        """The position of the n-th game: before its dice, or at the beginning of the next turn (P5.1)."""
        before, orders = self._read.positions[n], self._read.orders_of(n)
        ats, walked = self.at[n].tolist(), self.walked[n].tolist()
        units = sorted(unit._replace(at=at) for unit, at in zip(before.units, ats, strict=False))
        both = zip(orders, walked, strict=False)
        charged = [w >= CHARGE_HEXES and o is not None and o.kind == "charge" for o, w in both]
        melees = []
        for _, a, b in self.pairs[self._first_pairs[n] : self._first_pairs[n + 1]].tolist():
            a, b = (a, b) if ats[a] < ats[b] else (b, a)
            melees.append(Melee((ats[a], ats[b]), (charged[a], charged[b]), ()))
        melees.sort()
        rolling = bool(melees) and before.settings["melee"] == "d20"
        done = tuple(CarriedOut(o, w) for o, w in zip(orders, walked, strict=False) if o is not None)
        sealed = (None,) * len(before.players)
        now: dict[str, Any] = {"melees": tuple(melees), "engaged": ()}
        if not rolling:
            now = {"melees": (), "engaged": tuple(pair.hexes for pair in melees), "turn": before.turn + 1}
        return changed(before, units=tuple(units), sealed=sealed, carried_out=done, **now)


def resolve_many(positions: Sequence[PlottedPosition], seals: Iterable[Seal | Iterable[Seal]]) -> Resolved:
    """Reveal and carry out the orders of many games at once (P1.9, P2.2). All games have the same map and players.

    :param seals: for each position the orders that it still waits for, of one player or of several; they must be legal
    :raises InputError: listing the positions of another map or other players, the positions that wait for other orders or for
        none, and orders for hexes without a unit of the player
    """
    read = _Read(list(positions), [[each] if isinstance(each, Seal) else list(each) for each in seals])
    return Resolved(read, move_many(read.hexmap, read.movers) if read.positions else _NOTHING)


_NONE = np.zeros((0, 0), np.int64)
_NO_MOVERS = Movers(_NONE, _NONE, np.zeros((0, 0, 0), np.int64), _NONE, _NONE)
_NOTHING = Moved(*(np.zeros((0, 0), np.int64),) * 3, np.zeros((0, 3), np.int64))


class _Read:
    """Positions and their orders as arrays."""

    def __init__(self, positions: list[PlottedPosition], seals: list[list[Seal]]) -> None:
        self.positions = positions
        self._check(positions, seals)
        self.engaged: Array = np.zeros((0, 3), np.int64)
        self.movers: Movers = _NO_MOVERS
        if not positions:
            return
        self.hexmap: HexMap = positions[0].map
        self._size = self.hexmap.full.bit_length() + 1  # the last is for hexes that the map does not have
        counts = np.array([len(position.units) for position in positions])
        present = np.arange(max(1, counts.max())) < counts[:, None]
        at, owner = np.full(present.shape, NO_UNIT), np.full(present.shape, NO_UNIT)
        at[present] = [unit[0] for position in positions for unit in position.units]
        owner[present] = [unit[1] for position in positions for unit in position.units]
        game, unit = np.nonzero(present)
        keys = game * self._size + at[game, unit]
        order = np.argsort(keys, kind="stable")
        # By game and hex. The last key is greater than all others.
        self._keys = np.append(keys[order], np.iinfo(np.int64).max)
        self._units = np.append(unit[order], NO_UNIT)
        melee = self._is_engaged(owner)
        route, control, zone = self._orders(seals, owner)
        # P4.3: a unit that is engaged when the turn begins has no zone at all.
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
        """The units on some hexes; `NO_UNIT` for an empty hex."""
        wanted = game * self._size + at
        row = np.searchsorted(self._keys, wanted)
        return np.where(self._keys[row] == wanted, self._units[row], NO_UNIT)

    def _is_engaged(self, owner: Array) -> Array:
        """True for the units that are engaged when the turn begins (P4.3)."""
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
        """For each unit its route, True if its order leaves it a zone of control, and its zone (P4.3, P4.4)."""
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
        """The order of each unit of a game; None for a unit that rests (P1.6)."""
        found = [self._written[k] if k >= 0 else None for k in self._given[n].tolist()]
        return [None if order is None or order.kind == REST else order for order in found]
