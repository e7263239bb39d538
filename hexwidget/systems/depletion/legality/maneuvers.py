"""The predicates on a maneuver of one army (D1 to D4): each is one small function named after its clause, in the rulebook's
order. `MANEUVER_RULES` lists them all, with those on water and exploring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from hexwidget.problems import sure
from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.depletion.counts import fastest, minus, moving, plus, slowest
from hexwidget.systems.depletion.legality import water
from hexwidget.systems.depletion.legality.exploring import claims_come_last, soldiers_explore
from hexwidget.systems.depletion.legality.remedies import cheaper, enemy_attacked, gaps_filled, if_legal
from hexwidget.systems.depletion.legality.turns import nothing_else_comes_first, players_turn
from hexwidget.systems.depletion.maneuver.costs import ROUGH, Costs, entry_cost
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.units import MOVEMENT, NO_UNITS, PACKED, PEASANTS, UNITS, UNPACKED, Counts, in_words


# ---------------------------------------------------------------------- 1 the maneuver
@bars("D1.1")
def own_army_moves(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.1: a maneuver picks one of the player's armies, or (D3.1) some of its units."""
    origin, player = plan.action.origin, plan.action.player
    if plan.army is None or plan.borrowed is not None:
        held = plan.before.objects_at(plan.path[0])
        numbers: dict[str, object] = {"player": player, "there": " and ".join(held) or "nothing"}
        wording = "{player:has} no army on {0}, which holds {there}" if held else "{player:has} no army on {0}"
        yield Finding("D1.1", "no_army", (origin,), numbers, wording)
    if plan.army is not None and plan.action.units is not None and plan.taken != plan.action.units:
        lacking = _lacking(plan.action.units, plan.army.units)
        numbers = {"player": player, "there": in_words(plan.army.units), "lacking": lacking}
        only = "{player:has} only {there} on {0}" if plan.borrowed is None else "{0} holds only {there}"
        yield Finding("D1.1", "not_so_many", (origin,), numbers, only + ": {lacking} too few")


