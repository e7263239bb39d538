"""What bars an action: each predicate is one small function named after what its clause says, in the rulebook's order.

A predicate yields a finding for every way in which the clause is violated; `check` collects those of all clauses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from hexwidget.problems import InputError, Problem, Problems, place, shown
from hexwidget.rules import Finding, Remedy, Rulebook, Status, Verdict
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import (
    attack_is_decided_first,
    attackable,
    maneuver_came_first,
    players_turn,
)
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.movement import (
    FAR,
    MARCH_POINTS,
    ROUGH,
    bars_water,
    budget,
    path_cost,
    size_after,
    way_to,
)
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import UNITS, WATER


# ====================================================================== maneuvers
@dataclass(frozen=True)
class ManeuverPlan:
    """A maneuver laid against a position: what its predicates look at. Numbers of hexes, not names.

    ``whose_turn``: whether it counts whose turn it is; reach and its explanations ask for any player.
    """

    position: DepletionPosition
    action: Maneuver
    seat: int
    path: tuple[int, ...]
    whose_turn: bool = True

    @cached_property
    def army(self) -> Army | None:
        return self.position.army_of(self.seat, self.path[0])

    @cached_property
    def enemies(self) -> set[int]:
        return self.position.enemy_hexes(self.seat)

    @cached_property
    def entered(self) -> dict[int, str]:
        """The hexes entered, each once, with their names."""
        return dict(zip(self.path[1:], self.action.path[1:], strict=True))

    @cached_property
    def gaps(self) -> list[int]:
        """The steps (counted from 1) that do not go to an adjacent hex."""
        distance = self.position.map.distance
        return [n for n, (a, b) in enumerate(pairwise(self.path), 1) if distance(a, b) != 1]

    @cached_property
    def filled(self) -> Remedy | None:
        """The same maneuver with the gaps of its path filled in, if that is legal."""
        army, goal = self.army, self.path[-1]
        # One more than the points: a home may be entered free.
        if army is None or self.position.map.distance(army.at, goal) > budget(army, self.action.march) + 1:
            return None
        way = way_to(self.position, army, goal, past_bars=False)
        if way is None:
            return None
        return self.remedy(replace(self.action, path=tuple(map(self.position.map.name, way)), free=None), "D1.1")

    def remedy(self, instead: Maneuver, clause: str) -> Remedy | None:
        """Another maneuver as a remedy, if it is legal; one that something else bars would be no help."""
        if any(_violations(self.position, instead, self.whose_turn)):
            return None
        words = {"D1.1": f"legal as {instead}", "D2.1": "legal with a march"}[clause]
        return Remedy(words, clause, str(instead))


@bars("D1.1")
def own_army_moves(plan: ManeuverPlan) -> Findings:
    """D1.1: a maneuver picks one of the player's armies."""
    if plan.army is None:
        there = " and ".join(plan.position.objects_at(plan.path[0])) or "nothing"
        numbers = {"player": plan.action.player, "there": there}
        yield Finding(
            "D1.1", "no_army", (plan.action.origin,), numbers, "{player} has no army on {0}; there is {there}"
        )


@bars("D1.1")
def hex_by_hex(plan: ManeuverPlan) -> Findings:
    """D1.1: the army moves hex by hex."""
    for n in plan.gaps:
        steps = plan.position.map.distance(plan.path[n - 1], plan.path[n])
        apart = "{0} and {1} are {steps} hexes apart, and an army moves hex by hex"
        wording = apart if steps else "{0} is named twice in a row, and each step enters another hex"
        yield Finding("D1.1", "gap", plan.action.path[n - 1 : n + 1], {"steps": steps}, wording, plan.filled)


@bars("D1.1", "D1.2")
def points_suffice(plan: ManeuverPlan) -> Findings:
    """D1.1: at most its movement points; D1.2: those of the slowest unit. Which is cited: D1.15.

    The hexes named are what counts, also where the path has gaps: filling them in would not make it cheaper.
    """
    army = plan.army
    if army is None:
        return
    free = plan.action.free
    cost = path_cost(plan.position, army, plan.path, None if free is None else plan.position.map.index(free))
    points = budget(army, plan.action.march)
    if cost.total <= points:
        return
    left, step = points, 0
    while cost.prices[step] <= left:
        left -= cost.prices[step]
        step += 1
    terrain = plan.position.map.terrain(plan.path[step + 1])
    slowest = min((u for n, u in zip(army.units, UNITS, strict=True) if n), key=lambda unit: unit.movement)
    blamed = cost.total <= army.fastest + MARCH_POINTS * plan.action.march
    numbers = {
        "needed": cost.total,
        "budget": points,
        "left": left,
        "price": cost.prices[step],
        "terrain": terrain,
        "slowest": slowest.singular,
        "march": " with the march" if plan.action.march else "",
    }
    dear = {1: "", 2: " (D1.3)" if terrain in ROUGH else " (D6.3)"}[cost.prices[step]]
    slow = "; its slowest unit is the {slowest}" if blamed else ""
    wording = "{needed} movement points are needed and the army has {budget}{march}: "
    wording += "entering {0} ({terrain}) costs {price}" + dear + ", {left} left" + slow
    remedy = None
    if not plan.action.march and cost.total <= points + MARCH_POINTS:
        remedy = plan.remedy(replace(plan.action, march=True), "D2.1")
    at = plan.action.path[step + 1]
    yield Finding("D1.2" if blamed else "D1.1", "too_dear", (at,), numbers, wording, remedy)


