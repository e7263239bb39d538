"""What a player may do, and how it is written.

=================================  ==========================================================
``0202-0302-0303``                 the army on 0202 moves over 0302 to 0303
``0202-0302-0303 march``           the same as a march (D2.1)
``0202``                           the army on 0202 stays where it is, which is a maneuver (D1.5)
``0202-0302-0304 free 0304``       the free entry is the one into 0304 (D1.11)
``attack 0401``                    the army that has just maneuvered attacks what is on 0401 (D1.8)
``no attack``                      it does not
``pass``                           no maneuver (D1.16)
``blue: 0401-0402``                any of these, by a player who is named
=================================  ==========================================================
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.rules import Action


@dataclass(frozen=True, slots=True, repr=False)
class Maneuver(Action):
    """A whole army moves (D1.1). ``path`` names the hexes from origin to destination; one hex alone is staying (D1.5)."""

    path: tuple[str, ...]
    march: bool = False
    free: str | None = None
    """The home whose entry is the free one (D1.11); None: the one that saves most."""

    @property
    def origin(self) -> str:
        """The hex that the army sets out from."""
        return self.path[0]

    @property
    def destination(self) -> str:
        """The hex where it lands."""
        return self.path[-1]

    def __str__(self) -> str:
        free = f" free {self.free}" if self.free else ""
        return "-".join(self.path) + free + (" march" if self.march else "")


@dataclass(frozen=True, slots=True, repr=False)
class Attack(Action):
    """The army that has just maneuvered attacks one hex (D1.8)."""

    target: str

    def __str__(self) -> str:
        return f"attack {self.target}"


@dataclass(frozen=True, slots=True, repr=False)
class NoAttack(Action):
    """The army that has just maneuvered does not attack (D1.8)."""

    def __str__(self) -> str:
        return "no attack"


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """The player makes no maneuver (D1.16)."""

    def __str__(self) -> str:
        return "pass"


DepletionAction = Maneuver | Attack | NoAttack | Pass
