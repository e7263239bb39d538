"""Reading the text of actions (see `hexwidget.systems.rondel.actions`)."""

from __future__ import annotations

from hexwidget.problems import Problems, shown
from hexwidget.rules.reading import read_player
from hexwidget.systems.rondel.actions import (
    Answer,
    Battle,
    Conquer,
    EndMovement,
    EndTurn,
    Lay,
    Lose,
    Move,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.position import KINDS, RondelPosition

CANNOT_READ = "this action cannot be read"
EXAMPLES = (
    '"wheel 2", "move legion roma-capua", "lay galley ostia", "battle athens greeks galley", "fight", "let be", '
    '"lose 1 0", "end movement", "conquer athens with 1 legion 1 galley" or "end turn"'
)
VERBS = ("wheel", "move", "lay", "battle", "fight", "let", "lose", "end", "conquer")
LONGEST = 500
"""The most characters that a text may have. A longer text is refused unread."""


def parse(position: RondelPosition, text: str, player: str) -> RondelAction:
    """Read an action. Without a name in front it is an action of ``player``.

    :raises InputError: listing everything that cannot be read, each with its place
    """
    problems = Problems()
    example = f"an action such as {EXAMPLES}"
    player, text = read_player(text, position.players, player, example, LONGEST, CANNOT_READ, problems)
    action = _Words(position, player, text.split(), problems).action()
    problems.raise_any(CANNOT_READ)
    assert action is not None  # noqa: S101  (raise_any has raised otherwise)
    return action


class _Words:
    """The words of an action."""

    def __init__(self, position: RondelPosition, player: str, words: list[str], problems: Problems) -> None:
        self.position = position
        self.player = player
        self.words = words
        self.problems = problems

    def action(self) -> RondelAction | None:
        player = self.player
        match [word.lower() for word in self.words[:1]] + self.words[1:]:
            case ["wheel", n]:
                return Wheel(player, self.whole("word 2", n))
            case ["move", unit, way] if way.count("-") == 1:
                kind, left = self.unit(unit)
                origin, _, to = way.partition("-")
                return Move(player, kind, self.space("word 3", origin), self.space("word 3", to), left)
            case ["lay", unit, space]:
                kind, left = self.unit(unit)
                return Lay(player, kind, self.space("word 3", space), left)
            case ["battle", space, *rest] if len(rest) > 1:
                return self.battle(space, rest)
            case ["fight"]:
                return Answer(player, None)
            case ["fight", n]:
                return Answer(player, self.whole("word 2", n, least=1))
            case ["let", "be"]:
                return Answer(player, 0)
            case ["lose", *lefts] if lefts:
                return Lose(player, self.lefts(lefts))
            case ["end", "movement"]:
                return EndMovement(player)
            case ["end", "turn"]:
                return EndTurn(player)
            case ["end", word]:
                self.problems.unknown("word 2", "phase to be ended", word, ("movement", "turn"))
                return None
            case ["conquer", space, "with", *rest]:
                return self.conquest(space, rest)
        first = self.words[0].lower()
        if first not in VERBS:
            self.problems.unknown("word 1", "action", self.words[0], VERBS)
        else:
            self.problems.add("", f"expected an action such as {EXAMPLES}, not {shown(' '.join(self.words))}")
        return None

    def battle(self, space: str, rest: list[str]) -> Battle:
        """The enemy's name may have blanks: it ends at the kind of the units."""
        at = next((n for n, word in enumerate(rest) if n and word.rstrip("s") in KINDS), len(rest) - 1)
        enemy, (kind, *more) = " ".join(rest[:at]), rest[at:]
        if kind.rstrip("s") not in KINDS:
            self.problems.unknown("battle", "unit", kind, KINDS)
        if enemy not in self.position.players:
            self.problems.unknown("battle", "player", enemy, self.position.players)
        losing = None
        if "losing" in more:
            cut = more.index("losing")
            more, losing = more[:cut], self.lefts(more[cut + 1 :])
            if not losing:
                self.problems.add("losing", "expected the actions left of the units that fall, such as losing 0 1")
        if len(more) > 1:
            self.problems.add("battle", f"expected a number of pairs, not {shown(' '.join(more))}")
        pairs = self.whole("battle", more[0], least=1) if len(more) == 1 else None
        return Battle(self.player, self.space("word 2", space), enemy, kind.rstrip("s"), pairs, losing)

    def conquest(self, space: str, rest: list[str]) -> Conquer:
        giving = None
        if "giving" in rest:
            cut = rest.index("giving")
            rest, given = rest[:cut], rest[cut + 1 :]
            giving = self.space("giving", " ".join(given)) if given else None
            if not given:
                self.problems.add("giving", "expected the province of an own city")
        paid = dict.fromkeys(KINDS, 0)
        words = [word for word in rest if word not in ("and", "+", "nothing")]
        if len(words) % 2 or not rest:
            self.problems.add("with", f'expected a payment such as "1 legion 2 galleys", not {shown(" ".join(rest))}')
            words = []
        for n, kind in zip(words[::2], words[1::2], strict=True):
            kind = {"galleys": "galley", "legions": "legion"}.get(kind, kind)
            if kind not in KINDS:
                self.problems.unknown("with", "unit", kind, KINDS)
            else:
                paid[kind] += self.whole("with", n)
        return Conquer(self.player, self.space("word 2", space), paid["legion"], paid["galley"], giving)

    def unit(self, word: str) -> tuple[str, int | None]:
        kind, named, left = word.partition("(")
        kind = {"galleys": "galley", "legions": "legion"}.get(kind.lower(), kind.lower())
        if named and not left.endswith(")"):
            self.problems.add("word 2", f'expected a unit such as "legion" or "legion(2)", not {shown(word)}')
            return kind, None
        if kind not in KINDS:
            self.problems.unknown("word 2", "unit", kind, KINDS)
        return kind, self.whole("word 2", left[:-1]) if named else None

    def space(self, where: str, name: str) -> str:
        if self.position.map.find(name) is None:
            self.problems.add(where, self.position.map.explain_unknown(name))
        return name

    def whole(self, where: str, word: str, least: int = 0) -> int:
        if word.isascii() and word.isdigit() and len(word) < 4 and int(word) >= least:
            return int(word)
        self.problems.add(where, f"expected a whole number{' from 1 on' if least else ''}, not {shown(word)}")
        return least

    def lefts(self, words: list[str]) -> tuple[int, ...]:
        return tuple(sorted(self.whole("losing", word) for word in words))
