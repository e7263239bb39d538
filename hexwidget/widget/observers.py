"""The functions that observe the traits of a widget."""

from __future__ import annotations

import sys
import traceback
from typing import TYPE_CHECKING, Any

from traitlets import Bunch, EventHandler, dlink, link

from hexwidget.play.game_lock import alone
from hexwidget.widget.observer_calls import call_later

if TYPE_CHECKING:
    from hexwidget.widget.traits import Traits

OWN_FRAMES = 2
"""The frames of `hexwidget.widget.observer_calls` at the top of an observer's traceback."""


class Observer:
    """A function that observes a board, as the board calls it.

    It is called with the value that the trait has then. Where several changes wait for it, it is called once.
    """

    def __init__(self, board: Traits[Any], handler: Any) -> None:
        self.board = board
        self.handler = handler

    def __eq__(self, other: object) -> bool:
        """True for the same function: traitlets compares observers to find the one to remove."""
        return bool(self.handler == (other.handler if isinstance(other, Observer) else other))

    __hash__ = None  # type: ignore[assignment]  # functions that are equal may lack a hash

    def __call__(self, change: Bunch) -> None:
        """Take a change of a trait: what others observe waits until every board shows the change."""
        if change["type"] == "change" and change["name"] in self.board._observed:
            self.wait(change)
        else:
            self.call(change)

    @alone
    def wait(self, change: Bunch) -> None:
        """Wait to be called with a change."""
        call_later(self, change)

    def call(self, change: Bunch) -> None:
        """Call the function."""
        handler = self.handler
        if isinstance(handler, EventHandler) and handler.name is not None:  # a method with the decorator `observe`
            handler = getattr(self.board, handler.name)
        handler(change)

    def sets(self, boards: type) -> bool:
        """True if it is a link that is setting a trait now, and both of its ends are not boards."""
        of = getattr(self.handler, "__self__", None)
        if not isinstance(of, link) or not of.updating:
            return False
        return not all(isinstance(end[0], boards) for end in (of.source, of.target))

    @property
    def name(self) -> str:
        """The function in words."""
        of = getattr(self.handler, "__self__", None)
        if isinstance(of, (link, dlink)):
            ends = [end for end in (of.source, of.target) if end[0] is not self.board] or [of.target]
            return f"the link to {type(ends[0][0]).__name__}.{ends[0][1]}"
        return str(getattr(self.handler, "__name__", type(self.handler).__name__))


def print_failure(observer: Observer, error: BaseException) -> None:
    """Print the failure of an observer with its traceback for the author: below the cell that runs, else in the page's log."""
    frames = error.__traceback__
    for _ in range(OWN_FRAMES):
        frames = frames.tb_next if frames is not None and frames.tb_next is not None else frames
    sys.stderr.write(f"An observer of a board failed ({observer.name}). The change was made all the same.\n")
    traceback.print_exception(type(error), error, frames)
