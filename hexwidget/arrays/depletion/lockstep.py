"""Many games of `depletion` in lockstep, on arrays: the reach of an army of each, and maneuvers of whole armies played.

It needs NumPy, and is imported only by programs that have many games. Its results are those of `maneuver.reach` and `effects`
for one game after the other.

Covered: maneuvers and marches of whole armies, one at a time (D1.1 to D1.7, D2.1), packing (D1.10), the free home (D1.4),
joining an own army and the size limit (D4.1, D4.4, D4.5, D4.8), the armies that may attack then (D5.3), though none does (D1.8),
passes, turns, rounds and the end (D1.12, D1.16). Splitting, dropping, picking up and unpacking are legal and just not chosen. So
are corps: a step moves one army of each game, and the groups of a corps move one after the other, each by what the ones before it
have left. Refused: positions where vessels may ferry (D7.1) or stand with land units (D7.5), with unexplored hexes (D8.2), or in
the middle of a claim, a battle, or the decision about an attack.

::

    from hexwidget.arrays.depletion.lockstep import Games, reach_of_many

    reach_of_many(positions, "0203", march=True).names(0)     # as positions[0].reach("0203", march=True)

    games = Games([position] * 10_000)
    rng = numpy.random.default_rng(1)
    while not games.over.all():
        games.carry_out(games.draw(rng))       # a maneuver at random in each game that is not over
    games.position(0)                          # the ordinary position that the first game has come to
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from hexwidget.geometry import HexMap, Space
from hexwidget.problems import Problems, place
from hexwidget.rules.position import changed
from hexwidget.rules.reach.batch import Windows, levels_in
from hexwidget.systems.depletion.counts import peasants_only
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, SWITCH_POINTS, bars_ground, entry_cost
from hexwidget.systems.depletion.maneuver.end import CUBES, CUBES_OF_A_MARCH
from hexwidget.systems.depletion.position import Army, DepletionPosition, Landing, Spot
from hexwidget.systems.depletion.units import GALLEY, MOVEMENT, PACKED, PEASANTS, UNEXPLORED, UNITS, UNPACKED

Array = Any
"""An array of NumPy."""


class ReachOfMany:
    """The hexes where one army of each game may end its maneuver. Index by game.

    ``starts``: numbers of the hexes that the armies set out from; ``packing``: the points that packing costs each
    before it moves (D1.10); ``ends``: a window of lines about each (see `hexwidget.rules.reach.batch.Windows`), lines
    by games.
    """

    def __init__(self, windows: Windows, starts: Array, packing: Array, levels: Array, ends: Array) -> None:
        self.windows = windows
        self.starts = starts
        self.packing = packing
        self.ends = ends
        self._levels = levels

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def members(self) -> tuple[Array, Array]:
        """All ends as two arrays: the game, and the number of the hex. They are in the order of the games, then of the
        map."""
        return self.windows.members(self.ends, self.starts)

    @cached_property
    def counts(self) -> Array:
        """The number of ends of each game."""
        return np.bincount(self.members[0], minlength=len(self))

    @cached_property
    def costs(self) -> Array:
        """The cost of each end, in the order of `members`, in movement points."""
        game, at = self.members
        windows = self.windows
        line, along = windows.offsets(at, self.starts[game])
        reached = self._levels[:, line, game] >> along.astype(windows.kind) & 1
        return (reached == 0).sum(axis=0) + np.where(at == self.starts[game], 0, self.packing[game])

    def names(self, game: int) -> list[str]:
        """The ends of one game by name, in the map's numbering."""
        return [self.windows.map.name(at) for at in self._of(game)]

    def plane(self, game: int) -> int:
        """The plane of the ends of one game."""
        return sum(1 << at for at in self._of(game))

    def _of(self, game: int) -> list[int]:
        which, at = self.members
        first, last = np.searchsorted(which, [game, game + 1])
        found: list[int] = at[first:last].tolist()
        return found


# ---------------------------------------------------------------------- what is not covered
def refuse_uncovered(positions: Sequence[DepletionPosition]) -> None:
    """Refuse positions that lie outside what is covered, each with the clause."""
    problems = Problems()
    if not positions:
        problems.add("", "expected at least one position")
    seen: set[int] = set()
    for n, position in enumerate(positions):
        if id(position) not in seen:
            seen.add(id(position))
            for where, why in _outside(position, positions[0]):
                problems.add(place(n, *where), why)
    problems.raise_any("these games cannot be played in lockstep")


