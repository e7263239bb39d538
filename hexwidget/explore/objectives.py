"""What a search or a greedy policy strives for: a number for a player in a position, the more the better.

An objective is any callable ``(position, player) -> number``. Those that are named here are by system; every system has
"win": 1 for a game that is won, 0 for one that is lost, 1/2 for a draw, and before the end an estimate in between, made of
what usually leads there. Estimates are rules of thumb, no part of any rulebook. They look at what lies open only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp, isfinite
from typing import Any

from hexwidget.geometry import ProvinceMap
from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules import Position
from hexwidget.systems.depletion.outcome import units_of
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.frontiers.position import FrontiersPosition
from hexwidget.systems.orders.position import OrdersPosition
from hexwidget.systems.plotted.outcome import strengths
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.rondel.atlas import ways
from hexwidget.systems.rondel.battle import defence
from hexwidget.systems.rondel.position import RondelPosition

Objective = Callable[[Any, str], float]
"""A position and a player's name -> how good it is for that player."""
Score = Callable[[Any, int], float]
"""A position and a seat -> what that seat has."""
WIN = "win"
FAR = 12
"""Hexes beyond which nearness counts no more."""


# ------------------------------------------------------------------ depletion
def depletion_material(position: DepletionPosition, seat: int) -> float:
    """Units, whatever they are (D1.16 counts them so), and half for a city or castle."""
    return units_of(position)[seat] + 0.5 * sum(s.owner == seat for s in position.structures)


def depletion_ground(position: DepletionPosition, seat: int) -> float:
    """How near to their goal the armies are: the hexes to be held, or else the closest enemy; from 0 to 1 each."""
    words, distance = position.settings["objective"].split(), position.map.distance
    own = [army for army in position.armies if army.owner == seat and not army.peasants_only]
    if words[0] == "hold":
        goals = [position.map.index(word) for word in words[1:]]
        return _nearness(goals, [army.at for army in own], distance)
    enemies = [army.at for army in position.armies if army.owner != seat]
    if not enemies:
        return 0.0
    return sum(1 - min(FAR, *(distance(army.at, at) for at in enemies)) / FAR for army in own)


def _depletion(position: DepletionPosition, seat: int) -> float:
    # Structures win no game (D1.16), and attacking them costs units.
    holding = position.settings["objective"].startswith("hold")
    return units_of(position)[seat] + (3 if holding else 0.25) * depletion_ground(position, seat)


def _depletion_scale(position: DepletionPosition) -> float:
    left: int = max(0, min(6, position.settings["rounds"] - position.round))
    return 0.7 + 0.35 * left


# ------------------------------------------------------------------ orders
def orders_material(position: OrdersPosition, seat: int) -> float:
    """Units, those that fight and cast better for more."""
    types = position.roster.units
    worth = {
        name: 1 + 0.12 * kind.attack + 0.12 * kind.defence + 0.3 * len(kind.spells) for name, kind in types.items()
    }
    return sum((worth[unit.kind] for unit in position.units if unit.owner == seat), 0.0)


def orders_ground(position: OrdersPosition, seat: int) -> float:
    """How near to an opponent the units are that can do something to one; from 0 to 1 each."""
    enemies = [unit.at for unit in position.units if unit.owner != seat]
    if not enemies:
        return 0.0
    near = 0.0
    for unit in position.units:
        if unit.owner == seat:
            kind = position.type_of(unit)
            reach = 2 if "firebolt" in kind.spells else 1
            distance = min(FAR, *(position.map.distance(unit.at, at) for at in enemies))
            near += (1 + 0.25 * kind.attack) * (1 - max(0, distance - reach) / FAR)
    return near


def _orders(position: OrdersPosition, seat: int) -> float:
    guarded = sum(unit.owner == seat and bool(unit.defending) for unit in position.units)
    return orders_material(position, seat) + 0.25 * orders_ground(position, seat) + 0.04 * guarded


# ------------------------------------------------------------------ rondel
def rondel_cities(position: RondelPosition, seat: int) -> float:
    """Cities."""
    return len(position.cities_of(seat))


def rondel_material(position: RondelPosition, seat: int) -> float:
    """Legions and galleys."""
    return sum(group.size for group in position.units if group.owner == seat)


def rondel_treasury(position: RondelPosition, seat: int) -> float:
    """Resources."""
    return position.resources[seat]


