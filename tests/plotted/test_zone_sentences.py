"""The sentences on stops by zones are true: each is put together once more from the moves that are told before it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hexwidget.english import listing
from hexwidget.rules import Event
from hexwidget.systems.plotted.actions import Order
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from tests.amounts import many
from tests.plotted.anything import random_position
from tests.plotted.reference import FACING

TURNS = many(150, 5000, quick=60)


class Step:
    """The hexes of all units before a step and after it, by the unit's first hex."""

    def __init__(self, position: PlottedPosition, orders: dict[int, Order]) -> None:
        self.position, self.orders = position, orders
        self.units = {unit.at: unit for unit in position.units}
        self.before = {at: at for at in self.units}
        self.after = dict(self.before)

    def zone(self, unit: Unit, at: int) -> set[int | None]:
        """P4.3 to P4.5: the hexes of a unit's zone, if the unit stands on a hex."""
        if any(unit.at in pair for pair in self.position.engaged):
            return set()
        order, beyond = self.orders.get(unit.at), self.position.map.beyond(at)
        if order is None or order.kind not in FACING:
            return set(beyond)
        ahead = self.position.map.compass.index(order.facing or "")
        return {beyond[(ahead + turn) % 6] for turn in (-1, 0, 1)}

    def control(self, unit: Unit) -> bool:
        """P4.3: True if a unit has a zone of control, and not a defence zone or none."""
        order = self.orders.get(unit.at)
        defends = order is not None and order.kind in (*FACING, "all-around defence")
        return not defends and not any(unit.at in pair for pair in self.position.engaged)

    def told(self, unit: Unit) -> str:
        """The sentence on the zones that stop a unit."""
        here, there = self.after[unit.at], self.before[unit.at]
        enemies = sorted((u for u in self.units.values() if u.owner != unit.owner), key=lambda u: self.after[u.at])
        own = [u for u in enemies if self.control(unit) and self.after[u.at] in self.zone(unit, here)]
        came = []
        for verb, was in (("entered", False), ("stayed in", True)):
            for word, control in (("zone of control", True), ("defence zone", False)):
                whose = [
                    self.called(u)
                    for u in enemies
                    if here in self.zone(u, self.after[u.at])
                    and (there in self.zone(u, self.before[u.at])) is was
                    and self.control(u) is control
                ]
                came += [f"{verb} the {word} of {listing(whose)}"] if whose else []
        theirs = [u for u in enemies if here in self.zone(u, self.after[u.at])]
        if not came:
            return f"its move left {listing(list(map(self.called, own)))} in its own zone of control"
        if not own:
            return f"it {listing(came)}"
        same = "that unit" if len(own) == 1 else "these units"
        held = same if own == theirs else listing(list(map(self.called, own)))
        return f"it {listing(came)}, and has {held} in its own zone of control"

    def called(self, unit: Unit) -> str:
        return f"{self.position.owned(unit)} on {self.position.map.name(self.after[unit.at])}"


def stops_checked(position: PlottedPosition, events: tuple[Event, ...], orders: dict[int, Order]) -> int:
    """The number of stops by zones among the events of a turn, each compared with the moves before it."""
    step, checked, index = Step(position, orders), 0, position.map.index
    for event in events:
        if event.kind == "step":
            step.before = dict(step.after)
        elif event.kind == "moved":
            start = next(at for at, here in step.before.items() if here == index(event.subjects[0]))
            step.after[start] = index(event.subjects[1])
        elif event.kind == "stopped" and event.clause == "P4.1":
            start = next(at for at, here in step.after.items() if here == index(event.subjects[0]))
            assert event.data["zones"] == step.told(step.units[start]), (position.notation, event.text)
            checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.clause("P4.1", "P4.3", "P4.5")
def test_the_zones_that_stop_a_unit_are_told_as_they_are() -> None:
    checked, rng = 0, Random("zones")
    for _ in range(TURNS):
        found = random_position(rng)
        start = position = replace(found, sealed=(None,) * len(found.players))
        if position.melees or position.outcome is not None:
            continue
        sheets = [position.legal_actions(position.players[seat]).sample(rng) for seat in position.writing]
        events: tuple[Event, ...] = ()
        for sheet in sheets:
            done = position.apply(sheet)
            position, events = done.position, done.events
        orders = {start.map.index(order.unit): order for sheet in sheets for order in sheet.orders}
        checked += stops_checked(start, events, orders)
    assert checked > TURNS // 10
