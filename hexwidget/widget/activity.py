"""The activity at a board: the people play a game there, or do something else with it, such as an exercise.

A board asks its activity for choices, and hands over each decision. `GameActivity` is the activity of an ordinary board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from hexwidget import rules
from hexwidget.english import translated
from hexwidget.files import Annotations, Scenario, scenario
from hexwidget.files.formats import Document
from hexwidget.play import Session
from hexwidget.problems import InputError, Problem, shown, unknown
from hexwidget.rules.choices import ROLL
from hexwidget.scene import Scene
from hexwidget.scene.encode import Wire
from hexwidget.widget.audience import CANNOT_BE_MADE, SPECTATORS, Audience
from hexwidget.widget.connections.intents import Edit, Intent
from hexwidget.widget.connections.messages import Called, Said
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.looks import Looks
from hexwidget.widget.pages.handout import Sheet
from hexwidget.widget.pages.recording import Work

if TYPE_CHECKING:
    from hexwidget.widget.board_review import BoardReview
    from hexwidget.widget.showing import Showing

BACK = "editor"
"""The slot of the choice that leads from a guest back to the editor, or to the game."""
HINDSIGHT = "hindsight"
"""The slot of the choices about a review of the game."""


class Activity(ABC):
    """The part of a board that depends on what its people do.

    :param any_view: True if the people may change the view of the board
    """

    advises: ClassVar[bool] = False
    """True if the board may suggest actions."""
    kept: ClassVar[bool] = False
    """True if a saved notebook keeps what the board shows, for a reader without a kernel."""

    def __init__(self, audience: Audience, *, any_view: bool) -> None:
        self.audience = audience
        self.any_view = any_view
        self._showing: Showing

    def begin(self, showing: Showing) -> None:
        """Begin at a board.

        :param showing: the state of the board, which the activity may change from now on
        """
        self._showing = showing

    @property
    def present(self) -> Activity:
        """The activity that the people see and act in: this one, or a guest that stands in for it."""
        return self

    # ------------------------------------------------------------------ what the board shows
    def look(self) -> None:  # noqa: B027  (few activities want to know)
        """Look at what has happened, before the board shows it."""

    def title(self, scene: Scene) -> str:
        """Return the title of the board."""
        return scene.title

    def said(self) -> tuple[Said, ...]:
        """Return the sentences beside the board."""
        return ()

    def turn(self) -> str:
        """Return the words that stand in place of whose turn it is; empty: the game's own."""
        return ""

    def drawn(self) -> Annotations:
        """Return the overlays, arrows and notes that the activity draws on the board, beside those of its author."""
        return Annotations()

    def called(self) -> Called | None:
        """Return the callout that stands on the board."""
        return None

    @property
    def taught(self) -> Literal["plain", "full"] | None:
        """The part of the board that the tutor shows; None without a tutor."""
        return None

    def asked_why(self, verdict: rules.Verdict, draft: rules.Draft, space: str = "") -> None:  # noqa: B027  (not all want to know)
        """Take note that the people have tried a choice that is barred, and read why.

        :param draft: the choice
        :param space: the space that they clicked next
        """

    def choices(self, draft: rules.Draft) -> rules.Choices:
        """Return the choices that come next, given a draft."""
        return self.audience.choices(draft)

    @property
    def explains(self) -> bool:
        """True if the board says why a space cannot be chosen."""
        return True

    def explain(self, draft: rules.Draft, space: str) -> rules.Verdict:
        """Return why a space cannot be chosen."""
        return self.audience.explain(draft, space) if self.explains else rules.Verdict(rules.Status.INCOMPLETE)

    def for_page(self, drawings: Drawings, looks: Looks, *, brief: bool) -> Work[Wire] | None:
        """Make what a page without a kernel holds in place of the recording of the game. None: it holds the recording.

        :param drawings: those of the board's author
        :param looks: the theme of the board, and the players' own colours
        :param brief: True: it is made at the end of a cell, and should take no time
        """
        return None

    def sheets(self) -> Sequence[Sheet]:
        """Return the sheets of a handout. Empty: it shows the board as it is."""
        return ()

    # ------------------------------------------------------------------ what the people do
    def allow(self, intent: Intent) -> None:  # noqa: B027  (a game allows all)
        """Let an intent pass.

        :raises InputError: if this activity does not allow it
        """

    @abstractmethod
    def choose(self, draft: rules.Draft) -> None:
        """Take up a draft."""

    @abstractmethod
    def confirm(self, draft: rules.Draft) -> None:
        """Carry out a draft.

        :raises IllegalAction: if the rules bar it
        :raises InputError: if the draft is not complete
        """

    @abstractmethod
    def play(self, player: str | None, action: rules.Action | str) -> rules.Transition[Any]:
        """Play an action; see `Audience.play`."""

    @abstractmethod
    def may_edit(self) -> None:
        """Let the position be edited.

        :raises InputError: if this activity does not allow it
        """

    @abstractmethod
    def set_position(self, position: rules.Position) -> None:
        """Put another position in the place of the present one.

        :raises InputError: if this activity does not allow it, or it is no position
        """


