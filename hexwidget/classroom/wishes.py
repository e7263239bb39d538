"""The wishes of learners and of the teacher, beside what they do on boards.

A learner's wish is a message ``{"class": NAME}``. The teacher's is ``{"wall": NAME, ...}``: the others are the fields of a class below, which is
named after the wish.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, dataclass_transform

from hexwidget.english import words_of_class
from hexwidget.limits import Limits
from hexwidget.problems import Problems
from hexwidget.rules.hints import UNIQUE
from hexwidget.rules.values import read_value

CourseWish = Literal["file", "link", "forget"]
"""A wish of a learner: to download all data, to get another link, to delete all data."""
LeftOver = Literal["computer", "you", "out"]
"""The way of learners who are too few for a game: the computer takes the free seats, the teacher takes one, or the learners sit out."""
Learners = Annotated[tuple[str, ...], Limits(1), UNIQUE]
WISHES: dict[str, type[WallWish]] = {}
"""The wishes of the teacher by their names in messages."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class WallWish:
    """A wish of the teacher. A subclass is a dataclass of its arguments."""

    name: ClassVar[str]
    """The words for it in a message."""

    def __init_subclass__(cls) -> None:
        cls.name = words_of_class(cls.__name__.removesuffix("Wish"))
        WISHES[cls.name] = dataclass(frozen=True)(cls)


def read_wall_wish(content: object) -> WallWish | None:
    """Return the wish of a message; None if the message has no wish.

    >>> read_wall_wish({"wall": "open", "part": 2}), read_wall_wish({"wall": "open", "part": -1})
    (OpenWish(part=2), None)
    """
    entries, problems = dict(content) if isinstance(content, Mapping) else {}, Problems()
    name = entries.pop("wall", None)
    if not isinstance(name, str) or name not in WISHES:
        return None
    wish: WallWish = read_value("", entries, WISHES[name], problems)
    return None if problems.found else wish


class HintWish(WallWish):
    """Give a learner the next step of a hint."""

    learner: str


class NoteWish(WallWish):
    """Send a learner a sentence."""

    learner: str
    text: str


class NoteAllWish(WallWish):
    """Send all a sentence."""

    text: str


class ShowWish(WallWish):
    """Show all the position on a learner's board, without the name."""

    learner: str
    text: str


class HideWish(WallWish):
    """Show that no more."""


class OpenWish(WallWish):
    """Put all learners before a part of the course."""

    part: Annotated[int, Limits(0)]


class EndWish(WallWish):
    """End the class, or open it again."""

    over: bool


class EntranceWish(WallWish):
    """Open the door for learners who are new, by another code, or close it."""

    open: bool


class CodePictureWish(WallWish):
    """Draw the QR code of an address."""

    address: str


class LinkWish(WallWish):
    """Give a learner another link."""

    learner: str


class FileWish(WallWish):
    """Download the files of a learner."""

    learner: str


class FilesWish(WallWish):
    """Download the files of all learners."""


class ForgetWish(WallWish):
    """Delete all that is kept of a learner."""

    learner: str


class PairsWish(WallWish):
    """Let learners play each other."""

    learners: Learners
    start: str
    odd: LeftOver


class SimulWish(WallWish):
    """Play each of some learners."""

    learners: Learners
    start: str
    side: str


class EndGamesWish(WallWish):
    """End all games."""


class DeleteGamesWish(WallWish):
    """Delete all games."""
