"""What bars a maneuver: each predicate is one small function named after what its clause says, in the rulebook's order.

A predicate yields a finding for every way in which the clause is violated. `MANEUVER_RULES` lists them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise

from hexwidget.geometry import HexMap
from hexwidget.rules import Finding, Remedy
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.attacks import nothing_else_comes_first, players_turn
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.crossing import Harbour, Rider, seated
from hexwidget.systems.depletion.movement import going_on, journey, way_to
from hexwidget.systems.depletion.plan import (
    MARCH_POINTS,
    ROUGH,
    Costs,
    ManeuverPlan,
    blamed_for_slowness,
    plan_of,
    seated_alone,
)
from hexwidget.systems.depletion.units import (
    GALLEY,
    MOVEMENT,
    NO_UNITS,
    PACKED,
    PEASANTS,
    UNEXPLORED,
    UNITS,
    UNPACKED,
    WATER,
    Counts,
    does,
    minus,
    moving,
    on_land,
    peasants_only,
    slowest,
    write_units,
)


# ---------------------------------------------------------------------- 1 the maneuver
@bars("D1.1")
def own_army_moves(plan: ManeuverPlan) -> Findings:
    """D1.1: a maneuver picks one of the player's armies, or (D3.1) some of its units."""
    origin, player = plan.action.origin, plan.action.player
    if plan.army is None:
        there = " and ".join(plan.position.objects_at(plan.path[0])) or "nothing"
        numbers: dict[str, object] = {"player": player, "there": there}
        yield Finding("D1.1", "no_army", (origin,), numbers, "{player} has no army on {0}; there is {there}")
    elif plan.action.units is not None and plan.taken != plan.action.units:
        lacking = _lacking(plan.action.units, plan.army.units)
        numbers = {"player": player, "there": str(plan.army), "lacking": lacking}
        yield Finding("D1.1", "not_so_many", (origin,), numbers, "{player} has only {there} on {0}: {lacking} too few")


@bars("D1.1")
def hex_by_hex(plan: ManeuverPlan) -> Findings:
    """D1.1: the army moves hex by hex."""
    hexmap = plan.position.map
    for n, (a, b) in enumerate(pairwise(plan.path), 1):
        if b - a not in hexmap.steps:
            steps = hexmap.distance(a, b)
            apart = "{0} and {1} are {steps} hexes apart, and an army moves hex by hex"
            wording = apart if steps else "{0} is named twice in a row, and each step enters another hex"
            yield Finding(
                "D1.1", "gap", plan.action.path[n - 1 : n + 1], {"steps": steps}, wording, partial(_filled, plan)
            )


@bars("D1.1", "D1.2", "D4.3")
def points_suffice(plan: ManeuverPlan) -> Findings:
    """D1.1: at most its movement points; D1.2, D4.3: those of the slowest that moved; D4.7: under per_unit each unit its
    own. Which is cited: D1.15.

    The hexes named are what counts, also where the path has gaps: filling them in would not make it cheaper.
    """
    costs = plan.costs()
    if costs.who is None:
        return
    clause = blamed_for_slowness(plan, costs)
    unit = costs.who[0]
    left, n = costs.budget, 0
    while costs.spent[n].points <= left:
        left -= costs.spent[n].points
        n += 1
    price, at = costs.spent[n].points, costs.spent[n].at
    terrain = "" if at is None else plan.position.map.terrain(plan.path[at])
    numbers = {
        "needed": costs.total,
        "budget": costs.budget,
        "left": left,
        "price": price,
        "terrain": terrain,
        "slowest": UNITS[unit].singular,
        "march": " with the march" if plan.action.march else "",
    }
    per_unit = plan.position.settings["pace"] == "per_unit" and bool(plan.action.drops or plan.action.pickups)
    wording = "{needed} movement points are needed and the " + ("{slowest} has" if per_unit else "army has")
    wording += " {budget}{march}: "
    if at is None:
        wording += "switching a trebuchet costs {price} (D1.10), {left} left"
    else:
        why = {0: "", 1: "", 2: " (D1.3)" if terrain in ROUGH else " (D6.3)"}[price]
        wording += "entering {0} ({terrain}) costs {price}" + why + ", {left} left"
    if (
        plan.harbour
        and any(p.wades for p in plan.crossing.passages)
        and any(not any(p.wades for p in way) and other.total < costs.total for way, other in plan.ways_over())
    ):
        wording += "; peasants wade where no seat is left (D7.3)"
    if clause == "D1.2" and not per_unit:
        wording += "; its slowest unit is the {slowest}"
    elif clause == "D4.3":
        wording += "; the {slowest} was picked up on the way"
    where = plan.action.destination if at is None else plan.action.path[at]
    yield Finding(clause, "too_dear", (where,), numbers, wording, partial(_cheaper, plan, costs))


