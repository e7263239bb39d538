"""What bars an attack (D1.8, D4.5, D5.3), and an action of somebody whose turn it is not (D1.16)."""

from __future__ import annotations

from functools import lru_cache

from hexwidget.rules import Finding, Remedy
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.outcome import is_over
from hexwidget.systems.depletion.position import DepletionPosition, Landing, Spot
from hexwidget.systems.depletion.units import PACKED, UNITS, UNPACKED, Counts

Ranges = tuple[tuple[int, int], ...]
"""Pairs of the least and the most distance."""


@bars("D1.16")
def players_turn(position: DepletionPosition, player: str) -> Findings:
    """D1.16: players act in seating order, until the game is over."""
    if is_over(position):
        yield Finding("D1.16", "over", (), {}, "the game is over")
    elif position.players[position.acting] != player:
        numbers = {"player": player, "turn": position.players[position.acting]}
        yield Finding("D1.16", "turn", (), numbers, "it is {turn}'s turn, not {player}'s")


@bars("D1.8", "D8.2", "D9.1", "D9.2")
def nothing_else_comes_first(position: DepletionPosition, wanted: str) -> Findings:
    """D1.8: to attack or not is decided right after the maneuver; D8.2: the tile is laid, D9.1 and D9.2: the battle is fought,
    before anything else. ``wanted``: the stage that an action belongs to."""
    stage = position.stage
    if stage == wanted:
        return
    if stage == "attack" and position.landing is not None:
        here = tuple(position.map.name(spot.at) for spot in position.landing.spots)
        remedy = Remedy('decide with "no attack"', "D1.8", "no attack")
        wording = "first it must be decided whether the army on {spaces} attacks"
        yield Finding("D1.8", "attack_open", here, {}, wording, remedy)
    elif stage == "rotation":
        wording = "first the tile that was turned over must be laid"
        turns = listing([f'"rotate {k}"' for k in position.exploration.shape.rotations], "or")
        yield Finding("D8.2", "tile_open", (), {}, wording, Remedy(f"lay it with {turns}", "D8.2"))
    elif stage in ("tile", "relic", "event"):
        yield Finding("D8.2", "exploring", (), {"what": stage}, "first chance must say which {what} comes")
    elif stage == "bag":
        yield Finding("D9.1", "draw_open", (), {}, "first the cubes must be drawn from the bag")
    elif stage == "losses":
        loser = position.players[position.acting]
        yield Finding("D9.2", "losses_open", (), {"loser": loser}, "first {loser} must say what falls")
    elif wanted == "rotation":
        yield Finding("D8.2", "no_tile", (), {}, "there is no tile to be laid: none was turned over")
    elif wanted == "losses":
        yield Finding("D9.2", "no_losses", (), {}, "there is no battle in which something falls")


@bars("D1.8")
def maneuver_came_first(position: DepletionPosition, seat: int) -> Findings:
    """D1.8: an army attacks right after its maneuver, and decides about it once."""
    if position.landing is None or position.landing.owner != seat:
        wording = "an army attacks right after its maneuver, and none of {player} has just made one"
        yield Finding("D1.8", "no_landing", (), {"player": position.players[seat]}, wording)


def attackable(position: DepletionPosition, landing: Landing, target: int) -> Findings:
    """D5.3: whether one at least of the armies that have landed may attack a hex; if none may, why each of them may not."""
    found = []
    for spot in landing.spots:
        barring = list(_attacks_from(position, landing.owner, spot, target))
        if not barring:
            return
        found += barring
    yield from dict.fromkeys(found)


def attackers(position: DepletionPosition, landing: Landing, target: int) -> list[int]:
    """The hexes from which a target is attacked: a corps attacks with all its armies that may (D5.3)."""
    return sorted(spot.at for spot in landing.spots if may_attack(position, landing.owner, spot, target))


def may_attack(position: DepletionPosition, seat: int, spot: Spot, target: int) -> bool:
    """Whether the army that has landed may attack a hex: nothing bars it (see `_attacks_from`, which says what does)."""
    return target in position.enemy_hexes(seat) and within(
        _ranges_from(position, seat, spot), position.map.distance(spot.at, target)
    )


