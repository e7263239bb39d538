"""Words that ``hexwidget serve`` prints when its server is ready."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from hexwidget.files import Scenario
from hexwidget.problems import visible
from hexwidget.table.kept import called
from hexwidget.table.tables import Tables

MOST_TOLD = 5
"""The most tables whose links are printed."""


def tell_table(
    as_json: bool,
    folder: Path,
    found: Scenario,
    name: str,
    links: Mapping[str | None, str] | None,
    opponents: Mapping[str, str],
) -> None:
    """Print the links of a table.

    :param links: by the places; None: they are not kept
    :param opponents: the policies of the other seats
    """
    if as_json:
        places = [{"place": called(place), "link": link} for place, link in (links or {}).items()]
        data = {"table": name, "folder": str(folder), "places": places, "opponents": dict(opponents)}
        print(json.dumps(data), flush=True)
        return
    kept = f"The table is kept in {str(folder)!r}; the same command resumes it. Ctrl+C ends it."
    lost = "Its links are not kept there. Those given before open it; --new-links gives others."
    lines = [f"{called(place):12} {link}" for place, link in links.items()] if links else [lost]
    lines += [f"{player:12} the computer ({policy})" for player, policy in opponents.items()]
    print(visible("\n".join([f"{found.title or name}: give each player their own link.", *lines, kept])), flush=True)


def tell_tables(as_json: bool, where: Path | str, tables: Tables, base: str, link: str | None) -> None:
    """Print the link of the page of all tables, and the links of few tables.

    :param where: the folder of the tables, or the address of their database
    :param link: None: it is not kept
    """
    told = [
        {
            "table": each["name"],
            "title": each["title"],
            "error": each["error"],
            "page": f"{base}/{each['path']}",
            "places": tables.tokens(each["name"]),
        }
        for each in tables.listed()
    ]
    for each in told:
        page = each.pop("page")
        each["places"] = [{"place": called(p), "link": f"{page}#{token}"} for p, token in each["places"].items()]
    if as_json:
        kind = "folder" if isinstance(where, Path) else "database"
        print(json.dumps({kind: str(where), "link": link, "tables": told}), flush=True)
        return
    lost = "not kept; the one given before opens the page, and --new-links gives another"
    lines = ["All tables, for you alone: there you make tables, and find their links.", f"  {link or lost}"]
    for each in told if len(told) <= MOST_TOLD else ():
        lines += [f"{each['title']} ({each['table']})"]
        lines += [f"  {at['place']:12} {at['link']}" for at in each["places"]]
    if len(told) > MOST_TOLD:
        lines.append(f"{len(told)} tables are open; their links are on that page.")
    lines += [f"{each['table']} cannot be opened: {each['error']}" for each in told if each["error"]]
    lines.append(f"The tables are kept in {str(where)!r}; the same command resumes them. Ctrl+C ends them.")
    print(visible("\n".join(lines)), flush=True)
