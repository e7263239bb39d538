"""The decisions of a player in a game, each with what the player could know then.

A review for a player starts from the player's observations alone, so that games which look the same to the player have equal
reviews. Where something is hidden, facts must hold in several worlds that look the same; where none can be made from the
observation alone, only legality and the board's odds speak.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from hexwidget.english import translated, worded
from hexwidget.explore import lookahead
from hexwidget.explore.objectives import WIN, objective_of
from hexwidget.explore.trials import Trials
from hexwidget.lessons.learners.counts import is_own, way_to
from hexwidget.lessons.review.moments import Kind, Moment, Sentence
from hexwidget.play import Session, Step
from hexwidget.play.edits import check_edit
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position, RuleSystem

WORLDS = 12
"""The worlds in which a fact must hold where something is hidden."""
NOT = "do not "
"""The words of an action that leaves something undone begin so."""
LOOKED_AT = 48
"""The legal actions of a decision that are compared, where there are more."""


@dataclass(eq=False)
class Decision:
    """A decision of a player. It can be sent to another process before it is looked at.

    :param number: its place among the player's decisions on the line of play, from 1
    :param depth: the number of the step by which the player's board shows it
    :param done: the action that the player chose; None where only tries are looked at
    :param whole: the position with all that is hidden from the player
    :param referee: True: a referee's review uses the whole position
    :param used: the clauses of the events that the action caused and the player saw
    """

    number: int
    step: int
    player: str
    done: Action | None
    whole: Position
    referee: bool = False
    used: frozenset[str] = frozenset()
    depth: int = 0

    @cached_property
    def position(self) -> Position:
        """The position as the player saw it, or, for a referee's review, as it was."""
        if self.referee or not self.whole.system.hides:
            return self.whole
        seen: Position = self.whole.observe(self.player).seen
        return seen

    @property
    def source(self) -> Position:
        """The position from which worlds that look the same to the player are drawn."""
        return self.whole if self.whole.system.resamples_fairly else self.position

    @cached_property
    def worlds(self) -> Sequence[Position]:
        """Different whole positions that look the same to the player, as they follow from the observation alone; empty where none can
        be made."""
        if self.referee or not self.whole.system.hides:
            return [self.whole]
        return _worlds(self.source, self.position, self.player)

    def knowing(self, worlds: Sequence[Position]) -> Decision:
        """Return the same decision of a player who knows that one of these positions is the true one."""
        made = replace(self)
        made.__dict__["worlds"] = worlds
        return made

    def others_could(self, *, able: bool) -> str:
        """Return the subject of a sentence on what opponents could do, with its verb. A single opponent is named."""
        others = [each for each in self.whole.players if each != self.player]
        if len(others) == 1:
            return worded("{player} could" if able else "{player} could not", player=others[0])
        return translated("others could" if able else "no other player could")

    @property
    def certain(self) -> bool:
        """True if nothing can be hidden from the review."""
        return len(self.worlds) == 1

    @cached_property
    def options(self) -> list[Action]:
        """Legal actions: all, or a sample with the one that was chosen. None where no world can be made."""
        if not self.worlds:
            return []
        world, rng = self.worlds[0], Random(f"review {self.number}")
        found = world.system.lookahead.some(world, self.player, rng, LOOKED_AT)
        known = [self.done] if self.done is not None and self.is_legal(self.done) else []
        sure = self.position.system.lookahead.sure
        return list(dict.fromkeys([*known, *(each for each in found if sure or self.is_legal(each))]))

    def is_legal(self, action: Action) -> bool:
        """True if an action is legal as far as the player sees, and in all worlds."""
        try:
            if self.position.system.lookahead.sure:
                return bool(self.position.check(action))
            return all(each.check(action) for each in (self.position, *self.worlds))
        except InputError:
            return False

    @cached_property
    def _afters(self) -> dict[Action, Position]:
        return {}

    def after(self, action: Action) -> Position:
        """Return the position after a legal action in the first world."""
        if action not in self._afters:
            self._afters[action] = self.whole.system.advance(self.worlds[0], action)
        return self._afters[action]

    @cached_property
    def values(self) -> dict[Action, float]:
        """The options with estimates of the player's chance to win after each, once what it begins is played out."""
        aim = objective_of(WIN, self.position.system)
        found = {}
        for action in self.options:
            found[action] = aim(lookahead.play_on(self.after(action), Random(self.number), 0), self.player)
        return found

    @cached_property
    def trials(self) -> Trials:
        """The short games of a search; games with other seeds share what is certain."""
        return Trials(self.source, self.player, objective_of(WIN, self.position.system), 0, None, None)

    def deed(self, action: Action) -> str:
        """Return an action as a sentence names it after "you could". A text that is no such words is played."""
        words = self.position.system.in_words(self.position, action)
        if words.startswith(NOT):
            return f"choose not to {words.removeprefix(NOT)}"
        first = words.partition(" ")[0]
        # A system without words of its own has texts such as "done".
        is_said = type(self.position.system).in_words is not RuleSystem.in_words or first != words
        is_deed = is_said and first.isalpha() and self.position.map.find(first) is None
        return words if is_deed else worded("play “{words}”", words=words)

    def chose(self, action: Action) -> str:
        """Return that the player chose an action, as the beginning of a sentence."""
        deed = self.deed(action)
        if deed.startswith("choose not to "):
            return worded("You chose {deed}", deed=deed.removeprefix("choose "))
        return worded("You chose to {deed}", deed=deed)

    def could(self, action: Action) -> str:
        """Return that the player could choose an action, as the beginning of a sentence."""
        return worded("You could {deed}", deed=self.deed(action))

    def moment(
        self, kind: Kind, could: object, told: tuple[Sentence, ...], weight: float, clause: str = "", did: object = None
    ) -> Moment:
        """Return a moment of the decision; see `Moment`.

        :param did: the try; None: the action that the player chose
        """
        place = (self.number, self.step, self.player, self.position, self.worlds[0] if self.worlds else None)
        deed = str(self.done if did is None else did)
        return Moment(kind, *place, deed, str(could), clause, told, weight, self.depth)


