"""Positions from and to descriptions: Python keywords, or the same structure as JSON. A reader reports all errors at once,
each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexwidget.problems import Problems, place, shown, within
from hexwidget.rules import Rulebook
from hexwidget.rules.reading import Reader, read_description, read_line, read_players
from hexwidget.rules.settings import read_settings
from hexwidget.systems.frontiers.cards import DECKS, MOST, CardSet, bundled, read_cards, write_cards
from hexwidget.systems.frontiers.combat import must_assign, splits, still_to_assign
from hexwidget.systems.frontiers.position import (
    ONCE,
    PHASES,
    Assignment,
    FrontiersPosition,
    Settlement,
    Trigger,
    Unit,
    Villager,
)

CANNOT_READ = "this position cannot be read"
KEYWORDS = (
    *("players", "cards", "life_now", "hands", "civic", "army", "vaults", "graveyards", "villagers", "settlements"),
    *("spent", "units", "tactics", "done", "phase", "acting", "initiative", "passed", "sealed", "wins", "triggers"),
    *("chosen", "draws", "round", "title"),
)
UNIT_KEYS = ("card", "at", "ready", "damage")
MOST_LIFE = 999


def build(rulebook: Rulebook, description: Mapping[str, Any]) -> FrontiersPosition:
    """A position from its description. It may break clauses.

    :raises InputError: listing everything that cannot be read
    """
    problems = Problems()
    given = read_description(description, CANNOT_READ)
    players = read_players(given.pop("players", ["red", "blue"]), 2, 2, problems)
    cards = read_cards(given.pop("cards", []), problems, "cards", bundled())
    own = {key: given.pop(key) for key in KEYWORDS if key in given}
    allowed = [*rulebook.options, *rulebook.parameters]
    for name in [n for n in given if n not in allowed]:
        problems.unknown(place(name), "keyword, option or parameter", name, [*allowed, *KEYWORDS])
        del given[name]
    settings = read_settings(rulebook, given, problems, {}, {})
    frontiers = settings["frontiers"] if type(settings["frontiers"]) is int else 9
    read = _Reader(players, problems, cards, frontiers)
    if len(players) != 2:
        problems.raise_any(CANNOT_READ)
    made: dict[str, Any] = {
        "life": read.life(own.pop("life_now", {}), settings["life"]),
        "civic": read.heaps("civic", own.pop("civic", None), cards.deck("civic"), "civic"),
        "army": read.heaps("army", own.pop("army", None), cards.deck("army"), "army"),
        "vaults": read.heaps("vaults", own.pop("vaults", {}), {}),
        "graveyards": read.heaps("graveyards", own.pop("graveyards", {}), {}),
        "villagers": read.villagers(own.pop("villagers", {})),
        "settlements": read.settlements(own.pop("settlements", {})),
        "spent": read.by_player("spent", own.pop("spent", {}), 0, MOST),
        "units": read.units(own.pop("units", {})),
        "tactics": read.heaps("tactics", own.pop("tactics", {}), {}, type_="tactic"),
        "done": read.done(own.pop("done", {})),
        "phase": read.word("phase", own.pop("phase", "strategy"), PHASES),
        "initiative": read.player("initiative", own.pop("initiative", players[0])),
        "passed": read.truth("passed", own.pop("passed", False)),
        "wins": read.wins(own.pop("wins", [])),
        "triggers": read.triggers(own.pop("triggers", [])),
        "chosen": read.chosen(own.pop("chosen", {})),
        "round": read.whole("round", own.pop("round", 1), 1, 1_000_000),
        "title": read_line("title", own.pop("title", ""), problems),
    }
    made["acting"] = read.player("acting", own.pop("acting", players[made["initiative"]]))
    opening = "hands" not in own
    made["hands"] = read.heaps("hands", own.pop("hands", {}), {})
    sealed = read.sealed(own.pop("sealed", {}))
    draws = read.draws(own.pop("draws", []))
    problems.raise_any(CANNOT_READ)
    position = FrontiersPosition(players=players, settings=settings, cards=cards, draws=draws, sealed=sealed, **made)
    if opening:
        position = replace(position, draws=(*_opening(position), *draws))
    _check_the_moment(position, problems)
    problems.raise_any(CANNOT_READ)
    return position


def _opening(position: FrontiersPosition) -> list[tuple[int, str]]:
    """F1.3: the draws of the opening hands, as far as the decks go."""
    found = []
    for seat in (position.initiative, 1 - position.initiative):
        for deck in DECKS:
            count = min(position.settings[f"{deck}_hand"], len(position.deck(seat, deck)))
            found += [(seat, deck)] * count
    return found


def describe(position: FrontiersPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    players = position.players

    def by_player(values: tuple[Any, ...], *, all_of_it: bool = False) -> dict[str, Any]:
        return {player: value for player, value in zip(players, values, strict=True) if value or all_of_it}

    def heaps(values: tuple[tuple[str, ...], ...], *, all_of_it: bool = False) -> dict[str, Any]:
        return by_player(tuple(dict(sorted(Counter(each).items())) for each in values), all_of_it=all_of_it)

    units: dict[str, dict[str, Any]] = {player: {} for player in players}
    for unit in position.units:
        at = "heartland" if not unit.frontier else f"{'occupying' if unit.occupying else 'advancing'} {unit.frontier}"
        described: dict[str, Any] = {"card": unit.kind, "at": at}
        described |= {"ready": True} if unit.ready else {}
        units[players[unit.owner]][unit.id] = described | ({"damage": unit.damage} if unit.damage else {})
    villagers = tuple({v.kind: {"ready": v.ready, "exerted": v.exerted} for v in own} for own in position.villagers)
    settlements = tuple({str(s.frontier): s.kind for s in own} for own in position.settlements)
    sealed = tuple({str(frontier): dict(damage) for frontier, damage in own} for own in position.sealed)
    own_cards = write_cards(position.cards, bundled())
    return {
        **({"title": position.title} if position.title else {}),
        "players": list(players),
        **({"cards": own_cards} if own_cards else {}),
        "life_now": by_player(position.life, all_of_it=True),
        "hands": heaps(position.hands),
        "civic": heaps(position.civic, all_of_it=True),
        "army": heaps(position.army, all_of_it=True),
        "vaults": heaps(position.vaults),
        "graveyards": heaps(position.graveyards),
        "villagers": by_player(villagers),
        "settlements": by_player(settlements),
        "spent": by_player(position.spent),
        "units": {player: own for player, own in units.items() if own},
        "tactics": heaps(position.tactics),
        "done": by_player(tuple(list(own) for own in position.done)),
        "phase": position.phase,
        "acting": players[position.acting],
        "initiative": players[position.initiative],
        "passed": position.passed,
        "sealed": by_player(sealed),
        "wins": [{"player": players[seat], "frontier": frontier} for seat, frontier in position.wins],
        "triggers": [{"player": players[t.seat], "source": t.source, "card": t.kind} for t in position.triggers],
        "chosen": by_player(position.chosen),
        "draws": [{"player": players[seat], "deck": deck} for seat, deck in position.draws],
        "round": position.round,
        **position.settings,
    }


def _check_the_moment(position: FrontiersPosition, problems: Problems) -> None:
    """Note where the phase does not agree with what is sealed or pending."""
    phase, players = position.phase, position.players
    for key, where in (("sealed", "damage"), ("wins", "after"), ("triggers", "triggers"), ("chosen", "draw")):
        value = getattr(position, key)
        there = any(value) if key in ("sealed", "chosen") else bool(value)
        if there and phase != where:
            problems.add(key, f"there is nothing of the kind in the {phase} phase")
    if position.passed and phase not in ("strategy", "battle"):
        problems.add("passed", f"nobody passes in the {phase} phase")
    if position.system.outcome(position) is not None:
        return
    if phase == "damage" and not any(still_to_assign(position, seat) for seat in (0, 1)):
        problems.add("phase", "nobody has damage to assign")
    if phase == "after" and not position.wins:
        problems.add("wins", "nobody has positions to take")
    if phase == "triggers" and not position.triggers and not position.draws:
        problems.add("triggers", "there is no trigger to be resolved")
    if phase == "draw" and all(position.chosen):
        problems.add("chosen", "both have chosen: the cards were to be drawn")
    for seat in (0, 1):
        for frontier, damage in position.sealed[seat]:
            where = place("sealed", players[seat], frontier)
            if frontier not in must_assign(position, seat):
                problems.add(where, "there is nothing to assign in this frontier")
            else:
                enemies = [unit.id for unit in position.at(frontier, 1 - seat)]
                ways = splits(position, seat, frontier)
                split = tuple(n for _, n in damage)
                if [unit for unit, _ in damage] != enemies or not ways.may_be(split) or ways.canonical(split) != split:
                    problems.add(
                        where, f"expected damage for each of {', '.join(enemies)} as it may be assigned (F5.5)"
                    )
        if position.spent[seat] > len(position.settlements[seat]):
            problems.add(place("spent", players[seat]), "more settlements have paid than there are")
    for n, (winner, frontier) in enumerate(position.wins):
        if not position.at(frontier, winner) or position.at(frontier, 1 - winner):
            problems.add(place("wins", n), "this player has not won the combat there")
    for n, trigger in enumerate(position.triggers):
        on_mat = {unit.id: unit.kind for unit in position.units if unit.owner == trigger.seat}
        on_mat |= {f"villager {v.kind}": v.kind for v in position.villagers[trigger.seat]}
        on_mat |= {f"settlement {s.frontier}": s.kind for s in position.settlements[trigger.seat]}
        if on_mat.get(trigger.source) != trigger.kind or not position.cards[trigger.kind].trigger:
            problems.add(place("triggers", n), f"there is no trigger of {shown(trigger.source)} on the mat")
    for deck in DECKS:
        for seat in (0, 1):
            if sum(1 for each in position.draws if each == (seat, deck)) > len(position.deck(seat, deck)):
                problems.add("draws", f"{players[seat]}'s {deck} deck does not hold as many cards")


class _Reader(Reader):
    """Reads the cards and units on the mat."""

    def __init__(self, players: tuple[str, ...], problems: Problems, cards: CardSet, frontiers: int) -> None:
        super().__init__(None, players, problems)
        self.cards = cards
        self.frontiers = frontiers

    def card(self, where: str, given: object, type_: str = "", deck: str = "") -> str:
        known = [c.name for c in self.cards.values() if type_ in ("", c.type) and deck in ("", c.deck)]
        if not isinstance(given, str) or given not in known:
            what = type_ or (f"card of the {deck} deck (F2.6)" if deck else "card")
            self.problems.unknown(where, what, given, known)
        return str(given)

    def word(self, where: str, given: object, known: tuple[str, ...]) -> str:
        if not isinstance(given, str) or given not in known:
            self.problems.unknown(where, where, given, known)
            return known[0]
        return given

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
        found = self.by_seat("life_now", given, "20")
        return tuple(
            start if value is None else self.whole(where, value, -MOST_LIFE, 10 * MOST_LIFE) for where, value in found
        )

    def heaps(
        self, key: str, given: object, default: Mapping[str, int], deck: str = "", type_: str = ""
    ) -> tuple[tuple[str, ...], ...]:
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
        found = []
        for where, value in self.by_seat("villagers", given, '{"farmer": {"ready": 2, "exerted": 0}}'):
            own = []
            for kind, state in self.table(where, value or {}, 'such as {"farmer": 2}').items():
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
        found = []
        for where, value in self.by_seat("settlements", given, '{"2": "hamlet"}'):
            table = self.table(where, value or {}, 'such as {"2": "hamlet"}')
            own = [
                Settlement(self.frontier(within(where, at), at), self.card(within(where, at), kind, "settlement"))
                for at, kind in table.items()
            ]
            found.append(tuple(sorted(own)))
        return tuple(found)

    def units(self, given: object) -> tuple[Unit, ...]:
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
                    self.problems.add(at, "another unit is called so, too")
                found.append(self.unit(at, str(name), seat, what))
        return tuple(sorted(found))

    def unit(self, where: str, name: str, seat: int, given: object) -> Unit:
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
        found = []
        for where, value in self.by_seat("done", given, '["commit"]'):
            words = self.list(where, value or [], f"a list of {', '.join(ONCE)}")
            for n, word in enumerate(words):
                if word not in ONCE:
                    self.problems.unknown(within(where, n), "what is done once a round", word, ONCE)
            found.append(tuple(sorted({str(word) for word in words})))
        return tuple(found)

    def wins(self, given: object) -> tuple[tuple[int, int], ...]:
        found = []
        for n, each in enumerate(self.list("wins", given, "a list")):
            where = place("wins", n)
            record = self.record(where, each, "player", "frontier")
            if record is not None:
                seat = self.player(within(where, "player"), record["player"])
                found.append((seat, self.frontier(within(where, "frontier"), record["frontier"])))
        return tuple(found)

    def triggers(self, given: object) -> tuple[Trigger, ...]:
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
        found = []
        for where, value in self.by_seat("chosen", given, '"army"'):
            if value not in (None, *DECKS):
                self.problems.unknown(where, "deck", value, DECKS)
            found.append(str(value or ""))
        return tuple(found)

    def draws(self, given: object) -> tuple[tuple[int, str], ...]:
        found = []
        for n, each in enumerate(self.list("draws", given, "a list")):
            where = place("draws", n)
            record = self.record(where, each, "player", "deck")
            if record is not None:
                seat = self.player(within(where, "player"), record["player"])
                found.append((seat, self.word(within(where, "deck"), record["deck"], DECKS)))
        return tuple(found)

    def sealed(self, given: object) -> tuple[tuple[Assignment, ...], ...]:
        found = []
        for where, value in self.by_seat("sealed", given, '{"2": {"spearmen1": 3}}'):
            own: list[Assignment] = []
            for at, damage in self.table(where, value or {}, 'such as {"2": {"spearmen1": 3}}').items():
                frontier = self.frontier(within(where, at), at)
                table = self.table(within(where, at), damage, 'damage such as {"spearmen1": 3}')
                dealt = tuple(sorted((str(u), self.whole(within(where, at, u), n, 0, 9999)) for u, n in table.items()))
                own.append((frontier, dealt))
            found.append(tuple(sorted(own)))
        return tuple(found)
