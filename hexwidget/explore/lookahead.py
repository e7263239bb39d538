"""Looking ahead: what might be done, and where it might lead.

Nothing here sees more than the player who thinks: `imagined` draws anew what they cannot see, and all else starts from there.

A position is *calm* where the player to act begins something; it is not while something that was begun waits to be carried
out: dice, an attack that may follow, losses to be named, orders of others that are not sealed yet. What a position is worth
is asked where it is calm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from hexwidget.rules import CHANCE, Action, Position, RuleSystem
from hexwidget.rules.position import changed
from hexwidget.systems.depletion.actions import Attack, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import UNITS, Counts
from hexwidget.systems.frontiers.actions import Assign, Occupy
from hexwidget.systems.frontiers.position import FrontiersPosition
from hexwidget.systems.plotted.actions import Seal
from hexwidget.systems.plotted.enumeration import UnitOrders, orders_of
from hexwidget.systems.plotted.legality import canonical
from hexwidget.systems.plotted.position import PlottedPosition

MOST_LISTED = 2000
"""Where there are more actions than this they are drawn, not listed."""
NEAR = 2
"""Most units of `depletion` attack from no farther (D1.9)."""
MOST_STEPS = 500
"""A line of play that has come to so many steps is looked at as it is."""

Draw = Callable[[Any, str, Random], Action]
"""A position, a player, and what to draw with -> a legal action."""


def imagined(position: Position, player: str, rng: Random) -> Position:
    """A position as it may be, for all that a player can see."""
    found: Position = position.system.resample(position, player, rng)
    return found


# ------------------------------------------------------------------ what a system adds
def _sampled(position: Position, player: str, rng: Random) -> Action:
    action: Action = position.system.legal_actions(position, player).pick(rng)
    return action


def _listed(position: Position, player: str, rng: Random, most: int) -> list[Action]:
    """All legal actions, or ``most`` of them where there are more, in any order."""
    actions = position.system.legal_actions(position, player)
    if actions.count() > MOST_LISTED:
        drawn = dict.fromkeys(actions.sample(rng) for _ in range(most))
        return list(drawn)
    found = list(iter(actions))
    return found if len(found) <= most else rng.sample(found, most)


@dataclass(frozen=True)
class _Ways:
    """How a system is looked ahead in. ``draw``: a plausible action, quickly; ``some``: as many different ones as are wanted;
    ``vary``: an action that takes something from another one, None where actions have no parts; ``plies``: how many decisions
    are played on by default before it is asked what has come of it.
    """

    calm: Callable[[Any], bool] = lambda position: True
    draw: Draw = _sampled
    some: Callable[[Any, str, Random, int], list[Action]] = _listed
    vary: Callable[[Any, Any, Any, Random], Action] | None = None
    plies: int = 0


def _ways(position: Position) -> _Ways:
    return _KNOWN.get(position.system.name, _PLAIN)


# ------------------------------------------------------------------ depletion
def _draw_depletion(position: DepletionPosition, player: str, rng: Random) -> Action:
    """One army goes somewhere, or a part of it does: listing all that may be dropped on the way would take long."""
    if position.stage == "attack":
        return _attack(position, player)
    if position.stage != "maneuver":
        return _sampled(position, player, rng)
    ready = _ready(position)
    for _ in range(6 if ready else 0):
        army = rng.choice(ready)
        units = _part(army, rng) if rng.random() < 0.15 else None
        maneuver = _to_somewhere(position, player, army, rng.random() < 0.3, units, rng)
        if maneuver is not None:
            return maneuver
    return Pass(player)


def _attack(position: DepletionPosition, player: str) -> Action:
    """The attack that on average costs the other most units and the attacker least; none if it costs the attacker more."""
    best: tuple[Fraction, Action] = (Fraction(0), NoAttack(player))
    for action in position.system.legal_actions(position, player):
        if isinstance(action, Attack):
            there = sum(army.size for army in position.by_hex.get(position.map.index(action.target), ()))
            odds = position.battle_odds(action.target)
            gain = sum(((min(ours, there) - theirs) * p for (ours, theirs), p in odds.items()), Fraction(0))
            best = max(best, (gain, action), key=lambda each: each[0])
    return best[1]


def _ready(position: DepletionPosition) -> list[Army]:
    return [army for army in position.armies if army.owner == position.turn and not army.cubes]


def _part(army: Army, rng: Random) -> Counts | None:
    """A part of an army, but not all of it nor none."""
    if army.size < 2:
        return None
    units = [kind for kind, n in enumerate(army.units) for _ in range(n)]
    taken = rng.sample(units, rng.randint(1, army.size - 1))
    return tuple(taken.count(kind) for kind in range(len(UNITS)))


def _to_somewhere(
    position: DepletionPosition, player: str, army: Army, march: bool, units: Counts | None, rng: Random
) -> Maneuver | None:
    told = None if units is None else {UNITS[kind].key: n for kind, n in enumerate(units) if n}
    reach = position.system.reach(position, position.map.name(army.at), march=march, units=told)
    ends = list(reach)
    if not ends:
        return None
    made = Maneuver(player, reach.path(rng.choice(ends)), march, units=units)
    return made if position.system.check(position, made) else None


def _apart(position: DepletionPosition, maneuver: Maneuver, enemies: list[int]) -> int:
    """How far from the closest enemy a maneuver ends."""
    end = position.map.index(maneuver.destination)
    return min((position.map.distance(end, at) for at in enemies), default=NEAR + 1)


def _some_depletion(position: DepletionPosition, player: str, rng: Random, most: int) -> list[Action]:
    """Every army to every hex that it can reach, as a march only where it takes one; then parts of armies; and to pass. Of
    what is dropped and picked up on the way, and of armies that go together, nothing.
    """
    if position.stage != "maneuver":
        return _listed(position, player, rng, most)
    found: list[Maneuver] = []
    for army in _ready(position):
        here, plain = position.map.name(army.at), set[str]()
        for march in (False, True):
            reach = position.system.reach(position, here, march=march)
            for end in reach:
                if end not in plain:
                    found.append(Maneuver(player, reach.path(end), march))
            plain.update(reach)
    if len(found) > most - 1:
        # Those that end beside somebody first: an attack may follow.
        enemies = [army.at for army in position.armies if army.owner != position.turn]
        rng.shuffle(found)
        found = sorted(found, key=lambda maneuver: _apart(position, maneuver, enemies) > NEAR)[: most - 1]
    parts = [_draw_depletion(position, player, rng) for _ in range(min(most - 1 - len(found), len(found) // 4))]
    system: RuleSystem[Any, Any] = position.system
    return [action for action in dict.fromkeys([*found, *parts, Pass(player)]) if system.check(position, action)]


# ------------------------------------------------------------------ frontiers
def _open_frontiers(position: FrontiersPosition, actions: list[Action]) -> list[Action]:
    """Without those that assign once more what is assigned already: that may go on for ever."""
    if position.phase != "damage":
        return actions
    sealed = [{frontier for frontier, _ in assigned} for assigned in position.sealed]
    seats = position.players.index
    again = [isinstance(a, Assign) and a.frontier in sealed[seats(a.player)] for a in actions]
    return [action for action, done_before in zip(actions, again, strict=True) if not done_before] or actions


def _draw_frontiers(position: FrontiersPosition, player: str, rng: Random) -> Action:
    """Something at random; but damage is dealt so that it kills, and what was won is occupied."""
    if position.phase not in ("damage", "after"):
        return _sampled(position, player, rng)
    if position.phase == "after":
        every = list(iter(position.system.legal_actions(position, player)))
        return rng.choice([a for a in every if isinstance(a, Occupy) and a.unit is not None] or every)
    drawn = _open_frontiers(position, [_sampled(position, player, rng) for _ in range(4)])
    return max(drawn, key=lambda action: _killed(position, action))


def _killed(position: FrontiersPosition, action: Action) -> int:
    damage = action.damage if isinstance(action, Assign) else ()
    return sum(n >= position.health(position.by_id[unit]) for unit, n in damage)


def _some_frontiers(position: FrontiersPosition, player: str, rng: Random, most: int) -> list[Action]:
    return _open_frontiers(position, _listed(position, player, rng, most))


# ------------------------------------------------------------------ plotted
@lru_cache(maxsize=16)
def _orders(position: PlottedPosition, seat: int) -> tuple[list[UnitOrders], list[int]]:
    """What each unit may be ordered, and how much that is: counting it for every draw would take most of the time."""
    every = orders_of(position, position.units_of(seat))
    return every, [len(orders) for orders in every]


def _draw_plotted(position: PlottedPosition, player: str, rng: Random) -> Action:
    """An order for each unit."""
    unsealed = changed(position, sealed=(None,) * len(position.players), carried_out=())
    every = zip(*_orders(unsealed, position.players.index(player)), strict=True)
    drawn = (orders[rng.randrange(number)] for orders, number in every)
    return Seal(player, tuple(order for order in drawn if order is not None))


def _some_plotted(position: PlottedPosition, player: str, rng: Random, most: int) -> list[Action]:
    actions = position.system.legal_actions(position, player)
    if actions.count() <= MOST_LISTED:
        return _listed(position, player, rng, most)
    return list(dict.fromkeys(_draw_plotted(position, player, rng) for _ in range(most)))


def _vary_plotted(position: PlottedPosition, action: Seal, other: Seal, rng: Random) -> Action:
    """The orders of one, and of one unit or two those of the other."""
    names = [position.map.name(unit.at) for unit in position.units_of(position.players.index(action.player))]
    taken = set(rng.sample(names, min(len(names), rng.randint(1, 2))))
    orders = [o for o in action.orders if o.unit not in taken] + [o for o in other.orders if o.unit in taken]
    return Seal(action.player, canonical(position, orders))


_PLAIN = _Ways()
_KNOWN = {
    "depletion": _Ways(lambda p: p.stage == "maneuver", _draw_depletion, _some_depletion),
    "orders": _Ways(lambda p: p.battle is None and p.bolt is None and p.owed is None),
    "rondel": _Ways(lambda p: p.toll is None and not p.asks),
    "plotted": _Ways(
        lambda p: not p.melees and not any(orders is not None for orders in p.sealed),
        _draw_plotted,
        _some_plotted,
        _vary_plotted,
    ),
    "frontiers": _Ways(lambda p: p.phase == "strategy" and not p.draws, _draw_frontiers, _some_frontiers, plies=8),
}


# ------------------------------------------------------------------ what might be done
def candidates(position: Position, player: str, rng: Random, most: int) -> list[Action]:
    """Different legal actions of a player: all, or ``most`` of them where there are more."""
    return _ways(position).some(position, player, rng, most)


def varied(position: Position, player: str, action: Action, rng: Random) -> Action | None:
    """An action that is like another one but for a part; None where actions have no parts."""
    ways = _ways(position)
    return None if ways.vary is None else ways.vary(position, action, ways.draw(position, player, rng), rng)


# ------------------------------------------------------------------ where it might lead
def usual_plies(position: Position) -> int:
    """How many decisions are played on by default."""
    return _ways(position).plies


def done(position: Position, action: Action) -> Position | None:
    """The position after an action, events and all else left out; None if it is not legal there, as may be where that depends
    on what was imagined."""
    system = position.system
    if system.name not in _KNOWN and not system.check(position, action):
        return None
    after: Position = system.advance(position, action)
    return after


def played_on(position: Position, rng: Random, plies: int, choose: Draw | None = None) -> Position:
    """A position to which play might lead from here: chance and the players decide at random until so many decisions that
    begin something are made, and the position is calm; or until the game is over.

    :param choose: what players do instead
    """
    system, ways = position.system, _ways(position)
    choose = ways.draw if choose is None else choose
    for _ in range(MOST_STEPS):
        acting = system.to_act(position)
        if not acting:
            break
        if acting == CHANCE:
            node = system.chance(position)
            if node is None:
                break
            position = system.advance(position, node.sample(rng))
            continue
        if ways.calm(position):
            if plies <= 0:
                break
            plies -= 1
        player = rng.choice(sorted(acting)) if len(acting) > 1 else next(iter(acting))
        position = system.advance(position, choose(position, player, rng))
    return position
