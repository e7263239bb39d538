"""Units at the frontiers: committing and calling back, assigning damage, the combat itself, and taking positions afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from hexwidget.rules import Chronicle, changed
from hexwidget.systems.frontiers.actions import Assign, Commit, Occupy
from hexwidget.systems.frontiers.combat import Fought, fight, splits
from hexwidget.systems.frontiers.effects.kinds import kill, lose_life, spend
from hexwidget.systems.frontiers.position import Assignment, FrontiersPosition, Unit


def commit(action: Commit, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F4.1: units go out from the heartland. F4.2: occupying units retreat, which exerts them."""
    log.later(_tell_of_commit, position, action, seat)
    units = dict(position.by_id)
    for name, frontier in action.moves:
        units[name] = units[name]._replace(frontier=frontier)
    for name in action.retreats:
        units[name] = units[name]._replace(frontier=0, occupying=False, ready=False)
    done = position.of_both(seat, done=position.done_with(seat, "commit"))
    return changed(position, units=tuple(sorted(units.values())), acting=1 - position.acting, passed=False, **done)


def _tell_of_commit(log: Chronicle, position: FrontiersPosition, action: Commit, seat: int) -> None:
    for name, frontier in action.moves:
        unit = position.by_id[name]
        log.tell("committed", "F4.1", "{player:commits} {unit} to frontier {frontier}", name, position.zone_of(unit),
                 position.zone(seat, frontier), player=action.player, unit=position.named(unit), frontier=frontier)  # fmt: skip
    for name in action.retreats:
        unit = position.by_id[name]
        log.tell("retreated", "F4.2", "{player:calls} {unit} back from frontier {frontier}, exerted", name,
                 position.zone_of(unit), position.zone(seat, 0), player=action.player, unit=position.named(unit),
                 frontier=unit.frontier)  # fmt: skip


def assign(action: Assign, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F5.1: damage is assigned, sealed until both players have assigned all of theirs."""
    log.later(_tell_of_assignment, position, action)
    given = dict(action.damage)
    enemies = position.at(action.frontier, 1 - seat)
    dealt = splits(position, seat, action.frontier).canonical(tuple(given.get(unit.id, 0) for unit in enemies))
    damage = tuple((unit.id, n) for unit, n in zip(enemies, dealt, strict=True))
    kept = [sealed for sealed in position.sealed[seat] if sealed[0] != action.frontier]
    made: tuple[Assignment, ...] = tuple(sorted([*kept, (action.frontier, damage)]))
    return position.with_player(seat, sealed=made)


def _tell_of_assignment(log: Chronicle, position: FrontiersPosition, action: Assign) -> None:
    words = ", ".join(f"{n} to {position.all_called([unit])}" for unit, n in action.damage)
    log.tell("assigned", "F5.1", "{player:assigns} damage in frontier {frontier}: {words}", f"frontier {action.frontier}",
             seen=(action.player,), player=action.player, frontier=action.frontier, words=words)  # fmt: skip


def resolve_combat(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F5.2: combat in all frontiers from one position. Then units die, life is lost, tactics are spent, and units return."""
    fights = [fight(position, frontier) for frontier in position.frontiers]
    dealt = {name: n for combat in fights for name, n in combat.dealt if n}
    units = [u._replace(damage=u.damage + dealt[u.id]) if u.id in dealt else u for u in position.units]
    after = changed(
        position, units=tuple(units), phase="after", sealed=((), ()), tactics=((), ()), acting=position.initiative
    )
    for seat in (0, 1):
        for kind in position.tactics[seat]:
            after = spend(after, seat, kind, "F3.4", log)
    wins = []
    for combat in fights:
        log.later(_tell_of_damage, position, combat)
        for unit in combat.killed:
            after = kill(after, after.by_id[unit.id], log)
        for seat in (0, 1):
            if combat.excess[seat]:
                after = lose_life(after, 1 - seat, combat.excess[seat], "F5.3", log)
        if combat.won is not None:
            player = position.players[combat.won]
            wording = "{player:has} won the combat in frontier {frontier}"
            log.tell("won", "F5.4", wording, f"frontier {combat.frontier}", player=player, frontier=combat.frontier)
            wins.append((combat.won, combat.frontier))
        else:
            # F6.1, F6.3: advancing units return, an occupying unit stays.
            after = _return(after, [u for k in (0, 1) for u in after.at(combat.frontier, k) if not u.occupying], log)
    order = {position.initiative: 0, 1 - position.initiative: 1}
    return changed(after, wins=tuple(sorted(wins, key=lambda win: (order[win[0]], win[1]))))


def _tell_of_damage(log: Chronicle, position: FrontiersPosition, combat: Fought) -> None:
    for name, n in combat.dealt:
        unit = position.by_id[name]
        if n:
            log.tell("damaged", "F5.1", "{n} damage to {unit} in frontier {frontier}", name,
                     position.zone_of(unit), unit=position.called(unit), n=n, frontier=combat.frontier)  # fmt: skip


def _return(position: FrontiersPosition, units: Sequence[Unit], log: Chronicle) -> FrontiersPosition:
    """F6.3: units return to the heartland and keep their readiness."""
    if not units:
        return position
    log.later(_tell_of_returns, position, units)
    return position.replacing({unit: _at_home(unit) for unit in units})


def _at_home(unit: Unit) -> Unit:
    return unit._replace(frontier=0, occupying=False)


def _tell_of_returns(log: Chronicle, position: FrontiersPosition, units: Sequence[Unit]) -> None:
    for unit in units:
        log.tell("returned", "F6.1", "{player:takes} {unit} back to {player:its} heartland", unit.id, position.zone_of(unit),
                 position.zone(unit.owner, 0), player=position.players[unit.owner], unit=position.named(unit))  # fmt: skip


def occupy(action: Occupy, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F6.2: one unit takes or keeps the occupying position. F6.1: the others return."""
    log.later(_tell_of_occupying, position, action, seat)
    there = {unit: _at_home(unit) for unit in position.at(action.frontier, seat)}
    there |= {unit: unit._replace(occupying=True) for unit in there if unit.id == action.unit}
    wins = tuple([win for win in position.wins if win != (seat, action.frontier)])
    return changed(position.replacing(there), wins=wins)


def _tell_of_occupying(log: Chronicle, position: FrontiersPosition, action: Occupy, seat: int) -> None:
    for unit in position.at(action.frontier, seat):
        if unit.id != action.unit:
            _tell_of_returns(log, position, [unit])
            continue
        doing = "keeps" if unit.occupying else "occupies"
        wording = f"{{player:{doing}}} frontier {{frontier}} with {{unit}}"
        log.tell("occupied", "F6.2", wording, unit.id, position.zone_of(unit),
                 position.zone(seat, action.frontier, occupying=True),
                 player=action.player, unit=position.named(unit), frontier=action.frontier)  # fmt: skip
