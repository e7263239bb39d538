"""Reading the text form of actions (see `hexwidget.systems.frontiers.actions`)."""

from __future__ import annotations

from collections import Counter

from hexwidget.problems import Problems, is_whole, shown
from hexwidget.rules.reading import read_player
from hexwidget.systems.frontiers.actions import (
    NOTHING,
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Payment,
    Play,
    Resolve,
)
from hexwidget.systems.frontiers.cards import DECKS
from hexwidget.systems.frontiers.choices.drafts import NOBODY
from hexwidget.systems.frontiers.position import FrontiersPosition

CANNOT_READ = "this action cannot be read"
EXAMPLES = (
    '"deploy spearmen paying 2 farmer", "deploy hamlet on 2", "activate feint at spearmen1", "commit spearmen1 to 2, retreat '
    'archers1", "assign 2: spearmen1 3", "occupy 2 with spearmen1", "resolve villager scribe", "draw army" or "pass"'
)
VERBS = ("deploy", "activate", "commit", "assign", "occupy", "resolve", "draw", "pass")
LONGEST = 2000
"""A text of more characters is refused unread."""


def parse(position: FrontiersPosition, text: str, player: str) -> FrontiersAction:
    """Read an action. Without a player's name in front it is an action of ``player``.

    :raises InputError: listing everything that cannot be read, each with its place
    """
    problems = Problems()
    example = f"an action such as {EXAMPLES}"
    # The colon in "assign 2: ..." ends no player's name.
    bare = isinstance(text, str) and text.strip().lower().startswith("assign ") and text.count(":") == 1
    if not bare:
        player, text = read_player(text, position.players, player, example, LONGEST, CANNOT_READ, problems)
    if len(text) > LONGEST or not is_whole(text):
        problems.add("", f"expected a text of at most {LONGEST} characters, not {shown(text)}")
        problems.raise_any(CANNOT_READ)
    action = _Words(position, player, text, problems).action()
    problems.raise_any(CANNOT_READ)
    assert action is not None  # noqa: S101  (raise_any has raised otherwise)
    return action


class _Words:
    """The words of an action."""

    def __init__(self, position: FrontiersPosition, player: str, text: str, problems: Problems) -> None:
        self.position = position
        self.player = player
        self.text = text
        self.problems = problems

    def action(self) -> FrontiersAction | None:
        player, words = self.player, self.text.split()
        verb, rest = words[0].lower(), words[1:]
        match verb, rest:
            case ("pass", []):
                return Pass(player)
            case ("draw", [deck]):
                if deck not in DECKS:
                    self.problems.unknown("word 2", "deck", deck, DECKS)
                return ChooseDraw(player, deck)
            case ("occupy", [n, "with", unit]):
                return Occupy(player, self.whole("word 2", n), None if unit == NOBODY else unit)
            case ("resolve", [_, *_]):
                source, target, frontier, payment = self.parts(rest)
                if payment is not None:
                    self.problems.add("paying", "a trigger costs nothing")
                return Resolve(player, source, target, frontier)
            case ("commit", [_, *_]):
                return self.commit(" ".join(rest))
            case ("assign", [n, _, *_]) if n.endswith(":"):
                damage = [self.damage(part) for part in " ".join(rest[1:]).split(",")]
                return Assign(player, self.whole("word 2", n[:-1]), tuple(sorted(damage)))
            case ("deploy" | "activate", [_, *_]):
                return self.play(verb, rest)
        if verb not in VERBS:
            self.problems.unknown("word 1", "action", words[0], VERBS)
        else:
            self.problems.add("", f"expected an action such as {EXAMPLES}, not {shown(self.text.strip())}")
        return None

    def play(self, verb: str, rest: list[str]) -> Play:
        name, target, frontier, payment = self.parts(rest)
        card = self.position.cards.get(name)
        if card is None:
            self.problems.unknown("word 2", "card", name, self.position.cards)
        elif (card.type in ("stratagem", "maneuver")) != (verb == "activate"):
            other = {"deploy": "activated", "activate": "deployed"}[verb]
            self.problems.add("word 1", f"a {card.type} is {other}")
        if payment is None and card is not None and card.cost == 0:
            payment = NOTHING
        return Play(self.player, name, card.type if card else "", target, frontier, payment)

    def parts(self, rest: list[str]) -> tuple[str, str | None, int | None, Payment | None]:
        """A name, and the words after "at", "on" or "to", and "paying"."""
        found: dict[str, list[str]] = {"": []}
        now = ""
        for word in rest:
            if word in ("at", "on", "to", "paying"):
                now = {"on": "to"}.get(word, word)
                found[now] = []
            else:
                found[now].append(word)
        for key in ("at", "to"):
            if key in found and len(found[key]) != 1:
                self.problems.add(f"after {key}", f"expected one name or number, not {shown(' '.join(found[key]))}")
        frontier = self.whole("frontier", found["to"][0]) if found.get("to") else None
        target = found["at"][0] if found.get("at") else None
        return " ".join(found[""]), target, frontier, self.payment(found["paying"]) if "paying" in found else None

    def payment(self, words: list[str]) -> Payment:
        settlements, villagers = 0, Counter[str]()
        if not words or len(words) % 2:
            self.problems.add("paying", f'expected such as "1 settlement 2 farmer", not {shown(" ".join(words))}')
            return (0, ())
        for n, what in zip(words[::2], words[1::2], strict=True):
            count = self.whole("paying", n)
            if what in ("settlement", "settlements"):
                settlements += count
            elif what in self.position.cards and self.position.cards[what].type == "villager":
                villagers[what] += count
            else:
                known = [card.name for card in self.position.cards.values() if card.type == "villager"]
                self.problems.unknown("paying", "villager", what, [*known, "settlement"])
        return settlements, tuple(sorted((kind, n) for kind, n in villagers.items() if n))

    def commit(self, text: str) -> Commit:
        moves, retreats = [], []
        for part in text.split(","):
            match part.split():
                case [unit, "to", n]:
                    moves.append((unit, self.whole("commit", n)))
                case ["retreat", unit]:
                    retreats.append(unit)
                case _:
                    self.problems.add(
                        "commit", f'expected "spearmen1 to 2" or "retreat archers1", not {shown(part.strip())}'
                    )
        return Commit(self.player, tuple(sorted(moves)), tuple(sorted(retreats)))

    def damage(self, part: str) -> tuple[str, int]:
        match part.split():
            case [unit, n]:
                return unit, self.whole("assign", n)
        self.problems.add("assign", f'expected a unit and its damage such as "spearmen1 3", not {shown(part.strip())}')
        return "", 0

    def whole(self, where: str, word: str) -> int:
        if word.isascii() and word.isdigit() and len(word) < 4:
            return int(word)
        self.problems.add(where, f"expected a whole number, not {shown(word)}")
        return 0
