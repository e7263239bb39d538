"""The addresses of the rulebooks as pages of a site.

By default there is no site. ``make site`` builds one; the environment variable HEXWIDGET_SITE or `use_site` name its address.
"""

from __future__ import annotations

import os

from hexwidget.problems import InputError, Problem, shown

_SCHEMES = ("https://", "http://", "file:///", "./", "../", "/")
_site = ""


def use_site(address: str) -> None:
    """Let the clauses on boards made from now on link to the rulebooks of a site.

    :param address: of the folder that ``make site`` builds, such as "https://rules.example/hexwidget/"; "" for no links
    :raises InputError: if it is no address of a page
    """
    global _site
    _site = checked(address)


def checked(address: str) -> str:
    """Return an address of a page, or "".

    :raises InputError: if it is no address of a page: other addresses might run code
    """
    if not isinstance(address, str) or (address and not address.startswith(_SCHEMES)):
        what = f"expected a text that begins with {', '.join(_SCHEMES)}, not {shown(address)}"
        raise InputError("this is no address of a page", [Problem("", what)])
    return address


def rulebook_address(system: str) -> str:
    """Return the address of a system's rulebook, up to the number of a clause; "" without a site.

    >>> use_site("https://rules.example/hexwidget")
    >>> rulebook_address("depletion")
    'https://rules.example/hexwidget/rulebook/depletion.html#'
    >>> use_site("")
    """
    return f"{_site.rstrip('/')}/rulebook/{system}.html#" if _site else ""


use_site(os.environ.get("HEXWIDGET_SITE", ""))
