"""The server of ``hexwidget serve --hub``: a service of JupyterHub."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hexwidget.serving.app import Site
from hexwidget.serving.hub import HubLogin, Service
from hexwidget.serving.server import ServerOptions, run
from hexwidget.table.game_choice import Choosing
from hexwidget.table.hub.pages import HubPages
from hexwidget.table.hub.tables import HubTables
from hexwidget.table.owner import owners_link
from hexwidget.table.pages import table_pages
from hexwidget.table.serving import tables_of


def serve_hub(folder: Path, systems: Sequence[str], options: ServerOptions, ready: Callable[[str], None]) -> None:
    """Serve all tables of a folder to the people of a hub, until the process is told to end.

    :param ready: called once with the address of the pages
    :raises InputError: if they cannot be served; nothing new is left behind then
    """
    service, store = Service.read(), tables_of(folder)
    with service.listen(options.origin) as at, store.hold(address=at.own):
        hub = HubTables(store, systems, options, HubLogin(service, options.owner_group, at.origin))
        owner, _ = owners_link(store, new_link=options.new_links)
        pages = HubPages(hub, Choosing(systems), owner, at.base, at.origin)
        routes = [*pages.routes(), *table_pages()]
        ready(at.base)
        run(hub, Site(routes, origin=at.origin, prefix=at.prefix, opens=pages.opens, metrics=options.metrics), at.bound)
