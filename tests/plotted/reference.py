"""The clauses of `plotted` that bar actions, read naively from the rulebook.

Each function answers for a whole sheet of orders: True if the clause bars it on the position, False if not, and None if
what the clause speaks of does not exist. Slow and plain on purpose; nothing here imports the engine's own judging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from hexwidget.english import agree
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition, Unit

Answer = bool | None

MOVES = {"march": "slow", "run": "fast", "charge": "fast", "retreat": "slow"}
"""P5.2: the orders that move a unit, with their pace."""
VALUES = {("infantry", "slow"): 1, ("infantry", "fast"): 2, ("cavalry", "slow"): 2, ("cavalry", "fast"): 4}
"""P1.3: the movement values."""
FACING = ("defend", "ambush", "fire and retreat")
"""P4.4: the orders with a facing."""


def of_the_sheet(answers: Iterable[Answer]) -> Answer:
    """The answer for a sheet from the answers for its orders: one order that is barred bars the sheet."""
    answers = list(answers)
    if True in answers:
        return True
    return None if None in answers else False


def each(judge: Callable[[PlottedPosition, Seal, Order], Answer]) -> Callable[[PlottedPosition, Seal], Answer]:
    """A clause about sheets from a clause about single orders."""
    return lambda position, sheet: of_the_sheet(judge(position, sheet, order) for order in sheet.orders)


def never(position: PlottedPosition, sheet: Seal) -> Answer:
    """A clause that bars positions, not orders."""
    return False


# ---------------------------------------------------------------------- what is on the map
def unit_of(position: PlottedPosition, order: Order) -> Unit | None:
    """The unit on the hex that an order names first."""
    for unit in position.units:
        if position.map.name(unit.at) == order.unit:
            return unit
    return None


def value_of(unit: Unit, order: Order) -> int:
    """P1.3: the movement value of a unit under an order."""
    return VALUES[unit.kind, MOVES[order.kind]]


def cost_of(position: PlottedPosition, space: str) -> int | None:
    """P1.5: the cost of a hex in the scenario's table; None if the hex cannot be entered."""
    return dict(position.costs)[position.map.terrain(space)]


def next_to(position: PlottedPosition, a: str, b: str) -> bool:
    """True if two hexes are adjacent."""
    return position.map.index(b) in list(position.map.neighbours(position.map.index(a)))


# ---------------------------------------------------------------------- single orders
def exact_hexes(position: PlottedPosition, sheet: Seal, order: Order) -> Answer:
    """P1.1: an order that moves names at least one hex, each next to the one before; other orders name none."""
    if order.kind not in MOVES:
        return bool(order.route)
    way = [order.unit, *order.route]
    return not order.route or any(not next_to(position, a, b) for a, b in pairwise(way))


def too_many(position: PlottedPosition, sheet: Seal, order: Order) -> Answer:
    """P1.3: the number of hexes is at most the movement value."""
    if order.kind not in MOVES:
        return False
    unit = unit_of(position, order)
    return None if unit is None else len(order.route) > value_of(unit, order)


def too_dear(position: PlottedPosition, sheet: Seal, order: Order) -> Answer:
    """P1.5: all hexes can be entered, and cost no more than the movement value. Where open ground would cost as much, the
    route is too long (P1.3) and its terrain is not too dear. P1.8 may allow a single hex of any cost."""
    if order.kind not in MOVES:
        return False
    costs = [cost_of(position, space) for space in order.route]
    if None in costs:
        return True
    unit = unit_of(position, order)
    if unit is None:
        return None
    if len(costs) == 1 and position.settings["minimum_move"] == "one_hex":
        return False
    total = sum(cost or 0 for cost in costs)
    return total > value_of(unit, order) and total > len(costs)


def not_own(position: PlottedPosition, sheet: Seal, order: Order) -> Answer:
    """P1.7: orders are for own units, one each."""
    unit = unit_of(position, order)
    owner = None if unit is None else position.players[unit.owner]
    return owner != sheet.player or [other.unit for other in sheet.orders].count(order.unit) > 1


def facing(position: PlottedPosition, sheet: Seal, order: Order) -> Answer:
    """P4.4: DEFEND, AMBUSH and FIRE AND RETREAT have a facing, no other order has one."""
    return (order.facing is not None) != (order.kind in FACING)


def engaged(position: PlottedPosition, sheet: Seal, order: Order) -> Answer:
    """P4.6: a unit engaged in melee when the turn begins may not move except by RETREAT."""
    unit = unit_of(position, order)
    if unit is None:
        return None if order.kind in MOVES and order.kind != "retreat" else False
    fights = any(unit.at in pair for pair in position.engaged)
    return fights and order.kind in MOVES and order.kind != "retreat"


# ---------------------------------------------------------------------- whole sheets
def own_units(position: PlottedPosition, sheet: Seal) -> Answer:
    """P1.7: a player writes orders for own units, so a player without units writes none; each order is for an own unit."""
    if all(position.players[unit.owner] != sheet.player for unit in position.units):
        return True
    return each(not_own)(position, sheet)


def revealed(position: PlottedPosition, sheet: Seal) -> Answer:
    """P1.9: orders that are revealed cannot be changed. While dice settle the melees, this turn's are revealed."""
    return bool(position.melees)


def the_end(position: PlottedPosition) -> str | None:
    """P5.3: the objective is reached, or the turns are over; in words, None while the game goes on. Dice that settle melees are
    rolled before."""
    players, settings = position.players, position.settings
    if position.melees:
        return None
    points = {name: sum(u.strength for u in position.units if players[u.owner] == name) for name in players}
    alive = [name for name in players if points[name]]
    word, *spaces = str(settings["objective"]).split()
    if not alive:
        return "nobody has units left: a draw"
    if word == "eliminate" and len(alive) == 1 and len(players) > 1:
        return f"only {agree(alive[0], 'has')} units left"
    if word == "hold":
        owners = {position.map.name(unit.at): players[unit.owner] for unit in position.units}
        holders = {owners.get(space) for space in spaces}
        if len(holders) == 1 and None not in holders:
            return f"{agree(str(holders.pop()), 'holds')} {', '.join(spaces)}"
    if position.turn <= settings["turns"]:
        return None
    over = "after the only turn" if settings["turns"] == 1 else f"after {settings['turns']} turns"
    if word != "most_strength":
        return f"{over} nobody has reached the objective: a draw"
    most = max(points.values())
    best = [name for name in players if points[name] == most]
    points_each = "point" if most == 1 else "points"
    return (
        f"{over} {agree(best[0], 'has')} the most strength ({most} {points_each})"
        if len(best) == 1
        else f"{over} {' and '.join([', '.join(best[:-1]), best[-1]])} have {most} strength {points_each} each, a draw"
    )


def over(position: PlottedPosition, sheet: Seal) -> Answer:
    """P5.3: nothing is ordered once the game is over."""
    return the_end(position) is not None


CLAUSES: dict[str, Callable[[PlottedPosition, Seal], Answer]] = {
    "P1.1": each(exact_hexes),
    "P1.3": each(too_many),
    "P1.5": each(too_dear),
    "P1.7": own_units,
    "P1.9": revealed,
    "P3.1": never,
    "P4.4": each(facing),
    "P4.6": each(engaged),
    "P4.7": never,
    "P5.3": over,
}
"""Every clause that a finding may cite, with its judge."""
