"""The two sides of a battle, the things that they may lose, and those that fall by default (D9.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from hexwidget.problems import sure
from hexwidget.systems.depletion.actions import Lose
from hexwidget.systems.depletion.counts import by_place, classes_of, of_types
from hexwidget.systems.depletion.position import Army, Battle, DepletionPosition, Structure
from hexwidget.systems.depletion.units import STRUCTURE, UNITS


class Side(NamedTuple):
    """One side of a battle: its player's seat, armies and, if it defends, structures."""

    seat: int
    armies: tuple[Army, ...]
    structures: tuple[Structure, ...] = ()

    @property
    def classes(self) -> set[str]:
        """The classes of its units and structures (D1.9)."""
        found = {kind for army in self.armies for kind in classes_of(army.units)}
        return found | ({STRUCTURE} if self.structures else set())


def sides(position: DepletionPosition, battle: Battle) -> tuple[Side, Side]:
    """Attacker and defender."""
    armies = tuple(a for at in battle.origins if (a := position.army_of(position.turn, at)) is not None)
    defending = position.army_of(battle.defender, battle.target)
    built = tuple(s for s in position.structures if (s.at, s.owner) == (battle.target, battle.defender))
    return Side(position.turn, armies), Side(battle.defender, (defending,) if defending else (), built)


class Thing(NamedTuple):
    """Things of one kind on one hex that may fall.

    ``unit``: their type, -1 for a structure of ``kind``; ``points``: the hit points of each
    """

    at: int
    unit: int
    kind: str
    number: int
    points: int


def things(position: DepletionPosition, side: Side) -> list[Thing]:
    """The things that a side can lose, in the order in which damage is spent on them (D9.2): fewest hit points first,
    of equal ones in the order of D1.9, structures last."""
    units = [Thing(a.at, t, "", a.units[t], UNITS[t].hit_points) for a in side.armies for t in of_types(a.units)]
    built = [Thing(s.at, -1, s.kind, 1, position.settings["structure_hit_points"]) for s in sorted(side.structures)]
    return [*sorted(units, key=lambda thing: (thing.points, thing.unit, thing.at)), *built]


Fallen = tuple[tuple[Thing, int], ...]
"""The things that fall, with their numbers."""


def default_losses(position: DepletionPosition, side: Side, damage: int) -> Fallen:
    """The things that fall if the player names no other order."""
    fallen: list[tuple[Thing, int]] = []
    for thing in things(position, side):
        number = min(thing.number, damage // thing.points)
        if number:
            fallen.append((thing, number))
        damage -= number * thing.points
        if number < thing.number:
            break  # the rest of the damage is spent on the next thing, and does not fell it
    return tuple(fallen)


def possible_losses(position: DepletionPosition, side: Side, damage: int) -> Iterator[Fallen]:
    """Yield every choice of things that may fall, the default first."""
    every = things(position, side)
    default = default_losses(position, side, damage)
    yield default
    for numbers in _ways_to_choose(every, damage, 0):
        fallen = tuple((t, n) for n, t in zip(numbers, every, strict=True) if n)
        if fallen != default:
            yield fallen


def _ways_to_choose(every: Sequence[Thing], damage: int, standing: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of things that may fall.

    :param standing: the most hit points of a thing before these that does not fall
    """
    if not every:
        if not standing or standing > damage:
            yield ()
        return
    first, rest = every[0], every[1:]
    if standing and damage - sum(t.number * t.points for t in every) >= standing:
        return  # there would be damage left to fell it
    for n in range(min(first.number, damage // first.points) + 1):
        stands = max(standing, first.points) if n < first.number else standing
        for numbers in _ways_to_choose(rest, damage - n * first.points, stands):
            yield (n, *numbers)


def may_fall(position: DepletionPosition, side: Side, damage: int, fallen: Mapping[Thing, int]) -> bool:
    """True if in some order the damage fells just these things, and the rest of it is spent on a thing that it does not fell."""
    left = damage - sum(thing.points * number for thing, number in fallen.items())
    standing = [t.points for t in things(position, side) if fallen.get(t, 0) < t.number]
    return left >= 0 and (not standing or max(standing) > left)


def losses_at_random(position: DepletionPosition, side: Side, damage: int, rng: Random) -> Fallen:
    """A choice of things that may fall: those that do in a random order."""
    every = things(position, side)
    order = [thing for thing in every for _ in range(thing.number)]
    rng.shuffle(order)
    fallen = Counter[Thing]()
    for thing in order:
        if thing.points > damage:
            break
        fallen[thing] += 1
        damage -= thing.points
    return tuple((thing, fallen[thing]) for thing in every if fallen[thing])


def losing(position: DepletionPosition, seat: int | None = None) -> tuple[Side, int]:
    """A side that says what it loses, and the damage that it takes.

    :param seat: that of its player; by default the player who acts now
    """
    battle = sure(position.battle)  # asked in the stage of losses
    first, second = sides(position, battle)
    seat = battle.losers[0] if seat is None else seat
    by_first, by_second = sure(battle.hits)  # the cubes are drawn
    return (first, by_second) if seat == first.seat else (second, by_first)


def as_action(position: DepletionPosition, side: Side, fallen: Fallen) -> Lose:
    """The action that names some losses."""
    name = position.map.name
    units = by_place((thing.at, thing.unit, number) for thing, number in fallen if thing.unit >= 0)
    built = tuple((name(thing.at), thing.kind) for thing, _ in fallen if thing.unit < 0)
    return Lose(position.players[side.seat], tuple((name(at), units[at]) for at in sorted(units)), built)
