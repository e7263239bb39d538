"""The tutor: introduces each clause of the rulebook when it first matters to a learner, one at a time.

It looks at the learner's choices, at events and at refusals. The first citation of a clause makes a callout. Callouts stand in
a queue: the learner reads the first one, and playing on dismisses it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from hexwidget.english import say
from hexwidget.geometry import SpaceMap
from hexwidget.lessons.records import Knowledge
from hexwidget.rules import Choices, Clause, Event, Field, Rulebook, Verdict

Reason = Literal["offered", "happened", "refused"]
_KINDS = ("rule", "ruling", "fact", "example")
"""The kinds of clauses, the one that matters most first."""
NO_NUMBERS: Mapping[str, Any] = MappingProxyType({})
_END = re.compile(r"(?<=[.!?])\s")


@dataclass(frozen=True, slots=True)
class Callout:
    """The introduction of a clause, at the place on the board that it is about.

    :param spaces: the spaces concerned; the callout stands at the first. Empty: it concerns the whole board
    :param reason: the clause bears on a choice that is offered, an event has cited it, or a refusal has
    """

    clause: str
    title: str
    text: str
    spaces: tuple[str, ...]
    reason: Reason

    def __str__(self) -> str:
        return f"{self.title}: {self.text} ({self.clause})"


@dataclass(frozen=True, slots=True)
class Bearing:
    """A clause that bears on the learner's choices: where, and whether on a choice that is legal or on one that is barred."""

    clause: str
    spaces: tuple[str, ...]
    legal: bool
    numbers: Mapping[str, Any] = field(default_factory=dict, compare=False)


