"""A store in a folder: a file for each key. Files of lines are locked while they are open, and each line is on disk before it counts.

A hidden file beside lines names their writer, and one is their note. The server that holds the folder keeps the file ``.served`` locked, with
its address; a server of one thing alone does so with ``NAME.served``.

Processes of that server share its hold. They may outlive a server that was killed, so each write of theirs names its *term*, the number in
``.term``. The next server raises it, and what they write then is refused.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from glob import escape
from hashlib import blake2b
from pathlib import Path
from time import monotonic, sleep, time_ns
from typing import IO, Any, NamedTuple
from weakref import finalize

from hexwidget.files import disk
from hexwidget.files.entries import entries_text, read_entries
from hexwidget.problems import InputError
from hexwidget.store.lock_holder import Writer, write_anew
from hexwidget.store.store import MOST_BYTES, PRIVATE, JournalError, Lines, Store

try:
    import fcntl
except ImportError:  # pragma: no cover  (on Windows)
    fcntl = None  # type: ignore[assignment]  # a module, or None

LOCKS = hasattr(fcntl, "flock")
"""False on Windows, and in a browser, whose module is empty: there no other process shares the files."""
MODE = 0o600
"""The permissions of new lines: they hold what is hidden from players."""
SERVED = ".served"
"""The end of the names of the files that servers hold."""
TERM = ".term"
LET_GO, PAUSE = 2.0, 0.05
"""The seconds in which a write of an earlier server's process has to end, and those between two looks."""
TAKEN = "another server has taken the folder over"
FORMAT = "hexwidget.tables/1"
LONGEST_NOTE = 2_000
"""The most bytes of a note that are read."""


def lock_file(file: IO[bytes], *, shared: bool = False) -> bool:
    """Lock a file until it is closed. False if another process has it locked; some file systems have no locks.

    :param shared: True: others may lock it in the same way
    """
    if LOCKS:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass
    return True


def unlock(file: IO[bytes]) -> None:
    """Let others lock a file before it is closed. A process that is being started has a copy of it for a moment, and the lock would last as long."""
    if LOCKS:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


