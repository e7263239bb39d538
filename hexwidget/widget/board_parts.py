"""The rooms of a board, put together: all of a board but its connection to views, so that a server needs no notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy
from hexwidget.files import Scenario
from hexwidget.rules.position import PositionT
from hexwidget.scene import Theme
from hexwidget.widget.activity import Activity, GameActivity
from hexwidget.widget.advice import Advice
from hexwidget.widget.answers import Answers
from hexwidget.widget.audience import CANNOT_BE_MADE, Audience
from hexwidget.widget.board_review import BoardReview
from hexwidget.widget.connections.connection import Connection
from hexwidget.widget.connections.conversation import Conversation
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.editing import Editor
from hexwidget.widget.guests import Guests
from hexwidget.widget.looks import read_looks
from hexwidget.widget.other_processes import Elsewhere
from hexwidget.widget.pages.sharing import Sharing
from hexwidget.widget.showing import Showing
from hexwidget.widget.state import State

PAUSE = 0.6
"""The default pause before an opponent's answer, in seconds."""


class Rooms(Generic[PositionT]):
    """A board without its connection."""

    def _furnish(
        self,
        connection: Connection,
        game: object,
        activity: Activity,
        theme: Theme = "auto",
        colours: Mapping[str, str] | None = None,
        *,
        track_hover: bool = False,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        """Make the rooms.

        :param game: the game that was given: a scenario has drawings and words
        :param elsewhere: other processes, for slow work that views ask for
        """
        self._theme: Theme = theme
        self._activity = activity
        self._audience: Audience[PositionT] = activity.audience
        self._drawings = Drawings(game.annotations, game.prose) if isinstance(game, Scenario) else Drawings()
        self._editor = Editor(activity, self._drawings)
        self._audience.guarded.check_scene(self._audience.observation)
        players = self._audience.system.scene(self._audience.observation).players if colours else ()
        own = self._drawings.content.colours
        both: Any = {**own, **colours} if isinstance(colours, Mapping) else colours
        looks = read_looks(theme, both, players, CANNOT_BE_MADE)
        own |= looks.colours
        state = State(activity, self._drawings, self._editor, looks, track_hover=track_hover)
        self._showing = Showing(connection, activity, state)
        self._sharing = Sharing(activity, self._showing)
        self._advice = Advice(activity, self._showing, elsewhere)
        guests = Guests(activity, self._showing, self._editor, self._drawings)
        if isinstance(activity, GameActivity):
            activity.hindsight = BoardReview(activity, self._showing, guests, elsewhere)
        parts = self._showing, self._editor, self._sharing, self._advice, guests
        self._answers = Answers(activity, *parts, elsewhere)
        self._conversation = Conversation(connection, self._showing, self._answers)

    def _begin(self, opponents: Mapping[str, str | Policy] | Opponents | None = None, pause: float = PAUSE) -> None:
        """Show the game from now on; see `Showing.begin`."""
        self._showing.send_to_cells("theme", self._theme)
        self._activity.begin(self._showing)
        self._showing.begin(opponents, pause)