def _outside(position: DepletionPosition, first: DepletionPosition) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each thing in a position that is not covered, or not as in the first position, with its place."""
    if position.map != first.map:
        yield ("map",), "another map than the first position's: play it with others of its map"
    elif position is first and position.map.plane(UNEXPLORED):
        yield ("map",), "it has unexplored hexes, which are claimed one game at a time (D8.2)"
    if position.players != first.players:
        yield ("players",), f"expected {', '.join(first.players)} as in the first position"
    if position.settings != first.settings:
        yield (), "other options or parameters than in the first position: play it with others of its kind"
    if position.claim is not None or position.battle is not None:
        yield (), f"a {'claim' if position.claim is not None else 'battle'} is being carried out: end it first"
    elif position.deciding is not None:
        yield ("landing",), 'an attack is to be decided: apply "no attack" or the attack first (D1.8)'


def refuse_fleets(positions: Sequence[DepletionPosition], units: Array, owner: Array) -> None:
    """D7.1: refuse players who have both vessels and land units."""
    problems = Problems()
    for seat, player in enumerate(positions[0].players):
        own = (owner == seat)[:, :, None] & (units > 0)
        for n in np.flatnonzero(own[:, :, GALLEY].any(axis=1) & own[:, :, :GALLEY].any(axis=(1, 2)))[:20]:
            why = "it has vessels and land units: who rides is settled one game at a time (D7.1)"
            problems.add(place(int(n), "armies", player), why)
    problems.raise_any("these games cannot be played in lockstep")


NOBODY = -1
"""The owner in rows without an army: they fill up games with fewer armies than others."""
BLOCK = 4096
"""The number of games that are looked at together. More would not stay in a processor's cache."""
_MOVEMENT = np.array(MOVEMENT)
_RANGES = np.array(
    [sum(1 << d for d in range(r[0], r[1] + 1)) if (r := unit.attack_range) else 0 for unit in UNITS], np.uint8
)
"""For each type of unit the distances that it attacks at, as bits (D1.9)."""
_GROUPS = tuple(tuple(int(t == k) for t in range(len(UNITS))) for k in (PACKED, PEASANTS, GALLEY))
"""A group of each kind that moves like no other: on land, wading, afloat."""
_ON_LAND, _WADING, _AFLOAT = range(len(_GROUPS))


def reach_of_many(
    positions: Sequence[DepletionPosition], spaces: Space | Sequence[Space], march: bool | Sequence[bool] = False
) -> ReachOfMany:
    """The hexes where the whole army on a hex of each position may go in one maneuver, as ``position.reach`` gives
    them. It does not count whose turn it is.

    :param spaces: the hex of the army, one for all positions or one for each
    :param march: True for a march (D2.1), one for all or one for each
    :raises InputError: listing the positions that lie outside what is covered, and those without an army there
    """
    games = Games(positions)
    named: list[Any] = [spaces] * len(games) if isinstance(spaces, (str, tuple)) else list(spaces)
    problems = Problems()
    if len(named) != len(games):
        problems.add("spaces", f"expected a hex for each of {len(games)} positions, not {len(named)} hexes")
        problems.raise_any("these reaches cannot be computed")
    found = {space: games.map.find(space) for space in set(named)}
    at = np.array([NOBODY if (number := found[space]) is None else number for space in named], np.int64)
    there = (games.at == at[:, None]) & (games.owner != NOBODY)
    for n in np.flatnonzero(~there.any(axis=1))[:20]:
        lies = found[named[n]] is not None
        problems.add(place(int(n)), f"there is no army on {named[n]}" if lies else games.map.explain_unknown(named[n]))
    problems.raise_any("these reaches cannot be computed")
    return games.reach(there.argmax(axis=1), np.broadcast_to(np.asarray(march, bool), len(games)))


class DrawnMoves(NamedTuple):
    """One move for each game: the army by its place in `Games.at` (-1: the player passes), True if it marches, and the
    number of the hex where its maneuver ends."""

    army: Array
    march: Array
    end: Array


