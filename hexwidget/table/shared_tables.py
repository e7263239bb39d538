"""The tables of a worker process, which shares a database with others. Each table is open at one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hexwidget.files import Scenario
from hexwidget.files.entries import entries_text, read_entries
from hexwidget.languages import ENGLISH
from hexwidget.problems import InputError
from hexwidget.serving.admission import MOST_VIEWERS, Viewers
from hexwidget.serving.background import Act
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.links import Place
from hexwidget.store.postgres.database import LISTED, Database
from hexwidget.store.store import AwayError, ElsewhereError
from hexwidget.table.entrance import SeatsByCode, read_entrance
from hexwidget.table.listed_table import ListedTable, standing
from hexwidget.table.storage import DIGESTS, ENTRANCE, FORMAT
from hexwidget.table.table import Table
from hexwidget.table.tables import Tables
from hexwidget.widget.host import log

Doors = Mapping[str, dict[Place, str]]
"""The digests of places' tokens, by the names of tables."""
Entrances = Mapping[str, SeatsByCode]
"""The entrances of tables, by their names."""

LOOK = 0.8
"""The seconds between two looks at the tables of other workers."""
TABLE, BY_CODE = f".{DIGESTS}.json", f".{ENTRANCE}.json"
"""The ends of the keys of a table's links, and of its entrance."""


