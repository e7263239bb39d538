"""Saving and loading by path: scenarios, replays and courses."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwidget.files import Scenario, read_scenario, scenarios, write_scenario
from hexwidget.files.disk import disk_errors, path_text, read_bytes, write_whole
from hexwidget.files.formats import Document, reader_of
from hexwidget.files.replay import MOST_CHARACTERS, MOST_STEPS, Replay, is_replay, read_replay, text_of
from hexwidget.play.interrupts import hold_interrupts
from hexwidget.play.session import Session
from hexwidget.problems import InputError, mismatch
from hexwidget.rules import Position
from hexwidget.store.journal import writer_of

if TYPE_CHECKING:
    from hexwidget.lessons import Course


def save(thing: Position | Scenario | Session | Course | Any, path: str | os.PathLike[str]) -> Path:
    """Save a position or scenario as a scenario file, a session (also that of a board) as a replay, or a course. Return the path.

    The file is written completely or not at all.

    :raises InputError: if it is something else, or the file cannot be written
    """
    thing = getattr(thing, "session", thing)
    if isinstance(thing, Position):
        thing = Scenario(thing.system.name, getattr(thing, "title", ""), "", thing)
    if isinstance(thing, Scenario):
        text = write_scenario(thing)
    elif isinstance(thing, Session):
        text = thing.to_replay()
        if len(text) > MOST_CHARACTERS or len(thing.steps) >= MOST_STEPS:
            why = f"a replay holds {MOST_STEPS:,} lines and {MOST_CHARACTERS:,} characters: fork the session further on"
            raise InputError("this game is too long", why)
    elif isinstance(thing, Document):
        text = thing.document
    else:
        raise mismatch("this cannot be saved", "a position, a scenario, a session, a board or a course", thing)
    if writer := writer_of(path):
        why = f"{writer} keeps its journal there, step by step; name another file"
        raise InputError(f"{path_text(path)} cannot be written", why)
    with hold_interrupts():
        return write_whole(path, text)


def load(path: str | os.PathLike[str], *, salvage: bool = False) -> Scenario | Session | Course:
    """Load a scenario file as a `Scenario`, a replay as a `Session`, at the step where it was left, or a course as a `Course`.

    :param salvage: load the steps of a damaged replay before the damage
    :raises InputError: naming the line or entry that cannot be read, and why
    """
    text = _read(path)
    if is_replay(text):
        return Session.from_replay(read_replay(text, salvage=salvage), salvage=salvage)
    return (reader_of(text) or read_scenario)(text)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of playing a replay again. True in a condition if every step led where the file says.

    ``steps``: the number of sound steps; ``problem``: the first problem found; ``torn``: a last line that was cut off.
    """

    steps: int
    problem: str | None
    torn: str | None

    def __bool__(self) -> bool:
        return self.problem is None

    def __str__(self) -> str:
        parts = [f"{self.steps} steps played again", self.problem or "each led where the file says"]
        return "; ".join([*parts, *(["the last line is torn"] if self.torn is not None else [])])


def verify(path: str | os.PathLike[str]) -> Verification:
    """Play a replay again, and compare every position with the file.

    :raises InputError: if the file, or its first line, cannot be read
    """
    text = _read(path)
    try:
        replay: Replay = read_replay(text)
        problem = replay.cut or None
    except InputError as error:
        replay = read_replay(text, salvage=True)
        problem = str(error.problems[0])
    try:
        session = Session.from_replay(replay)
    except InputError as error:
        session = Session.from_replay(replay, salvage=True)
        problem = str(error.problems[0])
    return Verification(len(session.steps) - 1, problem, replay.torn)


def _read(path: str | os.PathLike[str]) -> str:
    with disk_errors(path, "read"):
        name = str(path)
        if not os.path.exists(path) and name in scenarios():
            what = f"no file has this name, but a scenario does: hw.scenario({name!r}), or 'hexwidget show {name}' in a shell"
            raise InputError("", what)
        return text_of(read_bytes(path, 4 * MOST_CHARACTERS))  # a character takes up to four bytes
