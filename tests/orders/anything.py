"""Positions and orders at random, and all orders that can be said of a small position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any

from hexwidget.systems.orders import ORDERS
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.position import OrdersPosition, Unit

NAMES = ("red", "blue", "green", "amber")
HERMITS: dict[str, Any] = {
    "units": {
        "hermit": {
            "attack": 1,
            "defence": 1,
            "builds": ["shrine"],
            "spells": ["spark", "ward", "blink"],
            "symbol": "h",
        },
        "oxcart": {"attack": 0, "defence": 0, "builds": ["farm", "keep"], "spells": [], "symbol": "o"},
    },
    "buildings": {"shrine": {"defence": 1, "symbol": "s"}},
    "spells": {"spark": {"kind": "bolt", "range": [0, 3], "at_least": 5}},
}
"""Kinds of a scenario's own: a unit that may not farm and knows every kind of spell."""
MOMENTS = ("turn", "turn", "turn", "turn", "initiative", "owed", "owed", "attack", "bolt")
DECIDING = ("turn", "turn", "owed")
"""The moments at which a player decides."""


def random_position(rng: Random) -> OrdersPosition:
    """A position of up to thirty hexes and twelve units."""
    return _Table(rng, rng.randint(2, 6), rng.randint(2, 5), rng.randint(2, 12)).position()


def small_position(rng: Random) -> OrdersPosition:
    """A position of at most seven hexes and four units."""
    columns, rows = rng.choice([(7, 1), (3, 2), (2, 3), (2, 2), (1, 5)])
    return _Table(rng, columns, rows, rng.randint(2, 4), DECIDING).position()


def extreme_position(rng: Random) -> OrdersPosition:
    """A position of up to 40 hexes, most of them with a unit. Half the time all units cast all spells as far as can be, and build everything."""
    columns, rows = rng.choice([(8, 5), (5, 8), (6, 4), (40, 1), (3, 3)])
    made = _Table(rng, columns, rows, 80).position()
    if rng.random() < 0.5:
        return made
    kinds = {
        "units": {
            name: {"attack": 20, "defence": 20, "builds": [*made.roster.buildings], "spells": [*made.roster.spells]}
            for name in made.roster.units
        },
        "spells": {
            name: {"kind": spell.kind, "range": [0, 20], **({"at_least": 2} if spell.kind == "bolt" else {})}
            for name, spell in made.roster.spells.items()
        },
    }
    own = {name: {"defence": 20} for name in made.roster.buildings if name != "farm"}
    return ORDERS.from_json({**ORDERS.to_json(made), "roster": {**kinds, "buildings": own}})


