"""The moment of an action: the end of the game, open questions, the turn, its phase, and the wedge of the marker."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel import actions
from hexwidget.systems.rondel.legality.remedies import Kin, after_the_losses, after_the_movement, nearest, to_a_wedge
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import DEEDS


def the_moment(position: RondelPosition, action: actions.RondelAction, seat: int) -> Iterator[Finding]:
    """R5.3, R3.5, R3.6, R1.5, R5.2, R1.1: the game goes on, open questions come first, it is the nation's turn, and its phase."""
    yield from the_game_goes_on(position)
    yield from losses_come_first(position, action)
    yield from questions_come_first(position, action, seat)
    yield from own_turn(position, action, seat)
    yield from the_wheel_comes_first(position, action)
    yield from each_phase_its_actions(position, action)
    yield from each_wedge_its_actions(position, action)


@bars("R5.3")
def the_game_goes_on(position: RondelPosition) -> Iterator[Finding]:
    """R5.3: the game is not over."""
    end = position.system.outcome(position)
    if end is not None:
        yield Finding("R5.3", "over", (), {"result": end.text}, "the game is over: {result}")


@bars("R3.5")
def losses_come_first(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
    """R3.5: a battle waits until its units are named. Nothing else comes before, and no other time allows naming."""
    toll = position.toll
    if toll is not None and not isinstance(action, actions.Lose):
        numbers = {"player": position.players[position.active]}
        wording = "first {player:names} {player:its} units that fall in {0}"
        offer = after_the_losses(position, action)
        yield Finding("R3.5", "toll", (position.map.name(toll.at),), numbers, wording, offer)
    elif toll is None and isinstance(action, actions.Lose):
        yield Finding("R3.5", "no_toll", (), {}, "no battle waits for units to be named")


@bars("R3.6")
def questions_come_first(position: RondelPosition, action: actions.RondelAction, seat: int) -> Iterator[Finding]:
    """R3.6: the nation that is asked answers, and then nothing else is done. The units of a battle are named before."""
    if isinstance(action, actions.Lose) and position.toll is not None:
        return
    if position.asks:
        ask = position.asks[0]
        if not isinstance(action, actions.Answer) or seat != ask.seat:
            numbers = {"player": position.players[ask.seat], "kinds": f"{ask.kind}s"}
            wording = "first {player:says} if {player:its} {kinds} in {0} fight"
            yield Finding("R3.6", "asked", (position.map.name(ask.at),), numbers, wording)
    elif isinstance(action, actions.Answer):
        yourself = Kin("ask for battle yourself: {action}", "R3.4", of=actions.Battle)
        offer = None if action.pairs == 0 else nearest(position, action, yourself)
        yield Finding("R3.6", "not_asked", (), {}, "nobody is asked for battle now", offer)


@bars("R1.5")
def own_turn(position: RondelPosition, action: actions.RondelAction, seat: int) -> Iterator[Finding]:
    """R1.5: a nation acts in its own turn. In the turns of others it only answers."""
    if seat != position.active and not isinstance(action, actions.Answer):
        numbers = {"player": position.players[position.active], "other": position.players[seat]}
        yield Finding("R1.5", "not_your_turn", (), numbers, "it is {player:'s} turn, not {other:'s}")


@bars("R5.2")
def the_wheel_comes_first(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
    """R5.2: the marker moves once a turn, before a maneuver."""
    if isinstance(action, actions.Wheel):
        if position.phase != "wheel":
            yield Finding("R5.2", "wheel_turned", (), {}, "the marker has been moved in this turn already")
    elif (
        position.phase == "wheel"
        and not position.whole
        and isinstance(action, actions.Maneuver | actions.Conquer | actions.EndTurn)
    ):
        wording = "the marker has not been moved yet, and no maneuver is due"
        yield Finding("R5.2", "no_maneuver", (), {}, wording, to_a_wedge(position, action))


@bars("R1.1")
def each_phase_its_actions(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
    """R1.1: first movement, then conquest. The last questions belong to neither."""
    if isinstance(action, actions.Conquer | actions.EndTurn) and position.phase in ("movement", "closing"):
        what = "cities are conquered" if isinstance(action, actions.Conquer) else "turns end"
        wording = f"{what} in the conquest phase"
        if position.phase == "closing":
            wording += ", which begins after the last answer"
        yield Finding("R1.1", "movement_phase", (), {}, wording, after_the_movement(position, action))
    elif isinstance(action, actions.Maneuver) and (
        position.phase in ("closing", "conquest") or (position.phase == "founding" and position.wedge == "maneuver")
    ):
        wording = "the movement phase has been ended, and that cannot be taken back"
        end = nearest(position, action, Kin("end the turn", "R1.1", of=actions.EndTurn))
        over = isinstance(action, actions.EndMovement)
        yield Finding("R1.1", "conquest_phase", (), {}, wording, end if over else None)


# ---------------------------------------------------------------------- wedges
WEDGES: dict[type[actions.RondelAction], tuple[str, str]] = {
    actions.Build: ("temple", "R6.2"),
    actions.Arm: ("arming", "R6.3"),
    actions.Obtain: ("know-how", "R6.4"),
}
"""The wedge of each action that has one of its own, and its clause."""


def each_wedge_its_actions(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
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
def the_whole_wheel(action: actions.RondelAction) -> Iterator[Finding]:
    """R5.2: with wheel=maneuver no wedge but the maneuver has actions."""
    if isinstance(action, actions.OfWedge | actions.Found):
        wording = "only maneuvers are played in this game: nothing is built, set up, obtained or founded"
        yield Finding("R5.2", "maneuver_only", (), {}, wording)


@bars("R5.2")
def the_marker_comes_first(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
    """R5.2: the marker moves before all other actions of a turn."""
    if isinstance(action, actions.Maneuver | actions.Conquer | actions.OfWedge | actions.Found | actions.EndTurn):
        yield Finding("R5.2", "no_wedge", (), {}, "the marker has not been moved yet", to_a_wedge(position, action))


@bars("R6.2", "R6.3", "R6.4")
def on_its_wedge(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
    """R6.2 to R6.4: the marker is on the wedge of the action."""
    if isinstance(action, actions.OfWedge):
        wedge, clause = WEDGES[type(action)]
        if position.wedge != wedge:
            numbers = {"wedge": wedge, "now": position.wedge, "player": position.players[position.active]}
            wording = f"nations {DEEDS[wedge]} on the {{wedge}} wedge, and {{player:'s}} marker is on {{now}}"
            yield Finding(clause, "wedge", (), numbers, wording)


@bars("R1.1")
def a_maneuver_on_its_wedge(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
    """R1.1: units move, fight and conquer on a wedge of the maneuver."""
    if isinstance(action, actions.Maneuver | actions.Conquer) and position.wedge != "maneuver":
        numbers = {"now": position.wedge, "player": position.players[position.active]}
        wording = "units move, fight and conquer in a maneuver, and {player:'s} marker is on {now}"
        yield Finding("R1.1", "wedge", (), numbers, wording)


@bars("R5.2")
def founding_comes_last(position: RondelPosition, action: actions.RondelAction) -> Iterator[Finding]:
    """R5.2: the first founding ends the actions of the wedge, and in a maneuver founding follows the conquests."""
    if isinstance(action, actions.Found) and position.phase in ("movement", "closing"):
        wording = "cities are founded after the conquests, and the movement phase is not over"
        yield Finding("R5.2", "before_founding", (), {}, wording, after_the_movement(position, action))
    if position.phase != "founding":
        return
    own_wedge = isinstance(action, actions.OfWedge) and position.wedge == WEDGES[type(action)][0]
    if own_wedge or (isinstance(action, actions.Conquer) and position.wedge == "maneuver"):
        wording = "a city has been founded in this turn, and that ended the actions of the {now} wedge"
        yield Finding("R5.2", "founding_begun", (), {"now": position.wedge}, wording)
