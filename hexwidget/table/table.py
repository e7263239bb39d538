"""A table: a game, a board for each place, and those who are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hexwidget.english import agree, capital, counted, verb
from hexwidget.files import Scenario
from hexwidget.play import Session
from hexwidget.play.alone import alone
from hexwidget.problems import InputError, Problem
from hexwidget.table.keeping import Place, places
from hexwidget.table.pool import Pool, leave_pool, shared_pool
from hexwidget.table.thinking import ThinkingOpponents
from hexwidget.widget.activity import Activity, Game
from hexwidget.widget.audience import SPECTATORS, Audience
from hexwidget.widget.intents import Intent, Load
from hexwidget.widget.line import LineBoard, Viewer, packed
from hexwidget.widget.slices import running_loop

BEAT = packed("beat")
"""A message that says nothing but that the line holds."""


class Seated(Game):
    """The game at a place of a table, without a notebook."""

    kept = False

    def allow(self, intent: Intent) -> None:
        """Refuse the code of the front end: a table's page has it."""
        if isinstance(intent, Load):
            raise InputError("not at this table", [Problem("", "nobody at a table may ask for it")])


class Table:
    """A game that several people play, each place at one board that all its viewers share.

    >>> class Ear:
    ...     def put(self, text):
    ...         print(text[:60])
    >>> table, ear = Table(Session("depletion/first-steps")), Ear()
    >>> board = table.enter("red", ear)
    {"method":"update","state":{"_patch":null,"theme":"auto","_s
    {"method":"present","text":"You are red. Blue is not here."}

    In a running event loop, slow work is done in other processes from the first viewer on.

    :param about: the scenario, whose words and drawings the boards show
    :param opponents: the names of the policies that play seats, by their players
    :raises InputError: if there cannot be such opponents
    """

    def __init__(
        self,
        session: Session[Any],
        about: Scenario[Any] | None = None,
        opponents: Mapping[str, str] | None = None,
    ) -> None:
        self.session = session
        self._about = about
        self._boards: dict[Place, LineBoard[Any]] = {}
        self._opponents = ThinkingOpponents(session, opponents, self._tell_present) if opponents else None
        self._pool: Pool | None = None

    @property
    def here(self) -> Counter[Place]:
        """The viewers of each place."""
        return Counter({place: len(board.line.viewers) for place, board in self._boards.items()})

    @alone
    def enter(self, place: Place, viewer: Viewer) -> LineBoard[Any]:
        """Show a viewer the board of a place, and tell everybody. A board stays when its viewers leave: it knows what it has answered."""
        self._begin()
        if place not in self._boards:
            game, opponents = self._at(place), self._opponents
            self._boards[place] = LineBoard(game, about=self._about, opponents=opponents, elsewhere=self._pool)
        board = self._boards[place]
        board.line.enter(viewer)
        self._tell_present()
        return board

    def _begin(self) -> None:
        """Begin to use other processes."""
        if self._pool is None and running_loop() is not None:
            self._pool = shared_pool(self)
            if self._opponents is not None:
                self._opponents.begin(self._pool)

    def _at(self, place: Place) -> Activity:
        """Return the activity at a place."""
        return Seated(Audience(self.session, place))

    def leave(self, place: Place, viewer: Viewer) -> None:
        """Show a viewer nothing more, and tell the others."""
        self._boards[place].leave(viewer)
        self._tell_present()

    def beat(self) -> None:
        """Let every viewer know that the line holds."""
        self._tell(lambda _: BEAT)

    def close(self) -> None:
        """Close the boards, and the journal. The opponents leave their seats."""
        if self._opponents is not None:
            self._opponents.stop()
        leave_pool(self)
        for board in self._boards.values():
            board.close()
        self.session.close()

    def _tell_present(self) -> None:
        here = self.here
        computers = self._opponents.said if self._opponents else {}
        at = places(self.session.position)
        self._tell(lambda place: packed("present", text=present(at, here, place, computers)))

    def _tell(self, text_for: Any) -> None:
        for place, board in self._boards.items():
            text = text_for(place)
            for viewer in list(board.line.viewers):
                viewer.put(text)


def present(
    at: tuple[Place, ...], here: Counter[Place], place: Place, computers: Mapping[str, str] | None = None
) -> str:
    """Return who is there, as a place is told.

    :param computers: the sentences about the players that policies play
    >>> present(("red", "blue", "", None), Counter({"red": 2, "": 1}), "red")
    'You are red, on 2 screens: if the others are not yours, ask for a new link. Blue is not here. 1 spectator looks on.'
    """
    you = f"You are {place}" if place else "You are the referee" if place is None else "You look on"
    if place != SPECTATORS and here[place] > 1:
        you += f", on {here[place]} screens: if the others are not yours, ask for a new link"
    said = [you]
    for player in filter(None, at):
        if computers and player in computers:
            said.append(computers[player])
        elif player != place:
            said.append(capital(agree(player, "is")) + (" here" if here[player] else " not here"))
    others = here[SPECTATORS] - (place == SPECTATORS)
    if others:
        who = "other spectator" if place == SPECTATORS else "spectator"
        said.append(f"{counted(others, who)} {verb('looks', others)} on")
    if place is not None and here[None]:
        said.append("The referee is here")
    return ". ".join(said) + "."