@bars("D1.1")
def hex_by_hex(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.1: the army moves hex by hex."""
    hexmap = plan.position.map
    for n, (a, b) in enumerate(pairwise(plan.path), 1):
        if not hexmap.adjacent(a, b):
            steps = hexmap.distance(a, b)
            apart = "{0} and {1} are {steps:hex} apart, and an army moves hex by hex"
            wording = apart if steps else "{0} is named twice in a row, and each step must enter another hex"
            here, offer = plan.action.path[n - 1 : n + 1], partial(gaps_filled, plan)
            yield Finding("D1.1", "gap", here, {"steps": steps}, wording, offer)


@bars("D1.1", "D1.2", "D4.3")
def points_suffice(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.1: an army spends at most its movement points. D1.2, D4.3: they are those of the slowest unit that moved. D4.7: under
    per_unit each unit has its own. D1.15 says which clause is cited.

    The hexes that are named count, even if the path has gaps: filling the gaps in would not make it cheaper.
    """
    costs = plan.costs()
    if costs.who is None:
        return
    clause = _blamed_for_slowness(plan, costs)
    unit = costs.who[0]
    left, n = costs.budget, 0
    while costs.spent[n].points <= left:
        left -= costs.spent[n].points
        n += 1
    price, at = costs.spent[n].points, costs.spent[n].at
    terrain = "" if at is None else plan.grounds[at]
    last, march = "" if at is None else plan.action.path[at - 1], " on a march" if plan.action.march else ""
    numbers = {"needed": costs.total, "budget": costs.budget, "left": left, "price": price, "terrain": terrain}
    numbers |= {"slowest": UNITS[unit].singular, "goal": plan.action.destination, "last": last, "march": march}
    alone = bool(plan.action.drops or plan.action.pickups) or MOVEMENT[unit] > slowest(plan.taken)
    per_unit = plan.position.settings["pace"] == "per_unit" and alone
    wording = "{goal} is {needed:movement point} away" if plan.shortest else "this way takes {needed:movement point}"
    wording += ", and the " + ("{slowest} has" if per_unit else "army has") + " {budget}{march}: "
    if at is None:
        wording += "switching a trebuchet takes {price} (D1.10), and " + (
            "only {left} is left" if left else "none is left"
        )
    elif left:
        why = {0: "", 1: "", 2: " (D1.3)" if terrain in ROUGH else " (D6.3)"}[price]
        wording += "only {left} is left on {last}, and entering {0} ({terrain}) takes {price}" + why
    else:
        wording += ("it is" if costs.budget == 1 else "they are") + " spent on {last}"
    riding = tuple([p._replace(wades=False) for p in plan.crossing.passages])
    if plan.harbour and riding != plan.crossing.passages and plan.cheapest(riding).total < costs.total:
        wording += "; peasants wade where no seat is left (D7.3)"
    if plan.entries and not plan.frees:
        wording += "; another group of the corps has the free entry (D1.11)"
    if clause == "D1.2" and not per_unit:
        wording += "; its slowest unit is the {slowest}"
    elif clause == "D4.3":
        wording += "; the {slowest} was picked up on the way"
    where = plan.action.destination if at is None else plan.action.path[at]
    yield Finding(clause, "too_dear", (where,), numbers, wording, partial(cheaper, plan, costs))


def _blamed_for_slowness(plan: ManeuverPlan, costs: Costs) -> str:
    """D1.15: the clause that is cited for a maneuver that is too dear."""
    unit, of_the_start = sure(costs.who)  # asked for such costs only
    if not of_the_start:
        return "D4.3"
    quick = fastest(moving(plan.taken))
    if MOVEMENT[unit] == quick:
        return "D1.1"
    # Without the slow units no peasant wades, and no trebuchet is packed.
    spared = 0
    if quick > MOVEMENT[PACKED]:
        spared += sum(e.points for e in costs.spent if e.at is None)
    if quick > MOVEMENT[PEASANTS]:
        spared += sum(
            e.points - min(e.points, entry_cost(plan.grounds[e.at], wading=False))
            for e in costs.spent
            if e.at is not None
        )
    return "D1.2" if costs.total - spared <= quick + plan.march else "D1.1"


@bars("D1.6")
def no_enemy_objects_on_the_way(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.6: no hex that holds an enemy object may be entered."""
    enemies = plan.position.enemy_hexes(plan.seat)
    if not enemies.isdisjoint(plan.path):
        for at, name in dict(zip(plan.path[1:], plan.action.path[1:], strict=True)).items():
            if at in enemies:
                held = " and ".join(plan.position.objects_at(at, but=plan.seat))
                wording, offer = "{0} holds {held}, so it cannot be entered", partial(enemy_attacked, plan, at)
                yield Finding("D1.6", "enemy", (name,), {"held": held}, wording, offer)


@bars("D1.7")
def undepleted(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.7: an army on a hex with a depletion cube cannot be chosen."""
    if plan.army is not None and plan.army.cubes:
        numbers = {"cubes": plan.army.cubes, "carries": _cubes(plan.army.cubes)}
        remedy = None
        if plan.borrowed is None and plan.position.round < plan.position.settings["rounds"]:
            remedy = Remedy("it can move again in the next round, when all cubes are gone", "D1.12")
        wording = "the army on {0} is depleted: {carries} there"
        yield Finding("D1.7", "depleted", (plan.action.origin,), numbers, wording, remedy)


@bars("D1.10")
def trebuchets_move_packed(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.10: a trebuchet moves only packed."""
    still = plan.taken[UNPACKED] - plan.action.pack
    if plan.action.moves and still > 0:
        numbers = {"number": still, "what": UNITS[UNPACKED].counted(still)}
        wording = "{what} would move from {0}, and a trebuchet moves only packed; packing takes 1 movement point"
        packed = replace(plan.action, pack=plan.taken[UNPACKED])
        offer = partial(if_legal, plan, packed, "D1.13", "pack before setting out")
        yield Finding("D1.10", "moves_unpacked", (plan.action.origin,), numbers, wording, offer)


@bars("D1.11")
def free_entry_is_a_home_entered(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.11: the free entry that is named is an entry into one of the player's homes on the path."""
    free = plan.action.free
    if free is None:
        return
    at = plan.position.map.index(free)
    if at not in plan.path[1:]:
        wording = "{0} is named as the free entry, but the path does not enter it"
        yield Finding("D1.11", "free_not_entered", (free,), {}, wording)
    if at not in plan.position.homes(plan.seat):
        wording = "{0} is named as the free entry, but {player:has} no city or castle there"
        yield Finding("D1.11", "free_not_home", (free,), {"player": plan.action.player}, wording)


@bars("D1.13")
def own_trebuchets_switch(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.13: a group switches its own trebuchets."""
    action = plan.action
    if not (action.pack or action.unpack):
        return
    dropped = plan.dropped.get(plan.path[0], NO_UNITS)[PACKED]
    packed = plan.landing[PACKED] + plan.landing[UNPACKED] if plan.action.moves else plan.taken[PACKED] - dropped
    for wanted, there, word, where in (
        (action.pack, plan.taken[UNPACKED], "unpacked", action.origin),
        (action.unpack, packed, "packed", action.destination),
    ):
        if wanted > there:
            numbers = {"wanted": wanted, "there": there, "word": word}
            are = "trebuchet is" if wanted == 1 else "trebuchets are"
            has, done = "only {there}" if there else "none", "packed" if word == "unpacked" else "unpacked"
            wording = f"{{wanted}} {{word}} {are} to be {done} on {{0}}, and the group has {has}"
            yield Finding("D1.13", f"not_so_many_{word}", (where,), numbers, wording)


@bars("D1.13")
def unpacked_ones_are_not_picked_up(plan: ManeuverPlan) -> Iterator[Finding]:
    """D1.13: an unpacked trebuchet cannot be picked up."""
    for n, units in plan.action.pickups:
        if units[UNPACKED]:
            wording = "an unpacked trebuchet cannot be picked up (on {0})"
            yield Finding("D1.13", "picks_unpacked", (plan.action.path[n],), {}, wording)


# ---------------------------------------------------------------------- 3 split
@bars("D3.2")
def what_is_dropped_is_carried(plan: ManeuverPlan) -> Iterator[Finding]:
    """D3.2: on hexes that it passes, the army leaves units that it has with it there."""
    if not plan.action.drops:
        return
    for n, units in plan.action.drops:
        name = plan.action.path[n]
        if n == 0:
            wording = "units that stay on {0} do not set out at all (D3.1): they are dropped only along the way"
            yield Finding("D3.2", "drops_at_start", (name,), {}, wording)
        carried = plan.carried[n]
        if any(a > b for a, b in zip(units, carried, strict=True)):
            numbers = {"lacking": _lacking(units, carried), "carried": in_words(carried)}
            wording = "the group has {carried} with it on {0}: {lacking} too few to drop"
            yield Finding("D3.2", "not_carried", (name,), numbers, wording)


@bars("D3.5")
def drops_leave_somebody_to_go_on(plan: ManeuverPlan) -> Iterator[Finding]:
    """D3.5: nothing is dropped where the path ends; at least one unit goes on; nothing is picked up where units were dropped."""
    action = plan.action
    if not action.drops:
        return
    for n, units in action.drops:
        name = action.path[n]
        if plan.path[n] == plan.path[-1] and n > 0:
            wording = "the path ends on {0}, and nobody is dropped where it ends"
            yield Finding("D3.5", "drops_at_end", (name,), {}, wording)
        elif all(a <= b for a, b in zip(plan.carried[n], units, strict=True)):
            yield Finding("D3.5", "nobody_goes_on", (name,), {}, "at least one unit must go on from {0}")
    for n, _ in action.pickups:
        if plan.path[n] in plan.dropped and any(plan.path[n] == plan.path[k] for k, _ in action.drops if k < n):
            wording = "units have been dropped on {0}, so cubes lie there and nobody can be picked up"
            yield Finding("D3.5", "picks_after_drop", (action.path[n],), {}, wording)


# ---------------------------------------------------------------------- 4 combine
@bars("D4.2")
def who_is_picked_up_is_there(plan: ManeuverPlan) -> Iterator[Finding]:
    """D4.2: undepleted own units on hexes that the army passes may join it."""
    if not plan.action.pickups:
        return
    wanted: dict[int, Counts] = {}
    for n, units in plan.action.pickups:
        at, name = plan.path[n], plan.action.path[n]
        army = plan.position.army_of(plan.seat, at)
        if army is not None and army.cubes:
            numbers: dict[str, object] = {"carries": _cubes(army.cubes)}
            yield Finding("D4.2", "depleted", (name,), numbers, "{carries} on {0}, so nobody can be picked up there")
        wanted[at] = plus(wanted.get(at, NO_UNITS), units)
        there = army.units if army else NO_UNITS
        if at == plan.path[0]:
            there = minus(there, plan.taken)
        if any(a > b for a, b in zip(wanted[at], there, strict=True)):
            numbers = {"there": in_words(there), "lacking": _lacking(wanted[at], there)}
            numbers["player"] = plan.action.player
            wording = "{player:has} {there} to pick up on {0}: {lacking} too few"
            yield Finding("D4.2", "not_there", (name,), numbers, wording)
        if n == 0:  # nobody joins where the way begins (D4.10)
            del wanted[at]


@bars("D4.4")
def size_limit_where_units_stay(plan: ManeuverPlan) -> Iterator[Finding]:
    """D4.4: once the maneuver is done, an army has at most so many units: where it lands, where units are dropped, and where
    they stay behind."""
    most = plan.position.settings["army_size"]
    for at in {plan.path[-1]: None, plan.path[0]: None} | plan.dropped:
        size = sum(plan.after(at))
        if size > most:
            wording = "{size:unit} would stand on {0}, and an army has at most {most}; they may pass through"
            name = plan.action.path[plan.path.index(at)]
            yield Finding("D4.4", "too_many", (name,), {"size": size, "most": most}, wording)


@bars("D4.10")
def picked_up_on_the_way(plan: ManeuverPlan) -> Iterator[Finding]:
    """D4.10: units are picked up between origin and destination, and no unit type is both picked up and dropped on a hex."""
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
            wording = "the maneuver " + ("begins on {0}" if n == 0 else "ends on {0}, where all units combine anyway")
            wording += ": units are picked up only along the way"
            yield Finding("D4.10", "picks_at_start" if n == 0 else "picks_at_end", (name,), {}, wording)
        both = sorted(t for t, k in enumerate(units) if k and t in dropped.get(plan.path[n], ()))
        for t in both:
            wording = "{what} cannot be both picked up and dropped on {0}"
            yield Finding("D4.10", "both", (name,), {"what": UNITS[t].plural}, wording)


MANEUVER_RULES = (
    own_army_moves,
    undepleted,
    hex_by_hex,
    no_enemy_objects_on_the_way,
    water.vessels_keep_to_water,
    water.vessels_travel_alone,
    water.seats_for_those_who_cross,
    soldiers_explore,
    claims_come_last,
    water.soldiers_end_on_land,
    water.peasants_stay_no_deeper_than_the_sea,
    what_is_dropped_is_carried,
    drops_leave_somebody_to_go_on,
    who_is_picked_up_is_there,
    unpacked_ones_are_not_picked_up,
    picked_up_on_the_way,
    size_limit_where_units_stay,
    trebuchets_move_packed,
    own_trebuchets_switch,
    points_suffice,
    free_entry_is_a_home_entered,
)
"""Every predicate on a maneuver, but for those of `turns`. Predicates that more points would not satisfy come first."""
OF_THE_UNITS = (
    water.seats_for_those_who_cross,
    what_is_dropped_is_carried,
    drops_leave_somebody_to_go_on,
    unpacked_ones_are_not_picked_up,
    size_limit_where_units_stay,
    own_trebuchets_switch,
)
"""The predicates that speak of the units that set out, and stay unsaid if nobody does."""
LANDING_RULES = (
    no_enemy_objects_on_the_way,
    undepleted,
    size_limit_where_units_stay,
    water.peasants_stay_no_deeper_than_the_sea,
    water.vessels_keep_to_water,
    water.seats_for_those_who_cross,
    water.soldiers_end_on_land,
    soldiers_explore,
)
"""The predicates that can judge an origin and a destination without a way between them."""


def findings_on(plan: ManeuverPlan) -> Iterator[Finding]:
    """Yield everything that bars a maneuver, one clause after the other."""
    if plan.whose_turn:
        yield from players_turn(plan.before, plan.action.player)
        yield from nothing_else_comes_first(plan.before, "maneuver", plan.action)
    yield from of_the_maneuver(plan)


def of_the_maneuver(plan: ManeuverPlan) -> Iterator[Finding]:
    """Yield everything that bars a maneuver whenever it is made."""
    nobody = not any(plan.taken)
    for rule in MANEUVER_RULES:
        if not (nobody and rule in OF_THE_UNITS):
            yield from rule(plan)


def _lacking(wanted: Counts, there: Counts) -> str:
    return in_words(tuple(max(0, a - b) for a, b in zip(wanted, there, strict=True)))


def _cubes(number: int) -> str:
    return "a depletion cube lies" if number == 1 else f"{number} depletion cubes lie"
