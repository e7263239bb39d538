"""A maneuver laid against a position: the units that move on each step, those that stand where when it is done, and its
costs.

Nothing is judged here. A plan can be made of any maneuver whose names exist, also of one that the rules bar. Where it
drops more units than it carries, those that it carries are dropped, and the rest of it is followed all the same, so
that every reason is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwidget.geometry import HexMap
from hexwidget.rules import changed, looked_up
from hexwidget.rules.position import of_the_last
from hexwidget.systems.depletion.actions import Corps, Maneuver, fields_of
from hexwidget.systems.depletion.counts import by_place, minus, moving, of_types, on_land, plus, slowest
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, SWITCH_POINTS, Costs, Expense, entry_cost
from hexwidget.systems.depletion.maneuver.crossing import SEATS, Harbour, Passage, Supply, Way, every_way
from hexwidget.systems.depletion.maneuver.end import End, board_after, cubes_of
from hexwidget.systems.depletion.maneuver.seating import Crossing, Seating, settle
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, MOVEMENT, NO_UNITS, PACKED, UNEXPLORED, UNPACKED, WATER, Counts


class ManeuverPlan:
    """A maneuver followed hex by hex, by numbers of hexes.

    :param whose_turn: True if it counts whose turn it is. Reach and its explanations ask for any player.
    :param harbour: the vessels that may ferry; by default all of the player's own that do not move in it
    :param goes_on: True if it goes on from the end of its path, so that units picked up there move
    """

    frees: bool = True
    """False if another group of the corps has the free entry (D1.11)."""
    shortest: bool = False
    """True if no other way of the group to the end of the path costs less."""

    def __init__(
        self,
        position: DepletionPosition,
        action: Maneuver,
        seat: int,
        whose_turn: bool = True,
        harbour: Harbour | None = None,
        goes_on: bool = False,
    ) -> None:
        self.before = position
        """The position as it is, in which a borrowed army is the other player's."""
        self.position: DepletionPosition = position
        self.action = action
        self.seat = seat
        self.whose_turn = whose_turn
        self.path: tuple[int, ...] = tuple(map(position.map.index, action.path))
        self.grounds: list[str] = list(map(position.map.terrain, self.path))
        """The ground of each hex of the path."""
        origin, moves = self.path[0], action.moves
        self.army: Army | None = position.army_of(seat, origin)
        """All units of the player on the origin; or, for explanations, another player's army there as if it were the player's."""
        self.borrowed: Army | None = None
        """The army as it is another player's."""
        if self.army is None and origin in position.by_hex:
            self.borrowed = position.by_hex[origin][0]
            self.army = self.borrowed._replace(owner=seat)
            armies = (self.army if other is self.borrowed else other for other in position.armies)
            self.position = changed(position, armies=tuple(sorted(armies)))
        everybody = self.army.units if self.army else NO_UNITS
        self.taken: Counts = everybody if action.units is None else tuple(map(min, action.units, everybody))
        """The units that set out."""
        self.there: dict[int, Counts] = {origin: minus(everybody, self.taken) if action.units is not None else NO_UNITS}
        """The player's units on each hex that is touched, before the group lands."""
        self.dropped: dict[int, Counts] = {}
        """The units that are dropped on each hex."""
        self.picked: Counts = NO_UNITS
        """The units that are picked up on the way."""
        self.landing: Counts = moving(self.taken) if moves else self.taken
        """The group that lands, with its trebuchets switched."""
        self.groups: list[Counts] = [self.landing] * len(self.path)
        """The units that come to each hex of the path, the origin included, as they move."""
        self.carried: list[Counts] = self.groups
        """The units that the group has on each hex of the path, with those that join there."""
        if action.drops or action.pickups:
            self._pick_up_and_drop(goes_on)
        if self.landing[PACKED] or self.landing[UNPACKED]:
            self._switch_trebuchets()
        self.moved: Counts = plus(moving(self.taken), self.picked)
        """All units that move in it, wherever they join."""
        self.harbour: Harbour = position.harbour(seat) if harbour is None else harbour
        """The vessels that may ferry."""
        mixed = moves and self.moved[GALLEY] and (action.ferries or any(on_land(self.moved)))
        if mixed and (harbour is None or harbour is position.harbour(seat)):
            self.harbour = harbour_of(position.map, position.fleet(seat), [self])
        self.corps: Sequence[ManeuverPlan] = ()
        """All groups of the corps that it is one of, which share the seats."""
        self.settled: Crossing | None = None
        """The crossing of its units, once it is settled (see `crossing`)."""

    def _pick_up_and_drop(self, goes_on: bool) -> None:
        """Pick units up and drop them along the way. A group of which no unit sets out picks nobody up."""
        group, sets_out = self.landing, any(self.landing)
        pickups, drops = dict(self.action.pickups), dict(self.action.drops)
        self.groups, self.carried = [], []
        for n, at in enumerate(self.path):
            self.groups.append(group)
            if at not in self.there and (n in pickups or n in drops):
                self.there[at] = self.standing(at)
            if n in pickups and n > 0 and sets_out:  # D4.10: not where the way begins
                left = minus(self.there[at], self.dropped.get(at, NO_UNITS))  # D3.5: units that were dropped stay
                units = tuple(map(min, pickups[n], left))
                group, self.there[at] = moving(plus(group, units)), minus(self.there[at], units)
                if goes_on or n < len(self.path) - 1:
                    self.picked = plus(self.picked, moving(units))
            self.carried.append(group)
            if n in drops:
                units = tuple(map(min, drops[n], group))
                group, self.there[at] = minus(group, units), plus(self.there[at], units)
                if any(units):
                    self.dropped[at] = plus(self.dropped.get(at, NO_UNITS), units)
        self.landing = group

    def _switch_trebuchets(self) -> None:
        """Pack and unpack trebuchets of the group that lands. Where it stays, all stand as they stood, but for those that are
        switched."""
        found, action = list(self.landing), self.action
        packed = 0 if action.moves else min(action.pack, found[UNPACKED])
        unpacked = min(action.unpack, found[PACKED])
        found[PACKED] += packed - unpacked
        found[UNPACKED] += unpacked - packed
        self.landing = tuple(found)

    @property
    def joined(self) -> dict[int, Counts]:
        """The units that are picked up at the indices of the path, as they move."""
        return {n: minus(self.carried[n], self.groups[n]) for n, _ in self.action.pickups if n}

    @property
    def staying(self) -> list[tuple[int, Counts]]:
        """The hexes where units of the maneuver stay when it is done, with these units: its end, and where units are dropped."""
        return [(self.path[-1], self.landing), *self.dropped.items()]

    @property
    def march(self) -> int:
        """The points that the march adds."""
        return MARCH_POINTS * self.action.march

    def standing(self, at: int) -> Counts:
        """The player's units on a hex before the group lands."""
        return self.there.get(at) or self.position.standing(self.seat, at)

    def after(self, at: int) -> Counts:
        """The player's units on a hex when the maneuver is done."""
        return plus(self.standing(at), self.landing) if at == self.path[-1] else self.standing(at)

    @property
    def claims(self) -> bool:
        """True if it claims a hex (D8.2): its path ends on an unexplored hex."""
        return self.action.moves and self.grounds[-1] == UNEXPLORED

    @property
    def end(self) -> End:
        """The end of the maneuver, and the units that it leaves behind."""
        action, dropped = self.action, frozenset(self.dropped)
        written = (action.player, *fields_of(action))
        return End(written, self.path[0], self.path[-1], self.landing, self.there, dropped, cubes_of(action.march))

    @property
    def board(self) -> DepletionPosition:
        """The board that it leaves."""
        return self.before if self.claims else board_after(self.position, self.seat, self.end)

    # ------------------------------------------------------------------ over the water
    @property
    def crossing(self) -> Crossing:
        """The crossing of its units: the cheapest for which there are seats, or the one that needs fewest
        seats."""
        if self.settled is None:
            dry = not self.action.ferries and WATER.isdisjoint(self.grounds[1:])
            dry = dry and not any(plan.entries for plan in self.corps)
            if dry and self.position.settings["pace"] == "strict":
                self.settled = Crossing((), self.cheapest(()), ())  # all pay alike
            else:
                settle(self.corps or [self], self.harbour)
        assert self.settled is not None  # noqa: S101  (it has been settled)
        return self.settled

    @looked_up()
    def supplies(self) -> tuple[list[Supply], list[Supply]]:
        """The units that join and those that leave on its path. Units that set out pack trebuchets, and units that land unpack them; a
        trebuchet that stays and is switched pays once."""
        end = len(self.path) - 1
        joins = {0: moving(self.taken), **self.joined}
        leaves = {n: minus(self.carried[n], self.groups[n + 1]) for n, _ in self.action.drops if n < end}
        leaves[end] = moving(self.carried[end])
        packs = min(self.action.pack, self.taken[UNPACKED])
        unpacks = min(self.action.unpack, leaves[end][PACKED])
        if not end:
            packs, unpacks = min(joins[0][PACKED], packs + unpacks), 0
        return _supplies(joins, 0, packs), _supplies(leaves, end, unpacks)

    @looked_up()
    def ways(self) -> list[Way]:
        """Every way that some of its units may take in some crossing of the water."""
        return every_way(self.path, *self.supplies, self.position.map, self.harbour)

    def seats(self) -> tuple[tuple[int, Counts], ...]:
        """The units that ride with the vessels of each hex."""
        riders = zip(self.crossing.riders, self.crossing.seats or (), strict=False)
        return tuple(sorted(by_place((self.harbour.hexes[boat], rider.unit, 1) for rider, boat in riders).items()))

    # ------------------------------------------------------------------ costs
    def costs(self) -> Costs:
        """Its costs with the free entry that is named, else with the one that saves most (D1.11): of those, one that
        makes the points suffice."""
        return self.crossing.costs

    def cheapest(self, passages: tuple[Passage, ...]) -> Costs:
        """The costs of some passages: see `costs`."""
        found = None
        wading = self._wading(passages)
        for free in self.free_entries(wading):
            costs = self._costs(free, passages, wading)
            if costs.who is None:
                return costs
            found = found or costs
        return found or self._costs(None, passages, wading)

    def _wading(self, passages: tuple[Passage, ...]) -> frozenset[int]:
        """The indices of the path on which some unit wades."""
        return frozenset(n for p in passages if p.wades for n in range(p.joined + 1, p.left + 1))

    def free_entries(self, wading: frozenset[int]) -> list[int]:
        """The indices of the entries that may be the free one, dearest first."""
        return sorted(self.entries, key=lambda n: -self.price(n, n in wading)) if self.frees and self.homes else []

    @property
    def homes(self) -> set[int]:
        """The hexes of which it may enter one free."""
        return self.position.homes(self.seat) if self.harbour.free else set()

    @property
    def entries(self) -> list[int]:
        """The indices of its entries into homes: those into the home that is named, if one is."""
        named, homes = self.action.free, self.homes
        at = None if named is None else self.position.map.index(named)
        return [n for n, hex_ in enumerate(self.path) if n and hex_ in homes and at in (None, hex_)]

    def price(self, n: int, wades: bool) -> int:
        """The cost of entering a hex of the path. D4.9: the whole group pays for a unit that wades."""
        return entry_cost(self.grounds[n], wades)

    def _costs(self, free: int | None, passages: tuple[Passage, ...], wading: frozenset[int]) -> Costs:
        if self.position.settings["pace"] == "per_unit":
            return self._costs_per_unit(free, passages)
        spent = [Expense(n, 0 if n == free else self.price(n, n in wading)) for n in range(1, len(self.path))]
        if self.action.drops:  # a step that no unit makes costs nothing
            spent = [each for each in spent if each.at is None or any(self.groups[each.at])]
        pack = bool(self.action.pack and self.taken[UNPACKED])
        unpack = bool(self.action.unpack and (self.landing[PACKED] or self.landing[UNPACKED]))
        if not self.action.moves:
            spent += [Expense(None, SWITCH_POINTS)] * (pack or unpack)
        else:
            spent = [Expense(None, SWITCH_POINTS)] * pack + spent + [Expense(None, SWITCH_POINTS)] * unpack
        total = sum(expense.points for expense in spent)
        budget = slowest(self.taken) + self.march if any(self.taken) else 0
        if total > budget:
            return Costs(free, tuple(spent), budget, (_slow_one(self.taken), True) if any(self.taken) else None)
        if any(self.picked):
            of_picked = slowest(self.picked) + self.march
            if total > of_picked:
                return Costs(free, tuple(spent), of_picked, (_slow_one(self.picked), False))
            budget = min(budget, of_picked)
        return Costs(free, tuple(spent), budget, None)

    def _costs_per_unit(self, free: int | None, passages: tuple[Passage, ...]) -> Costs:
        """D4.7, per_unit: the costs of each unit's own part of the way. Of the units that are worst off the slowest is
        shown."""
        worst: tuple[tuple[bool, bool, int, int], Costs] | None = None
        for passage, spent in self._parts(free, passages):
            budget = MOVEMENT[passage.unit] + self.march
            over = sum(expense.points for expense in spent) - budget
            # D1.15: a unit that set out is blamed before one that was picked up.
            weight = (over > 0, over > 0 and passage.joined == 0, over, over + budget if over > 0 else -budget)
            if worst is None or weight > worst[0]:
                who = (passage.unit, passage.joined == 0) if over > 0 else None
                worst = (weight, Costs(free, spent, budget, who))
        return worst[1] if worst else Costs(free, (), 0, None)

    def _parts(self, free: int | None, passages: tuple[Passage, ...]) -> Iterator[tuple[Passage, tuple[Expense, ...]]]:
        """For each unit the expenses on its own part of the way. The units that set out pack trebuchets, and those that
        land unpack them. A trebuchet that stays and is switched pays once."""
        trebuchets = [p for p in passages if p.unit == PACKED]
        pack = min(self.action.pack, self.taken[UNPACKED])
        lands = [k for k, p in enumerate(trebuchets) if p.left == len(self.path) - 1]
        unpacks = set(lands[max(0, len(lands) - self.action.unpack) :])
        if not self.action.moves:
            pack, unpacks = min(len(trebuchets), pack + len(unpacks)), set()
        k = 0
        for passage in passages:
            steps = range(passage.joined + 1, passage.left + 1)
            spent = [Expense(n, 0 if n == free else self.price(n, passage.wades)) for n in steps]
            if passage.unit == PACKED:
                switch = Expense(None, SWITCH_POINTS)
                spent = [*[switch] * (k < pack), *spent, *[switch] * (k in unpacks)]
                k += 1
            yield passage, tuple(spent)

    def left(self) -> tuple[int, int | None]:
        """The points that the group has left to go on with from the end of this path: with the free entry still to
        come, and with it used (None without one). Below 0: the group has come too far."""
        passages = self.crossing.passages
        if self.crossing.seats is None:
            return -1, None
        if self.position.settings["pace"] == "strict" and not self.homes:
            costs = self.crossing.costs  # no entry is free, so that there is one price
            return costs.budget - costs.total, None
        wading = self._wading(passages)
        used = [self._left(free, passages, wading) for free in self.free_entries(wading)]
        return self._left(None, passages, wading), max(used) if used else None

    def _left(self, free: int | None, passages: tuple[Passage, ...], wading: frozenset[int]) -> int:
        costs = self._costs(free, passages, wading)
        if self.position.settings["pace"] == "strict" or costs.who is not None:
            return costs.budget - costs.total
        least = -1 if not any(self.landing) else max(MOVEMENT) + self.march
        stays = moving(self.landing)
        for unit in of_types(stays):
            # Of like units that come to the end, the first to have joined are dropped there
            # (and of those the ones that were packed, which have fewer points).
            alike = [(p, spent) for p, spent in self._parts(free, passages) if p.unit == unit]
            parts = sorted((p.left, p.joined, -sum(e.points for e in spent)) for p, spent in alike)
            least = min(least, *(MOVEMENT[unit] + self.march + spent for _, _, spent in parts[-stays[unit] :]))
        return least


