"""Stages of a course: a small position with an aim, a learner, opponents, and the clauses that come first.

As data::

    {"id": "bridge", "title": "The bridge", "aim": "Take the bridge before dusk.", "scenario": "plotted/the-ford",
     "learner": "red", "goal": [{"at": "0503", "owner": "red"}], "within": 4,
     "clauses": ["P1.1", "P1.5 0302"], "uses": ["P2.1"], "way": ["march 0402-0502", "rest"]}

``position`` may stand in place of ``scenario``: what the system's ``position(...)`` takes. ``goal`` is a list of conditions as
in exercises (`hexwidget.lessons.exercises.goals`); without one the aim is to play ``within`` actions. ``clauses`` come before others in
the tutor's callouts. ``uses`` are the clauses that the learner has to use: an own action, or what follows from it, must cite
each. ``way`` is a good way to the aim, which the hints follow as long as the learner does. ``opponents`` says
who plays the others: "mild" (the default) or a policy of `hexwidget.explore`. ``seed`` decides the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Annotated, Any, Never

from hexwidget.english import counted, phrase, possessive, worded
from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy, policy_for
from hexwidget.lessons.courses.opponent import MildOpponent
from hexwidget.lessons.exercises.goals import Aftermath, Condition, Goal, of_a_player, read_goal, stands, where
from hexwidget.lessons.exercises.loading import note_odd_entries, own_id, position_in, position_of, texts_of
from hexwidget.lessons.learners.counts import is_own, used_by
from hexwidget.limits import Limits
from hexwidget.play import Session, Step
from hexwidget.problems import Problems, shown, unknown
from hexwidget.rules import Position
from hexwidget.rules.values import read_value

CANNOT_READ = "this stage cannot be read"
PARTS = ("id", "title", "aim", "learner", "goal", "within", "clauses", "uses", "way", "opponents", "seed")
MILD = "mild"
MOST_ACTIONS = 500


@dataclass(frozen=True)
class Stage:
    """A stage of a course.

    :param aim: what the learner is to do, as a sentence
    :param learner: the player whose decisions the learner makes
    :param goal: the conditions that must hold; empty: the aim is to play ``within`` actions
    :param within: the most actions of the learner
    :param clauses: the clauses that the tutor introduces before others; a space may stand behind each
    :param uses: the clauses that the stage teaches: it is done once the learner has used each
    :param way: actions of the learner that lead to the aim
    :param opponents: a policy for each other player
    :param seed: the seed of all that chance decides
    """

    id: str
    title: str
    aim: str
    position: Any
    learner: str
    goal: Goal = ()
    within: int = 6
    clauses: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    opponents: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seed: int = 1

    @property
    def name(self) -> str:
        """The title; the aim of a stage that was made without one."""
        return self.title

    @property
    def record(self) -> str:
        """The name of the stage in a learner's progress."""
        return f"stage/{self.id}"

    def left(self, session: Session[Any]) -> list[str]:
        """Return the open tasks at the present step of a session, in words: conditions of the goal, and clauses to use."""
        if not self.goal:
            more = self.within - len(own_actions(session, self.learner))
            return [] if more <= 0 or not session.position.to_act else [worded("{n:more action} to play", n=more)]
        position = session.position
        rulebook = position.system.rulebook
        unused = [worded("use “{title}”", title=rulebook[clause].title) for clause in self.unused(session)]
        return [aim_in_words(each, position, self.learner) for each in self.open(session)] + unused

    def unused(self, session: Session[Any]) -> list[str]:
        """Return the clauses that the stage teaches and the learner has not used up to the present step of a session."""
        used = used_by(session, self.learner) if self.uses else frozenset[str]()
        return [clause for clause in self.uses if clause not in used]

    def open(self, session: Session[Any]) -> list[Condition]:
        """Return the conditions of the goal that do not hold at the present step of a session: none, if all held at once since
        the learner's last action, whatever others have done then."""
        line = session.line[: session.step.depth + 1]
        last = max((n for n, step in enumerate(line) if is_own(step, self.learner)), default=len(line) - 1)
        for n in range(last, len(line) - 1):
            if not _aftermath(line[: n + 1]).open(self.goal):
                return []
        return _aftermath(line).open(self.goal)

    def seated(self, session: Session[Any], is_introduced: Callable[[str], bool]) -> Opponents:
        """Let the opponents play their seats of a session, and return them.

        :param is_introduced: True for a clause that the learner has met: mild opponents heed it
        """
        mild = MildOpponent(is_introduced)
        return Opponents(session, {name: mild if who == MILD else who for name, who in self.opponents.items()})

    def __repr__(self) -> str:
        return f"<Stage {self.id}: {self.title}>"

    def __str__(self) -> str:
        asked = self.aim if self.title == self.aim else f"{self.title}. {self.aim}"
        return f"{asked}\n{self.position}"


def so_far(session: Session[Any]) -> Aftermath:
    """Return the result of all steps that lead to the present one."""
    return _aftermath(session.line[: session.step.depth + 1])


def _aftermath(line: Sequence[Step[Any]]) -> Aftermath:
    return Aftermath(line[-1].position, tuple(event for step in line for event in step.events))


def own_actions(session: Session[Any], learner: str) -> list[str]:
    """Return the actions of the learner that lead to the present step, as texts."""
    return [str(step.action) for step in session.line[: session.step.depth + 1] if is_own(step, learner)]


def decisions(session: Session[Any], learner: str) -> list[Step[Any]]:
    """Return the steps at which the learner decided, up to the present one."""
    return [before for before, step in pairwise(session.line[: session.step.depth + 1]) if is_own(step, learner)]


