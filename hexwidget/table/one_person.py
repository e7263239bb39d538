"""A board for one person in a browser of this machine, without a notebook: the server of ``hexwidget play``."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from os import PathLike
from secrets import token_urlsafe
from threading import Thread
from typing import Any

from hexwidget.files import Scenario
from hexwidget.play import JournalError, Session
from hexwidget.problems import InputError, Problem
from hexwidget.serving import messages
from hexwidget.serving.app import Site
from hexwidget.serving.links import TOKEN, Place, digest
from hexwidget.serving.server import address, listening, run
from hexwidget.table.pages import table_pages
from hexwidget.table.table import Table
from hexwidget.table.tables import OneTable
from hexwidget.widget.activity import Activity, activity_of

HOST = "127.0.0.1"


class Single(Table):
    """A table with one place, at which one person does everything.

    :param game: a session, or an activity
    :param about: the scenario, whose words and drawings the board shows
    :param words: a line above the board
    """

    def __init__(self, game: Session[Any] | Activity, about: Scenario[Any] | None = None, *, words: str = "") -> None:
        self._activity = activity_of(game, None)
        super().__init__(self._activity.audience.session, about)
        self._words = messages.TablePresent(words).packed()

    def _at(self, seat: Place) -> Activity:
        return self._activity

    def _tell_present(self) -> None:
        self._tell(lambda _: self._words)


def kept_session(found: Scenario[Any] | Session[Any], path: str | PathLike[str], *, goes_on: bool) -> Session[Any]:
    """Return the session of a game that a file keeps from now on.

    :param found: the game; a scenario begins one
    :param goes_on: True: the game in an existing file is continued; False: an existing file is refused
    :raises InputError: if the file cannot keep the game
    """
    try:
        if goes_on:
            return Session(found.steps[0].position if isinstance(found, Session) else found, path)
        session = found if isinstance(found, Session) else Session(found)
        session.keep(path)
        return session
    except JournalError as error:
        why = [Problem("", each.message.partition(" (hw.")[0]) for each in error.problems]
        what = [*why, Problem("--keep", "names another file")]
        raise InputError(f"the game cannot be kept in {str(path)!r}", what) from None


def play(make: Callable[[], Single], *, port: int, browser: bool, ready: Callable[[str], None]) -> None:
    """Serve a board to one person until the process is told to end.

    :param make: returns the board's table; it is called after the port is bound
    :param port: 0: a free one
    :param browser: True to open the page in the browser
    :param ready: called with the address of the page before it is opened
    :raises InputError: if it cannot be served or made
    """
    token = token_urlsafe(TOKEN)
    with listening(HOST, port) as bound:
        tables = OneTable(make(), {digest(token): None})
        page = f"{address(HOST, bound.getsockname()[1])}/#{token}"
        ready(page)
        if browser:  # some browsers run in the terminal until they are closed
            Thread(target=webbrowser.open, args=[page], daemon=True).start()
        run(tables, Site(table_pages()), bound, last_words="")  # nobody starts it again by itself