@bars("D1.6")
def no_enemy_objects_on_the_way(plan: ManeuverPlan) -> Findings:
    """D1.6: no hex that holds an enemy object may be entered."""
    for at, name in plan.entered.items():
        if at in plan.enemies:
            held = " and ".join(plan.position.objects_at(at, but=plan.seat))
            yield Finding("D1.6", "enemy", (name,), {"held": held}, "{0} holds {held}: it may not be entered")


@bars("D1.7")
def undepleted(plan: ManeuverPlan) -> Findings:
    """D1.7: an army on a hex with a depletion cube cannot be chosen."""
    if plan.army is not None and plan.army.cubes:
        cubes = "a depletion cube" if plan.army.cubes == 1 else f"{plan.army.cubes} depletion cubes"
        numbers = {"cubes": plan.army.cubes, "carries": cubes}
        remedy = Remedy("possible again in the next round, when all cubes are removed", "D1.12")
        wording = "the army on {0} is depleted: its hex carries {carries}"
        yield Finding("D1.7", "depleted", (plan.action.origin,), numbers, wording, remedy)


@bars("D1.11")
def free_entry_is_a_home_entered(plan: ManeuverPlan) -> Findings:
    """D1.11: the free entry that is named is into one of the player's homes on the path."""
    free = plan.action.free
    if free is None:
        return
    at = plan.position.map.index(free)
    if at not in plan.entered:
        wording = "{0} is named as the free entry, but the path does not enter it"
        yield Finding("D1.11", "free_not_entered", (free,), {}, wording)
    if at not in plan.position.homes(plan.seat):
        wording = "{0} is named as the free entry, but {player} has no city or castle there"
        yield Finding("D1.11", "free_not_home", (free,), {"player": plan.action.player}, wording)


@bars("D4.4")
def size_limit_where_it_lands(plan: ManeuverPlan) -> Findings:
    """D4.4: an army has at most so many units once the maneuver is done."""
    if plan.army is None:
        return
    size, most = size_after(plan.position, plan.army, plan.path[-1]), plan.position.settings["army_size"]
    if size > most:
        wording = "{size} units would stand on {0}, and an army has at most {most}; it may pass through"
        yield Finding("D4.4", "too_many", (plan.action.destination,), {"size": size, "most": most}, wording)


@bars("D6.3")
def peasants_end_no_deeper_than_the_sea(plan: ManeuverPlan) -> Findings:
    """D6.3: peasants may end on a sea hex, but not on ocean."""
    if plan.army is not None and plan.army.peasants_only and plan.position.map.terrain(plan.path[-1]) == "ocean":
        wording = "the maneuver would end on ocean ({0}), and peasants end no deeper than the sea"
        yield Finding("D6.3", "ends_on_ocean", (plan.action.destination,), {}, wording)


@bars("D7.1")
def no_water_without_vessels(plan: ManeuverPlan) -> Findings:
    """D7.1: without vessels nearby land units may not enter water (peasants wade in the sea, D6.3)."""
    for at, name in plan.entered.items():
        terrain = plan.position.map.terrain(at)
        if plan.army is not None and bars_water(terrain, plan.army):
            wording = "{0} is {terrain}: land units enter water only with a vessel of their own nearby"
            yield Finding("D7.1", "water", (name,), {"terrain": terrain}, wording)


@bars("D7.2")
def soldiers_end_on_land(plan: ManeuverPlan) -> Findings:
    """D7.2: military land units end their maneuver on land."""
    terrain = plan.position.map.terrain(plan.path[-1])
    if plan.army is not None and not plan.army.peasants_only and terrain in WATER:
        wording = "the maneuver would end on {terrain} ({0}), and soldiers end on land"
        yield Finding("D7.2", "ends_on_water", (plan.action.destination,), {"terrain": terrain}, wording)


MANEUVER_RULES = (
    own_army_moves,
    undepleted,
    hex_by_hex,
    no_enemy_objects_on_the_way,
    no_water_without_vessels,
    soldiers_end_on_land,
    peasants_end_no_deeper_than_the_sea,
    size_limit_where_it_lands,
    points_suffice,
    free_entry_is_a_home_entered,
)
"""Every predicate on a maneuver but those on whose turn it is: what no points would help with comes first."""
LANDING_RULES = (
    no_enemy_objects_on_the_way,
    undepleted,
    size_limit_where_it_lands,
    peasants_end_no_deeper_than_the_sea,
    no_water_without_vessels,
    soldiers_end_on_land,
)
"""Those that have something to say of origin and destination alone, where there is no way to lay between them."""


