"""The options and parameters of a scenario: readings of clauses, and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.frozen import FrozenMapping
from hexwidget.problems import Problem, Problems, UnknownName, place, shown, unknown
from hexwidget.rules.contents import Option
from hexwidget.rules.rulebook import Rulebook


class Settings(FrozenMapping[str, Any]):
    """All options and parameters with their values. Immutable, hashable, in the rulebook's order."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        """The value of an option or a parameter.

        :raises UnknownName: if the rulebook declares none of this name
        """
        try:
            return self._values[name]
        except KeyError:
            problem = Problem("settings", unknown("option or parameter", name, self._values))
            raise UnknownName("no such setting", [problem]) from None


def read_settings(
    rulebook: Rulebook, given: Mapping[str, Any], problems: Problems, read_special: Callable[[str, Any], Any]
) -> Settings:
    """Values for every option and parameter of a rulebook: those given, else the defaults.

    :param read_special: reads the value of a parameter of another type than int, by its name
    """
    values: dict[str, Any] = {}
    for option in rulebook.options.values():
        if option.each:  # the system's own to read: see `read_per_player`
            continue
        value = given.get(option.name, option.values[0])
        if value not in option.values:
            problems.unknown(option.name, f"value of option {option.name!r} ({option.clause})", value, option.values)
        values[option.name] = value
    for parameter in rulebook.parameters.values():
        value = given.get(parameter.name, parameter.default)
        if parameter.type == "int":
            low, high = parameter.min, parameter.max
            if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
                bounds = "" if low is None else f" from {low}"
                bounds += "" if high is None else f" {'up ' if low is None else ''}to {high}"
                what = f"expected a whole number{bounds} ({parameter.clause}), not {shown(value)}"
                problems.add(parameter.name, what)
        else:
            value = read_special(parameter.name, value)
        values[parameter.name] = value
    return Settings(values)


def read_per_player(option: Option, given: object, players: tuple[str, ...], problems: Problems) -> tuple[str, ...]:
    """The value of an option for each player, by seat: given as one value for all, or as {player: value}."""
    default = option.values[0]
    table = given if isinstance(given, Mapping) else dict.fromkeys(players, default if given is None else given)
    for player, value in table.items():
        where = place(option.name, player) if isinstance(given, Mapping) else option.name
        if player not in players:
            problems.unknown(where, "player", player, players)
        if value not in option.values:
            problems.unknown(where, f"value of option {option.name!r} ({option.clause})", value, option.values)
            break
    return tuple(str(table.get(player, default)) for player in players)


def write_per_player(values: tuple[str, ...], players: tuple[str, ...]) -> str | dict[str, str]:
    """The plain data for `read_per_player`: one value if it is the same for all."""
    return values[0] if len(set(values)) == 1 else dict(zip(players, values, strict=True))
