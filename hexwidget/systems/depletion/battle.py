"""Battle by the bag (D9): who puts which cubes into it, what may come out, and what falls.

A worked example: an archer attacks a swordsman two hexes away. The archer reaches him: one attack cube. The swordsman does
not reach the archer and has +1 against infantry: two defence cubes. One cube of three is drawn: a hit in one of three cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

from hexwidget.geometry import Space
from hexwidget.problems import Problems
from hexwidget.rules import Finding, IllegalAction, Status, Verdict
from hexwidget.rules.odds import percent
from hexwidget.rules.position import changed
from hexwidget.systems.depletion.actions import Lose
from hexwidget.systems.depletion.attacks import attackable, attackers, targets
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.corps import with_armies
from hexwidget.systems.depletion.position import Army, Battle, DepletionPosition, Structure
from hexwidget.systems.depletion.units import NO_UNITS, PEASANTS, STRUCTURE, UNITS, Counts, minus, of_types

MARCHED = 2
"""From so many depletion cubes on an army is weaker (D2.2)."""
BAG = "the bag"
"""The source of the cubes drawn."""


class Cubes(NamedTuple):
    """The cubes that a side puts into the bag."""

    attack: int
    defence: int


class Side(NamedTuple):
    """One side of a battle: its player's seat, armies and, if it defends, structures."""

    seat: int
    armies: tuple[Army, ...]
    structures: tuple[Structure, ...] = ()

    @property
    def classes(self) -> set[str]:
        """The classes that it has units or structures of (D1.9)."""
        found = {UNITS[t].kind for army in self.armies for t in of_types(army.units)}
        return found | ({STRUCTURE} if self.structures else set())


def sides(position: DepletionPosition, battle: Battle) -> tuple[Side, Side]:
    """Attacker and defender."""
    armies = tuple(a for at in battle.origins if (a := position.army_of(position.turn, at)) is not None)
    defending = position.army_of(battle.defender, battle.target)
    built = tuple(s for s in position.structures if (s.at, s.owner) == (battle.target, battle.defender))
    return Side(position.turn, armies), Side(battle.defender, (defending,) if defending else (), built)


def strength(position: DepletionPosition, side: Side, other: Side, *, defends: bool) -> Cubes:
    """The cubes of a side (D9.2): one for each military unit, its best bonus against a class of the other side (D1.9), -1 for
    a marched army (D2.2), and what structures and peasants put in when they defend."""
    hexmap, against = position.map, other.classes
    places = [army.at for army in other.armies] if defends else [place_of(other)]
    built = position.settings["structure_defence"] * len(side.structures)
    found: list[list[int]] = []
    for army in side.armies:
        here = [0, 0]
        for t in of_types(army.units):
            unit = UNITS[t]
            if not unit.military:
                here[1] += army.units[t] * defends
                continue
            bonus = max((more for kind, more in unit.bonuses if kind in against), default=0)
            low, high = unit.attack_range or (1, 0)
            reaches = any(low <= hexmap.distance(army.at, there) <= high for there in places)
            here[0 if reaches else 1] += army.units[t] * (1 + bonus)
        found.append(here)
    for army, here in zip(side.armies, found, strict=True):
        # A side never has less than one cube: the last one is not taken.
        if army.cubes >= MARCHED and any(here) and built + sum(cubes[0] + cubes[1] for cubes in found) > 1:
            here[0 if here[0] else 1] -= 1
    attack, defence = sum(cubes[0] for cubes in found), built + sum(cubes[1] for cubes in found)
    return Cubes(attack, defence if attack + defence else 1)


def place_of(side: Side) -> int:
    """The hex of a side that defends."""
    return (side.armies[0] if side.armies else side.structures[0]).at


