"""A class that is kept somewhere: in a folder (`hexwidget.classroom.folder`), or in a database (`hexwidget.classroom.rows`).

Its texts have the names of a folder's files: ``class.json`` (the digests of its two links, and if it is over), ``links.json`` (the links' tokens),
``course.json``, and of each learner ``learner.json`` (the name, and the digests of the learner's links) and ``progress.json`` (see
`hexwidget.lessons.Progress`). Besides, each learner has a log (see `hexwidget.classroom.logbook`).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any, TypeVar

from hexwidget.jsontext import parse_json
from hexwidget.lessons import Course, Progress
from hexwidget.lessons.course import read_course
from hexwidget.problems import InputError, Problem, is_showable, shown
from hexwidget.table.keeping import TOKEN, digest

FORMAT = "hexwidget.class/1"
CLASS, LINKS, COURSE = "class.json", "links.json", "course.json"
LEARNER, PROGRESS, LOG = "learner.json", "progress.json", "log.jsonl"
LONGEST_NAME = 40
MOST_LEARNERS = 100
MOST_DOORS = 4
"""The most links of a learner: a further one takes the place of the oldest."""
PATHS = {"class": "/#join=", "teacher": "/wall#"}
"""The ends of the addresses of the two links of a class, before their tokens."""
CANNOT_OPEN = "this class cannot be opened"
NO_CLASS = "there is no class yet"


@dataclass(frozen=True)
class Learner:
    """A learner of a class.

    :param id: twelve hexadecimal digits
    :param name: as the learner has given it
    :param doors: the digests of the tokens of the learner's links, the oldest first
    :param user: the name of the learner's account in a hub; empty: they have come by a link
    """

    id: str
    name: str
    doors: tuple[str, ...] = ()
    user: str = ""


@dataclass(kw_only=True)
class KeptClass(ABC):
    """A class that is open.

    ``door`` and ``teacher`` are the digests of the tokens of the class's link and of the teacher's, ``tokens`` the tokens themselves; empty if
    they are not kept.
    """

    door: str = ""
    teacher: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    over: bool = False
    learners: dict[str, Learner] = field(default_factory=dict)

    # ------------------------------------------------------------------ where it is kept
    @property
    @abstractmethod
    def called(self) -> str:
        """The words for the place in messages."""

    @property
    def tables(self) -> Path | None:
        """The folder of the games of the class; None: it has no games."""
        return None

    @abstractmethod
    def read(self, name: str, learner: str = "") -> str | None:
        """Return a text of the class or of a learner, or None without one.

        :param name: of its file, such as "course.json"
        :raises InputError: if it cannot be read
        """

    @abstractmethod
    def write(self, name: str, text: str, learner: str = "") -> None:
        """Write a text, whole or not at all.

        :raises InputError: if that fails
        """

    @abstractmethod
    def ids(self) -> list[str]:
        """Return the learners who are kept."""

    @abstractmethod
    def lines(self, learner: str) -> list[str]:
        """Return the lines of a learner's log.

        :raises InputError: if they cannot be read
        """

    @abstractmethod
    def append(self, learner: str, number: int, line: str) -> None:
        """Add a line to a learner's log.

        :param number: of the line, from 0
        :raises InputError: if that fails
        """

    @abstractmethod
    def remove(self, learner: str) -> None:
        """Delete everything of a learner.

        :raises InputError: if that fails; the next start deletes the rest
        """

    @abstractmethod
    def progress(self, learner: str) -> Progress:
        """Return the progress of a learner.

        :raises InputError: if it cannot be read
        """

    # ------------------------------------------------------------------ the class
    def course(self, *, checked: bool = False) -> Course:
        """Read the course.

        :param checked: True to check that each exercise has an answer
        :raises InputError: listing everything wrong with it
        """
        return read_course(self.read(COURSE) or "", name=COURSE, checked=checked)

    def links(self, base: str) -> dict[str, str]:
        """Return the links whose tokens are kept: "class" and "teacher".

        :param base: the address of the server
        """
        return {name: f"{base}{PATHS[name]}{token}" for name, token in self.tokens.items()}

    def end(self, *, over: bool) -> None:
        """Note that the class is over, or goes on.

        :raises InputError: if that cannot be written
        """
        about = {"format": FORMAT, "class": self.door, "teacher": self.teacher, "over": over}
        self.write(CLASS, json.dumps(about) + "\n")
        self.over = over

    # ------------------------------------------------------------------ learners
    def admit(self, name: object, user: str = "") -> tuple[Learner, str]:
        """Let a learner in who is new. Return the learner, and the token of their link.

        :param name: the name that they give
        :param user: the name of their account in a hub, which gives them no link
        :raises InputError: in words for the learner, if the name is none or taken, or the class is full
        """
        title = "this name does not do"
        words = " ".join(name.split()) if isinstance(name, str) else ""
        if not is_showable(words, LONGEST_NAME, 1):
            what = f"give a name of 1 to {LONGEST_NAME} characters"
            raise InputError(title, [Problem("", what)])
        if any(each.name.casefold() == words.casefold() for each in self.learners.values()):
            what = (
                f"somebody is here as {words} already. If that is you, open your own link, or ask your teacher for a new one. "
                "If not, add a letter to your name"
            )
            raise InputError(title, [Problem("", what)])
        if len(self.learners) >= MOST_LEARNERS:
            raise InputError("the class is full", [Problem("", f"it has its {MOST_LEARNERS} learners")])
        token = token_urlsafe(TOKEN)
        learner = Learner(token_hex(6), words, () if user else (digest(token),), user)
        self._keep(learner)
        return learner, token

    def renew(self, learner: str, *, alone: bool) -> str:
        """Give a learner another link, and return its token.

        :param alone: True: the links before open nothing any more
        :raises InputError: if that cannot be written
        """
        token, known = token_urlsafe(TOKEN), self.learners[learner]
        kept = () if alone else known.doors[1 - MOST_DOORS :]
        self._keep(replace(known, doors=(*kept, digest(token))))
        return token

    def forget(self, learner: str) -> None:
        """Delete everything that is kept of a learner.

        :raises InputError: if a file cannot be deleted; the learner's links open nothing then, and the next start deletes the rest
        """
        self.learners.pop(learner, None)
        self.remove(learner)

    def text_of(self, learner: str, games: Sequence[Mapping[str, Any]] = ()) -> str:
        """Return everything that is kept of a learner, as a text in JSON. The digests of the links are left out.

        :param games: the learner's games, as the learner is told of them
        """
        log = []
        for line in self.lines(learner):
            with suppress(ValueError):  # the line of a kill
                log.append(parse_json(line))
        kept = parse_json(self.progress(learner).text)
        played = [{key: game[key] for key in ("title", "you", "against", "stage")} for game in games]
        found = {"name": self.learners[learner].name, "progress": kept, "log": log, "games": played}
        return json.dumps(found, ensure_ascii=False, indent=1)

    def _keep(self, learner: Learner) -> None:
        about = {"format": FORMAT, "name": learner.name, "doors": learner.doors}
        about |= {"user": learner.user} if learner.user else {}
        self.write(LEARNER, json.dumps(about, ensure_ascii=False) + "\n", learner.id)
        self.learners[learner.id] = learner

    # ------------------------------------------------------------------ opening
    def open(self) -> None:
        """Read the class.

        :raises InputError: if something cannot be read
        :raises TypeError, KeyError, ValueError: if it is something else
        """
        found = parse_json(str(self.read(CLASS)))
        if found["format"] != FORMAT:
            raise InputError(CANNOT_OPEN, [Problem(CLASS, f"expected {FORMAT}, not {shown(found['format'])}")])
        with suppress(InputError, ValueError, TypeError, KeyError):
            kept = parse_json(str(self.read(LINKS)))
            self.tokens = {each: kept[each] for each in PATHS if digest(kept[each]) == found[each]}
        self.door, self.teacher, self.over = str(found["class"]), str(found["teacher"]), bool(found["over"])
        for id in self.ids():
            about: Any = parse_json(str(self.read(LEARNER, id)))
            doors, user = tuple(map(str, about["doors"])), str(about.get("user", ""))
            self.learners[id] = Learner(id, str(about["name"]), doors, user)

    def renew_links(self) -> None:
        """Give the class and the teacher links that are new.

        :raises InputError: if they cannot be written
        """
        self.tokens = {each: token_urlsafe(TOKEN) for each in PATHS}
        self.door, self.teacher = (digest(self.tokens[each]) for each in ("class", "teacher"))
        self.write(LINKS, json.dumps({"format": FORMAT, **self.tokens}) + "\n")
        self.end(over=self.over)


Kept = TypeVar("Kept", bound=KeptClass)


def open_class(kept: Kept, course: Course | None = None, *, new_links: bool = False) -> Kept:
    """Open a class, or make one. Return it.

    :param course: of a new class; a class that is there has its own
    :param new_links: give the class and the teacher other links; those of learners stay
    :raises InputError: if a text cannot be read or written, there is no class and no course, or the class has another course
    """
    is_new = kept.read(CLASS) is None
    if is_new and course is None:
        what = "name its course: --course course.json, or --course plotted"
        raise InputError(NO_CLASS, [Problem(kept.called, what)])
    text = "" if course is None else course.document
    if is_new:
        kept.write(COURSE, text)
    else:
        try:
            kept.open()
        except (TypeError, KeyError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            where = f"{kept.called}, {CLASS}"
            raise InputError(CANNOT_OPEN, [Problem(where, "expected the digests of two links")]) from None
        if text and kept.course().document != text:
            raise other_course()
    if is_new or new_links:
        kept.renew_links()
    return kept


def other_course() -> InputError:
    """Return the error for a class that has another course."""
    what = "the class has another course: leave the course out, or name another folder"
    return InputError(CANNOT_OPEN, [Problem("course", what)])
