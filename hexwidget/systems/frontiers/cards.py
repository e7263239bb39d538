"""Cards are data (F8.1): cards, their effects and targets, and the bundled set.

A card that is made of known effects needs no code: a scenario may bring cards of its own in the same form.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hexwidget.english import counted
from hexwidget.problems import Problems, is_line, shown, within

TYPES = ("villager", "settlement", "stratagem", "unit", "tactic", "maneuver")
STAYING = ("villager", "settlement", "unit")
"""The types of cards that stay on the mat when they have been played."""
CIVIC = ("villager", "settlement", "stratagem")
"""F2.6: the types of cards in the civic deck; the army deck holds the others."""
DECKS = ("civic", "army")
DRAWN = {"army": 1, "civic": 2}
"""F2.5: the number of cards that a player draws from each deck."""
EFFECTS = ("damage", "heal", "ready", "exert", "move", "draw", "seal", "trigger")
"""F8.1: the closed list of effect kinds."""
WHOSE = ("own", "enemy", "any")
WHERE = ("heartland", "frontier", "anywhere")
TO = {
    "damage": ("target", "opponent"),
    "heal": ("target", "self"),
    "move": ("heartland", "frontier"),
    "seal": ("target", "this"),
}
"""The objects of the effects of a kind; the first is the default."""
MOST = 99
MOST_CARDS = 500


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: its kind and amount, what it is directed at, the deck to draw from, and the effects of a trigger."""

    kind: str
    amount: int = 0
    to: str = ""
    deck: str = ""
    then: tuple[Effect, ...] = ()

    @property
    def aims(self) -> bool:
        """True if the effect needs a unit as its target."""
        if self.kind == "trigger":
            return any(effect.aims for effect in self.then)
        return self.kind in ("ready", "exert", "move") or self.to == "target"

    def __str__(self) -> str:
        match self.kind:
            case "damage":
                return f"{self.amount} damage to {'the opponent' if self.to == 'opponent' else 'it'}"
            case "heal":
                return f"{'gain' if self.to == 'self' else 'heal it by'} {self.amount}" + (
                    " life" if self.to == "self" else ""
                )
            case "move":
                return "move it home" if self.to == "heartland" else "move it to advance on a frontier"
            case "draw":
                return f"draw {counted(self.amount, f'{self.deck} card')}"
            case "seal":
                return "seal this card" if self.to == "this" else "seal it"
            case "trigger":
                return f"at replenishment: {', '.join(map(str, self.then))}"
        return f"{self.kind} it"


@dataclass(frozen=True, slots=True)
class Target:
    """The units that a card may be aimed at: their owner, and their place."""

    whose: str
    where: str

    def __str__(self) -> str:
        whose = {"own": "a unit of your own", "enemy": "an enemy unit", "any": "a unit"}[self.whose]
        return whose + {"heartland": " in its heartland", "frontier": " in a frontier", "anywhere": ""}[self.where]


@dataclass(frozen=True)
class Card:
    """A card. ``copies`` is the number of such cards in a deck of the bundled set. ``symbol`` is the card's own drawing; by
    default it has the drawing of its type."""

    name: str
    title: str
    type: str
    cost: int = 0
    damage: int = 0
    health: int = 0
    target: Target | None = None
    effects: tuple[Effect, ...] = ()
    copies: int = 1
    symbol: str = ""

    @property
    def deck(self) -> str:
        """F2.6: the deck that the card belongs to."""
        return DECKS[0] if self.type in CIVIC else DECKS[1]

    @property
    def clause(self) -> str:
        """The clause on playing a card of this type."""
        return {"villager": "F3.1", "settlement": "F7.2", "unit": "F3.3", "tactic": "F3.4"}.get(self.type, "F2.6")

    @cached_property
    def deeds(self) -> tuple[Effect, ...]:
        """The effects when the card is played."""
        return tuple(effect for effect in self.effects if effect.kind != "trigger")

    @property
    def sealed(self) -> bool:
        """True if the spent card goes to the vault, not to the graveyard."""
        return any(effect.kind == "seal" and effect.to == "this" for effect in self.effects)

    @cached_property
    def trigger(self) -> tuple[Effect, ...]:
        """The effects at replenishment while the card is on the mat."""
        return tuple(each for effect in self.effects if effect.kind == "trigger" for each in effect.then)

    def aims(self, *, trigger: bool = False) -> bool:
        """True if the effects (when the card is played, or at replenishment) need a target."""
        return self._aims[trigger]

    def leads_out(self, *, trigger: bool = False) -> bool:
        """True if the card moves its target to a frontier, which the player names."""
        return self._leads_out[trigger]

    @cached_property
    def _aims(self) -> tuple[bool, bool]:
        """`aims` when the card is played, and when it is triggered."""
        return (any(effect.aims for effect in self.deeds), any(effect.aims for effect in self.trigger))

    @cached_property
    def _leads_out(self) -> tuple[bool, bool]:
        out = [any(e.kind == "move" and e.to == "frontier" for e in each) for each in (self.deeds, self.trigger)]
        return (out[0], out[1])

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.title, self.type, self.cost, self.damage, self.health, self.effects))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # The fields alone, without the cached properties.
        return Card, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def does(self) -> str:
        """The effects in words."""
        return "; ".join(map(str, self.effects))

    @property
    def text(self) -> str:
        """The effects and the target in words."""
        return ": ".join(filter(None, [str(self.target or ""), self.does]))


