"""The predicates on maneuvers over water: on vessels and their seats, soldiers and peasants (D6, D7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from hexwidget.english import listing
from hexwidget.geometry import HexMap
from hexwidget.rules import Finding, bars
from hexwidget.systems.depletion.counts import on_land, peasants_only, vessels_of
from hexwidget.systems.depletion.legality.remedies import of_one_kind
from hexwidget.systems.depletion.maneuver import seating
from hexwidget.systems.depletion.maneuver.crossing import Harbour, seatless
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.units import GALLEY, NO_UNITS, PEASANTS, UNEXPLORED, UNITS, WATER, in_words


@bars("D6.3")
def peasants_stay_no_deeper_than_the_sea(plan: ManeuverPlan) -> Iterator[Finding]:
    """D6.3: peasants may end on a sea hex, but not end or be dropped on ocean."""
    for at, units in plan.staying:
        if units[PEASANTS] and plan.position.map.terrain(at) == "ocean":
            wording = "peasants would stay on {0}, which is ocean: they go no deeper than the sea"
            yield Finding("D6.3", "ends_on_ocean", (plan.position.map.name(at),), {}, wording)


@bars("D6.1")
def vessels_keep_to_water(plan: ManeuverPlan) -> Iterator[Finding]:
    """D6.1: vessels stand on and move through sea and ocean hexes only."""
    if plan.moved[GALLEY]:
        stays = {at: plan.position.map.name(at) for at, units in plan.staying if units[GALLEY]}
        entered = {plan.path[n]: plan.action.path[n] for n, units in enumerate(plan.groups) if n and units[GALLEY]}
        for at, name in (entered | stays).items():
            terrain = plan.position.map.terrain(at)
            if terrain not in WATER and terrain != UNEXPLORED:
                wording = "{0} is {terrain}: vessels keep to water"
                yield Finding("D6.1", "on_land", (name,), {"terrain": terrain}, wording)


@bars("D7.5")
def vessels_travel_alone(plan: ManeuverPlan) -> Iterator[Finding]:
    """D7.5: a group that moves is either all vessels or all land units, those that join and leave on the way included."""
    mixed = tuple(map(max, zip(NO_UNITS, *plan.groups[1:], strict=True)))
    if mixed[GALLEY] and any(on_land(mixed)):
        numbers = {"vessels": in_words(vessels_of(mixed)), "others": in_words(on_land(mixed))}
        wording = "{vessels} would move together with {others} from {0}: vessels and land units travel apart"
        offer = partial(of_one_kind, plan) if plan.action.units is None else None
        yield Finding("D7.5", "mixed_group", (plan.action.origin,), numbers, wording, offer)


@bars("D7.1")
def vessels_near_the_water(plan: ManeuverPlan) -> Iterator[Finding]:
    """D7.1: land units enter water only with a vessel nearby; peasants may wade in the sea (D6.3)."""
    if plan.crossing.seats is not None:
        return
    harbour, told = plan.harbour, set[int]()
    for rider in plan.crossing.riders:
        for n in seating.far_from_vessels(plan, rider):
            at, terrain = plan.path[n], plan.grounds[n]
            if at not in told:
                told.add(at)
                wording = "{0} is {terrain}: land units enter water only with one of their own vessels on or beside it"
                if any(plan.position.map.distance(at, there) <= 1 for there in harbour.moving):
                    wording += "; the one that is near moves in the same maneuver (D7.4)"
                elif harbour.hexes:
                    near = min(harbour.hexes, key=lambda there: plan.position.map.distance(at, there))
                    wording += f"; the nearest is on {plan.position.map.name(near)}"
                yield Finding("D7.1", "water", (plan.action.path[n],), {"terrain": terrain}, wording)


def seats_for_those_who_cross(plan: ManeuverPlan) -> Iterator[Finding]:
    """D7.1, D7.3, D7.4: each unit that crosses water has a seat. Yield every reason why some unit has none.

    It yields nothing where only the groups of a corps take seats from each other: that is a finding on the corps.
    """
    if plan.crossing.seats is not None:
        return
    yield from vessels_near_the_water(plan)
    yield from one_vessel_for_the_whole_way(plan)
    if short_of_seats([plan]):
        yield from seats_suffice([plan], plan.harbour)
    in_vain = list(seats_named_can_be_taken(plan))
    yield from in_vain
    if not in_vain and not seating.named_seats_fit([plan], plan.harbour):
        yield from seats_named_can_be_taken_together([plan])


def short_of_seats(plans: Sequence[ManeuverPlan]) -> bool:
    """True if there are too few seats for the units that have a vessel near all along."""
    riders = seating.riders_with_vessels([plan.crossing.passages for plan in plans])
    return seatless([r.mask for r in riders], plans[0].harbour.seats) > 0


@bars("D7.4")
def one_vessel_for_the_whole_way(plan: ManeuverPlan) -> Iterator[Finding]:
    """D7.4: a unit rides with one vessel, which is near all the water that it crosses."""
    told = set[int]()
    for rider in plan.crossing.riders:
        if seating.without_single_vessel(plan, rider) and rider.unit not in told:
            told.add(rider.unit)
            part = range(rider.joined + 1, rider.left + 1)
            water = [plan.action.path[n] for n in part if plan.grounds[n] in WATER]
            numbers = {"unit": UNITS[rider.unit].singular, "water": listing(list(dict.fromkeys(water)))}
            wording = "no single vessel is near all the water that the {unit} crosses ({water}), and a unit rides with only one"
            yield Finding("D7.4", "no_single_vessel", tuple(dict.fromkeys(water)), numbers, wording)


@bars("D7.1", "D7.3", "D7.4")
def seats_named_can_be_taken(plan: ManeuverPlan) -> Iterator[Finding]:
    """D7.1, D7.3, D7.4: each seat that the player has named can be taken."""
    name, harbour = plan.position.map.index, plan.harbour
    for space, units in plan.action.ferries:
        at, wanted = name(space), sum(units)
        numbers: dict[str, object] = {"units": in_words(units), "wanted": wanted}
        if at not in harbour.hexes:
            if at in harbour.moving:
                wording = "the vessel on {0} moves in the same maneuver, and cannot ferry {units}"
                yield Finding("D7.4", "vessel_moves", (space,), numbers, wording)
            else:
                wording = "{units} cannot ride with a vessel on {0}: {player:has} none there"
                numbers["player"] = plan.action.player
                yield Finding("D7.1", "no_vessel", (space,), numbers, wording)
            continue
        boat = harbour.hexes.index(at)
        if wanted > harbour.seats[boat]:
            numbers |= {"there": harbour.seats[boat]}
            wording = "{wanted:unit} are to ride with the vessels on {0}, which have only {there:seat}"
            yield Finding("D7.3", "named_too_many", (space,), numbers, wording)
        for unit in (t for t, n in enumerate(units) if n):
            number, able = seating.most_near(plan, unit, boat)
            if units[unit] > able:
                told = {"units": UNITS[unit].counted(units[unit]), "able": able, "moving": number}
                wording = "{units} cannot ride with the vessels on {0}: "
                if not number:
                    wording += "none of that type is in the group"
                elif units[unit] > number:
                    wording += "only {moving} of that type " + ("is" if number == 1 else "are") + " in the group"
                else:
                    wording += {0: "none of them has", 1: "only {able} of them has"}.get(
                        able, "only {able} of them have"
                    )
                    wording += " a way over water that is near the vessels all along"
                yield Finding("D7.4", "named_in_vain", (space,), told, wording)


@bars("D7.4")
def seats_named_can_be_taken_together(plans: Sequence[ManeuverPlan]) -> Iterator[Finding]:
    """D7.4: the seats that are named can be taken together. For seats of which each alone can be taken."""
    where = tuple(space for plan in plans for space, _ in plan.action.ferries)
    if where:
        yield Finding("D7.4", "named_together", where, {}, "the seats named on {spaces} cannot all be taken so")


@bars("D7.3")
def seats_suffice(plans: Sequence[ManeuverPlan], harbour: Harbour) -> Iterator[Finding]:
    """D7.3: a vessel has two seats. Yield how many seats are needed, how many there are, and which vessels are too far."""
    riders = seating.riders_with_vessels([plan.crossing.passages for plan in plans])
    short = next(some for some in _vessels_of(riders) if _demand(riders, some) > _seats(harbour, some))
    name = plans[0].position.map.name
    far = [name(at) for n, at in enumerate(harbour.hexes) if not short >> n & 1]
    near = [name(at) for n, at in enumerate(harbour.hexes) if short >> n & 1]
    needed, there = _demand(riders, short), _seats(harbour, short)
    numbers: dict[str, object] = {"needed": needed, "there": there, "near": listing(near), "far": listing(far)}
    wording = "{needed:unit} need seats, and the vessels near their way ({near}) have only {there}"
    if not near:
        wording = "{needed:unit} " + ("needs a seat" if needed == 1 else "need seats") + ", and there is none"
    elif far:
        wording += "; those on {far} are too far"
    yield Finding("D7.3", "too_few_seats", tuple(near), numbers, wording)


def _vessels_of(riders: Sequence[seating.Rider]) -> list[int]:
    """Sets of vessels that are all the vessels of some riders, as masks, small sets first. A smallest set with too few seats is among
    them, as vessels of nobody only add seats."""
    found = {0}
    for mask in {rider.mask for rider in riders}:
        found |= {some | mask for some in found}
    return sorted(found, key=lambda some: (some.bit_count(), [*HexMap.members(some)]))


def _demand(riders: Sequence[seating.Rider], boats: int) -> int:
    """The number of riders that can ride with these vessels only."""
    return sum(not r.mask & ~boats for r in riders)


def _seats(harbour: Harbour, boats: int) -> int:
    return sum(harbour.seats[boat] for boat in HexMap.members(boats))


@bars("D7.2")
def soldiers_end_on_land(plan: ManeuverPlan) -> Iterator[Finding]:
    """D7.2: military land units end their maneuver on land."""
    for at, units in plan.staying:
        terrain = plan.position.map.terrain(at)
        if terrain in WATER and not peasants_only(on_land(units)):
            wording = "soldiers would end on {0}, which is {terrain}: they end only on land"
            yield Finding("D7.2", "ends_on_water", (plan.position.map.name(at),), {"terrain": terrain}, wording)
