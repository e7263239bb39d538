"""The question to a running server how it is: ``hexwidget serve --status``.

A server writes its address into a file that it holds locked as long as it lives. A person who may read the owner's link,
or the referee's of a table that is served alone, may ask.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from hexwidget.english import counted, listing
from hexwidget.extras import extra
from hexwidget.problems import InputError
from hexwidget.store.folder import LOCKS, SERVED, Folder
from hexwidget.table.owner import OWNERS_LINK, owner
from hexwidget.table.storage import LINKS, KeptTable

PATIENCE = 10.0
"""The seconds in which a server has to answer."""
NOT_TOLD = "the server cannot be asked"
UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def ask(folder: Path, name: str | None = None) -> dict[str, Any]:
    """Ask a running server how it is. `Metrics.status` says what the answer holds; its address is added.

    :param name: of a table that is served alone; None: the server of the folder
    :raises InputError: if no server runs there, or it cannot be asked
    """
    if not LOCKS:
        raise InputError(NOT_TOLD, "this system has no locks of files, so nothing tells if it runs")
    store = Folder(folder)
    alone = sorted(path.name.removesuffix(SERVED) for path in folder.glob(f"*{SERVED}") if path.name != SERVED)
    running = [each for each in alone if store.is_held(each)]
    if name is None and not store.is_held() and running:
        if len(running) > 1:
            what = f"the tables {listing(running)} have a server each; name the scenario of one"
            raise InputError("which server?", what)
        name = running[0]
    if name is None and not store.is_held():
        what = f"'hexwidget serve --folder {folder}' starts one; --folder names another folder"
        raise InputError(f"no server serves the folder {str(folder)!r}", what)
    if name is not None and name not in running:
        what = f"the same command without --status starts one; in {str(folder)!r} run: {listing(running) or 'none'}"
        raise InputError(f"no server serves the table {name!r} alone", what)
    address = store.address(name or "")
    if address is None:
        what = f"its address is not in {store.called((name or '') + SERVED)}; if it has just begun, ask again"
        raise InputError(NOT_TOLD, what)
    return _answer(address, _token(store, name))


def ask_workers(dsn: str) -> list[dict[str, Any]]:
    """Ask the workers of a database how they are, each as `ask` does.

    :raises InputError: if no worker runs on this machine, or one cannot be asked
    """
    with extra("postgres", "a database of tables"):
        from hexwidget.store.postgres.connections import for_owner
        from hexwidget.store.postgres.database import Database
    store = Database(dsn)
    try:
        with for_owner():
            store.worker.lease()  # which says what is wrong with the schema
            found, known = store.workers(), owner(store)
    finally:
        store.close()
    if not found:
        raise InputError(f"no worker serves {store}", "the same command without --status starts some")
    if known is None or known[1] is None:
        what = "the owner's link is not kept; --new-links gives another one when the servers start again"
        raise InputError(NOT_TOLD, what)
    return [_answer(address, known[1]) for address in found]


def _token(store: Folder, name: str | None) -> str:
    """Return the token of the owner, or that of the referee of a table that is served alone."""
    where = KeptTable(store, name or "")
    token = None
    with suppress(InputError):
        token = (owner(store) or ("", None))[1] if name is None else where.read_links(where.read_digests()).get(None)
    if token is None:
        called = store.called(OWNERS_LINK) if name is None else where.called(LINKS)
        what = f"{called} has no link, or another user's; --new-links gives another one when the server starts again"
        raise InputError(NOT_TOLD, what)
    return token


def _answer(address: str, token: str) -> dict[str, Any]:
    request = urllib.request.Request(f"{address}/owner/status", headers={"Authorization": f"Bearer {token}"})  # noqa: S310  (the address is our own server's)
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the token is no proxy's to see
    try:
        with direct.open(request, timeout=PATIENCE) as reply:
            return {"address": address, **json.loads(reply.read())}
    except urllib.error.HTTPError as error:
        with error:
            what = error.read(1_000).decode("utf-8", "replace").strip()
    except (OSError, ValueError) as error:
        what = f"it does not answer at {address}: {error}"
    raise InputError(NOT_TOLD, what)


def in_words(found: dict[str, Any]) -> str:
    """Return an answer as text.

    >>> print(in_words({"address": "http://127.0.0.1:8000", "process": 7, "uptime": 3700.2, "tables": {"awake": 1, "asleep": 2},
    ...     "viewers": {"player": 2, "referee": 0}, "actions": 1, "longest_call": 0.031, "memory": 81_000_000,
    ...     "work": {"running": 0, "done": 3, "lost": 0}}))
    http://127.0.0.1:8000, process 7, for 1 hour and 1 minute
    tables        1 awake, 2 asleep
    viewers       2 players
    actions       1
    longest call  31 ms
    memory        81 MB
    slow work     0 running, 3 done, 0 lost
    """
    here = ", ".join(counted(number, role) for role, number in found["viewers"].items() if number)
    memory = "unknown" if found["memory"] is None else f"{found['memory'] / 1e6:.0f} MB"
    lines = {"tables": _numbers(found["tables"]), "viewers": here or "none", "actions": f"{found['actions']:,}"}
    lines |= {"longest call": f"{1000 * found['longest_call']:.0f} ms", "memory": memory}
    lines |= {"slow work": _numbers(found["work"])}
    head = f"{found['address']}, process {found['process']}, for {_time(found['uptime'])}"
    return "\n".join([head, *(f"{name:12}  {text}" for name, text in lines.items())])


def _numbers(found: dict[str, int]) -> str:
    return ", ".join(f"{number} {what}" for what, number in found.items())


def _time(seconds: float) -> str:
    """Return a time in its two largest units."""
    rest, said = int(seconds), list[str]()
    for unit, length in UNITS:
        number, rest = divmod(rest, length)
        if number or said or unit == "second":
            said.append(counted(number, unit))
    return listing(said[:2])
