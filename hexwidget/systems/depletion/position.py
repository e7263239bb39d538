"""The immutable position of `depletion`: map, armies, structures, cubes, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, Never

from hexwidget.english import listing, possessive
from hexwidget.geometry import HexMap, Space
from hexwidget.languages import speaking_of
from hexwidget.limits import Limits
from hexwidget.problems import InputError, Problems, sure
from hexwidget.rules import Settings, changed, looked_up
from hexwidget.rules.hints import Called, Example, Hex, Key, ReadBy, Seat
from hexwidget.rules.reach import Reach, conditions
from hexwidget.rules.reach.conditions import refuse
from hexwidget.rules.values import Known, entry_of
from hexwidget.systems.depletion.counts import minus, peasants_only, plus
from hexwidget.systems.depletion.maneuver.crossing import Harbour, harbour_with
from hexwidget.systems.depletion.provinces import NOTHING_TO_EXPLORE, Exploration, TileOrNone
from hexwidget.systems.depletion.units import GALLEY, NO_UNITS, Counts, UnitsOrNone, nouns, read_units, write_units
from hexwidget.systems.position import BundledPosition
from hexwidget.systems.registry import system

if TYPE_CHECKING:
    from hexwidget.systems.depletion.battle.odds import BattleOdds
    from hexwidget.systems.depletion.fast.danger import Coverage
    from hexwidget.systems.depletion.system import Depletion


MOST_CUBES = 99
MOST_CUBES_OF_A_CLAIM = 2
MOST_HITS = 999
Cubes = Annotated[int, Limits(0, MOST_CUBES)]
Hexes = Annotated[tuple[Hex, ...], Example("a list of hexes", ["0101"])]
Hits = Annotated[int, Limits(0, MOST_HITS)]


class Army(NamedTuple):
    """All units of one player on one hex (D1.1), and the depletion cubes there (D1.7).

    ``at``: number of the hex; ``owner``: seat of the player; ``units``: the number of each type of `UNITS`.
    """

    at: int
    owner: int
    units: Counts
    cubes: int = 0

    @property
    def size(self) -> int:
        """The number of its units (D4.8)."""
        return sum(self.units)

    @property
    def peasants_only(self) -> bool:
        """True if it has no military unit."""
        return peasants_only(self.units)

    def __str__(self) -> str:
        return write_units(self.units)


class Structure(NamedTuple):
    """A city, castle or capital of a player."""

    at: int
    owner: int
    kind: str


STRUCTURE_KEYS = {"city": "cities", "castle": "castles", "capital": "capitals"}
"""The kinds of structures, each with the keyword of a description that lists them."""
RAISE_THE_LIMIT = ("castle", "capital")
"""The kinds of structures that each let one more army maneuver at once (D5.2, D8.11)."""


class Built(NamedTuple):
    """The structures as a player sees them: the hexes with the player's and those next to them, the hexes with the others', and
    the number of the player's that raise the limit of a corps."""

    homes: set[int]
    beside_homes: set[int]
    of_others: set[int]
    raising: int


class Spot(NamedTuple):
    """A hex where an army of the last maneuver has landed. ``cubes_before``: the cubes on it the moment before the army
    landed (D4.5); ``failed``: True if the army stands there as its claim has failed (D8.5)."""

    at: Annotated[Hex, Key("hex")]
    cubes_before: Cubes
    failed: Annotated[bool, Key("claim_failed")]


class Landing(NamedTuple):
    """The hexes where the last maneuver has landed: one, or those of a corps.

    ``open``: True while its player decides about an attack (D1.8). If not, the turn has passed on, and the landing is
    kept only to say why there is no attack.
    """

    owner: Annotated[Seat, Key("player")]
    open: bool
    spots: Annotated[tuple[Spot, ...], Key("armies")]

    def joined_by(self, spot: Spot) -> Landing:
        """The landing with one more army of the corps. If two land on a hex, it had a cube when the second came (D5.5)."""
        if not self.spots:
            return Landing(self.owner, self.open, (spot,))
        others = [s for s in self.spots if s.at != spot.at]
        if len(others) < len(self.spots):
            spot = spot._replace(cubes_before=max([s.cubes_before for s in (spot, *self.spots) if s.at == spot.at]))
        return Landing(self.owner, self.open, (*others, spot))


class DeclaredAttack(NamedTuple):
    """The attack declared last, kept until the next action: its origins and its target."""

    origins: Annotated[Hexes, Key("from")]
    target: Annotated[Hex, Key("to")]


STAND = entry_of(dict[Hex, UnitsOrNone])


def _stand(where: str, given: Any, known: Known) -> tuple[tuple[int, Counts], ...]:
    return tuple(sorted(STAND.read(where, given, known).items()))