def rondel_ground(position: RondelPosition, seat: int) -> float:
    """How much of a conquest is under way: for each foreign city the share of its defence strength (R4.3) that units stand
    for, those farther off for less, those that are laid down for half; cheap cities count for more. That of the city that is
    closest to it, and a little for the others.
    """
    ours = position.active == seat and position.phase != "wheel"
    own = [group for group in position.units if group.owner == seat]
    shares = [0.0]
    for city in position.cities:
        if city.owner == seat or len(position.cities_of(city.owner)) == 1:  # R4.6: the last one is not conquered
            continue
        price = defence(position, city).strength
        there = 0.0
        for group in own:
            steps = _steps(position.map, group.kind, city.at)[group.at]
            if steps is not None:
                there += group.size * (0.5 if ours and not group.left else 1) * (0.5 / (steps + 0.25) if steps else 1)
        shares.append(min(1.0, there / price) ** 1.5 * max(0.3, 1.1 - 0.1 * price))
    best = max(shares)
    return best + 0.2 * (sum(shares) - best) / len(shares)


@lru_cache(maxsize=1024)
def _steps(m: ProvinceMap, kind: str, goal: int) -> tuple[int | None, ...]:
    """For each province how many movements (R2.2) a unit of a kind is from a goal; None: it cannot get there."""
    found: list[int | None] = [None] * len(m)
    found[goal], queue = 0, deque([goal])
    into: dict[int, list[int]] = {}
    for at, there in enumerate(ways(m, kind)):
        for k in there:
            into.setdefault(k, []).append(at)
    while queue:
        at = queue.popleft()
        for before in into.get(at, ()):
            if found[before] is None:
                found[before] = (found[at] or 0) + 1
                queue.append(before)
    return tuple(found)


def _rondel(position: RondelPosition, seat: int) -> float:
    maneuvers = position.active == seat and position.phase != "wheel"
    return _rondel_threat(position, seat) + 0.6 * rondel_ground(position, seat) + 0.2 * maneuvers


def _rondel_threat(position: RondelPosition, seat: int) -> float:
    # What others might conquer counts for less: whoever guards every city conquers none.
    return (
        rondel_cities(position, seat)
        + 0.12 * rondel_material(position, seat)
        + 0.03 * rondel_treasury(position, seat)
        + 0.15 * rondel_ground(position, seat)
    )


# ------------------------------------------------------------------ plotted
def plotted_material(position: PlottedPosition, seat: int) -> float:
    """Strength points."""
    return strengths(position)[seat]


def plotted_ground(position: PlottedPosition, seat: int) -> float:
    """How near own units are to the hexes that are to be held, a unit for each; from 0 to 1 each. 0 if there are none."""
    words = position.settings["objective"].split()
    if words[0] != "hold":
        return 0.0
    goals = [position.map.index(word) for word in words[1:]]
    return _nearness(goals, [unit.at for unit in position.units_of(seat)], position.map.distance)


def _plotted(position: PlottedPosition, seat: int) -> float:
    holding = position.settings["objective"].startswith("hold")
    return (0.15 if holding else 1.0) * plotted_material(position, seat) + 4 * plotted_ground(position, seat)


def _plotted_scale(position: PlottedPosition) -> float:
    if position.settings["objective"].startswith("hold"):
        return 2.0
    left: int = max(0, min(8, position.settings["turns"] - position.turn))
    return 0.5 + 0.25 * left


# ------------------------------------------------------------------ frontiers
def frontiers_life(position: FrontiersPosition, seat: int) -> float:
    """Life."""
    return position.life[seat]


def frontiers_material(position: FrontiersPosition, seat: int) -> float:
    """The damage that units deal, and the health that they have left."""
    return sum(position.card(unit).damage + position.health(unit) for unit in position.units if unit.owner == seat)


def frontiers_treasury(position: FrontiersPosition, seat: int) -> float:
    """What may pay in a round: villagers and settlements."""
    return sum(v.ready + v.exerted for v in position.villagers[seat]) + len(position.settlements[seat])


def frontiers_ground(position: FrontiersPosition, seat: int) -> float:
    """Frontiers that are occupied, and settlements, which count twice."""
    held = sum(unit.owner == seat and unit.occupying for unit in position.units)
    return held + 2 * len(position.settlements[seat])


def _frontiers(position: FrontiersPosition, seat: int) -> float:
    return (
        0.12 * frontiers_life(position, seat)
        + 0.12 * frontiers_material(position, seat)
        + 0.2 * frontiers_treasury(position, seat)
        + 0.35 * frontiers_ground(position, seat)
        + 0.08 * len(position.hands[seat])
    )


