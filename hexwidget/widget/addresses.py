"""Where the rulebooks can be read as pages. By default nowhere: whoever has built the site (``make site``) says where it
stands, in the environment variable HEXWIDGET_SITE or by `use_site`."""

from __future__ import annotations

import os

from hexwidget.problems import InputError, Problem, shown

_SCHEMES = ("https://", "http://", "file:///", "./", "../", "/")
_site = ""


def use_site(address: str) -> None:
    """Let the clauses on boards made from now on link to the rulebooks of a site.

    :param address: of the folder that ``make site`` has made, as "https://rules.example/hexwidget/"; "" for no links
    :raises InputError: if it is no address of a page
    """
    global _site
    if not isinstance(address, str) or (address and not address.startswith(_SCHEMES)):
        what = f"expected a text that begins with {', '.join(_SCHEMES)}, not {shown(address)}"
        raise InputError("this is no address of a site", [Problem("", what)])
    _site = address


def rulebook_address(system: str) -> str:
    """The address of a system's rulebook, up to the number of a clause; "" if there is none.

    >>> use_site("https://rules.example/hexwidget")
    >>> rulebook_address("depletion")
    'https://rules.example/hexwidget/rulebook/depletion.html#'
    >>> use_site("")
    """
    return f"{_site.rstrip('/')}/rulebook/{system}.html#" if _site else ""


use_site(os.environ.get("HEXWIDGET_SITE", ""))
