"""Cards are data (F8.1): cards, their effects and targets, and the bundled set.

A card that is made of known effects needs no code: a scenario may bring cards of its own in the same form.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any

from hexwidget.english import counted
from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.limits import Limits
from hexwidget.problems import Problems, within
from hexwidget.rules.hints import LINE, WRITTEN, Example, Matching, OneOf, ReadBy, Ref
from hexwidget.rules.values import Known, entry_of, read_value

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
AIMS = tuple(dict.fromkeys(aim for aims in TO.values() for aim in aims))
NEEDED = {"damage": ("amount",), "heal": ("amount",), "draw": ("amount", "deck"), "trigger": ("then",)}
"""The entries that the effects of a kind have to have."""
MOST = 99
MOST_CARDS = 500
LONGEST_TITLE = 40

Name = Annotated[str, Matching("^[a-z]+$")]
Number = Annotated[int, Limits(0, MOST)]
Deck = Annotated[str, OneOf("deck", DECKS)]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: its kind and amount, its target, the deck to draw from, and the effects of a trigger."""

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
                return f"gain {self.amount} life" if self.to == "self" else f"heal it by {self.amount}"
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

    whose: Annotated[str, OneOf("owner", WHOSE)]
    where: Annotated[str, OneOf("place", WHERE)]

    def __str__(self) -> str:
        whose = {"own": "a unit of your own", "enemy": "an enemy unit", "any": "a unit"}[self.whose]
        return whose + {"heartland": " in its heartland", "frontier": " in a frontier", "anywhere": ""}[self.where]


@dataclass(frozen=True)
class Card:
    """A card. ``copies`` is the number of such cards in a deck of the bundled set. ``symbol`` is the card's own drawing; by
    default it has the drawing of its type."""

    name: Annotated[Name, Example("a name of small letters", "weaver")]
    title: Annotated[str, LINE, Limits(1, LONGEST_TITLE)]
    type: Annotated[str, OneOf("type of card", TYPES)]
    cost: Number = 0
    damage: Number = 0
    health: Number = 0
    target: Annotated[Target | None, Example("a target", {"whose": "enemy", "where": "frontier"})] = None
    effects: tuple[EffectOfCard, ...] = ()
    copies: Annotated[Number, WRITTEN] = 1
    symbol: Annotated[str, LINE, Limits(most=LONGEST_TITLE), Example("the name of a drawing", "lance")] = ""

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


