"""The choices that a player has next, and the reasons for a hex. `written` tells the slots of a draft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwidget.geometry import Space
from hexwidget.rules import Choice, Choices, Draft, Field, Finding, Remedy, Status, Verdict
from hexwidget.rules.choices import INCOMPLETE
from hexwidget.rules.odds import percent
from hexwidget.systems.plotted import melee
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.appearance import arrows_of
from hexwidget.systems.plotted.legality import check_order
from hexwidget.systems.plotted.legality.orders import not_out_of_a_melee
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from hexwidget.systems.plotted.reach import RouteReach
from hexwidget.systems.plotted.routes import left_of
from hexwidget.systems.plotted.units import ORDERS, REST, movement_value
from hexwidget.systems.plotted.written import Written

UNIT_OF_COST = ("of the movement value", "of the movement value")


def choices(position: PlottedPosition, player: str, draft: Draft) -> Choices:
    """The choices that a player has next.

    :raises InputError: if the draft has slots or values that cannot be
    """
    written = Written.read(position, draft)
    end = position.system.outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    if position.melees:
        return Choices(player, Draft(), f"The orders are revealed; dice settle the melees. {_odds(position)}")
    seat = position.players.index(player)
    if seat not in position.writing:
        return Choices(player, Draft(), f"{player} has no units left.")
    return _Desk(position, player, seat, written).choices()


def explain(position: PlottedPosition, player: str, draft: Draft, space: Space) -> Verdict:
    """The reasons why a hex can or cannot be chosen next."""
    name = position.map.name(position.map.index(space))
    now = choices(position, player, draft)
    written = Written.read(position, draft)
    if now.field is not None:
        return _beside_others(now.field.reach.why(name), written, position)
    verdict = position.system.check(position, Seal(player, ()))
    if verdict and written.unit is None:
        seat = position.players.index(player)
        verdict = check_order(position, seat, Order(name, REST))
    return verdict if verdict.findings else Verdict(Status.INCOMPLETE, (), now.prompt, position.system.rulebook)


def _beside_others(verdict: Verdict, written: Written, position: PlottedPosition) -> Verdict:
    """The verdict on one order beside the other orders of the draft: its remedies name these, too."""
    others = {order.unit: str(order) for order in written.without_empty_routes().orders(position)}
    if written.unit is not None:
        others.pop(position.map.name(written.unit), None)

    def together(finding: Finding) -> Finding:
        def offer() -> Remedy | None:
            remedy = finding.remedy
            if remedy is None or remedy.action is None:
                return remedy
            return replace(remedy, action="; ".join([remedy.action, *others.values()]))

        return replace(finding, offer=offer)

    return replace(verdict, findings=tuple(map(together, verdict.findings)))


def _odds(position: PlottedPosition) -> str:
    """P5.2: the exact odds of each pair in words."""
    name = position.map.name
    said = []
    for pair in position.melees:
        odds = melee.duel(pair)
        a, b = pair.hexes
        said.append(
            f"{name(a)} against {name(b)}: {percent(odds.higher)} wins, {percent(odds.lower)} loses, "
            f"{percent(odds.equal)} both lose."
        )
    return " ".join(said)


class _Desk:
    """The choices of one player with one draft."""

    def __init__(self, position: PlottedPosition, player: str, seat: int, written: Written) -> None:
        self.position = position
        self.player = player
        self.seat = seat
        self.written = written
        self.units = position.units_of(seat)

    def choices(self) -> Choices:
        written = self.written
        if written.rest:
            return self._all_rest()
        unit = self.position.by_hex.get(written.unit) if written.unit is not None else None
        if written.unit is not None and (unit is None or unit.owner != self.seat):
            name = self.position.map.name(written.unit)
            verdict = check_order(self.position, self.seat, Order(name, REST))
            return self._made(f"{name} cannot be chosen.", self._pieces(), verdict=verdict)
        if unit is None:
            return self._nobody_chosen()
        return self._for(unit)

    # ------------------------------------------------------------------ nobody chosen
    def _nobody_chosen(self) -> Choices:
        position, player = self.position, self.player
        sealed = position.sealed[self.seat]
        if self.written.kinds:
            return self._made("Choose another unit, or seal what is written", self._pieces(), confirm=True)
        done = ""
        if sealed is not None:
            done = f"Sealed: {Seal(player, sealed)}. They can be replaced until everybody has sealed. "
        rest = Choice("rest", True, "No orders: all rest", "button", "P1.6", Draft(rest=True))
        return self._made(f"{done}{player}: choose a unit to write its order.", [*self._pieces(), rest])

    def _all_rest(self) -> Choices:
        rest = Choice("rest", True, "No orders: all rest", "button", "P1.6", Draft(), None, True)
        seal = Seal(self.player, ())
        verdict = self.position.system.check(self.position, seal)
        prompt = f"{self.player}: no orders, all units rest. Seal that?"
        return Choices(self.player, Draft(rest=True), prompt, (*self._pieces(), rest), None, seal, verdict)

    def _pieces(self) -> list[Choice]:
        """The own units, each with its order."""
        base = self.written
        if not base.kinds and base.unit is None and self.position.sealed[self.seat]:
            base = Written.of(self.position.sealed[self.seat] or ())
        draft = base.without_empty_routes().draft(self.position).clear("unit").clear("rest")
        found = []
        for unit in self.units:
            name = self.position.map.name(unit.at)
            order = base.order(name)
            label = f"{unit.called} on {name} (strength {unit.strength}){f': {order}' if order else ''}"
            chosen = base.unit == unit.at
            then = draft if chosen else draft.set("unit", name)
            found.append(Choice("unit", name, label[0].upper() + label[1:], "piece", "P1.7", then, name, chosen))
        return found

    # ------------------------------------------------------------------ one unit
    def _for(self, unit: Unit) -> Choices:
        position, written = self.position, self.written
        name = position.map.name(unit.at)
        engaged = unit.at in position.in_melee
        kind = written.kinds.get(name, "retreat" if engaged else "march")
        route = tuple(map(position.map.index, written.routes.get(name, ()))) if ORDERS[kind].pace else ()
        barred = None
        if written.to is not None:
            area = RouteReach(position, unit, kind, route)
            space = position.map.name(written.to)
            if ORDERS[kind].pace and space in area:
                route = (*route, *map(position.map.index, area.path(space)[1:]))
                written.kinds[name] = kind
                written.routes[name] = tuple(map(position.map.name, route))
                written.to = None
            else:
                barred = area.why(space)
        options = [*self._pieces(), *self._kinds(unit, name), *self._back(name, route), *self._sides(unit, name, kind)]
        options += self._onto_own_units(unit, kind, route)
        field = None
        who = f"{unit.called} on {name}"
        if ORDERS[kind].pace:
            # A click on an own unit chooses it. A button goes on to its hex.
            others = frozenset(other.at for other in self.units)
            area = RouteReach(position, unit, kind, route, others)
            lead = tuple(map(position.map.name, (unit.at, *route))) if route else ()
            label = f"Where {who} goes on to"
            field = Field("to", label, area, UNIT_OF_COST, "where the route has come to", False, lead, onward=True)
            left, value = left_of(position, unit, kind, route), movement_value(unit.kind, kind)
            task = f"{who}, {kind}: {left} of {value} of its movement value left"
            task += "; go on, or choose what else" if left and route else ("; draw its route" if not route else "")
        elif ORDERS[kind].faces:
            side = written.facings.get(name)
            task = f"{who}, {kind}: faces {side}" if side else f"{who}, {kind}: choose the side that it faces"
        else:
            task = f"{who}: {kind}"
        if barred is not None:
            return self._made(f"{task[0].upper()}{task[1:]}.", options, field, verdict=barred, keep_to=True)
        return self._made(task[0].upper() + task[1:], options, field, confirm=True, chosen=name)

    def _kinds(self, unit: Unit, name: str) -> Iterator[Choice]:
        """The kinds of orders, each with the reasons that bar it."""
        written = self.written
        for key, kind in ORDERS.items():
            if key == REST:
                if name in written.kinds:
                    yield Choice("order", key, "No order", "button", "P1.6", self._without(name),
                                 shortcut=kind.shortcut)  # fmt: skip
                continue
            chosen = written.kinds.get(name) == key
            # A route or a side is still to be chosen.
            findings = tuple(not_out_of_a_melee(self.position, Order(name, key), unit))
            then = self._with(name, key)
            yield Choice("order", key, key.capitalize(), "button", "P5.2", then, None, chosen, findings, kind.shortcut)

    def _back(self, name: str, route: tuple[int, ...]) -> Iterator[Choice]:
        """P1.1: taking back the last hex of the route."""
        if route:
            last = self.position.map.name(route[-1])
            draft = self.written.draft(self.position)
            shorter = " ".join(map(self.position.map.name, route[:-1]))
            then = draft.set(f"route/{name}", shorter) if shorter else draft.clear(f"route/{name}")
            yield Choice("route", "back", f"Back from {last}", "button", "P1.1", then, shortcut="Backspace")

    def _onto_own_units(self, unit: Unit, kind: str, route: tuple[int, ...]) -> Iterator[Choice]:
        """P3.1: the hexes of own units. A route may enter one, as its unit may leave it in time."""
        if not ORDERS[kind].pace:
            return
        end = route[-1] if route else unit.at
        area = RouteReach(self.position, unit, kind, route)
        for other in self.units:
            name = self.position.map.name(other.at)
            if self.position.adjacent(end, other.at) and name in area:
                then = self.written.draft(self.position).set("to", name)
                yield Choice("to", name, f"On to {name} ({other.called})", "button", "P3.1", then)

    def _sides(self, unit: Unit, name: str, kind: str) -> Iterator[Choice]:
        """P4.4: the six sides, by a button or a click on the hex beyond."""
        if not ORDERS[kind].faces:
            return
        full, slot = self.position.map.full, f"facing/{name}"
        for side, step in zip(self.position.map.compass, self.position.map.steps, strict=True):
            there = unit.at + step
            beyond = self.position.map.name(there) if there >= 0 and full >> there & 1 else None
            chosen = self.written.facings.get(name) == side
            draft = self.written.draft(self.position)
            then = draft.clear(slot) if chosen else draft.set(slot, side)
            yield Choice("facing", side, f"Face {side}", "button", "P4.4", then, beyond, chosen)

    def _with(self, name: str, kind: str) -> Draft:
        """The draft with another kind of order for a unit. A route and a side are kept for the kinds that have one."""
        return self.written.draft(self.position).set(f"order/{name}", kind)

    def _without(self, name: str) -> Draft:
        draft = self.written.draft(self.position)
        return draft.clear(f"order/{name}").clear(f"route/{name}").clear(f"facing/{name}")

    # ------------------------------------------------------------------ what it amounts to
    def _made(
        self,
        prompt: str,
        options: list[Choice],
        field: Field | None = None,
        *,
        confirm: bool = False,
        verdict: Verdict | None = None,
        chosen: str = "",
        keep_to: bool = False,
    ) -> Choices:
        """The choices with the action of the draft, if it is complete.

        :param confirm: True if the draft may be complete
        :param verdict: the verdict to show otherwise
        :param chosen: the hex of the unit whose order is being written
        :param keep_to: True to keep the slot ``to`` in the draft
        """
        written = self.written
        draft = written.draft(self.position)
        if keep_to and written.to is not None:
            draft = draft.set("to", self.position.map.name(written.to))
        # The field shows the route that is being drawn as its lead.
        lead = chosen if field is not None and field.lead else None
        orders = written.orders(self.position)
        arrows = tuple(
            arrow for order in orders if order.unit != lead for arrow in arrows_of(self.position, order, "path")
        )
        # One step back unselects the unit and keeps all orders.
        back = draft.clear("unit").clear("to") if written.unit is not None and written.kinds else Draft()
        if not confirm:
            return Choices(
                self.player,
                draft,
                prompt,
                tuple(options),
                field,
                None,
                verdict if verdict is not None else INCOMPLETE,
                arrows,
            )
        missing = written.open_orders(self.position)
        if not orders or missing:
            others = [o.unit for o in missing if o.unit != chosen]
            tail = f"; on {', '.join(others)} the side that it faces is still to be chosen" if others else ""
            return Choices(
                self.player, draft, f"{prompt}{tail}.", tuple(options), field, None, INCOMPLETE, arrows, back
            )
        seal = Seal(self.player, orders)
        found = self.position.system.check(self.position, seal)
        many = "1 order" if len(orders) == 1 else f"{len(orders)} orders"
        if found.status is Status.ILLEGAL:
            why = " ".join(f"{f.text[0].upper()}{f.text[1:]} ({f.clause})." for f in found.findings)
            return Choices(self.player, draft, f"{prompt}. {why}", tuple(options), field, None, found, arrows, back)
        return Choices(self.player, draft, f"{prompt}. Seal {many}?", tuple(options), field, seal, found, arrows, back)
