"""Legality: what bars an action. Where a player cannot see if a clause bars it, the verdict is UNKNOWN."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.rules import Finding, Rulebook, Status, Verdict, bars, judged

from .actions import GRAMMAR, Answer, Seal, ToyAction
from .ground import MAP
from .position import ToyPosition


def check(position: ToyPosition, action: ToyAction, rulebook: Rulebook) -> Verdict:
    """The verdict on an action.

    :raises InputError: if it is malformed
    """
    seat = GRAMMAR.check(position, action)
    findings = tuple(the_moment(position, action, seat))
    if position.veil in (None, seat):  # of another player's action a player knows only if it is the time for it
        findings += tuple(objections(action, position, seat))
    if not findings:
        unsure = tuple(finding.on(position.map) for finding in unseen(position, action, seat))
        if unsure:
            return Verdict(Status.UNKNOWN, unsure, str(action), rulebook)
    return judged(position, action, findings, rulebook)


@bars("T2", "T6", "T9")
def the_moment(position: ToyPosition, action: ToyAction, seat: int) -> Iterator[Finding]:
    """T2, T6, T9: it is not the time for this action."""
    if position.system.outcome(position) is not None:
        yield Finding("T9", "over", (), {}, "the game is over")
    if isinstance(action, Answer):
        yield from a_meeting_to_decide(position, seat)
        return
    if position.meetings:
        here = MAP.name(position.meetings[0])
        who = {"player": position.players[position.decider]}
        yield Finding("T6", "meeting_first", (here,), who, "first {player:decides} about the meeting on {0}")
    if position.drawing:
        yield Finding("T2", "draws_first", (), {}, "first the cards are drawn")


@bars("T6")
def a_meeting_to_decide(position: ToyPosition, seat: int) -> Iterator[Finding]:
    """T6: there is a meeting, and it is this player who decides about it."""
    if not position.meetings:
        yield Finding("T6", "no_meeting", (), {}, "there is no meeting to decide about")
    elif seat != position.decider:
        here, who = MAP.name(position.meetings[0]), {"player": position.players[position.decider]}
        yield Finding("T6", "others_decision", (here,), who, "{player:decides} about the meeting on {0}")


@singledispatch
def objections(action: ToyAction, position: ToyPosition, seat: int) -> Iterator[Finding]:
    """The findings against an action at its time."""
    raise NotImplementedError(action)


@objections.register
@bars("T6")
def _answer(action: Answer, position: ToyPosition, seat: int) -> Iterator[Finding]:
    if action.bribe and "gold" not in position.hands[seat]:
        yield Finding(
            "T6", "no_gold", (), {"player": action.player}, "a bribe takes a gold card, and {player:has} none"
        )


@objections.register
@bars("T2", "T3", "T4", "T5")
def _seal(order: Seal, position: ToyPosition, seat: int) -> Iterator[Finding]:
    origin, there = MAP.index(order.way[0]), MAP.index(order.way[-1])
    own = position.couriers_of(seat)
    if origin not in own:
        yield Finding("T2", "no_courier", (order.way[0],), {"player": order.player}, "{player:has} no courier on {0}")
    if len(order.way) == 1:
        return
    kind = MAP.kind(origin, there)
    if kind is None:
        yield Finding("T2", "not_adjacent", order.way, {}, "{0} and {1} are not adjacent")
    if kind == "river" and "ferry" not in position.hands[seat]:
        wording = "a river lies between {0} and {1}, and {player:has} no ferry card"
        yield Finding("T3", "no_ferry", order.way, {"player": order.player}, wording)
    if (there, 1 - seat) in position.forts:
        numbers = {"enemy": position.players[1 - seat]}
        yield Finding("T4", "fort", (order.way[1],), numbers, "{enemy:has} a fort on {0}")
    if there in own:
        yield Finding(
            "T5", "own_courier", (order.way[1],), {"player": order.player}, "{player:has} a courier on {0} already"
        )


@bars("T1", "T4")
def unseen(position: ToyPosition, order: ToyAction, seat: int) -> Iterator[Finding]:
    """T1, T8: a player sees neither the cards of another, nor all couriers and forts."""
    if position.veil not in (None, seat):
        yield Finding("T1", "others_cards", (), {"player": order.player}, "{player:'s} cards cannot be seen")
    elif isinstance(order, Seal) and position.veil is not None and MAP.index(order.way[-1]) not in position.lit(seat):
        yield Finding("T4", "unseen", (order.way[-1],), {}, "{0} cannot be seen: there may be a fort")
