"""Reading the text form of orders (see `hexwidget.systems.orders.actions`), and positions in words."""

from __future__ import annotations

from hexwidget.problems import Problems, shown
from hexwidget.rules.reading import read_player
from hexwidget.systems.orders.actions import (
    Attack,
    Build,
    Cast,
    Defend,
    Destroy,
    Disband,
    EndTurn,
    Move,
    Order,
)
from hexwidget.systems.orders.position import LOST, OrdersPosition, Unit
from hexwidget.systems.orders.roster import TERRAINS

CANNOT_READ = "this order cannot be read"
WORDS = ("attack", "build", "defend", "destroy", "disband", "cast", "move")
EXAMPLES = '"0203 move 0304", "0203+0205 attack 0304", "0203 build farm", "0203 cast firebolt 0305" or "end turn"'
LONGEST = 500
"""A longer text than this many characters is refused unread."""


def parse(position: OrdersPosition, text: str, player: str) -> Order:
    """Read an order. Without a name in front it is one of ``player``.

    :raises InputError: listing everything that cannot be read or is ambiguous, each with its place
    """
    problems = Problems()
    example = f"an order such as {EXAMPLES}"
    player, text = read_player(text, position.players, player, example, LONGEST, CANNOT_READ, problems)
    order = _read(position, player, text.split(), problems)
    problems.raise_any(CANNOT_READ)
    assert order is not None  # noqa: S101  (raise_any has raised otherwise)
    return order


def _read(position: OrdersPosition, player: str, words: list[str], problems: Problems) -> Order | None:
    if [word.lower() for word in words] == ["end", "turn"]:
        return EndTurn(player)
    if len(words) < 2:
        problems.add("", f"expected an order such as {EXAMPLES}, not {shown(' '.join(words))}")
        return None
    units, verb, rest = words[0].split("+"), words[1].lower(), words[2:]
    if verb not in WORDS:
        problems.unknown("word 2", "order", words[1], [*WORDS, "end turn"])
        return None
    for n, space in enumerate(units, 1):
        where = "word 1" if len(units) == 1 else f"word 1, unit {n}"
        if position.map.find(space) is None:
            problems.add(where, position.map.explain_unknown(space) if space else "expected a hex")
    if len(units) > 1 and verb != "attack":
        problems.add("word 1", f"only an attack has several units, not {verb}")
    unit = units[0]
    match verb, rest:
        case ("defend", []):
            return Defend(player, unit)
        case ("disband", []):
            return Disband(player, unit)
        case ("move", [space]):
            return Move(player, unit, _space(position, space, "word 3", problems))
        case ("build", [kind]):
            return Build(player, unit, _kind(kind, "building", position.roster.buildings, problems))
        case ("destroy", [kind]):
            return Destroy(player, unit, _kind(kind, "building", position.roster.buildings, problems))
        case ("attack", [*whose, space]):
            owner, target = _target(position, player, whose, space, problems)
            return Attack(player, tuple(units), target, owner)
        case ("cast", [spell, *whose, space]):
            _kind(spell, "spell", position.roster.spells, problems)
            bolt = spell in position.roster.spells and position.roster.spells[spell].kind == "bolt"
            owner, target = _target(position, player, whose, space, problems, opponent=bolt)
            return Cast(player, unit, spell, target, owner)
    more = {
        "attack": "whom",
        "move": "where to",
        "build": "what",
        "destroy": "what",
        "cast": "which spell, and where to",
    }
    what = f"; {verb} says {more[verb]}" if verb in more else f"; {verb} says nothing more"
    problems.add("", f"expected an order such as {EXAMPLES}, not {shown(' '.join(words))}{what}")
    return None


def _kind(word: str, what: str, known: object, problems: Problems) -> str:
    names = list(known) if isinstance(known, dict) else []
    if word not in names:
        problems.unknown("word 3", what, word, names)
    return word


def _space(position: OrdersPosition, space: str, where: str, problems: Problems) -> str:
    if position.map.find(space) is None:
        problems.add(where, position.map.explain_unknown(space))
    return space


def _target(
    position: OrdersPosition, player: str, whose: list[str], space: str, problems: Problems, *, opponent: bool = True
) -> tuple[str | None, str]:
    """Whose unit on which hex; the owner is filled in where there is only one opponent."""
    target = _space(position, space, "last word", problems)
    at = position.map.find(target)
    if whose:
        owner = next((player for player in position.players if player.split() == whose), " ".join(whose))
        if owner not in position.players:
            problems.unknown("target", "player", owner, position.players)
        return owner, target
    if not opponent or at is None or player not in position.players:
        return None, target
    there = [position.players[unit.owner] for unit in position.opponents(position.players.index(player), at)]
    if len(there) > 1:
        problems.add("last word", f"several opponents have units there: {', '.join(there)}; name one of them")
    return (there[0] if len(there) == 1 else None), target


# ---------------------------------------------------------------------- positions in words
def describe(position: OrdersPosition, status: str) -> str:
    """A position for a terminal: the map as text, what stands where, and where the game stands."""
    lines = [position.title] if position.title else []
    lines += [position.map.to_text(TERRAINS).rstrip()]
    for seat, (player, stands) in enumerate(inventory(position).items()):
        dice = "+".join(map(str, position.rolls[seat]))
        notes = [
            f"points {position.points[seat]}" if position.points[seat] else "",
            f"initiative {dice}" if dice else "",
        ]
        note = ", ".join(filter(None, notes))
        lines.append(f"{player}{f' ({note})' if note else ''}: {'; '.join(stands) or 'nothing'}")
    return "\n".join([*lines, status])


def inventory(position: OrdersPosition) -> dict[str, list[str]]:
    """What each player has, hex by hex, in words."""
    found: dict[str, list[str]] = {player: [] for player in position.players}
    for unit in position.units:
        notes = state_in_words(unit)
        tail = f" ({', '.join(notes)})" if notes else ""
        found[position.players[unit.owner]].append(f"{position.map.name(unit.at)} {unit.kind}{tail}")
    for building in position.buildings:
        found[position.players[building.owner]].append(f"{position.map.name(building.at)} {building.kind}")
    return found


def state_in_words(unit: Unit) -> list[str]:
    """What is to be known of a unit beside its kind."""
    notes = []
    if unit.defending:
        notes.append("defends" if unit.defending == "defend" else "warded")
    elif unit.lost:
        notes.append(f"DEFEND lost: {LOST[unit.lost]}")
    if unit.ordered:
        notes.append("has had its order")
    if unit.attacked:
        notes.append(f"attacked by {unit.attacked} in this turn")
    return notes
