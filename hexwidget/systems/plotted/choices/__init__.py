"""Clicks become orders: the choices that a player has next. `draft` holds the orders of a draft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, lru_cache

from hexwidget.english import capital, is_plural, listing, phrase, translated, worded
from hexwidget.languages import language
from hexwidget.problems import sure
from hexwidget.rules import Choice, Choices, Desk, Draft, Field, Prompt, Verdict
from hexwidget.rules.choices import INCOMPLETE, NOTHING_CHOSEN, with_chosen
from hexwidget.rules.position import of_the_last
from hexwidget.scene import Arrow
from hexwidget.systems.plotted import melee
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.appearance import arrows_of
from hexwidget.systems.plotted.choices.draft import OrdersDraft, open_ones
from hexwidget.systems.plotted.legality import check_unit, held_in_melee
from hexwidget.systems.plotted.position import PlottedPosition, Unit, left_of
from hexwidget.systems.plotted.reach import RouteReach
from hexwidget.systems.plotted.units import ORDERS, REST, movement_value

UNIT_OF_COST = ("movement point", "movement points")


def _odds(position: PlottedPosition) -> str:
    """P5.2: the exact odds of each pair in words."""
    said = []
    for pair in position.melees:
        odds = melee.duel(pair)
        units = [position.by_hex[at] for at in pair.hexes]
        one, other = (phrase("{unit} on {0}", position.map.name(u.at), unit=position.owned(u)) for u in units)
        higher, equal, lower = odds.figures
        wording = "{one} against {other}: {higher} to win, {lower} to lose, {equal} that both lose."
        said.append(capital(worded(wording, one=one, other=other, higher=higher, lower=lower, equal=equal)))
    return " ".join(said)


def _in_words(order: Order) -> str:
    """An order to a unit, without the unit: its kind, and where it leads or faces."""
    if order.route:
        return worded("{kind} to {0}", order.route[-1], kind=order.kind)
    return (
        worded("{kind}, facing {side}", kind=order.kind, side=order.facing) if order.facing else translated(order.kind)
    )


@of_the_last(1)
def own_units(position: PlottedPosition, seat: int, written: Draft, then: Draft) -> list[Choice]:
    """The units of a player as pieces to choose, each with its order.

    :param written: the draft that holds the orders
    :param then: the draft in which the unit is set
    """
    orders, found = OrdersDraft.read(position, written), []
    choice = _unit_choice if then else _plain_choice
    for unit in position.units_of(seat):
        name = position.map.name(unit.at)
        found.append(choice(unit, name, orders.order(name), then, language()))
    return found


def _unit_choice(unit: Unit, name: str, order: Order | None, then: Draft, _language: str) -> Choice:
    return Choice(
        "unit", name, _unit_label(unit, name, order, _language), "piece", "P1.7", then.set("unit", name), name
    )


@lru_cache(maxsize=5000)
def _unit_label(unit: Unit, name: str, order: Order | None, _language: str) -> str:
    label = worded("{unit} on {0} (strength {strength})", name, unit=unit.called, strength=unit.strength)
    return capital(label + (f": {_in_words(order)}" if order else ""))


_plain_choice = lru_cache(maxsize=5000)(_unit_choice)
"""From a cache, while no orders are written: most units stay as they are from turn to turn, and drafts of orders do not come again."""


class PlottedDesk(Desk[PlottedPosition, Seal]):
    """The orders of a player while they are written."""

    def read_draft(self) -> None:
        super().read_draft()
        self.written: OrdersDraft = OrdersDraft.read(self.position, self.draft)
        self.units: list[Unit] = self.position.units_of(self.seat)

    # A hex to go on to is taken into its route first: then all parts of the choices read the same orders.
    @cached_property
    def _drafted(self) -> Draft:
        """The draft with the orders that are written."""
        return self.written.draft(self.position)

    @cached_property
    def _orders(self) -> tuple[Order, ...]:
        """The orders that are written, by hex."""
        return self.written.orders(self.position)

    def choose(self) -> Choices:
        position, written = self.position, self.written
        if position.melees:
            prompt = Prompt(translated("The orders are revealed; dice settle the melees"), odds=_odds(position))
            odds = (melee.forecast(position, pair) for pair in position.melees)
            return self.open(prompt, draft=NOTHING_CHOSEN, forecasts=odds)
        if self.seat not in position.writing:
            return self.closed(worded("{player:has} no units left.", player=self.player))
        if written.rest:
            before = (translated("no orders; all units rest"),)
            resting = Prompt(translated("Seal that?"), player=self.player, before=before, deed=translated("Seal that"))
            return self.made(resting, [*self._pieces(), self._rest()], Seal(self.player, ()), draft=Draft(rest=True))
        unit = position.by_hex.get(written.unit) if written.unit is not None else None
        if written.unit is not None and (unit is None or unit.owner != self.seat):
            name = position.map.name(written.unit)
            verdict = check_unit(position, self.seat, name)
            return self._open_choices(Prompt(worded("{0} cannot be chosen", name)), self._pieces(), verdict)
        return self._no_unit_chosen() if unit is None else self._for(unit)

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on a unit as a choice (P1.7)."""
        verdict = self.check(Seal(self.player, ()))
        if verdict and self.written.unit is None:
            verdict = check_unit(self.position, self.seat, space)
        return verdict if verdict.findings else None

    # ------------------------------------------------------------------ no unit chosen
    def _no_unit_chosen(self) -> Choices:
        position, player = self.position, self.player
        sealed = position.sealed[self.seat]
        if self.written.kinds:
            deed = translated("Choose another unit")
            prompt = Prompt(translated("Choose another unit, or seal what is written"), deed=deed)
            return self._seal(prompt, self._pieces())
        prompt = Prompt(translated("choose a unit to write its order"), player=player, deed=translated("Choose a unit"))
        if sealed is not None:
            written = worded("{n:order} sealed", n=len(sealed)) if sealed else translated("all units rest")
            done = (written, translated("You may change that until everybody has sealed"))
            prompt = replace(prompt, task=capital(prompt.task), before=done)
        return self._open_choices(prompt, [*self._pieces(), self._rest()])

    def _rest(self) -> Choice:
        return self.option("rest", True, translated("No orders: all rest"), "P1.6", Draft(), chosen=self.written.rest)

    def _pieces(self) -> list[Choice]:
        """The own units, each with its order."""
        base, position = self.written, self.position
        if not base.kinds and base.unit is None and position.sealed[self.seat]:
            sealed = Seal(self.player, position.sealed[self.seat] or ())
            base = OrdersDraft.read(position, Draft(next(self.system.grammar.drafts(sealed))))
        draft = base.without_empty_routes().draft(position).clear("unit").clear("rest")
        chosen = None if base.unit is None else position.map.name(base.unit)
        written = self._drafted if base is self.written else base.draft(position)
        return with_chosen(own_units(position, self.seat, written.clear("unit"), draft), chosen, draft)

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
        beside = self._beside(name)
        kinds = self._kinds(name, beside if engaged else None)
        options = [*self._pieces(), *kinds, *self._back(name, route), *self._sides(unit, name, kind)]
        field = None
        who = worded("{unit} on {0}, {kind}", name, unit=unit.called, kind=kind)
        if ORDERS[kind].pace:
            # A click on an own unit chooses it. A button goes on to its hex.
            others = frozenset(other.at for other in self.units)
            area = RouteReach(position, unit, kind, route, others, beside)
            options += self._onto_own_units(area)
            lead = tuple(map(position.map.name, (unit.at, *route))) if route else ()
            one, many = "Where the {unit} on {0} goes next", "Where the {unit} on {0} go next"
            label = worded(many if is_plural(unit.called) else one, name, unit=unit.called)
            stays, mover = translated("the route ends here"), worded("the {unit}", unit=unit.called)
            costs = translated(UNIT_OF_COST[0]), translated(UNIT_OF_COST[1])
            field = Field("to", label, area, costs, stays, False, lead, onward=True, mover=mover, clause="P1.5")
            left, value = left_of(position, unit, kind, route), movement_value(unit.kind, kind)
            wording = "{left} of {value:movement point} left"
            wording += "; draw the route" if not route else "; go on, or choose something else" if left else ""
            task = worded(wording, left=left, value=value)
        elif ORDERS[kind].faces:
            side = written.facings.get(name)
            task = worded("facing {side}", side=side) if side else translated("choose the side to face")
        else:
            who, task = worded("{unit} on {0}", name, unit=unit.called), translated(kind)
        prompt = Prompt(task, about=who, deed=translated("Choose a side"))
        if barred is not None:
            draft = self._drafted.set("to", position.map.name(sure(written.to)))  # what is barred
            return self.open(prompt, options, field, draft=draft, verdict=barred, arrows=self._arrows(field, ""))
        return self._seal(prompt, options, field, chosen=name)

    def _beside(self, name: str) -> tuple[Order, ...]:
        """The orders of the draft for other units, but for those that lack a route."""
        others = (order for order in self._orders if order.unit != name)
        return tuple([order for order in others if order.route or not ORDERS[order.kind].pace])

    def _kinds(self, name: str, beside: tuple[Order, ...] | None) -> Iterator[Choice]:
        """The kinds of orders, each with the reasons that bar it.

        :param beside: for an engaged unit, the orders for other units; for others nothing bars a kind
        """
        kinds, draft = self.written.kinds, self._drafted
        slot, now = f"order/{name}", kinds.get(name)
        for key, kind in ORDERS.items():
            if key == REST:
                if now is not None:
                    then = draft.clear(slot).clear(f"route/{name}").clear(f"facing/{name}")
                    yield Choice("order", key, translated("No order"), "button", "P1.6", then, shortcut=kind.shortcut)
                continue
            # A route or a side is still to be chosen.
            findings = () if beside is None else held_in_melee(self.position, self.seat, Order(name, key), beside)
            then = draft.set(slot, key)  # a route and a side are kept for the kinds that have one
            label = capital(translated(key))
            yield Choice("order", key, label, "button", "P5.2", then, None, now == key, findings, kind.shortcut)

    def _back(self, name: str, route: tuple[int, ...]) -> Iterator[Choice]:
        """P1.1: taking back the last hex of the route."""
        if route:
            last = self.position.map.name(route[-1])
            draft = self._drafted
            shorter = " ".join(map(self.position.map.name, route[:-1]))
            then = draft.set(f"route/{name}", shorter) if shorter else draft.clear(f"route/{name}")
            yield Choice("route", "back", worded("Back from {0}", last), "button", "P1.1", then, shortcut="Backspace")

    def _onto_own_units(self, area: RouteReach) -> Iterator[Choice]:
        """P3.1: the hexes of own units. A route may enter one, as its unit may leave it in time."""
        beside = set(self.position.map.neighbours(area.origin))
        for other in self.units:
            if other.at in beside and area.passed >> other.at & 1:
                name = self.position.map.name(other.at)
                then = self._drafted.set("to", name)
                label = worded("On to {0} ({unit})", name, unit=other.called)
                yield Choice("to", name, label, "button", "P3.1", then)

    def _sides(self, unit: Unit, name: str, kind: str) -> Iterator[Choice]:
        """P4.4: the six sides, by a button or a click on the hex beyond."""
        if not ORDERS[kind].faces:
            return
        spaces, slot, draft = self.position.map, f"facing/{name}", self._drafted
        for side, there in zip(spaces.compass, spaces.beyond(unit.at), strict=True):
            beyond = None if there is None else spaces.name(there)
            chosen = self.written.facings.get(name) == side
            then = draft.clear(slot) if chosen else draft.set(slot, side)
            yield Choice("facing", side, worded("Face {side}", side=side), "button", "P4.4", then, beyond, chosen)

    # ------------------------------------------------------------------ the orders of the draft
    def _arrows(self, field: Field | None, chosen: str) -> Iterator[Arrow]:
        """The arrows of the orders, but for the route that the field shows as its lead."""
        lead = chosen if field is not None and field.lead else None
        for order in self._orders:
            if order.unit != lead:
                yield from arrows_of(self.position, order, "path")

    def _open_choices(self, prompt: Prompt, options: list[Choice], verdict: Verdict = INCOMPLETE) -> Choices:
        """The choices of a draft that cannot be sealed."""
        draft, arrows = self._drafted, self._arrows(None, "")
        return self.open(prompt, options, draft=draft, verdict=verdict, arrows=arrows)

    def _seal(self, prompt: Prompt, options: list[Choice], field: Field | None = None, chosen: str = "") -> Choices:
        """The choices with the orders of the draft, if they are complete.

        :param chosen: the hex of the unit whose order is being written
        """
        written = self.written
        draft, arrows = self._drafted, tuple(self._arrows(field, chosen))
        # One step back unselects the unit and keeps all orders.
        back = draft.clear("unit").clear("to") if written.unit is not None and written.kinds else Draft()
        orders = self._orders
        missing = open_ones(orders)
        if not orders or missing:
            others = [o.unit for o in missing if o.unit != chosen]
            if others:
                one = "the unit on {units} still needs a side to face"
                many = "the units on {units} still need a side to face"
                needed = worded(one if len(others) == 1 else many, units=listing(others))
                prompt = replace(prompt, task=f"{prompt.task}; {needed}")
            return self.open(prompt, options, field, draft=draft, arrows=arrows, back=back)
        seal = Seal(self.player, orders)
        # Earlier remarks on the present order stand before the question.
        said, deed = (*prompt.before, prompt.task), worded("Seal {n:order}", n=len(orders))
        resting = len(self.units) - len(orders)
        rest = worded("; the other rests" if resting == 1 else "; the other {n} rest", n=resting) if resting else ""
        question = replace(prompt, task=f"{deed}{rest}?", before=said, deed=deed)
        found = self.made(question, options, seal, field, draft=draft, arrows=arrows, back=back)
        if found.action:
            return found
        barred = replace(prompt, after=tuple(f"{capital(f.text)} ({f.clause})" for f in found.verdict.findings))
        return replace(found, prompt=barred.text, words=barred.parts, arrows=arrows)
