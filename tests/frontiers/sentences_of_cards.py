"""The truth of the sentences about cards, triggers and settlements: see `tests.frontiers.sentences`."""

from __future__ import annotations

from typing import Any

from hexwidget.english import agree, possessive
from hexwidget.rules import Finding
from hexwidget.systems.frontiers.cards import Card
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit
from tests.frontiers.reference import (
    aiming,
    fits,
    leading_out,
    occupies,
    purses,
    ready_villagers,
    triggers_of,
    unit_named,
)
from tests.refusals.words import in_a_row, some


def seat(position: FrontiersPosition, action: Any) -> int:
    """The seat of the player of an action."""
    return position.players.index(action.player)


def some_or_no(count: int, word: str) -> str:
    """A number of things: "no farmers", "1 farmer", "2 farmers"."""
    return some(count, word) if count else f"no {word}s"


def told(position: FrontiersPosition, name: str) -> str:
    """A unit in words: its owner and its title, with its number where the owner has several of the kind."""
    unit = unit_named(position, name)
    if unit is None:
        return name
    alike = [each for each in position.units if (each.owner, each.kind) == (unit.owner, unit.kind)]
    number = f" ({name[len(unit.kind) :]})" if len(alike) > 1 else ""
    return f"{possessive(position.players[unit.owner])} {position.cards[unit.kind].title}{number}"


def all_told(position: FrontiersPosition, names: list[str], last: str = "and") -> str:
    return in_a_row([told(position, name) for name in names], last)