Stand = Annotated[
    tuple[tuple[int, Counts], ...],
    ReadBy(_stand, dict[Hex, UnitsOrNone], lambda stand, known: STAND.write(dict(stand), known)),
]


class Claim(NamedTuple):
    """A claim that is being carried out (D8.2): what is fixed before the tile is turned over, and how far the claim has
    come.

    ``origin``, ``at``: the hex that the army comes from, and the hex that it claims; ``units``: the units that land
    there; ``stand``: the units that stand then on the hexes where some set out, joined or left; ``dropped``: those of
    these hexes that get cubes; all of them empty once the army has landed. ``stage``: "tile" and then "rotation" before
    the tile lies, "relic" while a relic is drawn for it, "event" once the army has landed (D8.9); ``tile``: the tile that
    was turned over; ``relic_at``: the hex where the relic must be placed, None without a relic to place.
    """

    origin: Annotated[Hex, Key("from")]
    at: Annotated[Hex, Key("to")]
    cubes: Annotated[int, Limits(0, MOST_CUBES_OF_A_CLAIM)]
    units: UnitsOrNone
    stand: Stand
    dropped: Hexes
    stage: Annotated[Literal["tile", "rotation", "relic", "event"], Called("stage")]
    tile: TileOrNone
    relic_at: Hex | None

    @property
    def to_come(self) -> bool:
        """True if the army has not landed yet. It has landed in old positions in which a relic is drawn: D8.9 had another order."""
        return any(self.units)


class Battle(NamedTuple):
    """A battle that is being fought (D9.1): origins, target and defender. ``hits``: the attack cubes drawn of attacker
    and defender, None before the draw; ``losers``: the seats that have still to say what they lose."""

    origins: Annotated[Hexes, Key("from")]
    target: Annotated[Hex, Key("to")]
    defender: Seat
    hits: Annotated[tuple[Hits, Hits], Example("two numbers, of attacker and defender,", [1, 2])] | None
    losers: tuple[Seat, ...]


