"""Random positions and actions of `frontiers`, and every action that can be said on a small position.

Nothing here imports the engine's own judging or listing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.systems.frontiers.actions import (
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Play,
    Resolve,
)
from hexwidget.systems.frontiers.cards import DECKS, Card, bundled_set
from hexwidget.systems.frontiers.payments import NOTHING, Payment
from hexwidget.systems.frontiers.position import Draw, FrontiersPosition, Trigger, Unit
from tests.frontiers.reference import CLAUSES, damage_there, something_to_assign, triggers_of, units_in

PLAYERS = ("red", "blue")
PHASES = ("strategy", "strategy", "strategy", "battle", "battle", "damage", "damage", "after", "triggers", "draw")
OWN = {"whose": "own", "where": "frontier"}
ANY = {"whose": "any", "where": "anywhere"}
ENEMY = {"whose": "enemy", "where": "frontier"}
OUT = {"effect": "move", "to": "frontier"}
OWN_CARDS: list[dict[str, Any]] = [
    {"name": "scout", "title": "Scout", "type": "unit", "health": 1, "target": ENEMY, "effects": [{"effect": "exert"}]},
    {"name": "wagon", "title": "Wagon", "type": "unit", "cost": 1, "health": 2, "target": OWN, "effects": [OUT]},
    {"name": "pusher", "title": "Pusher", "type": "villager", "target": OWN,
     "effects": [{"effect": "trigger", "then": [OUT]}]},
    {"name": "toller", "title": "Toller", "type": "villager", "cost": 1},
    {"name": "camp", "title": "Camp", "type": "settlement", "cost": 1, "target": ANY, "effects": [{"effect": "ready"}]},
    {"name": "oath", "title": "Oath", "type": "tactic", "effects": [{"effect": "seal", "to": "this"}]},
    {"name": "sally", "title": "Sally", "type": "tactic", "cost": 1, "target": ANY, "effects": [OUT]},
    {"name": "spy", "title": "Spy", "type": "stratagem", "target": ENEMY},
]  # fmt: skip
"""Cards with features that no bundled card has: optional targets, triggers that move units, settlements and villagers that cost
something, a target that no effect is directed at."""
BUNDLED = tuple(bundled_set().values())
EXTRA = tuple(hw.system("frontiers").position(hands={}, cards=OWN_CARDS).cards.values())


# ---------------------------------------------------------------------- positions
def random_position(rng: Random) -> FrontiersPosition:
    """A position of any phase: with cards in hands, units, settlements, draws that are due, or the game over."""
    return _scripted(rng, frontiers=rng.choice((1, 2, 3, 3, 4)), units=rng.randint(0, 9), hand=5, villagers=4)


def small_position(rng: Random) -> FrontiersPosition:
    """A position of at most 4 units and 3 frontiers, with few cards."""
    return _scripted(rng, frontiers=rng.choice((1, 2, 3)), units=rng.randint(0, 4), hand=2, villagers=2)


MOST = 99
"""The most villagers of a kind, the highest cost of a card, and the most health."""
WORKERS = ("baker", "brewer", "cooper", "dyer", "mason", "miller", "potter", "tanner")
DEAR_CARDS: list[dict[str, Any]] = [
    *({"name": name, "title": name.title(), "type": "villager", "cost": MOST} for name in WORKERS),
    {"name": "giant", "title": "Giant", "type": "unit", "cost": MOST, "health": MOST, "damage": MOST, "target": ANY,
     "effects": [OUT]},
    {"name": "band", "title": "Band", "type": "unit", "health": 9, "damage": 9},
    {"name": "host", "title": "Host", "type": "unit", "cost": 40, "health": MOST, "damage": 50},
    {"name": "castle", "title": "Castle", "type": "settlement", "cost": 20, "target": ANY,
     "effects": [{"effect": "trigger", "then": [OUT]}]},
    {"name": "rout", "title": "Rout", "type": "tactic", "cost": MOST, "target": ANY, "effects": [OUT]},
]  # fmt: skip
"""Cards that cost as much, and have as much health, as a card can."""


def extreme_position(rng: Random) -> FrontiersPosition:
    """A position with up to 9 frontiers and 40 units, up to 99 villagers of each of eight kinds, and cards that cost 99."""
    frontiers = rng.choice((1, 3, 9))
    cards = tuple(hw.system("frontiers").position(hands={}, cards=DEAR_CARDS).cards.values())
    most = rng.choice((1, 9, MOST))
    workers = {name: {"ready": rng.choice((1, most)), "exerted": rng.choice((0, most))} for name in WORKERS}
    few = rng.choice((2, 8))
    found: dict[str, Any] = {
        "frontiers": frontiers,
        "cards": DEAR_CARDS,
        "hands": {
            player: {card.name: rng.choice((1, MOST)) for card in cards if rng.random() < 0.4} for player in PLAYERS
        },
        "villagers": {player: dict(rng.sample([*workers.items()], few)) for player in PLAYERS},
        "units": _units(cards, frontiers, rng, rng.choice((3, 12, 40))),
        "settlements": {player: _settlements(cards, frontiers, rng) for player in PLAYERS},
        "initiative": rng.choice(PLAYERS),
        "acting": rng.choice(PLAYERS),
        "life": 999,
    }
    position: FrontiersPosition = hw.system("frontiers").position(**found)
    return _in_phase(position, rng.choice(PHASES), rng)


def _scripted(rng: Random, *, frontiers: int, units: int, hand: int, villagers: int) -> FrontiersPosition:
    """A position with at most some units, cards in a hand and kinds of villagers."""
    own_cards = rng.random() < 0.5
    cards = EXTRA if own_cards else BUNDLED
    found: dict[str, Any] = {
        "frontiers": frontiers,
        "cards": OWN_CARDS if own_cards else [],
        "hands": {player: _heap(cards, rng, rng.randint(0, hand)) for player in PLAYERS},
        "villagers": {player: _villagers(cards, rng, rng.randint(0, villagers)) for player in PLAYERS},
        "units": _units(cards, frontiers, rng, units),
        "settlements": {player: _settlements(cards, frontiers, rng) for player in PLAYERS},
        "done": {player: [deed for deed in ("villager", "settlement", "commit") if rng.random() < 0.3] for player in PLAYERS},
        "initiative": rng.choice(PLAYERS),
        "acting": rng.choice(PLAYERS),
        "life_now": {player: rng.choice((20, 20, 20, 20, 3, 1)) for player in PLAYERS},
        "round": rng.randint(1, 9),
        "supply": rng.choice(("villagers_and_settlements", "villagers_and_settlements", "villagers")),
    }  # fmt: skip
    if rng.random() < 0.05:
        found["life_now"] = {player: rng.choice((-2, 0, 4)) for player in PLAYERS}
    found["spent"] = {player: rng.randint(0, len(own)) for player, own in found["settlements"].items()}
    if rng.random() < 0.5:
        deck = {"civic": ("farmer", "scribe"), "army": ("militia", "oil")}
        few = {key: {p: dict.fromkeys(names, 1) for p in PLAYERS} for key, names in deck.items()}
        found |= few | {key: {"red": {}, "blue": {names[0]: 2}} for key, names in deck.items() if rng.random() < 0.2}
    position: FrontiersPosition = hw.system("frontiers").position(**found)
    position = _in_phase(position, rng.choice(PHASES), rng)
    if rng.random() < 0.05 and all(position.deck(0, deck) for deck in DECKS):
        position = replace(position, draws=(Draw(0, rng.choice(DECKS)),))
    return position


def _heap(cards: Iterable[Card], rng: Random, count: int) -> dict[str, int]:
    """Some cards at random."""
    names = [card.name for card in cards]
    return dict(Counter(rng.choices(names, k=count)))


def _villagers(cards: Iterable[Card], rng: Random, kinds: int) -> dict[str, dict[str, int]]:
    names = [card.name for card in cards if card.type == "villager"]
    states = [(1, 0), (1, 1), (2, 0), (0, 1), (3, 1)]
    found = {name: rng.choice(states) for name in rng.sample(names, min(kinds, len(names)))}
    return {name: {"ready": ready, "exerted": exerted} for name, (ready, exerted) in found.items()}


def _settlements(cards: Iterable[Card], frontiers: int, rng: Random) -> dict[str, str]:
    names = [card.name for card in cards if card.type == "settlement"]
    few = 0.25 if frontiers > 1 else 0.05
    return {str(n): rng.choice(names) for n in range(1, frontiers + 1) if rng.random() < few}


def _units(cards: Iterable[Card], frontiers: int, rng: Random, most: int) -> dict[str, dict[str, Any]]:
    kinds = [card for card in cards if card.type == "unit"]
    found: dict[str, dict[str, Any]] = {player: {} for player in PLAYERS}
    held = set[int]()
    for n in range(most):
        card, frontier = rng.choice(kinds), rng.choice((0, 0, *range(1, frontiers + 1)))
        at = "heartland"
        if frontier:
            occupies = frontier not in held and rng.random() < 0.5
            held |= {frontier} if occupies else set()
            at = f"{'occupying' if occupies else 'advancing'} {frontier}"
        damage = rng.randrange(card.health) if rng.random() < 0.3 else 0
        unit = {"card": card.name, "at": at, "ready": rng.random() < 0.7, "damage": damage}
        found[rng.choice(PLAYERS)][f"{card.name}{n}"] = unit
    return found


def _in_phase(position: FrontiersPosition, phase: str, rng: Random) -> FrontiersPosition:
    """The position in a phase with what has to be decided there; in the strategy phase, if there is nothing to decide."""
    made = replace(position, phase=phase)
    match phase:
        case "strategy" | "battle":
            return replace(made, passed=rng.random() < 0.3)
        case "damage":
            theirs = [(s, n) for s in (0, 1) for n in position.frontiers if something_to_assign(position, s, n)]
            return _partly_assigned(made, rng) if theirs else position
        case "after":
            seats = (position.initiative, 1 - position.initiative)
            won = [(s, n) for s in seats for n in position.frontiers
                   if units_in(position, s, n) and not units_in(position, 1 - s, n)]  # fmt: skip
            kept = [each for each in won if rng.random() < 0.8]
            return replace(made, wins=tuple(kept)) if kept else position
        case "triggers":
            kept_triggers = [each for each in _triggers(position) if rng.random() < 0.8]
            return replace(made, triggers=tuple(kept_triggers)) if kept_triggers else position
    chosen = ["", ""]
    chosen[rng.randrange(2)] = rng.choice(("", *DECKS))
    return replace(made, chosen=tuple(chosen))


def _triggers(position: FrontiersPosition) -> Iterator[Trigger]:
    """The triggers of the cards on the mat, those of the player with the initiative first."""
    for seat in (position.initiative, 1 - position.initiative):
        for source, card in sorted(triggers_of(position, seat).items()):
            yield Trigger(seat, source, card.name)


def _partly_assigned(position: FrontiersPosition, rng: Random) -> FrontiersPosition:
    """The position, half the time after a player has assigned damage in one frontier."""
    if rng.random() < 0.5:
        return position
    action = _damage(position, rng.choice(PLAYERS), rng)
    after = None if bars(position, action) else position.apply(action).position
    return after if isinstance(after, FrontiersPosition) and after.phase == "damage" else position


def bars(position: FrontiersPosition, action: FrontiersAction) -> bool:
    """True if the reference bars an action."""
    return any(clause(position, action) for clause in CLAUSES.values())


# ---------------------------------------------------------------------- actions
def random_action(position: FrontiersPosition, rng: Random) -> FrontiersAction:
    """An action of one of the players: one that makes sense, with up to three things changed."""
    player = position.players[rng.choice((position.acting, rng.randrange(2)))]
    fitting = {"strategy": (_play, _play, _commit), "battle": (_play,), "damage": (_damage,), "after": (_occupy,),
               "triggers": (_resolve,), "draw": (_draw,)}[position.phase]  # fmt: skip
    anything = (_play, _play, _play, _commit, _damage, _occupy, _resolve, _draw, _pass)
    action = rng.choice(fitting if rng.random() < 0.6 else anything)(position, player, rng)
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
        action = _changed(position, action, rng)
    return action


def _pass(position: FrontiersPosition, player: str, rng: Random) -> FrontiersAction:
    return Pass(player)


def _draw(position: FrontiersPosition, player: str, rng: Random) -> FrontiersAction:
    return ChooseDraw(player, rng.choice(DECKS))


def _play(position: FrontiersPosition, player: str, rng: Random) -> FrontiersAction:
    """A card of the hand, or any card where the hand is empty."""
    seat = position.players.index(player)
    hand = position.hands[seat] or tuple(position.cards)
    card = position.cards[rng.choice(hand)]
    fitting = [
        u for u in position.units if card.target and card.target.whose in ("any", ("enemy", "own")[u.owner == seat])
    ]
    target = rng.choice(fitting).id if fitting else None
    frontier = rng.choice(position.frontiers) if card.type == "settlement" or card.leads_out() else None
    return Play(player, card.name, card.type, target, frontier, _payment(position, seat, card, rng))


def _payment(position: FrontiersPosition, seat: int, card: Card, rng: Random) -> Payment | None:
    """A payment that may be the right one."""
    if not card.cost or rng.random() < 0.3:
        return None if card.cost else NOTHING
    settlements = rng.randint(0, min(card.cost, len(position.settlements[seat])))
    heap = [v.kind for v in position.villagers[seat] for _ in range(v.ready)] or ["farmer"]
    paid = Counter((heap * 3)[: card.cost - settlements])
    return settlements, tuple(sorted(paid.items()))


def _commit(position: FrontiersPosition, player: str, rng: Random) -> FrontiersAction:
    """Own units that can, most often, be committed or retreat."""
    seat = position.players.index(player)
    moves, retreats = [], []
    for unit in position.units:
        mine = unit.owner == seat
        if mine and unit.frontier == 0 and (unit.ready or rng.random() < 0.1) and rng.random() < 0.7:
            moves.append((unit.id, rng.choice(position.frontiers)))
        if mine and unit.occupying and rng.random() < 0.5:
            retreats.append(unit.id)
    return Commit(player, tuple(sorted(moves)), tuple(sorted(retreats)))


def _damage(position: FrontiersPosition, player: str, rng: Random) -> FrontiersAction:
    """The damage in a frontier, split among the enemy units there."""
    seat = position.players.index(player)
    busy = [n for n in position.frontiers if something_to_assign(position, seat, n)]
    frontier = rng.choice(busy or position.frontiers)
    enemies = [unit.id for unit in units_in(position, 1 - seat, frontier)]
    points = Counter(rng.choices(enemies, k=damage_there(position, seat, frontier))) if enemies else Counter[str]()
    return Assign(player, frontier, tuple(sorted((unit, points[unit]) for unit in enemies)))


def _occupy(position: FrontiersPosition, player: str, rng: Random) -> FrontiersAction:
    """A frontier that was won, most often, and a unit there."""
    seat = position.players.index(player)
    frontier = rng.choice([n for s, n in position.wins if s == seat] or position.frontiers)
    return Occupy(player, frontier, rng.choice([None, *(unit.id for unit in units_in(position, seat, frontier))]))


def _resolve(position: FrontiersPosition, player: str, rng: Random) -> FrontiersAction:
    """A trigger of the player's, with a target if it needs one."""
    own = triggers_of(position, position.players.index(player))
    source = rng.choice([*own, f"villager {rng.choice(('scribe', 'farmer'))}"])
    card = own.get(source)
    aims = card is not None and card.aims(trigger=True) and position.units
    target = rng.choice(position.units).id if aims else None
    frontier = rng.choice(position.frontiers) if aims and card and card.leads_out(trigger=True) else None
    return Resolve(player, source, target, frontier)


