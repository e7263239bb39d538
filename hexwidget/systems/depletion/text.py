"""The text form of actions, read (see `hexwidget.systems.depletion.actions`)."""

from __future__ import annotations

import re

from hexwidget.problems import Problems, shown
from hexwidget.rules.reading import read_player
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.actions import (
    Attack,
    Corps,
    DepletionAction,
    Lose,
    Maneuver,
    NoAttack,
    Pass,
    Rotate,
    Seats,
)
from hexwidget.systems.depletion.legality.attacks import targets
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, DepletionPosition
from hexwidget.systems.depletion.provinces import SIXTHS
from hexwidget.systems.depletion.units import NO_UNITS, Counts, read_units

CANNOT_READ = "this action cannot be read"

EXAMPLES = '"0202-0302-0303", "0202-0302 march", "0202-0302; 0404-0405", "attack 0401", "no attack" or "pass"'

WORDS = ("attack", "no attack", "pass", "rotate", "lose")
"""What an action that is no maneuver begins with."""

HOW_CHANGES = (
    "write 0202(2 cavalry) for units that set out, 0302[+1 cavalry, -1 archer] for those picked up and dropped"
)

_WORD = re.compile(r"[^\s-]+")

_HEX = re.compile(r"(?P<hex>[^\s()\[\]-]+)(?: ?\((?P<units>[^()]*)\))?(?: ?\[(?P<changes>[^\[\]]*)\])?(?P<on> ?- ?)?")
"""A hex of a path with what may stand behind it, and the hyphen that leads on."""

_FERRY = re.compile(r"(?<!\S)ferry (?P<hex>[^\s()]+) ?\((?P<units>[^()]*)\)(?!\S)", re.IGNORECASE)

LONGEST = 2000
"""A longer text than this many characters is refused unread."""


def parse(position: DepletionPosition, text: str) -> DepletionAction:
    """Read an action. Without a name in front it is the action of the player to act.

    :raises InputError: listing everything that cannot be read or is ambiguous, each with its place
    """
    problems = Problems()
    example, default = f"an action such as {EXAMPLES}", position.players[position.acting]
    player, text = read_player(text, position.players, default, example, LONGEST, CANNOT_READ, problems)
    action = _parse_words(position, player, text, problems)
    problems.raise_any(CANNOT_READ)
    assert action is not None  # noqa: S101  (raise_any has raised otherwise)
    return action


def _parse_words(position: DepletionPosition, player: str, text: str, problems: Problems) -> DepletionAction | None:
    words = text.split()
    match [word.lower() for word in words]:
        case ["pass"]:
            return Pass(player)
        case ["no", "attack"]:
            return NoAttack(player)
        case ["attack"]:
            return _only_target(position, player, problems)
        case ["attack", space]:
            return Attack(player, _space(position, space, "word 2", problems))
        case ["rotate", sixths] if sixths in map(str, range(SIXTHS)):
            return Rotate(player, int(sixths))
        case ["rotate", *rest]:
            problems.add("word 2", f"expected sixths of a turn from 0 to {SIXTHS - 1}, not {shown(' '.join(rest))}")
            return None
        case ["lose", *_]:
            return _losses(position, player, text.strip()[len("lose") :], problems)
        case ["attack" | "pass" | "no", *_]:
            problems.add(
                "word 2", f'expected "attack 0401" (one hex), "no attack" or "pass", not {shown(" ".join(words))}'
            )
            return None
    if ";" not in text:
        return _maneuver(position, player, text, problems)
    groups = []
    for n, part in enumerate(text.split(";"), 1):
        inner = Problems()
        if not part.strip():
            problems.add(f"group {n}", "expected a maneuver on either side of ;")
            continue
        groups.append(_maneuver(position, player, part, inner))
        for problem in inner.found:
            problems.add(f"group {n}, {problem.place}", problem.message)
    return Corps(player, tuple(group for group in groups if group is not None))


def _losses(position: DepletionPosition, player: str, text: str, problems: Problems) -> Lose:
    """ "lose 1 archer on 0303, city on 0401"."""
    units: dict[str, list[int]] = {}
    structures: list[tuple[str, str]] = []
    if text.strip().lower() == "nothing":
        return Lose(player)
    for n, part in enumerate(map(str.strip, text.split(",")), 1):
        what, _, space = part.rpartition(" on ")
        if not what:
            problems.add(f"part {n}", f'expected what falls and where, as in "1 archer on 0303", not {shown(part)}')
            continue
        space = _space(position, space.strip(), f"part {n}", problems)
        if what.strip().lower() in STRUCTURE_KEYS:
            structures.append((space, what.strip().lower()))
        else:
            counts = read_units(what, f"part {n}", problems)
            units[space] = [a + b for a, b in zip(units.get(space, NO_UNITS), counts, strict=True)]
    return Lose(player, tuple((space, tuple(counts)) for space, counts in units.items()), tuple(structures))


