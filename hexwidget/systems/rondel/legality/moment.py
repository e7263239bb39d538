"""The moment of an action: the end of the game, open questions, the turn, its phase; and the price of the wheel."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.rondel.actions import Answer, Conquer, EndTurn, Lose, Maneuver, RondelAction, Wheel
from hexwidget.systems.rondel.atlas import FREE_WEDGES, WHEEL
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.words import counted


@bars("R1.5", "R3.5", "R3.6", "R5.3")
def the_moment(position: RondelPosition, action: RondelAction, seat: int) -> Iterator[Finding]:
    """R5.3, R3.6, R3.5, R1.5, R5.2, R1.1: the game goes on, open questions come first, and it is the nation's turn."""
    end = position.system.outcome(position)
    active, name = position.players[position.active], position.map.name
    if end is not None:
        yield Finding("R5.3", "over", (), {"result": end.text}, "the game is over: {result}")
    elif position.toll is not None:
        if not isinstance(action, Lose) or seat != position.active:
            wording = "first {player} names its units that fall on {0}"
            yield Finding("R3.5", "toll", (name(position.toll.at),), {"player": active}, wording)
    elif position.asks:
        ask = position.asks[0]
        if not isinstance(action, Answer) or seat != ask.seat:
            numbers = {"player": position.players[ask.seat], "kind": ask.kind}
            wording = "first {player} says whether its units fight on {0} ({kind})"
            yield Finding("R3.6", "asked", (name(ask.at),), numbers, wording)
    elif isinstance(action, Answer):
        yield Finding("R3.6", "not_asked", (), {}, "nobody is asked whether to fight")
    elif isinstance(action, Lose):
        yield Finding("R3.5", "no_toll", (), {}, "there is no battle whose units have still to be named")
    elif seat != position.active:
        numbers = {"player": active, "other": position.players[seat]}
        yield Finding("R1.5", "not_your_turn", (), numbers, "it is {player}'s turn, not {other}'s")
    else:
        yield from each_phase_its_actions(position, action)


@bars("R1.1", "R5.2")
def each_phase_its_actions(position: RondelPosition, action: RondelAction) -> Iterator[Finding]:
    """R5.2, R1.1: first the wheel, then movement, then conquest."""
    if isinstance(action, Wheel):
        if position.phase != "wheel":
            yield Finding("R5.2", "wheel_turned", (), {}, "the marker has been moved in this turn")
    elif position.phase == "wheel":
        wedges = _wedges_to_maneuver(position)
        pays = wedges - FREE_WEDGES <= position.resources[position.active]
        offer = Remedy(f"go on {counted(wedges, 'wedge')}, to a maneuver", "R5.1", f"wheel {wedges}") if pays else None
        wording = "no maneuver is due: the marker has still to be moved"
        yield Finding("R5.2", "no_maneuver", (), {}, wording, offer)
    elif isinstance(action, (Conquer, EndTurn)) and position.phase == "movement":
        offer = Remedy("end the movement phase first", "R1.1", "end movement")
        wording = "cities are conquered, and turns end, in the conquest phase"
        yield Finding("R1.1", "movement_phase", (), {}, wording, offer)
    elif isinstance(action, Maneuver) and position.phase == "conquest":
        wording = "the movement phase has been ended, and that cannot be taken back"
        yield Finding("R1.1", "conquest_phase", (), {}, wording)


def _wedges_to_maneuver(position: RondelPosition) -> int:
    """The number of wedges from the active nation's marker to the next maneuver."""
    at = position.markers[position.active]
    return next(n for n in range(1, len(WHEEL) + 1) if WHEEL[(at - 1 + n) % len(WHEEL)] == "maneuver")


@bars("R5.1")
def within_its_means(action: Wheel, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R5.1: the marker goes on at most once round, and the nation can pay for the wedges that are not free."""
    most, have = len(WHEEL), position.resources[seat]
    if not 1 <= action.wedges <= most:
        yield Finding("R5.1", "wedges", (), {"most": most}, "the marker goes on by 1 to {most} wedges")
    elif action.wedges - FREE_WEDGES > have:
        cost = action.wedges - FREE_WEDGES
        numbers = {"cost": cost, "have": have, "wedges": action.wedges, "price": counted(cost, "resource")}
        offer = Remedy(f"go on {FREE_WEDGES + have} wedges at most", "R5.1")
        wording = "{wedges} wedges cost {price}, and {have} can be paid"
        yield Finding("R5.1", "resources", (), numbers, wording, offer)