def _changed(position: FrontiersPosition, action: FrontiersAction, rng: Random) -> FrontiersAction:
    """The action with one thing changed: its player, or one of its parts."""
    if rng.random() < 0.2:
        return replace(action, player=rng.choice(position.players))
    units = [unit.id for unit in position.units]
    name = rng.choice([*units, "nobody7"])
    somebody = rng.choice((None, name))
    frontier = rng.choice(position.frontiers)
    match action:
        case Play():
            card = position.cards[rng.choice(list(position.cards))]
            kinds = [card.name for card in position.cards.values() if card.type == "villager"]
            paid = (
                rng.randint(0, 2),
                tuple((kind, rng.randint(1, 2)) for kind in sorted(rng.sample(kinds, rng.randint(0, 2)))),
            )
            return rng.choice((
                replace(action, card=card.name, type=card.type),
                replace(action, target=somebody),
                replace(action, frontier=rng.choice((None, frontier))),
                replace(action, payment=rng.choice((None, paid, paid))),
            ))  # fmt: skip
        case Commit():
            moves, retreats = dict(action.moves), set(action.retreats)
            match rng.choice(["moves", "retreats", "both"]):
                case "moves":
                    moves[name] = frontier
                case "retreats":
                    retreats ^= {name}
                case "both":  # F4.2, where the unit might retreat
                    holding = [unit.id for unit in position.units if unit.occupying]
                    both = rng.choice(holding or [name])
                    moves[both] = frontier
                    retreats.add(both)
            return Commit(action.player, tuple(sorted(moves.items())), tuple(sorted(retreats)))
        case Assign():
            damage = dict(action.damage)
            damage[rng.choice([*damage, name])] = rng.randint(0, 4)
            if rng.random() < 0.3:
                damage.pop(rng.choice(list(damage)))
            return replace(
                action, damage=tuple(sorted(damage.items())), frontier=rng.choice((action.frontier, frontier))
            )
        case Occupy():
            return rng.choice((replace(action, frontier=frontier), replace(action, unit=somebody)))
        case Resolve():
            source = rng.choice([name, f"settlement {frontier}", "villager agitator"])
            other = replace(action, frontier=rng.choice((None, frontier)))
            return rng.choice((replace(action, source=source), replace(action, target=somebody), other))
    return rng.choice((_pass, _draw))(position, action.player, rng)