class Games:
    """Games on one map, of the same players and settings, that are played in lockstep. It changes as it is played.

    ``at``, ``owner``, ``units``, ``cubes``: arrays of games by armies (``units`` by types of unit, too); where
    ``owner`` is `NOBODY` there is no army, or none any more. ``turn``, ``round``, ``passes``, ``over``: by game.
    Positions that are given several times are read once.

    :raises InputError: listing the positions that lie outside what is covered, each with the clause
    """

    def __init__(self, positions: Sequence[DepletionPosition]) -> None:
        self._positions = list(positions)
        refuse_uncovered(self._positions)
        first = self._positions[0]
        self.map: HexMap = first.map
        self._settings = first.settings
        distinct = {id(position): position for position in self._positions}
        row_of = {key: n for n, key in enumerate(distinct)}
        rows = np.array([row_of[id(position)] for position in self._positions])
        read = list(distinct.values())
        present = _present([len(position.armies) for position in read])
        armies = [army for position in read for army in position.armies]
        self.at: Array = _lay_out(present, [army.at for army in armies], 0)[rows]
        self.owner: Array = _lay_out(present, [army.owner for army in armies], NOBODY)[rows]
        self.cubes: Array = _lay_out(present, [army.cubes for army in armies], 0)[rows]
        kinds: dict[tuple[int, ...], int] = {}
        kind = [kinds.setdefault(army.units, len(kinds)) for army in armies]
        units = np.array([*kinds, (0,) * len(UNITS)])[_lay_out(present, kind, -1)]
        refuse_fleets(self._positions, units[rows], self.owner)
        self.units: Array = units[rows]
        present = _present([len(position.structures) for position in read])
        built = [structure for position in read for structure in position.structures]
        self._built_at = _lay_out(present, [structure.at for structure in built], 0)[rows]
        self._homes = bool(built)
        self._built_by = _lay_out(present, [structure.owner for structure in built], NOBODY)[rows]
        self.turn: Array = np.array([position.turn for position in read])[rows]
        self.round: Array = np.array([position.round for position in read])[rows]
        self.passes: Array = np.array([position.passes for position in read])[rows]
        words = first.settings["objective"].split()
        self._held = [first.map.index(word) for word in words[1:]] if words[0] == "hold" else []
        self.over: Array = self._over(words[0])
        # The landings that were read, and for each game the index of its landing; -1: the landing is in its row of the array.
        self._landings = [position.landing for position in read]
        self._landed = rows.copy()
        # owner, hex, cubes before, 1 if it is open; owner -1: no landing
        self._landing = np.full((len(rows), 4), NOBODY)
        self._declared = np.array([position.declared is not None for position in read])[rows]
        fastest = int(_MOVEMENT[units.any(axis=(0, 1))].max(initial=1))
        # One step more than there are points may be taken, thanks to a free home.
        self.windows: Windows
        self.windows, self._ones, self._twos = _ground(first.map, fastest + MARCH_POINTS + 1)
        self._of_kind = len(self._ones) // len(_GROUPS)
        self._beyond = first.map.full.bit_length()

    def _over(self, objective: str) -> Array:
        """D1.16: True for each game that is over as it is read."""
        seats = range(len(self._positions[0].players))
        found = self.round > self._settings["rounds"]
        if objective == "eliminate" and len(seats) > 1:
            found |= np.sum([(self.owner == seat).any(axis=1) for seat in seats], axis=0) <= 1
        if objective == "hold":
            every = np.arange(len(self))
            for seat in seats:
                found |= self._objective_held(every, np.full(len(self), seat))
        return found

    def __len__(self) -> int:
        return len(self._positions)

    # ------------------------------------------------------------------ where to
    def reach(self, army: Array, march: Array) -> ReachOfMany:
        """The hexes where one army of each game may end a maneuver. It does not count whose turn it is.

        :param army: its place in `at`
        :param march: True for a march (D2.1)
        """
        return self._blocks(np.arange(len(self)), army, march)

    def _blocks(self, games: Array, army: Array, march: Array) -> ReachOfMany:
        """The reach of one army in some of the games, block by block."""
        parts = [
            self._reach(games[n : n + BLOCK], army[n : n + BLOCK], march[n : n + BLOCK])
            for n in range(0, max(1, len(games)), BLOCK)
        ]
        most = max(len(part[2]) for part in parts)
        # The levels beyond a block's own budgets equal its last level.
        levels = [np.concatenate([p[2], np.repeat(p[2][-1:], most - len(p[2]), axis=0)]) for p in parts]
        starts, packing, ends = (np.concatenate([part[k] for part in parts], axis=-1) for k in (0, 1, 3))
        return ReachOfMany(self.windows, starts, packing, np.concatenate(levels, axis=2), ends)

    def _reach(self, games: Array, army: Array, march: Array) -> tuple[Array, Array, Array, Array]:
        """Starts, points for packing, levels and ends of some games."""
        windows, at, owner = self.windows, self.at[games], self.owner[games]
        row = np.arange(len(games))
        starts, seat, units = at[row, army], owner[row, army][:, None], self.units[games, army]
        size = units.sum(axis=1)
        packing = np.where(units[:, UNPACKED] > 0, SWITCH_POINTS, 0)
        budgets = self._points(units) + MARCH_POINTS * march - packing
        soldiers = units[:, PEASANTS + 1 :].any(axis=1)
        kind = np.where(units[:, GALLEY] > 0, _AFLOAT, np.where(soldiers, _ON_LAND, _WADING))
        one, two = (windows.cut(words, starts + kind * self._of_kind) for words in (self._ones, self._twos))
        ground = one | two
        built_at, built_by = self._built_at[games], self._built_by[games]
        theirs = windows.with_marks(starts, at, (owner != seat) & (owner != NOBODY))
        theirs |= windows.with_marks(starts, built_at, (built_by != seat) & (built_by != NOBODY))
        one &= ~theirs
        two &= ~theirs
        home = None
        if self._homes:
            home = windows.with_marks(starts, built_at, built_by == seat) & (one | two)
        levels, used = levels_in(one, two, int(budgets.max(initial=0)), home)
        if used is not levels:
            levels |= used
        ends = levels[np.clip(budgets, 0, None), :, row].T & ground
        # D4.4: where other units stand there must be room.
        room = self._settings["army_size"] - size
        others = (owner == seat) & (np.arange(at.shape[1]) != army[:, None])
        ends &= ~windows.with_marks(starts, at, others & (self.units[games].sum(axis=2) > room[:, None]))
        ends *= (room >= 0) & (self.cubes[games, army] == 0)  # D4.4, D1.7
        return starts, packing, levels, ends

    @staticmethod
    def _points(units: Array) -> Array:
        """The movement points of armies: those of their slowest unit (D1.2)."""
        return np.where(units > 0, _MOVEMENT, max(MOVEMENT)).min(axis=-1)

    # ------------------------------------------------------------------ playing
    def draw(self, rng: Any) -> DrawnMoves:
        """A random move for each game: one of the armies that may be chosen (D1.7), a march or not, and one of the
        hexes where it may end, each with equal odds. The player passes where there is no such army, or no end.

        :param rng: a generator of NumPy's; three numbers are drawn from it for each game, over or not
        """
        return self.moves_for(rng.random((3, len(self))))

    def moves_for(self, numbers: Array) -> DrawnMoves:
        """A move for each game by numbers from 0 up to 1, in three rows: the army, the march (below a half), the end.
        Where there are k in the map's order, a number in the n-th of k equal parts means the n-th."""
        able = (self.owner == self.turn[:, None]) & (self.cubes == 0) & ~self.over[:, None]
        counts = able.sum(axis=1)
        games = np.flatnonzero(counts)
        nth = (numbers[0, games] * counts[games]).astype(np.int64)
        in_order = np.argsort(np.where(able[games], self.at[games], self._beyond), axis=1)
        army = in_order[np.arange(len(games)), nth]
        march = numbers[1, games] < 0.5
        found = self._blocks(games, army, march)
        at, number = found.members[1], found.counts
        chosen = np.cumsum(number) - number + (numbers[2, games] * number).astype(np.int64)
        moves = np.flatnonzero(number)
        done = DrawnMoves(np.full(len(self), -1), np.zeros(len(self), bool), np.full(len(self), -1))
        done.army[games[moves]], done.march[games[moves]] = army[moves], march[moves]
        done.end[games[moves]] = at[chosen[moves]]
        return done

    def carry_out(self, done: DrawnMoves) -> None:
        """Carry out maneuvers, which are taken to be legal, and passes in all games that are not over. Armies that may
        attack then do not (D1.8)."""
        self._maneuver(np.flatnonzero(~self.over & (done.army >= 0)), done)
        self._pass(np.flatnonzero(~self.over & (done.army < 0)))

    def _maneuver(self, games: Array, done: DrawnMoves) -> None:
        army, march, end = (part[games] for part in done)
        seat = self.turn[games]
        moves = end != self.at[games, army]
        packed = np.where(moves, self.units[games, army, UNPACKED], 0)
        self.units[games, army, PACKED] += packed
        self.units[games, army, UNPACKED] -= packed
        # D4.1: with an own army there it becomes one army, under the cubes of both (D4.5).
        joined = (self.at[games] == end[:, None]) & (self.owner[games] == seat[:, None])
        joined[np.arange(len(games)), army] = False
        joins, other = joined.any(axis=1), joined.argmax(axis=1)
        g, a, b = games[joins], army[joins], other[joins]
        before = np.zeros(len(games), np.int64)
        before[joins] = self.cubes[g, b]
        self.units[g, a] += self.units[g, b]
        self.owner[g, b] = NOBODY
        self.at[games, army] = end
        self.cubes[games, army] += before + np.where(march, CUBES_OF_A_MARCH, CUBES)
        self._declared[games] = False
        over = self._objective_held(games, seat)
        attacks = (before == 0) & self._targets(games, seat, self.units[games, army], end)
        self.over[games] = over
        # A player who declines leaves no landing. Once the game is over there is nothing to decide.
        self._landed[games] = -1
        told = np.stack([seat, end, before, over & attacks], axis=1)
        self._landing[games] = np.where((attacks & ~over)[:, None], NOBODY, told)
        on = ~(over & attacks)
        self.turn[games[on]] = (seat[on] + 1) % len(self._positions[0].players)
        self.passes[games] = 0

    def _targets(self, games: Array, seat: Array, units: Array, end: Array) -> Array:
        """D5.3: True for each game in which the army that has landed could attack something."""
        ranges = np.bitwise_or.reduce(np.where(units > 0, _RANGES, 0), axis=1)
        found = np.zeros(len(games), bool)
        for at, owner in ((self.at, self.owner), (self._built_at, self._built_by)):
            line, along = self.windows.offsets(at[games], end[:, None])
            line, along = line - self.windows.radius, along - self.windows.radius
            distance = (abs(line) + abs(along) + abs(line + along)) // 2
            near = np.where(distance < 8, ranges[:, None] >> np.minimum(distance, 7) & 1, 0) > 0
            found |= (near & (owner[games] != NOBODY) & (owner[games] != seat[:, None])).any(axis=1)
        return found

    def _objective_held(self, games: Array, seat: Array) -> Array:
        """D1.16: True for each game in which the player who has moved holds all hexes of the objective."""
        if not self._held:
            return np.zeros(len(games), bool)
        own = self.owner[games] == seat[:, None]
        return np.logical_and.reduce([((self.at[games] == at) & own).any(axis=1) for at in self._held])

    def _pass(self, games: Array) -> None:
        """D1.16: players pass. Once all have passed in succession the round ends, and the cubes are removed (D1.12)."""
        players = len(self._positions[0].players)
        self._landed[games], self._landing[games], self._declared[games] = -1, NOBODY, False
        self.passes[games] += 1
        self.turn[games] = (self.turn[games] + 1) % players
        ended = games[self.passes[games] == players]
        self.cubes[ended] = 0
        self.turn[ended] = self.passes[ended] = 0
        self.round[ended] += 1
        self.over[ended] = self.round[ended] > self._settings["rounds"]

    # ------------------------------------------------------------------ one game
    def position(self, game: int) -> DepletionPosition:
        """The ordinary position that a game has come to."""
        parts = [part[game].tolist() for part in (self.at, self.owner, self.units, self.cubes)]
        rows = zip(*parts, strict=True)
        armies = [Army(at, owner, tuple(units), cubes) for at, owner, units, cubes in rows if owner != NOBODY]
        before, (seat, at, cubes, is_open) = self._positions[game], self._landing[game].tolist()
        landing = None if seat == NOBODY else Landing(seat, bool(is_open), (Spot(at, cubes, failed=False),))
        if self._landed[game] >= 0:
            landing = self._landings[self._landed[game]]
        counts = {name: int(getattr(self, name)[game]) for name in ("turn", "round", "passes")}
        declared = before.declared if self._declared[game] else None
        return changed(before, armies=tuple(sorted(armies)), landing=landing, declared=declared, **counts)


# ---------------------------------------------------------------------- reading
def _present(lengths: list[int]) -> Array:
    """A mask of rows as long as the longest: True where a row has a value."""
    return np.arange(max(1, *lengths)) < np.array(lengths)[:, None]


def _lay_out(present: Array, values: list[int], fill: int) -> Array:
    """Values laid out in rows."""
    found = np.full(present.shape, fill)
    found[present] = values
    return found


@lru_cache(maxsize=8)
def _ground(hexmap: HexMap, radius: int) -> tuple[Windows, Array, Array]:
    """Windows on a map. For each kind of group, one behind the other, the words of the hexes that cost it 1, and of
    those that cost it 2."""
    windows, by_price = Windows(hexmap, radius), []
    for price in (1, 2):
        of_groups = []
        for group in _GROUPS:
            entered = [terrain for terrain in hexmap.terrains if not bars_ground(terrain, group)]
            some = [terrain for terrain in entered if entry_cost(terrain, peasants_only(group)) == price]
            of_groups.append(windows.words(hexmap.plane(*some)))
        by_price.append(np.concatenate(of_groups))
    return windows, by_price[0], by_price[1]
