"""What a player may do, and how it is written.

==========================================  =====================================================
``0202-0302-0303``                     the army on 0202 moves over 0302 to 0303
``0202-0302-0303 march``               the same as a march (D2.1)
``0202``                               the army on 0202 stays where it is, which is a maneuver (D1.5)
``0202(2 cavalry)-0302``               only two cavalry of it move (D3.1)
``0202-0302[-1 archer]-0303``          an archer is dropped on 0302 (D3.2)
``0202-0302[+1 cavalry]-0303``         a cavalry is picked up there (D4.2); both: ``[+1 cavalry, -1 archer]``
``0202-0302 pack 1 unpack 1``          a trebuchet is packed before the first step, one unpacked after the last (D1.13)
``0202-0302-0304 free 0304``           the free entry is the one into 0304 (D1.11)
``0202-0302-0402 ferry 0403(1 archer)``  the archer rides with a vessel on 0403 (D7.4); who is not named rides as it fits
``0202-0303; 0405-0404 march``         a corps: several armies at once, in this order (D5.1)
``rotate 2``                           the tile that was turned over is laid, turned by two sixths (D8.2)
``attack 0401``                        the army that has just maneuvered, or the corps, attacks what is on 0401 (D1.8)
``no attack``                          it does not
``lose 1 archer on 0303, city on 0401``  what falls in battle (D9.2); ``lose nothing``
``pass``                               no maneuver (D1.16)
``blue: 0401-0402``                    any of these, by a player who is named
==========================================  =====================================================
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.rules import Action
from hexwidget.systems.depletion.units import Counts, write_units

Seats = tuple[tuple[str, Counts], ...]
"""Who takes seats on the vessels of which hex."""

Changes = tuple[tuple[int, Counts], ...]
"""Units that join or leave on the way: where on the path (its hexes counted from 0), and how many of each type."""


@dataclass(frozen=True, slots=True, repr=False)
class Maneuver(Action):
    """An army, or a part of it, moves (D1.1, D3.1).

    ``path`` names the hexes from origin to destination; one hex alone is staying (D1.5). ``units``: those that set out,
    None for all. ``drops`` (D3.2) and ``pickups`` (D4.2) are in the order of the path. ``pack``: how many trebuchets are
    packed before the first step, ``unpack``: how many are unpacked after the last (D1.13). ``ferries``: who rides with the
    vessels of which hex (D7.4); whom it does not name takes any seat. A path that ends on an unexplored hex claims it (D8.2).
    """

    path: tuple[str, ...]
    march: bool = False
    free: str | None = None
    """The home whose entry is the free one (D1.11); None: the one that saves most."""
    units: Counts | None = None
    drops: Changes = ()
    pickups: Changes = ()
    pack: int = 0
    unpack: int = 0
    ferries: Seats = ()

    @property
    def origin(self) -> str:
        """The hex that the army sets out from."""
        return self.path[0]

    @property
    def destination(self) -> str:
        """The hex where it lands."""
        return self.path[-1]

    @property
    def moves(self) -> bool:
        """Whether it leaves its hex at all; if not, it stays (D1.5)."""
        return len(self.path) > 1

    def __str__(self) -> str:
        hexes = list(self.path)
        if self.drops or self.pickups:
            marks: dict[int, list[str]] = {}
            for sign, changes in (("+", self.pickups), ("-", self.drops)):
                for at, units in changes:
                    marks.setdefault(at, []).extend(f"{sign}{part}" for part in write_units(units).split(", "))
            for at, parts in marks.items():
                hexes[at] += f"[{', '.join(parts)}]"
        if self.units is not None:
            hexes[0] = f"{self.path[0]}({write_units(self.units)}){hexes[0][len(self.path[0]) :]}"
        words = ["-".join(hexes)]
        if self.pack:
            words.append(f"pack {self.pack}")
        if self.unpack:
            words.append(f"unpack {self.unpack}")
        if self.free:
            words.append(f"free {self.free}")
        words += [f"ferry {space}({write_units(units)})" for space, units in self.ferries]
        if self.march:
            words.append("march")
        return " ".join(words)


@dataclass(frozen=True, slots=True, repr=False)
class Corps(Action):
    """Several armies, or parts of them, maneuver at once (D5.1): two groups or more, in the order in which they move."""

    groups: tuple[Maneuver, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.groups))


@dataclass(frozen=True, slots=True, repr=False)
class Rotate(Action):
    """The player lays the tile that was turned over, turned by so many sixths (D8.2)."""

    sixths: int

    def __str__(self) -> str:
        return f"rotate {self.sixths}"


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
class Lose(Action):
    """What a side loses in battle (D9.2): units by hex, and structures by hex and kind."""

    units: Seats = ()
    structures: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        fallen = [f"{part} on {space}" for space, units in self.units for part in write_units(units).split(", ")]
        fallen += [f"{kind} on {space}" for space, kind in self.structures]
        return f"lose {', '.join(fallen) or 'nothing'}"


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """The player makes no maneuver (D1.16)."""

    def __str__(self) -> str:
        return "pass"


DepletionAction = Maneuver | Corps | Rotate | Attack | NoAttack | Lose | Pass