@bars("D1.6")
def no_enemy_objects_on_the_way(plan: ManeuverPlan) -> Findings:
    """D1.6: no hex that holds an enemy object may be entered."""
    enemies = plan.position.enemy_hexes(plan.seat)
    if not enemies.isdisjoint(plan.path):
        for at, name in _entered(plan).items():
            if at in enemies:
                held = " and ".join(plan.position.objects_at(at, but=plan.seat))
                yield Finding("D1.6", "enemy", (name,), {"held": held}, "{0} holds {held}: it may not be entered")


@bars("D1.7")
def undepleted(plan: ManeuverPlan) -> Findings:
    """D1.7: an army on a hex with a depletion cube cannot be chosen."""
    if plan.army is not None and plan.army.cubes:
        numbers = {"cubes": plan.army.cubes, "carries": _cubes(plan.army.cubes)}
        remedy = Remedy("possible again in the next round, when all cubes are removed", "D1.12")
        wording = "the army on {0} is depleted: its hex carries {carries}"
        yield Finding("D1.7", "depleted", (plan.action.origin,), numbers, wording, remedy)


@bars("D1.10")
def trebuchets_move_packed(plan: ManeuverPlan) -> Findings:
    """D1.10: a trebuchet moves only packed."""
    still = plan.taken[UNPACKED] - plan.action.pack
    if plan.moves and still > 0:
        numbers = {"number": still, "what": UNITS[UNPACKED].counted(still)}
        wording = "{what} would move from {0}, and a trebuchet moves only packed; packing costs 1 movement point"
        packed = replace(plan.action, pack=plan.taken[UNPACKED])
        offer = partial(_remedy, plan, packed, "D1.13", "legal if they are packed first")
        yield Finding("D1.10", "moves_unpacked", (plan.action.origin,), numbers, wording, offer)


@bars("D1.11")
def free_entry_is_a_home_entered(plan: ManeuverPlan) -> Findings:
    """D1.11: the free entry that is named is into one of the player's homes on the path."""
    free = plan.action.free
    if free is None:
        return
    at = plan.position.map.index(free)
    if at not in plan.path[1:]:
        wording = "{0} is named as the free entry, but the path does not enter it"
        yield Finding("D1.11", "free_not_entered", (free,), {}, wording)
    if at not in plan.position.homes(plan.seat):
        wording = "{0} is named as the free entry, but {player} has no city or castle there"
        yield Finding("D1.11", "free_not_home", (free,), {"player": plan.action.player}, wording)


@bars("D1.13")
def own_trebuchets_switch(plan: ManeuverPlan) -> Findings:
    """D1.13: a group switches its own trebuchets, and an unpacked one cannot be picked up."""
    action = plan.action
    if not (action.pack or action.unpack or action.pickups):
        return
    packed = plan.landing[PACKED] + plan.landing[UNPACKED] if plan.moves else plan.taken[PACKED]
    for wanted, there, word, where in (
        (action.pack, plan.taken[UNPACKED], "unpacked", action.origin),
        (action.unpack, packed, "packed", action.destination),
    ):
        if wanted > there:
            numbers = {"wanted": wanted, "there": there, "word": word}
            wording = "so many {word} trebuchets to be switched on {0}: {wanted}; the group has {there}"
            yield Finding("D1.13", f"not_so_many_{word}", (where,), numbers, wording)
    for n, units in action.pickups:
        if units[UNPACKED]:
            wording = "an unpacked trebuchet cannot be picked up (on {0})"
            yield Finding("D1.13", "picks_unpacked", (action.path[n],), {}, wording)


