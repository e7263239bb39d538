"""A refusal, judged: its reasons, its remedies and its sentences, each with a complaint if it is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import hexwidget as hw
from hexwidget.rules import CHANCE, TERMINAL, Action, Finding, Position, Remedy, Status, Verdict
from tests.refusals.material import Material

CLAIMS = re.compile(r"[{]|\b(all|each|every|everybody|no|nobody|none|nothing|only|never)\b", re.IGNORECASE)
"""The marks of a sentence that claims something about the position."""
MOST_FOLLOWED = 3000
"""The most positions that are followed behind a first step. Steps with more are not judged."""


@dataclass
class Tally:
    """The numbers of many refusals, and the complaints about them."""

    refusals: int = 0
    several: int = 0
    """The refusals with more than one clause."""
    offered: Counter[str] = field(default_factory=Counter)
    """The remedies by kind: "instead", "first" and "words"."""
    legal: int = 0
    """The remedies that are actions, were tried, and are what they say."""
    sentences: int = 0
    """The sentences that were compared with the position."""
    silenced: set[tuple[str, str, str]] = field(default_factory=set)
    """Finding, code and clause of the silences that were met."""
    complaints: list[str] = field(default_factory=list)


def judge(of: Material, position: Position, action: Action, tally: Tally) -> None:
    """Judge the verdict on an action, and add it to a tally."""
    verdict = position.check(action)
    complaints = [*reasons(of, position, action, verdict, tally)]
    if verdict.status is Status.ILLEGAL:
        tally.refusals += 1
        tally.several += len(verdict.clauses) > 1
        for finding in verdict.findings:
            complaints += sentence(of, position, action, finding, tally)
        complaints += remedies(of, position, action, verdict, tally)
    where = f"{position.notation}\n  {action.player}: {action}"
    tally.complaints += [f"{complaint}\n  {where}" for complaint in complaints]


# ---------------------------------------------------------------- all reasons
def reasons(of: Material, position: Position, action: Action, verdict: Verdict, tally: Tally) -> Iterator[str]:
    """The complaints about the clauses of a verdict. They must be those of the reference, but for declared silences."""
    cited, found = set(verdict.clauses), {clause: judged(position, action) for clause, judged in of.clauses.items()}
    present = {(finding.clause, finding.code) for finding in verdict.findings}
    for clause in sorted(cited | set(found)):
        answer = found.get(clause, False)
        if clause in cited and answer is not True:
            yield f"{clause} is cited, and by the reference it {'has no subject' if answer is None else 'allows it'}"
        elif clause not in cited and answer is True:
            yield f"{clause} bars it and is not cited; cited are {sorted(cited)}"
        elif answer is None:
            silences = [s for s in position.system.silences if (s.finding, s.code) in present and clause in s.unsaid]
            tally.silenced |= {(s.finding, s.code, clause) for s in silences}
            if not silences:
                yield f"{clause} is unsaid, and no finding is declared to silence it; found: {sorted(present)}"


# ---------------------------------------------------------------- true sentences
def sentence(of: Material, position: Position, action: Action, finding: Finding, tally: Tally) -> Iterator[str]:
    """The complaints about the sentence of a finding."""
    key = (finding.clause, finding.code)
    if key in of.sentences:
        tally.sentences += 1
        if not of.sentences[key](position, action, finding):
            yield f"{finding.clause} ({finding.code}) is untrue: {finding.text}"
    elif CLAIMS.search(finding.wording):
        yield f"nothing judges the sentence of {finding.clause} ({finding.code}): {finding.text}"


# ---------------------------------------------------------------- remedies that help
def remedies(of: Material, position: Position, action: Action, verdict: Verdict, tally: Tally) -> Iterator[str]:
    """The complaints about the remedies of a verdict."""
    for finding in verdict.findings:
        remedy = finding.remedy
        if remedy is not None and remedy.action is None:
            yield from words(of, position, action, finding, remedy, tally)
    clauses: dict[tuple[Action, bool], str] = {}
    for remedy in verdict.remedies:
        if remedy.action is not None:
            clause = clauses.setdefault((remedy.action, remedy.first), remedy.clause)
            if clause != remedy.clause:
                yield f"{remedy.action} is offered by {clause} and by {remedy.clause}"
            tally.offered["first" if remedy.first else "instead"] += 1
            complaint = untried(position, action, remedy)
            if complaint:
                yield f"the remedy {remedy.text!r} ({remedy.action}) {complaint}"
            else:
                tally.legal += 1


def words(
    of: Material, position: Position, action: Action, finding: Finding, remedy: Remedy, tally: Tally
) -> Iterator[str]:
    """The complaints about a remedy in words."""
    tally.offered["words"] += 1
    key = (finding.clause, finding.code)
    if key not in of.remedy_words:
        yield f"nothing judges the remedy of {finding.clause} ({finding.code}): {remedy.text}"
    elif not of.remedy_words[key](position, action, finding):
        yield f"the remedy of {finding.clause} ({finding.code}) is untrue: {remedy.text}"


def untried(position: Position, asked: Action, remedy: Remedy) -> str:
    """The complaint about a remedy that is an action; empty if it does what it says."""
    if not isinstance(remedy.action, Action):
        return "is no action"
    try:
        if remedy.action.player != asked.player or remedy.action != position.parse(f"{asked.player}: {remedy.action}"):
            return "is not what its text says"
        if not position.check(remedy.action):
            return "is illegal"
        if not remedy.first:
            return ""
        ends = list(_ends(position.apply(remedy.action).position, asked.player))
    except hw.InputError as error:
        return f"cannot be read: {error}"
    helps = [_legal(end, asked) for end in ends]
    if not any(helps):
        return "does not help"
    if remedy.certain and not all(helps):
        return "promises more than it holds"
    if not remedy.certain and " may " not in f" {remedy.text} ":
        return 'does not say "may"'
    return ""


def _legal(position: Position, action: Action) -> bool:
    try:
        return bool(position.check(action))
    except hw.InputError:
        return False


def _ends(start: Position, player: str) -> Iterator[Position]:
    """The positions behind a step in which the player acts again."""
    waiting: list[Any] = [start]
    for _ in range(MOST_FOLLOWED):
        if not waiting:
            return
        position = waiting.pop()
        if player in position.to_act or position.to_act == TERMINAL:
            yield position
        elif position.to_act == CHANCE:
            waiting += [position.apply(outcome).position for outcome in position.chance]
        else:
            answers = islice(position.legal_actions(min(position.to_act)), MOST_FOLLOWED)
            waiting += [position.apply(answer).position for answer in answers]
