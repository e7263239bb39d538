"""The orders, and ending the turn.

``0203 attack blue 0304``, ``0203+0205 attack blue 0304`` (jointly), ``0203 build farm``, ``0203 defend``,
``0203 destroy keep``, ``0203 disband``, ``0203 cast firebolt blue 0305``, ``0203 cast blink 0405``, ``0203 move 0304``,
``end turn``. A unit is named by its hex, on which its player has no other (O1.5); an opponent's name may be left out where
only one is meant.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.rules import Action


@dataclass(frozen=True, slots=True, repr=False)
class EndTurn(Action):
    """O1.6: the turn ends, with orders left over or not."""

    def __str__(self) -> str:
        return "end turn"


@dataclass(frozen=True, slots=True, repr=False)
class Attack(Action):
    """O2.1, O2.2: one unit or two attack an opponent's unit. ``owner``: whose it is, None: of the only opponent there."""

    units: tuple[str, ...]
    target: str
    owner: str | None = None

    def __str__(self) -> str:
        whose = f"{self.owner} " if self.owner else ""
        return f"{'+'.join(self.units)} attack {whose}{self.target}"


@dataclass(frozen=True, slots=True, repr=False)
class Build(Action):
    """O3.1: a building in the unit's own hex."""

    unit: str
    building: str

    def __str__(self) -> str:
        return f"{self.unit} build {self.building}"


@dataclass(frozen=True, slots=True, repr=False)
class Defend(Action):
    """O4.1: the unit fortifies itself."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} defend"


@dataclass(frozen=True, slots=True, repr=False)
class Destroy(Action):
    """O5.1: a building in the unit's own hex is removed."""

    unit: str
    building: str

    def __str__(self) -> str:
        return f"{self.unit} destroy {self.building}"


@dataclass(frozen=True, slots=True, repr=False)
class Disband(Action):
    """O6.1: the unit is removed for a resource point."""

    unit: str

    def __str__(self) -> str:
        return f"{self.unit} disband"


@dataclass(frozen=True, slots=True, repr=False)
class Cast(Action):
    """O7.1: a spell on a hex. ``owner``: whose unit there a bolt is meant for, None: of the only opponent there."""

    unit: str
    spell: str
    target: str
    owner: str | None = None

    def __str__(self) -> str:
        whose = f"{self.owner} " if self.owner else ""
        return f"{self.unit} cast {self.spell} {whose}{self.target}"


@dataclass(frozen=True, slots=True, repr=False)
class Move(Action):
    """O8.1: one hex in any direction."""

    unit: str
    to: str

    def __str__(self) -> str:
        return f"{self.unit} move {self.to}"


OneUnit = Build | Defend | Destroy | Disband | Cast | Move
Order = EndTurn | Attack | OneUnit
