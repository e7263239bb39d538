"""Whole games of `plotted` in lockstep, on arrays: orders at random, movement, melees, the next turn. Needs NumPy.

The games are those that the ordinary engine plays. Covered is the whole rulebook as far as it is built (P5.2), with all
orders and readings. Orders are drawn legal and not checked. Positions in the middle of a turn, with orders sealed or dice to
be rolled, are refused.

::

    from hexwidget.arrays.plotted.games import Games

    games = Games([position] * 10_000)
    rng = numpy.random.default_rng(1)
    while not games.over.all():
        games.turn(rng)
    games.strengths.mean(axis=0)      # strength points left, by player
    games.position(0)                 # the ordinary position of the first game
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from hexwidget.arrays.plotted.movement import AHEAD, ALL_SIX, NO_UNIT, Array, Movers, move_many
from hexwidget.geometry import HexMap
from hexwidget.problems import Problems, place
from hexwidget.rules import Settings, changed
from hexwidget.systems.plotted import melee
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.position import DIE, CarriedOut, Melee, PlottedPosition, Unit
from hexwidget.systems.plotted.units import KINDS, ORDERS, REST, movement_value

WRITTEN = tuple(key for key in ORDERS if key != REST)
"""The kinds of orders by number. `NO_UNIT` is an order to rest."""
_UNITS = tuple(KINDS)
_VALUES = np.array([[movement_value(unit, order) for order in WRITTEN] for unit in _UNITS])
"""P1.3: by kind of unit and of order, 0 where the order does not move."""
_SIDES = np.array([6 if ORDERS[key].faces else int(ORDERS[key].pace is None) for key in WRITTEN])
"""The number of ways to write each kind of order that does not move: one, or one for each of the six sides."""
_FACES = np.array([ORDERS[key].faces for key in WRITTEN])
_CONTROL = np.array([ORDERS[key].zone == "control" for key in WRITTEN])
MOST = int(_VALUES.max())
"""The most hexes of a route."""
_RETREAT, _CHARGE = WRITTEN.index("retreat"), WRITTEN.index("charge")


class Written(NamedTuple):
    """An order for each unit: its kind (by number in `WRITTEN`, `NO_UNIT` to rest), the hexes that it will enter, filled up
    with `NO_UNIT`, and the side that it faces (0 to 5, where its kind faces one). Arrays of games by units (by steps)."""

    kind: Array
    route: Array
    facing: Array


class Games:
    """Games on one map, of the same players, costs and settings, that are played in lockstep. Playing changes the object.

    ``at``, ``owner``, ``strength``: arrays of games by units; the owner is `NO_UNIT` where no unit is left. ``turns`` (from 1)
    and ``over``: by game. ``melees``: rows of game, unit and unit whose dice must be rolled, by game and hexes, the unit on
    the lower hex first; ``charged``: for both, True if it has charged over 2 hexes or more (P5.2).

    :raises InputError: listing the positions that differ in what must be the same, or are in the middle of a turn
    """

    def __init__(self, positions: Sequence[PlottedPosition]) -> None:
        self._positions = list(positions)
        _check(self._positions)
        first = self._positions[0]
        self.map: HexMap = first.map
        self.players: tuple[str, ...] = first.players
        self.settings: Settings = first.settings
        lengths = np.array([len(position.units) for position in self._positions])
        there = np.arange(max(1, lengths.max())) < lengths[:, None]
        units = [unit for position in self._positions for unit in position.units]
        called: dict[tuple[str, str], int] = {}
        self.at: Array = np.zeros(there.shape, np.int64)
        self.owner: Array = np.full(there.shape, NO_UNIT)
        self.strength: Array = there * 0
        self._called, self._kind = there * 0, there * 0
        self.at[there] = [unit.at for unit in units]
        self.owner[there] = [unit.owner for unit in units]
        self.strength[there] = [unit.strength for unit in units]
        self._kind[there] = [_UNITS.index(unit.kind) for unit in units]
        self._called[there] = [called.setdefault((unit.kind, unit.name), len(called)) for unit in units]
        self._names = list(called)
        self.turns: Array = np.array([position.turn for position in self._positions])
        self.melees: Array = np.zeros((0, 3), np.int64)
        self.charged: Array = np.zeros((0, 2), bool)
        pairs = []
        for n, position in enumerate(self._positions):
            if position.engaged:
                slot = {unit.at: k for k, unit in enumerate(position.units)}
                # A position that was not checked may name a hex without a unit.
                pairs += [(n, slot[a], slot[b]) for a, b in position.engaged if a in slot and b in slot]
        self._engaged = np.array(pairs, np.int64).reshape(-1, 3)
        words = self.settings["objective"].split()
        self._objective, self._held = words[0], [self.map.index(word) for word in words[1:]] * (words[0] == "hold")
        self.over: Array = np.zeros(len(self), bool)
        self._end(np.arange(len(self)))
        # The turn before, if there was one: units and hexes, orders, hexes gone.
        self._played = np.zeros(len(self), bool)
        self._was = (self.owner.copy(), self.at.copy())
        self._ordered = Written(self.at * 0, np.zeros((*self.at.shape, MOST), np.int64), self.at * 0)
        self._walked = self.at * 0
        self._walks = _walks(self.map, first.costs, self.settings["minimum_move"] == "one_hex")

    def __len__(self) -> int:
        return len(self._positions)

    @property
    def strengths(self) -> Array:
        """The strength points of each player: games by players."""
        return np.stack([(self.strength * (self.owner == k)).sum(axis=1) for k in range(len(self.players))], axis=1)

    # ------------------------------------------------------------------ a turn
    def turn(self, rng: Any) -> None:
        """Play a turn of all games that are not over, with orders and dice from a generator of NumPy."""
        self.carry_out(self.write(rng.random(self.at.shape)))
        self.roll(rng.integers(1, DIE + 1, (len(self.melees), 2)))

    def write(self, numbers: Array) -> Written:
        """An order for each unit. All its legal orders have the same probability.

        :param numbers: numbers from 0 up to 1, games by units. A number in the n-th of k equal parts means the n-th of k
            orders, as `PlottedActions` lists them
        """
        done = Written(np.full(self.at.shape, NO_UNIT), np.full((*self.at.shape, MOST), NO_UNIT), self.at * 0)
        game, unit = np.nonzero((self.owner != NO_UNIT) & ~self.over[:, None])
        at = self.at[game, unit]
        values = _VALUES[self._kind[game, unit]]
        ways = np.where(values > 0, self._walks.count[at[:, None], values] - 1, _SIDES)
        # P4.6: a unit that is engaged may not move except by RETREAT.
        stuck = self._in_melee()[game, unit]
        moves_on = (_VALUES[0] > 0) & (np.arange(len(WRITTEN)) != _RETREAT)
        ways[stuck[:, None] & moves_on] = 0
        up_to = np.cumsum(ways, axis=1)
        number = (numbers[game, unit] * (1 + up_to[:, -1])).astype(np.int64) - 1
        kind = (number[:, None] >= up_to).sum(axis=1)
        kind[number < 0] = NO_UNIT
        row = np.arange(len(kind))
        number -= np.where(kind > 0, up_to[row, kind - 1], 0)
        done.kind[game, unit] = kind
        done.facing[game, unit] = np.where(_FACES[kind], number, 0)
        going = np.flatnonzero((kind >= 0) & (values[row, kind] > 0))
        route = self._walks.routes(at[going], values[going, kind[going]], number[going])
        done.route[game[going], unit[going]] = route
        return done

    def carry_out(self, written: Written) -> None:
        """Reveal and carry out legal orders in all games that are not over. The next turn begins where no dice must be
        rolled (P5.1). Roll open dice first, with `roll`."""
        live = np.flatnonzero(~self.over)
        kind, route, facing = (part[live] for part in written)
        control = np.where(kind < 0, True, _CONTROL[kind])
        zone = np.where((kind >= 0) & _FACES[kind], AHEAD[facing], ALL_SIX)
        stuck, owner = self._in_melee()[live], self.owner[live]
        at = np.where(owner == NO_UNIT, NO_UNIT, self.at[live])
        movers = Movers(at, owner, route, control & ~stuck, np.where(stuck, 0, zone))
        moved = move_many(self.map, movers, check=False)
        self._played[live] = True
        done = (owner, at, kind, route, facing, moved.walked)
        for before, now in zip((*self._was, *self._ordered, self._walked), done, strict=True):
            before[live] = now
        self.at[live] = np.where(owner == NO_UNIT, self.at[live], moved.at)
        # P4.7: units that were engaged and are still adjacent fight, too.
        game, a, b = self._engaged.T
        near = np.isin(self.at[game, a] - self.at[game, b], self.map.steps) & ~self.over[game]
        pairs = np.concatenate([np.column_stack([live[moved.pairs[:, 0]], moved.pairs[:, 1:]]), self._engaged[near]])
        self._engaged = self._engaged[self.over[game]]
        game, a, b = pairs.T
        low = self.at[game, a] < self.at[game, b]
        pairs = np.stack([game, np.where(low, a, b), np.where(low, b, a)], axis=1)
        hexes, size = self.at[pairs[:, :1], pairs[:, 1:]], self.map.full.bit_length()
        _, only = np.unique((pairs[:, 0] * size + hexes[:, 0]) * size + hexes[:, 1], return_index=True)
        self.melees = pairs[only]
        game, units = self.melees[:, :1], self.melees[:, 1:]
        self.charged = (written.kind[game, units] == _CHARGE) & (self._walked[game, units] >= melee.CHARGE_HEXES)
        if self.settings["melee"] == "d20":
            self._next_turn(live[~np.isin(live, self.melees[:, 0])])
        else:
            self._engage_again(self.melees)
            self._next_turn(live)

    def roll(self, dice: Array) -> None:
        """P5.2: roll the dice of all `melees`, two a row. All losses are taken, and the next turn begins."""
        game, units = self.melees[:, :1], self.melees[:, 1:]
        rolls = dice + np.where(self.charged, melee.CHARGE_BONUS, 0)
        lost = np.zeros_like(self.strength)
        np.add.at(lost, (game, units), rolls <= rolls[:, ::-1])
        self.strength -= lost
        gone = (self.strength <= 0) & (self.owner != NO_UNIT)
        self.owner[gone] = NO_UNIT
        self.strength[gone] = 0
        fought = np.unique(self.melees[:, 0])
        self._engage_again(self.melees[(self.owner[game, units] != NO_UNIT).all(axis=1)])
        self._next_turn(fought)

    def _engage_again(self, pairs: Array) -> None:
        """P4.7: pairs that have fought begin the next turn engaged, if both units are left."""
        self._engaged = np.concatenate([self._engaged, pairs])
        self.melees, self.charged = self.melees[:0], self.charged[:0]

    def _next_turn(self, games: Array) -> None:
        self.turns[games] += 1
        self._end(games)

    def _end(self, games: Array) -> None:
        """P5.3: mark the games that are over."""
        owner, at = self.owner[games], self.at[games]
        alive = np.stack([(owner == seat).any(axis=1) for seat in range(len(self.players))])
        over = (self.turns[games] > self.settings["turns"]) | ~alive.any(axis=0)
        if self._objective == "eliminate" and len(self.players) > 1:
            over |= alive.sum(axis=0) == 1
        if self._objective == "hold":
            for seat in range(len(self.players)):
                over |= np.all([((at == held) & (owner == seat)).any(axis=1) for held in self._held], axis=0)
        self.over[games] = over

    def _in_melee(self) -> Array:
        found = np.zeros(self.at.shape, bool)
        found[self._engaged[:, :1], self._engaged[:, 1:]] = True
        return found

    # ------------------------------------------------------------------ one game
    def position(self, game: int) -> PlottedPosition:
        """The ordinary position of a game."""
        ats, owners, strengths = (part[game].tolist() for part in (self.at, self.owner, self.strength))
        called = [self._names[number] for number in self._called[game].tolist()]
        rows = zip(ats, owners, strengths, called, strict=True)
        units = [Unit(at, owner, kind, n, name) for at, owner, n, (kind, name) in rows if owner != NO_UNIT]
        rolling = self.melees[:, 0] == game
        pairs = zip(self.melees[rolling, 1:].tolist(), self.charged[rolling].tolist(), strict=True)
        melees = [Melee((ats[a], ats[b]), (bool(first), bool(second)), ()) for (a, b), (first, second) in pairs]
        engaged = self._engaged[self._engaged[:, 0] == game, 1:].tolist()
        before = self._positions[game]
        engaged = tuple(sorted((ats[a], ats[b]) for a, b in engaged))
        carried_out = self._orders_done(game) if self._played[game] else before.carried_out
        now = {"carried_out": carried_out, "turn": int(self.turns[game])}
        return changed(before, units=tuple(sorted(units)), engaged=engaged, melees=tuple(melees), **now)

    def _orders_done(self, game: int) -> tuple[CarriedOut, ...]:
        """The orders of the turn before, by the hexes of their units."""
        name, compass = self.map.name, self.map.compass
        parts = (*self._was, *self._ordered, self._walked)
        rows = sorted(zip(*(part[game].tolist() for part in parts), strict=True), key=lambda row: row[1])
        done = []
        for owner, at, kind, route, facing, walked in rows:
            if owner != NO_UNIT and kind != NO_UNIT:
                way = tuple(name(there) for there in route if there != NO_UNIT)
                order = Order(name(at), WRITTEN[kind], way, compass[facing] if _FACES[kind] else None)
                done.append(CarriedOut(order, walked))
        return tuple(done)


def _check(positions: Sequence[PlottedPosition]) -> None:
    problems = Problems()
    if not positions:
        problems.add("", "expected at least one position")
    for n, position in enumerate(positions):
        first = positions[0]
        if position.map != first.map:
            problems.add(place(n, "map"), "another map than the first position's: play it with others of its map")
        elif position.players != first.players:
            problems.add(place(n, "players"), f"expected {', '.join(first.players)} as in the first position")
        elif (position.costs, position.settings) != (first.costs, first.settings):
            why = "other costs, options or parameters than in the first position: play it with others of its kind"
            problems.add(place(n), why)
        elif position.melees:
            problems.add(place(n, "melees"), "dice are to be rolled: roll them first (P5.2)")
        elif any(orders is not None for orders in position.sealed):
            why = "orders are sealed already, and this draws the orders of all players: begin before any are sealed"
            problems.add(place(n, "sealed"), why)
    problems.raise_any("these games cannot be played in lockstep")


# ---------------------------------------------------------------------- routes by number
class _Walks:
    """The routes from every hex by their numbers: the same as `routes.Walks`, for all hexes.

    ``count``: by hex and rest of the movement value the number of routes that begin there, with the route that ends there.
    """

    def __init__(self, hexmap: HexMap, prices: Array, one_hex: bool) -> None:
        size = len(prices)
        self._steps, self._prices = np.array(hexmap.steps), prices
        there = np.arange(size)[:, None] + self._steps
        inside = (there >= 0) & (there < size)
        there = np.where(inside, there, 0)
        price = np.where(inside, prices[there], 0)
        self._up_to = np.zeros((size, MOST + 1, len(self._steps)), np.int64)
        count = np.ones((size, MOST + 1), np.int64)
        for left in range(1, MOST + 1):
            behind = np.where((price > 0) & (price <= left), count[there, np.maximum(left - price, 0)], 0)
            self._up_to[:, left] = np.cumsum(behind, axis=1)
            count[:, left] += self._up_to[:, left, -1]
        self._first, self.count = self._up_to, count
        if one_hex:  # P1.8: a single hex that can be entered costs no more than the movement value
            self._first, self.count = np.zeros_like(self._up_to), np.ones_like(count)
            for left in range(1, MOST + 1):
                behind = np.where(price > 0, count[there, np.maximum(left - price, 0)], 0)
                self._first[:, left] = np.cumsum(behind, axis=1)
                self.count[:, left] += self._first[:, left, -1]

    def routes(self, at: Array, left: Array, number: Array) -> Array:
        """Routes by their numbers, from 0: the hexes that they enter, filled up with `NO_UNIT`."""
        found = np.full((len(at), MOST), NO_UNIT)
        at, left, number, table = at.copy(), left.copy(), number + 1, self._first
        for step in range(MOST):
            on = np.flatnonzero(number > 0)
            up_to, behind = table[at[on], left[on]], number[on] - 1
            side = (behind[:, None] >= up_to).sum(axis=1)
            number[on] = behind - np.where(side > 0, up_to[np.arange(len(on)), side - 1], 0)
            at[on] += self._steps[side]
            left[on] = np.maximum(left[on] - self._prices[at[on]], 0)
            found[on, step] = at[on]
            table = self._up_to
        return found


@lru_cache(maxsize=8)
def _walks(hexmap: HexMap, costs: tuple[tuple[str, int | None], ...], one_hex: bool) -> _Walks:
    prices = np.zeros(hexmap.full.bit_length(), np.int64)  # 0: it cannot be entered
    for ground, cost in costs:
        if cost is not None:
            prices[list(hexmap.members(hexmap.plane(ground)))] = cost
    return _Walks(hexmap, prices, one_hex)