# ---------------------------------------------------------------------- 3 split
@bars("D3.2")
def what_is_dropped_is_carried(plan: ManeuverPlan) -> Findings:
    """D3.2: units are left on hexes that the army passes: those that it has with it there."""
    if not plan.action.drops:
        return
    for n, units in plan.action.drops:
        name = plan.action.path[n]
        if n == 0:
            wording = "units stay behind on {0} by not setting out (D3.1); dropped is along the way"
            yield Finding("D3.2", "drops_at_start", (name,), {}, wording)
        carried = _carried(plan, n)
        if any(a > b for a, b in zip(units, carried, strict=True)):
            numbers = {"lacking": _lacking(units, carried), "carried": write_units(carried) or "nothing"}
            wording = "the group has {carried} with it on {0}: {lacking} too few to be dropped"
            yield Finding("D3.2", "not_carried", (name,), numbers, wording)


@bars("D3.5")
def drops_leave_somebody_to_go_on(plan: ManeuverPlan) -> Findings:
    """D3.5: not on the hex where the path ends; at least one unit goes on; nothing is picked up where units lie dropped."""
    action = plan.action
    if not action.drops:
        return
    for n, units in action.drops:
        name = action.path[n]
        if plan.path[n] == plan.path[-1] and n > 0:
            yield Finding(
                "D3.5", "drops_at_end", (name,), {}, "the path ends on {0}, and nothing is dropped where it ends"
            )
        elif not any(minus(_carried(plan, n), units)):
            yield Finding("D3.5", "nobody_goes_on", (name,), {}, "at least one unit must go on from {0}")
    for n, _ in action.pickups:
        if any(plan.path[n] == plan.path[k] for k, _ in action.drops if k < n):
            wording = "units were dropped on {0} before: their cubes lie there, and nothing is picked up"
            yield Finding("D3.5", "picks_after_drop", (action.path[n],), {}, wording)


# ---------------------------------------------------------------------- 4 combine
@bars("D4.2")
def who_is_picked_up_is_there(plan: ManeuverPlan) -> Findings:
    """D4.2: undepleted own units on hexes that the army passes may join it."""
    if not plan.action.pickups:
        return
    wanted: dict[int, Counts] = {}
    for n, units in plan.action.pickups:
        at, name = plan.path[n], plan.action.path[n]
        army = plan.position.army_of(plan.seat, at)
        if army is not None and army.cubes:
            numbers: dict[str, object] = {"carries": _cubes(army.cubes)}
            yield Finding("D4.2", "depleted", (name,), numbers, "{0} carries {carries}: nobody is picked up there")
        before = wanted.get(at, NO_UNITS)
        wanted[at] = tuple(map(sum, zip(before, units, strict=True)))
        there = army.units if army else NO_UNITS
        if at == plan.path[0]:
            there = minus(there, plan.taken)
        if any(a > b for a, b in zip(wanted[at], there, strict=True)):
            numbers = {"there": write_units(there) or "nobody", "lacking": _lacking(wanted[at], there)}
            wording = "{there} of the player's own can be picked up on {0}: {lacking} too few"
            yield Finding("D4.2", "not_there", (name,), numbers, wording)


@bars("D4.4")
def size_limit_where_units_stay(plan: ManeuverPlan) -> Findings:
    """D4.4: an army has at most so many units once the maneuver is done: where it lands, where units are dropped, where they stay behind."""
    most = plan.position.settings["army_size"]
    for at in {plan.path[-1]: None, plan.path[0]: None} | plan.dropped:
        size = sum(plan.after(at))
        if size > most and any(plan.landing):
            wording = "{size} units would stand on {0}, and an army has at most {most}; it may pass through"
            name = plan.action.path[plan.path.index(at)]
            yield Finding("D4.4", "too_many", (name,), {"size": size, "most": most}, wording)


