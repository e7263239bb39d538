"""The immutable position of `frontiers`: cards on the mat, hands and decks, the phase, sealed damage and pending triggers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from hexwidget.english import listing, possessive
from hexwidget.geometry import MatMap, Space
from hexwidget.rules import Settings, changed, looked_up
from hexwidget.rules.hints import Example, Key, Seat
from hexwidget.rules.reach import Reach, conditions
from hexwidget.systems.frontiers.cards import AnyCard, Card, CardSet, Deck
from hexwidget.systems.position import BundledPosition
from hexwidget.systems.registry import system

if TYPE_CHECKING:
    from hexwidget.systems.frontiers.system import Frontiers

HIDDEN = {"civic": "?civic", "army": "?army"}
"""The back of a card: another player's hand shows only the deck that each card came from."""
PHASES = ("strategy", "battle", "damage", "after", "triggers", "draw")
"""F2.1: the strategy phase and the battle phase; combat assigns damage, and after it winners take positions; replenishment
resolves triggers and chooses draws."""
ONCE = ("villager", "settlement", "commit")
"""F2.2: the deeds that a player may do once a round."""


class Unit(NamedTuple):
    """A unit on the mat. ``frontier``: 0 in the heartland. ``occupying``: True if the unit holds the occupying position of its
    frontier; False if it advances there."""

    id: str
    owner: int
    kind: str
    frontier: int = 0
    occupying: bool = False
    ready: bool = False
    damage: int = 0


class Villager(NamedTuple):
    """Villagers of one kind: the numbers of ready and of exerted ones."""

    kind: str
    ready: int
    exerted: int


class Settlement(NamedTuple):
    """A settlement on a frontier."""

    frontier: int
    kind: str


class Trigger(NamedTuple):
    """F2.5: a card on the mat with a trigger that is still to be resolved. ``source`` names a unit by its id, a settlement by
    its frontier ("settlement 2"), a villager by its kind ("villager scribe")."""

    seat: Annotated[Seat, Key("player")]
    source: Annotated[str, Example("a card on the mat", "villager scribe")]
    kind: Annotated[AnyCard, Key("card"), Example("a card", "scribe")]


class Draw(NamedTuple):
    """F2.6: a card that is still to be drawn."""

    seat: Annotated[Seat, Key("player")]
    deck: Deck


Damage = tuple[tuple[str, int], ...]
"""F5.1: the damage to each of some units, in the order of their ids."""
Assignment = tuple[int, Damage]
"""F5.1: a frontier, and the damage to each enemy unit there."""


