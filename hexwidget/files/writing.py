"""Files that are written completely or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hexwidget.problems import InputError, Problem


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a temporary file, then move it to a path. Return the path.

    :raises InputError: if it cannot be written; an earlier file is still there
    """
    target = Path(path)
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _let_others_read(name)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except (OSError, ValueError) as error:  # a ValueError for a bad name, or a text that cannot be encoded
        what = getattr(error, "strerror", None) or str(error)
        if not target.parent.is_dir():
            what = f"there is no folder {str(target.parent)!r}: make it first"
        raise InputError(f"{str(target)!r} cannot be written", [Problem("", what)]) from None
    return target


def _let_others_read(name: str) -> None:
    """Give a temporary file, which only its owner may read, the usual permissions."""
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(name, 0o666 & ~mask)
