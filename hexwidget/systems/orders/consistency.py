"""Consistency of descriptions: the parts of a position that cannot occur together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hexwidget.english import with_article
from hexwidget.problems import Problems, place
from hexwidget.rules.description import Known
from hexwidget.systems.orders.initiative import next_to_roll, order_of_play
from hexwidget.systems.orders.position import MOST_ATTACKERS, OrdersPosition, Unit


def note_odd_units(units: Sequence[Unit], problems: Problems, known: Known) -> None:
    """Note units with the same number, and bonuses that are both there and lost."""
    for number, times in sorted(Counter(unit.id for unit in units).items()):
        if times > 1:
            problems.add("units", f"two units have the id {number}")
    for unit in units:
        if unit.defending and unit.lost and known.map is not None:
            where = place("units", known.players[unit.owner], known.map.name(unit.at))
            problems.add(where, "a unit that defends has not lost the bonus")


def note_what_does_not_fit(position: OrdersPosition, problems: Problems) -> None:
    """Note dice, queue and orders left that do not go together."""
    _note_sides(position, problems)
    alive = position.alive
    names = position.players
    due = next_to_roll(position.rolls, alive) if alive else None
    under_way = [key for key in ("owed", "battle", "bolt") if getattr(position, key) is not None]
    if position.queue:
        if due is not None:
            problems.add("initiative", f"{names[due]} has still to roll, and there is a queue already")
        elif not set(position.queue) <= set(alive):
            problems.add("queue", "only players with army units take a turn")
        elif list(position.queue) != [seat for seat in order_of_play(position.rolls, alive) if seat in position.queue]:
            problems.add("queue", "expected the players in the order of their dice")
        if position.left == 0 and not under_way:
            problems.add("left", "expected 1 or 2: the player whose turn it is has orders left")
    else:
        if alive and due is None:
            problems.add("queue", "all dice are rolled: expected the players in the order of play")
        for key in under_way:
            problems.add(key, "nothing is fought while initiative is rolled")
        if position.left:
            problems.add("left", "expected 0 while initiative is rolled")
    if position.queue:
        _note_what_is_under_way(position, problems)
    if len(under_way) > 1:
        problems.add("battle", "expected at most one of owed, battle and bolt")


def _note_sides(position: OrdersPosition, problems: Problems) -> None:
    """Note an owed attack without an opponent, and a battle of other sides or with all its dice."""
    by_id, owed, battle = position.by_id, position.owed, position.battle
    if owed is not None and not position.opponents(by_id[owed.unit].owner, by_id[owed.unit].at):
        problems.add("owed", "no opponent stands in the hex of that unit")
    if battle is not None:
        owners = {by_id[n].owner for n in battle.attackers}
        if len(owners) > 1 or by_id[battle.defender].owner in owners:
            problems.add("battle", "expected one or two units of one player, and an opponent")
        if len(battle.rolls) > len(battle.attackers):
            problems.add("battle/rolls", "all dice are rolled, so the attack would be decided already")


def _note_what_is_under_way(position: OrdersPosition, problems: Problems) -> None:
    """Note an owed attack, battle or bolt that could not have come about."""
    acting, by_id = position.queue[0], position.by_id

    def may_go_back(where: str, unit: Unit, back: int) -> None:
        held = position.unit_of(unit.owner, back)
        if not position.map.adjacent(unit.at, back) or position.map.terrain(back) == "impassable" or held is not None:
            problems.add(where, "expected a hex next to the unit that it can go back to")

    if position.owed is not None:
        unit = by_id[position.owed.unit]
        if unit.owner != acting:
            problems.add("owed/unit", "expected a unit of the player whose turn it is")
        if position.left != 1:
            problems.add("left", "expected 1: the second order must be the attack that is owed (O8.2)")
        if all(enemy.attacked >= MOST_ATTACKERS for enemy in position.opponents(unit.owner, unit.at)):
            problems.add("owed", "nobody in the hex of that unit can be attacked any more (O2.2)")
        may_go_back("owed/from", unit, position.owed.back)
    if position.battle is not None:
        attackers = [by_id[n] for n in position.battle.attackers]
        target = by_id[position.battle.defender].at
        if any(unit.owner != acting for unit in attackers):
            problems.add("battle/attackers", "expected units of the player whose turn it is")
        if any(unit.at != target and not position.map.adjacent(unit.at, target) for unit in attackers):
            problems.add("battle/attackers", "expected units next to the defender, or in its hex (O2.1)")
        if position.battle.back is not None:
            if len(attackers) > 1 or attackers[0].at != target:
                problems.add("battle/from", "only one attacker in the defender's hex can have moved in (O8.2)")
            may_go_back("battle/from", attackers[0], position.battle.back)
    if position.bolt is not None:
        caster, hit = by_id[position.bolt.caster], by_id[position.bolt.target]
        if caster.owner != acting or hit.owner == acting:
            problems.add("bolt", "expected a unit of the player whose turn it is, and an opponent's")
        if position.bolt.spell not in position.type_of(caster).spells:
            problems.add("bolt/caster", f"{with_article(caster.kind)} does not know {position.bolt.spell} (O7.1)")