class FileLines(Lines):
    """The lines of a file.

    :param term: under which a process writes that shares the hold of a folder
    :raises JournalError: if no file can have this name
    """

    path: Path

    def __init__(self, path: disk.AnyPath, term: Term | None = None) -> None:
        try:
            self.path = disk.real(path)
        except ValueError as error:
            self.called = disk.path_text(path)
            raise self.error(f"it cannot be opened: {error}") from None
        self.called = disk.path_text(self.path)
        self._note = self.path.parent / f".{self.path.name}.checked"
        self._writer = Writer(self.path)
        self._made = False
        self._term = term
        self._changed = 0
        """The time of the file's last change by this writer, which no other writer gives it."""
        self._closing = finalize(self, self._writer.leave)

    def read(self, most: int) -> bytes | None:
        """Return the content of the file; see `Lines`."""
        return disk.read_bytes(self.path, most) if os.path.exists(self.path) else None

    def open(self, most: int) -> bytes:
        """Open and lock the file; see `Lines`."""
        with within(self._term):
            self._open_file()
            found = os.fstat(self._file.fileno())
            self._writer.sign(found.st_mode & 0o666)
        if found.st_size > most:
            raise self.error(f"it has more than {most:,} characters; name another file")
        self._file.seek(0)
        data = disk.available(self._file.read())
        self._stamp()
        return data

    def _open_file(self) -> None:
        """Open and lock the file, and note whether it is new.

        Between the two, another process may lock the file, write it or remove it: then the file is that process's.
        """
        # Opened for appending, so that existing lines cannot be overwritten.
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        while True:
            try:
                try:
                    self._file, self._made = self._open(flags | os.O_EXCL), True
                except FileExistsError:
                    self._file, self._made = self._open(flags), False
            except InputError as error:
                raise self.error("; ".join(problem.message for problem in error.problems)) from None
            # The file is closed when the lines are garbage-collected.
            self._closing = finalize(self, partial(_release, self._file, self._writer))
            self._lock(self._file)
            if _leads_to(self.path, self._file):
                self._made = self._made and not os.fstat(self._file.fileno()).st_size
                return
            self._closing()

    def _open(self, flags: int) -> IO[bytes]:
        """Open the file, unbuffered, so that no part of a refused line is written later."""
        return os.fdopen(disk.open_regular(self.path, flags, MODE), "a+b", buffering=0)

    def _lock(self, file: IO[bytes]) -> None:
        if not lock_file(file) and self._term is None:  # else the process that has it may write no more
            raise self.error(f"{self._writer.who()} is writing it; give this session a file of its own")

    def _stamp(self) -> None:
        """Give the file a time of change that no other writer gives it: the system's own are the same for some milliseconds."""
        if os.utime in os.supports_fd:
            with suppress(OSError):  # the file is somebody else's
                os.utime(self._file.fileno(), ns=(time_ns(), time_ns()))
        self._changed = os.fstat(self._file.fileno()).st_mtime_ns

    def write(self, data: bytes, number: int) -> None:
        """Add lines; see `Lines`."""
        with within(self._term):
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
            if not number:
                disk.flush_folder(self.path.parent)
            self._stamp()

    def cut(self, size: int, number: int, after: int, end: bytes = b"") -> None:
        """Keep the first lines alone; see `Lines`."""
        with within(self._term):
            if not self._file.closed and os.fstat(self._file.fileno()).st_size <= after:
                os.ftruncate(self._file.fileno(), size)
                self._file.write(end)
                os.fsync(self._file.fileno())  # else parts of a torn line may show again after the next one
                self._stamp()

    def check(self, size: int, digest: str) -> None:
        """Check that the path still leads to the file, and that nothing else has changed it; see `Lines`."""
        if self._file.closed:
            raise self.error("another session has taken it over, or it was closed")
        try:
            if not _leads_to(self.path, self._file):
                raise self.error("another file has been put in its place")
        except OSError as error:
            raise self.error(f"it is gone ({error.strerror})") from None
        found = os.fstat(self._file.fileno())
        if found.st_size < size:
            raise self.error("something else has cut it short")
        if found.st_size > size:
            raise self.error("something else has written to it")
        if found.st_mtime_ns != self._changed:  # else nobody has touched it
            self._file.seek(0)
            if blake2b(disk.available(self._file.read())).hexdigest() != digest:
                raise self.error("something else has changed lines in it")
            self._stamp()

    def note(self) -> str:
        """Return the note beside the file; see `Lines`."""
        with suppress(OSError, InputError):
            return disk.read_text(self._note, LONGEST_NOTE)
        return ""

    def write_note(self, text: str) -> None:
        """Write a note beside the file; see `Lines`."""
        write_anew(self._note, text, MODE)

    def close(self) -> None:
        """Close the file, and release its lock."""
        self._closing()
        self._file.close()  # an exception may have kept an earlier call from it

    def discard(self, size: int) -> None:
        """Close the file, and remove it if it is new; see `Lines`."""
        with suppress(OSError, JournalError):
            if self._made:
                self._lock(self._file)  # else another process may have it, and has written nothing yet
            ours = self._made and _leads_to(self.path, self._file)
            ours = ours and os.fstat(self._file.fileno()).st_size <= size
            if not LOCKS:  # Windows removes no open file
                self._closing()
            if ours:
                self.path.unlink()
        self._closing()

    def leave_to_parent(self) -> None:
        """Close the file in a forked process, so that it neither writes it nor keeps it locked."""
        self._closing.detach()
        self._file.close()

    def writer(self) -> str | None:
        """Return the name of the program that has the file open, or None."""
        if self.path.is_file():
            with os.fdopen(disk.open_regular(self.path, os.O_RDONLY), "rb") as file:
                return self._writer.who() if _is_locked(file) else None
        return None


