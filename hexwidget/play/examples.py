"""The worked examples of the rulebooks, as sessions."""

from __future__ import annotations

from hexwidget.files import scenario
from hexwidget.play.session import Session
from hexwidget.problems import InputError, unknown
from hexwidget.rules import ChanceOutcome
from hexwidget.systems.registry import system, system_names


def example(clause: str) -> Session:
    """Return the game of an example clause, at its start. Redo, or the timeline of a board, steps through it.

    :param clause: the id of an example clause: "D3.3"
    :raises InputError: if there is no such example, or it has no moves to play

    >>> session = example("D3.3")
    >>> after = session.redo()
    >>> print(session.step.text)
    red: 0202(2 cavalry)-0302
    """
    books = (system(name).rulebook for name in system_names())
    known = {each.id: each for book in books for each in book.values() if each.scenario}
    if clause not in known:
        what = f"{clause} is no example that can be played; examples are {', '.join(known)}"
        if not any(clause in system(name).rulebook for name in system_names()):
            what = unknown("example", clause, known)
        raise InputError("no example", what)
    told = known[clause]
    session = Session(scenario(told.scenario).position, rolls="ask")
    for text in told.actions:
        if session.position.chance is None:
            session.play(text)
        else:
            session.roll(ChanceOutcome(*text.split(": ", 1)).value)
    session.goto(0)
    return session
