"""The tutor: introduces each clause of the rulebook when it first matters to a learner, one at a time.

It looks at the learner's choices, at events and at refusals: each look introduces one new clause at most, by a callout. Others
wait until they matter again, and a clause that the learner has used by then is not explained any more. Playing on dismisses the
callout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from hexwidget.english import say, translated
from hexwidget.geometry import SpaceMap
from hexwidget.lessons.learners.records import Knowledge
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
    :param targets: the spaces of enemies that the aim names: clauses that bar the way there are not introduced
    :param pieces: returns the kinds of pieces on the board. A clause about other ones is introduced by a refusal or an event only

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
        targets: Iterable[str] = (),
        pieces: Callable[[], Set[str]] | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.knowledge: Knowledge = Knowledge(rulebook.name) if knowledge is None else knowledge
        self._introduced = set(self.knowledge.met) if introduced is None else introduced
        self._first = {clause: space for clause, _, space in (entry.partition(" ") for entry in first)}
        self._targets = frozenset(targets)
        self._pieces = pieces
        self._callout: Callout | None = None
        self._looked: object = None
        """The choices that were looked at last: they introduce one clause at most."""

    # ------------------------------------------------------------------ what the learner reads
    @property
    def callout(self) -> Callout | None:
        """The callout that stands on the board."""
        return self._callout

    def dismiss(self) -> None:
        """Take the callout off the board."""
        self._callout = None

    @property
    def introduced(self) -> frozenset[str]:
        """The clauses that the learner has met: by a callout, or by using them."""
        return frozenset(self._introduced)

    def is_introduced(self, clause: str) -> bool:
        """True if the learner has met a clause."""
        return clause in self._introduced

    # ------------------------------------------------------------------ what makes callouts
    def offered(self, choices: Choices, spaces: SpaceMap) -> None:
        """Look at what the learner can choose. If no callout stands, the clause that matters most is introduced."""
        seen = (choices.draft, choices.prompt)
        if seen == self._looked:
            return
        self._looked = seen
        named = (Bearing(clause, (space,), True) for clause, space in self._first.items() if space)
        self._introduce_one((*named, *bearing(choices)), "offered", spaces)

    def chosen(self, choices: Choices, spaces: SpaceMap) -> None:
        """Look at the learner's decision: they know the clauses of the choice."""
        used = (option for option in choices.options if option.chosen and option.legal)
        self._use([Bearing(each.clause, () if each.space is None else (each.space,), True) for each in used], spaces)

    def happened(self, events: Iterable[Event], spaces: SpaceMap, *, own: bool) -> None:
        """Look at events that the learner sees.

        :param own: True if the learner's own action led to them: they know their clauses
        """
        found = [Bearing(event.clause, event.subjects, True, event.data) for event in events]
        if own:
            self._use(found, spaces)
        else:
            self._introduce_one(found, "happened", spaces)

    def refused(self, verdict: Verdict, spaces: SpaceMap) -> None:
        """Count each clause of a refusal as missed, and introduce one that is new in place of the present callout."""
        before, self._callout = self._callout, None
        found = [Bearing(each.clause, each.subjects, False, each.numbers) for each in verdict.findings]
        self._introduce_one(found, "refused", spaces)
        self._callout = self._callout or before
        for clause in dict.fromkeys(verdict.clauses):
            self.knowledge.miss(clause)

    def _use(self, used: Sequence[Bearing], spaces: SpaceMap) -> None:
        self._introduce_one(used, "happened", spaces)
        self._introduced.update(each.clause for each in used if each.clause in self.rulebook)

    def _introduce_one(self, found: Iterable[Bearing], reason: Reason, spaces: SpaceMap) -> None:
        """Introduce the new clause that matters most, unless a callout stands. A clause whose words need others waits for these."""
        new = [] if self._callout else [each for each in found if self._is_new(each)]
        if reason == "offered":
            new = [each for each in new if self._is_about_the_board(each.clause)]
        if not new:
            return
        best = min(new, key=self._rank)
        first = self._needed_first(best.clause)
        subjects, numbers = (best.spaces, best.numbers) if first == best.clause else ((), NO_NUMBERS)
        on_map = tuple(dict.fromkeys(each for each in best.spaces if spaces.find(each) is not None))
        known = self.rulebook[first]
        self._callout = Callout(first, known.title, introduction(known, subjects, numbers), on_map, reason)
        self._introduced.add(first)
        self.knowledge.meet(first)

    def _is_new(self, each: Bearing) -> bool:
        """True for a clause to be introduced. That an enemy bars the way says nothing of one who is the target."""
        at_target = not each.legal and any(space in self._targets for space in each.spaces)
        return each.clause in self.rulebook and not self.is_introduced(each.clause) and not at_target

    def _is_about_the_board(self, clause: str) -> bool:
        """False for a clause about pieces of which none is on the board."""
        about = self.rulebook[clause].pieces
        return not about or self._pieces is None or not self._pieces().isdisjoint(about)

    def _needed_first(self, clause: str) -> str:
        """The clause to introduce before another one can be understood; without one, that clause itself."""
        seen = [clause]
        while True:
            known = (each for each in self.rulebook[seen[-1]].after if each in self.rulebook)
            unmet = (each for each in known if not self.is_introduced(each) and self._is_about_the_board(each))
            following = next((each for each in unmet if each not in seen), None)
            if following is None:
                return seen[-1]
            seen.append(following)

    def _rank(self, each: Bearing) -> tuple[int, bool, int, int]:
        """The order in which clauses are introduced: those of the stage, what can be done, rules, the book's order."""
        stage = list(self._first).index(each.clause) if each.clause in self._first else len(self._first)
        clause = self.rulebook[each.clause]
        return stage, not each.legal, _KINDS.index(clause.kind), list(self.rulebook).index(clause.id)


def introduction(clause: Clause, subjects: Sequence[str] = (), numbers: Mapping[str, Any] = NO_NUMBERS) -> str:
    """Return the words that introduce a clause: its own for learners, else its first sentence.

    :param subjects: the spaces of the finding or event that cites it; its words may name them, as wordings do: "{0}"
    :param numbers: the numbers of the finding or event: "{points:movement point}". Words that name others do not apply

    >>> clause = Clause("X1", "rule", "Forest", "Forest is dear. It costs 2.", "", teach="{0} costs {points:point}.")
    >>> introduction(clause, ["0203"], {"points": 2}), introduction(clause)
    ('0203 costs 2 points.', 'Forest is dear.')
    """
    with suppress(KeyError, IndexError):
        words = say(clause.teach, subjects, numbers)
        if words:
            return words
    return _END.split(translated(clause.text), maxsplit=1)[0]


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
