"""The predicates on attacks (D1.8, D1.10, D4.5, D5.3, D8.6), and the attacks that no predicate bars.

`attackable` gives the reasons. `may_attack_any`, `attackers` and `targets` answer without reasons, for speed:
``tests/depletion/test_picking.py`` compares them with the predicates.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import listing
from hexwidget.rules import Finding, bars
from hexwidget.systems.depletion.counts import attack_distances
from hexwidget.systems.depletion.position import DepletionPosition, Landing, Spot
from hexwidget.systems.depletion.units import PACKED, UNITS, UNPACKED, Counts


@bars("D1.8")
def maneuver_came_first(position: DepletionPosition, seat: int) -> Iterator[Finding]:
    """D1.8: an army attacks right after its maneuver, and decides about it once."""
    landing, player = position.landing, {"player": position.players[seat]}
    if landing is None or landing.owner != seat:
        wording = "an army attacks right after its maneuver, and {player:has} not just made one"
        yield Finding("D1.8", "no_landing", (), player, wording)
    elif not landing.open and position.turn == seat:
        wording = "an army attacks right after its maneuver, and the turn has passed on since {player:'s}"
        yield Finding("D1.8", "turn_has_passed", (), player, wording)


@bars("D1.8")
def attack_is_to_be_decided(position: DepletionPosition) -> Iterator[Finding]:
    """D1.8: an army attacks right after its maneuver. For questions that name no army."""
    if position.deciding is None:
        wording = "an army attacks right after its maneuver, and no army may attack now"
        yield Finding("D1.8", "no_landing", (), {}, wording)


def attackable(position: DepletionPosition, landing: Landing, target: int) -> Iterator[Finding]:
    """D5.3: one army at least of those that have landed may attack the hex. If no army may, yield the reasons of each."""
    found = []
    for spot in landing.spots:
        barring = list(bars_attack_from(position, landing.owner, spot, target))
        if not barring:
            return
        found += barring
    yield from dict.fromkeys(found or enemies_are_attacked(position, landing.owner, target))


def bars_attack_from(position: DepletionPosition, seat: int, spot: Spot, target: int) -> Iterator[Finding]:
    """Yield everything that bars the army that has landed on a spot from attacking a hex."""
    yield from claim_has_not_failed(position, spot)
    yield from landed_on_a_hex_free_of_cubes(position, spot)
    yield from soldiers_attack(position, seat, spot)
    yield from enemies_are_attacked(position, seat, target)
    yield from target_in_range(position, seat, spot, target)


@bars("D8.6")
def claim_has_not_failed(position: DepletionPosition, spot: Spot) -> Iterator[Finding]:
    """D8.6: an army whose claim has failed may not attack."""
    if spot.failed:
        wording = "the claim of the army on {0} has failed: it stays there and may not attack"
        yield Finding("D8.6", "claim_failed", (position.map.name(spot.at),), {}, wording)


@bars("D4.5", "D5.3")
def landed_on_a_hex_free_of_cubes(position: DepletionPosition, spot: Spot) -> Iterator[Finding]:
    """D4.5, D5.3: an army attacks only from a hex that was free of cubes the moment before it landed."""
    if spot.cubes_before:
        here, numbers = (position.map.name(spot.at),), {"cubes": spot.cubes_before}
        wording = "depletion cubes lay on {0} before the army landed there, so it cannot attack"
        yield Finding("D4.5", "landed_on_cubes", here, numbers, wording)
        wording = "an army attacks only from a hex that was free of cubes before it landed, and {cubes:cube} lay on {0}"
        yield Finding("D5.3", "landed_on_cubes", here, numbers, wording)


@bars("D5.3")
def soldiers_attack(position: DepletionPosition, seat: int, spot: Spot) -> Iterator[Finding]:
    """D5.3: an army needs a military unit to attack."""
    army = position.army_of(seat, spot.at)
    if army is None or army.peasants_only:
        yield Finding("D5.3", "no_soldiers", (position.map.name(spot.at),), {}, "there is no military unit on {0}")


@bars("D5.3")
def enemies_are_attacked(position: DepletionPosition, seat: int, target: int) -> Iterator[Finding]:
    """D5.3: an army attacks a hex that holds an enemy object."""
    if target not in position.enemy_hexes(seat):
        yield Finding("D5.3", "no_target", (position.map.name(target),), {}, "there is no enemy to attack on {0}")


@bars("D1.10", "D5.3")
def target_in_range(position: DepletionPosition, seat: int, spot: Spot, target: int) -> Iterator[Finding]:
    """D5.3: the target lies in the range of some unit. D1.10: a trebuchet attacks only unpacked."""
    army = position.army_of(seat, spot.at)
    if army is None or army.peasants_only or target not in position.enemy_hexes(seat):
        return
    far = position.map.distance(spot.at, target)
    if far in attack_distances(army.units):
        return
    name, here = position.map.name(target), position.map.name(spot.at)
    low, high = UNITS[UNPACKED].attack_range or (0, 0)
    if army.units[PACKED] and low <= far <= high:
        wording = "the trebuchet on {0} is packed, and a trebuchet attacks only unpacked"
        yield Finding("D1.10", "attacks_packed", (here,), {}, wording)
    numbers = {"distance": far, "ranges": _in_words(army.units)}
    wording = "{1} is {distance:hex} from {0}, and the army there {ranges}"
    yield Finding("D5.3", "out_of_range", (here, name), numbers, wording)


def _in_words(units: Counts) -> str:
    """The attack ranges of an army in words: the hexes that some unit of it can attack."""
    reached = sorted(attack_distances(units))
    if not reached:
        return "has no unit that can attack"
    return f"attacks only at a distance of {listing([str(far) for far in reached], 'or')}"


# ---------------------------------------------------------------------- the attacks that nothing bars
def targets(position: DepletionPosition, landing: Landing) -> list[int]:
    """The hexes that the armies which have landed may attack (D5.3), in the map's order."""
    return sorted(set[int]().union(*_in_range(position, landing).values()))


def attackers(position: DepletionPosition, landing: Landing, target: int) -> list[int]:
    """The hexes from which a target is attacked: a corps attacks with all its armies that may (D5.3)."""
    return sorted(at for at, hexes in _in_range(position, landing).items() if target in hexes)


def may_attack_any(position: DepletionPosition, landing: Landing) -> bool:
    """True if there is a hex that one at least of the armies that have landed may attack."""
    return any(_in_range(position, landing).values())


def _in_range(position: DepletionPosition, landing: Landing) -> dict[int, set[int]]:
    """The hexes of the armies which have landed and may attack (D4.5, D5.3, D8.6), each with those in its range."""
    found: dict[int, set[int]] = {}
    enemies, own = position.enemy_hexes(landing.owner), position.armies_of[landing.owner]
    for at, cubes_before, failed in landing.spots:
        if not failed and not cubes_before and at in own:
            far = attack_distances(own[at].units)
            if far:
                found[at] = enemies & position.map.at_distances(at, far)
    return found