def decisions_of(session: Session[Any], player: str, *, referee: bool) -> list[Decision]:
    """Return the decisions of a player on the line of play."""
    line, found = session.line, list[Decision]()
    for (at, after), depth in zip(pairwise(line), depths_of(line, player, referee=referee), strict=False):
        if after.action is not None and after.action.player == player:
            used = _clauses_seen(line, after, at.position.to_act - {player})
            found.append(Decision(len(found) + 1, at.number, player, after.action, at.position, referee, used, depth))
    return found


def _clauses_seen(line: Sequence[Step[Any]], step: Step[Any], others: Set[str]) -> frozenset[str]:
    """The clauses of the events of an action that its player saw.

    :param others: those who decide at the same time: the events come with the last of their actions
    """
    player = step.action.player if step.action is not None else ""
    found, waiting = set[str](), {*others}
    for each in line[step.depth :]:
        found |= {event.clause for event in each.events if event.is_seen_by(player)}
        if each.action is not None:
            waiting.discard(each.action.player)
        if not waiting:
            break
    return frozenset(found)


def decision_at(session: Session[Any], at: int, player: str, number: int, *, referee: bool) -> Decision:
    """Return the decision of a player at a step, of which nothing is known to be done."""
    way = way_to(session, session.steps[at])
    depth = depths_of(way, player, referee=referee)[-1]
    return Decision(number, at, player, None, way[-1].position, referee, depth=depth)


def depths_of(line: Sequence[Step[Any]], player: str, *, referee: bool) -> list[int]:
    """Return the number by which the player's board shows each step of a line. Steps of which they are told nothing do not count: how
    many there were is not for them to know."""
    system = line[0].position.system
    if referee or not system.hides:
        return [step.depth for step in line]
    told = (
        after.done is None or system.told(before.position, after.done, player) is not None
        for before, after in pairwise(line)
    )
    return [*accumulate(told, initial=0)]


def _worlds(source: Position, seen: Position, player: str) -> list[Position]:
    """Return different positions that look the same to a player, as they follow from the observation alone."""
    if source is seen and _is_whole(seen, seen):
        return [seen]
    rng, found = Random("the worlds of a review"), list[Position]()
    for _ in range(WORLDS):
        try:
            world = source.system.resample(source, player, rng)
            same = world.observe(player).seen == seen
        except Exception:  # a system may need what is hidden to draw it anew, and fails without it
            return []
        # Of worlds made alike one is enough to see if they are whole.
        if not same or not (found or _is_whole(seen, world)):
            return []
        found.append(world)
    different = list(dict.fromkeys(found))
    # Other worlds may be there, though none was drawn.
    return different if len(different) > 1 else [*found[:1], *found[:1]]


def _is_whole(like: Position, position: Position) -> bool:
    """True if nothing of a position is left out, as it is in an observation."""
    try:
        check_edit(like, position)
    except InputError:
        return False
    return True


def positions_on_the_way(session: Session[Any], player: str, at: int) -> int:
    """Return the number of the decision of a player that a step belongs to, from 1."""
    return 1 + sum(is_own(each, player) for each in way_to(session, session.steps[at]))