@bars("D4.10")
def picked_up_on_the_way(plan: ManeuverPlan) -> Findings:
    """D4.10: between origin and destination; no unit type is both picked up and dropped on a hex."""
    action = plan.action
    if not action.pickups:
        return
    end = len(plan.path) - 1
    dropped: dict[int, set[int]] = {}
    for n, units in action.drops:
        dropped.setdefault(plan.path[n], set()).update(t for t, k in enumerate(units) if k)
    for n, units in action.pickups:
        name = action.path[n]
        if n in (0, end):
            wording = "on {0} the maneuver " + ("begins" if n == 0 else "ends, where all combine anyway")
            wording += ": units are picked up between origin and destination"
            yield Finding("D4.10", "picks_at_start" if n == 0 else "picks_at_end", (name,), {}, wording)
        both = sorted(t for t, k in enumerate(units) if k and t in dropped.get(plan.path[n], ()))
        for t in both:
            wording = "{what} would be picked up and dropped on {0}, and no unit type does both there"
            yield Finding("D4.10", "both", (name,), {"what": UNITS[t].plural}, wording)


# ---------------------------------------------------------------------- 6 and 7 water
@bars("D6.3")
def peasants_stay_no_deeper_than_the_sea(plan: ManeuverPlan) -> Findings:
    """D6.3: peasants may end on a sea hex, but not end or be dropped on ocean."""
    for at, units in _stays(plan):
        if units[PEASANTS] and plan.position.map.terrain(at) == "ocean":
            wording = "peasants would stay on ocean ({0}), and they stay no deeper than the sea"
            yield Finding("D6.3", "ends_on_ocean", (plan.position.map.name(at),), {}, wording)


@bars("D6.1")
def vessels_keep_to_water(plan: ManeuverPlan) -> Findings:
    """D6.1: vessels stand on and move through sea and ocean hexes only."""
    if plan.moved[GALLEY]:
        stays = {at: plan.position.map.name(at) for at, units in _stays(plan) if units[GALLEY]}
        for at, name in (_entered(plan) | stays).items():
            terrain = plan.position.map.terrain(at)
            if terrain not in WATER and terrain != UNEXPLORED:
                yield Finding(
                    "D6.1", "on_land", (name,), {"terrain": terrain}, "{0} is {terrain}: vessels keep to water"
                )


@bars("D7.5")
def vessels_travel_alone(plan: ManeuverPlan) -> Findings:
    """D7.5: a moving group is either all vessels or all land units."""
    if plan.moves and plan.moved[GALLEY] and any(on_land(plan.moved)):
        numbers = {
            "vessels": write_units((*NO_UNITS[:-1], plan.moved[GALLEY])),
            "others": write_units(on_land(plan.moved)),
        }
        wording = "{vessels} and {others} would move as one group from {0}: vessels and land units travel apart"
        offer = None
        if plan.action.units is None:
            offer = partial(_one_kind, plan)
        yield Finding("D7.5", "mixed_group", (plan.action.origin,), numbers, wording, offer)


@bars("D7.1", "D7.3", "D7.4")
def seats_for_those_who_cross(plan: ManeuverPlan) -> Findings:
    """D7.1: no water without vessels near (peasants wade in the sea, D6.3); D7.4: one vessel near all water hexes of a unit;
    D7.3: two seats a vessel."""
    if plan.crossing.seats is not None:
        return
    told = list(_water_without_vessels(plan)) or list(_no_single_vessel(plan))
    if not told and seated([p.rides for p in plan.crossing.riders], plan.harbour.seats) is None:
        told = list(too_few_seats([plan], plan.harbour))
    told = told or list(_named_in_vain(plan))
    # What the groups of a corps take from each other is said of the corps.
    if not told and not seated_alone(plan):
        told = list(seats_named_together([plan]))
    yield from told


def seats_named_together(plans: Sequence[ManeuverPlan]) -> Findings:
    """D7.4: seats that can each be taken as they are named, and not all of them."""
    where = tuple(space for plan in plans for space, _ in plan.action.ferries)
    if where:
        wording = "the seats named on {spaces} cannot all be taken so: name fewer, and the others find theirs"
        yield Finding("D7.4", "named_together", where, {}, wording)


