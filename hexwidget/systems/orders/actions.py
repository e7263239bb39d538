"""The orders, and ending the turn.

``0203 attack blue 0304``, ``0203+0205 attack blue 0304`` (jointly), ``0203 build farm``, ``0203 defend``,
``0203 destroy keep``, ``0203 disband``, ``0203 cast firebolt blue 0305``, ``0203 cast blink 0405``, ``0203 move 0304``,
``end turn``. A unit is named by its hex, on which its player has no other (O1.5); an opponent's name may be left out where
only one is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hexwidget.problems import Problems, shown
from hexwidget.rules import Action, Draft, Form, Grammar, Kind, OneOf, Part, PlayerName, Reading, Slot, SpaceName
from hexwidget.systems.orders.position import OrdersPosition


@dataclass(frozen=True, slots=True, repr=False)
class EndTurn(Action):
    """O1.6: the turn ends, with orders left over or not."""


@dataclass(frozen=True, slots=True, repr=False)
class Attack(Action):
    """O2.1, O2.2: one unit or two attack an opponent's unit. ``owner``: the owner of the target; None: the only opponent there."""

    units: tuple[str, ...]
    target: str
    owner: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Build(Action):
    """O3.1: a building in the unit's own hex."""

    unit: str
    building: str


@dataclass(frozen=True, slots=True, repr=False)
class Defend(Action):
    """O4.1: the unit fortifies itself."""

    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class Destroy(Action):
    """O5.1: a building in the unit's own hex is removed."""

    unit: str
    building: str


@dataclass(frozen=True, slots=True, repr=False)
class Disband(Action):
    """O6.1: the unit is removed for a resource point."""

    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class Cast(Action):
    """O7.1: a spell on a hex. ``owner``: the owner of a bolt's target; None: the only opponent there."""

    unit: str
    spell: str
    target: str
    owner: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Move(Action):
    """O8.1: one hex in any direction."""

    unit: str
    to: str


OneUnit = Build | Defend | Destroy | Disband | Cast | Move
Order = EndTurn | Attack | OneUnit


# ---------------------------------------------------------------------- how they are written
LONGEST = 500
"""A longer text of an order, in characters, is refused unread."""
SPACE = SpaceName()
PLAYER = PlayerName()
BUILDING = OneOf("building", lambda position: position.roster.buildings)
SPELL = OneOf("spell", lambda position: position.roster.spells)


class UnitAt(Kind):
    """The hex of the unit that an order is given to."""

    def check(self, value: Any, reading: Reading) -> None:
        if not reading.verb:
            SPACE.check(value, reading)
            return
        units = value.split("+")
        for n, space in enumerate(units, 1):
            SPACE.check(space, reading if len(units) == 1 else reading.part(f"unit {n}"))
        if len(units) > 1 and reading.verb != "attack":
            reading.add(f"only an attack has several units, not {reading.verb}")

    def known(self, position: OrdersPosition) -> Iterator[str]:
        return position.map.names()


class UnitsAt(UnitAt):
    """The hexes of the units that attack, such as "0203+0205"."""

    def read(self, text: str, reading: Reading) -> tuple[str, ...]:
        return tuple(text.split("+"))

    def write(self, value: tuple[str, ...]) -> str:
        return "+".join(value)

    def check(self, value: Any, reading: Reading) -> None:
        if not isinstance(value, tuple) or not value:
            replace(reading, where="units").add(f"expected hexes, not {shown(value)}")
        elif reading.verb:
            super().check("+".join(value), reading)
        else:
            for space in value:
                SPACE.check(space, reading)


class Aim(Kind):
    """A hex, and before it the player whose unit there is meant: "blue 0304".

    :param named: True if the player must be named
    """

    def __init__(self, *, named: bool) -> None:
        self._named = named

    def read(self, text: str, reading: Reading) -> tuple[str | None, str]:
        owner, _, space = text.rpartition(" ")
        return owner if owner or self._named else None, space

    def write(self, value: tuple[str | None, str]) -> str:
        owner, space = value
        return f"{owner} {space}" if owner or self._named else space

    def space(self, slot: Slot) -> str | None:
        return str(slot).rpartition(" ")[2]

    def check(self, value: tuple[str | None, str], reading: Reading) -> None:
        owner, space = value
        SPACE.check(space, reading)
        if owner is not None:
            PLAYER.check(owner, reading)


