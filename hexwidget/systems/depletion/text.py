"""Reading the text form of actions (see `hexwidget.systems.depletion.actions`), and positions in words."""

from __future__ import annotations

import re

from hexwidget.problems import Problems, shown
from hexwidget.rules.reading import read_player
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import TERRAINS, Counts, read_units

CANNOT_READ = "this action cannot be read"
EXAMPLES = '"0202-0302-0303", "0202-0302 march", "attack 0401", "no attack" or "pass"'
HOW_CHANGES = (
    "write 0202(2 cavalry) for units that set out, 0302[+1 cavalry, -1 archer] for those picked up and dropped"
)
_WORD = re.compile(r"[^\s-]+")
_HEX = re.compile(r"(?P<hex>[^\s()\[\]-]+)(?: ?\((?P<units>[^()]*)\))?(?: ?\[(?P<changes>[^\[\]]*)\])?(?P<on> ?- ?)?")
"""A hex of a path with what may stand behind it, and the hyphen that leads on."""
LONGEST = 2000
"""A longer text than this many characters is refused unread."""


def parse(position: DepletionPosition, text: str) -> DepletionAction:
    """Read an action. Without a name in front it is the action of the player to act.

    :raises InputError: listing everything that cannot be read or is ambiguous, each with its place
    """
    problems = Problems()
    example, default = f"an action such as {EXAMPLES}", position.players[position.turn]
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
        case ["attack" | "pass" | "no", *_]:
            problems.add(
                "word 2", f'expected "attack 0401" (one hex), "no attack" or "pass", not {shown(" ".join(words))}'
            )
            return None
    return _maneuver(position, player, text, problems)


def _maneuver(position: DepletionPosition, player: str, text: str, problems: Problems) -> Maneuver | None:
    """Hexes with what is taken, dropped and picked up; then words."""
    hexes: list[str] = []
    units: Counts | None = None
    drops: list[tuple[int, Counts]] = []
    pickups: list[tuple[int, Counts]] = []
    rest = text.strip()
    if not rest[0].isdigit():
        word = _WORD.match(rest)
        problems.unknown("word 1", "action", word[0] if word else rest[:20], ["attack", "no attack", "pass"])
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
    )


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
                problems.unknown(f"word {n}", "word", word, ["march", "free", "pack", "unpack"])


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


# ---------------------------------------------------------------------- positions in words
def describe(position: DepletionPosition, status: str) -> str:
    """A position for a terminal: the map as text, what stands where, and where the game stands."""
    lines = [position.title] if position.title else []
    lines += [position.map.to_text(TERRAINS).rstrip()]
    lines += [f"{player}: {'; '.join(stands) or 'nothing'}" for player, stands in inventory(position).items()]
    return "\n".join([*lines, status])


def inventory(position: DepletionPosition) -> dict[str, list[str]]:
    """What each player has, hex by hex, in words."""
    found: dict[str, list[str]] = {player: [] for player in position.players}
    for army in position.armies:
        cubes = f" with {army.cubes} depletion cube{'s' if army.cubes > 1 else ''}" if army.cubes else ""
        found[position.players[army.owner]].append(f"{position.map.name(army.at)} {army}{cubes}")
    for structure in position.structures:
        found[position.players[structure.owner]].append(f"{position.map.name(structure.at)} {structure.kind}")
    return found