def _water_without_vessels(plan: ManeuverPlan) -> Findings:
    harbour, told = plan.harbour, set[int]()
    for rider in plan.crossing.riders:
        for n in range(rider.joined + 1, rider.left + 1):
            at = plan.path[n]
            terrain = plan.position.map.terrain(at)
            if terrain in WATER and not harbour.near(at) and at not in told:
                told.add(at)
                wording = "{0} is {terrain}: land units enter water only with a vessel of their own nearby"
                if any(plan.position.map.distance(at, there) <= 1 for there in harbour.moving):
                    wording += ", and the one that is near moves in the same corps (D7.4)"
                elif harbour.hexes:
                    near = min(harbour.hexes, key=lambda there: plan.position.map.distance(at, there))
                    wording += f"; the nearest is on {plan.position.map.name(near)}"
                yield Finding("D7.1", "water", (plan.action.path[n],), {"terrain": terrain}, wording)


def _no_single_vessel(plan: ManeuverPlan) -> Findings:
    told = set[int]()
    for rider in plan.crossing.riders:
        if not rider.rides and rider.unit not in told:
            told.add(rider.unit)
            ways = range(rider.joined + 1, rider.left + 1)
            water = [plan.action.path[n] for n in ways if plan.position.map.terrain(plan.path[n]) in WATER]
            numbers = {"unit": UNITS[rider.unit].singular, "water": listing(list(dict.fromkeys(water)))}
            wording = (
                "no single vessel is near all the water that the {unit} crosses ({water}); a unit rides with one only"
            )
            yield Finding("D7.4", "no_single_vessel", tuple(dict.fromkeys(water)), numbers, wording)


def _named_in_vain(plan: ManeuverPlan) -> Findings:
    """Seats that the player has named and that cannot be taken so."""
    name, harbour = plan.position.map.index, plan.harbour
    for space, units in plan.action.ferries:
        at, wanted = name(space), sum(units)
        numbers = {"units": write_units(units), "wanted": wanted}
        if at not in harbour.hexes:
            if at in harbour.moving:
                wording = "the vessel on {0} moves in the same corps, and cannot ferry {units}"
                yield Finding("D7.4", "vessel_moves", (space,), numbers, wording)
            else:
                wording = "{units} cannot ride with a vessel on {0}: none of the player's own is there"
                yield Finding("D7.1", "no_vessel", (space,), numbers, wording)
            continue
        boat = harbour.hexes.index(at)
        if wanted > harbour.seats[boat]:
            numbers |= {"there": harbour.seats[boat]}
            wording = "{wanted} units are to ride with the vessels on {0}, which have {there} seats"
            yield Finding("D7.3", "named_too_many", (space,), numbers, wording)
            continue
        for unit in (t for t, n in enumerate(units) if n):
            able = sum(
                r.unit == unit and bool(r.rides >> boat & 1)
                for way, _ in plan.ways_over()[:1]
                for r in way
                if r.rides > 0
            )
            if units[unit] > able:
                told = {"units": UNITS[unit].counted(units[unit]), "able": able, "moving": plan.moved[unit]}
                wording = "{units} cannot ride with the vessels on {0}: "
                if not plan.moved[unit]:
                    wording += "none of that type is in the group"
                elif units[unit] > plan.moved[unit]:
                    wording += "only {moving} of that type is in the group"
                else:
                    wording += "of those, only {able} has a way over water that is near them all along"
                yield Finding("D7.4", "named_in_vain", (space,), told, wording)


def too_few_seats(plans: Sequence[ManeuverPlan], harbour: Harbour) -> Findings:
    """D7.3: how many seats are needed, how many there are, and which vessels are too far."""
    riders = [Rider(n, p.unit, p.rides) for n, plan in enumerate(plans) for p in plan.crossing.riders]
    every = (1 << len(harbour.hexes)) - 1
    short = next(some for some in _subsets(every) if _demand(riders, some) > _seats(harbour, some))
    name = plans[0].position.map.name
    far = [name(at) for n, at in enumerate(harbour.hexes) if not short >> n & 1]
    near = [name(at) for n, at in enumerate(harbour.hexes) if short >> n & 1]
    needed, there = _demand(riders, short), _seats(harbour, short)
    numbers: dict[str, object] = {"needed": needed, "there": there, "near": listing(near), "far": listing(far)}
    wording = "{needed} units need seats, and the vessels near their way ({near}) have {there}"
    if not near:
        wording = "{needed} units need seats, and there are none"
    elif far:
        wording += "; those on {far} are too far"
    yield Finding("D7.3", "too_few_seats", tuple(near), numbers, wording)


