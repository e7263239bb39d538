"""Consistency of descriptions: entries that cannot occur together."""

from __future__ import annotations

from hexwidget.english import counted
from hexwidget.geometry import HexMap
from hexwidget.problems import Problems, place, shown
from hexwidget.systems.depletion import provinces
from hexwidget.systems.depletion.description.entries import DepletionDescription, ExplorationGiven
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, Army, Battle, Claim, Landing
from hexwidget.systems.depletion.units import UNEXPLORED

MOST_NAMED = 5
"""The most unexplored hexes that an error names."""


def note_what_does_not_fit(
    entries: DepletionDescription, armies: list[Army], exploration: provinces.Exploration, problems: Problems
) -> None:
    """Note entries that do not fit the map, the armies, or each other. Entries with parts that cannot be read are left out."""
    places = [each.place.split("/") for each in problems.found]
    broken = {place[0] for place in places}
    stand = not any(place[0] == "armies" and len(place) < 3 for place in places)  # their players and hexes are known
    if stand:
        _note_cubes_without_army(entries, armies, problems)
    if entries.landing is not None and stand and not broken & {"landing", "cubes", "turn"}:
        _note_odd_landing(entries.landing, entries.turn, armies, problems)
    if entries.exploration is not None:
        for n, text in enumerate(entries.exploration.tiles):
            _note_odd_tile(f"exploration/tiles/{n}", text, exploration.shape, problems)
        if "exploration" not in broken:
            _note_odd_provinces(entries.exploration, exploration.shape, entries.map, problems)
    elif "exploration" not in broken:
        _note_unexplored(entries.map, problems)
    if entries.claim is not None and not broken & {"claim", "exploration"}:
        _note_odd_claim(entries.claim, exploration, entries.map, problems)
    if entries.fight is not None and stand and not broken & {"fight", "turn", *STRUCTURE_KEYS.values()}:
        _note_odd_fight(entries.fight, entries, armies, problems)


def _note_cubes_without_army(entries: DepletionDescription, armies: list[Army], problems: Problems) -> None:
    held = {army.at for army in armies}
    for at in entries.cubes:
        if at not in held:
            problems.add(place("cubes", entries.map.name(at)), "no army is there, and only armies carry cubes")


def _note_odd_landing(landing: Landing, turn: int, armies: list[Army], problems: Problems) -> None:
    """The last maneuver has landed where that player's armies have its cubes."""
    if landing.open and landing.owner != turn:
        problems.add("landing/player", "only the player whose turn it is can have an attack to decide about")
    cubes = {army.at: army.cubes for army in armies if army.owner == landing.owner}
    for n, spot in enumerate(landing.spots):
        if cubes.get(spot.at, 0) <= spot.cubes_before:
            fewer = counted(spot.cubes_before, "cube")
            problems.add(f"landing/armies/{n}/hex", f"that player has no army there with more than {fewer}")


# ---------------------------------------------------------------------- exploring
def _note_unexplored(hexmap: HexMap, problems: Problems) -> None:
    closed = sorted(provinces.unexplored_hexes(hexmap))
    if closed:
        names = ", ".join(map(hexmap.name, closed[:MOST_NAMED]))
        problems.add("exploration", f"the map has unexplored hexes ({names} ...): say which provinces they belong to")


def _note_odd_provinces(given: ExplorationGiven, shape: provinces.Shape, hexmap: HexMap, problems: Problems) -> None:
    """The provinces cover the unexplored hexes of the map."""
    covered: dict[int, int] = {}
    wrong = ""
    for n, province in enumerate(given.provinces):
        for cell in provinces.cells_of(hexmap, shape, province):
            if cell is None:
                wrong = "the province lies partly off the map (D8.4: a tile covers it exactly)"
            elif hexmap.terrain(cell) != UNEXPLORED:
                wrong = f"{hexmap.name(cell)} belongs to it and is {hexmap.terrain(cell)}, not unexplored (?)"
            elif cell in covered:
                other = hexmap.name(given.provinces[covered[cell]].anchor)
                wrong = f"{hexmap.name(cell)} belongs to {other} already"
            else:
                covered[cell] = n
                continue
            problems.add(f"exploration/provinces/{n}", wrong)
            break
    lonely = sorted(provinces.unexplored_hexes(hexmap) - covered.keys())
    if lonely and not wrong:
        names = ", ".join(map(hexmap.name, lonely[:MOST_NAMED]))
        problems.add("exploration/provinces", f"unexplored hexes belong to no province: {names}")


def _note_odd_tile(where: str, text: str, shape: provinces.Shape, problems: Problems) -> None:
    """A tile covers a province. An empty text stands for a tile that cannot be read."""
    size = len(provinces.tile_of(text).grounds)
    if text and size != len(shape.cells):
        expected = f"expected the grounds of the {len(shape.cells)} hexes of a province (D8.6)"
        problems.add(where, f"{expected}, not of {size}: {shown(text)}")


def _note_odd_claim(claim: Claim, exploration: provinces.Exploration, hexmap: HexMap, problems: Problems) -> None:
    """A claim fits the things that are left to explore."""
    stage = claim.stage
    if stage in ("tile", "rotation"):  # the tile does not lie yet
        if not any(claim.units):
            problems.add("claim/units", "expected at least one unit")
        if claim.at not in provinces.province_hexes(hexmap, exploration.shape, exploration.provinces):
            problems.add("claim/to", "expected an unexplored hex of a province")
        elif stage == "tile" and not exploration.tiles:
            problems.add("claim/stage", "no tile is left to be turned over")
    if stage == "relic" and not exploration.relics:
        problems.add("claim/stage", "no relic is left to be placed")
    if stage == "event" and not exploration.deck:
        problems.add("claim/stage", "no event card is left to be laid open")
    if stage == "rotation":
        _note_odd_tile("claim/tile", claim.tile, exploration.shape, problems)


# ---------------------------------------------------------------------- battles
def _note_odd_fight(fight: Battle, entries: DepletionDescription, armies: list[Army], problems: Problems) -> None:
    """A battle is fought between sides that are on the map."""
    drawn, losers, turn = fight.hits is not None, fight.losers, entries.turn
    if bool(losers) != drawn:
        problems.add("fight/losers", "expected the players who choose their losses, once the cubes are drawn")
    if not set(losers) <= {turn, fight.defender}:
        problems.add("fight/losers", "expected attacker or defender")
    # Once the cubes are drawn, all things of a side that has nothing to choose may have fallen.
    held = {(army.at, army.owner) for army in armies}
    whole = not drawn or turn in losers
    if not fight.origins or (whole and not {(at, turn) for at in fight.origins} <= held):
        problems.add("fight/from", "expected hexes with armies of the player whose turn it is")
    built = [getattr(entries, key).get(fight.defender, ()) for key in STRUCTURE_KEYS.values()]
    held |= {(at, fight.defender) for spaces in built for at in spaces}
    if (not drawn or fight.defender in losers) and (fight.target, fight.defender) not in held:
        problems.add("fight/to", "expected a hex with something of the defender's")
