"""The rulings as data, and the score of somebody's answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hexwidget.problems import Problems, shown
from hexwidget.rules import Observation

FILE = Path(__file__).with_name("rulings.json")
EXPECTED = 'expected {"id": ..., "legal": true or false, "clauses": [...]}'


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question with its answer.

    :param id: its name: the system and a number
    :param position: the position on one line: ``hw.system(system).read(position)``
    :param action: the action that is asked about, as text
    :param legal: True if it is legal
    :param clauses: all clauses that bar it, in alphabetical order; empty if it is legal
    """

    id: str
    system: str
    position: str
    player: str
    action: str
    legal: bool
    clauses: tuple[str, ...]

    @property
    def question(self) -> str:
        """The question in words."""
        return f"May {self.player} do this now: {self.action}? If not, which clauses bar it? Name all of them."

    def asked(self) -> dict[str, Any]:
        """Return the question as data, without the answer: with the board as text."""
        from hexwidget.asking.textboard import board_text
        from hexwidget.systems.registry import system

        board = board_text(Observation(None, system(self.system).read(self.position)))
        facts = {"id": self.id, "system": self.system, "position": self.position, "board": board}
        return {**facts, "player": self.player, "action": self.action, "question": self.question}


@cache
def rulings() -> tuple[Ruling, ...]:
    """Return the 500 rulings.

    >>> len(rulings()), rulings()[0].system
    (500, 'depletion')
    """
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(Ruling(**{**each, "clauses": tuple(each["clauses"])}) for each in found)


@dataclass(frozen=True, slots=True)
class RulingsScore:
    """The score of answers to some rulings.

    :param asked: the number of rulings
    :param answered: the number of answers
    :param legality: the answers that are right about whether the action is legal
    :param a_clause: those that are right about that, and name a clause that bars the action, if it is barred
    :param right: those that are right about that, and name all clauses that bar the action, and no other
    """

    asked: int
    answered: int
    legality: int
    a_clause: int
    right: int

    def __str__(self) -> str:
        rest = f"{self.legality} legal or not, {self.a_clause} with a clause that bars it"
        return f"{self.right} of {self.asked} right ({rest}; {self.answered} answered)"


def read_answers(text: str) -> dict[str, tuple[bool, frozenset[str]]]:
    """Read answers: a line of JSON for each, ``{"id": "orders-7", "legal": false, "clauses": ["O8.1"]}``.

    :raises InputError: listing every line that cannot be read
    """
    known, problems = [each.id for each in rulings()], Problems()
    found: dict[str, tuple[bool, frozenset[str]]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            data = None
        at = f"line {number}"
        if not isinstance(data, dict) or not _is_answer(**data):
            problems.add(at, f"{EXPECTED}, not {shown(line)}")
        elif data["id"] not in known:
            problems.unknown(at, "ruling", data["id"], known)
        elif data["id"] in found:
            problems.add(at, f"{data['id']} has been answered above")
        else:
            found[data["id"]] = data["legal"], frozenset(data.get("clauses", []))
    problems.raise_any("these answers cannot be read")
    return found


def _is_answer(id: object = None, legal: object = None, clauses: object = (), **_: object) -> bool:
    named = isinstance(clauses, (list, tuple)) and all(isinstance(each, str) for each in clauses)
    return isinstance(id, str) and isinstance(legal, bool) and named


def invented_clauses(answers: Mapping[str, tuple[bool, frozenset[str]]]) -> list[str]:
    """Return the clauses that answers cite and that are in no rulebook of their system."""
    from hexwidget.systems.registry import system

    books = {each.id: system(each.system).rulebook for each in rulings()}
    return sorted({clause for name, (_, cited) in answers.items() for clause in cited if clause not in books[name]})


def score(answers: Mapping[str, tuple[bool, frozenset[str]]], of: Iterable[Ruling] | None = None) -> RulingsScore:
    """Return the score of answers by the ids of rulings. A ruling without an answer counts as wrong.

    :param of: the rulings; None: all of them
    """
    asked = tuple(rulings() if of is None else of)
    legality = a_clause = right = 0
    for each in asked:
        legal, cited = answers.get(each.id, (None, frozenset[str]()))
        if legal is each.legal:
            legality += 1
            a_clause += each.legal or not cited.isdisjoint(each.clauses)
            right += each.legal or cited == set(each.clauses)
    return RulingsScore(len(asked), sum(each.id in answers for each in asked), legality, a_clause, right)