def decided(now: rules.Choices) -> rules.Action | rules.ChanceOutcome:
    """Return the action of a draft that is complete.

    :raises IllegalAction: if the rules bar it
    :raises InputError: if the draft is not complete
    """
    if now.action is not None:
        return now.action
    if now.verdict.status is rules.Status.ILLEGAL:
        raise rules.IllegalAction(now.verdict)
    raise InputError(translated("nothing to confirm yet"), now.prompt)


def roll(session: Session, outcome: rules.ChanceOutcome) -> None:
    """Decide what chance has to decide: as chosen by hand, or by a roll."""
    session.roll(None if outcome.value == ROLL else outcome.value)


@dataclass(frozen=True)
class Guest:
    """An activity that stands in for a game meanwhile, such as an exercise that its author tries.

    :param way_back: the label of the choice that leads back
    :param leave: lets the guest leave
    """

    activity: Activity
    way_back: str
    leave: Callable[[], None]


class GameActivity(Activity):
    """The game of a session, played by its audience."""

    advises = True
    kept = True

    def __init__(self, audience: Audience) -> None:
        super().__init__(audience, any_view=not audience.bound)
        self.guest: Guest | None = None
        self.hindsight: BoardReview | None = None
        """The review of the game; None where the board offers none."""

    @property
    def present(self) -> Activity:
        """The game, or the guest that stands in for it."""
        return self if self.guest is None else self.guest.activity

    def note_review(self, *, begun: bool) -> None:
        """Take note that the review of the game is begun or closed."""

    def allow(self, intent: Intent) -> None:
        """Let an intent pass that the guest lets pass. The editor may always be opened: then the guest leaves."""
        if self.guest is not None and not isinstance(intent, Edit):
            self.guest.activity.allow(intent)

    def choices(self, draft: rules.Draft) -> rules.Choices:
        """Return the choices that come next; those of a guest with one that leads back."""
        if self.guest is None:
            draft = draft.clear(HINDSIGHT)
            found, more = self.play_choices(draft), self.hindsight.options(draft) if self.hindsight else []
            return replace(found, options=(*found.options, *more)) if more else found
        found = self.guest.activity.choices(draft.clear(BACK))
        back = rules.Choice(BACK, True, translated(self.guest.way_back), "button", "", draft.set(BACK, True))
        return replace(found, options=(*found.options, back))

    def play_choices(self, draft: rules.Draft) -> rules.Choices:
        """Return the choices of the play itself."""
        return super().choices(draft)

    def is_reviewed(self) -> bool:
        """True if the game can be reviewed now: at its end, or on a referee's board wherever play was taken back. Players are not told of
        steps that they do not notice, so their boards offer it at the end only."""
        session = self.audience.session
        return (not self.audience.bound and session.step.depth < session.tree.length) or not self.may_act()

    def may_act(self) -> bool:
        """True if the game goes on, as far as its audience sees."""
        return bool(self.audience.guarded.to_act(self.audience.seen))

    def choose(self, draft: rules.Draft) -> None:
        """Show the choices under a draft, or go back from a guest."""
        if self.guest is None and self.hindsight is not None and HINDSIGHT in draft:
            self.hindsight.do(draft[HINDSIGHT])
            if self.guest is None:
                self._showing.choose(draft.clear(HINDSIGHT))
        elif self.guest is None:
            self._showing.choose(draft.clear(BACK))
        elif BACK in draft:
            self.guest.leave()
        else:
            self.guest.activity.choose(draft)

    def confirm(self, draft: rules.Draft) -> None:
        """Play the action of a draft, or decide what it says of chance."""
        now, session = self.audience.decision(draft), self.audience.session
        try:
            action = decided(now)
        except rules.IllegalAction as refused:
            self.asked_why(refused.verdict, draft)
            raise
        if isinstance(action, rules.ChanceOutcome):
            roll(session, action)
            return
        revision = self._showing.sending.revision
        # The verdict on a player's view is not enough: the rules judge the whole position.
        known = now.verdict if self.audience.player is None and now.verdict else None
        try:
            session.play(action, verdict=known)
            if self._showing.sending.revision == revision:
                # Nothing changes that this audience sees, and the choice is made all the same.
                self._showing.choose(rules.Draft())
        except rules.IllegalAction as refused:
            # A player learns that it is barred, and no more of why than they can see.
            raise (refused if self.audience.player is None else rules.IllegalAction(now.verdict)) from None

    def play(self, player: str | None, action: rules.Action | str) -> rules.Transition[Any]:
        """Play an action in the session."""
        return self.audience.play(player, action)

    def asked_why(self, verdict: rules.Verdict, draft: rules.Draft, space: str = "") -> None:
        """Let the session keep the refused try of the player who acts here."""
        player = self.audience.choices(draft).player if self.audience.player is None else self.audience.player
        if verdict.status is rules.Status.ILLEGAL and player:
            self.audience.session.note_try(player, "", draft, space)

    def said(self) -> tuple[Said, ...]:
        """Return the review of the game, if one was asked for."""
        return self.hindsight.said() if self.hindsight is not None else ()

    def may_edit(self) -> None:
        """Let a referee edit the position."""
        self.audience.as_referee()

    def set_position(self, position: rules.Position) -> None:
        """Edit the session, on a referee's board."""
        if self.audience.bound:
            self.audience.refuse("positions are set on the referee's board")
        self.audience.session.edit(position)


