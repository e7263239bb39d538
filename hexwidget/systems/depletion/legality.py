"""What bars an action: each predicate is one small function named after what its clause says, in the rulebook's order.

A predicate yields a finding for every way in which the clause is violated; `check` collects those of all clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hexwidget.problems import Problems
from hexwidget.rules import Finding, Remedy, Status, Verdict
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.movement import (
    MARCH_POINTS,
    PathCost,
    bars_water,
    budget,
    full_for,
    path_cost,
    way_to,
)
from hexwidget.systems.depletion.outcome import is_over
from hexwidget.systems.depletion.position import Army, DepletionPosition, Landing
from hexwidget.systems.depletion.units import UNITS

Findings = Iterator[Finding]
BARRING: set[str] = set()
"""The clauses that a finding may cite."""


def bars(*clauses: str) -> Callable[[Callable[..., Findings]], Callable[..., Findings]]:
    """Marks a predicate with the clauses that it may cite."""
    BARRING.update(clauses)
    return lambda predicate: predicate


# ====================================================================== maneuvers
@dataclass(frozen=True)
class ManeuverPlan:
    """A maneuver laid against a position: what its predicates look at. Numbers of hexes, not names."""

    position: DepletionPosition
    action: Maneuver
    seat: int
    path: tuple[int, ...]

    @cached_property
    def army(self) -> Army | None:
        return self.position.army_of(self.seat, self.path[0])

    @cached_property
    def enemies(self) -> set[int]:
        return self.position.enemy_hexes(self.seat)

    @cached_property
    def gaps(self) -> list[int]:
        """The steps (counted from 1) that do not go to an adjacent hex."""
        hexmap = self.position.map
        return [
            n for n, (a, b) in enumerate(zip(self.path, self.path[1:], strict=False), 1) if hexmap.distance(a, b) != 1
        ]

    def cost_for(self, army: Army) -> PathCost:
        free = self.action.free
        return path_cost(self.position, army, self.path, None if free is None else self.position.map.index(free))


@bars("D1.1")
def own_army_moves(plan: ManeuverPlan) -> Findings:
    """D1.1: a maneuver picks one of the player's armies."""
    if plan.army is None:
        there = " and ".join(plan.position.objects_at(plan.path[0])) or "nothing"
        yield Finding(
            "D1.1",
            "no_army",
            (plan.action.origin,),
            {"player": plan.action.player, "there": there},
            "{player} has no army on {0}; there is {there}",
        )


@bars("D1.1")
def hex_by_hex(plan: ManeuverPlan) -> Findings:
    """D1.1: the army moves hex by hex."""
    for n in plan.gaps:
        a, b = plan.action.path[n - 1], plan.action.path[n]
        steps = plan.position.map.distance(plan.path[n - 1], plan.path[n])
        wording = (
            "{0} and {1} are {steps} hexes apart, and an army moves hex by hex"
            if steps
            else ("{0} is named twice in a row, and each step enters another hex")
        )
        yield Finding("D1.1", "gap", (a, b), {"steps": steps}, wording, _filled(plan))


def _filled(plan: ManeuverPlan) -> Remedy | None:
    """The way that leaves nothing out, if there is a legal one."""
    if plan.army is None:
        return None
    way = way_to(plan.position, plan.army, plan.path[-1], past_bars=False)
    if way is None:
        return None
    instead = replace(plan.action, path=tuple(plan.position.map.name(at) for at in way), free=None)
    if list(_violations(plan.position, instead, whose_turn=True)):
        return None
    return Remedy(f"legal as {instead}", "D1.1", str(instead))


@bars("D1.1", "D1.2")
def points_suffice(plan: ManeuverPlan) -> Findings:
    """D1.1: at most its movement points; D1.2: those of the slowest unit. Which is cited: D1.15."""
    army = plan.army
    if army is None or plan.gaps:
        return
    cost = plan.cost_for(army)
    points = budget(army, plan.action.march)
    if cost.total <= points:
        return
    left, step = points, 0
    while cost.prices[step] <= left:
        left -= cost.prices[step]
        step += 1
    at = plan.action.path[step + 1]
    slowest = min((u for n, u in zip(army.units, UNITS, strict=True) if n), key=lambda unit: unit.movement)
    blamed = cost.total <= army.fastest + MARCH_POINTS * plan.action.march
    numbers = {
        "needed": cost.total,
        "budget": points,
        "left": left,
        "price": cost.prices[step],
        "terrain": plan.position.map.terrain(plan.path[step + 1]),
        "slowest": slowest.singular,
        "march": " with the march" if plan.action.march else "",
    }
    dear = " (D1.3)" if cost.prices[step] == 2 else ""
    wording = (
        "{needed} movement points are needed and the army has {budget}{march}: entering {0} ({terrain}) costs {price}"
        + dear
        + ", {left} left"
        + ("; its slowest unit is the {slowest}" if blamed else "")
    )
    remedy = None
    if not plan.action.march and cost.total <= points + MARCH_POINTS:
        marching = replace(plan.action, march=True)
        others = any(_violations(plan.position, marching, whose_turn=False))
        remedy = Remedy("affordable with a march" if others else "legal with a march", "D2.1", str(marching))
    yield Finding("D1.2" if blamed else "D1.1", "too_dear", (at,), numbers, wording, remedy)


