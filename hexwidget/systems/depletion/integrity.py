"""Whether a position breaks clauses, however it came about."""

from __future__ import annotations

from hexwidget.rules import Finding, Rulebook, Status, Verdict
from hexwidget.systems.depletion.clauses import Findings, bars
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.provinces import laid_out
from hexwidget.systems.depletion.units import GALLEY, PEASANTS, UNEXPLORED, WATER, on_land, peasants_only


@bars("D1.6", "D4.4", "D6.1", "D6.3", "D7.2", "D8.1", "D8.2", "D8.4", "D8.7")
def check_position(position: DepletionPosition, rulebook: Rulebook) -> Verdict:
    """Whether a position breaks clauses: two sides on one hex (D1.6), too large an army (D4.4), vessels on land (D6.1),
    soldiers on water (D7.2), peasants on ocean (D6.3), anything in an unexplored province (D8.1), too few tiles (D8.2) or
    ones that fit no province (D8.4), too many relics (D8.7)."""
    findings = (*_shared(position), *_armies(position), *_exploration(position))
    status = Status.ILLEGAL if findings else Status.LEGAL
    return Verdict(status, findings, "position", rulebook)


def _shared(position: DepletionPosition) -> Findings:
    owners: dict[int, set[int]] = {}
    held = [(a.at, a.owner) for a in position.armies] + [(s.at, s.owner) for s in position.structures]
    for at, owner in held:
        owners.setdefault(at, set()).add(owner)
    for at, seats in sorted(owners.items()):
        name = position.map.name(at)
        there = " and ".join(position.objects_at(at))
        if len(seats) > 1:
            wording = "{0} holds {held}: enemies never share a hex"
            yield Finding("D1.6", "shared", (name,), {"held": there}, wording)
        if position.map.terrain(at) == UNEXPLORED:
            wording = "{0} is unexplored, and {held} stands there"
            yield Finding("D8.1", "unexplored", (name,), {"held": there}, wording)


def _armies(position: DepletionPosition) -> Findings:
    most = position.settings["army_size"]
    for army in position.armies:
        name, terrain = position.map.name(army.at), position.map.terrain(army.at)
        told = {"terrain": terrain}
        if army.size > most:
            wording = "{size} units stand on {0}, and an army has at most {most}"
            yield Finding("D4.4", "too_many", (name,), {"size": army.size, "most": most}, wording)
        land = on_land(army.units)
        if army.units[GALLEY] and terrain not in WATER and terrain != UNEXPLORED:
            yield Finding("D6.1", "vessel_on_land", (name,), told, "{0} is {terrain}, and a vessel stands there")
        if terrain in WATER and not peasants_only(land):
            yield Finding("D7.2", "on_water", (name,), told, "{0} is {terrain}, and soldiers stand on land")
        elif terrain == "ocean" and land[PEASANTS]:
            wording = "{0} is {terrain}, and peasants stand no deeper than the sea"
            yield Finding("D6.3", "on_water", (name,), told, wording)


def _exploration(position: DepletionPosition) -> Findings:
    found, hexmap = position.exploration, position.map
    # A tile that has been turned over and not laid yet is no longer among those that are left.
    turned = position.claim is not None and position.claim.stage == "rotation"
    if len(found.tiles) + turned < len(found.provinces):
        numbers = {"tiles": len(found.tiles), "provinces": len(found.provinces)}
        wording = "there are {provinces} unexplored provinces, and only {tiles} tiles to lay on them"
        yield Finding("D8.2", "too_few_tiles", (), numbers, wording)
    for province in found.provinces:
        covering = [k for k in found.shape.rotations if laid_out(hexmap, found.shape, province, k) is not None]
        if not covering:
            wording = "no rotation of a tile covers the province at {0} exactly"
            yield Finding("D8.4", "does_not_fit", (hexmap.name(province.anchor),), {}, wording)
    most, relics = len(position.players) + 1, len(found.relics) + len(found.placed)
    if relics > most:
        wording = "there are {relics} relics, and in all there are as many as players plus one: {most}"
        yield Finding("D8.7", "too_many_relics", (), {"relics": relics, "most": most}, wording)
