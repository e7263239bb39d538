"""The results of sealed orders and of dice: the turn in its steps (P5.1), each with its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexwidget.english import Phrase, is_plural, listing, phrase
from hexwidget.problems import sure
from hexwidget.rules import ChanceOutcome, Chronicle, Event, changed, percent
from hexwidget.systems.plotted import melee
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.execution import CLAUSES, Movement, Mover, Reason, Stop, move
from hexwidget.systems.plotted.outcome import outcome
from hexwidget.systems.plotted.position import CarriedOut, Melee, PlottedPosition, Unit, canonical
from hexwidget.systems.plotted.units import ORDERS
from hexwidget.systems.plotted.words import orders_in_words


def follow(position: PlottedPosition, action: Seal | ChanceOutcome, log: Chronicle) -> PlottedPosition:
    """The position after legal orders or a die. The events go to ``log``."""
    after = _roll(action, position, log) if isinstance(action, ChanceOutcome) else _seal(action, position, log)
    log.later(lambda log: log.tell_end(outcome(after)))
    return after


def _seal(seal: Seal, position: PlottedPosition, log: Chronicle) -> PlottedPosition:
    """P1.9: the other players learn nothing of it until all have sealed."""
    seat = position.players.index(seal.player)
    orders = canonical(position.map, seal.orders)
    sealed = tuple([orders if k == seat else other for k, other in enumerate(position.sealed)])
    log.later(_tell_of_seal, position, seal.player, orders)
    position = changed(position, sealed=sealed)
    if any(position.sealed[k] is None for k in position.writing):
        return position
    return _carry_out(position, log)


def _tell_of_seal(log: Chronicle, position: PlottedPosition, player: str, orders: tuple[Order, ...]) -> None:
    wording = "{player:'s} orders are sealed: {told}"
    log.tell("sealed", "P1.9", wording, seen=(player,), **_wording(position, player, orders))


def _wording(position: PlottedPosition, player: str, orders: tuple[Order, ...]) -> dict[str, Any]:
    """The orders of a player as they are written, and in words."""
    return {"player": player, "orders": str(Seal("", orders)), "told": orders_in_words(position, orders)}


# ---------------------------------------------------------------------- the movement step
def _carry_out(position: PlottedPosition, log: Chronicle) -> PlottedPosition:
    """P5.1: orders are revealed and carried out; then come melees, or the next turn."""
    orders = [position.order_for(unit) for unit in position.units]
    log.later(_reveal, position, orders)
    movers = [_mover(position, unit, order) for unit, order in zip(position.units, orders, strict=True)]
    moved = move(movers, position.map.steps)
    pairs = set(moved.pairs)
    ats = [unit.at for unit in position.units]
    number = {at: n for n, at in enumerate(ats)}
    for a, b in position.engaged:  # P4.7: engaged units that are still adjacent
        # A position that was not checked may name a hex without a unit.
        if a in number and b in number and position.map.adjacent(moved.ats[number[a]], moved.ats[number[b]]):
            pairs.add((number[a], number[b]))
    log.later(_tell_movement, position, movers, moved)
    melees = sorted(_melee(moved, orders, pair) for pair in pairs)
    units = [u if u.at == at else u._replace(at=at) for u, at in zip(position.units, moved.ats, strict=True)]
    done = [CarriedOut(order, walked) for order, walked in zip(orders, moved.walked, strict=True) if order is not None]
    over = {"engaged": (), "sealed": (None,) * len(position.players), "carried_out": tuple(done)}
    after = changed(position, units=tuple(sorted(units)), melees=tuple(melees), **over)
    log.later(_tell_of_melees, position, after, dict(zip(ats, moved.ats, strict=True)))
    if melees and position.settings["melee"] == "d20":
        return after
    return _next_turn(after, [pair.hexes for pair in melees], log)


def _tell_of_melees(
    log: Chronicle, position: PlottedPosition, after: PlottedPosition, moved_to: dict[int, int]
) -> None:
    """P4.7, P5.2: tell the units that got out of a melee, the pairs that fight, and their odds."""
    fighting = {at for pair in after.melees for at in pair.hexes}
    for at in sorted(position.in_melee & moved_to.keys()):
        now = moved_to[at]
        if now not in fighting:
            unit = position.owned(position.by_hex[at])
            names = (after.map.name(now), after.map.name(at))
            log.tell("disengaged", "P4.7", "{unit} on {0} got out of the melee", *names, unit=unit)
    rolling = position.settings["melee"] == "d20"
    for pair in after.melees:
        first, second = (after.owned(after.by_hex[at]) for at in pair.hexes)
        wording, odds = "{a} on {0} and {b} on {1} fight", melee.duel(pair)
        if rolling:
            wording += ": {higher} and {lower} to win, {equal} that both lose"
        figures: dict[str, Any] = dict(zip(("higher", "equal", "lower"), odds.figures, strict=True))
        log.tell("melee", "P4.7", wording, *map(after.map.name, pair.hexes), a=first, b=second, **figures)
    for at in sorted(fighting) if rolling else ():
        chance = melee.survival(after, at)
        if chance < 1:
            wording = "{unit} on {0}: {chance} to have strength left afterwards"
            unit = after.owned(after.by_hex[at])
            log.tell("survival", "P5.2", wording, after.map.name(at), unit=unit, chance=percent(chance))


def _reveal(log: Chronicle, position: PlottedPosition, orders: list[Order | None]) -> None:
    """P1.9, P1.6, P4.4, P4.5: tell all orders, and their effect on units that stay."""
    for seat in position.writing:
        sealed = position.sealed[seat] or ()
        player, wording = position.players[seat], "{player:'s} orders are revealed: {told}"
        log.tell("revealed", "P1.9", wording, **_wording(position, player, sealed))
        ordered = zip(position.units, orders, strict=True)
        idle = [unit for unit, order in ordered if unit.owner == seat and order is None]
        resting = [position.map.name(unit.at) for unit in idle if unit.at not in position.in_melee]
        if resting:
            one, many = "{player:'s} unit on {places} rested", "{player:'s} units on {places} rested"
            wording = one if len(resting) == 1 else many
            log.tell("rests", "P1.6", wording, *resting, player=player, places=listing(resting))
    for unit, order in zip(position.units, orders, strict=True):
        name, who = position.map.name(unit.at), position.owned(unit)
        if order is None:
            continue
        kind = ORDERS[order.kind]
        if kind.pace is None and unit.at in position.in_melee:
            wording = "{unit} on {0} took up {order}, engaged in a melee and so without a zone"
            log.tell("no_zone", "P4.3", wording, name, unit=who, order=order.kind)
        elif kind.faces:
            wording = "{unit} on {0} took up {order}, facing {facing}"
            log.tell("faces", "P4.4", wording, name, unit=who, order=order.kind, facing=order.facing)
        elif kind.pace is None:
            wording = "{unit} on {0} took up {order} on all six sides"
            log.tell("all_around", "P4.5", wording, name, unit=who, order=order.kind)


def _mover(position: PlottedPosition, unit: Unit, order: Order | None) -> Mover:
    control, zone = position.zone(unit, order)
    route = tuple(map(position.map.index, order.route)) if order else ()
    return Mover(unit.at, unit.owner, route, control, zone)


def _melee(moved: Movement, orders: list[Order | None], pair: tuple[int, int]) -> Melee:
    """A pair with its hexes ascending. P5.2: units that have charged over two hexes are marked."""
    ordered = sorted(pair, key=lambda n: moved.ats[n])

    def charged(n: int) -> bool:
        order = orders[n]
        return order is not None and order.kind == "charge" and moved.walked[n] >= melee.CHARGE_HEXES

    a, b = ordered
    return Melee((moved.ats[a], moved.ats[b]), (charged(a), charged(b)), ())


_WORDINGS = {
    Reason.CONTESTED: "{unit} stopped on {0}: {others} tried to enter {1} in the same step",
    Reason.CROWDED: "{unit} stopped on {0}: {others} tried to enter {1} in the same step",
    Reason.HEAD_ON: "{unit} stopped on {0}: head-on with {others}",
    Reason.BLOCKED: "{unit} stopped on {0}: {others} held {1} and did not leave it",
    Reason.ZONE: "{unit} stopped on {0}: {zones}",
}
_ORDER = list(Reason)


def _tell_movement(log: Chronicle, position: PlottedPosition, movers: list[Mover], moved: Movement) -> None:
    """Tell step by step the hexes that units enter, then the units that stop with the reasons."""
    name = position.map.name
    called = [position.owned(unit) for unit in position.units]
    stops: dict[int, list[Stop]] = {}
    for stop in moved.stops:
        stops.setdefault(stop.step, []).append(stop)
    ats = [unit.at for unit in position.units]
    stopped = {stop.unit for stop in moved.stops}
    for step, going in enumerate(moved.steps, 1):
        wording = "step {step}: all units with hexes left to enter move together"
        log.note(Event("step", (), {"step": step}, "P2.2", wording))
        before = list(ats)
        for n in going:
            there = movers[n].route[step - 1]
            told = {"unit": called[n], "step": step}
            log.note(Event("moved", (name(ats[n]), name(there)), told, "P1.2", "{unit} went from {0} to {1}"))
            ats[n] = there
        for stop in sorted(stops.get(step, []), key=lambda s: (ats[s.unit], _ORDER.index(s.reason), s.others)):
            others_by_hex = sorted(stop.others, key=lambda k: ats[k])
            standing = {k: phrase("{unit} on {0}", name(ats[k]), unit=called[k]) for k in others_by_hex}
            others = listing([*standing.values()])
            subjects = (name(ats[stop.unit]), *([name(stop.wanted)] if stop.wanted >= 0 else []))
            unit = called[stop.unit]
            data = {"unit": unit, "others": others, "step": step, "reason": stop.reason.value}
            if stop.reason is Reason.ZONE:
                data["zones"] = _zones(stop.unit, unit, standing, movers, before, ats)
            log.note(Event("stopped", subjects, data, CLAUSES[stop.reason], _WORDINGS[stop.reason]))
        for n in going:
            if n not in stopped and step == len(movers[n].route):
                wording = "{unit} came to the end of {unit:its} route on {0}"
                log.note(Event("arrived", (name(ats[n]),), {"unit": called[n]}, "P1.2", wording))


def _zones(
    unit: int, called: str, enemies: Mapping[int, str], movers: list[Mover], before: list[int], ats: list[int]
) -> Phrase:
    """P4.1: the zones that stop a unit, in words: first those of enemies that it has come into, then its own.

    :param called: the unit in words; ``enemies``: its enemies, by number
    :param before: the hexes of all units before the step; ``ats``: the hexes after it
    """

    def within(k: int, hexes: list[int]) -> bool:
        return hexes[unit] - hexes[k] in movers[k].zone

    theirs = [k for k in enemies if within(k, ats)]
    came = listing([
        phrase(wording, whose=listing(whose))
        for wording, was, control in (
            ("entered the zone of control of {whose}", False, True),
            ("entered the defence zone of {whose}", False, False),
            ("stayed in the zone of control of {whose}", True, True),
            ("stayed in the defence zone of {whose}", True, False),
        )
        if (whose := [enemies[k] for k in theirs if movers[k].control is control and within(k, before) is was])
    ])  # fmt: skip
    if not movers[unit].control:
        return phrase("{unit:it} {came}", unit=called, came=came)
    if not came:
        wording = "{unit:its} move left {others} in {unit:its} own zone of control"
        return phrase(wording, unit=called, others=listing([*enemies.values()]))
    same = phrase("that unit" if len(enemies) == 1 else "these units")
    own = same if len(theirs) == len(enemies) else listing([*enemies.values()])
    one = "{unit:it} {came}, and has {own} in {unit:its} own zone of control"
    many = "{unit:it} {came}, and have {own} in {unit:its} own zone of control"
    return phrase(many if is_plural(called) else one, unit=called, came=came, own=own)


# ---------------------------------------------------------------------- melee
def _roll(die: ChanceOutcome, position: PlottedPosition, log: Chronicle) -> PlottedPosition:
    """P5.2: one die is rolled. After the last one all losses are taken."""
    value = int(die.value)
    pair, side = sure(melee.due(position))  # chance is asked only while a die is due
    log.later(_tell_of_roll, position, pair, side, value)
    rolled = pair._replace(rolls=(*pair.rolls, value))
    after = changed(position, melees=tuple([rolled if each is pair else each for each in position.melees]))
    return after if melee.due(after) is not None else _losses(after, log)


def _tell_of_roll(log: Chronicle, position: PlottedPosition, pair: Melee, side: int, value: int) -> None:
    names = [position.map.name(at) for at in pair.hexes]
    who = position.owned(position.by_hex[pair.hexes[side]])
    adds = melee.bonus(pair, side)
    wording = "{unit} on {0} rolled {value} against {1}"
    if adds:
        wording = "{unit} on {0} rolled {value} + {adds} for the charge against {1}"
    log.tell("rolled", "P5.2", wording, names[side], names[1 - side], unit=who, value=value, adds=adds)


def _losses(position: PlottedPosition, log: Chronicle) -> PlottedPosition:
    """P5.2: losses are added up, on the strengths at the beginning of the step."""
    lost: dict[int, int] = {}
    for pair in position.melees:
        for at, loss in zip(pair.hexes, melee.losses(pair), strict=True):
            lost[at] = lost.get(at, 0) + loss
    log.later(_tell_of_losses, position)
    units = []
    for unit in position.units:
        left = unit.strength - lost.get(unit.at, 0)
        if left > 0:
            units.append(unit if left == unit.strength else unit._replace(strength=left))
        else:
            wording = "{unit} on {0} had no strength left and left the map"
            log.tell("removed", "P5.2", wording, position.map.name(unit.at), unit=position.owned(unit))
    pairs = [pair.hexes for pair in position.melees]
    return _next_turn(changed(position, units=tuple(units), melees=()), pairs, log)


def _tell_of_losses(log: Chronicle, position: PlottedPosition) -> None:
    for pair in position.melees:
        names, both = [position.map.name(at) for at in pair.hexes], melee.losses(pair)
        called = [position.owned(position.by_hex[at]) for at in pair.hexes]
        if all(both):
            wording = "{a} on {0} and {b} on {1} rolled the same: each lost a strength point"
            log.tell("tied", "P5.2", wording, *names, a=called[0], b=called[1])
        else:
            loser = both.index(True)
            log.tell("lost", "P5.2", "{unit} on {0} rolled lower than {other} on {1} and lost a strength point",
                     names[loser], names[1 - loser], unit=called[loser], other=called[1 - loser])  # fmt: skip


def _next_turn(position: PlottedPosition, pairs: Iterable[tuple[int, int]], log: Chronicle) -> PlottedPosition:
    """P5.1; P4.7: pairs that have fought begin the next turn engaged, if both units are left."""
    engaged = tuple(sorted(pair for pair in pairs if all(at in position.by_hex for at in pair)))
    log.tell("turn_over", "P5.1", "turn {turn} is over", turn=position.turn)
    return changed(position, turn=position.turn + 1, engaged=engaged, melees=())
