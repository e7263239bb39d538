"""The guests of a board: in its editor an action that is shown for a question, and the question as learners get it; in a review the
moments that are tried again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from hexwidget.play import Session
from hexwidget.problems import InputError
from hexwidget.rules import Action, Draft, Position
from hexwidget.widget.activity import Activity, GameActivity, Guest, decided
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.editing import Editor
from hexwidget.widget.questions import asker
from hexwidget.widget.showing import Showing

CANNOT = "this cannot be shown now"


class Shown(Activity):
    """An action that is done on the board to be shown. It is not played."""

    def __init__(self, game: GameActivity, editor: Editor) -> None:
        super().__init__(game.audience, any_view=False)
        self._game = game
        self._editor = editor

    def turn(self) -> str:
        """Return the task here, in place of whose turn it is."""
        return "show the action"

    def choose(self, draft: Draft) -> None:
        """Take up a draft."""
        self._showing.choose(draft)

    def confirm(self, draft: Draft) -> None:
        """Take the action into the question."""
        action = decided(self.audience.decision(draft))
        if not isinstance(action, Action):
            self.may_edit()
        if self._game.guest is not None:
            self._game.guest.leave()
        self._editor.show_action(f"{action.player}: {action}")

    def play(self, player: str | None, action: Action | str) -> NoReturn:
        """Refuse to play.

        :raises InputError: always
        """
        self.may_edit()

    def may_edit(self) -> NoReturn:
        """Refuse everything but an action.

        :raises InputError: always
        """
        raise InputError(CANNOT, "an action of a player is shown here for a question")

    def set_position(self, position: Position) -> NoReturn:
        """Refuse another position.

        :raises InputError: always
        """
        self.may_edit()


class Guests:
    """Lets activities stand in for the game of a board in its editor, and lets them leave again."""

    def __init__(self, activity: Activity, showing: Showing, editor: Editor, drawings: Drawings) -> None:
        self._activity = activity
        self._showing = showing
        self._editor = editor
        self._drawings = drawings
        self._before: Session[Any] | None = None
        """The session of the board, while a guest has another one."""
        self._edited = True
        """True if the editor was open before the guest came."""

    def show_action(self) -> None:
        """Let an action be done on the board, to be shown."""
        game = self._game()
        self._enter(game, Shown(game, self._editor))
        self._showing.follow()

    def try_question(self) -> None:
        """Ask the question as learners are asked.

        :raises InputError: if something is missing in it, or it has no answer
        """
        game = self._game()
        audience, question = game.audience, self._drawings.content.question
        lesson = asker().activity(question, audience.session.position, audience)
        self._before = audience.session
        self._enter(game, lesson)
        self._showing.open(Session(self._before.position, seed=1), self._drawings.copy())

    def try_again(self, parts: Sequence[Any]) -> None:
        """Let the moments of a review be tried again, one after another.

        :param parts: their exercises
        """
        game = self._activity
        if isinstance(game, GameActivity) and game.guest is None:
            self._before = game.audience.session
            self._enter(game, asker().desk(parts, game.audience), "Back to the game")
            self._showing.open(Session(parts[0].position, seed=1), self._drawings.copy())

    def _game(self) -> GameActivity:
        game = self._activity
        if not isinstance(game, GameActivity) or game.guest is not None or self._showing.state.opponents is not None:
            raise InputError(CANNOT, "a question is made on a board of a game without opponents, in its editor")
        game.may_edit()
        return game

    def _enter(self, game: GameActivity, guest: Activity, back: str = "Back to the editor") -> None:
        self._edited, self._editor.on = self._editor.on, False
        game.guest = Guest(guest, back, self.leave)
        guest.begin(self._showing)

    def leave(self) -> None:
        """Go back to the editor, or to the game."""
        game, before = self._activity, self._before
        if isinstance(game, GameActivity) and game.guest is not None:
            game.guest, self._before, self._editor.on = None, None, self._edited
            if before is None:
                self._showing.follow()
            else:
                self._showing.open(before, self._drawings)