def aim_in_words(condition: Condition, position: Position, learner: str) -> str:
    """Return a condition of an aim in words for its learner: "your knight stands on 0302"."""
    owner, kind = condition.get("owner"), condition.get("kind", "")
    at = condition.get("at", condition.get("free", condition.get("about", "")))
    there: str = phrase(" {where}", where=where(at, position.map)) if at else ""
    for player in position.players:  # zones of a mat begin with their player
        if f" {player} " in there:
            there = there.replace(f" {player} ", " your " if player == learner else f" {possessive(player)} ")
    if "event" in condition:
        title = position.system.rulebook[condition["event"]].title
        return phrase("“{title}” has been applied{there}", title=title, there=there)
    if "token" in condition:
        number = int(condition.get("count", 1))
        return f"{counted(number, condition['token'], none='no')} {'lies' if number == 1 else 'lie'}{there}"
    if not kind:
        whose = "" if owner is None else " of yours" if owner == learner else " of {owner}"
        words = f"no unit{whose} stands{{there}} any more" if "free" in condition else f"a unit{whose} stands{{there}}"
        return phrase(words, owner=owner, there=there)
    return stands(phrase("your {kind}", kind=kind) if owner == learner else of_a_player(kind, owner), there, condition)


def stage(
    position: Position | Any,
    aim: str,
    *,
    id: str = "",
    title: str = "",
    learner: str | None = None,
    goal: Goal = (),
    within: int = 6,
    clauses: Sequence[str] = (),
    uses: Sequence[str] = (),
    way: Sequence[str] = (),
    opponents: Mapping[str, str | Policy] | None = None,
    seed: int = 1,
    **unknown: Never,
) -> Stage:
    """Make a stage.

    :param position: a position, a scenario, or the name of a scenario
    :param aim: what the learner is to do, as a sentence
    :param id: the name of its record in a learner's progress; by default it follows from the title, the aim, the goal, the
        learner and the position
    :param title: by default the aim
    :param learner: by default the first player
    :param opponents: by default "mild" for each other player

    The other parameters are those of `Stage`.

    :raises InputError: listing everything wrong with it

    >>> first = stage("plotted/the-ford", "Cross the ford.", goal=[{"at": "0503", "owner": "red"}], within=3)
    >>> first.learner, first.opponents
    ('red', {'blue': 'mild'})
    """
    position = position_in(position, CANNOT_READ)
    entry = {"id": id or "stage", "title": title, "aim": aim, "goal": goal, "within": within, "clauses": clauses}
    entry |= {"uses": uses, "way": way, "opponents": opponents or {}, "seed": seed, **unknown}
    made = _stage_of(entry if learner is None else {**entry, "learner": learner}, position)
    return made if id else replace(made, id=own_id("stage", title, aim, goal, made.learner, position))


def read_stage(entry: Any, system: str) -> Stage:
    """Read a stage from data.

    :param system: the name of its rule system
    :raises InputError: listing everything wrong with it
    """
    position = position_of(entry, system)
    return _stage_of({part: entry[part] for part in entry if part not in ("scenario", "position")}, position)


def _stage_of(entry: Mapping[str, Any], position: Position) -> Stage:
    problems = Problems()
    note_odd_entries(entry, PARTS, "part", {"id": 1, "title": 0, "aim": 1}, problems)
    learner = entry.get("learner", position.players[0])
    if learner not in position.players:
        problems.add("learner", unknown("player", learner, position.players))
        learner = position.players[0]
    for part, most in (("within", MOST_ACTIONS), ("seed", 2**53)):
        read_value(part, entry.get(part, 1), Annotated[int, Limits(1, most)], problems)
    found = len(problems.found)
    goal = read_goal(entry["goal"], position, "goal", problems) if entry.get("goal") else ()
    if goal and not entry.get("uses") and len(problems.found) == found and not Aftermath(position).open(goal):
        problems.add("goal", "it is so already, before anything is done")
    clauses = texts_of(entry.get("clauses", []), "clauses", problems)
    uses = texts_of(entry.get("uses", []), "uses", problems)
    for part, each in (*(("clauses", each) for each in clauses), *(("uses", each) for each in uses)):
        clause, _, space = each.partition(" ") if part == "clauses" else (each, "", "")
        if clause not in position.system.rulebook:
            problems.unknown(part, "clause", clause, position.system.rulebook)
        if space and position.map.find(space) is None:
            problems.add(part, position.map.explain_unknown(space))
    if uses and not goal:
        problems.add("uses", "expected a goal, too: without one the aim is to play some actions")
    way = texts_of(entry.get("way", []), "way", problems)
    opponents = entry.get("opponents", {})
    if not isinstance(opponents, Mapping) or set(opponents) - set(position.players) or learner in opponents:
        others = [name for name in position.players if name != learner]
        problems.add("opponents", f"expected a policy for players among {', '.join(others)}, not {shown(opponents)}")
        opponents = {}
    for name, who in opponents.items():
        with problems.noting(f"opponents/{name}", below=False):
            if who != MILD:
                policy_for(who, position.system)
    problems.raise_any(CANNOT_READ)
    seats = {name: opponents.get(name, MILD) for name in position.players if name != learner}
    title = entry.get("title") or entry["aim"]
    numbers = {part: entry[part] for part in ("within", "seed") if part in entry}
    more = {"clauses": clauses, "uses": uses, "way": way, "opponents": seats, **numbers}
    return Stage(entry["id"], title, entry["aim"], position, learner, goal, **more)
