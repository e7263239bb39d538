"""The files of a class.

A class is a folder: ``class.json`` (the digests of its two links, and if it is over), ``links.json`` (the links' tokens, readable by the owner
only), ``course.json``, and in ``learners`` a folder for each learner. That has ``learner.json`` (the name, and the digests of the learner's
links), ``progress.json`` (see `hexwidget.lessons.Progress`) and ``log.jsonl`` (see `hexwidget.classroom.logbook`). To delete a learner is to
delete that folder: nothing else in the class holds anything of a learner.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any

from hexwidget.files import write_whole
from hexwidget.files.disk import read_text, refused
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.jsontext import parse_json
from hexwidget.lessons import Course, Progress
from hexwidget.lessons.course import read_course
from hexwidget.problems import InputError, Problem, is_showable, shown
from hexwidget.table.keeping import MOST_BYTES, TOKEN, digest

FORMAT = "hexwidget.class/1"
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

    :param id: the name of the learner's folder
    :param name: as the learner has given it
    :param doors: the digests of the tokens of the learner's links, the oldest first
    :param user: the name of the learner's account in a hub; empty: they have come by a link
    """

    id: str
    name: str
    doors: tuple[str, ...] = ()
    user: str = ""


@dataclass
class ClassFolder:
    """The files of a class that is open.

    ``door`` and ``teacher`` are the digests of the tokens of the class's link and of the teacher's, ``tokens`` the tokens themselves; empty if
    their file is gone.
    """

    path: Path
    door: str
    teacher: str
    tokens: dict[str, str]
    over: bool = False
    learners: dict[str, Learner] = field(default_factory=dict)

    # ------------------------------------------------------------------ the class
    def course(self, *, checked: bool = False) -> Course:
        """Read the course.

        :param checked: True to check that each exercise has an answer
        :raises InputError: listing everything wrong with it
        """
        path = self.path / "course.json"
        return read_course(read_text(path, 4 * MOST_CHARACTERS), name=path.name, checked=checked)

    def links(self, base: str) -> dict[str, str]:
        """Return the links whose tokens are kept: "class" and "teacher".

        :param base: the address of the server
        """
        return {name: f"{base}{PATHS[name]}{token}" for name, token in self.tokens.items()}

    def end(self, *, over: bool) -> None:
        """Note that the class is over, or goes on.

        :raises InputError: if that cannot be written
        """
        _write_class(self.path, self.door, self.teacher, over=over)
        self.over = over

    # ------------------------------------------------------------------ learners
    def room_of(self, learner: str) -> Path:
        """Return the folder of a learner."""
        return self.path / "learners" / learner

    def progress(self, learner: str) -> Progress:
        """Return the progress of a learner.

        :raises InputError: if its file cannot be read
        """
        return Progress(self.room_of(learner) / "progress.json")

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
        self._write(learner)
        return learner, token

    def renew(self, learner: str, *, alone: bool) -> str:
        """Give a learner another link, and return its token.

        :param alone: True: the links before open nothing any more
        :raises InputError: if that cannot be written
        """
        token, known = token_urlsafe(TOKEN), self.learners[learner]
        kept = () if alone else known.doors[1 - MOST_DOORS :]
        self._write(replace(known, doors=(*kept, digest(token))))
        return token

    def forget(self, learner: str) -> None:
        """Delete everything that is kept of a learner.

        :raises InputError: if a file cannot be deleted; the learner's links open nothing then, and the next start deletes the rest
        """
        room = self.room_of(learner)
        self.learners.pop(learner, None)
        with refused(room, "deleted"):
            (room / "learner.json").unlink(missing_ok=True)  # first: without it the folder is nobody's
            shutil.rmtree(room)

    def text_of(self, learner: str) -> str:
        """Return everything that is kept of a learner, as a text in JSON. The digests of the links are left out."""
        room, log = self.room_of(learner), []
        with suppress(FileNotFoundError):
            for line in (room / "log.jsonl").read_text("utf-8").splitlines():
                with suppress(ValueError):  # the line of a kill
                    log.append(parse_json(line))
        kept = parse_json(self.progress(learner).text)
        return json.dumps(
            {"name": self.learners[learner].name, "progress": kept, "log": log}, ensure_ascii=False, indent=1
        )

    def _write(self, learner: Learner) -> None:
        room = self.room_of(learner.id)
        with refused(room, "made"):
            room.mkdir(parents=True, exist_ok=True)
        about = {"format": FORMAT, "name": learner.name, "doors": learner.doors}
        about |= {"user": learner.user} if learner.user else {}
        write_whole(room / "learner.json", json.dumps(about, ensure_ascii=False) + "\n")
        self.learners[learner.id] = learner


