"""The course of a game as a board tells it.

The referee gets the whole line of play with its branches. A player or spectator gets what they were told up to now, counted on its
own: no number says what they were not told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any

from hexwidget.english import translated, worded
from hexwidget.play import Session, Step
from hexwidget.widget.audience import visible_events
from hexwidget.widget.connections.messages import Branch, Drawn, LineStep, Sentence, Timeline
from hexwidget.widget.guarded_system import GuardedSystem

LOG_STEPS = 200
"""The most steps of the current line that a timeline holds, about the present one."""
LONGEST_ROUND = 30
"""The most steps back that are looked at for the beginning of the round; for a player the most that they were told."""
MOST_FORESEEN = 3
"""The most outcomes, known from steps taken back, that a notice names."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A player's share of a step: the line they were told.

    :param count: the number of lines that they were told after the start, up to this step
    """

    told: str | None
    count: int


@dataclass(slots=True)
class Memory:
    """Results of earlier timelines of a session, by step. Steps never change.

    :param game: the number of sessions and views that the board has shown before
    """

    game: int = 0
    words: dict[int, str] = field(default_factory=dict)
    """The steps in words, by their numbers."""
    noticed: dict[tuple[str, int], Noticed] = field(default_factory=dict)
    """A player's share of a step."""
    happened: dict[tuple[str | None, int], tuple[Sentence, ...]] = field(default_factory=dict)
    """The events of a step, as a player or the referee (None) sees them: of the steps that the last timeline has told of. A long game
    would need much memory for those of all."""


def timeline(
    session: Session,
    player: str | None,
    opponents: Collection[str] = (),
    memory: Memory | None = None,
    system: GuardedSystem | None = None,
) -> Timeline:
    """The timeline of a session.

    :param player: the player who is told, or `SPECTATORS`; None: the referee
    :param opponents: the players that policies play: their actions belong to the events since a person decided
    :param memory: what earlier timelines of the session have found out; this one adds to it
    :param system: takes note of the errors of the system's author
    """
    course = _Course(session, memory or Memory(), system or GuardedSystem(session.position.system))
    return course.for_referee(opponents) if player is None else course.for_player(player, opponents)


def bare_timeline(session: Session, player: str | None) -> Timeline:
    """A plain timeline for a system whose own words fail: the referee sees the texts of the steps."""
    if player is not None:
        return Timeline(current=0, depth=0, length=0)
    steps = tuple(LineStep(step.number, step.depth, step.text, ()) for step in session.line[:LOG_STEPS])
    return Timeline(steps=steps, **_referees_place(session))


def _referees_place(session: Session) -> dict[str, Any]:
    """The present step as the referee has it, and where they may go from there."""
    here = {"current": session.step.number, "depth": session.step.depth, "length": session.tree.length}
    return {**here, "can_undo": session.can_undo, "can_redo": session.can_redo, "can_goto": True}


def events(step: Step, player: str | None, system: GuardedSystem | None = None) -> tuple[Sentence, ...]:
    """The events of a step, as far as a player (None: the referee) sees them.

    :param system: takes note of a sentence that cannot be formed
    """
    system = system or GuardedSystem(step.position.system)
    return tuple(system.sentence(event, step.position) for event in visible_events(step.events, player))


def notices(session: Session, player: str, step: Step, memory: Memory, system: GuardedSystem) -> bool:
    """True if a player notices a step: they are told of it, or see an event of it."""
    course = _Course(session, memory, system)
    return course.noticed(player, step).told is not None or bool(course.events(player, step))


