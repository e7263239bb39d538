"""The servers of ``hexwidget serve``: of one table, and of all tables of a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from hexwidget.files import Scenario
from hexwidget.problems import InputError
from hexwidget.rules import Position
from hexwidget.serving.app import Site
from hexwidget.serving.links import Place
from hexwidget.serving.server import ServerOptions, own_address, run
from hexwidget.store.folder import Folder
from hexwidget.table.game_choice import Choosing
from hexwidget.table.lobby import PATH, Lobby
from hexwidget.table.owner import owners_link
from hexwidget.table.pages import table_pages
from hexwidget.table.storage import OpenTable, by_seat, open_table, places
from hexwidget.table.table import Table
from hexwidget.table.tables import OneTable, Tables


def tables_of(folder: Path) -> Folder:
    """Return a folder of tables.

    :raises InputError: if it belongs to a class, which alone serves its tables
    """
    for above in (folder.resolve(), folder.resolve().parent):
        if (above / "class.json").exists():
            what = f"the class in {str(above)!r} serves its tables alone: name another folder, or run 'hexwidget class'"
            raise InputError(f"the folder {str(folder)!r} is not served", what)
    return Folder(folder)


def serve(
    found: Scenario,
    name: str,
    folder: Path,
    options: ServerOptions,
    opponents: Mapping[str, str] | None = None,
    *,
    ready: Callable[[Mapping[Place, str] | None, Mapping[str, str], str, str], None],
) -> None:
    """Serve a table until the process is told to end.

    :param name: the beginning of its files' names
    :param opponents: the policies of seats by their players; see `open_table`
    :param ready: called once, before anybody can come, with what `links_and_opponents` returns, the code and the address
    :raises InputError: if it cannot be served; nothing new is left behind then
    """
    with options.listen() as bound:
        tables_of(folder).check_free()
        kept = open_table(folder, name, found.position, new_links=options.new_links, opponents=opponents)
        tables = OneTable(Table(kept.session, found, kept), kept.doors, options.most_viewers)
        if kept.tokens is not None:
            tables.open_entrance(kept.tokens, kept)

        def opens(credential: str) -> bool:
            return kept.doors.get(credential, "") is None  # the referee's

        site = Site(table_pages(), origin=options.origin, opens=opens, metrics=options.metrics)
        with Folder(folder).hold(name, own_address(bound)):
            base = options.base(bound)
            ready(*links_and_opponents(kept, base), tables.code, base)
            run(tables, site, bound)


def links_and_opponents(kept: OpenTable, base: str) -> tuple[dict[Place, str] | None, dict[str, str]]:
    """Return the links to the seats of people, or None if they are not kept, and the policies of the other seats, by the seats of the present
    game.

    :param base: the address of the page
    """
    start: Position = kept.session.position
    seats = by_seat(places(start), start.players, kept.course.number)
    opponents = {str(seat): kept.opponents[str(link)] for seat, link in seats.items() if link in kept.opponents}
    if kept.tokens is None:
        return None, opponents
    return {seat: f"{base}/#{kept.tokens[link]}" for seat, link in seats.items() if seat not in opponents}, opponents


def serve_folder(
    folder: Path,
    systems: Sequence[str],
    options: ServerOptions,
    *,
    behind: bool = False,
    ready: Callable[[Tables, str, str | None], None],
) -> None:
    """Serve all tables of a folder, and the page that makes new ones, until the process is told to end.

    :param systems: the names of rule systems of others that may run
    :param behind: True: another server hands viewers on, and links begin with the address at which the owner has come to it
    :param ready: called once with the tables, the address of their page, and the owner's link; None if it is not kept
    :raises InputError: if they cannot be served; nothing new is left behind then
    """
    store = tables_of(folder)
    with options.listen() as bound, store.hold(address=own_address(bound)):
        base = options.base(bound)
        tables = Tables(store, systems, most_tables=options.most_tables, most_viewers=options.most_viewers)
        owner, token = owners_link(store, new_link=options.new_links)
        lobby = Lobby(tables, Choosing(systems), owner, "" if behind else base)
        ready(tables, base, None if token is None else f"{base}{PATH}#{token}")
        run(tables, lobby.site(options), bound)
