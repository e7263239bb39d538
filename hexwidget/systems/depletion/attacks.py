"""What bars an attack (D1.8, D4.5, D5.3), and an action of somebody whose turn it is not (D1.16)."""

from __future__ import annotations

from hexwidget.rules import Finding, Remedy
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.outcome import is_over
from hexwidget.systems.depletion.position import DepletionPosition, Landing
from hexwidget.systems.depletion.units import PACKED, UNITS, UNPACKED


@bars("D1.16")
def players_turn(position: DepletionPosition, player: str) -> Findings:
    """D1.16: players act in seating order, until the game is over."""
    if is_over(position):
        yield Finding("D1.16", "over", (), {}, "the game is over")
    elif position.players[position.turn] != player:
        numbers = {"player": player, "turn": position.players[position.turn]}
        yield Finding("D1.16", "turn", (), numbers, "it is {turn}'s turn, not {player}'s")


@bars("D1.8")
def attack_is_decided_first(position: DepletionPosition) -> Findings:
    """D1.8: to attack or not is decided right after the maneuver, before anything else."""
    if position.deciding is not None:
        here = position.map.name(position.deciding.at)
        remedy = Remedy('decide with "no attack"', "D1.8", "no attack")
        yield Finding(
            "D1.8", "attack_open", (here,), {}, "first it must be decided whether the army on {0} attacks", remedy
        )


@bars("D1.8")
def maneuver_came_first(position: DepletionPosition, seat: int) -> Findings:
    """D1.8: an army attacks right after its maneuver, and decides about it once."""
    if position.landing is None or position.landing.owner != seat:
        wording = "an army attacks right after its maneuver, and none of {player} has just made one"
        yield Finding("D1.8", "no_landing", (), {"player": position.players[seat]}, wording)


@bars("D1.10", "D4.5", "D5.3")
def attackable(position: DepletionPosition, landing: Landing, target: int) -> Findings:
    """D5.3: when the army that has landed may attack a hex; D4.5: not if it landed on cubes; D1.10: trebuchets unpacked."""
    seat = landing.owner
    army = position.army_of(seat, landing.at)
    name, here = position.map.name(target), position.map.name(landing.at)
    if landing.cubes_before:
        numbers = {"cubes": landing.cubes_before}
        wording = "{0} already carried depletion cubes when the army landed there: it cannot attack"
        yield Finding("D4.5", "landed_on_cubes", (here,), numbers, wording)
        wording = (
            "an army attacks only from a hex without a depletion cube the moment before it landed ({0} had {cubes})"
        )
        yield Finding("D5.3", "landed_on_cubes", (here,), numbers, wording)
    if army is None or army.peasants_only:
        yield Finding("D5.3", "no_soldiers", (here,), {}, "there is no military unit on {0}")
    if target not in position.enemy_hexes(seat):
        yield Finding("D5.3", "no_target", (name,), {}, "there is no enemy object on {0}")
    elif army is not None and not army.peasants_only:
        far = position.map.distance(landing.at, target)
        ranges = [u.attack_range for n, u in zip(army.units, UNITS, strict=True) if n and u.attack_range]
        if not any(low <= far <= high for low, high in ranges):
            low, high = UNITS[UNPACKED].attack_range or (0, 0)
            if army.units[PACKED] and low <= far <= high:
                wording = "the trebuchet on {0} is packed, and attacks only unpacked"
                yield Finding("D1.10", "attacks_packed", (here,), {}, wording)
            told = {"distance": far, "ranges": _in_words(ranges)}
            wording = "{1} is {distance} hexes from {0}, and the army {ranges}"
            yield Finding("D5.3", "out_of_range", (here, name), told, wording)


def _in_words(ranges: list[tuple[int, int]]) -> str:
    """The attack ranges of an army: the hexes that some unit of it can attack."""
    distances = sorted({d for low, high in ranges for d in range(low, high + 1)})
    if not distances:
        return "has no unit that can attack"
    return f"attacks at {listing([str(d) for d in distances], 'or')} hex{'es' if distances != [1] else ''}"


def targets(position: DepletionPosition, landing: Landing) -> list[int]:
    """The hexes that an army which has landed may attack (D5.3), in the map's order."""
    return [at for at in sorted(position.enemy_hexes(landing.owner)) if not any(attackable(position, landing, at))]
