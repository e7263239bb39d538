"""What makes an action malformed: names and numbers that do not exist in a position."""

from __future__ import annotations

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.systems.frontiers.actions import Assign, ChooseDraw, Commit, FrontiersAction, Occupy, Pass, Play, Resolve
from hexwidget.systems.frontiers.cards import DECKS
from hexwidget.systems.frontiers.position import FrontiersPosition

MOST = 999
CANNOT_READ = "this action cannot be read"


def raise_if_malformed(position: FrontiersPosition, action: FrontiersAction) -> None:
    """Refuse an action that names a player, card, deck or frontier that does not exist.

    :raises InputError: listing everything that is malformed
    """
    problems = Problems()
    if not isinstance(action, (Play, Commit, Assign, Occupy, Resolve, ChooseDraw, Pass)):
        raise InputError(CANNOT_READ, [Problem("", f"expected an action, not {shown(action)}")])
    if action.player not in position.players:
        problems.unknown("player", "player", action.player, position.players)
    frontiers: list[object] = []
    if isinstance(action, Play):
        if action.card not in position.cards:
            problems.unknown("card", "card", action.card, position.cards)
        _note_payment(position, action.payment, problems)
        frontiers = [action.frontier] if action.frontier is not None else []
    elif isinstance(action, Commit):
        frontiers = [frontier for _, frontier in action.moves]
        _note_twice("commit", [*(unit for unit, _ in action.moves), *action.retreats], problems)
    elif isinstance(action, Assign):
        frontiers = [action.frontier]
        _note_twice("assign", [unit for unit, _ in action.damage], problems)
        for unit, n in action.damage:
            if type(n) is not int or not 0 <= n <= MOST:
                problems.add("assign", f"expected a whole number of damage for {unit}, not {shown(n)}")
    elif isinstance(action, Occupy) or (isinstance(action, Resolve) and action.frontier is not None):
        frontiers = [action.frontier]
    elif isinstance(action, ChooseDraw) and action.deck not in DECKS:
        problems.unknown("draw", "deck", action.deck, DECKS)
    for frontier in frontiers:
        if type(frontier) is not int or frontier not in position.frontiers:
            last = position.frontiers[-1]
            problems.add("frontier", f"expected the number of a frontier, from 1 to {last}, not {shown(frontier)}")
    problems.raise_any(CANNOT_READ)


def _note_twice(where: str, named: list[str], problems: Problems) -> None:
    for unit in {unit for unit in named if named.count(unit) > 1}:
        problems.add(where, f"{unit} is named twice")


def _note_payment(position: FrontiersPosition, payment: object, problems: Problems) -> None:
    if payment is None:
        return
    settlements, villagers = payment if isinstance(payment, tuple) and len(payment) == 2 else (None, None)
    if type(settlements) is not int or not isinstance(villagers, tuple):
        problems.add("paying", f"expected settlements and villagers, not {shown(payment)}")
        return
    for kind, n in villagers:
        if kind not in position.cards or position.cards[kind].type != "villager":
            known = [card.name for card in position.cards.values() if card.type == "villager"]
            problems.unknown("paying", "villager", kind, known)
        if type(n) is not int or not 1 <= n <= MOST:
            problems.add("paying", f"expected a whole number of {kind}, not {shown(n)}")
