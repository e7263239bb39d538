"""Files by path: read within bounds, and written completely or not at all.

Only regular files are opened: a pipe would block for ever, and a device has no end. An error of the operating system
becomes an `InputError` that names the path.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EAGAIN
from glob import escape
from pathlib import Path
from time import time

from hexwidget.problems import InputError

AnyPath = str | os.PathLike[str]
_NOT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_PART = ".hexwidget-part"
"""The ending of a file that is not complete yet."""
_STALE = 3600
"""The seconds after which such a file belongs to a process that was killed."""
_LONGEST_PREFIX = 40
"""The most characters of its name that come from the complete file: names of files are limited."""


def read_bytes(path: AnyPath, most: int) -> bytes:
    """Return the content of a regular file.

    :param most: the most bytes
    :raises InputError: if it cannot be read, or holds more
    """
    with disk_errors(path, "read"), os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        # One byte more: the file may have grown.
        data = available(file.read(size + 1)) if size <= most else b""
        if max(size, len(data)) > most:
            raise InputError("", f"it has more than {most:,} bytes")
    return data


def read_text(path: AnyPath, most: int) -> str:
    """Return the text of a regular file in UTF-8, without a byte order mark.

    :param most: the most bytes
    :raises InputError: if it cannot be read, or holds more
    """
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path_text(path)} cannot be read", "not UTF-8", f"byte {error.start}") from None


def write_whole(path: AnyPath, content: str | bytes) -> Path:
    """Write a file beside a path, then move it there. Return the path.

    A file that it replaces keeps its permissions. A link stays, and the file that it leads to is replaced.

    :raises InputError: if it cannot be written; an earlier file is still there
    """
    with disk_errors(path, "written"):
        data = content.encode("utf-8") if isinstance(content, str) else content
        target = real(path)
        mode = _mode_of(target)
        start = f".{target.name[:_LONGEST_PREFIX]}."
        _remove_stale(target.parent, start)
        handle, part = tempfile.mkstemp(dir=target.parent, prefix=start, suffix=_PART)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(part, mode)
            os.replace(part, target)
        except BaseException:
            with suppress(FileNotFoundError):  # it has been moved already
                os.unlink(part)
            raise
        flush_folder(target.parent)
    return Path(path)


def available(data: bytes | None) -> bytes:
    """Return the bytes that were read from a file.

    :raises OSError: if it is None: the file would have kept the reader waiting
    """
    if data is None:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
    return data


def open_regular(path: AnyPath, flags: int, mode: int = 0o666) -> int:
    """Open a regular file, or make one if the flags say so. Return its descriptor.

    :raises OSError: if the system refuses
    :raises InputError: if it is something else than a file
    """
    with suppress(FileNotFoundError):
        _check_regular(path, os.stat(path).st_mode)
    handle = os.open(path, flags | _NOT_WAITING, mode)
    try:
        _check_regular(path, os.fstat(handle).st_mode)  # something else may have come there meanwhile
    except BaseException:
        os.close(handle)
        raise
    return handle


def real(path: AnyPath) -> Path:
    """Return the path that links lead to, absolute."""
    return Path(os.path.realpath(path))


def flush_folder(folder: Path) -> None:
    """Flush a folder, so that the names of its files are on disk."""
    with suppress(OSError):  # some systems cannot open folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def disk_errors(path: AnyPath, done: str) -> Iterator[None]:
    """Turn an error of the operating system into an `InputError` that names the path.

    :param done: the verb for the failed task: "read", "written"
    """
    try:
        yield
    except InputError as error:
        raise InputError(f"{path_text(path)} cannot be {done}", error.problems) from None
    except (
        OSError,
        ValueError,
    ) as error:  # a ValueError for a name that no file can have, or a text that cannot be encoded
        raise InputError(f"{path_text(path)} cannot be {done}", why(path, error, done)) from None


@contextmanager
def made_folder(folder: Path) -> Iterator[None]:
    """Make a folder, and those above it, for a block. At its end, folders that were made and hold nothing are taken away.

    :raises InputError: if there can be no such folder
    """
    above = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        with disk_errors(folder, "used"):
            if folder.exists() and not folder.is_dir():
                raise InputError("", "it is a file, not a folder")
            folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        with suppress(OSError):  # the folder holds something
            for each in above:
                each.rmdir()


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give a folder to write within a block. At its end it becomes the folder that is asked for; else nothing of it is left.

    :raises InputError: if that folder is there, or cannot be written
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{str(folder)!r} cannot be written", "it is there already; name a new folder")
    with disk_errors(folder, "written"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name[:_LONGEST_PREFIX]}.", dir=folder.parent))
    try:
        yield part
        with disk_errors(folder, "written"):
            os.replace(part, folder)  # an empty folder is replaced
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def why(path: AnyPath, error: Exception, done: str = "written") -> str:
    """Return the reason of an operating system's error in words. The remedy for a missing folder helps only a writer."""
    if isinstance(error, FileNotFoundError) and done == "written":
        folder = Path(path).parent
        if not folder.is_dir():
            return f"there is no folder {str(folder)!r}: make it first"
    return getattr(error, "strerror", None) or str(error)


def path_text(path: AnyPath) -> str:
    """Return a path as errors name it."""
    return repr(str(path))


def _check_regular(path: AnyPath, mode: int) -> None:
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "a pipe, a device or the like"
        raise InputError(f"{path_text(path)} cannot be used", f"it is {what}, not a file")


def _mode_of(target: Path) -> int:
    """The permissions of a file before it is replaced; for a new file the usual ones."""
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    _check_regular(target, mode)
    return stat.S_IMODE(mode)


def _remove_stale(folder: Path, start: str) -> None:
    """Remove the incomplete files that killed processes have left. `tempfile` puts eight characters into their names."""
    for part in folder.glob(f"{escape(start)}{'[a-z0-9_]' * 8}{_PART}"):
        with suppress(OSError):
            if time() - part.lstat().st_mtime > _STALE:
                part.unlink()