class CardSet(FrozenMapping[str, Card]):
    """The cards of a game by name."""

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the cards, by name."""
        return {name: card.title for name, card in self.items()}

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.values()))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return CardSet, (self._values,)

    def deck(self, deck: str) -> dict[str, int]:
        """The cards of a deck of the set, with their numbers."""
        return {card.name: card.copies for card in self.values() if card.deck == deck and card.copies}


# ---------------------------------------------------------------------- cards from and to plain data
@dataclass
class TriggeredGiven:
    """F8.1: an effect of a trigger."""

    effect: Annotated[str, OneOf("effect (F8.1)", [kind for kind in EFFECTS if kind != "trigger"])]
    amount: Annotated[int, Limits(1, MOST)] = 0
    to: Annotated[str, ReadBy(lambda _, given, __: str(given), Annotated[str, OneOf("aim", AIMS)])] = ""
    deck: Deck = ""


@dataclass
class EffectGiven(TriggeredGiven):
    """F8.1: an effect of a card."""

    effect: Annotated[str, OneOf("effect (F8.1)", EFFECTS)]
    then: Annotated[tuple[Triggered, ...], Limits(1), Example("one effect or more", [{"effect": "exert"}])] = ()


def _effect_as(form: Any) -> ReadBy:
    """The reader and writer of effects that a dataclass declares."""
    record: Any = entry_of(
        Annotated[form, Example("an effect (F8.1)", {"effect": "draw", "deck": "army", "amount": 1})]
    )

    def read(where: str, given: Any, known: Known) -> Effect:
        found = record.read(where, given, known)
        kind = found.effect
        aims, needed = TO.get(kind, ()), NEEDED.get(kind, ())
        if isinstance(given, Mapping) and given.get("effect") == kind:  # else a blank stands for it
            allowed = sorted(["effect", *needed, *(["to"] if aims else [])])
            for key, part in record.parts.items():
                if key in given and key not in allowed:
                    known.problems.unknown(within(where, key), "entry", key, allowed)
                elif key in needed and key not in given:
                    expected = part.entry.expected(known)
                    known.problems.add(within(where, key), f"this entry is missing: expected {expected}")
            if aims and "to" in given and given["to"] not in aims:
                known.problems.unknown(within(where, "to"), "aim", given["to"], aims)
        return Effect(kind, found.amount, found.to or next(iter(aims), ""), found.deck, getattr(found, "then", ()))

    def write(effect: Effect, known: Known) -> Any:
        then = [effect.then] if effect.then else []
        return record.write(form(effect.kind, effect.amount, effect.to, effect.deck, *then), known)

    return ReadBy(read, form, write)


def _card(where: str, given: Any, known: Known) -> Card:
    card: Card = CARD.read(where, given, known)
    if isinstance(given, Mapping) and given.get("type") == card.type:  # else a blank stands for the type
        _note_what_does_not_fit(where, card, known.problems)
    return card


def _note_what_does_not_fit(where: str, card: Card, problems: Problems) -> None:
    """Note entries of a card that do not go together."""
    at = within(where, "effects")
    if card.type == "unit" and card.health == 0:
        problems.add(within(where, "health"), f"expected a whole number from 1 to {MOST}, not 0")
    if any(effect.aims for effect in card.effects) and card.target is None:
        problems.add(within(where, "target"), "an effect of this card needs a target: whose unit, and where")
    if any(effect.kind == "trigger" for effect in card.effects) and card.type not in STAYING:
        problems.add(at, "only villagers, settlements and units stay on the mat to be triggered")
    every = [each for effect in card.effects for each in (effect, *effect.then)]
    if card.type in STAYING and any(effect.kind == "seal" and effect.to == "this" for effect in every):
        problems.add(at, "villagers, settlements and units stay on the mat: only a spent card can seal itself")
    if card.type == "settlement" and any(effect.kind == "move" and effect.to == "frontier" for effect in card.effects):
        problems.add(
            at,
            "a settlement cannot move a unit to a frontier: the frontier that the player names is the place of the settlement",
        )


Triggered = Annotated[Effect, _effect_as(TriggeredGiven)]
EffectOfCard = Annotated[Effect, _effect_as(EffectGiven)]
CARD = entry_of(Annotated[Card, Example("a card", {"name": "weaver", "title": "Weaver", "type": "villager"})])
OwnCard = Annotated[Card, ReadBy(_card, Card, CARD.write)]


@cache
def bundled_set() -> CardSet:
    """The bundled set."""
    problems = Problems()
    data = json.loads((Path(__file__).parent / "cards.json").read_text(encoding="utf-8"))
    found = read_value("cards", data["cards"], tuple[OwnCard, ...], problems)
    problems.raise_any("the bundled cards cannot be read")
    return CardSet({card.name: card for card in found})


def over_bundled(own: Iterable[Card]) -> CardSet:
    """The bundled cards, and a scenario's own over them."""
    return CardSet({**bundled_set(), **{card.name: card for card in own}})


def own_cards(cards: CardSet) -> tuple[Card, ...]:
    """The cards that are not in the bundled set."""
    return tuple(card for card in cards.values() if bundled_set().get(card.name) != card)


def cards_of(type_: str = "", deck: str = "") -> Callable[[Any], list[str]]:
    """The look-up of the cards that a description may name: those of a type, of a deck, or all."""
    return lambda given: [
        card.name for card in over_bundled(given.cards).values() if type_ in ("", card.type) and deck in ("", card.deck)
    ]


AnyCard = Annotated[Name, Ref("card", cards_of()), Example("a card", "farmer")]
