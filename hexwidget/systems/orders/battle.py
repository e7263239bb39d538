"""An attack: its dice, its losses, and the exact odds (O2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hexwidget.rules import Fighter, Forecast, Odds, Share
from hexwidget.rules.odds import percents
from hexwidget.systems.orders.position import Battle, OrdersPosition, Unit
from hexwidget.systems.orders.roster import DIE, Spell


def defence(position: OrdersPosition, defender: Unit, attackers: int) -> int:
    """The number that the defender adds to its die: its value, its buildings, and with DEFEND 1 for each attacker (O4.2)."""
    return sum(added for added, _ in defence_parts(position, defender, attackers))


def defence_parts(position: OrdersPosition, defender: Unit, attackers: int) -> tuple[tuple[int, str], ...]:
    """The numbers that the defender adds to its die, each with its source; its own value has none."""
    return (
        (position.type_of(defender).defence, ""),
        (position.bonus(defender), "buildings"),
        (attackers if defender.defending else 0, "DEFEND"),
    )


def weakest_first(position: OrdersPosition, attackers: Sequence[Unit], totals: Sequence[int]) -> Unit:
    """O2.3: the attacker that a defence destroys: the lowest total, of equals the lower attack value, then the smaller id."""
    ranked = zip(totals, (position.type_of(unit).attack for unit in attackers), attackers, strict=True)
    return min(ranked, key=lambda each: (each[0], each[1], each[2].id))[2]


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The odds that an attack destroys the defender, changes nothing, or costs an attacker. ``each``: the odds that each
    attacker is lost, in the order in which they were given."""

    destroyed: Fraction
    nothing: Fraction
    lost: Fraction
    each: tuple[Fraction, ...]

    def __str__(self) -> str:
        destroyed, nothing, lost = self.figures
        return f"destroys with {destroyed}, is lost with {lost}, nothing {nothing}"

    @property
    def figures(self) -> tuple[str, ...]:
        """The odds that the defender is destroyed, that nothing changes, and that an attacker is lost, in percent."""
        return percents((self.destroyed, self.nothing, self.lost))


def odds(position: OrdersPosition, attackers: Sequence[Unit], defender: Unit, rolls: Sequence[int] = ()) -> AttackOdds:
    """The exact odds of an attack.

    :param attackers: one unit or two
    :param rolls: the dice that lie already, the attackers' first
    """
    dice = [Odds.certain(rolls[n]) if n < len(rolls) else Odds.die(DIE) for n in range(len(attackers) + 1)]
    totals = [die + position.type_of(unit).attack for die, unit in zip(dice, attackers, strict=False)]
    against = dice[-1] + defence(position, defender, len(attackers))
    duel = Odds.highest(totals).against(against)
    if len(totals) == 1:
        return AttackOdds(duel.higher, duel.equal, duel.lower, (duel.lower,))
    # The first is lost if its total is the lower and the best total, the other's, is below the defence.
    first, second = totals
    ranks = [(position.type_of(unit).attack, unit.id) for unit in attackers]
    beaten = {value: against.at_least(value + 1) for value in second}
    first_lost = sum(
        (p * (1 - first.at_least(value + (ranks[0] < ranks[1]))) * beaten[value] for value, p in second.items()),
        Fraction(0),
    )
    return AttackOdds(duel.higher, duel.equal, duel.lower, (first_lost, duel.lower - first_lost))


def odds_of(position: OrdersPosition, battle: Battle) -> AttackOdds:
    """The odds of the attack whose dice are being rolled."""
    attackers = [position.by_id[n] for n in battle.attackers]
    return odds(position, attackers, position.by_id[battle.defender], battle.rolls)


def bolt_odds(spell: Spell) -> Fraction:
    """O7.2: the probability that a bolt destroys."""
    return Odds.die(DIE).at_least(spell.at_least)


def forecast(position: OrdersPosition, attackers: Sequence[Unit], defender: Unit) -> Forecast:
    """The odds of an attack with the dice of both sides (O2.3)."""
    found = odds(position, attackers, defender)
    ours, theirs = position.players[attackers[0].owner], position.players[defender.owner]
    lost = f"{attackers[0].kind} destroyed" if len(attackers) == 1 else "an attacker destroyed"
    shares = (
        Share(f"{defender.kind} destroyed", float(found.destroyed), ours),
        Share("nothing, the totals are equal", float(found.nothing)),
        Share(lost, float(found.lost), theirs),
    )
    added = [(unit, position.type_of(unit).attack) for unit in attackers]
    added.append((defender, defence(position, defender, len(attackers))))
    fighters = tuple(
        Fighter(position.players[unit.owner], position.type_of(unit).symbol, unit.kind, f"d{DIE} + {more}")
        for unit, more in added
    )
    names = " and ".join(unit.kind for unit in attackers)
    return Forecast(f"{names} against {defender.kind}", tuple(s for s in shares if s.part), fighters)


def bolt_forecast(spell: Spell, player: str, target: str) -> Forecast:
    """The odds of a bolt (O7.2)."""
    hits = float(bolt_odds(spell))
    shares = (Share(f"destroys, on {spell.at_least} or more", hits, player), Share("nothing", 1 - hits))
    return Forecast(f"the bolt on {target}", tuple(s for s in shares if s.part))
