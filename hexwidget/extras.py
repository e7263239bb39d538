"""The packages of an extra, which are imported where they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import modules of an extra in a block.

    :param name: of the extra
    :param what: the thing that needs it
    :raises ImportError: naming the missing package, and the command that installs it

    >>> with extra("serve", "a table"):
    ...     import no_such_package
    Traceback (most recent call last):
    ImportError: a table needs no_such_package: pip install 'hexwidget[serve]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"{what} needs {error.name}: pip install 'hexwidget[{name}]'") from None
