"""The legal actions of a nation: one for each position that can result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial

from hexwidget.geometry import ProvinceMap
from hexwidget.rules.lazy_sequences import number_of
from hexwidget.rules.listing import Batch, Listing, spread
from hexwidget.systems.rondel import actions, goods
from hexwidget.systems.rondel.atlas import FREE_WEDGES, WHEEL, ways
from hexwidget.systems.rondel.battle import can_be_lost, defence, fights, losses, most_pairs
from hexwidget.systems.rondel.outcome import outcome
from hexwidget.systems.rondel.position import KINDS, City, Group, RondelPosition

ARM, CONQUER = spread(actions.Arm), spread(actions.Conquer)


class RondelActions(Listing[actions.RondelAction]):
    """All actions of a nation. Each is legal by the way it is made."""

    position: RondelPosition

    def batches(self) -> list[Batch]:
        position, player = self.position, self.player
        if self.seat != position.acting or outcome(position) is not None:
            return []
        if position.toll is not None:
            toll = position.toll
            return [(actions.Lose, (player,), self._losses(toll.at, toll.kind, toll.pairs))]
        if position.asks:
            return [(actions.Answer, (player,), self._answers())]
        if position.phase == "wheel":
            most = min(len(WHEEL), FREE_WEDGES + position.means(self.seat))
            return [(actions.Wheel, (player,), range(1, most + 1)), *self._paid_otherwise(most)]
        if position.phase in ("wedge", "founding"):
            return [*(self._of_wedge() if position.phase == "wedge" else ()), *self._last()]
        own = [g for g in position.units if g.owner == self.seat]
        return self._movement(own) if position.phase == "movement" else self._conquest(own)

    def _answers(self) -> list[int | None]:
        """R3.6: the pairs of each answer."""
        if self.position.settings["battle_size"] == "all":
            return [None, 0]
        ask = self.position.asks[0]
        return [*range(most_pairs(self.position, ask.at, ask.seat, ask.kind), -1, -1)]

    # ------------------------------------------------------------------ movement
    def _movement(self, own: list[Group]) -> list[Batch]:
        position, found = self.position, list[Batch]()
        of_unit = _of_units(position.map, self.player)
        for group in own:
            found += of_unit(group.kind, group.at, group.left)
        for at in sorted({g.at for g in own}.intersection([g.at for g in position.units if g.owner != self.seat])):
            found += self._battles(at)
        found.append((actions.EndMovement, (), (self.player,)))
        return found

    def _battles(self, at: int) -> Iterator[Batch]:
        """R3.4, R3.5: the battles in a province."""
        position = self.position
        if self.within.get("at", position.map.name(at)) != position.map.name(at):
            return
        for enemy, kind, most in fights(position, at):
            given = (self.player, position.map.name(at), position.players[enemy], kind)
            every = position.settings["battle_size"] == "all"
            for size in [most] if every else range(1, most + 1):
                alike = number_of(losses(position, at, kind, size)) == 1
                ways = (None,) if alike else self._losses(at, kind, size)
                yield (actions.Battle, (*given, None if every else size), ways)

    def _losses(self, at: int, kind: str, pairs: int) -> Sequence[tuple[int, ...]]:
        """R3.5: the ways to lose units; within a draft that names units, these. There may be too many to look through."""
        if "losing" not in self.within:
            return losses(self.position, at, kind, pairs)
        named = tuple(sorted(map(int, str(self.within["losing"]).split())))
        groups = self.position.groups(at, self.position.active, kind)
        return (named,) if can_be_lost(groups, pairs, named) else ()

    # ------------------------------------------------------------------ conquest
    def _conquest(self, own: list[Group]) -> list[Batch]:
        found = list[Batch]()
        upright = {g.at for g in own if g.left}
        for city in self.position.conquerable(self.seat):
            if city.at in upright:
                found.append((CONQUER, (self.player, self.position.map.name(city.at)), list(self._payments(city))))
        return [*found, *self._last()]

    def _payments(self, city: City) -> Iterator[tuple[int, int, str | None]]:
        """R4.5, R4.6: the legions and galleys that can be paid, and the city that is given up."""
        position = self.position
        legions, galleys = (position.upright(city.at, self.seat, kind) for kind in KINDS)
        price = defence(position, city).strength
        own = position.cities_of(self.seat)
        full = len(own) >= position.settings["city_tokens"]
        given = [position.map.name(each.at) for each in own] if full else [None]
        for paid in range(min(price, legions), max(0, price - galleys) - 1, -1):
            for giving in given:
                yield paid, price - paid, giving

    # ------------------------------------------------------------------ the whole wheel
    def _paid_otherwise(self, most: int) -> Iterator[Batch]:
        """R5.4: the moves of the marker for other goods than those of the largest store."""
        if self.position.whole:
            store = self.position.store(self.seat)
            for wedges in range(FREE_WEDGES + 1, most + 1):
                yield (actions.Wheel, (self.player, wedges), goods.payments(store, goods.price_of_wedges(wedges))[1:])

    def _of_wedge(self) -> Iterator[Batch]:
        """R6.2 to R6.4: the actions of the wedge."""
        position, name = self.position, self.position.map.name
        store, own = position.store(self.seat), position.cities_of(self.seat)
        if position.wedge == "temple":
            if store.marble >= position.settings["temple_price"] and goods.temples_left(position) > 0:
                yield actions.Build, (self.player,), [name(city.at) for city in own if not city.temple]
        elif position.wedge == "arming":
            for city in own:
                most = goods.can_arm(position, city)
                galleys = most if goods.launches_galleys(position, city.at) else 0
                units = [(n - k, k) for n in range(1, most + 1) for k in range(min(n, galleys) + 1)]
                yield ARM, (self.player, name(city.at)), units
        else:
            unknown = goods.obtainable(position, self.seat)
            paid = [each for each in unknown if goods.price_of_know_how(position, each) <= store.gold]
            yield actions.Obtain, (self.player,), paid

    def _last(self) -> Iterator[Batch]:
        """R6.5, R5.2: founding, and the end of the turn."""
        position, seat = self.position, self.seat
        if position.whole and position.store(seat).covers(goods.FOUNDING) and goods.tokens_left(position, seat) > 0:
            mine = sorted({g.at for g in position.units if g.owner == seat})
            sites = [position.map.name(at) for at in mine if goods.can_found(position, seat, at)]
            yield actions.Found, (self.player,), sites
        yield actions.EndTurn, (), (self.player,)


@lru_cache(maxsize=64)
def _of_units(m: ProvinceMap, player: str) -> Callable[[str, int, int], tuple[Batch, ...]]:
    """The moves of a player's units on a map, by kind, province and actions left."""
    return cache(partial(_of_unit, m, player))


def _of_unit(m: ProvinceMap, player: str, kind: str, at: int, left: int) -> tuple[Batch, ...]:
    """R2.2, R2.4: the moves of a unit, and laying it down, if it has actions left."""
    if left == 0:
        return ()
    here = m.name(at)
    to = tuple(m.name(there) for there in ways(m, kind)[at])
    return (_move, (player, kind, here, left), to), (actions.Lay, (player, kind, here), (left,))


def _move(player: str, kind: str, origin: str, left: int, to: str) -> actions.Move:
    return actions.Move(player, kind, origin, to, left)