def _maneuver(position: DepletionPosition, player: str, text: str, problems: Problems) -> Maneuver | None:
    """Hexes with what is taken, dropped and picked up; then words."""
    hexes: list[str] = []
    units: Counts | None = None
    drops: list[tuple[int, Counts]] = []
    pickups: list[tuple[int, Counts]] = []
    rest = text.strip()
    if not rest[0].isdigit():
        word = _WORD.match(rest)
        problems.unknown("word 1", "action", word[0] if word else rest[:20], WORDS)
        problems.add("word 1", f"expected an action such as {EXAMPLES}")
        problems.raise_any(CANNOT_READ)
    while match := _HEX.match(rest):
        where = f"hex {len(hexes) + 1}"
        hexes.append(_space(position, match["hex"], where, problems))
        if match["units"] is not None:
            if len(hexes) > 1:
                problems.add(where, "the units that set out are named once, at the first hex")
            units = read_units(match["units"], where, problems)
        if match["changes"] is not None:
            signed = {"+": pickups, "-": drops}
            for sign, parts in _signed(match["changes"], where, problems).items():
                if parts:
                    signed[sign].append((len(hexes) - 1, read_units(", ".join(parts), where, problems)))
        rest = rest[match.end() :]
        if not match["on"]:
            break
    else:
        problems.add(f"hex {len(hexes) + 1}", f"expected a hex, not {shown(rest)}" if rest else "expected a hex")
        rest = ""
    if rest and not rest[0].isspace():
        problems.add(f"hex {len(hexes)}", f"expected a hyphen or a blank after it, not {shown(rest)}; {HOW_CHANGES}")
        rest = ""
    ferries, rest = _ferries(position, rest, problems)
    words = _Words(position, rest.split(), problems)
    return Maneuver(
        player,
        tuple(hexes),
        march=words.march,
        free=words.free,
        units=units,
        drops=tuple(drops),
        pickups=tuple(pickups),
        pack=words.numbers.get("pack", 0),
        unpack=words.numbers.get("unpack", 0),
        ferries=ferries,
    )


def _ferries(position: DepletionPosition, rest: str, problems: Problems) -> tuple[Seats, str]:
    """The seats that are named, "ferry 0403(1 archer)", and the text without them."""
    found: list[tuple[str, Counts]] = []
    for match in _FERRY.finditer(rest):
        space = _space(position, match["hex"], "ferry", problems)
        found.append((space, read_units(match["units"], "ferry", problems)))
    return tuple(found), _FERRY.sub(" ", rest)


def _signed(text: str, where: str, problems: Problems) -> dict[str, list[str]]:
    """The parts of "+1 cavalry, -1 archer" by their sign."""
    found: dict[str, list[str]] = {"+": [], "-": []}
    for part in map(str.strip, text.split(",")):
        if part[:1] in found:
            found[part[0]].append(part[1:].strip())
        else:
            problems.add(where, f"expected a sign before {shown(part)}; {HOW_CHANGES}")
    return found


class _Words:
    """The words after the path: march, free 0304, pack 1, unpack 1."""

    def __init__(self, position: DepletionPosition, words: list[str], problems: Problems) -> None:
        self.march = False
        self.free: str | None = None
        self.numbers: dict[str, int] = {}
        rest = iter(enumerate(words, 2))
        for n, word in rest:
            key = word.lower()
            if (key == "march" and self.march) or (key == "free" and self.free is not None) or key in self.numbers:
                problems.add(f"word {n}", f"{shown(word)} stands twice")
            if key == "march":
                self.march = True
            elif key == "free":
                at, space = next(rest, (n + 1, ""))
                self.free = _space(position, space, f"word {at}", problems)
            elif key in ("pack", "unpack"):
                at, number = next(rest, (n + 1, ""))
                if not (number.isascii() and number.isdigit() and 0 < len(number) < 4):
                    problems.add(
                        f"word {at}", f"expected how many trebuchets, as in {key + ' 1'!r}, not {shown(number)}"
                    )
                    number = "0"
                self.numbers[key] = int(number)
            elif position.map.find(word) is not None:
                wording = f"{shown(word)} is a hex of its own; write a path with hyphens, like 0202-0302-0303"
                problems.add(f"word {n}", wording)
            else:
                problems.unknown(f"word {n}", "word", word, ["march", "free", "pack", "unpack", "ferry"])


def _space(position: DepletionPosition, space: str, place: str, problems: Problems) -> str:
    if position.map.find(space) is None:
        problems.add(place, position.map.explain_unknown(space) if space else "expected a hex")
    return space


def _only_target(position: DepletionPosition, player: str, problems: Problems) -> Attack | None:
    """ "attack" alone is enough where there is one target."""
    found = []
    if position.deciding is not None:
        found = [position.map.name(at) for at in targets(position, position.deciding)]
    if len(found) == 1:
        return Attack(player, found[0])
    if found:
        problems.add(
            "word 1", f"ambiguous: it could be {listing([f'{chr(34)}attack {t}{chr(34)}' for t in found], 'or')}"
        )
    else:
        problems.add("word 1", 'expected a hex to attack, as in "attack 0401"')
    return None
