"""An order as it is judged: as if it were its player's turn, and as if the units that it names were the player's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from hexwidget.rules import Finding
from hexwidget.systems.orders.actions import Attack, Cast, EndTurn, Order
from hexwidget.systems.orders.outcome import outcome
from hexwidget.systems.orders.position import ORDERS_A_TURN, OrdersPosition, Unit

Findings = Iterator[Finding]


class GivenOrder:
    """An order that a player asks for.

    A hex that the order names stands for the player's own unit there. If the player has none there, it stands for the unit of
    the first other seat, which is then judged as if it were the player's own. All other units and all buildings keep their
    owners. Where no unit stands, the hex is judged all the same.

    :param seat: the seat of the player
    """

    def __init__(self, position: OrdersPosition, seat: int, order: Order) -> None:
        self.position = position
        self.seat = seat
        self.order = order
        self.spaces: tuple[str, ...] = spaces_of(order)
        self.hexes: list[int] = [position.map.index(space) for space in self.spaces]
        self.units: tuple[Unit | None, ...] = tuple([unit_for(position, seat, at) for at in self.hexes])
        self._taken = {unit.id for unit in self.units if unit is not None and unit.owner != seat}

    @property
    def player(self) -> str:
        """The name of the player."""
        return self.order.player

    @property
    def unit(self) -> Unit | None:
        """The unit that the order is given to; the first of several. None if no unit stands there."""
        return self.units[0]

    @property
    def at(self) -> int:
        """The hex that the order names; the first of several."""
        return self.hexes[0]

    # ------------------------------------------------------------------ own and opposing
    def is_own(self, unit: Unit) -> bool:
        """O1.7: True if a unit is the player's own, or judged as if it were."""
        return unit.owner == self.seat or unit.id in self._taken

    def opponents(self, at: int) -> list[Unit]:
        """O1.7: the opposing units on a hex."""
        there = self.position.opponents(self.seat, at)
        return [unit for unit in there if unit.id not in self._taken] if self._taken else there

    def opposing_tiles(self, at: int) -> list[str]:
        """O1.8: the opposing units and buildings on a hex, in words."""
        position = self.position
        units = [position.called(unit) for unit in self.opponents(at)]
        return units + [position.called(b) for b in position.buildings_at(at) if b.owner != self.seat]

    # ------------------------------------------------------------------ the turn
    @cached_property
    def in_turn(self) -> bool:
        """True if it is the player's turn."""
        queue = self.position.queue
        return bool(queue) and queue[0] == self.seat and outcome(self.position) is None

    @property
    def may_act(self) -> bool:
        """True if it is the player's turn, and no die is still to be rolled."""
        return self.in_turn and self.position.battle is None and self.position.bolt is None

    @property
    def left(self) -> int:
        """O1.1: the orders left to the player: both, out of turn."""
        return self.position.left if self.in_turn else ORDERS_A_TURN

    @property
    def owing(self) -> Unit | None:
        """O8.2: the unit of the player that owes its attack."""
        owed = self.position.owed
        unit = None if owed is None else self.position.by_id[owed.unit]
        return unit if unit is not None and self.is_own(unit) else None

    @cached_property
    def pays_what_is_owed(self) -> bool:
        """O8.2: True if the order is the attack that is owed: by that unit alone, on an opponent in its hex."""
        owing = self.owing
        if owing is None or not isinstance(self.order, Attack) or self.units != (owing,):
            return False
        target = self.target
        return target is not None and target.at == owing.at and not self.is_own(target)

    # ------------------------------------------------------------------ the target
    @cached_property
    def target(self) -> Unit | None:
        """O2.1, O7.2: the unit that an attack or a spell aims at: the one of the player named, else an opponent's, else an own one.
        None if no such unit stands there."""
        order, position = self.order, self.position
        assert isinstance(order, (Attack, Cast))  # noqa: S101  (called for attacks and spells only)
        at = position.map.index(order.target)
        if order.owner is not None:
            return position.unit_of(position.players.index(order.owner), at)
        return next(iter([*self.opponents(at), *position.by_hex.get(at, ())]), None)


def spaces_of(order: Order) -> tuple[str, ...]:
    """The hexes of the units that an order names."""
    if isinstance(order, EndTurn):
        return ()
    return order.units if isinstance(order, Attack) else (order.unit,)


def unit_for(position: OrdersPosition, seat: int, at: int) -> Unit | None:
    """O1.7: the unit that a hex stands for in an order of a player: their own; if they have none, the first other."""
    there = position.by_hex.get(at, ())
    return next((unit for unit in there if unit.owner == seat), there[0] if there else None)


def target_unit(position: OrdersPosition, seat: int, space: str, owner: str | None) -> Unit | None:
    """The opponent's unit that an order aims at. None if no such unit stands there."""
    there = position.opponents(seat, position.map.index(space))
    if owner is not None:
        there = [unit for unit in there if position.players[unit.owner] == owner]
    return there[0] if there else None
