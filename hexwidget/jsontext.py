"""JSON texts, read within bounds.

The lowest floor: imports nothing of the package.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

MOST_VALUES = 1_000_000
"""The most values of a text, lists and objects among them. A short link may unpack to millions of empty lists, which would take
thirty times their characters in memory."""

MOST_EXACT = 1 << 53
"""Floats below it tell whole numbers apart."""


def parse_json(
    text: str, *, most: int = MOST_VALUES, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None
) -> Any:
    """Return the value of a JSON text.

    :param most: the most values
    :param pairs: makes an object of its entries; by default a dict
    :raises ValueError: if it is not JSON (then a `json.JSONDecodeError`), or exceeds a bound; the message says which

    >>> parse_json('{"map": [". .", " . ."]}')
    {'map': ['. .', ' . .']}
    """
    # Every value but the first comes after one of these signs. Signs in texts count, too: no text has that many.
    if text.count(",") + text.count("[") + text.count("{") > most:
        raise ValueError(f"it has more than {most:,} values")
    try:
        return json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError:  # Python's own bound
        raise ValueError("a number of too many digits") from None


def whole(value: Any) -> Any:
    """Return plain data with whole numbers as integers, as JSON Schema has them.

    >>> whole({"rounds": 3.0, "at": [0.5, -1.0]})
    {'rounds': 3, 'at': [0.5, -1]}
    """
    if type(value) is dict:
        return {key: whole(each) for key, each in value.items()}
    if type(value) is list:
        return [whole(each) for each in value]
    return int(value) if type(value) is float and value.is_integer() and abs(value) < MOST_EXACT else value


def parse_object(text: str) -> dict[str, Any] | None:
    """Return the object that a JSON text holds; None if it holds none, or exceeds a bound."""
    try:
        found = parse_json(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
