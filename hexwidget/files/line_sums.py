"""Lines of JSON that each end with a sum, a hash over the line and all lines before it."""

from __future__ import annotations

import re
from hashlib import blake2b

MOST_STEPS = 100_000
"""The most lines."""
MOST_CHARACTERS = 64_000_000
"""The most characters: a longer file is refused unread."""
SUM = re.compile(r',"sum":"([0-9a-f]{12})"}')
SUM_AT_END = re.compile(SUM.pattern + r"\Z")


def with_sum(line: str, before: str) -> tuple[str, str]:
    """Return a line with its sum, and the sum.

    :param before: the sum of the line before it, "" for the first
    """
    body = line.removesuffix("}\n")
    found = sum_of(body, before)
    return f'{body},"sum":"{found}"}}\n', found


def sum_of(body: str, before: str) -> str:
    """Return the sum of a line.

    :param body: the line up to its sum
    """
    return blake2b(f"{before}\n{body}".encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
