"""Remedies that are actions: each is tried before it is offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hexwidget.problems import InputError
from hexwidget.rules.action import Action
from hexwidget.rules.chance import CHANCE, TERMINAL
from hexwidget.rules.position import Position
from hexwidget.rules.verdict import Remedy

MOST_FOLLOWED = 400
"""The most positions that are looked at behind a first step. Where there are more, the remedy says "may"."""


def legal(position: Position, action: Action | str) -> bool:
    """True if an action is legal; False if it is barred, malformed, or depends on things that are not seen."""
    try:
        return bool(position.check(action))
    except InputError:
        return False


def instead(position: Position, actions: Iterable[Action], words: str, clause: str) -> Remedy | None:
    """Offer the first of some actions that is legal, to be done instead. The nearest come first.

    :param words: the remedy in words; ``{action}`` stands for the text of the action
    :param clause: the clause that allows the action
    :return: None if none of the actions is legal
    """
    found = next((action for action in actions if legal(position, action)), None)
    return None if found is None else Remedy(words.replace("{action}", str(found)), clause, str(found))


def first_do(position: Position, step: Action, asked: Action, words: str, clause: str) -> Remedy | None:
    """Offer a step after which the action that was asked for is legal.

    The step is followed through every outcome of chance and every answer of other players, until the player who asks acts
    again. If the action is legal on some of these ways only, the remedy says "may".

    :param words: the remedy in words: the step, its cost, and whether the rules let it be taken back
    :param clause: the clause that allows the step
    :return: None if the step is barred, or if the action stays barred after it
    """
    if not legal(position, step):
        return None
    helps = [legal(end, asked) for end in _ends(position.apply(step).position, asked.player)]
    if not any(helps):
        return None
    offered = Remedy(words, clause, str(step), first=True)
    if all(helps) and len(helps) < MOST_FOLLOWED:
        return offered
    return replace(offered, text=f"{words}; it may be legal then", certain=False)


def _ends(start: Position, player: str) -> Iterator[Position]:
    """The positions behind a step in which a player acts again, or the game is over: at most `MOST_FOLLOWED` of them.

    A way on which the player does not act again within the bound is an end as it is.
    """
    waiting, seen = [start], 0
    while waiting:
        position = waiting.pop()
        seen += 1
        if seen >= MOST_FOLLOWED or player in position.to_act or position.to_act == TERMINAL:
            yield position
        elif position.to_act == CHANCE:
            node = position.chance
            waiting += [position.apply(outcome).position for outcome in node or ()]
        else:
            other = min(position.to_act)
            waiting += [position.apply(answer).position for answer in position.legal_actions(other)]