@bars("D1.6")
def no_enemy_objects_on_the_way(plan: ManeuverPlan) -> Findings:
    """D1.6: no hex that holds an enemy object may be entered."""
    for at, name in _entered(plan):
        if at in plan.enemies:
            held = " and ".join(plan.position.objects_at(at, but=plan.seat))
            yield Finding("D1.6", "enemy", (name,), {"held": held}, "{0} holds {held}: it may not be entered")


@bars("D1.7")
def undepleted(plan: ManeuverPlan) -> Findings:
    """D1.7: an army on a hex with a depletion cube cannot be chosen."""
    if plan.army is not None and plan.army.cubes:
        cubes = "a depletion cube" if plan.army.cubes == 1 else f"{plan.army.cubes} depletion cubes"
        yield Finding(
            "D1.7",
            "depleted",
            (plan.action.origin,),
            {"cubes": plan.army.cubes},
            f"the army on {{0}} is depleted: its hex carries {cubes}",
            Remedy("possible again in the next round, when all cubes are removed", "D1.12"),
        )


@bars("D1.11")
def free_entry_is_a_home_entered(plan: ManeuverPlan) -> Findings:
    """D1.11: the free entry that is named is into one of the player's homes on the path."""
    free = plan.action.free
    if free is None:
        return
    at = plan.position.map.index(free)
    if at not in plan.path[1:]:
        yield Finding(
            "D1.11", "free_not_entered", (free,), {}, "{0} is named as the free entry, but the path does not enter it"
        )
    elif at not in plan.position.homes(plan.seat):
        yield Finding(
            "D1.11",
            "free_not_home",
            (free,),
            {"player": plan.action.player},
            "{0} is named as the free entry, but {player} has no city or castle there",
        )


@bars("D4.4")
def size_limit_where_it_lands(plan: ManeuverPlan) -> Findings:
    """D4.4: an army has at most so many units once the maneuver is done."""
    if plan.army is None or plan.path[-1] not in full_for(plan.position, plan.army):
        return
    there = plan.position.army_of(plan.seat, plan.path[-1])
    size = plan.army.size + (there.size if there else 0)
    most = plan.position.settings["army_size"]
    yield Finding(
        "D4.4",
        "too_many",
        (plan.action.destination,),
        {"size": size, "most": most},
        "{size} units would stand on {0}, and an army has at most {most}; it may pass through",
    )


@bars("D7.1")
def no_water_without_vessels(plan: ManeuverPlan) -> Findings:
    """D7.1: without vessels nearby land units may not enter water (peasants wade in the sea, D6.3)."""
    for at, name in _entered(plan):
        terrain = plan.position.map.terrain(at)
        if plan.army is not None and bars_water(terrain, plan.army):
            yield Finding(
                "D7.1",
                "water",
                (name,),
                {"terrain": terrain},
                "{0} is {terrain}: land units enter water only with a vessel of their own nearby",
            )


@bars("D7.2")
def soldiers_end_on_land(plan: ManeuverPlan) -> Findings:
    """D7.2: military land units end their maneuver on land."""
    terrain = plan.position.map.terrain(plan.path[-1])
    if plan.army is not None and not plan.army.peasants_only and bars_water(terrain, plan.army):
        yield Finding(
            "D7.2",
            "ends_on_water",
            (plan.action.destination,),
            {"terrain": terrain},
            "the maneuver would end on {terrain} ({0}), and soldiers end on land",
        )


@bars("D1.16")
def players_turn(plan: ManeuverPlan) -> Findings:
    """D1.16: players act in seating order."""
    yield from _turn(plan.position, plan.action)


@bars("D1.8")
def attack_is_decided_first(plan: ManeuverPlan) -> Findings:
    """D1.8: to attack or not is decided right after the maneuver, before anything else."""
    yield from _decision_first(plan.position)