@dataclass(frozen=True, repr=False)
class FrontiersPosition(BundledPosition):
    """A position of `frontiers`. Compares and hashes by content; ``system("frontiers").position(...)`` makes one.

    Fields with an entry for each seat:

    - ``life``, ``hands`` (names of cards, sorted), ``vaults``, ``graveyards``, ``villagers``, ``settlements``
    - ``civic`` and ``army``: the cards of the decks, sorted, because no player knows a deck's order
    - ``spent``: the number of settlements that have paid in this round
    - ``tactics``: battle tactics, which lie on the mat until after the next combat
    - ``done``: the once-a-round deeds that the player has done
    - ``sealed``: the damage that the player has assigned; ``chosen``: the deck that the player has chosen to draw from

    ``acting`` is the seat whose turn it is. ``passed`` is True if the other player has just passed. ``wins`` are pairs of seat
    and frontier, where positions are still to be taken. ``triggers`` are still to be resolved. ``draws`` are pairs of seat and
    deck, cards still to be drawn. ``veil`` is the seat that sees the position so (-1 a spectator), None for all of it.
    """

    players: tuple[str, ...]
    settings: Settings
    cards: CardSet
    life: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    civic: tuple[tuple[str, ...], ...]
    army: tuple[tuple[str, ...], ...]
    vaults: tuple[tuple[str, ...], ...] = ((), ())
    graveyards: tuple[tuple[str, ...], ...] = ((), ())
    villagers: tuple[tuple[Villager, ...], ...] = ((), ())
    settlements: tuple[tuple[Settlement, ...], ...] = ((), ())
    spent: tuple[int, ...] = (0, 0)
    units: tuple[Unit, ...] = ()
    tactics: tuple[tuple[str, ...], ...] = ((), ())
    done: tuple[tuple[str, ...], ...] = ((), ())
    phase: str = "strategy"
    acting: int = 0
    initiative: int = 0
    passed: bool = False
    sealed: tuple[tuple[Assignment, ...], ...] = ((), ())
    wins: tuple[tuple[int, int], ...] = ()
    triggers: tuple[Trigger, ...] = ()
    chosen: tuple[str, ...] = ("", "")
    draws: tuple[Draw, ...] = ()
    round: int = 1
    veil: int | None = None
    title: str = field(default="", compare=False)

    @property
    def system(self) -> Frontiers:
        return system("frontiers")

    @conditions
    def reach(self, space: Space) -> Reach:
        """Return the zones that a unit may be committed to (F4.1) or retreat to (F4.2). Each costs 1 step.

        ``reach.rim`` has the barred zones with their clauses, ``reach.why("red heartland")`` every reason, with numbers and remedies.

        :param space: the id of the unit, such as "militia1": a unit is a space of the mat
        :raises InputError: if there is no such unit, or a condition is given: this system has none

        >>> import hexwidget as hw
        >>> list(hw.scenario("frontiers/three-frontiers").position.reach("militia1"))
        ['red advancing 1', 'red advancing 2', 'red advancing 3']
        """
        return self.system.reach(self, space).on(self)

    @property
    def map(self) -> MatMap:  # type: ignore[override]  # the cards make this map; other positions store theirs
        """The mat: its zones, and the cards on them as spaces of their own."""
        from hexwidget.systems.frontiers.mat import mat_of

        return mat_of(self)

    # ------------------------------------------------------------------ look-ups
    @looked_up()
    def frontiers(self) -> range:
        """The numbers of the frontiers, from 1."""
        return range(1, int(self.settings["frontiers"]) + 1)

    @looked_up()
    def by_id(self) -> dict[str, Unit]:
        """The units by their id."""
        return {unit.id: unit for unit in self.units}

    def card(self, unit: Unit) -> Card:
        """The card of a unit."""
        return self.cards[unit.kind]

    def health(self, unit: Unit) -> int:
        """The health that a unit has left."""
        return self.cards[unit.kind].health - unit.damage

    def at(self, frontier: int, seat: int) -> list[Unit]:
        """The units of a player in a frontier (0: in the heartland)."""
        return [*self._there.get((frontier, seat), ())]

    @looked_up("units")
    def _there(self) -> dict[tuple[int, int], list[Unit]]:
        """The units by frontier and owner."""
        found: dict[tuple[int, int], list[Unit]] = {}
        for unit in self.units:
            found.setdefault((unit.frontier, unit.owner), []).append(unit)
        return found

    @looked_up("units", "cards", "settings")
    def fights(self) -> tuple[list[int], list[int]]:
        """F5.1: for each seat the frontiers where the player has damage to deal and an enemy unit to deal it to."""
        damage, there = self.damage_in, self._there
        one, other = (
            [frontier for frontier in self.frontiers if (frontier, 1 - seat) in there and damage(frontier, seat)]
            for seat in (0, 1)
        )
        return one, other

    def damage_in(self, frontier: int, seat: int) -> int:
        """F5.1: the damage that all units of a player in a frontier deal together, exerted ones too."""
        return sum([self.cards[unit.kind].damage for unit in self._there.get((frontier, seat), ())])

    def occupier(self, frontier: int) -> Unit | None:
        """F6.2: the unit that occupies a frontier."""
        return next((unit for unit in self.units if unit.frontier == frontier and unit.occupying), None)

    def ready_villagers(self, seat: int) -> int:
        """The number of villagers that a player can exert."""
        return sum(villager.ready for villager in self.villagers[seat])

    def purses(self, seat: int) -> int:
        """F7.2: the number of settlements of a player that can still pay in this round."""
        return max(0, self.paying(seat) - self.spent[seat])

    def paying(self, seat: int) -> int:
        """F7.2: the number of settlements of a player that pay once a round."""
        return len(self.settlements[seat]) if self.settings["supply"] == "villagers_and_settlements" else 0

    def settled(self, seat: int, frontier: int) -> bool:
        """True if a player has a settlement on a frontier."""
        return any(settlement.frontier == frontier for settlement in self.settlements[seat])

    def deck(self, seat: int, deck: str) -> tuple[str, ...]:
        """The cards of a deck."""
        return (self.civic if deck == "civic" else self.army)[seat]

    def piles(self, seat: int) -> dict[str, tuple[str, ...]]:
        """F1.2: the cards of a player's decks, graveyard and vault."""
        piles = {"civic": self.civic, "army": self.army, "graveyard": self.graveyards, "vault": self.vaults}
        return {name: both[seat] for name, both in piles.items()}

    def title_of(self, kind: str) -> str:
        """The title that is printed on a card."""
        return self.cards[kind].title

    def named(self, unit: Unit) -> str:
        """The title of a unit, with the number of its id where its owner has several of the kind: "Riders", "Riders (2)"."""
        title, kind = self.cards[unit.kind].title, (unit.owner, unit.kind)
        if sum((other.owner, other.kind) == kind for other in self.units) < 2:
            return title
        return f"{title} ({unit.id.removeprefix(unit.kind)})"

    def called(self, unit: Unit) -> str:
        """A unit in words: its owner and its title."""
        return f"{possessive(self.players[unit.owner])} {self.named(unit)}"

    def all_called(self, ids: Iterable[str], last: str = "and") -> str:
        """Units in words, as a list. Ids that no unit has stay as they are."""
        return listing([self.called(self.by_id[name]) if name in self.by_id else name for name in ids], last)

    def zone(self, seat: int, frontier: int, *, occupying: bool = False) -> str:
        """F1.1: the zone of the mat where a player's unit lies: the heartland (frontier 0), advancing or occupying."""
        if frontier == 0:
            return f"{self.players[seat]} heartland"
        return f"frontier {frontier}" if occupying else f"{self.players[seat]} advancing {frontier}"

    def zone_of(self, unit: Unit) -> str:
        """The zone of the mat that a unit lies in."""
        return self.zone(unit.owner, unit.frontier, occupying=unit.occupying)

    # ------------------------------------------------------------------ changed
    def changing(self, old: Unit, **more: Any) -> FrontiersPosition:
        """The position with one unit changed."""
        return self.replacing({old: old._replace(**more)})

    def replacing(self, units: Mapping[Unit, Unit]) -> FrontiersPosition:
        """The position with other units in the place of some."""
        return self.with_units([units.get(unit, unit) for unit in self.units])

    def without(self, *gone: str) -> FrontiersPosition:
        """The position without some units and without their triggers."""
        kept = self.with_units(unit for unit in self.units if unit.id not in gone)
        return changed(kept, triggers=tuple(t for t in self.triggers if t.source not in gone))

    def with_units(self, units: Iterable[Unit]) -> FrontiersPosition:
        """The position with other units."""
        return changed(self, units=tuple(sorted(units)))

    def putting(self, where: str, seat: int, *kinds: str) -> FrontiersPosition:
        """The position with more cards in a player's hand, vault, graveyard, ..."""
        return self.with_player(seat, **{where: tuple(sorted([*getattr(self, where)[seat], *kinds]))})

    def with_player(self, seat: int, **values: Any) -> FrontiersPosition:
        """The position with other values for a player."""
        return changed(self, **self.of_both(seat, **values))

    def of_both(self, seat: int, **values: Any) -> dict[str, Any]:
        """The fields that have an entry for each seat, with other values for one player."""
        made: dict[str, Any] = {}
        for name, value in values.items():
            both = getattr(self, name)
            made[name] = (both[0], value) if seat else (value, both[1])
        return made

    def done_with(self, seat: int, deed: str) -> tuple[str, ...]:
        """F2.2: the once-a-round deeds that a player has done, with one more."""
        return tuple(sorted({*self.done[seat], deed}))

    def new_id(self, kind: str) -> str:
        """An id for a new unit: its kind, and the first number that is free on the mat."""
        taken = {unit.id for unit in self.units}
        return next(f"{kind}{n}" for n in range(1, len(taken) + 2) if f"{kind}{n}" not in taken)

    def back(self, kind: str) -> str:
        """The back of a hidden card."""
        return kind if kind in HIDDEN.values() else HIDDEN[self.cards[kind].deck]

    def guess(self, rng: Random) -> FrontiersPosition:
        """A whole position that may be behind a view: each hidden card is any card of its deck."""
        cards = self.cards.values()
        kinds = {back: [card.name for card in cards if card.deck == deck] for deck, back in HIDDEN.items()}

        def turned(where: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
            return tuple(tuple(sorted(rng.choice(kinds.get(card, [card])) for card in held)) for held in where)

        return changed(self, hands=turned(self.hands), civic=turned(self.civic), army=turned(self.army), veil=None)

    def seen_by(self, seat: int) -> FrontiersPosition:
        """F9.1: the position as a seat (-1: a spectator) sees it."""

        backs = {
            kind: self.back(kind) for kind in {*chain(*self.hands, *self.civic, *self.army)}
        }  # of many copies once

        def veiled(where: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
            return tuple(
                held if k == seat else tuple(sorted(map(backs.__getitem__, held))) for k, held in enumerate(where)
            )

        heaps = {"hands": veiled(self.hands), "civic": veiled(self.civic), "army": veiled(self.army)}
        sealed = tuple(own if k == seat else () for k, own in enumerate(self.sealed))
        chosen = tuple(own if k == seat else "" for k, own in enumerate(self.chosen))
        return changed(self, **heaps, sealed=sealed, chosen=chosen, veil=seat)
