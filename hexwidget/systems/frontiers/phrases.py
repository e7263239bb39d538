"""The phrases of an action's text: kinds of values that need more than a word, and the numbers of frontiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hexwidget.problems import shown
from hexwidget.rules import Kind, OneOf, Reading, Slot, Whole
from hexwidget.systems.frontiers.cards import CardSet
from hexwidget.systems.frontiers.payments import NOTHING, Payment
from hexwidget.systems.frontiers.position import Damage

NOBODY = "nobody"
ACTIVATED = ("stratagem", "maneuver")
"""The types of cards that are activated; the others are deployed."""
MOST = 999
WHOLE = Whole(0, MOST)


class FrontierNumber(Whole):
    """The number of a frontier."""

    def check(self, value: Any, reading: Reading) -> None:
        frontiers = reading.position.frontiers
        # A text may name a frontier that does not exist; the action that it means is malformed.
        if not reading.verb and (type(value) is not int or value not in frontiers):
            reading.add(f"expected the number of a frontier, from 1 to {frontiers[-1]}, not {shown(value)}")

    def check_slot(self, slot: object, reading: Reading) -> None:
        frontiers = reading.position.frontiers
        if type(slot) is not int or slot not in frontiers:
            reading.add(f"expected a frontier from 1 to {frontiers[-1]}, not {shown(slot)}")


class Holder(Kind):
    """The id of the unit that takes an occupying position, or "nobody"."""

    def read(self, text: str, reading: Reading) -> str | None:
        return None if text == NOBODY else text

    def write(self, value: str | None) -> str:
        return str(value or NOBODY)


class PaymentPhrase(Kind):
    """A payment, such as "1 settlement 2 farmer". The slot of a draft holds any text: the choices look it up."""

    def read(self, text: str, reading: Reading) -> Payment:
        words = text.split()
        cards: CardSet = reading.position.cards
        settlements, villagers = 0, Counter[str]()
        if not words or len(words) % 2:
            reading.add(f'expected a payment such as "1 settlement 2 farmer", not {shown(text)}')
            return NOTHING
        for n, what in zip(words[::2], words[1::2], strict=True):
            count = WHOLE.read(n, reading)
            if what in ("settlement", "settlements"):
                settlements += count
            elif what in cards and cards[what].type == "villager":
                villagers[what] += count
            else:
                reading.unknown("villager", what, [*_villagers(cards), "settlement"])
        return settlements, tuple(sorted((kind, n) for kind, n in villagers.items() if n))

    def write(self, value: Payment | None) -> str:
        """
        >>> PaymentPhrase().write((1, (("farmer", 2),)))
        '1 settlement 2 farmer'
        """
        settlements, villagers = value or NOTHING
        parts = [f"{settlements} settlement"] if settlements else []
        parts += [f"{n} {kind}" for kind, n in villagers]
        return " ".join(parts)

    def check(self, value: Any, reading: Reading) -> None:
        if value is None:
            return
        settlements, villagers = value if isinstance(value, tuple) and len(value) == 2 else (None, None)
        if type(settlements) is not int or not 0 <= settlements <= MOST:
            reading.add(f"expected settlements and villagers, not {shown(value)}")
            return
        cards: CardSet = reading.position.cards
        for kind, n in _pairs(villagers, "villagers with their number", reading):
            if kind not in cards or cards[kind].type != "villager":
                reading.unknown("villager", kind, _villagers(cards))
            if type(n) is not int or not 1 <= n <= MOST:
                reading.add(f"expected a whole number of {kind}, not {shown(n)}")

    def apart(self, slot: Slot, other: Slot, reading: Reading) -> float:
        """The number of points that two payments pay differently."""
        (one, those), (two, these) = (self.read(str(value), reading) for value in (slot, other))
        first, second = Counter(dict(those)), Counter(dict(these))
        return abs(one - two) + (first - second).total() + (second - first).total()

    def check_slot_text(self, slot: str, reading: Reading) -> None:
        """Any text will do."""


def _villagers(cards: CardSet) -> list[str]:
    return [card.name for card in cards.values() if card.type == "villager"]


FRONTIER = FrontierNumber()
PAYMENT = PaymentPhrase()


# ---------------------------------------------------------------------- a name, and the words after "at", "to", "paying"
class TriggerPhrase(Kind):
    """A trigger with its target and frontier: "villager scribe", "settlement 2 at militia1", "pusher1 at militia1 to 2"."""

    def read(self, text: str, reading: Reading) -> tuple[str, str | None, int | None]:
        name, target, frontier, payment = _sections(text, reading)
        if payment is not None:
            reading.at("paying").add("a trigger costs nothing")
        return name, target, frontier

    def write(self, value: tuple[str, str | None, int | None]) -> str:
        source, target, frontier = value
        return f"{source}{_at(target)}" + ("" if frontier is None else f" to {frontier}")

    def check(self, value: Any, reading: Reading) -> None:
        _, _, frontier = value
        if frontier is not None:
            FRONTIER.check(frontier, reading.at("frontier"))


Played = tuple[str, str, str | None, int | None, Payment | None]
"""The name and type of a card, its target, frontier and payment."""


class PlayPhrase(Kind):
    """A card with its target, frontier and payment: "hamlet on 2", "volley at archers1 paying 1 farmer"."""

    def read(self, text: str, reading: Reading) -> Played:
        name, target, frontier, payment = _sections(text, reading)
        card = reading.position.cards.get(name)
        if card is None:
            reading.at("word 2").unknown("card", name, reading.position.cards)
            return name, "", target, frontier, payment
        if (card.type in ACTIVATED) != (reading.verb == "activate"):
            other = {"deploy": "activated", "activate": "deployed"}[reading.verb]
            reading.at("word 1").add(f"a {card.type} is {other}")
        return name, card.type, target, frontier, NOTHING if payment is None and card.cost == 0 else payment

    def write(self, value: Played) -> str:
        card, type_, target, frontier, payment = value
        where = "" if frontier is None else f" {'on' if type_ == 'settlement' else 'to'} {frontier}"
        return f"{card}{_at(target)}{where}{paying(payment)}"

    def check(self, value: Any, reading: Reading) -> None:
        if reading.verb:
            return
        card, type_, _, frontier, payment = value
        CARD.check(card, reading.at("card"))
        known = reading.position.cards.get(card)
        if known is not None and known.type != type_:
            reading.at("type").add(f"{card} is a {known.type}, not {shown(type_)}")
        if payment != NOTHING:
            PAYMENT.check(payment, reading.at("paying"))
        if frontier is not None:
            FRONTIER.check(frontier, reading.at("frontier"))


CARD = OneOf("card", lambda position: position.cards)


def paying(payment: Payment | None) -> str:
    """A payment at the end of a text.

    >>> paying((0, (("farmer", 2),)))
    ' paying 2 farmer'
    """
    return f" paying {PAYMENT.write(payment)}" if payment and payment != NOTHING else ""


def _sections(text: str, reading: Reading) -> tuple[str, str | None, int | None, Payment | None]:
    """The parts of a text, which come in any order: the first words are a name, and "at", "to" (or "on") and "paying" stand before
    a target, a frontier and a payment."""
    found: dict[str, list[str]] = {"": []}
    now = ""
    for word in text.split():
        if word in ("at", "on", "to", "paying"):
            now = {"on": "to"}.get(word, word)
            found[now] = []
        else:
            found[now].append(word)
    for key in ("at", "to"):
        if key in found and len(found[key]) != 1:
            what = f"expected one name or number, not {shown(' '.join(found[key]))}"
            reading.at(f"after {key}").add(what)
    target = found["at"][0] if found.get("at") else None
    frontier = WHOLE.read(found["to"][0], reading.at("frontier")) if found.get("to") else None
    payment = PAYMENT.read(" ".join(found["paying"]), reading.at("paying")) if "paying" in found else None
    return " ".join(found[""]), target, frontier, payment


def _at(target: str | None) -> str:
    return f" at {target}" if target else ""


# ---------------------------------------------------------------------- lists
class CommitPhrase(Kind):
    """The units that are committed and called back: "spearmen1 to 2, militia1 to 1, retreat archers1"."""

    def read(self, text: str, reading: Reading) -> tuple[Damage, tuple[str, ...]]:
        moves, retreats = [], []
        for part in text.split(","):
            match part.split():
                case [unit, "to", n]:
                    moves.append((unit, WHOLE.read(n, reading)))
                case ["retreat", unit]:
                    retreats.append(unit)
                case _:
                    reading.add(f'expected "spearmen1 to 2" or "retreat archers1", not {shown(part.strip())}')
        return tuple(sorted(moves)), tuple(sorted(retreats))

    def write(self, value: tuple[Damage, tuple[str, ...]]) -> str:
        moves, retreats = value
        parts = [f"{unit} to {frontier}" for unit, frontier in moves]
        parts += [f"retreat {unit}" for unit in retreats]
        return ", ".join(parts)

    def check(self, value: Any, reading: Reading) -> None:
        if reading.verb:
            return
        moves, retreats = value
        # A unit that is named both to go out and to retreat is barred (F4.2), not malformed.
        moves = _pairs(moves, "units with their frontiers", reading)
        if isinstance(retreats, tuple) and all(isinstance(unit, str) for unit in retreats):
            _note_twice(retreats, reading)
        else:
            reading.add(f"expected the units that retreat, not {shown(retreats)}")
        for _, frontier in moves:
            FRONTIER.check(frontier, reading.at("frontier"))


class DamagePhrase(Kind):
    """The damage to each of some units: "spearmen1 3, militia1 1"."""

    def read(self, text: str, reading: Reading) -> Damage:
        return tuple(sorted(self._hit(part, reading) for part in text.split(",")))

    def _hit(self, text: str, reading: Reading) -> tuple[str, int]:
        match text.split():
            case [unit, n]:
                return unit, WHOLE.read(n, reading)
        reading.add(f'expected a unit and its damage such as "spearmen1 3", not {shown(text.strip())}')
        return "", 0

    def write(self, value: Damage) -> str:
        return ", ".join([f"{unit} {n}" for unit, n in value])

    def check(self, value: Any, reading: Reading) -> None:
        for unit, n in () if reading.verb else _pairs(value, "units with their damage", reading):
            if type(n) is not int or not 0 <= n <= MOST:
                reading.add(f"expected a whole number of damage for {unit}, not {shown(n)}")


def _pairs(value: Any, expected: str, reading: Reading) -> Sequence[tuple[str, Any]]:
    """The pairs of a name and a number that a value consists of; none of another value, which is noted."""
    pairs: Sequence[Any] = value if isinstance(value, tuple) else [None]
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs):
        reading.add(f"expected {expected}, not {shown(value)}")
        return ()
    _note_twice([name for name, _ in pairs], reading)
    return pairs


def _note_twice(named: Sequence[str], reading: Reading) -> None:
    if len(set(named)) < len(named):
        for name in sorted({name for name in named if named.count(name) > 1}):
            reading.add(f"{name} is named twice")
