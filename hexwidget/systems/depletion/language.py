"""The small languages of `depletion`, as kinds of its grammar: maneuvers, losses, and the slots of drafts.

The value of a maneuver is the tuple of its fields in the order of `FIELDS`, so that this module need not know the actions.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any

from hexwidget.problems import Problems, shown
from hexwidget.rules import Kind, Reading, SpaceName, Whole
from hexwidget.systems.depletion.counts import plus
from hexwidget.systems.depletion.position import STRUCTURE_KEYS
from hexwidget.systems.depletion.provinces import SIXTHS
from hexwidget.systems.depletion.units import MOST_OF_A_KIND, NO_UNITS, UNITS, Counts, read_units, write_units

Seats = tuple[tuple[str, Counts], ...]
"""Units by hex: those that take seats on the vessels of a hex, or those that fall there."""
Changes = tuple[tuple[int, Counts], ...]
"""Units that join or leave on the way: an index of the path, and how many of each type."""
FIELDS = ("path", "march", "free", "units", "drops", "pickups", "pack", "unpack", "ferries")
"""The fields of a maneuver."""
SIMPLE = (None, (), (), 0, 0, ())
"""The values of the last six fields of a maneuver that is a path and no more."""
HOW_CHANGES = (
    "write 0202(2 cavalry) for units that set out, 0302[+1 cavalry, -1 archer] for those picked up and dropped"
)
MOST_WAY_POINTS = 30
UNIT_BY_KEY = {unit.key: n for n, unit in enumerate(UNITS)}
_HEX = re.compile(r"(?P<hex>[^\s()\[\]-]+)(?: ?\((?P<units>[^()]*)\))?(?: ?\[(?P<changes>[^\[\]]*)\])?(?P<on> ?- ?)?")
"""A hex of a path with what may stand behind it, and the hyphen that leads on."""
_FERRY = re.compile(r"(?<!\S)ferry (?P<hex>[^\s()]+) ?\((?P<units>[^()]*)\)(?!\S)", re.IGNORECASE)


HEX = SpaceName()


class Written(Kind):
    """A part with a text of its own. Its hexes are looked up if the rest of it is well-formed."""

    @abstractmethod
    def check_form(self, value: Any, problems: Problems) -> None:
        """Note everything that is malformed in a value, its hexes aside."""

    @abstractmethod
    def check_names(self, value: Any, reading: Reading) -> None:
        """Note the hexes of a well-formed value that the map does not have."""

    def check(self, value: Any, reading: Reading) -> None:
        if reading.verb:
            return  # the reading of a text has noted everything
        problems = Problems()
        self.check_form(value, problems)
        if problems.found:
            reading.problems.found.extend(problems.found)
        else:
            self.check_names(value, reading)


# ---------------------------------------------------------------------- maneuvers
class ManeuverText(Written):
    """A maneuver: "0202(2 cavalry)-0302[-1 archer]-0303 march"."""

    def write(self, value: tuple[Any, ...]) -> str:
        path, march, free, units, drops, pickups, pack, unpack, ferries = value
        if units is None and not (free or drops or pickups or pack or unpack or ferries):
            return f"{'-'.join(path)} march" if march else "-".join(path)
        hexes = list(path)
        if drops or pickups:
            marks: dict[int, list[str]] = {}
            for sign, changes in (("+", pickups), ("-", drops)):
                for at, some in changes:
                    marks.setdefault(at, []).extend(f"{sign}{part}" for part in write_units(some).split(", "))
            for at, parts in marks.items():
                hexes[at] += f"[{', '.join(parts)}]"
        if units is not None:
            hexes[0] = f"{path[0]}({write_units(units)}){hexes[0][len(path[0]) :]}"
        words = ["-".join(hexes)]
        words += [f"{word} {said}" for word, said in (("pack", pack), ("unpack", unpack), ("free", free)) if said]
        words += [f"ferry {space}({write_units(some)})" for space, some in ferries]
        if march:
            words.append("march")
        return " ".join(words)

    # ------------------------------------------------------------------ reading
    def read(self, text: str, reading: Reading) -> tuple[Any, ...]:
        """Hexes with the units that are taken, dropped and picked up there; then words."""
        problems = reading.problems
        hexes: list[str] = []
        units: Counts | None = None
        drops: list[tuple[int, Counts]] = []
        pickups: list[tuple[int, Counts]] = []
        rest = text.strip()
        while match := _HEX.match(rest):
            where = f"hex {len(hexes) + 1}"
            hexes.append(_hex(match["hex"], where, reading))
            if match["units"] is not None:
                if len(hexes) > 1:
                    problems.add(where, "the units that set out are named once, at the first hex")
                units = read_units(match["units"], where, problems)
            if match["changes"] is not None:
                signed = {"+": pickups, "-": drops}
                for sign, parts in _by_sign(match["changes"], where, problems).items():
                    if parts:
                        signed[sign].append((len(hexes) - 1, read_units(", ".join(parts), where, problems)))
            rest = rest[match.end() :]
            if not match["on"]:
                break
        else:
            problems.add(f"hex {len(hexes) + 1}", f"expected a hex, not {shown(rest)}" if rest else "expected a hex")
            rest = ""
        if rest and not rest[0].isspace():
            wording = f"expected a hyphen or a blank after it, not {shown(rest)}; {HOW_CHANGES}"
            problems.add(f"hex {len(hexes)}", wording)
            rest = ""
        ferries = tuple(
            (_hex(match["hex"], "ferry", reading), read_units(match["units"], "ferry", problems))
            for match in _FERRY.finditer(rest)
        )
        march, free, numbers = _words_behind(_FERRY.sub(" ", rest).split(), reading)
        pack, unpack = numbers.get("pack", 0), numbers.get("unpack", 0)
        return tuple(hexes), march, free, units, tuple(drops), tuple(pickups), pack, unpack, ferries

    # ------------------------------------------------------------------ malformed values
    def check_form(self, value: Any, problems: Problems) -> None:
        if _is_simple(value):
            return
        path, march, _, units, drops, pickups, pack, unpack, ferries = value
        if not isinstance(path, tuple) or not path:
            wording = f"expected a tuple of hexes, at least the one where the army stands, not {shown(path)}"
            problems.add("path", wording)
            path = ()
        if type(march) is not bool:
            problems.add("march", f"expected True or False, not {shown(march)}")
        for name, number in (("pack", pack), ("unpack", unpack)):
            if type(number) is not int or not 0 <= number <= MOST_OF_A_KIND:
                problems.add(name, f"expected a whole number from 0 to {MOST_OF_A_KIND}, not {shown(number)}")
        if units is not None:
            _check_units("units", units, problems)
        for name, changes in (("drops", drops), ("pickups", pickups)):
            _check_changes(name, changes, len(path), problems)
        _check_seats("ferries", ferries, problems)

    def check_names(self, value: Any, reading: Reading) -> None:
        find = reading.position.map.find
        for n, space in enumerate(value[0]):
            if not isinstance(space, str) or find(space) is None:
                HEX.check(space, reading.at(f"path/{n}"))
        if value[2] is not None:
            HEX.check(value[2], reading.at("free"))
        for n, (space, _) in enumerate(value[8]):
            HEX.check(space, reading.at(f"ferries/{n}"))


def _is_simple(value: tuple[Any, ...]) -> bool:
    """True if a maneuver is a path and no more, and well-formed but for its hexes: most are."""
    path, march, pack, unpack = value[0], value[1], value[6], value[7]
    well_formed = isinstance(path, tuple) and bool(path) and type(march) is bool and type(pack) is type(unpack) is int
    return well_formed and bool(value[3:] == SIMPLE)


def _hex(name: str, where: str, reading: Reading) -> str:
    """A hex of a text, which the map may not have."""
    HEX.check(name, Reading(reading.position, reading.problems, where, verb="text"))
    return name


def _by_sign(text: str, where: str, problems: Problems) -> dict[str, list[str]]:
    """The parts of "+1 cavalry, -1 archer" by their sign."""
    found: dict[str, list[str]] = {"+": [], "-": []}
    for part in map(str.strip, text.split(",")):
        if part[:1] in found:
            found[part[0]].append(part[1:].strip())
        else:
            problems.add(where, f"expected a sign before {shown(part)}; {HOW_CHANGES}")
    return found


def _words_behind(words: list[str], reading: Reading) -> tuple[bool, str | None, dict[str, int]]:
    """The words behind the path: march, free 0304, pack 1, unpack 1."""
    problems, march, free, numbers = reading.problems, False, None, dict[str, int]()
    rest = iter(enumerate(words, 2))
    for n, word in rest:
        key = word.lower()
        if (key == "march" and march) or (key == "free" and free is not None) or key in numbers:
            problems.add(f"word {n}", f"{shown(word)} is given twice")
        if key == "march":
            march = True
        elif key == "free":
            at, space = next(rest, (n + 1, ""))
            free = _hex(space, f"word {at}", reading)
        elif key in ("pack", "unpack"):
            at, number = next(rest, (n + 1, ""))
            if not (number.isascii() and number.isdigit() and 0 < len(number) < 4):
                wording = f"expected how many trebuchets, as in {key + ' 1'!r}, not {shown(number)}"
                problems.add(f"word {at}", wording)
                number = "0"
            numbers[key] = int(number)
        elif reading.position.map.find(word) is not None:
            wording = f"{shown(word)} is a hex of its own; write a path with hyphens, like 0202-0302-0303"
            problems.add(f"word {n}", wording)
        else:
            problems.unknown(f"word {n}", "word", word, ["march", "free", "pack", "unpack", "ferry"])
    return march, free, numbers


def _check_changes(name: str, changes: object, hexes: int, problems: Problems) -> None:
    """Note everything that is malformed in units that join or leave on a path of so many hexes."""
    if not isinstance(changes, tuple) or not all(isinstance(c, tuple) and len(c) == 2 for c in changes):
        problems.add(name, f"expected pairs of a place on the path and units, not {shown(changes)}")
        return
    last = -1
    for at, units in changes:
        if type(at) is not int or not last < at < hexes:
            problems.add(name, f"expected places on the path from 0 to {hexes - 1} in order, not {shown(at)}")
            break
        last = at
        _check_units(f"{name}/{at}", units, problems)


def _check_seats(where: str, given: object, problems: Problems) -> None:
    """Note everything that is malformed in units by hex. Each hex may be named once."""
    if not isinstance(given, tuple) or not all(isinstance(c, tuple) and len(c) == 2 for c in given):
        problems.add(where, f"expected pairs of a hex and units, not {shown(given)}")
        return
    for n, (space, units) in enumerate(given):
        _check_units(f"{where}/{n}", units, problems)
        if any(space == other for other, _ in given[:n]):
            problems.add(f"{where}/{n}", f"the hex {shown(space)} is named twice")


def _check_units(where: str, units: Any, problems: Problems) -> None:
    numbers = isinstance(units, tuple) and len(units) == len(UNITS) and set(map(type, units)) == {int}
    if not numbers or min(units) < 0 or not 0 < max(units) <= MOST_OF_A_KIND:
        problems.add(where, f"expected a number for each of the {len(UNITS)} unit types, not {shown(units)}")


# ---------------------------------------------------------------------- losses and rotations
class LossesText(Written):
    """The units and structures that fall: "1 archer on 0303, city on 0401"."""

    def write(self, value: tuple[Seats, tuple[tuple[str, str], ...]]) -> str:
        units, structures = value
        fallen = [f"{part} on {space}" for space, some in units for part in write_units(some).split(", ")]
        fallen += [f"{kind} on {space}" for space, kind in structures]
        return ", ".join(fallen) or "nothing"

    def read(self, text: str, reading: Reading) -> tuple[Seats, tuple[tuple[str, str], ...]]:
        problems = reading.problems
        units: dict[str, Counts] = {}
        structures: list[tuple[str, str]] = []
        for n, part in enumerate(map(str.strip, text.split(",")) if text.strip().lower() != "nothing" else (), 1):
            what, _, space = part.rpartition(" on ")
            if not what:
                wording = f'expected what falls and where, as in "1 archer on 0303", not {shown(part)}'
                problems.add(f"part {n}", wording)
                continue
            space = _hex(space.strip(), f"part {n}", reading)
            if what.strip().lower() in STRUCTURE_KEYS:
                structures.append((space, what.strip().lower()))
            else:
                units[space] = plus(units.get(space, NO_UNITS), read_units(what, f"part {n}", problems))
        return tuple(units.items()), tuple(structures)

    def check_form(self, value: Any, problems: Problems) -> None:
        units, structures = value
        _check_seats("units", units, problems)
        if not isinstance(structures, tuple) or not all(isinstance(k, tuple) and len(k) == 2 for k in structures):
            problems.add("structures", f"expected pairs of a hex and a kind, not {shown(structures)}")

    def check_names(self, value: Any, reading: Reading) -> None:
        for name, pairs in zip(("units", "structures"), value, strict=True):
            for n, (space, _) in enumerate(pairs):
                HEX.check(space, reading.at(f"{name}/{n}"))


class Sixths(Whole):
    """The sixths of a turn by which a tile is turned."""

    def __init__(self) -> None:
        super().__init__(0, SIXTHS - 1, f"a whole number from 0 to {SIXTHS - 1}")

    def read(self, text: str, reading: Reading) -> int:
        if text in map(str, range(SIXTHS)):
            return int(text)
        reading.add(f"expected sixths of a turn from 0 to {SIXTHS - 1}, not {shown(text)}")
        return 0


# ---------------------------------------------------------------------- slots of drafts
class Target(SpaceName):
    """The hex that is attacked, or "no"."""

    def check_slot(self, slot: object, reading: Reading) -> None:
        if slot != "no":
            self.check(slot, reading)


class Groups(Kind):
    """The groups of a corps, as a text."""

    def check_slot(self, slot: object, reading: Reading) -> None:
        if not isinstance(slot, str):
            reading.add(f'expected maneuvers such as "0202-0303; 0405-0404", not {shown(slot)}')


class WayPoints(Kind):
    """The hexes that a maneuver goes by, as a text."""

    def check_slot(self, slot: object, reading: Reading) -> None:
        spaces = slot.split() if isinstance(slot, str) else [slot]
        if len(spaces) > MOST_WAY_POINTS:
            reading.add(f"expected at most {MOST_WAY_POINTS} way-points, not {len(spaces)}")
        for before, space in zip([None, *spaces], spaces, strict=False):
            if reading.position.map.find(space) is None:
                reading.add(reading.position.map.explain_unknown(space))
            elif space == before:
                reading.add(f"the group is on {space} already; a way-point is another hex")


NUMBER = Whole(0, MOST_OF_A_KIND, f"a whole number from 0 to {MOST_OF_A_KIND}")


class NumberOf(Kind):
    """A number of units of a type. The slot names the type, and in between a way-point's number or a hex:
    ``take/cavalry``, ``pick/1/cavalry``, ``seat/0403/archers``.

    :param between: "", "way-point" or "hex"
    :param structures: True if the slot may name a structure, too
    """

    def __init__(self, between: str = "", *, structures: bool = False) -> None:
        self._between = between
        self._structures = structures

    def check_slot(self, slot: object, reading: Reading) -> None:
        name = reading.where.removeprefix("draft/")
        between, _, key = name.partition("/")[2].rpartition("/")
        if key not in UNIT_BY_KEY and not (self._structures and key in STRUCTURE_KEYS):
            reading.unknown("unit", key, UNIT_BY_KEY)
        fine = {
            "": between == "",
            "way-point": between in map(str, range(1, MOST_WAY_POINTS + 1)),
            "hex": reading.position.map.find(between) is not None,
        }[self._between]
        if not fine:
            reading.unknown("slot", name, ["take/cavalry", "pick/1/cavalry", "seat/0403/cavalry"])
        NUMBER.check_slot(slot, reading)