# ====================================================================== the whole
def check(position: DepletionPosition, action: DepletionAction, rulebook: Rulebook) -> Verdict:
    """Whether an action is legal, and every clause that it violates.

    :raises InputError: if it is malformed: names a hex or player that does not exist, or is no action of depletion
    """
    return _verdict(tuple(_violations(position, action, whose_turn=True)), str(action), rulebook)


def _verdict(findings: tuple[Finding, ...], subject: str, rulebook: Rulebook) -> Verdict:
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, subject, rulebook)


def _violations(position: DepletionPosition, action: DepletionAction, whose_turn: bool) -> Findings:
    seat = _read(position, action)
    if whose_turn:
        yield from players_turn(position, action.player)
    if isinstance(action, Maneuver):
        if whose_turn:
            yield from attack_is_decided_first(position)
        plan = ManeuverPlan(position, action, seat, tuple(map(position.map.index, action.path)), whose_turn)
        for rule in MANEUVER_RULES:
            yield from rule(plan)
    elif isinstance(action, Pass):
        yield from attack_is_decided_first(position)
    else:
        yield from maneuver_came_first(position, seat)
        if isinstance(action, Attack) and position.landing is not None and position.landing.owner == seat:
            yield from attackable(position, position.landing, position.map.index(action.target))


def _read(position: DepletionPosition, action: DepletionAction) -> int:
    """The seat of the player; names that do not exist are malformed input, not illegal actions."""
    problems = Problems()
    spaces: list[tuple[str, object]] = []
    if isinstance(action, Maneuver):
        path, free, march = action.path, action.free, action.march
        if not isinstance(path, tuple) or not path:
            problems.add(
                "path", f"expected a tuple of hexes, at least the one where the army stands, not {shown(path)}"
            )
        else:
            spaces = [(place("path", n), space) for n, space in enumerate(path)]
        if type(march) is not bool:
            problems.add("march", f"expected True or False, not {shown(march)}")
        spaces += [("free", free)] if free is not None else []
    elif isinstance(action, Attack):
        spaces = [("target", action.target)]
    elif not isinstance(action, (NoAttack, Pass)):
        raise InputError(
            "this action cannot be read", [Problem("", f"expected an action of depletion, not {shown(action)}")]
        )
    for where, space in spaces:
        if not isinstance(space, str) or position.map.find(space) is None:
            problems.add(where, position.map.explain_unknown(space))
    if not isinstance(action.player, str) or action.player not in position.players:
        problems.unknown("player", "player", action.player, position.players)
    problems.raise_any("this action cannot be read")
    return position.players.index(action.player)


def explain_landing(position: DepletionPosition, army: Army, goal: int, march: bool, rulebook: Rulebook) -> Verdict:
    """Why a maneuver of an army can or cannot end on a hex, whoever's turn it is.

    The verdict is that of the way a person would mean: round what bars if there is a way round. If that is too long
    while the straight way would not be, what bars the straight way is among the reasons.
    """
    player, name = position.players[army.owner], position.map.name
    far = position.map.distance(army.at, goal)
    way = None if far > FAR else way_to(position, army, goal, past_bars=False)
    if way is None:
        return _no_way(position, Maneuver(player, (name(army.at), name(goal)), march), army, goal, far, rulebook)
    maneuver = Maneuver(player, tuple(map(name, way)), march)
    findings = list(_violations(position, maneuver, whose_turn=False))
    if _codes(findings) & {"too_dear"} and not _codes(findings) & {"enemy", "water"}:
        straight = way_to(position, army, goal, past_bars=True) or way
        across = list(_violations(position, Maneuver(player, tuple(map(name, straight)), march), whose_turn=False))
        if "too_dear" not in _codes(across):
            findings += [f for f in across if f.code in ("enemy", "water")]
    return _verdict(tuple(findings), str(maneuver), rulebook)


def _no_way(
    position: DepletionPosition, jump: Maneuver, army: Army, goal: int, far: int, rulebook: Rulebook
) -> Verdict:
    """The verdict on a hex that no way is laid to: the map has none, or it is much too far to look for one."""
    points = budget(army, jump.march)
    if far > points + 1:
        numbers = {"distance": far, "budget": points}
        wording = "{1} is {distance} hexes from {0}, and the army has {budget} movement points"
        why = Finding("D1.1", "too_far", (jump.origin, jump.destination), numbers, wording)
    else:
        why = Finding("D1.1", "no_way", (jump.origin, jump.destination), {}, "there is no way of hexes from {0} to {1}")
    plan = ManeuverPlan(position, jump, army.owner, (army.at, goal), whose_turn=False)
    findings = (why, *(f for rule in LANDING_RULES for f in rule(plan)))
    return _verdict(findings, f"{jump.origin} to {jump.destination}{' march' if jump.march else ''}", rulebook)


def _codes(findings: list[Finding]) -> set[str]:
    return {f.code for f in findings}
