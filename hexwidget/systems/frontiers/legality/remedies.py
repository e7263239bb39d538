"""Remedies: actions that are legal instead of a barred one, or that make it legal.

A remedy uses only what the player of the barred action sees. So a first step is certain only if the player acts at once after
it: an answer of the other player may come from the hidden hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from hexwidget.rules import Finding, Remedy, first_do, instead, legal, likest
from hexwidget.systems.frontiers.actions import Assign, Commit, FrontiersAction, Occupy, Pass, Play
from hexwidget.systems.frontiers.combat import full_damage, still_to_assign
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition

Offer = Callable[[], Remedy | None] | None
DUE = {
    "damage": "damage is assigned now, such as: {action}",
    "after": "a position is taken now, such as: {action}",
    "triggers": "a trigger is resolved now, such as: {action}",
    "draw": "a draw is chosen now, such as: {action}",
}
"""The remedies in the phases that are for one kind of action."""
INSTEAD = "instead: {action}"
OTHER_CARD = "another card in hand: {action}"


def first_offers(findings: Iterable[Finding], offer: Callable[[], Remedy | None]) -> Iterator[Finding]:
    """The findings; the first of them offers an action that answers all. Where there is no such action, its own remedy stays."""
    for n, finding in enumerate(findings):
        yield finding if n else replace(finding, offer=partial(_either, offer, finding))


def _either(offer: Callable[[], Remedy | None], finding: Finding) -> Remedy | None:
    return offer() or finding.remedy


# ---------------------------------------------------------------------- the moment
def due_now(position: FrontiersPosition, action: FrontiersAction, clause: str) -> Remedy | None:
    """An action of the phase, if the player has still to take one."""
    seat = position.players.index(action.player)
    if action.player not in position.to_act:
        return None
    open_yet = still_to_assign(position, seat)
    due = (a for a in position.legal_actions(action.player) if not isinstance(a, Assign) or a.frontier in open_yet)
    return instead(position, due, DUE[position.phase], clause)


def opened_by_a_pass(position: FrontiersPosition, action: FrontiersAction) -> Remedy | None:
    """F2.4: to pass, if that ends the phase and the player acts at once in the next."""
    step = Pass(action.player)
    if not position.passed or not legal(position, step):
        return None
    if action.player not in position.apply(step).position.to_act:
        return None
    words = f"pass first, which ends the {position.phase} phase of this round and cannot be taken back"
    return first_do(position, step, action, words, "F2.4")


def acts_in_turn(position: FrontiersPosition, player: str) -> bool:
    """True if it is a player's turn in the strategy phase or the battle phase."""
    return position.phase in ("strategy", "battle") and player in position.to_act


# ---------------------------------------------------------------------- cards
def another_play(position: FrontiersPosition, action: Play) -> Remedy | None:
    """The card played otherwise, a villager deployed first who helps to pay it, or another card of the hand."""
    if not acts_in_turn(position, action.player):
        return None
    clause = "F7.2" if action.type == "settlement" else "F2.6"
    same = likest(position, action, INSTEAD, clause, lambda other: other.card == action.card)
    return (
        same
        or _villager_first(position, action)
        or likest(position, action, OTHER_CARD, "F2.6", lambda other: other.type == action.type)
        or likest(position, action, OTHER_CARD, "F2.6")
    )


def _villager_first(position: FrontiersPosition, action: Play) -> Remedy | None:
    """F3.1: a villager of the hand who makes the supply enough. The other player acts before the card can be played, so that is
    not certain."""
    seat = position.players.index(action.player)
    hand = (position.cards[kind] for kind in sorted(set(position.hands[seat]).difference(HIDDEN.values())))
    for card in hand:
        step = Play(action.player, card.name, card.type, payment=None if card.cost else (0, ()))
        if card.type != "villager" or card.deeds or not legal(position, step):
            continue
        after = position.apply(step).position
        answer = Pass(position.players[1 - seat])
        if legal(after, answer) and legal(after.apply(answer).position, action):
            words = f"{step} first, the one villager of this round, which cannot be taken back; then it may be legal"
            return Remedy(words, "F3.1", step, first=True, certain=False)
    return None


def another(position: FrontiersPosition, action: FrontiersAction, clause: str) -> Remedy | None:
    """The action of the phase that is most like a barred one: another trigger, another position."""
    if isinstance(action, Occupy):  # a unit takes the place of a unit, and leaving that of leaving
        same = likest(position, action, INSTEAD, clause, lambda other: (other.unit is None) == (action.unit is None))
        if same is not None:
            return same
    return likest(position, action, INSTEAD, clause)


# ---------------------------------------------------------------------- units
def another_commit(position: FrontiersPosition, action: Commit) -> Remedy | None:
    """The action without what bars it, or with other units."""
    if not acts_in_turn(position, action.player) or position.phase != "strategy":
        return None
    seat = position.players.index(action.player)
    free = [unit.id for unit in position.at(0, seat) if unit.ready]
    holding = [unit.id for unit in position.units if unit.owner == seat and unit.occupying]
    moves = tuple((unit, frontier) for unit, frontier in action.moves if unit in free)
    called = {unit for unit, _ in action.moves if unit in holding}
    retreats = tuple(unit for unit in action.retreats if unit in holding)
    to = next((frontier for _, frontier in action.moves), 1)
    ways = [
        Commit(action.player, moves, tuple(sorted({*retreats, *called}))),
        *(Commit(action.player, ((unit, to),)) for unit in free),
        *(Commit(action.player, (), (unit,)) for unit in holding),
    ]
    return instead(position, ways, INSTEAD, "F4.1")


def another_assignment(position: FrontiersPosition, action: Assign) -> Remedy | None:
    """The damage assigned as it may be, as much as possible as it was named; or damage in another frontier."""
    seat = position.players.index(action.player)
    if position.phase != "damage":
        return None
    places = sorted(position.fights[seat], key=lambda frontier: frontier != action.frontier)
    named = (dict(action.damage) if frontier == action.frontier else {} for frontier in places)
    dealt = (full_damage(position, seat, at, was) for at, was in zip(places, named, strict=True))
    ways = (Assign(action.player, at, tuple(each.items())) for at, each in zip(places, dealt, strict=True))
    return instead(position, ways, INSTEAD, "F5.5")