@dataclass(frozen=True, repr=False)
class DepletionPosition(BundledPosition):
    """A position of `depletion`. It compares and hashes by content, and is made by
    ``system("depletion").position(...)``.

    ``armies`` and ``structures`` are in the order of their hexes. ``turn``: the seat of the player whose turn it is;
    ``passes``: the number of players who have passed in succession; ``landing``: the end of the last maneuver.
    """

    map: HexMap
    players: tuple[str, ...]
    settings: Settings
    armies: tuple[Army, ...]
    structures: tuple[Structure, ...] = ()
    turn: int = 0
    round: int = 1
    passes: int = 0
    landing: Landing | None = None
    declared: DeclaredAttack | None = None
    exploration: Exploration = NOTHING_TO_EXPLORE
    claim: Claim | None = None
    battle: Battle | None = None
    title: str = field(default="", compare=False)

    @property
    def system(self) -> Depletion:
        return system("depletion")

    @conditions
    def reach(
        self, space: Space, *, march: bool = False, units: str | Mapping[str, int] | None = None, **unknown: Never
    ) -> Reach:
        """Return the hexes where the army on a hex, or a part of it, may go in one maneuver (D1.2), with costs in movement
        points. It does not count whose turn it is. Unpacked trebuchets are packed first (D1.10).

        ``reach.costs()``, ``reach.path("0304")``, ``"0304" in reach``; ``reach.rim`` has the barred hexes beside it with their
        clauses, ``reach.why("0601")`` every reason, with numbers and remedies.

        :param space: the hex of the army, such as "0203"
        :param march: True for a march, which has one movement point more (D2.1)
        :param units: the units that go (D3.1), such as "2 cavalry" or ``{"cavalry": 2}``; None: all of the army
        :raises InputError: if there is no army, not so many units, or a condition is unknown

        >>> import hexwidget as hw
        >>> position = hw.scenario("depletion/first-steps").position
        >>> len(position.reach("0203")), len(position.reach("0203", march=True, units="2 cavalry"))
        (16, 32)
        """
        if unknown:
            with speaking_of(self):
                refuse(partial(self.reach, space, march=march, units=units), unknown, ("march", "units"))
        return self.system.reach_from(self, space, march, units)

    # ------------------------------------------------------------------ look-ups
    @property
    def stage(self) -> str:
        """The kind of decision that comes next. Chance decides "tile", "relic", "event" and "bag"; a player decides
        "rotation", "losses", "attack" (whether to, D1.8) and "maneuver"."""
        if self.claim is not None:
            return self.claim.stage
        if self.battle is not None:
            return "bag" if self.battle.hits is None else "losses"
        return "attack" if self.landing is not None and self.landing.open else "maneuver"

    @property
    def acting(self) -> int:
        """The seat of the player who decides now, unless chance does."""
        return self.battle.losers[0] if self.battle is not None and self.battle.losers else self.turn

    @property
    def deciding(self) -> Landing | None:
        """The landing after which the player decides on an attack now (D1.8)."""
        decides = self.landing is not None and self.landing.open and self.claim is None and self.battle is None
        return self.landing if decides else None

    @looked_up("armies")
    def by_hex(self) -> dict[int, tuple[Army, ...]]:
        """The armies on each hex. There is more than one only where players share a hex, as in no legal position."""
        found: dict[int, tuple[Army, ...]] = {}
        for army in self.armies:
            found[army.at] = (*found.get(army.at, ()), army)
        return found

    def army_of(self, seat: int, at: int) -> Army | None:
        """The army of a player on a hex."""
        return self.armies_of[seat].get(at)

    def standing(self, seat: int, at: int) -> Counts:
        """The units of a player on a hex."""
        army = self.army_of(seat, at)
        return army.units if army else NO_UNITS

    @looked_up("armies", "players")
    def armies_of(self) -> list[dict[int, Army]]:
        """The armies of each seat, by their hexes."""
        found: list[dict[int, Army]] = [{} for _ in self.players]
        for army in self.armies:
            found[army.owner].setdefault(army.at, army)
        return found

    @looked_up()
    def _enemies(self) -> dict[int, set[int]]:
        """The hexes with enemy objects, for each seat for which they were asked."""
        return {}

    def enemy_hexes(self, seat: int) -> set[int]:
        """The hexes that hold an object of another player (D1.6)."""
        found = self._enemies.get(seat)
        if found is None:
            armies = self.armies_of
            found = self._enemies[seat] = self.built[seat].of_others.union(*armies[:seat], *armies[seat + 1 :])
        return found

    def with_armies_of(
        self, seat: int, armies: tuple[Army, ...], own: dict[int, Army], parts: Mapping[str, Any]
    ) -> DepletionPosition:
        """The position with other armies of one player, whose enemies stay where they are.

        :param armies: all armies, in the order of their hexes
        :param own: those of the player among them, by their hexes
        :param parts: what else is changed, but for the structures
        """
        after = changed(self, armies=armies, **parts)
        known = after.__dict__
        known["armies_of"] = armies_of = [*self.armies_of]
        armies_of[seat] = own
        known["_enemies"] = {seat: self.enemy_hexes(seat)}
        return after

    @looked_up("structures", "players", "map")
    def built(self) -> list[Built]:
        """The structures as each seat sees them."""
        found = []
        for seat in range(len(self.players)):
            own = [s for s in self.structures if s.owner == seat]
            homes, others = {s.at for s in own}, {s.at for s in self.structures if s.owner != seat}
            beside = {at for s in own for at in self.map.neighbours(s.at)}
            found.append(Built(homes, beside, others, len([s for s in own if s.kind in RAISE_THE_LIMIT])))
        return found

    def corps_limit(self, seat: int) -> int:
        """The number of armies that may maneuver at once (D5.2)."""
        return 1 + self.built[seat].raising

    def fleet(self, seat: int) -> dict[int, int]:
        """The hexes with vessels of a player, with the number of vessels."""
        return {at: army.units[GALLEY] for at, army in self.armies_of[seat].items() if army.units[GALLEY]}

    def harbour(self, seat: int) -> Harbour:
        """The vessels of a player that may ferry, where none of them moves."""
        return harbour_with(self.map, tuple(self.fleet(seat).items()))

    def homes(self, seat: int) -> set[int]:
        """The hexes with a city, castle or capital of this player (D1.4, D8.11)."""
        return self.built[seat].homes

    def bank(self, seat: int) -> int:
        """The voting cubes of a player that lie on no event card yet (D8.8)."""
        cast = sum(votes.count(seat) for _, votes in self.exploration.laid)
        begins: int = self.settings["voting_cubes"]
        return max(0, begins - cast)

    def objects_at(self, at: int, but: int | None = None) -> list[str]:
        """The objects on a hex in words, for each player who has some there: "red's 2 archers and castle".

        :param but: the seat whose objects are left out
        """
        found: dict[int, list[str]] = {army.owner: nouns(army.units) for army in self.by_hex.get(at, ())}
        for structure in self.structures:
            if structure.at == at:
                found.setdefault(structure.owner, []).append(structure.kind)
        return [f"{possessive(self.players[seat])} {listing(things)}" for seat, things in found.items() if seat != but]

    def __getitem__(self, space: Space) -> str:
        """A hex in words: its ground, then the things that stand and lie there.

        :raises InputError: if the map has no such hex
        """
        at = self.map.index(space)
        cubes = sum(army.cubes for army in self.by_hex.get(at, ()))
        tail = [f"{cubes} depletion cube{'s' if cubes > 1 else ''}"] if cubes else []
        tail += [f"relic {name}" for where, name in self.exploration.placed if where == at]
        return ", ".join([self.map.terrain(at), *self.objects_at(at), *tail])

    def danger(self, player: str) -> Coverage:
        """The hexes that enemies of a player can reach or attack next, with these enemies: see
        `hexwidget.systems.depletion.fast.danger`.

        :raises InputError: if no player has that name
        """
        seat = self.seat(player)
        return self.system.coverage(self, [s for s in range(len(self.players)) if s != seat], f"danger to {player}")

    def support(self, player: str) -> Coverage:
        """The hexes that a player's own armies can reach or attack next, with these armies.

        :raises InputError: if no player has that name
        """
        return self.system.coverage(self, [self.seat(player)], f"support of {player}")

    def battle_odds(self, target: Space | None = None) -> BattleOdds:
        """The exact odds of the battle that is fought now or, with a target, of an attack that may be declared now
        (D9.1).

        :raises IllegalAction: if no army may attack that hex
        :raises InputError: if the map has no such hex, or no target is given where there are several
        """
        return self._odds if self.battle is not None and target is None else self.system.battle_odds(self, target)

    @looked_up()
    def _odds(self) -> BattleOdds:
        """The odds of the battle that is being fought."""
        return self.system.battle_odds(self)

    def seat(self, player: str) -> int:
        """The seat of a player, counted from 0.

        :raises InputError: if no player has that name
        """
        return self.system.seat(self, player)

    # ------------------------------------------------------------------ immutable edits
    def put(self, player: str, space: Space, units: str | dict[str, int], *, strict: bool = True) -> DepletionPosition:
        """The position with more units of a player on a hex. This is an edit, not an action.

        :raises InputError: listing an unknown player, hex or unit
        :raises IllegalPosition: if the result breaks clauses (not with ``strict=False``)
        """
        seat, at, counts = self._read_edit("these units cannot be put there", player, space, units)
        old = self.army_of(seat, at) or Army(at, seat, NO_UNITS)
        new = old._replace(units=plus(old.units, counts))
        return self.with_armies(armies=[*(a for a in self.armies if a != old), new], strict=strict)

    def remove(
        self, player: str, space: Space, units: str | dict[str, int] | None = None, *, strict: bool = True
    ) -> DepletionPosition:
        """The position without a player's units on a hex: all of them, or those given. This is an edit, not an action.

        :raises InputError: listing an unknown player, hex or unit, or that there are not so many
        :raises IllegalPosition: if the result breaks clauses (not with ``strict=False``)
        """
        cannot = "these units cannot be removed"
        seat, at, counts = self._read_edit(cannot, player, space, units)
        old, name = self.army_of(seat, at), self.map.name(at)
        if old is None:
            there = " and ".join(self.objects_at(at)) or "nothing"
            raise InputError(cannot, f"{player} has no units on {name}; there is {there}", "hex")
        left = minus(old.units, counts if any(counts) else old.units)
        if min(left) < 0:
            raise InputError(cannot, f"{player} has only {old} on {name}, not {write_units(counts)}", "units")
        keep = [a for a in self.armies if a != old]
        # D1.12: the cubes go with the last unit, as they belong to the army.
        return self.with_armies(armies=[*keep, old._replace(units=left)] if any(left) else keep, strict=strict)

    def with_armies(self, *, armies: Iterable[Army], strict: bool = True) -> DepletionPosition:
        """The position with other armies. A claim or battle that is being carried out is broken off. If no attack can
        be decided any more, the turn passes on.

        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)
        """
        made = replace(self, armies=tuple(sorted(armies)), declared=None, claim=None, battle=None)
        return self.system.accepted(self.system.pass_on_turn(made), strict)

    def _read_edit(
        self, title: str, player: str, space: Space, units: str | dict[str, int] | None
    ) -> tuple[int, int, Counts]:
        """The seat of a player, the number of a hex, and units: `NO_UNITS` where the caller gives None."""
        problems, at = Problems(), self.map.find(space)
        problems.note_unknown("player", "player", player, self.players)
        if at is None:
            problems.add("hex", self.map.explain_unknown(space))
        counts = NO_UNITS if units is None else read_units(units, "units", problems)
        problems.raise_any(title)
        return self.players.index(player), sure(at), counts  # what could not be read has been refused
