"""The clauses on whose turn it is, attacks, tiles and losses (D1.8, D1.16, D4.5, D5.3, D8, D9)."""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.systems.depletion.actions import Attack, DepletionAction, Lose, NoAttack, Rotate
from hexwidget.systems.depletion.position import DepletionPosition, Spot
from hexwidget.systems.depletion.provinces import cells_of, tile_of
from hexwidget.systems.depletion.units import PACKED, UNITS, UNPACKED
from tests.depletion.reference.group import WATER
from tests.depletion.reference.groups import Answer, either, groups
from tests.depletion.reference.maneuvers import moves_unpacked


# ---------------------------------------------------------------------- whose turn, and what is due
def is_over(position: DepletionPosition) -> bool:
    """D1.16: the objective is reached, or the rounds are over. A claim or a battle is carried out to its end before."""
    if position.claim is not None or position.battle is not None:
        return False
    word, *spaces = str(position.settings["objective"]).split()
    alive = {army.owner for army in position.armies}
    if word == "eliminate" and len(alive) < 2 <= len(position.players):
        return True
    if word == "hold":
        for owner in alive:
            held = {position.map.name(army.at) for army in position.armies if army.owner == owner}
            if held >= {*spaces}:
                return True
    return position.round > position.settings["rounds"]


def not_the_players_turn(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D1.16: players act in seating order, and nobody does once the game is over."""
    return is_over(position) or position.players[position.acting] != action.player


def attack_is_another_decision(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D1.8: an attack is decided right after the maneuver, and before all else."""
    if isinstance(action, Attack | NoAttack):
        landing, seat = position.landing, position.players.index(action.player)
        if landing is None or landing.owner != seat:
            return True
        # In another player's turn it is judged as if the decision were still open; in the player's own next turn it is not.
        return not landing.open and position.turn == seat
    return position.stage == "attack"


def tile_comes_first(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D8.2: the flip and the rotation come before all else; a rotation comes once a tile is turned over."""
    if isinstance(action, Rotate):
        return position.stage != "rotation"
    return position.stage in ("tile", "rotation", "relic", "event")


def cubes_are_drawn_first(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D9.1: the cubes are drawn from the bag before all else."""
    return position.stage == "bag"


def losses(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D9.2: the loser says what falls before all else, and it is what some order of the things spends the damage on."""
    battle = position.battle
    if not isinstance(action, Lose):
        return position.stage == "losses"
    seat = position.players.index(action.player)
    if battle is None or battle.hits is None or seat not in battle.losers:
        return True
    attacks = seat == position.turn
    places = battle.origins if attacks else (battle.target,)
    damage = battle.hits[1] if attacks else battle.hits[0]
    hit_points: list[int] = []
    named = {(position.map.index(space), unit): n for space, units in action.units for unit, n in enumerate(units) if n}
    fallen, standing = 0, list[int]()
    for army in position.armies:
        if army.owner == seat and army.at in places:
            for unit, number in enumerate(army.units):
                lost = named.pop((army.at, unit), 0)
                if lost > number:
                    return True
                fallen += lost * UNITS[unit].hit_points
                standing += [UNITS[unit].hit_points] * (number > lost)
    built = [(position.map.index(space), kind) for space, kind in action.structures]
    for structure in position.structures:
        if structure.owner == seat and structure.at in places and not attacks:
            hit_points = [position.settings["structure_hit_points"]]
            if (structure.at, structure.kind) in built:
                built.remove((structure.at, structure.kind))
                fallen += hit_points[0]
            else:
                standing += hit_points
    if named or built or fallen > damage:
        return True
    return bool(standing) and all(points <= damage - fallen for points in standing)


# ---------------------------------------------------------------------- attacks
def cannot_attack_that(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D5.3: an army that has just maneuvered onto a hex without cubes has a unit in range of an enemy object."""
    if not isinstance(action, Attack):
        return False
    seat, target = position.players.index(action.player), position.map.index(action.target)
    if not _is_enemy(position, seat, target):
        return True
    return _spots(position, action, lambda spot: spot.cubes_before > 0 or not in_range(position, seat, spot.at, target))


def in_range(position: DepletionPosition, seat: int, at: int, target: int) -> bool:
    """True if some unit of an army can attack a hex from where it stands."""
    army, far = position.army_of(seat, at), position.map.distance(at, target)
    ranges = [UNITS[unit].attack_range for unit, n in enumerate(army.units) if n] if army is not None else []
    return any(each[0] <= far <= each[1] for each in ranges if each is not None)


def landed_on_cubes(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D4.5: an army that landed on a hex with cubes cannot attack."""
    return _spots(position, action, lambda spot: spot.cubes_before > 0)


def claim_has_failed(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D8.6: an army whose claim has failed may not attack; no hex of a path but the last is unexplored."""
    if isinstance(action, Attack):
        return _spots(position, action, lambda spot: spot.failed)
    return either(any(group.ground(n) == "unexplored" for n in range(group.last)) for group in groups(position, action))


def attacks_packed(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D1.10: a trebuchet attacks only unpacked, and moves only packed."""
    if not isinstance(action, Attack):
        return either(moves_unpacked(group) for group in groups(position, action))
    seat, target = position.players.index(action.player), position.map.index(action.target)
    low, high = UNITS[UNPACKED].attack_range or (0, 0)

    def would_if_unpacked(spot: Spot) -> bool:
        army, far = position.army_of(seat, spot.at), position.map.distance(spot.at, target)
        packed = army is not None and army.units[PACKED] > 0
        return packed and low <= far <= high and not in_range(position, seat, spot.at, target)

    if not _is_enemy(position, seat, target):
        return False
    return _spots(position, action, would_if_unpacked)


def _is_enemy(position: DepletionPosition, seat: int, target: int) -> bool:
    held = [(a.at, a.owner) for a in position.armies] + [(s.at, s.owner) for s in position.structures]
    return any(at == target and owner != seat for at, owner in held)


def _spots(position: DepletionPosition, action: DepletionAction, bars: Callable[[Spot], bool]) -> Answer:
    """True if none of the armies that have just maneuvered may attack, and something bars one of them."""
    if not isinstance(action, Attack):
        return False
    landing = position.landing
    seat, target = position.players.index(action.player), position.map.index(action.target)
    if landing is None or landing.owner != seat:
        return None
    able = _is_enemy(position, seat, target) and any(
        not spot.cubes_before and not spot.failed and in_range(position, seat, spot.at, target)
        for spot in landing.spots
    )
    return not able and any(bars(spot) for spot in landing.spots)


# ---------------------------------------------------------------------- tiles
def does_not_cover(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D8.4: only rotations that cover the province exactly come into question."""
    if not isinstance(action, Rotate):
        return False
    if position.stage != "rotation":
        return None
    return lies(position, action.sixths) is None


def fails_the_conditions(position: DepletionPosition, action: DepletionAction) -> Answer:
    """D8.3: the two conditions bind the rotation of a tile with sea, the first before the second."""
    if not isinstance(action, Rotate):
        return False
    if position.stage != "rotation":
        return None
    lying = lies(position, action.sixths)
    if lying is None or position.claim is None or "~" not in position.claim.tile:
        return False
    every = [meets(position, way) for k in range(6) if (way := lies(position, k)) is not None]
    for wanted in ((True, True), (True, False), (False, True)):
        if any(met == wanted for met in every):
            return meets(position, lying) != wanted
    return False


def lies(position: DepletionPosition, sixths: int) -> dict[int, str] | None:
    """The grounds that a rotation of the tile lays on the hexes of the province; None if it does not cover it."""
    assert position.claim is not None
    shape, hexmap = position.exploration.shape, position.map
    province = next(p for p in position.exploration.provinces if position.claim.at in cells_of(hexmap, shape, p))
    hexes = {hexmap.hex(at) for at in cells_of(hexmap, shape, province) if at is not None}
    turned = [cell.rotate(sixths) for cell in shape.cells]
    for anchor in hexes:
        lying = [anchor + cell - turned[0] for cell in turned]
        if set(lying) == hexes and sixths in shape.rotations:
            return dict(zip(map(hexmap.index, lying), tile_of(position.claim.tile).grounds, strict=True))
    return None


def meets(position: DepletionPosition, lying: dict[int, str]) -> tuple[bool, bool]:
    """The conditions of D8.4 that a tile meets."""
    outside = {at: [position.map.terrain(n) for n in position.map.neighbours(at) if n not in lying] for at in lying}
    rim = {at for at in lying if any(there not in lying for there in position.map.beyond(at))}
    first = all(any(g in WATER for g in outside[at]) for at, ground in lying.items() if ground == "sea" and at in rim)
    second = any(
        there not in (*WATER, "unexplored")
        for at, ground in lying.items()
        if ground not in WATER
        for there in outside[at]
    )
    return first, second
