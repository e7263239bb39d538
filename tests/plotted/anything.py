"""Random positions and orders of `plotted`, and every order that can be said on a small position.

Nothing here imports the engine's judging or listing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from random import Random

import hexwidget as hw
from hexwidget.geometry import HexMap, Offset
from hexwidget.systems.plotted.actions import Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition, Unit
from hexwidget.systems.plotted.units import COSTS, TERRAINS
from tests.plotted.reference import CLAUSES, FACING, MOVES, VALUES

PLAYERS = ("red", "blue", "green", "white")
KINDS = (*MOVES, *FACING, "all-around defence", "rest")
MOST_SHEETS = 3000
"""The most sheets of one player's on a small position."""


# ---------------------------------------------------------------------- positions
def random_position(rng: Random) -> PlottedPosition:
    """A position of up to four players: orders being written, dice of a melee due, or the game over."""
    ground = _ground(rng, rng.randint(2, 7), rng.randint(1, 6))
    return _sealed(_scripted(rng, ground, rng.choice((1, 2, 2, 2, 3, 4)), rng.randint(1, 8)), rng)


def small_position(rng: Random) -> PlottedPosition:
    """A position of at most 7 hexes and 4 units, on which no player has more than `MOST_SHEETS` sheets to say."""
    while True:
        rows = rng.choice((1, 1, 2, 3))
        ground = _ground(rng, rng.randint(2, 7 // rows), rows)
        made = _scripted(rng, ground, rng.choice((2, 2, 2, 3, 4)), rng.choice((1, 2, 3, 4, 4, 4)))
        if all(prod(map(len, _every_order_by_unit(made, player))) <= MOST_SHEETS for player in made.players):
            return _sealed(made, rng)


def extreme_position(rng: Random) -> PlottedPosition:
    """A position of up to 40 hexes, most of them with a unit, before any orders are sealed."""
    columns, rows = rng.choice(((8, 5), (5, 8), (6, 4), (40, 1), (3, 3)))
    return _scripted(rng, _ground(rng, columns, rows), rng.choice((1, 2, 4)), rng.choice((4, 40)))


def _ground(rng: Random, columns: int, rows: int) -> HexMap:
    """A map of any stagger, mostly of plains."""
    kinds = [terrain.key for terrain in TERRAINS]
    cells = rng.choices(range(len(kinds)), (10, 2, 2, 1, 1), k=columns * rows)
    return HexMap(columns, rows, rng.choice(list(Offset)), kinds, bytes(cells))


def _scripted(rng: Random, ground: HexMap, players: int, most: int) -> PlottedPosition:
    """A position before any orders are sealed, with at most a number of units."""
    names, spaces, turns = PLAYERS[:players], list(ground.names()), rng.choice((1, 4, 12, 12))
    costs = rng.choice(({}, {}, {"forest": 1}, {"hills": 3, "water": 1}, {"forest": None}, {"plains": 2}))
    enterable = [space for space in spaces if (COSTS | costs)[ground.terrain(space)] is not None]
    stands = {space: rng.choice(names) for space in rng.sample(enterable, min(most, len(enterable)))}
    units: dict[str, dict[str, str]] = {name: {} for name in names}
    for space, player in stands.items():
        units[player][space] = f"{rng.choice(('infantry', 'cavalry'))} {rng.randint(1, 4)}"
    enemies = [
        [a, b]
        for a, b in combinations(sorted(stands, key=ground.index), 2)
        if stands[a] != stands[b] and ground.index(b) in ground.neighbours(ground.index(a))
    ]
    fighting = rng.sample(enemies, rng.randint(1, len(enemies))) if enemies and rng.random() < 0.2 else []
    melees = [{"hexes": pair, "charged": rng.choices((True, False), k=2), "rolls": []} for pair in fighting]
    if melees and rng.random() < 0.5:
        melees[0]["rolls"] = [7]
    made: PlottedPosition = hw.system("plotted").position(
        map=ground.to_text(TERRAINS),
        offset=ground.offset.value,
        players=list(names),
        units=units,
        costs=costs,
        engaged=[pair for pair in enemies if rng.random() < 0.4],
        melees=melees,
        melee="d20" if melees else rng.choice(("d20", "none")),
        minimum_move=rng.choice(("none", "one_hex")),
        objective=rng.choice(("most_strength", "most_strength", "eliminate", f"hold {rng.choice(spaces)}")),
        turn=rng.choice((1, 1, 1, 1, turns, turns + 1)),
        turns=turns,
    )
    return made


def _sealed(position: PlottedPosition, rng: Random) -> PlottedPosition:
    """The position, half the time after some players, but not all, have sealed. The reference tells which orders may be
    sealed."""
    if rng.random() < 0.5 or position.melees or position.outcome is not None:
        return position
    for seat in rng.sample(position.writing, rng.randint(0, len(position.writing) - 1)):
        player = position.players[seat]
        orders = tuple(_sensible(position, unit, rng) for unit in position.units_of(seat) if rng.random() < 0.8)
        sheet = Seal(player, orders)
        if not any(bars(position, sheet) for bars in CLAUSES.values()):
            position = position.apply(sheet).position
    return position


# ---------------------------------------------------------------------- orders
def random_action(position: PlottedPosition, rng: Random) -> Seal:
    """A sheet of some player's: orders that make sense for own units, with up to three things changed."""
    seat = rng.randrange(len(position.players))
    units = position.units_of(seat)
    orders = [_sensible(position, unit, rng) for unit in units if rng.random() < 0.6]
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        orders = _changed(position, orders, rng)
    return Seal(position.players[seat], tuple(orders))


def _sensible(position: PlottedPosition, unit: Unit, rng: Random) -> Order:
    """An order of a unit; its route is a walk over ground that can be entered, most often."""
    kind, name = rng.choice(KINDS), position.map.name(unit.at)
    if kind not in MOVES:
        return Order(name, kind, (), rng.choice(position.map.compass) if kind in FACING else None)
    return Order(name, kind, _walk(position, unit.at, rng.choice((1, 1, 1, 2, 2, 3, 4)), rng))


def _walk(position: PlottedPosition, at: int, steps: int, rng: Random) -> tuple[str, ...]:
    route = []
    for _ in range(steps):
        near = list(position.map.neighbours(at))
        if rng.random() < 0.9:
            near = [there for there in near if position.cost(there) is not None] or near
        if near:
            at = rng.choice(near)
            route.append(position.map.name(at))
    return tuple(route)


def _changed(position: PlottedPosition, orders: list[Order], rng: Random) -> list[Order]:
    """The orders with one thing changed: the unit, the kind, the route or the facing of an order, or an order more."""
    spaces = list(position.map.names())
    anywhere = rng.choice(spaces)
    if not orders or rng.random() < 0.2:
        unit = rng.choice(position.units) if position.units and rng.random() < 0.7 else None
        more = Order(anywhere, rng.choice(KINDS)) if unit is None else _sensible(position, unit, rng)
        return [*orders, more]
    n = rng.randrange(len(orders))
    old = orders[n]
    new = rng.choice((
        Order(anywhere, old.kind, old.route, old.facing),
        Order(old.unit, rng.choice(KINDS), old.route, old.facing),
        Order(old.unit, old.kind, (*old.route, anywhere), old.facing),
        Order(old.unit, old.kind, _walk(position, position.map.index(old.unit), 5, rng), old.facing),
        Order(old.unit, old.kind, old.route[:-1], old.facing),
        Order(old.unit, old.kind, old.route, rng.choice((None, *position.map.compass))),
    ))  # fmt: skip
    return [*orders[:n], new, *orders[n + 1 :]]


# ---------------------------------------------------------------------- everything that can be said
def every_action(position: PlottedPosition, player: str) -> Iterator[Seal]:
    """Every sheet of a player's: for each own unit no order, or any order that can be said for it."""
    for sheet in product(*_every_order_by_unit(position, player)):
        yield Seal(player, tuple(order for order in sheet if order is not None))


def _every_order_by_unit(position: PlottedPosition, player: str) -> list[list[Order | None]]:
    own = [unit for unit in position.units if position.players[unit.owner] == player]
    return [[None, *_every_order(position, unit)] for unit in own]


def _every_order(position: PlottedPosition, unit: Unit) -> Iterator[Order]:
    """Every order for a unit: to move along each walk of up to as many hexes as its movement value, over any ground, or to
    stay, with each side to face where the order has a facing."""
    name = position.map.name
    for kind in KINDS:
        if kind in MOVES:
            walks: list[tuple[int, ...]] = [()]
            for walk in walks:
                if len(walk) < VALUES[unit.kind, MOVES[kind]]:
                    walks += [(*walk, there) for there in position.map.neighbours(walk[-1] if walk else unit.at)]
            yield from (Order(name(unit.at), kind, tuple(map(name, walk))) for walk in walks)
        else:
            sides = position.map.compass if kind in FACING else ()
            yield from (Order(name(unit.at), kind, (), side) for side in (None, *sides))
