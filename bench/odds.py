"""Exact odds: many dice, two rolls compared, an attack of `orders`; beside dyce and icepool, and listing every roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import hexwidget as hw
from bench.question import Aim, Candidate, Prepared, Question, there
from hexwidget.rules.odds import Odds
from hexwidget.systems.orders import battle
from hexwidget.systems.orders.position import OrdersPosition, Unit

REMEMBERED = "its d6 keeps every sum that it was asked for once: from then on it looks the answer up"


def dice(number: int) -> Prepared:
    """Candidates for the distribution of some six-sided dice, added."""

    def shares(found: Any) -> dict[int, Fraction]:
        total = sum(found.values())
        return {int(value): Fraction(ways, total) for value, ways in found.items()}

    found = {"hexwidget: Odds.dice": Candidate(lambda _: Odds.dice(number, 6), lambda odds: dict(odds))}
    if there("dyce"):
        from dyce import H

        found["dyce: n @ H(6)"] = Candidate(lambda _: number @ H(6), shares, "dyce")
    if there("icepool"):
        import icepool

        found["icepool: n @ Die, a die made anew"] = Candidate(
            lambda _: number @ icepool.Die(range(1, 7)), shares, "icepool"
        )
        found["icepool: n @ d6"] = Candidate(lambda _: number @ icepool.d6, shares, "icepool", REMEMBERED)
    return found


def comparison(number: int) -> Prepared:
    """Candidates for the odds that some dice roll more than two dice fewer."""
    fewer = number - 2
    found = {
        "hexwidget: Odds.dice(...).against(...)": Candidate(
            lambda _: Odds.dice(number, 6).against(Odds.dice(fewer, 6)),
            lambda duel: duel.higher,
            note="higher, equal and lower, three fractions",
        )
    }
    if there("dyce"):
        from dyce import H

        found["dyce: (n @ H(6)).gt(m @ H(6))"] = Candidate(
            lambda _: (number @ H(6)).gt(fewer @ H(6)),
            lambda found: Fraction(found[True], sum(found.values())),
            "dyce",
        )
    if there("icepool"):
        import icepool

        def anew(_: int) -> object:
            return (number @ icepool.Die(range(1, 7)) > fewer @ icepool.Die(range(1, 7))).probability(True)

        def kept(_: int) -> object:
            return (number @ icepool.d6 > fewer @ icepool.d6).probability(True)

        found["icepool: n @ Die > m @ Die, dice made anew"] = Candidate(anew, package="icepool")
        found["icepool: n @ d6 > m @ d6"] = Candidate(kept, package="icepool", note=REMEMBERED)
    return found


def attack(number: int) -> Prepared:
    """Candidates for the odds of an attack in `orders` by one unit or two: the defender falls, nothing happens, an attacker is
    lost."""
    position = hw.scenario("orders/two-on-one").position
    target = position.opponents(0, position.map.index("0302"))[0]
    attackers = [unit for unit in position.units if unit.owner == 0][:number]

    def ours(_: int) -> object:
        found = battle.odds(position, attackers, target)
        return found.destroyed, found.nothing, found.each

    return {
        "hexwidget: AttackOdds": Candidate(ours),
        "Python: every roll, itertools.product": Candidate(lambda _: _listed(position, attackers, target)),
    }


def _listed(position: OrdersPosition, attackers: list[Unit], target: Unit) -> object:
    attacks = [position.type_of(unit).attack for unit in attackers]
    defence = battle.defence(position, target, len(attackers))
    destroyed = nothing = 0
    lost = [0] * len(attackers)
    for *rolls, against in product(range(1, 21), repeat=len(attackers) + 1):
        totals = [roll + attack for roll, attack in zip(rolls, attacks, strict=True)]
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


UNLIKE = (
    "dyce and icepool handle dice of any kind, pools and mechanics; here they add and compare, as our rules do. icepool's d6 "
    "keeps its sums: it computes the first time and looks up later. A die made anew computes each time, as ours does, and gives "
    "the target, which ours would miss beside d6."
)
QUESTIONS = (
    Question(
        "dice",
        "What do some six-sided dice add up to?",
        dice,
        (2, 5, 10, 20, 50, 100),
        per="dice",
        aims=(Aim("dyce", 10, 40), Aim("icepool", 10, 150, against="made anew")),
        unlike=UNLIKE,
        growth=(
            "Ours is one power of a large whole number, whose fields are the ways; they are read as machine integers up "
            "to 24 dice, and one by one beyond, where the curve bends. The others add a die at a time."
        ),
    ),
    Question(
        "comparison",
        "How likely do some dice roll more than two dice fewer?",
        comparison,
        (3, 5, 10, 20, 50),
        per="dice",
        aims=(Aim("dyce", 10, 40), Aim("icepool", 10, 150, against="made anew")),
        unlike=UNLIKE,
        growth=(
            "Ours adds up from below and multiplies field by field, so it grows with the number of sums; the others look at "
            "every pair of sums."
        ),
    ),
    Question(
        "attack",
        "How likely does an attack of `orders` succeed?",
        attack,
        (1, 2),
        per="attackers",
        unlike="The same in Python without a library; no package knows these rules.",
        growth="Listing takes twenty times longer for each further attacker.",
    ),
)
