"""Every action that can be said on a small position of depletion, by brute force: the rulebook's arithmetic and no more.

The routes leave out only what no rule can make legal: depleted armies (D1.7), steps onto enemy objects (D1.6), onto ground
that bars every unit of the group (D6.1, D7.1, D8.6), and steps beyond the points of a unit that makes them (D1.3, at the
least price).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

from hexwidget.systems.depletion.actions import (
    Attack,
    Corps,
    DepletionAction,
    Lose,
    Maneuver,
    NoAttack,
    Pass,
    Rotate,
)
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, NO_UNITS, PACKED, PEASANTS, UNITS, UNPACKED, Counts

Changes = tuple[tuple[int, Counts], ...]
WATER = ("sea", "ocean")


def parts(units: Counts) -> Iterator[Counts]:
    """Yield every part of some units, from nobody to all."""
    yield from product(*(range(n + 1) for n in units))


def every_action(position: DepletionPosition, player: str) -> Iterator[DepletionAction]:
    """Yield every action that a player can say. For each legal action one with the same result is among them.

    Free entries and seats on vessels are not named: by default the best ones count (D1.11, D7.4), and the result is the
    same.
    """
    yield from (Pass(player), NoAttack(player))
    yield from (Rotate(player, sixths) for sixths in range(6))
    yield from (Attack(player, space) for space in position.map.names())
    yield from every_loss(position, player)
    seat = position.players.index(player)
    groups = list(dict.fromkeys(every_group(position, seat)))
    yield from groups
    standing = sum(sum(army.units) for army in position.armies if army.owner == seat)
    for number in range(2, min(position.corps_limit(seat), standing) + 1):
        for chosen in permutations(groups, number):
            if _fit(position, seat, chosen):
                yield Corps(player, chosen)


def every_loss(position: DepletionPosition, player: str) -> Iterator[Lose]:
    """Yield every part of a player's things as a loss."""
    if position.battle is None:
        yield Lose(player)
        return
    seat, name = position.players.index(player), position.map.name
    armies = [army for army in position.armies if army.owner == seat]
    built = [(name(s.at), s.kind) for s in position.structures if s.owner == seat]
    for fallen in product(*(parts(army.units) for army in armies)):
        units = tuple((name(a.at), lost) for a, lost in zip(armies, fallen, strict=True) if any(lost))
        for number in range(len(built) + 1):
            for structures in combinations(built, number):
                yield Lose(player, units, structures)


def _fit(position: DepletionPosition, seat: int, groups: tuple[Maneuver, ...]) -> bool:
    """True if the groups of a corps do not set out with more units than stand on a hex, and a claim comes last (D5.5)."""
    taken: Counter[tuple[str, int]] = Counter()
    for group in groups:
        army = position.army_of(seat, position.map.index(group.origin))
        whole = army.units if army is not None else NO_UNITS
        for unit, number in enumerate(group.units or whole):
            taken[group.origin, unit] += number
    for (space, unit), number in taken.items():
        army = position.army_of(seat, position.map.index(space))
        if army is None or number > army.units[unit]:
            return False
    claims = [position.map.terrain(position.map.index(g.destination)) == "unexplored" for g in groups]
    return not any(claims[:-1])


# ---------------------------------------------------------------------- groups
@dataclass(frozen=True)
class Walk:
    """A group on its way. ``spent``: for each unit its type and the least that it has spent so far; ``free``: True if the
    free entry has been made; ``stand``: the units that are left on each hex to be picked up."""

    path: tuple[int, ...]
    spent: tuple[tuple[int, int], ...]
    free: bool
    stand: tuple[tuple[int, Counts], ...]
    drops: Changes = ()
    pickups: Changes = ()

    def carried(self) -> Counts:
        """The units of the group now."""
        counts = [0] * len(UNITS)
        for unit, _ in self.spent:
            counts[unit] += 1
        return tuple(counts)


