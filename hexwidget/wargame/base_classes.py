"""The base of the parts of a wargame, and of its positions. A part is a declaration: it holds no position.

Sets of hexes are planes in the numbers of the map. The kit caches what follows from planes alone, as in a phase the enemy stands still.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal, Self

from hexwidget import rules
from hexwidget.geometry import HexMap, SpaceMap, WholeMap
from hexwidget.limits import Limits
from hexwidget.problems import InputError, Problem, Problems
from hexwidget.rules.reach.hexes import sides_of
from hexwidget.rules.reach.levels import one_step, spread

Seat = Annotated[int, rules.hints.Ref("player", lambda given: range(len(given.players)))]
UnitId = Annotated[str, rules.hints.Ref("unit", lambda given: [unit.id for unit in given.units])]


@dataclass(frozen=True, slots=True, kw_only=True)
class WarUnit:
    """A unit. A game derives its own, with the kind and whatever else its rules need.

    :param done: it has moved or fought in this phase
    :param steps: the losses that remove it
    """

    id: str
    owner: Seat
    at: rules.SpaceOnMap
    steps: Annotated[int, Limits(1)] = 1
    done: bool = False

    def __str__(self) -> str:
        return f"{getattr(self, 'kind', '')} {self.id}".strip()


@dataclass(frozen=True, slots=True)
class Battle:
    """A combat under way: the die is due, then losses that a player chooses, then retreats, then an advance.

    :param retreating: the units that still retreat, once for each hex
    :param losing: the units that may be chosen for the losses that are ``owed``: steps, or below 0 the strength that an exchange still costs
    """

    target: rules.SpaceOnMap
    attackers: tuple[str, ...]
    column: Annotated[int, Limits(0)]
    stage: Literal["die", "loss", "retreat", "advance"] = "die"
    retreating: tuple[UnitId, ...] = ()
    losing: tuple[UnitId, ...] = ()
    owed: int = 0


@dataclass(frozen=True, kw_only=True)
class WarPosition(rules.Position):
    """The base of the positions of a wargame. A game derives its own, with ``units`` of its own class.

    :param turn: the seat of the player whose turn it is
    :param phase: the name of the phase; "": the first one of the sequence
    """

    map: HexMap
    players: Annotated[tuple[str, ...], Limits(2)]
    units: tuple[Any, ...]
    turn: Seat = 0
    phase: str = ""
    round: Annotated[int, Limits(1)] = 1
    battle: Battle | None = None
    settings: rules.Settings = field(default_factory=lambda: rules.Settings({}))

    @rules.looked_up()
    def outcome(self) -> rules.Outcome | None:
        """The outcome, found once a position."""
        return super().outcome

    @rules.looked_up()
    def to_act(self) -> frozenset[str]:
        """The players who decide, found once a position."""
        return super().to_act

    @rules.looked_up("units")
    def by_id(self) -> dict[str, Any]:
        """The units by their ids."""
        return {unit.id: unit for unit in self.units}

    @rules.looked_up("units")
    def stacks(self) -> dict[str, list[Any]]:
        """The units by their hexes."""
        found: dict[str, list[Any]] = {}
        for unit in self.units:
            found.setdefault(unit.at, []).append(unit)
        return found

    @rules.looked_up("units", "map")
    def held(self) -> list[int]:
        """The planes of the hexes with units of each seat."""
        found, index = [0] * len(self.players), self.map.index
        for unit in self.units:
            found[unit.owner] |= 1 << index(unit.at)
        return found

    @rules.looked_up("units", "map")
    def enemies(self) -> list[int]:
        """The planes of the hexes with enemies of each seat."""
        held = self.held
        if len(held) == 2:
            return held[::-1]
        return [reduce(or_, held[:seat] + held[seat + 1 :], 0) for seat in range(len(held))]

    def on(self, space: str) -> list[Any]:
        """The units on a hex."""
        return self.stacks.get(space, [])

    def of(self, seat: int) -> list[Any]:
        """The units of a seat."""
        return [unit for unit in self.units if unit.owner == seat]

    def with_units(self, *now: Any, removed: Iterable[str] = (), **parts: Any) -> Self:
        """The position with other units in the place of those with the same ids, and with other ``parts``, as `rules.changed` has them."""
        if now or removed:  # else all that is known of the units stays
            put = {unit.id: unit for unit in now}
            parts["units"] = tuple([put.get(unit.id, unit) for unit in self.units if unit.id not in removed])
        return rules.changed(self, **parts)

    def __str__(self) -> str:
        units = [[f"{unit} ({unit.steps}) on {unit.at}" for unit in self.of(n)] for n in range(len(self.players))]
        rows = [f"{player}: {', '.join(units[n]) or 'no units'}" for n, player in enumerate(self.players)]
        return "\n".join([self.map.to_text(self.system.terrains).rstrip(), *rows, self.system.status(self)])


@dataclass(frozen=True, eq=False, kw_only=True)
class WargamePart:
    """The base of the parts.

    :param words: wordings of the author's in place of the usual ones, by the codes of findings and the kinds of events
    :raises InputError: naming everything that is wrong in a declaration, each with its place and the nearest name
    """

    words: Mapping[str, str] = field(default_factory=dict)
    codes: ClassVar[str] = ""
    """The codes and kinds whose wordings an author may give."""
    barring: ClassVar[tuple[str, ...]] = ("clause",)
    """The fields with a clause that bars something."""
    names: ClassVar[Mapping[str, str]] = {}
    """The fields with names of grounds and of kinds of hexsides, by what they name."""

    def __post_init__(self) -> None:
        problems = Problems()
        check_keys(problems, "words", "code", self.words, self.codes.split())
        for name in self.names:
            if isinstance(given := getattr(self, name), str):
                problems.add(name, f"expected several names: write ({given!r},)")
        self.check(problems)
        if found := [Problem(f"{type(self).__name__}/{each.place}", each.message) for each in problems.found]:
            raise InputError("this part of a wargame cannot be", found)

    def check(self, problems: Problems) -> None:
        """Note the errors of a declaration that need neither rulebook nor map."""

    @property
    def clauses(self) -> dict[str, str]:
        """The clauses that it names, by their fields."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: of for name, of in found.items() if of and name in ("clause", *self.barring)}

    def findings(self, *cases: tuple[Any, ...], **numbers: Any) -> Iterator[rules.Finding]:
        """The findings of the cases that hold. A case has its condition, its clause ("": the part's own), its code, its usual wording and
        its spaces."""
        for holds, clause, code, usual, *subjects in cases:
            if holds:
                of = clause or self.clauses["clause"]
                yield rules.Finding(of, code, tuple(subjects), numbers, self.words.get(code, usual))

    def tell(self, log: rules.Chronicle, kind: str, clause: str, usual: str, *subjects: str, **data: Any) -> None:
        """Tell of an event, in the author's words."""
        log.tell(kind, clause, self.words.get(kind, usual), *subjects, **data)