@of_the_last(2)
def plan_of(position: DepletionPosition, action: Maneuver, seat: int) -> ManeuverPlan:
    """The plan of a maneuver alone, which the choices and the verdict on it share."""
    return ManeuverPlan(position, action, seat)


def harbour_of(hexmap: HexMap, fleet: dict[int, int], plans: Sequence[ManeuverPlan]) -> Harbour:
    """The vessels that may ferry in a maneuver: those that no group moves (D7.4)."""
    fleet, moving = dict(fleet), set[int]()
    for plan in plans:
        if plan.action.moves and plan.moved[GALLEY]:
            end = len(plan.path) - 1
            joining = [(plan.path[n], units) for n, units in plan.joined.items() if n < end]
            for at, units in [(plan.path[0], plan.taken), *joining]:
                if units[GALLEY] and at in fleet:
                    moving.add(at)
                    fleet[at] = max(0, fleet[at] - units[GALLEY])
    return Harbour(hexmap, fleet, moving=moving)


def _supplies(units: Mapping[int, Counts], at: int, switch: int) -> list[Supply]:
    """Units by index and type.

    :param switch: the number of trebuchets that are switched at an index
    """
    found = []
    for n in sorted(units):
        for unit in of_types(units[n]):
            paying = switch if (n, unit) == (at, PACKED) else 0
            shares = ((1, paying), (0, units[n][unit] - paying))
            found += [Supply(unit, n, SWITCH_POINTS * pays, k) for pays, k in shares if k]
    return found


