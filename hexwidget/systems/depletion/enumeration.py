"""The legal actions of a player, lazily."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.problems import InputError
from hexwidget.rules import Draft, LegalActions
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.outcome import is_over
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.search import Ground, ManeuverSearch


class DepletionActions(LegalActions[DepletionAction]):
    """One action for each position that can result: the maneuvers of each army (see `search`), plain and as marches, and the
    pass; or, after a landing, an attack on each target and none.

    :param within: only those that a draft can still become: its ``army``, and ``march`` if it is set
    """

    def __init__(self, position: DepletionPosition, player: str, within: Draft | None = None) -> None:
        self._position = position
        self._player = player
        self._within = within or Draft()
        seat = position.seat(player)
        self._acts = seat == position.turn and not is_over(position)
        self._armies = [a for a in position.armies if a.owner == seat and not a.cubes]

    def __iter__(self) -> Iterator[DepletionAction]:
        if not self._acts:
            return
        position, within = self._position, self._within
        if position.deciding is not None:
            name = position.map.name
            chosen = within.get("attack")
            for at in targets(position, position.deciding):
                if chosen in (None, name(at)):
                    yield Attack(self._player, name(at))
            if chosen in (None, "no"):
                yield NoAttack(self._player)
            return
        if not within.get("pass"):
            yield from self._maneuvers()
        if "army" not in within:
            yield Pass(self._player)

    def _maneuvers(self) -> Iterator[Maneuver]:
        ground = Ground(self._position, self._position.turn)
        only, marching = self._within.get("army"), self._within.get("march")
        for army in self._armies:
            if only in (None, self._position.map.name(army.at)):
                for march in (False, True):
                    if marching in (None, march):
                        yield from ManeuverSearch(ground, army, march)

    def __contains__(self, action: object) -> bool:
        """Whether an action, or its text, is legal (whatever the draft); what cannot be read is not."""
        try:
            if isinstance(action, str):
                action = self._position.parse(action)
            return getattr(action, "player", None) == self._player and is_legal(self._position, action)  # type: ignore[arg-type]
        except InputError:
            return False

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        return sum(1 for _ in self)
