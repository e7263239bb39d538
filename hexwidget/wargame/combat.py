"""Combat: attackers of several hexes against one, columns with their shifts, the results and what they force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from hexwidget import rules
from hexwidget.geometry import SpaceMap
from hexwidget.problems import Problems
from hexwidget.wargame.base_classes import Battle, WargamePart, names_in
from hexwidget.wargame.movement import Movement
from hexwidget.wargame.table import ALL, EXCHANGE, Effect, ResultsTable, Side

MOST_IN_ATTACKS = 12
"""More units beside a hex have too many sets: attacks by the first of them are listed."""


class Shift(NamedTuple):
    """A shift of columns by a clause. ``by``: a function of the position, the attackers and the target gives the columns, to the right for
    the attacker, or to the left, below 0."""

    clause: str
    by: Callable[[Any, Sequence[Any], str], int]


@dataclass(frozen=True, eq=False)
class Combat(WargamePart):
    """The combats of a game. Units fight once a phase.

    :param clause: the clause of attacks; ``odds``: that of strengths and columns, which bars attacks below the first column
    :param movement: the movement whose grounds, sides, zones and stacking bind retreats
    :param attack: a function of the position, a unit and the target: its strength; ``defence``: of the position and a unit
    :param retreat: the clause of retreats: each hex of one leads farther from the attacked hex; a unit that cannot go on is removed
    :param enemy_leads: True if the enemy chooses where units retreat; by default their owner does
    :param into_zones: True if units retreat into enemy zones
    :param advance: the clause of advances into the emptied hex; "": nobody advances. ``advancing``: the most units
    :param shifts: the shifts of columns
    :param chosen: True if the player names the attackers; by default all units beside the target that have not fought take part
    :param first: True if attacks below the first column count as in it; by default they are barred
    :param must: the clause by which every unit beside an enemy attacks; "": nobody has to
    :param rank: a function of a unit and its side: the highest is the strongest unit
    """

    clause: str
    table: ResultsTable
    movement: Movement
    attack: Callable[[Any, Any, str], int]
    defence: Callable[[Any, Any], int]
    retreat: str
    advance: str = ""
    odds: str = ""
    must: str = ""
    shifts: tuple[Shift, ...] = ()
    chosen: bool = False
    first: bool = False
    enemy_leads: bool = False
    into_zones: bool = False
    advancing: int = 1
    rank: Callable[[Any, Side], int] = lambda unit, side: unit.steps
    barring: ClassVar[tuple[str, ...]] = ("clause", "odds", "must", "retreat", "advance")
    codes: ClassVar[str] = """
        nobody no_attacker not_own fought not_beside odds must loss no_loss must_retreat not_beaten far
        zone must_advance no_part elsewhere attacked shifted hurt removed retreated advanced stayed"""

    def check(self, problems: Problems) -> None:
        if self.advancing < 1:
            problems.expected("advancing", "1 unit or more", self.advancing)
        elif self.advancing > 1 and not self.advance:
            problems.add("advancing", f"{self.advancing} units advance by no clause: name it in `advance`")

    # ------------------------------------------------------------------ who attacks
    def attackers(self, position: Any, target: str, seat: int) -> tuple[Any, ...]:
        """The units of a seat beside a hex that have not fought."""
        index = position.map.index
        near = self.movement.beside(position.map, 1 << index(target))
        return tuple([u for u in position.units if u.owner == seat and not u.done and near >> index(u.at) & 1])

    def strengths(self, position: Any, attackers: Iterable[Any], target: str) -> tuple[int, int]:
        """The sums of attack and defence."""
        attack = sum([self.attack(position, unit, target) for unit in attackers])
        return attack, sum([self.defence(position, unit) for unit in position.on(target)])

    def column(self, position: Any, attackers: Sequence[Any], target: str) -> int | None:
        """The column of an attack after its shifts; None below the first one."""
        found = self.table.column(*self.strengths(position, attackers, target))
        if found is None and not self.first:
            return None
        by = sum(shift.by(position, attackers, target) for shift in self.shifts)
        return max(0, min((found or 0) + by, len(self.table.columns) - 1))

    def targets(self, position: Any, seat: int) -> list[tuple[str, list[tuple[str, ...]]]]:
        """The hexes that a seat may attack, each with the sets of units that may do so, by their names."""
        near, found = self.movement.beside(position.map, position.held[seat]) & position.enemies[seat], []
        for target in names_in(position.map, near) if near else ():
            units = self.attackers(position, target, seat)
            if not units or self._all_attacked(position, target):
                continue
            listed = sorted(units, key=lambda unit: unit.id)[:MOST_IN_ATTACKS]
            sets = [units]
            if self.chosen:
                sets = [each for n in range(len(listed)) for each in combinations(listed, n + 1)]
            able = [each for each in sets if self.column(position, each, target) is not None]
            if able:
                found.append((target, [tuple([unit.id for unit in each]) for each in able]))
        return found

    def _all_attacked(self, position: Any, target: str) -> bool:
        """True if every unit on a hex has been attacked in this phase."""
        return self.chosen and all(unit.done for unit in position.on(target))

    def fighting(self, position: Any, action: Any) -> tuple[Any, ...]:
        """The units that an attack is made with."""
        if self.chosen:
            return tuple(position.by_id[name] for name in action.units)
        return self.attackers(position, action.target, position.players.index(action.player))

    # ------------------------------------------------------------------ reasons
    def objections(self, position: Any, action: Any) -> Iterator[rules.Finding]:
        """Every reason against an attack."""
        seat, target = position.players.index(action.player), action.target
        attackers, near = self.fighting(position, action), self.attackers(position, target, seat)
        enemies = [unit for unit in position.on(target) if unit.owner != seat]
        again = enemies[:1] if self._all_attacked(position, target) else []
        beside = enemies and attackers and all(unit in near for unit in attackers)  # shifts ask the sides between them
        low = beside and self.column(position, attackers, target) is None
        attack, defence = self.strengths(position, attackers, target) if low else (0, 0)
        yield from self.findings(
            (not enemies, "", "nobody", "no enemy unit stands on {0}", target),
            (not attackers, "", "no_attacker", "no unit that has not fought stands next to {0}", target),
            (low, self.odds, "odds", "{attack} against {defence} is less than {least}", target),
            attack=attack, defence=defence, least=self.table.columns[0],
        )  # fmt: skip
        for unit in [*again, *[unit for unit in attackers if unit not in near]]:
            own = unit.owner == seat
            yield from self.findings(
                (not own and unit not in again, "", "not_own", "{unit} is a unit of the other player", unit.at),
                (unit.done, "", "fought", "{unit} has fought already", unit.at),
                (own and not unit.done, "", "not_beside", "{unit} is not next to {0}", target),
                unit=str(unit),
            )  # fmt: skip

    def due(self, position: Any) -> Iterator[rules.Finding]:
        """The finding against an action while another one is due."""
        due, at = position.battle.stage, position.battle.target
        advance = "first somebody advances to {0}, or nobody does"
        yield from self.findings(
            (due == "retreat", self.retreat, "must_retreat", "first the beaten units on {0} retreat", at),
            (due == "advance", self.advance, "must_advance", advance, at),
            (due == "loss", "", "loss", "first {player} chooses the losses", at),
            player=position.players[self.decider(position)],
        )  # fmt: skip

    def idle(self, position: Any, seat: int) -> Iterator[rules.Finding]:
        """The findings against the end of a phase: units that have to attack, and can."""
        for target, _ in self.targets(position, seat) if self.must else ():
            for unit in self.attackers(position, target, seat):
                words = "{unit} stands next to an enemy, and has to attack"
                yield from self.findings((True, self.must, "must", words, unit.at), unit=str(unit))

    def against_retreat(self, position: Any, battle: Battle, unit: Any, there: str) -> Iterator[rules.Finding]:
        """The findings against a hex of a unit's retreat."""
        at, words = position.map.index(there), "{unit} retreats a hex at a time, away from {1}, and {0} is no such hex"
        yield from self.findings(
            (unit.id not in battle.retreating, self.retreat, "not_beaten", "{unit} does not retreat", unit.at),
            (not self._away(position, battle, unit) >> at & 1, self.retreat, "far", words, there, battle.target),
            (self._guards(position, unit) >> at & 1, self.retreat, "zone", "{0} lies next to an enemy unit", there),
            unit=str(unit),
        )  # fmt: skip
        yield from self.movement.room(position, unit, there)

    def against_advance(self, position: Any, battle: Battle, unit: Any, there: str) -> Iterator[rules.Finding]:
        """The findings against the advance of a unit."""
        to, words = battle.target, "an advance leads to {1}, not to {0}"
        apart = (unit.id not in battle.attackers, self.advance, "no_part", "{unit} took no part in the attack", unit.at)
        yield from self.findings(apart, (there != to, self.advance, "elsewhere", words, there, to), unit=str(unit))
        yield from self.movement.room(position, unit, there)

    # ------------------------------------------------------------------ decisions
    def decider(self, position: Any) -> int:
        """The seat that decides: those who lose or retreat do so while they are asked."""
        battle = position.battle
        waiting = {"loss": battle.losing, "retreat": battle.retreating}.get(battle.stage, ()) if battle else ()
        if not waiting:
            return int(position.turn)
        owner: int = position.by_id[waiting[0]].owner
        return (owner + 1) % len(position.players) if battle.stage == "retreat" and self.enemy_leads else owner

    def _guards(self, position: Any, unit: Any) -> int:
        zones = None if self.into_zones else self.movement.zones
        return zones.against(position, unit.owner) if zones else 0

    def _away(self, position: Any, battle: Battle, unit: Any) -> int:
        """The plane of the hexes beside a unit that lie farther from the attacked hex."""
        spaces, at, target = position.map, position.map.index(unit.at), position.map.index(battle.target)
        near = SpaceMap.members(self.movement.beside(spaces, 1 << at))
        return SpaceMap.plane_of(n for n in near if spaces.distance(n, target) > spaces.distance(at, target))

    def ends(self, position: Any, battle: Battle, unit: Any) -> int:
        """The plane of the hexes that a unit may retreat or advance to now."""
        if battle.stage == "advance":
            return 1 << int(position.map.index(battle.target))
        free = self.movement.free(position, unit) & ~self._guards(position, unit)
        return self._away(position, battle, unit) & free

    # ------------------------------------------------------------------ effects
    def begin(self, position: Any, action: Any, log: rules.Chronicle) -> Any:
        """The position after an attack: the die is due."""
        attackers, target = self.fighting(position, action), action.target
        column = self.column(position, attackers, target) or 0
        spaces, odds = dict.fromkeys([target, *[unit.at for unit in attackers]]), self.table.columns[column]
        told, words = {"player": action.player, "odds": odds}, "{player:attacks} {0} at {odds}"
        self.tell(log, "attacked", self.odds or self.clause, words, *spaces, **told)
        words = "{0} shifts the odds by {by:column} to the {side}"
        for shift in self.shifts:
            if by := shift.by(position, attackers, target):
                side = "left" if by < 0 else "right"
                self.tell(log, "shifted", shift.clause, words, target, by=abs(by), side=side)
        fought = [*attackers, *(position.on(target) if self.chosen else ())]
        battle = Battle(target, tuple([unit.id for unit in attackers]), column)
        return position.with_units(*[replace(unit, done=True) for unit in fought], battle=battle)

    def forecast(self, position: Any, action: Any) -> tuple[rules.Forecast, ...]:
        """The exact odds of an attack."""
        attackers, target = self.fighting(position, action), action.target
        owners = [unit.owner for unit in position.on(target)]
        column = self.column(position, attackers, target) if attackers and owners else None
        if column is None:
            return ()
        attack, defence = self.strengths(position, attackers, target)
        title = f"An attack at {self.table.columns[column]}: {attack} against {defence}"
        for shift in self.shifts:
            if by := shift.by(position, attackers, target):
                title += f", shifted {by:+} ({shift.clause})"
        sides = [action.player, *[position.players[owner] for owner in owners]][:2]
        return (self.table.forecast(title, column, *sides),)

    def roll(self, position: Any, outcome: rules.ChanceOutcome, log: rules.Chronicle) -> Any:
        """The position after the die: what it removes is gone, and what it forces is due."""
        battle, table, after = position.battle, self.table, position
        text, *effects = table.result(outcome.value, battle.column)
        told = {"face": int(outcome.value), "result": text}
        table.tell(log, "rolled", table.clause, "the die shows {face}: {result}", battle.target, **told)
        for effect in effects:
            if not isinstance(effect, Effect):
                after = effect(after, battle, log)
                continue
            sides = {"attackers": battle.attackers, "defenders": [unit.id for unit in position.on(battle.target)]}
            names = [name for name in sides[effect.side] if name in after.by_id]
            if effect.loses == EXCHANGE:
                owed = -self.strengths(position, (), battle.target)[1]
                after = self._remove(after, [unit.id for unit in after.on(battle.target)], table.clause, log)
                battle = replace(battle, losing=tuple(names), owed=owed)
            elif effect.chosen:
                battle = replace(battle, losing=tuple(names), owed=effect.loses)
            elif effect.loses and names:
                strongest = max(names, key=lambda name: self.rank(position.by_id[name], effect.side))
                every = effect.every or effect.loses == ALL
                after = self._hurt(after, names if every else [strongest], effect.loses, log)
            battle = replace(battle, retreating=(*battle.retreating, *names * effect.retreats))
        return self.settle(after, battle, log)

    def _hurt(self, position: Any, names: Iterable[str], steps: int, log: rules.Chronicle) -> Any:
        for name in names:
            unit = position.by_id[name]
            if unit.steps <= steps:
                position = self._remove(position, [name], self.table.clause, log)
            else:
                self.tell(log, "hurt", self.table.clause, "{unit} loses a step", unit.at, unit=str(unit))
                position = position.with_units(replace(unit, steps=unit.steps - steps))
        return position

    def _remove(self, position: Any, names: Sequence[str], clause: str, log: rules.Chronicle) -> Any:
        for name in names:
            unit = position.by_id[name]
            self.tell(log, "removed", clause, "{unit} is removed from {0}", unit.at, unit=str(unit))
        return position.with_units(removed=tuple(names)) if names else position

    def lose(self, position: Any, unit: Any, log: rules.Chronicle) -> Any:
        """The position after a loss that a player has chosen: a step, or in an exchange a unit."""
        battle, owed = position.battle, position.battle.owed
        if owed > 0:
            return self.settle(self._hurt(position, [unit.id], 1, log), replace(battle, owed=owed - 1), log)
        owed = min(0, owed + self.attack(position, unit, battle.target))
        return self.settle(self._remove(position, [unit.id], self.table.clause, log), replace(battle, owed=owed), log)

    def settle(self, position: Any, battle: Battle, log: rules.Chronicle) -> Any:
        """The position with the decision that a combat comes to next: losses, retreats, an advance, or none.

        Units that cannot retreat are removed. The units of one owner retreat before those of another.
        """
        units = position.by_id
        losing, left = ([name for name in of if name in units] for of in (battle.losing, battle.retreating))
        if battle.owed and losing:
            return rules.changed(position, battle=replace(battle, stage="loss", losing=tuple(losing)))
        stuck = [name for name in dict.fromkeys(left) if not self.ends(position, battle, units[name])]
        position, left = self._remove(position, stuck, self.retreat, log), [name for name in left if name not in stuck]
        then = replace(battle, losing=(), owed=0, retreating=tuple(left))
        if left:
            return rules.changed(position, battle=replace(then, stage="retreat"))
        there = position.on(battle.target)
        room = self.advance and len(there) < self.advancing and all(unit.owner == position.turn for unit in there)
        at, attackers = position.map.index(battle.target), [units[n] for n in battle.attackers if n in position.by_id]
        able = [u.id for u in attackers if room and u not in there and self.movement.free(position, u) >> at & 1]
        return rules.changed(position, battle=replace(then, attackers=tuple(able), stage="advance") if able else None)

    def went(self, position: Any, unit: Any, there: str, log: rules.Chronicle) -> Any:
        """The position after a unit has retreated or advanced. `settle` says what comes next."""
        battle, left = position.battle, [*position.battle.retreating]
        kind, clause, words = "advanced", self.advance, "{unit} advances from {0} to {1}"
        if battle.stage == "retreat":
            kind, clause, words = "retreated", self.retreat, "{unit} retreats from {0} to {1}"
            left.remove(unit.id)
        self.tell(log, kind, clause, words, unit.at, there, unit=str(unit))
        return position.with_units(replace(unit, at=there), battle=replace(battle, retreating=tuple(left)))
