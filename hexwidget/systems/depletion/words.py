"""Positions, armies, tiles and actions in words, for a terminal and for sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from hexwidget.english import counted, listing, possessive
from hexwidget.systems.depletion.actions import Attack, Corps, DepletionAction, Lose, Maneuver, NoAttack, Rotate
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.provinces import NOTHING_TO_EXPLORE, PER_ROW, tile_of
from hexwidget.systems.depletion.units import TERRAINS, Counts, nouns
from hexwidget.systems.depletion.units import in_words as of_units

WAITS = {
    "tile": "a tile is turned over",
    "relic": "a relic is drawn from the battle bag",
    "event": "an event card is drawn",
    "bag": "cubes are drawn from the bag",
}
"""The stages in which chance decides (see `DepletionPosition.stage`), in words."""


# ---------------------------------------------------------------------- positions in words
def describe(position: DepletionPosition) -> Iterator[str]:
    """A position for a terminal, below its map: the objects of each player, and the things that are left to explore."""
    for player, stands in holdings(position, "{at} {thing}", str, article="").items():
        yield f"{player}: {'; '.join(stands) or 'nothing'}"
    yield from exploration_in_words(position)


def exploration_in_words(position: DepletionPosition) -> list[str]:
    """The tiles, cards and relics that are left to explore, the relics placed, and the event cards in their rows."""
    found, lines = position.exploration, list[str]()
    if found == NOTHING_TO_EXPLORE:
        return lines
    lines.append(f"unexplored: {counted(len(found.provinces), 'province')}")
    lines.append(f"left to draw: {counted(len(found.tiles), 'tile')} and {counted(len(found.deck), 'event card')}")
    lines.append(f"relics left: {', '.join(found.relics) or 'none'}")
    if found.placed:
        lines.append(f"relics placed: {', '.join(f'{relic} on {position.map.name(at)}' for at, relic in found.placed)}")
    lines.append(f"voting cubes left: {', '.join(banks(position))}")
    for start in range(0, len(found.laid), PER_ROW):
        row = found.laid[start : start + PER_ROW]
        cards = (f"{card} ({', '.join(position.players[seat] for seat in votes) or 'no votes'})" for card, votes in row)
        lines.append(f"events, row {start // PER_ROW + 1}: {', '.join(cards)}")
    return lines


def banks(position: DepletionPosition) -> list[str]:
    """The voting cubes that each player has left in the bank (D8.8)."""
    return [f"{player} {position.bank(seat)}" for seat, player in enumerate(position.players)]


def holdings(
    position: DepletionPosition,
    form: str = "{thing} on {at}",
    army_words: Callable[[Army], str] = lambda army: of_units(army.units),
    article: str = "a ",
) -> dict[str, list[str]]:
    """The things of each player, armies first, each put into a form with its hex: by default, a part of a sentence.

    :param article: what stands before the kind of a structure
    """
    found: dict[str, list[str]] = {player: [] for player in position.players}

    def hold(owner: int, at: int, thing: str) -> None:
        found[position.players[owner]].append(form.format(at=position.map.name(at), thing=thing))

    for army in position.armies:
        cubes = f" with {counted(army.cubes, 'depletion cube')}" if army.cubes else ""
        hold(army.owner, army.at, f"{army_words(army)}{cubes}")
    for structure in position.structures:
        hold(structure.owner, structure.at, f"{article}{structure.kind}")
    return found


@lru_cache(maxsize=1000)
def tile_in_words(text: str) -> str:
    """A tile in words: its grounds, and its relic symbol."""
    tile = tile_of(text)
    words = [f"{tile.grounds.count(t.key)} {t.label}" for t in TERRAINS if t.key in tile.grounds]
    relic = {True: " with a solid relic symbol", False: " with an outlined relic symbol"}[tile.solid]
    return listing(words) + (relic if tile.relic is not None else "")


# ---------------------------------------------------------------------- actions in words
def in_words(position: DepletionPosition, action: DepletionAction) -> str:
    """An action in words: "move the cavalry from 0202 to 0602"."""
    match action:
        case Maneuver():
            return _maneuver(position, action)
        case Corps(groups=groups):
            return f"{listing([_maneuver(position, group) for group in groups])}, as one corps"
        case Rotate(sixths=sixths):
            turned = f"turned by {counted(sixths, 'sixth')}" if sixths else "as it is"
            return f"lay the tile {turned}"
        case Attack(target=target):
            return f"attack {_objects(position, target)}"
        case NoAttack():
            return "do not attack"
        case Lose(units=units, structures=structures):
            lost = [f"{of_units(fallen)} on {at}" for at, fallen in units]
            return f"lose {listing([*lost, *(f'the {kind} on {at}' for at, kind in structures)]) or 'nothing'}"
    return "pass"


def _maneuver(position: DepletionPosition, action: Maneuver) -> str:
    group = _group(position, action)
    more = [f"packing {counted(action.pack, 'trebuchet')} first"] if action.pack else []
    more += [f"picking {of_units(units)} up on {action.path[n]}" for n, units in action.pickups]
    more += [f"leaving {of_units(units)} on {action.path[n]}" for n, units in action.drops]
    more += [f"unpacking {counted(action.unpack, 'trebuchet')} there"] if action.unpack else []
    told = f", {listing(more)}" if more else ""
    if not action.moves:
        return f"keep {group} on {action.origin}{told}"
    verb = "march with" if action.march else "move"
    return f"{verb} {group} from {action.origin} to {action.destination}{told}"


def _group(position: DepletionPosition, action: Maneuver) -> str:
    """The units that set out: "the cavalry", "the 2 swordsmen", "the army"."""
    at = position.map.find(action.origin)
    there = () if at is None else position.by_hex.get(at, ())
    army = next((each for each in there if position.players[each.owner] == action.player), None)
    if army is None:
        return "the army"
    units: Counts = army.units if action.units is None else action.units
    return f"the {listing(nouns(units))}" if any(units) else "nobody"


def _objects(position: DepletionPosition, target: str) -> str:
    """The things on a hex that is attacked: "blue's 2 spearmen on 0502"."""
    at = position.map.find(target)
    armies = () if at is None else position.by_hex.get(at, ())
    things = [f"{possessive(position.players[army.owner])} {listing(nouns(army.units))}" for army in armies]
    return f"{listing(things)} on {target}" if things else target
