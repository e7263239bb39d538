"""What bars an action; where a player cannot see whether it does, the verdict is UNKNOWN."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Rulebook, Status, Verdict
from tests.toy.actions import Answer, Seal
from tests.toy.ground import MAP
from tests.toy.position import ToyPosition

BARRING = frozenset({"T2", "T3", "T4", "T5", "T6", "T9"})


def check(position: ToyPosition, action: Seal | Answer, rulebook: Rulebook) -> Verdict:
    """Whether an action is legal.

    :raises InputError: if it is malformed
    """
    seat = _read(position, action)
    findings = tuple(_moment(position, action, seat))
    if isinstance(action, Seal):
        findings += tuple(_order(position, action, seat))
        unsure = tuple(_unsure(position, action, seat)) if not findings else ()
        if unsure:
            return Verdict(Status.UNKNOWN, unsure, str(action), rulebook)
    elif action.bribe and "gold" not in position.hands[seat]:
        findings += (Finding("T6", "no_gold", (), {}, "a bribe takes a gold card, and there is none in the hand"),)
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(action), rulebook)


def _read(position: ToyPosition, action: Seal | Answer) -> int:
    problems = Problems()
    if not isinstance(action, (Seal, Answer)):
        raise InputError("this action cannot be read", [Problem("", f"expected an action, not {shown(action)}")])
    if action.player not in position.players:
        problems.unknown("player", "player", action.player, position.players)
    if isinstance(action, Seal):
        if not 1 <= len(action.way) <= 2:
            problems.add("way", f"expected one province or two, not {shown(action.way)}")
        for space in action.way:
            if MAP.find(space) is None:
                problems.add("way", MAP.explain_unknown(space))
    problems.raise_any("this action cannot be read")
    return position.players.index(action.player)


def _moment(position: ToyPosition, action: Seal | Answer, seat: int) -> Iterator[Finding]:
    """T2, T6, T9: whether it is time for this."""
    if position.system.outcome(position) is not None:
        yield Finding("T9", "over", (), {}, "the game is over")
    elif position.meetings:
        here = MAP.name(position.meetings[0])
        if isinstance(action, Seal):
            yield Finding("T6", "meeting_first", (here,), {}, "first it is decided about the meeting on {0}")
        elif seat != position.decider:
            who = {"player": position.players[position.decider]}
            yield Finding("T6", "others_decision", (here,), who, "{player} decides about the meeting on {0}")
    elif isinstance(action, Answer):
        yield Finding("T6", "no_meeting", (), {}, "there is no meeting to decide about")
    elif position.drawing:
        yield Finding("T2", "draws_first", (), {}, "first the cards are drawn")


def _order(position: ToyPosition, order: Seal, seat: int) -> Iterator[Finding]:
    origin, there = MAP.index(order.way[0]), MAP.index(order.way[-1])
    own = position.couriers_of(seat)
    if origin not in own:
        yield Finding("T2", "no_courier", (order.way[0],), {"player": order.player}, "{player} has no courier on {0}")
    if len(order.way) == 1:
        return
    kind = MAP.kind(origin, there)
    if kind is None:
        yield Finding("T2", "not_adjacent", order.way, {}, "{0} and {1} are not adjacent")
    if kind == "river" and "ferry" not in position.hands[seat]:
        yield Finding("T3", "no_ferry", order.way, {}, "a river lies between {0} and {1}, and there is no ferry card")
    if (there, 1 - seat) in position.forts:
        yield Finding("T4", "fort", (order.way[1],), {}, "there is an enemy fort on {0}")
    if there in own:
        yield Finding("T5", "own_courier", (order.way[1],), {}, "a courier of the same player stands on {0}")


def _unsure(position: ToyPosition, order: Seal, seat: int) -> Iterator[Finding]:
    """T8: what cannot be seen from here."""
    if position.veil is not None and MAP.index(order.way[-1]) not in position.lit(seat):
        yield Finding("T4", "unseen", (order.way[-1],), {}, "{0} cannot be seen: there may be a fort")
