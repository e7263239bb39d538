"""A course under way: the present stage with its session, its opponents, and the tutor. It knows no widget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Literal

from hexwidget.explore.opponents import Opponents
from hexwidget.lessons.courses.hints import Hint, find_hint, reasons
from hexwidget.lessons.courses.stage import Stage, decisions, own_actions
from hexwidget.lessons.courses.tutor import Tutor
from hexwidget.lessons.exercises.feedback import Line
from hexwidget.lessons.learners.counts import is_own, uses, way_to, ways
from hexwidget.lessons.learners.records import Bookmark, Progress
from hexwidget.lessons.proofs.sure_ways import guess, last_sure
from hexwidget.play import Session, Step
from hexwidget.play.links import link_or_nothing
from hexwidget.problems import InputError
from hexwidget.rules import Action, Choices, Draft, IllegalAction, Transition, Verdict

TRIALS_BACK = 32
"""The short games per decision when a lost stage is looked back at."""


@dataclass(frozen=True)
class WayBack:
    """A way back to an earlier decision of the learner.

    :param number: the learner's actions that it takes back
    :param sure: True if a sure way to the aim is known from there
    """

    number: int
    step: Step[Any]
    _: KW_ONLY
    sure: bool


class CoursePlay:
    """The stages of a course, played by one learner.

    :param stages: none, where a course is of exercises alone
    :param progress: what the learner knows, and the stages that are done
    :param anew: True to introduce clauses again that the learner has met before, each once

    >>> from hexwidget.lessons.courses.stage import stage
    >>> ford = stage("plotted/the-ford", "Cross the ford.", goal=[{"at": "0502", "owner": "red"}], within=3,
    ...     opponents={"blue": "random"})
    >>> teaching = CoursePlay([ford], Progress())
    >>> teaching.state
    'playing'
    """

    def __init__(self, stages: Sequence[Stage], progress: Progress, *, anew: bool = False) -> None:
        self.progress = progress
        systems = {stage.position.system.name for stage in stages}
        self._introduced = {each for name in systems if not anew for each in progress.knowledge(name).met}
        """The clauses that are not introduced again. That the answers of others have used one introduces it not."""
        self.stage: Stage
        """The present stage."""
        self.session: Session[Any]
        self.tutor: Tutor
        self._opponents: Opponents | None = None
        self._seen: Step[Any]
        if stages:
            self.open(stages[0])

    def open(self, stage: Stage, game: Session[Any] | None = None, shown: Iterable[int] = ()) -> None:
        """Begin a stage, or go on with it.

        :param game: the game of the stage so far; None: it begins
        :param shown: the numbers of the steps of that game that were played for the learner
        """
        self.close()
        self.stage, rulebook = stage, stage.position.system.rulebook
        self.session = Session(stage.position, seed=stage.seed) if game is None else game
        known = self.progress.knowledge(rulebook.name)
        self.tutor = Tutor(rulebook, known, stage.clauses, self._introduced, _targets(stage), self._pieces)
        self._shown: set[int] = set(shown)
        """The numbers of the steps that were played for the learner."""
        self._plays: bool | None = None
        """True while the learner plays an action, False while one is played for them."""
        self._left: tuple[int, tuple[list[str], list[str]]] | None = None
        self._way_back: tuple[int, WayBack] | None = None
        self._opponents = stage.seated(self.session, self.tutor.is_introduced)
        self._seen = self.session.step
        self._looked = {step.number for step in self.session.steps}
        """The numbers of the steps that the tutor was shown."""
        self._used = {use for way in ways(self.session) for use in uses(way, stage.learner, self._shown)}
        """The uses that count already."""
        own = [step for step in self.session.steps if is_own(step, stage.learner)]
        self._ended = {(step.number, self._has_shown(way_to(self.session, step))) for step in own}
        """The ends that count already: the number of the last decision's step, and True if actions were played for the learner."""
        if self.state == "playing":
            self._ended.discard(self._end)
        if stage.learner not in self.session.position.to_act:  # or the learner left in the middle of a turn
            self._opponents.act()
            self.catch_up()

    def _pieces(self) -> set[str]:
        """The kinds of pieces that the learner sees on the board."""
        return {piece.kind for piece in self.session.position.scene(self.stage.learner).pieces}

    def close(self) -> None:
        """End the present stage: its opponents leave."""
        if self._opponents is not None:
            self._opponents.stop()
            self._opponents = None

    # ------------------------------------------------------------------ the learner's part
    @property
    def state(self) -> Literal["playing", "done", "lost"]:
        """The state of the stage."""
        stage, session = self.stage, self.session
        if not self.left:
            return "done"
        if self._opponents is not None and self._opponents.turn:  # the board may look before they have answered
            return "playing"
        over = stage.learner not in session.position.to_act
        return "lost" if over or len(own_actions(session, stage.learner)) >= stage.within else "playing"

    @property
    def left(self) -> list[str]:
        """The conditions that are still open, and the clauses still to use, in words."""
        return self._still()[0]

    @property
    def unused(self) -> list[str]:
        """The clauses that the stage teaches and the learner has not used yet."""
        return self._still()[1]

    def _still(self) -> tuple[list[str], list[str]]:
        number = self.session.step.number
        if self._left is None or self._left[0] != number:
            self._left = number, (self.stage.left(self.session), self.stage.unused(self.session))
        return self._left[1]

    @property
    def place_now(self) -> Bookmark:
        """The learner's place: the stage, and its game once something was played."""
        game = link_or_nothing(self.session) if len(self.session.steps) > 1 else ""
        return Bookmark(self.stage.record, game, tuple(sorted(self._shown)))

    @property
    def was_shown(self) -> bool:
        """True if an action on the way to the present step was played for the learner."""
        return self._has_shown(self._line)

    def _has_shown(self, line: Sequence[Step[Any]]) -> bool:
        return any(step.number in self._shown for step in line)

    @property
    def _line(self) -> tuple[Step[Any], ...]:
        return self.session.line[: self.session.step.depth + 1]

    @property
    def _end(self) -> tuple[int, bool]:
        """The present end, if the stage is over; see `_ended`. Its number is 0 before the learner has decided."""
        return ([step.number for step in self._line if is_own(step, self.stage.learner)] or [0])[-1], self.was_shown

    def choices(self, draft: Draft) -> Choices:
        """Return the learner's choices, given a draft."""
        found: Choices = self.session.position.choices(draft, self.stage.learner)
        return found

    def look(self, choices: Choices) -> None:
        """Let the tutor look at choices that the learner has before them."""
        if self.state == "playing" and self.stage.learner in self.session.position.to_act:
            self.tutor.offered(choices, self.session.position.map)

    def play(self, action: Action | str, choices: Choices | None = None, *, shown: bool = False) -> Transition[Any]:
        """Play an action of the learner. The opponents answer, and what happens goes to the tutor. Playing on dismisses the
        callout on the board.

        :param choices: the choices that the action comes from, if it was chosen on a board
        :param shown: True if it is played for the learner, who uses no clause by it
        :raises IllegalAction: if the rules bar it; the tutor introduces what bars it
        :raises InputError: if the text cannot be read
        """
        session, learner, spaces = self.session, self.stage.learner, self.stage.position.map
        if isinstance(action, str):
            action = session.position.parse(action if ":" in action else f"{learner}: {action}")
        try:
            verdict = session.position.check(action)
            if not verdict:
                raise IllegalAction(verdict)
            self.tutor.dismiss()
            if choices is not None and not shown:
                self.tutor.chosen(choices, spaces)
            self._plays = not shown
            transition: Transition[Any] = session.play(action)
            self.catch_up()
            self.note_action()
        except IllegalAction as refused:
            session.note_try(learner, str(action))
            self.refused(refused.verdict)
            raise
        finally:
            self._plays = None
        return transition

    def note_action(self) -> None:
        """Take note that the learner's last action was played, or chance decided after it."""
        self.progress.note("action", text="".join(own_actions(self.session, self.stage.learner)[-1:]))

    def refused(self, verdict: Verdict) -> None:
        """Show the tutor what bars a try of the learner, and keep the missed clauses in the progress."""
        self.progress.catch_up()
        self.tutor.refused(verdict, self.stage.position.map)
        self.progress.note("refused", clauses=self.tutor.knowledge.in_order(verdict.clauses))
        self.progress.began(self.stage.record)
        self.progress.keep()

    def catch_up(self) -> None:
        """Show the tutor the steps that are new to it, and count them, each once."""
        learner, line, is_new = self.stage.learner, self._line, False
        last = self._end[0]
        if self._plays:
            self._shown.discard(last)
        elif self._plays is False and last not in self._looked:  # what they have played before stays theirs
            self._shown.add(last)
        if self._seen.number not in {step.number for step in line}:
            self._went_back()
        self._seen = line[-1]
        for step in line:
            if step.number not in self._looked:
                is_new = True
                self._looked.add(step.number)
                seen = [event for event in step.events if event.is_seen_by(learner)]
                own = is_own(step, learner) and step.number not in self._shown
                self.tutor.happened(seen, self.stage.position.map, own=own)
        if is_new or self._plays is not None:
            self._count(line)

    def _count(self, line: Sequence[Step[Any]]) -> None:
        """Count the uses of a line of play, and the end of the stage, and keep the progress."""
        record, end = self.stage.record, self._end
        self.progress.catch_up()
        used = dict.fromkeys(use for use in uses(line, self.stage.learner, self._shown) if use not in self._used)
        self._used.update(used)
        for _, clause in used:
            self.tutor.knowledge.use(clause)
        if end[0]:
            self.progress.began(record)
        if not end[0] or end in self._ended or self.state == "playing":
            self.progress.keep()
            return
        self._ended.add(end)
        if self.was_shown and self.state == "done":
            self.progress.showed(record)
        else:
            self.progress.note("done" if self.state == "done" else "lost")
            self.progress.tried(record, right=self.state == "done")

    # ------------------------------------------------------------------ help
    def hint(self) -> Hint:
        """Return a good action at the present position, and count it as a hint.

        :raises InputError: if the learner has nothing to decide
        """
        if self.state != "playing":
            raise InputError("there is no hint now", "the stage is over")
        found = find_hint(self.stage, self.session)
        self.progress.hinted(self.stage.record)
        return found

    def why(self, hint: Hint) -> list[Line]:
        """Return why a hint is good."""
        return reasons(self.stage, self.session, hint, self.tutor.introduced)

    def guess(self, hint: Hint) -> str:
        """Return the sentence that calls a hint a guess; empty for a hint on a sure way."""
        return guess(self.stage, self.session, hint, self.tutor.introduced)

    def take_back(self) -> Step[Any]:
        """Take the learner's last action back, with the answers to it. Returns the step before it."""
        if self.session.can_undo:
            self.session.undo()
        return self._went_back()

    @property
    def way_back(self) -> WayBack:
        """The way back from a stage that went wrong: to the last decision from which a sure way is known; without one, to the
        decision that cost most, as a search sees it."""
        number = self.session.step.number
        if self._way_back is None or self._way_back[0] != number:
            self._way_back = number, self._found_back()
        return self._way_back[1]

    def _found_back(self) -> WayBack:
        stage, session = self.stage, self.session
        found = last_sure(stage, session, self.tutor.introduced)
        if found is not None:
            return WayBack(*found, sure=True)
        own = decisions(session, stage.learner)
        if not own:
            return WayBack(0, session.step, sure=False)
        values = [_value(stage, before) for before in own]
        losses = [here - later for here, later in zip(values, [*values[1:], 0.0], strict=True)]
        wrong = max(range(len(losses)), key=lambda n: (losses[n], n))
        return WayBack(len(own) - wrong, own[wrong], sure=False)

    def back(self) -> Step[Any]:
        """Go back to the decision where the stage went wrong: see `way_back`. Returns its step."""
        self.session.goto(self.way_back.step.number)
        return self._went_back()

    def _went_back(self) -> Step[Any]:
        """Look at an earlier step. A callout goes, as its subject lies ahead now."""
        self.tutor.dismiss()
        self._seen = self.session.step
        return self._seen


def _targets(stage: Stage) -> list[str]:
    """The spaces of the aim where others' pieces stand when the stage begins."""
    scene = stage.position.scene(stage.learner)
    others = {piece.space for piece in scene.pieces if scene.players[piece.owner].name != stage.learner}
    return [each[part] for each in stage.goal for part in ("at", "free") if each.get(part) in others]


def _value(stage: Stage, step: Step[Any]) -> float:
    """Return the value of the best action at a decision, 0 to 1: how near the aim is."""
    return find_hint(replace(stage, way=()), Session(step.position, seed=stage.seed), TRIALS_BACK).value
