"""The actions of a player.

``deploy farmer``, ``deploy spearmen paying 2 farmer`` (``paying 1 settlement 1 farmer``), ``deploy hamlet on 2``, ``activate
feint at spearmen1``, ``activate flanking at spearmen1 to 3``, ``deploy volley at archers1 paying 1 farmer``, ``commit
spearmen1 to 2, militia1 to 1, retreat archers1``, ``assign 2: spearmen1 3, militia1 1`` (the damage in frontier 2), ``occupy 2
with spearmen1``, ``occupy 2 with nobody``, ``resolve villager scribe``, ``resolve settlement 2 at militia1``, ``draw army``,
``draw civic``, ``pass``. Units are named by their ids on the mat, frontiers by their number.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.rules import Action

Payment = tuple[int, tuple[tuple[str, int], ...]]
"""The amount that settlements pay, and the numbers of exerted villagers by their kinds."""
NOTHING: Payment = (0, ())
DRAWN = {"army": 1, "civic": 2}
"""F2.5: the number of cards that a player draws from each deck."""


def paid_in_words(payment: Payment) -> str:
    """A payment at the end of an action's text.

    >>> paid_in_words((1, (("farmer", 2),)))
    ' paying 1 settlement 2 farmer'
    """
    settlements, villagers = payment
    parts = [f"{settlements} settlement"] if settlements else []
    parts += [f"{n} {kind}" for kind, n in villagers]
    return f" paying {' '.join(parts)}" if parts else ""


@dataclass(frozen=True, slots=True, repr=False)
class Play(Action):
    """F2.2, F2.3, F2.6: deploy or activate a card from the hand. ``frontier`` is the place of a settlement; for other cards
    the frontier that the target moves to. ``payment`` None means settlements first, then villagers by name."""

    card: str
    type: str
    target: str | None = None
    frontier: int | None = None
    payment: Payment | None = NOTHING

    def __str__(self) -> str:
        verb = "activate" if self.type in ("stratagem", "maneuver") else "deploy"
        at = f" at {self.target}" if self.target else ""
        where = "" if self.frontier is None else f" {'on' if self.type == 'settlement' else 'to'} {self.frontier}"
        return f"{verb} {self.card}{at}{where}{paid_in_words(self.payment or NOTHING)}"


@dataclass(frozen=True, slots=True, repr=False)
class Commit(Action):
    """F4.1, F4.2: units go from the heartland to frontiers, and occupying units retreat; each in the order of their ids."""

    moves: tuple[tuple[str, int], ...]
    retreats: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{unit} to {frontier}" for unit, frontier in self.moves]
        parts += [f"retreat {unit}" for unit in self.retreats]
        return f"commit {', '.join(parts)}"


@dataclass(frozen=True, slots=True, repr=False)
class Assign(Action):
    """F5.1: assign damage in a frontier: the points for each enemy unit there, in the order of their ids."""

    frontier: int
    damage: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return f"assign {self.frontier}: {', '.join(f'{unit} {n}' for unit, n in self.damage)}"


@dataclass(frozen=True, slots=True, repr=False)
class Occupy(Action):
    """F6.1, F6.2: after a combat that the player won, one unit may take (or keep) the occupying position; the others return."""

    frontier: int
    unit: str | None

    def __str__(self) -> str:
        return f"occupy {self.frontier} with {self.unit or 'nobody'}"


@dataclass(frozen=True, slots=True, repr=False)
class Resolve(Action):
    """F2.5, F2.7: resolve a trigger."""

    source: str
    target: str | None = None
    frontier: int | None = None

    def __str__(self) -> str:
        at = f" at {self.target}" if self.target else ""
        where = "" if self.frontier is None else f" to {self.frontier}"
        return f"resolve {self.source}{at}{where}"


@dataclass(frozen=True, slots=True, repr=False)
class ChooseDraw(Action):
    """F2.5: draw 1 army card or 2 civic cards."""

    deck: str

    def __str__(self) -> str:
        return f"draw {self.deck}"


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """F2.4: do nothing."""

    def __str__(self) -> str:
        return "pass"


FrontiersAction = Play | Commit | Assign | Occupy | Resolve | ChooseDraw | Pass
