"""Programs of others that tests run. Where one is missing its tests are left out; with ``HEXWIDGET_HOSTS=1``, as in ``make test-hosts``, they fail."""

from __future__ import annotations

import os
import shutil

import pytest

PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
"""The folders to search. Debian puts nginx into one that most users do not search."""


def program(name: str, install: str = "") -> str:
    """The path of a program.

    :param install: what installs it; empty: Debian's package of the same name
    """
    found = shutil.which(name, path=PATH)
    if found is None:
        how = install or f"on Debian: apt-get install {name}"
        (pytest.fail if os.environ.get("HEXWIDGET_HOSTS") else pytest.skip)(f"{name} is not installed; {how}")
    return found
