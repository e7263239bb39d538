"""Clicks become actions: what may be set next in a draft.

Slots of a maneuver: ``army`` (the hex of the army), ``march`` (switch), ``take/cavalry`` (how many set out; all if it is not
set), ``via`` (way-points, "0302 0402"), ``pick/1/cavalry`` and ``drop/1/cavalry`` (how many join and leave on the first
way-point), ``to`` (where it lands), ``pack`` and ``unpack`` (how many trebuchets), ``seat/0403/archers`` (how many ride with
the vessel there). Of a corps: ``parts`` (the groups that are chosen already, as texts), ``part`` (which of them the one in
the making is to be), ``was`` (what it was before it was revised). Others: ``pass`` (switch), ``attack`` (the target's hex, or "no"), ``rotate`` (sixths of a turn),
``lose/0403/archers`` (how many fall). All of them may be set and changed in any order: what does not go together is said by
the verdict.
"""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.rules import Choice, Choices, Draft
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.actions import Pass
from hexwidget.systems.depletion.choices.corps import CorpsDraft, army_choices
from hexwidget.systems.depletion.choices.decisions import attack_choices, complete, loss_choices, rotation_choices
from hexwidget.systems.depletion.choices.maneuver import ManeuverDraft
from hexwidget.systems.depletion.choices.slots import Check, check_draft
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import DepletionPosition


def choices(
    position: DepletionPosition,
    player: str,
    draft: Draft,
    reach: Callable[[ManeuverPlan], Reach],
    check: Check,
) -> Choices:
    """What a player may set next.

    :raises InputError: if the draft has slots or values that cannot be
    """
    position.seat(player)
    check_draft(position, draft)
    end = outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    waits = {
        "tile": "a tile is turned over",
        "relic": "a relic is drawn",
        "event": "an event card is drawn",
        "bag": "cubes are drawn from the bag",
    }.get(position.stage)
    if waits is not None:
        return Choices(player, Draft(), f"Wait: {waits}.")
    if position.players[position.acting] != player:
        return Choices(player, Draft(), f"It is {position.players[position.acting]}'s turn.")
    if position.stage == "rotation":
        return rotation_choices(position, player, draft, check)
    if position.stage == "losses":
        return loss_choices(position, player, draft, check)
    if position.deciding is not None:
        return attack_choices(position, player, position.deciding, draft, check)
    if draft.get("pass"):
        return complete(player, draft, "Confirm to pass.", (_pass(chosen=True),), Pass(player), check)
    corps = CorpsDraft(position, player, draft)
    board = corps.board
    army = board.army_of(position.turn, board.map.index(str(draft["army"]))) if "army" in draft else None
    if army is not None:
        return ManeuverDraft(corps, army, reach).choices(check)
    if corps.parts:
        return corps.choices(check)
    options = (*army_choices(position, player, Draft()), _pass())
    return Choices(player, Draft(), f"{player}: choose an army, or pass.", options)


def _pass(chosen: bool = False) -> Choice:
    then = Draft() if chosen else Draft({"pass": True})
    return Choice("pass", True, "Pass", "button", "D1.16", then, chosen=chosen, shortcut="p")
