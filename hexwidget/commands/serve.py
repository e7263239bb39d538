"""``hexwidget serve`` and ``hexwidget tables`` read their options and start the servers, whose modules load on demand."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwidget.commands.answers import tell
from hexwidget.extras import extra
from hexwidget.files import Scenario, scenarios
from hexwidget.problems import InputError, Problems, visible
from hexwidget.table.jupyter_files import reach_of
from hexwidget.table.storage import called

if TYPE_CHECKING:
    from hexwidget.serving.server import ServerOptions
    from hexwidget.table.tables import Tables

Named = Callable[[str], tuple[Scenario, str]]
"""Returns the scenario that a word names, and the beginning of its table's files' names."""
MOST_TOLD = 5
"""The most tables whose links are printed."""


def serve_tables(given: argparse.Namespace, named: Named) -> None:
    """Serve a table, or all tables, until the process is told to end.

    :param named: returns the scenario that a word names
    :raises InputError: if they cannot be served
    :raises ImportError: if an extra is not installed
    """
    with extra("serve", "a table"):
        from hexwidget.serving.server import ServerOptions
        from hexwidget.table.game_choice import load_systems
        from hexwidget.table.serving import serve, serve_folder
    if not given.hub and (given.guests or given.owner_group):
        what = "it is a setting of a service of JupyterHub, with --hub"
        raise InputError("which hub?", what, "--guests" if given.guests else "--owner-group")
    options = ServerOptions.of(given)
    if given.database is not None:
        _serve_database(given, options)
        return
    if given.workers is not None:
        what = "several processes share a database: name it with --database"
        raise InputError("so many workers cannot run", what, "--workers")
    systems, opponents = load_systems(given.system), _opponents(given.opponent)
    folder = given.folder or Path("tables")
    if given.what is None or ((given.hub or os.path.isdir(given.what)) and given.what not in scenarios()):
        if given.what is not None and given.folder is not None:
            what = f"two folders are named, {visible(given.what)!r} and {visible(str(given.folder))!r}; name one"
            raise InputError("which folder?", what, "--folder")
        if opponents:
            what = "it seats the computer at one table; the page of all tables seats it at new ones"
            raise InputError("which table?", what, "--opponent")
        folder = Path(given.what) if given.what is not None else folder
        if given.hub:
            _serve_hub(given, folder, systems, options)
        else:
            serve_folder(folder, systems, options, ready=partial(tell_tables, given.json, folder))
    elif given.hub:
        raise InputError("which folder?", "a service of JupyterHub serves a folder of tables", "--hub")
    else:
        if given.most_tables is not None:
            what = "it is a limit of a folder of tables; one table is served here"
            raise InputError("which folder?", what, "--most-tables")
        found, name = named(given.what)
        serve(found, name, folder, options, opponents, ready=partial(tell_table, given.json, folder, found, name))


def _serve_hub(given: argparse.Namespace, folder: Path, systems: Sequence[str], options: ServerOptions) -> None:
    with extra("hub", "a service of JupyterHub"):
        from hexwidget.serving.server import LOCAL
        from hexwidget.table.hub.serving import serve_hub
    if (given.host, given.port) != (LOCAL, 0):
        raise InputError("which address?", "the hub names it; leave out --host and --port", "--hub")
    serve_hub(folder, systems, options, partial(_tell_hub, given.json, folder))


def _tell_hub(as_json: bool, folder: Path, address: str) -> None:
    words = f"The tables in {str(folder)!r} are served to the people of the hub: {address}/"
    tell(as_json, {"folder": str(folder), "address": address}, words)


def _serve_database(given: argparse.Namespace, options: ServerOptions) -> None:
    for option, value in (("scenario", given.what), ("--folder", given.folder), ("--opponent", given.opponent)):
        if value:
            what = "a database keeps all tables; the page of all tables makes each, and seats the computer"
            raise InputError("which tables?", what, option)
    with extra("postgres", "a database of tables"):
        from hexwidget.store.postgres import connections
        from hexwidget.table.workers import serve_database
    ready = partial(tell_tables, given.json, connections.safe_address(given.database))
    serve_database(given.database, given.system, options, ready)


def copy_tables(given: argparse.Namespace) -> tuple[Any, str]:
    """Copy all tables. Return the copied tables, as data and as text.

    :raises InputError: if that fails
    :raises ImportError: if the extra is not installed
    """
    from hexwidget.table.storage import copy

    found = copy(given.source, given.target)
    return {"copied": found}, f"{len(found)} tables are copied; the first place still has them"


def status(given: argparse.Namespace, named: Named) -> tuple[Any, str]:
    """Ask a server how it is. Return its answer as data and as text.

    :param named: returns the scenario that a word names
    :raises InputError: if no server answers
    """
    from hexwidget.commands.server_status import ask, ask_workers, in_words

    if given.database is not None:
        answers = ask_workers(given.database)
        return {"workers": answers}, "\n\n".join(map(in_words, answers))
    is_folder = given.what is not None and os.path.isdir(given.what) and given.what not in scenarios()
    folder = Path(given.what) if is_folder else given.folder or Path("tables")
    found = ask(folder, None if is_folder or given.what is None else named(given.what)[1])
    return found, in_words(found)


def _opponents(given: Sequence[str]) -> dict[str, str]:
    """Return the policies of seats by their players."""
    problems = Problems()
    for each in given:
        if not all(each.rpartition("=")):
            problems.expected("--opponent", 'a player and a policy, such as "blue=greedy"', each)
    problems.raise_any("no such opponents")
    return {player: policy for player, _, policy in (each.rpartition("=") for each in given)}


def words_of_code(code: str, base: str) -> list[str]:
    """Return the lines about the code by which people come in, and about a server of this machine only.

    :param code: empty: the door is closed
    :param base: the address of the pages
    """
    told = [f"Or people type the code {code} at {base}/."] if code else []
    return told + ([f"All this is {reach}; --host 0.0.0.0 serves all."] if (reach := reach_of(base)) else [])


def tell_table(
    as_json: bool,
    folder: Path,
    found: Scenario,
    name: str,
    links: Mapping[str | None, str] | None,
    opponents: Mapping[str, str],
    code: str,
    base: str,
) -> None:
    """Print the links of a table.

    :param links: by the places; None: they are not kept
    :param opponents: the policies of the other seats
    :param code: by which people come in at the address ``base``
    """
    places = [{"place": called(place), "link": link} for place, link in (links or {}).items()]
    data = {"table": name, "folder": str(folder), "places": places, "opponents": dict(opponents), "code": code or None}
    kept = f"The table is kept in {str(folder)!r}; the same command resumes it. Ctrl+C ends it."
    lost = "Its links are not kept there. Links given before open it; --new-links gives others."
    lines = [f"{called(place):12} {link}" for place, link in links.items()] if links else [lost]
    lines += [f"{player:12} the computer ({policy})" for player, policy in opponents.items()]
    lines += words_of_code(code, base)
    tell(as_json, data, "\n".join([f"{found.title or name}: give each player their own link.", *lines, kept]))


def tell_tables(as_json: bool, where: Path | str, tables: Tables, base: str, link: str | None) -> None:
    """Print the link of the page of all tables, and the links of few tables.

    :param where: the folder of the tables, or the address of their database
    :param link: None: it is not kept
    """
    told = []
    for table in tables.listed():
        name, page = table["name"], f"{base}/{table['path']}"
        places = [{"place": called(p), "link": f"{page}#{token}"} for p, token in tables.tokens(name).items()]
        told.append({"table": name, "title": table["title"], "error": table["error"], "places": places})
    lost = "not kept; the one given before opens the page, and --new-links gives another"
    lines = ["All tables, for you alone: there you make tables, and find their links.", f"  {link or lost}"]
    for each in told if len(told) <= MOST_TOLD else ():
        lines += [f"{each['title']} ({each['table']})"]
        lines += [f"  {at['place']:12} {at['link']}" for at in each["places"]]
    if len(told) > MOST_TOLD:
        lines.append(f"{len(told)} tables are open; their links are on that page.")
    lines += [f"{each['table']} cannot be opened: {each['error']}" for each in told if each["error"]]
    lines += words_of_code("", base)
    lines.append(f"The tables are kept in {str(where)!r}; the same command resumes them. Ctrl+C ends them.")
    kind = "folder" if isinstance(where, Path) else "database"
    tell(as_json, {kind: str(where), "link": link, "tables": told}, "\n".join(lines))