def _leads_to(path: Path, file: IO[bytes]) -> bool:
    """True if a path leads to an open file.

    :raises OSError: if it leads nowhere
    """
    return os.path.samestat(os.stat(path), os.fstat(file.fileno()))


def _is_locked(file: IO[bytes]) -> bool:
    """True if another opening of a file has its lock."""
    free = lock_file(file, shared=True)
    unlock(file)
    return not free


def _release(file: IO[bytes], writer: Writer) -> None:
    try:
        writer.leave()
    finally:
        unlock(file)
        file.close()


# ---------------------------------------------------------------------- terms
class Term(NamedTuple):
    """A term of the server that holds a folder.

    :param file: the file with the number of the present one
    """

    file: Path
    number: int


@contextmanager
def within(term: Term | None) -> Iterator[None]:
    """Write in a folder within a block, and let no other server begin meanwhile.

    :param term: None: this process holds the folder, or needs no hold
    :raises InputError: if another server has begun since
    """
    if term is None or not LOCKS:
        yield
        return
    with disk.disk_errors(term.file, "read"):
        file = term.file.open("rb")
    with file:
        with suppress(OSError):  # some file systems have no locks
            fcntl.flock(file, fcntl.LOCK_SH)
        if _number(file) != term.number:
            raise InputError(f"{disk.path_text(term.file.parent)} cannot be written", TAKEN)
        yield


def _next_term(path: Path) -> Term:
    """Begin the next term, once no process writes under the one before.

    :raises InputError: if one goes on to write
    """
    until = monotonic() + LET_GO
    with disk.disk_errors(path, "written"), os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b") as file:
        while not lock_file(file):
            if monotonic() > until:
                raise InputError("", "a process of the server before is still writing: end it first")
            sleep(PAUSE)
        number = _number(file) + 1
        file.seek(0)
        file.write(str(number).encode())  # over the one before, which is not longer: a kill leaves one of the two
        file.flush()
        return Term(path, number)


def _number(file: IO[bytes]) -> int:
    text = file.read(LONGEST_NOTE)
    return int(text) if text.isdigit() else 0


# ---------------------------------------------------------------------- the store
@dataclass(frozen=True)
class _Server:
    """The entries of the file of a hold."""

    address: str