MANEUVER_RULES = (
    own_army_moves,
    hex_by_hex,
    points_suffice,
    no_enemy_objects_on_the_way,
    undepleted,
    free_entry_is_a_home_entered,
    size_limit_where_it_lands,
    no_water_without_vessels,
    soldiers_end_on_land,
)
TURN_RULES = (players_turn, attack_is_decided_first)


def _entered(plan: ManeuverPlan) -> Iterator[tuple[int, str]]:
    """The hexes entered, each once."""
    return iter(dict(zip(plan.path[1:], plan.action.path[1:], strict=True)).items())


# ====================================================================== attacks and the turn
@bars("D1.16")
def _turn(position: DepletionPosition, action: DepletionAction) -> Findings:
    """D1.16: players act in seating order, until the game is over."""
    if is_over(position):
        yield Finding("D1.16", "over", (), {}, "the game is over")
    elif position.players[position.turn] != action.player:
        yield Finding(
            "D1.16",
            "turn",
            (),
            {"player": action.player, "turn": position.players[position.turn]},
            "it is {turn}'s turn, not {player}'s",
        )


@bars("D1.8")
def _decision_first(position: DepletionPosition) -> Findings:
    if position.landing is not None:
        yield Finding(
            "D1.8",
            "attack_open",
            (position.map.name(position.landing.at),),
            {},
            "first it must be decided whether the army on {0} attacks",
            Remedy('decide with "no attack"', "D1.8", "no attack"),
        )


@bars("D1.8")
def _maneuver_first(position: DepletionPosition) -> Findings:
    if position.landing is None:
        yield Finding(
            "D1.8", "no_landing", (), {}, "an army attacks right after its maneuver, and none has just made one"
        )


@bars("D4.5", "D5.3")
def attackable(position: DepletionPosition, landing: Landing, seat: int, target: int) -> Findings:
    """D5.3: when the army that has landed may attack a hex; D4.5: not if it landed on cubes."""
    army = position.army_of(seat, landing.at)
    name, here = position.map.name(target), position.map.name(landing.at)
    if landing.cubes_before:
        yield Finding(
            "D4.5",
            "landed_on_cubes",
            (here,),
            {"cubes": landing.cubes_before},
            "{0} already carried depletion cubes when the army landed there: it cannot attack",
        )
        yield Finding(
            "D5.3",
            "landed_on_cubes",
            (here,),
            {"cubes": landing.cubes_before},
            "an army attacks only from a hex that had no depletion cube the moment before it landed ({0} had {cubes})",
        )
    if army is None or army.peasants_only:
        yield Finding("D5.3", "no_soldiers", (here,), {}, "there is no military unit on {0}")
    if target not in position.enemy_hexes(seat):
        yield Finding("D5.3", "no_target", (name,), {}, "there is no enemy object on {0}")
    if army is not None and not army.peasants_only:
        far = position.map.distance(landing.at, target)
        ranges = [u.attack_range for n, u in zip(army.units, UNITS, strict=True) if n and u.attack_range]
        if not any(low <= far <= high for low, high in ranges):
            longest = max(high for _, high in ranges)
            yield Finding(
                "D5.3",
                "out_of_range",
                (here, name),
                {"distance": far, "range": longest},
                "{1} is {distance} hexes from {0}, and the army's longest attack range is {range}",
            )


def targets(position: DepletionPosition, landing: Landing, seat: int) -> list[int]:
    """The hexes that an army which has landed may attack (D5.3), in the map's order."""
    return sorted(
        at for at in position.enemy_hexes(seat) if not any(True for _ in attackable(position, landing, seat, at))
    )


# ====================================================================== the whole
def check(position: DepletionPosition, action: DepletionAction, rulebook: Any) -> Verdict:
    """Whether an action is legal, and every clause that it violates.

    :raises InputError: if it names a hex or player that does not exist
    """
    findings = tuple(_violations(position, action, whose_turn=True))
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(action), rulebook)


def _violations(position: DepletionPosition, action: DepletionAction, *, whose_turn: bool) -> Findings:
    seat = _read(position, action)
    if isinstance(action, Maneuver):
        plan = ManeuverPlan(position, action, seat, tuple(position.map.index(space) for space in action.path))
        for rule in (*(TURN_RULES if whose_turn else ()), *MANEUVER_RULES):
            yield from rule(plan)
        return
    yield from _turn(position, action)
    if isinstance(action, Pass):
        yield from _decision_first(position)
        return
    yield from _maneuver_first(position)
    if isinstance(action, Attack) and position.landing is not None:
        yield from attackable(position, position.landing, seat, position.map.index(action.target))


