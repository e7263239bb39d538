"""A seed for each item, so that the answer does not depend on how the work was split."""

from __future__ import annotations

from hashlib import blake2b

from hexwidget.files.replay import SEEDS
from hexwidget.problems import InputError, Problem, shown


def seed_of(seed: int, n: int) -> int:
    """Return the seed of the n-th item of a question with a seed. It depends on nothing else, and is the same in every version
    and on every machine.

    >>> seed_of(1, 0), seed_of(1, 0) == seed_of(1, 1)
    (5554012101124906, False)
    """
    return int.from_bytes(blake2b(f"{seed} {n}".encode(), digest_size=8).digest(), "big") % SEEDS


def accepted_number(name: str, value: object) -> int:
    """Check that a parameter is a whole number from 0, such as a seed, and return it.

    :raises InputError: if it is not
    """
    if type(value) is not int or not 0 <= value < SEEDS:
        title = f"no such {'seed' if name == 'seed' else 'number'}"
        raise InputError(title, [Problem(name, f"expected a whole number from 0, not {shown(value)}")])
    return value