# ------------------------------------------------------------------ common
def _nearness(goals: list[int], units: list[int], distance: Callable[[int, int], int]) -> float:
    """For each goal the closest unit that is not sent elsewhere: 1 if it is there, less with the distance."""
    left, found = list(units), 0.0
    for goal in goals:
        if not left:
            break
        nearest = min(left, key=lambda at: (distance(at, goal), at))
        left.remove(nearest)
        steps = distance(nearest, goal)
        found += 1.0 if steps == 0 else 0.85 * (1 - min(FAR, steps) / FAR)
    return found


@dataclass(frozen=True)
class _Estimates:
    """What is known of a system: its named scores; what is taken together for "win", for oneself and (if not the same) for
    others; how great a lead says little."""

    scores: Mapping[str, Score]
    own: Score
    scale: Callable[[Any], float] = lambda position: 1.0
    others: Score | None = None


_KNOWN = {
    "depletion": _Estimates({"material": depletion_material, "ground": depletion_ground}, _depletion, _depletion_scale),
    "orders": _Estimates({"material": orders_material, "ground": orders_ground}, _orders, lambda position: 1.5),
    "rondel": _Estimates(
        {
            "material": rondel_material,
            "ground": rondel_ground,
            "cities": rondel_cities,
            "treasury": rondel_treasury,
        },
        _rondel,
        others=_rondel_threat,
    ),
    "plotted": _Estimates({"material": plotted_material, "ground": plotted_ground}, _plotted, _plotted_scale),
    "frontiers": _Estimates(
        {
            "material": frontiers_material,
            "ground": frontiers_ground,
            "life": frontiers_life,
            "treasury": frontiers_treasury,
        },
        _frontiers,
        lambda position: 2.0,
    ),
}


def names(system: str) -> tuple[str, ...]:
    """The named objectives of a system.

    >>> names("rondel")
    ('win', 'material', 'ground', 'cities', 'treasury')
    """
    known = _KNOWN.get(system)
    return (WIN, *(known.scores if known is not None else ()))


@dataclass(frozen=True, slots=True)
class Named:
    """An objective by its name, for any system that has one of that name. "win" lies between 0 and 1; the others are how much
    more of it the player has than the others have on average.
    """

    name: str

    def __call__(self, position: Position, player: str) -> float:
        return win(position, player) if self.name == WIN else self._lead(position, player)

    def _lead(self, position: Position, player: str) -> float:
        known = _KNOWN.get(position.system.name)
        if known is None or self.name not in known.scores:
            what = unknown("objective", self.name, names(position.system.name))
            raise InputError(f"no such objective in {position.system.name}", [Problem("objective", what)])
        score = known.scores[self.name]
        return _lead(score, score, position, position.players.index(player))

    def __str__(self) -> str:
        return self.name


def win(position: Position, player: str) -> float:
    """How likely a player seems to win: 1 if they have won, 0 if somebody else has, 1/2 for a draw; before the end an estimate
    by rules of thumb, from what all players have. In a system of which nothing is known that is 1/2.
    """
    system = position.system
    if not system.to_act(position):
        end = system.outcome(position)
        return 0.5 if end is None or not end.winners else 1.0 if player in end.winners else 0.0
    known = _KNOWN.get(system.name)
    if known is None:
        return 0.5
    lead = _lead(known.own, known.others or known.own, position, position.players.index(player)) / known.scale(position)
    return 0.02 + 0.96 / (1 + exp(-max(-50.0, min(50.0, lead))))  # what is decided lies beyond all that is estimated


def _lead(own: Score, theirs: Score, position: Position, seat: int) -> float:
    others = [theirs(position, k) for k in range(len(position.players)) if k != seat]
    return own(position, seat) - (sum(others) / len(others) if others else 0.0)


def objective_of(what: str | Objective | None, system: str) -> Objective:
    """The objective that is meant: a named one of a system, somebody's own callable, or "win" for None.

    :raises InputError: if there is none of that name, or it is something else
    """
    title = "no such objective"
    if what is None:
        return Named(WIN)
    if isinstance(what, str):
        if what not in names(system):
            raise InputError(title, [Problem("objective", unknown("objective", what, names(system)))])
        return Named(what)
    if not callable(what):
        expected = f"a name ({', '.join(names(system))}) or a function of position and player"
        raise InputError(title, [Problem("objective", f"expected {expected}, not {shown(what)}")])
    return what


def value_of(objective: Objective, position: Position, player: str) -> float:
    """What an objective says of a position, as a number.

    :raises InputError: if it is none
    """
    value = objective(position, player)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not isfinite(number):
        what = f"expected it to return a number, not {shown(value)}"
        raise InputError("this objective cannot be used", [Problem("objective", what)])
    return number