def _read(position: DepletionPosition, action: DepletionAction) -> int:
    """The seat of the player; names that do not exist are malformed input, not illegal actions."""
    if not isinstance(action, (Maneuver, Attack, NoAttack, Pass)):
        raise TypeError(f"not an action of depletion: {action!r}")
    problems = Problems()
    spaces: tuple[str, ...] = ()
    if isinstance(action, Maneuver):
        spaces = (*action.path, *([action.free] if action.free else []))
        if not action.path:
            problems.add("path", "expected at least the hex where the army stands")
    elif isinstance(action, Attack):
        spaces = (action.target,)
    for n, space in enumerate(spaces):
        if position.map.find(space) is None:
            problems.add(f"hex {n + 1}", position.map.explain_unknown(space))
    if action.player not in position.players:
        problems.unknown("player", "player", action.player, position.players)
    problems.raise_any("this action cannot be read")
    return position.players.index(action.player)


def explain_landing(position: DepletionPosition, army: Army, goal: int, march: bool, rulebook: Any) -> Verdict:
    """Why a maneuver of an army can or cannot end on a hex, whoever's turn it is.

    The verdict is that of the way a person would mean: round what bars if there is a way round. If that is too long
    while the straight way would not be, what bars the straight way is among the reasons.
    """
    player = position.players[army.owner]
    name = position.map.name
    way = [army.at] if goal == army.at else way_to(position, army, goal, past_bars=False)
    subject = f"{name(army.at)} to {name(goal)}{' march' if march else ''}"
    if way is None:
        nowhere = Finding("D1.1", "no_way", (name(army.at), name(goal)), {}, "there is no way of hexes from {0} to {1}")
        return Verdict(Status.ILLEGAL, (nowhere,), subject, rulebook)
    maneuver = Maneuver(player, tuple(map(name, way)), march)
    findings = list(_violations(position, maneuver, whose_turn=False))
    if any(f.code == "too_dear" for f in findings) and not any(f.code in ("enemy", "water") for f in findings):
        straight = way_to(position, army, goal, past_bars=True) or way
        short = Maneuver(player, tuple(map(name, straight)), march)
        across = list(_violations(position, short, whose_turn=False))
        if not any(f.code == "too_dear" for f in across):
            findings += [f for f in across if f.code in ("enemy", "water")]
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, tuple(findings), str(maneuver), rulebook)


# ====================================================================== positions
def check_position(position: DepletionPosition, rulebook: Any) -> Verdict:
    """Whether a position breaks clauses: two sides on one hex (D1.6), too large an army (D4.4), soldiers on water (D7.2)."""
    findings = []
    name = position.map.name
    owners: dict[int, set[int]] = {}
    for army in position.armies:
        owners.setdefault(army.at, set()).add(army.owner)
    for structure in position.structures:
        owners.setdefault(structure.at, set()).add(structure.owner)
    for at, seats in sorted(owners.items()):
        if len(seats) > 1:
            held = " and ".join(position.objects_at(at))
            findings.append(
                Finding("D1.6", "shared", (name(at),), {"held": held}, "{0} holds {held}: enemies never share a hex")
            )
    most = position.settings["army_size"]
    for army in position.armies:
        terrain = position.map.terrain(army.at)
        if army.size > most:
            findings.append(
                Finding(
                    "D4.4",
                    "too_many",
                    (name(army.at),),
                    {"size": army.size, "most": most},
                    "{size} units stand on {0}, and an army has at most {most}",
                )
            )
        if bars_water(terrain, army):
            clause, who = (
                ("D6.3", "peasants do not stand on ocean") if army.peasants_only else ("D7.2", "soldiers stand on land")
            )
            findings.append(
                Finding(clause, "on_water", (name(army.at),), {"terrain": terrain}, "{0} is {terrain}, and " + who)
            )
    for structure in position.structures:
        terrain = position.map.terrain(structure.at)
        if terrain in ("sea", "ocean"):
            findings.append(
                Finding(
                    "D1.14",
                    "built_on_water",
                    (name(structure.at),),
                    {"terrain": terrain, "kind": structure.kind},
                    "{0} is {terrain}, and a {kind} stands on land",
                )
            )
    doubles = [s for n, s in enumerate(position.structures) if any(o.at == s.at for o in position.structures[:n])]
    for structure in doubles:
        findings.append(
            Finding("D1.9", "two_structures", (name(structure.at),), {}, "{0} holds more than one structure")
        )
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, tuple(findings), "position", rulebook)
