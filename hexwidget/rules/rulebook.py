"""A rulebook: the clauses of one system, which verdicts and events cite."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexwidget.problems import Problem, UnknownName, unknown


@dataclass(frozen=True, slots=True)
class Option:
    """A reading of an ambiguous rule that a scenario may choose. The first value is the default. ``each``: True if each player
    may have a reading of their own."""

    name: str
    values: tuple[str, ...]
    clause: str
    each: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or choice that a scenario may set."""

    name: str
    type: str
    default: Any
    min: int | None
    max: int | None
    clause: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered statement of a rulebook.

    ``kind``: "rule" (the source says so), "example", "fact" (of the same game, outside the source text) or "ruling" (the
    source is silent or ambiguous; ``open`` says on what). An example that can be played names its ``scenario`` and its
    ``actions``, what chance comes to among them as "source: value": see `hexwidget.example`. ``teach`` says in one or two
    plain sentences what a learner has to know, and may name spaces and numbers of the finding or event that cites the clause,
    as wordings do; without it the title and the first sentence do.
    """

    id: str
    kind: str
    title: str
    text: str
    open: str
    scenario: str = ""
    actions: tuple[str, ...] = ()
    teach: str = ""

    def __str__(self) -> str:
        return f"{self.id} {self.title}: {self.text}"


class Rulebook(Mapping[str, Clause]):
    """The clauses of one system by id, in the book's order.

    :param name: the system's name in code
    :param options: the readings that a scenario may choose, by name
    :param parameters: the numbers that a scenario may set, by name
    """

    def __init__(
        self,
        name: str,
        title: str,
        clauses: Mapping[str, Clause],
        options: Mapping[str, Option],
        parameters: Mapping[str, Parameter],
    ) -> None:
        self.name = name
        self.title = title
        self._clauses = dict(clauses)
        self.options: dict[str, Option] = dict(options)
        self.parameters: dict[str, Parameter] = dict(parameters)

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read a rulebook from its TOML file."""
        return cls.parse(path.read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, text: str) -> Rulebook:
        """Read a rulebook from the text of its TOML file."""
        data = tomllib.loads(text)
        clauses: dict[str, Clause] = {}
        options: dict[str, Option] = {}
        parameters: dict[str, Parameter] = {}
        for entry in data["clause"]:
            at = entry["id"]
            clauses[at] = Clause(
                at,
                entry["kind"],
                entry["title"],
                entry["text"],
                entry.get("open", ""),
                entry.get("scenario", ""),
                tuple(entry.get("actions", ())),
                entry.get("teach", ""),
            )
            given = entry.get("option", [])
            for option in given if isinstance(given, list) else [given]:
                options[option["name"]] = Option(
                    option["name"], tuple(option["values"]), at, option.get("per") == "player"
                )
            for p in entry.get("parameters", []):
                parameters[p["name"]] = Parameter(p["name"], p["type"], p["default"], p.get("min"), p.get("max"), at)
        return cls(data["name"], data["title"], clauses, options, parameters)

    def __getitem__(self, clause: str) -> Clause:
        try:
            return self._clauses[clause]
        except KeyError:
            text = unknown("clause", clause, self._clauses)
            raise UnknownName(f"the rulebook {self.title!r} has no such clause", [Problem("", text)]) from None

    def __contains__(self, clause: object) -> bool:
        return clause in self._clauses

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}: {self.title}, {len(self)} clauses>"
