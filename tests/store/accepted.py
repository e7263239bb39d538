"""The messages that were accepted, compared with those that are kept: how many are lost, and how many are carried out twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

_ENDS = str.maketrans({"\r": "\n", "\ufeff": " "})


def lines_in(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield the lines of a journal or a log that are whole."""
    for line in data.decode("utf-8", "replace").translate(_ENDS).split("\n"):
        with suppress(ValueError):
            told = json.loads(line)
            if isinstance(told, dict):
                yield told


def noted_in(data: bytes) -> list[str]:
    """The ids of the messages in a journal, as often as they are there."""
    return [line["message"][1] for line in lines_in(data) if "message" in line]


def check_accepted(accepted: Sequence[str], kept: Iterable[str], kills: int) -> int:
    """Check that each accepted message is kept, and none is kept twice. Print both numbers, and return that of the accepted ones.

    :param accepted: the ids of the messages
    :param kept: the ids in the store, each as often as it was carried out
    """
    found = Counter(kept)
    lost, twice = sum(not found[at] for at in accepted), sum(number > 1 for number in found.values())
    print(f"{kills} kills, {len(accepted)} accepted, {lost} lost, {twice} carried out twice")
    assert accepted
    assert len({*accepted}) == len(accepted)
    assert (lost, twice) == (0, 0)
    return len(accepted)