class Folder(Store):
    """A folder of texts and lines. A copy for another process shares the hold of this one.

    :param term: under which that process writes
    """

    def __init__(self, path: Path, term: Term | None = None) -> None:
        self.path = path
        self._term, self._held = term, term

    def __reduce__(self) -> tuple[Any, ...]:
        return Folder, (self.path, self._held)

    def __str__(self) -> str:
        return str(self.path)

    def _file(self, key: str) -> Path:
        """Return the file of a key.

        :raises InputError: if it would lie elsewhere
        """
        if key.startswith("/") or ".." in key.split("/"):
            raise InputError(f"{key!r} cannot be used", "no file of this folder can have this name")
        return self.path / key

    def below(self, prefix: str) -> Folder:
        """Return a folder in this one; see `Store`."""
        part = Folder(self._file(prefix), self._term)
        part._held = self._held
        return part

    def called(self, key: str) -> str:
        """Return the path of a file."""
        return repr(str(self.path / key))

    def read(self, key: str, most: int = MOST_BYTES) -> str | None:
        """Return the text of a file; see `Store`."""
        path = self._file(key)
        return disk.read_text(path, most) if os.path.lexists(path) else None

    def write(self, key: str, text: str, *, held: bool = False) -> None:
        """Write a file; see `Store`."""
        path = self._file(key)
        with within(self._term):
            with disk.disk_errors(path, "written"):
                path.parent.mkdir(parents=True, exist_ok=True)
                if key.endswith(PRIVATE):  # the file has the permissions that its content will have
                    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, MODE))
            disk.write_whole(path, text)

    def remove(self, key: str) -> None:
        """Remove a file, and what stands beside it; see `Store`."""
        path = self._file(key)
        with within(self._term), disk.disk_errors(path, "removed"):
            for each in (path, *_beside(path)):
                each.unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove the folder; see `Store`."""
        with within(self._term), disk.disk_errors(self.path, "removed"), suppress(FileNotFoundError):
            shutil.rmtree(self.path)

    def rename(self, key: str, to: str) -> None:
        """Move a file; see `Store`."""
        path, target = self._file(key), self._file(to)
        with within(self._term), disk.disk_errors(path, "moved"):
            target.parent.mkdir(exist_ok=True)
            os.replace(path, target)
            for each in _beside(path):
                each.unlink(missing_ok=True)

    def names(self, prefix: str = "", *, hidden: bool = False) -> list[str]:
        """Return the keys of files; see `Store`."""
        files = (path for path in self._file(prefix.rpartition("/")[0]).rglob("*") if path.is_file())
        shown = (path for path in files if hidden or not (path.name.startswith(".") or path.name.endswith(SERVED)))
        return sorted(key for path in shown if (key := path.relative_to(self.path).as_posix()).startswith(prefix))

    def claim(self, key: str) -> bool:
        """True if no file begins so; see `Store`."""
        path = self._file(key)
        return not any(path.parent.glob(f"{escape(path.name)}.*")) and not path.exists()

    def lines(self, key: str) -> FileLines:
        """Return the lines of a file; see `Store`."""
        return FileLines(self._file(key), self._term)

    # ------------------------------------------------------------------ servers
    @contextmanager
    def hold(self, key: str = "", address: str = "") -> Iterator[Folder]:
        """Keep other servers out of the folder within a block; a missing folder is made. If that fails, nothing new is left behind.

        :param key: the name of one thing that is served alone; empty: all
        :param address: of the server for this machine, which the lock tells
        :raises InputError: if it cannot be written, or another process serves it
        """
        with disk.made_folder(self.path):
            path = self.path / f"{key}{SERVED}"
            with disk.disk_errors(self.path, "used"):
                lock = path.open("ab", buffering=0)
            with lock:
                if not lock_file(lock) and not key:  # the lock of its lines decides about one thing
                    raise self._served_error()
                with disk.disk_errors(path, "written"):
                    lock.truncate(0)
                    lock.write(entries_text(_Server(address), FORMAT).encode())
                try:
                    self._held = None if key else _next_term(self.path / TERM)
                    yield self
                finally:
                    self._held = None
                    with suppress(OSError):
                        if key:
                            path.unlink()
                        elif {each.name for each in self.path.iterdir()} <= {SERVED, TERM}:
                            for each in (path, self.path / TERM):
                                each.unlink()
                    unlock(lock)

    def check_free(self) -> None:
        """Check that no process serves the folder.

        :raises InputError: if one does
        """
        if self.is_held():
            raise self._served_error()

    def _served_error(self) -> InputError:
        what = "another process serves all that is in it: end that server, or name another folder"
        return InputError(f"the folder {str(self.path)!r} is served already", what)

    def is_held(self, key: str = "") -> bool:
        """True if a process holds the folder, or one thing in it."""
        with suppress(OSError), (self.path / f"{key}{SERVED}").open("rb") as file:
            return _is_locked(file)
        return False

    def address(self, key: str = "") -> str | None:
        """Return the address of the server that holds the folder, or held it last; None if it is not known."""
        with suppress(InputError):
            return read_entries(_Server, disk.read_text(self.path / f"{key}{SERVED}", MOST_BYTES), "", FORMAT).address
        return None


def _beside(path: Path) -> list[Path]:
    """Return the files that may stand beside lines."""
    return [path.parent / f".{path.name}.{each}" for each in ("checked", "writer")]
