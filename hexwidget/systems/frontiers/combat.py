"""Combat: the frontiers where damage is assigned, the ways to assign it (F5.1, F5.5), and the result (F5.2 to F5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any

from hexwidget.rules.lazy_sequences import LazySequence
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit


def still_to_assign(position: FrontiersPosition, seat: int) -> list[int]:
    """The frontiers where a player must assign damage and has sealed nothing yet."""
    sealed = [frontier for frontier, _ in position.sealed[seat]]
    return [frontier for frontier in position.fights[seat] if frontier not in sealed]


class Splits(LazySequence[tuple[int, ...]]):
    """F5.5: the ways to split damage among units, one for each outcome. They are numbered, and made on demand.

    Surplus damage lies on the first unit that is killed. Where the rest is dealt to the opponent (``excess``), each amount
    of it is a way of its own.

    :param needs: the damage that kills each unit

    >>> list(Splits(2, (1, 3), excess=False))
    [(0, 2), (2, 0), (1, 1)]
    >>> list(Splits(3, (1, 1), excess=True))
    [(0, 3), (3, 0), (1, 1), (2, 1)]
    """

    def __init__(self, damage: int, needs: tuple[int, ...], *, excess: bool) -> None:
        self.damage = damage
        self.needs = needs
        self.excess = excess
        self.number = _completions(damage, needs, excess, killed=False, alive=False)[damage]

    def __getitem__(self, n: Any) -> Any:
        n = range(self.number)[n]
        left, found, killed, alive = self.damage, list[int](), False, False
        for k, need in enumerate(self.needs):
            for given in range(min(need, left) + 1):
                flags = {"killed": killed or given == need, "alive": alive or given < need}
                ways = _completions(self.damage, self.needs[k + 1 :], self.excess, **flags)[left - given]
                if n < ways:
                    found.append(given)
                    left, killed, alive = left - given, flags["killed"], flags["alive"]
                    break
                n -= ways
        # With all units killed, n counts the surplus that is not dealt to the opponent.
        return self._whole(found, n if self.excess and not alive else left)

    def _whole(self, least: list[int], surplus: int) -> tuple[int, ...]:
        """The damage to each unit, with the surplus on the first unit that is killed."""
        first = next((k for k, need in enumerate(self.needs) if least[k] == need), None)
        if first is not None:
            least[first] += surplus
        return tuple(least)

    def may_be(self, split: tuple[int, ...]) -> bool:
        """True if damage may be split so, canonical or not."""
        dealt = sum(split)
        kills = all(n >= need for n, need in zip(split, self.needs, strict=True))
        return dealt == self.damage or (dealt < self.damage and kills)

    def canonical(self, split: tuple[int, ...]) -> tuple[int, ...]:
        """The canonical split with the same outcome."""
        least = [min(n, need) for n, need in zip(split, self.needs, strict=True)]
        kills = least == list(self.needs)
        surplus = (sum(split) if self.excess and kills else self.damage) - sum(least)
        return self._whole(least, surplus)


@cache
def _completions(most: int, needs: tuple[int, ...], excess: bool, *, killed: bool, alive: bool) -> list[int]:
    """The numbers of ways to deal 0, 1, 2 and up to the most damage to the units that are left."""
    if not needs:
        return [int(left == 0 or killed) if alive else left + 1 if excess else 1 for left in range(most + 1)]
    need, rest = needs[0], needs[1:]
    sums = [0, *accumulate(_completions(most, rest, excess, killed=killed, alive=True))]
    kills = [0] * need + _completions(most, rest, excess, killed=True, alive=alive)
    return [sums[left + 1] - sums[max(0, left + 1 - need)] + kills[left] for left in range(most + 1)]


def splits(position: FrontiersPosition, seat: int, frontier: int) -> Splits:
    """F5.5: a player's ways to assign damage in a frontier."""
    needs = tuple(position.health(unit) for unit in position.at(frontier, 1 - seat))
    occupier = position.occupier(frontier)
    excess = occupier is not None and occupier.owner == seat
    return Splits(position.damage_in(frontier, seat), needs, excess=excess)


def full_damage(position: FrontiersPosition, seat: int, frontier: int, named: Mapping[str, int]) -> dict[str, int]:
    """F5.5: the damage to each enemy unit in a frontier as it may be: as it is named, but no more in all than there is. The rest
    kills units that would live, the weakest first."""
    spare, given = position.damage_in(frontier, seat), dict[str, int]()
    enemies = position.at(frontier, 1 - seat)
    for unit in enemies:
        given[unit.id] = min(spare, named.get(unit.id, 0))
        spare -= given[unit.id]
    for unit in sorted(enemies, key=lambda unit: (position.health(unit), unit.id)):
        more = min(spare, max(0, position.health(unit) - given[unit.id]))
        given[unit.id] += more
        spare -= more
    return given


@dataclass(frozen=True, slots=True)
class Fought:
    """The result of the combat in one frontier: the damage to each unit by its id, the units killed, the excess that each
    seat deals to the other, and the seat that has won (None if neither has)."""

    frontier: int
    dealt: tuple[tuple[str, int], ...]
    killed: tuple[Unit, ...]
    excess: tuple[int, int]
    won: int | None


def fight(position: FrontiersPosition, frontier: int) -> Fought:
    """F5.2: the combat in one frontier, from the position before it alone."""
    dealt: dict[str, int] = {}
    excess = [0, 0]
    occupier = position.occupier(frontier)
    for seat in (0, 1):
        assigned = dict(next((damage for at, damage in position.sealed[seat] if at == frontier), ()))
        dealt |= assigned
        # F5.3: only with an occupying unit when the combat begins.
        if occupier is not None and occupier.owner == seat:
            excess[seat] = position.damage_in(frontier, seat) - sum(assigned.values())
    there = [unit for seat in (0, 1) for unit in position.at(frontier, seat)]
    killed = tuple(unit for unit in there if dealt.get(unit.id, 0) >= position.health(unit))
    owners = {unit.owner for unit in there if unit not in killed}
    won = owners.pop() if len(owners) == 1 else None
    return Fought(frontier, tuple(sorted(dealt.items())), killed, (excess[0], excess[1]), won)
