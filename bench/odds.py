"""Exact odds of attacks of `orders`, beside listing every roll of the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import hexwidget as hw
from bench.timing import interleaved, machine, table
from hexwidget.systems.orders import battle
from hexwidget.systems.orders.position import OrdersPosition, Unit

OURS = "convolution"


def run() -> None:
    """Print microseconds an attack, side by side; the results are compared first."""
    position = hw.scenario("orders/two-on-one").position
    target = position.opponents(0, position.map.index("0302"))[0]
    own = [unit for unit in position.units if unit.owner == 0]
    print(f"\nExact odds ({machine()})")
    for name, attackers in (("one attacker", own[:1]), ("joint attack", own)):
        ours, listed = _candidates(position, attackers, target)
        assert ours(0) == listed(0)
        table(name, interleaved({OURS: ours, "every roll, itertools.product": listed}), OURS)


def _candidates(
    position: OrdersPosition, attackers: Sequence[Unit], target: Unit
) -> tuple[Callable[[int], object], Callable[[int], object]]:
    def ours(_: int) -> object:
        found = battle.odds(position, attackers, target)
        return found.destroyed, found.nothing, found.each

    attacks = [position.type_of(unit).attack for unit in attackers]
    defence = battle.defence(position, target, len(attackers))

    def listed(_: int) -> object:
        destroyed = nothing = 0
        lost = [0] * len(attackers)
        for *dice, against in product(range(1, 21), repeat=len(attackers) + 1):
            totals = [die + attack for die, attack in zip(dice, attacks, strict=True)]
            best, total = max(totals), against + defence
            if best > total:
                destroyed += 1
            elif best == total:
                nothing += 1
            else:
                ranked = ((t, a, u.id, n) for n, (t, a, u) in enumerate(zip(totals, attacks, attackers, strict=True)))
                lost[min(ranked)[3]] += 1
        ways = 20 ** (len(attackers) + 1)
        return Fraction(destroyed, ways), Fraction(nothing, ways), tuple(Fraction(n, ways) for n in lost)

    return ours, listed
