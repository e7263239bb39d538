"""The work of an answer: in twins a player's board calls the same functions in the same order, so the time of an
answer does not depend on hidden things. docs/reliability.md says which times are not promised."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import comm
import pytest

import hexwidget as hw
from fuzz.tally import tried
from tests.secrets.seats import Line, Seat
from tests.secrets.twins import EVERY, SOAK, WITH_SECRETS, anew, brief, game, looking, twin

OWN = str(Path(hw.__file__).parent)
"""The folder of the package: calls of its functions are counted."""


@pytest.fixture(autouse=True)
def line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", Line)


def calls_of(act: Callable[[], object]) -> list[str]:
    """The functions of the package that an act calls, in their order."""
    found: list[str] = []

    def called(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OWN):
            found.append(f"{code.co_filename.removeprefix(OWN)} {code.co_qualname}")

    before = sys.getprofile()
    gc.disable()  # boards of other tests are closed when they are collected, which calls functions
    sys.setprofile(called)
    try:
        act()
    finally:
        sys.setprofile(before)
        gc.enable()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", WITH_SECRETS)
def test_a_board_works_the_same_in_twins(name: str, seed: int) -> None:
    caches = shared_caches()
    for position, _ in game(name, seed)[::EVERY]:
        rng = Random(f"{name} {seed} work")
        for player in looking(position, rng):
            other = twin(position, player, rng)
            copies = [Seat.at(hw.Session(anew(each), seed=1, rolls="ask"), player) for each in (position, other)]
            ours, theirs = (calls_when_asked(seat, caches, few=brief(position)) for seat in copies)
            different = next((n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), None)
            assert different is None, (ours[different - 5 : different + 1], theirs[different - 5 : different + 1])
            assert len(ours) == len(theirs) > 100
            tried("answers in twins: calls compared", len(ours))
            for seat in copies:
                seat.board.close()


def shared_caches() -> list[Any]:
    """The caches of the package that positions share: what other games have left there makes a difference of its own."""
    gc.unfreeze()  # what was frozen is not among the objects
    kind = type(lru_cache(abs))
    return [each for each in gc.get_objects() if type(each) is kind and str(each.__module__).startswith("hexwidget")]


def calls_when_asked(seat: Seat, caches: list[Any], *, few: bool) -> list[str]:
    """The calls for the answers to a few messages, which were asked once before."""
    for cache in caches:
        cache.cache_clear()
    asked(seat, few=few)
    return calls_of(lambda: asked(seat, few=few))


def asked(seat: Seat, *, few: bool) -> None:
    rng = Random(1)
    seat.drafts(rng, 1 if few else 3)
    seat.ask("hello", revision=0)
    seat.ask("hover", space=next(iter(seat.board.position.map.names())))
    for step in (0, 1):
        seat.ask("list_events", step=step)
    seat.ask("choose", draft={})