@dataclass
class _Table:
    """A position in the making: units and buildings by hex, as `Orders.position` reads them."""

    rng: Random
    columns: int
    rows: int
    most_units: int
    moments: tuple[str, ...] = MOMENTS
    stands: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """The units on each hex, each with its "owner"."""

    def position(self) -> OrdersPosition:
        rng = self.rng
        self.after_tie = rng.choice(["return", "stay"])
        self.players = NAMES[: rng.choice([1, 2, 2, 2, 3, 3, 4])]
        ground = ["".join(rng.choice("......X") for _ in range(self.columns)) for _ in range(self.rows)]
        self.open = [
            f"{column:02}{row:02}"
            for row, line in enumerate(ground, 1)
            for column, symbol in enumerate(line, 1)
            if symbol == "."
        ]
        self.kinds = ["militia", "knight", "archer", "engineer", "mage", "priest", "trickster"]
        with_hermits = rng.random() < 0.3
        if with_hermits:
            self.kinds += ["hermit", "hermit", "oxcart"]
        self._place_units()
        described: dict[str, Any] = {
            "map": "\n".join("  " * (row % 2) + "   ".join(line) for row, line in enumerate(ground)),
            "players": list(self.players),
            "roster": HERMITS if with_hermits else {},
            "buildings": self._buildings([*(["shrine"] if with_hermits else []), "palisade", "keep", "tower"]),
            "after_tie": self.after_tie,
            **self._moment(),
        }
        units: dict[str, dict[str, Any]] = {player: {} for player in self.players}
        for name, there in self.stands.items():
            for unit in there:
                units[unit["owner"]][name] = {key: value for key, value in unit.items() if key != "owner" and value}
        return ORDERS.position(**described, units=units)

    def _place_units(self) -> None:
        """Units on open ground. Two of different players share a hex only where a tie lets them stay (O8.3)."""
        rng = self.rng
        with_units = [p for p in self.players if rng.random() < 0.9] or [self.players[0]]
        for number in range(1, self.most_units + 1):
            # The first units go round, so that most games are not over.
            owner = with_units[number - 1] if number <= len(with_units) else rng.choice(with_units)
            where = rng.choice(self.open) if self.open else None
            if where is None:
                return
            there = self.stands.setdefault(where, [])
            crowded = there and (self.after_tie == "return" or rng.random() < 0.5)
            if crowded or any(unit["owner"] == owner for unit in there):
                continue
            state = rng.choice([{}, {}, {"defending": "defend"}, {"defending": "ward"}, {"lost": "left"}])
            more = {"ordered": rng.random() < 0.25, "attacked": rng.choice([0, 0, 0, 1, 2])}
            there.append({"owner": owner, "unit": rng.choice(self.kinds), "id": number, **state, **more})

    def _buildings(self, kinds: list[str]) -> dict[str, dict[str, list[str]]]:
        rng, found = self.rng, dict[str, dict[str, list[str]]]()
        for name in self.open:
            for kind in rng.choice([(), (), ("farm",), (rng.choice(kinds),), ("farm", rng.choice(kinds))]):
                owners = [unit["owner"] for unit in self.stands.get(name, ())]
                owner = rng.choice([*owners, *owners, rng.choice(self.players)])
                found.setdefault(owner, {}).setdefault(name, []).append(kind)
        return found

    # ------------------------------------------------------------------ the moment
    def _moment(self) -> dict[str, Any]:
        """The dice of the game turn, the queue, and what is open."""
        rng = self.rng
        alive = [p for p in self.players if any(unit["owner"] == p for there in self.stands.values() for unit in there)]
        moment = rng.choice(self.moments)
        if moment == "initiative" or not alive:
            rolled = alive[: rng.randint(0, max(len(alive) - 1, 0))]
            tied = len(alive) > 1 and rng.random() < 0.3
            return {
                "initiative": {key: [7] for key in alive}
                if tied
                else {player: [rng.randint(1, 20)] for player in rolled}
            }
        dice = rng.sample(range(1, 21), len(alive))
        order = sorted(alive, key=dict(zip(alive, dice, strict=True)).__getitem__, reverse=True)
        queue = order[rng.randrange(len(order)) :]
        begun = {"initiative": {p: [n] for p, n in zip(alive, dice, strict=True)}, "queue": queue}
        found = {"owed": self._owed, "attack": self._attack, "bolt": self._bolt}.get(moment, lambda _: None)(queue[0])
        return {**begun, **(found or {"left": rng.choice([1, 2, 2])})}

    def _pairs(self, player: str) -> Iterator[tuple[str, dict[str, Any], str, dict[str, Any]]]:
        """The units of a player with each opponent's unit, and their hexes."""
        own, others = [], []
        for name, there in self.stands.items():
            for unit in there:
                (own if unit["owner"] == player else others).append((name, unit))
        pairs = [(*one, *other) for one in own for other in others]
        self.rng.shuffle(pairs)
        return iter(pairs)

    def _moved_in(self, player: str) -> tuple[dict[str, Any], dict[str, Any], str] | None:
        """A unit that has moved into an opponent's hex, the opponent, and the hex that it came from."""
        for here, unit, there, enemy in self._pairs(player):
            if not _next_to(here, there) or any(each["owner"] == player for each in self.stands[there]):
                continue
            if enemy["attacked"] < 2:
                self.stands[here].remove(unit)
                unit.update(
                    ordered=True, defending="", lost="left" if unit.get("lost") or unit.get("defending") else ""
                )
                self.stands[there].append(unit)
                return unit, enemy, here
        return None

    def _owed(self, player: str) -> dict[str, Any] | None:
        found = self._moved_in(player)
        if found is None:
            return None
        unit, _, back = found
        return {"owed": {"unit": unit["id"], "from": back}, "left": 1}

    def _attack(self, player: str) -> dict[str, Any] | None:
        rng = self.rng
        found = self._moved_in(player) if rng.random() < 0.5 else None
        back = None
        if found is not None:
            unit, enemy, back = found
            attackers = [unit]
        else:
            near = [(unit, enemy) for here, unit, there, enemy in self._pairs(player) if _near(here, there)]
            if not near:
                return None
            enemy = near[0][1]
            attackers = [unit for unit, other in near if other is enemy][: rng.choice([1, 2])]
        for unit in attackers:
            unit.update(ordered=True, defending="", lost="attacked" if unit.get("defending") else "")
        enemy["attacked"] = max(enemy["attacked"], len(attackers))
        rolls = [rng.randint(1, 20) for _ in range(rng.randint(0, len(attackers)))]
        ids = [unit["id"] for unit in attackers]
        left = 0 if back or len(attackers) > 1 else rng.choice([0, 1])
        return {"battle": {"attackers": ids, "defender": enemy["id"], "rolls": rolls, "from": back}, "left": left}

    def _bolt(self, player: str) -> dict[str, Any] | None:
        bolts = {"mage": "firebolt", "hermit": "spark"}
        for _, unit, _, enemy in self._pairs(player):
            if unit["unit"] in bolts:
                unit["ordered"] = True
                bolt = {"spell": bolts[unit["unit"]], "caster": unit["id"], "target": enemy["id"]}
                return {"bolt": bolt, "left": self.rng.choice([0, 1])}
        return None


