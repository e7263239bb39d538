"""Corps: several groups, each on the board that the groups before it leave (D5).

A corps comes to a board, to landings in the order of the groups, and perhaps to a claim. The board that some groups leave
is all that the next group depends on, besides seats and vessels (D7.3, D7.4). So the groups that can come next are those
that `search` finds on that board::

    no group        the board as it is
    one group       each board that a maneuver leaves, once
    two groups      each board that a maneuver leaves on one of those, once

Boards that differ in nothing but the seats that are taken, or in the use of the one free entry (D1.11), are kept apart, as the groups
that follow may need the others.
Results are compared by marks: random numbers of 128 bits for the parts of a result, in which two results never agree by
chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import product
from operator import xor
from random import Random
from typing import NamedTuple

from hexwidget.systems.depletion.actions import Corps, Maneuver, Pass, whole
from hexwidget.systems.depletion.fast.ferry import search_for
from hexwidget.systems.depletion.fast.ground import Ground
from hexwidget.systems.depletion.maneuver.crossing import SEATS, seats_for
from hexwidget.systems.depletion.maneuver.end import End, board_after, changes
from hexwidget.systems.depletion.position import Army, DepletionPosition, Landing
from hexwidget.systems.depletion.units import GALLEY, Counts

MARK_BITS = 128


class Marks(dict[object, int]):
    """A random number for each part of a result. The mark of a result is the exclusive or of those of its parts."""

    def __init__(self) -> None:
        self._rng = Random(0)

    def __missing__(self, part: object) -> int:
        found = self[part] = self._rng.getrandbits(MARK_BITS)
        return found


class Board(NamedTuple):
    """The board that some groups of a corps leave. ``changed``: the units and cubes on the hexes that they have changed;
    ``riders``: for each unit that rides the vessels that it can ride with; ``moving``: for each hex with vessels the
    number of those that move in the corps; ``freed``: True if the groups have used the one free entry (D1.11)."""

    groups: tuple[Maneuver, ...]
    ground: Ground
    landing: Landing
    changed: dict[int, tuple[Counts, int]]
    riders: tuple[int, ...]
    moving: tuple[int, ...]
    freed: bool = False

    @property
    def ready(self) -> list[Army]:
        """The armies that the player may choose now (D1.7)."""
        return [army for army in self.ground.own.values() if not army.cubes]

    def ends(self) -> Iterator[End]:
        """Yield the ends that the next group may come to."""
        ground = self.ground.under(self.ground.position)
        for army in self.ready:
            for march in (False, True):
                yield from search_for(ground, army, march)


class CorpsSearch:
    """The corps of the player who is to act. Iterate over it: those of two groups, then those of three, and so on.

    :param ground: the ground of the position, if it is there already
    """

    def __init__(self, position: DepletionPosition, ground: Ground | None = None) -> None:
        self.position = position
        self.seat: int = position.turn
        self.player: str = position.players[self.seat]
        self.limit: int = position.corps_limit(self.seat)
        ground = Ground(position, self.seat, apart=True) if ground is None else ground
        self._harbour = ground.harbour
        self._fits: dict[object, bool] = {}
        landing, moving = Landing(self.seat, open=True, spots=()), (0,) * len(self._harbour.hexes)
        self.first: Board = Board((), ground, landing, {}, (), moving)

    @cached_property
    def _marks(self) -> Marks:
        return Marks()

    @property
    def possible(self) -> bool:
        """True if the corps size limit, and the units that may be chosen, allow for two groups."""
        return self.limit > 1 and sum(army.size for army in self.first.ready) > 1

    def __iter__(self) -> Iterator[Corps]:
        seen = set[int]()
        for number in range(1, self.limit if self.possible else 1):
            for before in self._boards(number):
                for end in before.ends():
                    if self.fits(before, end):
                        mark = self._mark(before, end)
                        if mark not in seen:
                            seen.add(mark)
                            yield Corps(self.player, (*before.groups, end.maneuver))

    def _boards(self, number: int) -> Iterator[Board]:
        """Yield every board that so many groups can leave for another one."""
        if not number:
            yield self.first
            return
        seen: dict[int, set[tuple[bool, tuple[int, ...]]]] = {}
        for before in self._boards(number - 1):
            for end in before.ends():
                if end.claims(self.position) or not self.fits(before, end):
                    continue
                riders = tuple(sorted((*before.riders, *end.riders)))
                known, freed = seen.setdefault(self._mark(before, end), set()), self._frees(before, end)
                if known.isdisjoint(product({False, freed}, {(), riders})):
                    known.add((freed, riders))
                    yield self.after(before, end)

    def sample(self, rng: Random) -> Maneuver | Corps | Pass:
        """An action of one group or more at random, or a pass: the number of groups first, then group by group one of all
        that may come next. There are fewer groups if no group may come next."""
        number = rng.randint(1, self.limit)
        if number == 1:
            return rng.choice(self._alone)
        board, every, groups = self.first, self._first_ends, list[Maneuver]()
        while every:
            end = rng.choice(every)
            groups.append(end.maneuver)
            if len(groups) == number or end.claims(self.position):
                break
            board = self.after(board, end)
            every = [end for end in board.ends() if self.fits(board, end)]
        return whole(self.player, groups) if groups else Pass(self.player)

    @cached_property
    def _alone(self) -> list[Maneuver | Pass]:
        """The actions other than corps."""
        plain = self.first._replace(ground=Ground(self.position, self.seat, work=self.first.ground.work))
        return [*(end.maneuver for end in plain.ends()), Pass(self.player)]

    @cached_property
    def _first_ends(self) -> list[End]:
        """The ends that the first group of a corps may come to."""
        return [end for end in self.first.ends() if self.fits(self.first, end)]

    def more_than(self, number: int, ends: Sequence[End]) -> bool:
        """True if there are more corps than a number. Counts only pairs of groups that have nothing to do with each other,
        which need not be put together to be counted.

        :param ends: the ends that one group may come to
        """
        marks, seen = self._marks, set[int]()
        # The hexes that a group changes, with a bit more if it takes the one free entry -> its marks as the first group of a corps
        groups: dict[int, list[int]] = {}
        seconds: dict[int, list[int]] = {}  # and as the second
        for end in ends:
            if not end.riders and not end.claims(self.position):
                touched = sum(2 << at for at in {end.at, *end.there}) + self._frees(self.first, end)
                (spot,) = self._landing(self.first, end).spots
                mark = self._mark(self.first, end)
                groups.setdefault(touched, []).append(mark)
                seconds.setdefault(touched, []).append(mark ^ marks[0, spot] ^ marks[1, spot])
        for touched, firsts in groups.items():
            others = [mark for also, some in seconds.items() if not touched & also for mark in some]
            for first in firsts:
                seen.update([first ^ second for second in others])
                if len(seen) > number:
                    return True
        return False

    # ------------------------------------------------------------------ one more group
    def after(self, before: Board, end: End) -> Board:
        """The board after one more group, which claims no hex."""
        ground = before.ground.under(board_after(before.ground.position, self.seat, end))
        groups, riders = (*before.groups, end.maneuver), tuple(sorted((*before.riders, *end.riders)))
        changed, landing = before.changed | self._changes(before, end), self._landing(before, end)
        return Board(groups, ground, landing, changed, riders, self._moving(before, end), self._frees(before, end))

    def _frees(self, before: Board, end: End) -> bool:
        """True if the one free entry is used once a group has moved (D1.11)."""
        return before.ground.one_free and (before.freed or end.freed)

    def fits(self, before: Board, end: End) -> bool:
        """True if one group enters free at most (D1.11), and there are seats for all units that ride, on vessels that move in no group
        (D7.3, D7.4)."""
        if before.freed and end.freed:
            return False
        riders = (*before.riders, *end.riders)
        if not riders:
            return True
        moving = self._moving(before, end)
        key = (tuple(sorted(riders)), moving)
        found = self._fits.get(key)
        if found is None:
            left = [n - SEATS * gone for n, gone in zip(self._harbour.seats, moving, strict=True)]
            found = self._fits[key] = seats_for(key[0], left) is not None
        return found

    def _moving(self, before: Board, end: End) -> tuple[int, ...]:
        """The vessels that move once a group has moved: those that have left the hexes where they stood."""
        if not end.landing[GALLEY]:
            return before.moving
        group = end.maneuver
        if not group.moves:
            return before.moving
        taken = before.ground.position.standing(self.seat, end.origin) if group.units is None else group.units
        left = Counter({end.origin: taken[GALLEY]})
        for n, units in group.pickups:
            left[self.position.map.index(group.path[n])] += units[GALLEY]
        return tuple(n + left[at] for n, at in zip(before.moving, self._harbour.hexes, strict=True))

    def _changes(self, before: Board, end: End) -> dict[int, tuple[Counts, int]]:
        """The units and cubes on the hexes that a group changes, where it claims no hex."""
        own, (standing, cubes) = before.ground.own, changes(before.ground.position, self.seat, end)
        return {
            at: (units, cubes.get(at, 0) + (own[at].cubes if at in own else 0) if any(units) else 0)
            for at, units in standing.items()
        }

    def _landing(self, before: Board, end: End) -> Landing:
        """The hexes where groups have landed, once one more has."""
        return before.landing.joined_by(end.spot(before.ground.position, self.seat))

    # ------------------------------------------------------------------ results
    def _mark(self, before: Board, end: End) -> int:
        """The mark of the result of some groups and one more."""
        marks = self._marks
        if end.claims(self.position):
            parts = [*before.changed.items(), *enumerate(before.landing.spots)]
            return reduce(xor, (marks[part] for part in parts), marks[end.claim])
        changed = before.changed | self._changes(before, end)
        parts = [*changed.items(), *enumerate(self._landing(before, end).spots)]
        return reduce(xor, (marks[part] for part in parts))
