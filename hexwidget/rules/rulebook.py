"""A rulebook: the clauses of one system, which verdicts and events cite; and the options and parameters that a scenario chooses.

It is read from TOML, with everything that is wrong. Findings cite its clauses: each predicate of a system is marked with its own.
Silences are the findings that keep other clauses unsaid, because these speak of a thing that does not exist.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from inspect import unwrap
from pathlib import Path
from typing import Any, TypeVar

from hexwidget.english import phrase, translated
from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.languages import ENGLISH, add_folder, catalogue_of, language, speaking
from hexwidget.problems import InputError, Problem, Problems, UnknownName, place, shown, unknown

KINDS = ("rule", "example", "fact", "ruling")
"""The kinds of clauses."""
TYPES = ("int", "objective")
"""The types of parameters."""
CANNOT_READ = "this rulebook cannot be read"
_BOOK = {"name": str, "title": str, "source": str, "sections": dict, "clause": list}
_CLAUSE = {
    "id": str, "kind": str, "title": str, "text": str, "open": str, "teach": str, "scenario": str, "actions": list,
    "option": (dict, list), "parameters": list, "remark": str, "after": list,
    "pieces": list,
}  # fmt: skip
_OPTION = {"name": str, "values": list, "per": str}
_PARAMETER = {"name": str, "type": str, "default": object, "min": int, "max": int}
_TABLES = "a table or a list of tables"
_WORDS = {str: "a text", list: "a list", int: "a whole number", dict: "a table", (dict, list): _TABLES}


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
    as wordings do; without it the title and the first sentence do. ``after`` names the clauses that explain words of this one:
    a learner meets them first. ``pieces`` names the kinds of pieces that it is about: without one of them on the board the tutor does
    not bring it up by itself. ``remark`` speaks to implementers, and only the page of the rulebook shows it.
    """

    id: str
    kind: str
    title: str
    text: str
    open: str = ""
    scenario: str = ""
    actions: tuple[str, ...] = ()
    teach: str = ""
    remark: str = ""
    after: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The part of the id before its point: "D1" of "D1.2"."""
        return self.id.partition(".")[0]

    def __str__(self) -> str:
        text = translated(self.text)  # a title may be that of another rulebook, too
        return f"{self.id} {self.title if text == self.text else translated(self.title)}: {text}"


def read_contents(text: str) -> dict[str, Any]:
    """Read the text of a rulebook's TOML file: the fields of a `hexwidget.rules.rulebook.Rulebook`.

    :raises InputError: listing everything that is wrong, each with its clause: ``clause T3/kind``
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(CANNOT_READ, f"it is not TOML: {error}") from None
    problems = Problems()
    _parts(data, _BOOK, ("name", "title", "clause"), "", problems)
    clauses: dict[str, Clause] = {}
    options: dict[str, Option] = {}
    parameters: dict[str, Parameter] = {}
    entries = data.get("clause", [])
    for n, entry in enumerate(entries if isinstance(entries, list) else []):
        at = f"clause {entry['id']}" if isinstance(entry, dict) and isinstance(entry.get("id"), str) else f"clause/{n}"
        if not _parts(entry, _CLAUSE, ("id", "kind", "title", "text"), at, problems):
            continue
        problems.note_unknown(f"{at}/kind", "kind of clause", entry["kind"], KINDS)
        if entry["id"] in clauses:
            problems.add(at, "another clause has this id")
        lists: dict[str, Any] = {part: tuple(entry.get(part, ())) for part in ("actions", "after", "pieces")}
        said = {part: value for part, value in entry.items() if part not in (*lists, "option", "parameters")}
        clauses[entry["id"]] = Clause(**said, **lists)
        options |= _options(entry, at, problems)
        parameters |= _parameters(entry, at, problems)
    _check_order(clauses, problems)
    sections = _sections(data.get("sections", {}), clauses, problems)
    problems.raise_any(CANNOT_READ)
    book = {"name": data["name"], "title": data["title"], "sections": sections}
    return {**book, "clauses": clauses, "options": options, "parameters": parameters}


def _check_order(clauses: Mapping[str, Clause], problems: Problems) -> None:
    """Note each ``after`` that names no clause of the book, and clauses that come after themselves."""
    order: TopologicalSorter[str] = TopologicalSorter()
    for clause in clauses.values():
        for each in clause.after:
            if isinstance(each, str) and each in clauses:
                order.add(clause.id, each)
            else:
                problems.unknown(f"clause {clause.id}/after", "clause", each, clauses)
    try:
        order.prepare()
    except CycleError as error:
        ring = " after ".join(reversed(error.args[1]))
        problems.add(f"clause {error.args[1][0]}/after", f"expected clauses without a circle, not {ring}")


