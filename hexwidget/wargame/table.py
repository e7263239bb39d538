"""The results table of combats: a declaration that is the chance node, the exact odds, the forecast and the table in the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

from hexwidget import rules
from hexwidget.english import translated
from hexwidget.problems import Problems
from hexwidget.wargame.base_classes import WargamePart, check_keys

Side = Literal["attackers", "defenders"]
ALL, EXCHANGE = 99, -1
"""Losses of all steps, and of units of at least the strength of the other side, which is eliminated."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of a combat on a side.

    :param loses: steps, `ALL` or `EXCHANGE`. The strongest unit loses them, with ``every`` each unit, with ``chosen`` those that the owner
        chooses one after another, as in an exchange
    :param retreats: the hexes of a retreat
    """

    side: Side
    loses: int = 0
    retreats: int = 0
    every: bool = False
    chosen: bool = False


@dataclass(frozen=True, eq=False)
class ResultsTable(WargamePart):
    """A table of results by columns.

    :param columns: their labels with blanks between, from the defender's best: odds ("1:2 1:1 2:1") or differences ("-2 -1 0 +1 +2").
        A column counts from its odds or difference on, up to the next; more than the last counts as the last
    :param rows: the names of the results of each face, from the lowest, a text for each with blanks between
    :param results: by name the words of a result and its effects in order: `Effect`, or a function of the position, the battle and the
        chronicle that returns the next position
    :param dice: the number of dice with ``sides`` that are added; a row stands for each sum
    :param source: the name of the die in saves and seeds; ``label``: the die in words
    """

    clause: str
    columns: Any
    rows: Any
    results: Mapping[str, tuple[Any, ...]]
    dice: int = 1
    sides: int = 6
    source: str = "die"
    label: str = "the die of the attack"
    barring: ClassVar[tuple[str, ...]] = ()
    codes: ClassVar[str] = "rolled"

    def check(self, problems: Problems) -> None:
        object.__setattr__(self, "columns", tuple(self.columns.split()))
        object.__setattr__(self, "rows", tuple(tuple(row.split()) for row in self.rows))
        wide, bounds = len(self.columns), [_bound(label) for label in self.columns]
        if None in bounds or bounds != sorted(filter(None, bounds)) or len({each[0] for each in bounds if each}) != 1:
            what = 'expected odds such as "1:2 1:1 2:1", or differences such as "-1 0 +1", in ascending order'
            problems.add("columns", f"{what}, not {' '.join(self.columns)!r}")
        if len(self.rows) != len(self.faces) or {len(row) for row in self.rows} != {wide}:
            problems.add("rows", f"expected a row of {wide} results for each of {[*self.faces]}")
        check_keys(problems, "rows", "result", [name for row in self.rows for name in row], self.results)
        for name in self.results:
            check_keys(
                problems, f"results/{name}", "side", [effect.side for effect in self.effects(name)], get_args(Side)
            )
            if any(effect.loses == EXCHANGE and effect.side != "attackers" for effect in self.effects(name)):
                problems.add(f"results/{name}", 'an exchange costs the attackers: Effect("attackers", loses=EXCHANGE)')
            if sum(effect.chosen or effect.loses == EXCHANGE for effect in self.effects(name)) > 1:
                problems.add(
                    f"results/{name}", "only one side chooses its losses; let every unit of the other lose them"
                )

    def effects(self, name: str) -> list[Effect]:
        """The effects of a result, without those of the author's own."""
        return [effect for effect in self.results[name] if isinstance(effect, Effect)]

    @cached_property
    def faces(self) -> range:
        """The sums of the dice."""
        return range(self.dice, self.dice * self.sides + 1)

    @cached_property
    def _bounds(self) -> list[tuple[int, int]]:
        """The least odds of each column, or the least difference with a 1."""
        return [bound[1].as_integer_ratio() for bound in map(_bound, self.columns) if bound]

    def column(self, attack: int, defence: int) -> int | None:
        """The number of the column of two strengths; None below the first."""
        left, right = (attack, max(1, defence)) if ":" in self.columns[0] else (attack - defence, 1)
        reached = sum([least * right <= left * by for least, by in self._bounds])
        return reached - 1 if reached else None

    @cached_property
    def node(self) -> rules.ChanceNode:
        """The chance node of a combat."""
        odds = rules.Odds.dice(self.dice, self.sides).items()
        return rules.ChanceNode(self.source, tuple((str(face), part) for face, part in odds), self.clause, self.label)

    def result(self, face: str, column: int) -> tuple[Any, ...]:
        """The words and the effects of a face in a column."""
        return self.results[self.rows[int(face) - self.dice][column]]

    def odds(self, column: int) -> dict[str, Fraction]:
        """The exact odds of the results in a column, by their names."""
        parts, names = [part for _, part in self.node.outcomes], [row[column] for row in self.rows]
        return {name: sum((p for p, of in zip(parts, names, strict=True) if of == name), Fraction(0)) for name in names}

    def forecast(self, title: str, column: int, attacker: str, defender: str) -> rules.Forecast:
        """The forecast of a combat. A result favours the player whose side alone is spared."""
        players, shares = {"attackers": attacker, "defenders": defender}, []
        for name, part in self.odds(column).items():
            of = self.effects(name)
            harmed = {side for each in of for side in (players if each.loses == EXCHANGE else (each.side,))}
            spared = [player for side, player in players.items() if side not in harmed]
            text = translated(self.results[name][0])
            shares.append(rules.Share(text, float(part), spared[0] if len(spared) == 1 else None))
        return rules.Forecast(title, tuple(shares))

    def to_markdown(self) -> str:
        """The table as a rulebook shows it."""
        lines = [["", *self.columns], ["---"] * (len(self.columns) + 1)]
        lines += [[str(face), *row] for face, row in zip(self.faces, self.rows, strict=True)]
        said = "; ".join(f"{name}: {text}" for name, (text, *_) in self.results.items())
        return "\n".join([*("| " + " | ".join(line) + " |" for line in lines), "", f"{said}."])


def _bound(label: str) -> tuple[str, Fraction] | None:
    """The kind of a column's label, and the least odds or difference that it stands for; None if it is no such label."""
    left, colon, right = label.partition(":")
    try:
        return ("odds", Fraction(int(left), int(right))) if colon else ("difference", Fraction(int(label)))
    except (ValueError, ZeroDivisionError):
        return None