def _subsets(mask: int) -> Iterator[int]:
    """Sets of vessels, the small ones first."""
    boats = list(HexMap.members(mask))
    for size in range(len(boats) + 1):
        for some in combinations(boats, size):
            yield sum(1 << boat for boat in some)


def _demand(riders: Sequence[Rider], boats: int) -> int:
    """How many can ride with none but these."""
    return sum(not r.mask & ~boats for r in riders)


def _seats(harbour: Harbour, boats: int) -> int:
    return sum(harbour.seats[boat] for boat in HexMap.members(boats))


@bars("D7.2")
def soldiers_end_on_land(plan: ManeuverPlan) -> Findings:
    """D7.2: military land units end their maneuver on land."""
    for at, units in _stays(plan):
        terrain = plan.position.map.terrain(at)
        if terrain in WATER and not peasants_only(on_land(units)):
            wording = "the maneuver would end on {terrain} ({0}), and soldiers end on land"
            yield Finding("D7.2", "ends_on_water", (plan.position.map.name(at),), {"terrain": terrain}, wording)


# ---------------------------------------------------------------------- 8 exploring
@bars("D8.1")
def soldiers_explore(plan: ManeuverPlan) -> Findings:
    """D8.1: only military units may enter an unexplored province."""
    for n, name in enumerate(plan.action.path):
        peasants = plan.groups[n][PEASANTS] if n else 0
        if peasants and plan.position.map.terrain(plan.path[n]) == UNEXPLORED:
            numbers = {"peasants": UNITS[PEASANTS].counted(peasants)}
            wording = "{0} is unexplored, and {peasants} would enter: only military units explore"
            yield Finding("D8.1", "peasants", (name,), numbers, wording, partial(_without_peasants, plan))
            return


@bars("D8.6")
def claims_come_last(plan: ManeuverPlan) -> Findings:
    """D8.6: only the last hex of a path may be unexplored."""
    for n, at in enumerate(plan.path[:-1]):
        if plan.position.map.terrain(at) == UNEXPLORED:
            wording = "{0} is unexplored: it may be claimed as the last hex of a path, not passed"
            yield Finding("D8.6", "passes_unexplored", (plan.action.path[n],), {}, wording)


MANEUVER_RULES = (
    own_army_moves,
    undepleted,
    hex_by_hex,
    no_enemy_objects_on_the_way,
    vessels_keep_to_water,
    vessels_travel_alone,
    seats_for_those_who_cross,
    soldiers_explore,
    claims_come_last,
    soldiers_end_on_land,
    peasants_stay_no_deeper_than_the_sea,
    what_is_dropped_is_carried,
    drops_leave_somebody_to_go_on,
    who_is_picked_up_is_there,
    picked_up_on_the_way,
    size_limit_where_units_stay,
    trebuchets_move_packed,
    own_trebuchets_switch,
    points_suffice,
    free_entry_is_a_home_entered,
)
"""Every predicate on a maneuver but those on whose turn it is: what no points would help with comes first."""
LANDING_RULES = (
    no_enemy_objects_on_the_way,
    undepleted,
    size_limit_where_units_stay,
    peasants_stay_no_deeper_than_the_sea,
    vessels_keep_to_water,
    seats_for_those_who_cross,
    soldiers_end_on_land,
    soldiers_explore,
)
"""Those that have something to say of origin and destination alone, where there is no way to lay between them."""


def findings_on(plan: ManeuverPlan) -> Findings:
    """Everything that bars a plan, one clause after the other."""
    if plan.whose_turn:
        yield from players_turn(plan.position, plan.action.player)
        yield from nothing_else_comes_first(plan.position, "maneuver")
    for rule in MANEUVER_RULES:
        yield from rule(plan)


