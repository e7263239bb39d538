"""Actions in words, for histories, hints and remedies."""

from __future__ import annotations

from hexwidget.english import counted, listing, possessive
from hexwidget.systems.depletion.actions import (
    Attack,
    Corps,
    DepletionAction,
    Lose,
    Maneuver,
    NoAttack,
    Rotate,
)
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import Counts, named
from hexwidget.systems.depletion.units import in_words as units_in_words


def in_words(position: DepletionPosition, action: DepletionAction) -> str:
    """An action in words: "move the cavalry from 0202 to 0602"."""
    match action:
        case Maneuver():
            return _maneuver(position, action)
        case Corps(groups=groups):
            return f"{listing([_maneuver(position, group) for group in groups])}, as one corps"
        case Rotate(sixths=sixths):
            return f"lay the tile {f'turned by {sixths} sixths' if sixths > 1 else 'turned by 1 sixth' if sixths else 'as it is'}"
        case Attack(target=target):
            return f"attack {_objects(position, target)}"
        case NoAttack():
            return "do not attack"
        case Lose(units=units, structures=structures):
            lost = [f"{units_in_words(fallen)} on {at}" for at, fallen in units]
            return f"lose {listing([*lost, *(f'the {kind} on {at}' for at, kind in structures)]) or 'nothing'}"
    return "pass"


def _maneuver(position: DepletionPosition, action: Maneuver) -> str:
    group = _group(position, action)
    more = [f"packing {counted(action.pack, 'trebuchet')} first"] if action.pack else []
    more += [f"picking {units_in_words(units)} up on {action.path[n]}" for n, units in action.pickups]
    more += [f"leaving {units_in_words(units)} on {action.path[n]}" for n, units in action.drops]
    more += [f"unpacking {counted(action.unpack, 'trebuchet')} there"] if action.unpack else []
    told = f", {listing(more)}" if more else ""
    if not action.moves:
        return f"keep {group} on {action.origin}{told}"
    verb = "march with" if action.march else "move"
    return f"{verb} {group} from {action.origin} to {action.destination}{told}"


def _group(position: DepletionPosition, action: Maneuver) -> str:
    """The units that set out: "the cavalry", "the 2 swordsmen", "the army"."""
    at = position.map.find(action.origin)
    army = (
        None
        if at is None or action.player not in position.players
        else position.army_of(position.seat(action.player), at)
    )
    if army is None:
        return "the army"
    units: Counts = army.units if action.units is None else action.units
    return f"the {listing(named(units))}" if any(units) else "nobody"


def _objects(position: DepletionPosition, target: str) -> str:
    """The things on a hex that is attacked: "blue's 2 spearmen on 0502"."""
    at = position.map.find(target)
    armies = () if at is None else position.by_hex.get(at, ())
    things = [f"{possessive(position.players[army.owner])} {listing(named(army.units))}" for army in armies]
    return f"{listing(things)} on {target}" if things else target