def may_attack_any(position: DepletionPosition, landing: Landing) -> bool:
    """Whether there is a hex that one at least of the armies that have landed may attack."""
    enemies, distance = position.enemy_hexes(landing.owner), position.map.distance
    for spot in landing.spots:
        reached = distances(_ranges_from(position, landing.owner, spot))
        if reached:
            for at in enemies:
                if distance(spot.at, at) in reached:
                    return True
    return False


def _ranges_from(position: DepletionPosition, seat: int, spot: Spot) -> Ranges:
    """The ranges of the army that has landed; none if it may not attack at all (D4.5, D5.3, D8.6)."""
    army = position.army_of(seat, spot.at)
    if spot.failed or spot.cubes_before or army is None or army.peasants_only:
        return ()
    return ranges_of(army.units)


@lru_cache(maxsize=4096)
def ranges_of(units: Counts) -> Ranges:
    """The attack ranges of units, by type."""
    return tuple(u.attack_range for n, u in zip(units, UNITS, strict=True) if n and u.attack_range)


@lru_cache(maxsize=4096)
def distances(ranges: Ranges) -> frozenset[int]:
    """How far these ranges go, each hex of it."""
    return frozenset(far for low, high in ranges for far in range(low, high + 1))


def within(ranges: Ranges, far: int) -> bool:
    """Whether one of these ranges goes so far."""
    return far in distances(ranges)


@bars("D1.10", "D4.5", "D5.3", "D8.6")
def _attacks_from(position: DepletionPosition, seat: int, spot: Spot, target: int) -> Findings:
    """D5.3: when the army that has landed may attack a hex; D4.5: not if it landed on cubes; D8.6: not if its claim has
    failed; D1.10: trebuchets unpacked."""
    army = position.army_of(seat, spot.at)
    name, here = position.map.name(target), position.map.name(spot.at)
    if spot.failed:
        wording = "the claim of the army on {0} has failed: it stays there and may not attack"
        yield Finding("D8.6", "claim_failed", (here,), {}, wording)
    elif spot.cubes_before:
        numbers = {"cubes": spot.cubes_before}
        wording = "{0} already carried depletion cubes when the army landed there: it cannot attack"
        yield Finding("D4.5", "landed_on_cubes", (here,), numbers, wording)
        wording = "an army attacks only from a hex that was free of cubes the moment before it landed ({0} had {cubes})"
        yield Finding("D5.3", "landed_on_cubes", (here,), numbers, wording)
    if army is None or army.peasants_only:
        yield Finding("D5.3", "no_soldiers", (here,), {}, "there is no military unit on {0}")
    if target not in position.enemy_hexes(seat):
        yield Finding("D5.3", "no_target", (name,), {}, "there is no enemy object on {0}")
    elif army is not None and not army.peasants_only:
        far = position.map.distance(spot.at, target)
        ranges = ranges_of(army.units)
        if not within(ranges, far):
            low, high = UNITS[UNPACKED].attack_range or (0, 0)
            if army.units[PACKED] and low <= far <= high:
                wording = "the trebuchet on {0} is packed, and attacks only unpacked"
                yield Finding("D1.10", "attacks_packed", (here,), {}, wording)
            told = {"distance": far, "ranges": _in_words(ranges)}
            wording = "{1} is {distance} hexes from {0}, and the army {ranges}"
            yield Finding("D5.3", "out_of_range", (here, name), told, wording)


def _in_words(ranges: Ranges) -> str:
    """The attack ranges of an army: the hexes that some unit of it can attack."""
    reached = sorted(distances(ranges))
    if not reached:
        return "has no unit that can attack"
    return f"attacks at {listing([str(far) for far in reached], 'or')} hex{'es' if reached != [1] else ''}"


def targets(position: DepletionPosition, landing: Landing) -> list[int]:
    """The hexes that the armies which have landed may attack (D5.3), in the map's order."""
    return [at for at in sorted(position.enemy_hexes(landing.owner)) if attackers(position, landing, at)]
