"""A rulebook: the clauses of one system, which verdicts and events cite; and the options and parameters that a scenario chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexwidget.english import phrase
from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.languages import ENGLISH, add_folder, catalogue_of, language, speaking
from hexwidget.problems import InputError, Problem, Problems, UnknownName, place, shown, unknown
from hexwidget.rules.rulebook_contents import CANNOT_READ, Clause, Option, Parameter, read_contents


@dataclass(eq=False, repr=False)
class Rulebook(Mapping[str, Clause]):
    """The clauses of one system by id, in the book's order.

    :param name: the system's name in code
    :param options: the readings that a scenario may choose, by name
    :param parameters: the numbers that a scenario may set, by name
    :param sections: the titles of the sections, by number ("D1"); a section may have none
    :param languages: the languages of the catalogues beside it
    """

    name: str
    title: str
    clauses: Mapping[str, Clause]
    options: Mapping[str, Option]
    parameters: Mapping[str, Parameter]
    sections: Mapping[str, str] = field(default_factory=dict)
    languages: frozenset[str] = frozenset()

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read a rulebook from its TOML file.

        :raises InputError: if there is no such file, or listing everything that is wrong with it
        """
        add_folder(path.parent)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(CANNOT_READ, str(error), str(path)) from None
        try:
            found = cls.parse(text)
        except InputError as error:
            raise InputError(f"{error.title}: {path}", error.problems) from None
        found.languages = frozenset(each.name.split(".")[1] for each in path.parent.glob("words.*.json"))
        return found

    @classmethod
    def parse(cls, text: str) -> Rulebook:
        """Read a rulebook from the text of its TOML file.

        :raises InputError: listing everything that is wrong, each with its clause
        """
        return cls(**read_contents(text))

    def speaking(self, code: str = "") -> AbstractContextManager[None]:
        """Say everything within a block in a language, by default that of the reader; in English if its own folder does not
        translate the title: a sentence has one language."""
        code = code or language()
        return speaking(code if code in self.languages and catalogue_of(code).text(self.title) else ENGLISH)

    def __getitem__(self, clause: str) -> Clause:
        try:
            return self.clauses[clause]
        except KeyError:
            text = unknown("clause", clause, self.clauses)
            raise UnknownName(f"the rulebook {self.title!r} has no such clause", text) from None

    def __contains__(self, clause: object) -> bool:
        return clause in self.clauses

    def __iter__(self) -> Iterator[str]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}: {self.title}, {len(self)} clauses>"


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
            problems.unknown(option.name, _value_of(option), value, option.values)
        values[option.name] = value
    for parameter in rulebook.parameters.values():
        value = given.get(parameter.name, parameter.default)
        if parameter.type == "int":
            low, high = parameter.min, parameter.max
            if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
                what = a_whole_number(low, high)
                problems.expected(parameter.name, "{what} ({clause})", value, what=what, clause=parameter.clause)
        else:
            value = read_special(parameter.name, value)
        values[parameter.name] = value
    return Settings(values)


def a_whole_number(low: int | None, high: int | None) -> str:
    """A whole number between bounds, in words."""
    start = "" if low is None else " from {low}"
    end = "" if high is None else " to {high}" if start else " up to {high}"
    return phrase(f"a whole number{start}{end}", low=low, high=high)


def _value_of(option: Option) -> str:
    return phrase("value of option {name} ({clause})", name=shown(option.name), clause=option.clause)


def read_per_player(option: Option, given: object, players: tuple[str, ...], problems: Problems) -> tuple[str, ...]:
    """The value of an option for each player, by seat: given as one value for all, or as {player: value}."""
    default = option.values[0]
    table = given if isinstance(given, Mapping) else dict.fromkeys(players, default if given is None else given)
    for player, value in table.items():
        where = place(option.name, player) if isinstance(given, Mapping) else option.name
        if player not in players:
            problems.unknown(where, "player", player, players)
        if value not in option.values:
            problems.unknown(where, _value_of(option), value, option.values)
            break
    return tuple(str(table.get(player, default)) for player in players)


def write_per_player(values: tuple[str, ...], players: tuple[str, ...]) -> str | dict[str, str]:
    """The plain data for `read_per_player`: one value if it is the same for all."""
    return values[0] if len(set(values)) == 1 else dict(zip(players, values, strict=True))
