"""The phrases of an action's text, and of the slots of a draft: kinds of values of `rondel`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hexwidget.problems import shown
from hexwidget.rules import Kind, OneOf, PlayerName, Reading, Slot, SpaceName, Whole
from hexwidget.systems.rondel.atlas import GOODS
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, Store

PLURALS = {"legions": "legion", "galleys": "galley"}
NUMBER = Whole()
FROM_ONE = Whole(1, expected="a whole number from 1 on")
PLAYER = PlayerName()
KIND = OneOf("unit", KINDS)
LEFTS = "0123"
"""The digits of the actions left that a slot may name."""


class UnitMeant(Kind):
    """A unit by its kind and its actions left: "legion", or "legion(1)"."""

    def read(self, text: str, reading: Reading) -> tuple[str, int | None]:
        kind, named, left = text.partition("(")
        kind = PLURALS.get(kind.lower(), kind.lower())
        if named and not left.endswith(")"):
            reading.add(f'expected a unit such as "legion" or "legion(2)", not {shown(text)}')
            return kind, None
        KIND.check(kind, reading)
        return kind, NUMBER.read(left[:-1], reading) if named else None

    def write(self, value: tuple[str, int | None]) -> str:
        kind, left = value
        return kind if left is None else f"{kind}({left})"

    def check(self, value: tuple[Any, Any], reading: Reading) -> None:
        if not reading.verb:
            kind, left = value
            KIND.check(kind, reading)
            if left is not None:
                NUMBER.check(left, reading.at("left"))

    def apart(self, slot: Slot, other: Slot, reading: Reading) -> float:
        """The kind counts first, then the actions left."""
        (kind, _, left), (other_kind, _, other_left) = str(slot).partition(" "), str(other).partition(" ")
        apart = abs(int(left) - int(other_left)) if left and other_left else 1.5 * (left != other_left)
        return 10 * (kind != other_kind) + apart

    def slot(self, value: tuple[str, int | None]) -> Slot:
        kind, left = value
        return kind if left is None else f"{kind} {left}"

    def check_slot_text(self, slot: str, reading: Reading) -> None:
        kind, blank, left = slot.partition(" ")
        if kind not in KINDS:
            reading.unknown("unit", slot, KINDS)
        elif blank and left not in LEFTS:
            reading.add(f'expected a unit such as "legion 2", not {shown(slot)}')


class Pairs(Whole):
    """A number of pairs. In a text it is one at least."""

    def read(self, text: str, reading: Reading) -> int:
        return FROM_ONE.read(text, reading)


class ActionsLeft(Kind):
    """Units by their actions left, such as "0 1"."""

    def apart(self, slot: Slot, other: Slot, reading: Reading) -> float:
        """The number of units that differ."""
        one, two = Counter(str(slot).split()), Counter(str(other).split())
        return (one - two).total() + (two - one).total()

    def read(self, text: str, reading: Reading) -> tuple[int, ...]:
        return tuple(sorted(NUMBER.read(word, reading) for word in text.split()))

    def write(self, value: tuple[int, ...]) -> str:
        return " ".join(map(str, value))

    def check(self, value: Any, reading: Reading) -> None:
        if not isinstance(value, tuple) or not all(type(n) is int for n in value):
            reading.add(f"expected actions left, a number for each unit, not {shown(value)}")

    def check_slot_text(self, slot: str, reading: Reading) -> None:
        if not all(word in LEFTS for word in slot.split()):
            reading.add(f'expected actions left such as "0 1", not {shown(slot)}')


PROVINCE = SpaceName()
PAIRS = Pairs()
ACTIONS_LEFT = ActionsLeft()


class Fight(Kind):
    """The enemy, the kind of units, the pairs and the own units that fall: "greeks galley 2 losing 1 1"."""

    def read(self, text: str, reading: Reading) -> tuple[str, str, int | None, tuple[int, ...] | None]:
        words = text.split()
        # The enemy's name may have blanks. It ends at the kind of the units.
        at = next((n for n, word in enumerate(words) if n and word.rstrip("s") in KINDS), len(words) - 1)
        enemy, (kind, *more) = " ".join(words[:at]), words[at:]
        reading = reading.at("battle")
        if kind.rstrip("s") not in KINDS:
            reading.unknown("unit", kind, KINDS)
        PLAYER.check(enemy, reading)
        losing = None
        if "losing" in more:
            cut = more.index("losing")
            lost = reading.at("losing")
            more, losing = more[:cut], ACTIONS_LEFT.read(" ".join(more[cut + 1 :]), lost)
            if not losing:
                lost.add("expected the actions left of the units that fall, such as losing 0 1")
        if len(more) > 1:
            reading.add(f"expected a number of pairs, not {shown(' '.join(more))}")
        return enemy, kind.rstrip("s"), PAIRS.read(more[0], reading) if len(more) == 1 else None, losing

    def write(self, value: tuple[str, str, int | None, tuple[int, ...] | None]) -> str:
        enemy, kind, pairs, losing = value
        number = "" if pairs is None else f" {pairs}"
        return f"{enemy} {kind}{number}" + ("" if losing is None else f" losing {ACTIONS_LEFT.write(losing)}")

    def check(self, value: tuple[Any, ...], reading: Reading) -> None:
        if not reading.verb:
            kinds = (("enemy", PLAYER), ("unit", KIND), ("pairs", PAIRS), ("losing", ACTIONS_LEFT))
            for each, (where, kind) in zip(value, kinds, strict=True):
                if each is not None or where in ("enemy", "unit"):
                    kind.check(each, reading.at(where))


class FightSlot(Kind):
    """The kind of units and the enemy, as a slot holds them: "galley greeks"."""

    def apart(self, slot: Slot, other: Slot, reading: Reading) -> float:
        """The enemy counts first, then the kind."""
        (kind, _, enemy), (other_kind, _, other_enemy) = str(slot).partition(" "), str(other).partition(" ")
        return 2 * (enemy != other_enemy) + (kind != other_kind)

    def slot(self, value: tuple[str, str]) -> Slot:
        return f"{value[0]} {value[1]}"

    def unslot(self, slot: Slot, reading: Reading) -> tuple[str, str]:
        kind, _, enemy = str(slot).partition(" ")
        return kind, enemy

    def check_slot_text(self, slot: str, reading: Reading) -> None:
        kind, _, enemy = slot.partition(" ")
        if kind not in KINDS:
            reading.unknown("unit", slot, KINDS)
        else:
            PLAYER.check(enemy, reading)


class Counted(Kind):
    """Numbers of things of some names, such as "1 legion and 2 galleys".

    :param what: the word for a thing, for the errors, such as "unit"; ``example``: the whole list, for the errors
    :param ending: the end of the names of several things
    """

    def __init__(self, what: str, names: Sequence[str], example: str, ending: str = "") -> None:
        self.what = what
        self.names = names
        self.example = example
        self.ending = ending

    def read(self, text: str, reading: Reading) -> tuple[Any, ...]:
        said = [word for word in text.split() if word not in ("and", "+", "nothing")]
        found = dict.fromkeys(self.names, 0)
        if len(said) % 2 or not text:
            reading.add(f"expected {self.example}, not {shown(text)}")
            said = []
        for number, word in zip(said[::2], said[1::2], strict=True):
            name = PLURALS.get(word, word)
            if name in self.names:
                found[name] += NUMBER.read(number, reading)
            else:
                reading.unknown(self.what, name, self.names)
        return tuple(found.values())

    def write(self, value: Sequence[Any]) -> str:
        things = zip(value, self.names, strict=True)
        return " ".join(f"{n} {name}{self.ending if n > 1 else ''}" for n, name in things if n) or "nothing"


class Units(Counted):
    """The legions and galleys that are set up: "2 legions 1 galley"."""

    def __init__(self, what: str) -> None:
        super().__init__("unit", KINDS, f'{what} such as "1 legion 2 galleys"', "s")

    def read(self, text: str, reading: Reading) -> tuple[Any, ...]:
        return super().read(text, reading.at("with"))

    def check(self, value: tuple[Any, ...], reading: Reading) -> None:
        if not reading.verb:
            for number, where in zip(value, PLURALS, strict=True):
                NUMBER.check(number, reading.at(where))


class Payment(Units):
    """The legions and galleys that are paid, and the own city that is given up: "1 legion 2 galleys giving roma"."""

    def read(self, text: str, reading: Reading) -> tuple[Any, ...]:
        paid, giving, given = f" {text} ".partition(" giving ")
        at, city = reading.at("giving"), " ".join(given.split())
        if giving and not city:
            at.add("expected the province of an own city")
        elif giving:
            PROVINCE.check(city, at)
        return *super().read(paid.strip(), reading), city or None

    def write(self, value: Sequence[Any]) -> str:
        *paid, giving = value
        return super().write(paid) + ("" if giving is None else f" giving {giving}")

    def check(self, value: tuple[Any, ...], reading: Reading) -> None:
        *paid, giving = value
        if giving is not None and not reading.verb:
            PROVINCE.check(giving, reading.at("giving"))
        super().check(tuple(paid), reading)


class Goods(Counted):
    """The goods of a payment: "1 iron 2 gold"."""

    def read(self, text: str, reading: Reading) -> Store:
        return Store(*super().read(text, reading))

    def apart(self, slot: Slot, other: Slot, reading: Reading) -> float:
        """The number of goods that two payments pay differently."""
        one, two = (self.read(str(each), reading) for each in (slot, other))
        return sum(abs(a - b) for a, b in zip(one, two, strict=True))

    def check(self, value: Any, reading: Reading) -> None:
        if not isinstance(value, Store):
            reading.add(f"expected a number of each of {', '.join(GOODS)}, not {shown(value)}")
        elif not reading.verb:
            for number in value:
                NUMBER.check(number, reading)


class Knowledge(OneOf):
    """The name of a know-how, in any case of letters."""

    def __init__(self) -> None:
        super().__init__("know-how", KNOW_HOW)

    def read(self, text: str, reading: Reading) -> str:
        return text.upper()


ARMED = Units("units")
PAYMENT = Payment("a payment")
GOODS_PAID = Goods("good", GOODS, 'goods such as "1 iron 2 gold"')
KNOWLEDGE = Knowledge()
