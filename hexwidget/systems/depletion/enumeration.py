"""The legal actions of a player, lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hexwidget.problems import InputError
from hexwidget.rules import LegalActions
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.outcome import is_over
from hexwidget.systems.depletion.position import Army, DepletionPosition


class DepletionActions(LegalActions[DepletionAction]):
    """One action for each position that can result: a maneuver for each army, march or not, and hex of landing (the path
    is a cheapest one), and the pass; or, after a landing, an attack on each target and none."""

    def __init__(
        self,
        position: DepletionPosition,
        player: str,
        reach: Callable[[Army, bool], Reach],
        is_legal: Callable[[Any], bool],
    ) -> None:
        self._position = position
        self._player = player
        self._reach = reach
        self._is_legal = is_legal
        seat = position.seat(player)
        self._acts = seat == position.turn and not is_over(position)
        self._armies = [a for a in position.armies if a.owner == seat and not a.cubes]

    def __iter__(self) -> Iterator[DepletionAction]:
        if not self._acts:
            return
        landing = self._position.deciding
        if landing is not None:
            name = self._position.map.name
            yield from (Attack(self._player, name(at)) for at in targets(self._position, landing))
            yield NoAttack(self._player)
            return
        for army in self._armies:
            for march in (False, True):
                reach = self._reach(army, march)
                yield from (Maneuver(self._player, reach.path(space), march) for space in reach)
        yield Pass(self._player)

    def __contains__(self, action: object) -> bool:
        """Whether an action, or its text, is legal; what cannot be read is not."""
        try:
            if isinstance(action, str):
                action = self._position.parse(action)
            return getattr(action, "player", None) == self._player and self._is_legal(action)
        except InputError:
            return False

    def count(self) -> int:
        if not self._acts:
            return 0
        landing = self._position.deciding
        if landing is not None:
            return len(targets(self._position, landing)) + 1
        return sum(len(self._reach(army, march)) for army in self._armies for march in (False, True)) + 1
