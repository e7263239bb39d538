"""The audience of a board: the player or referee in front of it, what they see, and what they are told of a failure."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any, Generic, NoReturn

from hexwidget import rules
from hexwidget.english import translated, worded
from hexwidget.explore.policies import PolicyError
from hexwidget.languages import language
from hexwidget.play import JournalError, Session, Step
from hexwidget.problems import InputError, unknown
from hexwidget.rules.choices import chance_choices
from hexwidget.rules.position import PositionT
from hexwidget.widget.connections.intents import MAY, Intent, Role
from hexwidget.widget.connections.messages import Kept, whose_board
from hexwidget.widget.guarded_system import GuardedSystem

CANNOT_BE_MADE = "this board cannot be made"
SPECTATORS = ""
"""In place of a player's name: those who look on, and see what everybody may see. No player has an empty name."""
LOOKS_ON = "Spectators look on"
REFEREE_CAN_SEE = "the referee can see why"
NOT_TOLD = f"failed; {REFEREE_CAN_SEE}"
"""The words on a player's board for the failure of a policy."""
NOT_SAVED = f"the game could not be saved; {REFEREE_CAN_SEE}"
ONLY_PLAYERS = "players act on boards of their own"
ONLY_REFEREE = "steps are taken back and dice set on the referee's board"


def observation(position: rules.Position, player: str | None) -> rules.Observation[Any]:
    """Return the view of a position for a player or spectator; for the referee (None) the whole of it."""
    if player is None:
        return rules.Observation(None, position)
    return position.observe(player or None)


def choices_for(position: rules.Position, player: str | None, draft: rules.Draft) -> rules.Choices:
    """Return the choices of a player at a position, given a draft. The referee decides for chance, too, spectators nothing."""
    if player == SPECTATORS:
        return rules.Choices(None, rules.Draft(), translated(LOOKS_ON))
    node = position.chance if player is None else None
    if node is not None:
        return chance_choices(node, draft)
    return position.system.choices(observation(position, player), player, draft)


def visible_events(events: Iterable[rules.Event], player: str | None) -> tuple[rules.Event, ...]:
    """Return the events that a player or spectator sees; for the referee (None) all of them."""
    return tuple(event for event in events if player is None or event.is_seen_by(player))


MOST_ASKED = 512
"""The most choices of a position that are kept: as many as travel ahead of clicks, and those that were asked for."""


class BoardPart:
    """A part of a board, which speaks the language of the board."""

    audience: Audience[Any]

    def speaking(self) -> AbstractContextManager[None]:
        """Say everything in the language of the board within a block."""
        return self.audience.speaking()


