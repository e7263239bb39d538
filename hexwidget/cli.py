"""The former place of `hexwidget.commands.cli`, which stays for one version."""

from warnings import warn

from hexwidget.commands.cli import main

__all__ = ["main"]
warn("hexwidget.cli is called hexwidget.commands.cli now", DeprecationWarning, stacklevel=2)
