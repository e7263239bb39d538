"""The predicates on exploring: on claims (D8.1, D8.6), and on rotations of the tile (D8.3, D8.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from hexwidget.english import listing
from hexwidget.problems import sure
from hexwidget.rules import Finding, bars
from hexwidget.systems.depletion.actions import Rotate
from hexwidget.systems.depletion.legality.remedies import other_turns, without_peasants
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.position import Claim, DepletionPosition
from hexwidget.systems.depletion.provinces import Rotation, province_hexes, rotations, tile_of
from hexwidget.systems.depletion.units import PEASANTS, UNEXPLORED, UNITS


@bars("D8.1")
def soldiers_explore(plan: ManeuverPlan) -> Iterator[Finding]:
    """D8.1: only military units may enter an unexplored province."""
    for n, name in enumerate(plan.action.path):
        peasants = plan.groups[n][PEASANTS] if n else 0
        if peasants and plan.grounds[n] == UNEXPLORED:
            numbers = {"peasants": UNITS[PEASANTS].counted(peasants)}
            wording = "{peasants} would enter {0}, which is unexplored: only military units explore"
            yield Finding("D8.1", "peasants", (name,), numbers, wording, partial(without_peasants, plan))
            return


@bars("D8.6")
def claims_come_last(plan: ManeuverPlan) -> Iterator[Finding]:
    """D8.6: only the last hex of a path may be unexplored."""
    for n, ground in enumerate(plan.grounds[:-1]):
        if ground == UNEXPLORED:
            wording = "{0} is unexplored: a path may end there with a claim, but not pass through"
            yield Finding("D8.6", "passes_unexplored", (plan.action.path[n],), {}, wording)


@bars("D8.6")
def nobody_goes_on_from_a_claim(plan: ManeuverPlan) -> Iterator[Finding]:
    """D8.6: a path ends on the hex that it claims. For a maneuver that is to go on from the end of its path."""
    if plan.claims:
        here = plan.position.map.name(plan.path[-1])
        yield Finding("D8.6", "passes_unexplored", (here,), {}, "{0} is claimed, and nobody goes on from there")


def rotations_of_the_tile(position: DepletionPosition) -> tuple[Claim, tuple[Rotation, ...]]:
    """The claim whose tile was turned over, and all rotations of the tile. Asked in the stage of rotation."""
    claim, found = sure(position.claim), position.exploration
    province = found.provinces[province_hexes(position.map, found.shape, found.provinces)[claim.at]]
    return claim, rotations(position.map, found.shape, province, claim.tile)


@bars("D8.3", "D8.4")
def rotation_meets_the_conditions(position: DepletionPosition, action: Rotate) -> Iterator[Finding]:
    """D8.4: a tile covers the province exactly. D8.3: the conditions bind a tile with sea (`meeting_the_conditions`)."""
    claim, every = rotations_of_the_tile(position)
    chosen, covering = every[action.sixths], [rotation for rotation in every if rotation.lies is not None]
    here, offer = (position.map.name(claim.at),), partial(other_turns, position, action)
    numbers = {"turn": f"{60 * chosen.sixths}°"}
    if chosen.lies is None:
        numbers["fits"] = _degrees(covering)
        wording = "turned by {turn} the tile does not cover the province exactly; {fits} would"
        yield Finding("D8.4", "does_not_cover", here, numbers, wording, offer)
    elif "sea" in tile_of(claim.tile).grounds:
        what, meeting = meeting_the_conditions(covering)
        if chosen not in meeting:
            failing = [words for words in (chosen.first, chosen.second) if words]
            if what == "the first condition":
                failing = [chosen.first]
            numbers |= {"what": what, "meeting": _degrees(meeting), "failing": " and ".join(failing)}
            wording = "with the tile turned by {turn}, {failing} (D8.4); {meeting} would meet {what}"
            yield Finding("D8.3", "conditions", here, numbers, wording, offer)


def _degrees(rotations: list[Rotation]) -> str:
    return listing([f"{60 * rotation.sixths}°" for rotation in rotations], "or")


def meeting_the_conditions(covering: list[Rotation]) -> tuple[str, list[Rotation]]:
    """D8.3: a tile with sea meets both conditions of D8.4 if some rotation does, else the first, else the second. Return the
    conditions that it has to meet, in words, and the rotations that do: all, if no rotation meets any.

    :param covering: the rotations that cover the province exactly
    """
    demands: tuple[tuple[str, Callable[[Rotation], bool]], ...] = (
        ("both conditions", lambda r: not r.first and not r.second),
        ("the first condition", lambda r: not r.first),
        ("the second condition", lambda r: not r.second),
    )
    for what, meets in demands:
        meeting = [rotation for rotation in covering if meets(rotation)]
        if meeting:
            return what, meeting
    return "", covering