def _sections(given: object, clauses: Mapping[str, Clause], problems: Problems) -> dict[str, str]:
    """Read the titles of the sections."""
    numbers = {clause.section for clause in clauses.values()}
    for number, title in given.items() if isinstance(given, dict) else ():
        if not isinstance(title, str):
            problems.expected(f"sections/{number}", "a text", title)
        elif number not in numbers:
            problems.unknown(f"sections/{number}", "section", number, sorted(numbers))
    return dict(given) if isinstance(given, dict) else {}


def _options(entry: Mapping[str, Any], at: str, problems: Problems) -> dict[str, Option]:
    """Read the options of a clause: a table, or a list of tables."""
    given = entry.get("option", [])
    found = {}
    for n, option in enumerate(given if isinstance(given, list) else [given]):
        where = f"{at}/option/{n}" if isinstance(given, list) else f"{at}/option"
        if not _parts(option, _OPTION, ("name", "values"), where, problems):
            continue
        if not option["values"] or not all(isinstance(value, str) for value in option["values"]):
            problems.expected(f"{where}/values", "texts, the default first", option["values"])
        if option.get("per", "player") != "player":
            problems.expected(f"{where}/per", "'player'", option["per"])
        name = option["name"]
        found[name] = Option(name, tuple(option["values"]), entry["id"], option.get("per") == "player")
    return found


def _parameters(entry: Mapping[str, Any], at: str, problems: Problems) -> dict[str, Parameter]:
    """Read the parameters of a clause."""
    found = {}
    for n, parameter in enumerate(entry.get("parameters", [])):
        where = f"{at}/parameters/{n}"
        if not _parts(parameter, _PARAMETER, ("name", "type", "default"), where, problems):
            continue
        problems.note_unknown(f"{where}/type", "type of parameter", parameter["type"], TYPES)
        low, high, default = parameter.get("min"), parameter.get("max"), parameter["default"]
        if parameter["type"] == "int" and (
            type(default) is not int or (low is not None and default < low) or (high is not None and default > high)
        ):
            problems.expected(f"{where}/default", "a whole number from min to max", default)
        found[parameter["name"]] = Parameter(parameter["name"], parameter["type"], default, low, high, entry["id"])
    return found


def _parts(entry: object, known: Mapping[str, Any], needed: tuple[str, ...], at: str, problems: Problems) -> bool:
    """Note the parts of a table that are unknown, missing or of another type. True if there are no such parts."""
    if not isinstance(entry, dict):
        problems.expected(at, "a table", entry)
        return False
    before = len(problems.found)
    for part, value in entry.items():
        where = f"{at}/{part}" if at else part
        if part not in known:
            problems.unknown(where, "part", part, known)
        elif not isinstance(value, known[part]) or (known[part] is int and type(value) is bool):
            problems.expected(where, _WORDS[known[part]], value)
    for part in needed:
        if part not in entry:
            problems.add(f"{at}/{part}" if at else part, "is missing")
    return len(problems.found) == before


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


# ---------------------------------------------------------------------- the clauses that findings cite
_CITED: dict[str, dict[str, str]] = {}
"""The clauses that the predicates of a module may cite, each with the name of a predicate, by the module's name."""

Predicate = TypeVar("Predicate", bound=Callable[..., Any])


def bars(*clauses: str) -> Callable[[Predicate], Predicate]:
    """Mark a predicate with the clauses that its findings may cite.

    >>> @bars("X1.1")
    ... def one_hex_at_most(position, move):
    ...     yield from ()
    >>> "X1.1" in barring(__name__)
    True
    """

    def mark(predicate: Predicate) -> Predicate:
        code = getattr(unwrap(predicate), "__code__", None)
        line = f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code is not None else ""
        _CITED.setdefault(predicate.__module__, {}).update(dict.fromkeys(clauses, f"{predicate.__qualname__}{line}"))
        return predicate

    return mark


def barring(package: str) -> frozenset[str]:
    """The clauses that the marked predicates of a package, or of a single module, may cite."""
    return frozenset(predicates(package))


def predicates(package: str) -> dict[str, str]:
    """The clauses as `barring` finds them, each with the place of a predicate that may cite it:
    ``legality.one_hex_at_most (legality.py, line 12)``."""
    return {
        clause: f"{module}.{predicate}"
        for module, cited in _CITED.items()
        if module == package or module.startswith(f"{package}.")
        for clause, predicate in cited.items()
    }


@dataclass(frozen=True, slots=True)
class Silence:
    """A finding that keeps clauses unsaid.

    A verdict names every clause that bars an action. A clause stays unsaid only if the thing that it speaks of does not exist:
    where no unit stands, nothing can be said of its orders.
    """

    finding: str
    """The clause that the finding cites."""
    code: str
    """The code of the finding."""
    unsaid: tuple[str, ...]
    """The clauses that the finding keeps unsaid."""
    because: str
    """The reason: a sentence that names the thing that does not exist."""

    def __str__(self) -> str:
        return f"{self.finding} ({self.code}) keeps {', '.join(self.unsaid)} unsaid: {self.because}"