def _slow_one(units: Counts) -> int:
    """The slowest type, and of equally slow ones the first."""
    return min((t for t, n in enumerate(units) if n), key=lambda t: MOVEMENT[t])


class CorpsPlan:
    """The groups of a corps, each laid against the board that the ones before it leave."""

    def __init__(self, position: DepletionPosition, player: str, groups: Sequence[Maneuver], seat: int) -> None:
        self.position = position
        self.player = player
        self.board: DepletionPosition = position
        """The board that the last group leaves."""
        self.groups: list[ManeuverPlan] = []
        for action in groups:
            self.groups.append(ManeuverPlan(self.board, action, seat, whose_turn=False))
            self.board = self.groups[-1].board
        self.harbour: Harbour = harbour_of(position.map, position.fleet(seat), self.groups)
        for plan in self.groups:
            plan.harbour, plan.corps = self.harbour, self.groups

    @property
    def action(self) -> Corps:
        """The corps as an action."""
        return Corps(self.player, tuple(group.action for group in self.groups))


def harbour_beside(plan: CorpsPlan) -> Harbour:
    """The vessels that are left for one more group, besides the groups before it, and the free entry if they do without it (D1.11)."""
    free = plan.position.settings["free_entry"] == "group" or _pay_without(plan)
    if not free:
        settle(plan.groups, plan.harbour)
    fleet = {at: seats // SEATS for at, seats in zip(plan.harbour.hexes, plan.harbour.seats, strict=True)}
    seating = Seating(plan.groups, plan.harbour)
    beside = seating.has_room_for if seating.has_room_for(()) else None
    return Harbour(plan.position.map, fleet, plan.harbour.moving, beside, free=free)


def _pay_without(plan: CorpsPlan) -> bool:
    """Take the free entry from all groups. Return True if each can pay without, and none names one."""
    for group in plan.groups:
        group.frees = False
    return all(group.action.free is None for group in plan.groups) and Seating(plan.groups, plan.harbour).pay
