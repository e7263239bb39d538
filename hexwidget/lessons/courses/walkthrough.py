"""A course followed by its hints: which clauses it introduces, where, and which it never does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from hexwidget.english import counted
from hexwidget.lessons.courses.play import CoursePlay
from hexwidget.lessons.courses.stage import Stage
from hexwidget.lessons.courses.tutor import Callout, bearing
from hexwidget.lessons.learners.records import Progress, table
from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Choice, Choices, Draft, Rulebook


@dataclass(frozen=True)
class StageWalkthrough:
    """A stage that was followed by its hints.

    :param callouts: the callouts that came up, in order, each with the number of the step of the session
    :param due: the clauses that events cited to the learner, or that bore on a choice they could make, and that the learner has
        neither met nor used
    :param actions: the learner's actions
    :param state: how it ended: "done", "lost", or "playing" if the hints led nowhere
    :param session: the game as it was played
    """

    stage: Stage
    callouts: tuple[tuple[int, Callout], ...]
    due: frozenset[str]
    actions: tuple[str, ...]
    state: str
    session: Session[Any]

    @property
    def introduced(self) -> tuple[tuple[str, str], ...]:
        """The clauses that came up, in order, each with the reason."""
        return tuple((callout.clause, callout.reason) for _, callout in self.callouts)


class Walkthrough(list[StageWalkthrough]):
    """The stages of a course, followed by their hints. A cell shows them as a table."""

    def __init__(self, stages: Iterable[StageWalkthrough], rulebook: Rulebook) -> None:
        super().__init__(stages)
        self.rulebook = rulebook

    @property
    def introduced(self) -> tuple[str, ...]:
        """The clauses that were introduced, in order."""
        return tuple(clause for stage in self for clause, _ in stage.introduced)

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses of the rulebook that were not introduced, in its order."""
        return tuple(clause for clause in self.rulebook if clause not in self.introduced)

    @property
    def due(self) -> tuple[str, ...]:
        """The clauses that mattered on the way and were not introduced: none, in a good course."""
        found = frozenset[str]().union(*(stage.due for stage in self))
        return tuple(clause for clause in self.missing if clause in found)

    def share(self, kind: str = "rule") -> float:
        """Return the part of the clauses of a kind that were introduced, 0 to 1."""
        wanted = [clause for clause, each in self.rulebook.items() if each.kind == kind]
        return sum(clause in self.introduced for clause in wanted) / len(wanted) if wanted else 1.0

    def __str__(self) -> str:
        lines = []
        for n, each in enumerate(self, start=1):
            clauses = ", ".join(f"{clause} ({reason})" for clause, reason in each.introduced) or "nothing new"
            done = counted(len(each.actions), "action")
            lines.append(f"{n}. {each.stage.title}, {each.state} after {done}: {clauses}")
        lines.append(f"rules introduced: {self.share():.0%}; never: {', '.join(self.missing) or 'none'}")
        if self.due:
            lines.append(f"mattered and not introduced: {', '.join(self.due)}")
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [
            (f"{n}. {each.stage.title}", each.state, len(each.actions), ", ".join(dict(each.introduced)))
            for n, each in enumerate(self, start=1)
        ]
        never = escape(", ".join(self.missing) or "none")
        return f"{table(['stage', 'end', 'actions', 'clauses introduced'], rows)}<p>Rules introduced: {self.share():.0%}. Never introduced: {never}.</p>"


def follow(stages: Sequence[Stage], rulebook: Rulebook) -> Walkthrough:
    """Follow the hints of all stages as a learner does who reads every callout."""
    teaching = CoursePlay((), Progress())
    found = []
    try:
        for stage in stages:
            teaching.open(stage)
            found.append(_follow_stage(teaching))
    finally:
        teaching.close()
    return Walkthrough(found, rulebook)


def _follow_stage(teaching: CoursePlay) -> StageWalkthrough:
    callouts: list[tuple[int, Callout]] = []
    due: set[str] = set()
    actions: list[str] = []

    def read() -> None:
        while (callout := teaching.tutor.callout) is not None:
            callouts.append((session.step.number, callout))
            teaching.tutor.dismiss()

    def look(now: Choices) -> None:
        due.update(each.clause for each in bearing(now) if each.legal)
        teaching.look(now)
        read()

    stage, session = teaching.stage, teaching.session
    for _ in range(stage.within):
        read()
        if teaching.state != "playing":
            break
        look(teaching.choices(Draft()))
        action = teaching.hint().action
        chosen = None
        for chosen in _drafts_to(teaching, action):
            look(chosen)
        actions.append(str(action))
        before = session.step.depth
        teaching.play(action, chosen)
        for step in session.line[before + 1 : session.step.depth + 1]:
            due.update(event.clause for event in step.events if event.is_seen_by(stage.learner))
    read()
    known = frozenset(clause for clause in due if clause in teaching.tutor.rulebook) - teaching.tutor.introduced
    return StageWalkthrough(stage, tuple(callouts), known, tuple(actions), teaching.state, session)


def _drafts_to(teaching: CoursePlay, action: Action) -> Iterator[Choices]:
    """The choices on the way to an action: after each click of a learner who composes it."""
    for slots in teaching.session.position.system.grammar.drafts(action):
        if teaching.choices(Draft(slots)).action != action:
            continue
        draft, filled = Draft(), Draft()
        for slot, value in slots.items():
            filled = filled.set(slot, value)
            for clicked in _clicks(teaching, draft, filled) or [draft.set(slot, value)]:
                draft = clicked
                try:
                    yield teaching.choices(draft)
                except InputError:  # a slot that makes no sense before a later one
                    continue
        return


def _clicks(teaching: CoursePlay, draft: Draft, wanted: Draft) -> list[Draft]:
    """The drafts after one or two clicks that lead to wanted slots; empty if no such clicks do. The first of two clicks
    chooses a piece, as the slots of its order are on offer only then."""

    def options(here: Draft) -> list[Choice]:
        return [option for option in teaching.choices(here).options if option.legal]

    def sets(option: Choice) -> bool:
        return option.leads_to.items() >= wanted.items()

    try:
        now = options(draft)
        if found := next(filter(sets, now), None):
            return [found.leads_to]
        for piece in (option for option in now if option.kind == "piece" and not option.chosen):
            if found := next(filter(sets, options(piece.leads_to)), None):
                return [piece.leads_to, found.leads_to]
    except InputError:  # the draft makes no sense before a later slot is set
        pass
    return []