def _near(one: str, other: str) -> bool:
    return one == other or _next_to(one, other)


def _next_to(one: str, other: str) -> bool:
    """True if two hexes are neighbours; odd rows stand to the right of even ones, counted from 0."""
    (x, y), (u, v) = ((int(name[:2]) - 1, int(name[2:]) - 1) for name in (one, other))
    q, r = x - (y - y % 2) // 2 - (u - (v - v % 2) // 2), y - v
    return max(abs(q), abs(r), abs(q + r)) == 1


# ---------------------------------------------------------------------- orders
def random_action(position: OrdersPosition, rng: Random) -> Order:
    """An order that can be said: mostly of the player to act and nearly legal, at times of anybody and anything."""
    acting = position.queue[0] if position.queue else rng.randrange(len(position.players))
    seat = acting if rng.random() < 0.7 else rng.randrange(len(position.players))
    player = position.players[seat]
    if rng.random() < 0.05:
        return EndTurn(player)
    own = [unit for unit in position.units if unit.owner == seat]
    unit = rng.choice(own) if own and rng.random() < 0.85 else None
    order = _sensible(position, player, unit, rng)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        order = _changed(position, order, rng)
    return order


def _sensible(position: OrdersPosition, player: str, unit: Unit | None, rng: Random) -> Order:
    """An order of a unit, with values that suit it; of any hex, if there is no unit."""
    name = position.map.name
    if unit is None:
        at = rng.choice(position.units).at if position.units and rng.random() < 0.7 else _any_hex(position, rng)
        kind = position.roster.units[rng.choice(sorted(position.roster.units))]
    else:
        at, kind = unit.at, position.type_of(unit)
    seat = position.players.index(player)
    enemies = [other for other in position.units if other.owner != seat and position.map.distance(at, other.at) <= 1]
    if enemies and rng.random() < 0.4:
        enemy = rng.choice(enemies)
        helpers = [
            u for u in position.units if u.owner == seat and u.at != at and position.map.adjacent(u.at, enemy.at)
        ]
        units = (name(at), name(rng.choice(helpers).at)) if helpers and rng.random() < 0.5 else (name(at),)
        return Attack(player, units, name(enemy.at), position.players[enemy.owner])
    if kind.spells and rng.random() < 0.6:
        spell = rng.choice(kind.spells)
        return _cast(position, player, name(at), spell, _some_hex(position, at, rng), rng)
    here = [building.kind for building in position.buildings_at(at)]
    return rng.choice(
        [
            Move(player, name(at), name(rng.choice([*position.map.neighbours(at), at]))),
            Build(player, name(at), rng.choice([*kind.builds, *position.roster.buildings])),
            Destroy(player, name(at), rng.choice([*here, *here, *position.roster.buildings])),
            Defend(player, name(at)),
            Disband(player, name(at)),
        ]
    )


