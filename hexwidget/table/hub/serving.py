"""The server of ``hexwidget serve --hub``: a service of JupyterHub."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from hexwidget.store.folder import Folder
from hexwidget.table.admission import MOST_VIEWERS
from hexwidget.table.choosing import Choosing
from hexwidget.table.figures import Figures
from hexwidget.table.hub.login import IN_USE, HubLogin, Service
from hexwidget.table.hub.pages import HubPages
from hexwidget.table.hub.tables import HubTables
from hexwidget.table.owner import owners_link
from hexwidget.table.serving import BACK, check_limits, check_origin, listening, own_address, uvicorn_server
from hexwidget.table.status import status_routes
from hexwidget.table.tables import MOST_TABLES, Tables


def serve_hub(
    folder: Path,
    systems: Sequence[str] = (),
    *,
    groups: Sequence[str] = (),
    guests: bool = False,
    origin: str | None = None,
    new_links: bool = False,
    most_tables: int | None = None,
    most_viewers: int | None = None,
    metrics: bool = False,
    ready: Callable[[str], None],
) -> None:
    """Serve all tables of a folder to the people of a hub, until the process is told to end.

    :param groups: the groups of the hub whose members own the tables, beside the hub's admins
    :param guests: True: the tables' links open their places to people who have not logged in
    :param ready: called once with the address of the pages
    :raises InputError: if they cannot be served; nothing new is left behind then
    """
    service = Service.read()
    origin = origin or service.origin
    check_origin(origin)
    check_limits(most_tables, most_viewers)
    limits = {"most_tables": most_tables or MOST_TABLES, "most_viewers": most_viewers or MOST_VIEWERS}
    prefix = service.prefix.rstrip("/")
    store = Folder(folder)
    service.end_with_hub()
    with listening(*service.bound, IN_USE) as bound, store.hold(address=own_address(bound) + prefix):
        login = HubLogin(service, groups, origin)
        hub = HubTables(Tables(store, systems, **limits), login, guests=guests)
        owner, _ = owners_link(store, new_link=new_links)
        base = f"{origin or own_address(bound)}{prefix}"
        pages = HubPages(hub, login, Choosing(systems), owner, base, origin)
        figures = Figures()
        # A request through the hub's proxy may seem to come from this machine: the figures need the owner's token.
        more = [*status_routes(hub, figures, pages.opens, pages.tries, metrics=metrics, origin=base), *pages.routes()]
        server = uvicorn_server(
            hub, origin, last_words=BACK, tries=pages.tries, more=more, figures=figures, prefix=prefix, door=hub.door
        )
        ready(base)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[bound])