def check_keys(problems: Problems, where: str, noun: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Note the names that are not known, each with the nearest one."""
    listed = [*known]
    for name in given:
        problems.note_unknown(f"{where}/{name}", noun, name, listed)


@lru_cache(maxsize=8192)
def plane_of(spaces: HexMap, names: tuple[str, ...]) -> int:
    """The plane of some hexes by their names."""
    return SpaceMap.plane_of(map(spaces.index, names))


@lru_cache(maxsize=8192)
def names_in(spaces: HexMap, plane: int) -> tuple[str, ...]:
    """The names of the hexes of a plane."""
    return tuple(map(spaces.name, SpaceMap.members(plane)))


@lru_cache(maxsize=8192)
def next_to(spaces: HexMap, plane: int, across: tuple[tuple[str, int | None], ...] = ()) -> int:
    """The plane of the hexes next to those of a plane, but for those beyond a side that nobody crosses. Where there is no such side, the
    hexes themselves are among them.

    :param across: kinds of hexsides with what crossing costs; None: nobody crosses it. Of several kinds the last decides
    """
    walls = sides_of(spaces.memo(WholeMap), across, spaces.terrains).planes.get(None) if across else None
    if walls is None:
        return spread(plane, spaces.stride) & spaces.full
    return one_step(plane, [~side for side in walls], spaces.steps) & spaces.full
