"""The desk of `frontiers`: the half that all its choices share."""

from __future__ import annotations

from hexwidget.rules import Desk
from hexwidget.systems.frontiers.actions import FrontiersAction
from hexwidget.systems.frontiers.position import FrontiersPosition


class CardDesk(Desk[FrontiersPosition, FrontiersAction]):
    """An action while a player chooses it: the parts of the draft that the choices ask for."""

    @property
    def target(self) -> str | None:
        """F8.1: the id of the unit that a card is aimed at."""
        return str(self.draft["target"]) if "target" in self.draft else None

    @property
    def frontier(self) -> int | None:
        """The frontier that a card needs: the place of a settlement, or the way out of a target."""
        return int(self.draft["frontier"]) if "frontier" in self.draft else None
