"""Units: committing them, assigning their damage, and taking positions."""

from __future__ import annotations

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.frontiers.actions import Assign, Commit, Occupy
from hexwidget.systems.frontiers.combat import must_assign, splits, total_damage
from hexwidget.systems.frontiers.legality.timing import Findings
from hexwidget.systems.frontiers.position import FrontiersPosition


@bars("F2.2", "F4.1")
def once_a_round_and_ready(action: Commit, position: FrontiersPosition, seat: int) -> Findings:
    """F2.2, F4.1: once a round, in the strategy phase, one unit at least."""
    player = position.players[seat]
    if position.phase != "strategy":
        yield Finding("F2.2", "phase", (), {}, "units are committed in the strategy phase")
    if "commit" in position.done[seat]:
        yield Finding("F4.1", "once_a_round", (), {"player": player}, "{player} has committed units in this round")
    if not action.moves and not action.retreats:
        yield Finding("F4.1", "nobody", (), {}, "at least one unit moves or retreats")
    for name, _ in action.moves:
        yield from ready_in_the_heartland(name, position, seat)
    for name in action.retreats:
        yield from occupying(name, position, seat)


@bars("F4.1")
def ready_in_the_heartland(name: str, position: FrontiersPosition, seat: int) -> Findings:
    """F4.1: ready units go out from the heartland."""
    unit = position.by_id.get(name)
    player = position.players[seat]
    if unit is None or unit.owner != seat:
        yield Finding("F4.1", "not_own", (), {"player": player, "unit": name}, "{player} has no unit {unit}")
        return
    if unit.frontier:
        yield Finding("F4.1", "not_at_home", (name,), {"frontier": unit.frontier}, "unit {0} is in frontier {frontier}, not in the heartland")  # fmt: skip
    if not unit.ready:
        offer = Remedy("units are readied at replenishment", "F2.5")
        yield Finding("F4.1", "exerted", (name,), {}, "unit {0} is exerted: only ready units are committed", offer)


@bars("F4.2")
def occupying(name: str, position: FrontiersPosition, seat: int) -> Findings:
    """F4.2: occupying units retreat."""
    unit = position.by_id.get(name)
    if unit is None or unit.owner != seat:
        numbers = {"player": position.players[seat], "unit": name}
        yield Finding("F4.2", "not_own", (), numbers, "{player} has no unit {unit}")
    elif not unit.occupying:
        what = "advances" if unit.frontier else "is in the heartland"
        wording = "unit {0} {what}: only occupying units retreat"
        yield Finding("F4.2", "not_occupying", (name,), {"what": what}, wording)


@bars("F5.1", "F5.5")
def whole_points_to_units_there(action: Assign, position: FrontiersPosition, seat: int) -> Findings:
    """F5.1: damage goes to enemy units in the frontier. F5.5: all of it while one of them would live."""
    frontier = action.frontier
    about = {"frontier": frontier, "player": position.players[seat]}
    if frontier not in must_assign(position, seat):
        what = "no enemy unit is there" if not position.at(frontier, 1 - seat) else "there is no damage to deal"
        yield Finding("F5.1", "nothing", (f"frontier {frontier}",), {**about, "what": what}, "{player} assigns nothing in frontier {frontier}: {what}")  # fmt: skip
        return
    enemies = {unit.id: unit for unit in position.at(frontier, 1 - seat)}
    elsewhere = [name for name, n in action.damage if name not in enemies]
    for name in elsewhere:
        there = ", ".join(enemies)
        yield Finding("F5.1", "elsewhere", (name,) if name in position.by_id else (), {**about, "unit": name, "there": there}, "unit {unit} is no enemy in frontier {frontier}: there stand {there}")  # fmt: skip
    if elsewhere:
        return
    given = dict(action.damage)
    split = tuple(given.get(name, 0) for name in enemies)
    if splits(position, seat, frontier).may_be(split):
        return
    have, dealt = total_damage(position, seat, frontier), sum(split)
    data = {**about, "have": have, "dealt": dealt}
    if dealt > have:
        wording = "{dealt} damage is assigned in frontier {frontier}, and there is {have} to assign"
        yield Finding("F5.5", "too_much", (), data, wording)
    else:
        alive = [name for name, unit in enemies.items() if given.get(name, 0) < position.health(unit)]
        data["alive"] = " and ".join(alive)
        data["left"] = have - dealt
        wording = "{left} of {have} damage is left over, and {alive} would live: all must be assigned"
        yield Finding("F5.5", "left_over", tuple(alive), data, wording)


@bars("F6.1", "F6.2", "F6.3")
def winners_take_positions(action: Occupy, position: FrontiersPosition, seat: int) -> Findings:
    """F6.3: a side comes to occupy only by winning the combat there. F6.1: players take positions in turn. F6.2: one of
    the player's units in the frontier occupies it."""
    frontier = action.frontier
    about = {"frontier": frontier, "player": position.players[seat]}
    where = (f"frontier {frontier}",)
    if (seat, frontier) not in position.wins:
        yield Finding("F6.3", "not_won", where, about, "{player} has no position to take in frontier {frontier}: it has not won a combat there")  # fmt: skip
    elif position.wins[0][0] != seat:
        numbers = {"player": position.players[position.wins[0][0]]}
        yield Finding("F6.1", "others_first", where, numbers, "first {player} takes positions")
    if action.unit is not None:
        unit = position.by_id.get(action.unit)
        if unit is None or (unit.owner, unit.frontier) != (seat, frontier):
            there = ", ".join(each.id for each in position.at(frontier, seat)) or "none"
            data = {**about, "unit": action.unit, "there": there}
            yield Finding("F6.2", "not_there", where, data, "unit {unit} is none of {player} in frontier {frontier}: there stand {there}")  # fmt: skip
