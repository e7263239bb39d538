"""The work of a question, counted: the calls of functions of a package. The same question takes the same number of calls everywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hexwidget as hw

ROOT = str(Path(hw.__file__).parents[1])


class TooMuchError(BaseException):
    """A question that takes more calls than its bound. It is no `Exception`, so that no code of the engine catches it."""


def calls_of(ask: Callable[[], object], most: int) -> int:
    """The number of calls of the engine's and the examples' functions that a question takes. A generator counts each time that it
    goes on.

    :raises TooMuchError: if they are more than ``most``
    """
    made = 0
    ours: dict[CodeType, bool] = {}

    def called(frame: FrameType, event: str, _: Any) -> None:
        nonlocal made
        if event != "call":
            return
        code = frame.f_code
        if code not in ours:
            ours[code] = code.co_filename.startswith((f"{ROOT}/hexwidget/", f"{ROOT}/examples/"))
        made += ours[code]
        if made > most:
            sys.setprofile(None)
            raise TooMuchError

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        ask()
    finally:
        sys.setprofile(before)
    return made
