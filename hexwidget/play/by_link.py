"""Play by link: after each turn the game goes to the next player as a message, without a server."""

from __future__ import annotations

from hexwidget.english import capital
from hexwidget.play.links import link
from hexwidget.play.session import Session
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Position


def turn_message(session: Session, address: str = "") -> str:
    """Return a message to the player who is to act: the last action, whose turn it is, and the game as a link. The link leaves out
    branches and the steps that were taken back.

    :param address: of a page that plays links; without one, the message is a cell of a notebook
    :raises InputError: if the game hides things from players, or does not fit in a link

    >>> session = Session("rondel/inland-sea", seed=1)
    >>> _ = session.play("wheel 1")
    >>> print(turn_message(session, "https://site.example/play.html")[:113])
    Romans played turn the wheel by 1, to gold. Round 1: Greeks move their marker
    https://site.example/play.html#hw1.
    """
    if hides(session.position):
        what = "it hides things from players, and a link shows them to everybody: `hexwidget serve` and `hw.Table` keep them"
        raise InputError("this game cannot be played by link", [Problem("", what)])
    told, game = f"{_last_played(session)}{session.position.system.stage(session.position)}", link(session.so_far())
    return f"{told}\n{address}#{game}" if address else f'# {told}\nhw.Board(hw.open_link("{game}"))'


def hides(position: Position) -> bool:
    """True if a player or a spectator sees less than the whole position."""
    return position.system.hides and any(
        position.observe(player).seen != position for player in (None, *position.players)
    )


def _last_played(session: Session) -> str:
    """Return the last action in words, as a sentence; empty at the start."""
    for step in reversed(session.line[: session.step.depth + 1]):
        before = session.before(step)
        if step.action is not None and before is not None:
            return (
                f"{capital(step.action.player)} played {step.position.system.in_words(before.position, step.action)}. "
            )
    return ""
