"""Reading the text form of actions (see `hexwidget.systems.depletion.actions`), and positions in words."""

from __future__ import annotations

from hexwidget.problems import Problems, shown
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import TERRAINS

CANNOT_READ = "this action cannot be read"
EXAMPLES = '"0202-0302-0303", "0202-0302 march", "attack 0401", "no attack" or "pass"'
LONGEST = 2000
"""A longer text than this many characters is refused unread."""


def parse(position: DepletionPosition, text: str) -> DepletionAction:
    """Read an action. Without a name in front it is the action of the player to act.

    :raises InputError: listing everything that cannot be read or is ambiguous, each with its place
    """
    problems = Problems()
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        problems.add("", f"expected an action such as {EXAMPLES}, not {shown(text)}")
        problems.raise_any(CANNOT_READ)
    player = position.players[position.turn]
    name, colon, rest = text.partition(":")
    if colon:
        text = rest
        if name.strip() in position.players:
            player = name.strip()
        else:
            problems.unknown("player", "player", name.strip(), position.players)
    words = text.split()
    if not words:
        problems.add("", f"expected an action such as {EXAMPLES} after the colon")
        problems.raise_any(CANNOT_READ)
    action = _parse_words(position, player, words, problems)
    problems.raise_any(CANNOT_READ)
    assert action is not None  # noqa: S101  (raise_any has raised otherwise)
    return action


def _parse_words(
    position: DepletionPosition, player: str, words: list[str], problems: Problems
) -> DepletionAction | None:
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
    return _maneuver(position, player, words, problems)


def _maneuver(position: DepletionPosition, player: str, words: list[str], problems: Problems) -> Maneuver | None:
    if not words[0][0].isdigit():
        word = words[0].partition("-")[0]
        problems.unknown("word 1", "action", word, ["attack", "no attack", "pass"])
        problems.add("word 1", f"expected an action such as {EXAMPLES}")
        words = ["", *words[1:]]
    path = tuple(
        _space(position, space, f"word 1, hex {n}", problems)
        for n, space in enumerate(words[0].split("-") if words[0] else [], 1)
    )
    march, free = False, None
    rest = iter(enumerate(words[1:], 2))
    for n, word in rest:
        if word.lower() == "march" and not march:
            march = True
        elif word.lower() == "free" and free is None:
            at, space = next(rest, (n + 1, ""))
            free = _space(position, space, f"word {at}", problems)
        elif word.lower() in ("march", "free"):
            problems.add(f"word {n}", f"{shown(word)} stands twice")
        elif position.map.find(word) is not None:
            problems.add(
                f"word {n}", f"{shown(word)} is a hex of its own; write a path with hyphens, like 0202-0302-0303"
            )
        else:
            problems.unknown(f"word {n}", "word", word, ["march", "free"])
    return Maneuver(player, path, march, free)


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