# ---------------------------------------------------------------------- opening
def open_class(folder: Path, course: Course | None = None, *, new_links: bool = False) -> ClassFolder:
    """Open the class of a folder, or make one.

    :param course: the course of a new class; a class that is there has its own
    :param new_links: give the class and the teacher other links; those of learners stay
    :raises InputError: if a file cannot be read or written, there is no class and no course, or the class has another course
    """
    path = folder / "class.json"
    if not path.exists() and course is None:
        raise InputError(NO_CLASS, [Problem(str(folder), "name its course: --course course.json, or --course plotted")])
    try:
        text = None if course is None else course.document
        found = _open(folder) if path.exists() else _make(folder, str(text))
        if text is not None and found.course().document != text:
            raise other_course()
    except (TypeError, KeyError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(CANNOT_OPEN, [Problem(str(path), "expected the digests of two links")]) from None
    if new_links:
        found.tokens = _new_links(folder, over=found.over)
        found.door, found.teacher = (digest(found.tokens[each]) for each in ("class", "teacher"))
    return found


def other_course() -> InputError:
    """Return the error for a class that has another course."""
    what = "the class has another course: leave the course out, or name another folder"
    return InputError(CANNOT_OPEN, [Problem("course", what)])


def _make(folder: Path, course: str) -> ClassFolder:
    with refused(folder, "made"):
        (folder / "learners").mkdir(parents=True, exist_ok=True)
    write_whole(folder / "course.json", course)
    tokens = _new_links(folder, over=False)
    return ClassFolder(folder, digest(tokens["class"]), digest(tokens["teacher"]), tokens)


def _new_links(folder: Path, *, over: bool) -> dict[str, str]:
    tokens = {each: token_urlsafe(TOKEN) for each in ("class", "teacher")}
    path = folder / "links.json"
    with refused(path, "written"):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))  # the permissions that its content will have
    write_whole(path, json.dumps({"format": FORMAT, **tokens}) + "\n")
    _write_class(folder, digest(tokens["class"]), digest(tokens["teacher"]), over=over)
    return tokens


def _write_class(folder: Path, door: str, teacher: str, *, over: bool) -> None:
    about = {"format": FORMAT, "class": door, "teacher": teacher, "over": over}
    write_whole(folder / "class.json", json.dumps(about) + "\n")


def _open(folder: Path) -> ClassFolder:
    found = parse_json(read_text(folder / "class.json", MOST_BYTES))
    if found["format"] != FORMAT:
        raise InputError(CANNOT_OPEN, [Problem("class.json", f"expected {FORMAT}, not {shown(found['format'])}")])
    tokens: dict[str, str] = {}
    with suppress(InputError, ValueError, TypeError, KeyError):
        kept = parse_json(read_text(folder / "links.json", MOST_BYTES))
        tokens = {each: kept[each] for each in ("class", "teacher") if digest(kept[each]) == found[each]}
    made = ClassFolder(folder, str(found["class"]), str(found["teacher"]), tokens, bool(found["over"]))
    for room in sorted((folder / "learners").glob("*")):
        path = room / "learner.json"
        if not path.exists():  # a deletion that a kill has cut short
            shutil.rmtree(room, ignore_errors=True)
            continue
        about: Any = parse_json(read_text(path, MOST_BYTES))
        doors, user = tuple(map(str, about["doors"])), str(about.get("user", ""))
        made.learners[room.name] = Learner(room.name, str(about["name"]), doors, user)
    return made
