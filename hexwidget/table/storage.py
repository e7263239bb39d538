"""The place where all tables of a server are kept, and the scenario that a table has started from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from hexwidget.english import listing
from hexwidget.files import Scenario
from hexwidget.files.replay import MOST_CHARACTERS, read_replay
from hexwidget.files.scenario import read_scenario, write_scenario
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError, Problem, shown
from hexwidget.systems.registry import is_bundled
from hexwidget.table.keeping import DOORS, SCENARIO, Keeping


class AwayError(InputError):
    """The place where tables are kept does not answer now. It may be back in a moment.

    Viewers read its words, so they do not say where that place is.

    :param reason: the reason, for the owner of the server
    """

    def __init__(self, reason: str = "") -> None:
        what = "what was played is safe there; this page goes on by itself when it is back"
        super().__init__("the database of the tables does not answer", [Problem("", what)])
        self.reason = reason


class ElsewhereError(InputError):
    """Another server has the table open.

    :param address: of that server, for this machine; empty: it cannot be reached from here
    :param is_stalled: returns True once that server gives no sign
    """

    def __init__(self, name: str, address: str, is_stalled: Callable[[], bool] = lambda: False) -> None:
        super().__init__(
            f"the table {name!r} is open elsewhere", [Problem("", "another server has it; try again in a moment")]
        )
        self.address: str = address
        self.is_stalled: Callable[[], bool] = is_stalled


class Storage(Protocol):
    """The place where all tables of a server are kept."""

    def names(self) -> list[str]:
        """Return the names of the tables.

        :raises InputError: if they cannot be read
        """

    def table(self, name: str) -> Keeping:
        """Return the place where a table is kept."""

    def free_name(self, wanted: str) -> str:
        """Return a name for a new table: the wanted one, or with a number behind it."""

    def put_away(self, name: str) -> None:
        """Close a table for good: its links open nothing, and its journals are kept apart.

        :raises InputError: if that fails
        """

    def discard(self, name: str) -> None:
        """Remove all of a table that was not made completely, as far as that can be done."""


def write_start(where: Keeping, found: Scenario[Any]) -> None:
    """Keep the scenario of a new table."""
    where.write(SCENARIO, write_scenario(found))


def start_of(where: Keeping, systems: Sequence[str]) -> Scenario[Any]:
    """Return the scenario that the game of a table has started from.

    :param systems: the rule systems of others that may run
    :raises InputError: if a text is missing or cannot be read, or its rule system is another one
    """
    journal = where.journal_called()
    needed = (journal, where.has_journal(), "game"), (where.called(DOORS), where.has(DOORS), "list of links")
    for each, is_there, held_in_it in needed:
        if not is_there:
            what = f"the {held_in_it} of this table is gone: put the file back, or close the table"
            raise InputError(f"there is no file {each}", [Problem("", what)])
    text = where.read_journal()
    _check_system(text.partition("\n")[0], journal, systems)
    if where.has(SCENARIO):
        described = where.read(SCENARIO, 4 * MOST_CHARACTERS)
        _check_system(described, where.called(SCENARIO), systems)
        return read_scenario(described)
    start = read_replay(text, goes_on=True).start
    return Scenario(start.system.name, str(getattr(start, "title", "")), "", start)


def _check_system(text: str, path: str, systems: Sequence[str]) -> None:
    """Refuse a file of a rule system that the owner has not named: to read it would run the system's code."""
    try:
        found = parse_json(text)
    except ValueError:  # its reader says what is wrong
        return
    name = found.get("system") if isinstance(found, dict) else None
    if isinstance(name, str) and not is_bundled(name) and name not in systems:
        known = f" (known by --system: {listing(list(systems))})" if systems else ""
        what = f"it is of the rule system {shown(name)}; name the module of that system with --system{known}"
        raise InputError(f"{path} cannot be opened", [Problem("", what)])
