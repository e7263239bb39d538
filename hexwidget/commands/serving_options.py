"""The options of all commands that serve. They load nothing else."""

from __future__ import annotations

import argparse


def add_options(
    made: argparse.ArgumentParser, kept: str, *, hub: str, owners: str, workers: str, new_links: str
) -> None:
    """Add the options.

    :param kept: what the server keeps, such as "all tables"
    :param hub: what people do in a hub
    :param owners: what the members of a group may do there
    :param workers: what the processes do
    :param new_links: which links are new
    """
    words = "the address to listen at (default: 127.0.0.1, for this machine only; 0.0.0.0: for all)"
    made.add_argument("--host", default="127.0.0.1", help=words)
    made.add_argument("--port", type=int, default=0, help="the port to listen at (default: a free one)")
    made.add_argument("--origin", help='where a proxy stands before: the address in browsers, "https://games.example"')
    words = f"keep {kept} in a PostgreSQL, postgresql://USER@HOST/NAME, in place of a folder; PGPASSFILE and PGPASSWORD give a password"
    made.add_argument("--database", metavar="ADDRESS", help=words)
    made.add_argument("--hub", action="store_true", help=f"run as a service of JupyterHub: {hub}")
    words = f"with --hub: the members of this group {owners}, as the hub's admins do; may be repeated"
    made.add_argument("--owner-group", action="append", default=[], metavar="GROUP", help=words)
    made.add_argument("--new-links", action="store_true", help=new_links)
    made.add_argument("--workers", type=int, metavar="N", help=workers)
