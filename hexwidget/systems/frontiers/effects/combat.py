"""Combat: assigning damage, the combat itself, and taking positions afterwards."""

from __future__ import annotations

from hexwidget.rules import Chronicle
from hexwidget.rules.position import changed
from hexwidget.systems.frontiers.actions import Assign, Occupy
from hexwidget.systems.frontiers.combat import fight, splits
from hexwidget.systems.frontiers.effects.kinds import kill, lose_life
from hexwidget.systems.frontiers.position import Assignment, FrontiersPosition, Unit


def assign(action: Assign, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F5.1: damage is assigned, sealed until both players have assigned all of theirs."""
    words = ", ".join(f"{n} to {position.all_called([unit])}" for unit, n in action.damage)
    log.tell("assigned", "F5.1", "{player:assigns} damage in frontier {frontier}: {words}", f"frontier {action.frontier}",
             seen=(action.player,), player=action.player, frontier=action.frontier, words=words)  # fmt: skip
    given = dict(action.damage)
    enemies = position.at(action.frontier, 1 - seat)
    split = tuple(given.get(unit.id, 0) for unit in enemies)
    dealt = splits(position, seat, action.frontier).canonical(split)
    damage = tuple((unit.id, n) for unit, n in zip(enemies, dealt, strict=True))
    kept = [sealed for sealed in position.sealed[seat] if sealed[0] != action.frontier]
    made: tuple[Assignment, ...] = tuple(sorted([*kept, (action.frontier, damage)]))
    return position.with_player(seat, sealed=made)


def fought(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F5.2: combat in all frontiers from one position. Then units die, life is lost, tactics are spent, and units return."""
    fights = [fight(position, frontier) for frontier in position.frontiers]
    after = changed(position, phase="after", sealed=((), ()), acting=position.initiative)
    for seat in (0, 1):
        for kind in position.tactics[seat]:
            to = "vault" if position.cards[kind].sealed else "graveyard"
            after = after.taking("tactics", seat, kind).putting(f"{to}s", seat, kind)
            player = position.players[seat]
            log.tell("spent", "F3.4", "{card} goes to the {to}", f"{player} {to}", f"{player} hand",
                     card=position.title_of(kind), to=to)  # fmt: skip
    wins = []
    for combat in fights:
        for name, n in combat.dealt:
            unit = after.by_id[name]
            if n:
                log.tell("damaged", "F5.1", "{n} damage to {unit} in frontier {frontier}", name,
                         after.zone_of(unit), unit=position.called(unit), n=n, frontier=combat.frontier)  # fmt: skip
                after = after.changing(unit, damage=unit.damage + n)
        for unit in combat.killed:
            after = kill(after, after.by_id[unit.id], log)
        for seat in (0, 1):
            if combat.excess[seat]:
                after = lose_life(after, 1 - seat, combat.excess[seat], "F5.3", log)
        if combat.won is not None:
            player = position.players[combat.won]
            log.tell("won", "F5.4", "{player:has} won the combat in frontier {frontier}", f"frontier {combat.frontier}",
                     player=player, frontier=combat.frontier)  # fmt: skip
            wins.append((combat.won, combat.frontier))
        else:
            # F6.1, F6.3: advancing units return, an occupying unit stays.
            for unit in [u for seat in (0, 1) for u in after.at(combat.frontier, seat) if not u.occupying]:
                after = _returned(after, unit, log)
    order = {position.initiative: 0, 1 - position.initiative: 1}
    return changed(after, wins=tuple(sorted(wins, key=lambda win: (order[win[0]], win[1]))))


def _returned(position: FrontiersPosition, unit: Unit, log: Chronicle) -> FrontiersPosition:
    """F6.3: a unit returns to the heartland and keeps its readiness."""
    log.tell("returned", "F6.1", "{player:takes} {unit} back to {player:its} heartland", unit.id, position.zone_of(unit),
             position.zone(unit.owner, 0), player=position.players[unit.owner], unit=position.named(unit))  # fmt: skip
    return position.changing(unit, frontier=0, occupying=False)


def occupy(action: Occupy, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """F6.2: one unit takes or keeps the occupying position. F6.1: the others return."""
    after = changed(position, wins=tuple(win for win in position.wins if win != (seat, action.frontier)))
    for unit in position.at(action.frontier, seat):
        if unit.id == action.unit:
            to = unit._replace(occupying=True)
            doing = "keeps" if unit.occupying else "occupies"
            wording = f"{{player:{doing}}} frontier {{frontier}} with {{unit}}"
            log.tell("occupied", "F6.2", wording, unit.id, position.zone_of(unit), position.zone_of(to),
                     player=action.player, unit=position.named(unit), frontier=action.frontier)  # fmt: skip
            after = after.changing(unit, occupying=True)
        else:
            after = _returned(after, unit, log)
    return after