# ---------------------------------------------------------------------- small things
def _entered(plan: ManeuverPlan) -> dict[int, str]:
    """The hexes entered, each once, with their names."""
    return dict(zip(plan.path[1:], plan.action.path[1:], strict=True))


def _stays(plan: ManeuverPlan) -> list[tuple[int, Counts]]:
    """Where units of the maneuver stay when it is done: where it ends, and where they are dropped."""
    return [(plan.path[-1], plan.landing), *plan.dropped.items()]


def _carried(plan: ManeuverPlan, n: int) -> Counts:
    """Who is with the group on a hex of the path, those picked up there included."""
    joining = dict(plan.action.pickups).get(n, NO_UNITS)
    return tuple(a + b for a, b in zip(plan.groups[n], moving(joining), strict=True))


def _lacking(wanted: Counts, there: Counts) -> str:
    return write_units(tuple(max(0, a - b) for a, b in zip(wanted, there, strict=True)))


def _cubes(number: int) -> str:
    return "a depletion cube" if number == 1 else f"{number} depletion cubes"


# ---------------------------------------------------------------------- remedies
def _remedy(plan: ManeuverPlan, instead: Maneuver, clause: str, words: str) -> Remedy | None:
    """Another maneuver as a remedy, if it is legal; one that something else bars would be no help."""
    path = tuple(map(plan.position.map.index, instead.path))
    if any(True for _ in findings_on(plan_of(plan.position, instead, plan.seat, path, plan.whose_turn, plan.harbour))):
        return None
    return Remedy(words, clause, str(instead))


def _filled(plan: ManeuverPlan) -> Remedy | None:
    """The same maneuver with the gaps of its path filled in, if that is legal."""
    goal, here = plan.path[-1], plan.path[0]
    # One more than the points: a home may be entered free.
    if not any(plan.taken) or plan.position.map.distance(here, goal) > slowest(plan.taken) + plan.march + 1:
        return None
    way = way_to(plan.position, plan.seat, plan.taken, here, goal, plan.harbour, past_bars=False)
    if way is None:
        return None
    begun = replace(plan.action, path=plan.action.path[:1], free=None, drops=(), pickups=())
    instead = going_on(journey(plan.position, plan.seat, begun), way)
    return _remedy(plan, instead, "D1.1", f"legal as {instead}")


def _one_kind(plan: ManeuverPlan) -> Remedy | None:
    """The same without the vessels, or without the others, if that is legal."""
    vessels = (*NO_UNITS[:-1], plan.taken[GALLEY])
    for units, stay in ((on_land(plan.taken), vessels), (vessels, on_land(plan.taken))):
        if not any(units) or not any(stay):
            continue
        words = f"legal if {does(stay, 'stays', 'stay')} behind"
        found = _remedy(plan, replace(plan.action, units=units), "D3.1", words)
        if found is not None:
            return found
    return None


def _without_peasants(plan: ManeuverPlan) -> Remedy | None:
    """The same with the peasants staying behind, if that is legal."""
    if not any(plan.taken[1:]):
        return None
    units = (0, *plan.taken[1:])
    words = f"legal if {does((plan.taken[0], *NO_UNITS[1:]), 'stays', 'stay')} behind"
    return _remedy(plan, replace(plan.action, units=units), "D3.1", words)


def _cheaper(plan: ManeuverPlan, costs: Costs) -> Remedy | None:
    """The same as a march, if that is enough; else without the slow ones."""
    if not plan.action.march and costs.total <= costs.budget + MARCH_POINTS:
        marching = _remedy(plan, replace(plan.action, march=True), "D2.1", "legal with a march")
        if marching is not None:
            return marching
    if costs.who is not None and costs.who[1]:
        fast = tuple(n if MOVEMENT[t] > MOVEMENT[costs.who[0]] else 0 for t, n in enumerate(plan.taken))
        if any(fast):
            words = f"legal if {does(minus(plan.taken, fast), 'stays', 'stay')} behind"
            return _remedy(plan, replace(plan.action, units=fast, pack=0), "D3.1", words)
    return None
