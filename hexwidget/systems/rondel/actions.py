"""The actions of a nation, with their texts.

- ``wheel 2`` moves the marker.
- ``move legion roma-capua`` moves the unit with the most actions left, ``move legion(1) roma-capua`` one with one left.
- ``lay legion roma`` lays a unit on its side.
- ``battle athens greeks galley`` asks for battle; ``battle athens greeks galley 2 losing 1 1`` for two pairs, with the units
  that fall by their actions left.
- ``fight``, ``fight 2`` and ``let be`` are the answers of a nation that is asked.
- ``lose 1 0`` names the units that fall, by their actions left.
- ``conquer athens with 1 legion 1 galley`` conquers a city, ``... giving roma`` gives up an own one for it.
- ``end movement`` and ``end turn`` end the phases.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.rules import Action


@dataclass(frozen=True, slots=True, repr=False)
class Wheel(Action):
    """R5.1: the marker goes on by some wedges."""

    wedges: int

    def __str__(self) -> str:
        return f"wheel {self.wedges}"


@dataclass(frozen=True, slots=True, repr=False)
class Move(Action):
    """R2.2: a unit crosses a border. ``left`` tells which unit is meant, by its actions left; None means one with the
    most."""

    kind: str
    origin: str
    to: str
    left: int | None = None

    def __str__(self) -> str:
        which = "" if self.left is None else f"({self.left})"
        return f"move {self.kind}{which} {self.origin}-{self.to}"


@dataclass(frozen=True, slots=True, repr=False)
class Lay(Action):
    """R2.4: a unit is laid on its side early. ``left`` is that of `Move`."""

    kind: str
    at: str
    left: int | None = None

    def __str__(self) -> str:
        which = "" if self.left is None else f"({self.left})"
        return f"lay {self.kind}{which} {self.at}"


@dataclass(frozen=True, slots=True, repr=False)
class Battle(Action):
    """R3.1, R3.4: the active nation asks for battle. ``pairs`` None means as many as there can be. ``losing`` names its units
    that fall, by their actions left, ascending; None means those with the fewest."""

    at: str
    enemy: str
    kind: str
    pairs: int | None = None
    losing: tuple[int, ...] | None = None

    def __str__(self) -> str:
        number = "" if self.pairs is None else f" {self.pairs}"
        losing = "" if self.losing is None else f" losing {' '.join(map(str, self.losing))}"
        return f"battle {self.at} {self.enemy} {self.kind}{number}{losing}"


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Action):
    """R3.6: a nation that is asked fights or lets it be. ``pairs`` None means as many as there can be, 0 lets it be."""

    pairs: int | None

    def __str__(self) -> str:
        return "fight" if self.pairs is None else f"fight {self.pairs}" if self.pairs else "let be"


@dataclass(frozen=True, slots=True, repr=False)
class Lose(Action):
    """R3.5: the active nation names its units that fall, by their actions left, ascending."""

    losing: tuple[int, ...]

    def __str__(self) -> str:
        return f"lose {' '.join(map(str, self.losing))}"


@dataclass(frozen=True, slots=True, repr=False)
class EndMovement(Action):
    """R1.1: the movement phase ends."""

    def __str__(self) -> str:
        return "end movement"


@dataclass(frozen=True, slots=True, repr=False)
class Conquer(Action):
    """R4.5: a city is conquered for some legions and galleys. ``giving`` is the own city that is given up for it (R4.6)."""

    at: str
    legions: int
    galleys: int
    giving: str | None = None

    def __str__(self) -> str:
        kinds = ((self.legions, "legion"), (self.galleys, "galley"))
        paid = [f"{n} {kind}{'s' if n > 1 else ''}" for n, kind in kinds if n]
        giving = "" if self.giving is None else f" giving {self.giving}"
        return f"conquer {self.at} with {' '.join(paid) or 'nothing'}{giving}"


@dataclass(frozen=True, slots=True, repr=False)
class EndTurn(Action):
    """The conquest phase ends, and with it the turn."""

    def __str__(self) -> str:
        return "end turn"


Maneuver = Move | Lay | Battle | EndMovement
RondelAction = Wheel | Maneuver | Answer | Lose | Conquer | EndTurn