def activity_of(game: object, player: str | None, *, spectator: bool = False) -> Activity:
    """Return the activity at a board.

    :param game: a position, a session, a scenario, or an activity
    :param player: the player whose board it is; None: the referee's
    :param spectator: True: the board of those who look on
    :raises InputError: if it is something else, or the game has no such player
    """
    if spectator and player is not None:
        what = f"a board is {player}'s or the spectators': give one of `player=` and `spectator=`"
        raise InputError(CANNOT_BE_MADE, what, "spectator")
    if isinstance(game, Activity):
        return game
    if isinstance(game, Scenario):
        game = game.position
    if isinstance(game, rules.Position):
        game = Session(game)
    if not isinstance(game, Session):
        what = f"expected a position, a session or a scenario, not {shown(game)}"
        if isinstance(game, Document):
            what = "a course has a board of its own: `course.board`, or the course as the last line of a cell"
        raise InputError(CANNOT_BE_MADE, what)
    if player == SPECTATORS:
        raise InputError(CANNOT_BE_MADE, unknown("player", player, game.position.players), "player")
    return GameActivity(Audience(game, SPECTATORS if spectator else player))


def shown_game(game: Any, position: object) -> Any:
    """Return the game that a board is to show: a scenario in place of its name.

    :param position: the game given by keyword, in place of ``game``
    :raises InputError: if both are given, or there is no scenario of that name
    """
    if game is not None and position is not None:
        raise InputError(CANNOT_BE_MADE, "a game and `position=` are given: give one of them", "position")
    game = position if game is None else game
    return scenario(game) if isinstance(game, str) else game


def unknown_keywords(keywords: Iterable[str], known: list[str]) -> InputError:
    """Return the error for keywords that a board does not have."""
    return InputError(CANNOT_BE_MADE, [Problem("", unknown("keyword", word, known)) for word in keywords])