class Tutor:
    """Introduces the clauses of a rulebook to one learner.

    :param knowledge: what the learner has met, used and missed
    :param introduced: the clauses that are not introduced again; None: those that the learner has met
    :param first: the clauses of a stage: when several are offered, they come before others, in this order. A clause with a
        space behind it ("P1.5 0302") bears on the first choice already, at that space

    >>> import hexwidget as hw
    >>> position = hw.scenario("depletion/first-steps").position
    >>> tutor = Tutor(position.system.rulebook)
    >>> tutor.offered(position.choices(), position.map)
    >>> print(tutor.callout.clause)
    D1.1
    >>> tutor.dismiss(); tutor.callout is None
    True
    """

    def __init__(
        self,
        rulebook: Rulebook,
        knowledge: Knowledge | None = None,
        first: Sequence[str] = (),
        introduced: set[str] | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.knowledge: Knowledge = Knowledge(rulebook.name) if knowledge is None else knowledge
        self._introduced = set(self.knowledge.met) if introduced is None else introduced
        parts = [entry.partition(" ") for entry in first]
        self._first = {clause: space for clause, _, space in parts}
        self._queue: deque[Callout] = deque()
        self._looked: object = None
        """The choices that were looked at last: they introduce one clause at most."""

    # ------------------------------------------------------------------ what the learner reads
    @property
    def callout(self) -> Callout | None:
        """The callout that stands on the board."""
        return self._queue[0] if self._queue else None

    @property
    def waiting(self) -> tuple[Callout, ...]:
        """The callouts that come after it, in their order."""
        return tuple(self._queue)[1:]

    def dismiss(self) -> None:
        """Take the callout off the board; the next one takes its place."""
        if self._queue:
            self._queue.popleft()

    def is_introduced(self, clause: str) -> bool:
        """True if the learner has met a clause: its callout has come, or waits in the queue."""
        return clause in self._introduced

    # ------------------------------------------------------------------ what makes callouts
    def offered(self, choices: Choices, spaces: SpaceMap) -> None:
        """Look at what the learner can choose. If nothing waits to be read, the clause that matters most is introduced."""
        seen = (choices.draft, choices.prompt)
        if self._queue or seen == self._looked:
            return
        self._looked = seen
        named = (Bearing(clause, (space,), True) for clause, space in self._first.items() if space)
        found = [each for each in (*named, *bearing(choices)) if self._is_new(each.clause)]
        if found:
            best = min(found, key=self._rank)
            self._introduce(best.clause, best.spaces, "offered", spaces, best.numbers)

    def chosen(self, choices: Choices, spaces: SpaceMap) -> None:
        """Look at what the learner has decided on: it uses the clauses of the choice."""
        used = [option for option in choices.options if option.chosen and option.legal]
        for option in used:
            self._use(option.clause, filter(None, [option.space]), spaces)

    def happened(self, events: Iterable[Event], spaces: SpaceMap, *, own: bool) -> None:
        """Look at events that the learner sees.

        :param own: True if the learner's own action led to them: the learner has used their clauses
        """
        for event in events:
            if own:
                self._use(event.clause, event.subjects, spaces, event.data)
            elif self._is_new(event.clause):
                self._introduce(event.clause, event.subjects, "happened", spaces, event.data)

    def refused(self, verdict: Verdict, spaces: SpaceMap) -> None:
        """Look at a refusal of what the learner wanted to do: each of its clauses is missed, and introduced if it is new. Its
        callouts come before those that wait, and take the place of the one that stands."""
        before, self._queue = self._queue, deque()
        for finding in verdict.findings:
            if self._is_new(finding.clause):
                self._introduce(finding.clause, finding.subjects, "refused", spaces, finding.numbers)
            self.knowledge.miss(finding.clause)
        if self._queue and before:
            before.popleft()  # it stood on the board already
        self._queue.extend(before)

    def _use(
        self, clause: str, subjects: Iterable[str], spaces: SpaceMap, numbers: Mapping[str, Any] = NO_NUMBERS
    ) -> None:
        if self._is_new(clause):
            self._introduce(clause, subjects, "happened", spaces, numbers)
        if clause in self.rulebook:
            self.knowledge.use(clause)

    def _is_new(self, clause: str) -> bool:
        return clause in self.rulebook and not self.is_introduced(clause)

    def _rank(self, each: Bearing) -> tuple[int, bool, int, int]:
        """The order in which clauses are introduced: those of the stage, what can be done, rules, the book's order."""
        stage = list(self._first).index(each.clause) if each.clause in self._first else len(self._first)
        clause = self.rulebook[each.clause]
        return stage, not each.legal, _KINDS.index(clause.kind), list(self.rulebook).index(clause.id)

    def _introduce(
        self, clause: str, subjects: Iterable[str], reason: Reason, spaces: SpaceMap, numbers: Mapping[str, Any]
    ) -> None:
        known, subjects = self.rulebook[clause], tuple(subjects)
        on_map = tuple(dict.fromkeys(each for each in subjects if spaces.find(each) is not None))
        self._queue.append(Callout(clause, known.title, taught(known, subjects, numbers), on_map, reason))
        self._introduced.add(clause)
        self.knowledge.meet(clause)


def taught(clause: Clause, subjects: Sequence[str] = (), numbers: Mapping[str, Any] = NO_NUMBERS) -> str:
    """Return the words that introduce a clause: its own for learners, else its first sentence.

    :param subjects: the spaces of the finding or event that cites it; its words may name them, as wordings do: "{0}"
    :param numbers: the numbers of the finding or event: "{points:movement point}". Words that name others do not apply

    >>> clause = Clause("X1", "rule", "Forest", "Forest is dear. It costs 2.", "", teach="{0} costs {points:point}.")
    >>> taught(clause, ["0203"], {"points": 2}), taught(clause)
    ('0203 costs 2 points.', 'Forest is dear.')
    """
    with suppress(KeyError, IndexError):
        words = say(clause.teach, subjects, numbers)
        if words:
            return words
    return _END.split(clause.text, maxsplit=1)[0]


def bearing(choices: Choices) -> Iterator[Bearing]:
    """Yield the clauses that bear on choices: those of the options and of the steps of a field, each with the first space that
    it is about. Reasons against a choice count as barred."""
    for option in choices.options:
        at = () if option.space is None else (option.space,)
        if option.legal and option.clause:
            yield Bearing(option.clause, at, True)
        for finding in option.findings:
            yield Bearing(finding.clause, at or finding.subjects, False, finding.numbers)
    if choices.field is not None:
        yield from _of_field(choices.field)


def _of_field(field: Field) -> Iterator[Bearing]:
    """The clause that prices the steps of a field, at the nearest space, and those that bar its border."""
    goals = sorted((cost, space) for space, cost in field.reach.costs().items() if cost > 0)
    if field.clause and goals:
        yield Bearing(field.clause, (goals[0][1],), True)
    for space, clause in field.reach.rim.items():
        yield Bearing(clause, (space,), False)
