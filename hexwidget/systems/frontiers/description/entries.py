"""The entries of a description of `frontiers`, declared once: ``position.schema.json`` is generated from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from hexwidget.limits import Limits
from hexwidget.rules.description import MAY_LACK, UNIQUE, WRITTEN, Line, Matching, Player, Told
from hexwidget.systems.frontiers.cards import MOST, MOST_CARDS

LONGEST_TITLE = 40

Name = Annotated[str, Matching("^[a-z]+$")]
FrontierNumber = Annotated[str, Matching("^[1-9]$")]
UnitId = Annotated[str, Matching("^[A-Za-z][A-Za-z0-9]*$")]
Place = Annotated[str, Matching("^(heartland|(advancing|occupying) [1-9])$")]
Deck = Literal["civic", "army"]
Count = Annotated[int, Limits(0)]
AtLeastOne = Annotated[int, Limits(1)]
Amount = Annotated[int, Limits(0, MOST)]
Heap = Annotated[dict[Name, Annotated[int, Limits(1, MOST)]], Told("Cards with their number.")]
Heaps = dict[str, Heap]


@dataclass
class EffectGiven:
    """F8.1: an effect of a card."""

    effect: Literal["damage", "heal", "ready", "exert", "move", "draw", "seal", "trigger"]
    amount: Annotated[int, Limits(1, MOST)] = 1
    to: Literal["target", "opponent", "self", "heartland", "frontier", "this"] = "target"
    deck: Deck = "civic"
    then: list[EffectGiven] = field(default_factory=list)


@dataclass
class TargetGiven:
    """F8.1: the units that a card may be aimed at."""

    whose: Literal["own", "enemy", "any"]
    where: Literal["heartland", "frontier", "anywhere"]


@dataclass
class CardGiven:
    """A card of a scenario's own."""

    name: Name
    title: Annotated[str, Limits(1, LONGEST_TITLE)]
    type: Literal["villager", "settlement", "stratagem", "unit", "tactic", "maneuver"]
    cost: Amount = 0
    damage: Amount = 0
    health: Amount = 0
    target: TargetGiven | None = None
    effects: list[EffectGiven] = field(default_factory=list)
    copies: Amount = 1
    symbol: Annotated[str, Limits(most=LONGEST_TITLE)] = ""


@dataclass
class VillagersGiven:
    """Villagers of one kind. The number of ready ones alone may stand for them."""

    ready: Count = 0
    exerted: Count = 0


@dataclass
class UnitGiven:
    """A unit on the mat."""

    card: Name
    at: Place = "heartland"
    ready: bool = False
    damage: Count = 0


@dataclass
class WinGiven:
    """A frontier where the winner of the combat has positions to take."""

    player: str
    frontier: AtLeastOne


@dataclass
class TriggerGiven:
    """A trigger that is still to be resolved."""

    player: str
    source: str
    card: Name


@dataclass
class DrawGiven:
    """A card that is still to be drawn."""

    player: str
    deck: Deck


@dataclass(kw_only=True)
class FrontiersDescription:
    """The description of a position of `frontiers`, as plain data."""

    players: Annotated[list[Player], Limits(2, 2), UNIQUE, WRITTEN] = field(default_factory=lambda: ["red", "blue"])
    cards: Annotated[list[CardGiven], Limits(most=MOST_CARDS), Told("Cards of one's own, over the bundled ones.")] = (
        field(default_factory=list)
    )
    life_now: dict[str, int] = field(default_factory=dict)
    hands: Annotated[Annotated[Heaps, Told("Left out: the opening hands are drawn.")] | None, MAY_LACK] = None
    civic: Annotated[Heaps | None, MAY_LACK] = None
    army: Annotated[Heaps | None, MAY_LACK] = None
    vaults: Heaps = field(default_factory=dict)
    graveyards: Heaps = field(default_factory=dict)
    villagers: dict[str, dict[Name, AtLeastOne | VillagersGiven]] = field(default_factory=dict)
    settlements: Annotated[
        dict[str, dict[FrontierNumber, Name]], Told("Player, then frontier, then the card there.")
    ] = field(default_factory=dict)
    spent: Annotated[dict[str, Count], Told("How many settlements have paid in this round.")] = field(
        default_factory=dict
    )
    units: Annotated[dict[str, dict[UnitId, UnitGiven]], Told("Player, then the name of the unit.")] = field(
        default_factory=dict
    )
    tactics: Heaps = field(default_factory=dict)
    done: dict[str, list[Literal["villager", "settlement", "commit"]]] = field(default_factory=dict)
    phase: Literal["strategy", "battle", "damage", "after", "triggers", "draw"] = "strategy"
    acting: Annotated[str | None, MAY_LACK] = None
    initiative: Annotated[str | None, MAY_LACK] = None
    passed: bool = False
    sealed: Annotated[
        dict[str, dict[str, dict[str, Count]]], Told("Damage that is assigned: player, frontier, unit.")
    ] = field(default_factory=dict)
    wins: list[WinGiven] = field(default_factory=list)
    triggers: list[TriggerGiven] = field(default_factory=list)
    chosen: dict[str, Deck] = field(default_factory=dict)
    draws: list[DrawGiven] = field(default_factory=list)
    round: AtLeastOne = 1
    title: Line = ""
