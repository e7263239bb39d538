"""The sequence of play: phases with what is done in them, turns and rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple

from hexwidget import rules
from hexwidget.problems import Problems
from hexwidget.wargame.actions import Attack, Move
from hexwidget.wargame.base_classes import WargamePart


class WarPhase(NamedTuple):
    """A phase: its name in saves, its title in words, and the classes of the actions that belong to it."""

    name: str
    title: str
    actions: tuple[type, ...] = ()


PHASES = WarPhase("move", "movement phase", (Move,)), WarPhase("fight", "combat phase", (Attack,))
"""The phases of most games."""


@dataclass(frozen=True, eq=False)
class Sequence(WargamePart):
    """The turns of the players, in seating order. A round is a turn of each.

    :param phases: the phases of a turn, in order
    :param rounds: a function of the position: the last round
    :param over: the clause of the end of the game, by default that of turns
    """

    clause: str
    phases: tuple[WarPhase, ...] = PHASES
    rounds: Callable[[Any], int] | None = None
    over: str = ""
    barring: ClassVar[tuple[str, ...]] = ("clause", "over")
    codes: ClassVar[str] = "over later phase"

    def check(self, problems: Problems) -> None:
        if len({phase.name for phase in self.phases}) < max(1, len(self.phases)):
            problems.add("phases", "expected one phase or more, each with a name of its own")

    def number(self, position: Any) -> int:
        """The number of the phase, from 0."""
        return self._numbers.get(position.phase, 0)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {phase.name: n for n, phase in enumerate(self.phases)}

    def allows(self, position: Any, action: type) -> bool:
        """True if actions of a class belong to the phase."""
        return _belongs(action, self.phases[self._numbers.get(position.phase, 0)])

    def objections(self, position: Any, action: type) -> Iterator[rules.Finding]:
        """The finding against an action of another phase."""
        now, wanted = self.number(position), [n for n, each in enumerate(self.phases) if _belongs(action, each)]
        if wanted and now not in wanted:
            over = (wanted[-1] < now, "", "over", "the {phase} is over")
            later = (wanted[-1] > now, "", "later", "the {phase} comes after the {now}")
            yield from self.findings(over, later, phase=self.phases[wanted[-1]].title, now=self.phases[now].title)

    def next(self, position: Any, log: rules.Chronicle) -> Any:
        """The position after the end of a phase: all units are fresh, and the next phase or turn begins."""
        now = self.number(position)
        then, turn, used = (now + 1) % len(self.phases), position.turn, [unit for unit in position.units if unit.done]
        words = "{player:'s} {phase} is over" if then else "{player:'s} turn is over"
        told = {"player": position.players[turn], "phase": self.phases[now].title}
        self.tell(log, "phase", self.clause, words, *dict.fromkeys([unit.at for unit in used]), **told)
        turn = turn if then else (turn + 1) % len(position.players)
        ready, begins = [replace(unit, done=False) for unit in used], position.round + (not then and not turn)
        return position.with_units(*ready, phase=self.phases[then].name, turn=turn, round=begins)

    def stage(self, position: Any, turn: str) -> rules.Stage:
        """The stage of a game: the round, the phase, and whose decision it is."""
        of = f"of {self.rounds(position)}" if self.rounds else ""
        return rules.Stage(turn, f"Round {position.round}", of, self.phases[self.number(position)].title)


@cache
def _belongs(action: type, phase: WarPhase) -> bool:
    """True if a phase names the class of an action, or one that is derived from it: `Attack` and `Assault` stand for each other."""
    return any(issubclass(action, each) or issubclass(each, action) for each in phase.actions)
