"""Observers of boards: the functions that are called when a trait changes.

A change reaches every board of a session before any observer is called. If an observer fails, its board shows the error, and
the other observers are called all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from hexwidget.play import Session
from hexwidget.play.callbacks import giver
from hexwidget.play.game_lock import alone
from hexwidget.play.interrupts import hold_interrupts, interruptible, keep_waiting
from hexwidget.play.watchers import Watchers
from hexwidget.problems import visible
from hexwidget.widget.connections.messages import Said, Sentence

if TYPE_CHECKING:
    from hexwidget.widget.observers import Observer

MOST_CALLS = 1000
"""The most calls of observers after one change. Observers that change boards without end would never let the cell end."""
LONGEST_ERROR = 300

_waiting: dict[tuple[int, str], tuple[Observer, Any]] = {}
"""The observers to call, in this order, each with the first change that it waits with."""
_holding = 0
"""The number of blocks that hold observers back."""


@contextmanager
def observers_wait() -> Iterator[None]:
    """Call observers when the outermost of these blocks has ended, whether it fails or not. It runs under the global game lock.
    If an observer makes a change, the observers of that change are called after those of the first."""
    global _holding
    with hold_interrupts():
        _holding += 1
        try:
            yield
        finally:
            try:
                if _holding == 1 and _waiting:
                    give = giver()
                    _call_all() if give is None else give(_call_handed)
            finally:
                _holding -= 1


def call_later(observer: Observer, change: Any) -> None:
    """Call an observer of a change as soon as nothing holds observers back."""
    with observers_wait():
        _waiting.setdefault((id(observer), change["name"]), (observer, change))


@alone
def _call_handed() -> None:
    """Call all observers that wait, in the thread that they were handed over to."""
    with observers_wait():
        pass


def _call_all() -> None:
    """Call all observers that wait. An interrupt ends one of them; it is raised when the others have been called."""
    interrupt: BaseException | None = None
    calls = 0
    while _waiting:
        observer, first = _waiting.pop(next(iter(_waiting)))
        name, board = first["name"], observer.board
        now = getattr(board, name)
        if board.comm is None or _same(first["old"], now):  # the board is closed, or the trait is as it was
            continue
        calls += 1
        try:
            if calls > MOST_CALLS:
                _waiting.clear()
                what = f"observers have changed boards {MOST_CALLS:,} times in a row; the rest is left out"
                raise RecursionError(what)
            with interruptible():
                observer.call(type(first)({**first, "new": now}))
        except Exception as error:
            board._observer_called(observer, error)
        except BaseException as stop:  # the others are to know of the change, too
            interrupt = stop
            keep_waiting(stop)
        else:
            board._observer_called(observer, None)
    if interrupt is not None:
        raise interrupt


def _same(one: object, other: object) -> bool:
    try:
        return bool(one == other)
    except Exception:  # values that cannot be compared
        return one is other


class Failures:
    """The observers of a board whose last call failed, each with the error as a line."""

    def __init__(self) -> None:
        self._found: list[tuple[Observer, str]] = []

    def of(self, observer: object) -> str:
        """Return the error of an observer's last call as a line; "" if it succeeded."""
        return next((text for each, text in self._found if each == observer), "")

    def note(self, observer: Observer, error: Exception | None) -> None:
        """Note how the last call of an observer ended."""
        self.forget(observer)
        if error is not None:
            text = visible(f"{type(error).__name__}: {error} ({observer.name})")
            self._found.append((observer, text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}…"))

    def forget(self, observer: object) -> None:
        """Forget the failure of an observer."""
        self._found = [(each, text) for each, text in self._found if each != observer]

    def said(self, player: str | None) -> tuple[Said, ...]:
        """Return the sentences beside the board.

        :param player: the player who looks on: an observer may know more than they do. None: everything is said.
        """
        if not self._found:
            return ()
        lines = [text for _, text in self._found] if player is None else ["Python's output says why."]
        return (Said("An observer of this board failed", "wrong", tuple(Sentence(text, "", ()) for text in lines)),)


# ---------------------------------------------------------------- the boards of a session
class _Boards:
    """The boards that show a session."""

    def __init__(self, session: Session) -> None:
        self.watchers = Watchers()
        self.players: list[str] = []
        """The players whose own boards these are, one for each board."""
        self.stop = session.watch(observers_wait()(self.watchers.notify), kind="board")


_BOARDS: WeakKeyDictionary[Session, _Boards] = WeakKeyDictionary()


@alone
def follow(session: Session, show: Callable[[], None], player: str | None = None) -> Callable[[], None]:
    """Call a board's function after every change of a session, before the observers of any board. Return a function that ends
    it.

    :param player: the player whose own board it is
    """
    boards = _BOARDS.get(session)
    if boards is None:
        boards = _BOARDS[session] = _Boards(session)
    leave = boards.watchers.add(show, "board")
    own = [player] if player else []
    boards.players += own

    def stop() -> None:
        leave()
        while own:
            boards.players.remove(own.pop())
        if not boards.watchers.listeners and _BOARDS.get(session) is boards:
            boards.stop()
            del _BOARDS[session]

    return stop


def own_boards(session: Session) -> Counter[str]:
    """Return the number of boards of their own that the players of a session have."""
    return Counter(_BOARDS[session].players if session in _BOARDS else ())


def is_shown_elsewhere(session: Session) -> bool:
    """True if several boards show a session."""
    return session in _BOARDS and len(_BOARDS[session].watchers.listeners) > 1