class SharedTables(Tables):
    """All tables of a database, as one of its workers serves them.

    The changes of other workers come in a moment: links, new tables and closed ones. A text beside each table says how it stands: its owner
    keeps it up to date for the lists of all.
    """

    _store: Database

    def __init__(
        self,
        store: Database,
        systems: Sequence[str] = (),
        *,
        most_tables: int | None = None,
        most_viewers: int | None = None,
    ) -> None:
        self._versions: dict[str, int] = {}
        """The versions of the texts that were taken over, by their keys."""
        self._told: dict[str, str] = {}
        """The texts of how tables stand that this worker has written last."""
        self._seen: set[str] = set()
        """The tables of which somebody has told how they stand."""
        self._looks = asyncio.Lock()
        self._taken = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        viewers = Viewers(most_viewers or MOST_VIEWERS, elsewhere=lambda: store.elsewhere)
        super().__init__(store, systems, most_tables=most_tables, viewers=viewers)
        store.worker.viewers = lambda: len(self.viewers)
        store.worker.lost = self._lost

    def _first_names(self) -> list[str]:
        return []  # they come with the first look

    def path(self, name: str) -> str:
        """Return the path of a table's page: a proxy chooses the worker by it."""
        return f"t/{name}/"

    # ------------------------------------------------------------------ what others change
    def look(self) -> None:
        """Take over what other workers have changed.

        :raises InputError: if the database cannot be used
        """
        self._take(*self._glance({}))

    def look_into_all(self) -> None:
        """Do the same, and see how each table stands of which nobody has told it.

        :raises InputError: if the database cannot be used, or has too many tables
        """
        self.look()
        self._check_number(len(self))
        for entry in self._unseen():
            self._look_into(entry)

    async def _look(self) -> None:
        """Look, and tell how this worker's tables stand, beside the work of the loop."""
        async with self._looks:
            while True:
                taken = self._taken
                texts = {entry.name: _text(entry) for entry in self._entries.values() if entry.table is not None}
                new = {name: text for name, text in texts.items() if self._told.get(name) != text}
                found = await asyncio.to_thread(self._glance, new)
                self._told |= new
                if taken == self._taken:  # else it may be older than what was taken over meanwhile
                    self._take(*found)
                    return

    def _glance(self, texts: Mapping[str, str]) -> tuple[dict[str, int], Doors, Entrances, dict[str, str]]:
        """Keep how tables stand. Return the versions of all texts, and of those that have changed, the links, entrances and how tables stand."""
        self._store.worker.lease()  # another one, if it was lost
        self._store.note(texts)
        found = self._store.versions()
        new = [key for key, version in found.items() if self._versions.get(key) != version]
        doors = {name: self._doors_of(name) for key in new if (name := key.removesuffix(TABLE)) != key}
        entrances = {name: read_entrance(self.kept(name)) for key in new if (name := key.removesuffix(BY_CODE)) != key}
        said = {name: self._store.read(key) or "" for key in new if (name := key.removesuffix(LISTED)) != key}
        return found, doors, entrances, said

    def _unseen(self) -> list[ListedTable]:
        return [entry for entry in self._entries.values() if entry.table is None and entry.name not in self._seen]

    def _doors_of(self, name: str) -> dict[Place, str]:
        try:
            return self.kept(name).read_digests()
        except AwayError:
            raise
        except InputError as error:
            log().error("the links of the table %s cannot be read: %s", name, error)
            return {}

    def _take(self, found: dict[str, int], doors: Doors, entrances: Entrances, said: Mapping[str, str]) -> None:
        self._taken += 1
        self._versions = found
        for name in [name for name in self._entries if f"{name}{TABLE}" not in found]:
            self._forget(self._entries.pop(name))
        for name, new in doors.items():
            self._change_doors(self._entries.setdefault(name, ListedTable(name, name)), new)
        for name, entrance in entrances.items():
            if name in self._entries:
                self._entries[name].admit_by(entrance)
        for name, text in said.items():
            if name in self._entries and text:
                self._stand(self._entries[name], text)

    def _stand(self, entry: ListedTable, text: str) -> None:
        """Take over the state of a table. The next process that looks into the table writes an unreadable state anew."""
        title = f"{self._store.called(f'{entry.name}{LISTED}')} cannot be read"
        try:
            said = read_entries(_Standing, text, title, FORMAT)
        except InputError as error:
            log().error("%s", error)
            return
        self._seen.add(entry.name)
        if entry.table is None:
            vars(entry).update(vars(said))

    def _forget(self, entry: ListedTable) -> None:
        """Close a table that another worker has put away."""
        self._seen.discard(entry.name)
        for door in entry.doors.values():
            self._doors.pop(door, None)
        table = entry.table
        self._let_sleep(entry)
        if table is not None:
            self.viewers.cut(table, *entry.doors, why=CloseCode.CLOSED)

    def _change_doors(self, entry: ListedTable, new: dict[Place, str]) -> None:
        """Take over the links of a table, and cut the viewers whose link was replaced."""
        replaced = [place for place, door in entry.doors.items() if new.get(place) != door]
        for place in replaced:
            self._doors.pop(entry.doors[place], None)
        entry.doors = dict(new)
        self._doors |= {door: (entry, place) for place, door in new.items()}
        if entry.table is not None and replaced:
            self.viewers.cut(entry.table, *replaced)

    def _look_into(self, entry: ListedTable) -> None:
        """See how a table's game stands, and note it for all workers."""
        try:
            super()._look_into(entry)
        except (AwayError, ElsewhereError):
            return
        except Exception as error:  # a rule system of others may fail in any way
            self._failed(entry, error)
        self._store.note({entry.name: _text(entry)})
        self._seen.add(entry.name)

    # ------------------------------------------------------------------ tables that are lost
    def _lost(self, name: str | None) -> None:
        """Let go of a table that this worker owns no more, or of all, from any thread. No viewer is answered by it any more."""
        entries = list(self._entries.values()) if name is None else [self._entries[name]] * (name in self._entries)
        gone = [(entry, entry.table) for entry in entries if entry.table is not None]
        for _, table in gone:
            self.viewers.drop(table)
        if gone and self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._let_go, gone)

    def _let_go(self, gone: Sequence[tuple[ListedTable, Table]]) -> None:
        for entry, table in gone:
            if entry.table is table:
                self._let_sleep(entry)
                self.viewers.drop(table)  # those who have come meanwhile

    # ------------------------------------------------------------------ the server
    async def find(self, credential: str) -> tuple[Table, Place] | None:
        """Return the table and the place; see `Tables`.

        :raises ElsewhereError: if another worker has the table open
        :raises AwayError: if the database does not answer
        """
        self._loop = asyncio.get_running_loop()
        if credential not in self._doors:
            await self._look()
        if credential in self._doors:  # another worker may have given the place another link
            entry, place = self._doors[credential]
            now = await asyncio.to_thread(self._doors_of, entry.name)
            if now.get(place) != credential:
                await self._look()
        return await super().find(credential)

    def beat(self) -> None:
        """Let go of tables that this worker owns no more, and let tables sleep that nobody looks at."""
        self._loop = asyncio.get_running_loop()
        for entry in self._entries.values():
            if entry.table is not None and not entry.changing.locked() and not self._store.owns(entry.name):
                self._lost(entry.name)
        super().beat()

    def tasks(self) -> Sequence[tuple[str, Act, float]]:
        """Look again and again at what other workers have changed."""
        return [("the look at the tables of other workers", self._look_again, LOOK)]

    async def _look_again(self) -> None:
        with suppress(AwayError):  # viewers are told when they come
            await self._look()
            for entry in self._unseen():
                async with entry.changing:
                    if entry.table is None:
                        await asyncio.to_thread(self._look_into, entry)

    def close(self) -> None:
        """Close all tables, and note how they stand."""
        awake = [entry for entry in self._entries.values() if entry.table is not None]
        super().close()
        with suppress(InputError):
            self._store.note({entry.name: _text(entry) for entry in awake})
        self._store.close()

    # ------------------------------------------------------------------ the owner
    def listed(self) -> list[dict[str, Any]]:
        """Return all tables as the owner's page lists them; see `Tables`."""
        self.look()
        held, said = self._store.held(), super().listed()
        for each in said:
            entry = self._entries[each["name"]]
            if entry.table is None and entry.name in held and entry.who:
                each["who"] = entry.who
        return said

    def make(self, found: Scenario[Any], name: str, opponents: Mapping[str, str]) -> str:
        """Make a table; see `Tables`."""
        self.look()
        made = super().make(found, name, opponents)
        self._taken += 1
        return made

    def _change_entrance(self, entry: ListedTable, change: Callable[[SeatsByCode], SeatsByCode]) -> None:
        super()._change_entrance(entry, change)
        self._taken += 1

    def _entry(self, name: str) -> ListedTable:
        if name not in self._entries:  # another worker may have just made it
            self.look()
        return super()._entry(name)

    async def renew(self, name: str, seat: Place) -> None:
        """Give a seat of the present game another link; see `Tables`."""
        await self._look()
        await super().renew(name, seat)


@dataclass(frozen=True)
class _Standing:
    """The state of a table, as its owner has noted it last: values of its `ListedTable`."""

    title: str
    stage: str
    who: str
    error: str
    players: tuple[str, ...]
    number: int
    opponents: dict[str, str]
    language: str = ENGLISH


def _text(entry: ListedTable) -> str:
    """Return the state of a table as a text."""
    listed = standing(entry)
    said = {key: listed[key] for key in ("title", "stage", "who", "error", "language")}
    now = _Standing(**said, players=entry.players, number=entry.game, opponents=dict(entry.opponents))
    return entries_text(now, FORMAT)