# ---------------------------------------------------------------------- everything that can be said
def every_action(position: FrontiersPosition, player: str) -> Iterator[FrontiersAction]:
    """Every action of a player that speaks of the cards in the hand and of units on the mat."""
    seat = position.players.index(player)
    units = [unit.id for unit in position.units]
    places = [None, *position.frontiers]
    yield Pass(player)
    yield from (ChooseDraw(player, deck) for deck in DECKS)
    yield from (Occupy(player, frontier, unit) for frontier, unit in product(position.frontiers, [None, *units]))
    for frontier in position.frontiers:
        yield from _every_split(position, seat, frontier)
    for source in [*triggers_of(position, seat), *units]:
        yield from (Resolve(player, source, *aim) for aim in product([None, *units], places))
    for name in sorted(set(position.hands[seat])):
        card = position.cards[name]
        aims = product([None, *units], places, _every_payment(position, seat, card.cost))
        yield from (Play(player, name, card.type, *aim) for aim in aims)
    yield from _every_commit(position, seat)


def _every_split(position: FrontiersPosition, seat: int, frontier: int) -> Iterator[Assign]:
    """All points that enemy units in a frontier may be given, from none to all."""
    enemies = [unit.id for unit in units_in(position, 1 - seat, frontier)]
    points = range(damage_there(position, seat, frontier) + 1)
    for split in product(points, repeat=len(enemies)):
        if enemies and sum(split) <= points[-1]:
            yield Assign(position.players[seat], frontier, tuple(sorted(zip(enemies, split, strict=True))))


def _every_payment(position: FrontiersPosition, seat: int, cost: int) -> list[Payment]:
    """All payments of a cost with as many settlements and villagers as the player has."""
    kinds = [(v.kind, range(v.ready + v.exerted + 1)) for v in position.villagers[seat]]
    found = []
    for settlements in range(len(position.settlements[seat]) + 1):
        for numbers in product(*(most for _, most in kinds)):
            paid = tuple((kind, n) for (kind, _), n in zip(kinds, numbers, strict=True) if n)
            if settlements + sum(numbers) == cost:
                found.append((settlements, paid))
    return found


def _every_commit(position: FrontiersPosition, seat: int) -> Iterator[Commit]:
    """Each own unit stays, goes to a frontier, or retreats."""
    own: list[Unit] = [unit for unit in position.units if unit.owner == seat]
    for way in product([None, 0, *position.frontiers], repeat=len(own)):
        placed = [(unit.id, to) for unit, to in zip(own, way, strict=True)]
        moves = tuple(sorted((unit, to) for unit, to in placed if to))
        yield Commit(position.players[seat], moves, tuple(sorted(unit for unit, to in placed if to == 0)))
