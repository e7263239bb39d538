"""The conformance test as one call."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from hexwidget.english import counted
from hexwidget.files import scenario, scenarios
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Position, RuleSystem
from hexwidget.systems.registry import register, system_names
from hexwidget.testing.checks import CHECKS, NotConforming
from hexwidget.testing.games import game

STEPS = 40


def conform(
    system: RuleSystem[Any, Any],
    *,
    positions: Iterable[Position] | None = None,
    games: int = 2,
    steps: int = STEPS,
    seed: int = 0,
) -> None:
    """Play random games of a system, and hold it to every promise of `CHECKS`. A system that nobody knows yet is registered.

    :param positions: the positions to start from; None: those of the system's scenarios
    :param games: the number of games from each position
    :param steps: the most steps of a game
    :raises InputError: if the system cannot be registered, or has no position to start from
    :raises NotConforming: listing each promise that is broken, with the first position where it is

    >>> import hexwidget as hw
    >>> conform(hw.system("orders"), games=1, steps=6)
    """
    if system.name not in system_names():
        register(system)
    if positions is None:
        named = {name: scenario(name).position for name in scenarios() if name.startswith(f"{system.name}/")}
    else:
        named = {f"position {n}": position for n, position in enumerate(positions, start=1)}
    if not named:
        what = f"there is no scenario in {system.folder / 'scenarios'}, and no position is given"
        raise InputError("there is nothing to play from", [Problem("positions", what)])
    broken: dict[str, str] = {}
    first: Exception | None = None
    for name, position in named.items():
        for n in range(games):
            try:
                played = game(position, Random(f"{name} {seed} {n}"), steps)
            except Exception as error:
                first = first or error
                broken.setdefault("a game goes on", f"a game goes on: {_why_not(error)}\n  in a game from {name}")
                continue
            for title, check in CHECKS.items():
                if title not in broken:
                    try:
                        check(played, Random(seed))
                    except Exception as error:
                        first = first or error
                        said = "" if isinstance(error, NotConforming) else f"{type(error).__name__}: "
                        broken[title] = f"{title.replace('_', ' ')}: {said}{error}\n  in a game from {name}"
    if broken:
        raise NotConforming(
            "\n".join([f"{system.name} breaks {counted(len(broken), 'promise')}", *broken.values()])
        ) from first


def _why_not(error: Exception) -> str:
    """Return in words why a game does not go on."""
    if isinstance(error, LookupError) and not isinstance(error, (KeyError, IndexError)):
        return "a player is to act and has no legal action; let `outcome` end the game then, or give them a way to pass"
    return f"{type(error).__name__}: {error}"