class Audience(Generic[PositionT]):
    """The people in front of a board of a session: a player, the referee, or spectators.

    ``player`` is the player whose view the board shows; `SPECTATORS`: it shows what everybody may see; None: everything.
    ``bound`` is True on a player's own board and on the spectators'. A referee's board may show a player's view, and stays the
    referee's in cells.

    :raises InputError: if the game has no such player
    """

    def __init__(self, session: Session[PositionT], player: str | None = None) -> None:
        if player and player not in session.position.players:
            raise InputError(CANNOT_BE_MADE, unknown("player", player, session.position.players), "player")
        self.session = session
        self.player = player
        self._guarded = GuardedSystem(session.position.system)
        self._observed: tuple[rules.Position, str | None, rules.Observation[PositionT]] | None = None
        """The position that was observed last, its observer, and the observation."""
        self._asked: dict[rules.Draft, rules.Choices] = {}
        """The choices that were asked for, by their drafts; of too many the last ones."""
        self._asked_of: tuple[rules.Position, str | None] = (session.position, player)
        """The position and the player that they are of."""
        self.bound: bool = player is not None
        self.language: str = language()
        """The language of the board."""

    def speaking(self) -> AbstractContextManager[None]:
        """Say everything in the language of the board within a block; in English if the system is not translated into it."""
        return self.system.rulebook.speaking(self.language)

    @property
    def role(self) -> Role:
        """The role in which they see the board."""
        return "referee" if self.player is None else "player" if self.player else "spectator"

    # ------------------------------------------------------------------ what they see
    @property
    def observation(self) -> rules.Observation[PositionT]:
        """The part of the position that the audience sees. It is asked for a dozen times a step."""
        position, player = self.session.position, self.player
        if self._observed is None or self._observed[0] is not position or self._observed[1] != player:
            self._observed = position, player, observation(position, player)
        return self._observed[2]

    @property
    def seen(self) -> Any:
        """The position as the audience sees it."""
        return self.observation.seen

    @property
    def system(self) -> rules.RuleSystem[Any, Any]:
        """The rule system of the game."""
        return self.session.position.system

    @property
    def guarded(self) -> GuardedSystem:
        """The rule system of the game, with the errors of its author at the present step."""
        if self._guarded.system is not self.system:
            self._guarded = GuardedSystem(self.system)
        return self._guarded

    @property
    def position(self) -> Any:
        """The position that the board gives to cells: the session's own where everything is seen."""
        return self.session.position if self.player is None else self.seen

    def choices(self, draft: rules.Draft) -> rules.Choices:
        """Return the choices of the audience, given a draft."""
        asked, (position, player) = self._choices_here(), self._asked_of
        found = asked.pop(draft, None)
        if found is None:
            found = self.guarded.choices(self.seen, player, draft, lambda: choices_for(position, player, draft))
        asked[draft] = found
        if len(asked) > MOST_ASKED:
            del asked[next(iter(asked))]
        return found

    def _choices_here(self) -> dict[rules.Draft, rules.Choices]:
        position, player = self._asked_of
        if position is not self.session.position or player != self.player:
            self._asked, self._asked_of = {}, (self.session.position, self.player)
        return self._asked

    def decision(self, draft: rules.Draft) -> rules.Choices:
        """Return the choices whose action a draft confirms. The draft on the board is confirmed most often, and was judged
        when its choices were asked for. Choices may complete the draft that they were asked for with."""
        asked = self._choices_here().values()
        completed = next((choices for choices in reversed(asked) if choices.draft == draft), None)
        return completed if completed is not None else self.choices(draft)

    def explain(self, draft: rules.Draft, space: str) -> rules.Verdict:
        """Return why a space cannot be chosen."""
        if self.player == SPECTATORS:
            return rules.Verdict(rules.Status.INCOMPLETE, (), LOOKS_ON)
        return self.guarded.explain(self.observation, self.player, draft, space)

    def draft_of(self, text: str) -> rules.Draft | None:
        """Return the draft that means an action: its choices show the action on the board. None if no draft does.

        :raises InputError: if the text cannot be read
        """
        player, position = self.player, self.session.position
        action = self.seen.parse(text if player is None or ":" in text else f"{player}: {text}")
        if isinstance(action, rules.ChanceOutcome):
            return None
        found = (choices_for(position, player, rules.Draft(slots)) for slots in self.system.grammar.drafts(action))
        return next((choices.draft for choices in found if choices.action == action), None)

    def last_action(self, step: Step) -> rules.Action | None:
        """Return the last action on the way to a step that the audience was told of. None without such an action since the start, or
        since the referee's last edit."""
        while (before := self.session.before(step)) is not None and step.done is not None:
            action = step.action
            if action is not None and (
                self.player is None or self.guarded.told(before.position, action, self.player) is not None
            ):
                return action
            step = before
        return None

    @property
    def kept(self) -> Kept:
        """The file that the session is kept in. A player is told only if the last step could not be saved."""
        session = self.session
        if self.player is not None:
            return Kept("", session.unsaved and NOT_SAVED)
        return Kept(session.journal.name if session.journal else "", session.unsaved)

    # ------------------------------------------------------------------ what they may do
    def see_as(self, player: str | None) -> None:
        """Take the view of a player; None: see everything.

        :raises InputError: on a player's own board, or if the game has no such player
        """
        if self.bound:
            self.refuse("it shows nobody else's view")
        players = self.session.position.players
        if player is not None and player not in players:
            raise InputError("no such view", unknown("player", player, players), "args/player")
        self.player = player

    def as_referee(self) -> Session[PositionT]:
        """Return the session, for what only the referee may do.

        :raises InputError: on a player's own board
        """
        if self.bound:
            self.refuse(ONLY_REFEREE)
        return self.session

    def admit(self, intent: Intent) -> None:
        """Let an intent pass that their role may have.

        :raises InputError: for others
        """
        if type(intent) not in MAY[self.role]:
            self.refuse(ONLY_REFEREE if self.player else ONLY_PLAYERS)

    def refuse(self, why: str) -> NoReturn:
        """Refuse what this audience may not do.

        :raises InputError: always
        """
        what = worded("this is {whose}; {why}", whose=whose_board(self.player or ""), why=why)
        raise InputError(translated("not here"), what)

    def play(self, player: str | None, action: rules.Action | str) -> rules.Transition[PositionT]:
        """Play an action, and return what a player sees of its result.

        :param player: the player who acts; None: the player that the action names
        :raises IllegalAction: if the rules bar it; the board stays as it was
        :raises InputError: if the text cannot be read, or the action is another player's
        :raises JournalError: if the game cannot be saved
        :raises PolicyError: if an opponent fails
        """
        if player is None:
            return self.session.play(action)
        if player == SPECTATORS:
            self.refuse(ONLY_PLAYERS)
        if isinstance(action, str):
            action = self.seen.parse(action if ":" in action else f"{player}: {action}")
        if isinstance(action, rules.ChanceOutcome):
            self.refuse("dice are set on the referee's board")
        if getattr(action, "player", player) != player:
            self.refuse("others play on boards of their own or on the referee's board")
        before, transition, unsaved, failed = self.session.step, None, False, ""
        try:
            transition = self.session.play(action)
        except JournalError:
            unsaved = True
        except PolicyError as error:
            failed = error.player
        except rules.IllegalAction:
            if self.session.step is not before:  # it comes from a watcher
                raise
        # The errors of a player are raised outside the except clauses. Their context would hold what the player may not
        # know: the verdict on the whole position, the path of the journal, the position that a policy saw.
        if failed:
            raise policy_error_for_players(failed)
        if unsaved:
            played = self.session.step is not before
            what = "it was played, and what follows was not" if played else "nothing was played"
            raise JournalError(what, NOT_SAVED)
        if transition is None:
            raise rules.IllegalAction(self.seen.check(action))
        return rules.Transition(self.seen, visible_events(transition.events, player))


def policy_error_for_players(player: str) -> PolicyError:
    """Return the error of an opponent's policy without what it saw of the position."""
    return PolicyError("of an opponent", player, "not told", NOT_TOLD)
