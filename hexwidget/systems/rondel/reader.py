"""The parts of a description of `rondel`: units, cities, know-how, stores, yields, and open decisions."""

from __future__ import annotations

import re

from hexwidget.problems import place, shown, within
from hexwidget.rules.reading import Reader
from hexwidget.systems.rondel.atlas import GOODS
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, Ask, City, Store, Toll

MOST_UNITS = 99
MOST_GOODS = 1_000_000_000
"""The most goods in an entry: more than the cities of a nation can yield in the longest game."""
UNITS_EXAMPLE = '"2 legions, 1 galley (lying)"'
_UNIT = re.compile(r"(?:(\d{1,3})\s+)?(legion|galley)s?(?:\s*\((?:(lying)|([0-3]) left)\))?", re.ASCII)


class RondelReader(Reader):
    """Reads the parts of a description."""

    def units(self, given: object) -> list[tuple[int, int, str, int | None, int]]:
        """The units: province, seat, kind, actions left (None: all of them), number."""
        found = []
        for where, at, seat, what in self.by_space("units", given, UNITS_EXAMPLE):
            parts = what.split(",") if isinstance(what, str) else []
            if not parts:
                self.problems.add(where, f"expected units such as {UNITS_EXAMPLE}, not {shown(what)}")
            for part in parts:
                match = _UNIT.fullmatch(part.strip())
                count = int(match[1] or 1) if match else 0
                if match is None or not 1 <= count <= MOST_UNITS:
                    self.problems.add(where, f"expected units such as {UNITS_EXAMPLE}, not {shown(part.strip())}")
                    continue
                left = 0 if match[3] else None if match[4] is None else int(match[4])
                found.append((at, seat, match[2], left, count))
        return found

    def cities(self, given: object) -> list[City]:
        """The cities of all nations."""
        found: list[City] = []
        for where, at, seat, what in self.by_space("cities", given, '"city" or "temple"'):
            if what not in ("city", "temple"):
                self.problems.unknown(where, "kind of city", what, ("city", "temple"))
            if at >= 0 and any(city.at == at for city in found):
                self.problems.add(where, "a city stands there already: a province has one")
            if at >= 0 and self.map is not None and self.map.terrain(at) == "sea":
                self.problems.add(where, "cities stand on land")
            found.append(City(at, seat, what == "temple"))
        return found

    def know_how(self, given: object) -> tuple[frozenset[str], ...]:
        """The know-how of each nation."""
        found = [frozenset[str]() for _ in self.players]
        for player, names in self.table("know_how", given, 'a dict such as {"red": ["ROADS"]}').items():
            where = place("know_how", player)
            seat = self.player(where, player)
            read = self.list(where, names, 'a list such as ["ROADS"]')
            for n, each in enumerate(read):
                if not isinstance(each, str) or each not in KNOW_HOW:
                    self.problems.unknown(within(where, n), "know-how", each, KNOW_HOW)
            if found:
                found[seat] = frozenset(str(each) for each in read)
        return tuple(found)

    def stores(self, given: object) -> tuple[Store, ...]:
        """The goods of each nation."""
        found = [Store() for _ in self.players]
        for player, goods in self.table("stores", given, 'a dict such as {"red": {"iron": 2}}').items():
            where = place("stores", player)
            seat, store = self.player(where, player), dict.fromkeys(GOODS, 0)
            for good, number in self.table(where, goods, 'a dict such as {"iron": 2}').items():
                at = place("stores", player, good)
                store[self.good(at, good)] = self.whole(at, number, 0, MOST_GOODS)
            if found:
                found[seat] = Store(**store)
        return tuple(found)

    def good(self, where: str, given: object) -> str:
        """A good; the first one if it cannot be read."""
        if not isinstance(given, str) or given not in GOODS:
            self.problems.unknown(where, "good", given, GOODS)
            return GOODS[0]
        return given

    def yields(self, given: object) -> tuple[str, ...]:
        """The good of each province, "" for none; no entries at all if no province yields one."""
        found: dict[int, str] = {}
        for province, good in self.table("yields", given, 'a dict such as {"roma": "marble"}').items():
            where = place("yields", province)
            at = self.space(where, province)
            found[at] = self.good(where, good)
            if at >= 0 and self.map is not None and self.map.terrain(at) == "sea":
                self.problems.add(where, "sea provinces yield nothing (R6.1)")
        return tuple([found.get(at, "") for at in range(len(self.map or ()))]) if found else ()

    def armed(self, given: object) -> tuple[tuple[int, int], ...]:
        """The provinces in which units have been set up in this turn, with their numbers."""
        found: dict[int, int] = {}
        for province, number in self.table("armed", given, 'a dict such as {"roma": 2}').items():
            where = place("armed", province)
            found[self.space(where, province)] = self.whole(where, number, 1, MOST_GOODS)
        return tuple(sorted(found.items()))

    def kind(self, where: str, given: object) -> str:
        """A kind of units; the first one if it cannot be read."""
        if not isinstance(given, str) or given not in KINDS:
            self.problems.unknown(where, "unit", given, KINDS)
            return KINDS[0]
        return given

    def asks(self, given: object) -> tuple[Ask, ...]:
        """The questions that are open."""
        found = []
        for n, each in enumerate(self.list("asks", given, "a list of questions")):
            where = place("asks", n)
            record = self.record(where, each, "at", "player", "unit")
            if record is not None:
                at = self.space(within(where, "at"), record["at"])
                seat = self.player(within(where, "player"), record["player"])
                found.append(Ask(at, seat, self.kind(within(where, "unit"), record["unit"])))
        return tuple(found)

    def toll(self, given: object) -> Toll | None:
        """The battle in which a player must name units now; None if no battle waits."""
        record = self.record("toll", given, "at", "enemy", "unit", "pairs")
        if record is None:
            return None
        at, enemy = self.space("toll/at", record["at"]), self.player("toll/enemy", record["enemy"])
        return Toll(
            at, enemy, self.kind("toll/unit", record["unit"]), self.whole("toll/pairs", record["pairs"], 1, 999)
        )
