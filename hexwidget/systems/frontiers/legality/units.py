"""Units: committing them, assigning their damage, and taking positions."""

from __future__ import annotations

from functools import partial

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.frontiers.actions import Assign, Commit, Occupy
from hexwidget.systems.frontiers.legality import remedies
from hexwidget.systems.frontiers.legality.timing import Findings
from hexwidget.systems.frontiers.position import FrontiersPosition


def once_a_round_and_ready(action: Commit, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against committing units, apart from its moment."""
    found = [*once_a_round(action, position, seat)]
    for name, _ in action.moves:
        found += ready_in_the_heartland(name, position, seat)
    for name in action.retreats:
        found += occupying(name, position, seat)
    found += one_way_only(action, position)
    yield from remedies.first_offers(found, partial(remedies.another_commit, position, action))


@bars("F4.1")
def once_a_round(action: Commit, position: FrontiersPosition, seat: int) -> Findings:
    """F4.1: once a round, and one unit at least."""
    if "commit" in position.done[seat]:
        about = {"player": position.players[seat]}
        yield Finding("F4.1", "once_a_round", (), about, "{player:has} committed units in this round already")
    if not action.moves and not action.retreats:
        yield Finding("F4.1", "nobody", (), {}, "at least one unit must move or retreat")


@bars("F4.1", "F4.2")
def an_own_unit(name: str, position: FrontiersPosition, seat: int, clause: str) -> Findings:
    """F4.1, F4.2: players order their own units."""
    unit = position.by_id.get(name)
    if unit is None or unit.owner != seat:
        numbers = {"player": position.players[seat], "unit": position.all_called([name])}
        wording = "{player:has} no unit {unit}" if unit is None else "{player} cannot order {unit}"
        yield Finding(clause, "not_own", (), numbers, wording)


@bars("F4.1")
def ready_in_the_heartland(name: str, position: FrontiersPosition, seat: int) -> Findings:
    """F4.1: ready units go out from the heartland. Another player's unit is judged as if it were an own one."""
    yield from an_own_unit(name, position, seat, "F4.1")
    unit = position.by_id.get(name)
    if unit is None:
        return
    if unit.frontier:
        yield Finding("F4.1", "not_at_home", (name,), {"unit": position.called(unit), "frontier": unit.frontier}, "{unit:is} in frontier {frontier}, not in the heartland")  # fmt: skip
    if not unit.ready:
        offer = (
            Remedy("units are readied at replenishment", "F2.5") if unit.owner == seat and not unit.frontier else None
        )
        wording = "{unit:is} exerted: only ready units are committed"
        yield Finding("F4.1", "exerted", (name,), {"unit": position.called(unit)}, wording, offer)


@bars("F4.2")
def occupying(name: str, position: FrontiersPosition, seat: int) -> Findings:
    """F4.2: occupying units retreat. Another player's unit is judged as if it were an own one."""
    yield from an_own_unit(name, position, seat, "F4.2")
    unit = position.by_id.get(name)
    if unit is not None and not unit.occupying:
        wording = "{unit:advances}" if unit.frontier else "{unit:is} in the heartland"
        wording += ": only occupying units retreat"
        yield Finding("F4.2", "not_occupying", (name,), {"unit": position.called(unit)}, wording)


@bars("F4.2")
def one_way_only(action: Commit, position: FrontiersPosition) -> Findings:
    """F4.2: a unit that retreats is not committed in the same action."""
    for name, _ in action.moves:
        if name in action.retreats:
            wording = "{unit} cannot retreat and be committed in the same action"
            yield Finding("F4.2", "both", (), {"unit": position.all_called([name])}, wording)


def whole_points_to_units_there(action: Assign, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against assigning damage, apart from its moment."""
    found = [*enemies_in_the_frontier(action, position, seat), *all_damage_and_no_more(action, position, seat)]
    yield from remedies.first_offers(found, partial(remedies.another_assignment, position, action))


@bars("F5.1")
def enemies_in_the_frontier(action: Assign, position: FrontiersPosition, seat: int) -> Findings:
    """F5.1: damage goes to enemy units in the frontier."""
    frontier = action.frontier
    about = {"frontier": frontier, "player": position.players[seat]}
    enemies = [unit.id for unit in position.at(frontier, 1 - seat)]
    if frontier not in position.fights[seat]:
        what = "there is no damage to deal" if enemies else "no enemy unit is there"
        yield Finding("F5.1", "nothing", (f"frontier {frontier}",), {**about, "what": what}, "{player} assigns nothing in frontier {frontier}: {what}")  # fmt: skip
        return
    for name, _ in action.damage:
        if name not in enemies:
            who = "the enemy there is" if len(enemies) == 1 else "the enemies there are"
            data = {**about, "unit": position.all_called([name]), "there": f"{who} {position.all_called(enemies)}"}
            wording = "{unit:is} no enemy in frontier {frontier}: {there}"
            yield Finding("F5.1", "elsewhere", (name,) if name in position.by_id else (), data, wording)


@bars("F5.5")
def all_damage_and_no_more(action: Assign, position: FrontiersPosition, seat: int) -> Findings:
    """F5.5: all damage is assigned while some enemy unit there would live, and no more than there is."""
    frontier = action.frontier
    if frontier not in position.fights[seat]:
        return
    have, dealt, given = position.damage_in(frontier, seat), sum(n for _, n in action.damage), dict(action.damage)
    alive = [u.id for u in position.at(frontier, 1 - seat) if given.get(u.id, 0) < position.health(u)]
    data = {"frontier": frontier, "player": position.players[seat], "have": have, "dealt": dealt}
    if dealt > have:
        wording = "{dealt} damage is assigned in frontier {frontier}, and there is {have} to assign"
        yield Finding("F5.5", "too_much", (), data, wording)
    elif dealt < have and alive:
        data |= {"alive": position.all_called(alive), "left": have - dealt}
        wording = "{left} of {have} damage is left over, and {alive} would live: all must be assigned"
        yield Finding("F5.5", "left_over", tuple(alive), data, wording)


def winners_take_positions(action: Occupy, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against taking a position, apart from its moment."""
    yield from one_player_after_the_other(position, seat)
    found = [*by_winning(action, position, seat), *a_unit_there(action, position, seat)]
    yield from remedies.first_offers(found, partial(remedies.another, position, action, "F6.2"))


@bars("F6.1")
def one_player_after_the_other(position: FrontiersPosition, seat: int) -> Findings:
    """F6.1: the winners take positions one player after the other."""
    if position.wins and position.wins[0][0] != seat:
        numbers = {"player": position.players[position.wins[0][0]]}
        yield Finding("F6.1", "others_first", (), numbers, "first {player:takes} positions")


@bars("F6.3")
def by_winning(action: Occupy, position: FrontiersPosition, seat: int) -> Findings:
    """F6.3: a side comes to occupy only by winning the combat there."""
    frontier = action.frontier
    if position.wins and (seat, frontier) not in position.wins:
        about = {"frontier": frontier, "player": position.players[seat]}
        yield Finding("F6.3", "not_won", (f"frontier {frontier}",), about, "{player:has} no position to take in frontier {frontier}")  # fmt: skip


@bars("F6.2")
def a_unit_there(action: Occupy, position: FrontiersPosition, seat: int) -> Findings:
    """F6.2: one of the player's units in the frontier occupies it."""
    frontier, there = action.frontier, [unit.id for unit in position.at(action.frontier, seat)]
    if action.unit is not None and action.unit not in there:
        data = {"frontier": frontier, "player": position.players[seat], "unit": position.all_called([action.unit])}
        data["there"] = position.all_called(there, "or")
        wording = "{player} can occupy frontier {frontier} only with {there}, not with {unit}"
        if not there:
            wording = "{player:has} no unit in frontier {frontier} to occupy it with"
        yield Finding("F6.2", "not_there", (f"frontier {frontier}",), data, wording)
