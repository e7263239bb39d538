"""The only action: a player seals the orders for all units at once.

The text is ``march 0203-0303-0304; defend 0405 facing NE; all-around defence 0501``. Units that are not named rest (P1.6);
``all rest`` seals no order at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hexwidget.english import as_phrase, phrase
from hexwidget.problems import Problems, shown
from hexwidget.rules import Action, Form, Grammar, Kind, OneOf, Reading, Slot, SpaceName, Switch
from hexwidget.systems.plotted.units import ORDERS, REST


@dataclass(frozen=True, slots=True)
class Order:
    """An order for one unit (P5.2): the hex of the unit, the kind of order, and its route or facing.

    ``route`` names the hexes that the unit will enter (P1.1), without its own hex. ``facing`` is a side of its hex by compass
    (P4.4), such as "NE".
    """

    unit: str
    kind: str
    route: tuple[str, ...] = ()
    facing: str | None = None

    def __str__(self) -> str:
        way = "-".join((self.unit, *self.route))
        return f"{self.kind} {way}" + (f" facing {self.facing}" if self.facing else "")


@dataclass(frozen=True, slots=True, repr=False)
class Seal(Action):
    """A player's orders for this turn (P1.9). Until all players have sealed, they replace earlier ones."""

    orders: tuple[Order, ...]


# ---------------------------------------------------------------------- how they are written
LONGEST = 20_000
"""The most characters that a text may have. A longer text is refused unread."""
LONGEST_ROUTE = 100
"""The most hexes of a route. A longer one is refused unread."""
ALL_REST = "all rest"
EXAMPLES = (
    '"march 0203-0303", "defend 0405 facing NE", "all-around defence 0501", several with ";" between, or "all rest"'
)


class OneOrder(Kind):
    """One order: "march 0203-0303", or "defend 0405 facing NE"."""

    def read(self, text: str, reading: Reading) -> Order | None:
        """The order of a text; None if it cannot be read, which is noted."""
        words = text.split()
        first = next((n for n, word in enumerate(words) if word[:1].isdigit()), len(words))
        kind = " ".join(words[:first]).lower()
        if kind == "all-around":
            kind = "all-around defence"
        if kind not in ORDERS:
            reading.unknown("order", " ".join(words[:first]), ORDERS)
            return None
        if first == len(words):
            wording = "expected the hex of a unit after {kind}, as in {example}"
            reading.add(wording, kind=shown(kind), example=as_phrase(EXAMPLES))
            return None
        hexes, tail = words[first].split("-"), words[first + 1 :]
        spaces = reading.position.map
        for k, space in enumerate(hexes, 1):
            if spaces.find(space) is None:
                reading.part(phrase("hex {n}", n=k)).add(spaces.explain_unknown(space) if space else "expected a hex")
        return Order(hexes[0], kind, tuple(hexes[1:]), self._facing(tail, reading))

    @staticmethod
    def _facing(tail: list[str], reading: Reading) -> str | None:
        """The facing that the words behind the hexes name."""
        facing = None
        if len(tail) == 2 and tail[0].lower() == "facing":
            facing = tail[1].upper()
            if facing not in reading.position.map.compass:
                reading.unknown("side of a hex", tail[1], reading.position.map.compass)
        elif tail:
            reading.expected('nothing more, or "facing NE"', " ".join(tail))
        return facing

    def check(self, value: Any, reading: Reading) -> None:
        spaces = reading.position.map
        if not isinstance(value, Order):
            reading.expected("an order", value)
            return
        if not isinstance(value.kind, str) or value.kind not in ORDERS:
            reading.unknown("order", value.kind, ORDERS)
        if value.facing is not None and value.facing not in spaces.compass:
            reading.unknown("side of a hex", value.facing, spaces.compass)
        if not isinstance(value.route, tuple) or len(value.route) > LONGEST_ROUTE:
            reading.expected("a route of at most {n} hexes", value.route, n=LONGEST_ROUTE)
            return
        for k, space in enumerate((value.unit, *value.route), 1):
            if type(space) is not str or spaces.find(space) is None:
                SPACE.check(space, reading.part(phrase("hex {n}", n=k)))


@cache
def _place(n: int) -> str:
    """The place of an order, for errors: every well-formed action asks for it, too."""
    return phrase("order {n}", n=n)


class AllOrders(Kind):
    """The orders of a player, with ";" between them, or "all rest"."""

    def read(self, text: str, reading: Reading) -> tuple[Order, ...]:
        if text.lower() in (ALL_REST, REST):
            return ()
        texts = enumerate(text.rstrip("; ").split(";"), 1)
        found = [ORDER.read(part, reading.at(_place(n))) for n, part in texts]
        return tuple(order for order in found if order is not None)

    def write(self, value: tuple[Order, ...]) -> str:
        return "; ".join(map(str, value)) or ALL_REST

    def check(self, value: Any, reading: Reading) -> None:
        if reading.verb:  # what is wrong with a text has been noted
            return
        if not isinstance(value, tuple):
            reading.at("").expected("orders", value)
            return
        for n, order in enumerate(value, 1):
            ORDER.check(order, reading.at(_place(n)))


class Route(Kind):
    """The hexes of a route in a slot of a draft, with blanks between them."""

    def check_slot_text(self, slot: str, reading: Reading) -> None:
        spaces = slot.split()
        if len(spaces) > LONGEST_ROUTE:
            reading.expected("at most {n} hexes between blanks", slot, n=LONGEST_ROUTE)
        for space in spaces[: LONGEST_ROUTE + 1]:
            SPACE.check(space, reading)


def _note_no_hexes(position: Any, draft: Mapping[str, Slot], problems: Problems) -> None:
    """Note the slots for units on hexes that do not exist."""
    for slot in draft:
        _, slash, name = str(slot).partition("/")
        if slash and position.map.find(name) is None:
            problems.add(f"draft/{slot}", position.map.explain_unknown(name))


class SealForm(Form[Seal]):
    """The form of sealed orders. Its drafts are made here; a draft becomes orders at the desk."""

    def drafts(self, action: Seal, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        found: dict[str, Slot] = {}
        for order in action.orders:
            found[f"order/{order.unit}"] = order.kind
            if order.route:
                found[f"route/{order.unit}"] = " ".join(order.route)
            if order.facing:
                found[f"facing/{order.unit}"] = order.facing
        yield found or {"rest": True}


SPACE = SpaceName()
ORDER = OneOrder()
GRAMMAR: Grammar[Seal] = Grammar(
    SealForm(Seal, "{orders...}", {"orders": AllOrders()}, clause="P1.9"),
    slots={
        "unit": SPACE,
        "to": SPACE,
        "rest": Switch(),
        "order/": OneOf("order", tuple(ORDERS)),
        "route/": Route(),
        "facing/": OneOf("side of a hex", lambda position: position.map.compass),
    },
    noun="orders",
    called="sealed orders",
    title="these orders cannot be read",
    examples=EXAMPLES,
    longest=LONGEST,
    drafted=_note_no_hexes,
)
"""The only form of an action. `hexwidget.systems.plotted.choices.draft` says what the slots of its drafts mean."""
