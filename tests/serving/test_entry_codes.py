"""Codes: none can be misread, and nobody guesses one, while people behind the address of somebody who guesses come in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from hexwidget.problems import InputError
from hexwidget.serving import admission
from hexwidget.serving.admission import CodeTries
from hexwidget.serving.entry_codes import LENGTH, LETTERS, checked_name, new_code, read_code

RIGHT = "K7M4P"
AT = "192.0.2.7"
PROMISED = 5.0
"""The seconds in which a right code lets somebody in."""
A_MINUTE = 1_000
"""The wrong codes that somebody tries in a minute."""


class FastLoop(asyncio.SelectorEventLoop):
    """A loop with a clock of its own: it goes on at once to the moment at which something is due."""

    now = 1_000.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:
            self.now = max(self.now, self._scheduled[0].when())
        super()._run_once()


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[FastLoop]:
    made = FastLoop()
    monkeypatch.setattr(admission, "monotonic", made.time)
    yield made
    made.close()


def done(loop: FastLoop, work: Coroutine[Any, Any, None]) -> None:
    """Do something in a loop. A test of a browser before may have left one running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(loop.run_until_complete, work).result()


class Guessed:
    """Codes that are tried from an address."""

    def __init__(self, loop: FastLoop) -> None:
        self.tries, self._loop = CodeTries(), loop
        self.looked_up: list[float] = []
        """The moments at which codes are compared with the right one."""

    async def tried(self, code: str, address: str = AT) -> float:
        """Try a code; return the seconds until it is answered."""
        since = self._loop.now

        def find() -> str | None:
            self.looked_up.append(self._loop.now)
            return code if code == RIGHT else None

        assert await self.tries.found(find, address) == (code if code == RIGHT else None)
        return self._loop.now - since


def test_a_code_is_typed_as_it_is_read() -> None:
    assert len({*LETTERS}) == 28
    assert {*LETTERS}.isdisjoint("01OILBSZ")
    for _ in range(100):
        code = new_code()
        assert len(code) == LENGTH
        for typed in (
            code,
            code.lower(),
            f" {code[:3]} {code[3:]} ",
            code.replace("8", "B").replace("5", "s").replace("2", "z"),
        ):
            assert read_code(typed) == code


@pytest.mark.parametrize("name", ["anna", "\u0410nna", "An\u200bna", "\uff21nna", "Ann\u0430", "\u0391nna"])
def test_names_that_look_alike_do_not_stand_beside_each_other(name: str) -> None:
    with pytest.raises(InputError):
        checked_name(name, ["Anna"], "")
    assert checked_name(" Anna   B ", ["Anna"], "") == "Anna B"


def test_ten_wrong_codes_are_answered_at_once_and_then_the_wait_grows(loop: FastLoop) -> None:
    guessed = Guessed(loop)

    async def run() -> None:
        assert [await guessed.tried("22222") for _ in range(10)] == [0.0] * 10
        waits = [await guessed.tried("22222") for _ in range(5)]
        assert waits == sorted(waits)
        assert (waits[0], waits[-1]) == (admission.FIRST_WAIT, admission.LONGEST_WAIT)
        assert await guessed.tried(RIGHT) == admission.LONGEST_WAIT
        assert await guessed.tried(RIGHT, "192.0.2.8") == 0.0
        await asyncio.sleep(120)
        assert await guessed.tried(RIGHT) == 0.0

    done(loop, run())


def test_a_right_code_lets_in_soon_behind_somebody_who_guesses_and_guesses_are_few(loop: FastLoop) -> None:
    guessed, since, minutes = Guessed(loop), loop.now, 3

    async def guess(n: int) -> None:
        await asyncio.sleep(n * 60 / A_MINUTE)
        await guessed.tried("22222")

    async def learn(after: float) -> float:
        await asyncio.sleep(after)
        return await guessed.tried(RIGHT) + await guessed.tried(
            RIGHT
        )  # the page asks for the class, and then with the name

    async def run() -> None:
        wrong = [asyncio.create_task(guess(n)) for n in range(minutes * A_MINUTE)]
        waits = await asyncio.gather(*(learn(after) for after in (0.0, 2.0, 30.0, 61.7, 150.0)))
        assert max(waits) <= PROMISED
        assert waits[0] == 0.0
        await asyncio.gather(*wrong)

    done(loop, run())
    assert len(guessed.looked_up) / (loop.now - since) < 25


@pytest.mark.slow
def test_a_flood_of_guesses_is_not_looked_up(loop: FastLoop) -> None:
    guessed, seconds = Guessed(loop), 60

    async def guess(n: int) -> None:
        await asyncio.sleep(n / 500)
        with suppress(InputError):
            await guessed.tried("22222", f"2001:db8::{n % 500:x}")  # one network, many addresses

    async def run() -> None:
        await asyncio.gather(*(guess(n) for n in range(500 * seconds)))

    done(loop, run())
    most = admission.MOST_WAITING / admission.LONGEST_WAIT
    assert most * 0.9 < len(guessed.looked_up) / seconds < most * 1.2
