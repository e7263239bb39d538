"""The conformance test as one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from hexwidget.english import counted
from hexwidget.files import scenario
from hexwidget.files.scenario import scenarios_of
from hexwidget.problems import InputError
from hexwidget.rules import Position, RuleSystem
from hexwidget.rules.author import authors_error, source
from hexwidget.systems.registry import register, system_names
from hexwidget.testing.checks import CHECKS
from hexwidget.testing.claims import NotConforming
from hexwidget.testing.game_coverage import Seen
from hexwidget.testing.games import FEWEST, NoValueError, Played, steps_of, telling, whole_games

STEPS = 40
GOES_ON = "a game goes on"
VALUES = "positions are values"


def conform(
    system: RuleSystem[Any, Any],
    *,
    positions: Iterable[Position] | None = None,
    games: int = 2,
    steps: int = STEPS,
    seed: int = 0,
) -> Seen:
    """Play random games of a system to their ends, and hold it to every promise of `CHECKS`. A system that nobody knows yet is registered.
    Return what the games had: forms, clauses and stages that they lacked are not judged.

    :param positions: the positions to start from; None: those of the system's scenarios
    :param games: the number of games from each position
    :param steps: the number of steps of each game that are looked at, drawn from all of it
    :raises InputError: if the system cannot be registered, or has no position to start from
    :raises NotConforming: listing each promise that is broken, with the first position where it is

    >>> import hexwidget as hw
    >>> seen = conform(hw.system("orders"), games=1, steps=6)
    """
    named = starts_of(system, positions)
    if not named:
        what = f"no scenario of {system.name} lies in a folder `scenarios`; give `positions=[...]`"
        raise InputError("there is nothing to play from", what, "positions")
    broken: dict[str, str] = {}
    saw = Seen(system)
    first: BaseException | None = None
    for title, words, error in failures(system, named, games=games, steps=steps, seed=seed, saw=saw):
        broken.setdefault(title, f"{title}: {words}")
        first = first or error.__cause__ or error
    if broken:
        head = f"{system.name} breaks {counted(len(broken), 'promise')}"
        raise NotConforming("\n".join([head, *broken.values()])) from first
    return saw


def starts_of(system: RuleSystem[Any, Any], positions: Iterable[Position] | None) -> dict[str, Position]:
    """Return the positions to start from, by their names; None: those of the system's scenarios. An unknown system is registered."""
    if system.name not in system_names():
        register(system)
    if positions is None:
        return {name: scenario(name).position for name in scenarios_of(system.name)}
    return {f"position {n}": position for n, position in enumerate(positions, start=1)}


def failures(
    system: RuleSystem[Any, Any],
    starts: Mapping[str, Position],
    *,
    games: int,
    steps: int,
    seed: int,
    saw: Seen | None = None,
) -> Iterator[tuple[str, str, BaseException]]:
    """Play games, and yield each promise that is broken, the first time that it is: its title, the words, and the error. Every
    second game begins later, at a telling position of the one before.

    :param starts: the positions to start from, by their names
    """
    told = set[str]()
    for name, position in starts.items():
        whole: Played = []
        for n in range(games):
            try:
                rng = Random(f"{name} {seed} {n}")
                late = [*steps_of(telling(whole, rng, FEWEST))] if n % 2 else []
                first, played, whole = whole_games(rng.choice(late)[0] if late else position, rng, steps)
                looked_at = {"row": first, "some": played, "whole": whole}
                if saw is not None:
                    saw.note(whole, played)
            except NoValueError as error:
                yield VALUES, f"{error}\n  in a game from {name}", error
                return
            except Exception as error:
                if GOES_ON not in told:
                    yield GOES_ON, f"{_why_not(system, error)}\n  in a game from {name}", error
                told.add(GOES_ON)
                continue
            for check in CHECKS.values():
                try:
                    if check.name not in told:
                        check(looked_at[check.of], Random(f"{seed} {n}"))
                except NotConforming as error:
                    told.add(check.name)
                    yield check.title, f"{error}\n  in a game from {name}", error


def _why_not(system: RuleSystem[Any, Any], error: Exception) -> str:
    """Return in words why a game does not go on, with the author's place and the position."""
    notes = [f"  {note}" for note in getattr(error, "__notes__", ())]
    if type(error) is LookupError:
        found = (
            "a player is to act and has no legal action; let `outcome` end the game then, or give them a way to pass"
        )
        return "\n".join([f"{found}\n  in {source(system, 'outcome')}", *notes])
    told = authors_error(system, "follow", error)
    return "\n".join([f"{told.what}\n  in {told.place}", *notes])
