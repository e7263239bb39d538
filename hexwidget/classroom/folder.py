"""The files of a class.

A class is a folder: ``class.json`` (the digests of its two links, and if it is over), ``links.json`` (the links' tokens, readable by the owner
only), ``course.json``, and in ``learners`` a folder for each learner. That has ``learner.json`` (the name, and the digests of the learner's
links), ``progress.json`` (see `hexwidget.lessons.Progress`) and ``log.jsonl`` (see `hexwidget.classroom.logbook`). To delete a learner is to
delete that folder, and the learner's games in ``tables`` (see `hexwidget.classroom.games`): nothing else in the class holds anything of a learner.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hexwidget.classroom.kept import LEARNER, LINKS, LOG, PROGRESS, KeptClass
from hexwidget.files import write_whole
from hexwidget.files.disk import read_text, refused
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.lessons import Progress


@dataclass
class ClassFolder(KeptClass):
    """A class in a folder."""

    path: Path

    @property
    def called(self) -> str:
        """The path of the folder."""
        return str(self.path)

    @property
    def tables(self) -> Path:
        """The folder of the games of the class."""
        return self.path / "tables"

    def read(self, name: str, learner: str = "") -> str | None:
        """Return a text of the class or of a learner, or None without one; see `KeptClass`."""
        path = self._file(name, learner)
        return read_text(path, 4 * MOST_CHARACTERS) if path.exists() else None

    def write(self, name: str, text: str, learner: str = "") -> None:
        """Write a text, whole or not at all; see `KeptClass`."""
        path = self._file(name, learner)
        with refused(path, "written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            if name == LINKS:
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))  # the permissions that its content will have
        write_whole(path, text)

    def ids(self) -> list[str]:
        """Return the learners who are kept; see `KeptClass`."""
        rooms = sorted((self.path / "learners").glob("*"))
        for room in rooms:
            if not (room / LEARNER).exists():  # a deletion that a kill has cut short
                shutil.rmtree(room, ignore_errors=True)
        return [room.name for room in rooms if room.exists()]

    def lines(self, learner: str) -> list[str]:
        """Return the lines of a learner's log; see `KeptClass`."""
        path = self._file(LOG, learner)
        with refused(path, "read"), suppress(FileNotFoundError):
            return path.read_text("utf-8").splitlines()
        return []

    def append(self, learner: str, number: int, line: str) -> None:
        """Add a line to a learner's log; see `KeptClass`."""
        path = self._file(LOG, learner)
        with refused(path, "written"), path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def remove(self, learner: str) -> None:
        """Delete everything of a learner; see `KeptClass`."""
        with refused(self.room_of(learner), "deleted"):
            self._file(LEARNER, learner).unlink(missing_ok=True)  # first: without it the folder is nobody's
            shutil.rmtree(self.room_of(learner))

    def progress(self, learner: str) -> Progress:
        """Return the progress of a learner; see `KeptClass`."""
        return Progress(self._file(PROGRESS, learner))

    def room_of(self, learner: str) -> Path:
        """Return the folder of a learner."""
        return self.path / "learners" / learner

    def _file(self, name: str, learner: str) -> Path:
        return (self.room_of(learner) if learner else self.path) / name