class BattleOdds(Mapping[tuple[int, int], Fraction]):
    """How likely each result of a battle is (D9.1), exactly: keys are the hits of attacker and defender.

    ``attacker``, ``defender``: names; ``bag``: the cubes of both; ``drawn``: how many are drawn.

    >>> import hexwidget as hw
    >>> duel = hw.system("depletion").position(map=". . .", players=["red", "blue"], battle="bag",
    ...     armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 swordsman"}})
    >>> duel.apply("0101").position.battle_odds()[1, 0]
    Fraction(1, 3)
    """

    def __init__(self, position: DepletionPosition, battle: Battle) -> None:
        first, second = sides(position, battle)
        self.attacker, self.defender = position.players[first.seat], position.players[second.seat]
        self.bag = (strength(position, first, second, defends=False), strength(position, second, first, defends=True))
        soldiers = sum(sum(army.units) - army.units[PEASANTS] for army in first.armies)
        total = sum(cubes.attack + cubes.defence for cubes in self.bag)
        self.drawn = min(total, position.settings["cubes_drawn"] or soldiers)
        self.title = f"{self.attacker} attacks {position.map.name(battle.target)}"
        self._position, self._battle = position, battle
        ours, theirs = self.bag[0].attack, self.bag[1].attack
        rest, ways = total - ours - theirs, comb(total, self.drawn)
        self._odds = {
            (a, d): Fraction(comb(ours, a) * comb(theirs, d) * comb(rest, self.drawn - a - d), ways)
            for a in range(min(ours, self.drawn) + 1)
            for d in range(min(theirs, self.drawn - a) + 1)
            if self.drawn - a - d <= rest
        }

    def __getitem__(self, hits: tuple[int, int]) -> Fraction:
        return self._odds[hits]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._odds)

    def __len__(self) -> int:
        return len(self._odds)

    def text(self, hits: tuple[int, int]) -> str:
        """A result as chance names it."""
        return f"{self.attacker} {hits[0]}, {self.defender} {hits[1]}"

    def falls(self, hits: tuple[int, int]) -> tuple[str, str]:
        """What attacker and defender lose by a result, if nobody names another order (D9.2)."""
        first, second = sides(self._position, self._battle)
        return (
            _fallen_in_words(default_losses(self._position, first, hits[1])),
            _fallen_in_words(default_losses(self._position, second, hits[0])),
        )

    @property
    def header(self) -> tuple[str, ...]:
        """The heads of the columns of `rows`."""
        return (f"hits {self.attacker} : {self.defender}", "likely", f"{self.attacker} loses", f"{self.defender} loses")

    def rows(self) -> list[tuple[str, str, str, str]]:
        """A row for each result, the likeliest first."""
        ranked = sorted(self.items(), key=lambda item: (-item[1], item[0]))
        return [(f"{a} : {d}", percent(p), *self.falls((a, d))) for (a, d), p in ranked]

    def __str__(self) -> str:
        table = [self.header, *self.rows()]
        widths = [max(len(row[k]) for row in table) for k in range(len(self.header))]
        (ours, theirs), drawn = self.bag, self.drawn
        head = (
            f"{self.title}: {ours.attack}+{ours.defence} cubes against {theirs.attack}+{theirs.defence}, {drawn} drawn"
        )
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table
        ]
        return "\n".join([head, *lines])

    __repr__ = __str__


def battle_at(position: DepletionPosition, target: int) -> Battle:
    """The battle that an attack on a hex begins."""
    assert position.landing is not None  # noqa: S101  (an army has landed)
    held = [(a.owner, a.at) for a in position.armies] + [(s.owner, s.at) for s in position.structures]
    defender = min(owner for owner, at in held if at == target and owner != position.turn)
    return Battle(tuple(attackers(position, position.landing, target)), target, defender)


def odds_of(position: DepletionPosition, target: Space | None) -> BattleOdds:
    """See `DepletionPosition.battle_odds`."""
    if position.battle is not None and target is None:
        return BattleOdds(position, position.battle)
    landing = position.deciding
    if target is None:
        found = [] if landing is None else targets(position, landing)
        if len(found) != 1:
            problems = Problems()
            named = ", ".join(map(position.map.name, found)) or "none"
            problems.add("target", f"expected the hex that is attacked; those that may be: {named}")
            problems.raise_any("it is not said which battle is meant")
        target = position.map.name(found[0])
    at = position.map.index(target)
    if landing is None:
        wording = "an army attacks right after its maneuver: there is none that may attack now"
        findings: tuple[Finding, ...] = (Finding("D1.8", "no_landing", (), {}, wording),)
    else:
        findings = tuple(attackable(position, landing, at))
    if findings:
        name = position.map.name(at)
        raise IllegalAction(Verdict(Status.ILLEGAL, findings, f"attack {name}", position.system.rulebook))
    return BattleOdds(position, battle_at(position, at))


# ---------------------------------------------------------------------- losses
class Thing(NamedTuple):
    """Things of one kind that may fall: where, which type (-1: a structure of ``kind``), how many, their hit points."""

    at: int
    unit: int
    kind: str
    number: int
    points: int


