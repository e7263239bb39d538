"""The truth of the toy's sentences."""

from __future__ import annotations

from collections.abc import Callable

from examples.toy.actions import Seal, ToyAction
from examples.toy.position import ToyPosition
from hexwidget.rules import Finding
from tests.examples.reference import border, hand, other, where

Truth = Callable[[ToyPosition, ToyAction, Finding], bool]


def the_decider_and_the_place(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    decides = position.players[1 - position.initiative]
    here = position.map.name(position.meetings[0])
    return finding.text == f"{decides} decides about the meeting on {here}" and decides != action.player


def the_place_of_the_meeting(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return finding.subjects == (position.map.name(position.meetings[0]),)


def no_courier_of_the_player(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    (here,), player = finding.subjects, finding.numbers["player"]
    return player == action.player and here not in where(position, player, "couriers")


def not_adjacent(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return isinstance(action, Seal) and finding.subjects == action.way and border(action.way) is None


def a_river_and_no_ferry(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return border(finding.subjects) == "river" and "ferry" not in hand(position, action.player)


def an_enemy_fort(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return finding.subjects[0] in where(position, other(position, action.player), "forts")


def an_own_courier(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return finding.subjects[0] in where(position, action.player, "couriers")


def no_gold_in_the_hand(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return "gold" not in hand(position, action.player)


def no_meeting(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return not position.meetings


SENTENCES: dict[tuple[str, str], Truth] = {
    ("T2", "no_courier"): no_courier_of_the_player,
    ("T2", "not_adjacent"): not_adjacent,
    ("T3", "no_ferry"): a_river_and_no_ferry,
    ("T4", "fort"): an_enemy_fort,
    ("T5", "own_courier"): an_own_courier,
    ("T6", "meeting_first"): the_place_of_the_meeting,
    ("T6", "no_meeting"): no_meeting,
    ("T6", "others_decision"): the_decider_and_the_place,
    ("T6", "no_gold"): no_gold_in_the_hand,
}
REMEDY_WORDS: dict[tuple[str, str], Truth] = {}
"""The toy offers no remedies in words."""