@dataclass(frozen=True)
class _Course:
    """The course of a session, for the timelines of its referee and its players."""

    session: Session
    memory: Memory
    system: GuardedSystem

    # ------------------------------------------------------------------ for the referee
    def for_referee(self, opponents: Collection[str]) -> Timeline:
        """Return the line of play with its branches."""
        session = self.session
        place, length = session.step.depth, session.tree.length
        # Of a long game the steps about the present one travel: as many ahead as there are, then those before.
        first = max(0, min(place - LOG_STEPS // 2, length + 1 - LOG_STEPS))
        branches = self._branches()
        since = self._since_the_decision(opponents)
        shown = session.tree.stretch(first, first + LOG_STEPS)
        steps = (LineStep(at.number, at.depth, self._in_words(at), branches.get(at.number, ())) for at in shown)
        return Timeline(
            game=self.memory.game,
            **_referees_place(session),
            round_began=self._round_began(lambda step: step.depth),
            rolls=session.rolls if session.position.system.chancy else None,
            notice="; ".join(filter(None, [session.notice, self._taken_back()])),
            warning=self._broken_clause(),
            steps=tuple(steps),
            **self._events(since, None),
        )

    def _in_words(self, step: Step) -> str:
        """A step as a line for lists, with the names that people read."""
        known = self.memory.words.get(step.number)
        if known is None:
            known = self.system.attempt("in_words", lambda: self._words_of(step), lambda: step.text)
            self.memory.words[step.number] = known
        return known

    def _words_of(self, step: Step) -> str:
        there = self.session.before(step)
        if step.done is None or there is None:
            return translated(step.text)
        before = there.position
        if step.action is not None:
            return f"{translated(step.action.player)}: {before.system.in_words(before, step.action)}"
        node, chance = before.chance, step.chance
        if node is None or chance is None:
            return translated(step.text)
        by_hand = f" ({translated('set by hand')})" if step.by_hand else ""
        return f"{translated(node.label)}: {translated(node.in_words(chance.value))}{by_hand}"

    def _branches(self) -> dict[int, tuple[Branch, ...]]:
        """The branches from each step of the line, each with the steps that followed in it; the newest as far as there is room."""
        others, following = self.session.tree.others(LOG_STEPS), dict[int, list[Step]]()
        for step in reversed(others):
            following.setdefault(step.parent or 0, []).append(step)
        found: dict[int, tuple[Branch, ...]] = {}
        for number in following.keys() - {step.number for step in others}:
            waiting, branches = list(following[number]), list[Branch]()
            while waiting:
                step = waiting.pop()
                branches.append(Branch(step.number, step.depth, self._in_words(step)))
                waiting += following.get(step.number, [])
            found[number] = tuple(branches)
        return found

    def _broken_clause(self) -> str:
        """The first clause that a position set by hand breaks, as a sentence; empty if it breaks none."""
        step, position = self.session.step, self.session.position
        if step.done is not None or step.parent is None:
            return ""
        findings = position.system.check_position(position).findings
        if not findings:
            return ""
        wording = "the position as it was set breaks {clause}: {text}"
        return worded(wording, clause=findings[0].clause, text=findings[0].text)

    def _taken_back(self) -> str:
        """A sentence if steps were taken back after chance had decided in them: its outcomes are known now."""
        known = list(dict.fromkeys(self._in_words(step) for step in self.session.tree.foreseen))
        if not known:
            return ""
        more = worded(" and {n} more", n=len(known) - MOST_FORESEEN) if len(known) > MOST_FORESEEN else ""
        told = ", ".join(known[:MOST_FORESEEN]) + more
        return worded("if you play on from here, chance decides as before ({told})", told=told)

    def _since_the_decision(self, opponents: Collection[str]) -> list[Step]:
        """The steps since the last decision of a person, that decision included: dice that follow from it belong to it."""
        steps = [self.session.step]
        while _follows(steps[0], opponents) and (before := self.session.before(steps[0])) is not None:
            steps.insert(0, before)
        return steps

    def _since_the_decision_of(self, player: str, opponents: Collection[str]) -> list[Step]:
        """The steps since a player's own last decision, that included. If the player has been told much since, the steps since the
        last decision of a person of which they have seen anything."""
        steps: list[Step] = []
        seen: int | None = None
        at: Step | None = self.session.step
        last = self.noticed(player, self.session.step).count
        while at is not None and last - self.noticed(player, at).count <= LONGEST_ROUND:
            steps.append(at)
            if at.action is not None and at.action.player == player:
                return steps[::-1]
            if seen is None and not _follows(at, opponents) and self.events(player, at):
                seen = len(steps)
            at = self.session.before(at)
        return steps[:seen][::-1]

    def _parts(self, since: Sequence[Step]) -> tuple[Sequence[Step], Sequence[Step]]:
        """A decision with the chance that follows from it, and the replies of others. If others decide at the same time, all of it
        comes of the decision."""
        first, before = since[0].action, self.session.before(since[0])
        if first is None or before is None or len(before.position.to_act) > 1:
            return since, ()
        replies = next((n for n, step in enumerate(since) if n and step.action is not None), len(since))
        return since[:replies], since[replies:]

    def _events(self, since: Sequence[Step], player: str | None) -> dict[str, Any]:
        """The events of some steps in a timeline. A headline tells the weightiest one, and with it what chance has decided in the
        decision or in the replies. Of equal events it tells the last; if no event has weight, the first event of the last action."""
        told = {(player, step.number): self.events(player, step) for step in since}
        self.memory.happened = dict(told)
        parts = self._parts(since)
        own, replies = ([event for step in part for event in told[player, step.number]] for part in parts)
        acts = [n for n, step in enumerate(parts[1]) if step.action is not None and told[player, step.number]]
        last = len([event for step in parts[1][: acts[-1]] for event in told[player, step.number]]) if acts else 0
        weight, outcome = self._told_first(own, 0)
        answer, place = self._told_first(replies, last)
        replied = bool(replies) and (not own or answer <= weight)
        end = len(own) + place if replied else outcome
        drawn = tuple(each for step in parts[replied] for each in self._chance_results(player, step))
        return {"events": (*own, *replies), "own": len(own), "outcome": end, "drawn": drawn}

    def _told_first(self, some: Sequence[Sentence], otherwise: int) -> tuple[int, int]:
        """The weight of the weightiest of some events (0: most), and the place of the last such one.

        :param otherwise: the place if no event has weight
        """
        groups = self.session.position.system.headlines
        for weight, kinds in enumerate(groups):
            for place in reversed(range(len(some))):
                if some[place].kind in kinds:
                    return weight, place
        return len(groups), otherwise

    def events(self, player: str | None, step: Step) -> tuple[Sentence, ...]:
        """The events of a step, as a player or the referee sees them."""
        known, key = self.memory.happened, (player, step.number)
        found = known.get(key)
        if found is None:
            found = known[key] = events(step, player, self.system)
        return found

    def _chance_results(self, player: str | None, step: Step) -> tuple[Drawn, ...]:
        """The result of chance in a step. A player may be told that a card was drawn without being told which."""
        before = self.session.before(step)
        node = before.position.chance if before is not None else None
        if before is None or node is None or step.chance is None:
            return ()
        if player is not None and self.noticed(player, step).told != str(step.chance):
            return ()
        spaces = tuple(dict.fromkeys(space for event in step.events[:1] for space in event.subjects))
        return (Drawn.of(node, step.chance.value, before.position.players, spaces),)

    # ------------------------------------------------------------------ for a player
    def for_player(self, player: str, opponents: Collection[str]) -> Timeline:
        """Return the timeline of a player up to now."""
        noticed = (self.noticed(player, at) for at in self.session.tree.back(self.session.step))
        told = ((found.count, found.told) for found in noticed if found.told is not None)
        shown = [*islice(told, LOG_STEPS)]
        since = self._since_the_decision_of(player, opponents)
        last = self.noticed(player, self.session.step).count
        began = self._round_began(lambda step: self.noticed(player, step).count)
        steps = tuple(LineStep(number, number, text, ()) for number, text in reversed(shown))
        about = self._events(since, player)
        return Timeline(current=last, depth=last, length=last, round_began=began, steps=steps, **about)

    def noticed(self, player: str, step: Step) -> Noticed:
        """A player's share of a step. The steps before it are looked at once."""
        new = takewhile(lambda at: (player, at.number) not in self.memory.noticed, self.session.tree.back(step))
        for each in reversed([*new]):
            self.memory.noticed[player, each.number] = self._noticed_newly(player, each)
        return self.memory.noticed[player, step.number]

    def _noticed_newly(self, player: str, step: Step) -> Noticed:
        before = self.session.before(step)
        if before is None:
            return Noticed(translated("start"), 0)
        told: str | None = translated("the referee set the position")
        if step.done is not None:
            told = self.system.told(before.position, step.done, player)
        return Noticed(told, self.memory.noticed[player, before.number].count + (told is not None))

    # ------------------------------------------------------------------ for both
    def _round_began(self, place: Callable[[Step], int]) -> int:
        """The place of the first step that stands in the same round as the present one. The present one, if the game has no rounds.
        Steps that a player was not told of make no difference: how many there were is not for them to know.

        :param place: the place of a step, as the referee or a player counts steps
        """
        at, system = self.session.step, self.session.position.system
        number, began = system.stage(at.position).round, place(at)
        least = began - LONGEST_ROUND
        while number and began > least and (before := self.session.before(at)) is not None:
            earlier = place(before)
            if earlier < began and system.stage(before.position).round != number:
                break
            at, began = before, earlier
        return began


def _follows(step: Step, opponents: Collection[str]) -> bool:
    """True if a step followed from another by itself: dice, or the action of a policy."""
    return step.chance is not None or (step.action is not None and step.action.player in opponents)