def things(position: DepletionPosition, side: Side) -> list[Thing]:
    """What a side can lose, in the order in which damage is spent on it (D9.2): fewest hit points first, of equals in the
    order of D1.9, structures last."""
    units = [
        Thing(army.at, t, "", army.units[t], UNITS[t].hit_points) for army in side.armies for t in of_types(army.units)
    ]
    points = position.settings["structure_hit_points"]
    built = [Thing(s.at, -1, s.kind, 1, points) for s in sorted(side.structures)]
    return [*sorted(units, key=lambda thing: (thing.points, thing.unit, thing.at)), *built]


Fallen = tuple[tuple[Thing, int], ...]
"""How many of which things fall."""


def default_losses(position: DepletionPosition, side: Side, damage: int) -> Fallen:
    """What falls if nobody names another order."""
    fallen: list[tuple[Thing, int]] = []
    for thing in things(position, side):
        number = min(thing.number, damage // thing.points)
        if number:
            fallen.append((thing, number))
        damage -= number * thing.points
        if number < thing.number:
            break  # what is left of the damage is spent on the next one, and fells it not
    return tuple(fallen)


def possible_losses(position: DepletionPosition, side: Side, damage: int) -> list[Fallen]:
    """Everything that may fall, the default first: for some order the damage fells just that, and what is left of it is
    spent on one that it does not fell."""
    every = things(position, side)
    default = default_losses(position, side, damage)
    found = [default]
    for numbers in product(*(range(min(t.number, damage // t.points) + 1) for t in every)):
        spent = sum(n * t.points for n, t in zip(numbers, every, strict=True))
        if spent > damage:
            continue
        remains = [t.points for n, t in zip(numbers, every, strict=True) if n < t.number]
        if not remains or max(remains) > damage - spent:
            fallen = tuple((t, n) for n, t in zip(numbers, every, strict=True) if n)
            if fallen != default:
                found.append(fallen)
    return found


def losing(position: DepletionPosition) -> tuple[Side, int]:
    """The side that says what it loses, and the damage that it takes."""
    battle = position.battle
    assert battle is not None  # noqa: S101
    assert battle.hits is not None  # noqa: S101  (asked in the stage of losses)
    first, second = sides(position, battle)
    return (first, battle.hits[1]) if battle.losers[0] == first.seat else (second, battle.hits[0])


def as_action(position: DepletionPosition, side: Side, fallen: Fallen) -> Lose:
    """Losses as the action that names them."""
    name, units = position.map.name, dict[int, list[int]]()
    for thing, number in fallen:
        if thing.unit >= 0:
            units.setdefault(thing.at, [*NO_UNITS])[thing.unit] += number
    built = tuple((name(thing.at), thing.kind) for thing, _ in fallen if thing.unit < 0)
    return Lose(
        position.players[side.seat], tuple((name(at), tuple(counts)) for at, counts in sorted(units.items())), built
    )


def without_fallen(position: DepletionPosition, side: Side, action: Lose) -> DepletionPosition:
    """The position without what falls."""
    index = position.map.index
    standing: dict[int, Counts] = {}
    for space, units in action.units:
        army = position.army_of(side.seat, index(space))
        assert army is not None  # noqa: S101  (the action is legal)
        standing[army.at] = minus(army.units, units)
    gone = {(index(space), side.seat, kind) for space, kind in action.structures}
    position = changed(position, structures=tuple(s for s in position.structures if tuple(s) not in gone))
    return with_armies(position, side.seat, standing, {})


@bars("D9.2")
def losses_are_possible(position: DepletionPosition, action: Lose) -> Findings:
    """D9.2: damage is spent along some order of what can fall, and fells what it can."""
    side, damage = losing(position)
    possible = [as_action(position, side, fallen) for fallen in possible_losses(position, side, damage)]
    if _sorted(action) not in map(_sorted, possible):
        numbers = {"damage": damage, "default": str(possible[0])}
        wording = "in no order does damage of {damage} fell just that; by default: {default}"
        yield Finding("D9.2", "not_these", tuple(space for space, _ in action.units), numbers, wording)


def _sorted(action: Lose) -> tuple[object, ...]:
    return sorted(action.units), sorted(action.structures)


def _fallen_in_words(fallen: Fallen) -> str:
    words = [thing.kind if thing.unit < 0 else UNITS[thing.unit].counted(number) for thing, number in fallen]
    return ", ".join(words) or "nothing"