def every_group(position: DepletionPosition, seat: int) -> Iterator[Maneuver]:
    """Yield every maneuver of one group of a player's."""
    player, name = position.players[seat], position.map.name
    own = {army.at: army for army in position.armies if army.owner == seat}
    standing = {at: army.units for at, army in own.items() if not army.cubes}
    for at, army in own.items():
        if army.cubes:
            continue
        for units in parts(army.units):
            if not any(units):
                continue
            behind = tuple(n - k for n, k in zip(army.units, units, strict=True))
            named = None if units == army.units else units
            for march in (False, True):
                stays = Maneuver(player, (name(at),), march, units=named)
                for pack, unpack in product(range(units[PACKED] + units[UNPACKED] + 1), repeat=2):
                    yield replace(stays, pack=pack, unpack=unpack)
                for walk in _walks(position, seat, at, units, {**standing, at: behind}, march):
                    path = tuple(map(name, walk.path))
                    moves = Maneuver(
                        player, path, march, units=named, drops=walk.drops, pickups=walk.pickups, pack=units[UNPACKED]
                    )
                    for unpack in range(walk.carried()[PACKED] + 1):
                        yield replace(moves, unpack=unpack)


def _walks(
    position: DepletionPosition, seat: int, at: int, units: Counts, standing: dict[int, Counts], march: bool
) -> Iterator[Walk]:
    """Yield the ways of a group that moves one hex or more."""
    switched = units[UNPACKED]
    setting_out = [(PACKED, 1)] * switched
    for unit, number in enumerate(units):
        setting_out += [(unit, 0)] * (0 if unit == UNPACKED else number)
    todo = [Walk((at,), tuple(sorted(setting_out)), False, tuple(sorted(standing.items())))]
    while todo:
        walk = todo.pop()
        for there in position.map.neighbours(walk.path[-1]):
            for stepped in _stepped(position, seat, walk, there, march):
                yield stepped
                if position.map.terrain(there) != "unexplored":
                    todo.extend(_changed(stepped))


def _stepped(position: DepletionPosition, seat: int, walk: Walk, there: int, march: bool) -> Iterator[Walk]:
    """Yield a group's walk with one more step: paid, and free if the hex is a home."""
    ground, carried = position.map.terrain(there), walk.carried()
    if there in position.enemy_hexes(seat) or not _may_carry(position, seat, carried, there):
        return
    price = 2 if ground in ("mountain", "swamp", "unexplored") else 1
    home = any(s.at == there and s.owner == seat for s in position.structures)
    for free in (False, True) if home and not walk.free else (False,):
        spent = tuple((unit, points + (0 if free else price)) for unit, points in walk.spent)
        if all(points <= UNITS[unit].movement + march for unit, points in spent):
            yield replace(walk, path=(*walk.path, there), spent=spent, free=walk.free or free)


def _may_carry(position: DepletionPosition, seat: int, carried: Counts, there: int) -> bool:
    """True if the ground of a hex does not bar a group: vessels need water, land units land, a wade or a vessel near."""
    ground = position.map.terrain(there)
    if carried[GALLEY]:
        return ground in (*WATER, "unexplored") and sum(carried) == carried[GALLEY]
    if ground not in WATER:
        return True
    if ground == "sea" and sum(carried) == carried[PEASANTS]:
        return True
    vessels = [a.at for a in position.armies if a.owner == seat and a.units[GALLEY]]
    return any(position.map.distance(at, there) <= 1 for at in vessels)


def _changed(walk: Walk) -> Iterator[Walk]:
    """Yield a walk with every choice of units that join and leave on the hex where it is. No type does both there."""
    here, number = walk.path[-1], len(walk.path) - 1
    standing = dict(walk.stand)
    for joining in parts(standing.get(here, NO_UNITS)):
        joined = tuple((unit, 0) for unit, n in enumerate(joining) for _ in range(n))
        left = tuple(n - k for n, k in zip(standing.get(here, NO_UNITS), joining, strict=True))
        together = walk.spent + joined
        stand = tuple(sorted({**standing, here: left}.items())) if joined else walk.stand
        pickups = (*walk.pickups, (number, joining)) if joined else walk.pickups
        for size in range(len(walk.spent) + 1 if joined else len(walk.spent)):
            for leaving in set(combinations(sorted(walk.spent), size)):
                if any(joining[unit] for unit, _ in leaving):
                    continue
                rest = Counter(together)
                rest.subtract(Counter(leaving))
                counts = tuple(sum(unit == t for unit, _ in leaving) for t in range(len(UNITS)))
                yield replace(
                    walk,
                    spent=tuple(sorted(rest.elements())),
                    # Drop cubes lie at once: nobody is picked up there later (D3.5).
                    stand=tuple(pair for pair in stand if pair[0] != here) if leaving else stand,
                    drops=(*walk.drops, (number, counts)) if leaving else walk.drops,
                    pickups=pickups,
                )
