"""The board in the notebook: the face of the rooms beside it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Never, Unpack, overload

from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy
from hexwidget.explore.suggesting import SECONDS, Suggestion
from hexwidget.files import Scenario
from hexwidget.files.disk import AnyPath
from hexwidget.geometry import Space
from hexwidget.languages import languages
from hexwidget.name_suggestions import GuessedNames
from hexwidget.play import Session
from hexwidget.play.game_lock import alone
from hexwidget.play.interrupts import reports
from hexwidget.problems import check_name, sure
from hexwidget.refusals import present_shell
from hexwidget.rules import Action, IllegalAction, Observation, Transition
from hexwidget.rules.position import PositionT
from hexwidget.scene import Theme
from hexwidget.scene.png import to_png
from hexwidget.widget.activity import Activity, activity_of, shown_game, unknown_keywords
from hexwidget.widget.audience import CANNOT_BE_MADE
from hexwidget.widget.board_parts import PAUSE, Rooms
from hexwidget.widget.cell_requests import Requests
from hexwidget.widget.connections.notebook import WidgetConnection
from hexwidget.widget.drawings import UNNAMED, Shown, Stroke
from hexwidget.widget.pages.myst import directive, write_module
from hexwidget.widget.pages.notebook_recording import Saving, is_shown
from hexwidget.widget.pages.page import PageOptions
from hexwidget.widget.pages.sharing import RADIUS, Snapshot, as_text
from hexwidget.widget.traits import Traits


class Board(Rooms[PositionT], GuessedNames, Traits[PositionT]):
    """A position that can be clicked.

    ``Board(position)``, ``Board(session)``, ``Board(scenario)`` or ``Board("depletion/first-steps")``. The last expression of a
    cell displays it. Boards of one session show the same game.

    To observe, link and set: ``step``, ``player``, ``position``, ``selected``, ``theme``, ``overlays``. To observe:
    ``last_step``, ``hovered``, ``last_action``, ``last_verdict``. To read: ``session``, ``opponents``, ``observation``. Each has
    its own help below. A change reaches all boards before any observer is called.

    :param game: a position, a session, a scenario or the name of a bundled one
    :param position: the same as ``game``, by keyword

    :param player: the player whose board it is. The board shows what that player sees and plays for that player only; its
        ``position`` is what they see, too, and cannot be set. None: the referee's board, which plays for all players and
        rolls for chance. (Boards of one kernel share a process. Players who do not trust each other need a kernel each.)
    :param spectator: True: the board of those who look on. It shows what everybody may see, plays for nobody, and its `player` is
        the empty text.
    :param track_hover: True if views report the space under the pointer
    :param opponents: players that a policy plays: ``{"blue": "search"}`` (or "random", "greedy", or a policy of yours: see
        `hexwidget.explore.policies`). They act as soon as it is their turn, and undo goes back past what they did.
    :param pause: seconds before an opponent answers what was confirmed on the board, so that the own action is seen first. The
        opponent's thinking counts. A cell's action is answered at once, and so is a view whose motion is off.
    :param theme: "light" or "dark", with "-contrast" for more contrast; "auto": that of the page around the board. A view can
        choose another in its menu.
    :param colours: players' own colours, as "#rrggbb" or the name of another player's usual colour: ``{"red": "#aa3300"}``. A
        figure on it must be readable.
    :param language: the language of the board, such as "de"; None: that of `use_language`
    :param drawings: a scenario whose drawings and words stand on the board: that of a game which was saved and goes on
    :param layout: an ``ipywidgets.Layout``, or its entries: ``{"width": "50%"}``
    :raises InputError: if it is given something else, or an unknown keyword
    """

    def __init__(
        self,
        game: PositionT | Session[PositionT] | Scenario[PositionT] | Activity | str | None = None,
        *,
        position: PositionT | None = None,
        player: str | None = None,
        spectator: bool = False,
        track_hover: bool = False,
        opponents: Mapping[str, str | Policy] | None = None,
        pause: float = PAUSE,
        theme: Theme = "auto",
        colours: Mapping[str, str] | None = None,
        language: str | None = None,
        drawings: Scenario | None = None,
        layout: Any = None,
        **keywords: Never,
    ) -> None:
        if keywords:
            raise unknown_keywords(keywords, [*sure(Board.__init__.__kwdefaults__)])
        game = shown_game(game, position)
        connection = WidgetConnection(self)
        activity = activity_of(game, player, spectator=spectator)
        if language is not None:
            check_name(CANNOT_BE_MADE, "language", language, languages(), "language")
            activity.audience.language = language
        self._furnish(connection, drawings or game, activity, theme, colours, track_hover=track_hover)
        self._requests = Requests(activity, self._showing)
        super().__init__(layout)
        if self._activity.kept:
            self._sharing.saving = Saving(self, self._showing, activity)
        self.on_msg(self._hear)
        try:
            self._begin(opponents, pause)
        except BaseException:
            self.close()
            raise

    def __reduce_ex__(self, *_: object) -> Never:
        what = "a board cannot be copied or pickled: hw.Board(board.session) is another board of the same game"
        raise TypeError(f"{what}, and hw.save(board, path) writes the game to a file")

    __copy__ = __deepcopy__ = __reduce_ex__

    @property
    def session(self) -> Session[PositionT]:
        """The session that the board shows: its steps, undo, seed and file. Boards of one session show the same game."""
        return self._audience.session

    @property
    def opponents(self) -> Opponents | None:
        """The players that policies play on this board."""
        return self._showing.state.opponents

    @property
    def observation(self) -> Observation[PositionT]:
        """The part of the position that the board's player sees; the whole of it on the referee's board."""
        return self._audience.observation

    # ------------------------------------------------------------------ play
    @reports("the step was played", "nothing was played")
    def play(self, action: Action | str) -> Transition[PositionT]:
        """Play an action (or its text) as if it had been clicked. On a player's board the action is that player's, and the
        result is what they see of it.

        :raises IllegalAction: if the rules bar it; the board stays as it was
        :raises InputError: if the text cannot be read, or it is another player's
        """
        before = self.session.step
        try:
            return self._activity.present.play(self._audience.player if self._audience.bound else None, action)
        except IllegalAction as refused:
            if self.session.step is before:  # else the action was played, and a function that watches plays on
                self._showing.send_to_cells("last_verdict", refused.verdict)
            raise

    @reports("the step was played", "nothing was played")
    def roll(self, value: str | None = None) -> Transition[PositionT]:
        """Roll for chance, or set its result by hand: see `Session.roll`."""
        return self._audience.as_referee().roll(value)

    @reports("the step was taken back", "nothing was taken back")
    def undo(self) -> PositionT:
        """Go back to the last decision; return the position there."""
        return self._audience.as_referee().undo()

    @reports("the step was played again", "nothing was played again")
    def redo(self) -> PositionT:
        """Go on to the next decision that was undone; return the position there."""
        return self._audience.as_referee().redo()

    @reports("the game went to that step", "the game stayed at its step")
    def goto(self, number: int) -> PositionT:
        """Go to a step by its number (0: the start); return the position there."""
        return self._audience.as_referee().goto(number)

    @alone
    def select(self, space: Space | None) -> None:
        """Choose the piece on a space, as a click does; None: nothing.

        :raises InputError: if there is nothing to choose
        """
        self._requests.select(space)

    @alone
    def click(self, space: Space) -> None:
        """Act as a click on a space does before anything is confirmed: choose the piece there, or go there with the
        chosen piece.

        :raises InputError: if the map has no such space, or nothing can be chosen there; the reasons are in it
        """
        self._requests.click(space)

    def suggest(self, *, seconds: float | None = SECONDS, trials: int | None = None) -> Suggestion:
        """Let a search suggest an action of the player who has to decide, and choose it on the board: *Confirm* plays it, and
        what the search expects after it is said beside the board and drawn. Return the suggestion. An interrupt ends the
        search with the best so far.

        The search draws anew what the player cannot see. A player's board suggests only where that takes nothing that is
        hidden from them. Values are estimates: see `explore.search`, which plays the same short games. It plays 200 by default,
        for a result that is the same everywhere; a suggestion plays as many as its time allows, so that a player does not wait.

        :param seconds: the most seconds that it takes; None: no limit but ``trials``
        :param trials: the most short games that it plays; None: as many as the time allows
        :raises InputError: if no player of this board has to decide, in an exercise, or if it would take what is hidden

        >>> import hexwidget as hw
        >>> board = hw.Board(hw.scenario("rondel/first-maneuver"))
        >>> found = board.suggest(seconds=None, trials=50)
        >>> found.player, board.selected is not None
        ('romans', True)
        """
        return self._advice.now(seconds, trials)

    # ------------------------------------------------------------------ drawings
    @alone
    def show(
        self,
        what: Shown,
        name: str = UNNAMED,
        *,
        hue: str = "mark",
        fill: float = 0.45,
        darkening: float = 0.5,
        border: float = 2.0,
        numbers: bool | None = None,
        stroke: Stroke = "solid",
    ) -> None:
        """Show an overlay: a reach, a dict of spaces and numbers (such as a danger map), spaces, or an array of numbers with a
        row for each row of the map. A comparison of readings shows an overlay for each reading, with names and looks of its
        own. An overlay of the same name is replaced.

        :param hue: "reach", "barred", "attack", "path" or "mark"
        :param fill: the opacity of the first shade, 0 to 1; numbers that are not written are shades
        :param darkening: how much paler the last shade is than the first, 0 to 1
        :param border: width of the line about the spaces; 2 is the usual one
        :param numbers: True if the numbers are written on the spaces; by default they are if there are not too many
        :param stroke: of the line about the spaces: "solid", "dashed" or "dotted"
        :raises InputError: if it holds something else, a space that the map lacks, or a wrong setting
        """
        how = {"hue": hue, "fill": fill, "darkening": darkening, "border": border, "numbers": numbers, "stroke": stroke}
        self._drawings.show(what, name, self._audience.seen.map, how)
        self._showing.show_drawings()

    @alone
    def hide(self, name: str | None = None) -> None:
        """Take an overlay away; without a name all of them.

        :raises InputError: if there is no overlay of that name
        """
        self._drawings.hide(name)
        self._showing.show_drawings()

    @alone
    def note(self, space: Space, text: str, *, hue: str = "mark") -> None:
        """Write a few words at a space. They replace the words there; an empty text takes those away.

        :param hue: "reach", "barred", "attack", "path" or "mark"
        :raises InputError: if the map has no such space, or it is no text
        """
        self._drawings.note(space, text, hue, self._audience.seen.map)
        self._showing.show_drawings()

    @alone
    def arrow(self, *spaces: Space, label: str = "", hue: str = "mark") -> None:
        """Draw an arrow over two or more spaces.

        :param hue: "reach", "barred", "attack", "path" or "mark"
        :raises InputError: if there are fewer, or the map lacks one
        """
        self._drawings.arrow(spaces, label, hue, self._audience.seen.map)
        self._showing.show_drawings()

    @alone
    def erase(self) -> None:
        """Take all notes and arrows away; overlays stay (see `hide`)."""
        self._drawings.erase()
        self._showing.show_drawings()

    # ------------------------------------------------------------------ editing
    @alone
    def edit(self, on: bool = True) -> None:
        """Edit the position by hand: ground, pieces, owners, options and parameters. Each change is a step that can be undone;
        the board tells what is wrong with the position, with clauses. The result is `position`, `scenario`, or the Python
        that makes it (`python_lines`).

        :raises InputError: on a player's board
        """
        self._editor.switch(on)
        self._showing.show_editing()

    def python_lines(self) -> str:
        """Return the Python that makes the position.

        :raises InputError: on a player's board
        """
        return self._editor.python_lines()

    def scenario(
        self, title: str | None = None, prose: str | None = None, *, picture: bool = False
    ) -> Scenario[PositionT]:
        """Return the position with the overlays, arrows and notes on it: to be saved, and shown again as it is.

        :param title: None: the title of the position
        :param prose: a few words about it; None: those that the board shows
        :param picture: True: its file holds the picture below the map (`HexMap.on_image`), too
        :raises InputError: on a player's board, which does not know all of the position
        """
        return self._editor.scenario(title, prose, picture=picture)

    # ------------------------------------------------------------------ pictures and pages
    def to_svg(
        self, theme: str | None = None, *, radius: float = RADIUS, width: float | None = None, plain: bool = False
    ) -> str:
        """Return the picture of the board as it is now, with its overlays and the present choice, as an SVG document.

        :param theme: "light" or "dark", with "-contrast" for more contrast; "print" for paper, in black and white; None: the
            board's own theme, else "light"
        :param radius: of a hex, in pixels
        :param width: the width in pixels that the map fits, or that a mat is laid out for, in place of a radius
        :param plain: True: a plainer landscape, which makes the picture smaller
        :raises InputError: if there is no such theme
        """
        return self._sharing.svg(theme, radius, width=width, plain=plain)

    def to_png(self, theme: str | None = None, *, scale: float = 2.0) -> bytes:
        """Return the same picture as PNG.

        :param scale: pixels of the picture for each of the SVG's
        :raises ImportError: if resvg is missing: ``pip install resvg-py``
        """
        return to_png(self.to_svg(theme), scale)

    def snapshot(self, theme: str | None = None) -> Snapshot:
        """Return the picture of the board as it is now, for a cell, with the steps up to now: where scripts run, one can step
        through them. It is no widget, and stays as it is when the board goes on.

        :raises InputError: if there is no such theme
        """
        return self._sharing.snapshot(theme)

    @overload
    def to_html(self, path: None = None, *, prose: str | None = None, **page: Unpack[PageOptions]) -> str: ...
    @overload
    def to_html(self, path: AnyPath, *, prose: str | None = None, **page: Unpack[PageOptions]) -> Path: ...
    def to_html(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        title: str | None = None,
        prose: str | None = None,
        embed: bool = False,
        play: str = "",
        print: bool = False,
    ) -> str | Path:
        """Return the game as a page in one file that needs no kernel and asks no host. The page steps through all that was
        played; it shows the reach of each piece at each step, and why it goes no further. On a player's board it holds what
        that player was told. With ``#step=3`` behind its address it opens at step 3 of the line of play.

        :param path: the file to write; None: the page is returned as text
        :param title: by default that of the position
        :param prose: plain text above the board, with blank lines between paragraphs; None: the words of the scenario
        :param embed: True: a page for an ``<iframe>``. The board fills the frame, without title or text.
        :param play: the address of ``play.html`` (see docs/sharing.md): a button *Play it* opens the present position there
        :param print: True: a handout for the printer in black and white: the position as it is now, with its notes below it
        :return: the path, or the text
        :raises InputError: if it cannot be written (then no file is), or the game is too long for a page
        """
        return self._sharing.page(path, title, prose, embed, play, on_paper=print)

    def to_myst(self, folder: AnyPath = ".") -> str:
        """Return the game, or the exercises of a desk, as a directive for a page of MyST (Jupyter Book 2), and write the module
        ``hexwidget.mjs`` that it names. The board steps, or asks, without a kernel.

        :param folder: of the page; all pages of a folder share the module
        :return: the text of the directive, to stand in the page
        :raises InputError: if the game is too long for a page, or the module cannot be written
        """
        write_module(folder)
        return directive("".join(self._sharing.board_and_foot(still=False)))

    def __repr__(self) -> str:
        system, seen = self._audience.system, self._audience.seen
        with self._audience.speaking():
            title, status = system.scene(self.observation).title, system.status(seen)
        if getattr(present_shell(), "kernel", None) is not None:  # the cell shows the board itself
            return f"<Board: {title}, {status}>"
        return as_text(seen, title, status)

    # ------------------------------------------------------------------ the widget
    def _hear(self, _widget: object, content: object, _buffers: object) -> None:
        self._conversation.answer(content)

    def _repr_mimebundle_(self, **keywords: Any) -> Any:
        is_shown(self)
        return self._sharing.with_picture(super()._repr_mimebundle_(**keywords))

    def _get_embed_state(self, **keywords: Any) -> Any:
        """Return the state for a page without a kernel, such as one of ``embed_minimal_html``: nothing can be asked for there."""
        self._showing.ahead.finish()
        return super()._get_embed_state(**keywords)

    @alone
    def close(self) -> None:
        """Take the board off the page and out of the kernel. The session stays."""
        if "_showing" in self.__dict__:  # else the board could not be made in the first place
            self._showing.stop()
        super().close()
