"""A store: texts and lines by key. Tables, classes and sessions say which keys exist, and what stands there.

A key is a path of names with "/" between them. The names of one thing begin alike up to the first dot: who holds ``tables/duel`` may write
``tables/duel.game.json`` and ``tables/duel.2.jsonl``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from hexwidget.problems import InputError

SCHEMES = ("postgresql://", "postgres://")
"""The beginnings of the addresses of databases."""
MOST_BYTES = 100_000
"""The most bytes of a small text."""
PRIVATE = ("link.json", "links.json", "entrance.json", ".jsonl")
"""The ends of the keys that only the owner of the server may read: tokens, codes and journals."""


class JournalError(InputError):
    """A journal cannot be opened or written. Nothing was played."""


class AwayError(InputError):
    """The store does not answer now. It may be back in a moment.

    Viewers read its words, so they do not say where that place is.

    :param reason: the reason, for the owner of the server
    """

    def __init__(self, reason: str = "") -> None:
        what = "what was played is safe there; this page goes on by itself when it is back"
        super().__init__("the database of the tables does not answer", what)
        self.reason = reason


class ElsewhereError(InputError):
    """Another server holds the table.

    :param address: of that server, for this machine; empty: it cannot be reached from here
    :param is_stalled: returns True once that server gives no sign
    """

    def __init__(self, name: str, address: str, is_stalled: Callable[[], bool] = lambda: False) -> None:
        super().__init__(f"the table {name!r} is open elsewhere", "another server has it; try again in a moment")
        self.address: str = address
        self.is_stalled: Callable[[], bool] = is_stalled


class Lines(ABC):
    """The lines of one key, for one writer."""

    path: Path | None = None
    """Their file; None: they are kept elsewhere."""
    called: str
    """Their name, for errors."""

    @abstractmethod
    def read(self, most: int) -> bytes | None:
        """Return the lines as they are now, or None without any. They need not be open.

        :param most: the most bytes
        :raises InputError: if they cannot be read
        """

    @abstractmethod
    def open(self, most: int) -> bytes:
        """Keep other writers out, and return the lines.

        :raises JournalError: if another process writes them, or there are more bytes
        :raises OSError: if the system refuses
        """

    @abstractmethod
    def write(self, data: bytes, number: int) -> None:
        """Add lines, so that a loss of power keeps them.

        :param number: of the lines before them
        :raises OSError, InputError: if that fails
        """

    @abstractmethod
    def cut(self, size: int, number: int, after: int, end: bytes = b"") -> None:
        """Keep the first lines alone, unless something else has written since.

        :param size: their bytes
        :param number: their number
        :param after: the bytes with the lines that are taken away
        :param end: what the last of them lacks
        :raises OSError, InputError: if that fails
        """

    @abstractmethod
    def check(self, size: int, digest: str) -> None:
        """Check that only this writer has changed the lines.

        :param size: their bytes
        :param digest: of these bytes, by BLAKE2b
        :raises JournalError: if something else has
        :raises OSError: if the system refuses
        """

    @abstractmethod
    def note(self) -> str:
        """Return the note beside the lines; empty without one."""

    @abstractmethod
    def write_note(self, text: str) -> None:
        """Write a note beside the lines. A failure leaves the lines without a note."""

    @abstractmethod
    def close(self) -> None:
        """Let other writers have the lines."""

    @abstractmethod
    def discard(self, size: int) -> None:
        """Close the lines, and remove them if this writer has begun them, and nothing else has added any.

        :param size: the most bytes that this writer has written
        """

    def error(self, why: str) -> JournalError:
        """Return an error that names the lines."""
        return JournalError(f"the journal {self.called} cannot be used", why)


class Store(ABC):
    """A place that keeps texts and lines by key."""

    @abstractmethod
    def below(self, prefix: str) -> Store:
        """Return the part of the store whose keys begin so.

        :param prefix: it ends with "/"
        """

    @abstractmethod
    def __str__(self) -> str:
        """The name of the store."""

    @abstractmethod
    def called(self, key: str) -> str:
        """Return the name of a text for errors."""

    @abstractmethod
    def read(self, key: str, most: int = MOST_BYTES) -> str | None:
        """Return a text, or None without one.

        :param most: the most bytes
        :raises InputError: if it cannot be read
        """

    @abstractmethod
    def write(self, key: str, text: str, *, held: bool = False) -> None:
        """Write a text, whole or not at all.

        :param held: True: only the server that holds the key may write it
        :raises InputError: if that fails; then all is as it was before
        """

    @abstractmethod
    def remove(self, key: str) -> None:
        """Remove a text or lines, if they are there.

        :raises InputError: if that fails
        """

    @abstractmethod
    def clear(self) -> None:
        """Remove everything.

        :raises InputError: if that fails
        """

    @abstractmethod
    def rename(self, key: str, to: str) -> None:
        """Give lines another key.

        :raises InputError: if that fails
        """

    @abstractmethod
    def names(self, prefix: str = "", *, hidden: bool = False) -> list[str]:
        """Return the keys that begin so, in order.

        :param hidden: True: with the keys of notes, and of texts that a kill has left

        :raises InputError: if they cannot be read
        """

    @abstractmethod
    def lines(self, key: str) -> Lines:
        """Return the lines of a key, not open yet."""

    def write_lines(self, key: str, text: str) -> None:
        """Write lines that are not there yet, and that nobody has open: a copy.

        :raises InputError: if that fails
        """
        self.write(key, text)

    @abstractmethod
    def claim(self, key: str) -> bool:
        """Claim a name for new keys. Return False if there are keys that begin with it and a dot, or somebody else has claimed it."""

    def revoke(self, key: str) -> None:  # noqa: B027  (most stores have nothing to do)
        """Let the holder of a key write nothing more. In a folder there is one server, which has let go of it."""

    def changing(self, key: str) -> AbstractContextManager[object]:
        """Make the changes of a block together, and keep others from changing what this key begins. In a folder one server does all."""
        return nullcontext()

    @contextmanager
    def undone(self, *keys: str) -> Iterator[None]:
        """Put texts back as they were if a block fails."""
        before = {key: self.read(key) for key in keys}
        try:
            yield
        except BaseException:
            with suppress(InputError):
                for key, text in before.items():
                    self.remove(key) if text is None else self.write(key, text)
            raise

    def holding(self, key: str) -> AbstractContextManager[object]:
        """Keep other servers from writing what this key begins within a block.

        :raises InputError: if another one holds it
        """
        return nullcontext()


def is_database(where: str) -> bool:
    """True for the address of a database."""
    return where.startswith(SCHEMES)
