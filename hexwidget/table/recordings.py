"""A game as each place knows it: to step through, and as a file."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

from hexwidget.files import Annotations, Scenario
from hexwidget.files.replay import replay_text
from hexwidget.play import Session
from hexwidget.play.replay_lines import replay_lines
from hexwidget.play.tree import Tree
from hexwidget.serving.links import Place
from hexwidget.table.storage import called
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.host import log
from hexwidget.widget.pages.page import packed_board, whole_page
from hexwidget.widget.pages.recording import Work, packing, recording_of, run_to_end
from hexwidget.widget.work_queue import SLICE, Slices, advance, running_loop

LEVEL = 6
"""Of the compression: a recording is small enough, and made quickly."""
Then = Callable[[str | None], None]
"""Takes the packed recording; None: it could not be made."""


def file_of(session: Session[Any], place: Place, *, opened: bool) -> str | None:
    """Return the game as the text of a replay: for the referee the whole; for others all but the seed, which tells what chance decides
    next. Refused tries are in the file of the player who tried. None in a system that hides things, unless the game is open: if something was hidden in this game is not for them to know."""
    if place is None:
        return session.to_replay(tries=False)
    if session.position.system.hides and not opened:
        return None
    own = [each for each in session.tries if each.player == place]
    return replay_text(replay_lines(session.tree, {}, own, complete=True))


def way(session: Session[Any]) -> Session[Any]:
    """Return the way to the present step as a game of its own, without what was taken back. The session may go on meanwhile."""
    made = session.at(session.step.number)
    first, *steps = session.line[: session.step.depth + 1]
    made.tree = Tree(first.position)
    for number, step in enumerate(steps, 1):
        made.tree.add(replace(step, number=number, parent=number - 1))
    return made


def page_of(recording: str, title: str, place: Place, prose: str) -> str:
    """Return a packed recording as a page that needs no server."""
    words = f"{prose}\n\nThe game as {called(place) if place else 'the spectators'} saw it."
    return whole_page(title, words.strip(), packed_board(recording, ""), "")


class Records:
    """Makes the recordings of a table between messages, so that nobody waits for them.

    :param about: the scenario, whose drawings the recordings show
    """

    def __init__(self, about: Scenario[Any] | None) -> None:
        self._drawings = Drawings(about.annotations, about.prose) if about else Drawings(Annotations())
        self._making: dict[Place, _Making] = {}

    def ask(self, session: Session[Any], view: Place, then: Then) -> None:
        """Make the recording of a view up to the present step. Of each view there is one at a time: others wait for the same.

        :raises InputError: if the game is too long
        """
        making = self._making.get(view)
        if making is not None and making.of == (session, session.step):
            making.waiting.append(then)
            return
        self._making[view] = made = _Making((session, session.step), recording_of(way(session), view, self._drawings))
        made.waiting += [then, lambda _: self._forget(view, made)]
        made.make_soon()

    def _forget(self, view: Place, made: _Making) -> None:
        if self._making.get(view) is made:
            del self._making[view]


class _Making:
    """A recording that is being made."""

    def __init__(self, of: tuple[object, object], work: Work[dict[str, Any]]) -> None:
        self.of = of
        """The session and its step."""
        self.waiting: list[Then] = []
        self._items = self._steps(work)
        self._slices = Slices(self._go_on)

    def make_soon(self) -> None:
        """Make it between messages, or at once where no loop runs."""
        if running_loop() is None:
            run_to_end(self._items)
        else:
            self._slices.schedule()

    def _go_on(self) -> bool:
        return advance(self._items, SLICE)[1]

    def _steps(self, work: Work[dict[str, Any]]) -> Generator[None, None, None]:
        made: str | None = None
        try:
            made = yield from packing((yield from work), LEVEL)
        except Exception:  # an author's rules may fail
            log().exception("a recording could not be made")
        for then in self.waiting:
            then(made)