def _cast(position: OrdersPosition, player: str, unit: str, spell: str, target: int, rng: Random) -> Cast:
    aimed = position.by_hex.get(target, ())
    if position.roster.spells[spell].kind == "bolt" and aimed:
        return Cast(player, unit, spell, position.map.name(target), position.players[rng.choice(aimed).owner])
    return Cast(player, unit, spell, position.map.name(target))


def _changed(position: OrdersPosition, order: Order, rng: Random) -> Order:
    """The order with one thing changed."""
    name = position.map.name
    if rng.random() < 0.15:
        return replace(order, player=rng.choice(position.players))
    if isinstance(order, EndTurn):
        return order
    if isinstance(order, Attack):
        part = rng.choice(["units", "units", "target", "owner"])
        if part == "units":
            others = [unit.at for unit in position.units] or [_any_hex(position, rng)]
            more = name(rng.choice(others))
            return replace(order, units=rng.choice([(more,), (*order.units, more), (order.units[0], more)]))
        if part == "owner":
            return replace(order, owner=rng.choice(position.players))
        aimed = rng.choice(position.units) if position.units and rng.random() < 0.7 else None
        if aimed is None:
            return replace(order, target=name(_any_hex(position, rng)))
        return replace(order, target=name(aimed.at), owner=position.players[aimed.owner])
    at = position.map.index(order.unit)
    part = rng.choice(["unit", "else", "else"])
    if part == "unit":
        others = [unit.at for unit in position.units]
        return replace(order, unit=name(rng.choice([*others, _any_hex(position, rng)])))
    match order:
        case Build() | Destroy():
            return replace(order, building=rng.choice([*position.roster.buildings]))
        case Move():
            return replace(order, to=name(_some_hex(position, at, rng)))
        case Cast():
            spell = rng.choice([order.spell, order.spell, *position.roster.spells])
            return _cast(position, order.player, order.unit, spell, _some_hex(position, at, rng), rng)
        case _:
            return rng.choice([Defend(order.player, order.unit), Disband(order.player, order.unit)])


def _some_hex(position: OrdersPosition, at: int, rng: Random) -> int:
    """A hex: mostly one of a unit, or near."""
    standing = [unit.at for unit in position.units] or [at]
    near = [*position.map.neighbours(at)] or [at]
    return rng.choice([rng.choice(standing), rng.choice(near), _any_hex(position, rng)])


def _any_hex(position: OrdersPosition, rng: Random) -> int:
    return position.map.index(rng.choice([*position.map.names()]))


def every_action(position: OrdersPosition, player: str) -> Iterator[Order]:
    """Every order that can be said of a position, but for attacks of more than two units. The owner of each target is named."""
    names, roster = list(position.map.names()), position.roster
    bolts = [name for name, spell in roster.spells.items() if spell.kind == "bolt"]
    others = [name for name in roster.spells if name not in bolts]
    yield EndTurn(player)
    for unit in names:
        yield from (Defend(player, unit), Disband(player, unit))
        yield from (Move(player, unit, to) for to in names)
        for building in roster.buildings:
            yield from (Build(player, unit, building), Destroy(player, unit, building))
        yield from (Cast(player, unit, spell, target) for spell in others for target in names)
    attackers = [*combinations(names, 1), *combinations(names, 2)]
    for target in names:
        for owner in position.players:
            yield from (Attack(player, units, target, owner) for units in attackers)
            yield from (Cast(player, unit, spell, target, owner) for unit in names for spell in bolts)
