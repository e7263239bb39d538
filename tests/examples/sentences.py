"""The truth of the toy's sentences."""

from __future__ import annotations

from collections.abc import Callable

from examples.toy.actions import Seal, ToyAction
from examples.toy.position import ToyPosition
from hexwidget.rules import Finding
from tests.examples.reference import border, hand, other, where

Truth = Callable[[ToyPosition, ToyAction, Finding], bool]


def label(position: ToyPosition, province: str) -> str:
    """The name of a province as the map shows it."""
    return position.map.label(position.map.index(province))


def no_courier_of_the_player(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    assert isinstance(action, Seal)
    here, player = action.way[0], action.player
    return (
        here not in where(position, player, "couriers")
        and finding.text == f"{player} has no courier on {label(position, here)}"
    )


def not_adjacent(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    assert isinstance(action, Seal)
    text = f"{label(position, action.way[0])} and {label(position, action.way[1])} are not adjacent"
    return border(action.way) is None and finding.text == text


def a_river_and_no_ferry(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    assert isinstance(action, Seal)
    river = (
        border(action.way) == "river"
        and f"a river lies between {label(position, action.way[0])} and {label(position, action.way[1])}"
    )
    no_card = "ferry" not in hand(position, action.player) and f"{action.player} has no ferry card"
    return finding.text == f"{river}, and {no_card}"


def an_enemy_fort(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    assert isinstance(action, Seal)
    enemy, there = other(position, action.player), action.way[1]
    return (
        there in where(position, enemy, "forts") and finding.text == f"{enemy} has a fort on {label(position, there)}"
    )


def an_own_courier(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    assert isinstance(action, Seal)
    there, own = action.way[1], where(position, action.player, "couriers")
    return there in own and finding.text == f"{action.player} has a courier on {label(position, there)} already"


def no_gold_in_the_hand(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    text = f"a bribe takes a gold card, and {action.player} has none"
    return "gold" not in hand(position, action.player) and finding.text == text


def _decides(position: ToyPosition) -> str:
    """T6: the player without the initiative decides about the first meeting."""
    decider = next(name for seat, name in enumerate(position.players) if seat != position.initiative)
    return f"{decider} decides about the meeting on {position.map.label(position.meetings[0])}"


def meeting_first(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return finding.text == f"first {_decides(position)}"


def others_decision(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return finding.text == _decides(position) and not finding.text.startswith(f"{action.player} ")


def no_meeting(position: ToyPosition, action: ToyAction, finding: Finding) -> bool:
    return not position.meetings


SENTENCES: dict[tuple[str, str], Truth] = {
    ("T2", "no_courier"): no_courier_of_the_player,
    ("T2", "not_adjacent"): not_adjacent,
    ("T3", "no_ferry"): a_river_and_no_ferry,
    ("T4", "fort"): an_enemy_fort,
    ("T5", "own_courier"): an_own_courier,
    ("T6", "meeting_first"): meeting_first,
    ("T6", "no_meeting"): no_meeting,
    ("T6", "others_decision"): others_decision,
    ("T6", "no_gold"): no_gold_in_the_hand,
}
REMEDY_WORDS: dict[tuple[str, str], Truth] = {}
"""The toy offers no remedies in words."""
