"""The questions of the tests, in a module that workers can import."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hexwidget.rules import Position


def two_dice(position: Position, rng: Random) -> int:
    """Return a number that depends only on the seed."""
    return rng.randrange(6) + rng.randrange(6)


def pieces(position: Position, rng: Random) -> dict[str, int | str]:
    """Return several columns."""
    return {"pieces": len(position.scene().pieces), "first": position.players[0]}


def both(position: Position, rng: Random) -> list[dict[str, int]]:
    """Return several rows."""
    return [{"n": n, "drawn": rng.randrange(100)} for n in range(2)]


def now_and_then(position: Position, rng: Random) -> int:
    """Fail with some seeds."""
    found = rng.randrange(4)
    return 12 // found


def deadly(position: Position, rng: Random) -> int:
    """Kill the worker."""
    os._exit(1)


def slow(position: Position, rng: Random) -> int:
    """Take as long as a short playout."""
    time.sleep(0.01)
    return os.getpid()


@dataclass(frozen=True)
class DiesOnce:
    """Kills its process once, in the middle of a sweep. The file names the killed process."""

    path: str

    def __call__(self, position: Position, rng: Random) -> int:
        """Return a number that depends only on the seed."""
        time.sleep(0.01)
        found = rng.randrange(1000)
        if found % 20 == 7 and not os.path.exists(self.path):
            Path(self.path).write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return found


def spoilt(position: Position, rng: Random) -> dict[str, object]:
    """Return a value that is not a cell."""
    return {"found": [1, 2]}


def interrupted(position: Position, rng: Random) -> int:
    """Interrupt the process on the fourth call."""
    interrupted.asked += 1
    if interrupted.asked == 4:
        raise KeyboardInterrupt
    return rng.randrange(100)


interrupted.asked = 0


def actions(position: Position, rng: Random) -> int:
    """Return the number of legal actions."""
    return position.legal_actions().count()