def not_in_hand(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    title = position.cards[action.card].title
    absent = action.card not in position.hands[seat(position, action)]
    return absent and finding.text == f"{agree(action.player, 'has')} no {title} in hand"


def once_a_round(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F2.2, F3.1: the deed is done, by the player who is named."""
    kind = position.cards[action.card].type
    done = kind in position.done[seat(position, action)]
    return done and finding.text == f"{agree(action.player, 'has')} deployed a {kind} in this round already"


def too_few(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F3.2, F3.4: the numbers are right, and do not suffice."""
    at, card = seat(position, action), position.cards[action.card]
    ready, can_pay = sum(ready_villagers(position, at).values()), purses(position, at)
    have = f"{some_or_no(ready, 'ready villager')} and {some_or_no(can_pay, 'settlement')} that can pay"
    words = f"the cost of {card.title} is {card.cost}, and {agree(action.player, 'has')} {have}"
    return ready + can_pay < card.cost and finding.text == words


def wrong_price(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F3.2, F3.4: the payment that is named, and the cost, are right and differ."""
    card, paid = position.cards[action.card], action.payment[0] + sum(n for _, n in action.payment[1])
    return paid != card.cost and finding.text == f"the cost of {card.title} is {card.cost}, and the payment is {paid}"


def not_ready(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F3.2, F3.4: more villagers of a kind are named than are ready."""
    ready = ready_villagers(position, seat(position, action))
    lacking = [(position.cards[kind].title, n, ready[kind]) for kind, n in action.payment[1] if n > ready[kind]]
    return finding.text in [
        f"the payment exerts {n} {title}{'s' if n > 1 else ''}, and {agree(action.player, 'has')} {have or 'none'} ready"
        for title, n, have in lacking
    ]


def too_few_purses(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F7.2: more settlements are named than can pay."""
    asked, have = action.payment[0], purses(position, seat(position, action))
    can_pay = f"only {have}" if have else "none"
    words = f"the payment uses {some_or_no(asked, 'settlement')}, and {agree(action.player, 'has')} {can_pay} that can pay in this round"
    return asked > have and finding.text == words


def occupies_none(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    own = [unit for unit in position.units if unit.owner == seat(position, action)]
    return not any(unit.occupying for unit in own) and finding.text == f"{agree(action.player, 'occupies')} no frontier"


def not_occupied(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    words = f"{agree(action.player, 'does')} not occupy frontier {action.frontier}"
    return not occupies(position, seat(position, action), action.frontier) and finding.text == words


def settled(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    there = [settlement.frontier for settlement in position.settlements[seat(position, action)]]
    words = f"{agree(action.player, 'has')} a settlement on frontier {action.frontier} already"
    return action.frontier in there and finding.text == words


def effects_of(position: FrontiersPosition, action: Any) -> tuple[Card, tuple[Any, ...]]:
    """The card of an action, with the effects that are carried out: when it is played, or at replenishment."""
    if hasattr(action, "card"):
        card = position.cards[action.card]
        return card, tuple(effect for effect in card.effects if effect.kind != "trigger")
    card = triggers_of(position, seat(position, action))[action.source]
    return card, tuple(each for effect in card.effects if effect.kind == "trigger" for each in effect.then)


def needs(card: Card) -> str:
    """The target of a card in words."""
    assert card.target is not None
    unit = {"own": "a unit of your own", "enemy": "an enemy unit", "any": "a unit"}[card.target.whose]
    return unit + {"heartland": " in its heartland", "frontier": " in a frontier", "anywhere": ""}[card.target.where]


def no_aim(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    card, effects = effects_of(position, action)
    return not aiming(effects) and finding.text == f"{agree(card.title, 'takes')} no target"


def no_way(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F8.1: the effects move nobody to a frontier, and a frontier is named."""
    card, effects = effects_of(position, action)
    named = action.frontier is not None and card.type + str(hasattr(action, "card")) != "settlementTrue"
    words = f"{agree(card.title, 'moves')} nobody to a frontier, so none is named"
    return named and not leading_out(effects) and finding.text == words


def lacks_target(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F8.1: the units that fit are named, all of them."""
    card, effects = effects_of(position, action)
    at = seat(position, action)
    names = [unit.id for unit in position.units if fits(position, at, card, effects, unit)]
    end = f": {all_told(position, names, 'or')}" if names else ", and there is none"
    return action.target is None and finding.text == f"{agree(card.title, 'needs')} {needs(card)}{end}"


def no_unit(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    names = [unit.id for unit in position.units]
    there = (
        f"; the {'only unit is' if len(names) == 1 else 'units are'} {all_told(position, names)}"
        if names
        else ", or any other"
    )
    words = f"there is no unit {action.target}{there}"
    return unit_named(position, action.target) is None and finding.text == words


def called(position: FrontiersPosition, unit: Unit) -> str:
    """A unit in words: its owner, its title, and its place."""
    place = f"in frontier {unit.frontier}" if unit.frontier else "in its heartland"
    return f"{told(position, unit.id)} {place}"


def wrong_target(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F8.1: the owner or the place of the target is not the one that the card needs."""
    card, _ = effects_of(position, action)
    unit = unit_named(position, action.target)
    if unit is None or card.target is None:
        return False
    own, home = unit.owner == seat(position, action), unit.frontier == 0
    whose = card.target.whose == "any" or own == (card.target.whose == "own")
    where = card.target.where == "anywhere" or home == (card.target.where == "heartland")
    words = f"{agree(card.title, 'needs')} {needs(card)}, not {called(position, unit)}"
    return not (whose and where) and finding.text == words


def which_frontier(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    card, effects = effects_of(position, action)
    words = f"{agree(card.title, 'needs')} the number of the frontier that its target moves to"
    return leading_out(effects) and action.frontier is None and finding.text == words


def there_already(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    unit = unit_named(position, action.target)
    words = f"{agree(told(position, action.target), 'is')} in frontier {action.frontier} already"
    return unit is not None and unit.frontier == action.frontier and finding.text == words


def no_such_trigger(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F2.7: the sources that are named are those of the player's triggers, all of them."""
    sources = list(triggers_of(position, seat(position, action)))
    if action.source in sources:
        return False
    if not sources:
        return finding.text == f"{agree(action.player, 'has')} no trigger to resolve"
    head, _, names = finding.text.partition(", only of ")
    said = sorted(name for part in names.split(", ") for name in part.split(" and "))
    return head == f"{agree(action.player, 'has')} no trigger of {action.source} to resolve" and said == sorted(
        _source(position, action, source) for source in sources
    )


def _source(position: FrontiersPosition, action: Any, source: str) -> str:
    """The card of a trigger in words."""
    if unit_named(position, source) is not None:
        return told(position, source).partition(f"{possessive(action.player)} ")[2]
    card = triggers_of(position, seat(position, action))[source]
    return f"{card.title} on frontier {source.split()[1]}" if source.startswith("settlement ") else card.title
