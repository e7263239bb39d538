"""Positions from and to plain data: Python keywords, or the same structure as JSON. An error lists all problems at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

from hexwidget.limits import Limits
from hexwidget.problems import Problems, place, shown
from hexwidget.rules.description import Given, Known, by_seat, convert, seated, table_of, write_entries
from hexwidget.rules.hints import (
    OMITTED,
    UNIQUE,
    WRITTEN,
    Doc,
    Example,
    Line,
    Matching,
    OneOf,
    Player,
    ReadBy,
    Ref,
    Seat,
    Short,
)
from hexwidget.systems.frontiers.cards import (
    DECKS,
    MOST,
    MOST_CARDS,
    AnyCard,
    Deck,
    Name,
    Number,
    OwnCard,
    cards_of,
    over_bundled,
    own_cards,
)
from hexwidget.systems.frontiers.consistency import note_what_does_not_fit
from hexwidget.systems.frontiers.position import (
    ONCE,
    PHASES,
    Draw,
    FrontiersPosition,
    Settlement,
    Trigger,
    Unit,
    Villager,
)

HEAPS = ("hands", "civic", "army", "vaults", "graveyards", "tactics")
"""The heaps of cards that each player has."""
MOST_FRONTIERS = 9
LONGEST_NUMBER = 4
MOST_LIFE = 999
MOST_SEALED = 9999
MOST_ROUNDS = 1_000_000


# ---------------------------------------------------------------------- the entries
def frontiers_of(given: Any) -> range:
    """The numbers of the frontiers."""
    most = given.settings["frontiers"]
    return range(1, 1 + (most if type(most) is int and 1 <= most <= MOST_FRONTIERS else MOST_FRONTIERS))


FRONTIER = Ref("frontier", frontiers_of)


def _frontier(where: str, given: Any, known: Known) -> int:
    """The number of a frontier. A text may stand for it, as a name of an entry does."""
    is_text = isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < LONGEST_NUMBER
    number = int(given) if is_text else given
    if type(number) is not int:
        known.problems.add(where, f"expected the number of a frontier such as 2, not {shown(given)}")
        return 1
    known.refer(FRONTIER, where, number)
    return number


def _at(where: str, given: Any, known: Known) -> tuple[int, bool]:
    """The frontier where a unit is (0: the heartland), and True if the unit occupies it."""
    words = given.split() if isinstance(given, str) else []
    if len(words) == 2 and words[0] in ("advancing", "occupying"):
        return _frontier(where, words[1], known), words[0] == "occupying"
    if words != ["heartland"]:
        known.problems.add(where, f'expected "heartland", "advancing 2" or "occupying 2", not {shown(given)}')
    return 0, False


def _at_in_words(at: tuple[int, bool], _: Known) -> str:
    frontier, occupying = at
    return f"{'occupying' if occupying else 'advancing'} {frontier}" if frontier else "heartland"


CivicCard = Annotated[Name, Ref("card of the civic deck (F2.6)", cards_of(deck="civic")), Example("a card", "farmer")]
ArmyCard = Annotated[Name, Ref("card of the army deck (F2.6)", cards_of(deck="army")), Example("a card", "militia")]
TacticCard = Annotated[Name, Ref("tactic", cards_of("tactic")), Example("a tactic", "oil")]
UnitCard = Annotated[Name, Ref("unit", cards_of("unit")), Example("a unit", "spearmen")]
VillagerCard = Annotated[Name, Ref("villager", cards_of("villager")), Example("a villager", "farmer")]
SettlementCard = Annotated[Name, Ref("settlement", cards_of("settlement")), Example("a settlement", "hamlet")]
Some = TypeVar("Some", bound=str)
T = TypeVar("T", bound=tuple[Any, ...])
Heaps = dict[
    Seat,
    Annotated[
        dict[Some, Annotated[int, Limits(1, MOST)]], Doc("Cards with their number."), Example("cards with their number")
    ],
]
Frontier = Annotated[
    int, ReadBy(_frontier, Annotated[int, Limits(1, MOST_FRONTIERS)]), Example("the number of a frontier", 2)
]
FrontierKey = Annotated[
    int,
    ReadBy(_frontier, Annotated[str, Matching(f"^[1-{MOST_FRONTIERS}]$")], lambda number, _: str(number)),
    Example("the number of a frontier", "2"),
]
UnitId = Annotated[str, Matching("^[A-Za-z][A-Za-z0-9]*$"), Example("a name of letters and figures", "spearmen1")]
DamageGiven = Annotated[dict[UnitId, Annotated[int, Limits(0, MOST_SEALED)]], Example("damage")]
Deeds = Annotated[
    tuple[Annotated[str, OneOf("once-a-round deed", ONCE)], ...], Example(f"a list of {', '.join(ONCE)}", ["commit"])
]
Place = Annotated[str, Matching(rf"^\s*(heartland|(advancing|occupying)\s+[1-{MOST_FRONTIERS}])\s*$")]


@dataclass
class VillagersGiven:
    """Villagers of one kind. The number of ready ones alone may stand for them."""

    ready: Annotated[Number, WRITTEN] = 0
    exerted: Annotated[Number, WRITTEN] = 0


VillagersOrNumber = Annotated[
    VillagersGiven,
    Short(Annotated[int, Limits(1, MOST)], lambda ready: {"ready": ready}),
    Example("a number, or a dict", {"ready": 2, "exerted": 1}),
]


@dataclass
class UnitGiven:
    """A unit on the mat."""

    card: UnitCard
    at: Annotated[tuple[int, bool], ReadBy(_at, Place, _at_in_words), WRITTEN] = (0, False)
    ready: bool = False
    damage: Number = 0


UnitOnMat = Annotated[UnitGiven, Example("a unit", {"card": "spearmen", "at": "advancing 2", "ready": True})]


@dataclass
class WinGiven:
    """A frontier where the winner of the combat has positions to take."""

    player: Seat
    frontier: Frontier


@dataclass(kw_only=True)
class FrontiersDescription:
    """The description of a position of `frontiers`, as plain data."""

    players: Annotated[tuple[Player, ...], Limits(2, 2), UNIQUE, WRITTEN] = ("red", "blue")
    cards: Annotated[
        tuple[OwnCard, ...],
        Limits(most=MOST_CARDS),
        OMITTED,
        Example(f"a list of at most {MOST_CARDS} cards"),
        Doc("Cards of one's own, over the bundled ones."),
    ] = ()
    life_now: Annotated[
        dict[Seat, Annotated[int, Limits(-MOST_LIFE, 10 * MOST_LIFE)]], Example("a dict", {"red": 20})
    ] = field(default_factory=dict)
    hands: Annotated[Heaps[AnyCard], Doc("Left out: the opening hands are drawn."), WRITTEN] = field(
        default_factory=dict
    )
    civic: Heaps[CivicCard] = field(default_factory=dict)
    army: Heaps[ArmyCard] = field(default_factory=dict)
    vaults: Heaps[AnyCard] = field(default_factory=dict)
    graveyards: Heaps[AnyCard] = field(default_factory=dict)
    villagers: dict[Seat, Annotated[dict[VillagerCard, VillagersOrNumber], Example("villagers", {"farmer": 2})]] = (
        field(default_factory=dict)
    )
    settlements: Annotated[
        dict[Seat, Annotated[dict[FrontierKey, SettlementCard], Example("settlements")]],
        Doc("Player, then frontier, then the card there."),
    ] = field(default_factory=dict)
    spent: Annotated[dict[Seat, Number], Doc("How many settlements have paid in this round.")] = field(
        default_factory=dict
    )
    units: Annotated[
        dict[Seat, Annotated[dict[UnitId, UnitOnMat], Example("units")]], Doc("Player, then the name of the unit.")
    ] = field(default_factory=dict)
    tactics: Heaps[TacticCard] = field(default_factory=dict)
    done: dict[Seat, Deeds] = field(default_factory=dict)
    phase: Annotated[str, OneOf("phase", PHASES)] = "strategy"
    acting: Annotated[Seat, Doc("Left out: the player with the initiative."), WRITTEN] = 0
    initiative: Annotated[Seat, WRITTEN] = 0
    passed: bool = False
    sealed: Annotated[
        dict[Seat, Annotated[dict[FrontierKey, DamageGiven], Example("damage")]],
        Doc("Damage that is assigned: player, frontier, unit."),
    ] = field(default_factory=dict)
    wins: tuple[WinGiven, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    chosen: dict[Seat, Deck] = field(default_factory=dict)
    draws: tuple[Draw, ...] = ()
    round: Annotated[int, Limits(1, MOST_ROUNDS)] = 1
    title: Line = ""


# ---------------------------------------------------------------------- positions from and to descriptions
def build(given: Given[FrontiersDescription]) -> FrontiersPosition:
    """A position from its description. It may break clauses.

    :raises InputError: listing everything that cannot be read
    """
    entries, problems, settings, players = given.read(), given.problems, given.chosen, given.known.players
    _note_odd_entries(entries, players, problems)
    given.raise_any()
    cards = over_bundled(entries.cards)
    stand = ((seat, *each) for seat, own in entries.units.items() for each in own.items())
    units = [Unit(name, seat, unit.card, *unit.at, unit.ready, unit.damage) for seat, name, unit in stand]
    position = convert(
        FrontiersPosition,
        entries,
        settings=settings,
        cards=cards,
        life=by_seat(entries.life_now, players, settings["life"]),
        **{name: _heaps(getattr(entries, name), players, cards.deck(name) if name in DECKS else {}) for name in HEAPS},
        villagers=_in_order(entries.villagers, players, lambda kind, each: Villager(kind, each.ready, each.exerted)),
        settlements=_in_order(entries.settlements, players, Settlement),
        spent=by_seat(entries.spent, players, 0),
        units=tuple(sorted(units)),
        done=tuple(tuple(sorted(set(own))) for own in by_seat(entries.done, players, ())),
        acting=entries.acting if "acting" in given else entries.initiative,
        sealed=_in_order(entries.sealed, players, lambda frontier, damage: (frontier, tuple(sorted(damage.items())))),
        wins=tuple((win.player, win.frontier) for win in entries.wins),
        chosen=by_seat(entries.chosen, players, ""),
    )
    if "hands" not in given:
        position = replace(position, draws=(*_opening(position), *position.draws))
    note_what_does_not_fit(position, problems)
    return position


def _note_odd_entries(entries: FrontiersDescription, players: tuple[str, ...], problems: Problems) -> None:
    """Note entries of no villagers, and units with the name of another."""
    for seat, villagers in entries.villagers.items():
        for kind, each in villagers.items():
            if each.ready + each.exerted == 0:
                problems.add(place("villagers", players[seat], kind), "expected one villager or more")
    for name in entries.units.get(1, {}):
        if name in entries.units.get(0, {}):
            problems.add(place("units", players[1], name), "another unit has this name")


def _in_order(
    table: Mapping[int, Mapping[Any, Any]], players: tuple[str, ...], make: Callable[[Any, Any], T]
) -> tuple[tuple[T, ...], ...]:
    """The things of each player, made of their entries and sorted."""
    return tuple(tuple(sorted(map(make, own, own.values()))) for own in by_seat(table, players, {}))


def _heaps(
    given: Mapping[int, Mapping[str, int]], players: tuple[str, ...], default: Mapping[str, int]
) -> tuple[tuple[str, ...], ...]:
    """The cards of each player's heap, sorted.

    :param default: those of a heap that is not given: a deck of the set is whole, and other heaps are empty
    """
    return tuple(tuple(sorted(Counter(heap).elements())) for heap in by_seat(given, players, default))


def _opening(position: FrontiersPosition) -> list[Draw]:
    """F1.3: the draws of the opening hands, as far as the decks go."""
    found = []
    for seat in (position.initiative, 1 - position.initiative):
        for deck in DECKS:
            count = min(position.settings[f"{deck}_hand"], len(position.deck(seat, deck)))
            found += [Draw(seat, deck)] * count
    return found


def to_json(position: FrontiersPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    units = [(u.id, u.owner, UnitGiven(u.kind, (u.frontier, u.occupying), u.ready, u.damage)) for u in position.units]
    villagers = [{kind: VillagersGiven(*state) for kind, *state in own} for own in position.villagers]
    entries = convert(
        FrontiersDescription,
        position,
        cards=own_cards(position.cards),
        life_now=dict(enumerate(position.life)),
        **{name: _numbers(getattr(position, name), default=name not in DECKS) for name in HEAPS},
        villagers=seated(villagers),
        settlements=seated(dict(own) for own in position.settlements),
        spent=seated(position.spent),
        units=table_of(units),
        done=seated(position.done),
        sealed=seated({frontier: dict(damage) for frontier, damage in own} for own in position.sealed),
        wins=tuple(WinGiven(*win) for win in position.wins),
        chosen=seated(position.chosen),
    )
    return {**write_entries(entries), **position.settings}


def _numbers(heaps: Iterable[tuple[str, ...]], *, default: bool) -> dict[int, dict[str, int]]:
    """The cards of each player's heap with their number.

    :param default: True if an empty heap is the default
    """
    return {seat: dict(Counter(sorted(heap))) for seat, heap in enumerate(heaps) if heap or not default}
