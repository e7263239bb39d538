"""Reading the parts of a description: cards, heaps and units. Every problem is noted with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hexwidget.problems import Problems, place, shown, within
from hexwidget.rules.reading import Reader
from hexwidget.systems.frontiers.cards import DECKS, MOST, CardSet
from hexwidget.systems.frontiers.description.entries import UnitGiven
from hexwidget.systems.frontiers.position import ONCE, Assignment, Settlement, Trigger, Unit, Villager

MOST_LIFE = 999
NO_CARDS: Mapping[str, int] = {}
UNIT_KEYS = tuple(f.name for f in fields(UnitGiven))


class MatReader(Reader):
    """Reads the cards and units on the mat."""

    def __init__(self, players: tuple[str, ...], problems: Problems, cards: CardSet, frontiers: int) -> None:
        super().__init__(None, players, problems)
        self.cards = cards
        self.frontiers = frontiers

    def card(self, where: str, given: object, type_: str = "", deck: str = "") -> str:
        """The name of a card; with ``type_`` or ``deck`` one of that type, or of that deck."""
        known = [c.name for c in self.cards.values() if type_ in ("", c.type) and deck in ("", c.deck)]
        if not isinstance(given, str) or given not in known:
            what = type_ or (f"card of the {deck} deck (F2.6)" if deck else "card")
            self.problems.unknown(where, what, given, known)
        return str(given)

    def by_seat(self, key: str, given: object, example: str) -> list[tuple[str, Any]]:
        """Place and value for each seat; None for a player without an entry."""
        found: list[tuple[str, Any]] = [(place(key, player), None) for player in self.players]
        for player, value in self.table(key, given, f'a dict such as {{"red": {example}}}').items():
            if player in self.players:
                found[self.players.index(player)] = (place(key, player), value)
            else:
                self.problems.unknown(place(key, player), "player", player, self.players)
        return found

    def life(self, given: object, start: int) -> tuple[int, ...]:
        """The life of each player, by default ``start``."""
        found = self.by_seat("life_now", given, "20")
        return tuple(
            start if value is None else self.whole(where, value, -MOST_LIFE, 10 * MOST_LIFE) for where, value in found
        )

    def heaps(
        self, key: str, given: object, default: Mapping[str, int] = NO_CARDS, deck: str = "", type_: str = ""
    ) -> tuple[tuple[str, ...], ...]:
        """The cards of each player's heap, sorted."""
        found = []
        for where, value in self.by_seat(key, {} if given is None else given, '{"farmer": 2}'):
            heap: list[str] = []
            table = (
                default if value is None else self.table(where, value, 'cards with their number such as {"farmer": 2}')
            )
            for kind, n in table.items():
                name = self.card(within(where, kind), kind, type_, deck)
                heap += [name] * self.whole(within(where, kind), n, 1, MOST)
            found.append(tuple(sorted(heap)))
        return tuple(found)

    def villagers(self, given: object) -> tuple[tuple[Villager, ...], ...]:
        """The villagers of each player."""
        found = []
        for where, value in self.by_seat("villagers", given, '{"farmer": {"ready": 2, "exerted": 0}}'):
            own = []
            for kind, state in self.table(where, value or {}, 'villagers such as {"farmer": 2}').items():
                at = within(where, kind)
                name = self.card(at, kind, "villager")
                state = {"ready": state} if type(state) is int else state
                table = self.table(at, state, 'a number, or {"ready": 2, "exerted": 1}')
                for key in table:
                    if key not in ("ready", "exerted"):
                        self.problems.unknown(within(at, key), "state", key, ("ready", "exerted"))
                ready, exerted = (self.whole(within(at, k), table.get(k, 0), 0, MOST) for k in ("ready", "exerted"))
                if ready + exerted == 0:
                    self.problems.add(at, "expected one villager or more")
                own.append(Villager(name, ready, exerted))
            found.append(tuple(sorted(own)))
        return tuple(found)

    def frontier(self, where: str, given: object) -> int:
        """The number of a frontier; 1 if it cannot be read."""
        number = (
            int(given) if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) < 4 else given
        )
        if type(number) is not int or not 1 <= number <= self.frontiers:
            self.problems.add(
                where, f"expected the number of a frontier, from 1 to {self.frontiers}, not {shown(given)}"
            )
            return 1
        return number

    def settlements(self, given: object) -> tuple[tuple[Settlement, ...], ...]:
        """The settlements of each player."""
        found = []
        for where, value in self.by_seat("settlements", given, '{"2": "hamlet"}'):
            table = self.table(where, value or {}, 'settlements such as {"2": "hamlet"}')
            own = [
                Settlement(self.frontier(within(where, at), at), self.card(within(where, at), kind, "settlement"))
                for at, kind in table.items()
            ]
            found.append(tuple(sorted(own)))
        return tuple(found)

    def units(self, given: object) -> tuple[Unit, ...]:
        """The units of both players."""
        found: list[Unit] = []
        example = '{"spearmen1": {"card": "spearmen", "at": "heartland"}}'
        for seat, (where, value) in enumerate(self.by_seat("units", given, example)):
            for name, what in self.table(where, value or {}, f"units such as {example}").items():
                at = within(where, name)
                if not (isinstance(name, str) and name.isascii() and name.isalnum() and name[:1].isalpha()):
                    self.problems.add(
                        at, f"expected a name of letters and figures such as spearmen1, not {shown(name)}"
                    )
                if any(unit.id == name for unit in found):
                    self.problems.add(at, "another unit has this name")
                found.append(self.unit(at, str(name), seat, what))
        return tuple(sorted(found))

    def unit(self, where: str, name: str, seat: int, given: object) -> Unit:
        """A unit of a player."""
        table = self.table(where, given, 'a unit such as {"card": "spearmen", "at": "advancing 2", "ready": true}')
        for key in table:
            if key not in UNIT_KEYS:
                self.problems.unknown(within(where, key), "entry", key, UNIT_KEYS)
        kind = self.card(within(where, "card"), table.get("card"), "unit")
        at = table.get("at", "heartland")
        words = at.split() if isinstance(at, str) else []
        frontier, occupying = 0, False
        if len(words) == 2 and words[0] in ("advancing", "occupying"):
            frontier, occupying = self.frontier(within(where, "at"), words[1]), words[0] == "occupying"
        elif words != ["heartland"]:
            self.problems.add(
                within(where, "at"), f'expected "heartland", "advancing 2" or "occupying 2", not {shown(at)}'
            )
        ready = self.truth(within(where, "ready"), table.get("ready", False))
        damage = self.whole(within(where, "damage"), table.get("damage", 0), 0, MOST)
        return Unit(name, seat, kind, frontier, occupying, ready, damage)

    def done(self, given: object) -> tuple[tuple[str, ...], ...]:
        """The once-a-round deeds that each player has done."""
        found = []
        for where, value in self.by_seat("done", given, '["commit"]'):
            words = self.list(where, value or [], f"a list of {', '.join(ONCE)}")
            for n, word in enumerate(words):
                if word not in ONCE:
                    self.problems.unknown(within(where, n), "once-a-round deed", word, ONCE)
            found.append(tuple(sorted({str(word) for word in words})))
        return tuple(found)

    def wins(self, given: object) -> tuple[tuple[int, int], ...]:
        """The combats whose winners have positions to take: pairs of a seat and a frontier."""
        found = []
        for n, each in enumerate(self.list("wins", given, "a list")):
            where = place("wins", n)
            record = self.record(where, each, "player", "frontier")
            if record is not None:
                seat = self.player(within(where, "player"), record["player"])
                found.append((seat, self.frontier(within(where, "frontier"), record["frontier"])))
        return tuple(found)

    def triggers(self, given: object) -> tuple[Trigger, ...]:
        """The triggers that are still to be resolved."""
        found = []
        for n, each in enumerate(self.list("triggers", given, "a list")):
            where = place("triggers", n)
            record = self.record(where, each, "player", "source", "card")
            if record is not None:
                seat = self.player(within(where, "player"), record["player"])
                kind = self.card(within(where, "card"), record["card"])
                found.append(Trigger(seat, str(record["source"]), kind))
        return tuple(found)

    def chosen(self, given: object) -> tuple[str, ...]:
        """The deck that each player has chosen to draw from; "" for none yet."""
        found = []
        for where, value in self.by_seat("chosen", given, '"army"'):
            if value not in (None, *DECKS):
                self.problems.unknown(where, "deck", value, DECKS)
            found.append(str(value or ""))
        return tuple(found)

    def draws(self, given: object) -> tuple[tuple[int, str], ...]:
        """The cards that are still to be drawn: pairs of a seat and a deck."""
        found = []
        for n, each in enumerate(self.list("draws", given, "a list")):
            where = place("draws", n)
            record = self.record(where, each, "player", "deck")
            if record is not None:
                seat = self.player(within(where, "player"), record["player"])
                found.append((seat, self.word(within(where, "deck"), record["deck"], DECKS)))
        return tuple(found)

    def sealed(self, given: object) -> tuple[tuple[Assignment, ...], ...]:
        """The damage that each player has assigned."""
        found = []
        for where, value in self.by_seat("sealed", given, '{"2": {"spearmen1": 3}}'):
            own: list[Assignment] = []
            for at, damage in self.table(where, value or {}, 'damage such as {"2": {"spearmen1": 3}}').items():
                frontier = self.frontier(within(where, at), at)
                table = self.table(within(where, at), damage, 'damage such as {"spearmen1": 3}')
                dealt = tuple(sorted((str(u), self.whole(within(where, at, u), n, 0, 9999)) for u, n in table.items()))
                own.append((frontier, dealt))
            found.append(tuple(sorted(own)))
        return tuple(found)
