"""A table: a game, a board for each place, and those who are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from time import monotonic
from typing import Any

from hexwidget.english import agree, capital, counted, verb
from hexwidget.explore.opponents import Opponents
from hexwidget.files import Scenario
from hexwidget.play import Session
from hexwidget.problems import InputError, Problem
from hexwidget.table.keeping import Place, places
from hexwidget.widget.activity import Game
from hexwidget.widget.audience import SPECTATORS, Audience
from hexwidget.widget.intents import Intent, Load, Picture, Suggest
from hexwidget.widget.line import LineBoard, Viewer, packed

PICTURES = 2.0
"""The seconds between two pictures of a place. Drawing one takes a tenth of a second, in which nobody gets an answer."""
BEAT = packed("beat")
"""A message that says nothing but that the line holds."""


class Seated(Game):
    """The game at a place of a table: without a search, which would keep the others waiting, and without a notebook."""

    advises = False
    kept = False

    def __init__(self, audience: Audience) -> None:
        super().__init__(audience)
        self._drawn = 0.0

    def allow(self, intent: Intent) -> None:
        """Refuse what would keep the others waiting."""
        now, picture = monotonic(), isinstance(intent, Picture)
        if isinstance(intent, Suggest | Load) or (picture and now < self._drawn + PICTURES):
            what = (
                "a picture was drawn just now; try again in a moment" if picture else "nobody at a table may ask for it"
            )
            raise InputError("not at this table", [Problem("", what)])
        self._drawn = now if picture else self._drawn


class Table:
    """A game that several people play, each place at one board that all its viewers share.

    >>> class Ear:
    ...     def put(self, text):
    ...         print(text[:60])
    >>> table, ear = Table(Session("depletion/first-steps")), Ear()
    >>> board = table.enter("red", ear)
    {"method":"update","state":{"_patch":null,"theme":"auto","_s
    {"method":"present","text":"You are red. Blue is not here."}

    :param about: the scenario, whose words and drawings the boards show
    :param opponents: the policies that play some seats, by their players
    """

    def __init__(
        self,
        session: Session[Any],
        about: Scenario[Any] | None = None,
        opponents: Mapping[str, str] | None = None,
    ) -> None:
        self.session = session
        self._about = about
        self._opponents = Opponents(session, opponents) if opponents else None
        if self._opponents is not None:
            self._opponents.act()
        self._boards: dict[Place, LineBoard[Any]] = {}

    @property
    def here(self) -> Counter[Place]:
        """The viewers of each place."""
        return Counter({place: len(board.line.viewers) for place, board in self._boards.items()})

    def enter(self, place: Place, viewer: Viewer) -> LineBoard[Any]:
        """Show a viewer the board of a place, and tell everybody. A board stays when its viewers leave: it knows what it has answered."""
        if place not in self._boards:
            self._boards[place] = LineBoard(Seated(Audience(self.session, place)), about=self._about)
        board = self._boards[place]
        board.line.enter(viewer)
        self._tell_present()
        return board

    def leave(self, place: Place, viewer: Viewer) -> None:
        """Show a viewer nothing more, and tell the others."""
        self._boards[place].line.leave(viewer)
        self._tell_present()

    def beat(self) -> None:
        """Let every viewer know that the line holds."""
        self._tell(lambda _: BEAT)

    def close(self) -> None:
        """Close the boards, and the journal."""
        for board in self._boards.values():
            board.close()
        if self._opponents is not None:
            self._opponents.stop()
        self.session.close()

    def _tell_present(self) -> None:
        here = self.here
        self._tell(lambda place: packed("present", text=present(places(self.session.position), here, place)))

    def _tell(self, text_for: Any) -> None:
        for place, board in self._boards.items():
            text = text_for(place)
            for viewer in list(board.line.viewers):
                viewer.put(text)


def present(at: tuple[Place, ...], here: Counter[Place], place: Place) -> str:
    """Return who is there, as a place is told.

    >>> present(("red", "blue", "", None), Counter({"red": 2, "": 1}), "red")
    'You are red, on 2 screens: if the others are not yours, ask for a new link. Blue is not here. 1 spectator looks on.'
    """
    you = f"You are {place}" if place else "You are the referee" if place is None else "You look on"
    if place != SPECTATORS and here[place] > 1:
        you += f", on {here[place]} screens: if the others are not yours, ask for a new link"
    said = [you]
    for player in filter(None, at):
        if player != place:
            said.append(capital(agree(player, "is")) + (" here" if here[player] else " not here"))
    others = here[SPECTATORS] - (place == SPECTATORS)
    if others:
        who = "other spectator" if place == SPECTATORS else "spectator"
        said.append(f"{counted(others, who)} {verb('looks', others)} on")
    if place is not None and here[None]:
        said.append("The referee is here")
    return ". ".join(said) + "."
