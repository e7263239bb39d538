"""The cheat sheet of a rule system, made from its code: what it takes to write a position and an action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from hexwidget.files import scenario, scenarios
from hexwidget.geometry import HexMap, MatMap
from hexwidget.rules import Action, Position, RuleSystem
from hexwidget.rules.editing import python_lines
from hexwidget.systems.registry import system

GAMES, STEPS = 4, 300
"""The random games from each scenario, and their steps, in which examples of actions are looked for."""
LONGEST = 44
"""The most characters of an example in place of a shorter one: a long one says more."""
KINDS = {"unit": "units", "card": "cards", "building": "buildings", "ground": "grounds", "token": "tokens"}


class CheatSheet:
    """The cheat sheet of a system: print it, or leave it as the last line of a cell.

    ``code``: the Python of a small position, to paste; ``actions``: for each form of an action its pattern, a legal example, and the
    position where it is legal; None where random games come to no example.
    """

    def __init__(self, rules: RuleSystem[Any, Any]) -> None:
        starts = [scenario(name).position for name in scenarios() if name.startswith(f"{rules.name}/")]
        self.system = rules
        self.code: str = min(map(python_lines, starts), key=len)
        self.actions: dict[str, tuple[str, Position] | None] = dict.fromkeys(form.text for form in rules.grammar.forms)
        played = [each for start in starts for each in _random_plays(start)]
        for position, done in played:
            self._learn(position, [done])
        for position, done in played:
            if None in self.actions.values():
                self._learn(position, position.legal_actions(done.player).some(200)[0])
        self._starts = starts

    def _learn(self, position: Position, actions: Iterable[Action]) -> None:
        for action in actions:
            pattern, text = self.system.grammar.form_of(action).text, f"{action.player}: {action}"
            known = self.actions[pattern]
            if known is None or len(known[0]) < len(text) <= LONGEST:
                self.actions[pattern] = text, position

    def _words(self) -> Iterator[tuple[str, str]]:
        """The words of positions: kinds of things, and the spaces of each bundled map."""
        start = self._starts[0]
        brushes = self.system.brushes(start)
        for group, noun in KINDS.items():
            if names := [each.key for each in brushes if each.group == group]:
                yield noun, ", ".join(names)
        if isinstance(start.map, HexMap):
            ground = ", ".join(f"{terrain.symbol} {terrain.key}" for terrain in self.system.terrains)
            yield "hexes", f"0203 is column 02, row 03; {ground}"
        starts = () if isinstance(start.map, (HexMap, MatMap)) else self._starts
        maps = {str(self.system.to_json(p)["map"]): p.map for p in starts}
        yield from ((f"provinces of {name}", ", ".join(spaces.names())) for name, spaces in maps.items())
        options = self.system.rulebook.options.values()
        yield from ((f"option {each.name} ({each.clause})", ", ".join(each.values)) for each in options)

    def __str__(self) -> str:
        clauses = {form.text: f"(see {form.clause})" for form in self.system.grammar.forms}
        found = {text: clauses[text] if each is None else each[0] for text, each in self.actions.items()}
        examples = [f"{text:<36} {example}" for text, example in found.items()]
        parts = [f"# {self.system.title}", self.code, "# names", *(f"{noun}: {words}" for noun, words in self._words())]
        return "\n".join([*parts, "", "# actions: session.play(...)", *examples])

    __repr__ = __str__


def _random_plays(start: Position) -> Iterator[tuple[Position, Action]]:
    """The positions of some random games, each with the action that is played there."""
    for seed in range(GAMES):
        position, rng = start, Random(seed)
        for _ in range(STEPS):
            if not position.to_act:
                break
            node = position.chance
            if node is None:
                done: Any = position.system.lookahead.draw(position, min(position.to_act), rng)
                yield position, done
            else:
                done = node.sample(rng)
            position = position.system.advance(position, done)


def cheatsheet(name: str) -> CheatSheet:
    """Return the cheat sheet of a bundled system: a small position to paste, the names of things and spaces, and an example of each action.

    :raises InputError: if there is no such system

    >>> print(str(cheatsheet("plotted")).splitlines()[0])
    # Written routes, moved together
    """
    return CheatSheet(system(name))
