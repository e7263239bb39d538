"""Type hints that messages share: what they say beyond the type itself is in their metadata."""

from __future__ import annotations

from typing import Annotated, TypeVar

from hexwidget.limits import MAY_LACK, Limits
from hexwidget.widget.arguments import MOST_NUMBER

T = TypeVar("T")
WITH_REVISION = "with its revision"
Dated = Annotated[T, WITH_REVISION]
"""A message that carries the revision of the board that it belongs to, beside its own entries."""
Maybe = Annotated[T | None, MAY_LACK]
"""An entry that is left out of its message while it is None."""
ANY_VALUE = "any value"
AnyValue = Annotated[str, ANY_VALUE]
"""A value of any kind, as it travels."""
Count = Annotated[int, Limits(0)]
Revision = Annotated[int, Limits(0, MOST_NUMBER)]
"""The number of a state of a board. Each change of what the board shows counts it up."""
Number = Count
"""The number of a step of the session."""
