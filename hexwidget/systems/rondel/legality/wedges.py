"""The wedges of the whole wheel: each has its actions, and founding comes last."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel.actions import (
    Arm,
    Build,
    Conquer,
    EndTurn,
    Found,
    Maneuver,
    Obtain,
    OfWedge,
    RondelAction,
)
from hexwidget.systems.rondel.legality.remedies import after_the_movement, to_a_wedge
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import DEEDS

WEDGES: dict[type[RondelAction], tuple[str, str]] = {
    Build: ("temple", "R6.2"),
    Arm: ("arming", "R6.3"),
    Obtain: ("know-how", "R6.4"),
}
"""The wedge of each action that has one of its own, and its clause."""


def each_wedge_its_actions(position: RondelPosition, action: RondelAction) -> Iterator[Finding]:
    """R5.2, R6.2 to R6.4, R1.1: every wedge has its actions, the marker has been moved to that of the action, and founding comes
    last."""
    if not position.whole:
        yield from the_whole_wheel(action)
    elif position.phase == "wheel":
        yield from the_marker_comes_first(position, action)
    else:
        yield from on_its_wedge(position, action)
        yield from a_maneuver_on_its_wedge(position, action)
        yield from founding_comes_last(position, action)


@bars("R5.2")
def the_whole_wheel(action: RondelAction) -> Iterator[Finding]:
    """R5.2: with wheel=maneuver no wedge but the maneuver has actions."""
    if isinstance(action, OfWedge | Found):
        wording = "only maneuvers are played in this game: nothing is built, set up, obtained or founded"
        yield Finding("R5.2", "maneuver_only", (), {}, wording)


@bars("R5.2")
def the_marker_comes_first(position: RondelPosition, action: RondelAction) -> Iterator[Finding]:
    """R5.2: the marker moves before all other actions of a turn."""
    if isinstance(action, Maneuver | Conquer | OfWedge | Found | EndTurn):
        offer = to_a_wedge(position, action)
        yield Finding("R5.2", "no_wedge", (), {}, "the marker has not been moved yet", offer)


@bars("R6.2", "R6.3", "R6.4")
def on_its_wedge(position: RondelPosition, action: RondelAction) -> Iterator[Finding]:
    """R6.2 to R6.4: the marker is on the wedge of the action."""
    if isinstance(action, OfWedge):
        wedge, clause = WEDGES[type(action)]
        if position.wedge != wedge:
            numbers = {"wedge": wedge, "now": position.wedge, "player": position.players[position.active]}
            wording = f"nations {DEEDS[wedge]} on the {{wedge}} wedge, and {{player:'s}} marker is on {{now}}"
            yield Finding(clause, "wedge", (), numbers, wording)


@bars("R1.1")
def a_maneuver_on_its_wedge(position: RondelPosition, action: RondelAction) -> Iterator[Finding]:
    """R1.1: units move, fight and conquer on a wedge of the maneuver."""
    if isinstance(action, Maneuver | Conquer) and position.wedge != "maneuver":
        numbers = {"now": position.wedge, "player": position.players[position.active]}
        wording = "units move, fight and conquer in a maneuver, and {player:'s} marker is on {now}"
        yield Finding("R1.1", "wedge", (), numbers, wording)


@bars("R5.2")
def founding_comes_last(position: RondelPosition, action: RondelAction) -> Iterator[Finding]:
    """R5.2: the first founding ends the actions of the wedge, and in a maneuver founding follows the conquests."""
    if isinstance(action, Found) and position.phase in ("movement", "closing"):
        wording = "cities are founded after the conquests, and the movement phase is not over"
        yield Finding("R5.2", "before_founding", (), {}, wording, after_the_movement(position, action))
    if position.phase != "founding":
        return
    own_wedge = isinstance(action, OfWedge) and position.wedge == WEDGES[type(action)][0]
    if own_wedge or (isinstance(action, Conquer) and position.wedge == "maneuver"):
        wording = "a city has been founded in this turn, and that ended the actions of the {now} wedge"
        yield Finding("R5.2", "founding_begun", (), {"now": position.wedge}, wording)
