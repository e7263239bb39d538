"""The legal actions of a player: one for each position that can result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from hexwidget.rules import Draft, LegalActions
from hexwidget.systems.frontiers.actions import (
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Payment,
    Play,
    Resolve,
)
from hexwidget.systems.frontiers.cards import DECKS, Card
from hexwidget.systems.frontiers.choices.drafts import can_become
from hexwidget.systems.frontiers.combat import must_assign, splits
from hexwidget.systems.frontiers.outcome import outcome
from hexwidget.systems.frontiers.payments import payments
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition, Trigger, Unit
from hexwidget.systems.frontiers.targets import needs_target, targets, ways_out

PlayWay = tuple[str, str, str | None, int | None, Payment]
"""The fields of a `Play`: card, type, target, frontier and payment. Most plays are only counted, never made."""


def may_act(position: FrontiersPosition, seat: int) -> bool:
    """True if a player may act now. A player may replace what is sealed until both have sealed."""
    if seat < 0 or position.draws or outcome(position) is not None:
        return False
    match position.phase:
        case "damage":
            return bool(must_assign(position, seat))
        case "after":
            return position.wins[0][0] == seat
        case "triggers":
            return position.triggers[0].seat == seat
    return position.phase == "draw" or position.acting == seat


class FrontiersActions(LegalActions[FrontiersAction]):
    """All legal actions of a player, or those that a draft can become. They are generated legal, not generated and then
    checked. The ways to commit units and to assign damage are counted and sampled without being made."""

    def __init__(self, position: FrontiersPosition, player: str, within: Draft | None) -> None:
        self._position = position
        self._player = player
        self._within = dict(within or {})
        self._seat = position.players.index(player) if player in position.players else -1
        if not may_act(position, self._seat):
            self._seat = -1

    def __iter__(self) -> Iterator[FrontiersAction]:
        plays = (Play(self._player, *way) for way in self._plays())
        for action in (*plays, *self._commits(), *self._assignments(), *self._few()):
            if not self._within or can_become(self._within, action):
                yield action

    def count(self) -> int:
        if self._within:
            return sum(1 for _ in self)
        listed = len(self._plays()) + sum(1 for _ in self._few())
        return listed + self._ways_to_commit() + self._ways_to_assign()

    def sample(self, rng: Random) -> FrontiersAction:
        if self._within:
            return super().sample(rng)
        plays, few = self._plays(), list(self._few())
        commits, assignments = self._ways_to_commit(), self._ways_to_assign()
        every = len(plays) + len(few) + commits + assignments
        if not every:
            raise LookupError("there is no legal action to choose from")
        n = rng.randrange(every)
        if n < len(plays):
            return Play(self._player, *plays[n])
        n -= len(plays)
        if n < len(few):
            return few[n]
        n -= len(few)
        if n < commits:
            return self._commit(n + 1)
        n -= commits
        for frontier in must_assign(self._position, self._seat):
            ways = splits(self._position, self._seat, frontier)
            if n < len(ways):
                return self._assign(frontier, ways[n])
            n -= len(ways)
        raise AssertionError  # pragma: no cover  (n is less than all of them)

    def _ways_to_commit(self) -> int:
        ways = 1
        for _, places in self._places():
            ways *= len(places)
        return ways - 1

    def _ways_to_assign(self) -> int:
        position, seat = self._position, self._seat
        if seat < 0 or position.phase != "damage":
            return 0
        return sum(len(splits(position, seat, frontier)) for frontier in must_assign(position, seat))

    # ------------------------------------------------------------------ cards
    def _plays(self) -> list[PlayWay]:
        position, seat = self._position, self._seat
        if seat < 0 or position.phase not in ("strategy", "battle"):
            return []
        found = list[PlayWay]()
        now = (
            ("villager", "settlement", "stratagem", "unit") if position.phase == "strategy" else ("tactic", "maneuver")
        )
        for kind in sorted(set(position.hands[seat]).difference(HIDDEN.values())):
            card = position.cards[kind]
            if card.type in now and card.type not in position.done[seat]:
                paid = payments(position, seat, card.cost)
                if paid:
                    aims = self._plays_of(card)
                    found += [(card.name, card.type, target, to, payment) for payment in paid for target, to in aims]
        return found

    def _plays_of(self, card: Card) -> list[tuple[str | None, int | None]]:
        """The pairs of target and frontier that a card may be played with."""
        position, seat = self._position, self._seat
        aims = self._aims(card, trigger=False)
        if card.type != "settlement":
            return list(aims)
        held = {unit.frontier for unit in position.units if unit.occupying and unit.owner == seat}
        places = [frontier for frontier in sorted(held) if not position.settled(seat, frontier)]
        return [(target, place) for target, _ in aims for place in places]

    def _aims(self, card: Card, *, trigger: bool) -> Iterator[tuple[str | None, int | None]]:
        """The pairs of target, and frontier to move it to, for a card."""
        position, seat = self._position, self._seat
        if not card.aims(trigger=trigger):
            yield (None, None)
            return
        possible = targets(position, seat, card, trigger=trigger)
        for unit in possible:
            for to in ways_out(position, unit) if card.leads_out(trigger=trigger) else [None]:
                yield (unit.id, to)
        if not needs_target(position, seat, card, trigger=trigger):
            yield (None, None)

    # ------------------------------------------------------------------ commit
    def _places(self) -> list[tuple[Unit, list[int]]]:
        """F4.1, F4.2: the units that may be committed or retreat, each with its possible places, its present one first."""
        position, seat = self._position, self._seat
        if seat < 0 or position.phase != "strategy" or "commit" in position.done[seat]:
            return []
        found = []
        for unit in position.units:
            if unit.owner == seat and unit.occupying:
                found.append((unit, [unit.frontier, 0]))
            elif unit.owner == seat and unit.ready and unit.frontier == 0:
                found.append((unit, [0, *position.frontiers]))
        return found

    def _commits(self) -> Iterator[Commit]:
        places = self._places()
        for n, way in enumerate(product(*(where for _, where in places))):
            if n:  # The first way leaves every unit where it is.
                yield self._committed(places, way)

    def _commit(self, n: int) -> Commit:
        """The n-th way, counted as `_commits` does."""
        places = self._places()
        way = []
        for _, where in reversed(places):
            n, at = divmod(n, len(where))
            way.append(where[at])
        return self._committed(places, tuple(reversed(way)))

    def _committed(self, places: list[tuple[Unit, list[int]]], way: tuple[int, ...]) -> Commit:
        changed = [(unit, to) for (unit, where), to in zip(places, way, strict=True) if to != where[0]]
        moves = tuple((unit.id, to) for unit, to in changed if not unit.occupying)
        return Commit(self._player, moves, tuple(unit.id for unit, _ in changed if unit.occupying))

    # ------------------------------------------------------------------ combat and after
    def _assignments(self) -> Iterator[Assign]:
        position, seat = self._position, self._seat
        if seat < 0 or position.phase != "damage":
            return
        for frontier in must_assign(position, seat):
            for split in splits(position, seat, frontier):
                yield self._assign(frontier, split)

    def _assign(self, frontier: int, split: tuple[int, ...]) -> Assign:
        enemies = self._position.at(frontier, 1 - self._seat)
        damage = tuple((unit.id, n) for unit, n in zip(enemies, split, strict=True))
        return Assign(self._player, frontier, damage)

    def _few(self) -> Iterator[FrontiersAction]:
        position, seat, player = self._position, self._seat, self._player
        if seat < 0:
            return
        match position.phase:
            case "after":
                for winner, frontier in position.wins:
                    if winner == seat:
                        yield from (Occupy(player, frontier, unit.id) for unit in position.at(frontier, seat))
                        yield Occupy(player, frontier, None)
            case "triggers":
                for trigger in sorted({t for t in position.triggers if t.seat == seat}):
                    yield from self._resolves(trigger)
            case "draw":
                yield from (ChooseDraw(player, deck) for deck in reversed(DECKS))
            case "strategy" | "battle":
                yield Pass(player)

    def _resolves(self, trigger: Trigger) -> Iterator[Resolve]:
        for target, to in self._aims(self._position.cards[trigger.kind], trigger=True):
            yield Resolve(self._player, trigger.source, target, to)

    def __contains__(self, action: object) -> bool:
        return self._allows(self._position, self._player, action)
