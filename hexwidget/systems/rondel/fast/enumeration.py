"""The legal actions of a nation: one for each position that can result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from hexwidget.geometry import ProvinceMap
from hexwidget.rules import Draft, LegalActions
from hexwidget.systems.rondel.actions import (
    Answer,
    Battle,
    Conquer,
    EndMovement,
    EndTurn,
    Lay,
    Lose,
    Move,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.atlas import FREE_WEDGES, WHEEL, ways
from hexwidget.systems.rondel.battle import defence, losses, most_pairs
from hexwidget.systems.rondel.outcome import outcome
from hexwidget.systems.rondel.position import KINDS, City, RondelPosition

Way = tuple[Any, ...]
"""The class of an action and its arguments. Counting and sampling make no other actions than those they need."""


class RondelActions(LegalActions[RondelAction]):
    """All actions of a nation; within a draft those that it can become. Each is legal by the way it is made."""

    def __init__(self, position: RondelPosition, player: str, within: Draft | None) -> None:
        self._position = position
        self._player = player
        self._within = within or Draft()

    def __iter__(self) -> Iterator[RondelAction]:
        given = dict(self._within)
        for kind, *what in self._ways():
            action: RondelAction = kind(self._player, *what)
            if not given or given.items() <= slots_of(action).items():
                yield action

    def _ways(self) -> Sequence[Way]:
        position, active = self._position, self._position.active
        owes = position.asks[0].seat if position.toll is None and position.asks else active
        if self._player != position.players[owes] or outcome(position) is not None:
            return ()
        if position.toll is not None:
            toll = position.toll
            return [(Lose, way) for way in losses(position, toll.at, toll.kind, toll.pairs)]
        if position.asks:
            return list(self._answers())
        if position.phase == "wheel":
            return [(Wheel, n) for n in range(1, min(len(WHEEL), FREE_WEDGES + position.resources[active]) + 1)]
        found: list[Way] = []
        own = [g for g in position.units if g.owner == active]
        if position.phase == "movement":
            for group in own:
                found += _of_group(position.map, group.kind, group.at, group.left)
            for at in sorted({g.at for g in own}.intersection([g.at for g in position.units if g.owner != active])):
                found += self._battles(at)
            return [*found, (EndMovement,)]
        upright = {g.at for g in own if g.left}
        for city in position.cities:
            if city.at in upright and city.owner != active:
                found += self._conquests(city)
        return [*found, (EndTurn,)]

    def _answers(self) -> Iterator[Way]:
        position = self._position
        ask = position.asks[0]
        if position.settings["battle_size"] == "all":
            yield (Answer, None)
        else:
            for pairs in range(most_pairs(position, ask.at, ask.seat, ask.kind), 0, -1):
                yield (Answer, pairs)
        yield (Answer, 0)

    def _battles(self, at: int) -> Iterator[Way]:
        position = self._position
        name = position.map.name(at)
        every = position.settings["battle_size"] == "all"
        for enemy in position.strangers(at, position.active):
            for kind in KINDS:
                most = most_pairs(position, at, enemy, kind)
                for size in ([most] if every else range(1, most + 1)) if most else ():
                    ways = list(losses(position, at, kind, size))
                    for way in ways:
                        pairs, losing = (None if every else size), (way if len(ways) > 1 else None)
                        yield (Battle, name, position.players[enemy], kind, pairs, losing)

    def _conquests(self, city: City) -> Iterator[Way]:
        position, seat = self._position, self._position.active
        if len(position.cities_of(city.owner)) == 1:
            return
        legions, galleys = (position.upright(city.at, seat, kind) for kind in KINDS)
        price = defence(position, city).strength
        own = position.cities_of(seat)
        full = len(own) >= position.settings["city_tokens"]
        given = [position.map.name(each.at) for each in own] if full else [None]
        for paid in range(min(price, legions), max(0, price - galleys) - 1, -1):
            for giving in given:
                yield (Conquer, position.map.name(city.at), paid, price - paid, giving)

    def __contains__(self, action: object) -> bool:
        return self._allows(self._position, self._player, action)

    def count(self) -> int:
        return sum(1 for _ in self) if self._within else len(self._ways())

    def sample(self, rng: Random) -> RondelAction:
        if self._within:
            return super().sample(rng)
        found = self._ways()
        if not found:
            raise LookupError("there is no legal action to choose from")
        kind, *what = found[rng.randrange(len(found))]
        action: RondelAction = kind(self._player, *what)
        return action


@lru_cache(maxsize=4096)
def _of_group(m: ProvinceMap, kind: str, at: int, left: int) -> tuple[Way, ...]:
    """R2.2, R2.4: the moves of a unit of a group and laying it down, if it has actions left."""
    if left == 0:
        return ()
    here = m.name(at)
    return (*[(Move, kind, here, m.name(there), left) for there in ways(m, kind)[at]], (Lay, kind, here, left))


def slots_of(action: RondelAction) -> dict[str, str | int]:
    """The slots of the draft that an action completes."""
    match action:
        case Wheel():
            return {"wheel": action.wedges}
        case Move():
            return {"at": action.origin, "unit": f"{action.kind} {action.left}", "to": action.to}
        case Lay():
            return {"at": action.at, "unit": f"{action.kind} {action.left}", "do": "lay"}
        case Battle():
            pairs = {} if action.pairs is None else {"pairs": action.pairs}
            losing = {} if action.losing is None else {"losing": " ".join(map(str, action.losing))}
            return {"at": action.at, "battle": f"{action.kind} {action.enemy}", **pairs, **losing}
        case Answer():
            if action.pairs == 0:
                return {"answer": "let be"}
            return {"answer": "fight", **({} if action.pairs is None else {"pairs": action.pairs})}
        case Lose():
            return {"losing": " ".join(map(str, action.losing))}
        case Conquer():
            giving = {} if action.giving is None else {"giving": action.giving}
            return {"city": action.at, "legions": action.legions, **giving}
        case EndMovement():
            return {"do": "end movement"}
    return {"do": "end turn"}
