"""The legal actions of a player: one for each choice that can make a difference.

Automatic effects may level the difference: damage is reset, an empty deck gives nothing. Both choices are listed then, as
leaving one out would tell of things that the other player has sealed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

from hexwidget.rules.kinds import Reading
from hexwidget.rules.lazy_sequences import LazySequence, Pairs
from hexwidget.rules.listing import Batch, Listing, random_item, spread
from hexwidget.systems.frontiers.actions import Assign, ChooseDraw, Commit, FrontiersAction, Occupy, Pass, Play, Resolve
from hexwidget.systems.frontiers.cards import DECKS, Card
from hexwidget.systems.frontiers.combat import splits
from hexwidget.systems.frontiers.legality.cards import affordable
from hexwidget.systems.frontiers.legality.timing import PHASE_OF
from hexwidget.systems.frontiers.outcome import outcome
from hexwidget.systems.frontiers.payments import Payment, payments
from hexwidget.systems.frontiers.phrases import PAYMENT
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit
from hexwidget.systems.frontiers.targets import leaves, needs_target, targets, ways_out

Aim = tuple[str | None, int | None]
"""A target, and the frontier that it moves to."""
NO_AIM: tuple[Aim] = ((None, None),)
RESOLVE = spread(Resolve)


def may_act(position: FrontiersPosition, seat: int) -> bool:
    """True if a player may act now. A player may replace what is sealed until both have sealed."""
    if seat < 0 or position.draws or outcome(position) is not None:
        return False
    match position.phase:
        case "damage":
            return bool(position.fights[seat])
        case "after":
            return position.wins[0][0] == seat
        case "triggers":
            return position.triggers[0].seat == seat
    return position.phase == "draw" or position.acting == seat


@lru_cache(maxsize=64)
def _open_to(phase: str, done: tuple[str, ...]) -> frozenset[str]:
    """The types of cards that may be played in a phase.

    :param done: the once-a-round deeds that the player has done
    """
    return frozenset(kind for kind, (when, _) in PHASE_OF.items() if when == phase and kind not in done)


class FrontiersActions(Listing[FrontiersAction]):
    """All legal actions of a player, or those that a draft can become. They are generated legal, not generated and then
    checked. The ways to commit units and to assign damage are counted and sampled without being made."""

    position: FrontiersPosition

    def batches(self) -> list[Batch]:
        position, seat = self.position, self.seat
        if not may_act(position, seat):
            return []
        match position.phase:
            case "damage":
                fights = position.fights[seat]
                return [(self._assign, (frontier,), self._splits(frontier)) for frontier in fights]
            case "after":
                won = [frontier for winner, frontier in position.wins if winner == seat]
                holders = {frontier: [*(unit.id for unit in position.at(frontier, seat)), None] for frontier in won}
                return [(Occupy, (self.player, frontier), units) for frontier, units in holders.items()]
            case "triggers":
                pending = sorted({trigger for trigger in position.triggers if trigger.seat == seat})
                cards = {trigger.source: position.cards[trigger.kind] for trigger in pending}
                ways: list[Batch] = [
                    (RESOLVE, (self.player, at), self._aims(card, trigger=True)) for at, card in cards.items()
                ]
                return ways[:1] if self._are_alike(cards.values()) else ways
            case "draw":
                return [(ChooseDraw, (self.player,), DECKS[::-1])]
        return [*self._plays(), (self._commit, (), self._commits()), (Pass, (), (self.player,))]

    def sample(self, rng: Random) -> FrontiersAction:
        if self.within:
            return super().sample(rng)
        ways = self.batches()
        if ways and self.position.phase in ("strategy", "battle"):
            # The order of the list is for readers. Recorded samples count the commits last.
            *plays, commits, passing = ways
            ways = [*plays, passing, commits]
        found: FrontiersAction = random_item(ways, rng)
        return found

    # ------------------------------------------------------------------ cards
    def _plays(self) -> list[Batch]:
        position, seat = self.position, self.seat
        found: list[Batch] = []
        open_to = _open_to(position.phase, position.done[seat])
        if not open_to or not {*self.within} <= {"card", "target", "frontier", "pay"}:
            return found
        cards, named, pay = position.cards.as_dict, self.within.get("card"), self.within.get("pay")
        ways_to_pay: dict[int, Sequence[Payment]] = {}
        for name in dict.fromkeys(position.hands[seat]):
            card = cards.get(name)  # None for the back of a card
            if card is None or card.type not in open_to or named not in (None, name):
                continue
            if card.cost not in ways_to_pay:
                ways_to_pay[card.cost] = payments(position, seat, card.cost)
            paid = ways_to_pay[card.cost]
            if pay is not None:  # there may be too many to look through
                payment = PAYMENT.read(str(pay), Reading(position))
                paid = () if any(affordable(card, payment, position, seat)) else (payment,)
            if paid:
                found.append((_play, (self.player, card.name, card.type), Pairs(paid, self._plays_of(card))))
        return found

    def _plays_of(self, card: Card) -> Sequence[Aim]:
        """The pairs of target and frontier that a card may be played with."""
        position, seat = self.position, self.seat
        aims = self._aims(card, trigger=False)
        if card.type == "settlement":
            held = {unit.frontier for unit in position.units if unit.occupying and unit.owner == seat}
            places = [frontier for frontier in sorted(held) if not position.settled(seat, frontier)]
            aims = [(target, place) for target, _ in aims for place in places]
        if not self.within:
            return aims
        target, frontier = self.within.get("target"), self.within.get("frontier")
        return [(at, to) for at, to in aims if target in (None, at) and frontier in (None, to)]

    def _aims(self, card: Card, *, trigger: bool) -> Sequence[Aim]:
        """The pairs of target, and frontier to move it to, for a card."""
        position, seat = self.position, self.seat
        if not card.aims(trigger=trigger):
            return NO_AIM
        possible = targets(position, seat, card, trigger=trigger)
        effects = [effect for effect in (card.trigger if trigger else card.deeds) if effect.aims]
        unchanged = [unit.id for unit in possible if all(leaves(effect, unit) for effect in effects)]
        # The position is the same as after the first of them, and a draft may name any.
        alike = () if self.within else unchanged[1:]
        out = card.leads_out(trigger=trigger)
        aimed = [unit for unit in possible if unit.id not in alike]
        found: list[Aim] = [(unit.id, to) for unit in aimed for to in (ways_out(position, unit) if out else (None,))]
        return found if needs_target(position, seat, card, trigger=trigger, possible=possible) else [*found, *NO_AIM]

    def _are_alike(self, cards: Collection[Card]) -> bool:
        """True of two triggers without a target that draw nothing: when one is resolved, the other follows by itself, whichever it is.
        A draft may name any."""
        position, seat = self.position, self.seat
        if len(cards) != 2 or self.within or any(needs_target(position, seat, card, trigger=True) for card in cards):
            return False
        effects = [effect for card in cards for effect in card.trigger]
        return not any(effect.kind == "draw" and position.deck(seat, effect.deck) for effect in effects)

    # ------------------------------------------------------------------ commit
    def _commits(self) -> Commits:
        """F4.1, F4.2: the units that may be committed or retreat, each with its possible places, its present one first."""
        position, seat = self.position, self.seat
        commits = all(slot.startswith(("unit", "to/", "retreat/")) for slot in self.within)
        if position.phase != "strategy" or "commit" in position.done[seat] or not commits:
            return Commits([])
        found = []
        for unit in position.units:
            if unit.owner == seat and unit.occupying:
                found.append((unit, [unit.frontier, 0]))
            elif unit.owner == seat and unit.ready and unit.frontier == 0:
                found.append((unit, [0, *position.frontiers]))
        named = {str(value) if slot == "unit" else slot.partition("/")[2] for slot, value in self.within.items()}
        if not named <= {unit.id for unit, _ in found}:
            return Commits([])
        return Commits([(unit, self._left_open(unit, where)) for unit, where in found])

    def _left_open(self, unit: Unit, where: list[int]) -> list[int]:
        """The places of a unit that the draft leaves open."""
        to = 0 if self.within.get(f"retreat/{unit.id}") else self.within.get(f"to/{unit.id}")
        if to is None and self.within.get("unit") == unit.id:  # the last unit chosen moves somewhere
            return where[1:]
        return where if to is None else [place for place in where if place == to]

    def _commit(self, moved: list[tuple[Unit, int]]) -> Commit:
        moves = tuple((unit.id, to) for unit, to in moved if not unit.occupying)
        return Commit(self.player, moves, tuple(unit.id for unit, _ in moved if unit.occupying))

    # ------------------------------------------------------------------ combat and after
    def _splits(self, frontier: int) -> Sequence[tuple[int, ...]]:
        """F5.5: the ways to assign damage in a frontier. A draft that names the damage to each unit can become one of them only."""
        ways = splits(self.position, self.seat, frontier)
        if self.within.get("assign", frontier) != frontier:
            return ()
        named = [self.within.get(f"hit/{unit.id}") for unit in self.position.at(frontier, 1 - self.seat)]
        whole = tuple([int(n) for n in named if n is not None])
        if len(whole) < len(named):
            return ways
        return [whole] if ways.may_be(whole) and ways.canonical(whole) == whole else []

    def _assign(self, frontier: int, split: tuple[int, ...]) -> Assign:
        enemies = self.position.at(frontier, 1 - self.seat)
        damage = tuple((unit.id, n) for unit, n in zip(enemies, split, strict=True))
        return Assign(self.player, frontier, damage)


def _play(player: str, card: str, kind: str, way: tuple[Payment, Aim]) -> Play:
    payment, (target, to) = way
    return Play(player, card, kind, target, to, payment)


class Commits(LazySequence[list[tuple[Unit, int]]]):
    """The ways to commit units: in each, the units that move with their new places. They are numbered, and made on demand.

    :param places: the units that may move, each with its possible places, its present one first
    """

    def __init__(self, places: list[tuple[Unit, list[int]]]) -> None:
        self._places = places
        # One way leaves every unit where it is, unless a draft moves one.
        self._idle = int(all(unit.frontier in where for unit, where in places))
        self.number = prod([len(where) for _, where in places]) - self._idle

    def __iter__(self) -> Iterator[list[tuple[Unit, int]]]:
        return map(self._moves, islice(product(*(where for _, where in self._places)), self._idle, None))

    def __getitem__(self, n: Any) -> Any:
        n = range(self.number)[n] + self._idle
        way = []
        for _, where in reversed(self._places):
            n, at = divmod(n, len(where))
            way.append(where[at])
        return self._moves(way[::-1])

    def _moves(self, way: Sequence[int]) -> list[tuple[Unit, int]]:
        return [(unit, to) for (unit, _), to in zip(self._places, way, strict=True) if to != unit.frontier]