class AttackForm(Form[Attack]):
    """The form of an attack: the draft of a joint one may be begun from either unit."""

    def drafts(self, action: Attack, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        target = slots["target"].slot((action.owner, action.target))
        for unit in action.units:
            others = [other for other in action.units if other != unit]
            yield {"unit": unit, "target": target, **({"with": others[0]} if others else {})}

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> Attack | None:
        if "unit" not in draft or "target" not in draft:
            return None
        units = tuple(str(draft[slot]) for slot in ("unit", "with") if slot in draft)
        owner, target = slots["target"].unslot(draft["target"], reading)
        return Attack(player, units, target, owner)


def whose_unit(position: OrdersPosition, order: Order, problems: Problems) -> Order:
    """O2.1, O7.1: an order with the owner of the unit that it aims at, if only one opponent stands there."""
    if not isinstance(order, (Attack, Cast)) or order.owner is not None or order.player not in position.players:
        return order
    spell = position.roster.spells.get(order.spell) if isinstance(order, Cast) else None
    at = position.map.find(order.target)
    if at is None or (isinstance(order, Cast) and (spell is None or spell.kind != "bolt")):
        return order
    there = [position.players[unit.owner] for unit in position.opponents(position.players.index(order.player), at)]
    if len(there) > 1:
        problems.add("last word", f"several opponents have units there: {', '.join(there)}; name one of them")
    return replace(order, owner=there[0]) if len(there) == 1 else order


UNIT = Part(UnitAt(), where="unit")


def order_to(verb: str, order: type[OneUnit], clause: str, shortcut: str | None = None) -> Form[OneUnit]:
    """The form of an order that names a unit and nothing more. It is offered as a button."""
    draft = {"unit": "{unit}", "do": verb}
    text = f"{{unit}} {verb}"
    return Form(order, text, {"unit": UNIT}, draft, lacks="nothing more", clause=clause, shortcut=shortcut)


def order_about(verb: str, order: type[OneUnit], clause: str) -> Form[OneUnit]:
    """The form of an order that names a unit and a building."""
    parts: dict[str, Kind | Part] = {"unit": UNIT, "building": BUILDING}
    draft = {"unit": "{unit}", verb: "{building}"}
    return Form(order, f"{{unit}} {verb} {{building}}", parts, draft, lacks="what", clause=clause)


OWNER = Part(PLAYER, where="target", word="target")
GRAMMAR: Grammar[Order] = Grammar(
    AttackForm(
        Attack,
        "{units} attack [{owner...}] {target}",
        {"units": Part(UnitsAt(), where="unit"), "target": SPACE, "owner": OWNER},
        {"unit": "{units}", "target": "{owner} {target}"},
        lacks="whom",
        clause="O2.1",
    ),
    order_about("build", Build, "O3.1"),
    order_to("defend", Defend, "O4.1", shortcut="d"),
    order_about("destroy", Destroy, "O5.1"),
    order_to("disband", Disband, "O6.1"),
    Form(
        Cast,
        "{unit} cast {spell} [{owner...}] {target}",
        {"unit": UNIT, "spell": SPELL, "target": SPACE, "owner": OWNER},
        {"unit": "{unit}", "spell": "{spell}", "at": "{owner} {target}"},
        lacks="which spell, and where to",
        clause="O7.1",
    ),
    Form(
        Move,
        "{unit} move {to}",
        {"unit": UNIT, "to": Part(SPACE, where="target")},
        {"unit": "{unit}", "to": "{to}"},
        lacks="where to",
        clause="O8.1",
    ),
    Form(EndTurn, "end turn", draft={"do": "end turn"}, clause="O1.6", shortcut="e"),
    slots={"unit": SPACE, "target": Aim(named=True), "with": SPACE, "at": Aim(named=False)},
    noun="order",
    examples='"0203 move 0304", "0203+0205 attack 0304", "0203 build farm", "0203 cast firebolt 0305" or "end turn"',
    longest=LONGEST,
    completes=whose_unit,
)
"""The orders, each declared once.

The slots of a draft: ``unit`` (a hex), then ``to`` (a hex to move to), ``target`` ("blue 0304": the unit to attack) and
``with`` (the hex of a second attacker), ``build`` or ``destroy`` (a building), ``spell`` and ``at`` ("0405", or "blue
0305"), or ``do`` ("defend", "disband"; "end turn" without a unit).
"""
PLAIN_ORDERS = tuple(form for form in GRAMMAR.forms if tuple(form.parts) == ("unit",))
"""The orders that name a unit and nothing more."""