class CardSet(Mapping[str, Card]):
    """The cards of a game by name. Immutable; compares by content."""

    __slots__ = ("__dict__", "_cards")

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self._cards = dict(cards)

    def __getitem__(self, name: str) -> Card:
        return self._cards[name]

    def __contains__(self, name: object) -> bool:
        return name in self._cards

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, CardSet) and self._cards == other._cards)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the cards, by name."""
        return {name: card.title for name, card in self._cards.items()}

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self._cards.values()))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return CardSet, (self._cards,)

    def deck(self, deck: str) -> dict[str, int]:
        """The cards of a deck of the set, with their numbers."""
        return {card.name: card.copies for card in self.values() if card.deck == deck and card.copies}


@cache
def bundled() -> CardSet:
    """The bundled set."""
    problems = Problems()
    data = json.loads((Path(__file__).parent / "cards.json").read_text(encoding="utf-8"))
    found = read_cards(data["cards"], problems, "cards", CardSet({}))
    problems.raise_any("the bundled cards cannot be read")
    return found


def read_cards(given: object, problems: Problems, where: str, base: CardSet) -> CardSet:
    """Cards from plain data, over those of another set."""
    found = dict(base)
    if not isinstance(given, (list, tuple)) or len(given) > MOST_CARDS:
        problems.add(where, f"expected a list of at most {MOST_CARDS} cards, not {shown(given)}")
        return base
    for n, each in enumerate(given):
        card = _card(within(where, n), each, problems)
        if card is not None:
            found[card.name] = card
    return CardSet(found)


def write_cards(cards: CardSet, base: CardSet) -> list[dict[str, Any]]:
    """The cards that are not in another set, as plain data."""
    return [_described(card) for card in cards.values() if base.get(card.name) != card]


def _described(card: Card) -> dict[str, Any]:
    found: dict[str, Any] = {"name": card.name, "title": card.title, "type": card.type}
    found |= {key: getattr(card, key) for key in ("cost", "damage", "health") if getattr(card, key)}
    if card.target is not None:
        found["target"] = {"whose": card.target.whose, "where": card.target.where}
    if card.effects:
        found["effects"] = [_effect_described(effect) for effect in card.effects]
    return found | {"copies": card.copies} | ({"symbol": card.symbol} if card.symbol else {})


def _effect_described(effect: Effect) -> dict[str, Any]:
    found: dict[str, Any] = {"effect": effect.kind}
    found |= {key: getattr(effect, key) for key in ("amount", "to", "deck") if getattr(effect, key)}
    return found | ({"then": [_effect_described(each) for each in effect.then]} if effect.then else {})


def _card(where: str, given: object, problems: Problems) -> Card | None:
    known = [field.name for field in fields(Card)]
    if not isinstance(given, Mapping):
        problems.add(where, f"expected a card, an object with name, title and type, not {shown(given)}")
        return None
    before = len(problems.found)
    for key in given:
        if key not in known:
            problems.unknown(within(where, key), "entry", key, known)
    name, title, kind = given.get("name"), given.get("title"), given.get("type")
    if not isinstance(name, str) or not (name.isascii() and name.isalpha() and name.islower()):
        problems.add(within(where, "name"), f"expected a name of small letters, not {shown(name)}")
    if not is_line(title, 40, 1):
        problems.add(within(where, "title"), f"expected a printable text of at most 40 characters, not {shown(title)}")
    if kind not in TYPES:
        problems.unknown(within(where, "type"), "type of card", kind, TYPES)
    numbers = {}
    for key, low in (("cost", 0), ("damage", 0), ("health", 1 if kind == "unit" else 0), ("copies", 0)):
        value = given.get(key, 1 if key == "copies" else 0)
        if type(value) is not int or not low <= value <= MOST:
            problems.add(within(where, key), f"expected a whole number from {low} to {MOST}, not {shown(value)}")
        numbers[key] = value
    target = _target(within(where, "target"), given.get("target"), problems)
    effects = _effects(within(where, "effects"), given.get("effects", []), problems)
    if any(effect.aims for effect in effects) and target is None:
        problems.add(within(where, "target"), "an effect of this card needs a target: whose unit, and where")
    at = within(where, "effects")
    if any(effect.kind == "trigger" for effect in effects) and kind not in STAYING:
        problems.add(at, "only villagers, settlements and units stay on the mat to be triggered")
    every = [each for effect in effects for each in (effect, *effect.then)]
    if kind in STAYING and any(effect.kind == "seal" and effect.to == "this" for effect in every):
        problems.add(at, "villagers, settlements and units stay on the mat: only a spent card can seal itself")
    if kind == "settlement" and any(effect.kind == "move" and effect.to == "frontier" for effect in effects):
        problems.add(
            at,
            "a settlement cannot move a unit to a frontier: the frontier that the player names is the place of the settlement",
        )
    symbol = given.get("symbol", "")
    if not isinstance(symbol, str) or not symbol.isprintable() or len(symbol) > 40:
        problems.add(within(where, "symbol"), f"expected the name of a drawing, not {shown(symbol)}")
    if len(problems.found) > before:
        return None
    return Card(str(name), str(title), str(kind), numbers["cost"], numbers["damage"], numbers["health"], target,
                effects, numbers["copies"], str(symbol))  # fmt: skip


def _target(where: str, given: object, problems: Problems) -> Target | None:
    if given is None:
        return None
    if not isinstance(given, Mapping) or set(given) != {"whose", "where"}:
        problems.add(where, f'expected {{"whose": .., "where": ..}}, not {shown(given)}')
        return None
    for key, what, known in (("whose", "owner", WHOSE), ("where", "place", WHERE)):
        if given[key] not in known:
            problems.unknown(within(where, key), what, given[key], known)
    return Target(str(given["whose"]), str(given["where"]))


def _effects(where: str, given: object, problems: Problems, *, inner: bool = False) -> tuple[Effect, ...]:
    if not isinstance(given, (list, tuple)):
        problems.add(where, f"expected a list of effects, not {shown(given)}")
        return ()
    return tuple(_effect(within(where, n), each, problems, inner) for n, each in enumerate(given))


def _effect(where: str, given: object, problems: Problems, inner: bool) -> Effect:
    kind = given.get("effect") if isinstance(given, Mapping) else None
    if not isinstance(given, Mapping) or kind not in EFFECTS or (inner and kind == "trigger"):
        problems.unknown(
            within(where, "effect"), "effect (F8.1)", kind if isinstance(given, Mapping) else given, EFFECTS
        )
        return Effect("ready")
    allowed = {"effect"}
    amount, to, deck = 0, "", ""
    then: tuple[Effect, ...] = ()
    if kind in ("damage", "heal", "draw"):
        allowed.add("amount")
        amount = given.get("amount", 0)
        if type(amount) is not int or not 1 <= amount <= MOST:
            problems.add(within(where, "amount"), f"expected a whole number from 1 to {MOST}, not {shown(amount)}")
    if kind in TO:
        allowed.add("to")
        to = given.get("to", TO[kind][0])
        if to not in TO[kind]:
            problems.unknown(within(where, "to"), "aim", to, TO[kind])
    if kind == "draw":
        allowed.add("deck")
        deck = given.get("deck", "")
        if deck not in DECKS:
            problems.unknown(within(where, "deck"), "deck", deck, DECKS)
    if kind == "trigger":
        allowed.add("then")
        then = _effects(within(where, "then"), given.get("then"), problems, inner=True)
        if not then:
            problems.add(within(where, "then"), "expected one effect or more")
    for key in given:
        if key not in allowed:
            problems.unknown(within(where, key), "entry", key, sorted(allowed))
    return Effect(str(kind), amount if type(amount) is int else 0, str(to), str(deck), then)
