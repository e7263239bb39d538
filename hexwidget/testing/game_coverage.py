"""The forms, clauses and stages that come up in the judge's games, and those that do not."""

from __future__ import annotations

from dataclasses import dataclass, field, is_dataclass
from functools import cache
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hexwidget.english import counted
from hexwidget.rules import Action, RuleSystem
from hexwidget.testing.games import Played, sayable, stages_of, steps_of, well_formed

ASKED = 12
"""The number of positions of a game, and of actions at each, whose verdicts are asked for."""


@dataclass
class Seen:
    """The forms that were played, the clauses that events and verdicts cited, and the stages that were entered in some games."""

    system: RuleSystem[Any, Any]
    games: int = 0
    ended: int = 0
    steps: int = 0
    whole: int = 0
    forms: set[str] = field(default_factory=set)
    clauses: set[str] = field(default_factory=set)
    stages: set[tuple[str, str]] = field(default_factory=set)

    def note(self, whole: Played, played: Played) -> None:
        """Note the steps of whole games, and those that are looked at."""
        self.games += 1
        self.ended += played[-1][0].outcome is not None
        self.steps += len(played) - 1
        self.whole += len(whole) - 1
        for position, done in whole:
            self.stages |= set(stages_of(position))
            if isinstance(done, Action):
                form = self.system.grammar.form_of(done)
                self.forms.add(form.text)
                self.clauses.add(form.clause)
        for position, done in steps_of(played):
            self.clauses |= {event.clause for event in position.apply(done).events}
        rng = Random(self.games)
        for position, _ in rng.sample(played, min(ASKED, len(played))):
            for player in sorted({*position.to_act} & {*position.players}):
                for verdict in well_formed(position, sayable(position, player, rng, ASKED), rng, ASKED).values():
                    self.clauses |= {finding.clause for finding in verdict.findings}

    @property
    def lacking(self) -> dict[str, tuple[str, ...]]:
        """The forms that were never played, the clauses that no event and no verdict cited, and the stages that were never entered."""
        known = {each.text for each in self.system.grammar.forms}
        form: Any = self.system.description
        known_stages = possible_stages(form) - self.stages if form else set()
        stages = {f"{name} = {word}" for name, word in known_stages if name != "offset"}  # the layout of a map
        return {
            "forms never played": tuple(sorted(known - self.forms)),
            "clauses never cited": tuple(sorted({*self.system.rulebook} - self.clauses)),
            "stages never entered": tuple(sorted(stages)),
        }

    def __str__(self) -> str:
        share = f"{self.ended} of them to the end" if self.ended < self.games else "all to the end"
        looked = f"{self.steps} of {counted(self.whole, 'step')} ({self.steps / max(1, self.whole):.0%}) were looked at"
        lines = [f"{self.system.name} keeps its promises in {counted(self.games, 'game')}, {share}; {looked} closely"]
        lines += [f"{title}: {', '.join(found)}" for title, found in self.lacking.items() if found]
        if any(self.lacking.values()):
            what = "to see them, give positions where they come up (`positions=[...]`), or more games (`games=8`)"
            lines.append(what)
        return "\n".join(lines)

    __repr__ = __str__


@cache
def possible_stages(form: type) -> frozenset[tuple[str, str]]:
    """The words that the parts of a position may be, each with the name of its part. Words in tuples and dicts are not among them."""
    found, forms = set[tuple[str, str]](), [form]
    for part in forms:  # it grows
        # Base classes may have hints that are known to type checkers only.
        hints = {"__annotations__": vars(part).get("__annotations__", {}), "__module__": part.__module__}
        try:
            known = get_type_hints(type(part.__name__, (), hints))
        except NameError:
            continue
        for name, hint in known.items():
            for each in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
                if get_origin(each) is Literal:
                    found |= {(name, word) for word in get_args(each) if isinstance(word, str)}
                elif isinstance(each, type) and is_dataclass(each) and each not in forms:
                    forms.append(each)
    return frozenset(found)
