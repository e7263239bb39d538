"""A rulebook: the clauses of one system, which verdicts and events cite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hexwidget.languages import add_folder
from hexwidget.problems import InputError, Problem, UnknownName, unknown
from hexwidget.rules.contents import CANNOT_READ, Clause, Option, Parameter, read_contents


@dataclass(eq=False, repr=False)
class Rulebook(Mapping[str, Clause]):
    """The clauses of one system by id, in the book's order.

    :param name: the system's name in code
    :param options: the readings that a scenario may choose, by name
    :param parameters: the numbers that a scenario may set, by name
    :param sections: the titles of the sections, by number ("D1"); a section may have none
    """

    name: str
    title: str
    clauses: Mapping[str, Clause]
    options: Mapping[str, Option]
    parameters: Mapping[str, Parameter]
    sections: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read a rulebook from its TOML file.

        :raises InputError: if there is no such file, or listing everything that is wrong with it
        """
        add_folder(path.parent)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(CANNOT_READ, [Problem(str(path), str(error))]) from None
        try:
            return cls.parse(text)
        except InputError as error:
            raise InputError(f"{error.title}: {path}", error.problems) from None

    @classmethod
    def parse(cls, text: str) -> Rulebook:
        """Read a rulebook from the text of its TOML file.

        :raises InputError: listing everything that is wrong, each with its clause
        """
        return cls(**read_contents(text))

    def __getitem__(self, clause: str) -> Clause:
        try:
            return self.clauses[clause]
        except KeyError:
            text = unknown("clause", clause, self.clauses)
            raise UnknownName(f"the rulebook {self.title!r} has no such clause", [Problem("", text)]) from None

    def __contains__(self, clause: object) -> bool:
        return clause in self.clauses

    def __iter__(self) -> Iterator[str]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}: {self.title}, {len(self)} clauses>"
